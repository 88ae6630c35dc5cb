/*
 * refusal.c
 *	  Sentences about refused ids and texts.
 */
#include "ids/refusal.h"

const char *
uuidx_status_detail(uuidx_status status)
{
	static const char *const details[] = {
		[UUIDX_BAD_LENGTH] = gettext_noop("The text has the wrong length."),
		[UUIDX_BAD_DIGIT] = gettext_noop("A character is outside the alphabet."),
		[UUIDX_BAD_SEPARATOR] = gettext_noop("A separator is missing or misplaced."),
		[UUIDX_BAD_PREFIX] = gettext_noop("The prefix is malformed."),
		[UUIDX_LEADING_ZERO] = gettext_noop("The number has a leading zero."),
		[UUIDX_NEGATIVE] = gettext_noop("The number is negative."),
		[UUIDX_OVERFLOW] = gettext_noop("The value is too large."),
		[UUIDX_BAD_PADDING] = gettext_noop("The padding bits are not zero."),
		[UUIDX_BAD_VERSION] = gettext_noop("The UUID has a different version."),
		[UUIDX_BAD_VARIANT] = gettext_noop("The UUID has a different variant."),
		[UUIDX_BAD_RESERVED] = gettext_noop("The reserved bits are not zero."),
		[UUIDX_BAD_FAMILY] = gettext_noop("The address family is greater than 13."),
		[UUIDX_BAD_TIME_OF_DAY] = gettext_noop("The time of day is 24 hours or more."),
		[UUIDX_FOREIGN_TIME] = gettext_noop("The time is outside the range of the system."),
		[UUIDX_SPLIT_TICK] = gettext_noop("The time is not a whole number of the system's ticks."),
	};

	return status < lengthof(details) ? details[status] : NULL;
}
