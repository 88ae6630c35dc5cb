/*
 * foreign.c
 *	  SQL: ids of other systems, their times, and their way into uuid and back.
 *
 * What an id means is in id.h and the files behind it; here arguments are
 * fetched and refusals become errors.
 */
#include "compat.h"

#include "uuid/epoch.h"
#include "funcapi.h"
#include "ids/id.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

UUIDX_SQL_FUNCTION(uuidx_id_extract_timestamp_text);
UUIDX_SQL_FUNCTION(uuidx_id_extract_timestamp_bigint);
UUIDX_SQL_FUNCTION(uuidx_uuid_from_id_text);
UUIDX_SQL_FUNCTION(uuidx_uuid_from_id_bigint);
UUIDX_SQL_FUNCTION(uuidx_uuid_to_id);
UUIDX_SQL_FUNCTION(uuidx_id_lower);
UUIDX_SQL_FUNCTION(uuidx_id_upper);
UUIDX_SQL_FUNCTION(uuidx_uuid_id_systems);

/* So much of a malformed id is shown */
#define EXCERPT_LENGTH 64

/* A copy of text for an error message, cut where it is long */
static char *
excerpt(const char *text, int length)
{
	int			shown = pg_mbcliplen(text, length, EXCERPT_LENGTH);

	return psprintf("%.*s%s", shown, text, shown < length ? "..." : "");
}

/* A reason as a sentence's beginning */
static char *
sentence(const char *reason)
{
	char	   *copy = pstrdup(reason);

	copy[0] = pg_toupper((unsigned char) copy[0]);
	return copy;
}

/* The system of that name; an error lists the valid ones */
static const uuidx_id_system *
find_system(Datum arg)
{
	text	   *name = DatumGetTextPP(arg);
	const uuidx_id_system *system = uuidx_id_find(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name));
	StringInfoData valid;

	if (system != NULL)
		return system;

	initStringInfo(&valid);
	for (int i = 0; (system = uuidx_id_at(i)) != NULL; i++)
		if (system->refusal == NULL)
			appendStringInfo(&valid, "%s%s", valid.len > 0 ? ", " : "", system->name);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized id system: \"%s\"",
					excerpt(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name))),
			 errdetail("Valid names are %s.", valid.data)));
}

/* Raises an error for what a system cannot do, whatever the id */
pg_noreturn static void
refuse(const uuidx_id_system *system, uuidx_status status)
{
	switch (status)
	{
		case UUIDX_UNSUPPORTED:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("id system \"%s\" is not supported", system->name),
					 errdetail("%s.", sentence(system->refusal))));
			break;
		case UUIDX_OUT_OF_RANGE:
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
					 errmsg("timestamp out of range for id system \"%s\"", system->name)));
			break;
		case UUIDX_BAD_EPOCH:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid epoch for id system \"%s\"", system->name),
					 errdetail("An epoch must be a whole millisecond from 1970 on.")));
			break;
		case UUIDX_NO_UUID:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("id system \"%s\" has too many bits for a UUID", system->name),
					 errdetail("Its ids have %d bits.", system->bits)));
			break;
		case UUIDX_NO_BIGINT:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("ids of system \"%s\" are not 64-bit numbers", system->name),
					 errhint("Pass the id as text.")));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("id system \"%s\" %s", system->name, uuidx_status_reason(status))));
	}
	pg_unreachable();
}

/* The epoch in an optional argument, as Unix ms */
static int64
get_epoch(FunctionCallInfo fcinfo, int argument, const uuidx_id_system *system)
{
	int64		epoch_ms = UUIDX_ID_OWN_EPOCH;
	uuidx_status status;

	if (PG_NARGS() > argument)
	{
		status = uuidx_id_epoch(system, PG_GETARG_TIMESTAMPTZ(argument), &epoch_ms);
		if (status != UUIDX_OK)
			refuse(system, status);
	}
	return epoch_ms;
}

/* The id in a text argument; 22P02 if the system cannot have written it */
static uuidx_id
get_id_text(const uuidx_id_system *system, Datum arg)
{
	text	   *value = DatumGetTextPP(arg);
	const char *string = VARDATA_ANY(value);
	int			length = VARSIZE_ANY_EXHDR(value);
	uuidx_id	id;
	uuidx_status status = uuidx_id_parse(system, string, length, &id);

	if (status == UUIDX_UNSUPPORTED)
		refuse(system, status);
	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid %s id: \"%s\"", system->name, excerpt(string, length)),
				 errdetail("%s; such an id is %s.", sentence(uuidx_status_reason(status)),
						   system->form)));
	return id;
}

