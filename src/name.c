/*
 * name.c
 *	  SQL: name-based UUIDs (versions 3, 5 and 8) and the namespace tables.
 *
 * A name-based UUID is the first sixteen octets of hash(space(s) || name), with
 * version and variant put in (RFC 9562 sections 5.3, 5.5, 6.5 and B.2).  MD5,
 * SHA-1 and SHA-2 come from the server's cryptohash API; what that lacks comes
 * from the OpenSSL the server was built with.
 *
 * Text is hashed as UTF-8 in every database, bytea as it is, so equal names
 * give equal UUIDs everywhere.
 */
#include "compat.h"

#include "uuid/bits.h"
#include "common/cryptohash.h"
#include "common/md5.h"
#include "common/sha1.h"
#include "common/sha2.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#ifdef USE_OPENSSL
#include <openssl/evp.h>
#endif

UUIDX_SQL_FUNCTION(uuidx_generate_v3_md5_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v3_md5_bytea);
UUIDX_SQL_FUNCTION(uuidx_generate_v5_sha1_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v5_sha1_bytea);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_sha256_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_sha256_bytea);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_sha256_hashspace_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_sha256_hashspace_bytea);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_hash_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_hash_bytea);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_hash_hashspace_text);
UUIDX_SQL_FUNCTION(uuidx_generate_v8_hash_hashspace_bytea);
UUIDX_SQL_FUNCTION(uuidx_namespace);
UUIDX_SQL_FUNCTION(uuidx_hashspace);

/* The longest digest of all algorithms, in octets */
#define MAX_DIGEST_LENGTH PG_SHA512_DIGEST_LENGTH

typedef struct hash_algorithm
{
	const char *name;
	const char *openssl_name;	/* NULL: the server's cryptohash has it */
	pg_cryptohash_type type;	/* if so, this one */
	int			digest_length;	/* and this many octets */
	bool		extendable;		/* an XOF: any prefix of its output will do */
	pg_uuid_t	hashspace;
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
	{{0x59, 0x03, 0x1c, 0xa3, 0xfb, 0xdb, 0x47, 0xfb, 0x9f, 0x6c, 0x0f, 0x30, 0xe2, 0xe8, 0x31, 0x45}}},
	{"sha256", NULL, PG_SHA256, PG_SHA256_DIGEST_LENGTH, false,
	{{0x3f, 0xb3, 0x27, 0x80, 0x95, 0x3c, 0x44, 0x64, 0x9c, 0xfd, 0xe8, 0x5d, 0xbb, 0xe9, 0x84, 0x3d}}},
	{"sha384", NULL, PG_SHA384, PG_SHA384_DIGEST_LENGTH, false,
	{{0xe6, 0x80, 0x05, 0x81, 0xf3, 0x33, 0x48, 0x4b, 0x87, 0x78, 0x60, 0x1f, 0xf2, 0xb5, 0x8d, 0xa8}}},
	{"sha512", NULL, PG_SHA512, PG_SHA512_DIGEST_LENGTH, false,
	{{0x0f, 0xde, 0x22, 0xf2, 0xe7, 0xba, 0x4f, 0xd1, 0x97, 0x53, 0x9c, 0x2e, 0xa8, 0x8f, 0xa3, 0xf9}}},
	{"sha512_224", "SHA512-224", 0, 0, false,
	{{0x00, 0x3c, 0x20, 0x38, 0xc4, 0xfe, 0x4b, 0x95, 0xa6, 0x72, 0x0c, 0x26, 0xc1, 0xb7, 0x95, 0x42}}},
	{"sha512_256", "SHA512-256", 0, 0, false,
	{{0x94, 0x75, 0xad, 0x00, 0x37, 0x69, 0x4c, 0x07, 0x96, 0x42, 0x5e, 0x73, 0x83, 0x73, 0x23, 0x06}}},
	{"sha3_224", "SHA3-224", 0, 0, false,
	{{0x97, 0x68, 0x76, 0x1f, 0xac, 0x5a, 0x41, 0x9e, 0xa1, 0x80, 0x7c, 0xa2, 0x39, 0xe8, 0x02, 0x5a}}},
	{"sha3_256", "SHA3-256", 0, 0, false,
	{{0x20, 0x34, 0xd6, 0x6b, 0x40, 0x47, 0x45, 0x53, 0x8f, 0x80, 0x70, 0xe5, 0x93, 0x17, 0x68, 0x77}}},
	{"sha3_384", "SHA3-384", 0, 0, false,
	{{0x87, 0x2f, 0xb3, 0x39, 0x26, 0x36, 0x4b, 0xdd, 0xbd, 0xa6, 0xb6, 0xdc, 0x2a, 0x82, 0xb1, 0xb3}}},
	{"sha3_512", "SHA3-512", 0, 0, false,
	{{0xa4, 0x92, 0x0a, 0x5d, 0xa8, 0xa6, 0x42, 0x6c, 0x8d, 0x14, 0xa6, 0xca, 0xfb, 0xe6, 0x4c, 0x7b}}},
	{"shake128", "SHAKE128", 0, 0, true,
	{{0x7e, 0xa2, 0x18, 0xf6, 0x62, 0x9a, 0x42, 0x5f, 0x9f, 0x88, 0x74, 0x39, 0xd6, 0x32, 0x96, 0xbb}}},
	{"shake256", "SHAKE256", 0, 0, true,
	{{0x2e, 0x7f, 0xc6, 0xa4, 0x29, 0x19, 0x4e, 0xdc, 0xb0, 0xba, 0x7d, 0x70, 0x62, 0xce, 0x4f, 0x0a}}}
};

