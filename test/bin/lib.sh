# shellcheck shell=bash
# lib.sh: what demo, test, matrix and bench/run share; sourced, not run
#
# Guarantees: once the packages are installed, only one private temporary directory ($work) is
# written; servers listen only on sockets inside it; however a script ends, all processes in
# $work are stopped, and $work is removed (KEEP=1 keeps it).

set -u
umask 022
bin=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
top=$(cd "$bin/../.." && pwd -P)
work=${UUIDX_WORK:-}
group=
as=()
installed=
finally=

# Neither the flags and job slots of a calling make nor the server of the user's shell are used
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES MAKE_TERMOUT MAKE_TERMERR CDPATH
for name in "${!PG@}"; do
	[ "$name" = PG_CONFIG ] || unset "$name"
done
export LC_ALL=C.UTF-8

# Java programs leave no file in /tmp
export JAVA_TOOL_OPTIONS=-XX:-UsePerfData

die() {
	printf 'uuidx: %s\n' "$@" >&2
	exit 1
}

# --- Which server ---------------------------------------------------------

# Prints the major version of a pg_config, for example 17
major_of() {
	"$1" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/'
}

# Whether a major version is that of a supported server
is_supported() {
	grep -qE "^$1( |$)" "$bin/servers"
}

# Whether a pg_config belongs to a supported server with everything that building and running
# an extension requires
complete_server() {
	local dir program
	dir=$("$1" --bindir 2>/dev/null) || return 1
	for program in pg_config postgres initdb pg_ctl psql; do
		[ -x "$dir/$program" ] || return 1
	done
	[ -f "$("$dir/pg_config" --pgxs)" ] || return 1
	[ -f "$("$dir/pg_config" --includedir-server)/postgres.h" ] || return 1
	is_supported "$(major_of "$dir/pg_config")"
}

# Prints the pg_config to use: the caller's choice, else the one in PATH, else the newest one
# of the distribution's packages
find_server() {
	local candidate
	for candidate in ${PG_CONFIG:-pg_config \
		$(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -rV)}; do
		if complete_server "$candidate"; then
			echo "$("$candidate" --bindir)/pg_config"
			return
		fi
	done
	return 1
}

# Prints the paths of libfaketime, which changes the clock of a server
faketime_library() {
	compgen -G '/usr/lib*/*/faketime/libfaketime.so.1' || compgen -G '/usr/lib*/faketime/libfaketime.so.1' ||
		compgen -G '/usr/local/lib*/faketime/libfaketime.so.1'
}

# --- The private directory ------------------------------------------------

