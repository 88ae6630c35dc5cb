/*
 * order.h
 *	  The order of UUIDs by time, which is that of operator class uuid_time_ops.
 *
 * This is a total order over all 2^128 values, in which only identical octets are equal:
 *
 *	  1. v1, v6 and v7 by the instant they carry, in 100 ns (v7: ms * 10000)
 *	  2. at the same instant v1 before v6 before v7
 *	  3. then by all sixteen octets
 *	  4. all UUIDs without a time after all with one, by octets
 *
 * The order never changes, because existing indexes depend on it.
 */
#ifndef UUIDX_ORDER_H
#define UUIDX_ORDER_H

#include "uuid/layout.h"

/* Returns a number below, equal to or above zero if a is before, equal to or after b */
extern int	uuidx_time_compare(const pg_uuid_t *a, const pg_uuid_t *b);

/* Returns 64 bits of the order: two different keys compare as uuidx_time_compare() does */
extern uint64 uuidx_time_key(const pg_uuid_t *uuid);

/*
 * Returns a position on a line for BRIN's minmax-multi, which never decreases along the order.
 * For UUIDs with a time, it is about the instant in 100 ns.
 */
extern double uuidx_time_position(const pg_uuid_t *uuid);

/*
 * Set the smallest UUID in this order with a time (that of uuidx_time()) >= pg_us, and > pg_us, for
 * every timestamptz, infinities included.  A UUID without a time is after every instant.
 */
extern void uuidx_time_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_time_after(TimestampTz pg_us, pg_uuid_t *uuid);

#endif							/* UUIDX_ORDER_H */
