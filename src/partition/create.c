/*
 * create.c
 *	  SQL: uuid_v7_create_partitions.
 *
 * All checks are made before the first partition is created.  A new partition is created as a
 * separate table and then attached, because the lock on the parent that this takes does not block
 * readers and writers.
 */
#include "partition/partition.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "errors.h"
#include "executor/spi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "port/pg_crc32c.h"
#include "proof/versions.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "uuid/grid.h"

PG_FUNCTION_INFO_V1(uuidx_create_partitions);

/* The arguments of a CALL, and the existing partitions */
typedef struct partition_request
{
	Oid			parent;
	uuidx_grid	grid;
	int64		first;			/* indexes into the grid */
	int64		last;
	uuidx_partition *existing;	/* in order, without the default */
	int			nexisting;
	int64		made;
	int64		existed;
} partition_request;

static const char *
uuid_text(const pg_uuid_t *uuid)
{
	return DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid)));
}

/* Sets the grid of a step; raises an error if the step is not suitable */
static void
make_grid(Interval *step, uuidx_grid *grid)
{
	uuidx_grid_status status = uuidx_grid_make(step->month, step->day, step->time, grid);
	char	   *string = OidOutputFunctionCall(F_INTERVAL_OUT, IntervalPGetDatum(step));

	if (INTERVAL_NOT_FINITE(step))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("step \"%s\" is not finite", string)));
	switch (status)
	{
		case UUIDX_GRID_OK:
			break;
		case UUIDX_GRID_MIXED:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step \"%s\" mixes months with days or hours", string),
					 errdetail("A step is either a number of months or a fixed length of time.")));
			break;
		case UUIDX_GRID_FRACTION:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step \"%s\" is not a whole number of milliseconds", string),
					 errdetail("UUID version 7 is ordered by the millisecond.")));
			break;
		case UUIDX_GRID_NOT_POSITIVE:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step \"%s\" is not greater than zero", string)));
			break;
	}
}

static TimestampTz
grid_time(const uuidx_grid *grid, int64 index)
{
	return uuidx_unix_ms_to_pg_us(uuidx_grid_start_ms(grid, index));
}

/*
 * Returns the name of a partition, which is the name of its parent and its start, with as many
 * digits as the starts of the grid need to differ.  If the name is too long, that of the parent is
 * truncated, and a checksum distinguishes it from others that begin alike.
 */
static char *
partition_name(const char *parent, const uuidx_grid *grid, TimestampTz start)
{
	uuidx_grid_unit unit = uuidx_grid_unit_of(grid);
	struct pg_tm tm;
	fsec_t		fsec;
	char	   *suffix;
	pg_crc32c	crc;
	int			room;

	(void) timestamp2tm(start, NULL, &tm, &fsec, NULL, NULL);
	suffix = psprintf("_p%04d%02d%02d", tm.tm_year, tm.tm_mon, tm.tm_mday);
	if (unit != UUIDX_GRID_DAYS)
		suffix = psprintf("%s_%02d%02d%02d", suffix, tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (unit == UUIDX_GRID_MILLISECONDS)
		suffix = psprintf("%s%03d", suffix, (int) (fsec / 1000));
	if (strlen(parent) + strlen(suffix) < NAMEDATALEN)
		return psprintf("%s%s", parent, suffix);

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, parent, strlen(parent));
	FIN_CRC32C(crc);
	suffix = psprintf("_%08x%s", crc, suffix);
	room = pg_mbcliplen(parent, (int) strlen(parent), NAMEDATALEN - 1 - (int) strlen(suffix));
	return psprintf("%.*s%s", room, parent, suffix);
}

/* Sets the smallest v7 of a step */
static void
grid_bound(const uuidx_grid *grid, int64 index, pg_uuid_t *bound)
{
	uuidx_v7_lower(grid_time(grid, index), bound);
}

