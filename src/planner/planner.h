/*
 * planner.h
 *	  What the files of the planner's part share, in the order in which a query passes them.
 *
 *	  query	   which queries are planned, and what is known of their relations: query.c
 *	  match	   conditions in one form: match.c, time_functions.c
 *	  derive   ranges of uuids that they imply: filter.c, or.c, gaps.c, calendar.c, clock.c,
 *			   partition_by_time.c
 *	  write	   these ranges as comparisons of uuids: comparison.c
 *	  indexes  each index on a uuid as an index on its time: time_index.c, partition_order.c
 *	  estimate the rows in a range of times: statistics.c, implied.c, new_rows.c
 *
 * rewrite.c takes the conditions of a query through these steps, union_all.c those of the arms of a
 * UNION ALL.  hooks.c calls all of these; depend.c is what the plan depends on.  No two files call
 * each other.
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

/* --- Query: query.c ------------------------------------------------------------- */

/* What a relation is in its query */
typedef enum uuidx_relation_type
{
	UUIDX_RELATION_TABLE,
	UUIDX_RELATION_ARM,			/* a table of a UNION ALL */
	UUIDX_RELATION_MEMBER		/* a partition or child of one of these */
} uuidx_relation_type;

/* A relation while its query is planned */
typedef struct uuidx_relation
{
	uuidx_relation_type type;
	PlannerInfo *root;
	RelOptInfo *rel;
	RangeTblEntry *rte;
	uuidx_table *table;			/* NULL for a MEMBER */
	bool		is_rewritten;	/* its conditions in the query are */
	List	   *security_quals; /* of an arm, as the query has them */
	int			nmarked;		/* see uuidx_mark_uncounted() */
	List	   *times;			/* of uuidx_extraction: see uuidx_find_times() */
	List	   *expressions;	/* the same times, translated for a MEMBER */
	bool		has_or;			/* one of its uuids or times is in an OR */
	Bitmapset  *used;			/* columns, as in pull_varattnos() */
	Bitmapset  *not_equal;		/* those that are not only compared by = */
	struct uuidx_relation *parent;	/* the one above a MEMBER */
	struct uuidx_relation *top; /* above all of these, or the relation itself */
	List	   *statistics;		/* private to statistics.c */
} uuidx_relation;

extern uuidx_relation *uuidx_add_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte,
										  LOCKMODE lockmode);

/* Whether NOT NULL is proven for a column of a relation; makes the plan depend on the proof */
extern bool uuidx_has_no_nulls(const uuidx_relation *relation, AttrNumber column);

/* Sets the extracted times and the columns of a relation for which the query can use an index */
extern void uuidx_find_times(uuidx_relation *relation);

/* Whether the query does more with a column than select it or compare it by = */
extern bool uuidx_is_ranged(const uuidx_relation *relation, AttrNumber column);
extern bool uuidx_is_useful(const uuidx_relation *relation, const IndexOptInfo *index,
							int position);

/* Returns a relation that was remembered, or NULL */
extern uuidx_relation *uuidx_find_relation(PlannerInfo *root, RangeTblEntry *rte);

/* Translates an expression on a relation of the query to a partition, child or arm below it */
extern Node *uuidx_translate(PlannerInfo *root, Index relid, Node *node);

/* --- Match: match.c ------------------------------------------------------------- */

typedef enum uuidx_clause_type
{
	UUIDX_CLAUSE_OTHER,
	UUIDX_CLAUSE_TIME,			/* extracted time of a column STRATEGY other */
	UUIDX_CLAUSE_CALENDAR,		/* moved extracted time STRATEGY other */
	UUIDX_CLAUSE_NO_TIME,		/* extracted time IS NULL */
	UUIDX_CLAUSE_ROW,			/* (extracted time, ...) STRATEGY (other, ...) */
	UUIDX_CLAUSE_UUID,			/* uuid column STRATEGY other, bytewise */
	UUIDX_CLAUSE_ORDERED_UUID,	/* uuid column STRATEGY other, in time order */
	UUIDX_CLAUSE_INSTANT,		/* time column STRATEGY other of its type */
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
	bool		needs_version;	/* there may be uuids of other versions */
	bool		is_listed;		/* only in = ANY (list): it needs no index */

	/* the orders that the times have, or NULL: see uuidx_order_of() */
	struct uuidx_order *bytewise;
	struct uuidx_order *in_time_order;
} uuidx_extraction;

