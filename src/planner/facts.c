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
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tupdesc.h"
#include "catalog/pg_constraint.h"
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

extern Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_within_tolerance(PG_FUNCTION_ARGS);
extern Datum uuidx_version_number(PG_FUNCTION_ARGS);

/* What is kept of a table */
typedef struct relation_facts
{
	Oid			relation;		/* key */
	int			natts;			/* 0: no column is a uuid */
	bool		time_expressions;	/* see uuidx_has_time_expressions() */
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

/* The uuid under relabelings, as a domain over uuid has them */
static Node *
strip_relabel(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* The attribute that an expression is: of the table, or 0 for a domain's VALUE */
static bool
is_column(Node *node, AttrNumber *attribute)
{
	node = strip_relabel(node);
	if (IsA(node, CoerceToDomainValue))
		*attribute = 0;
	else if (IsA(node, Var) && ((Var *) node)->varattno > 0)
		*attribute = ((Var *) node)->varattno;
	else
		return false;
	return true;
}

/* The number in `version = number` or its commutator, or -1 */
static int
compared_version(OpExpr *clause, Node **version)
{
	Oid			function = get_opcode(clause->opno);
	Node	   *left;
	Node	   *right;
	Const	   *number;

	if (function != F_INT2EQ && function != F_INT24EQ && function != F_INT42EQ)
		return -1;
	left = (Node *) linitial(clause->args);
	right = (Node *) lsecond(clause->args);
	*version = IsA(right, Const) ? left : right;
	number = (Const *) (IsA(right, Const) ? right : left);
	if (!IsA(number, Const) || number->constisnull || !IsA(*version, FuncExpr))
		return -1;
	return number->consttype == INT2OID ? DatumGetInt16(number->constvalue) :
		DatumGetInt32(number->constvalue);
}

/* What one condition says, and of which attribute; UUIDX_VERSIONS_ANY if nothing */
static uuidx_versions
what_it_says(Node *condition, AttrNumber *attribute)
{
	PGFunction	function;

	if (IsA(condition, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) condition;

		if (list_length(call->args) < 1 || !is_column(linitial(call->args), attribute))
			return UUIDX_VERSIONS_ANY;
		function = uuidx_function_address(call->funcid);
		if (function == uuidx_is_v7 || function == uuidx_v7_within_tolerance)
			return UUIDX_VERSIONS_ALL_7;
		if (function == uuidx_is_v6)
			return UUIDX_VERSIONS_ALL_6;
	}
	else if (IsA(condition, OpExpr))
	{
		Node	   *version;
		int			number = compared_version((OpExpr *) condition, &version);
		FuncExpr   *call = (FuncExpr *) version;

		if (number < 0 || list_length(call->args) != 1 ||
			!is_column(linitial(call->args), attribute) ||
			uuidx_function_address(call->funcid) != uuidx_version_number)
			return UUIDX_VERSIONS_ANY;
		if (number == 7)
			return UUIDX_VERSIONS_TIMED_7;
		if (number == 6)
			return UUIDX_VERSIONS_TIMED_6;
	}
	return UUIDX_VERSIONS_ANY;
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
	if (!is_column(linitial(call->args), &within->uuid) || !IsA(at, Var) ||
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

/* Notes what a CHECK proves: attribute by attribute the most that was said */
static void
note_check(const char *check, uuidx_versions *facts, int natts)
{
	Node	   *condition = eval_const_expressions(NULL, stringToNode(check));
	ListCell   *cell;

	foreach(cell, make_ands_implicit(canonicalize_qual((Expr *) condition, true)))
	{
		AttrNumber	attribute;
		uuidx_versions says = what_it_says((Node *) lfirst(cell), &attribute);

		if (says != UUIDX_VERSIONS_ANY && attribute <= natts)
			facts[attribute] = Max(facts[attribute], says);
	}
}

/* The type that a domain is directly over */
static Oid
base_of_domain(Oid type)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Oid			base = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		base = ((Form_pg_type) GETSTRUCT(tuple))->typbasetype;
		ReleaseSysCache(tuple);
	}
	return base;
}

/* What the constraints of a domain, and of those it is made of, prove */
static uuidx_versions
domain_facts(Oid type)
{
	uuidx_versions facts[1] = {UUIDX_VERSIONS_ANY};
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);

	while (get_typtype(type) == TYPTYPE_DOMAIN)
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple	tuple;

		ScanKeyInit(&key, Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(type));
		scan = systable_beginscan(constraints, ConstraintTypidIndexId, true, NULL, 1, &key);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		{
			Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);
			bool		isnull;
			Datum		check = heap_getattr(tuple, Anum_pg_constraint_conbin,
											 RelationGetDescr(constraints), &isnull);

			if (form->contype == CONSTRAINT_CHECK && form->convalidated && !isnull)
				note_check(TextDatumGetCString(check), facts, 0);
		}
		systable_endscan(scan);
		type = base_of_domain(type);
	}
	table_close(constraints, AccessShareLock);
	return facts[0];
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
			facts->whole[i + 1] = facts->only[i + 1] = domain_facts(attribute->atttypid);
	}

	if (facts->natts > 0)
		read_indexes(relation, facts);
	for (int i = 0; facts->natts > 0 && constr != NULL && i < constr->num_check; i++)
	{
		ConstrCheck *check = &constr->check[i];

		if (!check->ccvalid)
			continue;
		note_check(check->ccbin, facts->only, tupdesc->natts);
		if (check->ccnoinherit)
			continue;
		note_check(check->ccbin, facts->whole, tupdesc->natts);
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

bool
uuidx_has_time_expressions(Oid relation)
{
	return find_facts(relation)->time_expressions;
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
			type = base_of_domain(type);
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
