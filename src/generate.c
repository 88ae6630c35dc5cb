/*
 * generate.c
 *	  SQL: uuid_generate_v7, uuid_generate_v6, uuid_generate_v4_random and
 *	  uuid_generate_v8.
 *
 * A clock-driven UUID is one clock read, one step of the generator state, eight
 * random bytes and one palloc.  The random bits are drawn before the state
 * moves, so that a failing source leaves the generator where it was.
 */
#include "compat.h"

#include "entropy.h"
#include "mono.h"
#include "utils/timestamp.h"

UUIDX_SQL_FUNCTION(uuidx_generate_v7);
UUIDX_SQL_FUNCTION(uuidx_generate_v7_at);
UUIDX_SQL_FUNCTION(uuidx_generate_v7_at_ordinal);
UUIDX_SQL_FUNCTION(uuidx_generate_v6);
UUIDX_SQL_FUNCTION(uuidx_generate_v6_at);
UUIDX_SQL_FUNCTION(uuidx_generate_v4_random);
UUIDX_SQL_FUNCTION(uuidx_generate_v8);

#define RANDOM_MASK ((UINT64CONST(1) << UUIDX_V7_RANDOM_BITS) - 1)

static inline pg_uuid_t *
new_uuid(void)
{
	return (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
}

/* rand_b: the counter above 48 of the random bits */
static inline uint64
counter_and_random(uint32 counter, uint64 random)
{
	return (uint64) counter << UUIDX_V7_RANDOM_BITS | (random & RANDOM_MASK);
}

/* uuid_generate_v7() */
Datum
uuidx_generate_v7(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	uint64		random = uuidx_random_u64();
	uuidx_v7_state tick = uuidx_mono_v7((uint32) (random >> UUIDX_V7_RANDOM_BITS));

	uuidx_v7_write(uuid, tick.tick, counter_and_random(tick.counter, random));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v7(timestamptz) */
Datum
uuidx_generate_v7_at(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	uint64		tick;

	if (!uuidx_v7_tick(PG_GETARG_TIMESTAMPTZ(0), &tick))
		uuidx_out_of_range(7);

	uuidx_v7_write(uuid, tick, uuidx_random_u64());
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v7(timestamptz, integer) */
Datum
uuidx_generate_v7_at_ordinal(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	int32		ordinal = PG_GETARG_INT32(1);
	uint64		tick;

	if (!uuidx_v7_tick(PG_GETARG_TIMESTAMPTZ(0), &tick))
		uuidx_out_of_range(7);
	if (ordinal < 0 || ordinal > UUIDX_V7_COUNTER_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("ordinal %d is out of range", ordinal),
				 errdetail("The ordinal must be between 0 and %d.", UUIDX_V7_COUNTER_MAX)));

	uuidx_v7_write(uuid, tick, counter_and_random((uint32) ordinal, uuidx_random_u64()));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v6() */
Datum
uuidx_generate_v6(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	uint64		random = uuidx_random_u64();

	uuidx_v6_write(uuid, uuidx_mono_v6(), random);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v6(timestamptz) */
Datum
uuidx_generate_v6_at(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	uint64		ticks_100ns;

	if (!uuidx_v6_tick(PG_GETARG_TIMESTAMPTZ(0), &ticks_100ns))
		uuidx_out_of_range(6);

	uuidx_v6_write(uuid, ticks_100ns, uuidx_random_u64());
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v4_random(): RFC 9562 section 5.4 */
Datum
uuidx_generate_v4_random(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = new_uuid();
	uint64		hi = uuidx_random_u64();

	uuidx_store_versioned(uuid, hi, uuidx_random_u64(), 4);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v8(bytea): RFC 9562 section 5.8 */
Datum
uuidx_generate_v8(PG_FUNCTION_ARGS)
{
	bytea	   *payload = PG_GETARG_BYTEA_PP(0);
	pg_uuid_t  *uuid;

	if (VARSIZE_ANY_EXHDR(payload) != UUID_LEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("payload of %zu bytes cannot be a UUID",
						(size_t) VARSIZE_ANY_EXHDR(payload)),
				 errdetail("The payload must be exactly %d bytes.", UUID_LEN)));

	uuid = new_uuid();
	memcpy(uuid->data, VARDATA_ANY(payload), UUID_LEN);
	uuidx_store_versioned(uuid, uuidx_hi(uuid), uuidx_lo(uuid), 8);
	PG_RETURN_UUID_P(uuid);
}
