/*
 * index_use.c
 *	  What the indexes and the partition key of a table contain: see index_use.h.
 *
 *	  CREATE INDEX ON orders (tenant, uuid_time(id));
 *	  CREATE INDEX ON orders (id) WHERE uuid_is_v7(id);
 *
 * contain an expression that is the extracted time, and a filter by version.  If a table has such
 * an index, conditions stay as they were written, because only then the server can use it.
 */
#include "proof/index_use.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/indexing.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* Where the walker adds what it finds in an expression */
typedef struct expression_context
{
	uuidx_index_use *use;
	List	   *generated;
	bool		is_predicate;
} expression_context;

/* Whether a call returns a type, and is of a function of a uuid that the server may inline */
static bool
may_be_inlined(FuncExpr *call, Oid type)
{
	return IsA(call, FuncExpr) && call->funcresulttype == type && call->args != NIL &&
		exprType((Node *) linitial(call->args)) == UUIDOID &&
		call->funcid >= FirstNormalObjectId && uuidx_own_function(call->funcid) == NULL;
}

static bool
expression_walker(Node *node, expression_context *context)
{
	if (node == NULL)
		return false;
	if (uuidx_extracts_time(node) || may_be_inlined((FuncExpr *) node, TIMESTAMPTZOID) ||
		(context->is_predicate && may_be_inlined((FuncExpr *) node, BOOLOID)))
		context->use->time_expressions = true;
	if (IsA(node, Var))
	{
		Var		   *column = (Var *) node;

		if (list_member_int(context->generated, column->varattno))
			context->use->time_columns = true;
	}
	return expression_tree_walker(node, UUIDX_WALKER(expression_walker), (void *) context);
}

Oid
uuidx_range_operator(Oid opfamily, bool *time_order)
{
	Oid			less = get_opfamily_member(opfamily, UUIDOID, UUIDOID, BTLessStrategyNumber);
	Oid			function = OidIsValid(less) ? get_opcode(less) : InvalidOid;

	*time_order = uuidx_own_function(function) == uuidx_uuid_time_lt;

	/* GIN reads all ids above one end of a range, and all below the other */
	if ((function != F_UUID_LT && !*time_order) ||
		GetSysCacheOid1(OPFAMILYOID, Anum_pg_opfamily_opfmethod,
						ObjectIdGetDatum(opfamily)) == GIN_AM_OID)
		return InvalidOid;
	return less;
}

/* Adds the columns of an index or a partition key, and the orders of the UUIDs in it */
static void
read_keys(const int16 *columns, int ncolumns, const Oid *opclasses, int nkeys, bool is_index,
		  List *generated, uuidx_index_use *use)
{
	Oid			first = InvalidOid;

	for (int i = 0; i < ncolumns; i++)
		if (list_member_int(generated, columns[i]))
			use->time_columns = true;
	for (int i = 0; i < nkeys; i++)
	{
		Oid			opfamily;
		Oid			type;
		Oid			compare;
		bool		time_order;

		if (!get_opclass_opfamily_and_input_type(opclasses[i], &opfamily, &type))
			continue;
		if (i == 0)
			first = type;
		if (is_index && !(i == 1 && nkeys == 2 && first == UUIDOID) &&
			(type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID))
			use->instants = true;
		if (type != UUIDOID)
			continue;
		if (OidIsValid(uuidx_range_operator(opfamily, &time_order)))
		{
			if (time_order)
				use->time_ranges = true;
			else
				use->uuid_ranges = true;
			if (!is_index)
				use->partitions = true;
		}

		/* no other access method has this support function */
		compare = get_opfamily_proc(opfamily, UUIDOID, UUIDOID, BTORDER_PROC);
		if (is_index && uuidx_own_function(compare) == uuidx_uuid_time_cmp)
			use->time_order = true;
	}
}

/* Returns the array in an attribute of a catalog row that is a vector */
#define VECTOR(type, tuple, attribute, tupdesc) \
	(((type *) DatumGetPointer(heap_getattr(tuple, attribute, tupdesc, &(bool) {false})))->values)

/* Adds what the indexes of a table contain */
static void
read_indexes(Oid table, List *generated, uuidx_index_use *use)
{
	Relation	indexes = table_open(IndexRelationId, AccessShareLock);
	TupleDesc	tupdesc = RelationGetDescr(indexes);
	expression_context predicate = {use, generated, true};
	expression_context key_expression = {use, generated, false};
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_index_indrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	scan = systable_beginscan(indexes, IndexIndrelidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_index index = (Form_pg_index) GETSTRUCT(tuple);
		Node	   *condition;

		/* the server does not use an invalid index, either */
		if (!index->indisvalid)
			continue;
		condition = uuidx_stored_expression(tuple, Anum_pg_index_indpred, tupdesc);
		use->uuid_predicates |= uuidx_calls_ours(condition, NULL);
		(void) expression_walker(condition, &predicate);
		(void) expression_walker(uuidx_stored_expression(tuple, Anum_pg_index_indexprs, tupdesc),
								 &key_expression);
		read_keys(VECTOR(int2vector, tuple, Anum_pg_index_indkey, tupdesc), index->indnatts,
				  VECTOR(oidvector, tuple, Anum_pg_index_indclass, tupdesc), index->indnkeyatts,
				  true, generated, use);
	}
	systable_endscan(scan);
	table_close(indexes, AccessShareLock);
}

/* Adds what the partition key of a table contains */
static void
read_partition_key(Oid table, List *generated, uuidx_index_use *use)
{
	expression_context context = {use, generated, false};
	Form_pg_partitioned_table form;
	HeapTuple	tuple;
	Datum		expressions;
	Datum		opclasses;
	bool		isnull;

	/* unlike the partition key, pg_class is already cached for each partition */
	if (get_rel_relkind(table) != RELKIND_PARTITIONED_TABLE)
		return;
	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(table));
	if (!HeapTupleIsValid(tuple))
		return;
	expressions = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partexprs, &isnull);
	if (!isnull)
		(void) expression_walker((Node *) stringToNode(TextDatumGetCString(expressions)),
								 &context);
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	opclasses = SysCacheGetAttrNotNull(PARTRELID, tuple, Anum_pg_partitioned_table_partclass);
	read_keys(form->partattrs.values, form->partnatts,
			  ((oidvector *) DatumGetPointer(opclasses))->values, form->partnatts, false, generated,
			  use);
	ReleaseSysCache(tuple);
}

void
uuidx_read_index_use(Oid table, List *generated, uuidx_index_use *use)
{
	read_indexes(table, generated, use);
	read_partition_key(table, generated, use);
	if (get_rel_relkind(table) == RELKIND_FOREIGN_TABLE)
		use->instants = true;
}
