# What keeps a window keeps it.  A table of what it would run replaces pg_cron; a shell runs the
# lines of crontab.

package document::partitions;

use UuidxDocument;
use UuidxGuide qw($node);
use UuidxTest;

my $document = UuidxDocument->new($node, 'doc/partitions.md');
my $db = 'shop';

sub query { return $document->query($_[0]) }
sub error { return $document->error($_[0]) }

# The text of a block, or of one after another
sub text_of { return join("\n", map { $_->{sql} } map { $document->taken($_) } @_) }

# A database in UTC, with what the document shows of notices
sub utc_database
{
	my ($name) = @_;

	$document->database($name, 'CREATE EXTENSION uuidx');
	query("ALTER DATABASE $name SET timezone = 'UTC'; ALTER DATABASE $name SET client_min_messages = notice");
	return;
}

#
# A year of measurements, and the same for pg_partman
#
utc_database('measured');
my (undef, undef, $listed) = $document->block('Create partitions 1');
is(scalar(split(/\n/, $listed->{output})), 12, 'twelve partitions');
is(query('SELECT count(*), max(to_time) FROM uuid_v7_partitions($$measurements$$)'),
	'13|2028-01-01 00:00:00+00', 'and one');
# bounds of another generator: the calls lead nowhere, the block does
query(q{SELECT format('CREATE TABLE odd PARTITION OF measurements FOR VALUES FROM (%L) TO (%L)',
	uuid_v7_lower('2028-01-01Z'),
	left(uuid_v7_lower('2028-01-31 23:59:59.999Z')::text, 15) || 'abc-a123-0123456789ab') \gexec});
is(error(qq{CALL uuid_v7_create_partitions('measurements', '$_', '2028-06-01Z', '1 month')}), '42P17', "from $_")
  foreach '2028-02-01Z', '2028-01-31 23:59:59.999Z';
$document->block('Partitions with other bounds 1');
is(query('SELECT max(to_time) FROM uuid_v7_partitions($$measurements$$)'), '2028-06-01 00:00:00+00', 'it goes on');
query('DROP TABLE odd, measurements_until_2028_03, measurements_p20280301, measurements_p20280401,
	measurements_p20280501');
SKIP:
{
	my ($create) = $document->taken('pg_partman 1');
	skip('pg_partman is not available', 1)
	  if !query(q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_partman'});
	query(q{
		CREATE SCHEMA partman;
		CREATE EXTENSION pg_partman SCHEMA partman;
		DROP TABLE measurements;
		CREATE TABLE measurements (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), value double precision)
		  PARTITION BY RANGE (id)});
	skip('this pg_partman has no partitions by uuid', 1)
	  if query(q{SELECT string_to_array(extversion, '.')::integer[] < '{5,2}'
	    FROM pg_extension WHERE extname = 'pg_partman'}) eq 't';
	# create_partition() is its name from 5.4 on
	$create->{sql} =~ s/create_parent/create_partition/ if query(q{SELECT count(*) FROM pg_proc
		WHERE proname = 'create_partition' AND pronamespace = 'partman'::regnamespace});
	$document->runs('pg_partman', $create);
	is(query('INSERT INTO measurements (value) VALUES (1) RETURNING tableoid::regclass::text ~ $$_p20$$'),
		't', 'pg_partman makes partitions');
}

#
# An existing table; t/recipes.pl has one of everything
#
utc_database('existing');
query(q{CREATE ROLE app;
	CREATE TABLE tenants (id integer PRIMARY KEY);
	INSERT INTO tenants VALUES (1);
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7()
	  CHECK (uuid_is_v7(id)), n bigint GENERATED ALWAYS AS IDENTITY (INCREMENT 3), serial serial,
	  tenant integer DEFAULT 1 CONSTRAINT events_tenant_fkey REFERENCES tenants,
	    owner name NOT NULL DEFAULT current_user);
	CREATE INDEX events_of_tenant ON events (tenant, id);
	ALTER TABLE events ENABLE ROW LEVEL SECURITY;
	INSERT INTO events (id) SELECT uuid_generate_v7(t)
	  FROM generate_series('2026-01-01'::timestamptz, '2026-09-30', '1 day') AS t;
	GRANT SELECT, INSERT, UPDATE, DELETE ON events TO app; GRANT USAGE ON SEQUENCE events_serial_seq TO app;
	CREATE VIEW recent WITH (security_invoker = true) AS SELECT * FROM events WHERE id >= now() - interval '1 hour';
	CREATE TABLE notes (event uuid CONSTRAINT notes_event_fkey REFERENCES events);
	INSERT INTO notes SELECT id FROM events;
	CREATE POLICY own ON events USING (owner = current_user);
	CREATE PUBLICATION pub FOR TABLE events;
	CREATE TRIGGER same BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()});
