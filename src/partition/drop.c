/*
 * drop.c
 *	  SQL: uuid_v7_drop_partitions.
 *
 * Outside a transaction block, each partition is dropped in a transaction of its own, so that the
 * lock on the parent, which blocks readers and writers, is held for one DROP TABLE.  What was
 * dropped before an error stays dropped, and the next call continues.  In a transaction block, all
 * partitions are dropped together, or none.
 *
 * Between two of these transactions the table can change in any way.  A partition of the list is
 * therefore checked again when it is locked.
 */
#include "partition/partition.h"

#include "access/relation.h"
#include "access/xact.h"
#include "catalog/heap.h"
#include "catalog/partition.h"
#include "errors.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "proof/versions.h"
#include "storage/lmgr.h"
#include "tcop/pquery.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "uuid/layout.h"

PG_FUNCTION_INFO_V1(uuidx_drop_partitions);

/* The arguments of a CALL */
typedef struct drop_request
{
	Oid			parent;
	pg_uuid_t	before;			/* the smallest v7 of its millisecond */
	bool		atomic;			/* all are dropped in one transaction */
} drop_request;

/* Returns true if all times of a partition are before the given one; MAXVALUE never is */
static bool
is_expired(const drop_request *request, const uuidx_partition *partition)
{
	return !partition->is_default &&
		uuidx_compare_bytes(&partition->to.v7, &request->before) <= 0;
}

/*
 * Returns the partitions to drop, from the oldest on.  Takes no lock that blocks another session,
 * and keeps none.  Omits partitions that are being detached.
 *
 * Raises an error if none but the default partition would remain.  A rolling window always has
 * later partitions, so either the clock is ahead, or no partitions are created.
 */
static List *
read_expired(const drop_request *request, TimestampTz before)
{
	Relation	parent = uuidx_open_parent(request->parent, AccessShareLock, true);
	List	   *expired = NIL;
	bool		one_remains = false;

	foreach_ptr(uuidx_partition, partition, uuidx_read_partitions(parent, false))
	{
		if (!is_expired(request, partition))
		{
			if (!partition->is_default && !partition->detaching)
				one_remains = true;
		}
		else if (!partition->detaching)
			expired = lappend(expired, partition);
		else
			ereport(WARNING,
					(errmsg("partition \"%s\" is being detached and is not dropped",
							get_rel_name(partition->oid)),
					 errhint("Complete an interrupted detach with ALTER TABLE ... DETACH "
							 "PARTITION ... FINALIZE, then drop the table.")));
	}
	if (expired != NIL && !one_remains)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot drop all partitions of table \"%s\"",
						RelationGetRelationName(parent)),
				 errdetail("Every partition ends at or before \"%s\"; the last one is \"%s\".",
						   uuidx_time_text(before),
						   get_rel_name(((uuidx_partition *) llast(expired))->oid)),
				 errhint("Check the clock of the server, and create the next partitions first. "
						 "To drop the last partition, use DROP TABLE.")));
	relation_close(parent, AccessShareLock);
	return expired;
}

/*
 * Locks the parent, and then the partition, in the order of DROP TABLE.  Returns false if the
 * partition must not be dropped any more, because another session has changed it.
 */
static bool
lock_expired(const drop_request *request, Oid oid)
{
	uuidx_partition *partition;

	relation_close(uuidx_open_parent(request->parent, AccessExclusiveLock, true), NoLock);
	LockRelationOid(oid, AccessExclusiveLock);
	partition = uuidx_read_partition(oid);
	if (partition == NULL || get_partition_parent(oid, true) != request->parent ||
		partition->detaching || !is_expired(request, partition))
		return false;
	uuidx_keep_name(request->parent);
	uuidx_keep_name(oid);
	return true;
}

/* The foreign keys that refer to a table from columns without an index on all rows */
static const char *const find_slow_keys =
"SELECT conname, relname FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid "
"WHERE contype = 'f' AND confrelid = %1$u "
"AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = k.conparentid AND p.confrelid = %1$u) "
"AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = k.conrelid AND indisvalid "
"AND indpred IS NULL AND indkey[0] = ANY (k.conkey)) ORDER BY k.oid";

/*
 * Warns of foreign keys that make it slow to detach a partition: the server then reads the
 * referencing tables while no other session can use the parent
 */
