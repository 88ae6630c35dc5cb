/*
 * planner.h
 *	  What the files of the planner's part share.
 *
 *	  read	   what is known of a relation: query.c, from tablecache.h
 *	  match	   conditions, each brought into one form: match.c
 *	  derive   the ranges of uuids that they imply: range.c, calendar.c, or.c, now.c, within.c
 *	  write	   these as comparisons of uuids: write.c
 *
 * rewrite.c takes the conditions of a query through these steps, arm.c those of a UNION ALL.
 * time_index.c gives the server each index on a uuid as an index on its time; expand.c replaces
 * stored generated columns; order.c is about the order of partitions, statistics.c about estimates.
 */
#ifndef UUIDX_PLANNER_H
#define UUIDX_PLANNER_H

#include "proof/tablecache.h"

#include "access/stratnum.h"
#include "catalog/pg_statistic.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"
#include "nodes/supportnodes.h"
#include "pgtime.h"
#include "utils/selfuncs.h"
#include "utils/snapshot.h"
#include "uuid/histogram.h"
#include "uuid/shift.h"

/* --- The query: query.c ------------------------------------------------------- */

/* A relation while its query is planned */
typedef struct uuidx_relation
{
	PlannerInfo *root;
	RelOptInfo *rel;
	RangeTblEntry *rte;

	uuidx_table *table;			/* NULL for a partition or child */

	bool		is_arm;			/* of a UNION ALL */
	List	   *implied;		/* conditions that count nothing in estimates,
								 * because others imply them */
	List	   *implied_in_or;	/* the same below an OR */
	List	   *times;			/* of uuidx_extraction: time_index.c */
	struct uuidx_relation *parent;	/* of a partition or child: the one above */
	List	   *statistics;		/* statistics.c */
	List	   *time_statistics;	/* time_statistics.c */
} uuidx_relation;

/*
 * Whether uuidx plans a query: one that calls a function or operator with
 * uuidx_support(), and every query where the library was preloaded.  Then its relations
 * are remembered for as long as it is planned.
 */
extern bool uuidx_is_planned(PlannerInfo *root);

/*
 * Reads what is proven for a relation of such a query, and remembers it.  The plan comes to
 * depend on the catalog rows that it is proven by.  The lock mode is that of uuidx_read_table().
 */
extern uuidx_relation *uuidx_read_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte,
										   LOCKMODE lockmode);

/* Whether NOT NULL is proven for a column of a relation that was read, likewise */
extern bool uuidx_has_no_nulls(const uuidx_relation *relation, AttrNumber column);

/* Finds the times of a relation that the query names, other than to select them */
extern void uuidx_name_times(uuidx_relation *relation);

/* A relation that was remembered, or NULL */
extern uuidx_relation *uuidx_find_relation(PlannerInfo *root, RangeTblEntry *rte);

/* --- Match: match.c ------------------------------------------------------------ */

typedef enum uuidx_clause_type
{
	UUIDX_CLAUSE_OTHER,
	UUIDX_CLAUSE_TIME,			/* extracted time of a column STRATEGY other */
	UUIDX_CLAUSE_CALENDAR,		/* function of an extracted time STRATEGY
								 * other */
	UUIDX_CLAUSE_HAS_TIME,		/* extracted time IS NOT NULL */
	UUIDX_CLAUSE_PAGE,			/* (extracted time, ...) STRATEGY (other, ...) */
	UUIDX_CLAUSE_UUID,			/* uuid column STRATEGY other, bytewise */
	UUIDX_CLAUSE_ORDERED_UUID,	/* uuid column STRATEGY other, in time order */
	UUIDX_CLAUSE_INSTANT,		/* time column STRATEGY other, of one type */
	UUIDX_CLAUSE_VERSION		/* uuid_is_v7(column), uuid_is_v6(column) */
} uuidx_clause_type;

/* The time extracted from a column of a relation */
typedef struct uuidx_extraction
{
	Var		   *column;
	Node	   *uuid;			/* the column as written */
	Node	   *extracted;		/* the call as written */
	uuidx_time_kind kind;
	Oid			schema;			/* of the extension */
	bool		needs_version;	/* there may be UUIDs of other versions */
} uuidx_extraction;

