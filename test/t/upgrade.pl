# A database that has lived with uuidx is the same, in its rows, their order, its indexes, after
# pg_dump and pg_restore, and after pg_upgrade, which takes files and catalogs as they are.  From
# the older server of UUIDX_OLD_PG_CONFIG to the present one, or else from that to itself.
#
# Only in make test-all: needs minutes with two servers; make test-upgrade.
# One server is enough: make test-upgrade runs this to the newest.

use File::Basename qw(dirname);
use UuidxFault;
use UuidxTest;

# A cluster that is not yet started, with the extensions in a schema that pg_dump and pg_restore do not search
sub new_node
{
	my $node = PostgreSQL::Test::Cluster->new(@_);

	$node->init(extra => [ '--encoding=UTF8', '--no-locale', '--data-checksums' ]);
	$node->append_conf('postgresql.conf', q{timezone = 'Asia/Kathmandu'
		autovacuum = off
		log_statement = none
		search_path = 'public, "odd schema"'});
	return $node;
}

my $fault = UuidxFault->new;
my $older = $ENV{UUIDX_OLD_PG_CONFIG};
my $old = new_node('old', $older ? (install_path => dirname(dirname($older))) : ());
my $new = new_node('new');
my $step = 'from ' . $old->pg_version . ' to ' . $new->pg_version;

