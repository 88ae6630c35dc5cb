/*
 * uuidx_bench.c
 *	  Yardsticks: what a function costs that returns a uuid and does nothing
 *	  else, and what each part of a generated UUID costs on its own.
 *
 * Also the CPU time of this process, which the other programs of a busy
 * machine disturb far less than time on the clock.
 *
 * Only the benchmarks load this; the extension neither builds nor installs it.
 */
#include "postgres.h"

#include <time.h>

#include "fmgr.h"
#include "utils/timestamp.h"
#include "utils/uuid.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(bench_constant);
PG_FUNCTION_INFO_V1(bench_static);
PG_FUNCTION_INFO_V1(bench_clock);
PG_FUNCTION_INFO_V1(bench_random);
PG_FUNCTION_INFO_V1(bench_cpu_seconds);

static const pg_uuid_t constant = {{0x01, 0x8f, 0, 0, 0, 0, 0x70, 0, 0x80}};

static Datum
copy_of_constant(void)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	*uuid = constant;
	PG_RETURN_UUID_P(uuid);
}

/* What every function that returns a uuid must do: memory for it, sixteen bytes */
Datum
bench_constant(PG_FUNCTION_ARGS)
{
	return copy_of_constant();
}

/* Not even that: the caller's own cost */
Datum
bench_static(PG_FUNCTION_ARGS)
{
	PG_RETURN_UUID_P(&constant);
}

/* A constant, and one look at the clock */
Datum
bench_clock(PG_FUNCTION_ARGS)
{
	volatile TimestampTz now = GetCurrentTimestamp();

	(void) now;
	return copy_of_constant();
}

/* A constant, and eight bytes from the server's random source without a pool */
Datum
bench_random(PG_FUNCTION_ARGS)
{
	uint64		random;

	if (!pg_strong_random(&random, sizeof(random)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	return copy_of_constant();
}

/* CPU time that this process has used */
Datum
bench_cpu_seconds(PG_FUNCTION_ARGS)
{
	struct timespec used;

	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
		elog(ERROR, "could not read the CPU time: %m");
	PG_RETURN_FLOAT8((float8) used.tv_sec + used.tv_nsec * 1e-9);
}
