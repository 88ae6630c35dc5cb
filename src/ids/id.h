/*
 * id.h
 *	  Ids from other systems: their texts and times, and their conversion to UUIDs and back.
 *
 * A registry has a descriptor of each system.  Guarantees, for every system:
 *
 *	  lossless	a UUID made of an id is converted back to the same id; of a TypeID, the
 *				id is the suffix, and the prefix is not kept
 *	  strict	a text is refused unless the system writes it, or reads it as the same
 *				id (the other case, TSID's look-alikes), or it is 128 bits in the
 *				form of a uuid; a UUID is refused unless the conversion of an id makes it
 *	  exact		times are computed in integers and rounded down to microseconds
 *	  ordered	ids sort by time where "sort" says so; a raw or time-first UUID
 *				sorts as its id does (unsigned, octet by octet)
 *
 * The functions raise no error and allocate nothing; a uuidx_status says what they refuse.
 */
#ifndef UUIDX_ID_H
#define UUIDX_ID_H

#include "compat.h"
#include "ids/radix.h"
#include "ids/refusal.h"

/* The longest id has 160 bits, the longest text the 128 binary digits of a UUID */
#define UUIDX_ID_OCTETS 20
#define UUIDX_ID_TEXT_MAX 128
#define UUIDX_ID_NAME_MAX 31

/* An id consists of its bits in network order, followed by zeros, so memcmp compares ids */
typedef struct uuidx_id
{
	unsigned char octets[UUIDX_ID_OCTETS];
} uuidx_id;

/* How an id becomes a UUID */
typedef enum uuidx_id_mapping
{
	UUIDX_ID_TOO_LONG,			/* not at all: it has too many bits */
	UUIDX_ID_RAW,				/* with its bits, not an RFC 9562 UUID */
	UUIDX_ID_TIME_FIRST,		/* as version 8: Unix ms, then its other bits */
	UUIDX_ID_IS_UUID,			/* unchanged: the id is a UUID */
	UUIDX_ID_PERMUTED			/* with the octets in the order of a UUID */
} uuidx_id_mapping;

/* Where ids sort by time, and therefore where the bounds of an instant can be used */
typedef enum uuidx_id_sort
{
	UUIDX_ID_SORT_NONE,			/* nowhere */
	UUIDX_ID_SORT_TEXT,			/* as text under COLLATE "C" */
	UUIDX_ID_SORT_LENGTH,		/* as text of one length under COLLATE "C" */
	UUIDX_ID_SORT_NUMBER,		/* as a bigint while bit 63 is the same */
	UUIDX_ID_SORT_UUID,			/* as uuid */
	UUIDX_ID_SORT_OCTETS,		/* as decoded octets, not as text */
	UUIDX_ID_SORT_CASSANDRA,	/* as timeuuid in Cassandra */
	UUIDX_ID_SORT_SQLSERVER,	/* as uniqueidentifier in SQL Server */
	UUIDX_ID_SORT_DOTNET		/* as the octets in which .NET stores a Guid */
} uuidx_id_sort;

/* How the value of a field is written */
typedef enum uuidx_id_field_form
{
	UUIDX_FIELD_NUMBER,			/* at most 64 bits as a decimal number */
	UUIDX_FIELD_SIGNED,			/* 64 bits as a signed number */
	UUIDX_FIELD_SIGNED_LE32,	/* four octets of the unchanged id as a signed
								 * number, little-endian */
	UUIDX_FIELD_HEX,			/* bits as hexadecimal digits */
	UUIDX_FIELD_TICKS,			/* the time in ticks */
	UUIDX_FIELD_UNIX_MS,		/* the time in Unix ms, rounded down */
	UUIDX_FIELD_UNIX_S,			/* the time in Unix seconds, rounded down */
	UUIDX_FIELD_TEXT,			/* characters of the canonical text */
	UUIDX_FIELD_BASE36			/* a number in base 36, in these characters */
} uuidx_id_field_form;

/*
 * A field of an id consists of "count" bits of the octets in the order of "places", from bit
 * "first" on; or of "count" characters of the text, from the one "first" before its end.
 */
typedef struct uuidx_id_field
{
	const char *name;
	uuidx_id_field_form form;
	uint8		first;
	uint8		count;
} uuidx_id_field;

/* The longest value of a field, 128 bits in hexadecimal digits, and the most fields of an id */
#define UUIDX_ID_VALUE_MAX 32
#define UUIDX_ID_MAX_FIELDS 5

typedef struct uuidx_id_system uuidx_id_system;

/* A system; a descriptor begins with the values of the first five */
struct uuidx_id_system
{
	const char *name;
	const char *example;		/* a canonical text; NULL if ids are refused */
	uint16		bits;			/* the number of significant ones */
	uuidx_id_mapping mapping;
	uuidx_id_sort sort;
	const char *maker;			/* what made its ids, in lower case, if users
								 * may take that for the name; or NULL */

