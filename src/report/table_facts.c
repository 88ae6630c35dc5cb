/*
 * table_facts.c
 *	  What the catalogs contain about a table and its uuid columns: members, indexes,
 *	  defaults, keys, constraints, statistics.
 *
 * The server's caches are read, and no expression of the table is evaluated.
 */
#include "report/report.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/xlog.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_trigger.h"
#include "errors.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "rewrite/prs2lock.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/rls.h"
#include "utils/syscache.h"

/* Raises an error for a relation without rows of its own, with a hint at the table of a view */
static void
check_kind(Relation relation)
{
	char		kind = relation->rd_rel->relkind;
	Oid			source = InvalidOid;

	if (kind == RELKIND_RELATION || kind == RELKIND_MATVIEW || kind == RELKIND_PARTITIONED_TABLE)
		return;
	foreach_ptr(RangeTblEntry, entry, kind == RELKIND_VIEW ? get_view_query(relation)->rtable : NIL)
	{
		if (!OidIsValid(source) && entry->rtekind == RTE_RELATION &&
			entry->relid != RelationGetRelid(relation))
			source = entry->relid;
	}
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot report on relation \"%s\"", RelationGetRelationName(relation)),
			 errdetail_relkind_not_supported(kind),
			 OidIsValid(source) ? errhint("Use the table that the view reads, %s.",
										  uuidx_qualified_name(source)) : 0));
}

/*
 * Reads the column by which Citus distributes a table.  The catalog of Citus contains it as a Var,
 * or null if all rows of the table are in one shard.
 */
static void
read_distribution(uuidx_report_table *table)
{
	char	   *column;

	if (!OidIsValid(get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE)))
		return;
	SPI_execute(psprintf("SELECT partkey FROM pg_catalog.pg_dist_partition "
						 "WHERE logicalrelid OPERATOR(pg_catalog.=) %u", table->oid), true, 0);
	if (SPI_processed == 0)
		return;
	table->is_distributed = true;
	column = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
	if (column != NULL)
		table->distributed_by = castNode(Var, stringToNode(column))->varattno;
}

/*
 * Records the triggers of a member that conflict with a generated column.  CREATE TRIGGER rejects
 * NEW.* in the condition of a BEFORE trigger if the table has a generated column, but ALTER TABLE
 * adds a generated column to a table that has such a trigger.
 */
static void
read_triggers(uuidx_report_table *table, Relation member)
{
	const TriggerDesc *triggers = member->trigdesc;

	for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
	{
		const Trigger *trigger = &triggers->triggers[i];
		Bitmapset  *columns = NULL;

		if (trigger->tgisinternal)
			continue;
		if (TRIGGER_FOR_ROW(trigger->tgtype) || trigger->tgoldtable != NULL ||
			trigger->tgnewtable != NULL)
			table->triggers_read_rows = true;
		if (!TRIGGER_FOR_BEFORE(trigger->tgtype) || trigger->tgqual == NULL ||
			table->whole_row_trigger != NULL)
			continue;
		pull_varattnos(stringToNode(trigger->tgqual), PRS2_NEW_VARNO, &columns);
		if (bms_is_member(InvalidAttrNumber - FirstLowInvalidHeapAttributeNumber, columns))
			table->whole_row_trigger = psprintf("%s on %s", quote_identifier(trigger->tgname),
												uuidx_qualified_name(RelationGetRelid(member)));
	}
}

/*
 * Reads the partition key of a table, if it has one; a key by range counts as one more index.
 * RelationGetPartitionKey() would call the functions in it.
 */
