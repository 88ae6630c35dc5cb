/*
 * unit.c
 *	  The unit test of the pure layer: driver and helpers, see tap.h.
 *
 * In make test: it notices most defects, in seconds.
 * It needs no server.  It prints TAP, and the exit status is 0 only if all tests passed.
 */
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* How many failures of one test are printed */
#define FAILURES_SHOWN 5

static char current_test[120];
static int	tests_run;
static int	tests_failed;
static int	failures;			/* of the current test */

static void
tap_end(void)
{
	if (failures > 0)
		tests_failed++;
	printf("%sok %d - %s\n", failures > 0 ? "not " : "", tests_run, current_test);
	if (failures > FAILURES_SHOWN)
		printf("# %d failures in all\n", failures);
	fflush(stdout);
}

void
tap_begin(const char *name,...)
{
	va_list		args;

	if (tests_run > 0)
		tap_end();
	tests_run++;
	failures = 0;
	va_start(args, name);
	vsnprintf(current_test, sizeof(current_test), name, args);
	va_end(args);
}

void
tap_fail(const char *file, int line, const char *format,...)
{
	va_list		args;

	if (++failures > FAILURES_SHOWN)
		return;

	printf("# %s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

const char *
uuid_text(const pg_uuid_t *uuid)
{
	static char buffers[4][37];
	static int	next;
	char	   *buffer = buffers[next++ % 4];
	char	   *to = buffer;

	for (int i = 0; i < UUID_LEN; i++)
	{
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*to++ = '-';
		to += sprintf(to, "%02x", uuid->data[i]);
	}
	return buffer;
}

pg_uuid_t
uuid_from(const char *text)
{
	pg_uuid_t	uuid;
	const char *from = text;

	for (int i = 0; i < UUID_LEN; i++)
	{
		unsigned int octet;

		if (*from == '-')
			from++;
		if (sscanf(from, "%2x", &octet) != 1)
			break;
		uuid.data[i] = (unsigned char) octet;
		from += 2;
	}
	if (strcmp(text, uuid_text(&uuid)) != 0)
	{
		printf("Bail out! malformed UUID in the test: %s\n", text);
		exit(1);
	}
	return uuid;
}

/* A linear congruential generator (Knuth's MMIX), of which the high bits are used */
uint64
random_u64(void)
{
	static uint64 state = 9562;
	uint64		high;

	state = state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	high = state >> 32;
	state = state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return high << 32 | state >> 32;
}

pg_uuid_t
random_uuid(void)
{
	pg_uuid_t	uuid;

	uuidx_store(&uuid, random_u64(), random_u64());
	return uuid;
}

void
random_octets(uint8 *octets, size_t size)
{
	uint64		kind = random_u64() % 8;

	for (size_t i = 0; i < size; i++)
		octets[i] = kind == 0 ? 0 : kind == 1 ? 0xFF : (uint8) random_u64();
}

int
main(void)
{
	test_laws();
	test_tick();
	test_boundaries();
	test_histogram();
	test_shift();
	test_ff1();
	test_id_encodings();
	test_id_laws();

	tap_end();
	printf("1..%d\n", tests_run);
	return tests_failed > 0;
}
