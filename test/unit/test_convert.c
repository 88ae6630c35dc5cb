/*
 * test_convert.c
 *	  layout.h: v1 <-> v6 is the field order of RFC 9562 section 5.6, and an
 *	  involution.
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

static void
test_vectors(void)
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

static void
test_involution(void)
{
	tap_begin("any v1 comes back from v6, any v6 from v1; time, clock_seq and node stay");
	for (int i = 0; i < 100000; i++)
	{
		int			version = i % 2 == 0 ? 1 : 6;
		pg_uuid_t	from = random_uuid();
		pg_uuid_t	to;
		pg_uuid_t	back;
		TimestampTz from_us = 0;
		TimestampTz to_us = 1;

		bits_put(&from, 48, 4, (uint64) version);
		bits_put(&from, 64, 2, 2);
		if (version == 1)
		{
			uuidx_v1_to_v6(&from, &to);
			uuidx_v6_to_v1(&to, &back);
			TAP_CHECK(uuidx_v1_ticks_100ns(&from) == uuidx_v6_ticks_100ns(&to),
					  "%s and %s differ in time", uuid_text(&from), uuid_text(&to));
		}
		else
		{
			uuidx_v6_to_v1(&from, &to);
			uuidx_v1_to_v6(&to, &back);
			TAP_CHECK(uuidx_v6_ticks_100ns(&from) == uuidx_v1_ticks_100ns(&to),
					  "%s and %s differ in time", uuid_text(&from), uuid_text(&to));
		}
		TAP_CHECK_UUID(uuid_text(&from), &back);
		TAP_CHECK(uuidx_version_of(&to) == 7 - version, "%s became %s",
				  uuid_text(&from), uuid_text(&to));
		TAP_CHECK(memcmp(from.data + 8, to.data + 8, 8) == 0, "%s became %s",
				  uuid_text(&from), uuid_text(&to));
		TAP_CHECK(uuidx_time(&from, &from_us) && uuidx_time(&to, &to_us) && from_us == to_us,
				  "%s is %" PRId64 ", %s is %" PRId64, uuid_text(&from), from_us,
				  uuid_text(&to), to_us);
	}
	tap_end();

	tap_begin("source and target may be the same object");
	for (size_t i = 0; i < lengthof(vectors); i++)
	{
		pg_uuid_t	uuid = uuid_from(vectors[i].v1);

		uuidx_v1_to_v6(&uuid, &uuid);
		TAP_CHECK_UUID(vectors[i].v6, &uuid);
		uuidx_v6_to_v1(&uuid, &uuid);
		TAP_CHECK_UUID(vectors[i].v1, &uuid);
	}
	tap_end();
}

void
test_convert(void)
{
	test_vectors();
	test_involution();
}
