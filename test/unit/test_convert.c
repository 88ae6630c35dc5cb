/*
 * test_convert.c
 *	  layout.h: v1 <-> v6 is the field order of RFC 9562 section 5.6.
 */
#include "tap.h"

#include "uuid/layout.h"

static const struct
{
	const char *v1;
	const char *v6;
}			vectors[] =

{
	/* RFC 9562 A.1 and A.5 */
	{"c232ab00-9414-11ec-b3c8-9f6bdeced846", "1ec9414c-232a-6b00-b3c8-9f6bdeced846"},
	/* the name spaces DNS and X500 of RFC 9562 section 6.6 are v1 */
	{"6ba7b810-9dad-11d1-80b4-00c04fd430c8", "1d19dad6-ba7b-6810-80b4-00c04fd430c8"},
	{"6ba7b814-9dad-11d1-80b4-00c04fd430c8", "1d19dad6-ba7b-6814-80b4-00c04fd430c8"},
	{"00000000-0000-1000-8000-000000000000", "00000000-0000-6000-8000-000000000000"},
	{"ffffffff-ffff-1fff-bfff-ffffffffffff", "ffffffff-ffff-6fff-bfff-ffffffffffff"},
	{"00000001-0000-1000-8000-000000000000", "00000000-0000-6001-8000-000000000000"},
	{"00000000-0001-1000-8000-000000000000", "00000010-0000-6000-8000-000000000000"},
	{"00000000-0000-1001-8000-000000000000", "00100000-0000-6000-8000-000000000000"},
	{"12345678-9abc-1def-8123-456789abcdef", "def9abc1-2345-6678-8123-456789abcdef"},
};

void
test_convert(void)
{
	tap_begin("known v1 become known v6 and the other way round");
	for (size_t i = 0; i < lengthof(vectors); i++)
	{
		pg_uuid_t	v1 = uuid_from(vectors[i].v1);
		pg_uuid_t	v6 = uuid_from(vectors[i].v6);
		pg_uuid_t	to;

		uuidx_v1_to_v6(&v1, &to);
		TAP_CHECK_UUID(vectors[i].v6, &to);
		uuidx_v6_to_v1(&v6, &to);
		TAP_CHECK_UUID(vectors[i].v1, &to);
	}
	tap_end();
}
