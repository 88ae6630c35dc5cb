/*
 * time_columns.c
 *	  The columns beside a uuid column that contain times, and what generates them.
 */
#include "report/report.h"

#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "proof/generated.h"
#include "rewrite/rewriteHandler.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

char *
uuidx_expression_text(Relation relation, Node *expression)
{
	List	   *context = deparse_context_for(RelationGetRelationName(relation),
											  RelationGetRelid(relation));

	return deparse_expression(expression, context, false, false);
}

bool
uuidx_may_read(const uuidx_report_table *table, AttrNumber attribute)
{
	return pg_class_aclcheck(table->oid, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
		pg_attribute_aclcheck(table->oid, attribute, GetUserId(), ACL_SELECT) == ACLCHECK_OK;
}

/* Whether a member of the table generates a column in another way than the table */
static bool
is_generated_otherwise(const uuidx_column_report *column, const uuidx_time_column *made)
{
	Oid			table = column->table->oid;
	uuidx_check check = {UUIDX_CHECK_TIME, column->attribute,.at = made->attribute,
	.function = made->function};

	foreach_ptr(uuidx_member, member, column->table->members)
	{
		if (get_rel_relkind(member->oid) != RELKIND_FOREIGN_TABLE &&
			uuidx_match_generated(table, &check, member->oid) == InvalidAttrNumber)
			return true;
	}
	return false;
}

/* Returns why no single statement can replace a generated column; NULL if one can */
static const char *
find_obstacle(const uuidx_report_table *table, const uuidx_time_column *made)
{
	foreach_ptr(uuidx_member, member, table->members)
	{
		HeapTuple	tuple = SearchSysCacheCopyAttName(member->oid, made->raw_name);
		Form_pg_attribute form;

		/* the member has been dropped */
		if (tuple == NULL)
			continue;
		form = (Form_pg_attribute) GETSTRUCT(tuple);
		if (member == table->self && form->attinhcount > 0)
			return "The column is inherited, so it can be replaced only in the topmost parent "
				"table. Run the report on that table.";
		if (member != table->self && (form->attislocal || form->attinhcount > 1))
			return "A child table defines the column, too, so no single statement can replace it.";

		/* what also depends on it in another way is dropped with it */
		SPI_execute(psprintf("SELECT FROM pg_depend WHERE (refclassid, refobjid, refobjsubid) = "
							 "('%u', '%u', %d) GROUP BY classid, objid HAVING every(deptype = 'n')",
							 RelationRelationId, member->oid, form->attnum), true, 1);
		if (SPI_processed > 0)
			return "Other objects depend on the column, so no single statement can replace it.";
	}
	return NULL;
}

/* Returns the size of the indexes that begin with a time column and are dropped with it */
static int64
index_bytes(const uuidx_column_report *column, AttrNumber number)
{
	int64		bytes = 0;

	foreach_ptr(uuidx_member, member, column->table->members)
	{
		foreach_ptr(uuidx_index, index, member->indexes)
		{
			List	   *others = list_delete_int(list_copy(index->attributes), column->attribute);

			/* skip indexes on other columns than this one and the id */
			if (linitial_int(index->attributes) == number && list_length(others) == 1 &&
				!index->is_primary && index->is_whole)
				bytes += index->bytes;
		}
	}
	return bytes;
}

/* Returns what the catalogs contain about a time column, which may be computed from the id */
static uuidx_time_column *
make_time_column(const uuidx_column_report *column, Form_pg_attribute attribute)
{
	Relation	relation = column->table->relation;
	AttrNumber	number = attribute->attnum;
	int32		precision = attribute->atttypmod;
	uuidx_time_column *made = (uuidx_time_column *) palloc0(sizeof(uuidx_time_column));
	Node	   *expression;
	FuncExpr   *call;
	AttrNumber	argument;
	const char *name;

	made->attribute = number;
	made->type = getBaseTypeAndTypmod(attribute->atttypid, &precision);
	made->is_in_seconds = precision == 0;
	made->raw_name = NameStr(attribute->attname);
	made->name = quote_identifier(made->raw_name);
	made->is_nullable = !UUIDX_ATTRIBUTE_NOT_NULL(RelationGetDescr(relation), number - 1);
	made->index_bytes = index_bytes(column, number);
	made->proven_us = PG_INT64_MAX;
	made->least_us = PG_INT64_MAX;
	made->greatest_us = PG_INT64_MIN;
	if (attribute->attgenerated == '\0')
		return made;
	expression = build_column_default(relation, number);
	made->expression = uuidx_expression_text(relation, expression);
	call = (FuncExpr *) strip_implicit_coercions(expression);
	if (!IsA(call, FuncExpr) || list_length(call->args) != 1 ||
		!uuidx_is_column((Node *) linitial(call->args), &argument) || argument != column->attribute)
		return made;
	name = get_func_name(call->funcid);
	made->function = call->funcid;
	if (uuidx_extracts_time((Node *) call))
		made->computation = expression == (Node *) call ? UUIDX_COMPUTED : UUIDX_COMPUTED_CAST;
	else if (strcmp(name, "uuid_time") == 0 || strcmp(name, "uuid_extract_timestamp") == 0 ||
			 strcmp(name, "uuid_v7_timestamp") == 0)
		made->computation = UUIDX_COMPUTED_OTHERWISE;
	made->varies = made->computation == UUIDX_COMPUTED && is_generated_otherwise(column, made);
	made->obstacle = find_obstacle(column->table, made);
	return made;
}

void
uuidx_read_time_columns(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	bool		all = column->is_unique && !column->is_reference;

	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);
		Oid			type = attribute->attisdropped ? InvalidOid : getBaseType(attribute->atttypid);
		uuidx_time_column *made;

		if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
			continue;
		made = make_time_column(column, attribute);
		if (attribute->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL)
		{
			if (made->computation != UUIDX_COMPUTED)
				continue;
			column->computed_time = made->name;
			column->has_virtual_time = true;
		}
		else if ((all || made->computation != UUIDX_NOT_COMPUTED) &&
				 uuidx_may_read(table, made->attribute))
		{
			column->time_columns = lappend(column->time_columns, made);
			if (table->key_attribute == made->attribute)
				column->partition_time = made;
		}
	}
}
