/*
 * generated.h
 *	  Stored generated columns that contain the time of a uuid of their row.
 */
#ifndef UUIDX_GENERATED_H
#define UUIDX_GENERATED_H

#include "proof/checks.h"

/*
 * Returns the number of the column of CHECK (created_at = uuid_time(id)) in a table below this one,
 * or in the table itself, if it is generated there by the same function of the same uuid; otherwise
 * InvalidAttrNumber.  Sets check->generated to the stored expression of the table itself, so that
 * the same text in a table below is not parsed.
 */
extern AttrNumber uuidx_match_generated(Oid table, uuidx_check *check, Oid member);

#endif							/* UUIDX_GENERATED_H */
