/*
 * range.c
 *	  Translates filters on the time extracted from a uuid into comparisons of uuids.
 *
 *	  uuid_time(id) >= '2026-01-01Z'
 *
 * cannot use an index on id.  In WHERE or ON it becomes
 *
 *	  id >= '019b76da-a800-7000-8000-000000000000'	where constraints prove v7 (or v6)
 *	  ... AND uuid_is_v7(id)						for uuid_v7_timestamp(id), where they
 *													do not
 *	  id ~>=~ '13e6b000-...' AND id ~<~ nil			for uuid_time(id), in time order
 *
 * The rows are the same because null counts as false there: the time of a uuid without one is null,
 * and the comparisons are false for it.
 *
 * A condition is left to the index on the time (time_index.c) if that index serves it better: an
 * equality, and a comparison with another table; or any, if the user has created such an index.
 *
 *	  uuid_time(id) IN ($1, $2)
 *
 * becomes the OR of two equalities, each of which is a range of ids.
 *
 *	  uuid_time(id) < $1 OR (uuid_time(id) = $1 AND id < $2)
 *
 * has a range in each arm.  An index scan can begin at the first row of this page only if a
 * condition outside the OR has the bound: id <= uuid_v7_upper($1), which both arms imply.
 */
#include "planner/planner.h"

#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "uuid/epoch.h"

/*
 * A list or OR of times becomes at most so many ranges: planning each of them takes time and memory,
 * for a partitioned table once for each partition that is left
 */
#define MAX_RANGES 100
#define MAX_RANGES_OF_PARTITIONED 10

/*
 * The server does not count the inner pages that it reads in an index for each range of a list.  So
 * more than a few are derived only if the table has more pages than its ranges: each has pages of
 * the index, and one of the table.
 */
#define FEW_RANGES 10
#define PAGES_OF_RANGE 4

/* A clock is less than a week from UTC; one more day allows for rounding to days */
#define MARGIN_US (8 * USECS_PER_DAY)

/*
 * A date can be compared with an instant even if casting it would raise an error, so it is clamped
 * before: beyond the times of all uuids, the comparison has one result
 */
Node *
uuidx_instant_of(StrategyNumber strategy, Node *other)
{
	Oid			type = exprType(other);

	if (type != DATEOID && type != TIMESTAMPOID)
		return other;
	other = uuidx_clamp_time(strategy, (Node *) copyObject(other), UUIDX_V6_MIN_PG_US - MARGIN_US,
							 UUIDX_V7_MAX_PG_US + MARGIN_US);
	return (Node *) makeFuncExpr(type == DATEOID ? F_TIMESTAMPTZ_DATE : F_TIMESTAMPTZ_TIMESTAMP,
								 TIMESTAMPTZOID, list_make1(other), InvalidOid, InvalidOid,
								 COERCE_IMPLICIT_CAST);
}

bool
uuidx_is_pseudoconstant(const uuidx_relation *relation, Node *node)
{
	if (IsA(node, Const))
		return !((Const *) node)->constisnull;
	return !contain_var_clause(node) && uuidx_may_be_duplicated(relation->root, node);
}

/* Whether the other side of a comparison may be written as a bound of the uuid */
static bool
can_be_bound(const uuidx_relation *relation, const uuidx_clause *clause)
{
	Node	   *other = clause->other;

	if (IsA(other, Const))
		return !((Const *) other)->constisnull;
	if (bms_is_member(relation->rel->relid, pull_varnos(relation->root, other)) ||
		contain_volatile_functions(other))
		return false;

	/* a range is written twice, as is an instant compared by = */
	if (clause->strategy == InvalidStrategy)
		return uuidx_is_pseudoconstant(relation, other);
	return clause->strategy != BTEqualStrategyNumber ||
		uuidx_may_be_duplicated(relation->root, other);
}

/* Translates a test for null into one of the uuid; NIL unless every uuid has the time */
static List *
derive_null(const uuidx_clause *clause)
{
	NullTest   *result = makeNode(NullTest);

	if (clause->time.needs_version)
		return NIL;
	result->arg = (Expr *) copyObject(clause->uuid);
	result->nulltesttype = IS_NULL;
	result->location = -1;
	return list_make1(result);
}

/*
 * Translates the test that an id has the time of one version into one of its version, which leaves
 * an index sorted by the time; NIL if all uuids have that version
 */
