/*
 * system.h
 *	  Functions that the descriptors of foreign id systems share.
 *
 * Most systems are a number that begins with its time, written in some alphabet, and differ only
 * by the constants of their descriptors.  Only the files of the systems include this.
 */
#ifndef UUIDX_ID_SYSTEM_H
#define UUIDX_ID_SYSTEM_H

#include "ids/id.h"
#include "uuid/bits.h"
#include "uuid/epoch.h"

/* Returns the number of octets that the bits of an id need */
static inline size_t
uuidx_id_octets(const uuidx_id_system *system)
{
	return (system->bits + 7U) / 8U;
}

/* Returns an id of 64 bits, or the first 64 bits of a longer one */
static inline uint64
uuidx_id_first64(const uuidx_id *id)
{
	return uuidx_load_be64(id->octets);
}

/* Writes an id of at most 128 bits, left-aligned in two halves */
static inline void
uuidx_id_store(uuidx_id *id, uint64 first, uint64 second)
{
	memset(id, 0, sizeof(*id));
	uuidx_store_be64(id->octets, first);
	uuidx_store_be64(id->octets + 8, second);
}

/* Reads the prefix and the text that the system writes, but no other form */
extern uuidx_status uuidx_id_parse_own(const uuidx_id_system *system, const char *string,
									   size_t length, uuidx_id *id);

/* Read and write exactly nchars digits in an alphabet with a power of two as radix */
extern uuidx_status uuidx_id_parse_bits(const uuidx_id_system *system, const char *string,
										size_t length, uuidx_id *id);
extern size_t uuidx_id_format_bits(const uuidx_id_system *system, const uuidx_id *id, char *string);

/*
 * Read and write exactly nchars digits of a number; if "shortest" is set, at most nchars, written
 * without leading zeros
 */
extern uuidx_status uuidx_id_parse_number(const uuidx_id_system *system, const char *string,
										  size_t length, uuidx_id *id);
extern size_t uuidx_id_format_number(const uuidx_id_system *system, const uuidx_id *id,
									 char *string);

/* Reads a text of at most nchars digits, but refuses leading zeros */
extern uuidx_status uuidx_id_parse_unsigned(const uuidx_id_system *system, const char *string,
											size_t length, uuidx_id *id);

/*
 * Read and write a UUID in its canonical form (RFC 9562 section 4); its 128 bits are the id.
 * Letters are read in either case and written in lower case.
 */
#define UUIDX_CANONICAL_CHARS 36
extern uuidx_status uuidx_id_parse_uuid(const uuidx_id_system *system, const char *string,
										size_t length, uuidx_id *id);
extern size_t uuidx_id_format_uuid(const uuidx_id_system *system, const uuidx_id *id, char *string);

/* Reads the 32 digits of 128 bits */
#define UUIDX_HEX_CHARS 32
extern uuidx_status uuidx_id_parse_hex(const char *string, uuidx_id *id);

/* Texts of digits that stand for groups of bits, or for a number; and the canonical text */
#define UUIDX_DIGITS(n, digits, pad)                                                               \
	.nchars = (n), .alphabet = &(digits), .padding = (pad), .parse = uuidx_id_parse_bits,          \
	.format = uuidx_id_format_bits
#define UUIDX_NUMBER(n, digits)                                                                    \
	.nchars = (n), .alphabet = &(digits), .parse = uuidx_id_parse_number,                          \
	.format = uuidx_id_format_number
#define UUIDX_CANONICAL_TEXT .parse = uuidx_id_parse_uuid, .format = uuidx_id_format_uuid

/*
 * The largest time, in ticks of tick_us, above "low_bits" of 64 bits; no time is longer than the 48
 * bits of ms in a UUID
 */
#define UUIDX_WIDTH_MAX_TICKS(low_bits, tick_us)                                                   \
	Min(PG_UINT64_MAX >> (low_bits), ((UINT64CONST(1) << 48) * 1000 - 1) / (tick_us))

