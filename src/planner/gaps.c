/*
 * gaps.c
 *	  Joins many ranges of times into a few.
 *
 *	  created_at IN ('2026-01-01Z', '2026-01-02Z', '2026-06-01Z', '2026-06-03Z')
 *
 * implies, with at most two ranges, that the time is from 2026-01-01Z to 2026-01-02Z, or from
 * 2026-06-01Z to 2026-06-03Z: of all pairs, these have the widest gap between them.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "utils/timestamp.h"

/* Narrows a range by a comparison with a constant, which stays in it; false for other clauses */
bool
uuidx_narrow_range(uuidx_time_range *range, const uuidx_clause *clause)
{
	const Const *constant = (const Const *) clause->other;
	TimestampTz pg_us;

	if ((clause->type != UUIDX_CLAUSE_TIME && clause->type != UUIDX_CLAUSE_ROW) || clause->any ||
		clause->strategy == InvalidStrategy || !IsA(constant, Const) ||
		constant->constisnull || constant->consttype != TIMESTAMPTZOID)
		return false;
	pg_us = DatumGetTimestampTz(constant->constvalue);
	if (clause->strategy >= BTEqualStrategyNumber)
		range->first = Max(range->first, pg_us);
	if (clause->strategy <= BTEqualStrategyNumber)
		range->last = Min(range->last, pg_us);
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	TimestampTz first = ((const uuidx_time_range *) a)->first;
	TimestampTz other = ((const uuidx_time_range *) b)->first;

	return first < other ? -1 : first > other;
}

/* Sorts larger gaps first; the length of a gap with an infinite end does not fit 64 bits */
static int
compare_gaps(const void *a, const void *b)
{
	const uuidx_time_range *gap = (const uuidx_time_range *) a;
	const uuidx_time_range *other = (const uuidx_time_range *) b;
	double		size = (double) gap->last - (double) gap->first;
	double		other_size = (double) other->last - (double) other->first;

	return size > other_size ? -1 : size < other_size;
}

/* Joins n ranges to at most max, sorted, with the widest gaps between them; returns their number */
static int
join_ranges(uuidx_time_range *ranges, int n, int max)
{
	uuidx_time_range *gaps = palloc_array(uuidx_time_range, n);
	int			ngaps = 0;
	TimestampTz last;

	qsort(ranges, n, sizeof(uuidx_time_range), compare_ranges);
	last = ranges[0].last;
	for (int i = 1; i < n; i++)
	{
		if (ranges[i].first > last)
			gaps[ngaps++] = (uuidx_time_range)
		{
			last, ranges[i].first
		};
		last = Max(last, ranges[i].last);
	}
	qsort(gaps, ngaps, sizeof(uuidx_time_range), compare_gaps);
	ngaps = Min(ngaps, max - 1);
	qsort(gaps, ngaps, sizeof(uuidx_time_range), compare_ranges);

	/* the ranges are what the gaps leave */
	ranges[ngaps].last = last;
	for (int i = ngaps; i > 0; i--)
	{
		ranges[i].first = gaps[i - 1].last;
		ranges[i - 1].last = gaps[i - 1].first;
	}
	return ngaps + 1;
}

/* Returns that the time is in one of at most max ranges: an OR, or its only arm; or NIL */
List *
uuidx_write_ranges(const uuidx_target *target, uuidx_time_range *ranges, int n, int max)
{
	List	   *arms = NIL;
	List	   *quals = NIL;

	n = join_ranges(ranges, n, max);
	for (int i = 0; i < n; i++)
	{
		quals = NIL;
		if ((ranges[i].first != DT_NOBEGIN &&
			 !uuidx_write_instant(target, BTGreaterEqualStrategyNumber,
								  uuidx_make_instant(ranges[i].first), &quals)) ||
			(ranges[i].last != DT_NOEND &&
			 !uuidx_write_instant(target, BTLessEqualStrategyNumber,
								  uuidx_make_instant(ranges[i].last), &quals)) ||
			quals == NIL)
			return NIL;
		arms = lappend(arms, make_ands_explicit(quals));
	}
	return list_length(arms) < 2 ? quals : list_make1(make_orclause(arms));
}
