/*
 * registry.c
 *	  The foreign id systems by name, the functions that apply to all of them, and sentences about
 *	  what they refuse.
 *
 * Times and bounds are computed here from the epoch and the ticks of the descriptor; a system only
 * defines where its ticks are in an id.
 */
#include "ids/system.h"

/* A system is found if it is in one of these arrays; a new array must be added here */
static const uuidx_id_system *const families[] = {
	uuidx_id_ulid_systems,
	uuidx_id_objectid_systems,
	uuidx_id_elasticsearch_systems,
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

/*
 * Makes the system with another number of bits after the time: ms_above_20 of ms_above_12.  Returns
 * false if the name is not one of those.
 */
static bool
make_width(const uuidx_id_system *like, const char *name, size_t length, uuidx_id_system *made)
{
	size_t		before = strrchr(like->name, '_') + 1 - like->name;
	char		made_name[UUIDX_ID_NAME_MAX + 1] = "";
	unsigned char number[8];
	uint8		low_bits;

	if (length <= before || length > before + 2 || name[before] == '0' ||
		uuidx_decode_number(&uuidx_decimal, name + before, length - before, number, 8) != UUIDX_OK)
		return false;
	low_bits = number[7];
	memcpy(made_name, like->name, before);
	memcpy(made_name + before, name + before, length - before);
	if (low_bits > 63 || !uuidx_is_name(made_name, name, length))
		return false;

	*made = *like;
	memcpy(made->made_name, made_name, sizeof(made_name));
	made->name = made->made_name;
	made->time_bits = 64 - low_bits;
	made->max_ticks = UUIDX_WIDTH_MAX_TICKS(low_bits, like->tick_num);
	made->fields[UUIDX_WIDTH_OTHER].first = made->time_bits;
	made->fields[UUIDX_WIDTH_OTHER].count = low_bits;
	return true;
}

const uuidx_id_system *
uuidx_id_find(const char *name, size_t length, uuidx_id_system *made)
{
	for (size_t i = 0; i < lengthof(families); i++)
	{
		for (const uuidx_id_system *system = families[i]; system->name != NULL; system++)
		{
			if (uuidx_is_name(system->name, name, length))
				return system;
			if (system->any_width && make_width(system, name, length, made))
				return made;
		}
	}
	return NULL;
}

/* Returns true if a text begins with the prefix of the system, which has "length" octets */
static bool
has_prefix(const uuidx_id_system *system, const char *string, size_t length)
{
	if (system->prefix_any_case)
		return uuidx_is_name(system->prefix, string, length);
	return memcmp(system->prefix, string, length) == 0;
}

uuidx_status
uuidx_id_parse_own(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	size_t		before = system->prefix != NULL ? strlen(system->prefix) : 0;

	if (before > 0 && (length < before || !has_prefix(system, string, before)))
		return UUIDX_BAD_PREFIX;
	return system->parse(system, string + before, length - before, id);
}

uuidx_status
uuidx_id_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	uuidx_status status;

	if (system->refusal != NULL)
		return UUIDX_UNSUPPORTED;

	/* a text that can be read in both ways has the same meaning in both */
	status = uuidx_id_parse_own(system, string, length, id);
	if (status != UUIDX_OK && system->bits == 128)
	{
		uuidx_status as_uuid = length == UUIDX_HEX_CHARS ? uuidx_id_parse_hex(string, id)
			: uuidx_id_parse_uuid(system, string, length, id);

		if (as_uuid == UUIDX_OK || status == UUIDX_BAD_LENGTH)
			status = as_uuid;
	}
	if (status == UUIDX_OK && system->check != NULL)
		status = system->check(system, id);
	return status;
}

size_t
uuidx_id_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	size_t		length = system->prefix != NULL ? strlen(system->prefix) : 0;

	if (length > 0)
		memcpy(string, system->prefix, length);
	length += system->format(system, id, string + length);
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
	return number < 0 ? UUIDX_NEGATIVE : UUIDX_OVERFLOW;
}

uuidx_status
uuidx_id_from_octets(const uuidx_id_system *system, const pg_uuid_t *octets, uuidx_id *id)
{
	if (system->bits != 128)
		return UUIDX_BAD_LENGTH;
	uuidx_id_store(id, uuidx_hi(octets), uuidx_lo(octets));
	return system->check != NULL ? system->check(system, id) : UUIDX_OK;
}

