/*
 * name.c
 *	  SQL: name-based UUIDs (versions 3, 5 and 8) and the namespace tables.
 *
 * A name-based UUID consists of the first sixteen octets of hash(space(s) || name), where version
 * and variant are replaced (RFC 9562 sections 5.3, 5.5, 6.5 and B.2).  MD5, SHA-1 and SHA-2 are
 * computed by the cryptohash API of the server, other algorithms by the OpenSSL with which the
 * server was built.
 *
 * Text is hashed as UTF-8 in every database, and bytea is hashed unchanged, so that equal names
 * give equal UUIDs everywhere.
 */
#include "compat.h"

#include "common/cryptohash.h"
#include "common/md5.h"
#include "common/sha1.h"
#include "common/sha2.h"
#include "errors.h"
#include "ids/is_name.h"
#include "mb/pg_wchar.h"
#include "openssl.h"
#include "uuid/bits.h"

PG_FUNCTION_INFO_V1(uuidx_namespace);
PG_FUNCTION_INFO_V1(uuidx_hashspace);

/* The longest digest of all algorithms, in octets */
#define MAX_DIGEST_LENGTH PG_SHA512_DIGEST_LENGTH

typedef struct hash_algorithm
{
	const char *name;
	const char *openssl_name;	/* NULL if the server's cryptohash has it */
	pg_cryptohash_type type;	/* the type in cryptohash, if it has one */
	int			digest_length;	/* in octets */
	bool		extendable;		/* true for an XOF, which has output of any
								 * length */
	uint64		hashspace_hi;	/* the hashspace ID, octets 0-7 */
	uint64		hashspace_lo;	/* octets 8-15 */
} hash_algorithm;

static const hash_algorithm md5 =
{.name = "md5",.type = PG_MD5,.digest_length = MD5_DIGEST_LENGTH};

static const hash_algorithm sha1 =
{.name = "sha1",.type = PG_SHA1,.digest_length = SHA1_DIGEST_LENGTH};

/*
 * The algorithms of uuid_generate_v8_hash(), each with its hashspace ID from
 * draft-ietf-uuidrev-rfc4122bis-12 appendix "Some Hashspace IDs".
 */
static const hash_algorithm v8_algorithms[] =
{
	{"sha224", NULL, PG_SHA224, PG_SHA224_DIGEST_LENGTH, false,
	UINT64CONST(0x59031ca3fbdb47fb), UINT64CONST(0x9f6c0f30e2e83145)},
	{"sha256", NULL, PG_SHA256, PG_SHA256_DIGEST_LENGTH, false,
	UINT64CONST(0x3fb32780953c4464), UINT64CONST(0x9cfde85dbbe9843d)},
	{"sha384", NULL, PG_SHA384, PG_SHA384_DIGEST_LENGTH, false,
	UINT64CONST(0xe6800581f333484b), UINT64CONST(0x8778601ff2b58da8)},
	{"sha512", NULL, PG_SHA512, PG_SHA512_DIGEST_LENGTH, false,
	UINT64CONST(0x0fde22f2e7ba4fd1), UINT64CONST(0x97539c2ea88fa3f9)},
	{"sha512_224", "SHA512-224", 0, 0, false,
	UINT64CONST(0x003c2038c4fe4b95), UINT64CONST(0xa6720c26c1b79542)},
	{"sha512_256", "SHA512-256", 0, 0, false,
	UINT64CONST(0x9475ad0037694c07), UINT64CONST(0x96425e7383732306)},
	{"sha3_224", "SHA3-224", 0, 0, false,
	UINT64CONST(0x9768761fac5a419e), UINT64CONST(0xa1807ca239e8025a)},
	{"sha3_256", "SHA3-256", 0, 0, false,
	UINT64CONST(0x2034d66b40474553), UINT64CONST(0x8f8070e593176877)},
	{"sha3_384", "SHA3-384", 0, 0, false,
	UINT64CONST(0x872fb33926364bdd), UINT64CONST(0xbda6b6dc2a82b1b3)},
	{"sha3_512", "SHA3-512", 0, 0, false,
	UINT64CONST(0xa4920a5da8a6426c), UINT64CONST(0x8d14a6cafbe64c7b)},
	{"shake128", "SHAKE128", 0, 0, true,
	UINT64CONST(0x7ea218f6629a425f), UINT64CONST(0x9f887439d63296bb)},
	{"shake256", "SHAKE256", 0, 0, true,
	UINT64CONST(0x2e7fc6a429194edc), UINT64CONST(0xb0ba7d7062ce4f0a)}
};