#define SHA256_INDEX 1

/* RFC 9562 section 6.6: 6ba7b810-9dad-11d1-80b4-00c04fd430c8 and its siblings */
static const struct
{
	const char *name;
	unsigned char octet3;
}			namespaces[] =

{
	{"dns", 0x10},
	{"url", 0x11},
	{"oid", 0x12},
	{"x500", 0x14}
};

/* Octets to hash; the memory belongs to the caller's context */
typedef struct octets
{
	const void *data;
	size_t		length;
} octets;

/* A function argument of type bytea */
static octets
bytea_octets(Datum arg)
{
	bytea	   *value = DatumGetByteaPP(arg);

	return (octets)
	{
		VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)
	};
}

/*
 * A function argument of type text, as UTF-8.  Raises what the server's
 * encoding conversion raises: 22021 for octets that are no UTF-8 in a SQL_ASCII
 * database.
 */
static octets
text_octets(Datum arg)
{
	text	   *value = DatumGetTextPP(arg);
	char	   *string = VARDATA_ANY(value);
	int			length = VARSIZE_ANY_EXHDR(value);
	char	   *utf8 = pg_server_to_any(string, length, PG_UTF8);

	/* a converted string is a new, terminated one */
	return (octets)
	{
		utf8, utf8 == string ? length : strlen(utf8)
	};
}

static octets
uuid_octets(Datum arg)
{
	return (octets)
	{
		DatumGetUUIDP(arg)->data, UUID_LEN
	};
}

/* Whether OpenSSL, with its present settings, has the algorithm at all */
static bool
openssl_provides(const hash_algorithm *algorithm)
{
#if defined(USE_OPENSSL) && OPENSSL_VERSION_NUMBER >= 0x30000000L
	EVP_MD	   *method = EVP_MD_fetch(NULL, algorithm->openssl_name ? algorithm->openssl_name :
									  algorithm->name, NULL);

	EVP_MD_free(method);
	return method != NULL;
#else
	return false;
#endif
}

/*
 * A digest that failed although the algorithm is there has lacked memory: to
 * compute it takes nothing else, and OpenSSL does not always say so.
 */
pg_noreturn static void
hash_failed(const hash_algorithm *algorithm, const char *reason)
{
	if (openssl_provides(algorithm))
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while computing hash algorithm \"%s\".", algorithm->name)));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("this server cannot compute hash algorithm \"%s\"", algorithm->name),
			 errdetail_internal("%s", reason)));
}

