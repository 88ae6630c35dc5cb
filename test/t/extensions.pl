# Beside the extensions that look into plans, all loaded together and in either order: random queries
# have the same rows with the planner's part and without it, hints and advice are followed, and each
# extension does its own with ids and computed times.  What a server does not have is left out.
#
# Only in make test-all: needs these extensions.

use OtherExtensions;
use UuidxPackages;
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

# load(@libraries): in this order
sub load
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . join(', ', @_) . q{'});
	return $node->restart;
}

load('uuidx', sort keys %has);
value($node, "SET client_min_messages = error; CREATE EXTENSION $_ CASCADE")
  foreach grep { $_ ne 'pg_plan_advice' } sort keys %has;
my $columns =
  every_row($node, 300, q{timestamptz '2026-01-01' + n * 37 % 97 * interval '29 hours' + n % 5 % 3 * interval '1 ms'});
my %tables = map { $_ => [] } 'stored', value($node, 'SHOW server_version_num') < 180000 ? () : 'virtual';
foreach my $name ('viewed_table', sort keys %tables)
{
	value($node, "CREATE TABLE $name ($columns, PRIMARY KEY (id), CHECK (uuid_is_v7(id))"
		  . ($tables{$name} ? ", $created_at{$name}" : '') . ");
		INSERT INTO $name (n, id, fk, kind, ref) SELECT n, id, fk, kind, ref FROM every ORDER BY md5(n::text);
		CREATE INDEX ${name}_fk ON $name (fk, id)");
}
value($node, 'CREATE VIEW viewed AS SELECT *, uuid_time(id) AS created_at FROM viewed_table; ANALYZE');
$tables{viewed} = $created_at{viewed};

my @hints = ('SeqScan(t1)', 'IndexScan(t1)', 'BitmapScan(t2)', 'NoIndexScan(t1)', 'NestLoop(t1 t2)',
	'MergeJoin(t1 t2)', 'HashJoin(t1 t3)', 'Leading((t2 t1))', 'Rows(t1 t2 #1000)');
my @advice = ('SEQ_SCAN(t1)', 'BITMAP_HEAP_SCAN(t1)', 'INDEX_SCAN(t1 stored_fk)',
	'NESTED_LOOP_PLAIN(t2)', 'HASH_JOIN(t2)', 'MERGE_JOIN_PLAIN(t1)', 'JOIN_ORDER(t2 t1)');
my @changes = ($has{pg_hint_plan} ? map { " /*+ $_ */" } @hints : (),
	$has{pg_plan_advice} ? map { "SET LOCAL pg_plan_advice.advice = '$_'" } @advice : ());

# Plans, by the extension that they need
my $list = q{SELECT %s * FROM stored AS a WHERE created_at >= '2026-01-20 00:00Z' ORDER BY created_at LIMIT 5};
my $join = 'SELECT %s count(*)
	FROM stored AS a JOIN viewed_table AS b ON uuid_time(b.id) = a.created_at WHERE b.fk = 1';
my @plans = (
	[ '', 'without a hint, the key', sprintf($list, ''), qr/Index Scan using stored_pkey/ ],
	[ 'pg_hint_plan', 'for a sequential scan', sprintf($list, '/*+ SeqScan(a) */'), qr/Seq Scan on stored/ ],
	[ 'pg_hint_plan', 'for a bitmap scan', sprintf($list, '/*+ BitmapScan(a stored_pkey) */'),
		qr/Bitmap Index Scan on stored_pkey\n\s*Index Cond: \(\(*id >=/ ],
	[ 'pg_hint_plan', 'for an index', q{SELECT /*+ IndexScan(a stored_fk) */ * FROM stored AS a WHERE fk = 1
		AND created_at >= '2026-01-20 00:00Z'}, qr/Index Scan using stored_fk.*\n\s*Index Cond: .*fk = 1.*id >=/ ],
	(map { [ 'pg_hint_plan', "for a $_->[1]", sprintf($join, "/*+ $_->[0](a b) */"), qr/$_->[1]/,
		"SET enable_\L$_->[0] = off" ] } [ 'NestLoop', 'Nested Loop' ], [ 'HashJoin', 'Hash Join' ],
			[ 'MergeJoin', 'Merge Join' ]),
	map { [ 'pg_plan_advice', $_, sprintf($list, ''), qr/\Q$_\E \/\* matched \*\//i,
		"SET pg_plan_advice.advice = '$_'" ] } 'SEQ_SCAN(a)', 'BITMAP_HEAP_SCAN(a)', 'INDEX_SCAN(a stored_pkey)');
foreach my $order ('first', 'last')
{
	load(sort(keys %has), 'uuidx') if $order eq 'last';
	note "uuidx is loaded $order";
	foreach (grep { !$_->[0] || $has{ $_->[0] } } @plans)
	{
		my ($extension, $what, $query, $like, $set) = @$_;

		like(value($node, ($set ? "$set; " : '') . "EXPLAIN (COSTS OFF) $query"), $like, "$extension: $what");
	}
	random_rows($node, \%tables, { begin => 1767225600, step => 29 * 3600, steps => 97 }, 200, @changes);
}

# --- What extensions do with ids and times, each by itself
my $function = 'SET client_min_messages = error; CREATE OR REPLACE FUNCTION recent() RETURNS bigint LANGUAGE plpgsql
	AS $$DECLARE since %s := now(); BEGIN RETURN (SELECT count(*) FROM stored WHERE id >= since); END$$;
	SELECT * FROM plpgsql_check_function(\'recent()\')';
my $nearest = q{AS SELECT n, row_number() OVER () AS place FROM (SELECT n FROM texts WHERE words @@ 'word'
	AND uuid_time(id) >= '2026-01-20 00:00Z' ORDER BY created_at <=> timestamp '2026-02-01 00:00', n LIMIT 5) AS t};
my $times = q{SELECT created_at AS at, count(*) AS c FROM stored GROUP BY 1};
my $rows = 'SELECT md5(string_agg(s::text, chr(10) ORDER BY n)) FROM stored AS s';
foreach (
	[ 'hypopg', 'an index that does not exist', q{CREATE TEMP TABLE bare (n integer, id uuid, CHECK (uuid_is_v7(id)));
		INSERT INTO bare SELECT n, id FROM every, generate_series(1, 20);
		ANALYZE bare; SELECT FROM hypopg_create_index('CREATE INDEX ON bare (id)'); EXPLAIN (COSTS OFF)
		SELECT n FROM bare WHERE uuid_time(id) >= '2026-01-20 00:00Z' ORDER BY uuid_time(id) LIMIT 5},
		qr/\ALimit\n.*Index Scan using "?<\d+>btree_bare_id.*\n\s*Index Cond: \(+id >=/ ],
	[ 'pg_qualstats', 'the condition on the id', q{SELECT FROM pg_qualstats_reset(); SELECT FROM stored
		WHERE created_at >= '2026-04-20 00:00Z' ORDER BY id LIMIT 1;
			SELECT DISTINCT attname, oprname, eval_type FROM pg_qualstats JOIN pg_attribute ON attrelid = lrelid
			  AND attnum = lattnum JOIN pg_operator o ON o.oid = opno WHERE lrelid = 'stored'::regclass}, 'id|>=|i' ],
	[ 'plpgsql_check', 'an id is compared with a time', sprintf($function, 'timestamptz'), qr/\A(?!.*error)/s ],
	[ 'plpgsql_check', 'and not with a text', sprintf($function, 'text'), qr/error:42883/ ],
	[ 'rum', 'the nearest rows', qq{
		CREATE TABLE texts AS SELECT n, id, to_tsvector('simple', 'word ' || n) AS words FROM every;
		ALTER TABLE texts ADD CHECK (uuid_is_v7(id)),
		  ADD created_at timestamp GENERATED ALWAYS AS (uuid_time(id) AT TIME ZONE 'UTC') STORED;
		CREATE INDEX ON texts
		  USING rum (words rum_tsvector_addon_ops, created_at) WITH (attach = 'created_at', to = 'words');
		SET enable_seqscan = off; CREATE TEMP TABLE there $nearest; RESET enable_seqscan; SET uuidx.planner = off;
		SET enable_indexscan = off; SET enable_bitmapscan = off; CREATE TEMP TABLE here $nearest;
		SELECT count(*), count(here), count(there) FROM here FULL JOIN there USING (n, place)}, '5|5|5' ],
	[ 'age', 'an id in a graph', q{SET search_path = ag_catalog, public;
		SET client_min_messages = error; SELECT FROM create_graph('graph');
		SELECT FROM cypher('graph', $$CREATE (:event {id: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'})$$) AS (v agtype);
			SELECT uuid_time(trim('"' FROM id::text)::uuid) = '2022-02-22 19:22:22Z'
			  FROM cypher('graph', $$MATCH (e:event) RETURN e.id$$) AS (id agtype)}, 't' ],
	[ 'pg_ivm', 'groups by a stored time', "SET client_min_messages = error;
		SELECT FROM pgivm.create_immv('times', \$\$$times\$\$);
		INSERT INTO stored (n) SELECT generate_series(1000, 1010);
		UPDATE stored SET id = uuid_generate_v7('2026-07-01Z') WHERE n = 7; DELETE FROM stored WHERE n < 5;
		SELECT count(*) FROM (($times EXCEPT ALL SELECT at, c FROM times)
		  UNION ALL (SELECT at, c FROM times EXCEPT ALL $times)) AS x", '0' ],
	[ 'pg_squeeze', 'the table is rewritten with the same rows', "CREATE TEMP TABLE was AS
		SELECT pg_relation_filenode('stored') AS file, ($rows) AS rows;
		SELECT FROM squeeze.squeeze_table('public', 'stored', NULL);
		SELECT file <> pg_relation_filenode('stored'), rows = ($rows) FROM was", 't|t' ])
{
	my ($extension, @row) = @$_;

  SKIP:
	{
		skip "$extension is not installed", 1 if !$has{$extension};
		compare(sub { return value($node, $_[0]) =~ s/\A\s+//r }, \@row);
	}
}

done_testing();
