/*
 * generate.c
 *	  SQL: uuid_generate_v7, uuid_generate_v7_shifted, uuid_generate_v6,
 *	  uuid_generate_v8_node, uuid_generate_v4_random and uuid_generate_v8; and the
 *	  state of the generators of this process.
 *
 * A UUID with the current time takes one clock read, one step of a generator, eight random bytes
 * and one palloc.  The random bits are drawn first, so that the generator does not move when the
 * source fails.  All of this is in one file, because a function call for every UUID would cost as
 * much as the work itself.
 */
#include "compat.h"

#include "guc.h"
#include "miscadmin.h"
#include "proof/versions.h"
#include "uuid/tick.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(uuidx_generate_v7);
PG_FUNCTION_INFO_V1(uuidx_generate_v7_shifted);
PG_FUNCTION_INFO_V1(uuidx_generate_v7_at);
PG_FUNCTION_INFO_V1(uuidx_generate_v7_at_ordinal);
PG_FUNCTION_INFO_V1(uuidx_generate_v6);
PG_FUNCTION_INFO_V1(uuidx_generate_v6_at);
PG_FUNCTION_INFO_V1(uuidx_generate_v8_node);
PG_FUNCTION_INFO_V1(uuidx_generate_v8_node_of);
PG_FUNCTION_INFO_V1(uuidx_generate_v4_random);
PG_FUNCTION_INFO_V1(uuidx_generate_v8);

/*
 * Random bits come from the server's own source, pg_strong_random(), which takes about as long for
 * a page of them as for eight bytes.
 *
 * Guarantee: no bit is used twice, in this process or in any other, and none stays in the pool
 * once it has been used.  So the pool is filled on first use, and discarded by any process that did
 * not fill it.  When the source fails, the error of the server is raised (XX000).
 */
#define POOL_WORDS 1024			/* 8 kB */

static struct
{
	int			left;			/* number of unused words, the first ones */
	int			pid;			/* the process that filled it */
	uint64		words[POOL_WORDS];
}			pool;

/* Fills memory with random bytes; raises the server's own error if there are none */
static void
fill_random(void *bytes, size_t length)
{
	if (!pg_strong_random(bytes, length))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
}

/* Takes one word from a pool that is not empty */
static inline uint64
take_from_pool(void)
{
	uint64		word = pool.words[--pool.left];

	/* a compiler cannot remove this store, because the pool outlives the call */
	pool.words[pool.left] = 0;
	return word;
}

/* Returns 64 random bits if no word can be taken from the pool; fills the pool if it is enabled */
static pg_noinline uint64
random_u64_unpooled(void)
{
	uint64		word;

	/* wipe what another process has filled in, or what the setting disables */
	if (pool.left > 0)
		explicit_bzero(pool.words, sizeof(pool.words));

	/* if the source fails below, the pool stays empty */
	pool.left = 0;
	pool.pid = MyProcPid;

	if (!uuidx_entropy_pool)
	{
		fill_random(&word, sizeof(word));
		return word;
	}

	fill_random(pool.words, sizeof(pool.words));
	pool.left = POOL_WORDS;
	return take_from_pool();
}

static inline uint64
random_u64(void)
{
	if (unlikely(pool.left == 0 || pool.pid != MyProcPid || !uuidx_entropy_pool))
		return random_u64_unpooled();
	return take_from_pool();
}

/* Time synchronization often steps the clock back by less than this, which causes no warning */
#define STEP_WORTH_A_WARNING_US (INT64CONST(10) * USECS_PER_SEC)

static TimestampTz last_reading_us = PG_INT64_MIN;

static pg_noinline void
report_step_back(TimestampTz from_us, TimestampTz to_us)
{
	if (from_us - to_us > STEP_WORTH_A_WARNING_US)
		ereport(WARNING,
				(errmsg("system clock stepped back by %lld seconds",
						(long long) ((from_us - to_us) / USECS_PER_SEC)),
				 errdetail("New time-ordered UUIDs of this session keep the last time used "
						   "until the clock has passed it.")));
}

/*
 * Returns microseconds since 2000-01-01 UTC by the system's clock, which may step back.  If a
 * reading is more than ten seconds before the previous one of this process, raises one WARNING.
 */
static inline TimestampTz
read_clock(void)
{
	TimestampTz now_us = GetCurrentTimestamp();
	TimestampTz previous_us = last_reading_us;

	/* stored before the report, so that the next call finds no step */
	last_reading_us = now_us;
	if (unlikely(now_us < previous_us))
		report_step_back(previous_us, now_us);
	return now_us;
}

