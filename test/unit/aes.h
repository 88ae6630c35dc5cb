/*
 * aes.h
 *	  AES (FIPS 197), for the tests of FF1: it needs no library, so that they run on every
 *	  machine.  It protects no secret.
 */
#ifndef UUIDX_TEST_AES_H
#define UUIDX_TEST_AES_H

#include "uuid/ff1.h"

typedef struct aes
{
	uint8		s_box[256];
	uint8		words[60][4];	/* the key schedule */
	int			n_rounds;
} aes;

/* length is 16, 24 or 32 octets */
extern void aes_init(aes *cipher, const uint8 *key, int length);

/* A uuidx_block_cipher, whose context is an aes */
extern bool aes_encrypt(void *context, uint8 block[UUIDX_BLOCK_LENGTH]);

#endif							/* UUIDX_TEST_AES_H */