static List *
derive_not_null(const uuidx_relation *relation, const uuidx_clause *clause)
{
	uuidx_target target;
	List	   *quals = NIL;

	if (!clause->time.needs_version || clause->time.kind == UUIDX_TIME_OF_ANY ||
		uuidx_index_use_of(relation->table)->time_expressions ||
		!uuidx_set_target(&target, clause->time.kind, clause->time.schema, clause->uuid) ||
		!uuidx_write_filter(&target, &quals))
		return NIL;
	return quals;
}

/*
 * Translates a comparison with an extracted time into comparisons of its uuid that are equivalent
 * (null counts as false).  NIL if they cannot be written.
 */
static List *
derive_range(const uuidx_relation *relation, const uuidx_clause *clause)
{
	uuidx_time_kind kind = clause->time.kind;
	bool		filtered;
	uuidx_target target;
	List	   *quals = NIL;

	Assert(clause->type == UUIDX_CLAUSE_TIME);

	/* a partial index needs every condition of its predicate in the query */
	filtered = uuidx_index_use_of(relation->table)->uuid_predicates ||
		(kind != UUIDX_TIME_OF_ANY && clause->time.needs_version);
	if (!can_be_bound(relation, clause) ||
		!uuidx_set_target(&target, kind, clause->time.schema, clause->uuid) ||
		!uuidx_write_time(&target, clause->strategy,
						  uuidx_instant_of(clause->strategy, clause->other), filtered, &quals))
		return NIL;
	return quals;
}

bool
uuidx_order_is_useful(const uuidx_relation *relation, uuidx_time_kind kind)
{
	return kind != UUIDX_TIME_OF_ANY || relation->rel->part_scheme == NULL ||
		uuidx_index_use_of(relation->table)->time_ranges;
}

/* Returns comparisons of the uuid that a CALENDAR implies; NIL if none are known */
static List *
derive_calendar(const uuidx_relation *relation, const uuidx_clause *clause)
{
	List	   *quals = NIL;

	if (!uuidx_order_is_useful(relation, clause->time.kind) ||
		!uuidx_is_pseudoconstant(relation, clause->other))
		return NIL;
	foreach_ptr(uuidx_clause, implied, uuidx_imply_times(relation->root, clause))
		quals = list_concat_unique(quals, derive_range(relation, implied));
	return quals;
}

/* Whether a time follows an order of the uuids that have it, as make_order() decides */
static bool
follows_order(const uuidx_extraction *time, bool time_order)
{
	if (time->kind == UUIDX_TIME_OF_UNIX)
		return !time_order;
	return !time->needs_version || (time_order && time->kind != UUIDX_TIME_OF_V7);
}

/* Whether a relation has an index that can serve as one on a time */
static bool
has_time_index(const uuidx_relation *relation, const uuidx_extraction *time)
{
	bool		time_order;

	foreach_ptr(IndexOptInfo, index, relation->rel->indexlist)
	{
		for (int i = 0; i < index->nkeycolumns; i++)
			if (index->indexkeys[i] == time->column->varattno &&
				OidIsValid(uuidx_range_operator(index->opfamily[i], &time_order)) &&
				follows_order(time, time_order))
				return true;
	}
	return false;
}

bool
uuidx_constants_exclude(const RangeTblEntry *rte)
{
	return rte->inh || rte->relkind == RELKIND_FOREIGN_TABLE ||
		constraint_exclusion == CONSTRAINT_EXCLUSION_ON;
}

/* Whether an index, a foreign server or a constraint can use a range of uuids with a time */
static bool
can_use_range(const uuidx_relation *relation, const uuidx_extraction *time)
{
	const uuidx_index_use *use = uuidx_index_use_of(relation->table);

	return (time->kind == UUIDX_TIME_OF_ANY ? use->time_ranges : use->uuid_ranges) ||
		uuidx_constants_exclude(relation->rte) || has_time_index(relation, time);
}

bool
uuidx_is_partitioned_by(const uuidx_relation *relation, AttrNumber column)
{
	PartitionScheme scheme = relation->rel->part_scheme;
	Var		   *key;

	if (!relation->rte->inh || scheme == NULL || scheme->strategy != PARTITION_STRATEGY_RANGE)
		return false;
	key = uuidx_match_column(relation->rel->relid, (Node *) linitial(relation->rel->partexprs[0]));
	return key != NULL && key->varattno == column;
}

