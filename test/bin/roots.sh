# shellcheck shell=bash
# roots.sh: root directories of Debian suites with a server or tools in each; what matrix, deb, rpm
# and core share; sourced, not run
#
# Guarantees: a root is complete, or it does not exist; it is kept in $cache and made again
# when it is two weeks old, or lacks a package, and nobody uses it; several runs may use the roots at the same
# time; nothing but $cache and $work is written. UUIDX_MATRIX_CACHE moves $cache.

# shellcheck source=test/bin/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cache=${UUIDX_MATRIX_CACHE:-${XDG_CACHE_HOME:-/var/cache}/uuidx-matrix}

# need_root ARGUMENT...: runs the script that calls it once more, as root, unless it is
need_root() {
	install_packages_for matrix
	[ "$(id -u)" = 0 ] || exec sudo env UUIDX_MATRIX_CACHE="${UUIDX_MATRIX_CACHE:-}" PG_CONFIG="${PG_CONFIG:-}" \
		UUIDX_DEB_DIR="${UUIDX_DEB_DIR:-}" UUIDX_NETWORK="${UUIDX_NETWORK:-}" KEEP="${KEEP:-}" \
		VALGRIND_SECONDS="${VALGRIND_SECONDS:-}" "$bin/${0##*/}" "$@"
}

# run_each FUNCTION ITEM...: runs a function for each item, in a private directory $tmp with a
# copy of the checkout in $tmp/uuidx, and prints the item before each line. A function prints
# closing lines like that of test; without one, it has failed. The last line is their sum. With
# must_run=1, skipping every item is a failure.
must_run=0
run_each() {
	# debootstrap does not read apt's settings
	if [ -z "${http_proxy:-}" ]; then
		eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
		[ -z "${http_proxy:-}" ] || export http_proxy
	fi
	mkdir -p "$cache" || die "the roots cannot be kept in $cache; set UUIDX_MATRIX_CACHE."
	start_work
	chmod 711 "$work"
	supervise run_items "$@"
}

run_items() {
	local item status
	for item in "${@:2}"; do
		tmp=$work/$item
		mkdir -m 1777 "$tmp"
		copy_checkout "$tmp/uuidx"
		"$1" "$item" 2>&1 | tee "$work/said" | sed -u "s/^/[$item] /"
		status=${PIPESTATUS[0]}
		awk -v item="$item" -v status="$status" '
			/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { p += $1; f += $3; s += $5; n++ }
			END { print item, p + 0, n == 0 || (status != 0 && f == 0) ? f + 1 : f, s + 0 }' "$work/said" >>"$work/sums"
	done
	echo
	awk -v must_run=$must_run '
		BEGIN { printf "%-20s %8s %8s %8s\n", "", "passed", "failed", "skipped" }
		{ printf "%-20s %8d %8d %8d\n", $1, $2, $3, $4; p += $2; f += $3; s += $4 }
		END {
			f += must_run && p + f == 0
			printf "\n%d passed, %d failed%s\n", p, f, s ? ", " s " skipped" : ""
			exit f > 0
		}' "$work/sums"
}

# skip WHAT: ends the function of an item for which there is no root, with the reason
skip() {
	tail -n 3 "$work/log"
	echo "skipped: $1 is not available"
	echo "0 passed, 0 failed, 1 skipped"
}

# use_root NAME COMMAND...: makes the root of that name with a command, unless it is fresh.
# If that fails, one of last month is better than none. Until this shell and what it started
# have ended, nobody else replaces the root: a lock that those who use it share excludes
# those who make it.
use_root() {
	local lock
	exec {lock}>"$cache/$1.lock" || return
	flock -s "$lock"
	! fresh "$cache/$1" || return 0
	flock -n "$lock" || { echo "waiting for another run that uses the root $1"; flock "$lock"; }
	fresh "$cache/$1" || "${@:2}" || [ -d "$cache/$1" ] || { exec {lock}>&-; return 1; }
	flock -s "$lock"
}

