# Instructions of a whole statement, counted by callgrind: a stored created_at and a view against a real column with its index, and a query without uuid with and without the library. They hardly depend on the machine.

command -v valgrind >/dev/null || { echo "   valgrind is not installed" && return 1; }
sql <<'END'
CREATE TABLE stored (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)));
INSERT INTO stored SELECT uuid_generate_v7('2026-06-12 00:00Z'::timestamptz - n * interval '10 s'), n FROM generate_series(0, 99999) AS n;
CREATE TABLE of_real (id uuid PRIMARY KEY, n int UNIQUE, created_at timestamptz);
CREATE INDEX ON of_real (created_at, id);
INSERT INTO of_real TABLE stored;
CREATE VIEW computed AS SELECT id, n, uuid_time(id) AS created_at FROM stored;
CREATE VIEW of_view AS SELECT * FROM of_real;
VACUUM (FREEZE, ANALYZE) stored, of_real;
INSERT INTO workload VALUES ('instructions', DEFAULT, 'Instructions of a whole statement', 'instructions');
END
queries=(
	"last hour by now()|SELECT sum(n) FROM @ WHERE created_at >= now() - interval '1 hour'"
	"an hour|SELECT sum(n) FROM @ WHERE created_at >= '2026-06-05 10:00Z' AND created_at < '2026-06-05 11:00Z'"
	"newest 20|SELECT id, created_at FROM @ ORDER BY created_at DESC LIMIT 20"
	"max|SELECT max(created_at) FROM @"
	"next page|SELECT id, created_at FROM @ WHERE (created_at, id) < ('2026-06-05 10:00Z', '019e9698-3500-7000-8000-000000000000') ORDER BY created_at DESC, id DESC LIMIT 20")

# count LIBRARY ITEM SIZE QUERY...: runs the queries in one session, each five times. What is counted
# before a statement is parsed is that of the one before it; the first runs fill the caches.
count() {
	local library=$1 pid=0 i part
	shift
	rm -f "$work"/calls.*
	{
		echo "SELECT pg_backend_pid() \\g $work/pid"
		for ((i = 3; i <= $#; i += 3)); do yes "${!i};" | head -n 5; done
		echo 'SELECT 1;'
	} >"$work/counted.sql"
	PGOPTIONS="$PGOPTIONS -c session_preload_libraries=$library" sql -At -f "$work/counted.sql" >/dev/null || return
	pid=$(<"$work/pid")
	for ((i = 0; i < $# / 3; i++)); do
		# the part of the query for the pid, and that of the start, come first
		part=$(for part in 3 4 5 6 7; do sed -n 's/^summary: //p' "$work/calls.$pid.$((i * 5 + part))"; done | sort -n | head -n 1)
		echo "CALL keep('instructions', '${*:i * 3 + 1:1}', '${*:i * 3 + 2:1}', 'instructions', 'thousands', 1, $part / 1000.0);"
	done
}

arguments=()
for query in "${queries[@]}"; do
	for item in stored of_real computed of_view; do
		arguments+=("$item" "${query%%|*}" "$(sed "s/@/$item/" <<<"${query#*|}")")
	done
done
pg_ctl -D "$work/data" -w -s stop
valgrind --tool=callgrind --trace-children=yes --dump-before=pg_parse_query --callgrind-out-file="$work/calls.%p" \
	"$(command -v postgres)" -D "$work/data" >"$work/callgrind.log" 2>&1 &
while kill -0 $! && ! pg_isready -q; do sleep 1; done
{
	count uuidx "${arguments[@]}" && for library in '' uuidx; do
		count "$library" "${library:-no library}" 'a query without uuid' 'SELECT n FROM of_real WHERE n = 500'
	done
} >"$work/instructions.sql" || cat "$work/callgrind.log"
pg_ctl -D "$work/data" -w -s -t 300 stop
pg_ctl -D "$work/data" -l "$work/server.log" -w -s start
sql -f "$work/instructions.sql"
for query in "${queries[@]}"; do
	size=${query%%|*}
	for form in stored:of_real computed:of_view; do
		echo "CALL promise('$size, instructions: ${form/:/ / }', ratio('instructions', '${form%:*}', '${form#*:}', 'instructions', '$size'), CASE '$size' WHEN 'max' THEN 1.1 ELSE 1.05 END);"
	done
done >"$work/promises.sql"
echo "CALL promise('a query without uuid, instructions: library / no library', ratio('instructions', 'uuidx', 'no library', 'instructions', 'a query without uuid'), 1.005);" >>"$work/promises.sql"
progress -f "$work/promises.sql"
