/*
 * filter.c
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
 * and the comparisons are false for it.  uuid_time(id) IN ($1, $2) becomes an OR of two ranges.
 *
 * A condition is left to the index on the time (time_index.c) if that index serves it better: an
 * equality, and a comparison with another table; or any, if the user has created such an index.
 */
#include "planner/planner.h"

#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/typcache.h"

/*
 * A list or OR of times becomes at most this many ranges: planning each of them takes time and
 * memory, for a partitioned table once for each partition that is left
 */
#define MAX_RANGES 100
#define MAX_RANGES_OF_PARTITIONED 10

/*
 * The server does not count the inner pages of an index that are read for each range of a list.  So
 * more than a few ranges are derived only if the table has PAGES_OF_RANGE pages for each.
 */
#define FEW_RANGES 10
#define PAGES_OF_RANGE 4

/* A POSIX time zone is less than a week from UTC; one more day allows for rounding to days */
#define MARGIN_US (8 * USECS_PER_DAY)

/*
 * Casts a date or timestamp to timestamptz, and returns a value of another type unchanged.  The
 * value is clamped near the times of uuids first, so that the cast raises no error, and every time
 * of a uuid compares with it by the strategy as before.
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

/* Whether a value is known when a scan begins, and may be written more than once */
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

/* Translates a TIME into equivalent comparisons of its uuid (null counts as false), or NIL */
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

/*
 * Whether comparisons in the order of a kind of time help.  On a table, they improve the estimate;
 * on a partitioned one, they are planned for each partition, so time order needs an index or key.
 */
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
		!uuidx_is_total(clause->other))
		return NIL;
	foreach_ptr(uuidx_clause, implied, uuidx_imply_times(relation->root, clause))
		quals = list_concat_unique(quals, derive_range(relation, implied));
	return quals;
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
				uuidx_follows_order(time, time_order))
				return true;
	}
	return false;
}

/*
 * Whether a constant is better than an expression of the clock: during planning, only a constant
 * excludes partitions, or tables by their constraints, and can be sent to a foreign server.
 */
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

/* Whether a uuid column is the first key of a table that is partitioned by range */
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

static bool
time_walker(Node *node, void *context)
{
	return node != NULL && (uuidx_extracts_time(node) ||
							expression_tree_walker(node, UUIDX_WALKER(time_walker), context));
}

/*
 * Whether the user has created an index on an extracted time, or with one in its predicate; for a
 * parent, whether an index has one, or a function that may become one when it is inlined
 */
static bool
has_expression(const uuidx_relation *relation)
{
	bool		may_have = uuidx_index_use_of(relation->table)->time_expressions;

	/* the indexes of a parent are not those that its members have */
	if (!may_have || relation->rte->inh)
		return may_have;
	foreach_ptr(IndexOptInfo, index, relation->rel->indexlist)
	{
		if (time_walker((Node *) index->indexprs, NULL) ||
			time_walker((Node *) index->indpred, NULL))
			return true;
	}
	return false;
}

/* Whether an index begins with an expression, so that conditions on it decide what a scan costs */
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

/*
 * Whether a range of uuids excludes partitions or children of a parent.  One with an unknown bound
 * is compared with the key of the parent alone, when the plan runs.
 */
static bool
prunes(const uuidx_relation *relation, const uuidx_clause *clause, bool is_join)
{
	if (!uuidx_order_is_useful(relation, clause->time.kind))
		return false;
	if (is_join)
		return uuidx_is_partitioned_by(relation, clause->column->varattno);
	return relation->rel->part_scheme == NULL || uuidx_index_use_of(relation->table)->partitions;
}

/*
 * Chooses what becomes of a condition of the type TIME, ROW or NO_TIME:
 *
 *	condition			on a table						on a parent
 *	any					UNCHANGED with an index of
 *						the user on the time, COUNTS
 *						for a list if none begins with it
 *	with another table	UNCHANGED						COUNTS at run time, if it prunes
 *	row					UNCHANGED with a time index,	COUNTS if it prunes
 *						else COUNTS
 *	=					UNCHANGED with a time index,	COUNTS if it prunes
 *						or if nothing uses a range;
 *						else COUNTS; KEPT for the
 *						time of v7 without proof
 *	= ANY				REPLACED; UNCHANGED if			COUNTS on a partitioned table
 *						nothing uses a range
 *	others				REPLACED; on an arm,			REPLACED; COUNTS on an arm, or
 *						UNCHANGED with a time index		with an index of the user
 *
 * On a parent, what does not prune is UNCHANGED, and = ANY without partitions is like the others.
 * On a parent, a range excludes partitions, and the original stays for their indexes.  From an
 * equality, the server may derive others, and it estimates an unknown value better than a range.
 */
