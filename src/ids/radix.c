/*
 * radix.c
 *	  Numbers and octets as text: the alphabets that ids are written in.
 *
 * Two codecs cover every form of ids: bits, where the radix is a power of two and each
 * digit has bits of its own, and numbers of any radix.  Arithmetic is in 32-bit limbs
 * with 64-bit intermediates, so that 32-bit machines and compilers without a 128-bit
 * integer give the same answers.
 */
#include "ids/radix.h"

#define MAX_LIMBS (UUIDX_NUMBER_MAX_OCTETS / 4)

/*
 * Consecutive ASCII characters have consecutive values from "first" on; the tables hold value
 * + 1, so that all other characters are not digits.
 */
#define RUN_0_9(first)                                                                             \
	['0'] = (first) + 1, ['1'] = (first) + 2, ['2'] = (first) + 3, ['3'] = (first) + 4,            \
	['4'] = (first) + 5, ['5'] = (first) + 6, ['6'] = (first) + 7, ['7'] = (first) + 8,            \
	['8'] = (first) + 9, ['9'] = (first) + 10

#define RUN_A_F(first)                                                                             \
	['A'] = (first) + 1, ['B'] = (first) + 2, ['C'] = (first) + 3, ['D'] = (first) + 4,            \
	['E'] = (first) + 5, ['F'] = (first) + 6
#define RUN_G_V(first)                                                                             \
	['G'] = (first) + 1, ['H'] = (first) + 2, ['I'] = (first) + 3, ['J'] = (first) + 4,            \
	['K'] = (first) + 5, ['L'] = (first) + 6, ['M'] = (first) + 7, ['N'] = (first) + 8,            \
	['O'] = (first) + 9, ['P'] = (first) + 10, ['Q'] = (first) + 11, ['R'] = (first) + 12,         \
	['S'] = (first) + 13, ['T'] = (first) + 14, ['U'] = (first) + 15, ['V'] = (first) + 16
#define RUN_W_Z(first)                                                                             \
	['W'] = (first) + 1, ['X'] = (first) + 2, ['Y'] = (first) + 3, ['Z'] = (first) + 4
#define RUN_A_Z(first) RUN_A_F(first), RUN_G_V((first) + 6), RUN_W_Z((first) + 22)

#define RUN_a_f(first)                                                                             \
	['a'] = (first) + 1, ['b'] = (first) + 2, ['c'] = (first) + 3, ['d'] = (first) + 4,            \
	['e'] = (first) + 5, ['f'] = (first) + 6
#define RUN_g_v(first)                                                                             \
	['g'] = (first) + 1, ['h'] = (first) + 2, ['i'] = (first) + 3, ['j'] = (first) + 4,            \
	['k'] = (first) + 5, ['l'] = (first) + 6, ['m'] = (first) + 7, ['n'] = (first) + 8,            \
	['o'] = (first) + 9, ['p'] = (first) + 10, ['q'] = (first) + 11, ['r'] = (first) + 12,         \
	['s'] = (first) + 13, ['t'] = (first) + 14, ['u'] = (first) + 15, ['v'] = (first) + 16
#define RUN_w_z(first)                                                                             \
	['w'] = (first) + 1, ['x'] = (first) + 2, ['y'] = (first) + 3, ['z'] = (first) + 4
#define RUN_a_z(first) RUN_a_f(first), RUN_g_v((first) + 6), RUN_w_z((first) + 22)

/* Crockford's letters: no I, L, O or U */
#define CROCKFORD_UPPER                                                                            \
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16, ['G'] = 17,            \
	['H'] = 18, ['J'] = 19, ['K'] = 20, ['M'] = 21, ['N'] = 22, ['P'] = 23, ['Q'] = 24,            \
	['R'] = 25, ['S'] = 26, ['T'] = 27, ['V'] = 28, ['W'] = 29, ['X'] = 30, ['Y'] = 31, ['Z'] = 32
