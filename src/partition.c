/*
 * partition.c
 *	  SQL: uuid_v7_partitions and uuid_v7_create_partitions.
 *
 * Bounds are read from the catalog and compared by the v7 they let in: two bounds with
 * no v7 between them are the same bound, so that partitions made by others fit with ours.
 *
 * Everything that is refused is refused before the first partition is made.  A
 * new partition is a table of its own first and attached then, which needs no
 * lock on the parent that a reader or a writer would wait for.
 */
#include "compat.h"

#include "access/relation.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_partitioned_table.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "errors.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "port/pg_crc32c.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "uuid/grid.h"

PG_FUNCTION_INFO_V1(uuidx_partitions);
PG_FUNCTION_INFO_V1(uuidx_create_partitions);

/* A bound of a partition */
typedef struct partition_bound
{
	PartitionRangeDatumKind kind;
	pg_uuid_t	uuid;			/* nil for MINVALUE, max for MAXVALUE */
	pg_uuid_t	v7;				/* the smallest v7 at or after it, else max */
} partition_bound;

typedef struct partition
{
	Oid			oid;
	bool		is_default;		/* then it has no bounds */
	bool		detaching;		/* DETACH CONCURRENTLY has begun */
	partition_bound from;
	partition_bound to;
} partition;

/* What one CALL asks for, and what there is */
typedef struct partition_request
{
	Oid			parent;
	uuidx_grid	grid;
	int64		first;			/* indexes into the grid */
	int64		last;
	partition  *existing;		/* in order, without the default */
	int			nexisting;
	int64		made;
	int64		existed;
} partition_request;

/* --- Times and bounds ------------------------------------------------------ */

/* The time of a bound: its first 48 bits, whatever its version */
static TimestampTz
bound_time(const partition_bound *bound)
{
	if (bound->kind == PARTITION_RANGE_DATUM_MINVALUE)
		return DT_NOBEGIN;
	if (bound->kind == PARTITION_RANGE_DATUM_MAXVALUE)
		return DT_NOEND;
	return uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(&bound->uuid));
}

static const char *
bound_text(const partition_bound *bound)
{
	return uuidx_time_text(bound_time(bound));
}

static const char *
uuid_text(const pg_uuid_t *uuid)
{
	return DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid)));
}

/* --- The partitions there are ---------------------------------------------- */

/*
 * Refuses what is not partitioned by range of one uuid column in bytewise order,
 * which is core's: in no other order are uuid_v7_lower() and a time the same
 * boundary.
 */
static void
check_parent(Relation parent)
{
	PartitionKey key = parent->rd_rel->relkind == RELKIND_PARTITIONED_TABLE ?
		RelationGetPartitionKey(parent) : NULL;
	HeapTuple	tuple;
	HeapTuple	opclass_tuple;
	Datum		partclass;
	Oid			opclass;

	/* attribute 0 is an expression */
	if (key == NULL || key->strategy != PARTITION_STRATEGY_RANGE || key->partnatts != 1 ||
		key->partattrs[0] == 0 || key->partopcintype[0] != UUIDOID)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not partitioned by range of one uuid column",
						RelationGetRelationName(parent)),
				 errhint("Create it with PARTITION BY RANGE on one column of type uuid.")));
	if (key->partsupfunc[0].fn_oid == F_UUID_CMP)
		return;

	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(RelationGetRelid(parent)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for partition key of relation %u",
			 RelationGetRelid(parent));
	partclass = SysCacheGetAttrNotNull(PARTRELID, tuple, Anum_pg_partitioned_table_partclass);
	opclass = ((oidvector *) DatumGetPointer(partclass))->values[0];
	opclass_tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	if (!HeapTupleIsValid(opclass_tuple))
		elog(ERROR, "cache lookup failed for operator class %u", opclass);
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("table \"%s\" is partitioned in the order of operator class \"%s\"",
					RelationGetRelationName(parent),
					NameStr(((Form_pg_opclass) GETSTRUCT(opclass_tuple))->opcname)),
			 errdetail("Bounds of version 7 UUIDs are times only "
					   "in the default order of type uuid."),
			 errhint("Partition by the column without an operator class, "
					 "or create each partition with bounds of that order.")));
}