/* Raises an error if another relation has the name of a new partition */
static void
check_name(const partition_request *request, int64 index)
{
	TimestampTz start = grid_time(&request->grid, index);
	char	   *name = partition_name(get_rel_name(request->parent), &request->grid, start);

	if (OidIsValid(get_relname_relid(name, get_rel_namespace(request->parent))))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name),
				 errdetail("The partition that begins at \"%s\" would have this name.",
						   uuidx_time_text(start)),
				 errhint("Rename the relation, or attach it as that partition.")));
}

/*
 * Creates a partition with what PARTITION OF would give it: the columns, defaults, constraints,
 * access method and tablespace of the parent, and by ATTACH its identity columns, indexes, foreign
 * keys and triggers.  The owner of the parent owns it, whoever the caller is.  ATTACH reads the
 * new table, which is empty.
 */
static void
create_partition(const partition_request *request, int64 index, const pg_uuid_t *from,
				 const pg_uuid_t *to)
{
	TimestampTz start = grid_time(&request->grid, index);
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(request->parent));
	Form_pg_class form;
	const char *schema;
	const char *parent_name;
	const char *child_name;
	StringInfoData command;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", request->parent);
	form = (Form_pg_class) GETSTRUCT(tuple);
	schema = get_namespace_name(form->relnamespace);
	parent_name = quote_qualified_identifier(schema, NameStr(form->relname));
	child_name = quote_qualified_identifier(schema, partition_name(NameStr(form->relname),
																   &request->grid, start));

	initStringInfo(&command);
	appendStringInfo(&command,
					 "CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)",
					 child_name, parent_name);
	if (OidIsValid(form->relam))
		appendStringInfo(&command, " USING %s", quote_identifier(get_am_name(form->relam)));
	if (OidIsValid(form->reltablespace))
		appendStringInfo(&command, " TABLESPACE %s",
						 quote_identifier(get_tablespace_name(form->reltablespace)));
	uuidx_execute(command.data);

	if (form->relowner != GetUserId())
	{
		resetStringInfo(&command);
		appendStringInfo(&command, "ALTER TABLE %s OWNER TO %s", child_name,
						 quote_identifier(GetUserNameFromId(form->relowner, false)));
		uuidx_execute(command.data);
	}

	resetStringInfo(&command);
	appendStringInfo(&command,
					 "ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')",
					 parent_name, child_name, uuid_text(from), uuid_text(to));
	uuidx_execute(command.data);
	pfree(command.data);
	ReleaseSysCache(tuple);
}

pg_noreturn static void
report_overlap(const partition_request *request, const uuidx_partition *other, int64 index)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("partition from \"%s\" to \"%s\" would overlap partition \"%s\"",
					uuidx_time_text(grid_time(&request->grid, index)),
					uuidx_time_text(grid_time(&request->grid, index + 1)),
					get_rel_name(other->oid)),
			 errdetail("Partition \"%s\" extends from \"%s\" to \"%s\".",
					   get_rel_name(other->oid), uuidx_bound_text(&other->from),
					   uuidx_bound_text(&other->to))));
}

/*
 * Raises an error about a gap after the partition `before`, or before the partition `after`; the
 * other one is NULL
 */
pg_noreturn static void
report_gap(const partition_request *request, const uuidx_partition *before,
		   const uuidx_partition *after, int64 index)
{
	const char *time = uuidx_time_text(grid_time(&request->grid, index));

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("new partitions would leave a gap from \"%s\" to \"%s\"",
					before != NULL ? uuidx_bound_text(&before->to) : time,
					before != NULL ? time : uuidx_bound_text(&after->from)),
			 before != NULL ?
			 errdetail("Partition \"%s\" ends before UUID \"%s\".", get_rel_name(before->oid),
					   uuid_text(&before->to.uuid)) :
			 errdetail("Partition \"%s\" begins with UUID \"%s\".", get_rel_name(after->oid),
					   uuid_text(&after->from.uuid)),
			 errhint("Include the gap, or create a partition for it first.")));
}

