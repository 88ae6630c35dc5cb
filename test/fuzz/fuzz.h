/*
 * fuzz.h
 *	  What the fuzz targets share: a condition that must hold, and an input that never
 *	  ends.
 *
 * A target is a function in a file of the same name.  test/bin/fuzz makes a program with
 * libFuzzer of each; the unit test calls all of them (../unit/test_laws.c).  If a condition does
 * not hold, the program ends.
 */
#ifndef UUIDX_FUZZ_H
#define UUIDX_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "compat.h"

#define REQUIRE(condition) \
	do { \
		if (!(condition)) \
		{ \
			fprintf(stderr, "%s:%d: this does not hold: %s\n", \
					__FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

/* The targets; each returns 0 */
extern int	fuzz_id(const uint8 *data, size_t size);
extern int	fuzz_text(const uint8 *data, size_t size);
extern int	fuzz_tick(const uint8 *data, size_t size);
extern int	fuzz_uuid(const uint8 *data, size_t size);

/* What is left of the input; zeros follow its end */
typedef struct fuzz_input
{
	const uint8 *data;
	size_t		size;
} fuzz_input;

static inline void
fuzz_take(fuzz_input *input, void *target, size_t size)
{
	size_t		there = size < input->size ? size : input->size;

	memset(target, 0, size);
	if (there > 0)
		memcpy(target, input->data, there);
	input->data += there;
	input->size -= there;
}

static inline uint8
fuzz_octet(fuzz_input *input)
{
	uint8		value;

	fuzz_take(input, &value, sizeof(value));
	return value;
}

static inline uint64
fuzz_number(fuzz_input *input)
{
	uint64		value;

	fuzz_take(input, &value, sizeof(value));
	return value;
}

#endif							/* UUIDX_FUZZ_H */