static void
read_partition_key(uuidx_report_table *table)
{
	HeapTuple	tuple = SearchSysCacheCopy1(PARTRELID, ObjectIdGetDatum(table->oid));
	Datum		classes;
	uuidx_index *index;

	if (!HeapTupleIsValid(tuple))
		return;
	classes = SysCacheGetAttrNotNull(PARTRELID, tuple, Anum_pg_partitioned_table_partclass);
	table->key = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	table->key_attribute = table->key->partattrs.values[0];
	if (table->key_attribute != 0)
		table->key_type = get_atttype(table->oid, table->key_attribute);
	if (table->key->partstrat != PARTITION_STRATEGY_RANGE)
		return;
	index = (uuidx_index *) palloc0(sizeof(uuidx_index));
	index->name = "partition key";
	index->method = "range";
	index->is_whole = true;
	index->opfamily = get_opclass_family(((oidvector *) DatumGetPointer(classes))->values[0]);
	index->nkeys = 1;
	index->attributes = list_make1_int(table->key_attribute);
	table->self->indexes = lappend(table->self->indexes, index);
}

/* Returns why the rows of a table are not read, or NULL */
static const char *
find_obstacle(Relation relation)
{
	if (check_enable_rls(RelationGetRelid(relation), InvalidOid, true) == RLS_ENABLED)
		return "the table has row-level security policies";
	if (RELATION_IS_OTHER_TEMP(relation))
		return "it is a temporary table of another session";
	if (!RelationIsPopulated(relation))
		return "the materialized view has not been populated";
	if (!RelationIsPermanent(relation) && RecoveryInProgress())
		return "the table is unlogged, and the server is a standby";
	return NULL;
}

/* Adds a table, or one that inherits from it, to the members */
static void
add_member(uuidx_report_table *table, Relation relation)
{
	uuidx_member *member = (uuidx_member *) palloc0(sizeof(uuidx_member));
	TupleConstr *constr = RelationGetDescr(relation)->constr;
	char		kind = relation->rd_rel->relkind;

	member->oid = RelationGetRelid(relation);
	member->has_rows = RELKIND_HAS_TABLE_AM(kind);
	table->members = lappend(table->members, member);
	for (int i = 0; constr != NULL && i < constr->num_check; i++)
		table->checks = lappend(table->checks, pstrdup(constr->check[i].ccname));
	if (kind == RELKIND_FOREIGN_TABLE)
		table->has_foreign = true;
	else if (member->has_rows && relation->rd_rel->relam != HEAP_TABLE_AM_OID)
		table->has_other_storage = true;
	else if (member->has_rows && table->unread == NULL)
		member->pages = RelationGetNumberOfBlocks(relation);
	table->pages += member->pages;
	if (kind != RELKIND_PARTITIONED_TABLE)
		table->leaves++;
	read_triggers(table, relation);
	uuidx_read_indexes(table, member, relation);
}