sub bindir { return scalar($_[0]->config_data('--bindir')) =~ s/\n\z//r }

# What is in the database, by name
my %looks = (
	'events' => q{SELECT count(*), md5(string_agg(events::text, chr(10) ORDER BY id)) FROM events},
	'mixed in order' => q{SELECT count(*), md5(string_agg(s::text, chr(10)))
		FROM (SELECT n, id FROM mixed ORDER BY id USING ~<~) AS s},
	'partitions' => q{SELECT string_agg(relname || pg_get_expr(relpartbound, oid, true), chr(10) ORDER BY relname)
		FROM pg_class WHERE relispartition AND relkind = 'r'},
	'rows in partitions' => q{SELECT string_agg(s::text, chr(10) ORDER BY s::text) FROM (
		SELECT tableoid::regclass, count(*), md5(string_agg(id::text, ',' ORDER BY id)) FROM by_day GROUP BY 1
		UNION ALL SELECT tableoid::regclass, count(*), md5(string_agg(id::text, ',' ORDER BY id))
		  FROM by_year GROUP BY 1) AS s},
	'partition list' => q{SELECT string_agg(s::text, chr(10) ORDER BY s::text) FROM uuid_v7_partitions('by_day') AS s},
	'times' => q{SELECT md5(string_agg(uuid_v7_timestamp_us(id)::text || uuid_time(id)::text, ',' ORDER BY id))
		FROM events},
	'extremes' => q{SELECT * FROM extremes},
	'explained' => q{SELECT md5(string_agg(e::text, ',' ORDER BY n)) FROM explained AS e},
	'months' => q{SELECT string_agg(m::text, chr(10) ORDER BY m::text) FROM months AS m},
	'domain' => q{SELECT count(*), md5(string_agg(with_domain::text, chr(10) ORDER BY id)) FROM with_domain},
	'function' => q{SELECT since('2010-01-01 00:00+00')},
	'checks' => q{SELECT string_agg(pg_get_constraintdef(oid), chr(10) ORDER BY conname)
		FROM pg_constraint WHERE contype = 'c'},
	'indexes' => q{SELECT string_agg(indexdef, chr(10) ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'public'},
	'version' => q{SELECT string_agg(extname || ' ' || extversion, ', ' ORDER BY extname)
		FROM pg_extension WHERE extname LIKE 'uuidx%'});

sub state_of_life
{
	my ($node, $database) = @_;

	return { map { $_ => value($node, $looks{$_}, $database) } keys %looks };
}

# sound($node, $name, $database): tests that indexes, operators and functions do what they should,
# whatever the rows are.
sub sound
{
	my ($node, $name, $database) = @_;

	my @indexes = split(
		/\n/,
		value($node, q{SELECT indexrelid::regclass || bt_index_parent_check(indexrelid, true, true)::text
			FROM pg_index JOIN pg_class ON oid = indexrelid JOIN pg_am ON pg_am.oid = relam
			WHERE amname = 'btree' AND relkind = 'i' AND relnamespace = 'public'::regnamespace}, $database));
	cmp_ok(scalar @indexes, '>', 15, "$name: amcheck finds all indexes sound");

	# each index against the table itself
	my @plans = map { join(' ', map { "SET enable_$_ = off;" } split) }
	  'indexscan indexonlyscan bitmapscan', 'seqscan bitmapscan', 'seqscan indexscan indexonlyscan';
	foreach my $question (
		[ 'events', q{id BETWEEN uuid_v7_lower('2011-01-01') AND uuid_v7_upper('2012-01-01')} ],
		[ 'events', q{uuid_v7_timestamp_us(id) < '2004-01-01'} ],
		[ 'events', q{id > timestamptz '2016-01-01' AND n > 100} ],
		[ 'mixed', q{id ~<~ timestamptz '2020-03-01 12:00+00'} ],
		[ 'by_day', q{id >= timestamptz '2026-01-03 12:00+00'} ],
		[ 'by_year', q{id ~>~ timestamptz '2020-05-05'} ])
	{
		my ($table, $where) = @{$question};
		my ($answer, @others) = map { value($node, "$_ SELECT count(*),
			md5(string_agg(id::text, ',' ORDER BY id)) FROM $table WHERE $where", $database)
		} @plans;

		is($_, $answer, "$name: the same rows of $table WHERE $where") foreach @others;
	}
	like(value($node, q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events
		WHERE n = 70 AND id <@ '[2016-02-20 00:00+00,2016-02-21 00:00+00)'::tstzrange}, $database),
		qr/events_late/, "$name: a partial index is used");
	like(value($node, q{EXPLAIN (COSTS OFF) SELECT FROM by_day
		WHERE id >= timestamptz '2026-01-07 00:00+00'}, $database),
		qr/^(?!.*Append).*Scan .*on by_day\w*/s, "$name: partitions are pruned");
	is( join(' ',
		map { state_of($node, "INSERT INTO $_", $database) } "events (id) VALUES (uuid_generate_v7('1985-01-01'))",
		'with_domain VALUES (uuid_generate_v6())', "with_domain VALUES (uuid_v7_lower('1970-06-01'))"),
		'23514 23514 23514',
		"$name: constraints hold");

	# what the catalogs of an older server call is there in this one's library
	my @functions = split(
		/\n/,
		value($node, q{SELECT pg_proc.oid::regprocedure || fmgr_c_validator(pg_proc.oid)::text FROM pg_proc
			JOIN pg_language ON pg_language.oid = prolang AND lanname = 'c'
			JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
			JOIN pg_extension ON pg_extension.oid = refobjid AND extname LIKE 'uuidx%'}, $database));
	cmp_ok(scalar @functions, '>', 50, "$name: all functions are in the library");
	return;
}

# go_on($node, $name, $database): tests that generation goes on: new rows come after all that were
# made by the clock.
sub go_on
{
	my ($node, $name, $database) = @_;

	is(value($node, q{
			CREATE TEMP TABLE known AS SELECT id FROM events;
			INSERT INTO events SELECT FROM generate_series(1, 5000);
			SELECT count(*), min(id) > (SELECT max(id) FROM known), count(*) - count(DISTINCT id) FROM events
			WHERE id NOT IN (SELECT id FROM known)}, $database),
		'5000|t|0',
		"$name: new ids come after all older ones");
	return;
}

# --- All that a database can have of uuidx
$fault->start($old);
value($old, q{
	CREATE SCHEMA "odd schema";
	CREATE EXTENSION uuidx SCHEMA "odd schema";
	CREATE EXTENSION uuidx_ids SCHEMA "odd schema";
	CREATE EXTENSION amcheck;

	-- a table keyed by v7, with rows of now and of other times
	CREATE TABLE events (
	  id uuid PRIMARY KEY DEFAULT uuid_generate_v7(),
	  n integer GENERATED ALWAYS AS IDENTITY,
	  at timestamptz GENERATED ALWAYS AS (uuid_v7_timestamp(id)) STORED,
	  named uuid GENERATED ALWAYS AS (uuid_generate_v5_sha1(uuid_namespace('dns'), id::text)) STORED,
	  late boolean GENERATED ALWAYS AS (id >= timestamptz '2016-01-01 00:00+00') STORED,
	  CHECK (id >= timestamptz '1990-01-01 00:00+00' AND id < timestamptz '9999-01-01 00:00+00'),
	  CHECK (id <@ tstzrange('1980-01-01 00:00+00', NULL) AND uuid_version(id) = 7));
	INSERT INTO events (id)
	  SELECT uuid_generate_v7(timestamptz '2001-02-03 04:05:06+00' + s * interval '123456.789 seconds')
	  FROM generate_series(1, 5000) AS s;
	INSERT INTO events SELECT FROM generate_series(1, 5000);
	CREATE INDEX events_time ON events (uuid_v7_timestamp_us(id));
	CREATE INDEX events_late ON events (n)
	  WHERE id > timestamptz '2015-01-01 00:00+00' AND id <@ '(,3000-01-01 00:00+00]';
	CREATE INDEX events_brin ON events USING brin (id);
	CREATE STATISTICS events_statistics ON n, (uuid_time(id)) FROM events;

	-- all versions, in the order of their times
	CREATE TABLE mixed (n integer, id uuid, CHECK (id ~<~ timestamptz 'infinity' OR uuid_time(id) IS NULL));
	INSERT INTO mixed SELECT s, CASE s % 5 WHEN 0 THEN uuid_generate_v7(at) WHEN 1 THEN uuid_generate_v6(at)
	    WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(at)) WHEN 3 THEN uuid_generate_v4_random()
	    ELSE uuid_generate_v5_sha1(uuid_namespace('dns'), s::text) END
	  FROM (SELECT s, timestamptz '2020-01-01 00:00+00' + (s * 7919 % 1009) * interval '1 hour' AS at
	    FROM generate_series(1, 5000) AS s) AS times;
	CREATE UNIQUE INDEX mixed_by_time ON mixed (id uuid_time_ops);
	CREATE INDEX mixed_down ON mixed (id uuid_time_ops DESC, n);
	CREATE INDEX mixed_brin ON mixed USING brin (id uuid_time_minmax_ops);
	CREATE INDEX mixed_brin_multi ON mixed USING brin (id uuid_time_minmax_multi_ops);

	-- partitions by bytes, and by time
	CREATE TABLE by_day (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('by_day', '2026-01-01 00:00+00', '2026-01-08 00:00+00', '1 day');
	INSERT INTO by_day SELECT uuid_generate_v7(timestamptz '2026-01-01 00:00+00' + s * interval '10 minutes', s), s
	  FROM generate_series(0, 1007) AS s;
	CREATE TABLE by_year (id uuid, n integer, PRIMARY KEY (id)) PARTITION BY RANGE (id uuid_time_ops);
	CREATE TABLE by_year_2025 PARTITION OF by_year FOR VALUES FROM
	  (MINVALUE) TO (uuid_time_lower('2026-01-01 00:00+00'));
	CREATE TABLE by_year_2026 PARTITION OF by_year
	  FOR VALUES FROM (uuid_time_lower('2026-01-01 00:00+00')) TO (uuid_time_after('infinity'));
	CREATE TABLE by_year_none PARTITION OF by_year DEFAULT;
	INSERT INTO by_year SELECT id, n FROM mixed;

	-- what is written with operators, functions and aggregates
	CREATE VIEW extremes AS SELECT min(id),
	  max(id) FILTER (WHERE timestamptz '2014-01-01 00:00+00' > id) FROM events
	  WHERE at < '2025-01-01 00:00+00';
	CREATE VIEW ordered AS SELECT n, id FROM mixed
	  WHERE id ~>=~ timestamptz '2020-02-01 00:00+00' ORDER BY id USING ~<~;
	CREATE VIEW explained AS SELECT n, (i).* FROM events, uuid_inspect(id) AS i;
	CREATE MATERIALIZED VIEW months AS SELECT * FROM uuid_v7_partitions('by_day');
	CREATE DOMAIN v7 AS uuid
	  CHECK (uuid_version(VALUE) = 7 AND VALUE >= timestamptz '1971-01-01 00:00+00') DEFAULT uuid_generate_v7();
	CREATE TABLE with_domain (id v7 PRIMARY KEY, ulid text GENERATED ALWAYS AS (uuid_to_id('ulid', id)) STORED);
	-- pg_upgrade loses what an index on the domain itself needs
	CREATE INDEX with_domain_brin ON with_domain USING brin ((id::uuid) uuid_time_minmax_ops);
	INSERT INTO with_domain SELECT id FROM by_day;
	CREATE FUNCTION since(timestamptz) RETURNS bigint STABLE RETURN (SELECT count(*)
	  FROM events WHERE events.id >= $1);
	ANALYZE;
});
sound($old, 'before');
my $before = state_of_life($old);

# --- pg_dump and pg_restore of the present server, which know older servers
my $restored = new_node('restored');
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump';

$fault->start($restored);
foreach my $format ('custom', 'plain', 'plain, with inserts')
{
	my ($database, $name) = ($format =~ s/\W//gr, "$step, $format");
	my @options = $format =~ /inserts/ ? ('--inserts', '--rows-per-insert', 100) : ();
	my @restore = $format =~ /custom/ ? qw(pg_restore --exit-on-error --jobs 2)
	  : ('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-f');

	$restored->command_ok([ 'pg_dump', '--format', $format =~ s/,.*//r, @options, '--file', $dump,
		$old->connstr('postgres') ], "$name: pg_dump");
	value($restored, "CREATE DATABASE $database TEMPLATE template0");
	$restored->command_ok([ @restore, $dump, '-d', $restored->connstr($database) ], "$name: again");
	is_deeply(state_of_life($restored, $database), $before, "$name: all is as it was");
	sound($restored, $name, $database);
	go_on($restored, $name, $database);
}
$_->stop foreach $restored, $old;

# --- pg_upgrade
chdir PostgreSQL::Test::Utils::tempdir;
$new->command_ok(
	[
		'pg_upgrade', '--no-sync', '--old-datadir', $old->data_dir, '--new-datadir', $new->data_dir,
		'--old-bindir', bindir($old), '--new-bindir', bindir($new), '--socketdir', $new->host,
		'--old-port', $old->port, '--new-port', $new->port, '--jobs', 2
	],
	"pg_upgrade $step");
chdir $top;

$fault->start($new);
is_deeply(state_of_life($new), $before, "$step: all is as it was");
sound($new, $step);
go_on($new, $step);
sound($new, "$step, later");

# What was taken over is what the present server would have made
my $members = q{SELECT string_agg(pg_describe_object(classid, objid, 0),
	chr(10) ORDER BY pg_describe_object(classid, objid, 0) COLLATE "C")
	FROM pg_depend WHERE deptype = 'e' AND refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'uuidx%')};
value($new, 'CREATE DATABASE fresh TEMPLATE template0');
value($new, 'CREATE SCHEMA "odd schema"; CREATE EXTENSION uuidx SCHEMA "odd schema";
	CREATE EXTENSION uuidx_ids SCHEMA "odd schema"', 'fresh');
is(value($new, $members), value($new, $members, 'fresh'), "$step: the extension has the members of a fresh one");

# An index built now, with this server's sort, is the one that was taken over
value($new, 'REINDEX TABLE mixed; REINDEX TABLE events');
is(value($new, q{SELECT count(*)
	FROM (SELECT id, lag(id) OVER () AS previous FROM ordered) AS neighbours WHERE id ~<=~ previous}),
	'0', "$step: in order after reindexing");
sound($new, "$step, reindexed");

done_testing();