/* A condition on a column of a relation in the one form that the rules look at */
typedef struct uuidx_clause
{
	uuidx_clause_type type;
	Var		   *column;
	Node	   *uuid;			/* the column as written, if it is a uuid */
	StrategyNumber strategy;	/* of the column on the left; none for a range */
	Node	   *other;			/* instant, uuid, range, date or timestamp */
	bool		any;			/* = ANY (other) */

	uuidx_extraction time;		/* of the types TIME, CALENDAR, HAS_TIME,
								 * PAGE; of VERSION its kind */
	Node	   *value;			/* of CALENDAR: a function of the time */
} uuidx_clause;

/* Matches a condition; type is UUIDX_CLAUSE_OTHER where no rule looks at it */
extern uuidx_clause uuidx_match_clause(const uuidx_relation *relation, Node *node);

/* Matches the extracted time of a column, in a PlaceHolderVar or without one */
extern bool uuidx_match_extraction(const uuidx_relation *relation, Node *node,
								   uuidx_extraction *time);

/* The column of a relation that a node is, under relabelings; or NULL */
extern Var *uuidx_match_column(Index relid, Node *node);

/*
 * A mutator: returns an expression in which extracted times are in no PlaceHolderVar.  Before
 * 18 the server matches none with the column of an index.
 */
extern Node *uuidx_unwrap_times(Node *node, void *context);

/* Returns whether a node is somewhere in an expression or list */
extern bool uuidx_contains(Node *expression, Node *node);

/* Whether evaluating a node more than once is as good as once */
extern bool uuidx_may_be_duplicated(PlannerInfo *root, Node *node);

/* --- Moves: moves.c ---------------------------------------------------------------- */

/*
 * A call, operator or cast of a time that returns this time, moved: sets *move and
 * returns true.  What it is moved by is known for every value of the argument, where a
 * date or timestamp counts as the instant at which a clock in UTC shows it.
 */
typedef struct uuidx_move
{
	Node	   *argument;		/* the time */
	uuidx_shift shift;
	bool		by_session;		/* see uuidx_depend_on_zone() */
} uuidx_move;
extern bool uuidx_find_move(Node *node, uuidx_move *move);

/* The clocks of a time zone: UUIDX_CLOCKS_OF_ANY_ZONE for a POSIX zone that is made for it */
extern uuidx_clocks uuidx_clocks_of(pg_tz *zone);

/* Returns the extracted time that a value is, or is a function of; NULL for every other value */
extern Node *uuidx_find_extraction(Node *value);

/* What extract(year from ...) or date_part('year', ...) extracts it from; NULL for all else */
extern Node *uuidx_find_year(Node *node);

/* --- Derive --------------------------------------------------------------------- */

/* What becomes of a condition from which others are derived */
typedef enum uuidx_original
{
	UUIDX_ORIGINAL_REPLACED,	/* they are equal to it */
	UUIDX_ORIGINAL_KEPT,		/* it stays, and counts nothing in estimates */
	UUIDX_ORIGINAL_COUNTS,		/* it stays, and they count nothing */
	UUIDX_ORIGINAL_UNCHANGED	/* none are derived */
} uuidx_original;

/*
 * range.c.  Translates a comparison with an extracted time into comparisons of its uuid.  They are
 * equivalent (null counts as false), except for version 8, where they are only implied.  NIL if
 * they cannot be written.
 */
extern List *uuidx_derive_range(const uuidx_relation *relation, const uuidx_clause *clause);

/*
 * range.c.  Chooses what becomes of a condition of type TIME or PAGE where comparisons of the uuid
 * can be derived from it
 */
extern uuidx_original uuidx_original_of(const uuidx_relation *relation, const uuidx_clause *clause);

/*
 * range.c.  Whether comparisons in the order of a kind of time, beside the original condition, are
 * of use.  Each partition is planned with all conditions, so there must be an index or a partition
 * key in that order.  On a single table they improve the estimate in any case.
 */
extern bool uuidx_is_of_use(const uuidx_relation *relation, uuidx_time_kind kind);

