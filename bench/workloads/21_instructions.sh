# Instructions of a whole statement, planning and execution, counted by callgrind, which hardly depend on the machine: with an extracted created_at against a real column, and with the library against none. BASE=DIR also counts those of the library built in DIR.

command -v valgrind >/dev/null || { echo "   valgrind is not installed" && return 1; }
sql <<'END'
CREATE TABLE stored (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)));
INSERT INTO stored SELECT uuid_generate_v7('2026-06-12 00:00Z'::timestamptz - n * interval '10 s'), n FROM generate_series(0, 99999) AS n;
CREATE TABLE of_real (id uuid PRIMARY KEY, n int, created_at timestamptz);
CREATE TABLE of_pages (LIKE of_real INCLUDING INDEXES);
INSERT INTO of_real TABLE stored;
INSERT INTO of_pages TABLE stored;
CREATE INDEX ON of_real (created_at);
CREATE INDEX ON of_pages (created_at, id);
CREATE TABLE unused AS SELECT id, n FROM stored;
ALTER TABLE unused ADD PRIMARY KEY (id);
CREATE TABLE numbers AS SELECT n, n::text AS body FROM stored;
ALTER TABLE numbers ADD PRIMARY KEY (n);
CREATE VIEW computed AS SELECT id, n, uuid_time(id) AS created_at FROM stored;
CREATE VIEW of_view AS SELECT * FROM of_real;
CREATE TABLE within (id uuid, n int, created_at timestamptz, PRIMARY KEY (id, created_at),
  CHECK (uuid_v7_within(id, created_at, '1 minute'))) PARTITION BY RANGE (created_at);
CREATE TABLE parts (LIKE stored INCLUDING ALL) PARTITION BY RANGE (id);
CREATE TABLE of_parts (id uuid, n int, created_at timestamptz) PARTITION BY RANGE (created_at);
CREATE INDEX ON of_parts (created_at);
SELECT format('CREATE TABLE %1$s_%2$s PARTITION OF %1$s FOR VALUES FROM (%3$L) TO (%4$L)', t, n,
    CASE t WHEN 'parts' THEN uuid_v7_lower(day)::text ELSE day::text END,
    CASE t WHEN 'parts' THEN uuid_v7_lower(day + '1 day')::text ELSE (day + '1 day')::text END)
FROM generate_series(1, 365) AS n, LATERAL (SELECT '2025-06-12 00:00Z'::timestamptz + n * interval '1 day') AS d (day),
  unnest(ARRAY['parts', 'of_parts', 'within']) AS t WHERE t <> 'within' OR n > 353 \gexec
INSERT INTO parts (id, n) SELECT id, n FROM stored WHERE n % 10 = 0;
INSERT INTO of_parts TABLE parts;
INSERT INTO within SELECT * FROM stored WHERE created_at >= '2026-06-01 00:00Z';
VACUUM (FREEZE, ANALYZE) stored, of_real, of_pages, unused, numbers, within, parts, of_parts;
INSERT INTO workload VALUES ('instructions', DEFAULT, 'Instructions of a whole statement', 'instructions', 'reference');
END

