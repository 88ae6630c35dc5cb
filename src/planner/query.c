/*
 * query.c
 *	  Which queries uuidx plans, and what it remembers about each of them.
 *
 *	  SELECT * FROM orders WHERE id >= now() - interval '1 hour'
 *
 * has become `id >= uuid_v7_lower(now() - '1 hour') AND uuid_is_v7(id)` when its relations are
 * processed.  It calls functions of uuidx, so uuidx plans it wherever the library is loaded.
 * `SELECT * FROM orders WHERE id = $1` calls none, and uuidx plans it only if the library was
 * preloaded: a plan must not depend on whether an earlier query of the session loaded the library.
 *
 * A query here is a PlannerInfo, that is, one level of a query.  It is forgotten when the memory
 * context that contains it is reset.
 */
#include "planner/planner.h"

#include "access/sysattr.h"
#include "catalog/pg_am.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "guc.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/planmain.h"
#include "rewrite/rewriteManip.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

typedef struct planned_query
{
	PlannerInfo *root;			/* hash key */
	bool		is_planned;
	List	   *relations;		/* of uuidx_relation */
	int			last_found;		/* index of the relation found last */
	MemoryContextCallback forget;
} planned_query;

/* A query can have thousands of subqueries, and each is planned with a root of its own */
static HTAB *queries;
static planned_query *last_query;	/* the one looked up last, or NULL */

static planned_query *
find_query(PlannerInfo *root)
{
	if (last_query == NULL || last_query->root != root)
		last_query = root == NULL || queries == NULL ? NULL :
			(planned_query *) hash_search(queries, &root, HASH_FIND, NULL);
	return last_query;
}

static void
forget_query(void *root)
{
	last_query = NULL;
	hash_search(queries, &root, HASH_REMOVE, NULL);
}

/*
 * Remembers a query once.  A subquery in FROM, and the copy that is planned for min() or max(), is
 * treated like the query around it.
 */
static planned_query *
remember_query(PlannerInfo *root)
{
	HASHCTL		control = {.keysize = sizeof(PlannerInfo *),.entrysize = sizeof(planned_query)};
	planned_query *query = find_query(root);
	planned_query *outer;
	bool		is_planned;

	if (query != NULL)
		return query;
	outer = find_query(root->parent_root);

	/* only append_rel_list has the columns of the arms of a UNION ALL */
	is_planned = uuidx_preloaded || (outer != NULL && outer->is_planned) ||
		query_tree_walker(root->parse, UUIDX_WALKER(uuidx_calls_ours), NULL,
						  QTW_IGNORE_RC_SUBQUERIES) ||
		uuidx_calls_ours((Node *) root->append_rel_list, NULL);
	if (queries == NULL)
		queries = hash_create("uuidx queries", 64, &control, HASH_ELEM | HASH_BLOBS);
	query = (planned_query *) hash_search(queries, &root, HASH_ENTER, NULL);
	memset(query, 0, sizeof(planned_query));
	query->root = root;
	query->is_planned = is_planned;
	query->forget.func = forget_query;
	query->forget.arg = root;
	MemoryContextRegisterResetCallback(GetMemoryChunkContext(root), &query->forget);
	return query;
}

/*
 * Makes a plan depend on the catalog rows that prove something for a table.  If a proof was left
 * out because the snapshot does not see its row, the plan is transient, so that it is made again.
 */
static void
depend_on_age(PlannerInfo *root, uuidx_table *table)
{
	if (table->left_out)
		root->glob->transientPlan = true;
	uuidx_depend_on_age(root, &table->age);
	memset(&table->age, 0, sizeof(uuidx_age));
}

bool
uuidx_has_no_nulls(const uuidx_relation *relation, AttrNumber column)
{
	bool		result = uuidx_is_not_null(relation->table, column);

	depend_on_age(relation->root, relation->table);
	return result;
}

uuidx_relation *
uuidx_find_relation(PlannerInfo *root, RangeTblEntry *rte)
{
	planned_query *query = find_query(root);
	int			count = query == NULL ? 0 : list_length(query->relations);

	/* partitions are looked up in the order in which they were added */
	for (int i = 0; i < count; i++)
	{
		int			index = (query->last_found + i) % count;
		uuidx_relation *relation = (uuidx_relation *) list_nth(query->relations, index);

		if (relation->rte == rte)
		{
			query->last_found = index;
			return relation;
		}
	}
	return NULL;
}

/* Forgets a relation but for its proofs, and for the conditions that its query already contains */
static void
begin_again(uuidx_relation *relation, RelOptInfo *rel)
{
	*relation = (uuidx_relation)
	{
		.type = relation->type,.root = relation->root,.rel = rel,.rte = relation->rte,
			.table = relation->table,
			.security_quals = relation->security_quals,.top = relation,.is_rewritten = true
	};
}