#define CROCKFORD_LOWER                                                                            \
	['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['g'] = 17,            \
	['h'] = 18, ['j'] = 19, ['k'] = 20, ['m'] = 21, ['n'] = 22, ['p'] = 23, ['q'] = 24,            \
	['r'] = 25, ['s'] = 26, ['t'] = 27, ['v'] = 28, ['w'] = 29, ['x'] = 30, ['y'] = 31, ['z'] = 32

static const uint8 binary_values[128] = {['0'] = 1,['1'] = 2};
static const uint8 decimal_values[128] = {RUN_0_9(0)};
static const uint8 hex_values[128] = {RUN_0_9(0), RUN_A_F(10), RUN_a_f(10)};
static const uint8 hex_lower_values[128] = {RUN_0_9(0), RUN_a_f(10)};
static const uint8 base32hex_values[128] = {RUN_0_9(0), RUN_A_F(10), RUN_G_V(16), RUN_a_f(10),
RUN_g_v(16)};
static const uint8 base32hex_lower_values[128] = {RUN_0_9(0), RUN_a_f(10), RUN_g_v(16)};
static const uint8 crockford_values[128] = {RUN_0_9(0), CROCKFORD_UPPER, CROCKFORD_LOWER};
static const uint8 crockford_lower_values[128] = {RUN_0_9(0), CROCKFORD_LOWER};

/* Crockford's reading of the letters that look like 1 and 0 */
static const uint8 crockford_lenient_values[128] = {
	RUN_0_9(0), CROCKFORD_UPPER, CROCKFORD_LOWER,['I'] = 2,['L'] = 2,
['O'] = 1,['i'] = 2,['l'] = 2,['o'] = 1};

static const uint8 base36_lower_values[128] = {RUN_0_9(0), RUN_a_z(10)};

/* Bitcoin's: no 0, I, O or l */
static const uint8 base58_values[128] = {
	['1'] = 1,['2'] = 2,['3'] = 3,['4'] = 4,['5'] = 5,['6'] = 6,['7'] = 7,['8'] = 8,
	['9'] = 9,['A'] = 10,['B'] = 11,['C'] = 12,['D'] = 13,['E'] = 14,['F'] = 15,['G'] = 16,
	['H'] = 17,['J'] = 18,['K'] = 19,['L'] = 20,['M'] = 21,['N'] = 22,['P'] = 23,['Q'] = 24,
	['R'] = 25,['S'] = 26,['T'] = 27,['U'] = 28,['V'] = 29,['W'] = 30,['X'] = 31,['Y'] = 32,
	['Z'] = 33,['a'] = 34,['b'] = 35,['c'] = 36,['d'] = 37,['e'] = 38,['f'] = 39,['g'] = 40,
	['h'] = 41,['i'] = 42,['j'] = 43,['k'] = 44,['m'] = 45,['n'] = 46,['o'] = 47,['p'] = 48,
	['q'] = 49,['r'] = 50,['s'] = 51,['t'] = 52,['u'] = 53,['v'] = 54,['w'] = 55,['x'] = 56,
['y'] = 57,['z'] = 58};

static const uint8 base62_values[128] = {RUN_0_9(0), RUN_A_Z(10), RUN_a_z(36)};
static const uint8 base64url_values[128] = {RUN_A_Z(0), RUN_a_z(26),
RUN_0_9(52),['-'] = 63,['_'] = 64};

/* The two alphabets of 64 with digits in ASCII order */
static const uint8 base64_push_values[128] = {
['-'] = 1, RUN_0_9(1), RUN_A_Z(11),['_'] = 38, RUN_a_z(38)};
static const uint8 base64_sid_values[128] = {RUN_0_9(0), RUN_A_Z(10),['_'] = 37,
RUN_a_z(37),['~'] = 64};

#define LETTERS_UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS_LOWER "abcdefghijklmnopqrstuvwxyz"

const uuidx_alphabet uuidx_binary = {"01", binary_values, 2, 1};
const uuidx_alphabet uuidx_decimal = {"0123456789", decimal_values, 10, 0};
const uuidx_alphabet uuidx_hex = {"0123456789abcdef", hex_values, 16, 4};
const uuidx_alphabet uuidx_hex_lower = {"0123456789abcdef", hex_lower_values, 16, 4};
const uuidx_alphabet uuidx_base32hex = {"0123456789ABCDEFGHIJKLMNOPQRSTUV", base32hex_values, 32,
5};
const uuidx_alphabet uuidx_base32hex_lower = {"0123456789abcdefghijklmnopqrstuv",
base32hex_lower_values, 32, 5};
const uuidx_alphabet uuidx_crockford = {"0123456789ABCDEFGHJKMNPQRSTVWXYZ", crockford_values, 32,
5};
const uuidx_alphabet uuidx_crockford_lower = {"0123456789abcdefghjkmnpqrstvwxyz",
crockford_lower_values, 32, 5};
const uuidx_alphabet uuidx_crockford_lenient = {"0123456789ABCDEFGHJKMNPQRSTVWXYZ",
crockford_lenient_values, 32, 5};
const uuidx_alphabet uuidx_base36_lower = {"0123456789" LETTERS_LOWER, base36_lower_values, 36, 0};
const uuidx_alphabet uuidx_base58 = {"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
base58_values, 58, 0};
const uuidx_alphabet uuidx_base62 = {"0123456789" LETTERS_UPPER LETTERS_LOWER, base62_values, 62,
0};
const uuidx_alphabet uuidx_base64url = {LETTERS_UPPER LETTERS_LOWER "0123456789-_",
base64url_values, 64, 6};
const uuidx_alphabet uuidx_base64_push = {"-0123456789" LETTERS_UPPER "_" LETTERS_LOWER,
base64_push_values, 64, 6};
const uuidx_alphabet uuidx_base64_sid = {"0123456789" LETTERS_UPPER "_" LETTERS_LOWER "~",
base64_sid_values, 64, 6};

uuidx_status
uuidx_decode_bits(const uuidx_alphabet *alphabet, const char *string, size_t nchars,
				  unsigned char *octets, size_t noctets, uuidx_padding padding)
{
	unsigned	bits = alphabet->bits;
	unsigned	surplus = (unsigned) (nchars * bits - noctets * 8);
	unsigned	held;
	uint32		window;
	int			value;

	/*
	 * Fewer bits than a digit has are padding.  In front, they are the top of
	 * the first digit; at the end, they remain when the last octet is
	 * written.
	 */
	value = uuidx_digit_value(alphabet, string[0]);
	if (value < 0)
		return UUIDX_BAD_DIGIT;
	window = (uint32) value;
	held = bits;
	if (padding == UUIDX_PAD_FIRST)
	{
		held -= surplus;
		if (window >> held != 0)
			return UUIDX_OVERFLOW;
	}

	for (size_t i = 1; i < nchars; i++)
	{
		value = uuidx_digit_value(alphabet, string[i]);
		if (value < 0)
			return UUIDX_BAD_DIGIT;
		window = (window << bits) | (uint32) value;
		held += bits;
		if (held >= 8)
		{
			held -= 8;
			*octets++ = (unsigned char) (window >> held);
		}
	}
	if ((window & ((1U << held) - 1)) != 0)
		return UUIDX_BAD_PADDING;
	return UUIDX_OK;
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

		/* an invalid character explains the refusal best, wherever it is */
		if (value < 0)
			return UUIDX_BAD_DIGIT;
		carry = (uint64) value;
		for (size_t j = 0; j < nlimbs; j++)
		{
			carry += (uint64) limbs[j] * alphabet->radix;
			limbs[j] = (uint32) carry;
			carry >>= 32;
		}
		overflow |= carry != 0;
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

size_t
uuidx_encode_number(const uuidx_alphabet *alphabet, const unsigned char *octets, size_t noctets,
					char *string, size_t width)
{
	uint32		limbs[MAX_LIMBS] = {0}; /* most significant first */
	char		reversed[8 * UUIDX_NUMBER_MAX_OCTETS + 32];
	size_t		nlimbs = noctets / 4;
	size_t		ndigits = 0;
	size_t		top = 0;
	uint32		step = alphabet->radix;
	int			step_digits = 1;

	for (size_t i = 0; i < noctets; i++)
		limbs[i / 4] = (limbs[i / 4] << 8) | octets[i];

	/* long division is slow: compute as many digits at once as fit 32 bits */
	while ((uint64) step * alphabet->radix <= UINT64CONST(0xFFFFFFFF))
	{
		step *= alphabet->radix;
		step_digits++;
	}
	while (top < nlimbs)
	{
		uint64		remainder = 0;
		uint32		rest;

		for (size_t j = top; j < nlimbs; j++)
		{
			remainder = (remainder << 32) | limbs[j];
			limbs[j] = (uint32) (remainder / step);
			remainder %= step;
		}
		rest = (uint32) remainder;
		for (int k = 0; k < step_digits; k++)
		{
			reversed[ndigits++] = alphabet->digits[rest % alphabet->radix];
			rest /= alphabet->radix;
		}
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