# Makes $work. For root, `start_work user` also chooses the user to become (initdb does not run
# as root), and makes it the owner of the directory
start_work() {
	local base=${TMPDIR:-/tmp} user=postgres
	# the path of a socket has at most 107 bytes, and make cannot use a path with a blank
	[[ ${#base} -le 60 && $base != *[[:space:]]* ]] || base=/tmp
	remove_abandoned "$base"
	work=$(mktemp -d "$base/uuidx.XXXXXX") ||
		die "no temporary directory can be made in $base." \
			"Set TMPDIR to a directory with 500 MB free and try again."
	trap end_work EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	hold_work
	if [ "${1:-}" = user ] && [ "$(id -u)" = 0 ]; then
		id -u "$user" >/dev/null 2>&1 || user=nobody
		as=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --init-groups)
		chown "$user" "$work"
		"${as[@]}" test -w "$work" ||
			die "the user $user cannot reach $work." \
				"Set TMPDIR to a directory that every user can enter."
	fi
}

# Makes this shell, and everything it starts, hold a lock in $work until the last of them ends.
# The lock is taken before the file gets its name.
hold_work() {
	local lock
	exec {lock}>"$work/lock.new" && flock "$lock" && mv "$work/lock.new" "$work/lock"
}

# remove_abandoned BASE: removes the directories of runs of this user that were killed: those
# with a lock that no process holds. A directory that KEEP=1 kept has no lock.
remove_abandoned() {
	local lock
	for lock in "$1"/uuidx.??????/lock; do
		[ -f "$lock" ] && [ ! -L "$lock" ] && [ ! -L "${lock%/lock}" ] && [ -O "$lock" ] || continue
		! flock -n "$lock" true || rm -rf --one-file-system "${lock%/lock}"
	done
}

# Runs a command as a process group of its own, so that end_work can end the whole group. While
# the shell waits with `wait`, a signal is handled at once
supervise() {
	set -m
	"$@" </dev/null &
	group=$!
	set +m
	wait "$group"
}

# Prints the processes that work in $work, mostly servers
stragglers() {
	find /proc/[0-9]*/cwd -maxdepth 0 \( -lname "$work" -o -lname "$work/*" \) 2>/dev/null |
		sed 's|/proc/||; s|/cwd||'
}

end_work() {
	local status=$? pids pid tries
	trap '' HUP INT TERM
	cd /
	if [ -n "$group" ]; then
		kill -TERM -- "-$group" 2>/dev/null
		for ((tries = 0; tries < 50; tries++)); do
			kill -0 -- "-$group" 2>/dev/null || break
			sleep 0.1
		done
	fi
	# QUIT stops a server at once; other processes get TERM, and after five seconds KILL
	for ((tries = 0; tries < 60; tries++)); do
		pids=$(stragglers)
		[ -n "$pids" ] || break
		for pid in $pids; do
			if [ $tries -ge 50 ]; then
				kill -KILL "$pid" 2>/dev/null
			elif [ $tries = 0 ] && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = postgres ]; then
				kill -QUIT "$pid" 2>/dev/null
			elif [ $tries = 0 ]; then
				kill -TERM "$pid" 2>/dev/null
			fi
		done
		sleep 0.1
	done
	if [ "${KEEP:-}" = 1 ]; then
		rm -f "$work/lock"
		echo "uuidx: kept $work" >&2
	else
		rm -rf "$work"
	fi
	[ $status -lt 128 ] || echo "uuidx: interrupted" >&2
	exit $status
}

# Copies the checkout as it is now, with new files but without what was built in it. It can be
# a clean clone, a dirty tree or an unpacked archive
copy_checkout() {
	mkdir -p "$1"
	(
		cd "$top" || exit
		if [ -e .git ] && git -c safe.directory="$top" rev-parse >/dev/null 2>&1; then
			git -c safe.directory="$top" ls-files -z --cached --others --exclude-standard
		else
			find . \( -name .git -o -name results -o -name tmp_check -o -path ./test/expected \) -prune \
				-o -type f ! -name '*.o' ! -name '*.so' ! -name '*.bc' ! -name .built-for ! -path ./test/unit/unit -print0
		fi |
			while IFS= read -r -d '' file; do
				# a file that is deleted but not yet committed is listed, too
				[ ! -e "$file" ] || printf '%s\0' "$file"
			done |
			tar -c --null --no-recursion -T -
	) | tar -x --no-same-owner -C "$1"
	[ "${PIPESTATUS[*]}" = "0 0" ] || die "could not copy $top to $1 (is the disk full?)." \
		"Set TMPDIR to a directory with 500 MB free and try again."
}

# install_packages_for demo|test|...: installs missing packages, and sets $installed to the
# command that removes them. After an interruption, prepare has printed what was installed.
install_packages_for() {
	local note status
	note=$(mktemp) || die "no temporary file can be made. Is the disk full?"
	trap 'rm -f "$note"' EXIT
	"$bin/prepare" "$1" "$note"
	status=$?
	installed=$(cat "$note")
	rm -f "$note"
	trap - EXIT
	[ $status -lt 128 ] || exit $status
	[ $status = 0 ] || die "nothing was started."
}

# in_private_copy demo|test|... SCRIPT ARGUMENT...: installs the packages, copies the checkout,
# runs the copy's SCRIPT as an unprivileged user with the directory in UUIDX_WORK, and exits. If
# the script succeeds, $finally runs before, a command that can use the terminal.
in_private_copy() {
	local what=$1 script=$2
	shift 2
	install_packages_for "$what"
	start_work user
	copy_checkout "$work/src"
	mkdir "$work/tmp" "$work/home"
	[ ${#as[@]} = 0 ] || chown -R "$("${as[@]}" id -u)" "$work"/{src,tmp,home}
	cd "$work/src" || exit
	supervise "${as[@]}" env UUIDX_WORK="$work" TMPDIR="$work/tmp" HOME="$work/home" \
		"test/bin/$script" "$@" || exit
	$finally
	exit
}

# --- Inside the private copy ----------------------------------------------

# Copies the server to $work/server, without an installed uuidx, and makes it the server of
# everything below. A PostgreSQL installation finds its own files relative to its programs, so
# the copy is a complete server, and the machine's server does not change.
private_server() {
	local from dir complaint
	from=$(find_server) || die "no server found."
	for dir in --bindir --pkglibdir --sharedir; do
		dir=$("$from" $dir)
		mkdir -p "$work/server$dir"
		complaint=$(cp -a "$dir/." "$work/server$dir" 2>&1) ||
			die "${complaint%%$'\n'*}" "could not copy $dir to $work (is the disk full?)." \
				"Set TMPDIR to a directory with 500 MB free and try again."
	done
	# directories that are only read can be shared
	for dir in --libdir --includedir --pkgincludedir --includedir-server --localedir; do
		dir=$("$from" $dir)
		[ -e "$work/server$dir" ] && continue
		mkdir -p "$(dirname "$work/server$dir")"
		ln -s "$dir" "$work/server$dir"
	done
	rm -f "$work/server$("$from" --pkglibdir)"{,/plugins}/uuidx* \
		"$work/server$("$from" --sharedir)"/extension/uuidx*

	dir=$work/server$("$from" --bindir)
	export PATH="$dir:$PATH" PG_CONFIG="$dir/pg_config"
	for dir in --bindir --pkglibdir --sharedir --includedir-server; do
		[ "$("$PG_CONFIG" $dir)" = "$work/server$("$from" $dir)" ] ||
			die "the server of $from cannot be moved ($dir)." \
				"Set PG_CONFIG to the one of a server from the distribution's packages."
	done
	share_initdb "${PG_CONFIG%/*}"
}

# share_initdb DIRECTORY: replaces initdb with a program that runs it once for each set of options,
# and copies the result for further clusters, which is several times as fast
share_initdb() {
	mv "$1/initdb" "$1/initdb.real"
	mkdir -p "$work/templates"
	cat >"$1/initdb" <<-END
		#!/bin/bash
		# one template for each set of options except -D, the directory
		options=() to=
		while [ \$# != 0 ]; do
			case \$1 in
				-D | --pgdata) to=\$2; shift ;;
				*) options+=("\$1") ;;
			esac
			shift
		done
		# initdb handles a directory that exists
		[ -n "\$to" ] && [ ! -e "\$to" ] || exec '$1/initdb.real' \${to:+-D "\$to"} "\${options[@]}"
		template=$work/templates/\$({ printf '%s\n' '$1' "\${options[@]}"; env | grep -E '^(TZ|LANG|LC_)' | sort; } |
			md5sum | cut -c 1-32)
		(
			flock 9
			[ -e "\$template" ] ||
				{ '$1/initdb.real' -D "\$template.new" "\${options[@]}" && mv "\$template.new" "\$template"; }
		) 9>"\$template.lock" && mkdir -p "\$to" && cp -a "\$template/." "\$to"
	END
	chmod +x "$1/initdb"
}

# Builds uuidx and installs it into the private server, without bitcode: that requires clang,
# and makes nothing here faster
build() {
	make -s -j2 PG_CONFIG="$PG_CONFIG" with_llvm=no "$@" all &&
		make -s PG_CONFIG="$PG_CONFIG" with_llvm=no "$@" install
}

# start_cluster [OPTION...]: starts a cluster that can be reached only through a socket in $work,
# and sets the environment of client programs. The options are those of initdb; without options,
# the locale is C. UUIDX_CONF has lines for postgresql.conf, also for trials by hand.
start_cluster() {
	[ $# -gt 0 ] || set -- --locale=C
	rm -rf "$work/data"
	initdb -D "$work/data" -U postgres -A trust -E UTF8 --no-sync "$@" >"$work/initdb.log" 2>&1 ||
		{ cat "$work/initdb.log"; return 1; }
	cat >>"$work/data/postgresql.conf" <<-END
		listen_addresses = ''
		unix_socket_directories = '$work'
		fsync = off
		${UUIDX_CONF:-}
	END
	pg_ctl -D "$work/data" -l "$work/server.log" -w -s start || { cat "$work/server.log"; return 1; }
	export PGHOST="$work" PGUSER=postgres PGDATABASE=postgres
}

stop_cluster() {
	pg_ctl -D "$work/data" -m fast -w -s stop
}
