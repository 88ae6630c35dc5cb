/*
 * horizon.c
 *	  SQL: uuid_v7_horizon, below which no row becomes visible after the calling
 *	  statement.
 *
 * Guarantee: uuid_generate_v7() has not generated, and will not generate, an id below the result
 * in a transaction that the snapshot of the calling statement does not see.  This applies to
 * transactions of this database on this server, except the calling one, and to ids that are
 * inserted in the transaction that generates them, while the clock is not set back.
 *
 * A generator reads the clock in its transaction, so an id is not less than the start of its
 * transaction.  A transaction publishes its start before it runs a statement.  The horizon is the
 * least of the clock and of the starts of all running transactions.  It is right if the clock is
 * read first, because a transaction that is not found among the running ones has either ended, or
 * reads the clock later.
 *
 *		writer		BEGIN  id 5  ...............................  COMMIT
 *		other		       BEGIN  id 7  COMMIT
 *		reader								WHERE id < 4, the start of the writer
 *
 * A transaction that has ended matters to a snapshot that was taken before its end.  So a second
 * snapshot is taken after the search.  If it equals that of the statement, no transaction has ended
 * in between, and the horizon is right for the statement.  Otherwise the statement gets the horizon
 * of an earlier call in this process, if the second snapshot of that call is not younger than its
 * own.  The planner support function makes such a call before READ COMMITTED takes the snapshot of
 * the query.  COPY, EXPLAIN, CREATE TABLE AS, DECLARE CURSOR and REPEATABLE READ plan with the
 * snapshot that they execute with; there is no horizon for one that is older than the first call.
 *
 * An unknown start is replaced with an earlier time: with the start of the process, and for a
 * prepared transaction with the beginning of time.
 */
#include "compat.h"

#include "access/twophase.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "lib/qunique.h"
#include "miscadmin.h"
#include "nodes/supportnodes.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "uuid/layout.h"

PG_FUNCTION_INFO_V1(uuidx_v7_horizon);
PG_FUNCTION_INFO_V1(uuidx_horizon_support);

/* Stands for no horizon, for which the result is the nil UUID: no id is less */
#define NO_HORIZON 0

/*
 * A horizon in Unix milliseconds.  It is right for every snapshot that is not older than the
 * second one of the call that found it, which is identified by xmax and the number of running
 * transactions.
 */
typedef struct known_horizon
{
	uint64		unix_ms;
	TransactionId xmax;
	size_t		running;
} known_horizon;

/*
 * `newest` is the horizon that the last call found, and `used` the newest one that a statement
 * got: COPY plans and executes a query with one snapshot, for which `newest` may be too new
 */
static known_horizon newest;
static known_horizon used;

/* The time at which the last call read the clock */
static TimestampTz last_clock_us;

/*
 * Returns true if a process can insert rows with ids that this snapshot does not see, because it
 * runs another transaction in this database.  VACUUM and the decoding of a replication slot run no
 * functions of users that could generate ids or insert rows, and may last for hours.
 */
static bool
is_writer(volatile PGPROC *proc)
{
	return UUIDX_LOCAL_XID(proc) != InvalidLocalTransactionId &&
		proc->databaseId == MyDatabaseId &&
		(proc->statusFlags & (PROC_IN_VACUUM | PROC_IN_LOGICAL_DECODING)) == 0 &&
		proc != MyProc && proc->lockGroupLeader != MyProc;
}

/*
 * Returns the earliest time at which the transaction of a process can have begun; DT_NOEND if the
 * process has not begun to run statements, or has exited
 */
static TimestampTz
start_of(volatile PGPROC *proc)
{
	int			number = UUIDX_BACKEND_NUMBER(proc);
	volatile PgBackendStatus *entry = MyBEEntry - UUIDX_MY_BACKEND_NUMBER + number;
	int			pid = proc->pid;
	TimestampTz transaction_us;
	TimestampTz process_us;
	bool		published;

	if (number < 0)
		return DT_NOEND;
	for (;;)
	{
		int			before;
		int			after;

		pgstat_begin_read_activity(entry, before);
		published = entry->st_procpid == pid;
		transaction_us = entry->st_xact_start_timestamp;
		process_us = entry->st_proc_start_timestamp;
		pgstat_end_read_activity(entry, after);
		if (pgstat_read_activity_complete(before, after))
			break;
		CHECK_FOR_INTERRUPTS();
	}
	if (!published)
		return DT_NOEND;

	/* no start is published without track_activities, and by some workers */
	return transaction_us != 0 ? transaction_us : process_us;
}

