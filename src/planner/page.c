/*
 * page.c
 *	  The next page of a list in the order of time, as a range of uuids.
 *
 *	  (uuid_time(id), id) < ($1, $2)		among v7
 *
 * becomes, and is equal to,
 *
 *	  id <= uuid_v7_upper($1) AND id < GREATEST($2, uuid_v7_lower($1))
 *
 * because the ids of an instant are between uuid_v7_lower() and uuid_v7_upper() of it.  Of
 * `<=`, of other columns behind the time, and in time order, a range is implied that begins
 * with the instant, and the original condition is kept.  So it is where other columns are
 * before the time:
 *
 *	  (status, uuid_time(id), id) < ($1, $2, $3)
 *
 * implies (status, id) <= ($1, uuid_v7_upper($2)), which an index on (status, id) can use.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

static bool
is_strict(StrategyNumber strategy)
{
	return strategy == BTLessStrategyNumber || strategy == BTGreaterStrategyNumber;
}

/*
 * Appends the condition on the uuid where it is the next column after the time: beyond
 * all ids of the instant where the other uuid is, that is one with the last of them.
 */
static bool
append_uuid(PlannerInfo *root, const uuidx_target *target, const uuidx_clause *page, Node *next,
			Node *instant, List **quals)
{
	bool		upper = uuidx_is_upper(page->strategy);
	List	   *ends = NIL;
	Node	   *end;

	if (!uuidx_write_instant(target, upper ? BTLessStrategyNumber : BTGreaterStrategyNumber,
							 instant, &ends))
		return false;
	end = (Node *) lsecond(((OpExpr *) linitial(ends))->args);
	next = uuidx_make_extreme(upper ? IS_GREATEST : IS_LEAST, list_make2(copyObject(next), end));
	*quals = lappend(*quals, uuidx_make_comparison(target->opfamily, UUIDOID, page->strategy,
												   target->uuid,
												   eval_const_expressions(root, next)));
	return true;
}

/* What the uuid is compared with where it is the next column after its time; or NULL */
static Node *
find_next(const uuidx_relation *relation, const uuidx_clause *page)
{
	int			next = page->position + 1;
	Node	   *node;
	Node	   *other;

	if (next >= list_length(page->columns) ||
		list_nth_oid(page->row->opfamilies, next) !=
		lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf)
		return NULL;
	node = (Node *) list_nth(page->columns, next);
	other = (Node *) list_nth(page->others, next);
	return equal(uuidx_match_column(relation->rel->relid, node), page->column) &&
		exprType(node) == UUIDOID && exprType(other) == UUIDOID ? other : NULL;
}

/*
 * Makes (columns before the time, uuid) <= or >= (what they are compared with, end of the instant);
 * NULL where one of them is not known when a scan begins
 */
static Node *
make_row(const uuidx_relation *relation, const uuidx_clause *page, const uuidx_target *target,
		 Node *end)
{
	StrategyNumber strategy = uuidx_including_ends(page->strategy);
	RowCompareExpr *result = makeNode(RowCompareExpr);

	for (int i = 0; i < page->position; i++)
	{
		Node	   *column = (Node *) list_nth(page->columns, i);
		Node	   *other = (Node *) list_nth(page->others, i);
		Oid			operator_oid = get_opfamily_member(list_nth_oid(page->row->opfamilies, i),
													   exprType(column), exprType(other), strategy);

		if (uuidx_match_column(relation->rel->relid, column) == NULL ||
			!uuidx_is_known(relation, other) || !OidIsValid(operator_oid))
			return NULL;
		result->opnos = lappend_oid(result->opnos, operator_oid);
		result->largs = lappend(result->largs, copyObject(column));
		result->rargs = lappend(result->rargs, copyObject(other));
	}
	UUIDX_SET_ROW_STRATEGY(result, strategy);
	result->opnos = lappend_oid(result->opnos, get_opfamily_member(target->opfamily, UUIDOID,
																   UUIDOID, strategy));
	result->opfamilies = lappend_oid(list_copy_head(page->row->opfamilies, page->position),
									 target->opfamily);
	result->inputcollids = lappend_oid(list_copy_head(page->row->inputcollids, page->position),
									   InvalidOid);
	result->largs = lappend(result->largs, copyObject(target->uuid));
	result->rargs = lappend(result->rargs, end);
	return (Node *) result;
}

uuidx_original
uuidx_derive_page(const uuidx_relation *relation, const uuidx_clause *page, List **quals)
{
	uuidx_original original = uuidx_original_of(relation, page);
	Node	   *instant = uuidx_instant_of(page->other);
	Node	   *next = find_next(relation, page);
	uuidx_target target;

	*quals = NIL;
	if (original == UUIDX_ORIGINAL_UNCHANGED || !uuidx_is_of_use(relation, page->time.kind) ||
		instant == NULL || !uuidx_is_known(relation, instant) ||
		!uuidx_set_target(&target, page->time.kind, page->time.schema, page->uuid) ||
		!uuidx_write_instant(&target, uuidx_including_ends(page->strategy), instant, quals))
		return UUIDX_ORIGINAL_UNCHANGED;
	if (page->position > 0)
	{
		Node	   *row = make_row(relation, page, &target,
								   (Node *) lsecond(((OpExpr *) linitial(*quals))->args));

		*quals = row == NULL ? NIL : list_make1(row);
		return row == NULL ? UUIDX_ORIGINAL_UNCHANGED : UUIDX_ORIGINAL_KEPT;
	}

	/* bytewise, where all of them have such a time */
	if (next == NULL || !uuidx_is_known(relation, next) || page->time.needs_version ||
		page->time.kind == UUIDX_TIME_OF_ANY ||
		!append_uuid(relation->root, &target, page, next, instant, quals))
		return UUIDX_ORIGINAL_KEPT;
	return list_length(page->row->largs) == 2 && is_strict(page->strategy) ? original :
		UUIDX_ORIGINAL_KEPT;
}