/* range.c.  Whether a table is partitioned by ranges of a uuid column, first of all */
extern bool uuidx_is_partitioned_by(const uuidx_relation *relation, AttrNumber column);

/*
 * range.c.  Returns the other side of a comparison as a timestamptz or a tstzrange; NULL if that
 * need not be the same
 */
extern Node *uuidx_instant_of(Node *other);

/* range.c.  Whether a value is known when a scan begins, and may be written more than once */
extern bool uuidx_is_known(const uuidx_relation *relation, Node *node);

/*
 * or.c.  The bound that all arms of an OR imply, if it is one bound; or NIL.  Sets *is_all if
 * the OR leaves out no more of what is within the bound than rows of the last time.
 */
extern List *uuidx_derive_or(const uuidx_relation *relation, const BoolExpr *expr, bool *is_all);

/* or.c.  The elements of a known array, without the nulls of a constant; NIL if it is unknown */
extern List *uuidx_elements_of(Node *array);

/* or.c.  What a list of times or calendar values implies: an OR, or its one arm; or NIL */
extern List *uuidx_derive_any(const uuidx_relation *relation, const uuidx_clause *clause);

/*
 * calendar.c.  For a comparison of a function of an extracted time: the comparisons of
 * the uuid that it implies; NIL if none are known.
 */
extern List *uuidx_derive_calendar(const uuidx_relation *relation, const uuidx_clause *clause);

/*
 * within.c.  Comparisons of the column that a relation is partitioned by, which
 * conditions that must all hold, of uuidx_clause, imply by a CHECK with uuid_v7_within().
 */
extern List *uuidx_derive_within(const uuidx_relation *relation, List *clauses);

/*
 * now.c.  For a comparison of a uuid with a bound of a time that is constant, but for the
 * time zone, or a lower one that moves with the clock: the same with the constant that it
 * cannot be beyond, and the dependency of the plan on the clock; else NIL.
 */
extern List *uuidx_derive_bound_now(const uuidx_relation *relation, const uuidx_clause *clause);

/*
 * Sets the limits between which the value of an expression of the clock and of constants
 * is if it is evaluated now: an instant, or a date or clock reading taken as one of UTC.
 * False for every other expression.
 */
typedef struct uuidx_instants
{
	TimestampTz earliest;
	TimestampTz latest;
	bool		moves;			/* with the clock */
	bool		by_session;		/* see uuidx_depend_on_zone() */
} uuidx_instants;
extern bool uuidx_instants_of(Node *node, uuidx_instants *instants);

/* --- Write: write.c --------------------------------------------------------------- */

/* The functions of our operators in time order, by btree strategy */
extern const PGFunction uuidx_time_order[BTMaxStrategyNumber + 1];

/* A uuid whose time is compared, and the operators for it */
typedef struct uuidx_target
{
	uuidx_time_kind kind;
	Oid			schema;			/* of the extension */
	Oid			opfamily;		/* its operators compare two uuids */
	Node	   *uuid;
} uuidx_target;

/* False if there is no order of uuids for it in the schema: time order came with 1.1 */
extern bool uuidx_set_target(uuidx_target *target, uuidx_time_kind kind, Oid schema, Node *uuid);

/*
 * Append to *quals what is true for a uuid of the version, or in time order for any
 * uuid that carries a time, exactly if its time is STRATEGY instant (a timestamptz,
 * written once, for equality twice), or in a tstzrange (written twice).  In time
 * order UUIDs without time are after every instant.  False, and *quals of no use,
 * where that cannot be written.
 */
extern bool uuidx_write_instant(const uuidx_target *target, StrategyNumber strategy,
								Node *instant, List **quals);
extern bool uuidx_write_range(const uuidx_target *target, Node *range, List **quals);

/* Append that the uuid is of the version; in time order, that it carries a time */
extern bool uuidx_write_version(const uuidx_target *target, List **quals);
extern bool uuidx_write_has_time(const uuidx_target *target, List **quals);

/* Whether the strategy is > or >= */
static inline bool
uuidx_is_lower(StrategyNumber strategy)
{
	return strategy == BTGreaterEqualStrategyNumber || strategy == BTGreaterStrategyNumber;
}