/*
 * Sets the transactions of this database that are prepared, or were, because an entry keeps its
 * xid until it is used again.  Returns their number.
 */
static int
prepared_xids(TransactionId *xids)
{
	int			count = 0;

	for (int i = 0; i < max_prepared_xacts; i++)
	{
		volatile PGPROC *proc = &PreparedXactProcs[i];
		TransactionId xid = proc->xid;

		if (TransactionIdIsValid(xid) && proc->databaseId == MyDatabaseId)
			xids[count++] = xid;
	}
	return count;
}

/* Returns the earliest start of a running transaction; DT_NOEND if there is none */
static TimestampTz
oldest_start(void)
{
	TimestampTz oldest_us = DT_NOEND;

	for (uint32 i = 0; i < ProcGlobal->allProcCount; i++)
	{
		volatile PGPROC *proc = &ProcGlobal->allProcs[i];

		if (is_writer(proc))
		{
			/* Min() would evaluate this twice */
			TimestampTz start_us = start_of(proc);

			oldest_us = Min(oldest_us, start_us);
		}
	}
	return oldest_us;
}

/* Forgets the horizons of this and of earlier calls */
static void
forget(void)
{
	newest.unix_ms = NO_HORIZON;
	used.unix_ms = NO_HORIZON;
}

/* Counts the running transactions of a snapshot, which contains one being prepared twice */
static size_t
count_running(Snapshot snapshot)
{
	size_t		size = snapshot->xcnt * sizeof(TransactionId);
	TransactionId *xids;
	size_t		count;

	/* if there are none, there may be no array */
	if (size == 0)
		return 0;
	xids = (TransactionId *) palloc(size);
	memcpy(xids, snapshot->xip, size);
	qsort(xids, snapshot->xcnt, sizeof(TransactionId), xidComparator);
	count = qunique(xids, snapshot->xcnt, sizeof(TransactionId), xidComparator);
	pfree(xids);
	return count;
}

/* Takes the snapshot `second`, and returns a horizon for all that are not older; see above */
static known_horizon
find_horizon(Snapshot second)
{
	known_horizon found;
	TransactionId *xids = (TransactionId *) palloc(max_prepared_xacts * sizeof(TransactionId));
	TimestampTz clock_us;
	TimestampTz oldest_us;
	int			count;

	clock_us = GetCurrentTimestamp();
	pg_memory_barrier();
	oldest_us = oldest_start();
	oldest_us = Min(oldest_us, clock_us);

	/* a transaction gets a prepared entry before it leaves its process */
	pg_memory_barrier();
	count = prepared_xids(xids);

	GetSnapshotData(second);

	/* after the clock was set back, new ids can be less than this */
	if (clock_us < last_clock_us)
		forget();
	last_clock_us = clock_us;

	if (oldest_us < UUIDX_V7_MIN_PG_US)
		found.unix_ms = NO_HORIZON;
	else
		found.unix_ms = (uint64) (Min(oldest_us, UUIDX_V7_MAX_PG_US) +
								  UUIDX_PG_EPOCH_UNIX_US) / 1000;
	for (int i = 0; i < count; i++)
	{
		if (XidInMVCCSnapshot(xids[i], second))
			found.unix_ms = NO_HORIZON;
	}
	pfree(xids);

	/* both horizons are right for `second` */
	found.unix_ms = Max(found.unix_ms, newest.unix_ms);
	found.xmax = second->xmax;
	found.running = count_running(second);
	return found;
}

/*
 * Returns true if the second snapshot of a horizon is not younger than this one: xmax does not
 * decrease, and while it stays the same, no transaction is added to the running ones
 */
static bool
not_younger(const known_horizon *horizon, Snapshot snapshot)
{
	return TransactionIdPrecedes(horizon->xmax, snapshot->xmax) ||
		(horizon->xmax == snapshot->xmax && horizon->running >= count_running(snapshot));
}