	/* translatable sentences for errors, or NULL */
	const char *hint;			/* describes its texts */
	const char *refusal;		/* says why its ids are refused */

	/*
	 * The time is epoch_ms (Unix ms) plus ticks of tick_num/tick_den us;
	 * tick_den is zero if the id carries no time.  The time of an id with
	 * more than max_ticks is out of range.  An id with fewer than min_ticks
	 * is refused when it is read.
	 */
	int64		epoch_ms;
	bool		epoch_varies;	/* epoch_ms is only a default */
	uint32		tick_num;
	uint32		tick_den;
	uint64		min_ticks;
	uint64		max_ticks;
	int64		first_tick;		/* the tick since the epoch that 0 stands for */

	/* the time first; an entry without a name follows */
	uuidx_id_field fields[UUIDX_ID_MAX_FIELDS + 1];

	/* only the registry and the files of the systems use what follows */
	uint8		version;		/* version of ids that are RFC 9562 UUIDs */
	uint8		time_bits;
	uint8		nchars;
	bool		shortest;
	bool		any_width;		/* the number of bits after the time, with
								 * which the name ends, can be another one */
	char		made_name[UUIDX_ID_NAME_MAX + 1];
	const char *prefix;			/* with which each text begins, or NULL; parse
								 * and format work on the rest */
	bool		prefix_any_case;	/* the prefix is read in either case */
	const uuidx_alphabet *alphabet;
	uuidx_padding padding;
	const uint8 *places;
	uuidx_status (*parse) (const uuidx_id_system *system, const char *string, size_t length,
						   uuidx_id *id);
	size_t		(*format) (const uuidx_id_system *system, const uuidx_id *id, char *string);
	uuidx_status (*check) (const uuidx_id_system *system, const uuidx_id *id);
	uuidx_status (*ticks) (const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks);
	void		(*bound) (const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id);
	uint64		(*ticks_to_us) (uint64 ticks);
	uint64		(*us_to_ticks) (uint64 us);
};

/*
 * Returns true if "given", which has "length" octets and no terminating zero, is the name of a
 * system, a form or an algorithm, which is in lower case.  Only the case of A-Z is ignored, in any
 * locale.
 */
static inline bool
uuidx_is_name(const char *name, const char *given, size_t length)
{
	for (size_t i = 0; i < length; i++)
	{
		char		c = given[i];

		if (c >= 'A' && c <= 'Z')
			c += 'a' - 'A';
		if (c != name[i] || c == '\0')
			return false;
	}
	return name[length] == '\0';
}

/*
 * Returns the system of that name ("length" octets, in either case), or NULL.  A system that is
 * described for any number of bits is made in *made; otherwise, *made is not changed.
 */
extern const uuidx_id_system *uuidx_id_find(const char *name, size_t length,
											uuidx_id_system *made);

/* Returns the systems in the order in which they are described; NULL after the last one */
extern const uuidx_id_system *uuidx_id_at(size_t index);

/*
 * Converts an epoch to the Unix ms that the functions below take.  Returns UUIDX_FIXED_EPOCH if the
 * system has only one, and UUIDX_BAD_EPOCH unless it is a whole millisecond that a v7 holds.
 */
extern uuidx_status uuidx_id_epoch(const uuidx_id_system *system, TimestampTz epoch_pg_us,
								   int64 *epoch_ms);

/*
 * Reads an id from text.  Ids of 128 bits are also read in the form of a uuid, with or without
 * hyphens, whatever their own text is.  Returns what is wrong with the text, or UUIDX_UNSUPPORTED
 * for a system with a refusal; *id is then undefined.
 */
extern uuidx_status uuidx_id_parse(const uuidx_id_system *system, const char *string, size_t length,
								   uuidx_id *id);

/*
 * Writes the canonical text, which is read as the same id, with a terminating zero; text has
 * room for UUIDX_ID_TEXT_MAX + 1 characters.  Returns the length without the zero.
 */
extern size_t uuidx_id_format(const uuidx_id_system *system, const uuidx_id *id, char *string);

/*
 * Sets the id with the 64 bits of a bigint.  Returns UUIDX_NO_BIGINT for systems of another width,
 * UUIDX_NEGATIVE if the number is and bit 63 of an id is always zero, and UUIDX_OVERFLOW if it is
 * too large.
 */
extern uuidx_status uuidx_id_from_bigint(const uuidx_id_system *system, int64 number, uuidx_id *id);

/*
 * Sets the id that a column of type uuid contains, octet by octet.  Returns UUIDX_BAD_LENGTH for
 * systems of another width, and otherwise what is wrong with the octets.
 */