/*
 * Chooses what becomes of a condition of the type TIME, ROW or NO_TIME:
 *
 *	condition			on a table						on a parent
 *	any					UNCHANGED with an index of
 *						the user on the time
 *	with another table	UNCHANGED						COUNTS at run time, if it prunes
 *	row					UNCHANGED with a time index,	COUNTS if it prunes
 *						else COUNTS
 *	=					UNCHANGED with a time index,	COUNTS if it prunes
 *						or if nothing uses a range;
 *						else COUNTS
 *	= ANY				REPLACED; UNCHANGED if			COUNTS on a partitioned table
 *						nothing uses a range
 *	others				REPLACED; on an arm,			REPLACED; COUNTS on an arm, or
 *						UNCHANGED with a time index		with an index of the user
 *
 * Where COUNTS does not hold, on a parent, it is UNCHANGED, but = ANY is treated like the others.
 * On a parent, a range excludes partitions, and the original stays for their indexes; the range of
 * a condition with another table is derived when all paths have been made.  From an equality, the
 * server may derive others, and it estimates one with an unknown value better than a range.
 */
static uuidx_original
choose_original(const uuidx_relation *relation, const uuidx_clause *clause, bool at_run_time)
{
	bool		is_row = clause->type == UUIDX_CLAUSE_ROW;
	bool		is_join = contain_var_clause(clause->other);
	bool		is_equality = clause->strategy == BTEqualStrategyNumber && !clause->any;
	bool		is_arm = relation->type == UUIDX_RELATION_ARM;
	bool		has_expression = uuidx_index_use_of(relation->table)->time_expressions;

	if (relation->rte->inh)
	{
		bool		prunes = uuidx_is_partitioned_by(relation, clause->column->varattno) &&
			uuidx_order_is_useful(relation, clause->time.kind);

		if (is_join && !at_run_time)
			return UUIDX_ORIGINAL_UNCHANGED;
		if (is_join || is_row || is_equality)
			return prunes ? UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_UNCHANGED;
		if (is_arm || has_expression || (clause->any && relation->rel->part_scheme != NULL))
			return UUIDX_ORIGINAL_COUNTS;
		return UUIDX_ORIGINAL_REPLACED;
	}
	if (has_expression || (is_join && !is_row && !clause->any))
		return UUIDX_ORIGINAL_UNCHANGED;
	if (is_row)
		return has_time_index(relation, &clause->time) || !clause->time.needs_version ?
			UUIDX_ORIGINAL_UNCHANGED : UUIDX_ORIGINAL_COUNTS;
	if ((is_equality || clause->any) && !can_use_range(relation, &clause->time))
		return UUIDX_ORIGINAL_UNCHANGED;
	if (clause->any)
		return is_join ? UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_REPLACED;
	if ((is_equality || is_arm) && has_time_index(relation, &clause->time))
		return UUIDX_ORIGINAL_UNCHANGED;
	return is_equality ? UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_REPLACED;
}

/* Whether an element of a list is left to the index on the time */
static bool
is_left_to_index(const uuidx_relation *relation, const uuidx_clause *element, bool at_run_time)
{
	return element->type == UUIDX_CLAUSE_TIME &&
		choose_original(relation, element, at_run_time) == UUIDX_ORIGINAL_UNCHANGED &&
		exprType(element->other) == TIMESTAMPTZOID;
}

int
uuidx_max_ranges(const uuidx_relation *relation)
{
	return relation->rel->part_scheme != NULL ? MAX_RANGES_OF_PARTITIONED : MAX_RANGES;
}

/* Whether a scan of a table reads more than n ranges of it */
static bool
ranges_are_useful(const uuidx_relation *relation, int n)
{
	return n <= FEW_RANGES || relation->rte->inh ||
		relation->rte->relkind == RELKIND_FOREIGN_TABLE ||
		n * PAGES_OF_RANGE <= relation->rel->pages;
}

/* A range of times in microseconds since 2000, with both ends */
typedef struct time_range
{
	TimestampTz first;
	TimestampTz last;
} time_range;

static const time_range all_times = {DT_NOBEGIN, DT_NOEND};

