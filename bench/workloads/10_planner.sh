# The last hour of 365 daily partitions, by now(): how fast it is planned, in a session that has planned before and in a new one; and what the library costs queries that have nothing to do with it.

sql <<'END'
INSERT INTO workload VALUES
  ('planner', DEFAULT, 'The last hour by now(): 365 daily partitions', 'planning', 'uuid literals'),
  ('first', DEFAULT, 'The same as the first statement of a session', 'planning', 'uuid literals'),
  ('loaded', DEFAULT, 'Other queries: one with the library, one without', 'time', 'no library');
-- the last day is today
SELECT date_trunc('day', now(), 'UTC') - interval '364 days' AS year \gset
CREATE TABLE hours (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int) PARTITION BY RANGE (id);
CREATE TABLE hours_at (id uuid, n int, created_at timestamptz) PARTITION BY RANGE (created_at);
CREATE INDEX ON hours_at (created_at);
SELECT format('CREATE TABLE hours_%s PARTITION OF hours FOR VALUES FROM (%L) TO (%L)', day,
         uuid_v7_lower(:'year'::timestamptz + (day - 1) * interval '1 day'),
         uuid_v7_lower(:'year'::timestamptz + day * interval '1 day')),
       format('CREATE TABLE hours_at_%s PARTITION OF hours_at FOR VALUES FROM (%L) TO (%L)', day,
         :'year'::timestamptz + (day - 1) * interval '1 day', :'year'::timestamptz + day * interval '1 day')
FROM generate_series(1, 365) AS day \gexec
INSERT INTO hours SELECT uuid_generate_v7(:'year'::timestamptz + n * interval '315.36 s'), n
  FROM generate_series(0, 99999) AS n;
INSERT INTO hours_at SELECT id, n, uuid_time(id) FROM hours;
CREATE TABLE alone (id uuid PRIMARY KEY, n int UNIQUE);
INSERT INTO alone SELECT uuid_generate_v7(), n FROM generate_series(1, 1000) AS n;
VACUUM (FREEZE, ANALYZE) hours, hours_at, alone;

INSERT INTO item (workload, item, run) VALUES
  ('planner', 'uuid literals', format('SELECT sum(n) FROM hours WHERE id >= %L', uuid_v7_lower(now() - interval '1 hour'))),
  ('planner', 'id >= now() ...', 'SELECT sum(n) FROM hours WHERE id >= now() - interval ''1 hour'''),
  ('planner', 'uuid_time(id) >= now() ...', 'SELECT sum(n) FROM hours WHERE uuid_time(id) >= now() - interval ''1 hour'''),
  ('planner', 'created_at >= now() ...', 'SELECT sum(n) FROM hours_at WHERE created_at >= now() - interval ''1 hour'''),
  ('planner', 'id, today', 'SELECT sum(n) FROM hours WHERE id >= date_trunc(''day'', now())'),
  ('planner', 'uuid_time(id), today', 'SELECT sum(n) FROM hours WHERE uuid_time(id) >= date_trunc(''day'', now())'),
  ('planner', 'created_at, today', 'SELECT sum(n) FROM hours_at WHERE created_at >= date_trunc(''day'', now())');
END

rounds=7
[ "$full" = 0 ] || rounds=25
progress -c "CALL time_plans('planner', '{hours}', $rounds)"

# first: the planning time that the first statement of a session reports
# loaded: microseconds of a query's planning and execution, of 2500: the least of eight
# times, for other programs run, too
loop="DO \$\$DECLARE start float8; least float8 := 1e9;
BEGIN
  FOR round IN 1 .. 8 LOOP
    start := bench_cpu_seconds();
    FOR i IN 1 .. 2500 LOOP EXECUTE 'SELECT n FROM alone WHERE %s'; END LOOP;
    least := least(least, (bench_cpu_seconds() - start) * 400);
  END LOOP;
  RAISE NOTICE 'took %%', least;
END\$\$"
id=$(sql -At -c 'SELECT id FROM alone WHERE n = 500')
without="$PGOPTIONS -c session_preload_libraries="
for ((round = 1; round <= rounds; round++)); do
	while IFS='|' read -r -u 3 item run; do
		took=$(PGOPTIONS=$without sql -At -c "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY) $run" | sed -n 's/^Planning Time: \(.*\) ms$/\1/p')
		echo "CALL keep('first', '$item', '', 'planning', 'ms', $round, $took);"
	done 3< <(sql -At -c "SELECT item, run FROM item WHERE workload = 'planner' ORDER BY place")
	for query in "n = 500" "id = ''$id''"; do
		for library in 'no library' 'library' 'library, uuidx.planner = off'; do
			setting=() options=$PGOPTIONS
			[ "$library" != 'no library' ] || options=$without
			[ "${library#*, }" = "$library" ] || setting+=(-c 'SET uuidx.planner = off')
			# shellcheck disable=SC2059
			took=$(PGOPTIONS=$options sql "${setting[@]}" -c "$(printf "$loop" "$query")" 2>&1 | sed -n 's/.*took //p')
			echo "CALL keep('loaded', '$library', '${query%% *} = ', 'time', 'us', $round, $took);"
		done
	done
done >"$work/planner.sql"
sql -f "$work/planner.sql"

progress <<'END'
INSERT INTO item (workload, item, size, run)
SELECT DISTINCT ON (workload, item, size) workload, item, size, '' FROM sample WHERE workload IN ('first', 'loaded') ORDER BY workload, item, size;
CREATE FUNCTION least_time(item_ text, size_ text) RETURNS float8
  RETURN (SELECT min FROM summary WHERE workload = 'loaded' AND item = item_ AND size = size_);
CALL promise('last hour by now(), planning: id >= now() ... / uuid literals',
  ratio('planner', 'id >= now() ...', 'uuid literals', 'planning', 'hours'), 3);
CALL promise('last hour by now(), planning: id >= now() ... / created_at >= now() ...',
  ratio('planner', 'id >= now() ...', 'created_at >= now() ...', 'planning', 'hours'), 1 / 20.0);
CALL promise('today by date_trunc(''day'', now()), planning: id / created_at',
  ratio('planner', 'id, today', 'created_at, today', 'planning', 'hours'), 0.1);
CALL promise('today by date_trunc(''day'', now()), planning: uuid_time(id) / created_at',
  ratio('planner', 'uuid_time(id), today', 'created_at, today', 'planning', 'hours'), 0.1);
CALL promise('last hour by now(), planning: uuid_time(id) >= now() ... / id >= now() ...',
  ratio('planner', 'uuid_time(id) >= now() ...', 'id >= now() ...', 'planning', 'hours'), 1.2);
CALL promise('last hour by now(), execution: uuid_time(id) >= now() ... / id >= now() ...',
  ratio('planner', 'uuid_time(id) >= now() ...', 'id >= now() ...', 'execution', 'hours'), 1.2);
CALL promise('first statement of a session, planning: id >= now() ... / uuid literals',
  ratio('first', 'id >= now() ...', 'uuid literals', 'planning'), 1.5);
CALL promise('a query without uuid, with the library: microseconds more',
  least_time('library', 'n = ') - least_time('no library', 'n = '), 0.5);
CALL promise('id = constant, with the library: microseconds more',
  least_time('library', 'id = ') - least_time('no library', 'id = '), 2);
END
