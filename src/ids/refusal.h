/*
 * refusal.h
 *	  Why an id or a text was refused, for which the pure layer raises no errors.
 */
#ifndef UUIDX_STATUS_H
#define UUIDX_STATUS_H

#include "compat.h"

typedef enum uuidx_status
{
	UUIDX_OK = 0,

	/* the text is malformed, or the number is not an id */
	UUIDX_BAD_LENGTH,
	UUIDX_BAD_DIGIT,
	UUIDX_BAD_SEPARATOR,
	UUIDX_BAD_PREFIX,
	UUIDX_LEADING_ZERO,
	UUIDX_NEGATIVE,
	UUIDX_OVERFLOW,
	UUIDX_BAD_PADDING,

	/* the text is well-formed or a UUID, but not one of the system */
	UUIDX_BAD_VERSION,
	UUIDX_BAD_VARIANT,
	UUIDX_BAD_RESERVED,
	UUIDX_BAD_FAMILY,
	UUIDX_BAD_TIME_OF_DAY,
	UUIDX_FOREIGN_TIME,
	UUIDX_SPLIT_TICK,

	/* a time does not fit */
	UUIDX_OUT_OF_RANGE,			/* neither a timestamptz nor an id holds it */
	UUIDX_NO_ROOM,				/* no time-first UUID holds it */

	/* the system does not support this, whatever the id is */
	UUIDX_NO_TIME,
	UUIDX_NO_UUID,
	UUIDX_NO_ORDER,
	UUIDX_NO_BIGINT,
	UUIDX_FIXED_EPOCH,
	UUIDX_BAD_EPOCH,
	UUIDX_UNSUPPORTED
} uuidx_status;

/*
 * Returns what is wrong with a text or a UUID, as a translatable sentence for the detail of an
 * error.  Returns NULL from UUIDX_OUT_OF_RANGE on, where the error must name the system and its
 * limits.
 */
extern const char *uuidx_status_detail(uuidx_status status);

#endif							/* UUIDX_STATUS_H */
