/*
 * name.c
 *	  SQL: name-based UUIDs (versions 3, 5, 7 and 8) and the namespace tables.
 *
 * A name-based UUID consists of the first sixteen octets of hash(space(s) || name), where version
 * and variant are replaced (RFC 9562 sections 5.3, 5.5, 6.5 and B.2); in version 7, the first eight
 * are those of a time.  MD5, SHA-1 and SHA-2 are computed by the cryptohash API of the server,
 * other algorithms by its OpenSSL.
 *
 * Text is hashed as UTF-8 in every database, and bytea is hashed unchanged, so that equal names
 * give equal UUIDs everywhere.
 */
#include "compat.h"

#include "common/cryptohash.h"
#include "common/sha2.h"
#include "errors.h"
#include "functions.h"
#include "ids/id.h"
#include "openssl.h"
#include "proof/versions.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"
#include "uuid/layout.h"

PG_FUNCTION_INFO_V1(uuidx_namespace);
PG_FUNCTION_INFO_V1(uuidx_hashspace);

/* The longest digest of all algorithms, in octets */
#define MAX_DIGEST_LENGTH PG_SHA512_DIGEST_LENGTH

typedef struct hash_algorithm
{
	const char *name;
	const char *openssl_name;
	int			type;			/* pg_cryptohash_type; -1: not in cryptohash */
	const char *hashspace;
} hash_algorithm;

static const hash_algorithm md5 = {"md5", "MD5", PG_MD5};
static const hash_algorithm sha1 = {"sha1", "SHA1", PG_SHA1};

/*
 * The algorithms of uuid_generate_v8_hash(), each with its hashspace ID from
 * draft-ietf-uuidrev-rfc4122bis-12 appendix "Some Hashspace IDs".
 */
static const hash_algorithm v8_algorithms[] =
{
	{"sha224", "SHA224", PG_SHA224, "59031ca3-fbdb-47fb-9f6c-0f30e2e83145"},
	{"sha256", "SHA256", PG_SHA256, "3fb32780-953c-4464-9cfd-e85dbbe9843d"},
	{"sha384", "SHA384", PG_SHA384, "e6800581-f333-484b-8778-601ff2b58da8"},
	{"sha512", "SHA512", PG_SHA512, "0fde22f2-e7ba-4fd1-9753-9c2ea88fa3f9"},
	{"sha512_224", "SHA512-224", -1, "003c2038-c4fe-4b95-a672-0c26c1b79542"},
	{"sha512_256", "SHA512-256", -1, "9475ad00-3769-4c07-9642-5e7383732306"},
	{"sha3_224", "SHA3-224", -1, "9768761f-ac5a-419e-a180-7ca239e8025a"},
	{"sha3_256", "SHA3-256", -1, "2034d66b-4047-4553-8f80-70e593176877"},
	{"sha3_384", "SHA3-384", -1, "872fb339-2636-4bdd-bda6-b6dc2a82b1b3"},
	{"sha3_512", "SHA3-512", -1, "a4920a5d-a8a6-426c-8d14-a6cafbe64c7b"},
	{"shake128", "SHAKE128", -1, "7ea218f6-629a-425f-9f88-7439d63296bb"},
	{"shake256", "SHAKE256", -1, "2e7fc6a4-2919-4edc-b0ba-7d7062ce4f0a"}
};

#define SHA256_INDEX 1

/* RFC 9562 section 6.6 */
static const struct
{
	const char *name;
	const char *uuid;
}			namespaces[] =

{
	{"dns", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
	{"url", "6ba7b811-9dad-11d1-80b4-00c04fd430c8"},
	{"oid", "6ba7b812-9dad-11d1-80b4-00c04fd430c8"},
	{"x500", "6ba7b814-9dad-11d1-80b4-00c04fd430c8"}
};

/* The octets to hash: those of one or two UUIDs, and then the name */
typedef struct hash_input
{
	uint8		spaces[2 * UUID_LEN];
	size_t		spaces_length;
	bytea	   *name;
} hash_input;

/*
 * Raises an error for a digest that could not be computed: out of memory if the algorithm is
 * provided, which OpenSSL does not always report
 */
pg_noreturn static void
hash_failed(const hash_algorithm *algorithm, const char *reason)
{
#ifdef USE_OPENSSL
	EVP_MD	   *method = EVP_MD_fetch(NULL, algorithm->openssl_name, NULL);
	bool		provided = method != NULL;

	EVP_MD_free(method);
	ERR_clear_error();
#else
	bool		provided = true;
#endif

	if (provided)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while using algorithm \"%s\".", algorithm->name)));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("could not use hash algorithm \"%s\": %s", algorithm->name, reason)));
}

