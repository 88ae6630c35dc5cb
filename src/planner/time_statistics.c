/*
 * time_statistics.c
 *	  Statistics of the time of a uuid, which are those of the uuid.
 *
 *	  SELECT * FROM orders JOIN logs ON uuid_time(logs.id) = uuid_time(orders.id)
 *
 * is estimated by the number of different times, and by their histograms.  ANALYZE has none of
 * an expression, and the server would assume 200 different values.  It asks for the statistics
 * of the columns of an index, so it gets those of the time in a time index (time_index.c): the
 * share of nulls, the number of values and the correlation of the uuid, and the time of each
 * value that ANALYZE kept.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

/* The statistics of a time, in uuidx_relation.time_statistics */
typedef struct known_times
{
	AttrNumber	uuid;
	uuidx_time_kind kind;
	HeapTuple	tuple;			/* NULL: there are none of the uuid */
} known_times;

/* The attributes of pg_statistic that turn the statistics of a uuid into those of its time */
typedef struct time_values
{
	Datum		values[Natts_pg_statistic];
	bool		nulls[Natts_pg_statistic];
	bool		replaces[Natts_pg_statistic];
} time_values;

/* Sets the operator and the values of a slot; a slot without values is empty */
static void
set_slot(time_values *statistics, int slot, Oid operator_oid, Datum *times, int ntimes)
{
	int			kind = Anum_pg_statistic_stakind1 - 1 + slot;
	int			values = Anum_pg_statistic_stavalues1 - 1 + slot;

	statistics->replaces[Anum_pg_statistic_staop1 - 1 + slot] = true;
	statistics->values[Anum_pg_statistic_staop1 - 1 + slot] = ObjectIdGetDatum(operator_oid);
	if (!OidIsValid(operator_oid))
	{
		statistics->replaces[kind] = true;
		statistics->values[kind] = Int16GetDatum(0);
	}
	statistics->replaces[values] = true;
	statistics->nulls[values] = ntimes == 0;
	if (ntimes > 0)
		statistics->values[values] =
			PointerGetDatum(construct_array(times, ntimes, TIMESTAMPTZOID, sizeof(TimestampTz),
											FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

/*
 * Converts values of a uuid to its times; returns how many of them differ from the one before, or 0
 * if one has no time, or is before another one in time only
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

/*
 * Moves the end of a histogram of times to the last time by now, if rows have come since ANALYZE;
 * no index is read if not
 */
static void
update_end(Datum *times, int ntimes, const AttStatsSlot *slot, const uuidx_relation *relation,
		   Form_pg_statistic form)
{
	int			room = ntimes + UUIDX_HISTOGRAM_ROOM;
	uint64	   *ticks = palloc_array(uint64, room);
	uint64		last;
	uuidx_histogram histogram;

	for (int i = 0; i < ntimes; i++)
		ticks[i] = uuidx_tick_from_hi(uuidx_hi(DatumGetUUIDP(slot->values[i])));
	last = ticks[ntimes - 1];
	uuidx_histogram_init(&histogram, ticks, palloc_array(double, room), ntimes - 1);
	uuidx_update_histogram(&histogram, relation, form, slot->staop,
						   DatumGetUUIDP(slot->values[ntimes / 2]),
						   DatumGetUUIDP(slot->values[ntimes / 2]));
	if (histogram.npoints == ntimes && histogram.ticks[ntimes - 1] == last)
		return;
	for (int i = 0; i < ntimes; i++)
	{
		pg_uuid_t	uuid;
		TimestampTz time;

		uuidx_v7_write(&uuid, uuidx_histogram_tick(&histogram, (double) i / (ntimes - 1)), 0);
		if (uuidx_v7_time(&uuid, &time))
			times[i] = TimestampTzGetDatum(time);
	}
}

/*
 * Sets the statistics of a time, which are those of its uuid; of ids that were generated together,
 * several have one time
 */
static void
set_time_values(time_values *statistics, HeapTuple tuple, const uuidx_relation *relation,
				uuidx_time_kind kind)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(tuple);
	TypeCacheEntry *type = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);

	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		int			slot_kind = (&form->stakind1)[i];
		Datum	   *times;
		int			ndistinct;
		AttStatsSlot slot;

		if (slot_kind == STATISTIC_KIND_CORRELATION)
		{
			set_slot(statistics, i, type->lt_opr, NULL, 0);
			continue;
		}
		if ((slot_kind != STATISTIC_KIND_HISTOGRAM && slot_kind != STATISTIC_KIND_MCV) ||
			!get_attstatsslot(&slot, tuple, slot_kind, InvalidOid, ATTSTATSSLOT_VALUES))
		{
			set_slot(statistics, i, InvalidOid, NULL, 0);
			continue;
		}
		times = palloc_array(Datum, slot.nvalues);
		ndistinct = convert_values(&slot, kind, slot_kind == STATISTIC_KIND_HISTOGRAM, times);
		if (slot_kind == STATISTIC_KIND_HISTOGRAM && ndistinct > 1)
		{
			if (kind == UUIDX_TIME_OF_V7 && !relation->rte->inh)
				update_end(times, slot.nvalues, &slot, relation, form);
			if (ndistinct < slot.nvalues)
			{
				statistics->replaces[Anum_pg_statistic_stadistinct - 1] = true;
				statistics->values[Anum_pg_statistic_stadistinct - 1] =
					Float4GetDatum((float4) ndistinct);
			}
		}
		set_slot(statistics, i, ndistinct == 0 ? InvalidOid :
				 slot_kind == STATISTIC_KIND_MCV ? type->eq_opr : type->lt_opr,
				 times, ndistinct == 0 ? 0 : slot.nvalues);
		free_attstatsslot(&slot);
	}
}

