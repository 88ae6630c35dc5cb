# shellcheck shell=bash
# roots.sh: root directories of Debian suites with a server or tools in each; what
# matrix, upgrade, deb, arch and assert share, sourced after lib.sh, not run
#
# Guarantees: a root is whole or not there; it is kept in $cache and made anew when
# it is two weeks old and nobody uses it; several runs may use the roots at the same
# time; nothing but $cache and $work is written.

# shellcheck disable=SC2154	# work is that of lib.sh
cache=${UUIDX_MATRIX_CACHE:-${XDG_CACHE_HOME:-/var/cache}/uuidx-matrix}

# need_root ARGUMENT...: runs the script that calls it once more, as root, unless it is
need_root() {
	install_packages_for matrix
	[ "$(id -u)" = 0 ] || exec sudo env UUIDX_MATRIX_CACHE="${UUIDX_MATRIX_CACHE:-}" PG_CONFIG="${PG_CONFIG:-}" \
		UUIDX_DEB_DIR="${UUIDX_DEB_DIR:-}" UUIDX_NETWORK="${UUIDX_NETWORK:-}" KEEP="${KEEP:-}" \
		"$bin/${0##*/}" "$@"
}

# Call this before anything else, outside $work
open_cache() {
	# debootstrap does not read apt's settings
	if [ -z "${http_proxy:-}" ]; then
		eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
		[ -z "${http_proxy:-}" ] || export http_proxy
	fi
	mkdir -p "$cache" || die "the roots cannot be kept in $cache; set UUIDX_MATRIX_CACHE."
}

# use_root NAME COMMAND...: makes the root of that name with a command, unless it is
# fresh. From then on, until this shell and what it started have ended, nobody else
# replaces it: a lock that is shared by those who use a root excludes who makes it.
use_root() {
	local lock
	exec {lock}>"$cache/$1.lock" || return
	flock -s "$lock"
	! fresh "$cache/$1" || return 0
	flock -n "$lock" || { echo "waiting for another run that uses the root $1"; flock "$lock"; }
	fresh "$cache/$1" || "${@:2}" || { exec {lock}>&-; return 1; }
	flock -s "$lock"
}

# The suites that have or had a server, the most stable one first
suites_of() {
	case $1 in
		15) echo bookworm ;;
		17) echo trixie ;;
		18) echo forky sid ;;
		19) echo forky sid experimental ;;
	esac
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

# A root is whole once it has its final name; two weeks later a newer one is due
fresh() {
	[ -d "$1" ] && [ -z "$(find "$1" -maxdepth 0 -mtime +14)" ]
}

finish() {
	touch "$1.part"
	rm -rf --one-file-system "$1"
	mv "$1.part" "$1"
}

# The machine's way to the archive, for the root: names, proxies, certificates
# (those of a suite that nobody renews any more are too old for apt otherwise)
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
	# a root is made anew when the machine stops half-way: no need to wait for the disk
	echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/80machine"
}

# make_base SUITE [ARCHITECTURE]: the bare root of a suite
make_base() {
	use_root "base-$1${2:+-$2}" new_base "$@"
}

new_base() {
	local suite=$1 root=$cache/base-$1${2:+-$2} script=$1 mirror
	# an older debootstrap does not know the newest names
	[ -e "/usr/share/debootstrap/scripts/$suite" ] || script=sid
	# where the machine itself gets Debian from; debootstrap's default otherwise
	# shellcheck disable=SC2016	# apt's own variable
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
		'Origin: Debian' 'Label: Debian' 'Component: main' 2>/dev/null | head -n 1)
	rm -rf --one-file-system "$root.part"
	unshare --mount debootstrap ${2:+--arch="$2"} --variant=minbase "$suite" "$root.part" "$mirror" "$script" &&
		copy_apt_settings "$root.part" &&
		enter "$root.part" "$work/tmp" apt-get -q update &&
		finish "$root"
}

# derive_root NAME BASE COMMAND...: the root of that name, a copy of another in which
# a command has run
derive_root() {
	use_root "$1" new_derived "$@"
}

