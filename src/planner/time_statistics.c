/*
 * time_statistics.c
 *	  Makes the statistics of a uuid's time from those of the uuid.
 *
 *	  SELECT * FROM orders JOIN logs ON uuid_time(logs.id) = uuid_time(orders.id)
 *
 * is estimated from the number of distinct times and from their histograms.  ANALYZE makes neither
 * for an expression, and the server would assume 200 distinct values.  But it looks for statistics
 * of the columns of an index, so the time in a time index (time_index.c) gets the uuid's share of
 * nulls, number of values and correlation, and the time of each value that ANALYZE kept.  A column
 * of a subquery that is such a time gets the same statistics.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

/*
 * Converts values of a uuid to times.  Returns how many times differ from the one before; 0 if a
 * uuid has no time, or if sorted uuids have times that are not sorted.
 */
static int
convert_values(const AttStatsSlot *slot, uuidx_time_kind kind, bool is_sorted, Datum *times)
{
	int			ndistinct = 0;

	for (int i = 0; i < slot->nvalues; i++)
	{
		TimestampTz time;

		if (!uuidx_version_table[kind].read_time(DatumGetUUIDP(slot->values[i]), &time) ||
			(is_sorted && i > 0 && time < DatumGetTimestampTz(times[i - 1])))
			return 0;
		ndistinct += i == 0 || time != DatumGetTimestampTz(times[i - 1]);
		times[i] = TimestampTzGetDatum(time);
	}
	return ndistinct;
}

/* Moves the end of a histogram to the last time by now; reads no index if no rows came */
static void
update_end(Datum *times, const AttStatsSlot *slot, const uuidx_relation *relation,
		   HeapTuple statistics)
{
	int			end = slot->nvalues - 1;
	const pg_uuid_t *middle = DatumGetUUIDP(slot->values[slot->nvalues / 2]);
	uuidx_histogram histogram;

	if (!uuidx_read_histogram(relation, statistics, middle, middle, &histogram) ||
		(histogram.npoints == end + 1 && histogram.ticks[end] ==
		 uuidx_tick_from_hi(uuidx_hi(DatumGetUUIDP(slot->values[end])))))
		return;
	for (int i = 0; i <= end; i++)
	{
		pg_uuid_t	uuid;
		TimestampTz time;

		uuidx_v7_write(&uuid, uuidx_histogram_tick(&histogram, (double) i / end), 0);
		if (uuidx_v7_time(&uuid, &time))
			times[i] = TimestampTzGetDatum(time);
	}
}

/*
 * Changes the statistics of a uuid to those of its time.  Ids that were generated together may have
 * the same time, so the number of distinct times is counted.
 */
static bool
set_times(uuidx_relation *relation, HeapTuple tuple, uuidx_time_kind kind, Datum *values,
		  bool *nulls)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(tuple);
	TypeCacheEntry *type = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);

	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		int			slot_kind = (&form->stakind1)[i];
		bool		is_histogram = slot_kind == STATISTIC_KIND_HISTOGRAM;
		int			ndistinct = 0;
		AttStatsSlot slot;

		if ((is_histogram || slot_kind == STATISTIC_KIND_MCV) &&
			get_attstatsslot(&slot, tuple, slot_kind, InvalidOid, ATTSTATSSLOT_VALUES))
		{
			Datum	   *times = palloc_array(Datum, slot.nvalues);

			ndistinct = convert_values(&slot, kind, is_histogram, times);
			if (is_histogram && ndistinct > 1 && kind == UUIDX_TIME_OF_V7 && !relation->rte->inh)
				update_end(times, &slot, relation, tuple);
			if (is_histogram && ndistinct > 1 && ndistinct < slot.nvalues)
				values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum((float4) ndistinct);
			if (ndistinct > 0)
				values[Anum_pg_statistic_stavalues1 - 1 + i] =
					PointerGetDatum(construct_array(times, slot.nvalues, TIMESTAMPTZOID,
													sizeof(TimestampTz), FLOAT8PASSBYVAL,
													TYPALIGN_DOUBLE));
			free_attstatsslot(&slot);
		}
		if (ndistinct == 0 && slot_kind != STATISTIC_KIND_CORRELATION)
			values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(0);
		values[Anum_pg_statistic_staop1 - 1 + i] =
			ObjectIdGetDatum(slot_kind == STATISTIC_KIND_MCV ? type->eq_opr : type->lt_opr);
	}
	return true;
}

bool
uuidx_time_statistics(PlannerInfo *root, Oid index, AttrNumber position, VariableStatData *column)
{
	uuidx_relation *relation = NULL;
	uuidx_time_kind kind;
	const Var  *uuid;

	/* the server has not set column->rel if it costs a BRIN index */
	for (int i = 1; i < root->simple_rel_array_size && relation == NULL; i++)
		if (root->simple_rel_array[i] != NULL && root->simple_rel_array[i] == column->rel)
			relation = uuidx_find_relation(root, root->simple_rte_array[i]);
	if (relation == NULL ||
		(uuid = uuidx_find_time_column(relation->rel, index, position, &kind)) == NULL)
		return false;
	uuidx_mark_uncounted(relation);
	return uuidx_use_statistics(relation, uuid->varattno, kind, set_times, column);
}

bool
uuidx_subquery_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						  VariableStatData *column)
{
	PlannerInfo *subroot = NULL;
	uuidx_relation *relation;
	uuidx_extraction time;
	const TargetEntry *entry;
	int			relid;

	for (int i = 1; i < root->simple_rel_array_size; i++)
		if (root->simple_rte_array[i] == rte && root->simple_rel_array[i] != NULL)
			subroot = root->simple_rel_array[i]->subroot;

	/* the server does not look at the columns of these either */
	if (subroot == NULL || rte->inh || rte->security_barrier ||
		subroot->parse->setOperations != NULL || subroot->parse->groupingSets != NIL ||
		subroot->parse->groupClause != NIL || subroot->parse->distinctClause != NIL)
		return false;
	entry = get_tle_by_resno(subroot->parse->targetList, attribute);
	if (entry == NULL || entry->resjunk ||
		!bms_get_singleton_member(pull_varnos(subroot, (Node *) entry->expr), &relid) ||
		(relation = uuidx_find_relation(subroot, subroot->simple_rte_array[relid])) == NULL ||
		!uuidx_match_extraction(relation, (Node *) entry->expr, &time))
		return false;
	return uuidx_use_statistics(relation, time.column->varattno, time.kind, set_times,
								column);
}
