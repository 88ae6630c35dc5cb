# Utility statements that plan without a query, or with a table that is known to be
# empty, do with the library what they do without it.
#
# Only in make test-all: takes a minute, for statements that the library hardly sees.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('planner_utilities', conf => "timezone = 'UTC'");
my $version = value($node, 'SHOW server_version_num');

# What a table holds, by how many rows, and how much is known of that
my %contents = (
	'empty' => '',
	'full' => q{INSERT INTO %1$s SELECT uuid_generate_v7(now() - n * interval '1 s'), n, now()
		FROM generate_series(1, 5000) AS n; ANALYZE %1$s},
	'emptied' => 'INSERT INTO %1$s SELECT uuid_generate_v7(), n, now() FROM generate_series(1, 2000) AS n;
		ANALYZE %1$s; DELETE FROM %1$s; VACUUM %1$s');
my @indexes = (
	'CREATE UNIQUE INDEX %1$s_id ON %1$s (id)',
	'CREATE UNIQUE INDEX %1$s_k ON %1$s (k)',
	'CREATE INDEX %1$s_brin ON %1$s USING brin (id) WITH (pages_per_range = 1)',
	'CREATE INDEX %1$s_time ON %1$s (uuid_time(id))',
	'CREATE INDEX %1$s_ops ON %1$s (id uuid_time_ops)',
	'CREATE INDEX %1$s_ops_brin ON %1$s USING brin (id uuid_time_minmax_ops)',
	'CREATE INDEX %1$s_partial ON %1$s (k) WHERE uuid_is_v7(id)');

# on a table
my @utilities = (
	'CLUSTER %1$s USING %1$s_id', 'CLUSTER %1$s USING %1$s_k', 'CLUSTER %1$s USING %1$s_time',
		'CLUSTER %1$s USING %1$s_ops', 'CLUSTER %1$s', 'CLUSTER',
	'VACUUM FULL %1$s', 'VACUUM (ANALYZE) %1$s', 'ANALYZE %1$s', 'REINDEX TABLE %1$s',
		'REINDEX TABLE CONCURRENTLY %1$s', 'REINDEX INDEX %1$s_brin',
	'CREATE INDEX ON %1$s (id); CREATE INDEX ON %1$s USING brin (id); CREATE INDEX ON %1$s (uuid_time(id)) WHERE k > 0',
	'CREATE INDEX CONCURRENTLY ON %1$s (k, id)', 'CREATE INDEX ON %1$s USING hash (id)',
	'ALTER TABLE %1$s ALTER COLUMN id TYPE uuid USING id::text::uuid',
		'ALTER TABLE %1$s ALTER COLUMN k TYPE bigint USING k + 0',
	'ALTER TABLE %1$s ADD COLUMN more timestamptz DEFAULT clock_timestamp()',
		'ALTER TABLE %1$s ADD generated timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED',
	'ALTER TABLE %1$s ADD CHECK (uuid_is_v7(id)) NOT VALID, ADD EXCLUDE USING btree (id WITH =)',
		'ALTER TABLE %1$s VALIDATE CONSTRAINT %1$s_id_check',
	'CLUSTER %1$s USING %1$s_id', 'CREATE STATISTICS %1$s_s ON (uuid_time(id)), k FROM %1$s; ANALYZE %1$s',
	'ALTER TABLE %1$s ADD FOREIGN KEY (id) REFERENCES %1$s (id)',
		'CREATE TABLE %1$s_copy AS TABLE %1$s; DROP TABLE %1$s_copy',
	$version >= 190000 ? ('REPACK %1$s USING INDEX %1$s_id',
		'REPACK %1$s USING INDEX %1$s_k', 'REPACK %1$s', 'REPACK') : ());
# on a materialized view of it
my @of_view = (
	'REFRESH MATERIALIZED VIEW %1$s', 'REFRESH MATERIALIZED VIEW CONCURRENTLY %1$s',
		'CLUSTER %1$s USING %1$s_id', 'CLUSTER %1$s USING %1$s_k',
	'VACUUM FULL %1$s', 'REINDEX TABLE %1$s', 'CREATE INDEX ON %1$s (uuid_time(id))',
		'REFRESH MATERIALIZED VIEW %1$s WITH NO DATA',
	'CLUSTER %1$s USING %1$s_id', 'REFRESH MATERIALIZED VIEW %1$s',
		$version >= 190000 ? 'REPACK %1$s USING INDEX %1$s_id' : ());

# The statements of a list that fail, each in a transaction of its own
sub failing
{
	my ($options, @statements) = @_;
	my $output;
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=uuidx $options";

	$node->psql('postgres',
		join("\n", map { ($_ =~ s/;/;\n/gr) . ";\n\\if :ERROR\n\\echo $_: :SQLSTATE\n\\endif" } @statements),
		stdout => \$output, on_error_stop => 0);
	return $output;
}

my $number = 0;
foreach my $contents (sort keys %contents)
{
	# starting workers for each index takes longer than all else, and full tables show what they do
	my $options = $contents eq 'full' ? '-c min_parallel_table_scan_size=0' : '';
	my $table = 't' . ++$number;
	my $counted = "SELECT count(*), sum(hashtext(id::text)) FROM $table";

	value($node, "CREATE TABLE $table (id uuid, k integer, at timestamptz)");
	value($node, $_) foreach split /; /, sprintf $contents{$contents}, $table;
	value($node, sprintf $_, $table) foreach @indexes;
	# of what the indexes were built for, too
	value($node, "VACUUM $table") if $contents eq 'emptied';
	value($node, "CREATE MATERIALIZED VIEW v$table AS SELECT id, k FROM $table;
		CREATE UNIQUE INDEX v${table}_id ON v$table (id); CREATE INDEX v${table}_k ON v$table (k)");

	my $before = value($node, $counted);
	is(failing($options, map { sprintf $_, "v$table" } @of_view), '', "materialized view of a table $contents");
	value($node, "DROP MATERIALIZED VIEW v$table");
	is(failing($options, map { sprintf $_, $table } @utilities), '', "table $contents");
	is(value($node, $counted), $before, "table $contents: the rows");
	is(failing($options, "TRUNCATE $table", "CLUSTER $table USING ${table}_id", "VACUUM FULL $table",
		"REINDEX TABLE $table"), '', "table $contents: and then nothing");
	value($node, "DROP TABLE $table");
}

done_testing();