/* Digest by the server's own API; `digest` has room for MAX_DIGEST_LENGTH */
static void
digest_cryptohash(const hash_algorithm *algorithm, const octets *parts, int nparts,
				  uint8 *digest)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create(algorithm->type);
	bool		ok = context != NULL && pg_cryptohash_init(context) >= 0;

	for (int i = 0; ok && i < nparts; i++)
		ok = pg_cryptohash_update(context, parts[i].data, parts[i].length) >= 0;
	ok = ok && pg_cryptohash_final(context, digest, algorithm->digest_length) >= 0;

	if (!ok)
	{
		/* the text is constant, so it outlives the context */
		const char *reason = pg_cryptohash_error(context);

		pg_cryptohash_free(context);
		hash_failed(algorithm, reason);
	}
	pg_cryptohash_free(context);
}

/* Digest by OpenSSL; nothing between create and free can raise an error */
static void
digest_openssl(const hash_algorithm *algorithm, const octets *parts, int nparts,
			   uint8 *digest)
{
#ifdef USE_OPENSSL
	const		EVP_MD *method = EVP_get_digestbyname(algorithm->openssl_name);
	EVP_MD_CTX *context;
	bool		ok;

	if (method == NULL)
		hash_failed(algorithm, "The server's OpenSSL library does not provide it.");

	context = EVP_MD_CTX_new();
	ok = context != NULL && EVP_DigestInit_ex(context, method, NULL) == 1;
	for (int i = 0; ok && i < nparts; i++)
		ok = EVP_DigestUpdate(context, parts[i].data, parts[i].length) == 1;
	if (ok && algorithm->extendable)
		ok = EVP_DigestFinalXOF(context, digest, UUID_LEN) == 1;
	else if (ok)
		ok = EVP_DigestFinal_ex(context, digest, NULL) == 1;
	EVP_MD_CTX_free(context);

	if (!ok)
		hash_failed(algorithm, "The server's OpenSSL library refused to compute it.");
#else
	hash_failed(algorithm, "The server was built without OpenSSL.");
#endif
}

/* The name-based UUID of a version: hash(parts[0] || parts[1] || ...) */
static Datum
name_based_uuid(const hash_algorithm *algorithm, int version, const octets *parts, int nparts)
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

/* hash(namespace || name) */
static Datum
in_namespace(const hash_algorithm *algorithm, int version, Datum name_space, octets name)
{
	octets		parts[] = {uuid_octets(name_space), name};

	return name_based_uuid(algorithm, version, parts, lengthof(parts));
}

/* hash(hashspace || namespace || name) */
static Datum
in_hashspace(const hash_algorithm *algorithm, Datum hashspace, Datum name_space, octets name)
{
	octets		parts[] = {uuid_octets(hashspace), uuid_octets(name_space), name};

	return name_based_uuid(algorithm, 8, parts, lengthof(parts));
}

/* The v8 algorithm of that name, in any case; an error lists the valid ones */
static const hash_algorithm *
find_algorithm(text *name)
{
	char	   *wanted = text_to_cstring(name);
	StringInfoData valid;

	for (int i = 0; i < lengthof(v8_algorithms); i++)
		if (pg_strcasecmp(wanted, v8_algorithms[i].name) == 0)
			return &v8_algorithms[i];

	initStringInfo(&valid);
	for (int i = 0; i < lengthof(v8_algorithms); i++)
		appendStringInfo(&valid, "%s%s", i > 0 ? ", " : "", v8_algorithms[i].name);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized hash algorithm: \"%s\"", wanted),
			 errdetail("Valid names are %s.", valid.data)));
}

/* uuid_generate_v3_md5(uuid, text | bytea): RFC 9562 section 5.3 */
Datum
uuidx_generate_v3_md5_text(PG_FUNCTION_ARGS)
{
	return in_namespace(&md5, 3, PG_GETARG_DATUM(0), text_octets(PG_GETARG_DATUM(1)));
}

Datum
uuidx_generate_v3_md5_bytea(PG_FUNCTION_ARGS)
{
	return in_namespace(&md5, 3, PG_GETARG_DATUM(0), bytea_octets(PG_GETARG_DATUM(1)));
}

/* uuid_generate_v5_sha1(uuid, text | bytea): RFC 9562 section 5.5 */
Datum
uuidx_generate_v5_sha1_text(PG_FUNCTION_ARGS)
{
	return in_namespace(&sha1, 5, PG_GETARG_DATUM(0), text_octets(PG_GETARG_DATUM(1)));
}

