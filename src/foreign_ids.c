/*
 * foreign_ids.c
 *	  SQL: ids from other systems, their times, and their way into uuid and back.
 *
 * What an id means is in id.h and the files of ids/; this file fetches arguments and raises the
 * errors.
 */
#include "compat.h"

#include "errors.h"
#include "funcapi.h"
#include "functions.h"
#include "ids/id.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "uuid/epoch.h"

PG_FUNCTION_INFO_V1(uuidx_uuid_to_id);
PG_FUNCTION_INFO_V1(uuidx_uuid_id_systems);

/* Compares the systems of two numbers by name, for list_sort() */
static int
compare_systems(const ListCell *a, const ListCell *b)
{
	return strcmp(uuidx_id_at(lfirst_int(a))->name, uuidx_id_at(lfirst_int(b))->name);
}

/* Returns the numbers of all systems, sorted by name */
static List *
sorted_systems(void)
{
	List	   *systems = NIL;

	for (int i = 0; uuidx_id_at(i) != NULL; i++)
		systems = lappend_int(systems, i);
	list_sort(systems, compare_systems);
	return systems;
}

/* Raises an error for the name of an unknown system, with the nearest names */
pg_noreturn static void
unrecognized_system(const char *given, int length)
{
	List	   *names = NIL;
	const char *meant = pnstrdup(given, length);

	foreach_int(i, sorted_systems())
	{
		const uuidx_id_system *system = uuidx_id_at(i);

		if (system->refusal == NULL)
			names = lappend(names, pstrdup(system->name));
		if (system->maker != NULL && uuidx_is_name(system->maker, given, length))
			meant = system->name;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized id system: \"%s\"", uuidx_excerpt(given, length)),
			 uuidx_errdetail_near(meant, strlen(meant), names),
			 errhint("Run SELECT system FROM uuid_id_systems() to see all names.")));
}

/* The system of the last call: one of the registry, or `made` by uuidx_id_find() */
typedef struct call_site
{
	const uuidx_id_system *system;
	uuidx_id_system made;
} call_site;

/*
 * Returns the system that the first argument names.  Raises an error if ids of the system are
 * refused.  The name is usually the same in each row, so the system is cached at the call site.
 */
static const uuidx_id_system *
get_system(FunctionCallInfo fcinfo)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	const char *given = VARDATA_ANY(name);
	int			length = VARSIZE_ANY_EXHDR(name);
	call_site  *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(call_site));
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->system == NULL || !uuidx_is_name(site->system->name, given, length))
	{
		const uuidx_id_system *system = uuidx_id_find(given, length, &site->made);

		if (system == NULL)
			unrecognized_system(given, length);
		if (system->refusal != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("id system \"%s\" is not supported", system->name),
					 errdetail("%s", _(system->refusal))));
		site->system = system;
	}
	return site->system;
}

/* Raises an error for a time or an epoch out of range; the detail contains the range */
pg_noreturn static void
refuse_time(const uuidx_id_system *system, uuidx_status status, int64 epoch_ms)
{
	TimestampTz first = UUIDX_V7_MIN_PG_US;
	TimestampTz last = uuidx_unix_ms_to_pg_us(UUIDX_UNIX_MAX_MS);

	if (status == UUIDX_BAD_EPOCH)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid epoch for id system \"%s\"", system->name),
				 errdetail("An epoch is a whole millisecond from %s to %s.",
						   uuidx_time_text(first), uuidx_time_text(last))));
	if (status == UUIDX_NO_ROOM)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("time of the id is out of range for a UUID"),
				 errdetail("Such a UUID holds times from %s to %s.",
						   uuidx_time_text(first), uuidx_time_text(last))));
	uuidx_id_time_range(system, epoch_ms, &first, &last);
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
			 errmsg("timestamp out of range for id system \"%s\"", system->name),
			 errdetail("Its ids have times from %s to %s.", uuidx_time_text(first),
					   uuidx_time_text(last))));
}