/*
 * There is one generator for each time-ordered version, which consists of the tick and the counter
 * of the last UUID.  All nodes share the generator of v8, so that the UUIDs that a session
 * generates for several nodes have one order.
 */
static uuidx_tick_state v7_last;
static uuidx_tick_state v6_last;
static uuidx_tick_state v8_node_last;

/*
 * Returns the next (tick, counter) of v6, of v7, or of v8 with a node, which has the ticks of v7:
 * greater than all before it in this process (tick.h).  Outside the range of the version, raises
 * 22008 and changes nothing.  The low 13 bits of `random` seed the counter.
 */
static inline uuidx_tick_state
next_state(uuidx_tick_state *last, int version, uint32 random)
{
	TimestampTz now_us = read_clock();
	uint64		now;

	if (!(version == 6 ? uuidx_v6_tick(now_us, &now) : uuidx_v7_tick(now_us, &now)) ||
		!uuidx_tick_step(last, now, random))
		uuidx_time_out_of_range(version, now_us);

	return *last;
}

/*
 * A shift that contains months or days is a calendar shift.  Its result can step back although the
 * clock does not: one month after January 28 and after January 31 is February 28, and the offset
 * of a time zone changes.  The last result of each such shift is kept; when the next one is not
 * greater, the tick is held as when a clock steps back.  A ninth shift replaces the first one.
 */
#define CALENDAR_SHIFTS 8

typedef struct calendar_shift
{
	Interval	shift;
	uuidx_tick_state last;		/* zeroes if the entry is not used */
} calendar_shift;

static calendar_shift calendar_shifts[CALENDAR_SHIFTS];
static int	calendar_shift_next = 0;

/* Returns the last result of a calendar shift, which the caller updates; zeroes if there is none */
static uuidx_tick_state *
last_of_calendar_shift(const Interval *shift)
{
	calendar_shift *entry;

	for (int i = 0; i < CALENDAR_SHIFTS; i++)
	{
		entry = &calendar_shifts[i];
		if (memcmp(&entry->shift, shift, sizeof(Interval)) == 0)
			return &entry->last;
	}

	entry = &calendar_shifts[calendar_shift_next];
	calendar_shift_next = (calendar_shift_next + 1) % CALENDAR_SHIFTS;
	entry->shift = *shift;
	memset(&entry->last, 0, sizeof(entry->last));
	return &entry->last;
}

/*
 * Returns the next (tick, counter) of v7, shifted.  The generator of v7 steps, and its tick moves
 * by the distance between its time and that time plus the shift.
 *
 * Guarantee: the result is greater than every one before it with the same shift.  Without months
 * and days it is also greater than every one before it with a smaller shift, because the distance
 * is the same at each call.  uuid_generate_v7() is the shift of zero.
 */
static uuidx_tick_state
next_shifted(Interval *shift, uint32 random)
{
	uuidx_tick_state next = next_state(&v7_last, 7, random);
	TimestampTz from_us = uuidx_v7_tick_time_us(next.tick);
	TimestampTz to_us = DatumGetTimestampTz(DirectFunctionCall2(timestamptz_pl_interval,
																TimestampTzGetDatum(from_us),
																IntervalPGetDatum(shift)));
	uuidx_tick_state *last;

	if (to_us < UUIDX_V7_MIN_PG_US || to_us > UUIDX_V7_MAX_PG_US)
		uuidx_time_out_of_range(7, to_us);
	next.tick = uuidx_v7_move_tick(next.tick, to_us - from_us);
	if (next.tick > UUIDX_TICK_MAX)
		uuidx_time_out_of_range(7, to_us);
	if (shift->month == 0 && shift->day == 0)
		return next;

	last = last_of_calendar_shift(shift);
	if (!uuidx_tick_follow(last, next, random))
		uuidx_time_out_of_range(7, to_us);
	return *last;
}

#define RANDOM_MASK ((UINT64CONST(1) << UUIDX_RANDOM_BITS) - 1)

/* Returns the last 62 bits of a UUID: a counter, followed by 48 of the random bits */
static inline uint64
counter_and_random(uint32 counter, uint64 random)
{
	return (uint64) counter << UUIDX_RANDOM_BITS | (random & RANDOM_MASK);
}

