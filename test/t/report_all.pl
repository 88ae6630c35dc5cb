# uuid_report() on a database with many tables, and on a table with many partitions, more than the
# server could lock at once; and tables and indexes that other sessions have locked, for which it does
# not wait.

# One server is enough
# In make test: nothing else has uuid_report() beside locks and large databases.

use UuidxTest;

# room for some 400 locks
my $node = uuidx_node('report_all',
	conf => "max_locks_per_transaction = 10\nmax_connections = 20\nfsync = off\nautovacuum = off\nlock_timeout = 30s");
my $tables = 1500;

value($node, "SELECT format('CREATE TABLE t%s (id uuid PRIMARY KEY, at timestamptz)', n)
	FROM generate_series(1, $tables) AS n \\gexec");
is(value($node, q{SELECT count(*), count(*) FILTER (WHERE next_step LIKE 'Not read%') FROM uuid_report()}),
	"$tables|0", "$tables tables are read");
is(value($node, q{SELECT count(*) FROM uuid_report() WHERE pg_relation_size(relation) > 0}), 0, 'and once more');

# what others have locked, and their temporary tables
my $other = uuidx_session($node);
my $lines = q{SELECT relation, next_step FROM uuid_report() WHERE next_step LIKE 'Not read%' ORDER BY relation::oid};

$other->query_safe('BEGIN; LOCK TABLE t3; ALTER TABLE t5 ADD n integer');
is(value($node, $lines),
	join("\n", map { "$_|Not read: another session has locked public.$_." } 't3', 't5'),
	'a locked table is not waited for');
$other->query_safe('ROLLBACK; BEGIN; REINDEX INDEX t7_pkey');
is(value($node, $lines), 't7|Not read: another session has locked public.t7_pkey.', 'nor a locked index');
$other->query_safe('ROLLBACK');
is(value($node, $lines), '', 'later they are read');
$other->query_safe('CREATE TEMP TABLE t0 (id uuid PRIMARY KEY); CREATE TEMP TABLE child () INHERITS (t1)');
is(value($node, q{SELECT count(*) FROM uuid_report()}), $tables, 'a temporary table of another session is left out');
is(value($node, q{INSERT INTO t1 VALUES (uuid_generate_v7()); SELECT by_time FROM uuid_report('t1')}),
	'fast by operators only', 'also if it inherits');

# partitions are locked one by one
value($node, q{
	CREATE TABLE parts (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	SELECT format('CREATE TABLE parts_%s PARTITION OF parts FOR VALUES FROM (%L) TO (%L)',
	  n, uuid_v7_lower(to_timestamp(n)), uuid_v7_lower(to_timestamp(n + 1)))
	FROM generate_series(0, 399) AS n \gexec
	SELECT format('INSERT INTO parts_%s VALUES (%L)', n, uuid_v7_lower(to_timestamp(n)))
	FROM generate_series(0, 399) AS n \gexec});
is(value($node, q{SELECT ids_read FROM uuid_report() WHERE relation = 'parts'::regclass}), 100,
	'400 partitions are sampled');
is(value($node, q{BEGIN; SELECT ids_read FROM uuid_report('parts');
	SELECT string_agg(relation::regclass::text, ' ') FROM pg_locks
	WHERE pid = pg_backend_pid() AND relation::regclass::text ~ 'parts'}), "400\nparts",
	'or read, and none stays locked');
$other->query_safe('BEGIN; LOCK TABLE parts_9');
is(value($node, $lines), 'parts|Not read: another session has locked public.parts_9.',
	'a locked partition is not waited for');

# a cancel ends the statement, and is not the error of a table
$other->query_safe('ROLLBACK;
	CREATE TABLE made (id uuid PRIMARY KEY, at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
	BEGIN; LOCK TABLE pg_depend');
my $report = uuidx_session($node);

new_log($node);
$report->begin('SELECT count(*) FROM uuid_report();');
value($node, "SELECT pg_cancel_backend(${\ $report->pid})");
$other->query_safe('ROLLBACK');
$report->query('SELECT 1');
like(new_log($node), qr/ERROR:  canceling statement due to user request/, '... and a cancel ends the statement');
$report->quit;

$other->quit;

done_testing();