extern uuidx_status uuidx_id_from_octets(const uuidx_id_system *system, const pg_uuid_t *octets,
										 uuidx_id *id);

/*
 * Sets the time of an id, rounded as above, to microseconds since 2000-01-01 (a timestamptz).  Here
 * and below, epoch_ms is that of the system, or from uuidx_id_epoch().  Returns UUIDX_NO_TIME if
 * the system or this id carries none, and UUIDX_OUT_OF_RANGE if a timestamptz cannot hold it.
 */
extern uuidx_status uuidx_id_time(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms,
								  TimestampTz *pg_us);

/* Sets the first and the last time that an id can have; returns UUIDX_NO_TIME if there is none */
extern uuidx_status uuidx_id_time_range(const uuidx_id_system *system, int64 epoch_ms,
										TimestampTz *first_pg_us, TimestampTz *last_pg_us);

/*
 * Writes a field that the system of an id lists, with a terminating zero; string has room for
 * UUIDX_ID_VALUE_MAX + 1 characters.  Returns the length without the zero, or 0 if this id does
 * not have the field.
 */
extern size_t uuidx_id_field_value(const uuidx_id_system *system, const uuidx_id_field *field,
								   const uuidx_id *id, int64 epoch_ms, char *string);

/*
 * Convert an id to its UUID, and back.  Return UUIDX_NO_UUID if ids of the system have no UUID.
 * The first fails only with UUIDX_NO_ROOM, if a time-first UUID has no room for the time.  The
 * second refuses every UUID that is not the UUID of an id of this system with this epoch.
 */
extern uuidx_status uuidx_id_to_uuid(const uuidx_id_system *system, const uuidx_id *id,
									 int64 epoch_ms, pg_uuid_t *uuid);
extern uuidx_status uuidx_id_from_uuid(const uuidx_id_system *system, const pg_uuid_t *uuid,
									   int64 epoch_ms, uuidx_id *id);

/*
 * Sets the smallest id with a time (that of uuidx_id_time) at or after pg_us, or if "upper", the
 * largest id with a time at or before pg_us, in the order that "sort" names.  In that order, the
 * ids from the lower bound of a to the upper bound of b are those with times from a to b.  pg_us is
 * any timestamptz, infinite ones included.  Returns UUIDX_OUT_OF_RANGE if there is no such id,
 * UUIDX_NO_TIME if ids carry no time, and UUIDX_NO_ORDER if they do not sort by time.
 */
extern uuidx_status uuidx_id_bound(const uuidx_id_system *system, TimestampTz pg_us,
								   int64 epoch_ms, bool upper, uuidx_id *id);

/*
 * A text form of a UUID is described as a system with ids of 128 bits.  It reads what it writes,
 * and letters of the other case if its definition allows both.
 *
 * Returns the form of that name ("length" octets, in either case), or NULL
 */
extern const uuidx_id_system *uuidx_form_find(const char *name, size_t length);

/* Returns the forms one after the other, from 0 on; NULL after the last one */
extern const uuidx_id_system *uuidx_form_at(size_t index);

/* Writes the UUID as uuidx_id_format() does */
extern size_t uuidx_form_write(const uuidx_id_system *form, const pg_uuid_t *uuid, char *string);

/* Reads a UUID; if the text is malformed, *uuid is undefined */
extern uuidx_status uuidx_form_read(const uuidx_id_system *form, const char *string, size_t length,
									pg_uuid_t *uuid);

/* A TypeID 0.3 consists of a prefix of at most 63 characters, "_", and 26 characters */
#define UUIDX_TYPEID_PREFIX_MAX 63

#define UUIDX_TYPEID_HINT                                                                          \
	gettext_noop("A TypeID is a prefix and an underscore, or nothing, and 26 characters of "       \
				 "Crockford's base 32 in lower case, the first of which is at most 7.")

/*
 * Returns UUIDX_BAD_PREFIX unless a prefix is empty, or consists of lower-case letters and
 * underscores and neither begins nor ends with an underscore.
 */
extern uuidx_status uuidx_typeid_check_prefix(const char *prefix, size_t length);

/*
 * Splits a TypeID into its prefix, which is the first *prefix_length characters of the text, and
 * the UUID.  If it is refused, both results are undefined.
 */
extern uuidx_status uuidx_typeid_parse(const char *string, size_t length, size_t *prefix_length,
									   pg_uuid_t *uuid);

/* Writes a TypeID as uuidx_id_format() does; the prefix passed uuidx_typeid_check_prefix() */
extern size_t uuidx_typeid_format(const char *prefix, size_t prefix_length, const pg_uuid_t *uuid,
								  char *string);

#endif							/* UUIDX_ID_H */
