/*
 * system.h
 *	  What the descriptors of foreign id systems share.
 *
 * Most systems are a number that begins with its time, written in some alphabet; they
 * differ by constants, which are in their descriptors, and use the functions below.
 * Only their files include this.
 */
#ifndef UUIDX_ID_SYSTEM_H
#define UUIDX_ID_SYSTEM_H

#include "ids/id.h"
#include "uuid/bits.h"
#include "uuid/epoch.h"

/* Octets of a number of so many bits */
static inline size_t
uuidx_id_octets(const uuidx_id_system *system)
{
	return (system->bits + 7U) / 8U;
}

/* A 64-bit id, and the first half of a longer one */
static inline uint64
uuidx_id_first64(const uuidx_id *id)
{
	return uuidx_load_be64(id->octets);
}

/* The second half of a 128-bit id */
static inline uint64
uuidx_id_second64(const uuidx_id *id)
{
	return uuidx_load_be64(id->octets + 8);
}

/* Writes an id of at most 128 bits, left-aligned in two halves */
static inline void
uuidx_id_store(uuidx_id *id, uint64 first, uint64 second)
{
	memset(id, 0, sizeof(*id));
	uuidx_store_be64(id->octets, first);
	uuidx_store_be64(id->octets + 8, second);
}

/*
 * Text of exactly nchars digits in an alphabet with a power of two as its radix;
 * "padding" is where surplus bits are.
 */
extern uuidx_status uuidx_id_parse_bits(const uuidx_id_system *system, const char *string,
										size_t length, uuidx_id *id);
extern size_t uuidx_id_format_bits(const uuidx_id_system *system, const uuidx_id *id, char *string);

/*
 * Text of exactly nchars digits of a number of all bits, or where "shortest"
 * says so of at most nchars, written without leading zeros.
 */
extern uuidx_status uuidx_id_parse_number(const uuidx_id_system *system, const char *string,
										  size_t length, uuidx_id *id);
extern size_t uuidx_id_format_number(const uuidx_id_system *system, const uuidx_id *id,
									 char *string);

/* The same, shortest, where leading zeros are refused when it is read */
extern uuidx_status uuidx_id_parse_unsigned(const uuidx_id_system *system, const char *string,
											size_t length, uuidx_id *id);

/*
 * Text of a UUID in its canonical form (RFC 9562 section 4), the 128 bits being the id;
 * letters of either case are read, lower case is written.
 */
#define UUIDX_CANONICAL_CHARS 36
extern uuidx_status uuidx_id_parse_uuid(const uuidx_id_system *system, const char *string,
										size_t length, uuidx_id *id);
extern size_t uuidx_id_format_uuid(const uuidx_id_system *system, const uuidx_id *id, char *string);

/*
 * The time is a number in the first time_bits bits of the id, once its octets
 * are in the order of "places" (NULL: as they are).
 */
extern uuidx_status uuidx_id_leading_ticks(const uuidx_id_system *system, const uuidx_id *id,
										   uint64 *ticks);

/* The bound of such a system if all other bits are free: zeros or ones */
extern void uuidx_id_leading_bound(const uuidx_id_system *system, uint64 ticks, bool upper,
								   uuidx_id *id);

/* The same for 128 bits, in which version and variant are then set */
extern void uuidx_id_versioned_bound(const uuidx_id_system *system, uint64 ticks, bool upper,
									 int version, uuidx_id *id);

/*
 * Version and variant of an id that is a UUID of RFC 9562: UUIDX_BAD_VERSION,
 * UUIDX_BAD_VARIANT.
 */
extern uuidx_status uuidx_id_check_version(const uuidx_id *id, int version);

/* Octet i of the result is octet places[i] of the id; NULL: a plain copy */
extern void uuidx_id_arrange(const uuidx_id_system *system, const uuidx_id *id,
							 unsigned char *octets);

/* The inverse of uuidx_id_arrange; octets without a place become zero */
extern void uuidx_id_rearrange(const uuidx_id_system *system, const unsigned char *octets,
							   uuidx_id *id);

/*
 * The systems, one array for each file that describes some.  The last entry of
 * each has no name.
 */
extern const uuidx_id_system uuidx_id_plain_systems[];
extern const uuidx_id_system uuidx_id_number_systems[];
extern const uuidx_id_system uuidx_id_text_systems[];
extern const uuidx_id_system uuidx_id_uuid_systems[];
extern const uuidx_id_system uuidx_id_guid_systems[];
extern const uuidx_id_system uuidx_id_typeid_systems[];

#endif							/* UUIDX_ID_SYSTEM_H */