static uuidx_original
choose_original(const uuidx_relation *relation, const uuidx_clause *clause, bool at_run_time)
{
	bool		is_row = clause->type == UUIDX_CLAUSE_ROW;
	bool		is_join = contain_var_clause(clause->other);
	bool		is_equality = clause->strategy == BTEqualStrategyNumber && !clause->any;
	bool		is_arm = relation->type == UUIDX_RELATION_ARM;
	bool		left_to_user = has_expression(relation);

	if (relation->rte->inh)
	{
		if (is_join && !at_run_time)
			return UUIDX_ORIGINAL_UNCHANGED;
		if (is_join || is_row || is_equality)
			return prunes(relation, clause, is_join) ? UUIDX_ORIGINAL_COUNTS :
				UUIDX_ORIGINAL_UNCHANGED;
		if (is_arm || left_to_user || (clause->any && relation->rel->part_scheme != NULL))
			return UUIDX_ORIGINAL_COUNTS;
		return UUIDX_ORIGINAL_REPLACED;
	}
	if (left_to_user && clause->any && !is_indexed(relation, clause->time.extracted))
		return can_use_range(relation, &clause->time) ? UUIDX_ORIGINAL_COUNTS :
			UUIDX_ORIGINAL_UNCHANGED;
	if (left_to_user || (is_join && !is_row && !clause->any))
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
	if (!is_equality)
		return UUIDX_ORIGINAL_REPLACED;

	/* an index is scanned by the range alone, so the range must count */
	return uuidx_follows_order(&clause->time, true) ? UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_KEPT;
}

/* Whether an element of a list is left to the index on the time */
static bool
is_left_to_index(const uuidx_relation *relation, const uuidx_clause *element, bool at_run_time)
{
	return element->type == UUIDX_CLAUSE_TIME &&
		choose_original(relation, element, at_run_time) == UUIDX_ORIGINAL_UNCHANGED &&
		exprType(element->other) == TIMESTAMPTZOID;
}

/* Returns the largest number of ranges that a list or OR of times becomes */
int
uuidx_max_ranges(const uuidx_relation *relation)
{
	return relation->rel->part_scheme != NULL ? MAX_RANGES_OF_PARTITIONED : MAX_RANGES;
}

/* Whether scanning n ranges reads less than scanning the table */
static bool
ranges_are_useful(const uuidx_relation *relation, int n)
{
	return n <= FEW_RANGES || relation->rte->inh ||
		relation->rte->relkind == RELKIND_FOREIGN_TABLE ||
		n * PAGES_OF_RANGE <= relation->rel->pages;
}

/*
 * Returns the condition that the time is in one of n ranges, some of which may be joined; NIL if
 * that is of no use
 */
List *
uuidx_derive_ranges(const uuidx_relation *relation, const uuidx_extraction *time,
					uuidx_time_range *ranges, int n)
{
	int			max = uuidx_max_ranges(relation);
	uuidx_target target;

	if (n == 0 || !uuidx_order_is_useful(relation, time->kind) ||
		!can_use_range(relation, time) || !ranges_are_useful(relation, Min(n, max)) ||
		!uuidx_set_target(&target, time->kind, time->schema, time->uuid))
		return NIL;
	return uuidx_write_ranges(&target, ranges, n, max);
}

/* Returns what a list that is too long implies if all of its elements are constants; or NIL */
static List *
derive_long_list(const uuidx_relation *relation, const uuidx_clause *clause, List *elements)
{
	uuidx_time_range *ranges = palloc_array(uuidx_time_range, list_length(elements));
	uuidx_clause element = *clause;
	int			n = 0;

	element.any = false;
	foreach_ptr(Node, value, elements)
	{
		bool		narrowed = false;

		CHECK_FOR_INTERRUPTS();
		element.other = value;
		if (!IsA(value, Const))
			return NIL;
		ranges[n].first = DT_NOBEGIN;
		ranges[n].last = DT_NOEND;
		foreach_ptr(uuidx_clause, implied, clause->type == UUIDX_CLAUSE_TIME ?
					list_make1(&element) : uuidx_imply_times(relation->root, &element))
		{
			if (uuidx_narrow_range(&ranges[n], implied))
				narrowed = true;
		}
		if (!narrowed)
			return NIL;
		n++;
	}
	return uuidx_derive_ranges(relation, &clause->time, ranges, n);
}

/* Returns what = ANY of a TIME or CALENDAR implies: an OR, or its only arm; or NIL */
static List *
derive_any(const uuidx_relation *relation, const uuidx_clause *clause, List *elements,
		   bool at_run_time)
{
	Oid			opfamily = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
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
			quals = list_make1(uuidx_make_comparison(opfamily, TIMESTAMPTZOID,
													 BTEqualStrategyNumber,
													 clause->time.extracted, value));
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

/*
 * Sets *derived to comparisons of uuids that a condition implies, and returns what becomes of it;
 * UNCHANGED if there are none.  At run time, they only exclude partitions.
 */
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
		List	   *elements = uuidx_elements_of(clause->other);

		*derived = derive_any(relation, clause, elements, at_run_time);
		if (original == UUIDX_ORIGINAL_REPLACED &&
			list_length(elements) > uuidx_max_ranges(relation))
			original = UUIDX_ORIGINAL_COUNTS;
	}
	else if (clause->type == UUIDX_CLAUSE_CALENDAR)
		*derived = derive_calendar(relation, clause);
	else if (clause->type == UUIDX_CLAUSE_NO_TIME)
		*derived = derive_null(clause);
	else
		*derived = derive_range(relation, &bound);
	return *derived == NIL ? UUIDX_ORIGINAL_UNCHANGED : original;
}
