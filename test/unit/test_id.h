/*
 * test_id.h
 *	  What the unit tests of foreign ids share: the data files, times, systems.
 *
 * The files test_id_*.c are parts of one subject, test_id() in test_id.c.
 */
#ifndef UUIDX_TEST_ID_H
#define UUIDX_TEST_ID_H

#include "uuid/epoch.h"
#include "ids/id.h"
#include "tap.h"

/*
 * tap_begin() and tap_end() for a test whose name is put together, and which has
 * failed if it checked nothing.
 */
extern void test_begin(const char *format,...) __attribute__((format(printf, 1, 2)));
extern void test_end(void);

/* Counts a check and returns the condition */
extern bool test_count(bool condition);

/* TAP_CHECK() as an expression: whether the condition held */
#define test_check(condition, ...)                                                                 \
	(test_count(condition) || (tap_fail(__FILE__, __LINE__, __VA_ARGS__), false))

/* 0 .. limit - 1 */
extern uint64 test_random_below(uint64 limit);

/*
 * Calls row() for every line but the first of a file in test/data, its fields
 * split at tabs; returns how many lines there were.
 */
#define TEST_MAX_FIELDS 8
extern int	test_each_row(const char *file, void (*row) (char **fields, int nfields));

/*
 * The value of "name" in "name=value;name=value", copied; false if there is
 * none or it does not fit.
 */
extern bool test_field(const char *fields, const char *name, char *value, size_t size);

/*
 * "2011-09-09T22:28:04.7214581Z" as microseconds since 2000, rounded down; the
 * year may have more than four digits.  A malformed text ends the run.
 */
extern int64 test_time(const char *string);

/* A status in words: those of an error's detail, or its number */
extern const char *test_reason(uuidx_status status);

/* A system that must exist */
extern const uuidx_id_system *test_system(const char *name);

/* The parts of test_id() */
extern void test_id_vectors(void);
extern void test_id_cases(void);
extern void test_id_laws(void);
extern void test_id_encodings(void);

#endif							/* UUIDX_TEST_ID_H */
