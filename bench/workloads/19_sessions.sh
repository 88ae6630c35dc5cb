# Many sessions at once, 1 to 32, insert into one table: rows a second, and how long a transaction takes.

if ! command -v pgbench >/dev/null; then
	echo '   skipped, not on this server: pgbench'
	sql -c "INSERT INTO skipped VALUES ('sessions', 'all of it: no pgbench')"
	return
fi

# Each transaction inserts so many rows
rows=10
echo "INSERT INTO target (n) SELECT generate_series(1, $rows);" >"$work/sessions.sql"

sql -v cores="$(nproc)" -v rows="$rows" <<'END'
SELECT format('Many sessions at once, %s rows a transaction', :rows) AS title,
  format('The server and pgbench share %s cores. The numbers show what a key costs where processors and disk are the limit.',
    :cores)
  || CASE WHEN :cores < 8 THEN ' They cannot show how long sessions wait for each other where many run at the same time: '
    'for a sequence, or for the last page of an index in order.' ELSE '' END AS note \gset
INSERT INTO workload (workload, title, note) VALUES
  ('sessions', :'title' || ': rows a second', :'note'),
  ('sessions_median', :'title' || ': time of a transaction, median', NULL),
  ('sessions_99', :'title' || ': time of a transaction, 99th percentile', NULL);
CALL key_items('sessions');
DELETE FROM item WHERE workload = 'sessions' AND item ~ '^pg_uuidv7|_v6';
END
progress -c "CALL skip_missing('sessions')"

seconds=1 rounds=3 counts=(1 4 32)
[ "$full" = 0 ] || seconds=2 rounds=5 counts=(1 2 4 8 16 32)

for ((round = 1; round <= rounds; round++)); do
	for count in "${counts[@]}"; do
		while IFS='|' read -r -u 3 item columns; do
			sql -c "CREATE TABLE target ($columns, n int)" -c CHECKPOINT
			rm -f "$work"/pgbench.*
			tps=$(pgbench -n -M prepared -c "$count" -j "$((count < 2 ? 1 : 2))" -T "$seconds" -f "$work/sessions.sql" \
				--log --log-prefix="$work/pgbench" 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p')
			# the third column is the time of a transaction in microseconds
			read -r median last < <(cut -d ' ' -f 3 "$work"/pgbench.* | sort -n |
				awk '{ us[NR] = $1 } END { print us[int((NR + 1) / 2)], us[int(NR * 0.99 + 0.99)] }')
			sql -c 'DROP TABLE target'
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
sql -f "$work/keep.sql"
# No promise: what a disk takes to write a commit varies more than the keys do
