/*
 * test_bits.c
 *	  bits.h: octet order, version and variant bits, bytewise comparison.
 */
#include "tap.h"

static void
test_octet_order(void)
{
	pg_uuid_t	uuid;

	tap_begin("halves are stored and loaded in network order");
	uuidx_store(&uuid, UINT64CONST(0x0011223344556677), UINT64CONST(0x8899aabbccddeeff));
	TAP_CHECK_UUID("00112233-4455-6677-8899-aabbccddeeff", &uuid);
	TAP_CHECK(uuidx_hi(&uuid) == UINT64CONST(0x0011223344556677),
			  "hi is %" PRIx64, uuidx_hi(&uuid));
	TAP_CHECK(uuidx_lo(&uuid) == UINT64CONST(0x8899aabbccddeeff),
			  "lo is %" PRIx64, uuidx_lo(&uuid));
	tap_end();

	tap_begin("any 64 bits are loaded as they were stored, at any alignment");
	for (int i = 0; i < 10000; i++)
	{
		unsigned char octets[16];
		uint64		value = random_u64();

		uuidx_store_be64(octets + i % 8, value);
		TAP_CHECK(octets[i % 8] == value >> 56, "first octet of %" PRIx64 " is %02x",
				  value, octets[i % 8]);
		TAP_CHECK(uuidx_load_be64(octets + i % 8) == value, "%" PRIx64 " came back as %" PRIx64,
				  value, uuidx_load_be64(octets + i % 8));
	}
	tap_end();
}

static void
test_version_and_variant_bits(void)
{
	tap_begin("version and variant are put in, and no other bit changes");
	for (int version = 1; version <= 15; version++)
	{
		for (int i = 0; i < 1000; i++)
		{
			pg_uuid_t	expected = random_uuid();
			pg_uuid_t	actual;

			uuidx_store_versioned(&actual, uuidx_hi(&expected), uuidx_lo(&expected), version);
			bits_put(&expected, 48, 4, (uint64) version);
			bits_put(&expected, 64, 2, 2);
			TAP_CHECK_UUID(uuid_text(&expected), &actual);
		}
	}
	tap_end();
}

static void
test_compare(void)
{
	tap_begin("comparison has the sign of the first octet that differs, unsigned");
	for (int octet = 0; octet < UUID_LEN; octet++)
	{
		for (int small = 0; small < 256; small += 51)
		{
			for (int large = small + 1; large < 256; large++)
			{
				pg_uuid_t	a = random_uuid();
				pg_uuid_t	b = random_uuid();

				memcpy(&b, &a, octet);
				a.data[octet] = (unsigned char) small;
				b.data[octet] = (unsigned char) large;
				TAP_CHECK(uuidx_compare_bytes(&a, &b) < 0, "%s does not sort before %s",
						  uuid_text(&a), uuid_text(&b));
				TAP_CHECK(uuidx_compare_bytes(&b, &a) > 0, "%s does not sort after %s",
						  uuid_text(&b), uuid_text(&a));
				TAP_CHECK(uuidx_compare_bytes(&a, &a) == 0, "%s is not itself", uuid_text(&a));
			}
		}
	}
	tap_end();
}

void
test_bits(void)
{
	test_octet_order();
	test_version_and_variant_bits();
	test_compare();
}
