/*
 * encoding.h
 *	  Text forms of a UUID that are in use.
 *
 * Every form holds all 128 bits, reads what it writes, and refuses every other text,
 * except that it reads letters of either case where its definition allows both.
 */
#ifndef UUIDX_ENCODING_H
#define UUIDX_ENCODING_H

#include "compat.h"
#include "ids/radix.h"

/* The longest form is binary */
#define UUIDX_ENCODING_TEXT_MAX 128

typedef struct uuidx_encoding uuidx_encoding;

struct uuidx_encoding
{
	const char *name;

	/* what the text looks like: a translatable sentence for an error's hint */
	const char *form;

	/* characters of every text, or zero where the length varies */
	uint8		length;

	/* the rest is for encoding.c */
	const uuidx_alphabet *alphabet;
	const char *prefix;
	uuidx_padding padding;
	size_t		(*encode) (const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string);
	uuidx_status (*decode) (const uuidx_encoding *encoding, const char *string, size_t length,
							pg_uuid_t *uuid);
};

/* The encoding of that name, in either case ("length" octets), or NULL */
extern const uuidx_encoding *uuidx_encoding_find(const char *name, size_t length);

/* The encodings one after the other, from 0 on; NULL after the last */
extern const uuidx_encoding *uuidx_encoding_at(size_t index);

/*
 * Writes the UUID into text, which has room for UUIDX_ENCODING_TEXT_MAX + 1
 * characters, with a terminating zero.  Returns the length without it.
 */
extern size_t uuidx_encoding_write(const uuidx_encoding *encoding, const pg_uuid_t *uuid,
								   char *string);

/* Reads a UUID; on a refusal (a malformed text) *uuid is undefined */
extern uuidx_status uuidx_encoding_read(const uuidx_encoding *encoding, const char *string,
										size_t length, pg_uuid_t *uuid);

/* The 36 characters of RFC 9562 section 4; letters of either case are read */
extern uuidx_status uuidx_decode_canonical(const char *string, size_t length, pg_uuid_t *uuid);

/* Writes exactly 36 characters in lower case, no terminating zero */
extern size_t uuidx_encode_canonical(const pg_uuid_t *uuid, char *string);

#endif							/* UUIDX_ENCODING_H */
