/*
 * catalogs.c
 *	  What the catalogs contain about a uuid column: default, keys, indexes, constraints,
 *	  statistics.
 *
 * Relations and the caches of the catalogs are read, by no query.  Each index is opened
 * once, together with its table; all that the report needs of it is noted then.  No
 * expression of an index or a constraint is evaluated.
 */
#include "table/table.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_statistic.h"
#include "commands/defrem.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

/* --- Default and generation expression ------------------------------------------------- */

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
		uuidx_v8_kind v8;
	}			generators[] = {
		{"gen_random_uuid", 4}, {"uuidv4", 4}, {"uuidv7", 7},
		{"uuid_generate_v1", 1}, {"uuid_generate_v1mc", 1}, {"uuid_generate_v4", 4},
		{"uuid_generate_v4_random", 4}, {"uuid_generate_v6", 6}, {"uuid_generate_v7", 7},
		{"uuid_generate_v8_node", 8, UUIDX_V8_NODE}, {"uuid_from_id", -1, UUIDX_V8_MOVED}
	};
	char	   *name;

	while (IsA(expression, CoerceToDomain))
		expression = (Node *) ((CoerceToDomain *) expression)->arg;
	name = IsA(expression, FuncExpr) ? get_func_name(((FuncExpr *) expression)->funcid) : NULL;
	for (int i = 0; name != NULL && i < lengthof(generators); i++)
		if (strcmp(name, generators[i].function) == 0)
		{
			*v8 = generators[i].v8;
			return generators[i].version;
		}
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

/* The default of a column or of its domain, with names that do not depend on search_path */
static void
look_at_default(uuidx_column_report *column)
{
	Relation	relation = column->table->relation;
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(relation),
												column->attribute - 1);
	Node	   *expression = build_column_default(relation, column->attribute);

	column->default_version = -1;
	if (expression == NULL)
		return;
	column->default_version = version_of_default(expression, &column->v8);
	column->default_text = uuidx_expression_text(relation, column->attribute);
	if (attribute->attgenerated != '\0')
		column->default_text = psprintf("GENERATED ALWAYS AS (%s)", column->default_text);
}

/* --- Time columns ---------------------------------------------------------------------- */

/* An expression below implicit casts and relabeled domains */
static Node *
without_casts(Node *node)
{
	node = strip_implicit_coercions(node);
	while (node != NULL && IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* Sets how a column is computed from the uuid column, if it is */
static void
look_at_computation(const uuidx_column_report *column, uuidx_time_column *time_column)
{
	Node	   *expression = build_column_default(column->table->relation, time_column->attribute);
	FuncExpr   *call = (FuncExpr *) without_casts(expression);
	const char *name;
	Node	   *argument;

	if (call == NULL || !IsA(call, FuncExpr) || list_length(call->args) != 1)
		return;
	argument = without_casts((Node *) linitial(call->args));
	if (argument == NULL || !IsA(argument, Var) ||
		((Var *) argument)->varattno != column->attribute)
		return;
	name = get_func_name(call->funcid);
	time_column->function = call->funcid;
	if (uuidx_extracts_time((Node *) call))
		time_column->computation = expression == (Node *) call ? UUIDX_COMPUTED :
			UUIDX_COMPUTED_CAST;
	else if (strcmp(name, "uuid_time") == 0 || strcmp(name, "uuid_extract_timestamp") == 0 ||
			 strcmp(name, "uuid_v7_timestamp") == 0)
		time_column->computation = UUIDX_COMPUTED_OTHERWISE;
}

bool
uuidx_may_read(Oid relation, AttrNumber attribute, Oid user)
{
	bool		is_missing = false;

	return pg_class_aclcheck_ext(relation, user, ACL_SELECT, &is_missing) == ACLCHECK_OK ||
		pg_attribute_aclcheck_ext(relation, attribute, user, ACL_SELECT,
								  &is_missing) == ACLCHECK_OK;
}

/* What is known of a time column before its values are read */
static uuidx_time_column *
make_time_column(const uuidx_column_report *column, AttrNumber number)
{
	TupleDesc	tupdesc = RelationGetDescr(column->table->relation);
	Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);
	uuidx_time_column *time_column = (uuidx_time_column *) palloc0(sizeof(uuidx_time_column));

	time_column->attribute = number;
	time_column->type = getBaseType(attribute->atttypid);
	time_column->raw_name = NameStr(attribute->attname);
	time_column->name = quote_identifier(time_column->raw_name);
	time_column->is_nullable = !UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, number - 1);
	time_column->is_generated = attribute->attgenerated != '\0';
	time_column->is_inherited = attribute->attinhcount > 0;
	time_column->proven_us = PG_INT64_MAX;
	time_column->least_us = PG_INT64_MAX;
	time_column->greatest_us = PG_INT64_MIN;
	look_at_computation(column, time_column);
	return time_column;
}

