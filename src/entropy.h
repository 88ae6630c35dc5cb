/*
 * entropy.h
 *	  Random bits from the server's own source, pg_strong_random().
 *
 * Guarantee: no bit is handed out twice, in this process or in any other, and
 * none is left in memory once it has been handed out.  When the source fails
 * there is an error (XX000, core's text) and no bits at all.
 *
 * May include: guc.h, compat.h.
 */
#ifndef UUIDX_ENTROPY_H
#define UUIDX_ENTROPY_H

#include "compat.h"

/* 64 random bits */
extern uint64 uuidx_random_u64(void);

#endif							/* UUIDX_ENTROPY_H */
