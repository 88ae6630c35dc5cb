#!/bin/sh
# Debian 12: Common Lisp's uuid makes 1,025 version 1 UUIDs a second, all of them at the start of the second.
#
# Guess: a version 1 UUID has the time at which it was made, in steps of 100 ns (RFC 9562, 5.1), so that 10 million a
# second can differ, and its order is that of the rows of other generators.
# Seen (cl-uuid 20130813-1.1, SBCL 2.2.9): the clock has whole seconds, and a counter up to *ticks-per-count*, 1024, is
# added in steps of 100 ns. The 1,026th call waits for the next second, so the ids of a million rows, which take about
# a second with version 4, take a quarter of an hour. Each id is up to a second too early: it sorts
# before ids of other programs that were made before it, and a reader that goes on
# from the last id that it has seen never sees these rows.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq sbcl=2:2.2.9-1 cl-uuid=20130813-1.1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.lisp <<"END"
;; The hashes and UTF-8 are for versions 3 and 5 only, and not needed here
(defpackage :ironclad (:export "MAKE-DIGEST" "UPDATE-DIGEST" "PRODUCE-DIGEST"))
(defpackage :trivial-utf-8 (:export "STRING-TO-UTF-8-BYTES"))
(handler-bind ((warning #'muffle-warning))
  (load (first (directory "root/usr/share/common-lisp/source/**/uuid.lisp"))))
(defun ticks (id)
  (logior (ash (ldb (byte 12 0) (uuid::time-high id)) 48) (ash (uuid::time-mid id) 32) (uuid::time-low id)))
(uuid:make-v1-uuid)
(let ((fractions (make-hash-table)) (seconds (make-hash-table)) (start (get-internal-real-time)))
  (loop repeat 3000
        for (second fraction) = (multiple-value-list (floor (ticks (uuid:make-v1-uuid)) 10000000))
        do (incf (gethash second seconds 0))
           (setf (gethash fraction fractions) t))
  (format t "3000 ids took over a second: ~a~%" (> (- (get-internal-real-time) start) internal-time-units-per-second))
  (format t "most of a second: ~a, last tick of 10000000: ~a~%"
          (loop for n being the hash-values of seconds maximize n) (loop for n being the hash-keys of fractions maximize n)))
END
seen=$(SBCL_HOME=root/usr/lib/sbcl root/usr/bin/sbcl --core root/usr/lib/sbcl/sbcl.core --script t.lisp)
expected='3000 ids took over a second: T
most of a second: 1025, last tick of 10000000: 1024'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