static inline bool
uuidx_is_upper(StrategyNumber strategy)
{
	return strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber;
}

/* <= for < and <=, >= for > and >= */
static inline StrategyNumber
uuidx_including_ends(StrategyNumber strategy)
{
	return uuidx_is_upper(strategy) ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber;
}

/*
 * Whether the current user may execute all functions of an expression, or list of expressions.
 * What is written may need no right that the query does not need, and what it replaces is
 * refused as before.  The plan comes to depend on the user where that matters.
 */
extern bool uuidx_is_executable(PlannerInfo *root, Node *expression);

/* left STRATEGY right, by an operator for two values of a type; NULL without one */
extern OpExpr *uuidx_make_comparison(Oid opfamily, Oid type, StrategyNumber strategy,
									 Node *left, Node *right);

/*
 * A constant of a timestamptz, microseconds since 2000-01-01 UTC; or of a timestamp or date, which
 * is the day that the time is in
 */
extern Node *uuidx_make_instant(TimestampTz pg_us);
extern Node *uuidx_make_time(Oid type, TimestampTz pg_us);

/* An interval constant, of hours and less */
extern Node *uuidx_make_interval(int64 us);

/* A constant of a uuid */
extern Node *uuidx_make_uuid(const pg_uuid_t *uuid);

/* A timestamptz and so many microseconds */
extern Node *uuidx_make_shifted(Node *instant, int64 shift_us);

/* LEAST or GREATEST of expressions of one type; NULL without them */
extern Node *uuidx_make_extreme(MinMaxOp op, List *arguments);

/* An array of uuids: a bound, written for an element, of each time in an array */
extern Node *uuidx_make_bounds(Node *array, FuncExpr *bound);

/* The same value if it is between two others, and else the nearer one of them */
extern Node *uuidx_make_clamped(Node *node, Node *first, Node *last);

/*
 * The instant at which a clock so far ahead of UTC shows a timestamp or date, which is not near
 * to the ends of time
 */
extern Node *uuidx_make_instant_of_reading(Node *reading, int64 offset_us);

/*
 * --- The time index: order.c, time_index.c
 * -----------------------------------------------------
 */

/* How the times of a column are ordered where its uuids are in an order */
typedef struct uuidx_order
{
	uuidx_target target;		/* the order of the uuids */
	bool		is_sorted;		/* is an order of the times */
	bool		is_exact;		/* comparisons of the uuid are equivalent to
								 * those of its time */
	bool		no_nulls;		/* no time is null */
	bool		has_timeless;	/* uuids without time are after all others */
	bool		no_null_uuids;	/* and no uuid is null */
} uuidx_order;

/*
 * order.c.  Sets the order of the times of a column in an index that orders its uuids bytewise,
 * or in time order; false if such an index is of no use for them.  The quals are the
 * conditions of WHERE.
 */
extern bool uuidx_set_order(const uuidx_relation *relation, const uuidx_extraction *time,
							List *quals, bool time_order, uuidx_order *order);

/*
 * Adds to the indexes of a relation, for each btree index on one of its uuids and each time of that
 * uuid that the query names, an index with a column for the time before the uuid.
 */
extern void uuidx_add_time_indexes(uuidx_relation *relation);

/*
 * Finds the uuid column whose time is a column of an index that uuidx has added to a relation;
 * sets the kind of time.  NULL for every other column.
 */
extern const Var *uuidx_find_time_column(const RelOptInfo *rel, Oid index, AttrNumber position,
										 uuidx_time_kind *kind);

/* --- What a plan depends on: depend.c ---------------------------------------------------- */

/* Records that the plan is right from a second since 2000 on only */
extern void uuidx_depend_on_clock(PlannerInfo *root, uint32 second);

/*
 * Records that the plan has a bound that is by_session: derived from how far the clocks of
 * the session's time zone are from UTC, and change.  If they are UUIDX_CLOCKS_OF_ZONE, so they
 * must be when the plan runs.  Bounds derived from those of any zone are right in all of them.
 */
extern void uuidx_depend_on_zone(PlannerInfo *root);

/* Records that the plan relies on catalog rows of that age */
extern void uuidx_depend_on_age(PlannerInfo *root, const uuidx_age *age);

