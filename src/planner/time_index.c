/*
 * time_index.c
 *	  Lets the server use an index on a uuid as an index on its time.
 *
 *	  SELECT * FROM orders JOIN logs ON logs.created_at = orders.created_at
 *	  ORDER BY orders.created_at DESC LIMIT 20
 *
 * where created_at is uuid_time(id).  No index is on the time, but an index on (.., id) is in the
 * order of (.., uuid_time(id), id) if all ids are version 7.  For each such index, an IndexOptInfo
 * is added: a copy of the server's, with a column for the time before the uuid.  The server uses it
 * like any index on an expression: for filters, joins in both directions, orders and groups.
 *
 * When the cost of a path on the copy is estimated, it becomes a path on the index itself:
 * conditions on the uuid replace its conditions on the time.  Estimators usually do not change
 * their path, but nothing else is called for every path, and the executor cannot read the copy.
 *
 *	  uuid_time(id) >= t			id >= uuid_v7_lower(t)
 *	  uuid_time(id) = t				id >= uuid_v7_lower(t) AND id <= uuid_v7_upper(t)
 *	  (a, uuid_time(id), id) < (b, t, i)
 *									(a, id) <= (b, i), where i is clamped to the uuids of t
 *	  uuid_time(id) IS NULL			id IS NULL
 *
 * The rows are the same because the new conditions are equivalent, or the original one is checked
 * again.  A condition that cannot be translated is a filter, and not part of the index scan.
 */
#include "planner/planner.h"

#include "access/amapi.h"
#include "catalog/pg_am.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

typedef struct time_index
{
	IndexOptInfo info;			/* the copy, which the server is given */
	IndexOptInfo *index;		/* copied index */
	int			position;		/* of the time; in the index, of the uuid */
	uuidx_order order;
	const List *originals;		/* conditions that were translated last */
	List	   *translated;
} time_index;

/* Returns a copy of an array of n elements, with one more at a position */
static void *
insert_element(const void *array, int n, int position, const void *element, Size size)
{
	char	   *result = (char *) palloc((n + 1) * size);

	memcpy(result, array, position * size);
	memcpy(result + position * size, element, size);
	memcpy(result + (position + 1) * size, (const char *) array + position * size,
		   (n - position) * size);
	return result;
}

#define INSERT_ELEMENT(type, array, n, position, ...) \
	((type *) insert_element(array, n, position, &(type) {__VA_ARGS__}, sizeof(type)))

/*
 * Returns how many columns of an index the copy has.  The copy ends before an expression after the
 * uuid, because the server finds the statistics of an expression by its position.
 */
static int
count_columns(const IndexOptInfo *index, int position)
{
	int			result = position + 1;

	while (result < index->ncolumns && index->indexkeys[result] != 0)
		result++;
	return result;
}

/* Whether nulls of the time come first; the query's sort clause decides if there are none */
static bool
choose_nulls(PlannerInfo *root, const time_index *copy, Node *expression)
{
	bool		descending = copy->index->reverse_sort[copy->position];

	if (copy->order.has_timeless)
		return descending;
	if (!copy->order.no_null_uuids)
		return copy->index->nulls_first[copy->position];
	foreach_ptr(SortGroupClause, clause, root->parse->sortClause)
	{
		StrategyNumber strategy;

		if (!equal(get_sortgroupclause_expr(clause, root->processed_tlist), expression))
			continue;
		strategy = get_op_opfamily_strategy(clause->sortop, copy->info.opfamily[copy->position]);
		return clause->nulls_first == ((strategy == BTGreaterStrategyNumber) == descending);
	}
	return descending;
}

/* Sets the sort order of a copy in which the times are sorted */
static void
set_sort_order(PlannerInfo *root, time_index *copy, Node *expression)
{
	const IndexOptInfo *index = copy->index;
	IndexOptInfo *info = &copy->info;
	int			n = info->nkeycolumns - 1;
	int			position = copy->position;
	bool		nulls_first = choose_nulls(root, copy, expression);

	info->sortopfamily = INSERT_ELEMENT(Oid, index->sortopfamily, n, position,
										info->opfamily[position]);
	info->reverse_sort = INSERT_ELEMENT(bool, index->reverse_sort, n, position,
										index->reverse_sort[position]);
	info->nulls_first = INSERT_ELEMENT(bool, index->nulls_first, n, position, nulls_first);

	/* the times are null where the uuids are */
	if (copy->order.no_null_uuids && !copy->order.has_timeless)
		info->nulls_first[position + 1] = nulls_first;
}

