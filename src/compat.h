/*
 * compat.h
 *	  Differences between server versions, and the build without a server.
 *
 * Every other file is written for the newest server; this one translates what older
 * servers spell differently, each with its reason.  It is the only file that tests
 * PG_VERSION_NUM.
 *
 * The pure layer is also built without a server (unit test, fuzzers, 32-bit check):
 * with UUIDX_STANDALONE this header defines the few names that layer uses, and no
 * server header is included.
 */
#ifndef UUIDX_COMPAT_H
#define UUIDX_COMPAT_H

#ifndef UUIDX_STANDALONE

#include "postgres.h"

/*
 * Before PostgreSQL 16, PGDLLEXPORT is empty except on Windows, because extensions are built with
 * every symbol visible.  uuidx is built with hidden visibility on every server, so it must export
 * the symbols that the server looks up.
 */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__) && !defined(WIN32)
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

/* PostgreSQL 15.1 is the first version with InitMaterializedSRF() */
#if PG_VERSION_NUM < 150001
#error "uuidx requires PostgreSQL 15.1 or later"
#endif

#include "datatype/timestamp.h"
#include "fmgr.h"

/* Servers before 16 declare a function that SQL calls without PGDLLEXPORT */
#if PG_VERSION_NUM < 160000
#undef PG_FUNCTION_INFO_V1
#define PG_FUNCTION_INFO_V1(function)                                                              \
	extern PGDLLEXPORT Datum function(PG_FUNCTION_ARGS);                                           \
	extern PGDLLEXPORT const Pg_finfo_record *CppConcat(pg_finfo_, function)(void);                \
	const Pg_finfo_record *CppConcat(pg_finfo_, function)(void)                                    \
	{                                                                                              \
		static const Pg_finfo_record info = {1};                                                   \
		return &info;                                                                              \
	}                                                                                              \
	extern int	no_such_variable
#endif

#include "port/pg_bswap.h"
#include "utils/uuid.h"

/* PostgreSQL 16 changed the following */
#if PG_VERSION_NUM >= 160000

/* before, postgres.h included these macros */
#include "varatt.h"

/* before, the range table named the user whose privileges are checked */
#define UUIDX_CHECK_AS_USER(rel, rte) ((rel)->userid)

/* before, the range table contained the privileges that a query requires */
#define UUIDX_PERMISSIONS(item) ((item)->p_perminfo)
#define UUIDX_CHECK_PERMISSIONS(pstate) \
	((void) ExecCheckPermissions((pstate)->p_rtable, (pstate)->p_rteperminfos, true))

/* before, a Var did not record which outer joins can make it null */
#define UUIDX_NULLING_RELATIONS
#define UUIDX_IS_NULLED(column) (!bms_is_empty((column)->varnullingrels))
#define UUIDX_CLEAR_NULLED(column) ((column)->varnullingrels = NULL)

/* before, a condition did not record how many base relations it refers to */
#define UUIDX_SET_BASE_RELATIONS(rinfo, n) ((rinfo)->num_base_rels = (n))

/*
 * an index's cost estimator, a walker and a mutator were declared without parameter types, which
 * current compilers read as a function without parameters
 */
#define UUIDX_COST_ESTIMATE(function) (function)
#define UUIDX_WALKER(walker) (walker)
#else
#define UUIDX_CHECK_AS_USER(rel, rte) ((rte)->checkAsUser)
#define UUIDX_PERMISSIONS(item) ((item)->p_rte)
#define UUIDX_CHECK_PERMISSIONS(pstate) ((void) ExecCheckRTPerms((pstate)->p_rtable, true))
#define UUIDX_IS_NULLED(column) false
#define UUIDX_CLEAR_NULLED(column) ((void) (column))
#define UUIDX_SET_BASE_RELATIONS(rinfo, n) ((void) 0)
#define UUIDX_COST_ESTIMATE(function) ((void *) (function))
#define UUIDX_WALKER(walker) ((void *) (walker))

/*
 * each kind of object had functions of its own (uuidx checks owners of relations, and rights on
 * functions), and none read an attribute that is never null
 */
#define object_aclcheck(class_oid, object_oid, role, mode) pg_proc_aclcheck(object_oid, role, mode)
#define object_ownercheck(class_oid, object_oid, role) pg_class_ownercheck(object_oid, role)
#define SysCacheGetAttrNotNull(cache, tuple, attribute) \
	SysCacheGetAttr(cache, tuple, attribute, &(bool) {false})

