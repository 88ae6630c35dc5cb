/*
 * test_ff1.c
 *	  ff1.h: NIST's samples, masked UUIDs of another implementation, and laws.
 */
#include "tap.h"

#include <stdio.h>

#include "aes.h"
#include "uuid/ff1.h"
#include "uuid/layout.h"

/* Hexadecimal digits as octets; their number */
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

static void
test_aes(void)
{
	/* FIPS 197, appendix C */
	static const char *const cases[][2] = {
		{"000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"},
		{"000102030405060708090a0b0c0d0e0f1011121314151617", "dda97ca4864cdfe06eaf70a0ec0d7191"},
		{"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		"8ea2b7ca516745bfeafc49904b496089"},
	};

	tap_begin("the AES of this test is AES");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		aes			cipher = aes_of(cases[i][0]);
		uint8		block[UUIDX_BLOCK_LENGTH];
		uint8		expected[UUIDX_BLOCK_LENGTH];

		octets_of("00112233445566778899aabbccddeeff", block);
		octets_of(cases[i][1], expected);
		aes_encrypt(&cipher, block);
		TAP_CHECK(memcmp(block, expected, sizeof(block)) == 0, "key of case %zu", i);
	}
	tap_end();
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
		TAP_CHECK(uuidx_ff1_encrypt(&domain, aes_encrypt, &cipher, tweak, tweak_length, halves) &&
				  memcmp(halves, masked, sizeof(halves)) == 0, "sample %zu, encrypted", i + 1);
		memcpy(halves, masked, sizeof(halves));
		TAP_CHECK(uuidx_ff1_decrypt(&domain, aes_encrypt, &cipher, tweak, tweak_length, halves) &&
				  memcmp(halves, plain, sizeof(halves)) == 0, "sample %zu, decrypted", i + 1);
	}
	tap_end();
}

static void
test_vectors(void)
{
	FILE	   *file = fopen("test/data/mask.tsv", "r");
	char		line[512];
	int			n = 0;
	uuidx_ff1_domain domain;

	tap_begin("UUIDs masked by another implementation, test/data/mask.tsv");
	TAP_CHECK(uuidx_ff1_domain_make(2, 2 * UUIDX_HALF_BITS, &domain), "no domain");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
	{
		char	   *fields[4];
		char	   *rest = line;

		for (size_t i = 0; i < lengthof(fields); i++)
		{
			fields[i] = rest;
			rest += strcspn(rest, "\t");
			*rest++ = '\0';
		}
		if (n++ > 0)
		{
			pg_uuid_t	uuid = uuid_from(fields[0]);
			aes			cipher = aes_of(fields[1]);
			uint32		tweak_length = (uint32) strlen(fields[2]);
			uint64		halves[2];

			uuidx_halves(&uuid, halves);
			TAP_CHECK(uuidx_ff1_encrypt(&domain, aes_encrypt, &cipher,
										fields[2], tweak_length, halves), "no cipher");
			uuidx_store_halves(&uuid, halves, 4);
			TAP_CHECK_UUID(fields[3], &uuid);
			TAP_CHECK(uuidx_ff1_decrypt(&domain, aes_encrypt, &cipher,
										fields[2], tweak_length, halves), "no cipher");
			uuidx_store_halves(&uuid, halves, 7);
			TAP_CHECK_UUID(fields[0], &uuid);
		}
	}
	TAP_CHECK(n == 11, "%d lines", n);
	if (file != NULL)
		fclose(file);
	tap_end();
}