static void estimate_cost(PlannerInfo *root, IndexPath *path, double loop_count, Cost *startup_cost,
						  Cost *total_cost, Selectivity *selectivity, double *correlation,
						  double *pages);

/* For make_statistics(): if conditions are false, they imply its predicate, and a path is made */
static void
estimate_nothing(PlannerInfo *root, IndexPath *path, double loop_count, Cost *startup_cost,
				 Cost *total_cost, Selectivity *selectivity, double *correlation, double *pages)
{
	*startup_cost = *total_cost = *selectivity = *correlation = *pages = 0;
}

/* Copies an index for a time, given the order of its uuids */
static IndexOptInfo *
copy_index(uuidx_relation *relation, IndexOptInfo *index, int position, Node *expression,
		   const uuidx_extraction *time, const uuidx_order *order)
{
	time_index *copy = palloc0_object(time_index);
	IndexOptInfo *info = &copy->info;
	Oid			opfamily = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	int			n = count_columns(index, position);
	int			nkeys = Min(n, index->nkeycolumns);
	int			nexpressions = 0;

	for (int i = 0; i < position; i++)
		if (index->indexkeys[i] == 0)
			nexpressions++;
	copy->info = *index;
	copy->index = index;
	copy->position = position;
	copy->order = *order;
	copy->order.target.uuid = (Node *) linitial(((FuncExpr *) expression)->args);

	/* the server must not read the ends of the index, which would be uuids */
	info->hypothetical = true;
	info->unique = false;
	info->amcostestimate = UUIDX_COST_ESTIMATE(estimate_cost);
	info->ncolumns = n + 1;
	info->nkeycolumns = nkeys + 1;
	info->indexkeys = INSERT_ELEMENT(int, index->indexkeys, n, position, 0);
	info->canreturn = INSERT_ELEMENT(bool, index->canreturn, n, position, false);
	info->indexcollations = INSERT_ELEMENT(Oid, index->indexcollations, nkeys, position,
										   InvalidOid);
	info->opfamily = INSERT_ELEMENT(Oid, index->opfamily, nkeys, position, opfamily);
	info->opcintype = INSERT_ELEMENT(Oid, index->opcintype, nkeys, position, TIMESTAMPTZOID);
	info->opclassoptions = NULL;
	info->indexprs = lappend(list_copy_head(index->indexprs, nexpressions), expression);
	info->indextlist = list_insert_nth(list_copy_head(index->indextlist, n), position,
									   makeTargetEntry((Expr *) expression, position + 1, NULL,
													   false));

	/* the server may scan an OR as a list, which is not translated */
	if (relation->top->has_or)
		info->amsearcharray = false;
	info->amcanorderbyop = false;
	info->sortopfamily = NULL;
	if (index->sortopfamily != NULL &&
		(!order->has_timeless || order->no_null_uuids ||
		 index->nulls_first[position] == index->reverse_sort[position]))
		set_sort_order(relation->root, copy, time->extracted);
	return info;
}

/* Returns a copy, for a time, of each index of a relation that has its uuid in a usable order */
static List *
make_copies(uuidx_relation *relation, uuidx_extraction *time, Node *expression)
{
	Var		   *column = uuidx_match_column(relation->rel->relid,
											(Node *) linitial(((FuncExpr *) expression)->args));
	List	   *copies = NIL;

	foreach_ptr(IndexOptInfo, index, column == NULL ? NIL : relation->rel->indexlist)
	{
		const uuidx_order *order;
		int			position = 0;
		bool		time_order;
		Oid			less;

		while (position < index->nkeycolumns && index->indexkeys[position] != column->varattno)
			position++;
		if (position == index->nkeycolumns || !uuidx_is_useful(relation, index, position))
			continue;
		less = uuidx_range_operator(index->opfamily[position], &time_order);
		order = !OidIsValid(less) ? NULL : uuidx_order_of(relation, time, time_order);
		if (order != NULL && op_in_opfamily(less, order->target.opfamily))
			copies = lappend(copies, copy_index(relation, index, position, expression, time,
												order));
	}
	return copies;
}

