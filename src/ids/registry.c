/*
 * registry.c
 *	  The foreign id systems by name, and what all of them can do.
 *
 * Time and bounds are computed here, once, from the descriptor's epoch and
 * ticks; a system only says how to find its ticks in an id.
 */
#include "ids/system.h"

/* By name in C order: uuidx_id_find searches by halves */
static const uuidx_id_system *const systems[] = {
	&uuidx_id_cassandra_timeuuid,
	&uuidx_id_combguid_binary,
	&uuidx_id_combguid_legacy,
	&uuidx_id_combguid_pg,
	&uuidx_id_combguid_pg_legacy,
	&uuidx_id_combguid_sql,
	&uuidx_id_cuid,
	&uuidx_id_cuid2,
	&uuidx_id_cuid_nonstandard,
	&uuidx_id_discord,
	&uuidx_id_dotnet_bytes,
	&uuidx_id_draft02_v7,
	&uuidx_id_elasticflake,
	&uuidx_id_es_kordered,
	&uuidx_id_es_kordered_hash,
	&uuidx_id_es_timebased,
	&uuidx_id_flake,
	&uuidx_id_flakeid,
	&uuidx_id_ksuid,
	&uuidx_id_lexicaluuid,
	&uuidx_id_mastodon,
	&uuidx_id_mysql_swap,
	&uuidx_id_ncs,
	&uuidx_id_nuid,
	&uuidx_id_objectid,
	&uuidx_id_ordereduuid,
	&uuidx_id_pushid,
	&uuidx_id_shardingid,
	&uuidx_id_sid_base32,
	&uuidx_id_sid_base64,
	&uuidx_id_sid_dec,
	&uuidx_id_sid_hex,
	&uuidx_id_snowflake,
	&uuidx_id_sonyflake_v1,
	&uuidx_id_sonyflake_v2,
	&uuidx_id_sqlserver_order,
	&uuidx_id_tsid,
	&uuidx_id_typeid,
	&uuidx_id_ulid,
	&uuidx_id_xid,
};

const uuidx_id_system *
uuidx_id_at(size_t index)
{
	return index < lengthof(systems) ? systems[index] : NULL;
}