/*
 * Sets the steps of a request that are wholly inside a partition; there are none if *first > *last
 */
static void
steps_inside(const partition_request *request, const uuidx_partition *partition,
			 int64 *first, int64 *last)
{
	const uuidx_grid *grid = &request->grid;
	pg_uuid_t	bound;

	*first = uuidx_grid_index(grid, uuidx_v7_unix_ms(&partition->from.v7));
	grid_bound(grid, *first, &bound);
	if (uuidx_compare_bytes(&bound, &partition->from.v7) < 0)
		(*first)++;
	*last = uuidx_grid_index(grid, uuidx_v7_unix_ms(&partition->to.v7));
	grid_bound(grid, *last + 1, &bound);
	if (uuidx_compare_bytes(&bound, &partition->to.v7) > 0)
		(*last)--;
	*first = Max(*first, request->first);
	*last = Min(*last, request->last);
}

/* Raises an error if a new partition leaves a gap to a neighbor, of which each may be NULL */
static void
check_gaps(const partition_request *request, int64 index, const uuidx_partition *before,
		   const uuidx_partition *after)
{
	pg_uuid_t	from;
	pg_uuid_t	to;

	grid_bound(&request->grid, index, &from);
	grid_bound(&request->grid, index + 1, &to);
	if (index == request->first && before != NULL &&
		uuidx_compare_bytes(&before->to.v7, &from) != 0)
		report_gap(request, before, NULL, index);
	if (index == request->last && after != NULL &&
		uuidx_compare_bytes(&after->from.v7, &to) != 0)
		report_gap(request, NULL, after, index + 1);
}

/*
 * Compares the steps of a request with the existing partitions, and counts the missing ones; with
 * "create", creates them.  Steps that are wholly inside an existing partition need none.  Raises
 * an error where a partition would overlap another one, or leave a gap before or after all steps.
 */
static void
process_steps(partition_request *request, bool create)
{
	int			next = 0;		/* the first one that ends after the start */

	request->made = request->existed = 0;
	for (int64 index = request->first; index <= request->last; index++)
	{
		const uuidx_partition *other;
		pg_uuid_t	from;
		pg_uuid_t	to;
		int64		first;
		int64		last;

		grid_bound(&request->grid, index, &from);
		grid_bound(&request->grid, index + 1, &to);
		while (next < request->nexisting &&
			   uuidx_compare_bytes(&request->existing[next].to.v7, &from) <= 0)
			next++;
		other = next < request->nexisting ? &request->existing[next] : NULL;
		if (other != NULL && uuidx_compare_bytes(&other->from.v7, &to) < 0)
		{
			steps_inside(request, other, &first, &last);
			if (index < first || index > last)
				report_overlap(request, other, index);
			request->existed++;
			index = last;
			continue;
		}
		check_gaps(request, index, next > 0 ? &request->existing[next - 1] : NULL, other);
		request->made++;
		if (!create)
			check_name(request, index);
		else
		{
			/* there is no v7 in between, so the partition can end earlier */
			if (other != NULL && uuidx_compare_bytes(&other->from.uuid, &to) < 0)
				to = other->from.uuid;
			create_partition(request, index, &from, &to);
		}
	}
}

/*
 * Sets the partitions with which the request is compared.  Raises an error if it overlaps one that
 * is being detached; such a partition is no neighbor.
 */
