/*
 * generated.c
 *	  Stored generated columns that contain the time of a uuid of their row: see generated.h.
 *
 *	  CREATE TABLE orders (id uuid,
 *		created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
 *		CHECK (created_at = uuid_time(id)));
 *
 * The server computes the column of every row that it writes.  ALTER COLUMN ... TYPE, however,
 * converts what is stored: from timestamptz(0) to timestamptz the column keeps whole seconds, and
 * from timestamp to timestamptz it may move by hours, under an expression that says otherwise.
 * Therefore the expression proves only that the column is null where the time is.  The CHECK proves
 * that they are equal otherwise, because it makes such a command fail.
 *
 * In a foreign table, neither need be true.  A table that inherits from this one may have another
 * expression, and the column of the same name may have another number there.
 */
#include "proof/generated.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "functions.h"
#include "nodes/primnodes.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* Returns the text of the default or generation expression of a column, or NULL */
static char *
stored_default(Oid table, AttrNumber attribute)
{
	Relation	defaults = table_open(AttrDefaultRelationId, AccessShareLock);
	char	   *expression = NULL;
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
		expression = uuidx_stored_text(tuple, Anum_pg_attrdef_adbin, RelationGetDescr(defaults));
	systable_endscan(scan);
	table_close(defaults, AccessShareLock);
	return expression;
}

/* Whether an expression calls the function of a condition, with a column as argument; sets *uuid */
static bool
is_time(const char *expression, const uuidx_check *check, AttrNumber *uuid)
{
	FuncExpr   *call = (FuncExpr *) stringToNode(expression);

	return uuidx_extracts_time((Node *) call) && call->funcid == check->function &&
		uuidx_is_column((Node *) linitial(call->args), uuid);
}

AttrNumber
uuidx_match_generated(Oid table, uuidx_check *check, Oid member)
{
	char	   *at = get_attname(table, check->at, true);
	char	   *uuid = get_attname(table, check->uuid, true);
	AttrNumber	result = InvalidAttrNumber;
	AttrNumber	argument = check->uuid;
	char	   *expression = NULL;
	HeapTuple	tuple;

	if (at == NULL || uuid == NULL || get_rel_relkind(member) == RELKIND_FOREIGN_TABLE)
		return InvalidAttrNumber;
	tuple = SearchSysCacheAttName(member, at);
	if (!HeapTupleIsValid(tuple))
		return InvalidAttrNumber;
	if (((Form_pg_attribute) GETSTRUCT(tuple))->attgenerated == ATTRIBUTE_GENERATED_STORED)
		result = ((Form_pg_attribute) GETSTRUCT(tuple))->attnum;
	ReleaseSysCache(tuple);
	if (result != InvalidAttrNumber)
		expression = stored_default(member, result);
	if (expression == NULL ||
		((check->generated == NULL || strcmp(expression, check->generated) != 0) &&
		 !is_time(expression, check, &argument)) ||
		argument != get_attnum(member, uuid))
		return InvalidAttrNumber;
	if (member == table)
		check->generated = expression;
	return result;
}