new_derived() {
	local root=$cache/$1 base=$cache/$2
	rm -rf --one-file-system "$root.part"
	cp -a --reflink=auto "$base" "$root.part" &&
		enter "$root.part" "$work/tmp" "${@:3}" &&
		enter "$root.part" "$work/tmp" apt-get -q clean &&
		finish "$root" && return
	rm -rf --one-file-system "$root.part"
	[ -d "$root" ]
}

# The script that compiles the server $1 in a root, from the source package of its suite,
# and installs it into the directory $2. Further arguments are options of configure; of
# the others, those are set that the tests use.
# shellcheck disable=SC2016,SC2034	# expanded inside; used by assert and rpm
compile_server='
	set -e
	sed -n "s/^deb /deb-src /p" /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
	apt-get -q update
	apt-get -q -y --no-install-recommends install build-essential bison flex pkg-config perl libipc-run-perl \
		libicu-dev liblz4-dev libreadline-dev libssl-dev uuid-dev zlib1g-dev
	mkdir /usr/src/server
	cd /usr/src/server
	apt-get -q --only-source source "postgresql-$1"
	cd postgresql-*/
	./configure --prefix="$2" --with-icu --with-lz4 --with-openssl --with-uuid=e2fs "${@:3}"
	make -s -j2
	make -s install
	make -s -C contrib -j2
	make -s -C contrib install
	make -s -C src/test/isolation
	make -s -C src/test/isolation install
	cd /
	rm -rf /usr/src/server'

# The root with a server and all that the suite of tests needs
make_root() {
	use_root "server-$1" new_root "$1"
}

new_root() {
	local server=$1 root=$cache/server-$1 suite base libpq
	for suite in $(suites_of "$server"); do
		base=$suite libpq=()
		if [ "$suite" = experimental ]; then
			# an addition to sid; only what the server itself needs comes from it
			base=sid libpq=(libpq5/experimental libpq-dev/experimental)
		fi
		make_base "$base" || continue
		rm -rf --one-file-system "$root.part"
		cp -a --reflink=auto "$cache/base-$base" "$root.part" || return
		if [ "$suite" = experimental ]; then
			sed 's/ sid / experimental /' "$root.part/etc/apt/sources.list" \
				>"$root.part/etc/apt/sources.list.d/experimental.list"
			enter "$root.part" "$work/tmp" apt-get -q update || continue
		fi
		enter "$root.part" "$work/tmp" apt-cache show "postgresql-$server" >/dev/null || continue
		mkdir -p "$root.part/etc/postgresql-common/createcluster.d"
		echo 'create_main_cluster = false' \
			>"$root.part/etc/postgresql-common/createcluster.d/uuidx-setup.conf"
		enter "$root.part" "$work/tmp" apt-get -q -y --no-install-recommends install \
			"postgresql-$server" "postgresql-server-dev-$server" "${libpq[@]}" &&
			enter "$root.part" "$work/tmp" env PG_CONFIG="/usr/lib/postgresql/$server/bin/pg_config" \
				/tmp/uuidx/test/bin/prepare test-all &&
			enter "$root.part" "$work/tmp" apt-get -q clean &&
			finish "$root" && return
	done
	rm -rf --one-file-system "$root.part"
	# one of last month is better than none
	[ -d "$root" ]
}

# The root with two servers: that of the newer one, and the older one from its own suite
make_pair() {
	use_root "upgrade-$1-$2" new_pair "$@"
}

new_pair() {
	local old=$1 new=$2 root=$cache/upgrade-$1-$2 suite
	make_root "$new" || return
	for suite in $(suites_of "$old"); do
		rm -rf --one-file-system "$root.part"
		cp -a --reflink=auto "$cache/server-$new" "$root.part" || return
		sed -n "s/^\(deb [^ ]* \)[^ ]*/\1$suite/p" "$root.part/etc/apt/sources.list" | head -n 1 \
			>"$root.part/etc/apt/sources.list.d/older.list"
		enter "$root.part" "$work/tmp" apt-get -q update &&
			enter "$root.part" "$work/tmp" apt-get -q -y --no-install-recommends install \
				"postgresql-$old" "postgresql-server-dev-$old" &&
			enter "$root.part" "$work/tmp" apt-get -q clean &&
			finish "$root" && return
	done
	rm -rf --one-file-system "$root.part"
	[ -d "$root" ]
}