static void
set_existing(partition_request *request, uuidx_partition *partitions, int count)
{
	pg_uuid_t	from;
	pg_uuid_t	to;

	grid_bound(&request->grid, request->first, &from);
	grid_bound(&request->grid, request->last + 1, &to);
	request->existing = partitions;
	request->nexisting = 0;
	for (int i = 0; i < count && !partitions[i].is_default; i++)
	{
		const uuidx_partition *other = &partitions[i];

		if (!other->detaching)
			partitions[request->nexisting++] = *other;
		else if (uuidx_compare_bytes(&other->from.v7, &to) < 0 &&
				 uuidx_compare_bytes(&other->to.v7, &from) > 0)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("partition \"%s\" is being detached", get_rel_name(other->oid)),
					 errdetail("Partition \"%s\" extends from \"%s\" to \"%s\".",
							   get_rel_name(other->oid), uuidx_bound_text(&other->from),
							   uuidx_bound_text(&other->to)),
					 errhint("Wait until it is detached, or complete an interrupted "
							 "detach with ALTER TABLE ... DETACH PARTITION ... FINALIZE.")));
	}
}

/*
 * Returns the number of missing partitions.  Checks them, unless they are too many for one CALL.
 */
static int64
count_missing(partition_request *request)
{
	int64		missing = request->last - request->first + 1;

	for (int i = 0; i < request->nexisting; i++)
	{
		int64		first;
		int64		last;

		steps_inside(request, &request->existing[i], &first, &last);
		missing -= Max(0, last - first + 1);
	}
	if (missing <= UUIDX_CREATED_MAX)
		process_steps(request, false);
	return missing;
}

/* Sets the grid and the steps of a request from the arguments of a CALL */
static void
make_request(partition_request *request, TimestampTz from_time, TimestampTz to_time, Interval *step)
{
	if (from_time < UUIDX_V7_MIN_PG_US || to_time > UUIDX_V7_MAX_PG_US)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("timestamp out of range for UUID version 7"),
				 uuidx_errdetail_times(7)));
	if (from_time >= to_time)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("from_time \"%s\" is not before to_time \"%s\"",
						uuidx_time_text(from_time), uuidx_time_text(to_time)),
				 from_time > to_time ?
				 errhint("Swap the two times.") :
				 errhint("The last partition ends at or after to_time. "
						 "For one partition, use from_time plus one step.")));
	make_grid(step, &request->grid);
	request->first = uuidx_grid_index(&request->grid, (from_time - UUIDX_V7_MIN_PG_US) / 1000);
	request->last = uuidx_grid_index(&request->grid, (to_time - 1 - UUIDX_V7_MIN_PG_US) / 1000);
}

/* uuid_v7_create_partitions(regclass, timestamptz, timestamptz, interval) */
Datum
uuidx_create_partitions(PG_FUNCTION_ARGS)
{
	static const char *const arguments[] = {"parent", "from_time", "to_time", "step"};
	partition_request request;
	Relation	parent;
	uuidx_partition *partitions;
	int			count;

	uuidx_refuse_nulls(fcinfo, arguments);
	request.parent = PG_GETARG_OID(0);
	make_request(&request, PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_TIMESTAMPTZ(2),
				 PG_GETARG_INTERVAL_P(3));

	/*
	 * ATTACH would check this, too, but only after other sessions had to wait
	 * for the lock
	 */
	uuidx_check_owner(request.parent);

	/*
	 * with the lock of ATTACH, no other run is possible, and readers and
	 * writers are not blocked
	 */
	parent = uuidx_open_parent(request.parent, ShareUpdateExclusiveLock);
	partitions = uuidx_read_partitions(request.parent, false, &count);
	set_existing(&request, partitions, count);
	uuidx_limit_created(parent, count_missing(&request));
	relation_close(parent, NoLock);

	if (request.made > 0)
	{
		SPI_connect();
		process_steps(&request, true);
		SPI_finish();
	}
	ereport(NOTICE,
			(errmsg("partitions of table \"%s\" from \"%s\" to \"%s\": "
					"%lld created, %lld existed already",
					get_rel_name(request.parent),
					uuidx_time_text(grid_time(&request.grid, request.first)),
					uuidx_time_text(grid_time(&request.grid, request.last + 1)),
					(long long) request.made, (long long) request.existed)));
	PG_RETURN_VOID();
}
