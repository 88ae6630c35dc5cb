/*
 * functions.h
 *	  All C functions that SQL calls, and the lookup of the one behind an SQL function.
 */
#ifndef UUIDX_FUNCTIONS_H
#define UUIDX_FUNCTIONS_H

#include "compat.h"

#include "nodes/nodes.h"

/*
 * Returns the C function of this library behind an SQL function, by the language, library and
 * symbol in pg_proc; NULL for every other function.  Nothing is loaded or called.  Only
 * functions that matter for plans and constraints are found.
 */
extern PGFunction uuidx_own_function(Oid function);

/* Returns true if an SQL function is one of these and has a planner support function */
extern bool uuidx_has_support(Oid function);

/*
 * Returns the function of that name and one argument in a schema if it is the C function
 * `address`; otherwise InvalidOid.
 */
extern Oid	uuidx_find_function(Oid schema, const char *name, Oid argument_type,
								PGFunction address);

/*
 * Returns true if the current user may execute a function of any extension.  Sets *of_role to
 * true if the answer depends on the user.
 */
extern bool uuidx_may_execute(Oid function, bool *of_role);

/*
 * Return true if a function extracts the time of a UUID, or if a node calls such a function.
 * The server's own function counts only where it extracts the time of a v7.
 */
extern bool uuidx_is_extraction(Oid function);
extern bool uuidx_extracts_time(Node *node);

/* Returns true if a node is a call of uuid_v8_node_timestamp() */
extern bool uuidx_extracts_node_time(Node *node);

/* generate.c */
extern PGDLLEXPORT Datum uuidx_generate_v7(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v7_shifted(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v7_at(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v7_at_ordinal(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v6(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v6_at(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_node(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_node_of(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v4_random(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8(PG_FUNCTION_ARGS);

/* name.c */
extern PGDLLEXPORT Datum uuidx_generate_v3_md5_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v3_md5_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v5_sha1_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v5_sha1_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_sha256_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_sha256_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_sha256_hashspace_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_sha256_hashspace_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_hash_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_hash_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_hash_hashspace_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_generate_v8_hash_hashspace_bytea(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_namespace(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_hashspace(PG_FUNCTION_ARGS);

/* mask.c */
extern PGDLLEXPORT Datum uuidx_mask(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_unmask(PG_FUNCTION_ARGS);

/* inspect.c */
extern PGDLLEXPORT Datum uuidx_version_number(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_variant_name(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_extract_timestamp(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_unix_timestamp(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v7_timestamp(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v7_timestamp_us(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v8_node_number(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v8_node_timestamp(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_inspect(PG_FUNCTION_ARGS);

/* convert.c */
extern PGDLLEXPORT Datum uuidx_convert_v1_to_v6(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_convert_v6_to_v1(PG_FUNCTION_ARGS);

/* encode.c */
extern PGDLLEXPORT Datum uuidx_uuid_encode(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_decode(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_to_typeid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_from_typeid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_typeid_prefix(PG_FUNCTION_ARGS);

/* foreign.c */
extern PGDLLEXPORT Datum uuidx_id_extract_timestamp_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_id_extract_timestamp_bigint(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_from_id_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_from_id_bigint(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_to_id(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_id_inspect_text(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_id_inspect_bigint(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_id_lower(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_id_upper(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_id_systems(PG_FUNCTION_ARGS);

/* bounds.c */
extern PGDLLEXPORT Datum uuidx_v7_lower_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v7_upper_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v6_lower_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v6_upper_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v7_range_lower(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_v7_range_upper(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_time_lower_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_time_after_bound(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_partman_decoder(PG_FUNCTION_ARGS);

/* horizon.c */
extern PGDLLEXPORT Datum uuidx_v7_horizon(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_horizon_support(PG_FUNCTION_ARGS);

/* operators.c */
extern PGDLLEXPORT Datum uuidx_uuid_lt_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_le_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_gt_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_ge_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_lt_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_le_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_gt_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_ge_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_lt_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_le_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_gt_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_ge_timestamptz(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_time_lt_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_time_le_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_time_gt_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_timestamptz_time_ge_uuid(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_contained_by_tstzrange(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_tstzrange_contains_uuid(PG_FUNCTION_ARGS);

/* opclass.c */
extern PGDLLEXPORT Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_le(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_gt(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_cmp(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_sortsupport(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_in_range(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_uuid_time_distance(PG_FUNCTION_ARGS);

/* aggregate.c */
extern PGDLLEXPORT Datum uuidx_min_transition(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_max_transition(PG_FUNCTION_ARGS);

/* within.c */
extern PGDLLEXPORT Datum uuidx_v7_within_tolerance(PG_FUNCTION_ARGS);

/* partition/ */
extern PGDLLEXPORT Datum uuidx_partitions(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_create_partitions(PG_FUNCTION_ARGS);
extern PGDLLEXPORT Datum uuidx_drop_partitions(PG_FUNCTION_ARGS);

/* table/report.c */
extern PGDLLEXPORT Datum uuidx_table_report(PG_FUNCTION_ARGS);

/* table/overview.c */
extern PGDLLEXPORT Datum uuidx_database_report(PG_FUNCTION_ARGS);

/* planner/support.c */
extern PGDLLEXPORT Datum uuidx_support(PG_FUNCTION_ARGS);

#endif							/* UUIDX_FUNCTIONS_H */
