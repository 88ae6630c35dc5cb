/*
 * create.c
 *	  SQL: uuid_v7_create_partitions.
 *
 * All checks are made before the first partition is created.  A new partition is created as a
 * separate table and then attached, because the lock on the parent that this takes does not block
 * readers and writers.
 */
#include "partition/partition.h"

#include "access/relation.h"
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
#include "utils/timestamp.h"
#include "uuid/boundaries.h"

/* One CALL creates at most this many partitions */
#define CREATED_MAX 4096

PG_FUNCTION_INFO_V1(uuidx_create_partitions);

/* The arguments of a CALL, and what follows from the definition of the table */
typedef struct partition_request
{
	Oid			parent;
	Oid			owner;
	const char *definition;		/* what follows the name in CREATE TABLE */
	uuidx_grid	grid;
	int64		first;			/* indexes into the grid */
	int64		last;
	uuidx_partition *whole;		/* from the first to the last step */
	List	   *existing;		/* in order, without the default */
	List	   *missing;		/* new partitions, which have no OIDs */
	int64		existed;		/* existing ones with one step or more */
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
	if (status == UUIDX_GRID_MIXED)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("step \"%s\" mixes months with days or hours", string),
				 errdetail("A step is either a number of months or a fixed length of time.")));
	if (status == UUIDX_GRID_FRACTION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("step \"%s\" is not a whole number of milliseconds", string),
				 errdetail("UUID version 7 is ordered by the millisecond.")));
	if (status == UUIDX_GRID_NOT_POSITIVE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("step must be greater than zero, not \"%s\"", string)));
}

/*
 * Returns the name of a partition, which is the name of its parent and its start, with as many
 * digits as the starts of the grid need to differ.  If the name is too long, that of the parent is
 * truncated, and a checksum distinguishes it from others that begin alike.
 */
static char *
partition_name(const partition_request *request, TimestampTz start)
{
	const char *parent = get_rel_name(request->parent);
	uuidx_grid_unit unit = uuidx_grid_unit_of(&request->grid);
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

/* Sets a bound to the start of a step, which is the smallest v7 of its time */
static void
set_bound(const uuidx_grid *grid, int64 index, uuidx_bound *bound)
{
	bound->time = uuidx_unix_ms_to_pg_us(uuidx_grid_start_ms(grid, index));
	uuidx_v7_lower(bound->time, &bound->uuid);
	bound->v7 = bound->uuid;
}

/* Returns a new partition from the start of one step to the end of another */
static uuidx_partition *
make_partition(const uuidx_grid *grid, int64 first, int64 last)
{
	uuidx_partition *partition = palloc0_object(uuidx_partition);

	set_bound(grid, first, &partition->from);
	set_bound(grid, last + 1, &partition->to);
	return partition;
}

/* Raises an error if another relation has the name of a new partition */
static void
check_name(const partition_request *request, const uuidx_partition *partition)
{
	const char *name = partition_name(request, partition->from.time);

	if (OidIsValid(get_relname_relid(name, get_rel_namespace(request->parent))))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name),
				 errdetail("The partition that begins at \"%s\" would have this name.",
						   uuidx_time_text(partition->from.time)),
				 errhint("Rename the relation, or attach it as that partition.")));
}

/* Returns a definition with the columns, access method and tablespace of the parent */
static const char *
make_definition(Relation parent)
{
	Form_pg_class form = parent->rd_rel;
	StringInfoData definition;

	initStringInfo(&definition);
	appendStringInfo(&definition,
					 "(LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)",
					 uuidx_qualified_name(RelationGetRelid(parent)));
	if (OidIsValid(form->relam))
		appendStringInfo(&definition, " USING %s", quote_identifier(get_am_name(form->relam)));
	if (OidIsValid(form->reltablespace))
		appendStringInfo(&definition, " TABLESPACE %s",
						 quote_identifier(get_tablespace_name(form->reltablespace)));
	return definition.data;
}

/*
 * Creates a partition with what PARTITION OF would give it: the columns, defaults, constraints,
 * access method and tablespace of the parent, and by ATTACH its identity columns, indexes, foreign
 * keys and triggers.  The owner of the parent owns it, whoever the caller is.
 */