/* Raises an error for an operation that a system does not support, whatever the id is */
pg_noreturn static void
refuse(const uuidx_id_system *system, uuidx_status status, int64 epoch_ms)
{
	switch (status)
	{
		case UUIDX_OUT_OF_RANGE:
		case UUIDX_NO_ROOM:
		case UUIDX_BAD_EPOCH:
			refuse_time(system, status, epoch_ms);
			break;
		case UUIDX_FIXED_EPOCH:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("id system \"%s\" has a fixed epoch", system->name),
					 errhint("Leave out the epoch.")));
			break;
		case UUIDX_NO_TIME:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("ids of system \"%s\" carry no time", system->name)));
			break;
		case UUIDX_NO_ORDER:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("ids of system \"%s\" do not sort by time", system->name),
					 errhint("Compare the result of id_extract_timestamp(), "
							 "which can be indexed.")));
			break;
		case UUIDX_NO_UUID:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("ids of system \"%s\" do not fit into a UUID", system->name),
					 errdetail("They have %d bits.", system->bits)));
			break;
		case UUIDX_NO_BIGINT:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("ids of system \"%s\" are not 64-bit numbers", system->name),
					 errhint("Pass the id as text.")));
			break;
		default:
			elog(ERROR, "unexpected status %d of id system \"%s\"", (int) status, system->name);
	}
	pg_unreachable();
}

/* Returns the epoch in an optional argument, in Unix ms */
static int64
get_epoch(FunctionCallInfo fcinfo, int argument, const uuidx_id_system *system)
{
	int64		epoch_ms = system->epoch_ms;

	if (PG_NARGS() > argument)
	{
		uuidx_status status = uuidx_id_epoch(system, PG_GETARG_TIMESTAMPTZ(argument), &epoch_ms);

		if (status != UUIDX_OK)
			refuse(system, status, epoch_ms);
	}
	return epoch_ms;
}

/* Reads the id in an argument; one of the two functions below */
typedef uuidx_id (*id_reader) (const uuidx_id_system *system, Datum arg);

/* Returns the id in a text argument; raises 22P02 if the system cannot have written it */
static uuidx_id
get_id_text(const uuidx_id_system *system, Datum arg)
{
	text	   *value = DatumGetTextPP(arg);
	const char *string = VARDATA_ANY(value);
	int			length = VARSIZE_ANY_EXHDR(value);
	uuidx_id	id;
	uuidx_status status = uuidx_id_parse(system, string, length, &id);

	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for id system \"%s\": \"%s\"", system->name,
						uuidx_excerpt(string, length)),
				 errdetail("%s", _(uuidx_status_detail(status))),
				 errhint("%s", _(system->hint))));
	return id;
}

/* Returns the id in a bigint argument; raises 22P02 if the system cannot have generated it */
static uuidx_id
get_id_bigint(const uuidx_id_system *system, Datum arg)
{
	int64		number = DatumGetInt64(arg);
	uuidx_id	id;
	uuidx_status status = uuidx_id_from_bigint(system, number, &id);

	if (status == UUIDX_NO_BIGINT)
		refuse(system, status, system->epoch_ms);
	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input for id system \"%s\": %lld", system->name,
						(long long) number),
				 errdetail("%s", _(uuidx_status_detail(status))),
				 errhint("%s", _(system->hint))));
	return id;
}

/* Defines the two SQL functions of a C function, for ids as text and as bigint */
#define UUIDX_ID_FUNCTIONS(of_text, of_bigint, function)                                           \
	UUIDX_FUNCTION(of_text, function(fcinfo, get_id_text));                                        \
	UUIDX_FUNCTION(of_bigint, function(fcinfo, get_id_bigint))

/* Returns the time of an id, or null if the system has times but this id carries none */
static Datum
time_of_id(FunctionCallInfo fcinfo, id_reader read_id)
{
	const uuidx_id_system *system = get_system(fcinfo);
	uuidx_id	id = read_id(system, PG_GETARG_DATUM(1));
	int64		epoch_ms = get_epoch(fcinfo, 2, system);
	TimestampTz pg_us;
	uuidx_status status = uuidx_id_time(system, &id, epoch_ms, &pg_us);

	if (status == UUIDX_NO_TIME && system->tick_den != 0)
		PG_RETURN_NULL();
	if (status != UUIDX_OK)
		refuse(system, status, epoch_ms);
	PG_RETURN_TIMESTAMPTZ(pg_us);
}

/* id_extract_timestamp(text, text | bigint [, timestamptz]) */
UUIDX_ID_FUNCTIONS(uuidx_id_extract_timestamp_text, uuidx_id_extract_timestamp_bigint, time_of_id);

