/*
 * statistics.c
 *	  How many rows the planner expects in a time range of a uuid column, and of its time.
 *
 * ANALYZE keeps a histogram of a column: bounds between bins of equally many rows.  The server
 * cannot interpolate between two uuids, and assumes that a constant is in the middle of its bin,
 * which is wrong by up to 5,000 of a million rows.  The first bits of a v7, however, are its time.
 *
 * For example, in
 *
 *		SELECT ... WHERE id >= C1 AND id < C2
 *
 * C1 and C2 divide the rows into three parts.  Interpolated in time, 40.00 % of the rows are before
 * C1, 0.01 % between C1 and C2, and 59.99 % after C2.  For this relation the server then gets these
 * most common values instead of a histogram, besides those that ANALYZE found:
 *
 *		00000000-0000-7000-8000-000000000000	0.4000
 *		the next v7 after C1					0.0001
 *		the next v7 after C2					0.5999
 *
 * It compares each of them with the constants: id >= C1 has a selectivity of 0.6000, id < C2 one of
 * 0.4001, and both together 0.0001, which is right.  So are OR, NOT and open ranges, because every
 * constant of the relation's conditions is at the edge of a part.
 *
 * These statistics are used while the rows of the relation are estimated.  All other estimates
 * (joins, groups, the correlation with an index) use those of ANALYZE, and so do all estimates of a
 * column with a condition of another kind, or with a bound of the histogram that is not a v7.
 *
 * An index on the times of the table (time_index.c) gets the statistics of the stored column that
 * contains the time, or of CREATE STATISTICS; without them the uuid's share of nulls, number of
 * values and correlation, and the time of each value that ANALYZE kept.  So does a column of a
 * subquery that is such a time.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "statistics/statistics.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

/* With more constants uuidx makes no statistics, because each one is compared with all others */
#define MAX_CONSTANTS 100

/* The conditions of a relation on one of its columns */
typedef struct column_quals
{
	const uuidx_relation *relation;
	AttrNumber	attribute;
	bool		unsupported;	/* not all conditions are range comparisons */
	int			ncomparisons;	/* with constants, also uncounted ones */
	bool		first_is_lower; /* the first comparison is > or >= */
	int			nplaces;
	pg_uuid_t	places[MAX_CONSTANTS];	/* of the constants that count */
} column_quals;

/* Statistics made for a column, in uuidx_relation.statistics */
typedef struct made_statistics
{
	AttrNumber	uuid;
	bool		is_time;		/* of the times, else of the uuids themselves */
	uuidx_time_kind kind;
	HeapTuple	tuple;			/* NULL if none could be made */
} made_statistics;

/* Frees nothing, as VariableStatData.freefunc: the statistics are kept with the relation */
static void
keep_statistics(HeapTuple tuple)
{
}

/* Returns the row of pg_statistic for a column, or NULL */
static HeapTuple
find_statistics(const uuidx_relation *relation, AttrNumber attribute)
{
	return SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relation->rte->relid),
						   Int16GetDatum(attribute), BoolGetDatum(relation->rte->inh));
}

/* Returns a copy of the statistics of a stored time, or of extended ones on a time, or NULL */
static HeapTuple
copy_time_statistics(const uuidx_relation *relation, const uuidx_extraction *time)
{
	Node	   *expression = uuidx_translate(relation->root, relation->rel->relid, time->extracted);
	HeapTuple	tuple = find_statistics(relation, uuidx_stored_column(relation, time));
	HeapTuple	result = HeapTupleIsValid(tuple) ? heap_copytuple(tuple) : NULL;

	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	foreach_ptr(StatisticExtInfo, info, result == NULL ? relation->rel->statlist : NIL)
	{
		int			n = list_length(info->exprs);

		if (info->kind != STATS_EXT_EXPRESSIONS || info->inherit != relation->rte->inh)
			continue;
		for (int i = 0; i < n && result == NULL; i++)
			if (equal(list_nth(info->exprs, i), expression))
				result = statext_expressions_load(info->statOid, info->inherit, i);
	}
	return result;
}

