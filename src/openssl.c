/*
 * openssl.c
 *	  Functions for every use of the OpenSSL that the server was built with.
 */
#include "openssl.h"

/* Raises "out of memory" if OpenSSL provides the algorithm */
static void
algorithm_failed(bool provided, const char *name)
{
	if (provided)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while using algorithm \"%s\".", name)));
}

#ifdef USE_OPENSSL

const char *
uuidx_openssl_reason(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	ERR_clear_error();
	return reason != NULL ? reason : _("no reason given");
}

void
uuidx_digest_failed(const char *openssl_name, const char *name)
{
	EVP_MD	   *method = EVP_MD_fetch(NULL, openssl_name, NULL);
	bool		provided = method != NULL;

	EVP_MD_free(method);
	ERR_clear_error();
	algorithm_failed(provided, name);
}

void
uuidx_cipher_failed(const char *name)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
	bool		provided = cipher != NULL;

	EVP_CIPHER_free(cipher);
	ERR_clear_error();
	algorithm_failed(provided, name);
}

#else

/* OpenSSL always provides the digests of the server itself */
void
uuidx_digest_failed(const char *openssl_name, const char *name)
{
	algorithm_failed(true, name);
}

#endif							/* USE_OPENSSL */
