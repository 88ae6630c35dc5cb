# Many clients, each inserting one row per transaction.
# synchronous_commit is off, because what is compared are the ids and not the disks.

progress <<-'END'
	INSERT INTO workload VALUES ('clients', DEFAULT,
	  'One-row INSERTs by pgbench, synchronous_commit = off', 'rate', 'uuid_generate_v7()');
	CALL key_items('clients');
	CALL skip_missing('clients');
	CREATE TABLE target ();
END
echo '\set n random(1, 1000000)
INSERT INTO target (n) VALUES (:n);' >"$work/insert.pgbench"

if [ "$full" = 1 ]; then
	clients_list='1 2 4 8' seconds=3 rounds=5
else
	clients_list='1 4' seconds=2 rounds=3
fi

for ((round = 1; round <= rounds; round++)); do
	sql -At -F '|' -c "SELECT item, run FROM turn('clients', $round)" >"$work/items"
	for clients in $clients_list; do
		while IFS='|' read -r item column <&3; do
			sql -c "DROP TABLE target; CREATE TABLE target ($column, n int);"
			rate=$(PGOPTIONS="$PGOPTIONS -c synchronous_commit=off" pgbench -n -M prepared \
				-c "$clients" -j "$clients" -T "$seconds" -f "$work/insert.pgbench" "$PGDATABASE" |
				sed -n 's/^tps = \([0-9.]*\).*/\1/p')
			sql -c "CALL keep('clients', '$item', '$clients clients', 'rate', 'rows/s', $round, $rate)"
		done 3<"$work/items"
	done
	echo "   round $round of $rounds"
done
sql -c 'DROP TABLE target'