const uuidx_id_system *
uuidx_id_find(const char *name, size_t length)
{
	size_t		low = 0;
	size_t		high = lengthof(systems);

	while (low < high)
	{
		size_t		middle = low + (high - low) / 2;
		size_t		its_length = strlen(systems[middle]->name);
		int			order = memcmp(name, systems[middle]->name, Min(length, its_length));

		if (order == 0)
			order = (length > its_length) - (length < its_length);
		if (order == 0)
			return systems[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

uuidx_status
uuidx_id_parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	uuidx_status status;

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	status = system->parse(system, text, length, id);
	if (status == UUIDX_OK && system->check != NULL)
		status = system->check(system, id);
	return status;
}

size_t
uuidx_id_format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	size_t		length = 0;

	if (system->refusal == NULL)
		length = system->format(system, id, text);
	text[		length] = '\0';

	return length;
}

uuidx_status
uuidx_id_from_bigint(const uuidx_id_system *system, int64 number, uuidx_id *id)
{
	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (system->bits > 64)
		return UUIDX_NO_BIGINT;
	uuidx_id_store(id, (uint64) number, 0);
	return system->check != NULL ? system->check(system, id) : UUIDX_OK;
}

uuidx_status
uuidx_id_to_bigint(const uuidx_id_system *system, const uuidx_id *id, int64 *number)
{
	uint64		value;

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (system->bits > 64)
		return UUIDX_NO_BIGINT;
	value = uuidx_id_first64(id);
	memcpy(number, &value, sizeof(*number));
	return UUIDX_OK;
}

uuidx_status
uuidx_id_epoch(const uuidx_id_system *system, TimestampTz epoch_pg_us, int64 *epoch_ms)
{
	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (!system->epoch_varies)
		return UUIDX_FIXED_EPOCH;

	/* this keeps the infinities out, too */
	if (epoch_pg_us < UUIDX_V7_MIN_PG_US || epoch_pg_us > UUIDX_V7_MAX_PG_US)
		return UUIDX_BAD_EPOCH;
	if ((epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) % 1000 != 0)
		return UUIDX_BAD_EPOCH;
	*epoch_ms = (epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000;

	/* ticks longer than a ms are counted from the tick the epoch falls into */
	*epoch_ms -= *epoch_ms % (system->tick_num / 1000);
	return UUIDX_OK;
}

/* Microseconds after the epoch, rounded down; ticks is at most max_ticks */
static uint64
ticks_to_us(const uuidx_id_system *system, uint64 ticks)
{
	if (system->ticks_to_us != NULL)
		return system->ticks_to_us(ticks);
	return ticks * system->tick_num / system->tick_den;
}

/*
 * The first tick whose microsecond, rounded down, is us or later; us is at most
 * one more than that of max_ticks.  An integer that is not below x rounded down
 * is not below x, so rounding up the exact quotient is right for ticks of any
 * length.
 */
static uint64
us_to_ticks(const uuidx_id_system *system, uint64 us)
{
	if (system->us_to_ticks != NULL)
		return system->us_to_ticks(us);
	us *= system->tick_den;
	return us / system->tick_num + (us % system->tick_num != 0);
}

/* The epoch as a timestamptz */
static int64
start_pg_us(const uuidx_id_system *system, int64 epoch_ms)
{
	if (epoch_ms == UUIDX_ID_OWN_EPOCH)
		epoch_ms = system->epoch_ms;
	return uuidx_unix_ms_to_pg_us(epoch_ms);
}

/*
 * The instant so many microseconds after the epoch.  It fits a timestamptz, by
 * the choice of max_ticks, while the microseconds alone may not fit an int64.
 */
static int64
after_start(int64 start, uint64 us)
{
	return (int64) ((uint64) start + us);
}

uuidx_status
uuidx_id_time(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms, TimestampTz *pg_us)
{
	uint64		ticks;
	uuidx_status status;

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	status = system->ticks(system, id, &ticks);
	if (status != UUIDX_OK)
		return status;
	if (ticks < system->min_ticks || ticks > system->max_ticks)
		return UUIDX_OUT_OF_RANGE;
	*pg_us = after_start(start_pg_us(system, epoch_ms), ticks_to_us(system, ticks));
	return UUIDX_OK;
}

uuidx_status
uuidx_id_time_range(const uuidx_id_system *system, int64 epoch_ms, TimestampTz *first_pg_us,
					TimestampTz *last_pg_us)
{
	int64		start = start_pg_us(system, epoch_ms);

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	*first_pg_us = after_start(start, ticks_to_us(system, system->min_ticks));
	*last_pg_us = after_start(start, ticks_to_us(system, system->max_ticks));
	return UUIDX_OK;
}

/* What both bounds ask first, and the microsecond of the last tick */
static uuidx_status
check_bounds(const uuidx_id_system *system, uint64 *last_us)
{
	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	if (system->sort == UUIDX_ID_SORT_NONE)
		return UUIDX_NO_ORDER;
	*last_us = ticks_to_us(system, system->max_ticks);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_lower_bound(const uuidx_id_system *system, TimestampTz pg_us, int64 epoch_ms, uuidx_id *id)
{
	int64		start = start_pg_us(system, epoch_ms);
	uint64		ticks = 0;
	uint64		last_us;
	uuidx_status status = check_bounds(system, &last_us);

	if (status != UUIDX_OK)
		return status;
	if (pg_us > start)
	{
		/* unsigned: the difference may not fit an int64 */
		uint64		us = (uint64) pg_us - (uint64) start;

		if (us > last_us)
			return UUIDX_OUT_OF_RANGE;
		ticks = us_to_ticks(system, us);
	}
	system->bound(system, Max(ticks, system->min_ticks), false, id);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_upper_bound(const uuidx_id_system *system, TimestampTz pg_us, int64 epoch_ms, uuidx_id *id)
{
	int64		start = start_pg_us(system, epoch_ms);
	uint64		ticks;
	uint64		us;
	uint64		last_us;
	uuidx_status status = check_bounds(system, &last_us);

	if (status != UUIDX_OK)
		return status;
	if (pg_us < start)
		return UUIDX_OUT_OF_RANGE;
	us = (uint64) pg_us - (uint64) start;

	/* the tick before the first one that is later */
	ticks = us >= last_us ? system->max_ticks : us_to_ticks(system, us + 1) - 1;
	if (ticks < system->min_ticks)
		return UUIDX_OUT_OF_RANGE;
	system->bound(system, ticks, true, id);
	return UUIDX_OK;
}

const char *
uuidx_id_mapping_name(uuidx_id_mapping mapping)
{
	switch (mapping)
	{
		case UUIDX_ID_TOO_LONG:
			return "none";
		case UUIDX_ID_RAW:
			return "raw";
		case UUIDX_ID_TIME_FIRST:
			return "time first";
		case UUIDX_ID_IS_UUID:
			return "is a uuid";
		case UUIDX_ID_PERMUTED:
			return "permuted";
	}
	return "none";
}

const char *
uuidx_id_sort_name(uuidx_id_sort sort)
{
	switch (sort)
	{
		case UUIDX_ID_SORT_NONE:
			return "none";
		case UUIDX_ID_SORT_TEXT:
			return "text";
		case UUIDX_ID_SORT_LENGTH:
			return "text of one length";
		case UUIDX_ID_SORT_NUMBER:
			return "number";
		case UUIDX_ID_SORT_UUID:
			return "uuid";
		case UUIDX_ID_SORT_OCTETS:
			return "octets";
		case UUIDX_ID_SORT_CASSANDRA:
			return "Cassandra";
		case UUIDX_ID_SORT_SQLSERVER:
			return "SQL Server";
		case UUIDX_ID_SORT_DOTNET:
			return ".NET octets";
	}
	return "none";
}
