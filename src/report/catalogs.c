/*
 * catalogs.c
 *	  What the catalogs contain about a table and its uuid columns: members, indexes,
 *	  defaults, keys, constraints, statistics.
 *
 * The server's caches are read, and no expression of the table is evaluated.
 */
#include "report/report.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_trigger.h"
#include "commands/defrem.h"
#include "errors.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "optimizer/optimizer.h"
#include "proof/index_use.h"
#include "rewrite/prs2lock.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
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
 * Returns the column by which Citus distributes a table, or 0.  The catalog of Citus contains
 * the column as a Var, or null if all rows of the table are in one shard.
 */
static AttrNumber
read_distribution(Oid table)
{
	char	   *column;

	if (!OidIsValid(get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE)))
		return InvalidAttrNumber;
	SPI_execute(psprintf("SELECT partkey FROM pg_catalog.pg_dist_partition "
						 "WHERE logicalrelid OPERATOR(pg_catalog.=) %u", table), true, 0);
	column = SPI_processed == 0 ? NULL :
		SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
	return column == NULL ? InvalidAttrNumber : castNode(Var, stringToNode(column))->varattno;
}

/*
 * Records the triggers of a member that do not go well with a generated column.  CREATE TRIGGER
 * rejects NEW.* in the condition of a BEFORE trigger if the table has a generated column, but
 * ALTER TABLE adds one to a table that has such a trigger.
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
 * Reads the partition key of a table, if it has one.  RelationGetPartitionKey() would call the
 * functions in it.
 */
static void
read_partition_key(uuidx_report_table *table)
{
	HeapTuple	tuple = SearchSysCacheCopy1(PARTRELID, ObjectIdGetDatum(table->oid));
	Datum		classes;

	if (!HeapTupleIsValid(tuple))
		return;
	classes = SysCacheGetAttrNotNull(PARTRELID, tuple, Anum_pg_partitioned_table_partclass);
	table->key = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	table->key_attribute = table->key->partattrs.values[0];
	table->key_opfamily = get_opclass_family(((oidvector *) DatumGetPointer(classes))->values[0]);
	if (table->key_attribute != 0)
		table->key_type = get_atttype(table->oid, table->key_attribute);
}

/* Changes to the role that reads a table: its owner if the caller has that role's privileges */
static void
become_reader(uuidx_report_table *table)
{
	GetUserIdAndSecContext(&table->caller, &table->context);
	table->nest_level = NewGUCNestLevel();
	table->is_as_owner = OidIsValid(table->owner) &&
		has_privs_of_role(table->caller, table->owner);
	if (table->is_as_owner)
	{
		SetUserIdAndSecContext(table->owner, table->context | SECURITY_RESTRICTED_OPERATION);
		RestrictSearchPath();
	}
	if (check_enable_rls(table->oid, InvalidOid, true) == RLS_ENABLED)
		table->unread = "the table has row-level security policies";
}

void
uuidx_close_table(uuidx_report_table *table)
{
	AtEOXact_GUC(false, table->nest_level);
	SetUserIdAndSecContext(table->caller, table->context);
	relation_close(table->relation, NoLock);
}

