/*
 * table.h
 *	  Declarations for the files of this folder: a table, and the results for one of its
 *	  uuid columns.
 */
#ifndef UUIDX_TABLE_H
#define UUIDX_TABLE_H

#include "checks.h"

#include "access/htup.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "nodes/bitmapset.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

/* What an id can be: a version, 0 to 15, or one of these */
enum
{
	KIND_NCS = 16,				/* variants in the order of enum uuidx_variant */
	KIND_RFC9562,				/* not used: this variant has a version */
	KIND_MICROSOFT,
	KIND_RESERVED,
	KIND_NIL,
	KIND_MAX,
	KINDS
};

/* How the v8 in a column were generated, as far as it shows */
typedef enum uuidx_v8_kind
{
	UUIDX_V8_UNKNOWN,
	UUIDX_V8_NODE,				/* the default is uuid_generate_v8_node() */
	UUIDX_V8_MOVED,				/* ... or uuid_from_id(), and all begin with a
								 * likely time */
	UUIDX_V8_TIME_FIRST			/* all begin with a likely time, as both make
								 * them */
} uuidx_v8_kind;

/* How the value of a column is computed */
typedef enum uuidx_computation
{
	UUIDX_NOT_COMPUTED,			/* from the uuid column, as far as it shows */
	UUIDX_COMPUTED,				/* it is the time of the id */
	UUIDX_COMPUTED_CAST,		/* ... converted to the type of the column */
	UUIDX_COMPUTED_OTHERWISE	/* by another function of that name, as of
								 * hosted/uuidx.sql */
} uuidx_computation;

/* What queries by time on a column can use: flags */
enum
{
	ACCESS_BYTEWISE = 1,		/* the order of the server's comparison */
	ACCESS_TIME_ORDER = 2,		/* the order of uuid_time_ops */
	ACCESS_BTREE = 4			/* the first and the last id, quickly */
};

/*
 * An index on the table of a report, whose numbers of columns it has, or on an inheritor;
 * or the partition key of the table
 */
typedef struct uuidx_report_index
{
	Oid			relation;		/* that it is on */
	const char *name;
	const char *method;
	bool		is_primary;
	bool		is_unique;
	bool		is_partial;
	int			access;			/* what queries by time on all rows can use */
	AttrNumber	first;			/* 0 for an expression */
	AttrNumber	first_uuid;
	Bitmapset  *keys;
	Bitmapset  *columns;		/* with those of INCLUDE */
	int64		bytes;
} uuidx_report_index;

/* The table of a report, with all tables that inherit from it */
typedef struct uuidx_report_table
{
	Relation	relation;
	const char *name;			/* qualified and quoted, as are those below */
	const char *schema;			/* of the extension */
	Oid			caller;			/* whose privileges count */
	PartitionKey key;			/* NULL if it is not partitioned */
	List	   *members;		/* OIDs of the table and its descendants,
								 * locked */
	List	   *indexes;		/* of uuidx_report_index: those of all members */
	int			leaves;			/* members that are not partitioned */
	double		pages;			/* of heap */
	double		sample_pages;	/* of a larger table, about so many are read */
	bool		has_policies;	/* that limit the rows for the caller */
	bool		has_foreign;
	bool		has_other_storage;	/* of another access method than heap */
} uuidx_report_table;

/* The largest distance at which the time of the id can replace a column */
#define UUIDX_REPLACEABLE_US USECS_PER_SEC

/* A column that holds a time, and its distance from the times of the ids */
typedef struct uuidx_time_column
{
	AttrNumber	attribute;
	Oid			type;			/* timestamptz, timestamp or date */
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_nullable;
	bool		is_generated;
	bool		is_inherited;	/* and cannot be dropped in this table alone */
	uuidx_computation computation;
	Oid			function;		/* that computes it from the uuid column */
	bool		is_checked;		/* a CHECK proves that it is the time of the
								 * id */
	const char *unvalidated;	/* one that is not validated */
	int64		values_read;
	int64		nulls_read;
	int64		compared;		/* values in rows whose id carries a time */
	bool		is_infinite;	/* one of these values is */
	int64		least_us;		/* of the time of the id minus the value, */
	int64		greatest_us;	/* which is in UTC where it has no time zone */
	bool		differs;		/* from the time that it should be */
	int64		proven_us;		/* what uuid_v7_within() in a CHECK allows */
	int64		bytes;			/* of the column and the indexes on it alone */
} uuidx_time_column;

