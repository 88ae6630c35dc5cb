/*
 * status.c
 *	  The sentences for refused ids and texts.
 */
#include "ids/status.h"

const char *
uuidx_status_detail(uuidx_status status)
{
	switch (status)
	{
		case UUIDX_BAD_LENGTH:
			return gettext_noop("The text has the wrong length.");
		case UUIDX_BAD_DIGIT:
			return gettext_noop("A character is outside the alphabet.");
		case UUIDX_BAD_SEPARATOR:
			return gettext_noop("A separator is missing or misplaced.");
		case UUIDX_BAD_PREFIX:
			return gettext_noop("The prefix is malformed.");
		case UUIDX_LEADING_ZERO:
			return gettext_noop("The number has a leading zero.");
		case UUIDX_NEGATIVE:
			return gettext_noop("The number is negative.");
		case UUIDX_OVERFLOW:
			return gettext_noop("The value is too large.");
		case UUIDX_BAD_PADDING:
			return gettext_noop("The padding bits are not zero.");
		case UUIDX_BAD_VERSION:
			return gettext_noop("The UUID has a different version.");
		case UUIDX_BAD_VARIANT:
			return gettext_noop("The UUID has a different variant.");
		case UUIDX_BAD_RESERVED:
			return gettext_noop("The reserved bits are not zero.");
		case UUIDX_BAD_FAMILY:
			return gettext_noop("The address family is greater than 13.");
		case UUIDX_BAD_TIME_OF_DAY:
			return gettext_noop("The time of day is 24 hours or more.");
		case UUIDX_FOREIGN_TIME:
			return gettext_noop("The time is outside the range of the system.");
		case UUIDX_SPLIT_TICK:
			return gettext_noop("The time is not a whole number of the system's ticks.");
		case UUIDX_OK:
		case UUIDX_OUT_OF_RANGE:
		case UUIDX_NO_ROOM:
		case UUIDX_NO_TIME:
		case UUIDX_NO_UUID:
		case UUIDX_NO_ORDER:
		case UUIDX_NO_BIGINT:
		case UUIDX_FIXED_EPOCH:
		case UUIDX_BAD_EPOCH:
		case UUIDX_UNSUPPORTED:
			break;
	}
	return NULL;
}
