/*
 * mask.c
 *	  SQL: uuid_mask and uuid_unmask, which hide the time of a UUID of version 7.
 *
 * The 122 bits that are neither version nor variant are encrypted by FF1 (uuid/ff1.h), a
 * permutation, with the AES of the OpenSSL with which the server was built.
 *
 * The schedules of the last few keys are kept, because making one takes longer than using
 * it.  Schedules and intermediate results are wiped when they are no longer needed.  No error
 * contains the key or a UUID, because errors are logged.
 */
#include "compat.h"

#ifdef USE_OPENSSL
#include <openssl/crypto.h>
#endif

#include "errors.h"
#include "functions.h"
#include "openssl.h"
#include "storage/ipc.h"
#include "uuid/ff1.h"
#include "uuid/layout.h"

#define MAX_TWEAK_LENGTH (64 * 1024)

#ifdef USE_OPENSSL

#define KEYS_KEPT 4
#define MAX_KEY_LENGTH 32

typedef struct masking_key
{
	EVP_CIPHER_CTX *schedule;	/* NULL if the entry is not used */
	uint8		octets[MAX_KEY_LENGTH];
	int			length;
	uint64		last_use;		/* greater in a key that was used later */
} masking_key;

static masking_key keys[KEYS_KEPT];
static uint64 uses = 0;
static uuidx_ff1_domain uuid_domain;

static void
forget_key(masking_key *key)
{
	EVP_CIPHER_CTX_free(key->schedule);
	explicit_bzero(key, sizeof(*key));
}

static void
forget_keys(int code, Datum arg)
{
	for (int i = 0; i < KEYS_KEPT; i++)
		forget_key(&keys[i]);
}

/*
 * Raises an error for a cipher that could not be used.  If OpenSSL provides it, the only
 * cause that remains is lack of memory, which OpenSSL does not always report.
 */
pg_noreturn static void
cipher_failed(const char *name)
{
	const char *reason = uuidx_openssl_reason();
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
	bool		provided = cipher != NULL;

	EVP_CIPHER_free(cipher);
	ERR_clear_error();
	if (provided)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while using algorithm \"%s\".", name)));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("could not use cipher \"%s\": %s", name, reason)));
}

static const char *
cipher_name(int key_length)
{
	if (key_length == 16)
		return "AES-128-ECB";
	return key_length == 24 ? "AES-192-ECB" : "AES-256-ECB";
}

/* Returns the schedule of a key; no error can be raised between fetch and free */
static EVP_CIPHER_CTX *
make_schedule(const uint8 *octets, int length)
{
	EVP_CIPHER *cipher;
	EVP_CIPHER_CTX *schedule;
	bool		ok;

	/* the queue can contain errors of earlier callers */
	ERR_clear_error();
	cipher = EVP_CIPHER_fetch(NULL, cipher_name(length), NULL);
	schedule = EVP_CIPHER_CTX_new();
	ok = cipher != NULL && schedule != NULL &&
		EVP_EncryptInit_ex(schedule, cipher, NULL, octets, NULL) == 1 &&
		EVP_CIPHER_CTX_set_padding(schedule, 0) == 1;
	EVP_CIPHER_free(cipher);

	if (!ok)
	{
		EVP_CIPHER_CTX_free(schedule);
		cipher_failed(cipher_name(length));
	}
	return schedule;
}

/* Returns a key from the cache, where a new key replaces the least recently used one */
static masking_key *
find_key(const uint8 *octets, int length)
{
	masking_key *oldest = &keys[0];
	EVP_CIPHER_CTX *schedule;

	for (int i = 0; i < KEYS_KEPT; i++)
	{
		if (keys[i].length == length && CRYPTO_memcmp(keys[i].octets, octets, length) == 0)
		{
			keys[i].last_use = ++uses;
			return &keys[i];
		}
		if (keys[i].last_use < oldest->last_use)
			oldest = &keys[i];
	}

	/* if this raises an error, no key is replaced */
	schedule = make_schedule(octets, length);
	if (uses == 0)
	{
		on_proc_exit(forget_keys, (Datum) 0);
		uuidx_ff1_domain_make(2, 2 * UUIDX_HALF_BITS, &uuid_domain);
	}
	forget_key(oldest);
	oldest->schedule = schedule;
	memcpy(oldest->octets, octets, length);
	oldest->length = length;
	oldest->last_use = ++uses;
	return oldest;
}

