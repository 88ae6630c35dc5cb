/*
 * histogram.c
 *	  The rows of a column over time: see histogram.h.
 */
#include "uuid/histogram.h"

#include "uuid/boundaries.h"

/*
 * Rows are counted at a series of places.  From one place to the next, the distance from the start
 * grows at most by this factor.  Near the last row, the distance from it shrinks likewise.
 */
#define SECTION_GROWTH 8

/* Where the rate changes, sections are halved until they are 1 / EDGE_PART of all before them */
#define EDGE_PART 64

/* Edges are refined up to this many counts; the others are for the rest of the rows */
#define COUNTS_OF_EDGES (UUIDX_HISTOGRAM_COUNTS * 2 / 3)

void
uuidx_histogram_init(uuidx_histogram *histogram, uint64 *bounds, double *before, int nbins)
{
	Assert(nbins >= 1 && bounds[0] <= bounds[nbins] && bounds[nbins] >> UUIDX_TICK_BITS == 0);
	histogram->npoints = nbins + 1;
	histogram->ticks = bounds;
	histogram->before = before;
	for (int i = 0; i <= nbins; i++)
		before[i] = i;
}

/* Returns how many bins of rows are before a tick */
static double
bins_before(const uuidx_histogram *histogram, uint64 tick)
{
	const uint64 *ticks = histogram->ticks;
	const double *before = histogram->before;
	int			low = 0;
	int			high = histogram->npoints - 1;

	if (tick <= ticks[low])
		return before[low];
	if (tick > ticks[high])
		return before[high];

	/* the points satisfy ticks[low] < tick <= ticks[high] */
	while (high - low > 1)
	{
		int			middle = low + (high - low) / 2;

		if (ticks[middle] < tick)
			low = middle;
		else
			high = middle;
	}
	return before[low] + (before[high] - before[low]) *
		(double) (tick - ticks[low]) / (double) (ticks[high] - ticks[low]);
}

void
uuidx_histogram_begin(uuidx_histogram *histogram, uint64 first)
{
	first = Min(first, histogram->ticks[1]);
	histogram->before[0] = bins_before(histogram, first);
	histogram->ticks[0] = first;
}

void
uuidx_histogram_end(uuidx_histogram *histogram, uint64 last)
{
	int			end;

	if (histogram->npoints > 2 && last < histogram->ticks[histogram->npoints - 2])
		histogram->npoints--;
	end = histogram->npoints - 1;
	last = Max(last, histogram->ticks[end - 1]);
	histogram->before[end] = bins_before(histogram, last);
	histogram->ticks[end] = last;
}

void
uuidx_histogram_append(uuidx_histogram *histogram, uint64 tick, double bins)
{
	int			end = histogram->npoints++;

	Assert(tick >= histogram->ticks[end - 1] && bins >= 0.0);
	histogram->ticks[end] = tick;
	histogram->before[end] = histogram->before[end - 1] + bins;
}

void
uuidx_histogram_append_rows(uuidx_histogram *histogram, uint64 last, double rows_in_bin,
							uuidx_count_rows count, void *argument)
{
	uint64		start = histogram->ticks[histogram->npoints - 1];
	uint64		from = start;
	uint64		to = start;
	double		rate = 0.0;
	int			ncounts = 0;

	while (to < last)
	{
		uint64		counted = to;
		double		rate_before = rate;
		int			nrows;

		for (;;)
		{
			ncounts++;
			if (!count(argument, from, &nrows, &to) || to > last ||
				ncounts == UUIDX_HISTOGRAM_COUNTS)
				to = last;
			rate = nrows / rows_in_bin / (double) (to - from);
			if (from - counted <= (counted - start) / EDGE_PART || ncounts > COUNTS_OF_EDGES ||
				(rate <= 2 * rate_before && rate_before <= 2 * rate))
				break;
			from = counted + (from - counted) / 2;
		}
		uuidx_histogram_append(histogram, from, Min(rate_before, rate) * (double) (from - counted));
		uuidx_histogram_append(histogram, to, nrows / rows_in_bin);
		from = Max(to, Min(start + SECTION_GROWTH * (to - start),
						   last - (last - from) / SECTION_GROWTH - 1));
	}
}

uint64
uuidx_histogram_tick(const uuidx_histogram *histogram, double share)
{
	const double *before = histogram->before;
	int			end = histogram->npoints - 1;
	double		bins = before[0] + share * (before[end] - before[0]);
	int			i = 1;
	double		width;

	while (i < end && before[i] < bins)
		i++;
	if (before[i] <= before[i - 1])
		return histogram->ticks[i];
	width = (double) (histogram->ticks[i] - histogram->ticks[i - 1]);
	return histogram->ticks[i - 1] +
		(uint64) (width * (bins - before[i - 1]) / (before[i] - before[i - 1]));
}

double
uuidx_histogram_share_before(const uuidx_histogram *histogram, const pg_uuid_t *v7)
{
	int			end = histogram->npoints - 1;
	double		gone = histogram->before[0];
	double		all = histogram->before[end] - gone;
	uint64		tick = uuidx_tick_from_hi(uuidx_hi(v7));

	/* rows with the same tick count all as earlier, or all as later */
	tick += uuidx_lo(v7) >> UUIDX_HALF_BITS & 1;
	if (all <= 0.0)
		return tick <= histogram->ticks[0] ? 0.0 : 1.0;
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
		/* v1 and v6 sort before the v7 of the same instant */
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
