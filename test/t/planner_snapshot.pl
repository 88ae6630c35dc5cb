# What is known of a table is true for the rows that a statement sees: in transactions
# with an older snapshot, beside sessions that change constraints, and while it is read.
# And planning leaves the statistics of a transaction as they are.
#
# In make test: nothing else notices rows that only an older snapshot sees.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('planner_snapshot', conf => "timezone = 'UTC'\nsession_preload_libraries = 'uuidx'");

# A session that sees other sessions' work as any other does
sub session
{
	my $session = uuidx_session($node);

	$session->query_safe('SET uuidx.planner = on');
	return $session;
}

# What another session does between a transaction's snapshot and its query: the rows are those of
# the snapshot.  Each case has what creates a table, what the other session changes, and the query;
# perhaps also what the transaction does before that change, and after it.
my $since = q{SELECT count(*) FROM %1$s WHERE uuid_time(id) >= '2025-01-01'};
my %younger = (
	'a partition that is attached' => [
		q{CREATE TABLE %1$s (id uuid, k int, CHECK (uuid_is_v7(id)))
			  PARTITION BY LIST (k);
			CREATE TABLE %1$s_0 PARTITION OF %1$s FOR VALUES IN (0);
			CREATE TABLE %1$s_1 (id uuid, k int);
			INSERT INTO %1$s SELECT uuid_generate_v7(), 0 FROM generate_series(1, 10);
			INSERT INTO %1$s_1 SELECT uuid_generate_v6(), 1 FROM generate_series(1, 5)},
		q{DELETE FROM %1$s_1;
			ALTER TABLE %1$s_1 ADD CONSTRAINT %1$s_id_check CHECK (uuid_is_v7(id));
			ALTER TABLE %1$s ATTACH PARTITION %1$s_1 FOR VALUES IN (1)}, $since ],
	'a table that begins to inherit, two levels below' => [
		q{CREATE TABLE %1$s (id uuid CHECK (uuid_is_v7(id)), n int);
			CREATE TABLE %1$s_1 () INHERITS (%1$s); CREATE TABLE %1$s_2 (id uuid, n int);
			INSERT INTO %1$s_2 VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff', -1), (uuid_generate_v7(), 1)},
		q{DELETE FROM %1$s_2 WHERE n < 0;
			ALTER TABLE %1$s_2 ADD CONSTRAINT %1$s_id_check CHECK (uuid_is_v7(id));
			ALTER TABLE %1$s_2 INHERIT %1$s_1}, $since ],
	'NOT NULL, in order' => [
		q{CREATE TABLE %1$s (id uuid UNIQUE CHECK (uuid_is_v7(id)), n int);
			INSERT INTO %1$s SELECT uuid_generate_v7(), n FROM generate_series(1, 500) AS n;
			INSERT INTO %1$s VALUES (NULL, -1); ANALYZE %1$s},
		q{DELETE FROM %1$s WHERE id IS NULL; ALTER TABLE %1$s ALTER id SET NOT NULL},
		q{SELECT n FROM %1$s ORDER BY uuid_time(id) NULLS FIRST LIMIT 1} ],
	'NOT NULL of the column of the partitions' => [
		q{CREATE TABLE %1$s (id uuid, at timestamptz, CHECK (uuid_v7_within(id, at, '1 day')))
			PARTITION BY RANGE (at);
			CREATE TABLE %1$s_1 PARTITION OF %1$s FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
			CREATE TABLE %1$s_2 PARTITION OF %1$s DEFAULT;
			INSERT INTO %1$s VALUES ('019b8000-0000-7000-8000-000000000000', NULL)},
		q{DELETE FROM %1$s WHERE at IS NULL; ALTER TABLE %1$s ALTER at SET NOT NULL},
		q{SELECT count(*) FROM %1$s WHERE id = '019b8000-0000-7000-8000-000000000000'} ],
	'the CHECK of a generated column' => [
		q{CREATE TABLE %1$s (id uuid UNIQUE
			CHECK (uuid_is_v7(id)), created_at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED);
			INSERT INTO %1$s SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '400 ms')
			  FROM generate_series(1, 10) AS n; ALTER TABLE %1$s ALTER created_at TYPE timestamptz},
		q{DELETE FROM %1$s WHERE created_at <> uuid_time(id);
			ALTER TABLE %1$s ADD CHECK (created_at = uuid_time(id))},
		q{SELECT count(*) FROM %1$s WHERE created_at <= '2026-01-01 00:00:01Z'} ],
	'the CHECK of a domain' => [
		q{CREATE DOMAIN d%1$s AS uuid; CREATE TABLE %1$s (id d%1$s);
			INSERT INTO %1$s VALUES (uuid_generate_v7()), (uuid_generate_v6())},
		q{DELETE FROM %1$s WHERE NOT uuid_is_v7(id);
			ALTER DOMAIN d%1$s ADD CHECK (uuid_is_v7(VALUE))}, $since ],
	'a partition that is detached, and what it excluded' => [
		q{CREATE TABLE %1$s (id uuid, k int, CONSTRAINT proof CHECK (uuid_is_v7(id)))
			  PARTITION BY LIST (k);
			CREATE TABLE %1$s_0 PARTITION OF %1$s FOR VALUES IN (0);
			INSERT INTO %1$s SELECT uuid_generate_v7(), 0 FROM generate_series(1, 10)},
		q{ALTER TABLE %1$s DETACH PARTITION %1$s_0;
			ALTER TABLE %1$s DROP CONSTRAINT proof; ALTER TABLE %1$s_0 DROP CONSTRAINT proof;
			INSERT INTO %1$s_0 VALUES (uuid_generate_v6(), 0);
			ALTER TABLE %1$s ATTACH PARTITION %1$s_0 FOR VALUES IN (0)}, $since ],
	'the type of a generated column' => [
		q{CREATE TABLE %1$s (id uuid UNIQUE CHECK (uuid_is_v7(id)),
			  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED
			  CONSTRAINT held CHECK (created_at = uuid_time(id)));
			INSERT INTO %1$s SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '400 ms')
			  FROM generate_series(1, 10) AS n},
		q{ALTER TABLE %1$s DROP CONSTRAINT held, ALTER created_at TYPE timestamptz(0);
			ALTER TABLE %1$s ALTER created_at TYPE timestamptz},
		q{SELECT count(*) FROM %1$s WHERE created_at <= '2026-01-01 00:00:01Z'} ]);

