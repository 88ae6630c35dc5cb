# Functions that others put into expressions of a table: which of them run, and as whom.  Each place
# that holds an expression calls one that says so.  Planning runs what the server runs, and nothing
# else; what lists partitions and dependents runs nothing; the partition procedures run functions as
# the owner of the table only, also for a superuser, and use the tables that they have checked: so do those
# of hosted/uuidx.sql.
#
# In make test: nothing else notices as whom the partition procedures run functions.

use UuidxTest;

my $node = uuidx_node('who_runs', conf => "session_preload_libraries = 'uuidx'");

# What the functions of the owner say in a new session, each place once with the role, and what is printed
sub said
{
	my ($role, $sql) = @_;
	my ($stdout, $stderr);

	$node->psql('postgres', "SET SESSION AUTHORIZATION $role; $sql", stdout => \$stdout, stderr => \$stderr);
	my %said = map { $_ => 1 } $stderr =~ /(\w+ runs as \w+|ERROR.*)/g;

	return join("\n", (sort keys %said), $stdout);
}

value($node, q{
	CREATE ROLE owner; CREATE ROLE reader; CREATE ROLE member ROLE postgres;
	GRANT CREATE ON SCHEMA public TO owner, member;
	GRANT owner TO member;
	SET client_min_messages = error;
	SET ROLE owner;
	CREATE FUNCTION says(place text, result integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
	  BEGIN
	    RAISE NOTICE '% runs as %', place, current_user;
	    IF current_user <> session_user THEN PERFORM set_config('work_mem', '100MB', false); END IF;
	    RETURN result;
	  END $$;
	CREATE DOMAIN small AS integer CHECK (VALUE < says('domain', 1000)) DEFAULT says('domain_default', 1);
	CREATE TABLE key_of_says (id uuid NOT NULL, n integer) PARTITION BY RANGE ((n + says('key', 0)), id);
	CREATE TABLE list_of_says (id uuid NOT NULL, n integer) PARTITION BY LIST ((n + says('list', 0)));
	CREATE TABLE events (id uuid PRIMARY KEY, n integer DEFAULT says('default', 1)
	  CHECK (n < says('check', 1000)), d small,
	  CHECK (says('within', 1) = 1 AND uuid_v7_within(id, '2026-01-01', '10000 days')), CHECK (uuid_is_v7(id)),
	  g integer GENERATED ALWAYS AS (n + says('generated', 1)) STORED,
	  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (at = uuid_time(id))) PARTITION BY RANGE (id);
	CREATE INDEX ON events ((n + says('index', 0)));
	CREATE INDEX ON events (n) WHERE n < says('predicate', 0);
	CREATE STATISTICS of_says ON (n + says('statistics', 1)), n FROM events;
	CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
	CREATE TRIGGER says AFTER UPDATE ON events FOR EACH ROW
	  WHEN (NEW.n > says('trigger', 1)) EXECUTE FUNCTION nothing();
	CREATE POLICY says ON events USING (n < says('policy', 1000));
	CREATE RULE says AS ON DELETE TO events WHERE OLD.n = says('rule', 1) DO NOTHING;
	ALTER TABLE events ENABLE ROW LEVEL SECURITY;
	CREATE TABLE below (id uuid NOT NULL, n integer) PARTITION BY RANGE (id);
	ALTER TABLE list_of_says ATTACH PARTITION below FOR VALUES IN (1);
	CREATE TABLE referring (event uuid);
	CREATE TABLE event_1 (LIKE events INCLUDING ALL);
	ALTER TABLE events ATTACH PARTITION event_1 FOR VALUES FROM
	  (uuid_v7_lower('2020-01-01')) TO (uuid_v7_lower('2020-01-02'));
	CREATE TABLE event_2 PARTITION OF events DEFAULT;
	ALTER TABLE referring ADD FOREIGN KEY (event) REFERENCES events;
	INSERT INTO events (id) SELECT uuid_generate_v7('2020-01-01'::timestamptz + n * interval '1 minute')
	  FROM generate_series(1, 100) AS n;
	ANALYZE events;
	GRANT SELECT ON events, below TO reader});

foreach my $role ('postgres', 'owner', 'reader')
{
	foreach my $query ("SELECT count(*) FROM events WHERE uuid_time(id) > '2020-01-01 01:00' AND n < 10",
		'SELECT n FROM events ORDER BY at DESC LIMIT 1',
		"SELECT n FROM events WHERE id = '016f5e67-e800-7000-8000-000000000000'",
			'SELECT n FROM below ORDER BY uuid_time(id)')
	{
		my $off = said($role, "SET uuidx.planner = off; $query");

		like($off, qr/runs as/, "$role, $query: the server runs functions") unless $query =~ /below/;
		is(said($role, $query), $off, "$role, $query: uuidx runs no other");
	}
	foreach my $table ('events', 'event_1', 'below', 'key_of_says', 'list_of_says')
	{
		foreach my $function ('uuid_v7_partitions', 'uuid_table_dependents')
		{
			unlike(said($role, "SELECT $function('$table')"), qr/runs as/, "$role, $function('$table'): nothing runs");
		}
	}
}

# each caller moves a window by one day; a foreign key makes the server detach a partition of events
my $day = '2020-01-02';

foreach my $role ('postgres', 'member', 'owner')
{
	my ($next) = value($node, "SELECT '$day'::date + 1");

	foreach my $table ('events', 'below')
	{
		foreach my $call ("uuid_v7_create_partitions('$table', '$day', '$next', '1 day')",
			"uuid_v7_drop_partitions('$table', '$day')")
		{
			my $said = said($role, "CALL $call; SHOW work_mem");

			unlike($said, qr/ERROR|runs as (?!owner)/, "$role, $call: functions run as the owner");
			like($said, qr/runs as owner/, "$role, $call: they run") if $call =~ /create|events/;
			like($said, qr/^4MB$/m, "$role, $call: they do not change the session");
		}
	}
	$day = $next;
}

# --- The owner of a schema renames it while a superuser's call waits, and puts tables of his own in its place
my $hosted = "$top/hosted/uuidx.sql";

value($node, 'CREATE ROLE att; GRANT CREATE ON DATABASE postgres TO att; CREATE SCHEMA hosted');
is(state_of($node, "SET search_path = hosted; \\i '$hosted'"), '', 'hosted/uuidx.sql is there');

# A procedure, and what it waits for
foreach my $case (
	[ 'uuid_v7_create_partitions', 'LOCK TABLE ONLY att.t' ],
	[ 'uuid_v7_create_partitions', 'CREATE TABLE att.t_p20260101 ()' ],
	[ 'uuid_v7_drop_partitions', 'LOCK TABLE ONLY att.t' ],
	[ 'uuid_v7_drop_partitions', 'LOCK TABLE refers' ])
{
	my ($procedure, $obstacle) = @{$case};
	my $arguments = $procedure =~ /drop/ ? q{'2020-01-02'} : q{'2026-01-01', '2026-01-02', '1 day'};

	foreach my $schema ('public', 'hosted')
	{
		my ($waits, $calls, $steals) = map { uuidx_session($node) } 1 .. 3;
		my $tables = q{
			CREATE TABLE att.t (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
			CREATE TABLE att.t_p20200101 (id uuid NOT NULL);
			CREATE TABLE att.t_p20300101 (id uuid NOT NULL)};

		value($node, qq{SET client_min_messages = error; CREATE SCHEMA att AUTHORIZATION att; $tables;
			ALTER TABLE att.t ATTACH PARTITION att.t_p20200101
			  FOR VALUES FROM (uuid_v7_lower('2020-01-01')) TO (uuid_v7_lower('2020-01-02'));
			ALTER TABLE att.t ATTACH PARTITION att.t_p20300101 FOR VALUES FROM (uuid_v7_lower('2020-01-02'))
			  TO (uuid_v7_lower('2026-01-01'));
			CREATE TABLE refers (id uuid REFERENCES att.t)});
		my $table = value($node, q{SELECT 'att.t'::regclass::oid});

		$waits->query_safe("BEGIN; $obstacle");
		$calls->begin("CALL $schema.$procedure($table, $arguments);");
		$steals->query_until(qr/^steals$/m, "\\echo steals\nSET SESSION AUTHORIZATION att; BEGIN;
			ALTER SCHEMA att RENAME TO att_1; CREATE SCHEMA att; $tables;
			CREATE TABLE att.t_p20260101 (id uuid NOT NULL); COMMIT;\n");
		$node->poll_query_until('postgres', q{SELECT to_regnamespace('att_1') IS NOT NULL OR
			(SELECT count(*) = 2 FROM pg_locks WHERE NOT granted)}) or die;
		$waits->query_safe('ROLLBACK');
		$calls->query_until(qr/^called$/m, "\\echo called\n");
		$steals->query_until(qr/^stolen$/m, "\\echo stolen\n");

		# in the extension, the new name waits; some servers let it wait for a new table
		like($calls->{stderr}, $schema eq 'public' ? qr/1 (?:created|dropped)/
		  : $obstacle =~ /CREATE/ ? qr/1 created|by another session/ : qr/by another session/,
			"$schema.$procedure after $obstacle");
		is(value($node, q{SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class
			WHERE relnamespace = 'att'::regnamespace AND relkind IN ('r', 'p') AND relowner = 'att'::regrole
			AND NOT relispartition}), 't t_p20200101 t_p20260101 t_p20300101',
			'and leaves the tables in their place alone');
		is(value($node, qq{SELECT count(*) FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
			WHERE inhparent = $table AND (relnamespace <> 'att_1'::regnamespace OR relowner <> 10)}), '0',
			'and so do its partitions');
		$_->quit foreach $waits, $calls, $steals;
		value($node, 'SET client_min_messages = error; DROP TABLE refers; DROP SCHEMA att, att_1 CASCADE');
	}
}

done_testing();
