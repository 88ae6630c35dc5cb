/*
 * test_id.h
 *	  What the unit tests of foreign ids share: TAP output, the data files, times,
 *	  and random numbers that are the same in every run.
 */
#ifndef UUIDX_TEST_ID_H
#define UUIDX_TEST_ID_H

#include "encoding.h"
#include "epoch.h"
#include "id.h"

/* One TAP line covers all checks between test_begin and test_end */
extern void test_begin(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern bool test_check(bool condition, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
extern void test_end(void);

/* The rest of a plan, and the exit status: zero if all is well */
extern int test_finish(void);

/* splitmix64 from a fixed seed */
extern uint64 test_random(void);

/* 0 .. limit - 1 */
extern uint64 test_random_below(uint64 limit);

/*
 * Calls row() for every line but the first of a file in test/data (or in the
 * directory that UUIDX_TEST_DATA names), its fields split at tabs; returns how
 * many lines there were.
 */
#define TEST_MAX_FIELDS 8
extern int test_each_row(const char *file, void (*row)(char **fields, int nfields));

/*
 * The value of "name" in "name=value;name=value", copied; false if there is
 * none or it does not fit.
 */
extern bool test_field(const char *fields, const char *name, char *value, size_t size);

/*
 * "2011-09-09T22:28:04.7214581Z" as microseconds since 2000, rounded down; the
 * year may have more than four digits.  A malformed text ends the run.
 */
extern int64 test_time(const char *text);

/* A system that must exist */
extern const uuidx_id_system *test_system(const char *name);

/* A uuid in canonical text that must be well-formed */
extern pg_uuid_t test_uuid(const char *text);

/* The tests */
extern void test_id_vectors(void);
extern void test_id_cases(void);
extern void test_id_laws(void);
extern void test_id_encodings(void);

#endif /* UUIDX_TEST_ID_H */
