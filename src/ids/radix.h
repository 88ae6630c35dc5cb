/*
 * radix.h
 *	  Numbers and octets as text: the alphabets that ids are written in.
 *
 * Decoding is strict.  A character outside the alphabet, a value that does not fit, and padding
 * that is not zero are refused with different statuses.  Two texts of one length decode to the
 * same octets only if the alphabet allows it (two cases of a letter, TSID's look-alikes).  Nothing
 * here allocates, and no text needs a terminating zero.
 */
#ifndef UUIDX_RADIX_H
#define UUIDX_RADIX_H

#include "ids/refusal.h"

typedef struct uuidx_alphabet
{
	const char *digits;			/* in the order of their values */
	uint8		radix;			/* number of digits */
	uint8		bits;			/* log2(radix), or 0 if that is no integer */
	uint8		values[128];	/* by ASCII character: value plus one, or 0 */
} uuidx_alphabet;

/*
 * Alphabets named _lower read lower case only.  In hex, base32hex and crockford both cases of a
 * letter are the same digit, and one is written.
 */
extern const uuidx_alphabet uuidx_binary;
extern const uuidx_alphabet uuidx_decimal;
extern const uuidx_alphabet uuidx_hex;
extern const uuidx_alphabet uuidx_hex_lower;
extern const uuidx_alphabet uuidx_base32hex;
extern const uuidx_alphabet uuidx_base32hex_lower;
extern const uuidx_alphabet uuidx_base32_sortable;
extern const uuidx_alphabet uuidx_crockford;
extern const uuidx_alphabet uuidx_crockford_lower;
extern const uuidx_alphabet uuidx_crockford_lenient;
extern const uuidx_alphabet uuidx_base36_lower;
extern const uuidx_alphabet uuidx_base58;
extern const uuidx_alphabet uuidx_base62;
extern const uuidx_alphabet uuidx_base64url;
extern const uuidx_alphabet uuidx_base64_push;
extern const uuidx_alphabet uuidx_base64_sid;

/* Returns the value of a character, 0 .. radix-1, or -1 if it is not a digit */
static inline int
uuidx_digit_value(const uuidx_alphabet *alphabet, char character)
{
	unsigned char octet = (unsigned char) character;

	return octet < 128 ? (int) alphabet->values[octet] - 1 : -1;
}

/* Where surplus bits are if the digits have more bits than the octets */
typedef enum uuidx_padding
{
	UUIDX_PAD_FIRST,			/* in front, as in a number, and zero */
	UUIDX_PAD_LAST				/* at the end, and zero (RFC 4648) */
} uuidx_padding;

/*
 * Converts digits to octets in an alphabet with a power of two as radix.  nchars must be the
 * number of digits that noctets octets need, so that fewer than alphabet->bits bits are
 * padding.  Returns UUIDX_BAD_DIGIT, or for padding that is not zero UUIDX_OVERFLOW in front
 * and UUIDX_BAD_PADDING at the end.  The octets are undefined unless UUIDX_OK is returned.
 */
extern uuidx_status uuidx_decode_bits(const uuidx_alphabet *alphabet, const char *string,
									  size_t nchars, unsigned char *octets, size_t noctets,
									  uuidx_padding padding);

/* Converts octets to exactly nchars digits, without a terminating zero */
extern void uuidx_encode_bits(const uuidx_alphabet *alphabet, const unsigned char *octets,
							  size_t noctets, char *string, size_t nchars, uuidx_padding padding);

/* The longest number has 160 bits */
#define UUIDX_NUMBER_MAX_OCTETS 20

/*
 * Converts an unsigned number in digits of any alphabet to big-endian octets; noctets is 8, 16 or
 * 20.  Leading zeros are read.  Returns UUIDX_BAD_LENGTH if there is no digit, UUIDX_BAD_DIGIT, and
 * UUIDX_OVERFLOW beyond 2^(8 * noctets) - 1.  The octets are undefined unless UUIDX_OK is returned.
 */
extern uuidx_status uuidx_decode_number(const uuidx_alphabet *alphabet, const char *string,
										size_t nchars, unsigned char *octets, size_t noctets);

/*
 * Converts a number to digits.  If width > 0, writes exactly that many characters, with zero digits
 * in front; the caller has checked that the number fits.  If width = 0, writes the shortest form,
 * "0" for zero.  Returns the number of characters, without a terminating zero: at most 49 in radix
 * 10 and above.
 */
extern size_t uuidx_encode_number(const uuidx_alphabet *alphabet, const unsigned char *octets,
								  size_t noctets, char *string, size_t width);

#endif							/* UUIDX_RADIX_H */
