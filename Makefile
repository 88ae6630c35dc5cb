# uuidx: time-ordered UUIDs for PostgreSQL
#
# `make help` lists what can be made. make, make install and make installcheck are
# what every PGXS user expects; the targets of $(ALONE) install the distribution's
# packages that they miss, and nothing else does. The build may be outside the
# source: make -f /path/to/the/source/Makefile, in an empty directory.

# The source, as seen from the directory in which make runs
SOURCE := $(patsubst %/,%,$(or $(VPATH),$(dir $(firstword $(MAKEFILE_LIST)))))
ifneq ($(SOURCE),.)
# a server that was built inside its own source does not do this for us
VPATH := $(SOURCE)
endif
files = $(sort $(patsubst $(SOURCE)/%,%,$(wildcard $(addprefix $(SOURCE)/,$(1)))))

EXTENSION = uuidx uuidx_ids
MODULE_big = uuidx
DATA = $(call files,sql/*--*.sql)
PGFILEDESC = "uuidx - time-ordered UUIDs"

# A file is built because it is there.  The pure layer is also linked without a
# server, into the unit test and the fuzzers.
PURE := $(call files,src/uuid/*.c src/ids/*.c)
OBJS := $(patsubst %.c,%.o,$(PURE) $(call files,src/partition/*.c src/planner/*.c src/proof/*.c src/report/*.c src/*.c))
OWN_HEADERS := $(call files,src/*.h src/*/*.h)

