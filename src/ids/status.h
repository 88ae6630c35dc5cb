/*
 * status.h
 *	  Why an id or a text was refused.
 *
 * The pure layer has no ereport: its functions return a status, and the caller raises
 * the error.
 */
#ifndef UUIDX_STATUS_H
#define UUIDX_STATUS_H

#include "compat.h"

typedef enum uuidx_status
{
	UUIDX_OK = 0,

	/* malformed text, or a number that is not an id */
	UUIDX_BAD_LENGTH,
	UUIDX_BAD_DIGIT,
	UUIDX_BAD_SEPARATOR,
	UUIDX_BAD_PREFIX,
	UUIDX_LEADING_ZERO,
	UUIDX_NEGATIVE,
	UUIDX_OVERFLOW,
	UUIDX_BAD_PADDING,

	/* well-formed text, or a UUID, that the system cannot have generated */
	UUIDX_BAD_VERSION,
	UUIDX_BAD_VARIANT,
	UUIDX_BAD_RESERVED,
	UUIDX_BAD_FAMILY,
	UUIDX_BAD_TIME_OF_DAY,
	UUIDX_FOREIGN_TIME,
	UUIDX_SPLIT_TICK,

	/* a time that does not fit where it should go */
	UUIDX_OUT_OF_RANGE,			/* no timestamptz, or no id, holds it */
	UUIDX_NO_ROOM,				/* no time-first UUID holds it */

	/* what the system cannot do, whatever the id */
	UUIDX_NO_TIME,
	UUIDX_NO_UUID,
	UUIDX_NO_ORDER,
	UUIDX_NO_BIGINT,
	UUIDX_FIXED_EPOCH,
	UUIDX_BAD_EPOCH,
	UUIDX_UNSUPPORTED
} uuidx_status;

/*
 * What is wrong with a text or a UUID: a translatable sentence for an error's
 * detail.  NULL from UUIDX_OUT_OF_RANGE on, where a whole error is needed that
 * names the system and its limits.
 */
extern const char *uuidx_status_detail(uuidx_status status);

#endif							/* UUIDX_STATUS_H */
