/*
 * epoch.h
 *	  Epochs, ticks and the limits of every version, defined once.
 *
 * A timestamptz counts microseconds since 2000-01-01 UTC, with two values for the infinities.
 * UUIDs count from other epochs in other ticks:
 *
 *	  v1, v6  100 ns since 1582-10-15, 60 bits (RFC 9562 sections 5.1, 5.6)
 *	  v7	  1 ms since 1970-01-01, 48 bits   (RFC 9562 section 5.7)
 *
 * The conversions round down, and do not check the ranges in their comments.
 */
#ifndef UUIDX_EPOCH_H
#define UUIDX_EPOCH_H

#include "compat.h"

/* From 1970-01-01 to 2000-01-01 */
#define UUIDX_PG_EPOCH_UNIX_US INT64CONST(946684800000000)

/* From 1582-10-15 to 1970-01-01, in 100 ns: RFC 9562 appendix A */
#define UUIDX_UNIX_EPOCH_TICKS_100NS INT64CONST(0x01B21DD213814000)

/* From 1582-10-15 to 2000-01-01, in microseconds */
#define UUIDX_PG_EPOCH_GREGORIAN_US \
	(UUIDX_UNIX_EPOCH_TICKS_100NS / 10 + UUIDX_PG_EPOCH_UNIX_US)

#define UUIDX_TICKS_100NS_PER_MS INT64CONST(10000)

/* The last tick of v1 and v6, and the last millisecond of v7 */
#define UUIDX_GREGORIAN_MAX_TICKS_100NS INT64CONST(0x0FFFFFFFFFFFFFFF)
#define UUIDX_UNIX_MAX_MS INT64CONST(0xFFFFFFFFFFFF)

/*
 * The first and the last microsecond, as timestamptz, for which a UUID of each version can be
 * made:
 *
 *	  v1, v6  1582-10-15 00:00:00 .. 5236-03-31 21:21:00.684697 UTC
 *	  v7	  1970-01-01 00:00:00 .. 10889-08-02 05:31:50.655999 UTC
 */
#define UUIDX_V6_MIN_PG_US (-UUIDX_PG_EPOCH_GREGORIAN_US)
#define UUIDX_V6_MAX_PG_US \
	(UUIDX_GREGORIAN_MAX_TICKS_100NS / 10 - UUIDX_PG_EPOCH_GREGORIAN_US)
#define UUIDX_V7_MIN_PG_US (-UUIDX_PG_EPOCH_UNIX_US)
#define UUIDX_V7_MAX_PG_US \
	(UUIDX_UNIX_MAX_MS * 1000 + 999 - UUIDX_PG_EPOCH_UNIX_US)

/* The last time of a v7, which has milliseconds */
#define UUIDX_UNIX_LAST_PG_US (UUIDX_V7_MAX_PG_US - 999)

/* Converts a count of 100 ns since 1582 (0 .. 2^62) to microseconds since 2000 */
static inline int64
uuidx_gregorian_to_pg_us(int64 ticks_100ns)
{
	return ticks_100ns / 10 - UUIDX_PG_EPOCH_GREGORIAN_US;
}

/* Converts milliseconds since 1970 (0 .. 2^48-1) to microseconds since 2000 */
static inline int64
uuidx_unix_ms_to_pg_us(int64 unix_ms)
{
	return unix_ms * 1000 - UUIDX_PG_EPOCH_UNIX_US;
}

#endif							/* UUIDX_EPOCH_H */
