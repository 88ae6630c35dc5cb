/*
 * facts.c
 *	  What the constraints of a table prove about the versions of its UUIDs.
 *
 * A validated CHECK, or that of a domain, that every row has passed:
 *
 *	  CHECK (uuid_is_v7(id))		all of them are v7
 *	  CHECK (uuid_version(id) = 7)	all of them that have a version are v7: a UUID
 *									of another variant has none, and passes
 *
 * and the same of v6.  A null passes every CHECK.
 *
 *	  CHECK (uuid_v7_within(id, at, tolerance))
 *									all of them are v7, and where `at` is not null,
 *									no further from it than that
 *
 * Facts are kept for as long as the server's own caches keep what they were read
 * from.  Plans that rely on them depend on the table, and where a domain said so
 * on the domain.
 */
#include "planner/planner.h"

#include "access/genam.h"
#include "access/tupdesc.h"
#include "catalog/pg_am.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "uuid/within.h"

extern Datum uuidx_v7_within_tolerance(PG_FUNCTION_ARGS);

/* What is kept of a table */
typedef struct relation_facts
{
	Oid			relation;		/* key */
	int			natts;			/* 0: no column is a uuid */
	bool		time_expressions;	/* in the partition key or in an index */
	bool		partial_index;	/* see uuidx_has_partial_index() */
	uuidx_versions *whole;		/* by attribute: the table and what inherits */
	uuidx_versions *only;		/* the table alone, NO INHERIT included */
	int			nwithins;
	uuidx_within *withins;		/* of the table and what inherits */
} relation_facts;

static HTAB *cache;
static uint64 changes;			/* how often something was forgotten */

static void
free_facts(relation_facts *facts)
{
	if (facts->whole != NULL)
		pfree(facts->whole);
	if (facts->only != NULL)
		pfree(facts->only);
	if (facts->withins != NULL)
		pfree(facts->withins);
}

static void
relation_changed(Datum arg, Oid relation)
{
	HASH_SEQ_STATUS status;
	relation_facts *entry;

	changes++;
	if (OidIsValid(relation))
	{
		entry = (relation_facts *) hash_search(cache, &relation, HASH_FIND, NULL);
		if (entry != NULL)
		{
			free_facts(entry);
			hash_search(cache, &relation, HASH_REMOVE, NULL);
		}
		return;
	}

	hash_seq_init(&status, cache);
	while ((entry = (relation_facts *) hash_seq_search(&status)) != NULL)
	{
		free_facts(entry);
		hash_search(cache, &entry->relation, HASH_REMOVE, NULL);
	}
}

/* A domain changed, or a constraint: that is rare, and may concern any table */
static void
catalog_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	relation_changed(arg, InvalidOid);
}

/* Whether a condition calls uuid_v7_within() on two columns, with a tolerance that is constant */
static bool
is_within(Node *condition, TupleDesc tupdesc, uuidx_within *within)
{
	FuncExpr   *call = (FuncExpr *) condition;
	Var		   *at;
	Const	   *tolerance;
	Interval   *interval;

	if (!IsA(condition, FuncExpr) || list_length(call->args) != 3)
		return false;
	at = (Var *) lsecond(call->args);
	tolerance = (Const *) lthird(call->args);
	if (!uuidx_is_column(linitial(call->args), &within->uuid) || !IsA(at, Var) ||
		at->vartype != TIMESTAMPTZOID || at->varattno <= 0 || !IsA(tolerance, Const) ||
		tolerance->constisnull ||
		uuidx_function_address(call->funcid) != uuidx_v7_within_tolerance)
		return false;

	within->function = call->funcid;
	within->at = at->varattno;
	within->uuid_not_null = UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, within->uuid - 1);
	within->at_not_null = UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, within->at - 1);
	interval = DatumGetIntervalP(tolerance->constvalue);
	return uuidx_tolerance_us(interval->month, interval->day, interval->time,
							  &within->tolerance_us);
}

