/*
 * report.h
 *	  Declarations for the files of this folder, which report on a table and its uuid columns.
 *
 * table_facts.c, indexes.c, time_columns.c, rows.c and contents.c read facts, origin.c finds out
 * which system generated the ids, bound.c how they are queried by time, rules.c says what follows,
 * in words that wording.c completes, report.c returns both for one table, and overview.c does so
 * for all tables of the database.  The caller of a function is connected to SPI.
 */
#ifndef UUIDX_REPORT_H
#define UUIDX_REPORT_H

#include "ids/id.h"
#include "proof/checks.h"

#include "access/htup.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "nodes/parsenodes.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

/* An id is counted by its version, 0 to 15, or else as one of these */
enum
{
	KIND_NCS = 16,				/* and on, as in enum uuidx_variant */
	KIND_NIL = 20,
	KIND_MAX,
	KINDS
};

/* How the v8 UUIDs in a column were generated */
typedef enum uuidx_v8_kind
{
	UUIDX_V8_UNKNOWN,
	UUIDX_V8_NODE,				/* the default calls uuid_generate_v8_node() */
	UUIDX_V8_MOVED,				/* the default calls uuid_from_id() */
	UUIDX_V8_TIME_FIRST			/* unknown, but all begin with plausible times */
} uuidx_v8_kind;

/* How a column is computed from the uuid column */
typedef enum uuidx_computation
{
	UUIDX_NOT_COMPUTED,			/* not at all, or by an unknown function */
	UUIDX_COMPUTED,				/* it is the time of the id */
	UUIDX_COMPUTED_CAST,		/* ... converted to the type of the column */
	UUIDX_COMPUTED_OTHERWISE	/* by another function of that name */
} uuidx_computation;

/* Kinds of queries that an index can serve */
typedef enum uuidx_served
{
	UUIDX_BY_ID,				/* ranges of uuids */
	UUIDX_BY_ID_IN_TIME_ORDER,
	UUIDX_BY_ID_IN_ANY_ORDER,
	UUIDX_BY_BTREE,				/* the first and the last uuid */
	UUIDX_BY_VALUE,				/* ranges of a column of another type */
	UUIDX_BY_CAST,				/* ranges of that column as uuid */
	UUIDX_BY_TIME				/* ranges of the time that the system reads */
} uuidx_served;

/* A table that inherits from the one of the report, or that one itself; not locked */
typedef struct uuidx_member
{
	Oid			oid;
	bool		has_rows;		/* of its own, on this server */
	BlockNumber pages;			/* of a heap table with rows */
	List	   *indexes;		/* of uuidx_index */
} uuidx_member;

/* An index of a member; columns have the numbers of the table of the report */
typedef struct uuidx_index
{
	Oid			oid;
	const char *name;
	const char *method;
	bool		is_btree;
	bool		is_primary;
	bool		is_unique;
	bool		is_whole;		/* valid and not partial */
	Oid			opfamily;		/* of the first column */
	Oid			collation;
	Node	   *expression;		/* that it begins with, as written; or NULL */
	AttrNumber	inside;			/* the only column in that expression, or 0 */
	int			nkeys;
	List	   *attributes;		/* 0 for an expression; INCLUDE comes last */
	int64		bytes;
} uuidx_index;

/* A table and all tables that inherit from it, which are its members */
typedef struct uuidx_report_table
{
	Oid			oid;
	Relation	relation;		/* locked until the end of the transaction */
	bool		is_brief;		/* waits for no lock, and reads few rows */
	const char *name;			/* qualified and quoted */
	const char *schema;			/* of the extension, quoted */
	const char *unread;			/* why no row is read, or NULL */
	Form_pg_partitioned_table key;	/* NULL if it is not partitioned */
	AttrNumber	key_attribute;	/* the first one; 0 for an expression */
	Oid			key_type;		/* its type */
	List	   *members;		/* of uuidx_member, in the order of OIDs */
	uuidx_member *self;			/* the table itself, which is the first one */
	List	   *checks;			/* names of their CHECK constraints */
	int			leaves;			/* number of members that are not partitioned */
	double		pages;			/* number of pages in heap tables */
	double		sample_pages;	/* at most this many of them are read */
	bool		is_distributed; /* by Citus, or kept in a shard */
	AttrNumber	distributed_by; /* the distribution column, or 0 */
	bool		has_foreign;
	bool		has_other_storage;	/* another access method than heap */
	bool		triggers_read_rows; /* there are triggers that can read rows */
	const char *whole_row_trigger;	/* a trigger with NEW.* in WHEN, or NULL */
} uuidx_report_table;