#define SHA256_INDEX 1

/* RFC 9562 section 6.6: 6ba7b810-9dad-11d1-80b4-00c04fd430c8 and its siblings */
#define NAMESPACE_LO UINT64CONST(0x80b400c04fd430c8)

static const struct
{
	const char *name;
	uint64		hi;
}			namespaces[] =

{
	{"dns", UINT64CONST(0x6ba7b8109dad11d1)},
	{"url", UINT64CONST(0x6ba7b8119dad11d1)},
	{"oid", UINT64CONST(0x6ba7b8129dad11d1)},
	{"x500", UINT64CONST(0x6ba7b8149dad11d1)}
};

/* Octets to hash, which belong to the memory context of the caller */
typedef struct hash_part
{
	const void *data;
	size_t		length;
} hash_part;

/* Returns the octets of an argument of type bytea */
static hash_part
bytea_octets(Datum arg)
{
	bytea	   *value = DatumGetByteaPP(arg);

	return (hash_part)
	{
		VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)
	};
}

/*
 * Returns the octets of an argument of type text, in UTF-8.  Raises the errors of the server's
 * encoding conversion: 22021 for octets that are not UTF-8 in a SQL_ASCII database.
 */
static hash_part
text_octets(Datum arg)
{
	text	   *value = DatumGetTextPP(arg);
	char	   *string = VARDATA_ANY(value);
	int			length = VARSIZE_ANY_EXHDR(value);
	char	   *utf8 = pg_server_to_any(string, length, PG_UTF8);

	/* a converted string is a new one, and terminated */
	return (hash_part)
	{
		utf8, utf8 == string ? length : strlen(utf8)
	};
}

static hash_part
uuid_octets(Datum arg)
{
	return (hash_part)
	{
		DatumGetUUIDP(arg)->data, UUID_LEN
	};
}

/* Returns OpenSSL's name of an algorithm, also of one that the server computes with OpenSSL */
static const char *
openssl_name(const hash_algorithm *algorithm)
{
	return algorithm->openssl_name != NULL ? algorithm->openssl_name : algorithm->name;
}

/* Raises an error for a digest that could not be computed */
pg_noreturn static void
hash_failed(const hash_algorithm *algorithm, const char *reason)
{
	uuidx_digest_failed(openssl_name(algorithm), algorithm->name);
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("could not compute hash algorithm \"%s\": %s", algorithm->name, reason)));
}

/* Computes a digest with the server's own API; "digest" has room for MAX_DIGEST_LENGTH */
static void
digest_cryptohash(const hash_algorithm *algorithm, const hash_part *parts, int nparts,
				  uint8 *digest)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create(algorithm->type);
	bool		ok = context != NULL && pg_cryptohash_init(context) >= 0;

	for (int i = 0; ok && i < nparts; i++)
		ok = pg_cryptohash_update(context, parts[i].data, parts[i].length) >= 0;
	ok = ok && pg_cryptohash_final(context, digest, algorithm->digest_length) >= 0;

	if (!ok)
	{
		/* this text is constant, and outlives the context */
		const char *reason = pg_cryptohash_error(context);

		pg_cryptohash_free(context);
		hash_failed(algorithm, reason);
	}
	pg_cryptohash_free(context);
}