/* uuid_generate_v7() */
Datum
uuidx_generate_v7(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		random = random_u64();
	uuidx_tick_state next = next_state(&v7_last, 7, (uint32) (random >> UUIDX_RANDOM_BITS));

	uuidx_v7_write(uuid, next.tick, counter_and_random(next.counter, random));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v7_shifted(interval) */
Datum
uuidx_generate_v7_shifted(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		random = random_u64();
	uuidx_tick_state next = next_shifted(PG_GETARG_INTERVAL_P(0),
										 (uint32) (random >> UUIDX_RANDOM_BITS));

	uuidx_v7_write(uuid, next.tick, counter_and_random(next.counter, random));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v7(timestamptz) */
Datum
uuidx_generate_v7_at(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		tick;

	if (!uuidx_v7_tick(PG_GETARG_TIMESTAMPTZ(0), &tick))
		uuidx_time_out_of_range(7, PG_GETARG_TIMESTAMPTZ(0));

	uuidx_v7_write(uuid, tick, random_u64());
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v7(timestamptz, integer) */
Datum
uuidx_generate_v7_at_ordinal(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	int32		ordinal = PG_GETARG_INT32(1);
	uint64		tick;

	if (!uuidx_v7_tick(PG_GETARG_TIMESTAMPTZ(0), &tick))
		uuidx_time_out_of_range(7, PG_GETARG_TIMESTAMPTZ(0));
	if (ordinal < 0 || ordinal > UUIDX_COUNTER_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("ordinal %d is out of range", ordinal),
				 errdetail("The ordinal must be between 0 and %d.", UUIDX_COUNTER_MAX),
				 ordinal < 0 ? 0 :
				 errhint("Number the rows of each millisecond, and spread them over its "
						 "microseconds.")));

	uuidx_v7_write(uuid, tick, counter_and_random((uint32) ordinal, random_u64()));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v6() */
Datum
uuidx_generate_v6(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		random = random_u64();
	uuidx_tick_state next = next_state(&v6_last, 6, (uint32) (random >> UUIDX_RANDOM_BITS));

	uuidx_v6_write(uuid, next.tick, counter_and_random(next.counter, random));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v6(timestamptz) */
Datum
uuidx_generate_v6_at(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		ticks_100ns;

	if (!uuidx_v6_tick(PG_GETARG_TIMESTAMPTZ(0), &ticks_100ns))
		uuidx_time_out_of_range(6, PG_GETARG_TIMESTAMPTZ(0));

	uuidx_v6_write(uuid, ticks_100ns, random_u64());
	PG_RETURN_UUID_P(uuid);
}

/* Returns a UUID of a node, 0 .. PG_UINT16_MAX */
static inline Datum
generate_v8_node(int node)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		random = random_u64();
	uuidx_tick_state next = next_state(&v8_node_last, 8, (uint32) (random >> 32));

	uuidx_v8_node_write(uuid, next.tick, next.counter, (uint16) node, (uint32) random);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v8_node() */
Datum
uuidx_generate_v8_node(PG_FUNCTION_ARGS)
{
	if (uuidx_node_id < 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("parameter \"%s\" is not set", "uuidx.node_id"),
				 errhint("Set a different node number in the configuration of each server, "
						 "or pass the node number as an argument.")));

	return generate_v8_node(uuidx_node_id);
}

/* uuid_generate_v8_node(integer) */
Datum
uuidx_generate_v8_node_of(PG_FUNCTION_ARGS)
{
	int32		node = PG_GETARG_INT32(0);

	if (node < 0 || node > PG_UINT16_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("node %d is out of range", node),
				 errdetail("The node must be between 0 and %d.", PG_UINT16_MAX)));

	return generate_v8_node(node);
}

/* uuid_generate_v4_random(): RFC 9562 section 5.4 */
Datum
uuidx_generate_v4_random(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		hi = random_u64();

	uuidx_store_versioned(uuid, hi, random_u64(), 4);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_generate_v8(bytea): RFC 9562 section 5.8 */
Datum
uuidx_generate_v8(PG_FUNCTION_ARGS)
{
	bytea	   *payload = PG_GETARG_BYTEA_PP(0);
	int			length = VARSIZE_ANY_EXHDR(payload);
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);

	if (length != UUID_LEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg_plural("payload of %d byte cannot be a UUID",
							   "payload of %d bytes cannot be a UUID", length, length),
				 errdetail("The payload must be exactly %d bytes.", UUID_LEN)));

	memcpy(uuid->data, VARDATA_ANY(payload), UUID_LEN);
	uuidx_store_versioned(uuid, uuidx_hi(uuid), uuidx_lo(uuid), 8);
	PG_RETURN_UUID_P(uuid);
}
