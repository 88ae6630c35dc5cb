/*
 * none.c
 *	  Systems that are often asked for and have nothing to give.
 *
 * They are in the registry so that their names are answered with a reason and
 * not with "unknown".
 */
#include "ids/system.h"

/* nats-io/nuid: 12 random and 10 sequential characters of base 62 */
const uuidx_id_system uuidx_id_nuid = {
	.name = "nuid",
	.form = "22 characters 0-9A-Za-z",
	.refusal = "a NUID carries no time, and its 131 bits do not fit a UUID",
	.bits = 131,
	.mapping = UUIDX_ID_TOO_LONG,
	.sort = UUIDX_ID_SORT_NONE,
};

/* paralleldrive/cuid2: a letter and the characters of a hash, 24 unless asked */
const uuidx_id_system uuidx_id_cuid2 = {
	.name = "cuid2",
	.form = "2 to 32 characters 0-9a-z, the first a letter",
	.refusal = "a CUID2 is a hash: it carries no time, and its length is not fixed",
	.bits = 124,
	.mapping = UUIDX_ID_TOO_LONG,
	.sort = UUIDX_ID_SORT_NONE,
};
