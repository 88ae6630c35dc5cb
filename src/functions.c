/*
 * functions.c
 *	  What several SQL functions share: see functions.h.
 *
 * A name proves nothing, because other users may create functions in the schema of the extension,
 * and the function manager would load the libraries of other extensions.  But only superusers can
 * create functions in language C, of which pg_proc has the library and the symbol.
 */
#include "functions.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/syscache.h"

/* The module_pathname of the control files */
#define LIBRARY "$libdir/uuidx"

#define KNOWN(function) {#function, function},

static const struct
{
	const char *symbol;
	PGFunction	address;
}			known_functions[] = {UUIDX_KNOWN_FUNCTIONS(KNOWN)};

typedef struct function_entry
{
	Oid			function;		/* the key */
	uint64		changes;		/* the count before it was read */
	PGFunction	address;		/* NULL for every other function */
	bool		has_support;
	bool		is_public;		/* every user may execute it */
} function_entry;

static HTAB *cache;
static const function_entry *last_found;	/* usually the next one too */
static uint64 changes;			/* number of changes of pg_proc */

static void
function_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	changes++;
}

/* Returns a text attribute of a row of pg_proc, which is not null in language C */
static char *
text_attribute(HeapTuple tuple, AttrNumber attribute)
{
	return TextDatumGetCString(SysCacheGetAttrNotNull(PROCOID, tuple, attribute));
}

/* Reads the entry of a function from pg_proc */
static function_entry
read_function(Oid function)
{
	function_entry entry = {function, changes};
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Form_pg_proc form;

	if (!HeapTupleIsValid(tuple))
		return entry;
	form = (Form_pg_proc) GETSTRUCT(tuple);
	if (form->prolang == ClanguageId &&
		strcmp(text_attribute(tuple, Anum_pg_proc_probin), LIBRARY) == 0)
	{
		char	   *symbol = text_attribute(tuple, Anum_pg_proc_prosrc);

		for (int i = 0; i < lengthof(known_functions) && entry.address == NULL; i++)
			if (strcmp(symbol, known_functions[i].symbol) == 0)
				entry.address = known_functions[i].address;
		entry.has_support = entry.address != NULL && OidIsValid(form->prosupport);
	}
	entry.is_public = object_aclcheck(ProcedureRelationId, function, ACL_ID_PUBLIC,
									  ACL_EXECUTE) == ACLCHECK_OK;
	ReleaseSysCache(tuple);
	return entry;
}

/* Returns a copy of the entry of a function, which is read unless it is cached and unchanged */
static function_entry
find_entry(Oid function)
{
	function_entry *entry;

	if (last_found != NULL && last_found->function == function && last_found->changes == changes)
		return *last_found;
	if (cache == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(function_entry)};

		cache = hash_create("uuidx functions", 64, &control, HASH_ELEM | HASH_BLOBS);
		CacheRegisterSyscacheCallback(PROCOID, function_changed, (Datum) 0);
	}
	entry = (function_entry *) hash_search(cache, &function, HASH_FIND, NULL);
	if (entry == NULL || entry->changes != changes)
	{
		function_entry result = read_function(function);

		entry = (function_entry *) hash_search(cache, &function, HASH_ENTER, NULL);
		*entry = result;
	}
	last_found = entry;
	return *entry;
}

bytea *
uuidx_utf8(Datum string)
{
	return DatumGetByteaPP(DirectFunctionCall3(pg_convert, string,
											   CStringGetDatum(GetDatabaseEncodingName()),
											   CStringGetDatum("UTF8")));
}

PGFunction
uuidx_own_function(Oid function)
{
	/* most functions are the server's own */
	if (function < FirstNormalObjectId)
		return NULL;
	return find_entry(function).address;
}

static bool
has_support(Oid function, void *context)
{
	return function >= FirstNormalObjectId && find_entry(function).has_support;
}

bool
uuidx_calls_ours(Node *node, void *context)
{
	if (node == NULL)
		return false;
	return check_functions_in_node(node, has_support, NULL) ||
		expression_tree_walker(node, UUIDX_WALKER(uuidx_calls_ours), context);
}

Oid
uuidx_find_function(Oid schema, const char *name, Oid argument_type, PGFunction address)
{
	oidvector  *types = buildoidvector(&argument_type, 1);
	Oid			function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
										   CStringGetDatum(name), PointerGetDatum(types),
										   ObjectIdGetDatum(schema));

	if (!OidIsValid(function) || uuidx_own_function(function) != address)
		return InvalidOid;
	return function;
}

bool
uuidx_may_execute(Oid function, bool *of_role)
{
	if (find_entry(function).is_public)
		return true;
	*of_role = true;
	return object_aclcheck(ProcedureRelationId, function, GetUserId(), ACL_EXECUTE) == ACLCHECK_OK;
}

bool
uuidx_extracts_time(Node *node)
{
	FuncExpr   *call = (FuncExpr *) node;
	PGFunction	address;

	if (!IsA(node, FuncExpr) || call->funcresulttype != TIMESTAMPTZOID ||
		list_length(call->args) != 1)
		return false;
	if (OidIsValid(call->funcid) && call->funcid == UUIDX_CORE_EXTRACT_TIMESTAMP)
		return true;
	address = uuidx_own_function(call->funcid);
	return address == uuidx_extract_timestamp || address == uuidx_v7_timestamp ||
		address == uuidx_unix_timestamp;
}