/* A condition on a column of a relation, in the one form that the rules use */
typedef struct uuidx_clause
{
	uuidx_clause_type type;
	Var		   *column;
	Node	   *uuid;			/* the column as written, if it is a uuid */
	StrategyNumber strategy;	/* InvalidStrategy for <@ a range */
	Node	   *other;			/* instant, uuid, range, date or timestamp */
	bool		any;			/* = ANY (other) */

	uuidx_extraction time;		/* for VERSION, only its kind */
	Node	   *value;			/* the side with the column, as written */
} uuidx_clause;

/* Matches a condition; the type is UUIDX_CLAUSE_OTHER if there is no rule for it */
extern uuidx_clause uuidx_match_clause(const uuidx_relation *relation, Node *node);

/* Matches the extracted time of a column, also in a PlaceHolderVar; false for other expressions */
extern bool uuidx_match_extraction(const uuidx_relation *relation, Node *node,
								   uuidx_extraction *time);

/* Returns a column below RelabelTypes, of any relation if relid is 0; NULL for other expressions */
extern Var *uuidx_match_column(Index relid, Node *node);

/* A mutator: takes extracted times out of PlaceHolderVars, which match no index before 18 */
extern Node *uuidx_unwrap_times(Node *node, void *context);

/* Returns the elements of an array, without null constants; NIL if they are unknown */
extern List *uuidx_elements_of(Node *array);

/* Whether a node may be evaluated more than once: it is not volatile, and cheap */
extern bool uuidx_may_be_duplicated(PlannerInfo *root, Node *node);

/* --- Moves: time_functions.c ------------------------------------------------------------- */

/* Strips the PlaceHolderVars that no join sets to null */
extern Node *uuidx_without_placeholders(Node *node);

/*
 * Sets *move for a call, operator or cast that returns one of its arguments, a time, moved by a
 * shift that is known for every value; false for other expressions.  A date or timestamp counts as
 * the instant at which a clock in UTC shows it.
 */
typedef struct uuidx_move
{
	Node	   *argument;		/* the time that is moved */
	uuidx_shift shift;
	int			by_session;		/* see uuidx_depend_on_zone() */
} uuidx_move;
extern bool uuidx_find_move(Node *node, uuidx_move *move);

/* Whether the clocks of a time zone are UUIDX_CLOCKS_OF_ZONE: not in an extreme POSIX time zone */
extern bool uuidx_has_usual_clocks(pg_tz *zone);

/* Whether a time zone has no abbreviation UTC or GMT for another time: a POSIX time zone may */
extern bool uuidx_has_usual_names(pg_tz *zone);

/* Returns the start of the transaction or statement, whichever is earlier by the clock */
extern TimestampTz uuidx_earliest_now(void);

/* Returns the extracted time of which a value is a move; NULL for others */
extern Node *uuidx_find_extraction(Node *value);

/*
 * Sets the limits of the value that an expression of the clock and of constants has now: an
 * instant, or a date or clock reading, which counts as one in UTC.  Returns false for other
 * expressions.  The caller must zero *instants.
 */
typedef struct uuidx_instants
{
	TimestampTz earliest;
	TimestampTz latest;
	bool		moves;			/* with the clock */
	int			by_session;		/* see uuidx_depend_on_zone() */
} uuidx_instants;
extern bool uuidx_instants_of(Node *node, uuidx_instants *instants);
extern bool uuidx_is_total(Node *node);

/* --- Derive --------------------------------------------------------------------- */

/* What becomes of a condition from which others are derived */
typedef enum uuidx_original
{
	UUIDX_ORIGINAL_REPLACED,	/* the derived ones are equivalent */
	UUIDX_ORIGINAL_KEPT,		/* it stays, but does not count in estimates */
	UUIDX_ORIGINAL_COUNTS,		/* it stays; the derived ones do not count */
	UUIDX_ORIGINAL_UNCHANGED	/* none are derived */
} uuidx_original;

/* A uuid that is compared by its time, and the operators to use */
typedef struct uuidx_target
{
	uuidx_time_kind kind;
	Oid			schema;			/* of the extension */
	Oid			opfamily;		/* its operators compare two uuids */
	Node	   *uuid;
} uuidx_target;