/*
 * The horizon does not count the calling transaction, which sees its own rows.  Once it has been
 * prepared, later snapshots of this process do not see them.
 */
static void
forget_when_prepared(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_PREPARE)
		forget();
}

/* Returns the horizon of a snapshot that was taken before this call, or NO_HORIZON */
static uint64
find_horizon_of(Snapshot snapshot)
{
	static SnapshotData second = {SNAPSHOT_MVCC};
	static bool registered = false;
	known_horizon found = find_horizon(&second);
	bool		unchanged = found.xmax == snapshot->xmax &&
		found.running == count_running(snapshot);

	if (!registered)
		RegisterXactCallback(forget_when_prepared, NULL);
	registered = true;

	if (unchanged)
		used = found;
	else if (not_younger(&newest, snapshot))
		used = newest;
	newest = found;
	return not_younger(&used, snapshot) ? used.unix_ms : NO_HORIZON;
}

/*
 * Returns the same horizon in all calls for one snapshot, because one scan of a statement must not
 * pass a row that another scan has left out.  The horizon, plus one, is kept in a count that the
 * server uses only in its own static snapshots; in a copy, it is zero.
 */
static uint64
horizon_of(Snapshot snapshot)
{
	if (snapshot->snapXactCompletionCount == 0)
		snapshot->snapXactCompletionCount = find_horizon_of(snapshot) + 1;
	return snapshot->snapXactCompletionCount - 1;
}

/*
 * Returns the snapshot of the calling statement, or NULL if no horizon can be found for it.  At
 * REPEATABLE READ all statements have copies of one snapshot.
 */
static Snapshot
statement_snapshot(void)
{
	Snapshot	snapshot;

	if (!ActiveSnapshotSet())
		return NULL;
	snapshot = IsolationUsesXactSnapshot() ? GetTransactionSnapshot() : GetActiveSnapshot();
	return snapshot->snapshot_type == SNAPSHOT_MVCC && snapshot->copied ? snapshot : NULL;
}

/* Returns true on a standby, and for a snapshot that was taken on one: neither has a horizon */
static bool
is_of_standby(Snapshot snapshot)
{
	return RecoveryInProgress() || snapshot->takenDuringRecovery;
}

/*
 * Returns true if another node calls, as Citus does in sessions with this prefix.  A node cannot
 * see the transactions on other nodes, nor that of the coordinator, which generates ids before its
 * transaction on the node begins.
 */
static bool
is_of_other_node(void)
{
	const char *prefix = "citus_internal";

	return strncmp(application_name, prefix, strlen(prefix)) == 0;
}

/* Raises an error where there is no horizon */
static void
refuse_others(Snapshot snapshot)
{
	if (snapshot == NULL)
		elog(ERROR, "cannot find the horizon of a snapshot of this kind");
	if (is_of_standby(snapshot))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("uuid_v7_horizon() cannot be executed during recovery"),
				 errdetail("A standby cannot determine when the transactions on its primary "
						   "began."),
				 errhint("Run the query on the primary.")));
	if (is_of_other_node())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("uuid_v7_horizon() cannot be executed for a distributed table"),
				 errdetail("A node cannot determine when the transactions on other nodes began."),
				 errhint("Read from a table that is local to the coordinator.")));
}

/* uuid_v7_horizon() */
Datum
uuidx_v7_horizon(PG_FUNCTION_ARGS)
{
	Snapshot	snapshot = statement_snapshot();
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uint64		unix_ms;

	refuse_others(snapshot);
	unix_ms = horizon_of(snapshot);
	if (unix_ms == NO_HORIZON)
		memset(uuid, 0, sizeof(pg_uuid_t));
	else
		uuidx_v7_lower(uuidx_unix_ms_to_pg_us((int64) unix_ms), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* The planner support function, which finds a horizon and leaves the call unchanged */
Datum
uuidx_horizon_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Snapshot	snapshot = NULL;

	if (IsA(request, SupportRequestSimplify))
		snapshot = statement_snapshot();
	if (snapshot != NULL && !is_of_standby(snapshot) && !is_of_other_node())
		horizon_of(snapshot);
	PG_RETURN_POINTER(NULL);
}
