/*
 * generated.c
 *	  Stored generated columns whose expression is the time of a uuid of their row: see
 *	  generated.h.
 *
 *	  CREATE TABLE orders (id uuid,
 *		created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
 *		CHECK (created_at = uuid_time(id)));
 *
 * The server computes the column of every row that it writes, after triggers, and
 * rewrites the table when the column is added or the expression is set.  ALTER COLUMN ...
 * TYPE, however, converts what is stored and does not compute it again: from
 * timestamptz(0) to timestamptz the column keeps whole seconds, and from timestamp to
 * timestamptz it may move by hours, under an expression that says otherwise.  Therefore
 * the expression proves only that the column is null where the time is; that they are
 * equal otherwise is proved by the CHECK, which makes such a command fail (proven.c).
 *
 * Of a foreign table neither need be true.  A table that inherits from this one may have
 * another expression, and the column of the same name may have another number there.
 *
 * The stored expressions are inspected, never evaluated or simplified.
 */
#include "proof/generated.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/primnodes.h"
#include "proof/checks.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* The generation expression of a column as it is stored, or NULL */
static Node *
generation_expression(Oid table, AttrNumber attribute)
{
	Relation	defaults = table_open(AttrDefaultRelationId, AccessShareLock);
	Node	   *expression = NULL;
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&keys[0], Anum_pg_attrdef_adrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	ScanKeyInit(&keys[1], Anum_pg_attrdef_adnum, BTEqualStrategyNumber, F_INT2EQ,
				Int16GetDatum(attribute));
	scan = systable_beginscan(defaults, AttrDefaultIndexId, true, NULL, 2, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
	{
		bool		isnull;
		Datum		value = heap_getattr(tuple, Anum_pg_attrdef_adbin, RelationGetDescr(defaults),
										 &isnull);

		if (!isnull)
			expression = (Node *) stringToNode(TextDatumGetCString(value));
	}
	systable_endscan(scan);
	table_close(defaults, AccessShareLock);
	return expression;
}

/* Reads a column; NULL unless it holds the time of a uuid */
static uuidx_generated_column *
read_column(Oid table, Form_pg_attribute attribute)
{
	uuidx_generated_column *column;
	FuncExpr   *call;
	Var		   *uuid;

	if (attribute->attisdropped || attribute->attgenerated != ATTRIBUTE_GENERATED_STORED ||
		attribute->atttypid != TIMESTAMPTZOID)
		return NULL;
	call = (FuncExpr *) generation_expression(table, attribute->attnum);
	if (call == NULL || !uuidx_extracts_time((Node *) call))
		return NULL;

	/* a domain over uuid is relabeled */
	uuid = (Var *) linitial(call->args);
	while (IsA(uuid, RelabelType))
		uuid = (Var *) ((RelabelType *) uuid)->arg;
	if (!IsA(uuid, Var) || uuid->varattno <= 0)
		return NULL;

	column = (uuidx_generated_column *) palloc(sizeof(uuidx_generated_column));
	column->attribute = attribute->attnum;
	column->uuid = uuid->varattno;
	column->function = call->funcid;
	return column;
}

List *
uuidx_read_generated(Oid table, TupleDesc tupdesc)
{
	List	   *result = NIL;

	if (tupdesc->constr == NULL || !tupdesc->constr->has_generated_stored ||
		get_rel_relkind(table) == RELKIND_FOREIGN_TABLE)
		return NIL;
	for (int i = 0; i < tupdesc->natts; i++)
	{
		uuidx_generated_column *column = read_column(table, TupleDescAttr(tupdesc, i));

		if (column != NULL)
			result = lappend(result, column);
	}
	return result;
}

List *
uuidx_with_check(const List *generated, const List *times)
{
	List	   *result = NIL;
	ListCell   *column;
	ListCell   *check;

	foreach(column, generated)
	{
		uuidx_generated_column *candidate = (uuidx_generated_column *) lfirst(column);

		foreach(check, times)
		{
			uuidx_time_check *time = (uuidx_time_check *) lfirst(check);

			if (time->at == candidate->attribute && time->uuid == candidate->uuid &&
				time->function == candidate->function)
			{
				result = lappend(result, candidate);
				break;
			}
		}
	}
	return result;
}

/* The column of an inheritor that is generated as a column of a table is, or NULL */
static uuidx_generated_column *
match_column(Oid table, const uuidx_generated_column *column, Oid inheritor)
{
	uuidx_generated_column *result;
	char	   *name = get_attname(table, column->attribute, true);
	char	   *uuid = get_attname(table, column->uuid, true);
	HeapTuple	tuple;

	if (name == NULL || uuid == NULL)
		return NULL;
	tuple = SearchSysCacheAttName(inheritor, name);
	if (!HeapTupleIsValid(tuple))
		return NULL;
	result = read_column(inheritor, (Form_pg_attribute) GETSTRUCT(tuple));
	ReleaseSysCache(tuple);
	if (result == NULL || result->function != column->function ||
		result->uuid != get_attnum(inheritor, uuid))
		return NULL;
	return result;
}

List *
uuidx_match_generated(Oid table, List *columns, Oid inheritor, List **inherited)
{
	List	   *result = NIL;
	ListCell   *cell;

	*inherited = NIL;
	if (columns == NIL || get_rel_relkind(inheritor) == RELKIND_FOREIGN_TABLE)
		return NIL;
	foreach(cell, columns)
	{
		uuidx_generated_column *column = (uuidx_generated_column *) lfirst(cell);
		uuidx_generated_column *match = match_column(table, column, inheritor);

		if (match == NULL)
			continue;
		result = lappend(result, column);
		*inherited = lappend(*inherited, match);
	}
	return result;
}

const uuidx_generated_column *
uuidx_find_generated(const List *columns, AttrNumber attribute)
{
	ListCell   *cell;

	foreach(cell, columns)
	{
		const uuidx_generated_column *column = (uuidx_generated_column *) lfirst(cell);

		if (column->attribute == attribute)
			return column;
	}
	return NULL;
}

List *
uuidx_copy_generated(const List *columns)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, columns)
	{
		uuidx_generated_column *copy = palloc_object(uuidx_generated_column);

		*copy = *(uuidx_generated_column *) lfirst(cell);
		result = lappend(result, copy);
	}
	return result;
}