/* Narrows a range to the times that satisfy a comparison with a constant; false for all others */
static bool
narrow_range(time_range *range, const uuidx_clause *clause)
{
	const Const *constant = (const Const *) clause->other;
	TimestampTz pg_us;

	if ((clause->type != UUIDX_CLAUSE_TIME && clause->type != UUIDX_CLAUSE_ROW) || clause->any ||
		clause->strategy == InvalidStrategy || !IsA(constant, Const) ||
		constant->constisnull || constant->consttype != TIMESTAMPTZOID)
		return false;
	pg_us = DatumGetTimestampTz(constant->constvalue);
	if (clause->strategy >= BTEqualStrategyNumber)
		range->first = Max(range->first, pg_us);
	if (clause->strategy <= BTEqualStrategyNumber)
		range->last = Min(range->last, pg_us);
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	TimestampTz first = ((const time_range *) a)->first;
	TimestampTz other = ((const time_range *) b)->first;

	return first < other ? -1 : first > other;
}

/* Sorts larger gaps first; two gaps cannot be subtracted in 64 bits if one has an infinite end */
static int
compare_gaps(const void *a, const void *b)
{
	const time_range *gap = (const time_range *) a;
	const time_range *other = (const time_range *) b;
	double		size = (double) gap->last - (double) gap->first;
	double		other_size = (double) other->last - (double) other->first;

	return size > other_size ? -1 : size < other_size;
}

/*
 * Joins n ranges to at most max ones, which are sorted and separated by the widest gaps between
 * them; returns how many these are
 */
static int
join_ranges(time_range *ranges, int n, int max)
{
	time_range *gaps = palloc_array(time_range, n);
	int			ngaps = 0;
	TimestampTz last;

	qsort(ranges, n, sizeof(time_range), compare_ranges);
	last = ranges[0].last;
	for (int i = 1; i < n; i++)
	{
		if (ranges[i].first > last)
			gaps[ngaps++] = (time_range) {last, ranges[i].first};
		last = Max(last, ranges[i].last);
	}
	qsort(gaps, ngaps, sizeof(time_range), compare_gaps);
	ngaps = Min(ngaps, max - 1);
	qsort(gaps, ngaps, sizeof(time_range), compare_ranges);

	/* the ranges are what the gaps leave */
	ranges[ngaps].last = last;
	for (int i = ngaps; i > 0; i--)
	{
		ranges[i].first = gaps[i - 1].last;
		ranges[i - 1].last = gaps[i - 1].first;
	}
	return ngaps + 1;
}

/*
 * Returns that the time is in one of n ranges, or in one of the widest ranges that join them: an OR,
 * or its only arm; NIL if it cannot be written
 */
static List *
derive_ranges(const uuidx_relation *relation, const uuidx_extraction *time, time_range *ranges,
			  int n)
{
	List	   *arms = NIL;
	List	   *quals = NIL;
	uuidx_target target;

	if (n == 0 || !uuidx_order_is_useful(relation, time->kind) || !can_use_range(relation, time) ||
		!uuidx_set_target(&target, time->kind, time->schema, time->uuid))
		return NIL;
	n = join_ranges(ranges, n, uuidx_max_ranges(relation));
	for (int i = 0; i < n && ranges_are_useful(relation, n); i++)
	{
		quals = NIL;
		if ((ranges[i].first != DT_NOBEGIN &&
			 !uuidx_write_instant(&target, BTGreaterEqualStrategyNumber,
								  uuidx_make_instant(ranges[i].first), &quals)) ||
			(ranges[i].last != DT_NOEND &&
			 !uuidx_write_instant(&target, BTLessEqualStrategyNumber,
								  uuidx_make_instant(ranges[i].last), &quals)) ||
			quals == NIL)
			return NIL;
		arms = lappend(arms, make_ands_explicit(quals));
	}
	return list_length(arms) < 2 ? quals : list_make1(make_orclause(arms));
}

/* Returns the equality of a time and an element of a list; NIL if it cannot be written */
static List *
as_written(const uuidx_clause *element)
{
	Oid			opfamily = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	OpExpr	   *equal = uuidx_make_comparison(opfamily, TIMESTAMPTZOID, BTEqualStrategyNumber,
											  element->time.extracted, element->other);

	return equal == NULL ? NIL : list_make1(equal);
}

