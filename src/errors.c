/*
 * errors.c
 *	  Functions that several errors have in common: see errors.h.
 */
#include "errors.h"

#include "access/relation.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/formatting.h"
#include "utils/lsyscache.h"
#include "utils/varlena.h"

/* At most this many characters of a value are shown, and octets compared */
#define EXCERPT_LENGTH 64

/*
 * A name is near if at most this many changes lead to it, and at most half as many as the given
 * one has letters, but two are always allowed.  At most MAX_NEAR names are shown.
 */
#define MAX_CHANGES 4
#define MAX_NEAR 5

char *
uuidx_excerpt(const char *string, int length)
{
	int			shown = pg_mbcharcliplen(string, length, EXCERPT_LENGTH);

	return psprintf("%.*s%s", shown, string, shown < length ? "..." : "");
}

const char *
uuidx_time_text(TimestampTz pg_us)
{
	char	   *string = palloc(MAXDATELEN + 1);
	struct pg_tm tm;
	fsec_t		fsec;

	/* a system clock may show any time */
	if (pg_us < MIN_TIMESTAMP)
		return "-infinity";
	if (pg_us >= END_TIMESTAMP)
		return "infinity";
	(void) timestamp2tm(pg_us, NULL, &tm, &fsec, NULL, NULL);
	/* with another value, the time zone is not printed */
	tm.tm_isdst = 0;
	EncodeDateTime(&tm, fsec, true, 0, NULL, USE_ISO_DATES, string);
	return string;
}

const char *
uuidx_qualified_name(Oid table)
{
	const char *schema = get_namespace_name(get_rel_namespace(table));
	const char *name = get_rel_name(table);

	/* without a lock, another session can have dropped it */
	if (schema == NULL || name == NULL)
		return psprintf("%u", table);
	return quote_qualified_identifier(schema, name);
}

Relation
uuidx_open_relation(Oid oid, LOCKMODE lockmode)
{
	Relation	relation = try_relation_open(oid, lockmode);

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", oid)));
	return relation;
}

/*
 * Returns the distance of a name from the given one.  It is 0 if the name begins with the given
 * one.  Otherwise it is twice the number of changes that lead from one to the other, or 4 if that
 * is less and one contains the other, plus 1 if the first letters differ.
 */
static int
distance_to(const char *given, int length, const char *name)
{
	int			changes;

	if (strncmp(name, given, length) == 0)
		return 0;
	changes = varstr_levenshtein(given, length, name, strlen(name), 1, 1, 1, true);
	if (strstr(name, given) != NULL || strstr(given, name) != NULL)
		changes = Min(changes, 2);
	return 2 * changes + (name[0] != given[0] ? 1 : 0);
}

/* Returns the names near the given one: the nearest first, equally near ones as they are listed */
static List *
near_names(const char *given, int length, const List *names)
{
	List	   *result = NIL;
	char	   *folded;
	int			farthest;

	length = pg_mbcliplen(given, length, EXCERPT_LENGTH);
	if (length < 2)
		return NIL;
	folded = asc_tolower(given, length);
	farthest = 2 * Min(MAX_CHANGES, Max(2, length / 2)) + 1;
	for (int distance = 0; distance <= farthest; distance++)
		foreach_ptr(char, name, names)
	{
		if (distance_to(folded, length, name) == distance && list_length(result) < MAX_NEAR)
			result = lappend(result, name);
	}
	return result;
}

static char *
join_names(const List *names)
{
	StringInfoData list;

	initStringInfo(&list);
	foreach_ptr(char, name, names)
		appendStringInfo(&list, "%s%s", list.len > 0 ? ", " : "", name);
	return list.data;
}

int
uuidx_errdetail_names(const char *given, int length, const List *names)
{
	List	   *nearest = near_names(given, length, names);

	errdetail("Valid names are %s.", join_names(names));
	return nearest != NIL ? errhint("Perhaps you meant \"%s\".", (char *) linitial(nearest)) : 0;
}

int
uuidx_errdetail_near(const char *given, int length, const List *names)
{
	List	   *nearest = near_names(given, length, names);

	return nearest == NIL ? 0 :
		errdetail_plural("The nearest name is %s.", "The nearest names are %s.",
						 list_length(nearest), join_names(nearest));
}

int
uuidx_errdetail_version(int found)
{
	return found < 0 ?
		errdetail("Its variant is not that of RFC 9562, so it has no version.") :
		errdetail("Its version is %d.", found);
}