/* The id in a bigint argument; 22P02 if the system cannot have made it */
static uuidx_id
get_id_bigint(const uuidx_id_system *system, Datum arg)
{
	int64		number = DatumGetInt64(arg);
	uuidx_id	id;
	uuidx_status status = uuidx_id_from_bigint(system, number, &id);

	if (status == UUIDX_UNSUPPORTED || status == UUIDX_NO_BIGINT)
		refuse(system, status);
	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid %s id: %lld", system->name, (long long) number),
				 errdetail("%s; such an id is %s.",
						   number < 0 ? "Negative number" : sentence(uuidx_status_reason(status)),
						   system->form)));
	return id;
}

/* The time of an id; null if this id, in a system of times, carries none */
static Datum
time_of_id(FunctionCallInfo fcinfo, const uuidx_id_system *system, const uuidx_id *id)
{
	TimestampTz pg_us;
	uuidx_status status = uuidx_id_time(system, id, get_epoch(fcinfo, 2, system), &pg_us);

	if (status == UUIDX_NO_TIME && system->tick_den != 0)
		PG_RETURN_NULL();
	if (status != UUIDX_OK)
		refuse(system, status);
	PG_RETURN_TIMESTAMPTZ(pg_us);
}

/* id_extract_timestamp(text, text [, timestamptz]) */
Datum
uuidx_id_extract_timestamp_text(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id = get_id_text(system, PG_GETARG_DATUM(1));

	return time_of_id(fcinfo, system, &id);
}

/* id_extract_timestamp(text, bigint [, timestamptz]) */
Datum
uuidx_id_extract_timestamp_bigint(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id = get_id_bigint(system, PG_GETARG_DATUM(1));

	return time_of_id(fcinfo, system, &id);
}

static Datum
uuid_from_id(FunctionCallInfo fcinfo, const uuidx_id_system *system, const uuidx_id *id)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uuidx_status status = uuidx_id_to_uuid(system, id, get_epoch(fcinfo, 2, system), uuid);

	if (status != UUIDX_OK)
		refuse(system, status);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_from_id(text, text [, timestamptz]) */
Datum
uuidx_uuid_from_id_text(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id = get_id_text(system, PG_GETARG_DATUM(1));

	return uuid_from_id(fcinfo, system, &id);
}

/* uuid_from_id(text, bigint [, timestamptz]) */
Datum
uuidx_uuid_from_id_bigint(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id = get_id_bigint(system, PG_GETARG_DATUM(1));

	return uuid_from_id(fcinfo, system, &id);
}

static Datum
id_as_text(const uuidx_id_system *system, const uuidx_id *id)
{
	char		string[UUIDX_ID_TEXT_MAX + 1];
	size_t		length = uuidx_id_format(system, id, string);

	return PointerGetDatum(cstring_to_text_with_len(string, (int) length));
}

/* uuid_to_id(text, uuid [, timestamptz]) */
Datum
uuidx_uuid_to_id(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	pg_uuid_t  *uuid = PG_GETARG_UUID_P(1);
	uuidx_id	id;
	uuidx_status status = uuidx_id_from_uuid(system, uuid, get_epoch(fcinfo, 2, system), &id);

	if (status == UUIDX_UNSUPPORTED || status == UUIDX_NO_UUID)
		refuse(system, status);
	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("UUID \"%s\" holds no %s id",
						DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid))),
						system->name),
				 errdetail("%s.", sentence(uuidx_status_reason(status)))));
	return id_as_text(system, &id);
}

/* id_lower(text, timestamptz [, timestamptz]) */
Datum
uuidx_id_lower(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id;
	uuidx_status status = uuidx_id_lower_bound(system, PG_GETARG_TIMESTAMPTZ(1),
											   get_epoch(fcinfo, 2, system), &id);

	if (status != UUIDX_OK)
		refuse(system, status);
	return id_as_text(system, &id);
}

