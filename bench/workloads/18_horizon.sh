# Reading on by the key: what one call of uuid_v7_horizon() costs beside 100 idle sessions, and what the other answers to the same question cost.

sql <<'END'
INSERT INTO workload VALUES
  ('horizon', DEFAULT, 'One call beside 100 idle sessions, with a new snapshot for each', 'added', 'pg_snapshot_xmin(...)');
-- each evaluation of a PL/pgSQL expression has a snapshot of its own
CREATE FUNCTION loop_constant(calls int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE id uuid; BEGIN FOR n IN 1 .. calls LOOP id := bench_constant(); END LOOP; END $$;
CREATE FUNCTION loop_horizon(calls int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE id uuid; BEGIN FOR n IN 1 .. calls LOOP id := uuid_v7_horizon(); END LOOP; END $$;
CREATE FUNCTION loop_xmin(calls int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE xmin xid8; BEGIN FOR n IN 1 .. calls LOOP xmin := pg_snapshot_xmin(pg_current_snapshot()); END LOOP; END $$;
CREATE FUNCTION loop_activity(calls int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE start timestamptz; BEGIN FOR n IN 1 .. calls LOOP
  PERFORM pg_stat_clear_snapshot();
  start := (SELECT min(xact_start) FROM pg_stat_activity);
END LOOP; END $$;
INSERT INTO item (workload, item, run, row_count) VALUES
  ('horizon', 'a constant', 'SELECT loop_constant(2000)', 2000),
  ('horizon', 'uuid_v7_horizon()', 'SELECT loop_horizon(2000)', 2000),
  ('horizon', 'pg_snapshot_xmin(...)', 'SELECT loop_xmin(2000)', 2000),
  ('horizon', 'min(xact_start) of pg_stat_activity', 'SELECT loop_activity(20)', 20);
END

mkfifo "$work/idle"
exec {idle}<>"$work/idle"
sessions=()
for ((n = 0; n < 100; n++)); do
	psql -X -q <&"$idle" &
	sessions+=($!)
done
until [ "$(sql -At -c "SELECT count(*) >= 100 FROM pg_stat_activity WHERE state = 'idle' OR state IS NULL AND backend_type = 'client backend'")" = t ]; do :; done

rounds=25
[ "$full" = 0 ] || rounds=100
progress -c "CALL time_rows('horizon', $rounds, 2000, 'a constant')"
kill "${sessions[@]}"
wait "${sessions[@]}" 2>/dev/null
exec {idle}>&-

progress <<'END'
CALL promise('uuid_v7_horizon() beside 100 idle sessions, us', median('horizon', 'uuid_v7_horizon()', 'added') / 1000, 50);
CALL promise('uuid_v7_horizon() / min(xact_start) of pg_stat_activity, beside 100 idle sessions',
  ratio('horizon', 'uuid_v7_horizon()', 'min(xact_start) of pg_stat_activity', 'added'), 0.1);
END
