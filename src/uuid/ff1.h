/*
 * ff1.h
 *	  FF1, format-preserving encryption: NIST SP 800-38G, section 6.2.
 *
 * FF1 is a keyed permutation of the numeral strings of one radix and length, of which half a string
 * must fit 63 bits, as those of UUIDs do (radix 2, 122 numerals).  A tweak, any string of octets,
 * selects one of many permutations of the same key.  The caller passes the block cipher as a
 * function, so this code never has the key.  It wipes all but the caller's halves.
 */
#ifndef UUIDX_FF1_H
#define UUIDX_FF1_H

#include "compat.h"

#define UUIDX_BLOCK_LENGTH 16

/* CIPH_K, which replaces one block with its encryption; returns false if it cannot */
typedef bool (*uuidx_block_cipher) (void *context, uint8 block[UUIDX_BLOCK_LENGTH]);

/* The numeral strings of one radix and length; see uuidx_ff1_domain_make() */
typedef struct uuidx_ff1_domain
{
	uint32		radix;
	uint32		length;
	uint64		sizes[2];		/* radix^u and radix^v: the number of values
								 * of each half */
	int			half_octets;	/* b: the number of octets of a half */
} uuidx_ff1_domain;

/*
 * Sets a domain.  Returns false unless the radix is 2 .. 2^16, there are at least a million strings
 * (as the revision of the standard requires), and a half has at most 2^63 values.
 */
extern bool uuidx_ff1_domain_make(uint32 radix, uint32 length, uuidx_ff1_domain *domain);

/*
 * FF1.Encrypt, or FF1.Decrypt, which reverses it.  halves[0] is the number in the first
 * floor(length / 2) numerals, and halves[1] the number in the others; the caller passes numbers in
 * range.  If the cipher fails, it returns false, and the halves are undefined.
 */
extern bool uuidx_ff1(const uuidx_ff1_domain *domain, uuidx_block_cipher cipher, void *context,
					  const void *tweak, uint32 tweak_length, uint64 halves[2], bool encrypt);

#endif							/* UUIDX_FF1_H */