/* Notes what a CHECK says of the distance of a uuid's time from a column */
static void
note_withins(const char *check, TupleDesc tupdesc, relation_facts *facts)
{
	Node	   *condition = eval_const_expressions(NULL, stringToNode(check));
	uuidx_within within;
	ListCell   *cell;

	foreach(cell, make_ands_implicit(canonicalize_qual((Expr *) condition, true)))
	{
		if (!is_within((Node *) lfirst(cell), tupdesc, &within))
			continue;
		if (facts->withins == NULL)
			facts->withins = (uuidx_within *) MemoryContextAlloc(CacheMemoryContext,
																 sizeof(within));
		else
			facts->withins = (uuidx_within *) repalloc(facts->withins, (facts->nwithins + 1) *
													   sizeof(within));
		facts->withins[facts->nwithins++] = within;
	}
}

/* Whether an expression extracts the time of a UUID, as far as functions say so */
static bool
extracts_time_walker(Node *node, void *context)
{
	FuncExpr   *call = (FuncExpr *) node;

	if (node == NULL)
		return false;
	if (IsA(node, FuncExpr) && call->funcresulttype == TIMESTAMPTZOID &&
		list_length(call->args) == 1 && exprType((Node *) linitial(call->args)) == UUIDOID)
		return true;
	return expression_tree_walker(node, UUIDX_WALKER(extracts_time_walker), context);
}

/* Whether a UUID is in an expression */
static bool
has_uuid_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var) && getBaseType(((Var *) node)->vartype) == UUIDOID)
		return true;
	return expression_tree_walker(node, UUIDX_WALKER(has_uuid_walker), context);
}

/* Looks for UUIDs in the partition key and the indexes of a table */
static void
read_indexes(Relation relation, relation_facts *facts)
{
	PartitionKey key = RelationGetPartitionKey(relation);
	ListCell   *cell;

	facts->time_expressions = key != NULL && extracts_time_walker((Node *) key->partexprs, NULL);
	if (!relation->rd_rel->relhasindex)
		return;
	foreach(cell, RelationGetIndexList(relation))
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);
		Node	   *predicate = (Node *) RelationGetIndexPredicate(index);

		facts->time_expressions |= extracts_time_walker(predicate, NULL) ||
			extracts_time_walker((Node *) RelationGetIndexExpressions(index), NULL);
		facts->partial_index |= has_uuid_walker(predicate, NULL);
		index_close(index, AccessShareLock);
	}
}

/* Reads the facts of a table; what is kept lives in CacheMemoryContext */
static void
read_facts(relation_facts *facts)
{
	Relation	relation = RelationIdGetRelation(facts->relation);
	TupleDesc	tupdesc;
	TupleConstr *constr;
	Size		size;

	if (!RelationIsValid(relation))
		return;

	tupdesc = RelationGetDescr(relation);
	constr = tupdesc->constr;
	size = (tupdesc->natts + 1) * sizeof(uuidx_versions);
	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);

		if (attribute->attisdropped || getBaseType(attribute->atttypid) != UUIDOID)
			continue;
		if (facts->natts == 0)
		{
			facts->natts = tupdesc->natts;
			facts->whole = (uuidx_versions *) MemoryContextAllocZero(CacheMemoryContext, size);
			facts->only = (uuidx_versions *) MemoryContextAllocZero(CacheMemoryContext, size);
		}
		if (attribute->atttypid != UUIDOID)
			facts->whole[i + 1] = facts->only[i + 1] = uuidx_domain_versions(attribute->atttypid);
	}

	if (facts->natts > 0)
		read_indexes(relation, facts);
	for (int i = 0; facts->natts > 0 && constr != NULL && i < constr->num_check; i++)
	{
		ConstrCheck *check = &constr->check[i];

		if (!check->ccvalid)
			continue;
		uuidx_note_check(check->ccbin, facts->only, tupdesc->natts);
		if (check->ccnoinherit)
			continue;
		uuidx_note_check(check->ccbin, facts->whole, tupdesc->natts);
		note_withins(check->ccbin, tupdesc, facts);
	}
	RelationClose(relation);
}

