/*
 * catalogs.c
 *	  What the catalogs contain about a uuid column: default, constraints, statistics.
 */
#include "table/table.h"

#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "functions.h"
#include "nodes/parsenodes.h"
#include "nodes/primnodes.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rls.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

const char *
uuidx_qualified_name(Relation relation)
{
	return quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
									  RelationGetRelationName(relation));
}

/*
 * The version that a default generates, and the kind of version 8, by the name of its
 * function; -1 for other functions
 */
static int
version_of_default(Node *expression, uuidx_v8_kind *v8)
{
	static const struct
	{
		const char *function;
		int			version;
	}			generators[] = {
		{"gen_random_uuid", 4}, {"uuidv4", 4}, {"uuidv7", 7},
		{"uuid_generate_v1", 1}, {"uuid_generate_v1mc", 1}, {"uuid_generate_v4", 4},
		{"uuid_generate_v4_random", 4}, {"uuid_generate_v6", 6}, {"uuid_generate_v7", 7},
		{"uuid_generate_v8_node", 8}
	};
	char	   *name;

	while (IsA(expression, CoerceToDomain))
		expression = (Node *) ((CoerceToDomain *) expression)->arg;
	if (!IsA(expression, FuncExpr))
		return -1;
	name = get_func_name(((FuncExpr *) expression)->funcid);
	if (name != NULL && strcmp(name, "uuid_generate_v8_node") == 0)
		*v8 = UUIDX_V8_NODE;
	else if (name != NULL && strcmp(name, "uuid_from_id") == 0)
		*v8 = UUIDX_V8_MOVED;
	for (int i = 0; name != NULL && i < lengthof(generators); i++)
		if (strcmp(name, generators[i].function) == 0)
			return generators[i].version;
	return -1;
}

char *
uuidx_expression_text(Relation relation, AttrNumber attribute)
{
	Node	   *expression = build_column_default(relation, attribute);
	int			nest_level = NewGUCNestLevel();
	char	   *text;

	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	text = deparse_expression(expression,
							  deparse_context_for(RelationGetRelationName(relation),
												  RelationGetRelid(relation)),
							  false, false);

	AtEOXact_GUC(true, nest_level);
	return text;
}

void
uuidx_look_at_default(const uuidx_report_table *table, uuidx_column_report *column)
{
	Relation	relation = table->relation;
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(relation),
												column->attribute - 1);
	Node	   *expression = build_column_default(relation, column->attribute);

	column->default_version = -1;
	if (expression == NULL)
		return;
	column->default_text = uuidx_expression_text(relation, column->attribute);
	column->default_version = version_of_default(expression, &column->v8);
	if (attribute->attgenerated != '\0')
		column->default_text = psprintf("GENERATED ALWAYS AS (%s)", column->default_text);
}

/* An expression below implicit casts and relabeled domains */
static Node *
without_casts(Node *node)
{
	for (;;)
	{
		if (node != NULL && IsA(node, RelabelType))
			node = (Node *) ((RelabelType *) node)->arg;
		else if (node != NULL && IsA(node, FuncExpr) &&
				 ((FuncExpr *) node)->funcformat == COERCE_IMPLICIT_CAST)
			node = (Node *) linitial(((FuncExpr *) node)->args);
		else
			return node;
	}
}

/* Whether functions of that name return the time of a UUID */
static bool
is_name_of_extraction(const char *name)
{
	return name != NULL && (strcmp(name, "uuid_time") == 0 ||
							strcmp(name, "uuid_extract_timestamp") == 0 ||
							strcmp(name, "uuid_v7_timestamp") == 0);
}