/*
 * Lists the time columns that the caller may read: those that are computed from the uuid
 * column, and all if it is unique and no reference.  A virtual one takes no bytes, and is
 * only noted as the time that the planner uses.
 */
static void
find_time_columns(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	bool		all = column->is_unique && !column->is_reference;

	for (int number = 1; number <= tupdesc->natts; number++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);
		Oid			type = attribute->attisdropped ? InvalidOid : getBaseType(attribute->atttypid);
		uuidx_time_column *made;

		if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
			continue;
		made = make_time_column(column, number);
		if (attribute->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL)
		{
			if (made->computation == UUIDX_COMPUTED)
				column->computed_time = made->name;
		}
		else if ((all || made->computation != UUIDX_NOT_COMPUTED) &&
				 uuidx_may_read(RelationGetRelid(table->relation), number, table->caller))
		{
			column->time_columns = lappend(column->time_columns, made);
			if (table->key != NULL && table->key->partattrs[0] == number)
				column->partition_time = made;
		}
	}
}

/* --- Indexes and keys ------------------------------------------------------------------ */

void
uuidx_note_indexes(uuidx_report_table *table, Relation member)
{
	Oid			root = RelationGetRelid(table->relation);
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(member))
	{
		uuidx_report_index *noted = (uuidx_report_index *) palloc0(sizeof(uuidx_report_index));
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);
		Form_pg_index form = index->rd_index;
		Oid			less = InvalidOid;

		noted->relation = RelationGetRelid(member);
		noted->name = pstrdup(RelationGetRelationName(index));
		noted->method = get_am_name(index->rd_rel->relam);
		noted->is_primary = form->indisprimary;
		noted->is_unique = form->indisunique;
		noted->is_partial = !heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL);
		/* strategy 1 of btree, BRIN and btree_gist */
		if (form->indisvalid && !noted->is_partial)
			less = get_opfamily_member(index->rd_opfamily[0], UUIDOID, UUIDOID, 1);
		if (OidIsValid(less) && get_opcode(less) == F_UUID_LT)
			noted->access = ACCESS_BYTEWISE |
				(index->rd_rel->relam == BTREE_AM_OID ? ACCESS_BTREE : 0);
		else if (OidIsValid(less) && uuidx_own_function(get_opcode(less)) == uuidx_uuid_time_lt)
			noted->access = ACCESS_TIME_ORDER;
		for (int i = 0; i < form->indnatts; i++)
		{
			AttrNumber	number = form->indkey.values[i];
			AttrNumber	column = number == 0 ? 0 :
				get_attnum(root, get_attname(noted->relation, number, false));

			noted->columns = bms_add_member(noted->columns, column);
			if (i < form->indnkeyatts)
				noted->keys = bms_add_member(noted->keys, column);
			if (i == 0)
				noted->first = column;
			if (column != 0 && noted->first_uuid == 0 &&
				getBaseType(get_atttype(root, column)) == UUIDOID)
				noted->first_uuid = column;
		}
		if (RELKIND_HAS_STORAGE(index->rd_rel->relkind))
			noted->bytes = (int64) RelationGetNumberOfBlocks(index) * BLCKSZ;
		index_close(index, AccessShareLock);
		table->indexes = lappend(table->indexes, noted);
	}
}

