/*
 * histogram.c
 *	  The rows of a column over time: see histogram.h.
 *
 * Pure: no server, no clock, no randomness, no state.
 */
#include "uuid/histogram.h"

#include "uuid/grid.h"

void
uuidx_histogram_init(uuidx_histogram *histogram, const uint64 *bounds, int nbins)
{
	Assert(nbins >= 1 && bounds[0] <= bounds[nbins] && bounds[nbins] >> UUIDX_TICK_BITS == 0);
	histogram->nbins = nbins;
	histogram->bounds = bounds;
	histogram->first = bounds[0];
	histogram->last = bounds[nbins];
	histogram->grown = 0.0;
}

void
uuidx_histogram_extend(uuidx_histogram *histogram, uint64 first, uint64 last, double came)
{
	uint64		last_bound = histogram->bounds[histogram->nbins];

	histogram->first = first;
	histogram->last = Max(last, last_bound);

	Assert(came >= 0.0 && came <= 1.0);
	/* the old bins count even if nearly all rows of the table are new */
	came = Min(came, 0.9);

	/* less than half a bin may be chance */
	if (histogram->last > last_bound && came * histogram->nbins > 0.5)
		histogram->grown = came / (1.0 - came) * histogram->nbins;
	else
		histogram->grown = 0.0;
}

/* How many bins of rows are before a tick, those after the last bound included */
static double
bins_before(const uuidx_histogram *histogram, uint64 tick)
{
	const uint64 *bounds = histogram->bounds;
	uint64		start = Min(bounds[0], histogram->first);
	int			low = 0;
	int			high = histogram->nbins;
	uint64		from;
	uint64		to;

	if (tick <= start)
		return 0.0;
	if (tick > histogram->last)
		return high + histogram->grown;
	if (tick > bounds[high] && histogram->grown > 0.0)
		return high + histogram->grown * (double) (tick - bounds[high]) /
			(double) (histogram->last - bounds[high]);

	/* the bin with bounds[low] < tick <= bounds[high], if no end moved */
	while (high - low > 1)
	{
		int			middle = low + (high - low) / 2;

		if (bounds[middle] < tick)
			low = middle;
		else
			high = middle;
	}
	from = low == 0 ? start : bounds[low];
	to = high == histogram->nbins && histogram->grown == 0.0 ? histogram->last : bounds[high];
	return low + (double) (tick - from) / (double) (to - from);
}

double
uuidx_histogram_share_before(const uuidx_histogram *histogram, const pg_uuid_t *v7)
{
	uint64		tick = uuidx_tick_from_hi(uuidx_hi(v7));
	double		gone = bins_before(histogram, histogram->first);
	double		all = histogram->nbins + histogram->grown - gone;

	/*
	 * of the rows of its own tick, those with smaller random bits: none or
	 * all
	 */
	tick += uuidx_lo(v7) >> UUIDX_HALF_BITS & 1;
	if (tick <= histogram->first)
		return 0.0;
	if (all <= 0.0 || tick > histogram->last)
		return 1.0;
	return (bins_before(histogram, tick) - gone) / all;
}

void
uuidx_v7_place(const pg_uuid_t *uuid, bool time_order, pg_uuid_t *place)
{
	int64		ticks_100ns;
	int64		ms = 0;

	if (!time_order || uuidx_version_of(uuid) == 7)
		uuidx_v7_at_or_after(uuid, place);
	else if (!uuidx_time_ticks(uuid, &ticks_100ns))
		memset(place, 0xFF, sizeof(*place));
	else
	{
		/* v1 and v6 of an instant sort before the v7 of it */
		if (ticks_100ns > UUIDX_UNIX_EPOCH_TICKS_100NS)
			ms = (ticks_100ns - UUIDX_UNIX_EPOCH_TICKS_100NS - 1) / UUIDX_TICKS_100NS_PER_MS + 1;
		uuidx_v7_write(place, (uint64) ms << UUIDX_V7_FRACTION_BITS, 0);
	}
}

bool
uuidx_v7_between(const pg_uuid_t *after, const pg_uuid_t *before, pg_uuid_t *v7)
{
	pg_uuid_t	next = *after;

	if (!uuidx_increment(&next))
		return false;
	uuidx_v7_at_or_after(&next, v7);
	return uuidx_compare_bytes(v7, before) < 0;
}

int
uuidx_histogram_divide(const uuidx_histogram *histogram, const pg_uuid_t *places, int nplaces,
					   pg_uuid_t *values, double *shares)
{
	pg_uuid_t	after;
	pg_uuid_t	end;
	double		before = 0.0;
	int			nparts = 0;

	memset(&after, 0, sizeof(after));
	memset(&end, 0xFF, sizeof(end));
	for (int i = 0; i <= nplaces; i++)
	{
		const pg_uuid_t *until = i < nplaces ? &places[i] : &end;
		double		share = i < nplaces ? uuidx_histogram_share_before(histogram, until) : 1.0;

		if (uuidx_v7_between(&after, until, &values[nparts]))
			shares[nparts++] = share - before;
		before = share;
		after = *until;
	}
	return nparts;
}
