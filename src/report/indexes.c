/*
 * indexes.c
 *	  The indexes of a table and of those that inherit from it, and which queries they serve.
 *
 * They are read once.  An index on a partitioned table is on all its partitions, so queries can use
 * what is on the table itself; its partition key counts as one more index.
 */
#include "report/report.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "catalog/pg_am.h"
#include "catalog/pg_collation.h"
#include "commands/defrem.h"
#include "errors.h"
#include "optimizer/optimizer.h"
#include "proof/index_use.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* Reads the expression that an index begins with, as it was written: nothing in it is called */
static void
read_expression(const uuidx_report_table *table, const uuidx_member *member, uuidx_index *index)
{
	bool		isnull;
	HeapTuple	tuple = SearchSysCacheCopy1(INDEXRELID, ObjectIdGetDatum(index->oid));
	Datum		expressions = SysCacheGetAttr(INDEXRELID, tuple, Anum_pg_index_indexprs, &isnull);
	Bitmapset  *columns = NULL;
	int			column;

	index->expression = linitial((List *) stringToNode(TextDatumGetCString(expressions)));
	pull_varattnos(index->expression, 1, &columns);
	if (bms_get_singleton_member(columns, &column) &&
		column + FirstLowInvalidHeapAttributeNumber > 0)
		index->inside = get_attnum(table->oid,
								   get_attname(member->oid,
											   column + FirstLowInvalidHeapAttributeNumber, false));
}

Relation
uuidx_open_part(const uuidx_report_table *table, Oid oid)
{
	Relation	relation;

	if (!table->is_brief)
		return try_relation_open(oid, AccessShareLock);
	/* overview.c catches the error */
	if (!ConditionalLockRelationOid(oid, AccessShareLock))
		elog(ERROR, "another session has locked %s", uuidx_qualified_name(oid));
	relation = try_relation_open(oid, NoLock);
	if (relation == NULL)
		UnlockRelationOid(oid, AccessShareLock);
	return relation;
}

void
uuidx_read_indexes(const uuidx_report_table *table, uuidx_member *member, Relation opened)
{
	foreach_oid(oid, RelationGetIndexList(opened))
	{
		Relation	relation = uuidx_open_part(table, oid);
		uuidx_index *index = (uuidx_index *) palloc0(sizeof(uuidx_index));
		Form_pg_index form;

		if (relation == NULL)
			continue;
		form = relation->rd_index;
		index->oid = oid;
		index->name = pstrdup(RelationGetRelationName(relation));
		index->method = get_am_name(relation->rd_rel->relam);
		index->is_btree = relation->rd_rel->relam == BTREE_AM_OID;
		index->is_primary = form->indisprimary;
		index->is_unique = form->indisunique;
		index->is_whole = form->indisvalid &&
			heap_attisnull(relation->rd_indextuple, Anum_pg_index_indpred, NULL);
		index->opfamily = relation->rd_opfamily[0];
		index->collation = relation->rd_indcollation[0];
		index->nkeys = form->indnkeyatts;
		if (RELKIND_HAS_STORAGE(relation->rd_rel->relkind))
			index->bytes = (int64) RelationGetNumberOfBlocks(relation) * BLCKSZ;
		for (int i = 0; i < form->indnatts; i++)
		{
			AttrNumber	number = form->indkey.values[i];

			index->attributes =
				lappend_int(index->attributes, number == 0 ? 0 :
							get_attnum(table->oid, get_attname(member->oid, number, false)));
		}
		if (form->indkey.values[0] == 0)
			read_expression(table, member, index);
		relation_close(relation, AccessShareLock);
		member->indexes = lappend(member->indexes, index);
	}
}

/* Returns true if an expression is a call that returns the time that the system reads */
static bool
is_time(const Node *expression, const char *system)
{
	const FuncExpr *call = (const FuncExpr *) expression;
	const Const *name;

	if (!IsA(expression, FuncExpr) || list_length(call->args) != 2 ||
		!IsA(linitial(call->args), Const))
		return false;
	name = linitial_node(Const, call->args);
	return strcmp(get_func_name(call->funcid), "id_extract_timestamp") == 0 &&
		name->consttype == TEXTOID && !name->constisnull &&
		strcmp(TextDatumGetCString(name->constvalue), system) == 0;
}

/* Returns true if an index serves a kind of query, by the rules of the planner */
static bool
serves(const uuidx_column_report *column, const uuidx_index *index, uuidx_served served)
{
	static const Oid types[] = {[UUIDX_BY_TIME] = TIMESTAMPTZOID,[UUIDX_BY_CAST] = UUIDOID};
	bool		is_first = linitial_int(index->attributes) == column->attribute;
	bool		time_order = false;

	if (!index->is_whole)
		return false;
	if (served <= UUIDX_BY_BTREE)
		return is_first && OidIsValid(uuidx_range_operator(index->opfamily, &time_order)) &&
			(served == UUIDX_BY_ID_IN_ANY_ORDER ||
			 time_order == (served == UUIDX_BY_ID_IN_TIME_ORDER)) &&
			(served != UUIDX_BY_BTREE || index->is_btree);
	if (!index->is_btree || index->opfamily !=
		lookup_type_cache(served == UUIDX_BY_VALUE ? column->type : types[served],
						  TYPECACHE_BTREE_OPFAMILY)->btree_opf)
		return false;
	if (served == UUIDX_BY_VALUE)
		return is_first &&
			index->collation == (!OidIsValid(column->collation) || column->collates_as_c ?
								 column->collation : C_COLLATION_OID);
	return index->expression != NULL && index->inside == column->attribute &&
		(served == UUIDX_BY_CAST ? IsA(index->expression, CoerceViaIO) :
		 is_time(index->expression, column->best.system->name));
}

const char *
uuidx_served_by(const uuidx_column_report *column, uuidx_served served)
{
	StringInfoData text;

	initStringInfo(&text);
	foreach_ptr(uuidx_index, index, column->table->self->indexes)
	{
		if (!serves(column, index, served))
			continue;
		appendStringInfo(&text, "%s%s (%s%s)", text.len > 0 ? ", " : "", index->name,
						 index->method, column->type == UUIDOID &&
						 serves(column, index, UUIDX_BY_ID_IN_TIME_ORDER) ?
						 ", in time order" : "");
	}
	return text.len > 0 ? text.data : NULL;
}

const uuidx_index *
uuidx_find_index(const uuidx_column_report *column, const uuidx_member *member,
				 uuidx_served served)
{
	foreach_ptr(uuidx_index, index, member->indexes)
	{
		if (serves(column, index, served))
			return index;
	}
	return NULL;
}

Oid
uuidx_unserved(const uuidx_column_report *column, uuidx_served served)
{
	const uuidx_report_table *table = column->table;

	foreach_ptr(uuidx_member, member, table->members)
	{
		if (uuidx_find_index(column, member, served) == NULL)
			return member->oid;
		if (table->key != NULL)
			break;
	}
	return InvalidOid;
}
