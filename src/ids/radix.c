/*
 * radix.c
 *	  Numbers and octets as text: the alphabets that ids are written in.
 *
 * There are two codecs: one for bits, where the radix is a power of two and each digit has bits of
 * its own, and one for numbers of any radix, in limbs of 32 bits, as not every compiler has an
 * integer of 128 bits.
 */
#include "ids/radix.h"

#define MAX_LIMBS (UUIDX_NUMBER_MAX_OCTETS / 4)

/* Consecutive characters from c on have consecutive values */
#define RUN1(c, value) [c] = (value) + 1
#define RUN2(c, value) RUN1(c, value), RUN1((c) + 1, (value) + 1)
#define RUN4(c, value) RUN2(c, value), RUN2((c) + 2, (value) + 2)
#define RUN8(c, value) RUN4(c, value), RUN4((c) + 4, (value) + 4)
#define RUN16(c, value) RUN8(c, value), RUN8((c) + 8, (value) + 8)

/* The letters begin with a, which is 'A' or 'a' */
#define RUN_0_9(value) RUN8('0', value), RUN2('8', (value) + 8)
#define RUN_A_F(a) RUN4(a, 10), RUN2((a) + 4, 14)
#define RUN_A_V(a) RUN16(a, 10), RUN4((a) + 16, 26), RUN2((a) + 20, 30)
#define RUN_A_Z(a, value)                                                                          \
	RUN16(a, value), RUN8((a) + 16, (value) + 16), RUN2((a) + 24, (value) + 24)

/* Crockford's letters are A-H, J, K, M, N, P-T and V-Z */
#define RUN_CROCKFORD(a)                                                                           \
	RUN8(a, 10), RUN2((a) + 9, 18), RUN2((a) + 12, 20), RUN4((a) + 15, 22), RUN1((a) + 19, 26),    \
	RUN4((a) + 21, 27), RUN1((a) + 25, 31)

#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define CROCKFORD_UPPER "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#define CROCKFORD_LOWER "0123456789abcdefghjkmnpqrstvwxyz"

const uuidx_alphabet uuidx_binary = {"01", 2, 1, {RUN2('0', 0)}};
const uuidx_alphabet uuidx_decimal = {"0123456789", 10, 0, {RUN_0_9(0)}};
const uuidx_alphabet uuidx_hex = {
	"0123456789abcdef", 16, 4, {RUN_0_9(0), RUN_A_F('A'), RUN_A_F('a')}
};
const uuidx_alphabet uuidx_hex_lower = {"0123456789abcdef", 16, 4, {RUN_0_9(0), RUN_A_F('a')}};
const uuidx_alphabet uuidx_base32hex = {
	"0123456789ABCDEFGHIJKLMNOPQRSTUV", 32, 5, {RUN_0_9(0), RUN_A_V('A'), RUN_A_V('a')}
};
const uuidx_alphabet uuidx_base32hex_lower = {
	"0123456789abcdefghijklmnopqrstuv", 32, 5, {RUN_0_9(0), RUN_A_V('a')}
};

/* AT Protocol's base 32, in ASCII order */
const uuidx_alphabet uuidx_base32_sortable = {
	"234567" LOWER, 32, 5, {RUN4('2', 0), RUN2('6', 4), RUN_A_Z('a', 6)}
};
const uuidx_alphabet uuidx_crockford = {
	CROCKFORD_UPPER, 32, 5, {RUN_0_9(0), RUN_CROCKFORD('A'), RUN_CROCKFORD('a')}
};
const uuidx_alphabet uuidx_crockford_lower = {
	CROCKFORD_LOWER, 32, 5, {RUN_0_9(0), RUN_CROCKFORD('a')}
};

/* This one also reads the letters that look like 1 and 0, as Crockford proposed */
const uuidx_alphabet uuidx_crockford_lenient = {
	CROCKFORD_UPPER, 32, 5,
	{RUN_0_9(0), RUN_CROCKFORD('A'), RUN_CROCKFORD('a'),['I'] = 2,['L'] = 2,['O'] = 1,
	['i'] = 2,['l'] = 2,['o'] = 1}
};
const uuidx_alphabet uuidx_base36_lower = {
	"0123456789" LOWER, 36, 0, {RUN_0_9(0), RUN_A_Z('a', 10)}
};

/* Bitcoin's alphabet has no 0, I, O or l */
const uuidx_alphabet uuidx_base58 = {
	"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 58, 0,
	{RUN8('1', 0), RUN1('9', 8), RUN8('A', 9), RUN4('J', 17), RUN1('N', 21), RUN8('P', 22),
		RUN2('X', 30), RUN1('Z', 32), RUN8('a', 33), RUN2('i', 41), RUN1('k', 43), RUN8('m', 44),
	RUN4('u', 52), RUN2('y', 56)}
};
const uuidx_alphabet uuidx_base62 = {
	"0123456789" UPPER LOWER, 62, 0, {RUN_0_9(0), RUN_A_Z('A', 10), RUN_A_Z('a', 36)}
};
const uuidx_alphabet uuidx_base64url = {
	UPPER LOWER "0123456789-_", 64, 6,
	{RUN_A_Z('A', 0), RUN_A_Z('a', 26), RUN_0_9(52),['-'] = 63,['_'] = 64}
};

/* The digits of these two are in ASCII order */
const uuidx_alphabet uuidx_base64_push = {
	"-0123456789" UPPER "_" LOWER, 64, 6,
	{['-'] = 1, RUN_0_9(1), RUN_A_Z('A', 11),['_'] = 38, RUN_A_Z('a', 38)}
};
const uuidx_alphabet uuidx_base64_sid = {
	"0123456789" UPPER "_" LOWER "~", 64, 6,
	{RUN_0_9(0), RUN_A_Z('A', 10),['_'] = 37, RUN_A_Z('a', 37),['~'] = 64}
};

