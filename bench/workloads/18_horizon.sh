# Reading on by the key: what a call of uuid_v7_horizon() costs beside 100 sessions, idle or in transactions, and what the other answers to the same question cost.

sql <<'END'
INSERT INTO workload VALUES ('horizon', DEFAULT, 'Reading on by the key', NULL, NULL,
  'CPU time over a function that returns a constant uuid. The calls of the first column are in one statement, and have '
  'one snapshot. All others are in a transaction each, and find the horizon anew: they look at every connection that '
  'max_connections allows, here ' || current_setting('max_connections') || '. Those of the last column are statements '
  'of a client, while one more session commits all the time.');

-- A statement of many calls in one snapshot; and a transaction for each call
CREATE TABLE call (item text PRIMARY KEY, type text NOT NULL, call text NOT NULL, calls int NOT NULL);
INSERT INTO call VALUES
  ('a constant', 'uuid', 'bench_constant()', 1000),
  ('uuid_v7_horizon()', 'uuid', 'uuid_v7_horizon()', 1000),
  ('pg_snapshot_xmin(...)', 'xid8', 'pg_snapshot_xmin(pg_current_snapshot())', 1000),
  ('min(xact_start) of pg_stat_activity', 'timestamptz', '(SELECT min(xact_start) FROM pg_stat_activity)', 50);
INSERT INTO item (workload, item, run)
SELECT 'horizon', item, format('%I', 'alone: ' || item) FROM call;

-- Microseconds of one call of an item, before they are compared with those of the constant
CREATE TABLE horizon_cost (
  place int GENERATED ALWAYS AS IDENTITY, situation text, item text, round int, us float8,
  PRIMARY KEY (situation, item, round)
);

SELECT format($f$CREATE PROCEDURE %I(situation text, round int) LANGUAGE plpgsql AS $p$
DECLARE
  start float8;
  result %s;
BEGIN
  COMMIT;
  start := bench_cpu_seconds();
  FOR n IN 1 .. %s LOOP
    result := %s;
    COMMIT;
  END LOOP;
  INSERT INTO horizon_cost VALUES (DEFAULT, situation, %L, round, (bench_cpu_seconds() - start) * 1e6 / %3$s);
END $p$$f$, 'alone: ' || item, type, calls, call, item) FROM call \gexec
SELECT format($f$CREATE PROCEDURE %I(situation text, round int) LANGUAGE plpgsql AS $p$
DECLARE
  start float8;
BEGIN
  start := bench_cpu_seconds();
  PERFORM count(%s) FROM rows;
  INSERT INTO horizon_cost VALUES (DEFAULT, situation, %L, round, (bench_cpu_seconds() - start) * 1e6 / 20000);
END $p$$f$, 'again: ' || item, call, item) FROM call WHERE item !~ 'activity' \gexec

-- Commits all the time, until it is ended
CREATE PROCEDURE commit_on() LANGUAGE plpgsql AS $$
BEGIN
  SET synchronous_commit = off;
  LOOP
    PERFORM pg_current_xact_id();
    COMMIT;
  END LOOP;
END $$;

-- Whether calls are measured that find the horizon anew: with time it rises
CREATE PROCEDURE check_horizon() LANGUAGE plpgsql AS $$
DECLARE
  before uuid;
  result uuid;
BEGIN
  FOR n IN 1 .. 20 LOOP
    result := uuid_v7_horizon();
    COMMIT;
    IF result <= before THEN
      RAISE 'the horizon did not rise';
    END IF;
    before := result;
    PERFORM pg_sleep(0.002);
    COMMIT;
  END LOOP;
END $$;
END

mkfifo "$work/idle"
exec {idle}<>"$work/idle"
sessions=()

# start_sessions NUMBER STATE COMMAND: sessions that run a command each, and are in that state then
start_sessions() {
	local n
	for ((n = 0; n < $1; n++)); do
		psql -X -q -o /dev/null -c "$3" -f - <&"$idle" &
		sessions+=($!)
	done
	until [ "$(sql -At -c "SELECT count(*) FROM pg_stat_activity WHERE state = '$2' AND pid <> pg_backend_pid()")" = "$1" ]; do :; done
}

# A session that runs a procedure does not notice that its client has ended
end_sessions() {
	kill "${sessions[@]}"
	wait "${sessions[@]}" 2>/dev/null
	sessions=()
	sql -o /dev/null -c 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE backend_type = $$client backend$$ AND pid <> pg_backend_pid()'
	until [ "$(sql -At -c "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")" = 1 ]; do :; done
}

# time_calls KIND SITUATION: all items in all rounds, of which round 0 warms up
time_calls() {
	sql -v kind="$1" -v situation="$2" -v rounds="$rounds" <<-'END'
		SELECT format('CALL %I(%L, %s)', :'kind' || item, :'situation', r)
		FROM generate_series(0, :rounds) AS r, LATERAL turn('horizon', r) WITH ORDINALITY
		WHERE to_regproc(format('%I', :'kind' || item)) IS NOT NULL
		ORDER BY r, ordinality \gexec
	END
}

# time_statements SITUATION: the same, where each call is a statement of this client
time_statements() {
	local item call calls round
	while IFS='|' read -r -u 3 item call calls round; do
		echo "SELECT bench_cpu_seconds() AS start \\gset"
		printf "SELECT $call;\n%.0s" $(seq "$calls")
		echo "INSERT INTO horizon_cost VALUES (DEFAULT, '$1', '$item', $round, (bench_cpu_seconds() - :start) * 1e6 / $calls);"
	done 3< <(sql -At -c "SELECT item, call, calls, r
		FROM generate_series(0, $rounds) AS r, LATERAL turn('horizon', r) WITH ORDINALITY JOIN call USING (item)
		ORDER BY r, ordinality") | sql -o /dev/null
}

rounds=25
[ "$full" = 0 ] || rounds=100
start_sessions 100 idle 'SELECT'
sql -c 'CALL check_horizon()' || { end_sessions; return 1; }
time_calls 'again: ' 'once more in a statement'
time_calls 'alone: ' '100 idle sessions'
end_sessions
start_sessions 100 'idle in transaction' 'BEGIN; SELECT pg_current_xact_id()'
time_calls 'alone: ' '100 open transactions'
start_sessions 1 active 'CALL commit_on()'
time_statements '100 open transactions, a statement'
end_sessions
exec {idle}>&-

progress <<'END'
INSERT INTO sample (workload, item, metric, unit, round, value)
SELECT 'horizon', c.item, situation, 'us', round, c.us - constant.us
FROM horizon_cost AS c JOIN horizon_cost AS constant USING (situation, round)
WHERE constant.item = 'a constant' AND c.item <> 'a constant' AND round > 0
ORDER BY c.place;
CALL promise('uuid_v7_horizon() beside 100 idle sessions, us', median('horizon', 'uuid_v7_horizon()', '100 idle sessions'), 50);
CALL promise('uuid_v7_horizon() as a statement beside 100 open transactions and one that commits, us',
  median('horizon', 'uuid_v7_horizon()', '100 open transactions, a statement'), 50);
CALL promise('uuid_v7_horizon() / min(xact_start) of pg_stat_activity, beside 100 idle sessions',
  ratio('horizon', 'uuid_v7_horizon()', 'min(xact_start) of pg_stat_activity', '100 idle sessions'), 0.1);
DROP TABLE horizon_cost, call;
END