uuidx_computation
uuidx_computation_of(const uuidx_report_table *table, AttrNumber attribute, AttrNumber uuid)
{
	Node	   *expression = build_column_default(table->relation, attribute);
	FuncExpr   *call = (FuncExpr *) without_casts(expression);
	Node	   *argument;

	if (call == NULL || !IsA(call, FuncExpr) || list_length(call->args) != 1)
		return UUIDX_NOT_COMPUTED;
	argument = without_casts((Node *) linitial(call->args));
	if (!IsA(argument, Var) || ((Var *) argument)->varattno != uuid)
		return UUIDX_NOT_COMPUTED;
	if (!uuidx_extracts_time((Node *) call))
		return is_name_of_extraction(get_func_name(call->funcid)) ?
			UUIDX_COMPUTED_OTHERWISE : UUIDX_NOT_COMPUTED;
	return expression == (Node *) call ? UUIDX_COMPUTED : UUIDX_COMPUTED_CAST;
}

/* The first column of the partition key of a table; 0 if there is none */
static AttrNumber
partition_column(Relation relation)
{
	PartitionKey key = RelationGetPartitionKey(relation);

	return key != NULL ? key->partattrs[0] : 0;
}

/* Whether a CHECK has uuid_v7_within() of the uuid column and another one, which is not 0 */
static bool
has_within(const uuidx_proof *proof, AttrNumber uuid, AttrNumber at, int64 *tolerance_us)
{
	ListCell   *cell;

	foreach(cell, proof->within)
	{
		uuidx_within_check *within = (uuidx_within_check *) lfirst(cell);

		if (within->uuid == uuid && within->at == at && at != 0)
		{
			*tolerance_us = Min(*tolerance_us, within->tolerance_us);
			return true;
		}
	}
	return false;
}

/* Records what one CHECK of the table proves */
static void
look_at_check(const uuidx_report_table *table, uuidx_column_report *column, ConstrCheck *check)
{
	uuidx_proof *proof = uuidx_make_proof(RelationGetDescr(table->relation)->natts);
	AttrNumber	partitioned_by = partition_column(table->relation);
	int64		tolerance_us = PG_INT64_MAX;
	uuidx_versions proven;
	ListCell   *cell;

	(void) uuidx_read_check(check->ccbin, proof);
	proven = proof->versions[column->attribute];
	if (!check->ccvalid)
	{
		if (!UUIDX_CHECK_ENFORCED(check))
			return;
		if (has_within(proof, column->attribute, partitioned_by, &tolerance_us))
			column->unvalidated_within = check->ccname;
		if ((proven == UUIDX_VERSIONS_ALL_7 && uuidx_all_are(column, 7)) ||
			(proven == UUIDX_VERSIONS_ALL_6 && uuidx_all_are(column, 6)))
			column->unvalidated = check->ccname;
		return;
	}
	column->proven = Max(column->proven, proven);
	column->has_within |= has_within(proof, column->attribute, partitioned_by, &tolerance_us);
	foreach(cell, column->time_columns)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) lfirst(cell);

		(void) has_within(proof, column->attribute, time_column->attribute,
						  &time_column->proven_us);
	}
}

/* Records which computed columns a CHECK proves to hold what they should */
static void
look_at_check_of_generated(const uuidx_report_table *table, uuidx_column_report *column,
						   ConstrCheck *check)
{
	uuidx_proof *proof = uuidx_make_proof(RelationGetDescr(table->relation)->natts);
	ListCell   *cell;
	ListCell   *fact;

	(void) uuidx_read_check(check->ccbin, proof);
	foreach(cell, column->time_columns)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) lfirst(cell);

		foreach(fact, proof->times)
		{
			uuidx_time_check *time = (uuidx_time_check *) lfirst(fact);
			FuncExpr   *call;

			if (time_column->computation != UUIDX_COMPUTED || !UUIDX_CHECK_ENFORCED(check) ||
				time->at != time_column->attribute || time->uuid != column->attribute)
				continue;
			call = (FuncExpr *) build_column_default(table->relation, time_column->attribute);
			if (time->function != call->funcid)
				continue;
			if (check->ccvalid)
				time_column->is_checked = true;
			else
				time_column->unvalidated = check->ccname;
		}
	}
}