/* Implements uuidx_block_cipher */
static bool
encrypt_block(void *schedule, uint8 block[UUIDX_BLOCK_LENGTH])
{
	int			length;

	return EVP_EncryptUpdate(schedule, block, &length, block, UUIDX_BLOCK_LENGTH) == 1;
}

static void
permute(pg_uuid_t *to, const pg_uuid_t *from, const uint8 *octets, int key_length,
		const char *tweak, int tweak_length, bool mask)
{
	masking_key *key = find_key(octets, key_length);
	uint64		halves[2];
	bool		ok;

	uuidx_halves(from, halves);
	ok = uuidx_ff1(&uuid_domain, encrypt_block, key->schedule, tweak, tweak_length, halves, mask);
	uuidx_store_halves(to, halves, mask ? 4 : 7);
	explicit_bzero(halves, sizeof(halves));

	if (!ok)
	{
		forget_key(key);
		cipher_failed(cipher_name(key_length));
	}
}

#else

static void
permute(pg_uuid_t *to, const pg_uuid_t *from, const uint8 *octets, int key_length,
		const char *tweak, int tweak_length, bool mask)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("masking UUIDs is not supported by this build"),
			 errdetail("It requires a server built with OpenSSL.")));
}

#endif							/* USE_OPENSSL */

/*
 * Implements both functions, with two or three arguments.  A tweak is read in UTF-8.  A long one
 * raises an error because AES reads it in each of ten rounds and cannot be canceled meanwhile.
 */
static Datum
mask_or_unmask(FunctionCallInfo fcinfo, bool mask)
{
	const pg_uuid_t *from = PG_GETARG_UUID_P(0);
	bytea	   *key = PG_GETARG_BYTEA_PP(1);
	size_t		key_length = VARSIZE_ANY_EXHDR(key);
	const char *tweak = "";
	int			tweak_length = 0;
	int			version = mask ? 7 : 4;
	int			found = uuidx_version_of(from);
	pg_uuid_t  *to = palloc_object(pg_uuid_t);

	if (found != version)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 mask ?
				 errmsg("only a UUID of version 7 can be masked") :
				 errmsg("only a UUID of version 4 can be unmasked"),
				 uuidx_errdetail_version(found)));
	if (key_length != 16 && key_length != 24 && key_length != 32)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg_plural("a key of %zu byte cannot mask a UUID",
							   "a key of %zu bytes cannot mask a UUID",
							   key_length, key_length),
				 errdetail("The key must be 16, 24 or 32 bytes.")));

	if (PG_NARGS() > 2)
	{
		bytea	   *utf8 = uuidx_utf8(PG_GETARG_DATUM(2));

		tweak = VARDATA_ANY(utf8);
		tweak_length = VARSIZE_ANY_EXHDR(utf8);
	}
	if (tweak_length > MAX_TWEAK_LENGTH)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("tweak is too long (%d bytes, max %d bytes)",
						tweak_length, MAX_TWEAK_LENGTH)));
	permute(to, from, (const uint8 *) VARDATA_ANY(key), key_length, tweak, tweak_length, mask);
	PG_RETURN_UUID_P(to);
}

/* uuid_mask(uuid, bytea [, text]) and uuid_unmask(uuid, bytea [, text]) */
UUIDX_FUNCTION(uuidx_mask, mask_or_unmask(fcinfo, true));
UUIDX_FUNCTION(uuidx_unmask, mask_or_unmask(fcinfo, false));