static void
read_bound(List *datums, partition_bound *bound)
{
	PartitionRangeDatum *datum = linitial_node(PartitionRangeDatum, datums);

	bound->kind = datum->kind;
	if (datum->kind == PARTITION_RANGE_DATUM_VALUE)
		bound->uuid = *DatumGetUUIDP(castNode(Const, datum->value)->constvalue);
	else
		memset(bound->uuid.data, datum->kind == PARTITION_RANGE_DATUM_MINVALUE ? 0 : 0xFF,
			   UUID_LEN);
	uuidx_v7_at_or_after(&bound->uuid, &bound->v7);
}

/* Bytewise by their starts, the default partition last */
static int
compare_partitions(const void *a, const void *b)
{
	const partition *x = (const partition *) a;
	const partition *y = (const partition *) b;

	if (x->is_default || y->is_default)
		return (int) x->is_default - (int) y->is_default;
	if (x->from.kind != y->from.kind)
		return (int) x->from.kind - (int) y->from.kind;
	return uuidx_compare_bytes(&x->from.uuid, &y->from.uuid);
}

/*
 * Reads the partitions of a parent that is locked, in order; none of them is
 * locked.  Those being detached are left out, as every query leaves them out,
 * or marked.
 */
static partition *
read_partitions(Oid parent, bool omit_detaching, int *count)
{
	List	   *children = find_inheritance_children_extended(parent, omit_detaching, NoLock,
															  NULL, NULL);
	partition  *partitions = palloc0(sizeof(partition) * (list_length(children) + 1));
	ListCell   *cell;
	int			n = 0;

	foreach(cell, children)
	{
		partition  *child = &partitions[n];
		HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(lfirst_oid(cell)));
		Datum		datum;
		PartitionBoundSpec *bound;
		bool		isnull = true;

		/* one that a lock on the parent for reading did not hold is gone */
		if (!HeapTupleIsValid(tuple))
			continue;
		datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relpartbound, &isnull);
		if (!isnull)
		{
			bound = castNode(PartitionBoundSpec, stringToNode(TextDatumGetCString(datum)));
			child->oid = lfirst_oid(cell);
			child->is_default = bound->is_default;
			if (!bound->is_default)
			{
				read_bound(bound->lowerdatums, &child->from);
				read_bound(bound->upperdatums, &child->to);
			}
			if (!omit_detaching)
				child->detaching = PartitionHasPendingDetach(child->oid);
			n++;
		}
		ReleaseSysCache(tuple);
	}
	qsort(partitions, n, sizeof(partition), compare_partitions);
	*count = n;
	return partitions;
}

