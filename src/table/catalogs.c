/*
 * catalogs.c
 *	  What the catalogs say of a uuid column: default, constraints, indexes,
 *	  partitions, statistics.
 */
#include "table/table.h"

#include "access/genam.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "executor/spi.h"
#include "functions.h"
#include "guc.h"
#include "nodes/primnodes.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/ruleutils.h"

const char *
uuidx_qualified_name(Relation relation)
{
	return quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
									  RelationGetRelationName(relation));
}

/* The version that a default makes, as far as the name of its function tells */
static int
version_of_default(Node *expression)
{
	static const struct
	{
		const char *function;
		int			version;
	}			generators[] = {
		{"gen_random_uuid", 4}, {"uuidv4", 4}, {"uuidv7", 7},
		{"uuid_generate_v1", 1}, {"uuid_generate_v1mc", 1}, {"uuid_generate_v4", 4},
		{"uuid_generate_v4_random", 4}, {"uuid_generate_v6", 6}, {"uuid_generate_v7", 7}
	};
	char	   *name;

	while (IsA(expression, CoerceToDomain))
		expression = (Node *) ((CoerceToDomain *) expression)->arg;
	if (!IsA(expression, FuncExpr))
		return -1;
	name = get_func_name(((FuncExpr *) expression)->funcid);
	for (int i = 0; name != NULL && i < lengthof(generators); i++)
		if (strcmp(name, generators[i].function) == 0)
			return generators[i].version;
	return -1;
}

void
uuidx_look_at_default(const uuidx_report_table *table, uuidx_column_report *column)
{
	Relation	relation = table->relation;
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(relation),
												column->attribute - 1);
	Node	   *expression = build_column_default(relation, column->attribute);
	int			nest_level;

	column->default_version = -1;
	if (expression == NULL)
		return;
	nest_level = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	column->default_text = deparse_expression(expression,
											  deparse_context_for(RelationGetRelationName(relation),
																  RelationGetRelid(relation)),
											  false, false);
	AtEOXact_GUC(true, nest_level);
	if (attribute->attgenerated == '\0')
		column->default_version = version_of_default(expression);
	else
		column->default_text = psprintf("GENERATED ALWAYS AS (%s)", column->default_text);
}

/*
 * Whether a table is partitioned by a column that a CHECK with uuid_v7_within() ties to
 * the uuid: lookups by the uuid, which call nothing of ours, are then planned by us only
 * where the library was preloaded.
 */
static bool
needs_preload(Relation relation, const uuidx_proof *proof, AttrNumber attribute)
{
	PartitionKey key = RelationGetPartitionKey(relation);
	ListCell   *cell;

	foreach(cell, proof->within)
	{
		uuidx_within_check *within = (uuidx_within_check *) lfirst(cell);

		if (within->uuid == attribute && key != NULL && key->partattrs[0] == within->at)
			return !uuidx_preloaded;
	}
	return false;
}

void
uuidx_look_at_checks(const uuidx_report_table *table, uuidx_column_report *column)
{
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	TupleConstr *constr = tupdesc->constr;

	uuidx_proof *domain = uuidx_make_proof(0);

	uuidx_read_domain(TupleDescAttr(tupdesc, column->attribute - 1)->atttypid, domain);
	column->proven = domain->versions[0];
	for (int i = 0; constr != NULL && i < constr->num_check; i++)
	{
		ConstrCheck *check = &constr->check[i];
		uuidx_proof *proof = uuidx_make_proof(tupdesc->natts);
		uuidx_versions proven;

		if (check->ccnoinherit && list_length(table->members) > 1)
			continue;
		uuidx_read_check(check->ccbin, InvalidTransactionId, proof, NULL);
		proven = proof->versions[column->attribute];
		if (check->ccvalid)
		{
			column->proven = Max(column->proven, proven);
			column->needs_preload |= needs_preload(table->relation, proof, column->attribute);
		}
		else if (UUIDX_CHECK_ENFORCED(check) &&
				 ((proven == UUIDX_VERSIONS_ALL_7 && uuidx_all_are(column, 7)) ||
				  (proven == UUIDX_VERSIONS_ALL_6 && uuidx_all_are(column, 6))))
			column->unvalidated = check->ccname;
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
 * Looks at the indexes of a table whose first column is the one with that number:
 * valid ones of all rows, with an operator class that compares.  Notes their names
 * if the table is the one that was asked for.
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

		if (form->indkey.values[0] == attribute)
		{
			if (itself && form->indisprimary)
				column->is_key = true;
			/* strategy 1 of btree, BRIN and btree_gist */
			if (form->indisvalid && RelationGetIndexPredicate(index) == NIL)
				less = get_opfamily_member(index->rd_opfamily[0], UUIDOID, UUIDOID, 1);
		}
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

	foreach(cell, RelationGetFKeyList(relation))
	{
		ForeignKeyCacheInfo *reference = lfirst(cell);

		for (int i = 0; i < reference->nkeys; i++)
			column->is_reference |= reference->conkey[i] == column->attribute;
	}

	initStringInfo(&column->served_by);
	look_at_indexes(relation, column->attribute, column, true);
	if (key != NULL && key->strategy == PARTITION_STRATEGY_RANGE &&
		key->partattrs[0] == column->attribute)
	{
		bool		bytewise = key->partsupfunc[0].fn_oid == F_UUID_CMP;
		bool		time_order = key->partsupfunc[0].fn_addr == uuidx_uuid_time_cmp;

		column->is_key = true;
		column->bytewise |= bytewise;
		column->time_order |= time_order;
		if (bytewise || time_order)
			add_served_by(column, "partition key", bytewise ? "range" : "range, in time order");
	}
	/* an index of a partitioned table is one of each partition */
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

void
uuidx_look_at_statistics(const uuidx_report_table *table, uuidx_column_report *column)
{
	Oid			types[4] = {NAMEOID, NAMEOID, NAMEOID, BOOLOID};
	Datum		values[4];
	const char *schema;
	Datum		datum;
	bool		isnull;

	schema = get_namespace_name(RelationGetNamespace(table->relation));
	values[0] = DirectFunctionCall1(namein, CStringGetDatum(schema));
	values[1] = NameGetDatum(&table->relation->rd_rel->relname);
	values[2] = DirectFunctionCall1(namein, CStringGetDatum(column->raw_name));
	values[3] = BoolGetDatum(list_length(table->members) > 1 ||
							 table->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE);
	if (SPI_execute_with_args("SELECT correlation FROM pg_catalog.pg_stats "
							  "WHERE schemaname OPERATOR(pg_catalog.=) $1 "
							  "AND tablename OPERATOR(pg_catalog.=) $2 "
							  "AND attname OPERATOR(pg_catalog.=) $3 "
							  "AND inherited OPERATOR(pg_catalog.=) $4",
							  4, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read pg_stats");
	if (SPI_processed > 0)
	{
		column->has_statistics = true;
		datum = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);
		column->has_correlation = !isnull;
		if (!isnull)
			column->correlation = DatumGetFloat4(datum);
		return;
	}

	types[0] = OIDOID;
	values[0] = ObjectIdGetDatum(RelationGetRelid(table->relation));
	values[1] = values[2];
	if (SPI_execute_with_args("SELECT FROM pg_catalog.pg_attribute "
							  "WHERE attrelid OPERATOR(pg_catalog.=) $1 "
							  "AND attname OPERATOR(pg_catalog.=) $2 "
							  "AND attstattarget OPERATOR(pg_catalog.=) 0",
							  2, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read pg_attribute");
	column->wants_no_statistics = SPI_processed > 0;
}