/*
 * Makes an index for the statistics of the times of a relation, which is not scanned because its
 * predicate is false.  Other extensions look up the name of its OID, which is that of the table.
 */
static IndexOptInfo *
make_statistics(const uuidx_relation *relation)
{
	IndexOptInfo *info = makeNode(IndexOptInfo);

	info->indexoid = relation->rte->relid;
	info->rel = relation->rel;
	info->ncolumns = list_length(relation->expressions);
	info->indexkeys = palloc0_array(int, info->ncolumns);
	info->indexprs = relation->expressions;
	info->indpred = list_make1(makeBoolConst(false, false));
	info->hypothetical = true;
	info->amcostestimate = UUIDX_COST_ESTIMATE(estimate_nothing);
	return info;
}

/*
 * Adds an index for each index that finds ranges of a uuid and each time of it that the query uses.
 * The one for statistics follows the indexes of the table, which may have statistics of the time.
 */
void
uuidx_add_time_indexes(uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	List	   *copies = NIL;

	foreach_ptr(uuidx_extraction, time, relation->top->times)
	{
		Node	   *expression = uuidx_translate(relation->root, rel->relid, time->extracted);

		relation->expressions = lappend(relation->expressions, expression);

		/* a table with partitions or children is not scanned itself */
		if (!relation->rte->inh && !time->is_listed)
			copies = list_concat(copies, make_copies(relation, time, expression));
	}
	rel->indexlist = list_concat(lappend(rel->indexlist, make_statistics(relation)), copies);
}

/*
 * Makes index conditions that together have the selectivity of the original in every scan: the
 * first one has it, and all rows that are not null pass the others
 */
static List *
make_quals(PlannerInfo *root, const time_index *copy, RestrictInfo *original, List *clauses)
{
	Index		relid = copy->index->rel->relid;
	Selectivity selectivity = clause_selectivity(root, (Node *) original, relid, JOIN_INNER, NULL);
	List	   *result = NIL;

	foreach_ptr(Expr, clause, clauses)
	{
		RestrictInfo *qual = makeNode(RestrictInfo);

		*qual = *original;
		qual->clause = clause;
		qual->clause_relids = copy->index->rel->relids;
		UUIDX_SET_BASE_RELATIONS(qual, 1);
		qual->norm_selec = result == NIL ? selectivity :
			1.0 - nulltestsel(root, IS_NULL, copy->order.target.uuid, relid, JOIN_INNER, NULL);
		result = lappend(result, qual);
	}
	return result;
}

/* Returns the column of the index for a column of the copy; that of the uuid for the time */
static int
column_of_index(const time_index *copy, int column)
{
	return column > copy->position ? column - 1 : column;
}

/* Returns the strategy of an operator on the time */
static StrategyNumber
strategy_of(const time_index *copy, Oid operator_oid)
{
	return get_op_opfamily_strategy(operator_oid, copy->info.opfamily[copy->position]);
}

/* Translates a comparison of the time into comparisons of the uuid; NIL if that is impossible */
static List *
translate_comparison(const time_index *copy, OpExpr *expr)
{
	StrategyNumber strategy = strategy_of(copy, expr->opno);
	Node	   *instant = uuidx_instant_of(strategy, (Node *) lsecond(expr->args));
	List	   *quals = NIL;

	if ((IsA(instant, Const) && ((Const *) instant)->constisnull) ||
		!uuidx_write_time(&copy->order.target, strategy, instant, false, &quals))
		return NIL;
	return quals;
}

/* Translates a test of the time for null into one of the uuid; NIL if that is impossible */
static List *
translate_null_test(const time_index *copy, NullTest *test)
{
	NullTest   *result;
	List	   *quals = NIL;

	if (copy->order.target.kind == UUIDX_TIME_OF_ANY)
		return test->nulltesttype == IS_NOT_NULL &&
			uuidx_write_filter(&copy->order.target, &quals) ? quals : NIL;
	result = (NullTest *) copyObject(test);
	result->arg = (Expr *) copyObject(copy->order.target.uuid);
	return list_make1(result);
}