/* The time of the id can replace a column that differs by at most this */
#define UUIDX_REPLACEABLE_US USECS_PER_SEC

/* A column that holds a time, and its distance from the times of the ids */
typedef struct uuidx_time_column
{
	/* from the catalogs */
	AttrNumber	attribute;
	Oid			type;			/* timestamptz, timestamp or date */
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_nullable;
	bool		varies;			/* a member generates it in another way */
	bool		is_in_seconds;	/* its type holds whole seconds only */
	const char *obstacle;		/* why it cannot be replaced, or NULL */
	const char *expression;		/* NULL if the column is not generated */
	uuidx_computation computation;
	Oid			function;		/* the function that computes it */
	bool		is_checked;		/* a CHECK proves that it is the id's time */
	const char *unvalidated;	/* a CHECK that proves it once validated */
	int64		proven_us;		/* the least tolerance that a CHECK proves */
	int64		index_bytes;	/* size of the indexes dropped with it */
	int64		bytes;			/* size with its indexes; -1: not known */

	/* from the contents; a value without time zone is compared as UTC */
	TimestampTz *kept;			/* in the kept rows; DT_NOBEGIN for null */
	int64		values_read;
	int64		compared;		/* values in rows whose id carries a time */
	bool		is_infinite;	/* a compared value is infinite */
	bool		has_fractions;	/* a compared value has part of a second */
	int64		least_us;		/* least time of an id minus the value */
	int64		greatest_us;
	bool		is_measured;	/* values were compared, and all are finite */
	int64		distance_us;	/* the greatest; not measured: PG_INT64_MAX */
	bool		differs;		/* computed, but not the time of the id */
} uuidx_time_column;

/* How certain it is that a system generated the ids; 0 if no system fits */
typedef enum uuidx_certainty
{
	UUIDX_POSSIBLE = 1,			/* the times rise, but far from the columns */
	UUIDX_PROBABLE,				/* the times rise in the order of the rows */
	UUIDX_ALMOST_CERTAIN		/* the times are near those of a time column */
} uuidx_certainty;

/* What the version digits of ids must be, besides what the system checks */
typedef enum uuidx_version_digits
{
	UUIDX_CHECKED,
	UUIDX_VERSION_4,
	UUIDX_NO_VERSION,			/* they are part of a time or random */
	UUIDX_SWAPPED				/* one version once the octets are in order */
} uuidx_version_digits;

/* How the kept ids are read by one system */
typedef struct uuidx_reading
{
	const uuidx_id_system *system;
	uuidx_version_digits version_digits;
	const char *ids;			/* what they are called, or NULL */
	TimestampTz range_first;	/* of all ids of the system */
	TimestampTz range_last;
	int			version;		/* of UUIDs in another order of octets, or 0 */
	uuidx_certainty certainty;
	int			fitting;		/* ids that can be of the system */
	int			compared;		/* with a time column */
	int			near;			/* to a time column */
	int64		distance_us;	/* sum of the distances of these */
	int			rising;			/* with a time not before the last one */
	int			differing;		/* with a time other than the last one */
	TimestampTz first;
	TimestampTz last;
} uuidx_reading;

/* At most this many of the rows read are kept, at equal distances */
#define UUIDX_MAX_KEPT 2000

/* A kept row, or after the kept ones the row just read; the type decides which members are set */
typedef struct uuidx_kept_row
{
	pg_uuid_t	uuid;			/* of a uuid, or a text that is one */
	int64		number;			/* of a bigint */
	const char *string;			/* of a text or bytea; NULL if it is too long */
} uuidx_kept_row;

