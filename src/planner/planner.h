/*
 * planner.h
 *	  What the files of this folder offer to the support function.
 */
#ifndef UUIDX_PLANNER_H
#define UUIDX_PLANNER_H

#include "checks.h"

#include "access/stratnum.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"
#include "nodes/supportnodes.h"
#include "utils/selfuncs.h"

/* Whose time is compared, and so in which order of uuids that is a range */
typedef enum uuidx_whose_time
{
	UUIDX_TIME_OF_V7,			/* the time of a v7: bytewise among v7 */
	UUIDX_TIME_OF_V6,			/* the time of a v6: bytewise among v6 */
	UUIDX_TIME_OF_ANY			/* what uuid_time() says: in time order */
} uuidx_whose_time;

/* A comparison of a uuid's time while it is written as comparisons of uuids */
typedef struct uuidx_comparison
{
	uuidx_whose_time whose;
	Oid			namespace;		/* the extension's schema */
	Oid			opfamily;		/* whose operators compare two uuids */
	Node	   *uuid;
	Node	   *time;			/* timestamptz or tstzrange, not null */
	List	   *conditions;		/* so far; to be joined by AND */
	bool		failed;			/* something is missing: write nothing */
} uuidx_comparison;

/* False if there is no order of uuids for it: time order came with 1.1 */
extern bool uuidx_begin_comparison(uuidx_comparison *comparison, uuidx_whose_time whose,
								   Oid namespace, Node *uuid, Node *time);

/*
 * Adds conditions that are true for a uuid of the version, or in time order for
 * any uuid that carries a time, exactly if its time is STRATEGY comparison->time
 * (a timestamptz, written once, for equality twice), or in comparison->time (a
 * tstzrange, written twice).  In time order UUIDs without time are after every
 * instant.  Sets comparison->failed where that cannot be written.
 */
extern void uuidx_add_instant(uuidx_comparison *comparison, StrategyNumber strategy);
extern void uuidx_add_range(uuidx_comparison *comparison);

/* Adds that the uuid is of the version, and in time order that it carries a time */
extern void uuidx_add_version(uuidx_comparison *comparison);
extern void uuidx_add_has_time(uuidx_comparison *comparison);

/* The schema of the extension, or InvalidOid in a database without it */
extern Oid	uuidx_schema(void);

/* The function of that name and argument in the extension's schema, or InvalidOid */
extern Oid	uuidx_find_function(Oid namespace, const char *name, Oid argument_type);

/* A timestamptz constant, microseconds since 2000-01-01 UTC */
extern Node *uuidx_instant_const(TimestampTz pg_us);

/* Whether evaluating a node more than once is as good as once */
extern bool uuidx_may_be_duplicated(PlannerInfo *root, Node *node);

/* Whether a table has a column of type uuid, or of a domain over it */
extern bool uuidx_has_uuid_column(Oid relation);

/*
 * Whether an index or a partition key is on the time of a UUID that is one of the sides
 * of a comparison, and may serve it as it was written; and whether a btree begins with
 * that time, so that nothing else is needed.
 */
extern bool uuidx_may_serve(RelOptInfo *rel, RangeTblEntry *rte, List *sides, bool *alone);

/*
 * Whether a table has an index whose predicate is about a UUID: it is used only for
 * queries in which every condition of the predicate is found again.
 */
extern bool uuidx_has_partial_index(Oid relation);

/* What validated constraints prove of a column; the plan comes to depend on them */
extern uuidx_versions uuidx_versions_of(PlannerInfo *root, RangeTblEntry *rte,
										AttrNumber attribute);

/*
 * CHECK (uuid_v7_within(uuid, at, tolerance)), which every row has passed: where both
 * are not null, the uuid is a v7 and its time no further than that from `at`.
 */
typedef struct uuidx_within
{
	Oid			function;		/* the one called, in the extension's schema */
	AttrNumber	uuid;
	AttrNumber	at;				/* a timestamptz */
	bool		uuid_not_null;
	bool		at_not_null;
	int64		tolerance_us;
} uuidx_within;

/* What validated constraints of a table and of all that inherits say so: a list of uuidx_within */
extern List *uuidx_withins_of(RangeTblEntry *rte);

/*
 * Which of them can serve the partitions of a relation, and what they make of
 * conditions that must all hold: more conditions, which those imply.
 */
extern List *uuidx_useful_withins(RelOptInfo *rel, RangeTblEntry *rte);
extern List *uuidx_within_conditions(PlannerInfo *root, RelOptInfo *rel, List *withins,
									 List *conditions);

/* The column of a relation that a node is, under relabelings; or NULL */
extern Var *uuidx_column_of(Index relid, Node *node);

/*
 * Looks at the conditions of a query for what they say of a relation's UUIDs, after
 * they were simplified and before they are distributed to relations, and writes
 * them so that indexes, partitions and statistics serve them.
 */
extern void uuidx_plan_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

/*
 * For a comparison of a uuid, on the left, with the lower bound of a time that does
 * not decrease as time goes on: the same with the constant that it cannot be below,
 * and the plan's dependency on the clock; else NIL.
 */
extern List *uuidx_lower_bound_now(PlannerInfo *root, OpExpr *clause);

/*
 * Whether a node, a date or timestamp of any kind, is made of the clock and constants,
 * and of the time that UUIDs have, so that a cast to timestamptz raises no error.
 */
extern bool uuidx_is_clock_expression(PlannerInfo *root, Node *node);

/*
 * Refuses with 40001 to run a plan that such a constant makes wrong, because the
 * clock was set back by more than the margin, and sees to it that the next
 * execution plans anew.
 */
extern void uuidx_check_moment(PlannedStmt *plan);

/* Stand-in for functions.h */
#define uuidx_own_function(function) uuidx_function_address(function)
extern Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);

/* A relation of a query while it is planned */
typedef struct uuidx_relation
{
	PlannerInfo *root;
	RangeTblEntry *rte;
	RelOptInfo *rel;
	List	   *statistics;		/* owned by statistics.c */
	Bitmapset  *all_rows;		/* columns whose range comparisons joined by
								 * AND are estimated as true, because another
								 * condition implies them and is counted */
} uuidx_relation;

/* The relation of an entry of the range table; NULL if it is not planned for a query */
extern uuidx_relation *uuidx_find_relation(PlannerInfo *root, RangeTblEntry *rte);

/*
 * For a column that the relation's conditions compare with uuid constants, while the
 * rows of the relation are estimated: sets *column to statistics from which the server
 * computes the selectivity of each comparison from the time in the v7.  False, and
 * nothing set, in all other cases.
 */
extern bool uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
									VariableStatData *column);

/* Sets the planner's hooks; called once, from _PG_init */
extern void uuidx_install_hooks(void);

/*
 * The call of an operator's function between uuid and time as comparisons of
 * uuids; NULL where there is nothing to rewrite or it would not be the same.
 */
extern Node *uuidx_rewrite_comparison(PlannerInfo *root, FuncExpr *call);

/*
 * Sets request->selectivity and returns true where the call is uuid_is_v7() or uuid_is_v6();
 * false, and nothing set, for every other function.
 */
extern bool uuidx_version_selectivity(SupportRequestSelectivity *request);

#endif							/* UUIDX_PLANNER_H */
