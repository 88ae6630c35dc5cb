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
		UUIDX_VERSIONS_7_OR_NONE, UUIDX_VERSIONS_ALL_7, "uuid_is_v7", uuidx_is_v7,
		{"uuid_v7_lower", uuidx_v7_lower_bound, uuidx_v7_lower},
		{"uuid_v7_upper", uuidx_v7_upper_bound, uuidx_v7_upper}
	},
	[UUIDX_TIME_OF_V6] = {
		6, uuidx_time,
		UUIDX_VERSIONS_6_OR_NONE, UUIDX_VERSIONS_ALL_6, "uuid_is_v6", uuidx_is_v6,
		{"uuid_v6_lower", uuidx_v6_lower_bound, uuidx_v6_lower},
		{"uuid_v6_upper", uuidx_v6_upper_bound, uuidx_v6_upper}
	},
	[UUIDX_TIME_OF_ANY] = {
		0, uuidx_time, UUIDX_VERSIONS_ANY, UUIDX_VERSIONS_ANY, NULL, NULL,
		{"uuid_time_lower", uuidx_time_lower_bound, uuidx_time_lower},
		{"uuid_time_after", uuidx_time_after_bound, uuidx_time_after}
	},
	[UUIDX_TIME_OF_UNIX] = {
		0, uuidx_unix_time, UUIDX_VERSIONS_ANY, UUIDX_VERSIONS_ANY, NULL, NULL,
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

/* Returns the version of a number; the last row for all others */
static const uuidx_version *
find_number(int number)
{
	const uuidx_version *version = uuidx_version_table;

	while (version->number != 0 && version->number != number)
		version++;
	return version;
}

uuidx_versions
uuidx_versions_of(int number, bool exactly)
{
	return exactly ? find_number(number)->all : find_number(number)->or_none;
}

uuidx_time_kind
uuidx_kind_of(uuidx_versions versions)
{
	uuidx_time_kind kind = UUIDX_TIME_OF_V7;

	while (kind < UUIDX_TIME_OF_ANY && uuidx_version_table[kind].all != versions &&
		   uuidx_version_table[kind].or_none != versions)
		kind++;
	return kind;
}

const uuidx_version *
uuidx_only_version(uuidx_versions versions)
{
	const uuidx_version *version = &uuidx_version_table[uuidx_kind_of(versions)];

	return versions != UUIDX_VERSIONS_ANY && version->all == versions ? version : NULL;
}

const char *
uuidx_versions_text(uuidx_versions versions)
{
	for (const uuidx_version *version = uuidx_version_table; version->number != 0; version++)
	{
		if (versions != UUIDX_VERSIONS_ANY && version->all == versions)
			return psprintf("v%d", version->number);
		if (versions != UUIDX_VERSIONS_ANY && version->or_none == versions)
			return psprintf("v%d or no version", version->number);
	}
	return NULL;
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
