/*
 * statistics.c
 *	  What the planner is told about a column of v7 that a query compares.
 *
 * ANALYZE keeps a histogram: bounds between bins of equally many rows.  The server
 * looks up the bin of a constant, and for types it cannot turn into a number, uuid
 * among them, takes the constant to be in the middle of the bin: off by up to half
 * a bin, which of a million rows is 5,000.  But the leading bits of a v7 are a
 * number: its time.  So the planner is handed a histogram in which the rows before
 * and between the constants of the query are what interpolation in time says.
 *
 * Rows that came after ANALYZE are what a growing table is asked for most.  The
 * server finds out where the column really ends, through an index, and stretches
 * the last bin to there; here it is asked for the same.
 *
 * Nothing is changed for columns without a histogram or with any other UUID among
 * its bounds, nor for a query that compares the column with no constant.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "guc.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "planner/histogram.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/selfuncs.h"
#include "utils/syscache.h"
#include "uuid/layout.h"

extern Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);

/* Columns of one query, or of queries inside queries, whose statistics are at hand */
#define MAX_AT_HAND 4

/*
 * What was handed out, for as long as the planner's memory lives: each clause of a
 * query asks again.
 */
typedef struct statistics_at_hand
{
	HeapTupleData tuple;		/* first: what the planner gets */
	int			users;
	PlannerInfo *root;			/* with the following: for which question */
	RelOptInfo *rel;
	AttrNumber	attribute;
	int			nconditions;
	HeapTuple	refined;		/* the same tuple as memory, NULL: untouched */
	MemoryContextCallback callback;
} statistics_at_hand;

static statistics_at_hand *at_hand[MAX_AT_HAND];
static int	next_at_hand = 0;

/* True while someone wants statistics as they are */
static bool untouched = false;

/* The constants of a query being looked for */
typedef struct constants_context
{
	PlannerInfo *root;
	Index		relid;
	AttrNumber	attribute;
	uuidx_constants *constants;
} constants_context;

/* Whether a function is one of the comparisons, bytewise or in time order */
static bool
is_comparison(Oid function, bool *time_order)
{
	PGFunction	address;

	if (function == F_UUID_LT || function == F_UUID_LE || function == F_UUID_GE ||
		function == F_UUID_GT)
		return true;
	if (function < FirstNormalObjectId)
		return false;
	address = uuidx_function_address(function);
	*time_order = address == uuidx_uuid_time_lt || address == uuidx_uuid_time_le ||
		address == uuidx_uuid_time_ge || address == uuidx_uuid_time_gt;
	return *time_order;
}

/*
 * The tick of a constant: of a v7 its own, of another one that carries a time the
 * first at or after it.  False if it has none.
 */
static bool
tick_of(const pg_uuid_t *uuid, uint64 *tick)
{
	int64		ticks_100ns;

	if (uuidx_version_of(uuid) == 7)
		*tick = uuidx_tick_from_hi(uuidx_hi(uuid));
	else if (uuidx_time_ticks(uuid, &ticks_100ns) && ticks_100ns > UUIDX_UNIX_EPOCH_TICKS_100NS)
		*tick = (uint64) ((ticks_100ns - UUIDX_UNIX_EPOCH_TICKS_100NS - 1) /
						  UUIDX_TICKS_100NS_PER_MS + 1) << UUIDX_V7_FRACTION_BITS;
	else
		return false;
	return true;
}

static bool
collect_constants(Node *node, constants_context *context)
{
	OpExpr	   *clause = (OpExpr *) node;

	if (node == NULL)
		return false;
	if (IsA(node, OpExpr) && list_length(clause->args) == 2 && clause->opresulttype == BOOLOID)
	{
		for (int side = 0; side < 2; side++)
		{
			Node	   *column = (Node *) list_nth(clause->args, side);
			Node	   *other = (Node *) list_nth(clause->args, 1 - side);
			Var		   *var;
			Const	   *value;
			uint64		tick;

			while (IsA(column, RelabelType))
				column = (Node *) ((RelabelType *) column)->arg;
			var = (Var *) column;
			if (!IsA(var, Var) || var->varno != context->relid ||
				var->varattno != context->attribute || var->varlevelsup != 0)
				continue;
			if (exprType(other) != UUIDOID || context->constants->count == UUIDX_MAX_CONSTANTS ||
				!is_comparison(get_opcode(clause->opno), &context->constants->time_order))
				return false;
			value = (Const *) other;
			if (!IsA(value, Const))
				value = (Const *) estimate_expression_value(context->root, other);
			if (IsA(value, Const) && !value->constisnull &&
				tick_of(DatumGetUUIDP(value->constvalue), &tick))
				context->constants->ticks[context->constants->count++] = tick;
			return false;
		}
	}
	return expression_tree_walker(node, collect_constants, (void *) context);
}

static int
compare_ticks(const void *a, const void *b)
{
	uint64		left = *(const uint64 *) a;
	uint64		right = *(const uint64 *) b;

	return left < right ? -1 : left > right;
}