static void
create_partition(const partition_request *request, const uuidx_partition *partition)
{
	const char *schema = get_namespace_name(get_rel_namespace(request->parent));
	const char *name = quote_qualified_identifier(schema, partition_name(request,
																		 partition->from.time));

	SPI_execute(psprintf("CREATE TABLE %s %s", name, request->definition), false, 0);
	if (request->owner != GetUserId())
		SPI_execute(psprintf("ALTER TABLE %s OWNER TO %s", name,
							 quote_identifier(GetUserNameFromId(request->owner, false))),
					false, 0);
	uuidx_alter_as_owner(request->parent,
						 psprintf("ALTER TABLE %s ATTACH PARTITION %s "
								  "FOR VALUES FROM ('%s') TO ('%s')",
								  uuidx_qualified_name(request->parent), name,
								  uuid_text(&partition->from.uuid),
								  uuid_text(&partition->to.uuid)));
}

/* Returns true if two partitions have a v7 in common */
static bool
overlap(const uuidx_partition *a, const uuidx_partition *b)
{
	return uuidx_compare_bytes(&a->from.v7, &b->to.v7) < 0 &&
		uuidx_compare_bytes(&b->from.v7, &a->to.v7) < 0;
}

/* Adds a detail with the bounds of an existing partition.  An auxiliary of ereport(). */
static int
errdetail_bounds(const uuidx_partition *partition)
{
	return errdetail("Partition \"%s\" extends from \"%s\" to \"%s\".",
					 get_rel_name(partition->oid), uuidx_time_text(partition->from.time),
					 uuidx_time_text(partition->to.time));
}

/* Raises an error if a v7 is between a new partition and another one, which may be NULL */
static void
check_gap(const uuidx_partition *before, const uuidx_partition *after)
{
	if (before == NULL || after == NULL ||
		uuidx_compare_bytes(&before->to.v7, &after->from.v7) == 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("new partitions would leave a gap from \"%s\" to \"%s\"",
					uuidx_time_text(before->to.time), uuidx_time_text(after->from.time)),
			 OidIsValid(before->oid) ?
			 errdetail("Partition \"%s\" ends before UUID \"%s\".", get_rel_name(before->oid),
					   uuid_text(&before->to.uuid)) :
			 errdetail("Partition \"%s\" begins with UUID \"%s\".", get_rel_name(after->oid),
					   uuid_text(&after->from.uuid)),
			 errhint("Include the gap if whole steps fill it, or create one partition for it "
					 "with CREATE TABLE ... PARTITION OF.")));
}

/* Sets the steps of a request that are wholly inside a partition; none if *first > *last */
static void
steps_inside(const partition_request *request, const uuidx_partition *partition,
			 int64 *first, int64 *last)
{
	const uuidx_grid *grid = &request->grid;
	uuidx_bound bound;

	*first = uuidx_grid_index(grid, uuidx_v7_unix_ms(&partition->from.v7));
	set_bound(grid, *first, &bound);
	if (uuidx_compare_bytes(&bound.v7, &partition->from.v7) < 0)
		(*first)++;
	*last = uuidx_grid_index(grid, uuidx_v7_unix_ms(&partition->to.v7));
	set_bound(grid, *last + 1, &bound);
	if (uuidx_compare_bytes(&bound.v7, &partition->to.v7) > 0)
		(*last)--;
	*first = Max(*first, request->first);
	*last = Min(*last, request->last);
}

/* Returns an existing partition, or NULL if there is none with that number */
static const uuidx_partition *
get_existing(const partition_request *request, int number)
{
	return number < 0 || number >= list_length(request->existing) ? NULL :
		(const uuidx_partition *) list_nth(request->existing, number);
}

/*
 * Compares the steps of a request with the existing partitions, and lists the missing ones.  Steps
 * that are wholly inside an existing partition need none.  Raises an error where a partition would
 * overlap another one, leave a gap before or after all steps, or have the name of another table.
 */