/* Reads a comparison of the column; one that does not count in estimates divides no rows */
static void
read_comparison(column_quals *quals, const uuidx_clause *clause, bool is_uncounted)
{
	Const	   *constant = (Const *) clause->other;

	/* without a constant the server's estimate does not depend on statistics */
	if (!IsA(constant, Const))
		constant = (Const *) uuidx_fold_for_estimate(quals->relation->root, clause->other);
	if (!IsA(constant, Const) || constant->constisnull)
		return;
	if (quals->ncomparisons++ == 0)
		quals->first_is_lower = uuidx_is_lower(clause->strategy);
	if (is_uncounted)
		return;
	if (quals->nplaces == MAX_CONSTANTS)
		quals->unsupported = true;
	else
		uuidx_v7_place(DatumGetUUIDP(constant->constvalue),
					   clause->type == UUIDX_CLAUSE_ORDERED_UUID,
					   &quals->places[quals->nplaces++]);
}

/* Returns the operands of a condition that the server may estimate by their histograms, or NIL */
static List *
operands_of(Node *qual)
{
	List	   *operands = NIL;
	RegProcedure estimator = InvalidOid;

	if (IsA(qual, OpExpr))
	{
		operands = ((OpExpr *) qual)->args;
		estimator = get_oprrest(((OpExpr *) qual)->opno);
	}
	else if (IsA(qual, ScalarArrayOpExpr))
	{
		operands = ((ScalarArrayOpExpr *) qual)->args;
		estimator = get_oprrest(((ScalarArrayOpExpr *) qual)->opno);
	}
	else if (IsA(qual, RowCompareExpr))
		operands = list_make2(linitial(((RowCompareExpr *) qual)->largs),
							  linitial(((RowCompareExpr *) qual)->rargs));
	return estimator == F_EQSEL || estimator == F_NEQSEL ? NIL : operands;
}

/*
 * Reads a condition, which the server estimates by the statistics of columns that are operands
 * themselves.  In an OR that does not count as a whole, every condition divides rows.
 */
static void
read_qual(column_quals *quals, Node *qual, bool in_uncounted)
{
	Index		relid = quals->relation->rel->relid;
	uuidx_clause clause;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (IsA(qual, RestrictInfo))
		qual = (Node *) ((RestrictInfo *) qual)->clause;
	if (IsA(qual, BoolExpr))
	{
		foreach_ptr(Node, argument, ((BoolExpr *) qual)->args)
			read_qual(quals, argument, in_uncounted || uuidx_is_uncounted(qual));
		return;
	}
	clause = uuidx_match_clause(quals->relation, qual);
	if ((clause.type == UUIDX_CLAUSE_UUID || clause.type == UUIDX_CLAUSE_ORDERED_UUID) &&
		clause.column->varattno == quals->attribute && !clause.any &&
		clause.strategy != BTEqualStrategyNumber &&
		!bms_is_member(relid, pull_varnos(quals->relation->root, clause.other)))
		read_comparison(quals, &clause, !in_uncounted && uuidx_is_uncounted(qual));
	else
	{
		foreach_ptr(Node, operand, operands_of(qual))
		{
			Var		   *column = uuidx_match_column(relid, operand);

			if (column != NULL && column->varattno == quals->attribute)
				quals->unsupported = true;
		}
	}
}

/* Reads all conditions of a relation on a column; false if there is none, or one is unsupported */
static bool
read_quals(column_quals *quals)
{
	RelOptInfo *rel = quals->relation->rel;

	foreach_ptr(RestrictInfo, rinfo, rel->baserestrictinfo)
		read_qual(quals, (Node *) rinfo, false);

	/* an OR may be extracted from a join clause, and estimated first */
	foreach_ptr(RestrictInfo, rinfo, rel->joininfo)
	{
		if (rinfo->orclause != NULL)
			read_qual(quals, (Node *) rinfo, false);
	}
	return !quals->unsupported && quals->ncomparisons > 0;
}

static int
compare_places(const void *a, const void *b)
{
	return uuidx_compare_bytes((const pg_uuid_t *) a, (const pg_uuid_t *) b);
}

