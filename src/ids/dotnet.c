/*
 * dotnet.c
 *	  .NET's octets of a Guid, and the order of SQL Server's uniqueidentifier.
 *
 * Two permutations of the octets of any UUID; no time is known.
 */
#include "ids/system.h"

/*
 * Guid.ToByteArray() stores the first three fields little-endian.  The id is
 * what it returns, in hexadecimal digits; the UUID has it in network order.
 */
const uint8 uuidx_id_dotnet_places[UUID_LEN] = {3, 2, 1, 0, 5, 4, 7, 6,
8, 9, 10, 11, 12, 13, 14, 15};

const uuidx_id_system uuidx_id_dotnet_bytes = {
	.name = "dotnet_bytes",
	.form = "32 hexadecimal digits",
	.example = "9e6814dff0bbd79c9b9fbd20a66b977f",
	.bits = 128,
	.mapping = UUIDX_ID_PERMUTED,
	.sort = UUIDX_ID_SORT_NONE,
	.nchars = 32,
	.alphabet = &uuidx_hex,
	.padding = UUIDX_PAD_FIRST,
	.places = uuidx_id_dotnet_places,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
};

/*
 * SQL Server compares the octets of the canonical text in the order below.  The
 * id is that text; the UUID has the octets in the order of comparison, so that
 * a uuid column sorts as the uniqueidentifier column did.
 */
const uint8 uuidx_id_sqlserver_places[UUID_LEN] = {10, 11, 12, 13, 14, 15, 8, 9,
7, 6, 5, 4, 3, 2, 1, 0};

const uuidx_id_system uuidx_id_sqlserver_order = {
	.name = "sqlserver_order",
	.form = "a UUID",
	.example = "df14689e-bbf0-9cd7-9b9f-bd20a66b977f",
	.bits = 128,
	.mapping = UUIDX_ID_PERMUTED,
	.sort = UUIDX_ID_SORT_NONE,
	.places = uuidx_id_sqlserver_places,
	.parse = uuidx_id_parse_uuid,
	.format = uuidx_id_format_uuid,
};
