# What proves something is younger than the snapshot of a statement: constraints, NOT NULL,
# members of a tree and types of columns that another session changes beside transactions
# of every isolation level, beside a cursor that calls a STABLE function, and beside cached
# plans.  The same rows as without the planner's part.
#
# The steps are the same on every run: UUIDX_SEED chooses others, UUIDX_STEPS how many.
#
# Only in make test-all: chance, where sql/planner_tree.sql and 048_generated.pl have the telling cases.

use FindBin;
use lib "$FindBin::RealBin/lib";
use RandomTime;
use UuidxTest;

my $steps = $ENV{UUIDX_STEPS} || 60;
my $seed = $ENV{UUIDX_SEED} || 20260601;
srand($seed);
note "seed $seed";

my $node = uuidx_node('planner_random_facts', conf => "timezone = 'UTC'\njit = off\nsession_preload_libraries = 'uuidx'");

# Rows of every kind, at each minute of an hour; tables alone, in partitions, and with a
# child, and others that can become members
value(
	$node, q{
	CREATE TABLE asked (n integer, query text);
	CREATE TABLE every (n integer, k smallint, id uuid, at timestamptz);
	INSERT INTO every SELECT row_number() OVER (), extract(minute FROM t)::integer % 4, u, t
	  FROM generate_series(timestamptz '2024-01-01', '2024-01-01 00:59', '1 minute') AS g (t),
	    LATERAL (VALUES (uuid_generate_v7(t)), (uuid_generate_v7(t)), (uuid_generate_v6(t)), (uuid_v6_to_v1(uuid_generate_v6(t))), (gen_random_uuid()), (NULL)) AS v (u);
	CREATE TABLE alone (LIKE every, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
	CREATE INDEX ON alone (id);
	CREATE TABLE split (LIKE alone INCLUDING GENERATED) PARTITION BY LIST (k);
	CREATE TABLE split_0 PARTITION OF split FOR VALUES IN (0);
	CREATE TABLE split_1 PARTITION OF split FOR VALUES IN (1) PARTITION BY LIST (k);
	CREATE TABLE split_1a PARTITION OF split_1 FOR VALUES IN (1);
	CREATE TABLE split_2 (n integer, k smallint, more text, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, at timestamptz, id uuid);
	CREATE TABLE split_3 (LIKE split INCLUDING GENERATED);
	CREATE INDEX ON split (id);
	ALTER TABLE split_2 DROP COLUMN more;
	CREATE TABLE parent (LIKE split INCLUDING GENERATED);
	CREATE TABLE child () INHERITS (parent);
	CREATE TABLE stranger (LIKE parent INCLUDING GENERATED);
	CREATE INDEX ON parent (id);
	CREATE INDEX ON child (id DESC NULLS LAST);
	CREATE TABLE near (LIKE every) PARTITION BY RANGE (at);
	CREATE TABLE near_1 PARTITION OF near FOR VALUES FROM (MINVALUE) TO ('2024-01-01 00:20Z');
	CREATE TABLE near_2 PARTITION OF near FOR VALUES FROM ('2024-01-01 00:20Z') TO ('2024-01-01 00:40Z');
	CREATE TABLE near_rest PARTITION OF near DEFAULT;
	CREATE DOMAIN seven AS uuid;
	CREATE TABLE of_domain (n integer, k smallint, id seven, at timestamptz);
	CREATE INDEX ON of_domain (id);

	CREATE FUNCTION answer(query text, planner text) RETURNS text STABLE LANGUAGE plpgsql AS $$
	DECLARE
	  result text;
	BEGIN
	  PERFORM set_config('uuidx.planner', planner, true);
	  EXECUTE query INTO result;
	  PERFORM set_config('uuidx.planner', 'on', true);
	  RETURN result;
	EXCEPTION WHEN OTHERS THEN
	  RETURN sqlstate;
	END $$});

my @tables = qw(alone split split parent parent near of_domain);
my %members = (
	split => [ [ 'split_0', 'FOR VALUES IN (0)' ], [ 'split_1', 'FOR VALUES IN (1)' ], [ 'split_2', 'FOR VALUES IN (2)' ], [ 'split_3', 'FOR VALUES IN (3)' ] ],
	parent => [ ['child'], ['stranger'] ]);

sub generated { return $_[0] !~ /near|domain/ }

# All rows of a table, and of those that can be its members
sub filled
{
	my ($table) = @_;
	my @rest = grep { $_ ne $table } map { $_->[0] } @{ $members{$table} || [] };
	my $columns = 'n, k, id, at';

	return "ALTER DOMAIN seven DROP CONSTRAINT IF EXISTS fact; TRUNCATE of_domain; INSERT INTO of_domain ($columns) TABLE every;" if $table eq 'of_domain';
	return "ALTER TABLE $table DROP CONSTRAINT IF EXISTS fact, DROP CONSTRAINT IF EXISTS held, ALTER id DROP NOT NULL, ALTER at DROP NOT NULL; TRUNCATE $table; INSERT INTO $table ($columns) TABLE every;"
	  if $table ne 'split' && $table ne 'parent';
	return join ' ', map
	{
		my $k = $_ =~ /(\d)$/ ? $1 : 0;
		"ALTER TABLE $_ DROP CONSTRAINT IF EXISTS fact, DROP CONSTRAINT IF EXISTS held, ALTER id DROP NOT NULL; TRUNCATE $_; INSERT INTO $_ ($columns) SELECT * FROM every WHERE k = $k;"
	} ($table eq 'parent' ? 'parent' : (), @rest);
}

# What another session does
sub change
{
	my ($table) = @_;
	my ($member, $bounds) = @{ one_of(@{ $members{$table} || [ [$table] ] }) };
	my $one = one_of($table, $member);
	my $proof = one_of('CHECK (uuid_is_v7(id))', 'CHECK (uuid_is_v7(id))', 'CHECK (uuid_version(id) = 7)', 'CHECK (uuid_v7_within(id, at, interval \'1 minute\'))');
	my $clean = "DELETE FROM $one WHERE NOT uuid_is_v7(id);";
	my $held = 'CONSTRAINT held CHECK (created_at = uuid_time(id))';

	return one_of(
		"$clean ALTER DOMAIN seven DROP CONSTRAINT IF EXISTS fact; ALTER DOMAIN seven ADD CONSTRAINT fact CHECK (uuid_is_v7(VALUE));",
		'ALTER DOMAIN seven DROP CONSTRAINT IF EXISTS fact; INSERT INTO of_domain (n, id) SELECT n, id FROM every WHERE n % 9 = 0;')
	  if $table eq 'of_domain';
	my @changes = (
		"$clean ALTER TABLE $one DROP CONSTRAINT IF EXISTS fact, ADD CONSTRAINT fact $proof;",
		"$clean ALTER TABLE $one DROP CONSTRAINT IF EXISTS fact, ADD CONSTRAINT fact $proof;",
		"ALTER TABLE $one DROP CONSTRAINT IF EXISTS fact; ALTER TABLE $one ADD CONSTRAINT fact $proof NOT VALID; $clean ALTER TABLE $one VALIDATE CONSTRAINT fact;",
		"ALTER TABLE $one DROP CONSTRAINT IF EXISTS fact; INSERT INTO $one (n, k, id, at) SELECT * FROM every WHERE n % 7 = 0 AND k = 0;",
		"DELETE FROM $one WHERE id IS NULL; ALTER TABLE $one ALTER id SET NOT NULL;",
		"ALTER TABLE $one ALTER id DROP NOT NULL; INSERT INTO $one (n, k, at) SELECT n, k, at FROM every WHERE n % 11 = 0 AND k = 0;");
	push @changes, "DELETE FROM near WHERE at IS NULL; ALTER TABLE near ALTER at SET NOT NULL;", 'ALTER TABLE near ALTER at DROP NOT NULL; INSERT INTO near (n, k, id) SELECT n, k, id FROM every WHERE uuid_is_v7(id) AND n % 5 = 0;'
	  if $table eq 'near';
	push @changes, "$clean ALTER TABLE $member ADD CONSTRAINT fact CHECK (uuid_is_v7(id)); ALTER TABLE $table ATTACH PARTITION $member $bounds;", "$clean ALTER TABLE $table ATTACH PARTITION $member $bounds;",
	  "ALTER TABLE $table DETACH PARTITION $member;", "ALTER TABLE $table DETACH PARTITION $member CONCURRENTLY;", "ALTER TABLE $table DETACH PARTITION $member; ALTER TABLE $member DROP CONSTRAINT IF EXISTS fact; INSERT INTO $member (n, k, id, at) SELECT * FROM every WHERE k = ${\ ($member =~ /(\d)/)[0]};"
	  if $table eq 'split';
	push @changes, "$clean ALTER TABLE $member DROP CONSTRAINT IF EXISTS fact, ADD CONSTRAINT fact CHECK (uuid_is_v7(id)); ALTER TABLE $member INHERIT $table;", "$clean ALTER TABLE $member INHERIT $table;",
	  "ALTER TABLE $member NO INHERIT $table; ALTER TABLE $member DROP CONSTRAINT IF EXISTS fact; INSERT INTO $member (n, k, id, at) SELECT * FROM every WHERE k = 1;"
	  if $table eq 'parent';
	push @changes, ("ALTER TABLE $table DROP CONSTRAINT IF EXISTS held; ALTER TABLE $table ADD $held;") x 2,
	  "ALTER TABLE $table DROP CONSTRAINT IF EXISTS held; ALTER TABLE $table ALTER created_at TYPE timestamptz(0); ALTER TABLE $table ALTER created_at TYPE timestamptz;",
	  "ALTER TABLE $table ALTER created_at TYPE timestamp; SET timezone = 'America/New_York'; ALTER TABLE $table ALTER created_at TYPE timestamptz; RESET timezone;",
	  "ALTER TABLE $table DROP COLUMN created_at, ADD created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, ADD $held;"
	  if generated($table);
	return one_of(@changes);
}

sub minute { return sprintf q{'2024-01-01 00:%02d+00'}, int rand 60 }

sub query
{
	my ($table) = @_;
	my $time = one_of('uuid_time(id)', 'uuid_v7_timestamp(id)', generated($table) ? ('created_at') x 2 : ());
	my $other = one_of('true', 'n % 2 = 0', "at >= ${\ minute()}");
	my $where = "$other AND " . one_of(
		(map { compared($_, minute(), [ '<', '<=', '>=', '>' ]) } $time, $time),
		"$time BETWEEN ${\ minute()} AND ${\ minute()}", "date_trunc('hour', $time) = '2024-01-01'", "$time IS NOT NULL",
		(map { compared('id', $_, [ '<', '<=', '>=', '>' ]) } minute() . '::timestamptz', "uuid_v7_lower(${\ minute()})"),
		"id = (SELECT id FROM every WHERE n = ${\ int rand 360})");
	my $order = $time . one_of('', ' DESC') . one_of('', ' NULLS FIRST', ' NULLS LAST');

	return one_of(
		(map { "SELECT concat_ws(' ', count(*), md5(string_agg(n::text, ' ' ORDER BY n))) FROM $table WHERE $_" } $where, $where),
		"SELECT concat_ws(' ', min($time), max($time)) FROM $table WHERE $other",
		"SELECT coalesce(string_agg(coalesce(t::text, '-'), ' '), '') FROM (SELECT $time AS t FROM $table WHERE $other ORDER BY $order LIMIT ${\ one_of(3, 40)}) AS o",
		"SELECT coalesce(md5(string_agg(n::text, ' ')), '') FROM (SELECT n FROM $table WHERE $where ORDER BY $order, ${\ one_of('n', 'id, n', 'id DESC, n')}) AS o");
}

my ($reader, $writer) = map { uuidx_session($node, 'postgres', on_error_stop => 0) } 1, 2;
my (@different, %found, $level, $history);
my $compared = 0;

# Both answers of a query, as "with # without"
sub compare
{
	my ($query, $answers) = @_;
	my ($with, $without) = split / # /, $answers, 2;

	$compared++;
	$found{ $without // '' } = 1;
	push @different, "$level, $history:\n$query\nwith $answers" if ($with // '') ne ($without // '-');
}

# Both answers, of an expression that is a query
sub both { return join " || ' # ' || ", map { "coalesce(answer($_[0], '$_'), 'null')" } 'on', 'off' }
sub without { return "SELECT coalesce(answer(\$q\$$_[0]\$q\$, 'off'), 'null');" }

for my $step (1 .. $steps)
{
	my $table = one_of(@tables);
	my @queries = map { query($table) } 1 .. 6;
	my $cached = query($table);

	$writer->query('SET client_min_messages = error;' . filled($table)) if $step % 4 == 1 || rand() < 0.2;
	$writer->query(change($table)) if rand() < 0.5;
	$writer->query('TRUNCATE asked; INSERT INTO asked VALUES ' . join(', ', map { "($_, \$q\$$queries[$_]\$q\$)" } 0 .. $#queries));
	$level = one_of('READ COMMITTED', 'REPEATABLE READ', 'REPEATABLE READ', 'SERIALIZABLE');
	$reader->query("SET plan_cache_mode = force_generic_plan; PREPARE kept AS $cached;");
	# a snapshot, and in a cursor one of a statement, without a lock of the table
	$reader->query("BEGIN ISOLATION LEVEL $level READ ONLY;" . "DECLARE c CURSOR FOR SELECT ${\ both('query')} FROM asked ORDER BY n;");
	$history = 'after';
	for (1 .. 1 + int rand 3)
	{
		my $change = change($table);
		$writer->query($change);
		$history .= " $change";
	}
	my @lines = split /\n/, scalar $reader->query('FETCH ALL FROM c;');
	compare("cursor: $queries[$_]", $lines[$_] // 'nothing # ') for 0 .. $#queries;
	foreach my $query ($queries[0], $cached)
	{
		compare($query, scalar $reader->query("SELECT ${\ both(qq{\$q\$$query\$q\$})};"));
	}
	compare("cached: $cached", $reader->query('EXECUTE kept;') . ' # ' . $reader->query(without($cached)));
	$reader->query('COMMIT');
	compare("cached, in the next transaction: $cached", $reader->query('EXECUTE kept;') . ' # ' . $reader->query(without($cached)));
	$reader->query('DEALLOCATE kept');
}
is(scalar @different, 0, "$compared queries in $steps steps: the same rows with and without");
diag $_ foreach @different[ 0 .. ($#different < 4 ? $#different : 4) ];
cmp_ok(scalar keys %found, '>', 20, scalar(keys %found) . ' different answers');

$reader->quit;
$writer->quit;
$node->stop;
done_testing();