void
uuidx_open_table(Oid oid, Oid function, uuidx_report_table *table)
{
	Relation	relation = uuidx_open_relation(oid, AccessShareLock);

	check_kind(relation);
	memset(table, 0, sizeof(*table));
	table->oid = oid;
	table->relation = relation;
	table->name = uuidx_qualified_name(oid);
	table->schema = quote_identifier(get_namespace_name(get_func_namespace(function)));
	table->owner = relation->rd_rel->relowner;
	table->sample_pages = 1000;
	table->distributed_by = read_distribution(oid);
	read_partition_key(table);
	foreach_oid(member_oid, find_all_inheritors(oid, AccessShareLock, NULL))
	{
		Relation	member = relation_open(member_oid, NoLock);
		TupleConstr *constr = RelationGetDescr(member)->constr;
		char		kind = member->rd_rel->relkind;

		/* a query does not read those either */
		if (RELATION_IS_OTHER_TEMP(member))
		{
			relation_close(member, NoLock);
			continue;
		}
		table->members = lappend_oid(table->members, member_oid);
		if (member->rd_rel->relowner != table->owner)
			table->owner = InvalidOid;
		for (int i = 0; constr != NULL && i < constr->num_check; i++)
			table->checks = lappend(table->checks, pstrdup(constr->check[i].ccname));
		if (kind == RELKIND_FOREIGN_TABLE)
			table->has_foreign = true;
		else if (RELKIND_HAS_TABLE_AM(kind) && member->rd_rel->relam != HEAP_TABLE_AM_OID)
			table->has_other_storage = true;
		else if (RELKIND_HAS_TABLE_AM(kind))
			table->pages += RelationGetNumberOfBlocks(member);
		if (kind != RELKIND_PARTITIONED_TABLE)
			table->leaves++;
		read_triggers(table, member);
		relation_close(member, NoLock);
	}
	become_reader(table);
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

/*
 * Returns the flags of what queries by time can use in an index on a member, or in a partition key,
 * and adds what is on the table itself to the text
 */
static int
add_access(uuidx_column_report *column, Oid member, const char *name, const char *method,
		   Oid opfamily)
{
	const char *others = column->served_by;
	bool		time_order;

	if (!OidIsValid(uuidx_range_operator(opfamily, &time_order)))
		return 0;
	if (member == column->table->oid)
		column->served_by = psprintf("%s%s%s (%s%s)", others != NULL ? others : "",
									 others != NULL ? ", " : "", name, method,
									 time_order ? ", in time order" : "");
	return time_order ? ACCESS_TIME_ORDER : ACCESS_BYTEWISE;
}

/*
 * Sets what an index on a member shows about keys and about the sizes of other columns.  Returns
 * what queries by time on all rows of the member can use.
 */
static int
read_index(uuidx_column_report *column, Relation index)
{
	Oid			root = column->table->oid;
	Form_pg_index form = index->rd_index;
	int			access;
	bool		is_partial = !heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL);
	AttrNumber	first = 0;
	AttrNumber	first_uuid = 0;
	bool		is_in_key = false;
	Bitmapset  *others = NULL;

	for (int i = 0; i < form->indnatts; i++)
	{
		AttrNumber	number = form->indkey.values[i];
		AttrNumber	attribute = number == 0 ? 0 :
			get_attnum(root, get_attname(form->indrelid, number, false));

		if (i == 0)
			first = attribute;
		if (attribute != column->attribute)
			others = bms_add_member(others, attribute);
		else if (i < form->indnkeyatts)
			is_in_key = true;
		if (attribute != 0 && first_uuid == 0 &&
			getBaseType(get_atttype(root, attribute)) == UUIDOID)
			first_uuid = attribute;
	}
	/* an index on one other column would be dropped with that column */
	if (bms_num_members(others) == 1 && !form->indisprimary && !is_partial &&
		RELKIND_HAS_STORAGE(index->rd_rel->relkind))
		column->index_bytes[first] += (int64) RelationGetNumberOfBlocks(index) * BLCKSZ;
	if (form->indrelid == root)
	{
		if (form->indisprimary)
		{
			column->has_primary = true;
			column->is_key = is_in_key &&
				(first_uuid == column->attribute || column->default_text != NULL);
		}
		if (first == column->attribute)
		{
			column->is_indexed = true;
			if (form->indisunique)
				column->is_unique = true;
		}
	}
	if (first != column->attribute || !form->indisvalid || is_partial)
		return 0;
	access = add_access(column, form->indrelid, RelationGetRelationName(index),
						get_am_name(index->rd_rel->relam), index->rd_opfamily[0]);
	if (access == ACCESS_BYTEWISE && index->rd_rel->relam == BTREE_AM_OID)
		access |= ACCESS_BTREE;
	return access;
}

/*
 * Reads the indexes of all members, and the partition key.  An index on a partitioned table is on
 * all its partitions, so queries by time can use what is on the table itself.
 */
static void
read_member_indexes(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	Form_pg_partitioned_table key = table->key;

	column->index_bytes = palloc0_array(int64, RelationGetNumberOfAttributes(table->relation) + 1);
	column->access = ~0;
	foreach_oid(oid, table->members)
	{
		Relation	member = relation_open(oid, NoLock);
		int			access = 0;

		foreach_oid(index_oid, RelationGetIndexList(member))
		{
			Relation	index = index_open(index_oid, AccessShareLock);

			access |= read_index(column, index);
			index_close(index, AccessShareLock);
		}
		relation_close(member, NoLock);
		if (key != NULL && oid != table->oid)
			continue;
		if (key != NULL && key->partstrat == PARTITION_STRATEGY_RANGE &&
			table->key_attribute == column->attribute)
			access |= add_access(column, oid, "partition key", "range", table->key_opfamily);
		column->access &= access;
		for (int order = ACCESS_BYTEWISE; order <= ACCESS_TIME_ORDER; order++)
			if (!(access & order) && !OidIsValid(column->lacking[order]))
				column->lacking[order] = oid;
	}
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
	Form_pg_partitioned_table key = table->key;

	read_member_indexes(column);
	if (key != NULL && key->partstrat == PARTITION_STRATEGY_RANGE &&
		table->key_attribute == column->attribute)
		column->is_key = true;

	/* a primary key would have to contain both columns, so there may be none */
	if (key != NULL && !column->has_primary && column->is_indexed &&
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
	HeapTuple	tuple;
	AttStatsSlot slot;
	Datum		target;
	bool		isnull;

	/* pg_stats does not show values of rows that a policy hides */
	if (table->unread != NULL)
		return;
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(table->oid),
							Int16GetDatum(column->attribute), BoolGetDatum(inherited));
	if (!HeapTupleIsValid(tuple))
	{
		tuple = SearchSysCacheCopyAttNum(table->oid, column->attribute);
		target = SysCacheGetAttr(ATTNUM, tuple, Anum_pg_attribute_attstattarget, &isnull);
		column->wants_no_statistics = !isnull && DatumGetInt16(target) == 0;
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

bool
uuidx_read_catalogs(const uuidx_report_table *table, AttrNumber number, bool any_type,
					uuidx_column_report *column)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table->relation), number - 1);

	if (attribute->attisdropped ||
		(!any_type && getBaseType(attribute->atttypid) != UUIDOID))
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
	uuidx_read_time_columns(column);
	read_checks(column);
	read_statistics(column);
	return true;
}
