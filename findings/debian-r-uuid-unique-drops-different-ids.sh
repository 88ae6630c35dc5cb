#!/bin/sh
# Debian 12: in R, unique() and match() take two version 7 UUIDs of a millisecond for one, if both end with f17f or the like.
#
# Guess: the native vectors of the package uuid are compared by all 128 bits, by unique(), match() and %in% as by ==.
# Seen (r-cran-uuid 1.1-0, R 4.2.2, little-endian): an element is a complex number, as its documentation says, but only
# operators like == have methods. If the last two octets make the second half "not a number", as in one of 2,048
# UUIDs, then R's unique(), duplicated(), match() and merge() look at the first half only. Makers that count behind
# the first half, as npm's uuid and a monotonic ULID do, give many ids of a millisecond the same one: of
# those a table keeps one, and a join takes the row of another id.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	r-base-core=4.2.2.20221110-2 r-cran-uuid=1.1-0-1 libblas3=3.11.0-2 liblapack3=3.11.0-2 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
ln -sf /dev/null root/usr/lib/R/etc/Renviron
cat >t.R <<"END"
library(uuid, lib.loc = "root/usr/lib/R/site-library")
cat(R.version.string, "\n")
text <- c("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07f17f",
  "017f22e2-79b0-7cc3-98c4-dc0c0c08ffff")
ids <- as.UUID(text)
cat("kept by all:", identical(as.character(ids), text), "\n")
cat("== :", ids[2] == ids[3], "\n")
cat("match:", match(ids, ids), "\n")
all <- as.UUID(sprintf("017f22e2-79b0-7cc3-98c4-dc0c0c07%04x", 0:65535))
cat("unique:", length(unique(all)), "of", length(unique(as.character(all))), "\n")
END
libs=$tmp/root/usr/lib/$(uname -m)-linux-gnu
seen=$(R_HOME=$tmp/root/usr/lib/R R_DEFAULT_PACKAGES=methods LD_LIBRARY_PATH=$tmp/root/usr/lib/R/lib:$libs:$libs/blas:$libs/lapack \
	root/usr/lib/R/bin/exec/R --slave --vanilla -f t.R | sed 's/ *$//')
expected='R version 4.2.2 Patched (2022-11-10 r83330)
kept by all: TRUE
== : FALSE
match: 1 2 2
unique: 65505 of 65536'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
