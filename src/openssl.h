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

/*
 * Before 3.0, OpenSSL has one list of digests and one of ciphers, so nothing is fetched or freed
 */
#if OPENSSL_VERSION_NUMBER < 0x30000000L
#define EVP_MD_fetch(library, name, properties) ((EVP_MD *) EVP_get_digestbyname(name))
#define EVP_MD_free(method) ((void) (method))
#define EVP_CIPHER_fetch(library, name, properties) ((EVP_CIPHER *) EVP_get_cipherbyname(name))
#define EVP_CIPHER_free(cipher) ((void) (cipher))
#endif

/* Returns OpenSSL's own words for the last failure, as a static string */
extern const char *uuidx_openssl_reason(void);

#endif							/* USE_OPENSSL */

/*
 * Raise "out of memory" for an algorithm, by the name that users know, if OpenSSL provides
 * it.  They are called after a failure, when nothing else can have failed, and OpenSSL does not
 * always report a lack of memory.  If OpenSSL does not provide the algorithm, they return, and the
 * caller reports that it is missing.
 */
extern void uuidx_digest_failed(const char *openssl_name, const char *name);
extern void uuidx_cipher_failed(const char *name);

#endif							/* UUIDX_OPENSSL_H */