static Relation
open_parent(Oid oid, LOCKMODE lockmode)
{
	Relation	parent = try_relation_open(oid, lockmode);

	if (parent == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", oid)));
	return parent;
}

/* uuid_v7_partitions(regclass) */
Datum
uuidx_partitions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	parent = open_parent(PG_GETARG_OID(0), AccessShareLock);
	partition  *partitions;
	int			count;

	check_parent(parent);
	InitMaterializedSRF(fcinfo, 0);
	partitions = read_partitions(RelationGetRelid(parent), true, &count);
	for (int i = 0; i < count; i++)
	{
		partition  *child = &partitions[i];
		Datum		values[3] = {ObjectIdGetDatum(child->oid)};
		bool		nulls[3] = {false, child->is_default, child->is_default};

		if (!child->is_default)
		{
			values[1] = TimestampTzGetDatum(bound_time(&child->from));
			values[2] = TimestampTzGetDatum(bound_time(&child->to));
		}
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	relation_close(parent, NoLock);
	return (Datum) 0;
}

/* --- Making partitions ------------------------------------------------------ */

/* The grid of a step */
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
 * The name of a partition: its parent's, and its start to as many digits as tell
 * the starts of the grid apart.  Where this is too long for a name the parent's
 * is cut, and a checksum tells it from others that begin alike.
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

static void
execute(const char *command)
{
	int			result = SPI_execute(command, false, 0);

	if (result != SPI_OK_UTILITY)
		elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
}

/*
 * Makes a partition, as PARTITION OF would: columns, defaults, constraints,
 * access method and tablespace of the parent, and with ATTACH its identity
 * columns, indexes, foreign keys and triggers.  The owner is the parent's,
 * whoever calls.  ATTACH reads the new table, which is empty.
 */
static void
create_partition(Oid parent, TimestampTz start, const uuidx_grid *grid,
				 const pg_uuid_t *from, const pg_uuid_t *to)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(parent));
	Form_pg_class form;
	const char *schema;
	const char *parent_name;
	const char *child_name;
	StringInfoData command;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", parent);
	form = (Form_pg_class) GETSTRUCT(tuple);
	schema = get_namespace_name(form->relnamespace);
	parent_name = quote_qualified_identifier(schema, NameStr(form->relname));
	child_name = quote_qualified_identifier(schema, partition_name(NameStr(form->relname), grid,
																   start));

	initStringInfo(&command);
	appendStringInfo(&command,
					 "CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)",
					 child_name, parent_name);
	if (OidIsValid(form->relam))
		appendStringInfo(&command, " USING %s", quote_identifier(get_am_name(form->relam)));
	if (OidIsValid(form->reltablespace))
		appendStringInfo(&command, " TABLESPACE %s",
						 quote_identifier(get_tablespace_name(form->reltablespace)));
	execute(command.data);

	if (form->relowner != GetUserId())
	{
		resetStringInfo(&command);
		appendStringInfo(&command, "ALTER TABLE %s OWNER TO %s", child_name,
						 quote_identifier(GetUserNameFromId(form->relowner, false)));
		execute(command.data);
	}

	resetStringInfo(&command);
	appendStringInfo(&command,
					 "ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')",
					 parent_name, child_name, uuid_text(from), uuid_text(to));
	execute(command.data);
	pfree(command.data);
	ReleaseSysCache(tuple);
}

pg_noreturn static void
report_overlap(const partition_request *request, const partition *other, int64 index)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("partition from \"%s\" to \"%s\" would overlap partition \"%s\"",
					uuidx_time_text(grid_time(&request->grid, index)),
					uuidx_time_text(grid_time(&request->grid, index + 1)),
					get_rel_name(other->oid)),
			 errdetail("Partition \"%s\" extends from \"%s\" to \"%s\".",
					   get_rel_name(other->oid), bound_text(&other->from),
					   bound_text(&other->to))));
}

/* The gap is after or before the neighbour that is given; the other one is null */
pg_noreturn static void
report_gap(const partition_request *request, const partition *before, const partition *after,
		   int64 index)
{
	const char *time = uuidx_time_text(grid_time(&request->grid, index));

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("new partitions would leave a gap from \"%s\" to \"%s\"",
					before != NULL ? bound_text(&before->to) : time,
					before != NULL ? time : bound_text(&after->from)),
			 before != NULL ?
			 errdetail("Partition \"%s\" ends before UUID \"%s\".", get_rel_name(before->oid),
					   uuid_text(&before->to.uuid)) :
			 errdetail("Partition \"%s\" begins with UUID \"%s\".", get_rel_name(after->oid),
					   uuid_text(&after->from.uuid)),
			 errhint("Ask for the gap as well, or create a partition for it first.")));
}

/*
 * Walks over what is asked for, beside what exists, and counts what is missing;
 * with create, makes it.  Raises an error where a partition would overlap
 * another, or leave a gap to a neighbour of all that is asked for.
 */
static void
walk(partition_request *request, bool create)
{
	int			next = 0;

	request->made = request->existed = 0;
	for (int64 index = request->first; index <= request->last; index++)
	{
		TimestampTz start = grid_time(&request->grid, index);
		const partition *other = NULL;
		pg_uuid_t	from;
		pg_uuid_t	to;

		CHECK_FOR_INTERRUPTS();
		uuidx_v7_lower(start, &from);
		uuidx_v7_lower(grid_time(&request->grid, index + 1), &to);

		/* the first that does not end at or before the start */
		while (next < request->nexisting &&
			   uuidx_compare_bytes(&request->existing[next].to.v7, &from) <= 0)
			next++;
		if (next < request->nexisting)
			other = &request->existing[next];
		if (other != NULL && uuidx_compare_bytes(&other->from.v7, &to) < 0)
		{
			if (uuidx_compare_bytes(&other->from.v7, &from) != 0 ||
				uuidx_compare_bytes(&other->to.v7, &to) != 0)
				report_overlap(request, other, index);
			request->existed++;
			continue;
		}

		if (index == request->first && next > 0 &&
			uuidx_compare_bytes(&request->existing[next - 1].to.v7, &from) != 0)
			report_gap(request, &request->existing[next - 1], NULL, index);
		if (index == request->last && other != NULL &&
			uuidx_compare_bytes(&other->from.v7, &to) != 0)
			report_gap(request, NULL, other, index + 1);
		request->made++;
		if (create)
		{
			/* no v7 is between them, so that nothing is lost by ending there */
			if (other != NULL && uuidx_compare_bytes(&other->from.uuid, &to) < 0)
				to = other->from.uuid;
			create_partition(request->parent, start, &request->grid, &from, &to);
		}
	}
}