/* A range of times in microseconds since 2000, with both ends */
typedef struct uuidx_time_range
{
	TimestampTz first;
	TimestampTz last;
} uuidx_time_range;

/* gaps.c */
extern bool uuidx_narrow_range(uuidx_time_range *range, const uuidx_clause *clause);
extern List *uuidx_write_ranges(const uuidx_target *target, uuidx_time_range *ranges, int n,
								int max);

/* filter.c */
extern uuidx_original uuidx_derive(const uuidx_relation *relation, const uuidx_clause *clause,
								   bool at_run_time, List **derived);
extern bool uuidx_order_is_useful(const uuidx_relation *relation, uuidx_time_kind kind);
extern int	uuidx_max_ranges(const uuidx_relation *relation);
extern List *uuidx_derive_ranges(const uuidx_relation *relation, const uuidx_extraction *time,
								 uuidx_time_range *ranges, int n);
extern bool uuidx_constants_exclude(const RangeTblEntry *rte);
extern bool uuidx_is_partitioned_by(const uuidx_relation *relation, AttrNumber column);
extern Node *uuidx_instant_of(StrategyNumber strategy, Node *other);
extern bool uuidx_is_pseudoconstant(const uuidx_relation *relation, Node *node);

/* or.c */
extern List *uuidx_derive_or(const uuidx_relation *relation, const BoolExpr *expr, bool *is_all);
extern bool uuidx_or_stays(const uuidx_relation *relation, BoolExpr *expr);

/* calendar.c */
extern List *uuidx_imply_times(PlannerInfo *root, const uuidx_clause *clause);

/* partition_by_time.c */
extern List *uuidx_derive_within(const uuidx_relation *relation, List *clauses);

/* clock.c */
extern Node *uuidx_derive_bound_now(const uuidx_relation *relation, const uuidx_clause *clause);

/* --- Write: comparison.c ------------------------------------------------------------- */

/* The functions of the operators in time order, by btree strategy */
extern const PGFunction uuidx_time_order[BTMaxStrategyNumber + 1];

/* Returns false if the schema has no such order: time order comes with 1.1 */
extern bool uuidx_set_target(uuidx_target *target, uuidx_time_kind kind, Oid schema, Node *uuid);

extern bool uuidx_write_instant(const uuidx_target *target, StrategyNumber strategy,
								Node *instant, List **quals);
extern bool uuidx_write_time(const uuidx_target *target, StrategyNumber strategy, Node *time,
							 bool filtered, List **quals);

/* Appends a filter by the version, or in time order by a time; false if the schema lacks it */
extern bool uuidx_write_filter(const uuidx_target *target, List **quals);

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

/* Returns <= for < and <=, and >= for all others */
static inline StrategyNumber
uuidx_including_ends(StrategyNumber strategy)
{
	return uuidx_is_upper(strategy) ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber;
}

extern bool uuidx_is_executable(PlannerInfo *root, Node *expression);
extern Node *uuidx_fold(PlannerInfo *root, Node *expression);
extern Node *uuidx_fold_for_estimate(PlannerInfo *root, Node *expression);

/* Returns left STRATEGY right, by an operator for a type; NULL if there is no such operator */
extern OpExpr *uuidx_make_comparison(Oid opfamily, Oid type, StrategyNumber strategy,
									 Node *left, Node *right);

extern void uuidx_add_bound(List **bounds, Node *bound);

/* These make constants.  A time is in microseconds since 2000-01-01 UTC. */
extern Node *uuidx_make_instant(TimestampTz pg_us);
extern Node *uuidx_make_time(Oid type, TimestampTz pg_us);
extern Node *uuidx_make_uuid(const pg_uuid_t *uuid);
extern Node *uuidx_make_interval(int64 us);

/* A timestamptz plus microseconds; the caller prevents an overflow */
extern Node *uuidx_make_shifted(Node *instant, int64 shift_us);

/* LEAST or GREATEST of expressions of one type; NULL if there are none */
extern Node *uuidx_make_extreme(MinMaxOp op, List *arguments);

/* A value that is clamped to the range between two others */
extern Node *uuidx_make_clamped(Node *node, Node *first, Node *last);
extern Node *uuidx_clamp_time(StrategyNumber strategy, Node *node, TimestampTz first,
							  TimestampTz last);

/* The instant at which a clock ahead of UTC shows a timestamp or date, not near the ends of time */
extern Node *uuidx_make_instant_of_reading(Node *reading, int64 offset_us);

