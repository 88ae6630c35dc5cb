/*
 * versions.c
 *	  The versions whose UUIDs sort by time: see versions.h.
 */
#include "proof/versions.h"

#include "functions.h"
#include "uuid/layout.h"
#include "uuid/order.h"

const uuidx_version uuidx_version_table[] =
{
	[UUIDX_TIME_OF_V7] = {
		7, UUIDX_VERSIONS_TIMED_7, UUIDX_VERSIONS_ALL_7, "uuid_is_v7", uuidx_is_v7,
		{"uuid_v7_lower", uuidx_v7_lower_bound, uuidx_v7_lower},
		{"uuid_v7_upper", uuidx_v7_upper_bound, uuidx_v7_upper}
	},
	[UUIDX_TIME_OF_V6] = {
		6, UUIDX_VERSIONS_TIMED_6, UUIDX_VERSIONS_ALL_6, "uuid_is_v6", uuidx_is_v6,
		{"uuid_v6_lower", uuidx_v6_lower_bound, uuidx_v6_lower},
		{"uuid_v6_upper", uuidx_v6_upper_bound, uuidx_v6_upper}
	},
	[UUIDX_TIME_OF_V8] = {8, UUIDX_VERSIONS_ANY, UUIDX_VERSIONS_ALL_8},
	[UUIDX_TIME_OF_ANY] = {
		0, UUIDX_VERSIONS_ANY, UUIDX_VERSIONS_ANY, NULL, NULL,
		{"uuid_time_lower", uuidx_time_lower_bound, uuidx_time_lower},
		{"uuid_time_after", uuidx_time_after_bound, uuidx_time_after}
	}
};

uuidx_time_kind
uuidx_find_predicate(PGFunction function)
{
	uuidx_time_kind kind = UUIDX_TIME_OF_V7;

	while (kind < UUIDX_TIME_OF_ANY &&
		   (function == NULL || uuidx_version_table[kind].predicate != function))
		kind++;
	return kind;
}