/* Sets each part as a most common value beside those in *common, instead of all other statistics */
static void
set_common_values(Datum *values, bool *nulls, const AttStatsSlot *common, double others,
				  const pg_uuid_t *parts, const double *shares, int nparts)
{
	int			n = common->nvalues + nparts;
	Datum	   *uuids = palloc_array(Datum, n);
	Datum	   *frequencies = palloc_array(Datum, n);

	for (int i = 0; i < common->nvalues; i++)
	{
		uuids[i] = common->values[i];
		frequencies[i] = Float4GetDatum(common->numbers[i]);
		others -= common->numbers[i];
	}
	for (int i = 0; i < nparts; i++)
	{
		uuids[common->nvalues + i] = UUIDPGetDatum(&parts[i]);
		frequencies[common->nvalues + i] = Float4GetDatum((float4) (shares[i] * Max(others, 0.0)));
	}
	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
		values[Anum_pg_statistic_stakind1 - 1 + i] =
			Int16GetDatum(i == 0 ? STATISTIC_KIND_MCV : 0);
	values[Anum_pg_statistic_staop1 - 1] =
		ObjectIdGetDatum(lookup_type_cache(UUIDOID, TYPECACHE_EQ_OPR)->eq_opr);
	nulls[Anum_pg_statistic_stavalues1 - 1] = nulls[Anum_pg_statistic_stanumbers1 - 1] = false;
	values[Anum_pg_statistic_stavalues1 - 1] =
		PointerGetDatum(construct_array(uuids, n, UUIDOID, UUID_LEN, false, TYPALIGN_CHAR));
	values[Anum_pg_statistic_stanumbers1 - 1] =
		PointerGetDatum(construct_array(frequencies, n, FLOAT4OID, sizeof(float4), true,
										TYPALIGN_INT));
}

/* Changes statistics of a uuid for the conditions on it; false if those of ANALYZE are used */
static bool
set_parts(column_quals *quals, HeapTuple statistics, Datum *values, bool *nulls)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(statistics);
	pg_uuid_t	parts[MAX_CONSTANTS + 1];
	double		shares[MAX_CONSTANTS + 1] = {1.0};
	AttStatsSlot common = {0};
	uuidx_histogram histogram;
	pg_uuid_t  *places = quals->places;
	int			n = quals->nplaces;
	int			nparts = 1;

	/* if none counts, all rows pass the first one, which is being estimated */
	if (n > 0)
	{
		qsort(places, n, sizeof(pg_uuid_t), compare_places);
		nparts = uuidx_read_histogram(quals->relation, statistics, &places[0], &places[n - 1],
									  &histogram) ?
			uuidx_histogram_divide(&histogram, places, n, parts, shares) : 0;
		(void) get_attstatsslot(&common, statistics, STATISTIC_KIND_MCV, InvalidOid,
								ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS);
	}
	else if (quals->first_is_lower)
		uuidx_v7_upper(DT_NOEND, &parts[0]);
	else
		uuidx_v7_lower(DT_NOBEGIN, &parts[0]);
	if (nparts > 0)
		set_common_values(values, nulls, &common, 1.0 - form->stanullfrac, parts, shares, nparts);
	free_attstatsslot(&common);
	return nparts > 0;
}

/*
 * Converts values of a uuid to times, in place.  Returns how many times differ from the one before;
 * 0 if a uuid has no time, or if sorted uuids have times that are not sorted.
 */
static int
convert_values(AttStatsSlot *slot, uuidx_time_kind kind, bool is_sorted)
{
	TimestampTz previous = 0;
	TimestampTz time;
	int			ndistinct = 0;

	for (int i = 0; i < slot->nvalues; i++)
	{
		if (!uuidx_version_table[kind].read_time(DatumGetUUIDP(slot->values[i]), &time) ||
			(is_sorted && i > 0 && time < previous))
			return 0;
		if (i == 0 || time != previous)
			ndistinct++;
		slot->values[i] = TimestampTzGetDatum(time);
		previous = time;
	}
	return ndistinct;
}

/* Updates a histogram of times to the rows as they are now; reads no index if no rows came */
static void
update_end(AttStatsSlot *times, const uuidx_relation *relation, AttrNumber uuid)
{
	int			end = times->nvalues - 1;
	HeapTuple	statistics;
	uuidx_histogram histogram;
	pg_uuid_t	place;
	TimestampTz time;

	if (!uuidx_has_grown(relation, end))
		return;
	statistics = find_statistics(relation, uuid);
	if (!HeapTupleIsValid(statistics))
		return;
	uuidx_v7_lower(DatumGetTimestampTz(times->values[end / 2]), &place);
	if (uuidx_read_histogram(relation, statistics, &place, &place, &histogram))
	{
		for (int i = 0; i <= end; i++)
		{
			uuidx_v7_write(&place, uuidx_histogram_tick(&histogram, (double) i / end), 0);
			if (uuidx_v7_time(&place, &time))
				times->values[i] = TimestampTzGetDatum(time);
		}
	}
	ReleaseSysCache(statistics);
}