/*
 * Returns the uuid that replaces the time in a comparison of rows: the end of the time's uuids, or
 * what the next column is compared with, clamped to both ends.  NULL if that is impossible.
 */
static Node *
make_end(PlannerInfo *root, const time_index *copy, StrategyNumber strategy, Node *time, Node *next)
{
	const uuidx_target *target = &copy->order.target;
	bool		upper = uuidx_is_upper(strategy);
	Node	   *instant = uuidx_instant_of(strategy, time);
	List	   *quals = NIL;
	Node	   *end;
	Node	   *other_end;

	if (IsA(time, Const) && ((Const *) time)->constisnull)
		return (Node *) makeNullConst(UUIDOID, -1, InvalidOid);
	if (exprType(instant) != TIMESTAMPTZOID ||
		!uuidx_write_instant(target, strategy, instant, &quals) ||
		!uuidx_write_instant(target, upper ? BTLessStrategyNumber : BTGreaterStrategyNumber,
							 instant, &quals))
		return NULL;
	end = (Node *) lsecond(linitial_node(OpExpr, quals)->args);
	other_end = (Node *) lsecond(lsecond_node(OpExpr, quals)->args);
	if (next != NULL && target->kind != UUIDX_TIME_OF_ANY)
	{
		next = (Node *) copyObject(next);
		end = upper ? uuidx_make_clamped(next, other_end, end) :
			uuidx_make_clamped(next, end, other_end);
	}
	return uuidx_fold(root, end);
}

/*
 * Translates a comparison of rows into one of the columns up to the first time, and appends the
 * index's columns to *columns.  Equal rows may satisfy the original, so that < becomes <=, and >
 * becomes >=.  NULL if not even the first column can be translated.
 */
static Node *
translate_row(PlannerInfo *root, const time_index *copy, const IndexClause *clause, List **columns)
{
	RestrictInfo *original = linitial_node(RestrictInfo, clause->indexquals);
	RowCompareExpr *row = (RowCompareExpr *) original->clause;
	RowCompareExpr *result = makeNode(RowCompareExpr);
	StrategyNumber strategy = get_op_opfamily_strategy(linitial_oid(row->opnos),
													   copy->info.opfamily[clause->indexcol]);
	bool		is_time = false;

	strategy = uuidx_including_ends(strategy);
	for (int i = 0; i < list_length(clause->indexcols) && !is_time; i++)
	{
		int			column = list_nth_int(clause->indexcols, i);
		Node	   *operand = (Node *) list_nth(row->largs, i);
		Node	   *other = (Node *) list_nth(row->rargs, i);
		Oid			opfamily = copy->info.opfamily[column];
		Oid			collation = list_nth_oid(row->inputcollids, i);
		Oid			operator_oid;

		is_time = column == copy->position;
		if (is_time)
		{
			bool		uuid_is_next = i + 1 < list_length(clause->indexcols) &&
				list_nth_int(clause->indexcols, i + 1) == copy->position + 1;

			operand = copy->order.target.uuid;
			opfamily = copy->order.target.opfamily;
			other = make_end(root, copy, strategy, other,
							 uuid_is_next ? (Node *) list_nth(row->rargs, i + 1) : NULL);
		}
		column = column_of_index(copy, column);
		operator_oid = other == NULL || list_member_int(*columns, column) ? InvalidOid :
			get_opfamily_member(opfamily, exprType(operand), exprType(other), strategy);
		if (!OidIsValid(operator_oid))
			break;
		*columns = lappend_int(*columns, column);
		result->opnos = lappend_oid(result->opnos, operator_oid);
		result->opfamilies = lappend_oid(result->opfamilies, opfamily);
		result->inputcollids = lappend_oid(result->inputcollids, collation);
		result->largs = lappend(result->largs, operand);
		result->rargs = lappend(result->rargs, other);
	}
	UUIDX_SET_ROW_STRATEGY(result, strategy);
	if (*columns == NIL)
		return NULL;
	if (list_length(*columns) > 1)
		return (Node *) result;
	return (Node *) make_opclause(linitial_oid(result->opnos), BOOLOID, false,
								  linitial(result->largs), linitial(result->rargs), InvalidOid,
								  linitial_oid(result->inputcollids));
}