# A constraint is added, or validated, also by the transaction itself
my %proven = (
	'CHECK' => 'CREATE TABLE %1$s (id uuid, at timestamptz)',
	'CHECK of a partitioned table' => 'CREATE TABLE %1$s (id uuid, at timestamptz) PARTITION BY RANGE (at);
		CREATE TABLE %1$s_default PARTITION OF %1$s DEFAULT',
	'distance in time' => q{CREATE TABLE %1$s (id uuid, at timestamptz NOT NULL) PARTITION BY RANGE (at);
		CREATE TABLE %1$s_1 PARTITION OF %1$s FOR VALUES FROM (MINVALUE) TO ('2026-01-01');
		CREATE TABLE %1$s_2 PARTITION OF %1$s FOR VALUES FROM ('2026-01-01') TO (MAXVALUE)});
foreach my $kind (sort keys %proven)
{
	# v6, and v7 that are far from their time, are deleted before the constraint is validated
	my $rows = q{INSERT INTO %1$s SELECT uuid_v7_lower(t), t
		FROM generate_series(timestamptz '2024-01-01', '2024-01-10', '1 day') AS t;
		INSERT INTO %1$s SELECT uuid_generate_v6(t), t
		  FROM generate_series(timestamptz '2024-01-01', '2024-01-05', '1 day') AS t;
		INSERT INTO %1$s VALUES (uuid_v7_lower('2024-01-01'), '2026-06-01')};
	my $clean = q{DELETE FROM %1$s WHERE NOT uuid_is_v7(id) OR at > '2026-01-01'};
	my $add = 'ALTER TABLE %1$s ADD CONSTRAINT proof CHECK '
	  . ($kind =~ /distance/ ? q{(uuid_v7_within(id, at, '1 day'))} : '(uuid_is_v7(id))');
	my $validate = 'ALTER TABLE %1$s VALIDATE CONSTRAINT proof';
	my $query = 'SELECT count(*) FROM %1$s WHERE '
	  . ($kind =~ /distance/ ? q{id <= '01970000-0000-7000-8000-000000000000'} : q{uuid_time(id) < '2030-01-01'});

	$younger{"$kind, added"} = [ "$proven{$kind}; $rows", "$clean; $add", $query ];
	$younger{"$kind, validated"} =
	  [ "$proven{$kind}; $rows; $add NOT VALID", "$clean; $validate", $query, 'EXECUTE q' ];
	$younger{"$kind, validated in the transaction itself"} =
	  [ "$proven{$kind}; $rows; $add NOT VALID", $clean, $query, 'EXECUTE q', $validate ];
}
my $number = 0;
value($node, q{CREATE FUNCTION stable_answer(query text) RETURNS text STABLE LANGUAGE plpgsql AS $$ DECLARE result text;
	BEGIN EXECUTE query INTO result; RETURN result; END $$});
