
# What is known of a table is true for the rows that a statement sees: in transactions
# with an older snapshot, beside sessions that change constraints, and while it is read.
# And planning leaves the statistics of a transaction as they are.
#
# Only in make test-all: takes a minute; 048_generated.pl has snapshots, too.
# Two servers are enough: the oldest and the newest.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('planner_snapshot', conf => "timezone = 'UTC'\nsession_preload_libraries = 'uuidx'");

# A session that sees other sessions' work as any other does
sub session
{
	my $session = uuidx_session($node, 'postgres', on_error_stop => 0);

	$session->query_safe('SET uuidx.planner = on');
	return $session;
}

#
# Constraints that are younger than the snapshot
#
my $v6 = '1f1d61a2-59f2-6ff5-b4cb-08d272343b75';
my %constraints = (
	'CHECK' => {
		setup => 'CREATE TABLE %1$s (id uuid, at timestamptz, CONSTRAINT nothing CHECK (true))',
		add => 'ALTER TABLE %1$s ADD CONSTRAINT sevens CHECK (uuid_is_v7(id)) NOT VALID',
		validate => 'ALTER TABLE %1$s VALIDATE CONSTRAINT sevens',
		add_valid => 'ALTER TABLE %1$s ADD CONSTRAINT more CHECK (uuid_version(id) = 7)',
		query => q{SELECT count(*) FROM %1$s WHERE uuid_time(id) < '2030-01-01'}
	},
	'CHECK of a partitioned table' => {
		setup => 'CREATE TABLE %1$s (id uuid, at timestamptz) PARTITION BY RANGE (at); CREATE TABLE %1$s_default PARTITION OF %1$s DEFAULT',
		add => 'ALTER TABLE %1$s ADD CONSTRAINT sevens CHECK (uuid_is_v7(id)) NOT VALID',
		validate => 'ALTER TABLE %1$s VALIDATE CONSTRAINT sevens',
		add_valid => 'ALTER TABLE %1$s ADD CONSTRAINT more CHECK (uuid_version(id) = 7)',
		query => q{SELECT count(*) FROM %1$s WHERE uuid_time(id) < '2030-01-01'}
	},
	'domain' => {
		setup => 'CREATE DOMAIN %1$s_d AS uuid; CREATE TABLE %1$s (id %1$s_d, at timestamptz)',
		add => 'ALTER DOMAIN %1$s_d ADD CONSTRAINT sevens CHECK (uuid_is_v7(VALUE)) NOT VALID',
		validate => 'ALTER DOMAIN %1$s_d VALIDATE CONSTRAINT sevens',
		add_valid => 'ALTER DOMAIN %1$s_d ADD CONSTRAINT more CHECK (uuid_version(VALUE) = 7)',
		query => q{SELECT count(*) FROM %1$s WHERE uuid_time(id) < '2030-01-01'}
	},
	'distance in time' => {
		setup => 'CREATE TABLE %1$s (id uuid, at timestamptz NOT NULL) PARTITION BY RANGE (at);
			CREATE TABLE %1$s_1 PARTITION OF %1$s FOR VALUES FROM (MINVALUE) TO (\'2026-01-01\');
			CREATE TABLE %1$s_2 PARTITION OF %1$s FOR VALUES FROM (\'2026-01-01\') TO (MAXVALUE)',
		add => 'ALTER TABLE %1$s ADD CONSTRAINT near CHECK (uuid_v7_within(id, at, \'1 day\')) NOT VALID',
		validate => 'ALTER TABLE %1$s VALIDATE CONSTRAINT near',
		add_valid => 'ALTER TABLE %1$s ADD CONSTRAINT nearer CHECK (uuid_v7_within(id, at, \'1 hour\'))',
		query => q{SELECT count(*) FROM %1$s WHERE id <= '01970000-0000-7000-8000-000000000000'}
	});
my $number = 0;
foreach my $kind (sort keys %constraints)
{
	foreach my $level ('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE')
	{
		foreach my $how ('validate', 'add_valid', 'validate, in the transaction itself')
		{
			my $table = 't' . ++$number;
			my ($setup, $add, $validate, $query) = map { sprintf $constraints{$kind}{$_}, $table } ('setup', 'add', $how =~ s/,.*//r, 'query');
			my $name = "$kind, $how, $level";
			my $reader = session();

			# v6, and v7 that are far from their time, are deleted before the constraint is validated
			value($node, qq{$setup; INSERT INTO $table SELECT uuid_v7_lower(t), t FROM generate_series(timestamptz '2024-01-01', '2024-01-10', '1 day') AS t;
				INSERT INTO $table SELECT uuid_generate_v6(t), t FROM generate_series(timestamptz '2024-01-01', '2024-01-05', '1 day') AS t;
				INSERT INTO $table VALUES (uuid_v7_lower('2024-01-01'), '2026-06-01')});
			my $wrong = "NOT uuid_is_v7(id) OR at > '2026-01-01'";
			value($node, $add) unless $how eq 'add_valid';

			$reader->query_safe('SET plan_cache_mode = force_generic_plan');
			$reader->query_safe("PREPARE q AS $query");
			$reader->query_safe("BEGIN ISOLATION LEVEL $level");
			my $all = $reader->query_safe($query);
			my $prepared = $reader->query_safe('EXECUTE q');
			value($node, "DELETE FROM $table WHERE $wrong");
			# the transaction's own lock lets no other one add a constraint of a table
			if ($how eq 'validate, in the transaction itself') { $reader->query_safe($validate) }
			elsif ($kind eq 'domain' || $how eq 'validate') { value($node, $validate) }
			else { $reader->query_safe('SELECT 1') }
			foreach my $what ($query, 'EXECUTE q')
			{
				my $off = $reader->query_safe("SET uuidx.planner = off; $query; RESET uuidx.planner");

				is($reader->query_safe($what), $off, "$name: the rows of the snapshot, " . ($what =~ s/ .*//sr));
				is($off, $level eq 'READ COMMITTED' ? 10 : $all, "$name: as many as before") if $kind ne 'distance in time' && $what eq $query;
			}
			is($prepared, $all, "$name: prepared");
			$reader->query_safe('COMMIT');
			is($reader->query_safe($query), 10, "$name: and afterwards");
			is($reader->query_safe('EXECUTE q'), 10, "$name: prepared, and afterwards");
			$reader->quit;
			value($node, "DROP TABLE $table");
		}
	}
}

# what is older than the snapshot proves
{
	my $reader = session();

	value($node, 'CREATE TABLE sevens (id uuid CHECK (uuid_is_v7(id)))');
	foreach my $level ('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE')
	{
		$reader->query_safe("BEGIN ISOLATION LEVEL $level");
		unlike($reader->query_safe(q{EXPLAIN (COSTS OFF) SELECT FROM sevens WHERE uuid_time(id) < '2030-01-01'}), qr/uuid_is_v7|uuid_time/, "$level: an older constraint proves");
		$reader->query_safe('COMMIT');
	}
	$reader->quit;
}

#
# Constraints of domains are dropped under no lock of the tables that have them: beside a
# statement that has been planned and waits for a row ...
#
value($node, "CREATE DOMAIN seven AS uuid CONSTRAINT ck CHECK (uuid_is_v7(VALUE)); CREATE TABLE waited (id seven, txt text)");
foreach my $statement (
	q{UPDATE waited SET txt = 'hit' WHERE %s RETURNING txt}, q{DELETE FROM waited WHERE %s RETURNING txt},
	q{SELECT txt FROM waited WHERE %s FOR UPDATE}, q{MERGE INTO waited USING (VALUES (1)) AS v (n) ON %s WHEN MATCHED THEN UPDATE SET txt = 'hit'})
{
	foreach my $where (q{uuid_v7_timestamp(id) >= '2024-01-01'}, q{id >= '2024-01-01'::timestamptz}, q{uuid_v7_timestamp(id) <= '2000-01-01'})
	{
		my ($first, $second) = (session(), session());
		my $sql = sprintf $statement, $where;
		# a v6 that bytes put before any v7 of that time
		my $other = $where =~ /<=/ ? '00000000-0000-6000-8000-000000000000' : $v6;

		value($node, qq{DELETE FROM waited; ALTER DOMAIN seven DROP CONSTRAINT IF EXISTS ck; ALTER DOMAIN seven ADD CONSTRAINT ck CHECK (uuid_is_v7(VALUE));
			INSERT INTO waited VALUES (uuid_v7_lower('${\ ($where =~ /<=/ ? 1990 : 2025)}-01-01'), 'first')});
		my $pid = $second->query_safe('SELECT pg_backend_pid()');
		$first->query_safe(q{BEGIN; UPDATE waited SET txt = 'a'});
		$second->query_until(qr/started/, "\\echo started\n$sql;\n");
		$node->poll_query_until('postgres', "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $pid") or die 'nobody waits';
		$first->query_safe("ALTER DOMAIN seven DROP CONSTRAINT ck; UPDATE waited SET id = '$other', txt = 'v6'; COMMIT");
		my $answer = $second->query_safe('SELECT 1');
		is($answer, '1', "a v6 is not found by $sql, which waited");
		is(value($node, q{SELECT string_agg(txt, ' ') FROM waited}), 'v6', "nor changed");
		$_->quit foreach ($first, $second);
	}
}

# ... and beside one that reads what is known, however often that is disturbed.  The
# functions change the domain when they are called, if they are.
SKIP:
{
	skip 'dblink is not installed', 1 if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'dblink'});

	my $connection = 'dbname=postgres host=' . $node->host . ' port=' . $node->port;
	value(
		$node, qq{
		CREATE EXTENSION dblink;
		CREATE SEQUENCE reads;
		CREATE TABLE drop_at (call bigint);
		CREATE DOMAIN racing AS uuid;
		CREATE FUNCTION disturb(integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS \$\$
		DECLARE
		  call bigint;
		BEGIN
		  IF current_setting('application_name') <> 'reader' THEN
		    RETURN true;
		  END IF;
		  call := nextval('reads');
		  PERFORM dblink_exec('$connection', format('CREATE TABLE noise_%s (n int)', call));
		  IF call = (SELECT * FROM drop_at) THEN
		    PERFORM dblink_exec('$connection', 'ALTER DOMAIN racing DROP CONSTRAINT only7');
		  END IF;
		  -- a lock that is new lets the session know what has changed
		  EXECUTE format('SELECT FROM noise_%s', call);
		  RETURN true;
		END \$\$;
		CREATE TABLE checked (id racing, n integer, CHECK (n > 0 OR disturb(1)));
		CREATE TABLE parent (id racing, n integer);
		CREATE TABLE child () INHERITS (parent);
		CREATE INDEX ON child ((n > 0 OR disturb(2)))});
	my @wrong;
	foreach my $call (1 .. 12)
	{
		foreach my $table ('checked', 'parent')
		{
			my $reader = session();

			# call by call, the constraint goes with one of them
			value($node, qq{TRUNCATE checked, parent; ALTER DOMAIN racing DROP CONSTRAINT IF EXISTS only7; ALTER DOMAIN racing ADD CONSTRAINT only7 CHECK (uuid_is_v7(VALUE));
				DELETE FROM drop_at; INSERT INTO drop_at SELECT nextval('reads') + $call});
			$reader->query_safe(q{SET application_name = 'reader'});
			$reader->query_safe("SELECT count(*) FROM $table WHERE uuid_time(id) < '2030-01-01'");
			# nothing of what follows concerns the table
			$reader->query_safe(q{SET application_name = 'writer'});
			value($node, 'ALTER DOMAIN racing DROP CONSTRAINT only7') if value($node, q{SELECT count(*) FROM pg_constraint WHERE conname = 'only7'});
			value($node, "INSERT INTO $table VALUES ('$v6', 1)");
			my $found = $reader->query_safe("SELECT count(*) FROM $table WHERE uuid_time(id) < '2030-01-01'");
			push @wrong, "$table, call $call: $found" if $found ne '1';
			$reader->quit;
		}
	}
	is(join('; ', @wrong), '', 'what changed while it was read is not kept');
}

#
# Statistics are the transaction's own
#
foreach my $consistency ('cache', 'snapshot', 'none')
{
	my $watcher = session();
	my $inserted = q{SELECT n_tup_ins, n_mod_since_analyze FROM pg_stat_user_tables WHERE relname = 'growing'};

	value($node, q{DROP TABLE IF EXISTS growing; CREATE TABLE growing (id uuid PRIMARY KEY);
		INSERT INTO growing SELECT uuid_generate_v7(now() - n * interval '1 s') FROM generate_series(1, 2000) AS n});
	value($node, 'ANALYZE growing; SELECT pg_stat_force_next_flush()');
	$watcher->query_safe("SET stats_fetch_consistency = $consistency; BEGIN");
	$watcher->query_safe("EXPLAIN SELECT FROM growing WHERE $_")
	  foreach ('id >= uuid_v7_lower(now())', q{uuid_time(id) >= now() - interval '1 min'}, q{id BETWEEN '00000000-0000-7000-8000-000000000000' AND 'ffffffff-0000-7000-8000-000000000000'});
	value($node, q{INSERT INTO growing SELECT uuid_generate_v7() FROM generate_series(1, 500)});
	value($node, q{SELECT pg_stat_force_next_flush()});
	my $now = value($node, $inserted);
	is($watcher->query_safe($inserted), $now, "stats_fetch_consistency = $consistency: planning took no look at the statistics");
	$watcher->query_safe('COMMIT');
	$watcher->quit;
}

$node->stop;
done_testing();
