/*
 * selectivity.c
 *	  How many rows uuid_is_v7() and uuid_is_v6() keep.
 *
 * ANALYZE remembers a column's most common values, and bounds that part the
 * others into bins of equally many rows.  What share of each is of a version is
 * what share of the rows is.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "uuid/layout.h"

/* The rows of a column's statistics that are of a version, as a share of all */
static Selectivity
share_of_version(HeapTuple statistics, int version)
{
	AttStatsSlot slot;
	double		others = 1.0 - ((Form_pg_statistic) GETSTRUCT(statistics))->stanullfrac;
	double		common = 0.0;
	double		share = 1.0;

	if (get_attstatsslot(&slot, statistics, STATISTIC_KIND_MCV, InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		for (int i = 0; i < slot.nvalues; i++)
		{
			others -= slot.numbers[i];
			if (uuidx_version_of(DatumGetUUIDP(slot.values[i])) == version)
				common += slot.numbers[i];
		}
		free_attstatsslot(&slot);
	}

	if (get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						 ATTSTATSSLOT_VALUES))
	{
		int			count = 0;

		for (int i = 0; i < slot.nvalues; i++)
			count += uuidx_version_of(DatumGetUUIDP(slot.values[i])) == version;

		/* none among the bounds does not say that there is none */
		share = count > 0 ? (double) count / slot.nvalues : 0.5 / slot.nvalues;
		free_attstatsslot(&slot);
	}
	return common + share * Max(others, 0.0);
}

/*
 * Without statistics the answer is all rows: whoever asks a column by time has a
 * column of version 7, and a table that was never analyzed is a new one.
 */
bool
uuidx_version_selectivity(SupportRequestSelectivity *request)
{
	PGFunction	function = uuidx_own_function(request->funcid);
	VariableStatData column;
	Selectivity share = 1.0;

	if (function != uuidx_is_v7 && function != uuidx_is_v6)
		return false;

	examine_variable(request->root, linitial(request->args), request->varRelid, &column);
	if (HeapTupleIsValid(column.statsTuple) && getBaseType(column.atttype) == UUIDOID &&
		statistic_proc_security_check(&column, request->funcid))
		share = share_of_version(column.statsTuple, function == uuidx_is_v7 ? 7 : 6);
	ReleaseVariableStats(column);

	CLAMP_PROBABILITY(share);
	request->selectivity = share;
	return true;
}
