/*
 * openssl.h
 *	  Functions for every use of the OpenSSL that the server was built with.
 */
#ifndef UUIDX_OPENSSL_H
#define UUIDX_OPENSSL_H

#include "compat.h"

#ifdef USE_OPENSSL

#include <openssl/err.h>
#include <openssl/evp.h>

/* Before 3.0, OpenSSL has one list of digests and one of ciphers: nothing is fetched or freed */
#if OPENSSL_VERSION_NUMBER < 0x30000000L
#define EVP_MD_fetch(library, name, properties) ((EVP_MD *) EVP_get_digestbyname(name))
#define EVP_MD_free(method) ((void) (method))
#define EVP_CIPHER_fetch(library, name, properties) ((EVP_CIPHER *) EVP_get_cipherbyname(name))
#define EVP_CIPHER_free(cipher) ((void) (cipher))
#endif

/* Returns OpenSSL's own words for the last failure, as a static string, and forgets it */
static inline const char *
uuidx_openssl_reason(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	ERR_clear_error();
	return reason != NULL ? reason : _("no reason given");
}

#endif							/* USE_OPENSSL */

#endif							/* UUIDX_OPENSSL_H */