static void
find_missing(partition_request *request)
{
	const uuidx_partition *other;
	int			next = 0;		/* the first that ends after this start */

	for (int64 index = request->first; index <= request->last; index++)
	{
		uuidx_partition *made = make_partition(&request->grid, index, index);
		int64		first;
		int64		last;

		while ((other = get_existing(request, next)) != NULL &&
			   uuidx_compare_bytes(&other->to.v7, &made->from.v7) <= 0)
			next++;
		if (other != NULL && overlap(made, other))
		{
			steps_inside(request, other, &first, &last);
			if (index < first || index > last)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
						 errmsg("partition from \"%s\" to \"%s\" would overlap partition \"%s\"",
								uuidx_time_text(made->from.time), uuidx_time_text(made->to.time),
								get_rel_name(other->oid)),
						 errdetail_bounds(other)));
			request->existed++;
			index = last;
			continue;
		}
		if (index == request->first)
			check_gap(get_existing(request, next - 1), made);
		if (index == request->last)
			check_gap(made, other);
		check_name(request, made);
		/* there is no v7 in between, so the partition can end earlier */
		if (other != NULL && uuidx_compare_bytes(&other->from.uuid, &made->to.uuid) < 0)
			made->to.uuid = other->from.uuid;
		request->missing = lappend(request->missing, made);
	}
}

/*
 * Lists the partitions with which the request is compared.  Raises an error if it overlaps one that
 * is being detached; such a partition is no neighbor.
 */
static void
find_existing(partition_request *request, Relation parent)
{
	foreach_ptr(uuidx_partition, other, uuidx_read_partitions(parent, false))
	{
		if (!other->is_default && !other->detaching)
			request->existing = lappend(request->existing, other);
		else if (!other->is_default && overlap(request->whole, other))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("partition \"%s\" is being detached", get_rel_name(other->oid)),
					 errdetail_bounds(other),
					 errhint("Wait until it is detached, or complete an interrupted "
							 "detach with ALTER TABLE ... DETACH PARTITION ... FINALIZE.")));
	}
}

/* Raises an error if too many partitions are missing, before any of them is listed */
static void
limit_missing(const partition_request *request)
{
	int64		missing = request->last - request->first + 1;

	foreach_ptr(uuidx_partition, other, request->existing)
	{
		int64		first;
		int64		last;

		steps_inside(request, other, &first, &last);
		missing -= Max(0, last - first + 1);
	}
	if (missing > CREATED_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot create %lld partitions of table \"%s\" at once",
						(long long) missing, get_rel_name(request->parent)),
				 errdetail("One call can create at most %d.", CREATED_MAX),
				 errhint("Choose a longer step, or create them in several calls.")));
}

/* Sets the grid and the steps of a request from the arguments of a CALL */
static void
make_request(partition_request *request, TimestampTz from_time, TimestampTz to_time, Interval *step)
{
	bool		is_valid = from_time >= UUIDX_V7_MIN_PG_US && from_time <= UUIDX_V7_MAX_PG_US;

	if (!is_valid || to_time > UUIDX_V7_MAX_PG_US)
		uuidx_time_out_of_range(7, is_valid ? to_time : from_time);
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
	request->whole = make_partition(&request->grid, request->first, request->last);
}

/* uuid_v7_create_partitions(regclass, timestamptz, timestamptz, interval) */
Datum
uuidx_create_partitions(PG_FUNCTION_ARGS)
{
	static const char *const arguments[] = {"parent", "from_time", "to_time", "step"};
	partition_request request = {0};
	Relation	parent;

	uuidx_refuse_nulls(fcinfo, arguments);
	request.parent = PG_GETARG_OID(0);
	make_request(&request, PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_TIMESTAMPTZ(2),
				 PG_GETARG_INTERVAL_P(3));

	/* with the lock of ATTACH, another run waits, but no reader or writer */
	parent = uuidx_open_parent(request.parent, ShareUpdateExclusiveLock, true);
	uuidx_keep_name(request.parent);
	request.owner = parent->rd_rel->relowner;
	request.definition = make_definition(parent);
	find_existing(&request, parent);
	limit_missing(&request);
	find_missing(&request);
	relation_close(parent, NoLock);

	SPI_connect();
	foreach_ptr(uuidx_partition, partition, request.missing)
		create_partition(&request, partition);
	SPI_finish();
	ereport(NOTICE,
			(errmsg("partitions of table \"%s\" from \"%s\" to \"%s\": "
					"%lld created, %lld existed already",
					get_rel_name(request.parent), uuidx_time_text(request.whole->from.time),
					uuidx_time_text(request.whole->to.time),
					(long long) list_length(request.missing), (long long) request.existed)));
	PG_RETURN_VOID();
}
