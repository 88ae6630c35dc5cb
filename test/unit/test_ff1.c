/*
 * test_ff1.c
 *	  ff1.h: NIST's samples, the limits of domains, and a cipher that fails.
 *	  t/mask.pl compares masked UUIDs with another implementation.
 */
#include "tap.h"

#include <stdio.h>

#include "aes.h"
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

static aes
aes_of(const char *hex)
{
	uint8		key[32];
	aes			cipher;

	aes_init(&cipher, key, octets_of(hex, key));
	return cipher;
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
#define KEY_128 "2b7e151628aed2a6abf7158809cf4f3c"
#define KEY_192 KEY_128 "ef4359d8d580aa4f"
#define KEY_256 KEY_192 "7f036d6f04fc6a94"
#define TWEAK_10 "39383736353433323130"
#define TWEAK_36 "3737373770717273373737"
	static const struct
	{
		const char *key;
		int			radix;
		const char *tweak;
		const char *plain;
		const char *masked;
	}			cases[] = {
		{KEY_128, 10, "", "0123456789", "2433477484"},
		{KEY_128, 10, TWEAK_10, "0123456789", "6124200773"},
		{KEY_128, 36, TWEAK_36, "0123456789abcdefghi", "a9tv40mll9kdu509eum"},
		{KEY_192, 10, "", "0123456789", "2830668132"},
		{KEY_192, 10, TWEAK_10, "0123456789", "2496655549"},
		{KEY_192, 36, TWEAK_36, "0123456789abcdefghi", "xbj3kv35jrawxv32ysr"},
		{KEY_256, 10, "", "0123456789", "6657667009"},
		{KEY_256, 10, TWEAK_10, "0123456789", "1001623463"},
		{KEY_256, 36, TWEAK_36, "0123456789abcdefghi", "xs8a0azh2avyalyzuwd"},
	};

	tap_begin("NIST's nine samples of FF1");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		aes			cipher = aes_of(cases[i].key);
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
		TAP_CHECK(uuidx_ff1(&domain, aes_encrypt, &cipher, tweak, tweak_length, halves, true) &&
				  memcmp(halves, masked, sizeof(halves)) == 0, "sample %zu, encrypted", i + 1);
		memcpy(halves, masked, sizeof(halves));
		TAP_CHECK(uuidx_ff1(&domain, aes_encrypt, &cipher, tweak, tweak_length, halves, false) &&
				  memcmp(halves, plain, sizeof(halves)) == 0, "sample %zu, decrypted", i + 1);
	}
	tap_end();
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
	tap_end();
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
	tap_end();
}

void
test_ff1(void)
{
	test_samples();
	test_limits();
	test_failure();
}
