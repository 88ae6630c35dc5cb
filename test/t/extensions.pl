# Beside the extensions that look into plans, all loaded together and in either order: random queries
# have the same rows with the planner's part and without it, hints and advice are followed, and each
# extension does its own with ids and computed times.  What a server does not have is left out.
#
# Only in make test-all: needs these extensions.

use FindBin;
use lib "$FindBin::RealBin/lib";
use Explorer;
use POSIX ();
use RandomTable;
use RandomTime;
use UuidxTest;

my $seed = $ENV{UUIDX_SEED} || 20261129;
srand($seed);
note "seed $seed";

my $node = uuidx_node('extensions',
	conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\nwal_level = logical");
my $libraries = $node->config_data('--pkglibdir');
my %has = map { $_ => 1 } grep {
	-e "$libraries/$_.so" } qw(age hypopg pg_hint_plan pg_ivm pg_plan_advice pg_qualstats pg_squeeze plpgsql_check rum);
plan skip_all => 'none of these extensions is installed' if !%has;
note join ' ', sort keys %has;

$node->append_conf('postgresql.conf', 'pg_qualstats.sample_rate = 1') if $has{pg_qualstats};
$node->append_conf('postgresql.conf', q{output_plugin_libraries = 'pg_squeeze'})
  if $has{pg_squeeze} && value($node, q{SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'});

# load($order): all of them and uuidx, first or last
sub load
{
	my ($order) = @_;
	my @others = sort keys %has;

	$node->append_conf('postgresql.conf', "shared_preload_libraries = '"
	  . join(', ', $order eq 'first' ? ('uuidx', @others) : (@others, 'uuidx')) . q{'});
	$node->restart;
	return;
}

load('first');
value($node, "SET client_min_messages = error; CREATE EXTENSION $_ CASCADE")
  foreach grep { $_ ne 'pg_plan_advice' } sort keys %has;
my $stored = 'created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id))';
my $server = int(value($node, 'SHOW server_version_num') / 10000);
my %tables = (stored => ", $stored", viewed => '', $server < 18
  ? () : (virtual => ', created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL'));
value($node,
	q{CREATE TABLE every AS SELECT n, uuid_generate_v7(t) AS id, n * 7 % 11 AS fk, n % 3 AS kind, NULL::uuid AS ref
	FROM generate_series(1, 300) AS n, LATERAL
	  (SELECT timestamptz '2026-01-01' + n * 37 % 97 * interval '29 hours' + n % 5 % 3 * interval '1 ms') AS v (t);
	UPDATE every AS e SET ref = r.id FROM every AS r WHERE r.n = e.n * 17 % 350});
foreach my $table (sort keys %tables)
{
	my $name = $table eq 'viewed' ? 'viewed_table' : $table;

	value($node, "CREATE TABLE $name (n integer, id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), fk integer, kind
		integer, ref uuid, total numeric DEFAULT 7, note text DEFAULT 'n20', CHECK (uuid_is_v7(id))$tables{$table});
		INSERT INTO $name (n, id, fk, kind, ref) SELECT * FROM every ORDER BY md5(n::text);
		CREATE INDEX ${name}_fk ON $name (fk, id)");
}
value($node, 'CREATE VIEW viewed AS SELECT *, uuid_time(id) AS created_at FROM viewed_table; '
  . days('every', 'days') . '; ANALYZE');

my @ids = map { "uuid '$_'" } split /\n/, value($node, 'SELECT id FROM every ORDER BY n');
sub instant { return POSIX::strftime('%Y-%m-%d %H:00:00', gmtime 1767225600 + 3600 * 29 * int rand 97)
  . one_of('', '', '.001', '.0005') . '+00' }
my %data = (
	tables => [ sort keys %tables ],
	times => { viewed => [ 'uuid_time(id)', 'uuid_v7_timestamp(id)' ] },
	changed => [ sort keys %tables ],
	days => 'days',
	server => $server,
	rows => 300,
	instants => \&instant,
	ids => sub { return one_of(@ids) },
	groups => 12,
	spans => [ '1 ms', '1 hour', '29 hours', '3 days', '1 month' ]);
my @hints = ('SeqScan(t1)', 'IndexScan(t1)', 'BitmapScan(t2)', 'NoIndexScan(t1)', 'NestLoop(t1 t2)',
	'MergeJoin(t1 t2)', 'HashJoin(t1 t3)', 'Leading((t2 t1))', 'Rows(t1 t2 #1000)');
my @advice = ('SEQ_SCAN(t1)', 'BITMAP_HEAP_SCAN(t1)', 'INDEX_SCAN(t1 stored_fk)',
	'NESTED_LOOP_PLAIN(t2)', 'HASH_JOIN(t2)', 'MERGE_JOIN_PLAIN(t1)', 'JOIN_ORDER(t2 t1)');
my @changes = ($has{pg_hint_plan} ? map { " /*+ $_ */" } @hints : (),
	$has{pg_plan_advice} ? map { "SET LOCAL pg_plan_advice.advice = '$_'" } @advice : ());

# plan_of($query, $before): its plan
sub plan_of
{
	my ($query, $before) = @_;

	return value($node, ($before ? "$before; " : '') . "EXPLAIN (COSTS OFF) $query");
}
my $list = 'SELECT %s * FROM stored AS a WHERE created_at >= %s ORDER BY created_at LIMIT 5';
my $join = 'SELECT %s count(*)
	FROM stored AS a JOIN viewed_table AS b ON uuid_time(b.id) = a.created_at WHERE b.fk = 1';
my $since = q{'2026-01-20 00:00Z'};
foreach my $order ('first', 'last')
{
	load($order) if $order eq 'last';
	note "uuidx is loaded $order";
	like(plan_of(sprintf $list, '', $since), qr/Index Scan using stored_pkey/, 'without a hint, the key');
	if ($has{pg_hint_plan})
	{
		like(plan_of(sprintf $list, '/*+ SeqScan(a) */', $since),
			qr/Seq Scan on stored/, 'a hint for a sequential scan');
		like(plan_of(sprintf $list, '/*+ BitmapScan(a stored_pkey) */', $since),
			qr/Bitmap Index Scan on stored_pkey\n\s*Index Cond: \(\(*id >=/, 'and for a bitmap scan');
		like(plan_of("SELECT /*+ IndexScan(a stored_fk) */ * FROM stored AS a WHERE fk = 1 AND created_at >= $since"),
			qr/Index Scan using stored_fk.*\n\s*Index Cond: .*fk = 1.*id >=/, 'and for an index');
		like(plan_of(sprintf($join, "/*+ $_->[0](a b) */"), "SET enable_\L$_->[0] = off"),
			qr/$_->[1]/, "and for a $_->[1]")
		  foreach [ 'NestLoop', 'Nested Loop' ], [ 'HashJoin', 'Hash Join' ], [ 'MergeJoin', 'Merge Join' ];
	}
	if ($has{pg_plan_advice})
	{
		foreach my $advice ('SEQ_SCAN(a)', 'BITMAP_HEAP_SCAN(a)', 'INDEX_SCAN(a stored_pkey)')
		{
			like(plan_of(sprintf($list, '', $since), "SET pg_plan_advice.advice = '$advice'"),
				qr/\Q$advice\E \/\* matched \*\//i, "$advice matches");
		}
	}
	same_rows($node, \%data, 200, @changes);
}

SKIP:
{
	skip 'hypopg is not installed', 1 if !$has{hypopg};
	like(plan_of(q{SELECT n FROM bare WHERE uuid_time(id) >= '2026-01-20 00:00Z' ORDER BY uuid_time(id) LIMIT 5},
			q{CREATE TEMP TABLE bare (n integer, id uuid, CHECK (uuid_is_v7(id)));
				INSERT INTO bare SELECT n, id FROM every, generate_series(1, 20);
				ANALYZE bare; SELECT FROM hypopg_create_index('CREATE INDEX ON bare (id)')}),
		qr/\A\s*Limit\n.*Index Scan using "?<\d+>btree_bare_id.*\n\s*Index Cond: \(+id >=/,
			'hypopg: an index that does not exist');
}
SKIP:
{
	skip 'pg_qualstats is not installed', 1 if !$has{pg_qualstats};
	is(value($node, q{SELECT FROM pg_qualstats_reset(); SELECT n FROM stored
		WHERE created_at >= '2026-04-20 00:00Z' ORDER BY id LIMIT 1;
			SELECT DISTINCT attname, oprname, eval_type FROM pg_qualstats JOIN pg_attribute ON attrelid = lrelid
			  AND attnum = lattnum JOIN pg_operator o ON o.oid = opno
			  WHERE lrelid = 'stored'::regclass}) =~ s/\A\s*(?:\d+\n)?//r,
		'id|>=|i', 'pg_qualstats: the condition on the id');
}
SKIP:
{
	skip 'plpgsql_check is not installed', 2 if !$has{plpgsql_check};
	my $function = 'CREATE OR REPLACE FUNCTION recent() RETURNS bigint LANGUAGE plpgsql AS $$DECLARE since %s := now();
		BEGIN RETURN (SELECT count(*) FROM stored WHERE id >= since);
		END$$; SELECT * FROM plpgsql_check_function(\'recent()\')';

	unlike(value($node, sprintf $function, 'timestamptz'), qr/error/, 'plpgsql_check: an id is compared with a time');
	like(value($node, sprintf $function, 'text'), qr/error:42883/, 'and not with a text');
}
SKIP:
{
	skip 'rum is not installed', 1 if !$has{rum};
	my $query = q{SELECT n FROM texts WHERE words @@ 'word' AND uuid_time(id) >= '2026-01-20 00:00Z'
		ORDER BY created_at <=> timestamptz '2026-02-01 00:00Z', n LIMIT 5};

	value($node, q{CREATE TABLE texts AS SELECT n, id, to_tsvector('simple', 'word ' || n) AS words FROM every;
		ALTER TABLE texts ADD CHECK (uuid_is_v7(id)),
		  ADD created_at timestamp GENERATED ALWAYS AS (uuid_time(id) AT TIME ZONE 'UTC') STORED;
		CREATE INDEX ON texts
		  USING rum (words rum_tsvector_addon_ops, created_at) WITH (attach = 'created_at', to = 'words')});
	$query =~ s/timestamptz ('[^']*)Z'/timestamp $1'/;
	is(value($node, "SET enable_seqscan = off; $query"), value($node, "SET uuidx.planner = off;
		SET enable_indexscan = off; SET enable_bitmapscan = off; $query"), 'rum: the nearest rows');
}
SKIP:
{
	skip 'age is not installed', 1 if !$has{age};
	is(value($node, q{SET search_path = ag_catalog, public;
		SET client_min_messages = error; SELECT FROM create_graph('graph');
		SELECT FROM cypher('graph', $$CREATE (:event {id: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'})$$) AS (v agtype);
			SELECT uuid_time(trim('"' FROM id::text)::uuid) = '2022-02-22 19:22:22Z'
			  FROM cypher('graph', $$MATCH (e:event) RETURN e.id$$) AS (id agtype)}) =~ s/\A\s+//r,
		't', 'age: an id in a graph');
}
SKIP:
{
	skip 'pg_ivm is not installed', 1 if !$has{pg_ivm};
	my $times = q{SELECT created_at AS at, count(*) AS c FROM stored GROUP BY 1};

	value($node, "SELECT pgivm.create_immv('times', \$\$$times\$\$); INSERT INTO stored (n) SELECT generate_series(1000,
		1010); UPDATE stored SET id = uuid_generate_v7('2026-07-01Z') WHERE n = 7; DELETE FROM stored WHERE n < 5");
	is(value($node, "SELECT count(*) FROM (($times EXCEPT ALL SELECT at, c FROM times)
		UNION ALL (SELECT at, c FROM times EXCEPT ALL $times)) AS x"), '0', 'pg_ivm: groups by a stored time');
}
SKIP:
{
	skip 'pg_squeeze is not installed', 2 if !$has{pg_squeeze};
	my $all = 'SELECT md5(string_agg(s::text, chr(10) ORDER BY n)) FROM stored AS s';
	my ($rows, $file) = split /\n/, value($node, "$all; SELECT pg_relation_filenode('stored')");

	value($node, q{SELECT squeeze.squeeze_table('public', 'stored', NULL)});
	isnt(value($node, q{SELECT pg_relation_filenode('stored')}), $file, 'pg_squeeze: the table is rewritten');
	is(value($node, $all), $rows, 'with the same rows');
}
unlike(slurp_file($node->logfile), qr/PANIC|TRAP|terminated by signal/, 'no server process ended');
$node->stop;
done_testing();
