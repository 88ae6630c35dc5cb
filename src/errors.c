/*
 * errors.c
 *	  What errors about names, rejected texts and OpenSSL have in common.
 */
#include "errors.h"

#ifdef USE_OPENSSL
#include <openssl/err.h>
#endif

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "utils/varlena.h"

/* So much of a rejected value is shown */
#define EXCERPT_LENGTH 64

/* A name is near if so many changes lead to it, and no more than half are new */
#define MAX_DISTANCE 4

char *
uuidx_excerpt(const char *string, int length)
{
	int			shown = pg_mbcliplen(string, length, EXCERPT_LENGTH);

	return psprintf("%.*s%s", shown, string, shown < length ? "..." : "");
}

int
uuidx_errdetail_names(const List *names)
{
	StringInfoData list;
	ListCell   *cell;

	initStringInfo(&list);
	foreach(cell, names)
		appendStringInfo(&list, "%s%s", list.len > 0 ? ", " : "", (char *) lfirst(cell));
	return errdetail("Valid names are %s.", list.data);
}

int
uuidx_errhint_near(const char *given, int length, const List *names)
{
	const char *nearest = NULL;
	int			distance = Min(MAX_DISTANCE, length / 2);
	char	   *folded;
	ListCell   *cell;

	folded = asc_tolower(given, length);

	foreach(cell, names)
	{
		const char *name = lfirst(cell);
		int			its;

		/* a name that only goes on is what was meant */
		if (length > 1 && strncmp(name, folded, length) == 0)
		{
			nearest = name;
			break;
		}
		its = varstr_levenshtein_less_equal(folded, length, name, strlen(name), 1, 1, 1,
											distance, true);

		/* of names equally near, one with the same first letter, or the first */
		if (its < distance ||
			(its == distance &&
			 (nearest == NULL || (name[0] == folded[0] && nearest[0] != folded[0]))))
		{
			nearest = name;
			distance = its;
		}
	}
	return nearest != NULL ? errhint("Perhaps you meant \"%s\".", nearest) : 0;
}

#ifdef USE_OPENSSL
const char *
uuidx_openssl_reason(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	ERR_clear_error();
	return reason != NULL ? reason : _("no reason given");
}
#endif							/* USE_OPENSSL */