static Datum
uuid_from_id(FunctionCallInfo fcinfo, id_reader read_id)
{
	const uuidx_id_system *system = get_system(fcinfo);
	uuidx_id	id = read_id(system, PG_GETARG_DATUM(1));
	int64		epoch_ms = get_epoch(fcinfo, 2, system);
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uuidx_status status = uuidx_id_to_uuid(system, &id, epoch_ms, uuid);

	if (status != UUIDX_OK)
		refuse(system, status, epoch_ms);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_from_id(text, text | bigint [, timestamptz]) */
UUIDX_ID_FUNCTIONS(uuidx_uuid_from_id_text, uuidx_uuid_from_id_bigint, uuid_from_id);

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
	const uuidx_id_system *system = get_system(fcinfo);
	pg_uuid_t  *uuid = PG_GETARG_UUID_P(1);
	int64		epoch_ms = get_epoch(fcinfo, 2, system);
	uuidx_id	id;
	uuidx_status status = uuidx_id_from_uuid(system, uuid, epoch_ms, &id);

	if (status == UUIDX_NO_UUID)
		refuse(system, status, epoch_ms);
	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("UUID \"%s\" does not hold an id of system \"%s\"",
						DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid))),
						system->name),
				 errdetail("%s", _(uuidx_status_detail(status)))));
	return id_as_text(system, &id);
}

static Datum
bound_as_text(FunctionCallInfo fcinfo, bool upper)
{
	const uuidx_id_system *system = get_system(fcinfo);
	int64		epoch_ms = get_epoch(fcinfo, 2, system);
	uuidx_id	id;
	uuidx_status status = uuidx_id_bound(system, PG_GETARG_TIMESTAMPTZ(1), epoch_ms, upper, &id);

	if (status != UUIDX_OK)
		refuse(system, status, epoch_ms);
	return id_as_text(system, &id);
}

/* id_lower(text, timestamptz [, timestamptz]) and id_upper(...) */
UUIDX_FUNCTION(uuidx_id_lower, bound_as_text(fcinfo, false));
UUIDX_FUNCTION(uuidx_id_upper, bound_as_text(fcinfo, true));

/* Returns the fields of an id, one row for each */
static Datum
inspect_id(FunctionCallInfo fcinfo, id_reader read_id)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	const uuidx_id_system *system = get_system(fcinfo);
	uuidx_id	id = read_id(system, PG_GETARG_DATUM(1));
	int64		epoch_ms = get_epoch(fcinfo, 2, system);

	InitMaterializedSRF(fcinfo, 0);

	for (const uuidx_id_field *field = system->fields; field->name != NULL; field++)
	{
		char		value[UUIDX_ID_VALUE_MAX + 1];
		Datum		values[2];
		bool		nulls[2] = {false, false};

		if (uuidx_id_field_value(system, field, &id, epoch_ms, value) == 0)
			continue;
		values[0] = CStringGetTextDatum(field->name);
		values[1] = CStringGetTextDatum(value);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* id_inspect(text, text | bigint [, timestamptz]) */
UUIDX_ID_FUNCTIONS(uuidx_id_inspect_text, uuidx_id_inspect_bigint, inspect_id);

/* Returns a tick as text, in the largest unit in which it is a whole number */
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
	COL_SYSTEM, COL_BITS, COL_EPOCH, COL_ANY_EPOCH, COL_TICK, COL_FIRST_TIME, COL_LAST_TIME,
	COL_MAPPING, COL_SORTS_AS, COL_EXAMPLE, COL_EXAMPLE_TIME, COL_EXAMPLE_UUID, COL_REFUSAL,
	COL_LETTER_CASE, COL_ANY_CASE, COLUMNS
};

/* The values of the columns mapping and sorts_as, for the enums in id.h */
static const char *const mapping_names[] = {
	[UUIDX_ID_TOO_LONG] = "none",
	[UUIDX_ID_RAW] = "raw",
	[UUIDX_ID_TIME_FIRST] = "time first",
	[UUIDX_ID_IS_UUID] = "is a uuid",
	[UUIDX_ID_PERMUTED] = "permuted",
};
static const char *const sort_names[] = {
	[UUIDX_ID_SORT_NONE] = "none",
	[UUIDX_ID_SORT_TEXT] = "text",
	[UUIDX_ID_SORT_LENGTH] = "text of one length",
	[UUIDX_ID_SORT_NUMBER] = "number",
	[UUIDX_ID_SORT_UUID] = "uuid",
	[UUIDX_ID_SORT_OCTETS] = "octets",
	[UUIDX_ID_SORT_CASSANDRA] = "Cassandra",
	[UUIDX_ID_SORT_SQLSERVER] = "SQL Server",
	[UUIDX_ID_SORT_DOTNET] = ".NET octets",
};