/* The results for one column */
typedef struct uuidx_column_report
{
	/* from the catalogs */
	const uuidx_report_table *table;
	AttrNumber	attribute;
	const char *raw_name;
	const char *name;			/* quoted */
	Oid			type;			/* without domains */
	bool		is_virtual;		/* generated when it is read */
	char	   *default_text;
	int			default_version;	/* of the default; 0 if it is not known */
	uuidx_v8_kind v8;			/* changed after the contents are read */
	uuidx_versions proven;
	const char *unvalidated[UUIDX_VERSIONS_COUNT];	/* would prove this */
	bool		rejects_v7;		/* a CHECK keeps the ids at another version */
	bool		has_within;		/* a CHECK limits its distance from the key */
	const char *unvalidated_within; /* a CHECK that would limit it */
	bool		is_key;			/* it is the key, and no reference */
	bool		is_unique;		/* the key, or first in another unique index */
	bool		is_reference;	/* it references another table */
	const char *served_by;		/* indexes and partition key, as text; or NULL */
	bool		has_statistics;
	bool		wants_no_statistics;	/* its statistics target is 0 */
	bool		has_correlation;
	float4		correlation;
	List	   *time_columns;	/* of uuidx_time_column */
	uuidx_time_column *partition_time;	/* first in the partition key, or NULL */
	const char *computed_time;	/* quoted; the planner uses it as the time */
	bool		has_virtual_time;	/* a virtual column is the time of the id */

	/* from the contents */
	int64		most_rows;		/* to read */
	int64		rows_read;
	int64		ids_read;
	int64		counts[KINDS];
	pg_uuid_t	largest;
	int64		v8_with_times;	/* v8 that begin with a plausible time */
	int64		timed_v8;		/* v8 that begin with their time, as v7 do */
	int64		timed;			/* ids that carry a time */
	int64		numbers;		/* ids with a first half of zeros, except nil */
	int64		bad_times[16];	/* by version: not plausible, nor near a
								 * column */
	int64		bad;			/* their sum */
	int64		undefined;		/* ids that RFC 9562 does not define; 0 if few */
	int64		compared;		/* ids with a time, in rows with a time value */
	int64		far;			/* of these, over a day from each value */
	uuidx_kept_row *kept;
	int			nkept;
	int64		keep_every;		/* one row in this many is kept */
	bool		needs_time_order;	/* queries by time use uuid_time_ops */
	Oid			unserved;		/* first member without an index by time, or 0 */
	uuidx_versions provable;	/* true of all ids read, and can be proven */
	bool		sampled;
	TimestampTz first_time;		/* after last_time if no id carries a time */
	TimestampTz last_time;
	bool		times_exact;
	uuidx_time_column *nearest; /* to the times of the ids, or NULL */
	bool		is_replaceable; /* the time of the id can replace it */
	bool		is_coarse;		/* ... but "nearest" has whole seconds */
	int64		saving;			/* size of the indexes that go, or 0 */

	/* the system that generated the ids */
	bool		holds_uuids;	/* the values are uuids, or their text */
	bool		are_defined;	/* most are, and RFC 9562 defines them */
	int64		other_texts;	/* values among texts of UUIDs that are none */
	bool		has_braces;		/* some texts are in braces */
	bool		has_one_version;
	bool		contradicts;	/* the ids are not those of RFC 9562 */
	uuidx_reading best;			/* by the system that fits best, if any */
	const char *rivals;			/* names of systems that fit as well, or NULL */
	bool		is_sorted_v4;	/* version 4 in the order of the rows */

	/* how the column is queried by the times that this system reads */
	Oid			collation;
	bool		collates_as_c;	/* by octets, as COLLATE "C" does */
	int			prefix_length;	/* of what is before the text of the system */
	const char *condition;		/* NULL if no condition is right */
	bool		is_unsorted;	/* the condition is on the time, not the ids */
	const char *indexed;		/* what to index for the condition, or NULL */
} uuidx_column_report;

/*
 * Opens a table, locks it in ACCESS SHARE mode, and sets *table.  `function` is any SQL function in
 * the schema of the extension.  Raises an error if the table does not exist, has no rows of its own
 * or, if is_brief is true, if it or a member is locked.
 */
extern void uuidx_open_table(Oid oid, Oid function, bool is_brief, uuidx_report_table *table);

/* Opens a member or an index, and locks it in ACCESS SHARE mode; NULL if it has been dropped */
extern Relation uuidx_open_part(const uuidx_report_table *table, Oid oid);

/* Sets the indexes of a member, which is open */
extern void uuidx_read_indexes(const uuidx_report_table *table, uuidx_member *member,
							   Relation opened);

/* Returns the first index of a member that serves a kind of query, or NULL */
extern const uuidx_index *uuidx_find_index(const uuidx_column_report *column,
										   const uuidx_member *member, uuidx_served served);

/* Returns which indexes of the table itself serve a kind of query, as text, or NULL */
extern const char *uuidx_served_by(const uuidx_column_report *column, uuidx_served served);

/* Returns the first member in which no index serves a kind of query, or 0 */
extern Oid	uuidx_unserved(const uuidx_column_report *column, uuidx_served served);

