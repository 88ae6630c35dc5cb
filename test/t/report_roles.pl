# Which tables uuid_report() reads, for each role, table and way to call it: those that the role may
# read and that have no policies for it.  It runs no function that the table's expressions contain,
# which a plain query calls.
#
# And attacks on a report that waits for a lock, between the check of a table and its reading: a
# schema is renamed, and a view has the name of the table; an index with a function is committed; a
# child with one is added.
#
# In make test: nothing else shows that the report runs nothing of a table.

use UuidxTest;

my $node = uuidx_node('report_roles');
my @owners = qw(postgres alice bob);

# Each place calls a function that logs its name and the role that runs it, also after it has tried to
# become the role of the session.  The server lets no virtual column call one.
my $setup = q{
	SET client_min_messages = warning;
	CREATE ROLE alice;
	CREATE ROLE bob;
	CREATE ROLE deputy IN ROLE alice;
	CREATE ROLE reader;
	CREATE ROLE monitor IN ROLE pg_read_all_data;
	GRANT CREATE ON SCHEMA public TO alice, bob;
	CREATE FUNCTION says(text) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$BEGIN
	  RAISE LOG 'ran % as %', $1, current_user;
	  IF current_user <> session_user THEN
	    PERFORM set_config('role', session_user, true);
	    RAISE LOG 'ran % as %', $1, current_user;
	  END IF;
	  RETURN 1;
	EXCEPTION WHEN insufficient_privilege THEN RETURN 1; END$$;
	CREATE SCHEMA trap;
	GRANT USAGE ON SCHEMA trap TO public;
	CREATE FUNCTION trap.length(varchar) RETURNS integer
	  IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN public.says($1); END';
	CREATE FOREIGN DATA WRAPPER nowhere;
	CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
	GRANT USAGE ON FOREIGN SERVER nowhere TO public;
};
my $places = q{
	CREATE DOMAIN T_domain AS integer DEFAULT says('T domain_default') CHECK (VALUE + says('T domain') > 0);
	CREATE DOMAIN T_uuid AS uuid CHECK (VALUE IS NULL OR says('T uuid') > 0);
	CREATE TABLE T (id T_uuid, n integer CHECK (n + says('T check') > 0), more integer DEFAULT says('T default'),
	  made integer GENERATED ALWAYS AS (n + says('T stored')) STORED, narrow T_domain, label text)
	  PARTITION BY LIST ((n + says('T key')));
	CREATE TABLE T_part PARTITION OF T DEFAULT PARTITION BY LIST ((n + says('T part_key')));
	CREATE TABLE T_leaf PARTITION OF T_part DEFAULT;
	CREATE INDEX ON T (id);
	CREATE INDEX ON T ((n + says('T index')));
	CREATE INDEX ON T (n) WHERE n > says('T predicate');
	CREATE INDEX ON T ((n + 1::T_domain));
	CREATE FUNCTION T_cut(text) RETURNS text IMMUTABLE LANGUAGE sql
	  AS $$SELECT left($1, length('T inlined'::varchar))$$;
	CREATE INDEX ON T (T_cut(label));
	CREATE STATISTICS T_statistics ON (n + says('T statistics')) FROM T_leaf;
	CREATE POLICY few ON T USING (n >= says('T policy'));
	INSERT INTO T (id, n) VALUES (uuid_generate_v7(), 1);
};
my %kinds = (
	own => $places,
	guarded => "$places; ALTER TABLE T ENABLE ROW LEVEL SECURITY",
	forced => "$places; ALTER TABLE T ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
	mixed => "$places; RESET ROLE; ALTER TABLE T_leaf OWNER TO OTHER",
	child => q{CREATE TABLE T (id uuid PRIMARY KEY, n integer);
		INSERT INTO T VALUES (uuid_generate_v7(), 1);
		CREATE TABLE T_child () INHERITS (T); CREATE INDEX ON T_child (n) WHERE n > says('T child')},
	foreign => 'CREATE TABLE T (id uuid, n integer) PARTITION BY RANGE (id); CREATE INDEX ON T (id);
		CREATE FOREIGN TABLE T_far PARTITION OF T DEFAULT SERVER nowhere');

foreach my $i (0 .. $#owners)
{
	foreach my $kind (sort keys %kinds)
	{
		$setup .= "RESET ROLE; SET ROLE $owners[$i];"
		  . $kinds{$kind} =~ s/\bOTHER\b/$owners[$i - 1]/gr =~ s/\bT(?=\b|_)/${kind}_$owners[$i]/gr . ";\n";
	}
}
value($node, $setup . q{
	RESET ROLE;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO alice, bob, deputy, reader; });

# What a role's statements print in a new session, and what they run, as keys "table place as role"
sub ran
{
	my ($caller, @sql) = @_;
	my $stdout;

	new_log($node);
	$node->psql('postgres', join(";\n", "SET SESSION AUTHORIZATION $caller; SET search_path = trap, public", @sql),
		stdout => \$stdout, on_error_stop => 0);
	my %ran = map { $_ => 1 } new_log($node) =~ /LOG:  ran (\S+ \S+ as \S+)/g;
	return ($stdout, %ran);
}

sub lines { return join "\n", sort @_ }

foreach my $caller (@owners, qw(deputy reader monitor))
{
	my ($tables) = ran($caller, q{SELECT relname, (NOT row_security_active(oid) AND relname !~ '^foreign')::text
		FROM pg_class WHERE relkind IN ('r', 'p') AND relname ~ '^[a-z]+_(postgres|alice|bob)$'});
	my %read = map { split /\|/ } split /\n/, $tables;
	my (undef, %called) = ran($caller, map { "SELECT id FROM $_" } keys %read);

	is(scalar(keys %read), 18, "$caller: there are all tables");
	cmp_ok(scalar(keys %called), '>', 60, '... and queries call their functions');
	my %calls = (
		'all tables' => ['SELECT relation, (ids_read > 0)::text FROM uuid_report()'],
		'a table' => [ map { "SELECT '$_', (ids_read > 0)::text FROM uuid_report('$_')" } keys %read ],
		'a column' => [ map { "SELECT '$_', (ids_read > 0)::text FROM uuid_report('$_', 'id')" } keys %read ]);

	foreach my $way (sort keys %calls)
	{
		my ($printed, %ran) = ran($caller, @{ $calls{$way} });

		is(lines(split /\n/, $printed), lines(map { "$_|$read{$_}" } keys %read), "$caller, $way: what is read");
		is(lines(keys %ran), '', '... runs nothing of the tables');
	}
}

# Attacks of a role that owns a schema.  While another session has locked pg_depend, a report stops
# there, after it has checked the table, because it looks for what depends on the column "at"
my $attacker = uuidx_session($node);
my $gate = uuidx_session($node);
my $table = 'CREATE TABLE att.t (id uuid PRIMARY KEY, n integer,
	at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED); INSERT INTO att.t VALUES (uuid_generate_v7(), 1)';
my $rename = 'ALTER SCHEMA att RENAME TO former; CREATE SCHEMA att; GRANT USAGE ON SCHEMA att TO public;'
  . 'CREATE VIEW att.t AS SELECT attacks.evil(gen_random_uuid()) AS id, now() AS at; GRANT SELECT ON att.t TO public';
my $index = 'CREATE INDEX ON att.t ((id = attacks.evil(NULL)))';
my $child = 'CREATE TABLE att.child (CHECK (id <> attacks.evil(NULL))) INHERITS (att.t);
	CREATE INDEX ON att.child (id) WHERE n = 1 OR id = attacks.evil(id);
	INSERT INTO att.child VALUES (uuid_generate_v7(), 1)';

value($node, q{
	CREATE ROLE att;
	GRANT CREATE ON DATABASE postgres TO att;
	SET ROLE att;
	CREATE SCHEMA attacks; GRANT USAGE ON SCHEMA attacks TO public;
	CREATE FUNCTION attacks.evil(uuid) RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS $$BEGIN
	  IF current_user <> 'att' THEN RAISE LOG 'attack as %', current_user; END IF; RETURN $1; END$$});
foreach my $case (
	[ 'postgres', 'postgres', 'uuid_report()', $rename ],
	[ 'postgres', 'postgres', "uuid_report('att.t', 'id')", $rename ],
	[ 'att', 'monitor', "uuid_report('att.t')", $rename ], [ 'att', 'monitor', 'uuid_report()', $index ],
	[ 'att', 'postgres', "uuid_report('att.t')", $index ], [ 'att', 'postgres', 'uuid_report()', $child ])
{
	my ($owner, $caller, $call, $attack) = @$case;
	my $report = uuidx_session($node);

	value($node, "SET client_min_messages = warning; DROP SCHEMA IF EXISTS att, former CASCADE;
		CREATE SCHEMA att AUTHORIZATION att; GRANT ALL ON SCHEMA att TO public; SET ROLE $owner; $table;");
	$attacker->query_safe("SET ROLE att; BEGIN; $attack");
	new_log($node);
	$gate->query_safe('BEGIN; LOCK TABLE pg_depend');
	$report->begin("SET ROLE $caller;\nSELECT sum(ids_read) AS ids FROM $call \\gset");
	$attacker->query_safe('COMMIT');
	$gate->query_safe('COMMIT');
	$report->query_safe('SELECT 1');
	$report->quit;
	my @ran = new_log($node) =~ /LOG:  (attack as \w+)|(ERROR:.*)/g;
	is("@ran", '', "$call by $caller stops at a table of $owner, and runs nothing");
}

# While a report waits for the second child, the first one leaves the table, and gets other columns
foreach my $change ('DROP COLUMN id, ADD COLUMN id bigint DEFAULT 12345', 'RENAME id TO other')
{
	my $report = uuidx_session($node);

	value($node, "SET client_min_messages = warning; DROP SCHEMA IF EXISTS att, former CASCADE;
		CREATE SCHEMA att AUTHORIZATION att; SET ROLE att; CREATE TABLE att.t (id uuid);
		CREATE TABLE att.child () INHERITS (att.t); CREATE TABLE att.second () INHERITS (att.t);
		INSERT INTO att.child VALUES (uuid_generate_v7()); INSERT INTO att.second TABLE att.child");
	$gate->query_safe('BEGIN; LOCK TABLE att.second');
	$report->begin("SELECT ids_read AS ids FROM uuid_report('att.t') \\gset");
	$attacker->query_safe("ALTER TABLE att.child NO INHERIT att.t; ALTER TABLE att.child $change");
	$gate->query_safe('COMMIT');
	is($report->query_safe('SELECT :ids'), '1', "a child that leaves, $change: only the other is read");
	$report->quit;
}
$_->quit foreach $attacker, $gate;

done_testing();
