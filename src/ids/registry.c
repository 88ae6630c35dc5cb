/*
 * registry.c
 *	  The foreign id systems by name, and the functions that apply to all of them.
 *
 * Times and bounds are computed here from the epoch and the ticks of the descriptor; a system only
 * defines where its ticks are in an id.
 */
#include "ids/is_name.h"
#include "ids/system.h"

/* A system is found if it is in one of these arrays; a new array must be added here */
static const uuidx_id_system *const families[] = {
	uuidx_id_plain_systems,
	uuidx_id_number_systems,
	uuidx_id_text_systems,
	uuidx_id_uuid_systems,
	uuidx_id_guid_systems,
	uuidx_id_typeid_systems,
};

const uuidx_id_system *
uuidx_id_at(size_t index)
{
	for (size_t i = 0; i < lengthof(families); i++)
		for (const uuidx_id_system *system = families[i]; system->name != NULL; system++)
			if (index-- == 0)
				return system;
	return NULL;
}

const uuidx_id_system *
uuidx_id_find(const char *name, size_t length)
{
	for (size_t i = 0; i < lengthof(families); i++)
		for (const uuidx_id_system *system = families[i]; system->name != NULL; system++)
			if (uuidx_is_name(system->name, name, length))
				return system;
	return NULL;
}

uuidx_status
uuidx_id_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	uuidx_status status;

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;
	status = system->parse(system, string, length, id);
	if (status == UUIDX_OK && system->check != NULL)
		status = system->check(system, id);
	return status;
}

size_t
uuidx_id_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	size_t		length = system->format(system, id, string);

	string[length] = '\0';
	return length;
}

uuidx_status
uuidx_id_from_bigint(const uuidx_id_system *system, int64 number, uuidx_id *id)
{
	if (system->bits > 64)
		return UUIDX_NO_BIGINT;
	uuidx_id_store(id, (uint64) number, 0);
	if (system->check == NULL || system->check(system, id) == UUIDX_OK)
		return UUIDX_OK;

	/* only bit 63 can be wrong: the number is negative, and not too large */
	return UUIDX_NEGATIVE;
}