/*
 * Sets what the catalogs contain about the column with that number, and clears all other results.
 * Returns false if the column has been dropped, or its type is not uuid and any_type is false.
 */
extern bool uuidx_read_catalogs(const uuidx_report_table *table, AttrNumber number, bool any_type,
								uuidx_column_report *column);

/*
 * Lists the time columns that the caller may read: those that are computed from the uuid column,
 * and all of them if the uuid is unique and no reference.  A virtual column takes no space, so it
 * is only recorded as the time that the planner uses.
 */
extern void uuidx_read_time_columns(uuidx_column_report *column);

/* Returns an expression as text, with names that do not depend on search_path */
extern char *uuidx_expression_text(Relation relation, Node *expression);

/* Returns true if the caller may read a column */
extern bool uuidx_may_read(const uuidx_report_table *table, AttrNumber attribute);

/* Called with the values of each row */
typedef void (*uuidx_note) (uuidx_column_report *column, const Datum *values, const bool *nulls);

/*
 * Passes the columns of all rows to note(), up to column->most_rows, or of a sampled column those
 * of table->sample_pages pages at equal distances over all members, the same ones each time; no row
 * if table->unread is set.  Raises an error if the caller may not read these columns.
 */
extern void uuidx_read_rows(uuidx_column_report *column, const List *attributes, uuidx_note note);

/* Passes the first and the last id of each member with a btree index on it to note() */
extern void uuidx_read_ends(uuidx_column_report *column, uuidx_note note);

/*
 * Reads rows, and sets what follows from them.  Unless table->is_brief is true, also reads the
 * first and the last id of a sampled column where a btree returns them.
 */
extern void uuidx_read_contents(uuidx_column_report *column);

/* Returns true if a time is between 2000 and tomorrow */
extern bool uuidx_is_plausible(TimestampTz time);

/* Compares a value with the time of the id in its row; returns true if a day or less is between */
extern bool uuidx_note_value(uuidx_time_column *at, TimestampTz value, TimestampTz id_time);

/* Sets the system of the ids that were read; if it is not RFC 9562, clears what its times prove */
extern void uuidx_identify_system(uuidx_column_report *column);

/* Reads the first unique column of texts that holds mostly UUIDs; returns false if there is none */
extern bool uuidx_read_text_key(const uuidx_report_table *table, uuidx_column_report *column);

/* Sets the id of a kept row; returns false if it cannot be one of the system */
extern bool uuidx_get_id(const uuidx_column_report *column, const uuidx_kept_row *row,
						 const uuidx_id_system *system, uuidx_id *id);

/* Returns true if a type is one for texts */
static inline bool
uuidx_is_text(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID;
}

/* Returns the ids of the column as the text that functions for other systems take */
extern const char *uuidx_text_of_ids(const uuidx_column_report *column);

/*
 * Sets the condition for the ids of the last hour, of another system or of version 7 in another
 * type than uuid, and the indexes that serve the condition
 */
extern void uuidx_find_condition(uuidx_column_report *column);

/*
 * A rule of what a report says.  A name in braces in its words or statement stands for the first
 * rule of that name that applies, or else for nothing.
 */
typedef struct uuidx_rule
{
	const char *name;
	bool		applies;
	const char *words;
	const char *statement;		/* to run, or NULL */
	const uuidx_time_column *at;	/* NULL: as of the rule that names it */
	const char *label;			/* in the name of a new CHECK, or NULL */
	const char *existing;		/* CHECK that is not validated, or NULL */
	const char *value;			/* in place of words: it is not expanded */
} uuidx_rule;

/* What a report says about a column */
typedef struct uuidx_words
{
	const char *by_time;		/* whether queries by time are fast */
	const char *next_step;
	const char *statement;		/* to run, or NULL */
} uuidx_words;

/* Returns a share as text, where 100 % stands for all */
extern const char *uuidx_share_text(int64 count, int64 all);

/* Returns the texts of the rules "by_time" and "next_step", and the statement of a rule in them */
extern uuidx_words uuidx_expand(const uuidx_column_report *column, const uuidx_rule *rules);

/* Returns what the rules say about a column */
extern uuidx_words uuidx_apply_rules(const uuidx_column_report *column);

/* Returns a row of a report about a column, or NULL if "unread" says why there is none */
extern HeapTuple uuidx_form_row(TupleDesc tupdesc, Oid relation, const uuidx_column_report *column,
								const char *unread);

#endif							/* UUIDX_REPORT_H */
