# Many sessions at once, 1 to 32, insert into one table: rows a second, and how long a transaction takes.

if ! command -v pgbench >/dev/null; then
	echo '   skipped, not on this server: pgbench'
	sql -c "INSERT INTO skipped VALUES ('sessions', 'all of it: no pgbench')"
	return
fi

sql -v cores="$(nproc)" <<'END'
SELECT format('The server and pgbench share %s cores. %s', :cores,
  CASE WHEN :cores < 8 THEN 'They show what each key costs when the processors are busy, but not how much sessions wait '
    'for each other on many cores: there a sequence, and the last page of an index in order, can become the limit.' END) AS note \gset
INSERT INTO workload VALUES
  ('sessions', DEFAULT, 'Many sessions at once: rows a second', NULL, NULL, :'note'),
  ('sessions_median', DEFAULT, 'Many sessions at once: a transaction, median'),
  ('sessions_99', DEFAULT, 'Many sessions at once: a transaction, 99th percentile');
CALL key_items('sessions');
DELETE FROM item WHERE workload = 'sessions' AND item ~ '^pg_uuidv7|_v6';
END
progress -c "CALL skip_missing('sessions')"

# Each transaction inserts so many rows
rows=10
echo "INSERT INTO target (n) SELECT generate_series(1, $rows);" >"$work/sessions.sql"
seconds=1 rounds=3 counts=(1 4 32)
[ "$full" = 0 ] || seconds=2 rounds=5 counts=(1 2 4 8 16 32)

for ((round = 1; round <= rounds; round++)); do
	for count in "${counts[@]}"; do
		while IFS='|' read -r -u 3 item columns; do
			sql -c 'DROP TABLE IF EXISTS target' -c "CREATE TABLE target ($columns, n int)" -c CHECKPOINT
			rm -f "$work"/pgbench.*
			tps=$(pgbench -n -M prepared -c "$count" -j "$((count < 2 ? 1 : 2))" -T "$seconds" -f "$work/sessions.sql" \
				--log --log-prefix="$work/pgbench" 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p')
			# the third column is the time of a transaction in microseconds
			read -r median last < <(cut -d ' ' -f 3 "$work"/pgbench.* | sort -n |
				awk '{ us[NR] = $1 } END { print us[int((NR + 1) / 2)], us[int(NR * 0.99 + 0.99)] }')
			size="$count session$([ "$count" = 1 ] || echo s)"
			cat <<-END
				CALL keep('sessions', '$size', '', '$item', 'rows', $round, $tps * $rows);
				CALL keep('sessions_median', '$size', '', '$item', 'ms', $round, $median / 1000.0);
				CALL keep('sessions_99', '$size', '', '$item', 'ms', $round, $last / 1000.0);
			END
		done 3< <(sql -At -c "SELECT item, run FROM turn('sessions', $round + 1)")
	done
	echo "   round $round of $rounds" >&2
done >"$work/keep.sql"
sql -f "$work/keep.sql" -c 'DROP TABLE target'
# No promise: on few cores the items differ little