uuidx_status
uuidx_id_epoch(const uuidx_id_system *system, TimestampTz epoch_pg_us, int64 *epoch_ms)
{
	if (!system->epoch_varies)
		return UUIDX_FIXED_EPOCH;

	/* this refuses the infinities, too */
	if (epoch_pg_us < UUIDX_V7_MIN_PG_US || epoch_pg_us > UUIDX_V7_MAX_PG_US)
		return UUIDX_BAD_EPOCH;
	if ((epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) % 1000 != 0)
		return UUIDX_BAD_EPOCH;
	*epoch_ms = (epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000;

	/* ticks longer than 1 ms count from the tick that contains the epoch */
	*epoch_ms -= *epoch_ms % (system->tick_num / 1000);
	return UUIDX_OK;
}

/* Returns microseconds after the epoch, rounded down; ticks is at most max_ticks */
static uint64
ticks_to_us(const uuidx_id_system *system, uint64 ticks)
{
	if (system->ticks_to_us != NULL)
		return system->ticks_to_us(ticks);
	return ticks * system->tick_num / system->tick_den;
}

/*
 * Returns the first tick that is, rounded down to a microsecond, us or later; us is at most one
 * more than that of max_ticks.  If an integer is not below x rounded down, it is not below x.
 * So rounding up the exact quotient is right for ticks of any length.
 */
static uint64
us_to_ticks(const uuidx_id_system *system, uint64 us)
{
	if (system->us_to_ticks != NULL)
		return system->us_to_ticks(us);
	us *= system->tick_den;
	return us / system->tick_num + (us % system->tick_num != 0);
}

/* Returns the epoch as a timestamptz */
static int64
start_pg_us(const uuidx_id_system *system, int64 epoch_ms)
{
	if (epoch_ms == UUIDX_ID_OWN_EPOCH)
		epoch_ms = system->epoch_ms;
	return uuidx_unix_ms_to_pg_us(epoch_ms);
}

/*
 * Returns the instant so many microseconds after the epoch.  It fits a timestamptz because of
 * max_ticks, although the microseconds alone may not fit an int64.
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

	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	status = system->ticks(system, id, &ticks);
	if (status != UUIDX_OK)
		return status;
	if (ticks > system->max_ticks)
		return UUIDX_OUT_OF_RANGE;
	*pg_us = after_start(start_pg_us(system, epoch_ms), ticks_to_us(system, ticks));
	return UUIDX_OK;
}

uuidx_status
uuidx_id_time_range(const uuidx_id_system *system, int64 epoch_ms, TimestampTz *first_pg_us,
					TimestampTz *last_pg_us)
{
	int64		start = start_pg_us(system, epoch_ms);

	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	*first_pg_us = after_start(start, ticks_to_us(system, system->min_ticks));
	*last_pg_us = after_start(start, ticks_to_us(system, system->max_ticks));
	return UUIDX_OK;
}

/* Makes the checks of both bounds, and sets the microsecond of the last tick */
static uuidx_status
check_bounds(const uuidx_id_system *system, uint64 *last_us)
{
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
		/* the difference may not fit an int64 */
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

	/* this is the tick before the first one that is later */
	ticks = us >= last_us ? system->max_ticks : us_to_ticks(system, us + 1) - 1;
	if (ticks < system->min_ticks)
		return UUIDX_OUT_OF_RANGE;
	system->bound(system, ticks, true, id);
	return UUIDX_OK;
}

const char *
uuidx_id_mapping_name(uuidx_id_mapping mapping)
{
	static const char *const names[] = {
		[UUIDX_ID_TOO_LONG] = "none",
		[UUIDX_ID_RAW] = "raw",
		[UUIDX_ID_TIME_FIRST] = "time first",
		[UUIDX_ID_IS_UUID] = "is a uuid",
		[UUIDX_ID_PERMUTED] = "permuted",
	};

	return names[mapping];
}

const char *
uuidx_id_sort_name(uuidx_id_sort sort)
{
	static const char *const names[] = {
		[UUIDX_ID_SORT_NONE] = "none",
		[UUIDX_ID_SORT_TEXT] = "text",
		[UUIDX_ID_SORT_LENGTH] = "text of one length",
		[UUIDX_ID_SORT_NUMBER] = "number",
		[UUIDX_ID_SORT_UUID] = "uuid",
		[UUIDX_ID_SORT_OCTETS] = "octets",
		[UUIDX_ID_SORT_CASSANDRA] = "Cassandra",
		[UUIDX_ID_SORT_SQLSERVER] = "SQL Server",
		[UUIDX_ID_SORT_DOTNET] = ".NET octets",
	};

	return names[sort];
}

const char *
uuidx_id_letter_case(const uuidx_id_system *system)
{
	bool		lower = false;
	bool		upper = false;

	for (const char *c = system->example; c != NULL && *c != '\0'; c++)
	{
		lower = lower || (*c >= 'a' && *c <= 'z');
		upper = upper || (*c >= 'A' && *c <= 'Z');
	}
	return lower && upper ? "mixed" : lower ? "lower" : upper ? "upper" : NULL;
}

bool
uuidx_id_any_case(const uuidx_id_system *system)
{
	char		other[UUIDX_ID_TEXT_MAX];
	uuidx_id	id;
	uuidx_id	id_of_other;
	size_t		length = 0;

	for (const char *c = system->example; *c != '\0'; c++)
	{
		bool		letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');

		/* the two cases of a letter differ in one bit */
		other[length++] = letter ? *c ^ ('a' - 'A') : *c;
	}
	return uuidx_id_parse(system, system->example, length, &id) == UUIDX_OK &&
		uuidx_id_parse(system, other, length, &id_of_other) == UUIDX_OK &&
		memcmp(&id, &id_of_other, sizeof(id)) == 0;
}