/*
 * Remembers a table of a query, an arm of a UNION ALL, or a partition or child of one of these,
 * until the query has been planned; NULL if the table has no uuid, or uuidx does not plan the
 * query.  Reads what is proven for a table or arm, and makes the plan depend on the proofs.
 * Servers such as 17.12 and 19 add the tables again when they have removed a join: then only their
 * proofs and what was rewritten are kept.  See uuidx_read_table() for the lock mode.
 */
uuidx_relation *
uuidx_add_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte, LOCKMODE lockmode)
{
	const AppendRelInfo *above = root->append_rel_array == NULL ? NULL :
		root->append_rel_array[rel->relid];
	RangeTblEntry *above_rte = above == NULL ? NULL : root->simple_rte_array[above->parent_relid];
	uuidx_relation *parent = above == NULL ? NULL : uuidx_find_relation(root, above_rte);
	bool		is_member = above != NULL && above_rte->rtekind != RTE_SUBQUERY;
	planned_query *query;
	uuidx_relation *relation;
	MemoryContext context;

	if (parent == NULL && (is_member || uuidx_summarize(rte->relid).natts == 0))
		return NULL;
	query = remember_query(root);
	if (!query->is_planned)
		return NULL;
	relation = uuidx_find_relation(root, rte);
	if (relation != NULL)
	{
		begin_again(relation, rel);
		return relation;
	}

	context = MemoryContextSwitchTo(GetMemoryChunkContext(root));
	relation = palloc0_object(uuidx_relation);
	query->relations = lappend(query->relations, relation);
	MemoryContextSwitchTo(context);

	relation->root = root;
	relation->rel = rel;
	relation->rte = rte;
	relation->parent = parent;
	relation->top = parent == NULL ? relation : parent->top;
	if (parent != NULL)
	{
		relation->type = UUIDX_RELATION_MEMBER;
		return relation;
	}
	relation->type = above != NULL ? UUIDX_RELATION_ARM : UUIDX_RELATION_TABLE;
	relation->table = uuidx_read_table(rte->relid, rte->inh, lockmode);
	depend_on_age(root, relation->table);

	/* the plan also relies on partitions that it does not scan */
	if (relation->table->members != NIL)
		root->glob->relationOids = list_concat_copy(root->glob->relationOids,
													relation->table->members);
	return relation;
}

Node *
uuidx_translate(PlannerInfo *root, Index relid, Node *node)
{
	AppendRelInfo *above = root->append_rel_array == NULL ? NULL : root->append_rel_array[relid];

	if (above == NULL)
		return node;
	return adjust_appendrel_attrs(root, uuidx_translate(root, above->parent_relid, node), 1,
								  &above);
}

/* Translates a column's number to the topmost relation; returns 0 if it has no such column */
static AttrNumber
attribute_at_top(const uuidx_relation *relation, AttrNumber attribute)
{
	for (; relation->parent != NULL && attribute > 0; relation = relation->parent)
	{
		AppendRelInfo *above = relation->root->append_rel_array[relation->rel->relid];

		attribute = attribute <= above->num_child_cols ? above->parent_colnos[attribute - 1] : 0;
	}
	return attribute;
}

bool
uuidx_follows_order(const uuidx_extraction *time, bool time_order)
{
	if (time->kind == UUIDX_TIME_OF_UNIX)
		return !time_order;
	return !time->needs_version || (time_order && time->kind != UUIDX_TIME_OF_V7);
}

static uuidx_order *
make_order(const uuidx_relation *relation, const uuidx_extraction *time, bool time_order)
{
	AttrNumber	column = time->column->varattno;
	uuidx_order *order = palloc0_object(uuidx_order);

	if (!uuidx_follows_order(time, time_order))
		return order;
	order->has_timeless = time->needs_version;
	order->no_null_uuids = uuidx_has_no_nulls(relation, column);
	(void) uuidx_set_target(&order->target, time_order ? UUIDX_TIME_OF_ANY : time->kind,
							time->schema, time->uuid);
	return order;
}

const uuidx_order *
uuidx_order_of(const uuidx_relation *relation, uuidx_extraction *time, bool time_order)
{
	uuidx_order **order = time_order ? &time->in_time_order : &time->bytewise;

	if (*order == NULL)
		*order = make_order(relation->top, time, time_order);
	return *order;
}

typedef struct search_context
{
	uuidx_relation *relation;
	Index		relid;			/* of the relation, or of its UNION ALL */
	bool		in_or;			/* below an OR */
	bool		in_list;		/* compared with an array */
	bool		in_equality;	/* an operand of = */
} search_context;

/* Adds a time of the relation once */
static void
add_time(uuidx_relation *relation, Node *node, bool is_listed)
{
	uuidx_extraction *time = palloc_object(uuidx_extraction);

	if (!uuidx_match_extraction(relation, node, time))
		return;
	foreach_ptr(uuidx_extraction, known, relation->times)
	{
		if (equal(known->extracted, time->extracted))
		{
			known->is_listed = known->is_listed && is_listed;
			return;
		}
	}
	time->is_listed = is_listed;
	time->bytewise = time->in_time_order = NULL;
	relation->times = lappend(relation->times, time);
}