void
uuidx_look_at_checks(const uuidx_report_table *table, uuidx_column_report *column)
{
	TupleConstr *constr = RelationGetDescr(table->relation)->constr;

	column->proven = UUIDX_VERSIONS_ANY;
	for (int i = 0; constr != NULL && i < constr->num_check; i++)
	{
		ConstrCheck *check = &constr->check[i];

		if (check->ccnoinherit && list_length(table->members) > 1)
			continue;
		look_at_check(table, column, check);
		look_at_check_of_generated(table, column, check);
	}
}

void
uuidx_look_at_generated(const uuidx_report_table *table, uuidx_column_report *column)
{
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	const uuidx_time_column *different = uuidx_find_different(column);
	ListCell   *cell;

	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);

		if (!attribute->attisdropped && attribute->attgenerated != '\0' &&
			attribute->attgenerated != ATTRIBUTE_GENERATED_STORED &&
			uuidx_computation_of(table, i + 1, column->attribute) == UUIDX_COMPUTED)
			column->computed_time = quote_identifier(NameStr(attribute->attname));
	}
	foreach(cell, column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		if (time_column->is_checked && time_column != different)
			column->computed_time = time_column->name;
	}
}

const char *
uuidx_new_constraint(const uuidx_report_table *table, const char *column, const char *label)
{
	Relation	relation = table->relation;

	return quote_identifier(ChooseConstraintName(RelationGetRelationName(relation), column, label,
												 RelationGetNamespace(relation), NIL));
}

/* Whether no statistics are gathered of a column, because their target is 0 */
static bool
has_target_0(Oid relation, AttrNumber attribute)
{
	Oid			types[2] = {OIDOID, INT2OID};
	Datum		values[2] = {ObjectIdGetDatum(relation), Int16GetDatum(attribute)};

	if (SPI_execute_with_args("SELECT FROM pg_catalog.pg_attribute "
							  "WHERE attrelid OPERATOR(pg_catalog.=) $1 "
							  "AND attnum OPERATOR(pg_catalog.=) $2 "
							  "AND attstattarget OPERATOR(pg_catalog.=) 0",
							  2, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read pg_attribute");
	return SPI_processed > 0;
}

void
uuidx_look_at_statistics(const uuidx_report_table *table, uuidx_column_report *column)
{
	Oid			relation = RelationGetRelid(table->relation);
	bool		inherited = list_length(table->members) > 1 ||
		table->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	HeapTuple	tuple;
	AttStatsSlot slot;

	/* as in pg_stats: statistics contain values of rows that a policy hides */
	if (check_enable_rls(relation, InvalidOid, true) == RLS_ENABLED)
		return;
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relation),
							Int16GetDatum(column->attribute), BoolGetDatum(inherited));
	if (!HeapTupleIsValid(tuple))
	{
		column->wants_no_statistics = has_target_0(relation, column->attribute);
		return;
	}
	column->has_statistics = true;
	if (get_attstatsslot(&slot, tuple, STATISTIC_KIND_CORRELATION, InvalidOid,
						 ATTSTATSSLOT_NUMBERS))
	{
		column->has_correlation = slot.nnumbers == 1;
		column->correlation = slot.numbers[0];
		free_attstatsslot(&slot);
	}
	ReleaseSysCache(tuple);
}

const char *
uuidx_table_of_view(Relation view)
{
	ListCell   *cell;

	foreach(cell, get_view_query(view)->rtable)
	{
		RangeTblEntry *entry = (RangeTblEntry *) lfirst(cell);

		if (entry->rtekind == RTE_RELATION && entry->relid != RelationGetRelid(view))
			return quote_qualified_identifier(get_namespace_name(get_rel_namespace(entry->relid)),
											  get_rel_name(entry->relid));
	}
	return NULL;
}