/* The earliest that the clock can be for a statement: it may be set back after BEGIN */
extern TimestampTz uuidx_earliest_now(void);

/* Raises 40001 for a plan that is wrong now, or with the snapshot, by what was recorded */
extern void uuidx_check_plan(PlannedStmt *plan, Snapshot snapshot);

/* --- Entry points ------------------------------------------------------------------- */

/*
 * rewrite.c.  Looks at the conditions of a query for what they say of a relation's
 * UUIDs, after they were simplified and before they are distributed to relations,
 * and writes them so that indexes, partitions and statistics can be used.
 */
extern void uuidx_plan_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte,
								LOCKMODE lockmode);

/*
 * order.c.  Makes the uuid the sort key of a query where the table's partitions are in the order of
 * it; before pathkeys are made of the sort keys.
 */
extern void uuidx_rewrite_order(uuidx_relation *relation);

/*
 * query.c.  Remembers a partition or child of a relation that was remembered; NULL if there is none
 */
extern uuidx_relation *uuidx_add_member(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

/*
 * arm.c.  Derives conditions of a table that is an arm of a UNION ALL from those of the UNION,
 * before the server translates them
 */
extern void uuidx_plan_arm(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte,
						   LOCKMODE lockmode);

/* arm.c.  The relation of the query, or arm, that a partition or child belongs to, or that it is */
extern const uuidx_relation *uuidx_top_of(const uuidx_relation *relation);

/* arm.c.  The number that a column has in that relation, or 0; and an expression as one on it */
extern AttrNumber uuidx_attribute_at_top(const uuidx_relation *relation, AttrNumber attribute);
extern Node *uuidx_of_top(const uuidx_relation *relation, Node *node);

/*
 * arm.c.  An expression on a relation of the query as one on a partition, child or arm below it
 */
extern Node *uuidx_translate(PlannerInfo *root, Index relid, Node *node);

/* rewrite.c.  Conditions that must all hold, rewritten, behind what they imply */
extern List *uuidx_rewrite_quals(uuidx_relation *relation, List *quals);

/*
 * statistics.c.  For a column that the relation's conditions compare with uuid constants,
 * while the rows of the relation are estimated: sets *column to statistics from which
 * the server computes the selectivity of each comparison from the time in the v7.
 * False, and nothing set, in all other cases.
 */
extern bool uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
									VariableStatData *column);

/*
 * changes.c.  Updates the histogram of a column from its statistics, which has the order of the
 * operator `less` and room for UUIDX_HISTOGRAM_ROOM more points.  The selectivity is to be
 * estimated at places (histogram.h) from `first` to `last`: for those far from the ends of a
 * table that has not grown, no index is read.
 */
extern void uuidx_update_histogram(uuidx_histogram *histogram, const uuidx_relation *relation,
								   Form_pg_statistic statistics, Oid less,
								   const pg_uuid_t *first, const pg_uuid_t *last);

/*
 * time_statistics.c.  Sets *column to statistics of a time that is a column of an added index:
 * those of its uuid.  False, and nothing set, for every other column.
 */
extern bool uuidx_time_statistics(PlannerInfo *root, Oid index, AttrNumber position,
								  VariableStatData *column);

/* rewrite.c.  Marks the conditions of a relation that others imply as true in estimates */
extern void uuidx_mark_implied(const uuidx_relation *relation);

/*
 * expand.c.  Replaces the stored generated columns of a query that are proven to be the time of
 * a uuid by their expressions, before the server plans the query.  Returns the OIDs of
 * functions that not every user may execute, on which the plan depends.
 */
extern List *uuidx_expand_stored(Query *query);

/* expand.c.  The same in the conditions on a relation, which may come from an inlined function */
extern void uuidx_expand_filters(const uuidx_relation *relation);

/* depend.c.  Makes a finished plan depend on the rights on functions, and on the user */
extern void uuidx_depend_on_rights(PlannedStmt *plan, const List *functions);

/* hooks.c.  Sets the planner's hooks; called once, from _PG_init */
extern void uuidx_install_hooks(void);

#endif							/* UUIDX_PLANNER_H */
