# Functions that others put into expressions of a table: which of them run, and as whom.  Each place
# that holds an expression calls one that says so.  Planning runs what the server runs, and nothing
# else; what lists partitions and dependents runs nothing; the partition procedures run functions as
# the owner of the table only, also for a superuser.
#
# In make test: nothing else notices as whom the partition procedures run functions.

use FindBin;
use lib "$FindBin::RealBin/lib";
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
$node->stop;
done_testing();
