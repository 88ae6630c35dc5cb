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

/* a longer value is cut after at most this many octets */
#define EXCERPT_LENGTH 64

/*
 * A name is near if at most this many changes lead to it, and at most half as many as it has
 * letters
 */
#define MAX_DISTANCE 4

/* at most this many near names are shown, and this many octets of a name are compared */
#define MAX_NEAR 5
#define COMPARED_LENGTH 64

char *
uuidx_excerpt(const char *string, int length)
{
	int			shown = pg_mbcliplen(string, length, EXCERPT_LENGTH);

	return psprintf("%.*s%s", shown, string, shown < length ? "..." : "");
}

const char *
uuidx_time_text(TimestampTz pg_us)
{
	char	   *string = palloc(MAXDATELEN + 1);
	struct pg_tm tm;
	fsec_t		fsec;

	if (TIMESTAMP_IS_NOBEGIN(pg_us))
		return "-infinity";
	if (TIMESTAMP_IS_NOEND(pg_us))
		return "infinity";
	(void) timestamp2tm(pg_us, NULL, &tm, &fsec, NULL, NULL);
	tm.tm_isdst = 0;			/* with another value, the time zone is not
								 * printed */
	EncodeDateTime(&tm, fsec, true, 0, NULL, USE_ISO_DATES, string);
	return string;
}

const char *
uuidx_qualified_name(Oid table)
{
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)),
									  get_rel_name(table));
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

/* Adds a hint that suggests the nearest name, if one is near */
static int
hint_at_nearest(const char *given, int length, const List *names)
{
	const char *nearest = NULL;
	int			distance = Min(MAX_DISTANCE, length / 2);
	char	   *folded = asc_tolower(given, length);

	foreach_ptr(char, name, names)
	{
		int			changes;

		/* a name that begins with the given one is what the user means */
		if (length > 1 && strncmp(name, folded, length) == 0)
		{
			nearest = name;
			break;
		}
		changes = varstr_levenshtein_less_equal(folded, length, name, strlen(name), 1, 1, 1,
												distance, true);

		/*
		 * one of several equally near names is preferred if it has the same
		 * first letter; otherwise, the first one is
		 */
		if (changes < distance ||
			(changes == distance &&
			 (nearest == NULL || (name[0] == folded[0] && nearest[0] != folded[0]))))
		{
			nearest = name;
			distance = changes;
		}
	}
	return nearest != NULL ? errhint("Perhaps you meant \"%s\".", nearest) : 0;
}

int
uuidx_errdetail_names(const char *given, int length, const List *names)
{
	StringInfoData list;

	initStringInfo(&list);
	foreach_ptr(char, name, names)
		appendStringInfo(&list, "%s%s", list.len > 0 ? ", " : "", name);
	errdetail("Valid names are %s.", list.data);
	return hint_at_nearest(given, length, names);
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

int
uuidx_errdetail_near(const char *given, int length, const List *names)
{
	StringInfoData list;
	char	   *folded;
	int			farthest;
	int			found = 0;

	length = pg_mbcliplen(given, length, COMPARED_LENGTH);
	if (length < 2)
		return 0;
	folded = asc_tolower(given, length);
	farthest = 2 * Min(MAX_DISTANCE, Max(2, length / 2)) + 1;

	/*
	 * the nearest names come first, and equally near ones in the order of the
	 * list
	 */
	initStringInfo(&list);
	for (int distance = 0; distance <= farthest && found < MAX_NEAR; distance++)
		foreach_ptr(char, name, names)
			if (distance_to(folded, length, name) == distance && found++ < MAX_NEAR)
			appendStringInfo(&list, "%s%s", list.len > 0 ? ", " : "", name);
	if (found == 0)
		return 0;
	return found == 1 ?
		errdetail("The nearest name is %s.", list.data) :
		errdetail("The nearest names are %s.", list.data);
}

int
uuidx_errdetail_version(int found)
{
	return found < 0 ?
		errdetail("Its variant is not that of RFC 9562, so it has no version.") :
		errdetail("Its version is %d.", found);
}