/* this function is not exported; uuidx needs it only from 18 on */
#define get_extension_schema(extension) InvalidOid
#endif

/*
 * PostgreSQL 17 identifies a process and its entry in the array of activities by one number.
 * Before, the entry had a number of its own, which was not positive while the process started or
 * exited.
 */
#if PG_VERSION_NUM >= 170000
#define UUIDX_LOCAL_XID(proc) ((proc)->vxid.lxid)
#define UUIDX_BACKEND_NUMBER(proc) GetNumberFromPGProc(proc)
#define UUIDX_MY_BACKEND_NUMBER MyProcNumber
#else
#define UUIDX_LOCAL_XID(proc) ((proc)->lxid)
#define UUIDX_BACKEND_NUMBER(proc) ((proc)->backendId - 1)
#define UUIDX_MY_BACKEND_NUMBER (MyBackendId - 1)

/* there are no infinite intervals */
#define INTERVAL_NOT_FINITE(interval) false

/* no loop over a list declares its own variable */
#define UUIDX_FOREACH(type, pointer, var, list, get) \
	for (type pointer var = 0, pointer var##__once = (type pointer) 1; \
		 var##__once; \
		 var##__once = 0) \
		for (ForEachState var##__state = {(list), 0}; \
			 var##__state.i < list_length(var##__state.l) && \
			 (var = get(list_nth_cell(var##__state.l, var##__state.i)), true); \
			 var##__state.i++)
#define foreach_ptr(type, var, list) UUIDX_FOREACH(type, *, var, list, lfirst)
#define foreach_oid(var, list) UUIDX_FOREACH(Oid, , var, list, lfirst_oid)
#define foreach_int(var, list) UUIDX_FOREACH(int, , var, list, lfirst_int)

/* no function sets search_path to a safe value, until AtEOXact_GUC() */
#define RestrictSearchPath()                                                                       \
	((void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,    \
							  GUC_ACTION_SAVE, true, 0, false))
#endif

/* PostgreSQL 18 has grouped expressions in a range table entry, and simplifies them there */
#define UUIDX_HAS_GROUP_RTE (PG_VERSION_NUM >= 180000)

/* PostgreSQL 18 changed the following, too */
#if PG_VERSION_NUM >= 180000

/*
 * NOT NULL constraints can be NOT VALID: existing rows may violate them.  UUIDX_FIND_NOT_NULL
 * returns the catalog row that declares the column NOT NULL, or NULL.
 */
#define UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, i) \
	(TupleDescCompactAttr(tupdesc, i)->attnullability == ATTNULLABLE_VALID)
#define UUIDX_FIND_NOT_NULL(table, attribute) findNotNullConstraintAttnum(table, attribute)
#define UUIDX_IS_NOT_NULL(tuple) (((Form_pg_constraint) GETSTRUCT(tuple))->convalidated)

/* CHECK constraints can be NOT ENFORCED, and then cannot be validated */
#define UUIDX_CHECK_ENFORCED(check) ((check)->ccenforced)

/* the server's own uuid_extract_timestamp(uuid) extracts the time of a v7 */
#define UUIDX_CORE_EXTRACT_TIMESTAMP F_UUID_EXTRACT_TIMESTAMP

/* self-joins are eliminated (optimizer/planmain.h) */
#define UUIDX_REMOVES_SELF_JOINS enable_self_join_elimination

/* the number of disabled nodes of two paths is compared before their costs */
#define UUIDX_DISABLE_PATH(path) ((path)->disabled_nodes++)

/* an order has a comparison type instead of a btree strategy */
#define UUIDX_SET_ROW_STRATEGY(row, strategy) ((row)->cmptype = (CompareType) (strategy))
#define UUIDX_PATHKEY_DESCENDING(pathkey) ((pathkey)->pk_cmptype == COMPARE_GT)

/* each parallel worker does the initial pruning of the whole plan */
#define UUIDX_PRUNED_IN_WORKERS(plan) ((plan)->partPruneInfos)
#else
#define UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, i) (TupleDescAttr(tupdesc, i)->attnotnull)
#define UUIDX_FIND_NOT_NULL(table, attribute) SearchSysCacheCopyAttNum(table, attribute)
#define UUIDX_IS_NOT_NULL(tuple) (((Form_pg_attribute) GETSTRUCT(tuple))->attnotnull)
#define UUIDX_CHECK_ENFORCED(check) true
#define UUIDX_CORE_EXTRACT_TIMESTAMP InvalidOid
#define UUIDX_REMOVES_SELF_JOINS false
#define UUIDX_DISABLE_PATH(path) ((void) 0)
#define UUIDX_SET_ROW_STRATEGY(row, strategy) ((row)->rctype = (RowCompareType) (strategy))
#define UUIDX_PATHKEY_DESCENDING(pathkey) ((pathkey)->pk_strategy == BTGreaterStrategyNumber)
#define UUIDX_PRUNED_IN_WORKERS(plan) NIL

/* no generated column is computed when it is read */
#define ATTRIBUTE_GENERATED_VIRTUAL 'v'

/* this attribute has another name */
#define pg_noreturn pg_attribute_noreturn()
#endif

/* PostgreSQL 19 changed the following */
#if PG_VERSION_NUM >= 190000

/* build_simple_rel_hook replaces get_relation_info_hook */
#define UUIDX_BUILD_SIMPLE_REL_HOOK

/* the planner gets the state of EXPLAIN */
#define UUIDX_PLANNER_PARAMETER , struct ExplainState *explain
#define UUIDX_PLANNER_ARGUMENT , explain

/* the paths that are appended are in a struct */
#define UUIDX_CREATE_APPEND_PATH(root, rel, subpaths, pathkeys) \
	create_append_path(root, rel, (AppendPathInput) {.subpaths = (subpaths)}, pathkeys, NULL, 0, \
					   false, -1)

/* functions that begin a scan have a parameter for flags */
#define UUIDX_TABLE_BEGINSCAN(relation, snapshot) \
	table_beginscan(relation, snapshot, 0, NULL, SO_NONE)
#define UUIDX_TABLE_BEGINSCAN_TIDRANGE(relation, snapshot, first, last) \
	table_beginscan_tidrange(relation, snapshot, first, last, SO_NONE)
#define UUIDX_INDEX_BEGINSCAN(heap, index, snapshot, nkeys) \
	index_beginscan(heap, index, snapshot, NULL, nkeys, 0, SO_NONE)
#else
#define UUIDX_PLANNER_PARAMETER
#define UUIDX_PLANNER_ARGUMENT
#define UUIDX_CREATE_APPEND_PATH(root, rel, subpaths, pathkeys) \
	create_append_path(root, rel, subpaths, NIL, pathkeys, NULL, 0, false, -1)
#define UUIDX_TABLE_BEGINSCAN(relation, snapshot) table_beginscan(relation, snapshot, 0, NULL)
#define UUIDX_TABLE_BEGINSCAN_TIDRANGE(relation, snapshot, first, last) \
	table_beginscan_tidrange(relation, snapshot, first, last)

/* PostgreSQL 18 added a parameter for instrumentation to this function */
#if PG_VERSION_NUM >= 180000
#define UUIDX_INDEX_BEGINSCAN(heap, index, snapshot, nkeys) \
	index_beginscan(heap, index, snapshot, NULL, nkeys, 0)
#else
#define UUIDX_INDEX_BEGINSCAN(heap, index, snapshot, nkeys) \
	index_beginscan(heap, index, snapshot, nkeys, 0)
#endif
#endif

#else							/* UUIDX_STANDALONE */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef int32_t int32;
typedef int64_t int64;
typedef int64 TimestampTz;

#define UINT64CONST(x) UINT64_C(x)
#define INT64CONST(x) INT64_C(x)
#define PG_INT32_MIN INT32_MIN
#define PG_INT32_MAX INT32_MAX
#define PG_INT64_MIN INT64_MIN
#define PG_INT64_MAX INT64_MAX
#define PG_UINT64_MAX UINT64_MAX
#define Assert(condition) assert(condition)
#define gettext_noop(string) (string)
#define lengthof(array) (sizeof(array) / sizeof((array)[0]))
#define Min(x, y) ((x) < (y) ? (x) : (y))
#define Max(x, y) ((x) > (y) ? (x) : (y))

#define UUID_LEN 16

typedef struct pg_uuid_t
{
	unsigned char data[UUID_LEN];
} pg_uuid_t;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define pg_hton64(x) __builtin_bswap64(x)
#else
#define pg_hton64(x) (x)
#endif
#define pg_ntoh64(x) pg_hton64(x)

#endif							/* UUIDX_STANDALONE */

#endif							/* UUIDX_COMPAT_H */