/* Returns what a list that is too long implies if all of its elements are constants; or NIL */
static List *
derive_long_list(const uuidx_relation *relation, const uuidx_clause *clause, List *elements)
{
	time_range *ranges = palloc_array(time_range, list_length(elements));
	uuidx_clause element = *clause;
	int			n = 0;

	element.any = false;
	foreach_ptr(Node, value, elements)
	{
		bool		narrowed = false;

		CHECK_FOR_INTERRUPTS();
		element.other = value;
		ranges[n] = all_times;
		if (clause->type == UUIDX_CLAUSE_TIME)
			narrowed = narrow_range(&ranges[n], &element);
		else if (IsA(value, Const))
		{
			foreach_ptr(uuidx_clause, implied, uuidx_imply_times(relation->root, &element))
			{
				if (narrow_range(&ranges[n], implied))
					narrowed = true;
			}
		}
		if (!narrowed)
			return NIL;
		n++;
	}
	return derive_ranges(relation, &clause->time, ranges, n);
}

/* Returns what = ANY of a TIME or CALENDAR implies: an OR, or its only arm; or NIL */
static List *
derive_any(const uuidx_relation *relation, const uuidx_clause *clause, bool at_run_time)
{
	List	   *elements = uuidx_elements_of(clause->other);
	uuidx_clause element = *clause;
	List	   *arms = NIL;
	List	   *quals = NIL;

	if (list_length(elements) > uuidx_max_ranges(relation))
		return derive_long_list(relation, clause, elements);
	if (!ranges_are_useful(relation, list_length(elements)))
		return NIL;
	element.any = false;
	foreach_ptr(Node, value, elements)
	{
		element.other = value;
		if (is_left_to_index(relation, &element, at_run_time))
			quals = as_written(&element);
		else if (clause->type == UUIDX_CLAUSE_CALENDAR)
			quals = derive_calendar(relation, &element);
		else
			quals = derive_range(relation, &element);
		if (quals == NIL)
			return NIL;
		arms = lappend(arms, make_ands_explicit(quals));
	}
	return list_length(arms) < 2 ? quals : list_make1(make_orclause(arms));
}

/* Whether an index begins with an expression: its scan costs what a condition on that leaves */
static bool
is_indexed(const uuidx_relation *relation, Node *expression)
{
	foreach_ptr(IndexOptInfo, index, relation->rel->indexlist)
	{
		if (index->relam == BTREE_AM_OID && index->indpred == NIL && index->indexkeys[0] == 0 &&
			equal(linitial(index->indexprs), expression))
			return true;
	}
	return false;
}

uuidx_original
uuidx_derive(const uuidx_relation *relation, const uuidx_clause *clause, bool at_run_time,
			 List **derived)
{
	uuidx_original original = UUIDX_ORIGINAL_UNCHANGED;
	uuidx_clause bound = *clause;

	*derived = NIL;
	if (clause->type == UUIDX_CLAUSE_CALENDAR)
		original = is_indexed(relation, clause->value) ? UUIDX_ORIGINAL_COUNTS :
			UUIDX_ORIGINAL_KEPT;
	else if (clause->type == UUIDX_CLAUSE_HAS_TIME)
		original = UUIDX_ORIGINAL_REPLACED;
	else if (clause->type == UUIDX_CLAUSE_TIME || clause->type == UUIDX_CLAUSE_ROW ||
			 clause->type == UUIDX_CLAUSE_NO_TIME)
		original = choose_original(relation, clause, at_run_time);
	if (original == UUIDX_ORIGINAL_UNCHANGED)
		return original;
	if (clause->type == UUIDX_CLAUSE_ROW)
	{
		/* the other columns decide between rows with the same time */
		bound.type = UUIDX_CLAUSE_TIME;
		bound.strategy = uuidx_including_ends(clause->strategy);
	}
	if (clause->any)
	{
		*derived = derive_any(relation, clause, at_run_time);
		if (original == UUIDX_ORIGINAL_REPLACED &&
			list_length(uuidx_elements_of(clause->other)) > uuidx_max_ranges(relation))
			original = UUIDX_ORIGINAL_COUNTS;
	}
	else if (clause->type == UUIDX_CLAUSE_CALENDAR)
		*derived = derive_calendar(relation, clause);
	else if (clause->type == UUIDX_CLAUSE_NO_TIME)
		*derived = derive_null(clause);
	else if (clause->type == UUIDX_CLAUSE_HAS_TIME)
		*derived = derive_not_null(relation, clause);
	else
		*derived = derive_range(relation, &bound);
	return *derived == NIL ? UUIDX_ORIGINAL_UNCHANGED : original;
}

/* The bounds of one time in the arms of an OR; each bound is an instant */
typedef struct or_bounds
{
	uuidx_extraction time;		/* set by the first bound; until then, its
								 * column is NULL */
	List	   *upper;
	List	   *lower;
	bool		is_arm;			/* one of the arms is nothing but a bound */
} or_bounds;

