/*
 * fault.c
 *	  Makes the random source, the memory and the clock of a server fail on demand.  It is
 *	  a library for LD_PRELOAD, which test/t/lib/UuidxFault.pm builds and controls.
 *
 * The orders are in a file of 64-bit integers (below) that every process of the server maps.
 * A fault occurs in the process that the file names, or in all new ones.  If the file is
 * empty, or there is none, the server behaves as it does without this library, except that
 * its clock is never set back: a step of the machine's clock changes no test.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The order is that of @fields in UuidxFault.pm */
typedef struct orders
{
	int64_t		pid;			/* the process that fails, NEWCOMERS, or 0 */
	int64_t		era;			/* counts the orders for newcomers */
	int64_t		random_mode;	/* one of random_mode, below */
	int64_t		random_after;	/* how many requests are served first */
	int64_t		random_signal;	/* the signal of RANDOM_SIGNAL */
	int64_t		random_calls;	/* requests seen in this process, served or
								 * not */
	int64_t		clock_set;		/* whether the clock is the two below */
	int64_t		clock_sec;		/* since 1970 */
	int64_t		clock_usec;
	int64_t		clock_slow;		/* after so many readings, that clock moves by
								 * a microsecond; 0: it stands still */
	int64_t		clock_start;	/* what it showed when the machine started, in
								 * microseconds since 1970 */
	int64_t		clock_wait;		/* 1: the next reading waits; 2: it does,
								 * until this is 0 */
	int64_t		memory_fail;	/* the n-th allocation from now fails */
	int64_t		memory_failed;	/* how many did */
} orders;

/*
 * The processes that start after the order: sessions, but not background processes of the
 * server, which do not recover from a clock that goes back
 */
#define NEWCOMERS (-1)

enum random_mode
{
	RANDOM_SERVED,
	RANDOM_FAILS,				/* RAND_bytes fails, and leaves rubbish */
	RANDOM_FAILS_BY_TURNS,		/* every other time */
	RANDOM_SIGNAL				/* served, after a signal to itself, once */
};

/* What a failing source leaves in the caller's memory, which must not be read */
#define RUBBISH 0xA5

static orders no_orders;
static volatile orders *the = &no_orders;
static int64_t era = 0;			/* when this process started */

static int64_t
microseconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void
remember_era(void)
{
	era = the->era;
}

__attribute__((constructor))
static void
map_orders(void)
{
	const char *path = getenv("UUIDX_FAULT_FILE");
	int			fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void	   *map;

	no_orders.clock_start = microseconds(CLOCK_REALTIME) - microseconds(CLOCK_MONOTONIC);
	if (fd < 0)
		return;
	map = mmap(NULL, sizeof(orders), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED)
		the = map;
	close(fd);
	remember_era();
	pthread_atfork(NULL, NULL, remember_era);
}

static int
hit(void)
{
	if (the->pid == NEWCOMERS)
		return era == the->era;
	return the->pid != 0 && the->pid == getpid();
}

/* --- The random source: OpenSSL's, which pg_strong_random() uses ------------- */

/*
 * The kernel serves the request instead of OpenSSL, which makes no difference to the test.
 */
int
RAND_bytes(unsigned char *bytes, int length)
{
	if (the->random_mode != RANDOM_SERVED && hit())
	{
		int64_t		call = the->random_calls++;
		int			due = call >= the->random_after;

		if (due && the->random_mode == RANDOM_SIGNAL)
		{
			the->random_mode = RANDOM_SERVED;
			kill(getpid(), (int) the->random_signal);
		}
		else if (due && (the->random_mode == RANDOM_FAILS ||
						 (the->random_mode == RANDOM_FAILS_BY_TURNS && call % 2 == 0)))
		{
			memset(bytes, RUBBISH, (size_t) length);
			return 0;
		}
	}

	for (int done = 0; done < length; done += 256)
	{
		int			some = length - done < 256 ? length - done : 256;

		if (getentropy(bytes + done, (size_t) some) != 0)
			return 0;
	}
	return 1;
}

/* --- The clock: what GetCurrentTimestamp() reads ---------------------------- */

int
gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
	static int64_t readings;
	int64_t		now;

	(void) tz;
	if (the->clock_set && hit())
	{
		if (the->clock_slow && ++readings % the->clock_slow == 0 && ++the->clock_usec == 1000000)
		{
			the->clock_usec = 0;
			the->clock_sec++;
		}
		tv->tv_sec = (time_t) the->clock_sec;
		tv->tv_usec = (suseconds_t) the->clock_usec;
		return 0;
	}
	if (the->clock_wait == 1 && hit())
	{
		the->clock_wait = 2;
		while (the->clock_wait == 2)
			usleep(1000);
	}
	now = the->clock_start + microseconds(CLOCK_MONOTONIC);
	tv->tv_sec = (time_t) (now / 1000000);
	tv->tv_usec = (suseconds_t) (now % 1000000);
	return 0;
}

/* --- Memory ------------------------------------------------------------------ */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

/* Whether this allocation is the one that fails */
static int
out_of_memory(void)
{
	if (the->memory_fail == 0 || !hit() || --the->memory_fail > 0)
		return 0;
	the->memory_failed++;
	errno = ENOMEM;
	return 1;
}

void *
malloc(size_t size)
{
	return out_of_memory() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return out_of_memory() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *old, size_t size)
{
	return out_of_memory() ? NULL : __libc_realloc(old, size);
}