static void
test_permutation(void)
{
	static uint8 seen[1024][1024];
	aes			cipher = aes_of(KEY_128);
	uuidx_ff1_domain domain;

	tap_begin("a permutation: no two strings of 20 bits become the same");
	TAP_CHECK(uuidx_ff1_domain_make(2, 20, &domain), "no domain");

	/* a few of them, no two alike, keep this short */
	for (uint64 i = 0; i < 1024 * 1024; i += 32)
	{
		uint64		halves[2] = {i / 1024, i % 1024};

		uuidx_ff1_encrypt(&domain, aes_encrypt, &cipher, "tweak", 5, halves);
		TAP_CHECK(halves[0] < 1024 && halves[1] < 1024, "%" PRIu64 " leaves its half", i);
		TAP_CHECK(!seen[halves[0]][halves[1]]++, "%" PRIu64 " comes where another one is", i);
	}
	tap_end();
}

static void
test_round_trips(void)
{
	static const uint32 domains[][2] = {
		{2, 20}, {2, 21}, {2, 122}, {2, 126}, {3, 78}, {10, 6}, {10, 7}, {10, 36}, {16, 15},
		{36, 24}, {62, 20}, {255, 14}, {256, 14}, {257, 14}, {1000, 2}, {65535, 6}, {65536, 6}
	};
	uint8		tweak[80];

	tap_begin("back again, in domains of many a radix and length, with tweaks of many lengths");
	for (size_t i = 0; i < sizeof(tweak); i++)
		tweak[i] = (uint8) random_u64();
	for (size_t i = 0; i < lengthof(domains); i++)
	{
		aes			cipher = aes_of(i % 3 == 0 ? KEY_128 : i % 3 == 1 ? KEY_192 : KEY_256);
		uuidx_ff1_domain domain;

		if (!uuidx_ff1_domain_make(domains[i][0], domains[i][1], &domain))
		{
			tap_fail(__FILE__, __LINE__, "radix %u, %u numerals", domains[i][0], domains[i][1]);
			continue;
		}
		for (uint32 length = 0; length <= sizeof(tweak); length++)
		{
			uint64		halves[2] = {random_u64() % domain.sizes[0],
			random_u64() % domain.sizes[1]};
			uint64		other[2] = {halves[0], halves[1]};

			uuidx_ff1_encrypt(&domain, aes_encrypt, &cipher, tweak, length, other);
			TAP_CHECK(other[0] < domain.sizes[0] && other[1] < domain.sizes[1],
					  "radix %u, %u numerals: too large", domains[i][0], domains[i][1]);
			TAP_CHECK(memcmp(halves, other, sizeof(halves)) != 0,
					  "radix %u, %u numerals: unchanged", domains[i][0], domains[i][1]);
			uuidx_ff1_decrypt(&domain, aes_encrypt, &cipher, tweak, length, other);
			TAP_CHECK(memcmp(halves, other, sizeof(halves)) == 0,
					  "radix %u, %u numerals: another one", domains[i][0], domains[i][1]);
		}
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

	tap_begin("domains that are too small, too large or none");
	for (size_t i = 0; i < lengthof(refused); i++)
		TAP_CHECK(!uuidx_ff1_domain_make(refused[i][0], refused[i][1], &domain),
				  "radix %u, %u numerals", refused[i][0], refused[i][1]);
	tap_end();
}

/* A cipher that works so many times */
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

	tap_begin("a cipher that fails is noticed, whenever it does");
	TAP_CHECK(uuidx_ff1_domain_make(2, 122, &domain), "no domain");

	/* P, a block of the tweak, ten rounds of one block */
	for (; calls < 12; calls++)
	{
		left = calls;
		TAP_CHECK(!uuidx_ff1_encrypt(&domain, fails_later, &left, "0123456789abcdef", 16, halves),
				  "not after %d", calls);
		TAP_CHECK(left == -1, "went on for %d after %d", -left, calls);
	}
	left = calls;
	TAP_CHECK(uuidx_ff1_encrypt(&domain, fails_later, &left, "0123456789abcdef", 16, halves),
			  "more than %d", calls);
	tap_end();
}

void
test_ff1(void)
{
	test_aes();
	test_samples();
	test_vectors();
	test_permutation();
	test_round_trips();
	test_limits();
	test_failure();
}