/*
 * Translates a condition of the copy into one of the index; NULL if that is impossible.  The result
 * is equivalent, except for rows.  No equivalence class contains these: a bitmap scan would not
 * check its conditions again.
 */
static IndexClause *
translate_clause(PlannerInfo *root, const time_index *copy, const IndexClause *clause)
{
	IndexClause *result = makeNode(IndexClause);
	RestrictInfo *original = linitial_node(RestrictInfo, clause->indexquals);
	List	   *quals = NIL;
	ListCell   *cell;

	*result = *clause;
	result->indexcol = column_of_index(copy, clause->indexcol);
	result->indexcols = NIL;
	if (list_member_int(clause->indexcols, copy->position))
	{
		Node	   *row = translate_row(root, copy, clause, &result->indexcols);

		quals = row == NULL ? NIL : list_make1(row);
		result->lossy = true;
		if (list_length(result->indexcols) == 1)
			result->indexcols = NIL;
	}
	else if (clause->indexcol != copy->position)
	{
		foreach(cell, clause->indexcols)
			result->indexcols = lappend_int(result->indexcols,
											column_of_index(copy, lfirst_int(cell)));
		return result;
	}
	else if (IsA(original->clause, OpExpr))
		quals = translate_comparison(copy, (OpExpr *) original->clause);
	else if (IsA(original->clause, NullTest))
		quals = translate_null_test(copy, (NullTest *) original->clause);
	if (quals == NIL || !uuidx_is_executable(root, (Node *) original->clause) ||
		!uuidx_is_executable(root, (Node *) quals))
		return NULL;
	result->indexquals = make_quals(root, copy, original, quals);
	return result;
}

/*
 * Translates the conditions of the copy.  Beside an equality of the time, other bounds of the uuid
 * are left out: the server would estimate the first and the last bound as a range of 0.5 %.
 */
static List *
translate_clauses(PlannerInfo *root, const time_index *copy, List *originals)
{
	IndexClause *equality = NULL;
	List	   *clauses = NIL;
	List	   *result = NIL;

	foreach_ptr(IndexClause, original, originals)
	{
		Expr	   *expr = linitial_node(RestrictInfo, original->indexquals)->clause;
		IndexClause *clause = translate_clause(root, copy, original);

		if (clause != NULL && original->indexcol == copy->position && IsA(expr, OpExpr) &&
			strategy_of(copy, ((OpExpr *) expr)->opno) == BTEqualStrategyNumber)
			equality = clause;
		if (clause != NULL)
			clauses = lappend(clauses, clause);
	}
	foreach_ptr(IndexClause, clause, clauses)
	{
		if (equality == NULL || clause == equality || clause->indexcol != copy->position)
			result = lappend(result, clause);
	}
	return result;
}

/*
 * Whether the scans of a nested loop read more pages than the table has: without a condition on its
 * first column, a btree is read whole, but the server counts pages read before as cached
 */
static bool
reads_whole_index(const IndexPath *path, double loop_count, double pages)
{
	foreach_ptr(IndexClause, clause, path->indexclauses)
	{
		if (clause->indexcol == 0)
			return false;
	}
	return loop_count > 1 && path->indexclauses != NIL &&
		loop_count * pages > path->indexinfo->rel->pages;
}

/* Turns a path on the copy into one on the index, and calls the estimator of the index */
static void
estimate_cost(PlannerInfo *root, IndexPath *path, double loop_count, Cost *startup_cost,
			  Cost *total_cost, Selectivity *selectivity, double *correlation, double *pages)
{
	time_index *copy = (time_index *) path->indexinfo;
	amcostestimate_function estimate;

	/* forward, backward and parallel paths share one list, which is not freed */
	if (copy->originals != path->indexclauses)
		copy->translated = translate_clauses(root, copy, path->indexclauses);
	copy->originals = path->indexclauses;
	path->indexclauses = copy->translated;
	path->indexinfo = copy->index;
	estimate = (amcostestimate_function) copy->index->amcostestimate;
	estimate(root, path, loop_count, startup_cost, total_cost, selectivity, correlation, pages);
	if (copy->index->relam == BTREE_AM_OID && reads_whole_index(path, loop_count, *pages))
	{
		UUIDX_DISABLE_PATH(&path->path);
		*total_cost += disable_cost;
	}
}