/* Returns the statistics of a time of a column, made at the first call; NULL if it has none */
static HeapTuple
find_time_statistics(uuidx_relation *relation, AttrNumber attribute, uuidx_time_kind kind)
{
	known_times *column;
	HeapTuple	tuple;
	ListCell   *cell;

	foreach(cell, relation->time_statistics)
	{
		column = (known_times *) lfirst(cell);
		if (column->uuid == attribute && column->kind == kind)
			return column->tuple;
	}
	column = palloc0_object(known_times);
	column->uuid = attribute;
	column->kind = kind;
	relation->time_statistics = lappend(relation->time_statistics, column);
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relation->rte->relid),
							Int16GetDatum(attribute), BoolGetDatum(relation->rte->inh));
	if (HeapTupleIsValid(tuple))
	{
		Relation	catalog = table_open(StatisticRelationId, AccessShareLock);
		time_values statistics = {{0}};

		set_time_values(&statistics, tuple, relation, kind);
		column->tuple = heap_modify_tuple(tuple, RelationGetDescr(catalog), statistics.values,
										  statistics.nulls, statistics.replaces);
		table_close(catalog, AccessShareLock);
		ReleaseSysCache(tuple);
	}
	return column->tuple;
}

/* For VariableStatData: the statistics are kept with the relation */
static void
keep_statistics(HeapTuple tuple)
{
}

/* Returns the relation of an estimate; NULL where the server has not set it, as for BRIN indexes */
static const RelOptInfo *
relation_of(PlannerInfo *root, const VariableStatData *column)
{
	for (int i = 1; i < root->simple_rel_array_size; i++)
		if (root->simple_rel_array[i] == column->rel)
			return column->rel;
	return NULL;
}

bool
uuidx_time_statistics(PlannerInfo *root, Oid index, AttrNumber position, VariableStatData *column)
{
	const RelOptInfo *rel = relation_of(root, column);
	uuidx_relation *relation;
	uuidx_time_kind kind;
	const Var  *uuid;
	MemoryContext caller;

	if (rel == NULL ||
		(uuid = uuidx_find_time_column(rel, index, position, &kind)) == NULL ||
		(relation = uuidx_find_relation(root, root->simple_rte_array[rel->relid])) == NULL)
		return false;
	caller = MemoryContextSwitchTo(GetMemoryChunkContext(relation));
	column->statsTuple = find_time_statistics(relation, uuid->varattno, kind);
	MemoryContextSwitchTo(caller);
	column->freefunc = keep_statistics;

	/*
	 * the operators of timestamptz are leakproof, and no others get the
	 * values
	 */
	column->acl_ok = false;
	return true;
}