my $before_attach = query(q{SELECT count(*), relfilenode, max(n)
	FROM events, pg_class WHERE relname = 'events' GROUP BY 2});
my $identity = text_of('Partition an existing table 4');
my $convert = text_of(map { "Partition an existing table $_" } 1 .. 3) =~ s/^(?=ALTER TABLE events ATTACH)/$identity/mr;
$node->psql('existing', $convert =~ s/^:dependents;$/$&\nSELECT 1 \/ 0;/mr, stderr => \my $said, on_error_stop => 0);
is(query(q{SELECT count(*), (SELECT relkind FROM pg_class WHERE relname = 'events')
	FROM events}) . error('TABLE events_old'), '273|r42P01', 'if it fails, nothing has changed');
$node->psql('existing', 'SET client_min_messages = debug1;' . $convert,
	stdout => \my $listed_objects, stderr => \$said, on_error_die => 1);
is(join(' ', $listed_objects
  =~ /^(policy|privileges|publication|row-level security|rule|sequence|table constraint|trigger)\b/mg),
	'policy privileges publication row-level security rule sequence sequence table constraint table constraint trigger',
		'what is listed');
my ($attach) =
  $said =~ /:(\d+): DEBUG:  partition constraint for table "events_old" is implied by existing constraints/;
ok($attach, 'ATTACH does not read the table') or diag($said);
unlike($said, qr/:$attach: DEBUG:  v(?:erify|alidat)ing|verifying table "events_old"/, 'nor does its foreign key');
is(query(q{SELECT count(*), (SELECT relfilenode FROM pg_class WHERE relname = 'events_old'), max(n) FROM events}),
	$before_attach, 'it is the first partition, with all rows');
query(q{CALL uuid_v7_create_partitions('events', '2026-10-15Z', '2027-05-15Z', '1 month')});
is(query(q{SELECT string_agg(partition::text, ' ' ORDER BY from_time) FROM uuid_v7_partitions('events')}),
	join(' ', 'events_old', map { "events_p20270${_}01" } 1 .. 5), 'its months count as existing');
is(query(q{INSERT INTO events (id) VALUES (uuid_v7_lower('2026-12-31 23:59:59.999')), (uuid_v7_lower('2027-01-01'))
	RETURNING tableoid::regclass, n > 3 * 272, serial > 273}),
	"events_old|t|t\nevents_p20270101|t|t", 'rows of both, with numbers that go on');
is(error(q{INSERT INTO events (id, tenant) VALUES (uuid_v7_lower('2027-02-01'), 2)}) . error(q{DELETE FROM tenants}),
	'2350323503', 'foreign keys are checked');
is(error(q{INSERT INTO notes VALUES (uuid_v7_lower('2027-02-01'))}) . error(q{INSERT INTO notes
	VALUES (uuid_v7_lower('2027-01-01'))}), '23503', 'those of others, too');
is(query(q{SET ROLE app; INSERT INTO events DEFAULT VALUES RETURNING tableoid::regclass}),
	'events_old', 'the application has its privileges');
is(query(q{SET ROLE app; SELECT count(*), count(*) FILTER (WHERE owner = 'app') FROM events}),
	'1|1', 'and its policy hides the rows of others');