#define SET_COLUMN(column, datum) (values[column] = (datum), nulls[column] = false)

static void
set_time_columns(const uuidx_id_system *system, Datum *values, bool *nulls)
{
	TimestampTz first;
	TimestampTz last;

	if (uuidx_id_time_range(system, system->epoch_ms, &first, &last) != UUIDX_OK)
		return;
	SET_COLUMN(COL_EPOCH, TimestampTzGetDatum(uuidx_unix_ms_to_pg_us(system->epoch_ms)));
	SET_COLUMN(COL_ANY_EPOCH, BoolGetDatum(system->epoch_varies));
	SET_COLUMN(COL_TICK, CStringGetTextDatum(tick_name(system)));
	SET_COLUMN(COL_FIRST_TIME, TimestampTzGetDatum(first));
	SET_COLUMN(COL_LAST_TIME, TimestampTzGetDatum(last));
}

/*
 * Sets the columns about the case of letters, as the example of a system has them: "mixed" where
 * the two cases are different digits, and null if there are no letters
 */
static void
set_case_columns(const uuidx_id_system *system, const uuidx_id *id, Datum *values, bool *nulls)
{
	size_t		length = strlen(system->example);
	char	   *upper = asc_toupper(system->example, length);
	char	   *lower = asc_tolower(system->example, length);
	bool		has_lower = strcmp(system->example, upper) != 0;
	bool		has_upper = strcmp(system->example, lower) != 0;
	const char *letter_case = has_lower ? "lower" : "upper";
	bool		any_case = false;
	uuidx_id	other;

	if (!has_lower && !has_upper)
		return;
	if (has_lower && has_upper)
		letter_case = "mixed";
	else if (uuidx_id_parse(system, has_lower ? upper : lower, length, &other) == UUIDX_OK)
		any_case = memcmp(id, &other, sizeof(other)) == 0;
	SET_COLUMN(COL_LETTER_CASE, CStringGetTextDatum(letter_case));
	SET_COLUMN(COL_ANY_CASE, BoolGetDatum(any_case));
}

static void
set_example_columns(const uuidx_id_system *system, Datum *values, bool *nulls, pg_uuid_t *uuid)
{
	uuidx_id	id;
	TimestampTz at;

	if (uuidx_id_parse(system, system->example, strlen(system->example), &id) != UUIDX_OK)
		elog(ERROR, "example of id system \"%s\" is malformed", system->name);
	SET_COLUMN(COL_EXAMPLE, CStringGetTextDatum(system->example));
	if (uuidx_id_time(system, &id, system->epoch_ms, &at) == UUIDX_OK)
		SET_COLUMN(COL_EXAMPLE_TIME, TimestampTzGetDatum(at));
	if (uuidx_id_to_uuid(system, &id, system->epoch_ms, uuid) == UUIDX_OK)
		SET_COLUMN(COL_EXAMPLE_UUID, UUIDPGetDatum(uuid));
	set_case_columns(system, &id, values, nulls);
}

/* uuid_id_systems() */
Datum
uuidx_uuid_id_systems(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);

	foreach_int(i, sorted_systems())
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		Datum		values[COLUMNS] = {0};
		bool		nulls[COLUMNS];
		pg_uuid_t	uuid;

		memset(nulls, true, sizeof(nulls));
		SET_COLUMN(COL_SYSTEM, CStringGetTextDatum(system->name));
		SET_COLUMN(COL_BITS, Int32GetDatum(system->bits));
		SET_COLUMN(COL_MAPPING, CStringGetTextDatum(mapping_names[system->mapping]));
		SET_COLUMN(COL_SORTS_AS, CStringGetTextDatum(sort_names[system->sort]));
		set_time_columns(system, values, nulls);
		if (system->refusal != NULL)
			SET_COLUMN(COL_REFUSAL, CStringGetTextDatum(system->refusal));
		else
			set_example_columns(system, values, nulls, &uuid);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}