uuidx_status
uuidx_id_epoch(const uuidx_id_system *system, TimestampTz epoch_pg_us, int64 *epoch_ms)
{
	if (!system->epoch_varies)
		return UUIDX_FIXED_EPOCH;

	/* this refuses the infinities, too */
	if (epoch_pg_us < UUIDX_V7_MIN_PG_US || epoch_pg_us > UUIDX_V7_MAX_PG_US ||
		(epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) % 1000 != 0)
		return UUIDX_BAD_EPOCH;
	*epoch_ms = (epoch_pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000;

	/* ticks longer than 1 ms count from the tick that contains the epoch */
	*epoch_ms -= *epoch_ms % Max(system->tick_num / 1000, 1);
	return UUIDX_OK;
}

/*
 * Returns the time of a tick, rounded down; ticks is at most max_ticks.  Because of max_ticks, the
 * time fits a timestamptz, although the microseconds since the epoch may not fit an int64.
 */
static TimestampTz
tick_to_pg_us(const uuidx_id_system *system, uint64 ticks, int64 epoch_ms)
{
	uint64		us = system->ticks_to_us != NULL ? system->ticks_to_us(ticks)
		: (ticks + (uint64) system->first_tick) * system->tick_num / system->tick_den;

	return (TimestampTz) ((uint64) uuidx_unix_ms_to_pg_us(epoch_ms) + us);
}

/*
 * Returns the first tick that is, rounded down to a microsecond, us after the epoch or later; us is
 * at most one more than that of max_ticks.  If an integer is not below x rounded down, it is not
 * below x.  So rounding up the exact quotient is right for ticks of any length.
 */
static uint64
us_to_ticks(const uuidx_id_system *system, uint64 us)
{
	if (system->us_to_ticks != NULL)
		return system->us_to_ticks(us);
	us *= system->tick_den;
	return us / system->tick_num + (us % system->tick_num != 0) - (uint64) system->first_tick;
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
	*pg_us = tick_to_pg_us(system, ticks, epoch_ms);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_time_range(const uuidx_id_system *system, int64 epoch_ms, TimestampTz *first_pg_us,
					TimestampTz *last_pg_us)
{
	if (system->tick_den == 0)
		return UUIDX_NO_TIME;
	*first_pg_us = tick_to_pg_us(system, system->min_ticks, epoch_ms);
	*last_pg_us = tick_to_pg_us(system, system->max_ticks, epoch_ms);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_bound(const uuidx_id_system *system, TimestampTz pg_us, int64 epoch_ms, bool upper,
			   uuidx_id *id)
{
	TimestampTz first;
	TimestampTz last;
	uint64		us;
	uint64		ticks;

	if (uuidx_id_time_range(system, epoch_ms, &first, &last) != UUIDX_OK)
		return UUIDX_NO_TIME;
	if (system->sort == UUIDX_ID_SORT_NONE)
		return UUIDX_NO_ORDER;
	if (upper ? pg_us < first : pg_us > last)
		return UUIDX_OUT_OF_RANGE;

	/* the difference may not fit an int64 */
	us = (uint64) Max(first, Min(pg_us, last)) - (uint64) uuidx_unix_ms_to_pg_us(epoch_ms);

	/* the upper bound is the tick before the first one that is later */
	ticks = upper ? us_to_ticks(system, us + 1) - 1 : us_to_ticks(system, us);
	system->bound(system, Max(system->min_ticks, Min(ticks, system->max_ticks)), upper, id);
	return UUIDX_OK;
}

const char *
uuidx_status_detail(uuidx_status status)
{
	static const char *const details[] = {
		[UUIDX_BAD_LENGTH] = gettext_noop("The text has the wrong length."),
		[UUIDX_BAD_DIGIT] = gettext_noop("A character is outside the alphabet."),
		[UUIDX_BAD_SEPARATOR] = gettext_noop("A separator is missing or misplaced."),
		[UUIDX_BAD_PREFIX] = gettext_noop("The prefix is malformed."),
		[UUIDX_LEADING_ZERO] = gettext_noop("The number has a leading zero."),
		[UUIDX_NEGATIVE] = gettext_noop("The number is negative."),
		[UUIDX_OVERFLOW] = gettext_noop("The value is too large."),
		[UUIDX_BAD_PADDING] = gettext_noop("The padding bits are not zero."),
		[UUIDX_BAD_VERSION] = gettext_noop("The UUID has a different version."),
		[UUIDX_BAD_VARIANT] = gettext_noop("The UUID has a different variant."),
		[UUIDX_BAD_RESERVED] = gettext_noop("The reserved bits are not zero."),
		[UUIDX_BAD_FAMILY] = gettext_noop("The address family is greater than 13."),
		[UUIDX_BAD_TIME_OF_DAY] = gettext_noop("The time of day is 24 hours or more."),
		[UUIDX_FOREIGN_TIME] = gettext_noop("The time is outside the range of the system."),
		[UUIDX_SPLIT_TICK] = gettext_noop("The time is not a whole number of the system's ticks."),
	};

	return status < lengthof(details) ? details[status] : NULL;
}