# A line for each statement: the limit, its name, the reference, the table of the reference, the table compared
# with it, and the query
id=$(sql -At -c "SELECT quote_literal(id) FROM stored WHERE created_at = '2026-06-05 10:00Z'")
minutes=$((($(date +%s) - $(date -d '2026-06-05 10:00Z' +%s)) / 60))
times="SELECT string_agg(format('%L', '2026-06-01 00:00Z'::timestamptz + n * interval '17 min'), ', ') FROM generate_series(1, "
cat >"$work/statements" <<END
1.02|a row by its id, nothing of uuidx used|no library|unused|unused|SELECT n FROM @ WHERE id = $id
1.005|no uuid|no library|numbers|numbers|SELECT body FROM @ WHERE n = 500
1.05|max|real column|of_real|stored|SELECT max(created_at) FROM @
1.05|max, view|real column|of_view|computed|SELECT max(created_at) FROM @
1.05|newest 20|real column|of_real|stored|SELECT id, created_at FROM @ ORDER BY created_at DESC LIMIT 20
1.05|a minute|real column|of_real|stored|SELECT sum(n) FROM @ WHERE created_at >= '2026-06-05 10:00Z' AND created_at < '2026-06-05 10:01Z'
1.08|last hour by now(), no rows|real column|of_real|stored|SELECT sum(n) FROM @ WHERE created_at >= now() - interval '1 hour'
1.08|23 minutes by now()|real column|of_real|stored|SELECT sum(n) FROM @ WHERE created_at >= now() - interval '$minutes min' AND created_at < now() - interval '$((minutes - 23)) min'
1.08|next page|real column|of_pages|stored|SELECT id, n, created_at FROM @ WHERE (created_at, id) < ('2026-06-05 10:00Z', $id) ORDER BY created_at DESC, id DESC LIMIT 20
1.05|join by created_at, last hour|real column|of_real|stored|SELECT count(*) FROM @ AS a JOIN @ AS b ON b.created_at = a.created_at WHERE a.created_at >= now() - interval '1 hour'
0.95|created_at IS NOT NULL, all rows|real column|of_real|stored|SELECT count(*) FROM @ WHERE created_at IS NOT NULL AND n % 100 = 7
1.02|id and created_at, uuid_v7_within|planner off|within|within|SELECT n FROM @ WHERE id = $id AND created_at >= '2026-06-05 09:50Z' AND created_at < '2026-06-05 10:10Z'
1.5|first of a session, 365 partitions|real column|of_parts|parts|SELECT sum(n) FROM @ WHERE created_at >= '2026-06-05 10:00Z' AND created_at < '2026-06-05 11:00Z'
1.08|an hour, 365 partitions|real column|of_parts|parts|SELECT sum(n) FROM @ WHERE created_at >= '2026-06-05 10:00Z' AND created_at < '2026-06-05 11:00Z'
3|a list of 10 times, planning|real column|of_real|stored|EXPLAIN SELECT sum(n) FROM @ WHERE created_at IN ($(sql -At -c "$times 10) AS n"))
5|a list of 100 times, planning|real column|of_real|stored|EXPLAIN SELECT sum(n) FROM @ WHERE created_at IN ($(sql -At -c "$times 100) AS n"))
END

# count ITEM SETTINGS REFERENCE: counts the statements that have this reference, each five times in a session of its
# own, and keeps the fewest, or those of the first. What is counted before a statement is parsed is that of the
# one before it.
count() {
	local item=$1 settings=$2 limit name reference of compared query parts part pid
	while IFS='|' read -r -u 4 limit name reference of compared query; do
		[[ $reference == $3 ]] || continue
		[ "$item" != reference ] || compared=$of
		{
			echo "SELECT pg_backend_pid() \\g $work/pid"
			yes "${query//@/$compared};" | head -n 5
			echo 'SELECT 1;'
		} >"$work/counted.sql"
		PGOPTIONS="$PGOPTIONS -c session_preload_libraries=$settings" sql -At -f "$work/counted.sql" >/dev/null || return
		pid=$(<"$work/pid")
		# the part of the start, and that of the query for the pid, come first
		parts='3 4 5 6 7'
		[[ $name != first* ]] || parts=3
		part=$(for part in $parts; do sed -n 's/^summary: //p' "$work/calls.$pid.$part"; done | sort -n | head -n 1)
		echo "CALL keep('instructions', '$item', '$name, reference: $reference', 'instructions', 'thousands', 1, $part / 1000.0);"
		rm -f "$work"/calls.*
		[ "$item" != uuidx ] ||
			echo "$name, instructions: uuidx / $reference|$name, reference: $reference|$limit" >>"$work/promised"
	done 4<"$work/statements"
}

# Replaces the library, for the sessions that follow
library=$("$PG_CONFIG" --pkglibdir)/uuidx.so
replace() { cp "$1" "$library.new" && mv "$library.new" "$library"; }

pg_ctl -D "$work/data" -w -s stop
valgrind --tool=callgrind --trace-children=yes --dump-before=pg_parse_query --callgrind-out-file="$work/calls.%p" \
	"$(command -v postgres)" -D "$work/data" >"$work/callgrind.log" 2>&1 &
while kill -0 $! && ! pg_isready -q; do sleep 1; done
{
	count uuidx uuidx '*' && count reference uuidx 'real column' && count reference '' 'no library' &&
		count reference 'uuidx -c uuidx.planner=off' 'planner off' && {
		[ ! -f "$work/base.so" ] || {
			cp "$library" "$work/new.so" && replace "$work/base.so" && count "uuidx of BASE" uuidx '*' && replace "$work/new.so"
		}
	}
} >"$work/instructions.sql" || cat "$work/callgrind.log"
pg_ctl -D "$work/data" -w -s -t 300 stop
pg_ctl -D "$work/data" -l "$work/server.log" -w -s start
while IFS='|' read -r name size limit; do
	echo "CALL promise('$name', ratio('instructions', 'uuidx', 'reference', 'instructions', '$size'), $limit);"
done <"$work/promised" >>"$work/instructions.sql"
progress -f "$work/instructions.sql"