/* Computes a digest with OpenSSL; no error can be raised between fetch and free */
static void
digest_openssl(const hash_algorithm *algorithm, const hash_part *parts, int nparts,
			   uint8 *digest)
{
#ifdef USE_OPENSSL
	EVP_MD	   *method;
	EVP_MD_CTX *context;
	bool		ok;

	/* the queue can contain errors of earlier callers */
	ERR_clear_error();
	method = EVP_MD_fetch(NULL, openssl_name(algorithm), NULL);
	context = EVP_MD_CTX_new();
	ok = method != NULL && context != NULL && EVP_DigestInit_ex(context, method, NULL) == 1;
	for (int i = 0; ok && i < nparts; i++)
		ok = EVP_DigestUpdate(context, parts[i].data, parts[i].length) == 1;
	if (ok && algorithm->extendable)
		ok = EVP_DigestFinalXOF(context, digest, UUID_LEN) == 1;
	else if (ok)
		ok = EVP_DigestFinal_ex(context, digest, NULL) == 1;
	EVP_MD_CTX_free(context);
	EVP_MD_free(method);

	if (!ok)
		hash_failed(algorithm, uuidx_openssl_reason());
#else
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("hash algorithm \"%s\" is not supported by this build", algorithm->name),
			 errdetail("This algorithm requires a server built with OpenSSL.")));
#endif
}

/* Returns the name-based UUID of a version: hash(parts[0] || parts[1] || ...) */
static Datum
name_based_uuid(const hash_algorithm *algorithm, int version, const hash_part *parts, int nparts)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uint8		digest[MAX_DIGEST_LENGTH];

	if (algorithm->openssl_name == NULL)
		digest_cryptohash(algorithm, parts, nparts, digest);
	else
		digest_openssl(algorithm, parts, nparts, digest);

	uuidx_store_versioned(uuid, uuidx_load_be64(digest), uuidx_load_be64(digest + 8), version);
	return UUIDPGetDatum(uuid);
}

/* Returns the UUID of hash(namespace || name) */
static Datum
in_namespace(const hash_algorithm *algorithm, int version, Datum name_space, hash_part name)
{
	hash_part	parts[] = {uuid_octets(name_space), name};

	return name_based_uuid(algorithm, version, parts, lengthof(parts));
}

/* Returns the UUID of hash(hashspace || namespace || name) */
static Datum
in_hashspace(const hash_algorithm *algorithm, Datum hashspace, Datum name_space, hash_part name)
{
	hash_part	parts[] = {uuid_octets(hashspace), uuid_octets(name_space), name};

	return name_based_uuid(algorithm, 8, parts, lengthof(parts));
}

/* Returns the v8 algorithm of that name; raises an error that lists the valid ones */
static const hash_algorithm *
find_algorithm(text *name)
{
	const char *given = VARDATA_ANY(name);
	int			length = VARSIZE_ANY_EXHDR(name);
	List	   *names = NIL;
	bool		is_md5 = uuidx_is_name("md5", given, length) ||
		uuidx_is_name("md-5", given, length);
	bool		is_sha1 = uuidx_is_name("sha1", given, length) ||
		uuidx_is_name("sha-1", given, length);

	for (int i = 0; i < lengthof(v8_algorithms); i++)
		if (uuidx_is_name(v8_algorithms[i].name, given, length))
			return &v8_algorithms[i];

	for (int i = 0; i < lengthof(v8_algorithms); i++)
		names = lappend(names, pstrdup(v8_algorithms[i].name));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized hash algorithm: \"%s\"", uuidx_excerpt(given, length)),
			 uuidx_errdetail_names(given, length, names),
	/* the last of several hints is shown */
			 is_md5 ? errhint("MD5 is the hash of version 3: use uuid_generate_v3_md5().") :
			 is_sha1 ? errhint("SHA-1 is the hash of version 5: use uuid_generate_v5_sha1().") :
			 0));
}

