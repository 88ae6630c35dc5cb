/*
 * ff1.c
 *	  FF1 (see ff1.h), which consists of ten rounds of a Feistel network.
 *
 * The round function is the CBC-MAC of the block cipher.  Names in quotation marks are those of SP
 * 800-38G, algorithms 6 to 8.
 */
#include "uuid/ff1.h"

#include "uuid/bits.h"

#define ROUNDS 10

/* A half has at most this many values */
#define MAX_SIZE (UINT64CONST(1) << 63)

/* An attacker could try all of fewer strings; the limit was 100 until revision 1 */
#define MIN_STRINGS 1000000

/* The state of "PRF", which XORs octets into a block and encrypts the block when it is full */
typedef struct mac_state
{
	uint8		block[UUIDX_BLOCK_LENGTH];
	int			filled;			/* octets in the block */
	bool		ok;				/* false once the cipher has failed */
} mac_state;

/* All secrets are here while FF1 runs, so that they can be wiped */
typedef struct feistel
{
	uuidx_block_cipher cipher;
	void	   *context;
	mac_state	begun;			/* state after the octets that all rounds
								 * begin with */
	mac_state	round;
	uint8		half[sizeof(uint64)];
} feistel;

/* Returns radix^exponent, or 0 if that is more than MAX_SIZE */
static uint64
power(uint32 radix, uint32 exponent)
{
	uint64		result = 1;

	while (exponent-- > 0)
	{
		if (result > MAX_SIZE / radix)
			return 0;
		result *= radix;
	}
	return result;
}

bool
uuidx_ff1_domain_make(uint32 radix, uint32 length, uuidx_ff1_domain *domain)
{
	if (radix < 2 || radix > 65536 || length < 2)
		return false;

	domain->radix = radix;
	domain->length = length;
	domain->sizes[0] = power(radix, length / 2);
	domain->sizes[1] = power(radix, length - length / 2);
	if (domain->sizes[1] == 0 || domain->sizes[0] <= (MIN_STRINGS - 1) / domain->sizes[1])
		return false;

	domain->half_octets = 0;
	for (uint64 most = domain->sizes[1] - 1; most > 0; most >>= 8)
		domain->half_octets++;
	return true;
}

static void
absorb(feistel *f, mac_state *state, const uint8 *octets, size_t count)
{
	for (size_t i = 0; i < count; i++)
	{
		state->block[state->filled++] ^= octets[i];
		if (state->filled == UUIDX_BLOCK_LENGTH)
		{
			state->ok = state->ok && f->cipher(f->context, state->block);
			state->filled = 0;
		}
	}
}

/*
 * Absorbs the octets that all rounds share: "P",
 *
 *	  octets 0-2	  1, 2, 1
 *	  octets 3-5	  radix
 *	  octets 6-7	  10, then "u", modulo 256
 *	  octets 8-11	  "n", the length
 *	  octets 12-15	  "t", the tweak's length
 *
 * and of "Q" the tweak, and zeroes, so that "Q" ends with a block.
 */
static void
begin(feistel *f, const uuidx_ff1_domain *domain, const uint8 *tweak, uint32 tweak_length)
{
	static const uint8 zeroes[UUIDX_BLOCK_LENGTH] = {0};
	uint32		n_zeroes = (0 - tweak_length - domain->half_octets - 1) % UUIDX_BLOCK_LENGTH;
	uint8		p[UUIDX_BLOCK_LENGTH];

	uuidx_store_be64(p, UINT64CONST(0x0102010000000000) | (uint64) domain->radix << 16 |
					 ROUNDS << 8 | (domain->length / 2 & 0xFF));
	uuidx_store_be64(p + 8, (uint64) domain->length << 32 | tweak_length);

	absorb(f, &f->begun, p, sizeof(p));
	absorb(f, &f->begun, tweak, tweak_length);
	absorb(f, &f->begun, zeroes, n_zeroes);
}

/* Returns a number of "count" octets, at least eight, modulo size, which is at most 2^63 */
static uint64
modulo(const uint8 *octets, int count, uint64 size)
{
	uint64		rest = 0;

	if ((size & (size - 1)) == 0)
		return uuidx_load_be64(octets + count - sizeof(uint64)) & (size - 1);

	for (int bit = 0; bit < count * 8; bit++)
	{
		rest = rest << 1 | (octets[bit / 8] >> (7 - bit % 8) & 1);
		if (rest >= size)
			rest -= size;
	}
	return rest;
}

/*
 * Returns "y" of a round, modulo size.  It has "d" octets, at most twelve, so the first block
 * of "S" contains all of it.
 */
static uint64
round_value(feistel *f, const uuidx_ff1_domain *domain, uint8 round, uint64 half, uint64 size)
{
	int			b = domain->half_octets;
	int			d = (b + 3) / 4 * 4 + 4;

	f->round = f->begun;
	uuidx_store_be64(f->half, half);
	absorb(f, &f->round, &round, sizeof(round));
	absorb(f, &f->round, f->half + sizeof(f->half) - b, b);
	return modulo(f->round.block, d, size);
}

/*
 * Runs all rounds, forward or backward.  The standard swaps the halves after each round; here they
 * stay in their places, and each round changes one or the other.
 */
bool
uuidx_ff1(const uuidx_ff1_domain *domain, uuidx_block_cipher cipher, void *context,
		  const void *tweak, uint32 tweak_length, uint64 halves[2], bool encrypt)
{
	feistel		f = {.cipher = cipher,.context = context,.begun = {.ok = true}};
	bool		ok;

	begin(&f, domain, tweak, tweak_length);
	ok = f.begun.ok;
	for (int i = 0; ok && i < ROUNDS; i++)
	{
		int			round = encrypt ? i : ROUNDS - 1 - i;
		uint64		size = domain->sizes[round % 2];
		uint64	   *half = &halves[round % 2];
		uint64		y = round_value(&f, domain, round, halves[1 - round % 2], size);

		*half += encrypt ? y : size - y;
		if (*half >= size)
			*half -= size;
		ok = f.round.ok;
	}
	explicit_bzero(&f, sizeof(f));
	return ok;
}
