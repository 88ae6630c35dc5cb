/*
 * generated.h
 *	  Stored generated columns whose expression is the time of a uuid of their row.
 */
#ifndef UUIDX_GENERATED_H
#define UUIDX_GENERATED_H

#include "compat.h"

#include "access/attnum.h"
#include "access/tupdesc.h"
#include "nodes/pg_list.h"

/* created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED */
typedef struct uuidx_generated_column
{
	AttrNumber	attribute;
	AttrNumber	uuid;			/* the column that the time is of */
	Oid			function;		/* that extracts it */
} uuidx_generated_column;

/*
 * The columns of a table with such an expression, of uuidx_generated_column; none of a
 * foreign table
 */
extern List *uuidx_read_generated(Oid table, TupleDesc tupdesc);

/* Of such columns those that are equal to the time by one of uuidx_time_check */
extern List *uuidx_with_check(const List *generated, const List *times);

/*
 * Of columns of a table those that an inheritor generates in the same way, by names;
 * *inherited are the same columns with the inheritor's attribute numbers.
 */
extern List *uuidx_match_generated(Oid table, List *columns, Oid inheritor, List **inherited);

/* The column with that attribute number among some, or NULL */
extern const uuidx_generated_column *uuidx_find_generated(const List *columns,
														  AttrNumber attribute);

/* A copy in the current memory context */
extern List *uuidx_copy_generated(const List *columns);

#endif							/* UUIDX_GENERATED_H */