foreach my $case (sort keys %younger)
{
	foreach my $level ('REPEATABLE READ', $case =~ /, (?:added|validated)/ ? 'READ COMMITTED' : ())
	{
		my ($reader, $table, $name) = (session(), 't' . ++$number, "$case, $level");
		my $other = $level eq 'REPEATABLE READ' ? session() : undef;
		my ($setup, $change, $query, $first, $own) =
		  map { sprintf $younger{$case}[$_] // 'SELECT 1', $table } 0 .. 4;
		my $off = sub { return $reader->query_safe("SET uuidx.planner = off; $query; RESET uuidx.planner") };

		value($node, $setup);
		$reader->query_safe("SET plan_cache_mode = force_generic_plan;
			PREPARE q AS $query; BEGIN ISOLATION LEVEL $level; $first");
		$other->query_safe("CREATE TABLE ${table}_asked AS SELECT \$q\$$query\$q\$::text AS query;
			BEGIN; DECLARE c CURSOR FOR SELECT stable_answer(query) FROM ${table}_asked") if $other;
		value($node, $change);
		$reader->query_safe($own);
		my $before = $off->();
		is($reader->query_safe($query), $before, "$name: the rows of the snapshot");
		is($reader->query_safe('EXECUTE q'), $before, "$name: prepared");
		is($other->query_safe('FETCH c'), $before, "$name: in a STABLE function of an older cursor") if $other;
		$reader->query_safe('COMMIT');
		is($reader->query_safe($_), $off->(), "$name: and afterwards, $_") foreach $query, 'EXECUTE q';
		$_->quit foreach grep { $_ } $reader, $other;
	}
}
# a plan that was made without a constraint is made again
{
	my $reader = session();

	value($node, 'CREATE TABLE later (id uuid)');
	$reader->query_safe(q{SET plan_cache_mode = force_generic_plan;
		PREPARE q AS SELECT FROM later WHERE uuid_time(id) < '2030-01-01'});
	$reader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
	value($node, 'ALTER TABLE later ADD CHECK (uuid_is_v7(id))');
	like($reader->query_safe('EXPLAIN EXECUTE q'), qr/~<~/, 'a plan that does not rely on a younger constraint');
	$reader->query_safe('COMMIT');
	value($node, 'SELECT pg_current_xact_id()');
	unlike($reader->query_safe('EXPLAIN EXECUTE q'), qr/~<~/, '... is made again when the constraint is older');
	$reader->quit;
}
# a cached plan, under a snapshot that is older than what it relies on
{
	my ($exporter, $reader) = (session(), session());
	my $query = q{SELECT count(*) FROM imported WHERE uuid_time(id) >= '2025-01-01'};

	value($node, q{CREATE TABLE imported (id uuid);
		INSERT INTO imported VALUES (uuid_generate_v7()), ('ffffffff-ffff-ffff-ffff-ffffffffffff')});
	my $snapshot = $exporter->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_export_snapshot()');
	$reader->query_safe('CREATE TABLE imported_asked (n) AS VALUES (1); CREATE FUNCTION cached_count()
		RETURNS bigint STABLE LANGUAGE plpgsql AS $$ BEGIN ' . "RETURN ($query); END \$\$");
	$reader->query_safe('BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 1;
		DECLARE d CURSOR FOR SELECT cached_count() FROM imported_asked');
	value($node, 'DELETE FROM imported WHERE NOT uuid_is_v7(id); ALTER TABLE imported ADD CHECK (uuid_is_v7(id))');
	is($reader->query_safe('SET plan_cache_mode = force_generic_plan; SELECT cached_count()'),
		1, 'a cached plan relies on the constraint');
	$reader->query_safe('\set VERBOSITY verbose');
	$reader->{stderr} = '';
	$reader->query('FETCH d');
	like($reader->{stderr}, qr/40001: .*older than a constraint/,
		'... and is refused under the snapshot of an older cursor');
	$reader->{stderr} = '';
	$reader->query('ROLLBACK');
	is($reader->query_safe("PREPARE q AS $query; EXECUTE q"), 1, 'a prepared query finds the row');
	foreach my $expected (qr/40001: .*older than a constraint/, qr/^$/)
	{
		my $answer = $reader->query("BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '$snapshot';
			EXECUTE q");
		like($reader->{stderr} =~ s/background_psql:.*//sr, $expected,
			'an imported snapshot: ' . ($expected =~ /40001/ ? 'refused' : 'planned again'));
		is($answer, 1, '... with the rows of the snapshot') if $expected !~ /40001/;
		$reader->{stderr} = '';
		$reader->query('ROLLBACK');
	}
	$_->quit foreach ($exporter, $reader);
}
# a cached plan that relies on a constraint of its own transaction, under an older snapshot of that
{
	my $session = session();

	value($node, q{CREATE TABLE own (id uuid PRIMARY KEY CHECK (id IS NOT NULL)); INSERT INTO own SELECT
		uuid_generate_v7() FROM generate_series(1, 10); INSERT INTO own VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff');
		CREATE FUNCTION own_count() RETURNS bigint STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*)
		  FROM own WHERE uuid_v7_timestamp(id) >= '2000-01-01Z'); END $$});
	my $begin = 'BEGIN; DECLARE c CURSOR FOR SELECT own_count()';
	my $change = 'DELETE FROM own WHERE NOT uuid_is_v7(id);
		ALTER TABLE own ADD CONSTRAINT sevens CHECK (uuid_is_v7(id))';

	is($session->query_safe("\\set VERBOSITY verbose\n$begin; $change; SELECT own_count()"),
		10, 'a constraint of the own transaction proves');
	unlike($session->query_safe(q{EXPLAIN (COSTS OFF) SELECT FROM own WHERE uuid_v7_timestamp(id) >= '2000-01-01Z'}),
		qr/uuid_is_v7|uuid_v7_timestamp/, '... and no filter is needed');
	$session->{stderr} = '';
	$session->query('FETCH c');
	like($session->{stderr},
		qr/40001: .*older than a constraint.*HINT:  Add the constraint in a transaction of its own/s,
		'... but the plan is refused under the snapshot of an older cursor');
	$session->{stderr} = '';
	is($session->query_safe("ROLLBACK; $begin; $change; FETCH c"), 10,
		'planned with that snapshot, it does not rely on the constraint');
	is($session->query_safe('SELECT own_count(); COMMIT'), 10, '... nor later');
	is($session->query_safe('SELECT own_count()'), 10, '... and the next transaction has the rows, too');
	$session->quit;
}
# a constraint that a statement adds, and a function with the snapshot of its beginning
value($node, q{CREATE TABLE same_statement (id uuid);
	INSERT INTO same_statement VALUES (uuid_generate_v7()), (uuid_generate_v6());
	CREATE FUNCTION clean() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM same_statement
	  WHERE NOT uuid_is_v7(id); ALTER TABLE same_statement ADD CHECK (uuid_is_v7(id)); RETURN 1; END $$;
	CREATE FUNCTION counted() RETURNS bigint STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*)
	  FROM same_statement WHERE uuid_time(id) < '2100-01-01'); END $$});
is(value($node, 'BEGIN; SELECT clean(), counted(); ROLLBACK'), '1|2',
	'a constraint of the same statement');

# what is older than the snapshot proves
value($node, 'CREATE TABLE sevens (id uuid CHECK (uuid_is_v7(id)))');
unlike(value($node, "BEGIN ISOLATION LEVEL $_;
	EXPLAIN (COSTS OFF) SELECT FROM sevens WHERE uuid_time(id) < '2030-01-01'"),
	qr/uuid_is_v7|uuid_time/, "$_: an older constraint proves") foreach 'READ COMMITTED',
		'SERIALIZABLE';

# What is proven of a child is read when it is locked: another session may change it until then.
# No such thing happens to partitions, which are not locked for it.
foreach my $case (
	[ 'a CHECK', q{ALTER TABLE chi NO INHERIT par; ALTER TABLE chi DROP CONSTRAINT par_id_check; INSERT INTO chi
		VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff', 99)}, q{uuid_v7_timestamp(id) >= '2020-01-01Z'} ],
	[ 'a generated column', q{ALTER TABLE chi NO INHERIT par; ALTER TABLE chi DROP CONSTRAINT held;
		ALTER TABLE chi ALTER created_at TYPE timestamptz(0); ALTER TABLE chi ALTER created_at TYPE timestamptz},
		q{created_at > '2024-01-01 00:00:01.5Z'} ],
	[ 'NOT NULL', q{ALTER TABLE chi NO INHERIT par; ALTER TABLE chi ALTER id DROP NOT NULL;
		INSERT INTO chi VALUES (NULL, 99)}, 'true' ])
{
	my ($kind, $change, $condition) = @$case;
	my ($writer, $reader) = (session(), session());
	my $query = "SELECT coalesce(string_agg(x::text, ' '), '') AS answer
		FROM (SELECT x FROM par WHERE $condition ORDER BY uuid_time(id) DESC NULLS LAST) AS o";

	value($node, q{DROP TABLE IF EXISTS par, chi;
		CREATE TABLE par (id uuid NOT NULL CHECK (uuid_is_v7(id)), x int, created_at timestamptz
		  GENERATED ALWAYS AS (uuid_time(id)) STORED, CONSTRAINT held CHECK (created_at = uuid_time(id)));
		CREATE TABLE chi () INHERITS (par); CREATE INDEX ON par (id); CREATE INDEX ON chi (id);
		INSERT INTO par SELECT uuid_generate_v7('2024-01-01Z'::timestamptz + n * interval '400 ms'), n
		  FROM generate_series(1, 4) AS n;
		INSERT INTO chi SELECT uuid_generate_v7('2024-01-01Z'::timestamptz + n * interval '400 ms'), n
		  FROM generate_series(5, 8) AS n; ANALYZE par; ANALYZE chi});
	$reader->query_safe("SET enable_seqscan = off; $query");
	$writer->query_safe("BEGIN; $change");
	$reader->begin("$query \\gset");
	$writer->query_safe('COMMIT');
	is($reader->query_safe(q{SELECT :'answer'}), value($node, "SET uuidx.planner = off; $query"),
		"$kind of a child that is changed before it is locked");
	$_->quit foreach ($writer, $reader);
}
{
	my ($writer, $reader) = (session(), session());

	value($node, q{CREATE TABLE parts (id uuid NOT NULL CHECK (uuid_is_v7(id))) PARTITION BY RANGE (id);
		CREATE TABLE parts_old PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2024-01-01Z'));
		CREATE TABLE parts_new PARTITION OF parts DEFAULT});
	$writer->query_safe('BEGIN; LOCK TABLE parts_old');
	is($reader->query_safe(q{SET lock_timeout = '10s'; SELECT count(*) FROM parts
		WHERE uuid_time(id) >= '2025-01-01Z'}), '0', 'a partition that is excluded is not locked');
	$writer->query_safe('ROLLBACK');
	$_->quit foreach ($writer, $reader);
}

# --- Statistics are the transaction's own
foreach my $consistency ('cache', 'none')
{
	my $watcher = session();
	my $inserted = q{SELECT n_tup_ins, n_mod_since_analyze FROM pg_stat_user_tables WHERE relname = 'growing'};

	value($node, q{DROP TABLE IF EXISTS growing; CREATE TABLE growing (id uuid PRIMARY KEY);
		INSERT INTO growing SELECT uuid_generate_v7(now() - n * interval '1 s') FROM generate_series(1, 2000) AS n});
	value($node, 'ANALYZE growing; SELECT pg_stat_force_next_flush()');
	$watcher->query_safe("SET stats_fetch_consistency = $consistency; BEGIN");
	$watcher->query_safe("EXPLAIN SELECT FROM growing WHERE $_")
	  foreach ('id >= uuid_v7_lower(now())', q{uuid_time(id) >= now() - interval '1 min'},
	  q{id BETWEEN '00000000-0000-7000-8000-000000000000' AND 'ffffffff-0000-7000-8000-000000000000'});
	value($node, q{INSERT INTO growing SELECT uuid_generate_v7() FROM generate_series(1, 500)});
	value($node, q{SELECT pg_stat_force_next_flush()});
	my $now = value($node, $inserted);
	is($watcher->query_safe($inserted), $now,
		"stats_fetch_consistency = $consistency: planning took no look at the statistics");
	$watcher->query_safe('COMMIT');
	$watcher->quit;
}

done_testing();