/*
 * Changes the statistics of a uuid to those of its time, or updates those of a stored column.  Ids
 * that were generated together may have the same time, so distinct times are counted.
 */
static void
set_times(const uuidx_relation *relation, AttrNumber uuid, uuidx_time_kind kind,
		  HeapTuple statistics, Datum *values, bool *nulls)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(statistics);
	TypeCacheEntry *type = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);
	bool		is_stored = form->staattnum != uuid;

	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		int			slot_kind = (&form->stakind1)[i];
		bool		is_histogram = slot_kind == STATISTIC_KIND_HISTOGRAM;
		int			ndistinct = 0;
		AttStatsSlot slot;

		if ((is_histogram || slot_kind == STATISTIC_KIND_MCV) &&
			get_attstatsslot(&slot, statistics, slot_kind, InvalidOid, ATTSTATSSLOT_VALUES))
		{
			ndistinct = is_stored ? slot.nvalues : convert_values(&slot, kind, is_histogram);
			if (is_histogram && ndistinct > 1 && kind == UUIDX_TIME_OF_V7 && !relation->rte->inh)
				update_end(&slot, relation, uuid);
			if (is_histogram && ndistinct > 1 && ndistinct < slot.nvalues)
				values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum((float4) ndistinct);
			if (ndistinct > 0)
				values[Anum_pg_statistic_stavalues1 - 1 + i] =
					PointerGetDatum(construct_array(slot.values, slot.nvalues, TIMESTAMPTZOID,
													sizeof(TimestampTz), FLOAT8PASSBYVAL,
													TYPALIGN_DOUBLE));
			free_attstatsslot(&slot);
		}
		if (is_stored)
			continue;
		if (ndistinct == 0 && slot_kind != STATISTIC_KIND_CORRELATION)
			values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(0);
		values[Anum_pg_statistic_staop1 - 1 + i] =
			ObjectIdGetDatum(slot_kind == STATISTIC_KIND_MCV ? type->eq_opr : type->lt_opr);
	}
}

/* Returns a changed row of pg_statistic for a uuid, or for a time of it; NULL if there is none */
static HeapTuple
change_statistics(const uuidx_relation *relation, AttrNumber uuid, const uuidx_extraction *time)
{
	column_quals quals = {.relation = relation,.attribute = uuid};
	HeapTuple	result = NULL;
	HeapTuple	cached;
	HeapTuple	tuple;
	Relation	catalog;
	Datum		values[Natts_pg_statistic];
	bool		nulls[Natts_pg_statistic];

	if (time == NULL && !read_quals(&quals))
		return NULL;
	cached = find_statistics(relation, uuid);
	tuple = time == NULL ? NULL : copy_time_statistics(relation, time);
	if (tuple == NULL)
		tuple = cached;
	if (HeapTupleIsValid(tuple))
	{
		/* only for its attributes, which never change */
		catalog = RelationIdGetRelation(StatisticRelationId);
		heap_deform_tuple(tuple, RelationGetDescr(catalog), values, nulls);
		if (time != NULL)
			set_times(relation, uuid, time->kind, tuple, values, nulls);
		if (time != NULL || set_parts(&quals, tuple, values, nulls))
			result = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
		RelationClose(catalog);
	}
	if (HeapTupleIsValid(cached))
		ReleaseSysCache(cached);
	return result;
}

/*
 * Sets *column to the derived row of pg_statistic, which is made once; false, with nothing set, if
 * there is none.  Functions that are not leakproof get it only if the user may read all rows.
 */
