/*
 * generated.h
 *	  Stored generated columns that contain the time of a uuid of their row.
 */
#ifndef UUIDX_GENERATED_H
#define UUIDX_GENERATED_H

#include "proof/checks.h"

/*
 * created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, with
 * CHECK (created_at = uuid_time(id)) of the same table.  Returns a copy of the condition with the
 * column numbers of a table below this one, or of the table itself, if the column is generated
 * there by the same function of the same uuid; otherwise NULL.
 */
extern uuidx_check *uuidx_match_generated(Oid table, uuidx_check *check, Oid member);

/* Returns the condition on a generated column, by its attribute number, or NULL */
extern const uuidx_check *uuidx_find_generated(const List *columns, AttrNumber attribute);

#endif							/* UUIDX_GENERATED_H */