REGRESS = $(patsubst test/sql/%.sql,%,$(call files,test/sql/*.sql))
REGRESS_OPTS = --inputdir=test --load-extension=uuidx
ENCODING = UTF8
NO_LOCALE = 1
ISOLATION := $(patsubst test/specs/%.spec,%,$(call files,test/specs/*.spec))
ISOLATION_OPTS = --inputdir=test
TAP_TESTS = 1
PROVE_TESTS = test/t/*.pl
override PROVE_FLAGS += -I test/t/lib

# Only what the server must look up is visible, on every server version
PG_CFLAGS = -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter \
	-Wno-missing-field-initializers -Wno-sign-compare

EXTRA_CLEAN = test/expected test/unit/unit .built-for

# The library has the version of the release; that of the SQL objects is in uuidx.control
RELEASE := $(shell sed -n 's/^  "version": "\(.*\)",$$/\1/p' $(SOURCE)/META.json)
PG_CPPFLAGS = -I$(SOURCE)/src -DUUIDX_VERSION='"$(RELEASE)"' $(PREFIX_MAP)

# The same source gives the same library, wherever it is built
PREFIX_MAP := $(if $(shell echo | $(or $(CC),cc) -ffile-prefix-map=a=b -E - >/dev/null 2>&1 && echo yes),\
	-ffile-prefix-map='$(CURDIR)=.' $(if $(filter-out .,$(SOURCE)),-ffile-prefix-map='$(abspath $(SOURCE))=.'))

# These need neither a server nor headers, or prepare the machine first
ALONE = help demo test test-all test-mutants test-matrix test-upgrade test-arch test-i386 test-assert test-core \
	hosted-test sanitize valgrind analyze indent fuzz findings bench bench-full unit pure weight dist deb rpm \
	release-check
PG_CONFIG ?= pg_config
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(ALONE),$(MAKECMDGOALS)),all),)

# Without headers nothing is compiled, and one sentence says what to install
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifeq ($(and $(wildcard $(PGXS)),$(wildcard $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)/postgres.h)),)
NN := $(shell $(PG_CONFIG) --version 2>/dev/null | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
$(error $(PG_CONFIG) finds no headers of a PostgreSQL server: install the package postgresql-server-dev-$(or \
$(NN),NN (NN is the server's version)) or name another server with PG_CONFIG=/path/to/pg_config)
endif
include $(PGXS)

# A server that is newer than those of the tests gets one message
NEWEST := $(shell sed -n 's/^\([0-9][0-9]*\).*/\1/p' $(SOURCE)/test/bin/servers 2>/dev/null | tail -n 1)
ifneq ($(shell test "$(MAJORVERSION)" -gt "$(NEWEST)" 2>/dev/null && echo newer),)
$(info uuidx: PostgreSQL $(MAJORVERSION) is newer than $(NEWEST), the newest version that uuidx was tested with)
endif

# SHA-512/t, SHA-3, SHAKE and AES come from the OpenSSL the server was built with
ifeq ($(with_ssl),openssl)
SHLIB_LINK += -lcrypto
endif

# What was built for another server is built again: this file changes with it.  It
# also keeps a build outside the source from taking what was built in there.
.built-for: FORCE
	@test -w . || $(PG_CONFIG) | cmp -s - $@ || { echo 'uuidx: $(CURDIR) cannot be written; build in another' \
		'directory, with make -f $(abspath $(firstword $(MAKEFILE_LIST)))' >&2; exit 1; }
	@mkdir -p $(sort $(dir $(OBJS)))
	@$(PG_CONFIG) | cmp -s - $@ || $(PG_CONFIG) >$@
FORCE:

# The headers are few and small: when one changes, everything is built again
$(OBJS) $(OBJS:.o=.bc): $(OWN_HEADERS) .built-for

# local_preload_libraries, which the owner of a database may set, loads what is in
# plugins and nothing else
install: install-plugin
install-plugin:
	$(MKDIR_P) '$(DESTDIR)$(pkglibdir)/plugins'
	ln -sf ../$(MODULE_big)$(DLSUFFIX) '$(DESTDIR)$(pkglibdir)/plugins/$(MODULE_big)$(DLSUFFIX)'
uninstall: uninstall-plugin
uninstall-plugin:
	rm -f '$(DESTDIR)$(pkglibdir)/plugins/$(MODULE_big)$(DLSUFFIX)'
	rmdir '$(DESTDIR)$(pkglibdir)/plugins' 2>/dev/null || :
.PHONY: install-plugin uninstall-plugin

# pg_regress before 16 looks for expected/ only below --inputdir
ifeq ($(SOURCE),.)
installcheck: test/expected
test/expected:
	ln -s ../expected $@
else
installcheck: $(CURDIR)/test/expected
$(CURDIR)/test/expected:
	mkdir -p test
	ln -sf $(abspath $(SOURCE))/test/sql $(abspath $(SOURCE))/test/specs $(abspath $(SOURCE))/expected test
endif

clean: clean-links
clean-links:
	@for link in test/sql test/specs; do [ ! -L $$link ] || rm $$link; done
.PHONY: clean-links

# The TAP tests start servers of their own
ifeq ($(shell id -u),0)
prove_installcheck = @echo "The TAP tests were not run: they start servers of their own, which PostgreSQL" && \
	echo "does not do as root.  Run make installcheck as another user, or make test."
endif
endif

# The pure layer under ASan and UBSan; prints TAP. ISO C rounds every double that is
# compared, on processors that calculate with more bits, too.
UNIT := $(call files,test/unit/*.c test/fuzz/*.c)
UNIT_CFLAGS = -std=c99 -D_DEFAULT_SOURCE -g -O1 -Wall -Wextra -Wno-unused-parameter -Werror -DUUIDX_STANDALONE \
	-fsanitize=address,undefined -fno-sanitize-recover=all
test/unit/unit: $(addprefix $(SOURCE)/,$(UNIT) $(PURE) $(OWN_HEADERS) $(call files,test/unit/*.h test/fuzz/*.h))
	@mkdir -p $(@D)
	$(CC) $(UNIT_CFLAGS) -I$(SOURCE)/src -o $@ $(addprefix $(SOURCE)/,$(UNIT) $(PURE))
unit: test/unit/unit
	cd $(SOURCE) && $(CURDIR)/$<

# The files of the pure layer, for builds of other kinds
pure:
	@echo $(PURE)

help:
	@echo 'build for the server of pg_config, or of PG_CONFIG=/path/to/pg_config:'
	@echo '  all (default), install, uninstall, clean'
	@echo '  installcheck   run the tests on the running server, in which uuidx is installed'
	@echo 'on your own server, if it cannot load the extension:'
	@echo '  hosted-test    test hosted/uuidx.sql through DB="a connection string"; leaves nothing behind'
	@echo 'without using any server or cluster of this machine; packages that are missing'
	@echo 'are installed, except by help, unit, pure, weight, findings, dist and release-check:'
	@echo '  demo           see it work on a throw-away cluster; PSQL=1 then starts psql there'
	@echo '  test           what shows in minutes that uuidx works here, on throw-away clusters'
	@echo '  test-all       every test, with the drivers and frameworks of other languages'
	@echo '  test-mutants   whether the tests fail for each defect of test/mutants; PARTS="unit" chooses'
	@echo '  test-matrix    the tests that depend on the server, on the other servers; SERVERS="17 18" chooses'
	@echo '  test-upgrade   pg_upgrade and dump from an older server to the newest'
	@echo '  test-arch      the pure layer on 32 bits, big-endian and arm64'
	@echo '  test-i386      every test on a server of 32 bits'
	@echo '  test-assert    every test on a server with assertions; SERVERS="15 17" chooses'
	@echo '  test-core      the server'"'"'s own regression tests with the library; SERVER=17 chooses'
	@echo '  sanitize       the tests with ASan and UBSan in the extension'
	@echo '  valgrind       random plans and calls on a server under memcheck; VALGRIND_SECONDS=600 plans longer'
	@echo '  analyze        what compilers, clang-tidy, cppcheck and pgindent find'
	@echo '  fuzz           libFuzzer on the pure layer, random calls and sqlsmith on a server'
	@echo '  findings       what other software does that one would not guess, on packages of Debian and npm'
	@echo '  unit           the pure layer under ASan and UBSan, without a server'
	@echo '  pure           print the files of the pure layer'
	@echo '  weight         print how large the source, the tests and the documents are'
	@echo '  indent         format every C file with pgindent'
	@echo '  bench          measure in minutes; bench-full measures in about an hour'
	@echo '  dist           the archives of a release, from HEAD or REF=tag'
	@echo '  deb            Debian packages, built and tested in new roots; into UUIDX_DEB_DIR'
	@echo '  rpm            the RPM, built and tested beside a compiled server in a new root; SERVER=15 chooses'
	@echo '  release-check  whether all files have the same version, and the release is ready'

demo:
	@$(SOURCE)/test/bin/demo
test:
	@$(SOURCE)/test/bin/test
test-all:
	@$(SOURCE)/test/bin/test $(or $(PARTS),all)
test-mutants:
	@$(SOURCE)/test/bin/mutants $(PARTS)
test-matrix:
	@$(SOURCE)/test/bin/matrix servers $(SERVERS)
test-upgrade:
	@$(SOURCE)/test/bin/matrix upgrade
test-arch:
	@$(SOURCE)/test/bin/matrix unit
test-i386:
	@$(SOURCE)/test/bin/matrix i386
test-assert:
	@$(SOURCE)/test/bin/matrix assert $(SERVERS)
test-core:
	@$(SOURCE)/test/bin/core $(SERVER)
sanitize:
	@UUIDX_TOOL=sanitize $(SOURCE)/test/bin/test sanitize
valgrind:
	@$(SOURCE)/test/bin/matrix memcheck $(SERVERS)
analyze:
	@UUIDX_TOOL=analyze $(SOURCE)/test/bin/test analyze
weight:
	@$(SOURCE)/test/bin/weight
indent:
	@$(SOURCE)/test/bin/indent
fuzz:
	@UUIDX_TOOL=fuzz $(SOURCE)/test/bin/test fuzz random_calls.pl tools/sqlsmith.pl
findings:
	@command -v npm >/dev/null && command -v g++ >/dev/null && perl -MDigest::MD5 -e 1 || { echo 'findings need the packages npm, g++ and perl'; exit 1; }
	@for script in $(SOURCE)/findings/*.sh; do echo "== $$script"; "$$script" || exit; done
bench:
	@$(SOURCE)/bench/run quick
bench-full:
	@$(SOURCE)/bench/run full
dist:
	@$(SOURCE)/test/bin/dist $(REF)
deb:
	@$(SOURCE)/test/bin/deb $(SUITES)
rpm:
	@$(SOURCE)/test/bin/rpm $(SERVER)
release-check:
	@$(SOURCE)/.ci/check-release
hosted-test:
	@cd $(SOURCE)/hosted && psql -X -d "$(DB)" -f test.sql

.PHONY: $(ALONE) FORCE