void
uuidx_note_partition_key(uuidx_report_table *table)
{
	uuidx_report_index *noted = (uuidx_report_index *) palloc0(sizeof(uuidx_report_index));

	noted->relation = RelationGetRelid(table->relation);
	noted->name = "partition key";
	noted->method = "range";
	noted->first = table->key->partattrs[0];
	if (table->key->partsupfunc[0].fn_oid == F_UUID_CMP)
		noted->access = ACCESS_BYTEWISE;
	else if (table->key->partsupfunc[0].fn_addr == uuidx_uuid_time_cmp)
		noted->access = ACCESS_TIME_ORDER;
	table->indexes = lappend(table->indexes, noted);
}

/*
 * Whether the column is the key of the table, which is the first uuid of its primary
 * key, another one there that has a default, the first column of its partition key, or,
 * in a table that is partitioned by another column and has no primary key, one with an
 * index.
 */
static void
look_at_keys(uuidx_column_report *column)
{
	Relation	relation = column->table->relation;
	PartitionKey key = column->table->key;
	bool		has_primary = false;
	bool		is_indexed = false;
	ListCell   *cell;

	foreach(cell, column->table->indexes)
	{
		const uuidx_report_index *index = (const uuidx_report_index *) lfirst(cell);
		bool		is_first = index->first == column->attribute;

		if (index->relation != RelationGetRelid(relation))
			continue;
		has_primary |= index->is_primary;
		is_indexed |= is_first;
		column->is_unique |= index->is_unique && is_first;
		if (index->is_primary)
			column->is_key = bms_is_member(column->attribute, index->keys) &&
				(index->first_uuid == column->attribute || column->default_text != NULL);
	}
	if (key != NULL && key->strategy == PARTITION_STRATEGY_RANGE)
		column->is_key |= key->partattrs[0] == column->attribute;
	/* a primary key would need both columns: without one, an index is enough */
	if (key != NULL && !has_primary && is_indexed)
		column->is_key |= key->partattrs[0] == 0 || getBaseType(key->parttypid[0]) != UUIDOID;
	foreach(cell, RelationGetFKeyList(relation))
	{
		ForeignKeyCacheInfo *reference = lfirst(cell);

		for (int i = 0; i < reference->nkeys; i++)
			column->is_reference |= reference->conkey[i] == column->attribute;
	}
	column->is_unique |= column->is_key;
	column->is_key &= !column->is_reference;
}

/* --- What queries by time use ---------------------------------------------------------- */

/* What the indexes of a member on the column offer; lists those of the table itself */
static int
look_at_indexes(uuidx_column_report *column, Oid member)
{
	StringInfo	served_by = &column->served_by;
	int			access = 0;
	ListCell   *cell;

	foreach(cell, column->table->indexes)
	{
		const uuidx_report_index *index = (const uuidx_report_index *) lfirst(cell);

		if (index->relation != member || index->first != column->attribute || index->access == 0)
			continue;
		access |= index->access;
		if (member == RelationGetRelid(column->table->relation))
			appendStringInfo(served_by, "%s%s (%s%s)", served_by->len > 0 ? ", " : "", index->name,
							 index->method,
							 index->access & ACCESS_TIME_ORDER ? ", in time order" : "");
	}
	return access;
}

/*
 * What queries by time use on the table and on all that inherit from it.  An index of a
 * partitioned table is on each partition.
 */
static void
look_at_access(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	int			wanted = column->needs_time_order ? ACCESS_TIME_ORDER : ACCESS_BYTEWISE;
	ListCell   *cell;

	initStringInfo(&column->served_by);
	column->access = ~0;
	foreach(cell, table->members)
	{
		Oid			member = lfirst_oid(cell);
		int			access = look_at_indexes(column, member);

		column->access &= access;
		if (column->unserved == NULL && !(access & wanted))
		{
			column->unserved = uuidx_qualified_name(member);
			column->is_foreign = get_rel_relkind(member) == RELKIND_FOREIGN_TABLE;
		}
		if (table->key != NULL)
			break;
	}
}

