/*
 * tap.h
 *	  What the tests of the pure layer use: TAP output, UUIDs as text, repeatable random
 *	  numbers.
 *
 * One subject is one file with one function test_<subject>(void), declared here
 * and called by main() in unit.c.  Inside it a test is
 *
 *		tap_begin("what must hold");
 *		TAP_CHECK(condition, "format of what was found", ...);	any number
 *
 * and prints one line, however many checks it made.  It ends where the next one begins.
 *
 * May include: the pure layer of ../../src.
 */
#ifndef UUIDX_TEST_TAP_H
#define UUIDX_TEST_TAP_H

#include <inttypes.h>

#include "uuid/bits.h"

/* The subjects */
extern void test_ff1(void);
extern void test_boundaries(void);
extern void test_histogram(void);
extern void test_id_encodings(void);
extern void test_id_laws(void);
extern void test_laws(void);
extern void test_shift(void);
extern void test_tick(void);

/* Begins a test, one line of TAP; its name is a format */
extern void tap_begin(const char *name,...) __attribute__((format(printf, 1, 2)));

/* Prints where and why a test fails; only the first few times */
extern void tap_fail(const char *file, int line, const char *format,...)
			__attribute__((format(printf, 3, 4)));

#define TAP_CHECK(condition, ...) \
	do { \
		if (!(condition)) \
			tap_fail(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)

/* Two UUIDs, the expected one as text */
#define TAP_CHECK_UUID(expected, actual) \
	do { \
		if (strcmp((expected), uuid_text(actual)) != 0) \
			tap_fail(__FILE__, __LINE__, "expected %s, got %s", \
					 (expected), uuid_text(actual)); \
	} while (0)

/*
 * Text form.  uuid_text() keeps its last four results, which is enough for one
 * message; uuid_from() stops the program when the text is malformed.
 */
extern const char *uuid_text(const pg_uuid_t *uuid);
extern pg_uuid_t uuid_from(const char *text);

/* Random, in the same sequence in every run */
extern uint64 random_u64(void);
extern pg_uuid_t random_uuid(void);

/* Octets that are all zero, all ones, or random */
extern void random_octets(uint8 *octets, size_t size);

#endif							/* UUIDX_TEST_TAP_H */
