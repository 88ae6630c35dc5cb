/*
 * groups.c
 *	  How many groups the planner expects of the times of a column.
 *
 *	  SELECT date_trunc('day', uuid_time(id)), count(*) FROM orders
 *	  WHERE uuid_time(id) >= now() - interval '7 days' GROUP BY 1
 *
 * has eight groups.  The server has no statistics of the expression, and expects as
 * many groups as there are different ids, which is as many as there are rows.  For
 * grouping, it gets statistics by which the column has as many different values as
 * there are units of time between the ends that the conditions of the relation and the
 * histogram leave.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "uuid/epoch.h"
#include "uuid/histogram.h"

/* What is grouped now, as expressions; NIL if nothing is */
static List *
grouped_expressions(PlannerInfo *root)
{
	Query	   *parse = root->parse;

	if (root->upper_rels[UPPERREL_DISTINCT] != NIL)
		return get_sortgrouplist_exprs(parse->distinctClause, root->processed_tlist);
	if (root->upper_rels[UPPERREL_GROUP_AGG] != NIL && parse->groupingSets == NIL)
		return get_sortgrouplist_exprs(parse->groupClause, root->processed_tlist);
	return NIL;
}

/* How long the times of one value of an expression are, in microseconds; 0 if unknown */
static int64
length_of_value(Node *value)
{
	int64		length = 0;
	uuidx_move	move;

	while (!uuidx_extracts_time(value) && !IsA(value, Var))
	{
		if (!uuidx_find_move(value, &move))
			return 0;
		if (move.truncates)
		{
			/* back by less than the unit */
			uuidx_shift shift = uuidx_shift_of_truncation(move.unit, UUIDX_CLOCKS_OF_UTC);

			length = Max(length, shift.most_us - shift.least_us);
		}
		value = move.argument;
	}
	return length;
}

/* The same of the shortest of those that are about a column; 0 if one of them is unknown */
static int64
length_of_group(const uuidx_relation *relation, AttrNumber attribute, List *expressions)
{
	int64		shortest = 0;
	ListCell   *cell;

	foreach(cell, expressions)
	{
		Bitmapset  *columns = NULL;
		int64		length;

		pull_varattnos((Node *) lfirst(cell), relation->rel->relid, &columns);
		if (!bms_is_member(attribute - FirstLowInvalidHeapAttributeNumber, columns))
			continue;
		length = length_of_value((Node *) lfirst(cell));
		if (length == 0)
			return 0;
		shortest = shortest == 0 ? length : Min(shortest, length);
	}
	return shortest;
}

static TimestampTz
time_of(const pg_uuid_t *v7)
{
	return uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(v7));
}

/* Sets the first and the last time in the histogram of a column; false without one of v7 */
static bool
read_ends(HeapTuple statistics, TimestampTz *first, TimestampTz *last)
{
	AttStatsSlot slot;
	bool		usable;

	if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return false;
	usable = uuidx_version_of(DatumGetUUIDP(slot.values[0])) == 7 &&
		uuidx_version_of(DatumGetUUIDP(slot.values[slot.nvalues - 1])) == 7;
	*first = time_of(DatumGetUUIDP(slot.values[0]));
	*last = time_of(DatumGetUUIDP(slot.values[slot.nvalues - 1]));
	free_attstatsslot(&slot);
	return usable;
}

/* Sets the first and the last time that the conditions of a relation leave */
static void
read_conditions(const uuidx_relation *relation, AttrNumber attribute, TimestampTz *first,
				TimestampTz *last)
{
	ListCell   *cell;

	*first = UUIDX_V7_MIN_PG_US;
	*last = UUIDX_V7_MAX_PG_US;
	foreach(cell, relation->rel->baserestrictinfo)
	{
		Node	   *node = (Node *) lfirst_node(RestrictInfo, cell)->clause;
		uuidx_clause clause = uuidx_match_clause(relation, node);
		Const	   *bound;
		pg_uuid_t	place;

		if ((clause.type != UUIDX_CLAUSE_UUID && clause.type != UUIDX_CLAUSE_ORDERED_UUID) ||
			clause.any || clause.column->varattno != attribute)
			continue;
		bound = (Const *) estimate_expression_value(relation->root, clause.other);
		if (!IsA(bound, Const) || bound->constisnull)
			continue;
		uuidx_v7_place(DatumGetUUIDP(bound->constvalue),
					   clause.type == UUIDX_CLAUSE_ORDERED_UUID, &place);
		if (clause.strategy >= BTEqualStrategyNumber)
			*first = Max(*first, time_of(&place));
		if (clause.strategy <= BTEqualStrategyNumber)
			*last = Min(*last, time_of(&place));
	}
}

/* The number of groups of that length in the rows of a relation */
static double
count_groups(const uuidx_relation *relation, AttrNumber attribute, HeapTuple statistics,
			 int64 length)
{
	TimestampTz oldest;
	TimestampTz newest;
	TimestampTz first;
	TimestampTz last;

	if (!read_ends(statistics, &oldest, &newest))
		return 0.0;
	read_conditions(relation, attribute, &first, &last);

	/* rows that came since ANALYZE are of times up to now */
	if (first > newest)
		newest = GetCurrentStatementStartTimestamp();
	first = Max(first, oldest);
	last = Min(last, newest);
	return first < last ? (double) (last - first) / length + 1.0 : 1.0;
}

/* Statistics by which a column has that many values */
static HeapTuple
replace_distinct(HeapTuple statistics, double distinct)
{
	Relation	catalog = table_open(StatisticRelationId, AccessShareLock);
	Datum		values[Natts_pg_statistic] = {0};
	bool		nulls[Natts_pg_statistic] = {0};
	bool		replaces[Natts_pg_statistic] = {0};
	HeapTuple	result;

	values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum((float4) distinct);
	replaces[Anum_pg_statistic_stadistinct - 1] = true;
	result = heap_modify_tuple(statistics, RelationGetDescr(catalog), values, nulls, replaces);
	table_close(catalog, AccessShareLock);
	return result;
}

/* The row of pg_statistic of a column, or NULL */
static HeapTuple
find_statistics(const uuidx_relation *relation, AttrNumber attribute)
{
	return SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relation->rte->relid),
						   Int16GetDatum(attribute), BoolGetDatum(relation->rte->inh));
}

HeapTuple
uuidx_group_statistics(const uuidx_relation *relation, AttrNumber attribute)
{
	const uuidx_generated_column *generated;
	AttrNumber	uuid = attribute;
	HeapTuple	of_column;
	HeapTuple	of_uuid;
	HeapTuple	result = NULL;
	double		distinct = 0.0;
	int64		length;

	if (relation->table == NULL)
		return NULL;
	length = length_of_group(relation, attribute, grouped_expressions(relation->root));
	if (length == 0)
		return NULL;
	generated = uuidx_find_generated(relation->table->generated, attribute);
	if (generated != NULL)
		uuid = generated->uuid;
	else if (getBaseType(get_atttype(relation->rte->relid, attribute)) != UUIDOID)
		return NULL;

	of_column = find_statistics(relation, attribute);
	of_uuid = find_statistics(relation, uuid);
	if (HeapTupleIsValid(of_column) && HeapTupleIsValid(of_uuid))
		distinct = count_groups(relation, uuid, of_uuid, length);
	if (distinct > 0.0)
		result = replace_distinct(of_column, distinct);
	if (HeapTupleIsValid(of_column))
		ReleaseSysCache(of_column);
	if (HeapTupleIsValid(of_uuid))
		ReleaseSysCache(of_uuid);
	return result;
}
