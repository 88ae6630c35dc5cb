/*
 * ordereduuid.c
 *	  Laravel's orderedUuid: a version 4 UUID that begins with the time.
 */
#include "ids/system.h"

/*
 * laravel/framework, Str::orderedUuid() up to Laravel 11, with ramsey/uuid's
 * CombGenerator and TimestampFirstCombCodec:
 *
 *	  octets 0-5	  tens of Unix us, to 2059-03-13
 *	  octet	 6		  version 4
 *	  octet	 8		  variant
 *	  the rest		  random
 *
 * Nothing tells it from a random UUID but the plausibility of its time.
 */
static uuidx_status
check(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	return uuidx_id_check_version(id, 4);
}

static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uuidx_id_versioned_bound(system, ticks, upper, 4, id);
}

const uuidx_id_system uuidx_id_ordereduuid = {
	.name = "ordereduuid",
	.form = "a UUID of version 4",
	.example = "9009ebcc-cd99-4b5f-90cf-9155607d2de9",
	.bits = 128,
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_UUID,
	.epoch_ms = 0,
	.tick_num = 10,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 48) - 1,
	.time_bits = 48,
	.parse = uuidx_id_parse_uuid,
	.format = uuidx_id_format_uuid,
	.check = check,
	.ticks = uuidx_id_leading_ticks,
	.bound = bound,
};