# have_root NAME WHAT COMMAND...: makes a root with a command; if that fails, skips WHAT
have_root() {
	fresh "$cache/$1" || echo "making the root $1"
	"${@:3}" >"$work/log" 2>&1 || { skip "$2"; return 1; }
}

# Prints the servers that a suite has, the oldest first
servers() {
	awk '/^[0-9]/ && NF > 1 { print $1 }' "$bin/servers"
}

# Prints the suites of a server; suite_of prints the most stable one
suites_of() {
	awk -v server="$1" '$1 == server && sub(/^[0-9]+ +/, "")' "$bin/servers"
}
suite_of() {
	suites_of "$1" | sed 's/ .*//'
}

# enter ROOT TMP COMMAND...: runs a command in a root with TMP as its /tmp. What it
# mounts and starts is its own and vanishes with it, however it ends.
enter() {
	# shellcheck disable=SC2016	# expanded inside
	unshare --mount --pid --ipc --fork --kill-child bash -c '
		root=$1 tmp=$2
		shift 2
		mount -t proc proc "$root/proc" &&
			mount --rbind /dev "$root/dev" &&
			mount -t tmpfs tmpfs "$root/dev/shm" &&
			mount --bind "$tmp" "$root/tmp" &&
			exec chroot "$root" "$@"' enter "$1" "$2" env -i \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
		DEBIAN_FRONTEND=noninteractive KEEP="${KEEP:-}" UUIDX_NETWORK="${UUIDX_NETWORK:-}" ${http_proxy:+http_proxy="$http_proxy"} \
		${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt} \
		"${@:3}" </dev/null
}

# in_copy NAME COMMAND...: runs a command that may change everything, in a copy of a root
in_copy() {
	cp -a --reflink=auto "$cache/$1" "$work/root" && enter "$work/root" "$tmp" "${@:2}"
	set -- $?
	rm -rf --one-file-system "$work/root"
	return "$1"
}

# A root is complete once it has its final name; two weeks later it must be made again, and that of
# a server as soon as the tests need packages that were not listed when it was made
fresh() {
	[ -d "$1" ] && [ -z "$(find "$1" -maxdepth 0 -mtime +14)" ] || return
	[[ $1 != */server-* ]] || {
		[ -e "$1/etc/uuidx-packages" ] &&
			! grep '^optional ' "$top/test/data/packages" | grep -qvxFf "$1/etc/uuidx-packages"
	}
}

# finish NAME COMMAND...: a root in $cache/NAME.part, in which a command has still to run
finish() {
	local part=$cache/$1.part
	if enter "$part" "$tmp" "${@:2}" && enter "$part" "$tmp" apt-get -q clean; then
		touch "$part"
		rm -rf --one-file-system "${cache:?}/$1"
		mv "$part" "$cache/$1" && return
	fi
	rm -rf --one-file-system "$part"
	return 1
}

# Copies the machine's settings of names, proxies and certificates into a root, and lets apt
# accept a suite that is not updated any more
copy_apt_settings() {
	cp -L /etc/hosts /etc/resolv.conf "$1/etc/" 2>/dev/null
	{
		apt-config dump | grep -E '^Acquire::(http|https|ftp|Retries|Check)' | grep -vi 'auto-\?detect'
		echo 'Acquire::Check-Valid-Until "false";'
	} >"$1/etc/apt/apt.conf.d/80machine"
	if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
		mkdir -p "$1/etc/ssl/certs"
		cp -L /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
	fi
	# a root is made again if the machine stops halfway, so nothing waits for the disk
	echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/80machine"
}

# make_root NAME: base-SUITE[-ARCHITECTURE] is a bare root; server-SERVER has a server and all
# that the tests need
make_root() {
	case $1 in
		base-*) use_root "$1" new_base "$1" ;;
		server-*) use_root "$1" new_server "${1#*-}" ;;
	esac
}