/*
 * Adds the bounds of the time in one arm, which is a list of conditions joined by AND; increments
 * *nupper and *nlower if it has such a bound
 */
static void
add_arm(const uuidx_relation *relation, List *conditions, or_bounds *bounds,
		int *nupper, int *nlower)
{
	bool		has_upper = false;
	bool		has_lower = false;

	foreach_ptr(Node, condition, conditions)
	{
		uuidx_clause clause = uuidx_match_clause(relation, condition);

		if ((clause.type != UUIDX_CLAUSE_TIME && clause.type != UUIDX_CLAUSE_ROW) ||
			clause.strategy == InvalidStrategy || clause.any ||
			!uuidx_is_pseudoconstant(relation, clause.other) ||
			exprType(uuidx_instant_of(clause.strategy, clause.other)) != TIMESTAMPTZOID)
			continue;
		if (bounds->time.column == NULL)
			bounds->time = clause.time;
		if (!equal(clause.column, bounds->time.column) || clause.time.kind != bounds->time.kind)
			continue;
		if (list_length(conditions) == 1 && clause.strategy != BTEqualStrategyNumber)
			bounds->is_arm = true;
		if (clause.strategy <= BTEqualStrategyNumber)
		{
			bounds->upper = list_append_unique(bounds->upper,
											   uuidx_instant_of(BTLessStrategyNumber,
																clause.other));
			has_upper = true;
		}
		if (clause.strategy >= BTEqualStrategyNumber)
		{
			bounds->lower = list_append_unique(bounds->lower,
											   uuidx_instant_of(BTGreaterStrategyNumber,
																clause.other));
			has_lower = true;
		}
	}
	if (has_upper)
		(*nupper)++;
	if (has_lower)
		(*nlower)++;
}

/* Returns the ranges of one time that the arms of a long OR imply, if each compares it with a constant */
static List *
derive_long_or(const uuidx_relation *relation, const BoolExpr *expr)
{
	time_range *ranges = palloc_array(time_range, list_length(expr->args));
	uuidx_extraction time = {NULL};
	int			n = 0;

	foreach_ptr(Expr, arm, expr->args)
	{
		time_range	range = all_times;
		bool		narrowed = false;

		CHECK_FOR_INTERRUPTS();
		foreach_ptr(Node, condition, make_ands_implicit(arm))
		{
			uuidx_clause clause = uuidx_match_clause(relation, condition);

			if (time.column == NULL)
				time = clause.time;
			if (clause.time.column != NULL && equal(clause.time.extracted, time.extracted) &&
				narrow_range(&range, &clause))
				narrowed = true;
		}
		if (!narrowed)
			return NIL;
		if (range.first <= range.last)
			ranges[n++] = range;
	}
	return derive_ranges(relation, &time, ranges, n);
}

List *
uuidx_derive_or(const uuidx_relation *relation, const BoolExpr *expr, bool *is_all)
{
	or_bounds	bounds = {{NULL}};
	int			narms = list_length(expr->args);
	int			nupper = 0;
	int			nlower = 0;
	uuidx_target target;
	List	   *quals = NIL;
	List	   *instants;
	Node	   *bound;
	bool		upper;

	if (narms > uuidx_max_ranges(relation))
		return derive_long_or(relation, expr);
	foreach_ptr(Expr, arm, expr->args)
		add_arm(relation, make_ands_implicit(arm), &bounds, &nupper, &nlower);

	/* a page has either an upper or a lower bound, not both */
	upper = nupper == narms;
	if (upper == (nlower == narms) ||
		(bounds.time.kind == UUIDX_TIME_OF_ANY && !uuidx_index_use_of(relation->table)->time_order))
		return NIL;
	instants = upper ? bounds.upper : bounds.lower;
	bound = uuidx_fold(relation->root,
					   uuidx_make_extreme(upper ? IS_GREATEST : IS_LEAST, instants));
	if (!uuidx_set_target(&target, bounds.time.kind, bounds.time.schema, bounds.time.uuid) ||
		!uuidx_write_instant(&target, upper ? BTLessEqualStrategyNumber :
							 BTGreaterEqualStrategyNumber, bound, &quals))
		return NIL;
	*is_all = bounds.is_arm && list_length(instants) == 1 &&
		IsA(uuidx_fold_for_estimate(relation->root, (Node *) linitial(instants)), Const);
	return quals;
}
