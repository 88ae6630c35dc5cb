#!/bin/sh
# Debian 12: dfdatetime, which forensic tools as Plaso use, shows a Unix time before 1970 on another day, or on day 0.
#
# Guess: CopyToDateTimeString() of a Unix time, of Apple's Cocoa time (seconds since 2001) or of an OLE or Delphi date
# (days since 1899-12-30) shows the day that every other program shows, before the epoch as after it.
# Seen (python3-dfdatetime 20210509): the days before the epoch are counted back through months of wrong lengths. Of all
# days from 1900 to 1969, 23 in 100 are shown as another one, and 3 in 100 as the day 0 of a month, which no database
# takes. For a Cocoa time, in which Apple's Core Data stores dates, 72 in 100 days from 1970 to 2000 are
# wrong. The day before 1899-12-30 is 1899-11-59. No error is raised, and times after the epoch are
# right, as are FILETIMEs, so that the same file shows one date here and another one there.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq python3-dfdatetime=20210509-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.py <<"END"
from datetime import date, timedelta
from dfdatetime.cocoa_time import CocoaTime
from dfdatetime.delphi_date_time import DelphiDateTime
from dfdatetime.filetime import Filetime
from dfdatetime.posix_time import PosixTime

FORMATS = {PosixTime: (date(1970, 1, 1), 86400), CocoaTime: (date(2001, 1, 1), 86400.0),
           DelphiDateTime: (date(1899, 12, 30), 1.0), Filetime: (date(1601, 1, 1), 864000000000)}

def shown(format, day):
    epoch, unit = FORMATS[format]
    return format(timestamp=(day - epoch).days * unit).CopyToDateTimeString()[:10]

def count(format, first, last):
    days = [first + timedelta(n) for n in range((last - first).days + 1)]
    wrong = [text for text in (shown(format, day) for day in days if shown(format, day) != day.isoformat())]
    zeros = sum(text.endswith("-00") for text in wrong)
    print(format.__name__, first, "to", last, "days:", len(days), "wrong:", len(wrong), "of these day 0:", zeros)

count(PosixTime, date(1900, 1, 1), date(1969, 12, 31))
count(PosixTime, date(1970, 1, 1), date(2026, 12, 31))
count(CocoaTime, date(1970, 1, 1), date(2000, 12, 31))
count(Filetime, date(1900, 1, 1), date(2026, 12, 31))
for format, day in ((PosixTime, date(1968, 1, 30)), (PosixTime, date(1968, 12, 31)), (CocoaTime, date(1985, 3, 28)),
                    (CocoaTime, date(1999, 12, 31)), (DelphiDateTime, date(1899, 12, 29))):
    print(format.__name__, day, "shown as", shown(format, day))
END
seen=$(PYTHONPATH=$tmp/root/usr/lib/python3/dist-packages python3 t.py)
expected='PosixTime 1900-01-01 to 1969-12-31 days: 25567 wrong: 6814 of these day 0: 796
PosixTime 1970-01-01 to 2026-12-31 days: 20819 wrong: 0 of these day 0: 0
CocoaTime 1970-01-01 to 2000-12-31 days: 11323 wrong: 8156 of these day 0: 338
Filetime 1900-01-01 to 2026-12-31 days: 46386 wrong: 0 of these day 0: 0
PosixTime 1968-01-30 shown as 1968-01-29
PosixTime 1968-12-31 shown as 1969-01-00
CocoaTime 1985-03-28 shown as 1985-03-29
CocoaTime 1999-12-31 shown as 2000-01-00
DelphiDateTime 1899-12-29 shown as 1899-11-59'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
