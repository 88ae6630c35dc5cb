# shellcheck shell=bash
# tools.sh: runs the tests with tools that find errors in memory; sourced by test
#
# UUIDX_TOOL names the tool. sanitize is ASan and UBSan in the extension: the `postgres` of the
# private copy becomes a script that starts the real program with their library, so that every
# test that starts a server uses them. valgrind is memcheck on a whole server, which such a script
# starts for tests that set UUIDX_MEMCHECK. Each report of a tool is a file in $reports, and a failure.

tool=${UUIDX_TOOL:-}
reports=$work/reports
tool_flags=

# Makes the private server run with the tool
instrument() {
	local dir library before
	dir=$(dirname "$PG_CONFIG")
	case $tool in
		sanitize)
			library=$(readlink -f "$(gcc -print-file-name=libasan.so)")
			tool_flags="-fsanitize=address,undefined -fno-sanitize-recover=all -g"
			tool_flags+=" -fno-omit-frame-pointer -U_FORTIFY_SOURCE -include test/tools/palloc.h"
			gcc -shared -fPIC -Wl,-z,initfirst -o "$work/first.so" test/tools/first.c || return
			before="env LD_PRELOAD='$library:$work/first.so'\${LD_PRELOAD:+:\$LD_PRELOAD}
				ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=1:log_path='$reports/asan'
				UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1:log_path='$reports/asan'"
			;;
		valgrind)
			tool_flags="-O1 -fno-omit-frame-pointer"
			before="\${UUIDX_MEMCHECK:+valgrind --quiet --leak-check=no --num-callers=25 --fullpath-after=$work/src/
				--suppressions='$("$PG_CONFIG" --sharedir)/valgrind.supp' --log-file='$reports/memcheck.%p'}"
			;;
		*) return ;;
	esac
	mkdir "$reports"
	mv "$dir/postgres" "$dir/postgres.real"
	cat >"$dir/postgres" <<-END
		#!/bin/sh
		case \${1:-} in
			# of initdb, and without a server
			--boot | --single | --check | -V | --version) exec '$dir/postgres.real' "\$@" ;;
		esac
		exec $(echo $before) '$dir/postgres.real' "\$@"
	END
	chmod +x "$dir/postgres"
}

# Prints what the tool reported; counts one test, which passes if there is nothing
count_reports() {
	local file found=0
	[ -d "$reports" ] || return
	heading "reports of $tool"
	for file in "$reports"/*; do
		[ -s "$file" ] || continue
		found=$((found + 1))
		[ $found -gt 10 ] || { echo "--- ${file##*/}"; head -n 80 "$file"; }
	done
	echo "processes with reports: $found"
	if [ $found = 0 ]; then count 1 0; else count 0 $found; fi
}
