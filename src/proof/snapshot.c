/*
 * snapshot.c
 *	  Which transactions wrote the catalog rows that prove something: see snapshot.h.
 */
#include "proof/snapshot.h"

#include "access/transam.h"
#include "access/xact.h"
#include "utils/snapmgr.h"

void
uuidx_add_row(uuidx_age *age, HeapTuple tuple)
{
	TransactionId xmin = HeapTupleHeaderGetXmin(tuple->t_data);

	if (!TransactionIdIsNormal(xmin) || GlobalVisCheckRemovableXid(NULL, xmin))
		return;
	age->transactions = list_append_unique_int(age->transactions, (int) xmin);
	if (TransactionIdIsCurrentTransactionId(xmin))
		age->command = Max(age->command, HeapTupleHeaderGetCmin(tuple->t_data));
}

void
uuidx_add_age(uuidx_age *age, const uuidx_age *other)
{
	ListCell   *cell;

	/* the command of an earlier transaction means nothing in this one */
	foreach(cell, other->transactions)
	{
		if (TransactionIdIsCurrentTransactionId((TransactionId) lfirst_int(cell)))
			age->command = Max(age->command, other->command);
	}
	age->transactions = list_concat_unique_int(age->transactions, other->transactions);
}

uuidx_age
uuidx_copy_age(const uuidx_age *age)
{
	return (uuidx_age)
	{
		list_copy(age->transactions), age->command
	};
}

bool
uuidx_is_seen(const uuidx_age *age)
{
	Snapshot	snapshot = ActiveSnapshotSet() ? GetActiveSnapshot() : GetTransactionSnapshot();
	ListCell   *cell;

	foreach(cell, age->transactions)
	{
		TransactionId xid = (TransactionId) lfirst_int(cell);
		bool		is_seen;

		if (TransactionIdIsCurrentTransactionId(xid))
			is_seen = !IsolationUsesXactSnapshot() && age->command < snapshot->curcid;
		else
			is_seen = !XidInMVCCSnapshot(xid, snapshot);
		if (!is_seen)
			return false;
	}
	return true;
}
