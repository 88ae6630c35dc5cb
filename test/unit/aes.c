/*
 * aes.c
 *	  AES, see aes.h.  Section numbers are those of FIPS 197.
 */
#include "aes.h"

/* Section 4.2.1 */
static uint8
times_x(uint8 a)
{
	return (uint8) (a << 1 ^ (a >> 7) * 0x1b);
}

static uint8
times(uint8 a, uint8 b)
{
	uint8		product = 0;

	for (; b > 0; b >>= 1, a = times_x(a))
	{
		if (b & 1)
			product ^= a;
	}
	return product;
}

/* Section 5.1.1: the inverse, which is the 254th power, and an affine map */
static uint8
substitute(uint8 a)
{
	uint8		power = a;
	uint8		result;

	for (int i = 0; i < 6; i++)
		power = times(times(power, power), a);
	power = times(power, power);

	result = power ^ 0x63;
	for (int i = 1; i < 5; i++)
		result ^= (uint8) (power << i | power >> (8 - i));
	return result;
}

/* Section 5.2 */
void
aes_init(aes *cipher, const uint8 *key, int length)
{
	int			nk = length / 4;
	uint8		rcon = 1;

	for (int i = 0; i < 256; i++)
		cipher->s_box[i] = substitute((uint8) i);
	cipher->n_rounds = nk + 6;

	memcpy(cipher->words, key, length);
	for (int i = nk; i < 4 * (cipher->n_rounds + 1); i++)
	{
		const uint8 *last = cipher->words[i - 1];
		uint8		word[4] = {last[0], last[1], last[2], last[3]};

		if (i % nk == 0)
		{
			for (int j = 0; j < 4; j++)
				word[j] = cipher->s_box[last[(j + 1) % 4]];

			word[0] ^= rcon;
			rcon = times_x(rcon);
		}
		else if (nk > 6 && i % nk == 4)
			for (int j = 0; j < 4; j++)
				word[j] = cipher->s_box[last[j]];

		for (int j = 0; j < 4; j++)
			cipher->words[i][j] = cipher->words[i - nk][j] ^ word[j];
	}
}

/* Section 5.1 */
bool
aes_encrypt(void *context, uint8 block[UUIDX_BLOCK_LENGTH])
{
	const aes  *cipher = context;

	for (int round = 0; round <= cipher->n_rounds; round++)
	{
		uint8		shifted[UUIDX_BLOCK_LENGTH];

		if (round > 0)
		{
			/* SubBytes and ShiftRows; then MixColumns, but in the last round */
			for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
				shifted[i] = cipher->s_box[block[(i + i % 4 * 4) % UUIDX_BLOCK_LENGTH]];
			for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
			{
				const uint8 *column = shifted + i / 4 * 4;

				block[i] = shifted[i];
				if (round < cipher->n_rounds)
					block[i] = times_x(column[i % 4] ^ column[(i + 1) % 4]) ^
						column[(i + 1) % 4] ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
			}
		}
		for (int i = 0; i < UUIDX_BLOCK_LENGTH; i++)
			block[i] ^= cipher->words[round * 4 + i / 4][i % 4];
	}
	return true;
}