static void
warn_of_slow_keys(Oid parent)
{
	int			nest_level = NewGUCNestLevel();

	RestrictSearchPath();
	SPI_execute(psprintf(find_slow_keys, parent), true, 0);
	AtEOXact_GUC(true, nest_level);
	for (uint64 i = 0; i < SPI_processed; i++)
		ereport(WARNING,
				(errmsg("foreign key \"%s\" of table \"%s\" has no index",
						SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1),
						SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 2)),
				 errdetail("The table is read for each partition of table \"%s\" that is "
						   "dropped, while readers and writers of that table wait.",
						   get_rel_name(parent)),
				 errhint("Create an index that begins with a column of the foreign key.")));
}

/*
 * Drops a partition that is locked.  If foreign keys of other tables refer to it, it must be
 * detached first; DETACH raises an error if one of its rows is referred to.
 */
static void
drop_partition(Oid parent, Oid oid)
{
	const char *name = uuidx_qualified_name(oid);
	bool		is_foreign = get_rel_relkind(oid) == RELKIND_FOREIGN_TABLE;

	if (heap_truncate_find_FKs(list_make1_oid(oid)) != NIL)
		uuidx_alter_as_owner(parent, psprintf("ALTER TABLE %s DETACH PARTITION %s",
											  uuidx_qualified_name(parent), name));
	SPI_execute(psprintf("DROP %s %s", is_foreign ? "FOREIGN TABLE" : "TABLE", name), false, 0);
}

/* Drops those of the list that still exist; returns their number */
static int64
drop_expired(const drop_request *request, const List *partitions)
{
	int64		dropped = 0;

	foreach_ptr(uuidx_partition, partition, partitions)
	{
		const char *name = NULL;

		CHECK_FOR_INTERRUPTS();
		if (lock_expired(request, partition->oid))
		{
			name = get_rel_name(partition->oid);
			drop_partition(request->parent, partition->oid);
			dropped++;
		}
		if (!request->atomic)
		{
			SPI_commit();
			EnsurePortalSnapshotExists();
		}
		if (name != NULL)
			ereport(NOTICE,
					(errmsg("dropped partition \"%s\" from \"%s\" to \"%s\"", name,
							uuidx_time_text(partition->from.time),
							uuidx_time_text(partition->to.time))));
	}
	return dropped;
}

/* Whether the procedure is in a transaction block, a function, or a block with EXCEPTION */
static bool
is_atomic(FunctionCallInfo fcinfo)
{
	return fcinfo->context == NULL || !IsA(fcinfo->context, CallContext) ||
		castNode(CallContext, fcinfo->context)->atomic || IsSubTransaction();
}

/* uuid_v7_drop_partitions(regclass, timestamptz) */
Datum
uuidx_drop_partitions(PG_FUNCTION_ARGS)
{
	static const char *const arguments[] = {"parent", "before"};
	drop_request request;
	TimestampTz before;
	List	   *partitions;
	const char *name;
	int64		dropped;

	uuidx_refuse_nulls(fcinfo, arguments);
	request.parent = PG_GETARG_OID(0);
	before = PG_GETARG_TIMESTAMPTZ(1);
	if (before < UUIDX_V7_MIN_PG_US || before > UUIDX_V7_MAX_PG_US)
		uuidx_time_out_of_range(7, before);
	/* otherwise, a plus instead of a minus would drop every partition */
	if (before > GetCurrentTimestamp())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument \"before\" is in the future: \"%s\"", uuidx_time_text(before)),
				 errhint("Write now() - interval '...'. To drop a partition that has not ended, "
						 "use DROP TABLE.")));
	/* partitions of the same millisecond are kept */
	uuidx_v7_lower(before - (before - UUIDX_V7_MIN_PG_US) % 1000, &request.before);
	request.atomic = is_atomic(fcinfo);

	/* SPI_connect_ext() switches to a context that outlives the transactions */
	SPI_connect_ext(request.atomic ? 0 : SPI_OPT_NONATOMIC);
	partitions = read_expired(&request, before);
	if (partitions != NIL)
		warn_of_slow_keys(request.parent);
	name = get_rel_name(request.parent);
	dropped = drop_expired(&request, partitions);
	ereport(NOTICE,
			(errmsg("partitions of table \"%s\" that end at or before \"%s\": %lld dropped",
					name, uuidx_time_text(before), (long long) dropped)));
	SPI_finish();
	PG_RETURN_VOID();
}