/* Computes a digest with the server's own API; "digest" has room for MAX_DIGEST_LENGTH */
static void
digest_cryptohash(const hash_algorithm *algorithm, const hash_input *input, uint8 *digest)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create((pg_cryptohash_type) algorithm->type);
	bool		ok = context != NULL && pg_cryptohash_init(context) >= 0 &&
		pg_cryptohash_update(context, input->spaces, input->spaces_length) >= 0 &&
		pg_cryptohash_update(context, (uint8 *) VARDATA_ANY(input->name),
							 VARSIZE_ANY_EXHDR(input->name)) >= 0 &&
		pg_cryptohash_final(context, digest, MAX_DIGEST_LENGTH) >= 0;

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
digest_openssl(const hash_algorithm *algorithm, const hash_input *input, uint8 *digest)
{
#ifdef USE_OPENSSL
	EVP_MD	   *method;
	EVP_MD_CTX *context;
	bool		ok;

	/* the queue can contain errors of earlier callers */
	ERR_clear_error();
	method = EVP_MD_fetch(NULL, algorithm->openssl_name, NULL);
	context = EVP_MD_CTX_new();
	ok = method != NULL && context != NULL && EVP_DigestInit_ex(context, method, NULL) == 1 &&
		EVP_DigestUpdate(context, input->spaces, input->spaces_length) == 1 &&
		EVP_DigestUpdate(context, VARDATA_ANY(input->name), VARSIZE_ANY_EXHDR(input->name)) == 1;
	/* an extendable-output function returns as many octets as are requested */
	if (ok && (EVP_MD_flags(method) & EVP_MD_FLAG_XOF) != 0)
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

/*
 * Returns the UUID of hash(spaces || name).  The arguments from first_space on, up to the last
 * one, are the spaces: a namespace, or a hashspace and a namespace.  Of version 7, only the last
 * eight octets are those of the hash, and the first argument is the time.
 */
static Datum
name_based_uuid(FunctionCallInfo fcinfo, const hash_algorithm *algorithm, int version,
				int first_space, bytea *name)
{
	hash_input	input = {.name = name};
	uint8		digest[MAX_DIGEST_LENGTH];
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	uint64		tick = 0;

	if (version == 7 && !uuidx_v7_tick(PG_GETARG_TIMESTAMPTZ(0), &tick))
		uuidx_time_out_of_range(7, PG_GETARG_TIMESTAMPTZ(0));

	for (int i = first_space; i < PG_NARGS() - 1; i++)
	{
		memcpy(input.spaces + input.spaces_length, PG_GETARG_UUID_P(i)->data, UUID_LEN);
		input.spaces_length += UUID_LEN;
	}
	if (algorithm->type >= 0)
		digest_cryptohash(algorithm, &input, digest);
	else
		digest_openssl(algorithm, &input, digest);

	if (version == 7)
		uuidx_v7_write(uuid, tick, uuidx_load_be64(digest + 8));
	else
		uuidx_store_versioned(uuid, uuidx_load_be64(digest), uuidx_load_be64(digest + 8), version);
	return UUIDPGetDatum(uuid);
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

/*
 * Defines two SQL functions that return a UUID computed from a name, which is the last argument,
 * a text or a bytea
 */
#define UUIDX_NAME_FUNCTIONS(of_text, of_bytea, algorithm, version, first_space)                   \
	UUIDX_FUNCTION(of_text, name_based_uuid(fcinfo, algorithm, version, first_space,               \
											uuidx_utf8(PG_GETARG_DATUM(PG_NARGS() - 1))));         \
	UUIDX_FUNCTION(of_bytea, name_based_uuid(fcinfo, algorithm, version, first_space,              \
											 PG_GETARG_BYTEA_PP(PG_NARGS() - 1)))

/* uuid_generate_v3_md5(uuid, text | bytea): RFC 9562 section 5.3 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v3_md5_text, uuidx_generate_v3_md5_bytea, &md5, 3, 0);

/* uuid_generate_v5_sha1(uuid, text | bytea): RFC 9562 section 5.5 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v5_sha1_text, uuidx_generate_v5_sha1_bytea, &sha1, 5, 0);

/* uuid_generate_v8_sha256(uuid, text | bytea): RFC 9562 appendix B.2 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_sha256_text, uuidx_generate_v8_sha256_bytea,
					 &v8_algorithms[SHA256_INDEX], 8, 0);

/* uuid_generate_v7(timestamptz, uuid, text | bytea) */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v7_name_text, uuidx_generate_v7_name_bytea,
					 &v8_algorithms[SHA256_INDEX], 7, 1);

/* uuid_generate_v8_sha256(uuid, uuid, text | bytea): the form of draft-12 */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_sha256_hashspace_text,
					 uuidx_generate_v8_sha256_hashspace_bytea, &v8_algorithms[SHA256_INDEX], 8, 0);

/* uuid_generate_v8_hash(text, uuid, text | bytea) */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_hash_text, uuidx_generate_v8_hash_bytea,
					 find_algorithm(PG_GETARG_TEXT_PP(0)), 8, 1);

/* uuid_generate_v8_hash(text, uuid, uuid, text | bytea) */
UUIDX_NAME_FUNCTIONS(uuidx_generate_v8_hash_hashspace_text,
					 uuidx_generate_v8_hash_hashspace_bytea,
					 find_algorithm(PG_GETARG_TEXT_PP(0)), 8, 1);

/* uuid_namespace(text): RFC 9562 section 6.6 */
Datum
uuidx_namespace(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	const char *given = VARDATA_ANY(name);
	int			length = VARSIZE_ANY_EXHDR(name);
	List	   *names = NIL;

	for (int i = 0; i < lengthof(namespaces); i++)
		if (uuidx_is_name(namespaces[i].name, given, length))
			return DirectFunctionCall1(uuid_in, CStringGetDatum(namespaces[i].uuid));

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

	return DirectFunctionCall1(uuid_in, CStringGetDatum(algorithm->hashspace));
}
