/*
 * catalog.c
 *	  SQL: uuid_v7_partitions; and the partitions of a table, read from the catalogs.
 *
 * Bounds are compared by the v7 that they include.  Two bounds without a v7 between them count as
 * the same bound, so that new partitions fit those that were created in another way.
 */
#include "partition/partition.h"

#include "access/htup_details.h"
#include "access/genam.h"
#include "access/nbtree.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_partitioned_table.h"
#include "errors.h"
#include "executor/spi.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "partitioning/partdesc.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "uuid/boundaries.h"

PG_FUNCTION_INFO_V1(uuidx_partitions);

/* Adds detail and hint to the error about an unsuitable key.  An auxiliary of ereport(). */
static int
errdetail_key(Relation parent, Form_pg_partitioned_table key)
{
	if (key == NULL)
	{
		errdetail("It is not a partitioned table.");
		return errhint("Create a table with PARTITION BY RANGE on one column of type uuid, "
					   "and move the rows to it.");
	}
	if (key->partstrat != PARTITION_STRATEGY_RANGE)
		errdetail("It is partitioned by %s.",
				  key->partstrat == PARTITION_STRATEGY_LIST ? "LIST" : "HASH");
	else if (key->partnatts != 1)
	{
		errdetail("Its partition key has %d columns.", key->partnatts);
		return errhint("Create it with PARTITION BY RANGE on the uuid column alone. "
					   "The primary key may have more columns than the partition key.");
	}
	else if (key->partattrs.values[0] == 0)
	{
		errdetail("Its partition key is an expression.");
		return errhint("Create it with PARTITION BY RANGE on the uuid column itself.");
	}
	else
	{
		AttrNumber	column = key->partattrs.values[0];
		Oid			column_type = get_atttype(RelationGetRelid(parent), column);
		Oid			type = getBaseType(column_type);

		errdetail("Its partition key is column \"%s\" of type %s.",
				  get_attname(RelationGetRelid(parent), column, false),
				  format_type_be(column_type));
		if (type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID)
			return errhint("Create its partitions with CREATE TABLE ... PARTITION OF. A CHECK "
						   "constraint that uses uuid_v7_within() lets lookups by id skip "
						   "partitions.");
	}
	return errhint("Create it with PARTITION BY RANGE on one column of type uuid.");
}

Relation
uuidx_open_parent(Oid oid, LOCKMODE lockmode, bool as_owner)
{
	const char *name = as_owner ? get_rel_name(oid) : NULL;
	Relation	parent;
	HeapTuple	tuple;
	Form_pg_partitioned_table key = NULL;
	Oid			opclass = InvalidOid;

	if (name != NULL && !object_ownercheck(RelationRelationId, oid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(get_rel_relkind(oid)), name);
	parent = uuidx_open_relation(oid, lockmode);

	/* RelationGetPartitionKey() would call functions in the key */
	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(oid));
	if (HeapTupleIsValid(tuple))
	{
		Datum		partclass = SysCacheGetAttrNotNull(PARTRELID, tuple,
													   Anum_pg_partitioned_table_partclass);

		key = (Form_pg_partitioned_table) GETSTRUCT(tuple);
		opclass = ((oidvector *) DatumGetPointer(partclass))->values[0];
	}
	if (key == NULL || key->partstrat != PARTITION_STRATEGY_RANGE || key->partnatts != 1 ||
		key->partattrs.values[0] == 0 || get_opclass_input_type(opclass) != UUIDOID)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not partitioned by range of one uuid column",
						RelationGetRelationName(parent)),
				 errdetail_key(parent, key)));
	/* in no other order are uuid_v7_lower() and a time the same boundary */
	if (get_opfamily_proc(get_opclass_family(opclass), UUIDOID, UUIDOID, BTORDER_PROC) ==
		F_UUID_CMP)
	{
		ReleaseSysCache(tuple);
		return parent;
	}
	tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for operator class %u", opclass);
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("partition key of table \"%s\" uses operator class \"%s\"",
					RelationGetRelationName(parent),
					NameStr(((Form_pg_opclass) GETSTRUCT(tuple))->opcname)),
			 errdetail("Partition bounds are times only with the default operator class "
					   "of type uuid."),
			 errhint("Partition by the column without an operator class, "
					 "or create each partition with CREATE TABLE ... PARTITION OF.")));
}