/* --- CHECK constraints ----------------------------------------------------------------- */

static uuidx_time_column *
find_time_column(const uuidx_column_report *column, AttrNumber attribute)
{
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) lfirst(cell);

		if (time_column->attribute == attribute)
			return time_column;
	}
	return NULL;
}

/* Records what one CHECK of the table proves, or would prove if it were validated */
static void
look_at_check(uuidx_column_report *column, const ConstrCheck *check)
{
	PartitionKey key = column->table->key;
	uuidx_proof *proof = uuidx_make_proof(RelationGetDescr(column->table->relation)->natts);
	uuidx_versions proven;
	ListCell   *cell;

	(void) uuidx_read_check(check->ccbin, proof);
	proven = proof->versions[column->attribute];
	if (check->ccvalid)
		column->proven = Max(column->proven, proven);
	else if (proven != UUIDX_VERSIONS_ANY && proven == column->provable)
		column->unvalidated = check->ccname;
	foreach(cell, proof->within)
	{
		uuidx_within_check *within = (uuidx_within_check *) lfirst(cell);
		uuidx_time_column *at = find_time_column(column, within->at);
		bool		is_of_key = key != NULL && within->at == key->partattrs[0];

		if (within->uuid != column->attribute)
			continue;
		if (check->ccvalid && at != NULL)
			at->proven_us = Min(at->proven_us, within->tolerance_us);
		if (check->ccvalid)
			column->has_within |= is_of_key;
		else if (is_of_key)
			column->unvalidated_within = check->ccname;
	}
	foreach(cell, proof->times)
	{
		uuidx_time_check *time = (uuidx_time_check *) lfirst(cell);
		uuidx_time_column *at = find_time_column(column, time->at);

		if (time->uuid != column->attribute || at == NULL ||
			at->computation != UUIDX_COMPUTED || time->function != at->function)
			continue;
		if (check->ccvalid)
			at->is_checked = true;
		else
			at->unvalidated = check->ccname;
	}
}

/*
 * The CHECK constraints that the planner uses: validated ones of the table.  With them it
 * uses a stored generated column as the time of the id, but not one that differs from it.
 */
static void
look_at_checks(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TupleConstr *constr = RelationGetDescr(table->relation)->constr;
	ListCell   *cell;

	for (int i = 0; constr != NULL && i < constr->num_check; i++)
	{
		const ConstrCheck *check = &constr->check[i];

		if (UUIDX_CHECK_ENFORCED(check) &&
			!(check->ccnoinherit && list_length(table->members) > 1))
			look_at_check(column, check);
	}
	foreach(cell, column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		if (time_column->is_checked && !time_column->differs)
			column->computed_time = time_column->name;
	}
}

/* How far rows are stored in the order of the ids, if the caller may read pg_stats of them */
static void
look_at_statistics(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	Oid			relation = RelationGetRelid(table->relation);
	bool		inherited = list_length(table->members) > 1 ||
		table->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	HeapTuple	tuple;
	AttStatsSlot slot;
	Datum		target;
	bool		isnull;

	/* as in pg_stats: statistics contain values of rows that a policy hides */
	if (table->has_policies)
		return;
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relation),
							Int16GetDatum(column->attribute), BoolGetDatum(inherited));
	if (!HeapTupleIsValid(tuple))
	{
		tuple = SearchSysCacheCopyAttNum(relation, column->attribute);
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

/* --- A column -------------------------------------------------------------------------- */

void
uuidx_begin_column(const uuidx_report_table *table, AttrNumber number, uuidx_column_report *column)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table->relation), number - 1);

	memset(column, 0, sizeof(*column));
	column->table = table;
	column->attribute = number;
	column->raw_name = NameStr(attribute->attname);
	column->name = quote_identifier(column->raw_name);
	column->is_virtual = attribute->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL;
	look_at_default(column);
	look_at_keys(column);
	find_time_columns(column);
}

void
uuidx_look_at_catalogs(uuidx_column_report *column)
{
	look_at_checks(column);
	look_at_access(column);
	look_at_statistics(column);
}
