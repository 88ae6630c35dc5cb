# uuidx: time-ordered UUIDs for PostgreSQL
#
#	make, make install, make installcheck	what every PGXS user expects
#	make demo				see it work on a throw-away cluster
#	make test				run every test on throw-away clusters
#	make sanitize, make valgrind		run tests under tools that see memory
#	make analyze, make fuzz			find what tests do not
#
# Those from make demo on install the distribution's packages they miss; nothing
# else does.

EXTENSION = uuidx uuidx_ids
MODULE_big = uuidx
DATA = $(sort $(wildcard sql/*--*.sql))
PGFILEDESC = "uuidx - time-ordered UUIDs"

# A file is built because it is there.  The pure layer is also linked without a
# server, into the unit test and the fuzzers.
PURE := $(sort $(wildcard src/uuid/*.c src/ids/*.c))
OBJS := $(patsubst %.c,%.o,$(PURE) $(sort $(wildcard src/planner/*.c src/*.c)))
OWN_HEADERS := $(sort $(wildcard src/*.h src/*/*.h))

REGRESS = $(patsubst test/sql/%.sql,%,$(sort $(wildcard test/sql/*.sql)))
REGRESS_OPTS = --inputdir=test --encoding=UTF8 --load-extension=uuidx
ISOLATION := $(patsubst test/specs/%.spec,%,$(sort $(wildcard test/specs/*.spec)))
ISOLATION_OPTS = --inputdir=test
TAP_TESTS = 1
PROVE_TESTS = test/t/*.pl

# Only what the server must look up is visible, on every server version
PG_CFLAGS = -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter \
	-Wno-missing-field-initializers -Wno-sign-compare

EXTRA_CLEAN = test/expected test/unit/unit

# The version is written in uuidx.control and nowhere else
EXTVERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" uuidx.control)
PG_CPPFLAGS = -Isrc -DUUIDX_VERSION='"$(EXTVERSION)"'

# Targets that prepare the machine first need neither a server nor headers yet
PG_CONFIG ?= pg_config
ifeq ($(filter demo test test-matrix test-upgrade sanitize valgrind analyze fuzz bench bench-full unit pure,$(MAKECMDGOALS)),)
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# SHA-512/t, SHA-3 and SHAKE come from the OpenSSL the server was built with
ifeq ($(with_ssl),openssl)
SHLIB_LINK += -lcrypto
endif

# The headers are few and small: when one changes, everything is built again
$(OBJS) $(OBJS:.o=.bc): $(OWN_HEADERS)

# pg_regress before 16 looks for expected/ only below --inputdir
installcheck: test/expected
test/expected:
	ln -s ../expected $@
endif

# The pure layer under ASan and UBSan; prints TAP
UNIT_CFLAGS = -std=gnu99 -g -O1 -Wall -Wextra -Werror -DUUIDX_STANDALONE \
	-fsanitize=address,undefined -fno-sanitize-recover=all
test/unit/unit: $(wildcard test/unit/*.c test/unit/*.h) $(PURE) $(OWN_HEADERS)
	$(CC) $(UNIT_CFLAGS) -Isrc -o $@ $(wildcard test/unit/*.c) $(PURE)
unit: test/unit/unit
	./test/unit/unit

# The files of the pure layer, for whoever builds them in another way
pure:
	@echo $(PURE)

demo:
	@test/bin/demo
test:
	@test/bin/test
test-matrix:
	@test/bin/matrix $(SERVERS)
test-upgrade:
	@test/bin/upgrade
sanitize:
	@UUIDX_TOOL=sanitize test/bin/test regress isolation 200_random_calls.pl
valgrind:
	@UUIDX_TOOL=valgrind test/bin/test tools/memcheck.pl
analyze:
	@UUIDX_TOOL=analyze test/bin/test analyze
fuzz:
	@UUIDX_TOOL=fuzz test/bin/test fuzz 200_random_calls.pl tools/sqlsmith.pl
bench:
	@bench/run quick
bench-full:
	@bench/run full

.PHONY: demo test test-matrix test-upgrade sanitize valgrind analyze fuzz bench bench-full unit pure