/*
 * Keeps of the partitions those that what is asked for is compared with.  One
 * that is being detached is no neighbour any more, but still in the way.
 */
static void
set_existing(partition_request *request, partition *partitions, int count)
{
	pg_uuid_t	from;
	pg_uuid_t	to;

	uuidx_v7_lower(grid_time(&request->grid, request->first), &from);
	uuidx_v7_lower(grid_time(&request->grid, request->last + 1), &to);
	request->existing = partitions;
	request->nexisting = 0;
	for (int i = 0; i < count && !partitions[i].is_default; i++)
	{
		const partition *other = &partitions[i];

		if (!other->detaching)
			partitions[request->nexisting++] = *other;
		else if (uuidx_compare_bytes(&other->from.v7, &to) < 0 &&
				 uuidx_compare_bytes(&other->to.v7, &from) > 0)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("partition \"%s\" is being detached", get_rel_name(other->oid)),
					 errdetail("Partition \"%s\" extends from \"%s\" to \"%s\".",
							   get_rel_name(other->oid), bound_text(&other->from),
							   bound_text(&other->to)),
					 errhint("Wait until it is detached, or complete an interrupted "
							 "detach with ALTER TABLE ... DETACH PARTITION ... FINALIZE.")));
	}
}

/* uuid_v7_create_partitions(regclass, timestamptz, timestamptz, interval) */
Datum
uuidx_create_partitions(PG_FUNCTION_ARGS)
{
	static const char *const arguments[] = {"parent", "from_time", "to_time", "step"};
	partition_request request;
	TimestampTz from_time;
	TimestampTz to_time;
	Relation	parent;
	partition  *partitions;
	int			count;

	for (int i = 0; i < lengthof(arguments); i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("argument \"%s\" must not be null", arguments[i])));
	request.parent = PG_GETARG_OID(0);
	from_time = PG_GETARG_TIMESTAMPTZ(1);
	to_time = PG_GETARG_TIMESTAMPTZ(2);
	if (from_time < UUIDX_V7_MIN_PG_US || to_time > UUIDX_V7_MAX_PG_US)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("timestamp out of range for UUID version 7"),
				 uuidx_errdetail_times(7)));
	if (from_time >= to_time)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("from_time \"%s\" is not before to_time \"%s\"",
						uuidx_time_text(from_time), uuidx_time_text(to_time))));
	make_grid(PG_GETARG_INTERVAL_P(3), &request.grid);
	request.first = uuidx_grid_index(&request.grid, (from_time - UUIDX_V7_MIN_PG_US) / 1000);
	request.last = uuidx_grid_index(&request.grid, (to_time - 1 - UUIDX_V7_MIN_PG_US) / 1000);

	/* what ATTACH would ask for, before anybody has to wait for our lock */
	if (get_rel_name(request.parent) != NULL &&
		!object_ownercheck(RelationRelationId, request.parent, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(get_rel_relkind(request.parent)),
					   get_rel_name(request.parent));
	/* the lock of ATTACH: one run at a time, and nothing else waits for it */
	parent = open_parent(request.parent, ShareUpdateExclusiveLock);
	check_parent(parent);
	relation_close(parent, NoLock);

	partitions = read_partitions(request.parent, false, &count);
	set_existing(&request, partitions, count);
	walk(&request, false);
	if (request.made > 0)
	{
		SPI_connect();
		walk(&request, true);
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
