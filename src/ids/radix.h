/*
 * radix.h
 *	  Numbers and octets as text: the alphabets that ids are written in.
 *
 * Decoding is strict.  A digit outside the alphabet, a value that does not fit
 * and non-zero padding are distinct refusals, and no two texts of one length
 * decode to the same octets unless the alphabet says so (two cases of a letter,
 * TSID's look-alikes).  Nothing here allocates, and no text needs a terminating
 * zero.
 */
#ifndef UUIDX_RADIX_H
#define UUIDX_RADIX_H

#include "ids/status.h"

/*
 * An alphabet: the digit of each value, and one more than the value of each
 * ASCII character (zero: not a digit).  "bits" is log2(radix) where the radix
 * is a power of two, else zero.
 */
typedef struct uuidx_alphabet
{
	const char *digits;
	const uint8 *values;
	uint8		radix;
	uint8		bits;
} uuidx_alphabet;

/* The names contain the cases that are read; the first of two is the one written */
extern const uuidx_alphabet uuidx_binary;
extern const uuidx_alphabet uuidx_decimal;
extern const uuidx_alphabet uuidx_hex;
extern const uuidx_alphabet uuidx_hex_lower;
extern const uuidx_alphabet uuidx_base32hex;
extern const uuidx_alphabet uuidx_base32hex_lower;
extern const uuidx_alphabet uuidx_crockford;
extern const uuidx_alphabet uuidx_crockford_lower;
extern const uuidx_alphabet uuidx_crockford_lenient;
extern const uuidx_alphabet uuidx_base36_lower;
extern const uuidx_alphabet uuidx_base58;
extern const uuidx_alphabet uuidx_base62;
extern const uuidx_alphabet uuidx_base64url;
extern const uuidx_alphabet uuidx_base64_push;
extern const uuidx_alphabet uuidx_base64_sid;

/* Value of a character in 0 .. radix-1, or -1 if it is not a digit */
static inline int
uuidx_digit_value(const uuidx_alphabet *alphabet, char character)
{
	unsigned char octet = (unsigned char) character;

	return octet < 128 ? (int) alphabet->values[octet] - 1 : -1;
}

/* Where the surplus bits of nchars digits over noctets octets are */
typedef enum uuidx_padding
{
	UUIDX_PAD_FIRST,			/* a number: zero bits in front */
	UUIDX_PAD_LAST				/* RFC 4648: zero bits at the end */
} uuidx_padding;

/*
 * Digits to octets in an alphabet whose radix is a power of two.  nchars must
 * be the number of digits that noctets octets need, so that fewer than
 * alphabet->bits bits are padding.  UUIDX_BAD_DIGIT; UUIDX_OVERFLOW for padding
 * in front and UUIDX_BAD_PADDING for padding at the end that is not zero.  The
 * octets are undefined unless UUIDX_OK is returned.
 */
extern uuidx_status uuidx_decode_bits(const uuidx_alphabet *alphabet, const char *string,
									  size_t nchars, unsigned char *octets, size_t noctets,
									  uuidx_padding padding);

/* The inverse: writes exactly nchars characters, no terminating zero */
extern void uuidx_encode_bits(const uuidx_alphabet *alphabet, const unsigned char *octets,
							  size_t noctets, char *string, size_t nchars, uuidx_padding padding);

/* The longest number: 160 bits */
#define UUIDX_NUMBER_MAX_OCTETS 20

/*
 * Digits of any alphabet, as an unsigned number, to big-endian octets; noctets
 * is 8, 16 or 20.  Leading zeros are read.  UUIDX_BAD_LENGTH if there is no
 * digit, UUIDX_BAD_DIGIT, UUIDX_OVERFLOW beyond 2^(8 * noctets) - 1.  The octets
 * are undefined unless UUIDX_OK is returned.
 */
extern uuidx_status uuidx_decode_number(const uuidx_alphabet *alphabet, const char *string,
										size_t nchars, unsigned char *octets, size_t noctets);

/*
 * The inverse.  width > 0: exactly so many characters, with zero digits in front (the
 * caller has checked that the number fits); width = 0: the shortest form, "0" for zero.
 * Returns the number of characters; no terminating zero.  At most 49 characters in
 * radix 10 and above.
 */
extern size_t uuidx_encode_number(const uuidx_alphabet *alphabet, const unsigned char *octets,
								  size_t noctets, char *string, size_t width);

#endif							/* UUIDX_RADIX_H */
