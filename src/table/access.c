/*
 * access.c
 *	  The keys, indexes and partitions that lookups and queries by time on a uuid column
 *	  use.
 */
#include "table/table.h"

#include "access/genam.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "functions.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"

/* Whether a column is the first uuid of an index, or another one with a default */
static bool
is_uuid_of_index(Relation relation, Relation index, const uuidx_column_report *column)
{
	Form_pg_index form = index->rd_index;
	bool		first = true;

	for (int i = 0; i < form->indnkeyatts; i++)
	{
		AttrNumber	attribute = form->indkey.values[i];

		if (attribute == column->attribute)
			return first || column->default_text != NULL;
		first &= getBaseType(get_atttype(RelationGetRelid(relation), attribute)) != UUIDOID;
	}
	return false;
}

/*
 * Whether the partition key is a key on the column, or replaces one.  A table that is
 * partitioned by another column often has no primary key, since that would need both
 * columns: then an index is enough.
 */
static bool
is_key_of_partitions(PartitionKey key, const uuidx_column_report *column, bool has_primary,
					 bool is_indexed)
{
	if (key->strategy == PARTITION_STRATEGY_RANGE && key->partattrs[0] == column->attribute)
		return true;
	return !has_primary && is_indexed &&
		(key->partattrs[0] == 0 || getBaseType(key->parttypid[0]) != UUIDOID);
}

void
uuidx_look_at_keys(const uuidx_report_table *table, uuidx_column_report *column)
{
	Relation	relation = table->relation;
	PartitionKey key = RelationGetPartitionKey(relation);
	bool		has_primary = false;
	bool		is_indexed = false;
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(relation))
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);
		bool		is_first = index->rd_index->indkey.values[0] == column->attribute;

		has_primary |= index->rd_index->indisprimary;
		is_indexed |= is_first;
		if (index->rd_index->indisprimary)
			column->is_key = is_uuid_of_index(relation, index, column);
		else if (index->rd_index->indisunique)
			column->is_unique |= is_first;
		index_close(index, AccessShareLock);
	}
	if (key != NULL)
		column->is_key |= is_key_of_partitions(key, column, has_primary, is_indexed);
	foreach(cell, RelationGetFKeyList(relation))
	{
		ForeignKeyCacheInfo *reference = lfirst(cell);

		for (int i = 0; i < reference->nkeys; i++)
			column->is_reference |= reference->conkey[i] == column->attribute;
	}
}

static void
add_served_by(uuidx_column_report *column, const char *what, const char *how)
{
	if (column->served_by.len > 0)
		appendStringInfoString(&column->served_by, ", ");
	appendStringInfo(&column->served_by, "%s (%s)", what, how);
}

/*
 * Looks at the indexes of a table that begin with the column of that number: valid
 * ones of all rows, with an operator class that compares.  Records their names if the
 * table is the one of the report.
 */
static void
look_at_indexes(Relation relation, AttrNumber attribute, uuidx_column_report *column, bool itself)
{
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(relation))
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);
		Form_pg_index form = index->rd_index;
		Oid			less = InvalidOid;
		Oid			function;

		/* strategy 1 of btree, BRIN and btree_gist */
		if (form->indkey.values[0] == attribute && form->indisvalid &&
			RelationGetIndexPredicate(index) == NIL)
			less = get_opfamily_member(index->rd_opfamily[0], UUIDOID, UUIDOID, 1);
		function = OidIsValid(less) ? get_opcode(less) : InvalidOid;
		if (function == F_UUID_LT)
		{
			column->bytewise = true;
			column->has_btree |= index->rd_rel->relam == BTREE_AM_OID;
		}
		else if (OidIsValid(function) && uuidx_own_function(function) == uuidx_uuid_time_lt)
			column->time_order = true;
		else
			function = InvalidOid;
		if (itself && OidIsValid(function))
			add_served_by(column, RelationGetRelationName(index),
						  function == F_UUID_LT ? get_am_name(index->rd_rel->relam) :
						  psprintf("%s, in time order", get_am_name(index->rd_rel->relam)));
		index_close(index, AccessShareLock);
	}
}

void
uuidx_look_at_access(const uuidx_report_table *table, uuidx_column_report *column)
{
	Relation	relation = table->relation;
	PartitionKey key = RelationGetPartitionKey(relation);
	ListCell   *cell;

	initStringInfo(&column->served_by);
	look_at_indexes(relation, column->attribute, column, true);
	if (key != NULL && key->strategy == PARTITION_STRATEGY_RANGE &&
		key->partattrs[0] == column->attribute)
	{
		bool		bytewise = key->partsupfunc[0].fn_oid == F_UUID_CMP;
		bool		time_order = key->partsupfunc[0].fn_addr == uuidx_uuid_time_cmp;

		column->bytewise |= bytewise;
		column->time_order |= time_order;
		if (bytewise || time_order)
			add_served_by(column, "partition key", bytewise ? "range" : "range, in time order");
	}
	/* an index of a partitioned table is on each partition */
	if (key != NULL)
	{
		column->unserved = table->name;
		return;
	}
	foreach(cell, table->members)
	{
		Relation	member = relation_open(lfirst_oid(cell), NoLock);
		uuidx_column_report its = {0};

		look_at_indexes(member, get_attnum(lfirst_oid(cell), column->raw_name), &its, false);
		column->bytewise &= its.bytewise;
		column->time_order &= its.time_order;
		column->has_btree &= its.has_btree;
		if (column->unserved == NULL &&
			!(uuidx_needs_time_order(column) ? its.time_order : its.bytewise))
		{
			column->unserved = uuidx_qualified_name(member);
			column->is_foreign = member->rd_rel->relkind == RELKIND_FOREIGN_TABLE;
		}
		relation_close(member, NoLock);
	}
}