/* The place of the field of these bits in a system of any width */
#define UUIDX_WIDTH_OTHER 2

/* Ticks of num/den us, counted from 0 to a last one, or in a number of bits */
#define UUIDX_TICKS_TO(last, num, den) .max_ticks = (last), .tick_num = (num), .tick_den = (den)
#define UUIDX_TICKS(bits, num, den) UUIDX_TICKS_TO((UINT64CONST(1) << (bits)) - 1, num, den)

/* The id is a UUID of a version, and sorts by time */
#define UUIDX_UUID_OF_VERSION(n)                                                                   \
	.bits = 128, .mapping = UUIDX_ID_IS_UUID, .sort = UUIDX_ID_SORT_UUID, UUIDX_CANONICAL_TEXT,    \
	.version = (n)

/* The field of a time in Unix ms, or in ticks */
#define UUIDX_MS_FIELD {.name = "unix_ms", .form = UUIDX_FIELD_UNIX_MS}
#define UUIDX_TICKS_FIELD(of_field) {.name = (of_field), .form = UUIDX_FIELD_TICKS}

/* The time is in front, and the bits after it can have any value */
#define UUIDX_TIME_IN_FRONT(bits)                                                                  \
	.time_bits = (bits), .ticks = uuidx_id_leading_ticks, .bound = uuidx_id_leading_bound
#define UUIDX_MS_IN_FRONT(bits) UUIDX_TIME_IN_FRONT(bits), UUIDX_TICKS(bits, 1000, 1)

/* The time is in front of the version and the variant of a UUID */
#define UUIDX_TIME_IN_FRONT_OF_VERSION(bits)                                                       \
	.time_bits = (bits), .ticks = uuidx_id_leading_ticks, .bound = uuidx_id_versioned_bound

/* Returns the first time_bits bits of the id, with its octets in the order of "places" */
extern uuidx_status uuidx_id_leading_ticks(const uuidx_id_system *system, const uuidx_id *id,
										   uint64 *ticks);

/* Makes the bound of an instant by filling all bits after the time with zeros or ones */
extern void uuidx_id_leading_bound(const uuidx_id_system *system, uint64 ticks, bool upper,
								   uuidx_id *id);

/* Does the same for 128 bits, and sets the variant of RFC 9562 and the version of the system */
extern void uuidx_id_versioned_bound(const uuidx_id_system *system, uint64 ticks, bool upper,
									 uuidx_id *id);

/*
 * Returns UUIDX_OK if an id, with its octets in the order of "places", is an RFC 9562 UUID of the
 * version of the system; otherwise, UUIDX_BAD_VERSION or UUIDX_BAD_VARIANT.
 */
extern uuidx_status uuidx_id_check_version(const uuidx_id_system *system, const uuidx_id *id);

/* Copies octet places[i] of the id to octet i of the result; octet i if places is NULL */
extern void uuidx_id_arrange(const uuidx_id_system *system, const uuidx_id *id,
							 unsigned char *octets);

/* Copies octet i to octet places[i] of the id, and sets octets without a place to zero */
extern void uuidx_id_rearrange(const uuidx_id_system *system, const unsigned char *octets,
							   uuidx_id *id);

/* The places of a GUID in the octet order of .NET */
extern const uint8 uuidx_id_dotnet_places[UUID_LEN];

/* The systems that each file describes; the last entry has no name */
extern const uuidx_id_system uuidx_id_ulid_systems[];
extern const uuidx_id_system uuidx_id_objectid_systems[];
extern const uuidx_id_system uuidx_id_elasticsearch_systems[];
extern const uuidx_id_system uuidx_id_number_systems[];
extern const uuidx_id_system uuidx_id_text_systems[];
extern const uuidx_id_system uuidx_id_uuid_systems[];
extern const uuidx_id_system uuidx_id_guid_systems[];
extern const uuidx_id_system uuidx_id_typeid_systems[];

#endif							/* UUIDX_ID_SYSTEM_H */