/* Whether a column is of the relation, or of one that self-join elimination may replace with it */
static bool
is_column_of(const search_context *context, const Var *var)
{
	const uuidx_relation *relation = context->relation;
	const RangeTblEntry *other;

	if (var->varno == context->relid)
		return true;
	if (relation->type == UUIDX_RELATION_ARM || !UUIDX_REMOVES_SELF_JOINS ||
		IS_SPECIAL_VARNO(var->varno))
		return false;
	other = relation->root->simple_rte_array[var->varno];
	return other->rtekind == RTE_RELATION && other->relid == relation->rte->relid;
}

/* Finds the times and columns in an expression */
static bool
find_walker(Node *node, search_context *context)
{
	uuidx_relation *relation = context->relation;
	search_context below = *context;

	if (node == NULL)
		return false;
	below.in_or = context->in_or || is_orclause(node);
	below.in_list = context->in_list || IsA(node, ScalarArrayOpExpr);
	below.in_equality = IsA(node, OpExpr) && get_oprrest(((OpExpr *) node)->opno) == F_EQSEL;
	if (IsA(node, Var) && is_column_of(context, (Var *) node))
	{
		int			member = ((Var *) node)->varattno - FirstLowInvalidHeapAttributeNumber;

		relation->used = bms_add_member(relation->used, member);
		if (!context->in_equality)
			relation->not_equal = bms_add_member(relation->not_equal, member);

		/* a time of an arm is a column of its UNION ALL */
		if (context->in_or && (relation->type == UUIDX_RELATION_ARM ||
							   getBaseType(((Var *) node)->vartype) == UUIDOID))
			relation->has_or = true;
	}
	if (uuidx_extracts_time(node))
	{
		Var		   *column = uuidx_match_column(0, (Node *) linitial(((FuncExpr *) node)->args));

		if (column != NULL && is_column_of(context, column))
		{
			/* in a scan, it is not nulled by an outer join */
			if (column->varno != context->relid || UUIDX_IS_NULLED(column))
			{
				node = (Node *) copyObject(node);
				ChangeVarNodes(node, column->varno, context->relid, 0);
				UUIDX_CLEAR_NULLED(uuidx_match_column(0, linitial(((FuncExpr *) node)->args)));
			}
			add_time(relation, uuidx_translate(relation->root, relation->rel->relid, node),
					 context->in_list);
		}
	}
	return expression_tree_walker(node, UUIDX_WALKER(find_walker), (void *) &below);
}

/*
 * Finds the times in the target list.  A time that is only selected needs no index, but the query
 * around a subquery may sort by it.
 */
static void
find_selected(PlannerInfo *root, search_context *context)
{
	bool		all = root->query_level > 1 || root->parse->hasAggs ||
		root->parse->hasWindowFuncs;

	foreach_ptr(TargetEntry, entry, root->processed_tlist)
	{
		if (all || entry->ressortgroupref != 0)
			(void) find_walker((Node *) entry->expr, context);
	}
}

void
uuidx_find_times(uuidx_relation *relation)
{
	PlannerInfo *root = relation->root;
	search_context context = {relation, relation->rel->relid};

	/* an arm's securityQuals include what was derived for it */
	(void) find_walker((Node *) relation->rte->securityQuals, &context);
	if (relation->type == UUIDX_RELATION_ARM)
	{
		AppendRelInfo *above = root->append_rel_array[relation->rel->relid];

		foreach_ptr(Node, column, above->translated_vars)
		{
			if (column != NULL)
				add_time(relation, column, false);
		}
		while (root->append_rel_array[above->parent_relid] != NULL)
			above = root->append_rel_array[above->parent_relid];
		context.relid = above->parent_relid;
	}
	(void) find_walker((Node *) root->parse->jointree, &context);
	(void) find_walker(root->parse->havingQual, &context);
	find_selected(root, &context);
}

/* Whether a column is in a set of columns of the topmost relation; true for an arm */
static bool
is_among(const uuidx_relation *relation, AttrNumber column, const Bitmapset *columns)
{
	return relation->top->type == UUIDX_RELATION_ARM ||
		bms_is_member(attribute_at_top(relation, column) - FirstLowInvalidHeapAttributeNumber,
					  columns);
}

bool
uuidx_is_ranged(const uuidx_relation *relation, AttrNumber column)
{
	return is_among(relation, column, relation->top->not_equal);
}

/* Whether the query uses all columns before this one, or no other index begins with this one */
bool
uuidx_is_useful(const uuidx_relation *relation, const IndexOptInfo *index, int position)
{
	int			nused = 0;

	while (nused < position &&
		   (index->indexkeys[nused] == 0 ||
			is_among(relation, index->indexkeys[nused], relation->top->used)))
		nused++;
	if (nused == position)
		return true;
	foreach_ptr(IndexOptInfo, other, relation->rel->indexlist)
	{
		if (other->relam == BTREE_AM_OID && other->indpred == NIL &&
			other->indexkeys[0] == index->indexkeys[position])
			return false;
	}
	return true;
}