/* Defines two SQL functions that return a UUID computed from a name, which is text or bytea */
#define UUIDX_NAME_FUNCTIONS(of_text, of_bytea, name_argument, uuid)                               \
	PG_FUNCTION_INFO_V1(of_text);                                                                  \
	PG_FUNCTION_INFO_V1(of_bytea);                                                                 \
	Datum                                                                                          \
	of_text(PG_FUNCTION_ARGS)                                                                      \
	{                                                                                              \
		hash_part	name = text_octets(PG_GETARG_DATUM(name_argument));                            \
                                                                                                   \
		return uuid;                                                                               \
	}                                                                                              \
	Datum                                                                                          \
	of_bytea(PG_FUNCTION_ARGS)                                                                     \
	{                                                                                              \
		hash_part	name = bytea_octets(PG_GETARG_DATUM(name_argument));                           \
                                                                                                   \
		return uuid;                                                                               \
	}                                                                                              \
	Datum		of_bytea(PG_FUNCTION_ARGS)

/* uuid_generate_v3_md5(uuid, text | bytea): RFC 9562 section 5.3 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v3_md5_text, uuidx_generate_v3_md5_bytea, 1,
					 in_namespace(&md5, 3, PG_GETARG_DATUM(0), name));

/* uuid_generate_v5_sha1(uuid, text | bytea): RFC 9562 section 5.5 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v5_sha1_text, uuidx_generate_v5_sha1_bytea, 1,
					 in_namespace(&sha1, 5, PG_GETARG_DATUM(0), name));

/* uuid_generate_v8_sha256(uuid, text | bytea): RFC 9562 appendix B.2 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_sha256_text, uuidx_generate_v8_sha256_bytea, 1,
					 in_namespace(&v8_algorithms[SHA256_INDEX], 8, PG_GETARG_DATUM(0), name));

/* uuid_generate_v8_sha256(uuid, uuid, text | bytea): the form of draft-12 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_sha256_hashspace_text,
					 uuidx_generate_v8_sha256_hashspace_bytea, 2,
					 in_hashspace(&v8_algorithms[SHA256_INDEX], PG_GETARG_DATUM(0),
								  PG_GETARG_DATUM(1), name));

/* uuid_generate_v8_hash(text, uuid, text | bytea) */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_hash_text, uuidx_generate_v8_hash_bytea, 2,
					 in_namespace(find_algorithm(PG_GETARG_TEXT_PP(0)), 8, PG_GETARG_DATUM(1),
								  name));

/* uuid_generate_v8_hash(text, uuid, uuid, text | bytea) */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_hash_hashspace_text,
					 uuidx_generate_v8_hash_hashspace_bytea, 3,
					 in_hashspace(find_algorithm(PG_GETARG_TEXT_PP(0)), PG_GETARG_DATUM(1),
								  PG_GETARG_DATUM(2), name));

/* uuid_namespace(text): RFC 9562 section 6.6 */
Datum
uuidx_namespace(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	const char *given = VARDATA_ANY(name);
	int			length = VARSIZE_ANY_EXHDR(name);
	List	   *names = NIL;

	for (int i = 0; i < lengthof(namespaces); i++)
	{
		if (uuidx_is_name(namespaces[i].name, given, length))
		{
			pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

			uuidx_store(uuid, namespaces[i].hi, NAMESPACE_LO);
			PG_RETURN_UUID_P(uuid);
		}
	}

	for (int i = 0; i < lengthof(namespaces); i++)
		names = lappend(names, pstrdup(namespaces[i].name));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized namespace: \"%s\"", uuidx_excerpt(given, length)),
			 uuidx_errdetail_names(given, length, names)));
}

/* uuid_hashspace(text): draft-ietf-uuidrev-rfc4122bis-12 */
Datum
uuidx_hashspace(PG_FUNCTION_ARGS)
{
	const hash_algorithm *algorithm = find_algorithm(PG_GETARG_TEXT_PP(0));
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_store(uuid, algorithm->hashspace_hi, algorithm->hashspace_lo);
	PG_RETURN_UUID_P(uuid);
}