uuidx_status
uuidx_decode_bits(const uuidx_alphabet *alphabet, const char *string, size_t nchars,
				  unsigned char *octets, size_t noctets, uuidx_padding padding)
{
	unsigned	bits = alphabet->bits;
	unsigned	surplus = (unsigned) (nchars * bits - noctets * 8);
	unsigned	held = 0;
	uint32		window = 0;

	/*
	 * The digits have "surplus" more bits than the octets, fewer than a digit
	 * has.  This padding is either the top of the first digit, or what
	 * remains in the window when the last octet is written.
	 */
	for (size_t i = 0; i < nchars; i++)
	{
		int			value = uuidx_digit_value(alphabet, string[i]);

		if (value < 0)
			return UUIDX_BAD_DIGIT;
		window = (window << bits) | (uint32) value;
		held += bits;
		if (i == 0 && padding == UUIDX_PAD_FIRST)
		{
			held -= surplus;
			if (window >> held != 0)
				return UUIDX_OVERFLOW;
		}
		if (held >= 8)
		{
			held -= 8;
			*octets++ = (unsigned char) (window >> held);
		}
	}
	return (window & ((1U << held) - 1)) == 0 ? UUIDX_OK : UUIDX_BAD_PADDING;
}

void
uuidx_encode_bits(const uuidx_alphabet *alphabet, const unsigned char *octets, size_t noctets,
				  char *string, size_t nchars, uuidx_padding padding)
{
	unsigned	bits = alphabet->bits;
	unsigned	held = 0;
	uint32		window = 0;

	if (padding == UUIDX_PAD_FIRST)
		held = (unsigned) (nchars * bits - noctets * 8);
	for (size_t i = 0; i < nchars; i++)
	{
		while (held < bits)
		{
			window = (window << 8) | (noctets > 0 ? *octets++ : 0);
			if (noctets > 0)
				noctets--;
			held += 8;
		}
		held -= bits;
		string[i] = alphabet->digits[(window >> held) & (alphabet->radix - 1U)];
	}
}

uuidx_status
uuidx_decode_number(const uuidx_alphabet *alphabet, const char *string, size_t nchars,
					unsigned char *octets, size_t noctets)
{
	uint32		limbs[MAX_LIMBS] = {0}; /* least significant first */
	size_t		nlimbs = noctets / 4;
	bool		overflow = false;

	if (nchars == 0)
		return UUIDX_BAD_LENGTH;
	for (size_t i = 0; i < nchars; i++)
	{
		int			value = uuidx_digit_value(alphabet, string[i]);
		uint64		carry;

		/* an invalid character is reported even if the number is too large */
		if (value < 0)
			return UUIDX_BAD_DIGIT;
		carry = (uint64) value;
		for (size_t j = 0; j < nlimbs; j++)
		{
			carry += (uint64) limbs[j] * alphabet->radix;
			limbs[j] = (uint32) carry;
			carry >>= 32;
		}
		if (carry != 0)
			overflow = true;
	}
	if (overflow)
		return UUIDX_OVERFLOW;

	for (size_t i = 0; i < noctets; i++)
	{
		size_t		place = noctets - 1 - i;

		octets[i] = (unsigned char) (limbs[place / 4] >> (place % 4 * 8));
	}
	return UUIDX_OK;
}

/* Divides a number, most significant limb first; returns the remainder */
static uint32
divide(uint32 *limbs, size_t nlimbs, uint32 divisor)
{
	uint64		remainder = 0;

	for (size_t i = 0; i < nlimbs; i++)
	{
		remainder = (remainder << 32) | limbs[i];
		limbs[i] = (uint32) (remainder / divisor);
		remainder %= divisor;
	}
	return (uint32) remainder;
}

size_t
uuidx_encode_number(const uuidx_alphabet *alphabet, const unsigned char *octets, size_t noctets,
					char *string, size_t width)
{
	uint32		limbs[MAX_LIMBS] = {0}; /* most significant first */
	char		reversed[8 * UUIDX_NUMBER_MAX_OCTETS + 32];
	size_t		nlimbs = noctets / 4;
	size_t		ndigits = 0;
	size_t		top = 0;
	uint32		divisor = alphabet->radix;
	int			digits_at_once = 1;

	for (size_t i = 0; i < noctets; i++)
		limbs[i / 4] = (limbs[i / 4] << 8) | octets[i];

	/* long division is slow, so each one yields as many digits as fit 32 bits */
	while ((uint64) divisor * alphabet->radix <= UINT64CONST(0xFFFFFFFF))
	{
		divisor *= alphabet->radix;
		digits_at_once++;
	}
	while (top < nlimbs)
	{
		uint32		rest = divide(limbs + top, nlimbs - top, divisor);

		for (int i = 0; i < digits_at_once; i++, rest /= alphabet->radix)
			reversed[ndigits++] = alphabet->digits[rest % alphabet->radix];
		while (top < nlimbs && limbs[top] == 0)
			top++;
	}

	while (ndigits > 1 && reversed[ndigits - 1] == alphabet->digits[0])
		ndigits--;
	if (width == 0)
		width = ndigits;
	for (size_t i = 0; i < width; i++)
	{
		size_t		place = width - 1 - i;

		string[i] = place < ndigits ? reversed[place] : alphabet->digits[0];
	}
	return width;
}