static void
read_bound(List *datums, uuidx_bound *bound)
{
	PartitionRangeDatum *datum = linitial_node(PartitionRangeDatum, datums);
	bool		is_lowest = datum->kind == PARTITION_RANGE_DATUM_MINVALUE;

	if (datum->kind == PARTITION_RANGE_DATUM_VALUE)
	{
		bound->uuid = *DatumGetUUIDP(castNode(Const, datum->value)->constvalue);
		bound->time = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(&bound->uuid));
	}
	else
	{
		memset(bound->uuid.data, is_lowest ? 0 : 0xFF, UUID_LEN);
		bound->time = is_lowest ? DT_NOBEGIN : DT_NOEND;
	}
	uuidx_v7_at_or_after(&bound->uuid, &bound->v7);
}

uuidx_partition *
uuidx_read_partition(Oid oid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(oid));
	uuidx_partition *partition = NULL;
	Datum		datum;
	bool		isnull;

	/* the lock on the parent does not prevent a partition from being dropped */
	if (!HeapTupleIsValid(tuple))
		return NULL;
	datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relpartbound, &isnull);
	if (!isnull)
	{
		PartitionBoundSpec *bound = castNode(PartitionBoundSpec,
											 stringToNode(TextDatumGetCString(datum)));

		partition = palloc0_object(uuidx_partition);
		partition->oid = oid;
		partition->is_default = bound->is_default;
		partition->detaching = PartitionHasPendingDetach(oid);
		if (!bound->is_default)
		{
			read_bound(bound->lowerdatums, &partition->from);
			read_bound(bound->upperdatums, &partition->to);
		}
	}
	ReleaseSysCache(tuple);
	return partition;
}

List *
uuidx_read_partitions(Relation parent, bool omit_detaching)
{
	PartitionDesc partdesc = RelationGetPartitionDesc(parent, omit_detaching);
	List	   *partitions = NIL;

	/* the server keeps partitions in the order of their bounds */
	for (int i = 0; i < partdesc->nparts; i++)
	{
		uuidx_partition *partition = uuidx_read_partition(partdesc->oids[i]);

		if (partition != NULL)
			partitions = lappend(partitions, partition);
	}
	return partitions;
}

void
uuidx_keep_name(Oid table)
{
	Relation	catalog = table_open(NamespaceRelationId, RowShareLock);
	TupleTableSlot *slot = table_slot_create(catalog, NULL);
	TM_FailureData failure;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_namespace_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(get_rel_namespace(table)));
	scan = systable_beginscan(catalog, NamespaceOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple) ||
		table_tuple_lock(catalog, &tuple->t_self, GetLatestSnapshot(), slot,
						 GetCurrentCommandId(false), LockTupleKeyShare, LockWaitBlock,
						 TUPLE_LOCK_FLAG_FIND_LAST_VERSION, &failure) != TM_Ok)
		elog(ERROR, "could not lock schema of relation %u", table);
	systable_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	table_close(catalog, NoLock);
	/* while this waited, the schema may have been renamed */
	AcceptInvalidationMessages();
}

void
uuidx_alter_as_owner(Oid parent, const char *command)
{
	Relation	relation = relation_open(parent, NoLock);
	Oid			owner = relation->rd_rel->relowner;
	int			nest_level = NewGUCNestLevel();
	Oid			user;
	int			context;

	relation_close(relation, NoLock);
	GetUserIdAndSecContext(&user, &context);
	if (owner != user)
		SetUserIdAndSecContext(owner, context | SECURITY_RESTRICTED_OPERATION);
	SPI_execute(command, false, 0);
	AtEOXact_GUC(false, nest_level);
	SetUserIdAndSecContext(user, context);
}

/* uuid_v7_partitions(regclass) */
Datum
uuidx_partitions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	parent = uuidx_open_parent(PG_GETARG_OID(0), AccessShareLock, false);

	InitMaterializedSRF(fcinfo, 0);
	foreach_ptr(uuidx_partition, child, uuidx_read_partitions(parent, true))
	{
		Datum		values[3] = {ObjectIdGetDatum(child->oid)};
		bool		nulls[3] = {false, child->is_default, child->is_default};

		values[1] = TimestampTzGetDatum(child->from.time);
		values[2] = TimestampTzGetDatum(child->to.time);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	relation_close(parent, NoLock);
	return (Datum) 0;
}

void
uuidx_refuse_nulls(FunctionCallInfo fcinfo, const char *const *arguments)
{
	for (int i = 0; i < PG_NARGS(); i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("argument \"%s\" must not be null", arguments[i])));
}