new_base() {
	local suite arch root=$cache/$1.part script mirror
	IFS=- read -r suite arch <<<"${1#base-}"
	script=$suite
	# an older debootstrap does not know the newest names
	[ -e "/usr/share/debootstrap/scripts/$suite" ] || script=sid
	# where the machine itself gets Debian from; debootstrap's default otherwise
	# shellcheck disable=SC2016	# apt's own variable
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
		'Origin: Debian' 'Label: Debian' 'Component: main' 2>/dev/null | head -n 1)
	rm -rf --one-file-system "$root"
	unshare --mount debootstrap ${arch:+--arch="$arch"} --variant=minbase "$suite" "$root" "$mirror" "$script" &&
		copy_apt_settings "$root" && finish "$1" apt-get -q update
}

# derive_root NAME BASE COMMAND...: the root of that name, a copy of another one in which a
# command has run
derive_root() {
	use_root "$1" new_derived "$@"
}

new_derived() {
	make_root "$2" || return
	rm -rf --one-file-system "$cache/$1.part"
	cp -a --reflink=auto "$cache/$2" "$cache/$1.part" && finish "$1" "${@:3}"
}

# The script that installs the server $1 from the suite $2; experimental is an addition to sid
# shellcheck disable=SC2016	# expanded inside
install_server='
	set -e
	libpq=
	if [ "$2" = experimental ]; then
		sed "s/ sid / experimental /" /etc/apt/sources.list >/etc/apt/sources.list.d/experimental.list
		apt-get -q update
		libpq="libpq5/experimental libpq-dev/experimental"
	fi
	mkdir -p /etc/postgresql-common/createcluster.d
	echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/uuidx-setup.conf
	apt-get -q -y --no-install-recommends install "postgresql-$1" "postgresql-server-dev-$1" $libpq
	PG_CONFIG=/usr/lib/postgresql/$1/bin/pg_config /tmp/uuidx/test/bin/prepare test-all
	cp /tmp/uuidx/test/data/packages /etc/uuidx-packages'

new_server() {
	local suite
	for suite in $(suites_of "$1"); do
		new_derived "server-$1" "base-${suite/experimental/sid}" bash -c "$install_server" install "$1" "$suite" && return
	done
	return 1
}

# The script that compiles the server $1 in a root, from the source package of its suite, and
# installs it into the directory $2. Further arguments are options of configure; the others
# are set as the tests need them; memcheck requires the headers of valgrind.
# shellcheck disable=SC2016,SC2034	# expanded inside; used by matrix and rpm
compile_server='
	set -e
	sed -n "s/^deb /deb-src /p" /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
	apt-get -q update
	apt-get -q -y --no-install-recommends install build-essential bison flex pkg-config perl libipc-run-perl \
		libicu-dev liblz4-dev libreadline-dev libssl-dev uuid-dev valgrind zlib1g-dev
	mkdir /usr/src/server
	cd /usr/src/server
	apt-get -q --only-source source "postgresql-$1"
	cd postgresql-*/
	./configure --prefix="$2" --with-icu --with-lz4 --with-openssl --with-uuid=e2fs "${@:3}"
	make -s -j2
	make -s install
	cp src/tools/valgrind.supp "$2/share/"
	make -s -C contrib -j2
	make -s -C contrib install
	make -s -C src/test/isolation
	make -s -C src/test/isolation install
	cd /
	rm -rf /usr/src/server'

# --- Inside a root, in which deb and rpm may change everything ------------------

passed=0 failed=0

# check NAME COMMAND...: a test, and the output of a command that fails
check() {
	if "${@:2}" >/tmp/log 2>&1 </dev/null; then
		echo "ok - $1"
		passed=$((passed + 1))
	else
		echo "not ok - $1"
		tail -n 60 /tmp/log
		failed=$((failed + 1))
	fi
}

# Prints the closing line of these tests
end_checks() {
	echo "$passed passed, $failed failed"
	[ $failed = 0 ]
}

# Makes the archives of a release, of the checkout as it is now, in the present directory
make_archive() {
	git init -q . && git add -A &&
		git -c user.name=uuidx -c user.email=uuidx@example.org commit -q -m uuidx && test/bin/dist
}

# Prints the name of every file, except those of databases and package managers
names() {
	find / -xdev \( -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/lib/postgresql \
		-o -path /var/log -o -path /run -o -path /tmp \) -prune -o -print | sort
}