static bool
use_statistics(uuidx_relation *relation, AttrNumber uuid, const uuidx_extraction *time,
			   VariableStatData *column)
{
	uuidx_time_kind kind = time == NULL ? UUIDX_TIME_OF_ANY : time->kind;
	const uuidx_relation *top = relation->top;
	Oid			user = UUIDX_CHECK_AS_USER(top->rel, top->rte);
	made_statistics *made = NULL;

	foreach_ptr(made_statistics, known, relation->statistics)
	{
		if (known->uuid == uuid && known->kind == kind && known->is_time == (time != NULL))
			made = known;
	}
	if (made == NULL)
	{
		/* a query may need such a row for each of many partitions */
		MemoryContext scratch = AllocSetContextCreate(CurrentMemoryContext, "uuidx statistics",
													  ALLOCSET_DEFAULT_SIZES);
		MemoryContext caller = MemoryContextSwitchTo(scratch);
		HeapTuple	tuple = change_statistics(relation, uuid, time);

		MemoryContextSwitchTo(GetMemoryChunkContext(relation));
		made = palloc_object(made_statistics);
		*made = (made_statistics)
		{
			uuid, time != NULL, kind, heap_copytuple(tuple)
		};
		relation->statistics = lappend(relation->statistics, made);
		MemoryContextSwitchTo(caller);
		MemoryContextDelete(scratch);
	}
	if (made->tuple == NULL)
		return false;
	column->statsTuple = made->tuple;
	column->freefunc = keep_statistics;
	column->acl_ok = top->rte->securityQuals == NIL &&
		pg_class_aclcheck(top->rte->relid, OidIsValid(user) ? user : GetUserId(),
						  ACL_SELECT) == ACLCHECK_OK;
	return true;
}

/*
 * Sets *column to statistics that estimate comparisons with uuid constants by the time in the v7,
 * while the rows of the relation are estimated; false, with nothing set, otherwise.
 */
bool
uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						VariableStatData *column)
{
	uuidx_relation *relation = uuidx_find_relation(root, rte);

	/* to cost an index, the server calls this later, with an empty *column */
	if (relation == NULL || attribute <= 0 || relation->rel->rows > 0)
		return false;
	uuidx_mark_uncounted(relation);

	/* on 19, the server may call this without a type earlier, too */
	if (!OidIsValid(column->atttype) || getBaseType(column->atttype) != UUIDOID)
		return false;
	return uuidx_is_ranged(relation, attribute) &&
		use_statistics(relation, attribute, NULL, column);
}

/*
 * Set *column to statistics of a time if a column of an added index or of a subquery is one; false
 * otherwise.  Without statistics, nothing is set, and the result is true if the server would take
 * those of another column.
 */
bool
uuidx_time_statistics(PlannerInfo *root, Oid index, AttrNumber position, VariableStatData *column)
{
	uuidx_relation *relation = NULL;
	const uuidx_extraction *time;
	const FuncExpr *expression;
	const Var  *uuid;

	/* when the server costs a BRIN index, column->rel is not initialized */
	for (int i = 1; i < root->simple_rel_array_size && relation == NULL; i++)
		if (root->simple_rel_array[i] != NULL && root->simple_rel_array[i] == column->rel)
			relation = uuidx_find_relation(root, root->simple_rte_array[i]);
	if (relation == NULL || index != relation->rte->relid)
		return false;
	uuidx_mark_uncounted(relation);
	time = (uuidx_extraction *) list_nth(relation->top->times, position - 1);
	expression = list_nth_node(FuncExpr, relation->expressions, position - 1);
	uuid = uuidx_match_column(relation->rel->relid, (Node *) linitial(expression->args));
	if (uuid != NULL)
		(void) use_statistics(relation, uuid->varattno, time, column);

	/* or else the server reads those of the table's column with this number */
	return true;
}

bool
uuidx_subquery_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						  VariableStatData *column)
{
	PlannerInfo *subroot = NULL;
	uuidx_relation *relation;
	uuidx_extraction time;
	const TargetEntry *entry;
	int			relid;

	for (int i = 1; i < root->simple_rel_array_size; i++)
		if (root->simple_rte_array[i] == rte && root->simple_rel_array[i] != NULL)
			subroot = root->simple_rel_array[i]->subroot;

	/* the server reads no statistics of these subqueries either */
	if (subroot == NULL || rte->inh || rte->security_barrier ||
		subroot->parse->setOperations != NULL || subroot->parse->groupingSets != NIL ||
		subroot->parse->groupClause != NIL || subroot->parse->distinctClause != NIL)
		return false;
	entry = get_tle_by_resno(subroot->parse->targetList, attribute);
	if (entry == NULL || entry->resjunk ||
		!bms_get_singleton_member(pull_varnos(subroot, (Node *) entry->expr), &relid))
		return false;
	relation = uuidx_find_relation(subroot, subroot->simple_rte_array[relid]);
	if (relation == NULL || !uuidx_match_extraction(relation, (Node *) entry->expr, &time))
		return false;
	return use_statistics(relation, time.column->varattno, &time, column);
}