/* id_upper(text, timestamptz [, timestamptz]) */
Datum
uuidx_id_upper(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *system = find_system(PG_GETARG_DATUM(0));
	uuidx_id	id;
	uuidx_status status = uuidx_id_upper_bound(system, PG_GETARG_TIMESTAMPTZ(1),
											   get_epoch(fcinfo, 2, system), &id);

	if (status != UUIDX_OK)
		refuse(system, status);
	return id_as_text(system, &id);
}

/* A tick for people: the largest unit that needs no fraction */
static char *
tick_name(const uuidx_id_system *system)
{
	uint64		num_ns = (uint64) system->tick_num * 1000;

	if (num_ns % system->tick_den != 0)
		return psprintf("1/%llu s", (unsigned long long)
						(INT64CONST(1000000) * system->tick_den / system->tick_num));
	num_ns /= system->tick_den;
	if (num_ns % 1000000000 == 0)
		return psprintf("%d s", (int) (num_ns / 1000000000));
	if (num_ns % 1000000 == 0)
		return psprintf("%d ms", (int) (num_ns / 1000000));
	if (num_ns % 1000 == 0)
		return psprintf("%d us", (int) (num_ns / 1000));
	return psprintf("%d ns", (int) num_ns);
}

/* The columns of uuid_id_systems(), as the script declares them */
enum
{
	COL_SYSTEM,
	COL_BITS,
	COL_EPOCH,
	COL_ANY_EPOCH,
	COL_TICK,
	COL_FIRST_TIME,
	COL_LAST_TIME,
	COL_MAPPING,
	COL_SORTS_AS,
	COL_EXAMPLE,
	COL_EXAMPLE_TIME,
	COL_EXAMPLE_UUID,
	COL_REFUSAL,
	COLUMNS
};

/* uuid_id_systems() */
Datum
uuidx_uuid_id_systems(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	const uuidx_id_system *system;

	InitMaterializedSRF(fcinfo, 0);

	for (int i = 0; (system = uuidx_id_at(i)) != NULL; i++)
	{
		Datum		values[COLUMNS] = {0};
		bool		nulls[COLUMNS];
		uuidx_id	id;
		pg_uuid_t	uuid;
		TimestampTz first;
		TimestampTz last;

		memset(nulls, true, sizeof(nulls));

#define SET_COLUMN(column, datum) (values[column] = (datum), nulls[column] = false)

		SET_COLUMN(COL_SYSTEM, CStringGetTextDatum(system->name));
		SET_COLUMN(COL_BITS, Int32GetDatum(system->bits));
		SET_COLUMN(COL_MAPPING, CStringGetTextDatum(uuidx_id_mapping_name(system->mapping)));
		SET_COLUMN(COL_SORTS_AS, CStringGetTextDatum(uuidx_id_sort_name(system->sort)));
		if (system->tick_den != 0)
		{
			SET_COLUMN(COL_EPOCH,
					   TimestampTzGetDatum(system->epoch_ms * 1000 - UUIDX_PG_EPOCH_UNIX_US));
			SET_COLUMN(COL_ANY_EPOCH, BoolGetDatum(system->epoch_varies));
			SET_COLUMN(COL_TICK, CStringGetTextDatum(tick_name(system)));
		}
		if (uuidx_id_time_range(system, UUIDX_ID_OWN_EPOCH, &first, &last) == UUIDX_OK)
		{
			SET_COLUMN(COL_FIRST_TIME, TimestampTzGetDatum(first));
			SET_COLUMN(COL_LAST_TIME, TimestampTzGetDatum(last));
		}
		if (system->refusal != NULL)
			SET_COLUMN(COL_REFUSAL, CStringGetTextDatum(system->refusal));
		else
		{
			if (uuidx_id_parse(system, system->example, strlen(system->example), &id) != UUIDX_OK)
				elog(ERROR, "example of id system \"%s\" is malformed", system->name);
			SET_COLUMN(COL_EXAMPLE, CStringGetTextDatum(system->example));
			if (uuidx_id_time(system, &id, UUIDX_ID_OWN_EPOCH, &first) == UUIDX_OK)
				SET_COLUMN(COL_EXAMPLE_TIME, TimestampTzGetDatum(first));
			if (uuidx_id_to_uuid(system, &id, UUIDX_ID_OWN_EPOCH, &uuid) == UUIDX_OK)
				SET_COLUMN(COL_EXAMPLE_UUID, UUIDPGetDatum(&uuid));
		}
#undef SET_COLUMN

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}