/*
 * The facts of a table, from the cache or read now; good until a catalog is looked
 * at again.
 */
static relation_facts *
find_facts(Oid relation)
{
	relation_facts *entry;
	relation_facts facts;
	uint64		before;
	int			tries = 0;

	if (cache == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(relation_facts)};

		cache = hash_create("uuidx facts of relations", 64, &control, HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
		CacheRegisterSyscacheCallback(TYPEOID, catalog_changed, (Datum) 0);
		CacheRegisterSyscacheCallback(CONSTROID, catalog_changed, (Datum) 0);
	}

	entry = (relation_facts *) hash_search(cache, &relation, HASH_FIND, NULL);
	if (entry != NULL)
		return entry;

	/*
	 * What changes while it is read is read again; but a server that is told
	 * to discard its caches whenever it can reports changes for ever.
	 */
	for (;;)
	{
		before = changes;
		memset(&facts, 0, sizeof(facts));
		facts.relation = relation;
		read_facts(&facts);
		if (changes == before || ++tries == 3)
			break;
		free_facts(&facts);
	}

	entry = (relation_facts *) hash_search(cache, &relation, HASH_ENTER, NULL);
	*entry = facts;
	return entry;
}

bool
uuidx_has_uuid_column(Oid relation)
{
	return find_facts(relation)->natts > 0;
}

bool
uuidx_has_partial_index(Oid relation)
{
	return find_facts(relation)->partial_index;
}

/* Whether one of some nodes is in an expression */
static bool
has_any_walker(Node *node, void *nodes)
{
	if (node == NULL)
		return false;
	return (IsA(node, FuncExpr) && list_member((List *) nodes, node)) ||
		expression_tree_walker(node, UUIDX_WALKER(has_any_walker), nodes);
}

bool
uuidx_may_serve(RelOptInfo *rel, RangeTblEntry *rte, List *sides, bool *alone)
{
	bool		result = false;
	ListCell   *cell;

	*alone = false;
	if (!find_facts(rte->relid)->time_expressions)
		return false;

	/* the indexes of partitions and children are not known here */
	if (rte->inh)
		return true;
	foreach(cell, rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);

		result |= has_any_walker((Node *) index->indexprs, sides) ||
			has_any_walker((Node *) index->indpred, sides);
		*alone |= index->relam == BTREE_AM_OID && index->indexkeys[0] == 0 &&
			index->indpred == NIL && list_member(sides, linitial(index->indexprs));
	}
	return result;
}

uuidx_versions
uuidx_versions_of(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute)
{
	relation_facts *facts = find_facts(rte->relid);
	uuidx_versions versions;
	Oid			type;

	if (attribute <= 0 || attribute > facts->natts)
		return UUIDX_VERSIONS_ANY;
	versions = rte->inh ? facts->whole[attribute] : facts->only[attribute];

	/* the plan depends on the table anyway, but not on the domain of a column */
	if (versions != UUIDX_VERSIONS_ANY)
	{
		type = get_atttype(rte->relid, attribute);
		while (OidIsValid(type) && get_typtype(type) == TYPTYPE_DOMAIN)
		{
			record_plan_type_dependency(root, type);
			type = uuidx_base_of_domain(type);
		}
	}
	return versions;
}

List *
uuidx_withins_of(RangeTblEntry *rte)
{
	relation_facts *facts = find_facts(rte->relid);
	List	   *result = NIL;

	for (int i = 0; i < facts->nwithins; i++)
	{
		uuidx_within *copy = (uuidx_within *) palloc(sizeof(uuidx_within));

		*copy = facts->withins[i];
		result = lappend(result, copy);
	}
	return result;
}
