/*
 * order.c
 *	  The order of times where uuids are in an order: in an index, and in partitions.
 *
 *	  SELECT * FROM orders WHERE uuid_is_v7(id) ORDER BY uuid_time(id)
 *
 * can read an index on id, although no constraint proves the version: the condition leaves only
 * uuids whose times are in the order of the index.
 */
#include "planner/planner.h"

#include "optimizer/optimizer.h"

/*
 * Whether a filter by version, which is not true of null, leaves only uuids with one kind of time
 * in a column; sets *kind.  No index condition replaces such a filter, so every scan checks it.
 */
static bool
is_narrowed(const uuidx_relation *relation, List *quals, const uuidx_extraction *time,
			uuidx_time_kind *kind)
{
	foreach_ptr(Node, qual, quals)
	{
		uuidx_clause clause = uuidx_match_clause(relation, qual);

		if (clause.type == UUIDX_CLAUSE_VERSION &&
			clause.column->varattno == time->column->varattno &&
			!UUIDX_IS_NULLED(clause.column) &&
			(clause.time.kind == time->kind || time->kind == UUIDX_TIME_OF_ANY))
		{
			*kind = clause.time.kind;
			return true;
		}
	}
	return false;
}

bool
uuidx_set_order(const uuidx_relation *relation, const uuidx_extraction *time, List *quals,
				bool time_order, uuidx_order *order)
{
	AttrNumber	column = time->column->varattno;
	uuidx_versions versions = relation->table->versions[column];
	uuidx_time_kind kind = time->kind;
	bool		is_narrow = is_narrowed(relation, quals, time, &kind);

	memset(order, 0, sizeof(uuidx_order));
	if (time_order && kind == UUIDX_TIME_OF_UNIX)
		return false;
	if (is_narrow || !time->needs_version)
	{
		/* every uuid has this time, which both orders follow */
		order->no_nulls = is_narrow || uuidx_has_no_nulls(relation, column);
	}
	else if (time_order && (kind != UUIDX_TIME_OF_V7 || versions == UUIDX_VERSIONS_7_OR_NONE))
	{
		/* uuids without a time come last, and all others have this time */
		order->has_timeless = true;
		order->no_null_uuids = uuidx_has_no_nulls(relation, column);
	}
	else
		return false;
	return uuidx_set_target(&order->target, time_order ? UUIDX_TIME_OF_ANY : kind, time->schema,
							time->uuid);
}
