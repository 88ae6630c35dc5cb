/*
 * inspect.c
 *	  SQL: the version, variant, time and other fields of a UUID.  Nothing here raises
 *	  an error for any uuid, which is what LEAKPROOF promises.
 */
#include "compat.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "functions.h"
#include "uuid/layout.h"
#include "utils/builtins.h"
#include "utils/inet.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(uuidx_version_number);
PG_FUNCTION_INFO_V1(uuidx_v8_node_number);
PG_FUNCTION_INFO_V1(uuidx_inspect);

/* The names are in the order of enum uuidx_variant */
static const char *const variant_names[] = {"ncs", "rfc9562", "microsoft", "reserved"};

/* uuid_version(uuid): RFC 9562 section 4.2 */
Datum
uuidx_version_number(PG_FUNCTION_ARGS)
{
	int			version = uuidx_version_of(PG_GETARG_UUID_P(0));

	if (version < 0)
		PG_RETURN_NULL();
	PG_RETURN_INT16((int16) version);
}

/* uuid_is_v6(uuid) and uuid_is_v7(uuid): RFC 9562 sections 5.6 and 5.7 */
UUIDX_FUNCTION(uuidx_is_v6, BoolGetDatum(uuidx_version_of(PG_GETARG_UUID_P(0)) == 6));
UUIDX_FUNCTION(uuidx_is_v7, BoolGetDatum(uuidx_version_of(PG_GETARG_UUID_P(0)) == 7));

/* uuid_variant(uuid): RFC 9562 section 4.1 */
UUIDX_FUNCTION(uuidx_variant_name,
			   CStringGetTextDatum(variant_names[uuidx_variant_of(PG_GETARG_UUID_P(0))]));

/* Returns the time of a UUID, or null if it carries none */
static Datum
time_or_null(FunctionCallInfo fcinfo, bool (*read_time) (const pg_uuid_t *uuid, TimestampTz *pg_us))
{
	TimestampTz pg_us;

	if (!read_time(PG_GETARG_UUID_P(0), &pg_us))
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(pg_us);
}

/* uuid_extract_timestamp(uuid) and uuid_time(uuid) */
UUIDX_FUNCTION(uuidx_extract_timestamp, time_or_null(fcinfo, uuidx_time));

/* uuid_v7_timestamp(uuid), uuid_v7_timestamp_us(uuid) and uuid_v8_node_timestamp(uuid) */
UUIDX_FUNCTION(uuidx_v7_timestamp, time_or_null(fcinfo, uuidx_v7_time));
UUIDX_FUNCTION(uuidx_v7_timestamp_us, time_or_null(fcinfo, uuidx_v7_time_us));
UUIDX_FUNCTION(uuidx_v8_node_timestamp, time_or_null(fcinfo, uuidx_v8_node_time_us));

/*
 * uuid_unix_timestamp(uuid): the first 48 bits as unix_ts_ms of RFC 9562 section 5.7, whatever the
 * version is, because a ULID has other bits in its place
 */
UUIDX_FUNCTION(uuidx_unix_timestamp, time_or_null(fcinfo, uuidx_unix_time));

/* uuid_v8_node(uuid) */
Datum
uuidx_v8_node_number(PG_FUNCTION_ARGS)
{
	uint16		node;

	if (!uuidx_v8_node(PG_GETARG_UUID_P(0), &node))
		PG_RETURN_NULL();
	PG_RETURN_INT32(node);
}

/* The columns of uuid_inspect(), as the install script declares them */
enum
{
	COL_VERSION, COL_VARIANT, COL_TIMESTAMP, COL_CLOCK_SEQ, COL_NODE, COL_RAND_A, COL_COUNTER,
	COL_RANDOM, COLUMNS
};

#define SET_COLUMN(column, datum) (values[column] = (datum), nulls[column] = false)

/* A bytea has the layout of a text */
#define BYTEA(octets, length) \
	PointerGetDatum(cstring_to_text_with_len((const char *) (octets), length))

/*
 * uuid_inspect(uuid): one row that explains a UUID to a person.  rand_a and counter of a v7 are the
 * bits where this extension puts them, which may be random elsewhere.
 */
Datum
uuidx_inspect(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = PG_GETARG_UUID_P(0);
	int			version = uuidx_version_of(uuid);
	TupleDesc	tupdesc;
	Datum		values[COLUMNS] = {0};
	bool		nulls[COLUMNS];
	TimestampTz pg_us;

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	tupdesc = BlessTupleDesc(tupdesc);

	memset(nulls, true, sizeof(nulls));
	SET_COLUMN(COL_VARIANT, CStringGetTextDatum(variant_names[uuidx_variant_of(uuid)]));
	if (version >= 0)
		SET_COLUMN(COL_VERSION, Int16GetDatum((int16) version));
	if (uuidx_time(uuid, &pg_us))
		SET_COLUMN(COL_TIMESTAMP, TimestampTzGetDatum(pg_us));

	if (version == 1 || version == 6)
	{
		/* a macaddr consists of six octets, a to f */
		macaddr    *node = palloc_object(macaddr);

		memcpy(node, uuid->data + 10, sizeof(macaddr));
		SET_COLUMN(COL_CLOCK_SEQ, Int32GetDatum(uuidx_counter(uuid)));
		SET_COLUMN(COL_NODE, MacaddrPGetDatum(node));
	}
	else if (version == 7)
	{
		SET_COLUMN(COL_RAND_A, Int32GetDatum(uuidx_v7_rand_a(uuid)));
		SET_COLUMN(COL_COUNTER, Int32GetDatum(uuidx_counter(uuid)));
		SET_COLUMN(COL_RANDOM, BYTEA(uuid->data + 10, UUID_LEN - 10));
	}
	else if (version == 4)
	{
		/* contains all bits but version and variant, which are shown as zeros */
		pg_uuid_t	random;

		uuidx_store(&random, uuidx_hi(uuid) & ~UUIDX_VERSION_MASK,
					uuidx_lo(uuid) & ~UUIDX_VARIANT_MASK);
		SET_COLUMN(COL_RANDOM, BYTEA(random.data, UUID_LEN));
	}

	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(tupdesc, values, nulls)));
}