# Old rows: in batches
my ($delete) = document('doc/partitions.md') =~ /batches: `(DELETE FROM events .*?)`/;
query(q{DELETE FROM notes; INSERT INTO events (id)
	SELECT uuid_generate_v7(now() - n * interval '1 day') FROM generate_series(366, 1600) AS n});
is(join(' ', map { query("WITH d AS ($delete RETURNING id) SELECT count(*), count(*) FILTER (WHERE id >= now() -
	interval '1 year') FROM d") } 1 .. 3) =~ s/(?<=\|0 )\d+(?=\|)/n/r, '1000|0 n|0 0|0', 'old rows, and no other');
query(q{DROP PUBLICATION pub});

#
# Partitions by another column: 365 days
#
utc_database('by_day');
my ($create, $explain) = $document->taken('Partitions by another column 1');
$document->runs('Partitions by another column 1', $create);
query(q{
	SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)',
	  to_char(day, 'MMDD'), day, day + interval '1 day')
	FROM generate_series('2026-01-01'::timestamptz, '2026-12-31', interval '1 day') AS day \gexec
	INSERT INTO orders SELECT uuid_generate_v7(t), t
	  FROM generate_series(timestamptz '2026-03-09', '2026-03-11 23:00', '15 seconds') AS t;
	VACUUM ANALYZE orders_0309, orders_0310, orders_0311});
my ($partitions) = $explain->{shown} =~ s/->  \.\.\. +-- (.*), and no other of the 365/.../r ? $1 : '';
$explain->{shown} =~ s/->  \.\.\. .*/.../;
query(q{ALTER DATABASE by_day SET session_preload_libraries = 'uuidx'});
$document->runs('Partitions by another column 1', $explain);
unlike(query(q{EXPLAIN SELECT FROM orders WHERE id >= timestamptz '2026-12-30'}),
	qr/uuid_is_v7/, 'no filter by version');
is(error(q{INSERT INTO orders VALUES (uuid_v7_lower('2026-06-15'), '2026-06-16 00:00:00.000001')}),
	'23514', 'a row beyond the tolerance');
is(join(' and ', $explain->{output} =~ /(?:^.*?\bon (?!orders_0309)(\w+))/mg), $partitions, 'and no other of the 365');

#
# On an existing table
#
utc_database('shop');
query(q{
	CREATE TABLE orders (id uuid, created_at timestamptz NOT NULL, PRIMARY KEY (id, created_at))
	  PARTITION BY RANGE (created_at);
	CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM ('2026-06-01') TO ('2026-06-15');
	CREATE TABLE orders_2 PARTITION OF orders FOR VALUES FROM ('2026-06-15') TO ('2026-07-01');
	INSERT INTO orders SELECT uuid_generate_v7(t), t
	  FROM generate_series(timestamptz '2026-06-01', '2026-06-30', '1 hour') AS t});
my ($beyond, undef, undef, $validate) = $document->block('Partitions by another column 2');
is($beyond->{output}, '0', $beyond->{comment});
query(q{ALTER DATABASE shop SET session_preload_libraries = 'uuidx'});
my $id = query(q{SELECT id FROM orders WHERE created_at = '2026-06-03'});
unlike(query("EXPLAIN (COSTS OFF) SELECT FROM orders WHERE id = '$id'"),
	qr/orders_2/, 'its first lookup has one partition');
is(query("BEGIN; ALTER TABLE orders DROP CONSTRAINT orders_within;
	INSERT INTO orders VALUES ('$id', '2026-06-20'); $beyond->{sql}"), '1', 'a row beyond is counted');
like(query("BEGIN; ALTER TABLE orders DROP CONSTRAINT orders_within,
	ADD CONSTRAINT orders_within CHECK (uuid_v7_within(id, created_at, '1 day')) NOT VALID; COMMIT;
	BEGIN; $validate->{sql} SELECT string_agg(DISTINCT mode, ' ') FROM pg_locks
	  WHERE relation = 'orders'::regclass"), qr/^ShareUpdateExclusiveLock$/, $validate->{comment});
query('DROP TABLE orders; ALTER DATABASE shop RESET ALL');

#
# A window, in a time zone that is not UTC
#

# Runs a line of crontab; what it prints, which cron would send as mail
sub crontab
{
	my ($command) = @_;
	local %ENV = (%ENV, PGHOST => $node->host, PGPORT => $node->port, PGOPTIONS => '-c client_min_messages=notice');

	return qx($command 2>&1);
}

# A table with the months of two years and of the present one, or of one that is past
sub new_table
{
	my ($to) = @_;

	query(sprintf q{DROP TABLE IF EXISTS measurements;
		CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
		CALL uuid_v7_create_partitions('measurements', now() - interval '25 months', %s, '1 month')}, $to // 'now()');
	return;
}

# Whether what is there is the window: a year, with the month that it begins in, and so many months ahead
sub window
{
	my ($name, $ahead) = @_;

	is(query(q{SELECT min(from_time) = date_trunc('month', now() - interval '1 year', 'UTC'),
		max(to_time) >= now() + interval '} . $ahead . q{ months', bool_or(now() >= from_time AND now() < to_time)
			FROM uuid_v7_partitions('measurements')}), 't|t|t', "$name: the window");
	return;
}

new_table();
my $nightly = text_of('Keep a rolling window 1');
query($nightly);
window('two statements', 3);
query($nightly);
window('again', 3);

new_table();
my ($line) = text_of('Keep a rolling window 2') =~ /^5 3 \* \* \*  +(psql .*)$/mg;
unlike($line, qr/%/, 'cron takes % for the end of a line');
is(crontab($line), '', $line);
window('crontab', 3);
new_table(q{now() - interval '5 months'});
my $ahead = text_of('Keep a rolling window 3') =~ s/;\n//r;
is(query("SELECT ahead < interval '0' FROM ($ahead) AS a"), 't', 'a job that did not run for months');
is(crontab($line), '', 'fills the gap');
window('healed', 3);
is(query("SELECT ahead > interval '2 months' FROM ($ahead) AS a"), 't', 'and is ahead again');

# The drop runs only after a create that succeeded; each waits no longer than lock_timeout
sub there { return query(q{SELECT count(*) FROM uuid_v7_partitions('measurements')}) }

new_table();
my $there = there();
query(q{CREATE TABLE taken (); SELECT format('ALTER TABLE taken RENAME TO measurements_p%s',
	to_char(date_trunc('month', now(), 'UTC') + interval '3 months', 'YYYYMM01')) \gexec});
like(crontab($line), qr/ERROR/, 'a create that fails');
is(there(), $there, 'nothing is dropped');
query(q{SELECT format('DROP TABLE measurements_p%s', to_char(date_trunc('month', now(), 'UTC') + interval '3 months',
	'YYYYMM01')) \gexec});
query(q{CREATE TABLE measurements_default PARTITION OF measurements DEFAULT});
{
	my $idle = uuidx_session($node, $db);

	$idle->query_safe('BEGIN; SELECT count(*) FROM measurements');
	like(crontab($line =~ s/'5s'/'1ms'/r), qr/ERROR/, 'an idle transaction is not waited for');
	is(there(), $there + 1, 'nothing is created or dropped');
	$idle->query_safe('ROLLBACK');
	$idle->quit;
}

new_table();
query(q{CREATE SCHEMA cron; CREATE TABLE cron.job (job text, at text, command text);
	CREATE FUNCTION cron.schedule(text, text, text) RETURNS void
	  LANGUAGE sql AS 'INSERT INTO cron.job VALUES ($1, $2, $3)'});
query(text_of('Keep a rolling window 4'));
is(error(query('SELECT command FROM cron.job')), '', 'the job of pg_cron');
window('pg_cron', 3);
is(query('SHOW lock_timeout'), '5s', 'pg_cron: lock_timeout');

# Nobody waits for DETACH ... CONCURRENTLY, and FINALIZE completes it
new_table();
my ($detach_all, $finalize) = map { text_of($_) } 'Drop without blocking 1', 'Drop without blocking 2';
query($detach_all);
window('CONCURRENTLY', 0);
new_table();
my $reader = uuidx_session($node, $db);
$reader->query_safe('BEGIN; SELECT count(*) FROM measurements');
is(state_of($node, q{SET lock_timeout = '1ms'; } . $detach_all, $db), '55P03', 'CONCURRENTLY waits for a reader');
is(state_of($node, q{SET lock_timeout = '1ms'; SELECT count(*) FROM measurements;
	INSERT INTO measurements VALUES (uuid_generate_v7())}, $db), '', 'nobody waits for it');
$reader->query_safe('ROLLBACK');
$reader->quit;
is(query(q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'measurements'::regclass AND inhdetachpending}),
	'1', 'one is left half detached');
query($finalize);
is(query(q{SELECT count(*) FROM pg_inherits WHERE inhdetachpending}), '0', 'and is completed');
query($detach_all);
window('CONCURRENTLY, again', 0);
is(query(q{SELECT count(*) FROM pg_class WHERE relname ~ '^measurements_p' AND relkind = 'r'}),
	query(q{SELECT count(*) FROM uuid_v7_partitions('measurements')}), 'nothing else is left');
query('CREATE TABLE measurements_default PARTITION OF measurements DEFAULT');
my $detach = q{ALTER TABLE measurements DETACH PARTITION %s CONCURRENTLY};
my $first = query(q{SELECT partition FROM uuid_v7_partitions('measurements') ORDER BY from_time LIMIT 1});
is(state_of($node, sprintf($detach, $first), $db), '55000', 'not with a default partition');
query('CREATE TABLE expired PARTITION OF measurements FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower($$2000-01-01$$))');
$node->psql($db, $detach_all, on_error_stop => 0, stderr => \$said);
is(($said =~ /ERROR:  (cannot detach partitions concurrently)/)[0] . '|'
  . query('SELECT count(*) FROM pg_inherits WHERE inhrelid = $$expired$$::regclass'),
	'cannot detach partitions concurrently|1', 'a partition that is still attached is not dropped');
query('DROP TABLE expired, measurements_default');
is(state_of($node, 'BEGIN; ' . sprintf($detach, $first), $db), '25001', 'nor in a transaction block');
is(state_of($node, 'DO $$BEGIN ' . sprintf($detach, $first) . '; END$$', $db), '25001', 'nor in a function');

# By created_at
query(q{CREATE TABLE orders (id uuid NOT NULL DEFAULT uuid_generate_v7(), created_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (id, created_at), CHECK (uuid_v7_within(id, created_at, '1 day'))) PARTITION BY RANGE (created_at)});
# Rows of an earlier time; and an id that is stored twice
query(q{CREATE TABLE orders_earlier PARTITION OF orders FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')});
is(state_of($node, q{INSERT INTO orders (created_at) VALUES ('2020-01-15')}, $db), '23514', 'the default id is of now');
is(state_of($node, q{INSERT INTO orders (id, created_at) VALUES (uuid_generate_v7('2020-01-15'), '2020-01-15')}, $db),
	'', 'uuid_generate_v7($1), $1');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at + interval '1 hour' FROM orders_earlier}, $db),
	'', 'an id twice');
query(q{DELETE FROM orders; ALTER TABLE orders ADD CHECK (uuid_v7_within(id, created_at, '0'))});
is(state_of($node, q{INSERT INTO orders SELECT id, uuid_v7_timestamp(id)
	FROM (SELECT uuid_generate_v7('2020-01-15')) AS made (id)}, $db), '', 'the time of the id');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at + interval '1 ms' FROM orders_earlier}, $db),
	'23514', 'not with another time');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at FROM orders_earlier}, $db), '23505', 'so not twice');

$document->finish;

1;
