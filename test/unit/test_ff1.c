/*
 * test_ff1.c
 *	  ff1.h: NIST's samples, the limits of domains, and a cipher that fails.
 *	  t/mask.pl compares masked UUIDs with another implementation.
 */
#include "tap.h"

#include <stdio.h>

#include "uuid/ff1.h"

/* Writes hexadecimal digits as octets, and returns the number of octets */
static int
octets_of(const char *hex, uint8 *octets)
{
	int			count = 0;
	unsigned int octet;

	for (; sscanf(hex, "%2x", &octet) == 1; hex += 2)
		octets[count++] = (uint8) octet;
	return count;
}

/* Section 4.2.1 of FIPS 197 */
static uint8
times_x(uint8 a)
{
	return (uint8) (a << 1 ^ (a >> 7) * 0x1b);
}

/* Section 5.1.1: the inverse, which is the 254th power, and an affine map */
static uint8
substitute(uint8 a)
{
	uint8		power = 1;
	uint8		result = 0x63;

	for (int i = 0; i < 254; i++)
	{
		uint8		product = 0;

		for (uint8 x = a, bits = power; bits > 0; bits >>= 1, x = times_x(x))
		{
			if (bits & 1)
				product ^= x;
		}
		power = product;
	}
	for (int i = 0; i < 5; i++)
		result ^= (uint8) (power << i | power >> (8 - i));
	return result;
}

/* A uuidx_block_cipher: AES with the 128 bits of the context as its key, sections 5.1 and 5.2 */
static bool
aes_encrypt(void *context, uint8 block[UUIDX_BLOCK_LENGTH])
{
	uint8		key[UUIDX_BLOCK_LENGTH];
	uint8		shifted[UUIDX_BLOCK_LENGTH];
	uint8		rcon = 1;

	memcpy(key, context, sizeof(key));
	for (int round = 0; round <= 10; round++)
	{
		for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
			block[i] ^= key[i];
		if (round == 10)
			break;

		/* SubBytes and ShiftRows; then MixColumns, but in the last round */
		for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
			shifted[i] = substitute(block[(i + i % 4 * 4) % UUIDX_BLOCK_LENGTH]);
		memcpy(block, shifted, UUIDX_BLOCK_LENGTH);
		for (int i = 0; i < UUIDX_BLOCK_LENGTH && round < 9; i++)
		{
			const uint8 *column = shifted + i / 4 * 4;

			block[i] = times_x(column[i % 4] ^ column[(i + 1) % 4]) ^
				column[(i + 1) % 4] ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
		}

		/* the key of the next round */
		key[0] ^= rcon;
		for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
			key[i] ^= i < 4 ? substitute(key[12 + (i + 1) % 4]) : key[i - 4];
		rcon = times_x(rcon);
	}
	return true;
}

/* The number of "length" numerals, digits of which a is ten, as NIST writes them */
static uint64
number_of(const char *numerals, int length, int radix)
{
	uint64		number = 0;

	for (int i = 0; i < length; i++)
		number = number * radix + (numerals[i] <= '9' ? numerals[i] - '0' : numerals[i] - 'a' + 10);
	return number;
}

/*
 * NIST's "FF1samples.pdf" (csrc.nist.gov, Cryptographic Standards and Guidelines,
 * Example Values)
 */
static void
test_samples(void)
{
#define TWEAK_10 "39383736353433323130"
#define TWEAK_36 "3737373770717273373737"
	static const struct
	{
		int			radix;
		const char *tweak;
		const char *plain;
		const char *masked;
	}			cases[] = {
		{10, "", "0123456789", "2433477484"},
		{10, TWEAK_10, "0123456789", "6124200773"},
		{36, TWEAK_36, "0123456789abcdefghi", "a9tv40mll9kdu509eum"},
	};
	uint8		key[UUIDX_BLOCK_LENGTH];

	octets_of("2b7e151628aed2a6abf7158809cf4f3c", key);
	tap_begin("NIST's samples of FF1 with a key of 128 bits");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		uint8		tweak[16];
		int			tweak_length = octets_of(cases[i].tweak, tweak);
		int			length = (int) strlen(cases[i].plain);
		int			u = length / 2;
		uint64		plain[2] = {number_of(cases[i].plain, u, cases[i].radix),
		number_of(cases[i].plain + u, length - u, cases[i].radix)};
		uint64		masked[2] = {number_of(cases[i].masked, u, cases[i].radix),
		number_of(cases[i].masked + u, length - u, cases[i].radix)};
		uint64		halves[2] = {plain[0], plain[1]};
		uuidx_ff1_domain domain;

		TAP_CHECK(uuidx_ff1_domain_make(cases[i].radix, length, &domain), "no domain");
		TAP_CHECK(uuidx_ff1(&domain, aes_encrypt, key, tweak, tweak_length, halves, true) &&
				  memcmp(halves, masked, sizeof(halves)) == 0, "sample %zu, encrypted", i + 1);
		memcpy(halves, masked, sizeof(halves));
		TAP_CHECK(uuidx_ff1(&domain, aes_encrypt, key, tweak, tweak_length, halves, false) &&
				  memcmp(halves, plain, sizeof(halves)) == 0, "sample %zu, decrypted", i + 1);
	}
}

static void
test_limits(void)
{
	static const uint32 refused[][2] = {
		{0, 20}, {1, 20}, {65537, 20}, {2, 0}, {2, 1}, {65536, 1}, {2, 19}, {10, 5}, {999, 2},
		{2, 127}, {2, 128}, {10, 37}, {10, 38}, {65536, 7}, {65536, 8}, {2, UINT32_MAX}
	};
	uuidx_ff1_domain domain;

	tap_begin("domains that are too small or too large are rejected");
	for (size_t i = 0; i < lengthof(refused); i++)
		TAP_CHECK(!uuidx_ff1_domain_make(refused[i][0], refused[i][1], &domain),
				  "radix %u, %u numerals", refused[i][0], refused[i][1]);
}

/* A cipher that fails after a number of calls */
static bool
fails_later(void *context, uint8 block[UUIDX_BLOCK_LENGTH])
{
	block[0]++;
	return --* (int *) context >= 0;
}

static void
test_failure(void)
{
	uint64		halves[2] = {1, 2};
	uuidx_ff1_domain domain;
	int			calls = 0;
	int			left;

	tap_begin("a failure of the cipher is returned, at whatever call");
	TAP_CHECK(uuidx_ff1_domain_make(2, 122, &domain), "no domain");

	/* P, a block of the tweak, ten rounds of one block */
	for (; calls < 12; calls++)
	{
		left = calls;
		TAP_CHECK(!uuidx_ff1(&domain, fails_later, &left, "0123456789abcdef", 16, halves, true),
				  "not after %d", calls);
		TAP_CHECK(left == -1, "went on for %d after %d", -left, calls);
	}
	left = calls;
	TAP_CHECK(uuidx_ff1(&domain, fails_later, &left, "0123456789abcdef", 16, halves, true),
			  "more than %d", calls);
}

void
test_ff1(void)
{
	test_samples();
	test_limits();
	test_failure();
}