/* The results for one column */
typedef struct uuidx_column_report
{
	const uuidx_report_table *table;
	AttrNumber	attribute;
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_virtual;		/* generated when it is read */

	/* contents */
	int64		rows_read;
	int64		ids_read;
	int64		counts[KINDS];
	int64		v8_with_times;	/* these begin with a likely time */
	int64		timed_v8;		/* these begin with their time, as v7 do */
	int64		timed;			/* ids that carry a time */
	bool		needs_time_order;	/* the order of bytes is not that of times */
	uuidx_versions provable;	/* by a CHECK, as all ids read are of one
								 * version */
	bool		sampled;
	TimestampTz first_time;		/* where an id carries a time */
	TimestampTz last_time;
	bool		times_exact;
	List	   *time_columns;	/* of uuidx_time_column */
	uuidx_time_column *nearest; /* the one that is nearest to the ids, or NULL */
	bool		is_replaceable; /* ... by the time of the id */
	uuidx_time_column *partition_time;	/* the first of the partition key, or
										 * NULL */

	/* from the catalogs */
	char	   *default_text;
	int			default_version;	/* -1 if it is not known */
	uuidx_v8_kind v8;
	uuidx_versions proven;
	const char *unvalidated;	/* a CHECK that would prove what was found */
	bool		has_within;		/* a CHECK with uuid_v7_within() of the column
								 * and that of the partition key */
	const char *unvalidated_within; /* one that is not validated */
	const char *computed_time;	/* the column that the planner uses as the
								 * time of the id, quoted */
	bool		is_key;			/* of the table, and no reference */
	bool		is_unique;		/* the key, or first in another unique index */
	bool		is_reference;	/* to another table */
	StringInfoData served_by;	/* indexes and partition key, as text */
	int			access;			/* that all members offer */
	const char *unserved;		/* the first table that lacks an index, or
								 * NULL: queries by time are fast */
	bool		is_foreign;		/* ... and can have none */
	bool		has_statistics;
	bool		wants_no_statistics;	/* their target is 0 */
	bool		has_correlation;
	float4		correlation;
} uuidx_column_report;

/* Whether a column holds UUIDs */
static inline bool
uuidx_is_uuid(Form_pg_attribute attribute)
{
	return !attribute->attisdropped && getBaseType(attribute->atttypid) == UUIDOID;
}

/* How far the values of a time column, of which at least one was compared, are from the ids */
static inline int64
uuidx_distance_us(const uuidx_time_column *time_column)
{
	return Max(-time_column->least_us, time_column->greatest_us);
}

/* Whether values of a time column were compared with ids, and all of them are finite */
static inline bool
uuidx_is_measured(const uuidx_time_column *time_column)
{
	return time_column->compared > 0 && !time_column->is_infinite;
}

/* --- report.c -------------------------------------------------------------------------- */

/* Locks a table with all that inherits from it, and notes their sizes and indexes */
extern void uuidx_open_table(Oid oid, Oid function, uuidx_report_table *table);

/* Schema and name of a table, quoted */
extern const char *uuidx_qualified_name(Oid relation);

/* A row of a report, with all values about a column, or with these words alone */
extern HeapTuple uuidx_form_row(TupleDesc tupdesc, Oid relation, const uuidx_column_report *column,
								const char *words);

/* --- catalogs.c ------------------------------------------------------------------------ */

/* Notes the indexes on a member of a table; its partition key */
extern void uuidx_note_indexes(uuidx_report_table *table, Relation member);
extern void uuidx_note_partition_key(uuidx_report_table *table);

/* Sets what is known of a column before its contents are read */
extern void uuidx_begin_column(const uuidx_report_table *table, AttrNumber number,
							   uuidx_column_report *column);

/* After its contents are read: sets what constraints prove, what queries use, statistics */
extern void uuidx_look_at_catalogs(uuidx_column_report *column);

/* Whether a user may read a column of a table, which may have been dropped meanwhile */
extern bool uuidx_may_read(Oid relation, AttrNumber attribute, Oid user);

/* The expression of a column, with names that do not depend on search_path */
extern char *uuidx_expression_text(Relation relation, AttrNumber attribute);

/* --- contents.c ------------------------------------------------------------------------ */

/*
 * Reads all ids, or those of table->sample_pages pages, the same ones each time, with the
 * values of the time columns
 */
extern void uuidx_read_contents(uuidx_column_report *column);

/*
 * Where a btree returns the first and the last id quickly, their times count, too.
 * They are the first and the last time if all ids are of one version.
 */
extern void uuidx_read_ends(uuidx_column_report *column);

/* --- advice.c -------------------------------------------------------------------------- */

/*
 * The words of the next step, and the statement for it or NULL.  After the statement the
 * report returns the next one, until there is none.
 */
extern const char *uuidx_next_step(const uuidx_column_report *column, const char **statement);

#endif							/* UUIDX_TABLE_H */