/* Whether the column has, by an index, a UUID at or after a tick past the histogram */
static bool
has_from(PlannerInfo *root, VariableStatData *vardata, uuidx_column *column,
		 HeapTuple statistics, uint64 tick)
{
	VariableStatData asked = *vardata;
	FmgrInfo	less;
	pg_uuid_t	uuid;

	uuidx_v7_write(&uuid, tick, 0);
	asked.statsTuple = statistics;
	asked.acl_ok = false;
	fmgr_info(F_UUID_LT, &less);

	/* it is in the last bin, whose end is the real one, or past it */
	return ineq_histogram_selectivity(root, &asked, column->less, &less, false, false, InvalidOid,
									  UUIDPGetDatum(&uuid), UUIDOID) < 1.0 - 0.1 / column->nbins;
}

/*
 * About where the column ends by now, as far as that matters for constants of which
 * the earliest is given: an index knows, and mostly at the second question.  Without
 * one the histogram's end is believed.
 */
static uint64
find_end(PlannerInfo *root, VariableStatData *vardata, uuidx_column *column,
		 HeapTuple statistics, uint64 earliest)
{
	uint64		last = column->ticks[column->nbins];
	uint64		width = last - column->ticks[column->nbins - 1];
	uint64		from = Max(earliest, last);
	uint64		step = 0;
	uint64		now;
	uint64		gap;

	if (!uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &now) || now <= from + 1)
		return last;
	gap = now - from;

	/* a little more than the histogram has is nothing to what is asked for */
	if (earliest < last)
		step = Min(Min(gap, width), last - earliest) / 8;
	if (!has_from(root, vardata, column, statistics, from + step))
		return last;
	if (has_from(root, vardata, column, statistics, now - gap / 8))
		return now;

	step = Max(step, Min(gap, width) / 4096 + 1);
	while (step < gap / 4 && has_from(root, vardata, column, statistics, from + 4 * step))
		step *= 4;
	gap = Min(gap, 4 * step);
	for (int i = 0; i < 3 && step < gap; i++)
	{
		uint64		middle = step + (gap - step) / 2;

		if (has_from(root, vardata, column, statistics, from + middle))
			step = middle;
		else
			gap = middle;
	}
	return from + gap;
}

/* By how many bins of rows the table is larger than when its rows were counted */
static double
bins_more(uuidx_column *column, double rows)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(column->key.relation));
	double		result = 0.0;

	if (HeapTupleIsValid(tuple))
	{
		double		counted = ((Form_pg_class) GETSTRUCT(tuple))->reltuples;

		if (counted > 0.0 && rows > counted)
			result = (rows / counted - 1.0) * column->nbins;
		ReleaseSysCache(tuple);
	}
	return result;
}

/* How the column grew, as far as that matters for the constants, which are in order */
static uuidx_growth
find_growth(PlannerInfo *root, VariableStatData *vardata, uuidx_column *column,
			HeapTuple statistics, const uuidx_constants *constants)
{
	uint64		last = column->ticks[column->nbins];
	uint64		last_bin = column->ticks[column->nbins - 1];
	double		more = bins_more(column, vardata->rel->tuples);
	uuidx_growth result = {last, 0.0};
	uint64		now;

	if (constants->ticks[constants->count - 1] > last_bin || more > 0.5)
		result.end = find_end(root, vardata, column, statistics, constants->ticks[0]);

	/*
	 * an index in time order is not asked, but a table that grew has rows of
	 * now
	 */
	if (result.end == last && more > 0.5 && constants->time_order &&
		uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &now))
		result.end = Max(now, last);
	if (result.end > last)
	{
		double		rate = (double) (result.end - last) / Max(last - last_bin, 1);

		/*
		 * not more than at the rate before, nor less than if the last bin is
		 * stretched
		 */
		more = Min(more, rate);
		result.bins = more > rate / (1.0 + rate) ? more : 0.0;
	}
	return result;
}

/* The refined statistics of a column, or NULL if they are to be left alone */
static HeapTuple
refine(PlannerInfo *root, VariableStatData *vardata, const uuidx_column_key *key,
	   uuidx_constants *constants)
{
	HeapTuple	statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(key->relation),
											 Int16GetDatum(key->attribute),
											 BoolGetDatum(key->inherited));
	HeapTuple	result = NULL;
	uuidx_column *column;

	if (!HeapTupleIsValid(statistics))
		return NULL;
	column = uuidx_find_column(key, statistics);
	if (column != NULL)
	{
		uuidx_growth growth;

		qsort(constants->ticks, constants->count, sizeof(uint64), compare_ticks);
		growth = find_growth(root, vardata, column, statistics, constants);
		result = uuidx_refine_histogram(column, statistics, &growth, vardata->rel->tuples,
										constants);
	}
	ReleaseSysCache(statistics);
	return result;
}

/* The planner's memory goes, and with it what was at hand */
static void
forget_at_hand(void *arg)
{
	for (int i = 0; i < MAX_AT_HAND; i++)
		if (at_hand[i] == (statistics_at_hand *) arg)
			at_hand[i] = NULL;
}