/* --- Indexes: time_index.c, partition_order.c ---------------------------------------- */

/* An order of uuids in which their times are sorted, too; without one, the opfamily is invalid */
typedef struct uuidx_order
{
	uuidx_target target;		/* the order of the uuids */
	bool		has_timeless;	/* uuids without a time are after all others */
	bool		no_null_uuids;
} uuidx_order;

/* query.c: whether a time follows an order of the uuids that have it */
extern bool uuidx_follows_order(const uuidx_extraction *time, bool time_order);

/* query.c: the order of a time of a relation if its uuids are bytewise or in time order */
extern const uuidx_order *uuidx_order_of(const uuidx_relation *relation, uuidx_extraction *time,
										 bool time_order);

/* partition_order.c */
extern void uuidx_add_partition_order(const uuidx_relation *relation);
extern void uuidx_add_sorted(PlannerInfo *root, const RelOptInfo *input, RelOptInfo *output);
extern void uuidx_keep_from_workers(PlannedStmt *plan);

/* time_index.c */
extern void uuidx_add_time_indexes(uuidx_relation *relation);

/* --- Statistics ----------------------------------------------------------------- */

/* statistics.c */
extern bool uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
									VariableStatData *column);
extern bool uuidx_time_statistics(PlannerInfo *root, Oid index, AttrNumber position,
								  VariableStatData *column);
extern bool uuidx_subquery_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
									  VariableStatData *column);

/* implied.c */
extern Node *uuidx_make_uncounted(Node *node);
extern bool uuidx_is_uncounted(Node *node);
extern Node *uuidx_make_counted(Node *node);
extern void uuidx_mark_uncounted(uuidx_relation *relation);

/* new_rows.c */
extern bool uuidx_read_histogram(const uuidx_relation *relation, HeapTuple statistics,
								 const pg_uuid_t *first, const pg_uuid_t *last,
								 uuidx_histogram *histogram);
extern bool uuidx_has_grown(const uuidx_relation *relation, int nbins);

/* --- Depend: depend.c ----------------------------------------------------------- */

/* Records that the plan is wrong before a second, counted from 2000-01-01 UTC */
extern void uuidx_depend_on_clock(PlannerInfo *root, uint32 second);

/* Records which of these must be usual in the time zone of the session that runs the plan */
#define UUIDX_BY_CLOCKS 1		/* uuidx_has_usual_clocks() */
#define UUIDX_BY_NAMES 2		/* uuidx_has_usual_names() */
extern void uuidx_depend_on_zone(PlannerInfo *root, int by_session);

/* Records that the plan relies on catalog rows of an age */
extern void uuidx_depend_on_age(PlannerInfo *root, const uuidx_age *age);

/* Makes a finished plan depend on the rights on functions, and on the user */
extern void uuidx_depend_on_rights(PlannedStmt *plan, const List *functions);

/* Raises an error if a plan is wrong for the clock, the time zone or the snapshot it is run with */
extern void uuidx_check_plan(PlannedStmt *plan, Snapshot snapshot);

/* --- Entry points --------------------------------------------------------------- */

/* hooks.c.  Sets the planner's hooks; called once, from _PG_init() */
extern void uuidx_install_hooks(void);

/* stored_column.c */
extern List *uuidx_expand_stored(Query *query);

/*
 * stored_column.c.  Replaces the stored columns of a relation in conditions, also of an inlined
 * function, and in the expressions of its extended statistics
 */
extern void uuidx_expand_relation(const uuidx_relation *relation);

/* stored_column.c.  Returns the stored column that contains a time; 0 if there is none */
extern AttrNumber uuidx_stored_column(const uuidx_relation *relation,
									  const uuidx_extraction *time);

/* rewrite.c */
extern void uuidx_rewrite_query(uuidx_relation *relation);
extern List *uuidx_rewrite_quals(uuidx_relation *relation, List *quals, List **kept);

/* rewrite.c.  Returns what a list of RestrictInfo implies for the relation, besides its clauses */
extern List *uuidx_imply_ranges(uuidx_relation *relation, List *clauses);

/* union_all.c */
extern void uuidx_rewrite_arm(uuidx_relation *relation);

/* partition_order.c */
extern void uuidx_exclude_at_run_time(PlannerInfo *root);

#endif							/* UUIDX_PLANNER_H */
