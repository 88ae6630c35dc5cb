/*
 * versions.c
 *	  The versions that have times: see versions.h.
 */
#include "proof/versions.h"

#include "errors.h"
#include "functions.h"
#include "uuid/layout.h"
#include "uuid/order.h"

const uuidx_version uuidx_version_table[] =
{
	[UUIDX_TIME_OF_V7] = {
		7, uuidx_v7_time,
		UUIDX_VERSIONS_ALL_7, "uuid_is_v7", uuidx_is_v7,
		{"uuid_v7_lower", uuidx_v7_lower_bound, uuidx_v7_lower},
		{"uuid_v7_upper", uuidx_v7_upper_bound, uuidx_v7_upper}
	},
	[UUIDX_TIME_OF_V6] = {
		6, uuidx_time,
		UUIDX_VERSIONS_ALL_6, "uuid_is_v6", uuidx_is_v6,
		{"uuid_v6_lower", uuidx_v6_lower_bound, uuidx_v6_lower},
		{"uuid_v6_upper", uuidx_v6_upper_bound, uuidx_v6_upper}
	},
	[UUIDX_TIME_OF_ANY] = {
		0, uuidx_time, UUIDX_VERSIONS_ANY, NULL, NULL,
		{"uuid_time_lower", uuidx_time_lower_bound, uuidx_time_lower},
		{"uuid_time_after", uuidx_time_after_bound, uuidx_time_after}
	},
	[UUIDX_TIME_OF_UNIX] = {
		0, uuidx_unix_time, UUIDX_VERSIONS_ANY, NULL, NULL,
		{"uuid_unix_lower", uuidx_unix_lower_bound, uuidx_unix_lower},
		{"uuid_unix_upper", uuidx_unix_upper_bound, uuidx_unix_upper}
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

uuidx_time_kind
uuidx_kind_of(uuidx_versions versions)
{
	uuidx_time_kind kind = UUIDX_TIME_OF_V7;

	while (kind < UUIDX_TIME_OF_ANY && uuidx_version_table[kind].all != versions)
		kind++;
	return kind;
}

const uuidx_version *
uuidx_only_version(uuidx_versions versions)
{
	return versions == UUIDX_VERSIONS_ANY ? NULL : &uuidx_version_table[uuidx_kind_of(versions)];
}

const char *
uuidx_versions_text(uuidx_versions versions)
{
	const uuidx_version *version = uuidx_only_version(versions);

	return version == NULL ? NULL : psprintf("v%d", version->number);
}

void
uuidx_time_out_of_range(int number, TimestampTz pg_us)
{
	static const char *const ranges[] = {
		[6] = gettext_noop("UUID version 6 holds times from 1582-10-15 00:00:00 "
						   "to 5236-03-31 21:21:00.684697 UTC."),
		[7] = gettext_noop("UUID version 7 holds times from 1970-01-01 00:00:00 "
						   "to 10889-08-02 05:31:50.655999 UTC."),
		[8] = gettext_noop("UUID version 8 with a node holds times from 1970-01-01 00:00:00 "
						   "to 10889-08-02 05:31:50.655999 UTC.")
	};

	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
			 errmsg("timestamp out of range for UUID version %d: \"%s\"", number,
					uuidx_time_text(pg_us)),
			 errdetail_internal("%s", _(ranges[number]))));
}