/* A free place for what was handed out, or -1 */
static int
find_place(void)
{
	for (int i = 0; i < MAX_AT_HAND; i++)
	{
		int			place = (next_at_hand + i) % MAX_AT_HAND;

		if (at_hand[place] == NULL || at_hand[place]->users == 0)
			return place;
	}
	return -1;
}

/* Keeps at hand what a question was answered with; NULL if there is no place */
static statistics_at_hand *
keep_at_hand(PlannerInfo *root, RelOptInfo *rel, AttrNumber attribute, HeapTuple refined)
{
	int			place = find_place();
	statistics_at_hand *kept;

	if (place < 0)
		return NULL;
	if (at_hand[place] != NULL && at_hand[place]->refined != NULL)
		heap_freetuple(at_hand[place]->refined);

	kept = (statistics_at_hand *) MemoryContextAllocZero(root->planner_cxt, sizeof(*kept));
	kept->root = root;
	kept->rel = rel;
	kept->attribute = attribute;
	kept->nconditions = list_length(rel->baserestrictinfo);
	kept->refined = refined;
	if (refined != NULL)
		kept->tuple = *refined;
	kept->callback.func = forget_at_hand;
	kept->callback.arg = kept;
	MemoryContextRegisterResetCallback(root->planner_cxt, &kept->callback);
	at_hand[place] = kept;
	next_at_hand = (place + 1) % MAX_AT_HAND;
	return kept;
}

static statistics_at_hand *
find_at_hand(PlannerInfo *root, RelOptInfo *rel, AttrNumber attribute)
{
	for (int i = 0; i < MAX_AT_HAND; i++)
		if (at_hand[i] != NULL && at_hand[i]->root == root && at_hand[i]->rel == rel &&
			at_hand[i]->attribute == attribute &&
			at_hand[i]->nconditions == list_length(rel->baserestrictinfo))
			return at_hand[i];
	return NULL;
}

static void
release_at_hand(HeapTuple tuple)
{
	((statistics_at_hand *) tuple)->users--;
}

/*
 * The relation that an entry of the range table is, or NULL.  Partitions are asked
 * for one after the other, so the search begins where the last one was found.
 */
static RelOptInfo *
find_relation(PlannerInfo *root, RangeTblEntry *rte)
{
	static int	last = 0;
	int			size = root->simple_rel_array_size;

	for (int i = 0; i < size; i++)
	{
		int			relid = (last + i) % size;

		if (relid > 0 && root->simple_rte_array[relid] == rte)
		{
			last = relid;
			return root->simple_rel_array[relid];
		}
	}
	return NULL;
}

/*
 * What vardata holds is not looked at: the costs of a BRIN index ask with one that
 * nobody has filled in.
 */
bool
uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						VariableStatData *vardata)
{
	VariableStatData column = {0};
	RelOptInfo *rel;
	statistics_at_hand *kept;
	MemoryContext caller;
	Oid			collation;

	if (!uuidx_planner || untouched || rte->rtekind != RTE_RELATION || attribute <= 0 ||
		!uuidx_has_uuid_column(rte->relid))
		return false;
	get_atttypetypmodcoll(rte->relid, attribute, &column.vartype, &column.atttypmod, &collation);
	if (!uuidx_is_uuid_type(column.vartype) ||
		(rel = find_relation(root, rte)) == NULL || !IS_SIMPLE_REL(rel))
		return false;

	kept = find_at_hand(root, rel, attribute);
	if (kept == NULL)
	{
		uuidx_column_key key = {rte->relid, attribute, rte->inh};
		uuidx_constants constants = {0};
		constants_context context = {root, rel->relid, attribute, &constants};
		HeapTuple	refined = NULL;
		ListCell   *cell;

		foreach(cell, rel->baserestrictinfo)
			collect_constants((Node *) lfirst_node(RestrictInfo, cell)->clause, &context);
		if (constants.count == 0)
			return false;
		caller = MemoryContextSwitchTo(root->planner_cxt);
		column.var = (Node *) makeVar(rel->relid, attribute, column.vartype, column.atttypmod,
									  collation, 0);
		column.rel = rel;
		column.atttype = column.vartype;
		refined = refine(root, &column, &key, &constants);
		MemoryContextSwitchTo(caller);
		kept = keep_at_hand(root, rel, attribute, refined);
		if (kept == NULL && refined != NULL)
			heap_freetuple(refined);
	}
	if (kept == NULL || kept->refined == NULL)
		return false;

	/*
	 * Whether the user may see all rows need not be found out: the
	 * comparisons of uuids are leakproof, and what is not gets to see
	 * nothing.
	 */
	kept->users++;
	vardata->statsTuple = &kept->tuple;
	vardata->freefunc = release_at_hand;
	vardata->acl_ok = false;
	return true;
}

void
uuidx_examine_untouched(PlannerInfo *root, Node *node, int relid, VariableStatData *vardata)
{
	untouched = true;
	PG_TRY();
	{
		examine_variable(root, node, relid, vardata);
	}
	PG_FINALLY();
	{
		untouched = false;
	}
	PG_END_TRY();
}