void
uuidx_open_table(Oid oid, Oid function, bool is_brief, uuidx_report_table *table)
{
	Relation	relation;

	memset(table, 0, sizeof(*table));
	table->is_brief = is_brief;
	relation = uuidx_open_part(table, oid);
	if (relation == NULL)
		relation = uuidx_open_relation(oid, AccessShareLock);	/* raises the error */
	check_kind(relation);
	table->oid = oid;
	table->relation = relation;
	table->name = uuidx_qualified_name(oid);
	table->schema = quote_identifier(get_namespace_name(get_func_namespace(function)));
	table->sample_pages = is_brief ? 100 : 1000;
	table->unread = find_obstacle(relation);
	read_distribution(table);
	add_member(table, relation);
	table->self = linitial(table->members);
	read_partition_key(table);
	foreach_oid(member_oid, find_all_inheritors(oid, NoLock, NULL))
	{
		Relation	member = member_oid == oid ? NULL : uuidx_open_part(table, member_oid);

		if (member == NULL)
			continue;

		/* a query does not read the temporary children of other sessions */
		if (!RELATION_IS_OTHER_TEMP(member))
			add_member(table, member);
		relation_close(member, AccessShareLock);
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * Sets the default of the column or of its domain, or the expression that generates it.  The name
 * of its function shows the version of the UUIDs.
 */
static void
read_default(uuidx_column_report *column, char generated)
{
	static const struct
	{
		const char *function;
		int			version;
		uuidx_v8_kind v8;
	}			generators[] = {
		{"gen_random_uuid", 4}, {"uuidv4", 4}, {"uuid_generate_v4", 4},
		{"uuid_generate_v4_random", 4}, {"uuid_generate_v1", 1}, {"uuid_generate_v1mc", 1},
		{"uuid_generate_v6", 6}, {"uuid_generate_v7", 7}, {"uuidv7", 7},
		{"uuid_generate_v8_node", 0, UUIDX_V8_NODE}, {"uuid_from_id", 0, UUIDX_V8_MOVED}
	};
	Relation	relation = column->table->relation;
	Node	   *expression = build_column_default(relation, column->attribute);
	const char *name;

	if (expression == NULL)
		return;
	column->default_text = psprintf(generated != '\0' ? "GENERATED ALWAYS AS (%s)" : "%s",
									uuidx_expression_text(relation, expression));
	while (IsA(expression, CoerceToDomain))
		expression = (Node *) ((CoerceToDomain *) expression)->arg;
	name = IsA(expression, FuncExpr) ? get_func_name(((FuncExpr *) expression)->funcid) : NULL;
	for (int i = 0; name != NULL && i < lengthof(generators); i++)
		if (strcmp(name, generators[i].function) == 0)
		{
			column->default_version = generators[i].version;
			column->v8 = generators[i].v8;
		}
}

/* Returns the first uuid column of an index, or 0 */
static AttrNumber
first_uuid(const uuidx_report_table *table, const uuidx_index *index)
{
	foreach_int(number, index->attributes)
	{
		if (number != 0 && getBaseType(get_atttype(table->oid, number)) == UUIDOID)
			return number;
	}
	return 0;
}

/*
 * Sets whether the column is the key of the table.  The key is the first uuid of the primary key,
 * another uuid in it that has a default, or the first column of the partition key.  If the table
 * is partitioned by another column and has no primary key, a column with an index is the key.
 */
static void
identify_key(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	bool		has_primary = false;
	bool		is_indexed = false;

	foreach_ptr(uuidx_index, index, table->self->indexes)
	{
		bool		is_first = linitial_int(index->attributes) == column->attribute;

		if (index->is_primary)
		{
			has_primary = true;
			column->is_key =
				list_member_int(list_copy_head(index->attributes, index->nkeys),
								column->attribute) &&
				(first_uuid(table, index) == column->attribute || column->default_text != NULL);
		}
		if (is_first && index->is_unique)
			column->is_unique = true;

		/* the partition key comes last */
		if (is_first && OidIsValid(index->oid))
			is_indexed = true;
		else if (is_first)
			column->is_key = true;
	}

	/* a primary key would have to contain both columns, so there may be none */
	if (table->key != NULL && !has_primary && is_indexed &&
		(table->key_attribute == 0 || getBaseType(table->key_type) != UUIDOID))
		column->is_key = true;
	if (column->is_key)
		column->is_unique = true;
	foreach_ptr(ForeignKeyCacheInfo, reference, RelationGetFKeyList(table->relation))
	{
		for (int i = 0; i < reference->nkeys; i++)
		{
			if (reference->conkey[i] == column->attribute)
				column->is_reference = true;
		}
	}
	if (column->is_reference)
		column->is_key = false;
}

/* Records that a CHECK proves something, or would if it were validated */
static void
note_proof(const ConstrCheck *constraint, bool *is_proven, const char **unvalidated)
{
	if (constraint->ccvalid)
		*is_proven = true;
	else
		*unvalidated = constraint->ccname;
}

/* Records what one condition of a CHECK proves about the column and its time columns */
static void
read_condition(uuidx_column_report *column, const ConstrCheck *constraint,
			   const uuidx_check *check)
{
	const uuidx_report_table *table = column->table;

	if (constraint->ccvalid)
		column->proven = Max(column->proven, check->versions);
	else
		column->unvalidated[check->versions] = constraint->ccname;
	if (check->type == UUIDX_CHECK_WITHIN && table->key != NULL &&
		check->at == table->key_attribute)
		note_proof(constraint, &column->has_within, &column->unvalidated_within);
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (check->at != at->attribute)
			continue;
		if (check->type == UUIDX_CHECK_WITHIN && constraint->ccvalid)
			at->proven_us = Min(at->proven_us, check->tolerance_us);
		if (check->type == UUIDX_CHECK_TIME && at->computation == UUIDX_COMPUTED &&
			check->function == at->function && !at->varies)
			note_proof(constraint, &at->is_checked, &at->unvalidated);
	}
}

/* Returns true if an expression is true only for ids of a version other than 7 */
static bool
rejects_v7(Node *node, AttrNumber attribute)
{
	foreach_ptr(OpExpr, clause, make_ands_implicit((Expr *) node))
	{
		FuncExpr   *call = IsA(clause, OpExpr) ? (FuncExpr *) linitial(clause->args) : NULL;
		const char *name = call != NULL && IsA(call, FuncExpr) ? get_func_name(call->funcid) : "";
		AttrNumber	argument;

		if ((strcmp(name, "uuid_version") == 0 || strcmp(name, "uuid_extract_version") == 0) &&
			uuidx_is_column((Node *) linitial(call->args), &argument) && argument == attribute &&
			strcmp(get_opname(clause->opno), "=") == 0 && IsA(lsecond(clause->args), Const) &&
			DatumGetInt32(lsecond_node(Const, clause->args)->constvalue) != 7)
			return true;
	}
	return false;
}

/*
 * Reads the CHECK constraints that the planner uses.  They must be inherited if there are other
 * members.
 */
static void
read_checks(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TupleConstr *constr = RelationGetDescr(table->relation)->constr;

	for (int i = 0; constr != NULL && i < constr->num_check; i++)
	{
		const ConstrCheck *constraint = &constr->check[i];

		if (!UUIDX_CHECK_ENFORCED(constraint) ||
			(constraint->ccnoinherit && list_length(table->members) > 1))
			continue;
		if (rejects_v7(stringToNode(constraint->ccbin), column->attribute))
			column->rejects_v7 = true;
		foreach_ptr(uuidx_check, check, uuidx_read_check(stringToNode(constraint->ccbin)))
		{
			if (check->uuid == column->attribute)
				read_condition(column, constraint, check);
		}
	}
}

/* Reads how well the rows are ordered by id, if pg_stats shows that to the caller */
static void
read_statistics(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	bool		inherited = list_length(table->members) > 1 ||
		table->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	HeapTuple	tuple = SearchSysCacheCopyAttNum(table->oid, column->attribute);
	AttStatsSlot slot;
	bool		isnull;
	Datum		target = SysCacheGetAttr(ATTNUM, tuple, Anum_pg_attribute_attstattarget, &isnull);

	column->wants_no_statistics = !isnull && DatumGetInt16(target) == 0;
	/* pg_stats does not show values of rows that a policy hides */
	if (table->unread != NULL)
		return;
	tuple = SearchSysCacheCopy3(STATRELATTINH, ObjectIdGetDatum(table->oid),
								Int16GetDatum(column->attribute), BoolGetDatum(inherited));
	column->has_statistics = HeapTupleIsValid(tuple);
	if (column->has_statistics && get_attstatsslot(&slot, tuple, STATISTIC_KIND_CORRELATION,
												   InvalidOid, ATTSTATSSLOT_NUMBERS))
	{
		column->has_correlation = slot.nnumbers == 1;
		column->correlation = slot.numbers[0];
	}
}

bool
uuidx_read_catalogs(const uuidx_report_table *table, AttrNumber number, bool any_type,
					uuidx_column_report *column)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table->relation), number - 1);

	if (attribute->attisdropped || (!any_type && getBaseType(attribute->atttypid) != UUIDOID))
		return false;
	memset(column, 0, sizeof(*column));
	column->type = getBaseType(attribute->atttypid);
	column->collation = attribute->attcollation;
	column->table = table;
	column->attribute = number;
	column->raw_name = NameStr(attribute->attname);
	column->name = quote_identifier(column->raw_name);
	column->is_virtual = attribute->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL;
	read_default(column, attribute->attgenerated);
	identify_key(column);
	if (column->type == UUIDOID)
		column->served_by = uuidx_served_by(column, UUIDX_BY_ID_IN_ANY_ORDER);
	uuidx_read_time_columns(column);
	read_checks(column);
	read_statistics(column);
	return true;
}