Datum
uuidx_generate_v5_sha1_bytea(PG_FUNCTION_ARGS)
{
	return in_namespace(&sha1, 5, PG_GETARG_DATUM(0), bytea_octets(PG_GETARG_DATUM(1)));
}

/* uuid_generate_v8_sha256(uuid, text | bytea): RFC 9562 appendix B.2 */
Datum
uuidx_generate_v8_sha256_text(PG_FUNCTION_ARGS)
{
	return in_namespace(&v8_algorithms[SHA256_INDEX], 8, PG_GETARG_DATUM(0),
						text_octets(PG_GETARG_DATUM(1)));
}

Datum
uuidx_generate_v8_sha256_bytea(PG_FUNCTION_ARGS)
{
	return in_namespace(&v8_algorithms[SHA256_INDEX], 8, PG_GETARG_DATUM(0),
						bytea_octets(PG_GETARG_DATUM(1)));
}

/* uuid_generate_v8_sha256(uuid, uuid, text | bytea): draft-12's form */
Datum
uuidx_generate_v8_sha256_hashspace_text(PG_FUNCTION_ARGS)
{
	return in_hashspace(&v8_algorithms[SHA256_INDEX], PG_GETARG_DATUM(0), PG_GETARG_DATUM(1),
						text_octets(PG_GETARG_DATUM(2)));
}

Datum
uuidx_generate_v8_sha256_hashspace_bytea(PG_FUNCTION_ARGS)
{
	return in_hashspace(&v8_algorithms[SHA256_INDEX], PG_GETARG_DATUM(0), PG_GETARG_DATUM(1),
						bytea_octets(PG_GETARG_DATUM(2)));
}

/* uuid_generate_v8_hash(text, uuid, text | bytea) */
Datum
uuidx_generate_v8_hash_text(PG_FUNCTION_ARGS)
{
	return in_namespace(find_algorithm(PG_GETARG_TEXT_PP(0)), 8, PG_GETARG_DATUM(1),
						text_octets(PG_GETARG_DATUM(2)));
}

Datum
uuidx_generate_v8_hash_bytea(PG_FUNCTION_ARGS)
{
	return in_namespace(find_algorithm(PG_GETARG_TEXT_PP(0)), 8, PG_GETARG_DATUM(1),
						bytea_octets(PG_GETARG_DATUM(2)));
}

/* uuid_generate_v8_hash(text, uuid, uuid, text | bytea) */
Datum
uuidx_generate_v8_hash_hashspace_text(PG_FUNCTION_ARGS)
{
	return in_hashspace(find_algorithm(PG_GETARG_TEXT_PP(0)), PG_GETARG_DATUM(1),
						PG_GETARG_DATUM(2), text_octets(PG_GETARG_DATUM(3)));
}

Datum
uuidx_generate_v8_hash_hashspace_bytea(PG_FUNCTION_ARGS)
{
	return in_hashspace(find_algorithm(PG_GETARG_TEXT_PP(0)), PG_GETARG_DATUM(1),
						PG_GETARG_DATUM(2), bytea_octets(PG_GETARG_DATUM(3)));
}

/* uuid_namespace(text): RFC 9562 section 6.6 */
Datum
uuidx_namespace(PG_FUNCTION_ARGS)
{
	static const pg_uuid_t base =
	{{0x6b, 0xa7, 0xb8, 0x00, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}};
	char	   *wanted = text_to_cstring(PG_GETARG_TEXT_PP(0));

	for (int i = 0; i < lengthof(namespaces); i++)
	{
		if (pg_strcasecmp(wanted, namespaces[i].name) == 0)
		{
			pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

			*uuid = base;
			uuid->data[3] = namespaces[i].octet3;
			PG_RETURN_UUID_P(uuid);
		}
	}

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized namespace: \"%s\"", wanted),
			 errdetail("Valid names are dns, url, oid, x500.")));
}

/* uuid_hashspace(text): draft-ietf-uuidrev-rfc4122bis-12 */
Datum
uuidx_hashspace(PG_FUNCTION_ARGS)
{
	const hash_algorithm *algorithm = find_algorithm(PG_GETARG_TEXT_PP(0));
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	*uuid = algorithm->hashspace;
	PG_RETURN_UUID_P(uuid);
}
