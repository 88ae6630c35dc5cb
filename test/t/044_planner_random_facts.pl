
# What proves something while queries run that began before: constraints that another
# session adds, validates and drops beside transactions of every isolation level.  The
# same rows as without the planner's part, and as counted from the bytes.
#
# The steps are the same on every run: UUIDX_SEED chooses others, UUIDX_STEPS how many.
#
# Only in make test-all: chance, where sql/planner_tree.sql and 048_generated.pl have the telling cases.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use RandomTime;
use Test::More;
use UuidxTest;

my $steps = $ENV{UUIDX_STEPS} || 45;
my $seed = $ENV{UUIDX_SEED} || 20260601;
srand($seed);
note "seed $seed";

my $node = uuidx_node('planner_random_facts', conf => "timezone = 'UTC'\njit = off\nsession_preload_libraries = 'uuidx'");

# Rows of every kind, at each minute of an hour; a table alone, in partitions, and with
# a child, all with indexes for the times
value(
	$node, bytes_functions() . q{
	CREATE FUNCTION accepted(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN uuid_is_v7(u); END$$;
	CREATE TABLE every (n integer, id uuid, at timestamptz);
	INSERT INTO every SELECT row_number() OVER (), u, t
	  FROM generate_series(timestamptz '2024-01-01', '2024-01-01 00:59', '1 minute') AS g (t),
	    LATERAL (VALUES (uuid_generate_v7(t)), (uuid_generate_v7(t)), (uuid_generate_v6(t)), (uuid_v6_to_v1(uuid_generate_v6(t))), (gen_random_uuid()), (NULL)) AS v (u);
	CREATE TABLE alone (LIKE every);
	CREATE TABLE split (LIKE every) PARTITION BY RANGE (id);
	CREATE TABLE split_first PARTITION OF split FOR VALUES FROM (uuid_v7_lower('2024-01-01')) TO (uuid_v7_lower('2024-01-01 00:30'));
	CREATE TABLE split_rest PARTITION OF split DEFAULT;
	CREATE TABLE parent (LIKE every);
	CREATE TABLE child () INHERITS (parent);
	CREATE INDEX ON alone (id);
	CREATE INDEX ON alone (uuid_time(id));
	CREATE INDEX ON split (id uuid_time_ops);
	CREATE INDEX ON split_first (n) WHERE uuid_time(id) >= '2024-01-01 00:10+00';
	CREATE INDEX ON child (uuid_v7_timestamp(id));
	CREATE INDEX ON parent (id) WHERE uuid_is_v7(id)});

my @tables = qw(alone split parent);
my %constraint = (
	v7 => 'CHECK (uuid_is_v7(id))',
	version => 'CHECK (uuid_version(id) = 7)',
	exactly => q{CHECK (uuid_v7_within(id, at, '1 minute'))},
	called => 'CHECK (uuid_is_v7(id) AND accepted(id))');

sub filled
{
	return join ' ', map { "TRUNCATE $_; ALTER TABLE $_ DROP CONSTRAINT IF EXISTS fact; INSERT INTO $_ SELECT * FROM every;" } @tables;
}

sub minute { return sprintf q{timestamptz '2024-01-01 00:%02d+00'}, int rand 60 }

sub condition
{
	return one_of(
		"uuid_time(id) ${\ one_of('<', '<=', '>=', '>')} ${\ minute()}",
		"uuid_v7_timestamp(id) ${\ one_of('<', '<=', '>=', '>')} ${\ minute()}",
		"{{id|${\ one_of('<', '<=', '>=', '>')}|${\ minute()}}}",
		"{{id|${\ one_of('~<~', '~>=~')}|${\ minute()}}}",
		"at ${\ one_of('<', '>=')} ${\ minute()}",
		"date_trunc('${\ one_of(qw(minute hour day))}', uuid_time(id)) ${\ one_of('=', '<', '>=')} ${\ minute()}",
		"uuid_v7_timestamp(id) + interval '10 minutes' ${\ one_of('<', '>=')} ${\ minute()}",
		"(uuid_time(id) AT TIME ZONE 'UTC')::date = '2024-01-01'",
		"uuid_is_v7(id)",
		"(uuid_is_v7(id)) IS NOT TRUE");
}

sub query
{
	my ($table) = @_;
	my $where = condition() . (rand() < 0.4 ? ' ' . one_of('AND', 'OR') . ' ' . condition() : '');

	return "SELECT count(*), coalesce(sum(n), 0) FROM $table WHERE $where";
}

# Another session's change of what is known: rows that break a constraint go, or come again
sub change
{
	my ($table) = @_;
	my $name = one_of(sort keys %constraint);
	my $remove = "DELETE FROM $table WHERE bytes_version(id) IS DISTINCT FROM 7;";

	return one_of(
		"$remove ALTER TABLE $table DROP CONSTRAINT IF EXISTS fact, ADD CONSTRAINT fact $constraint{$name};",
		"ALTER TABLE $table DROP CONSTRAINT IF EXISTS fact; ALTER TABLE $table ADD CONSTRAINT fact $constraint{$name} NOT VALID; $remove ALTER TABLE $table VALIDATE CONSTRAINT fact;",
		"ALTER TABLE $table DROP CONSTRAINT IF EXISTS fact; INSERT INTO $table SELECT * FROM every WHERE n % 7 = 0;",
		"$remove ALTER TABLE $table ADD CONSTRAINT fact_too CHECK (uuid_is_v7(id)); ALTER TABLE $table DROP CONSTRAINT fact_too;");
}

my ($reader, $writer) = map { uuidx_session($node, 'postgres', on_error_stop => 0) } 1, 2;
my (@different, %found);
my ($asked, $level) = (0);

# One query as prepared before, anew, without the planner's part, and over the bytes
sub compare
{
	my ($table, $history, $prepared) = @_;
	my $query = query($table);
	my @lines = ([ on => in_words($query) ], [ off => in_words($query) ], [ off => in_bytes($query) ]);
	my @answers = map { scalar $reader->query("SET LOCAL uuidx.planner = $_->[0]; $_->[1];") } @lines;

	$asked++;
	$found{ $answers[2] } = 1;
	push @different, "$level, $history:\n" . in_words($query) . "\nwith $answers[0], without $answers[1], bytes $answers[2]"
	  if $answers[0] !~ /^\d+\|\d+$/ || $answers[0] ne $answers[1] || $answers[0] ne $answers[2];
	return unless $prepared;
	my ($cached, $off) = map { scalar $reader->query("SET LOCAL uuidx.planner = $_->[0]; $_->[1];") } [ on => 'EXECUTE kept' ], [ off => in_words($prepared) ];
	push @different, "$level, $history:\n" . in_words($prepared) . "\ncached plan $cached, without $off" if $cached ne $off;
}

for my $step (1 .. $steps)
{
	my $table = one_of(@tables);
	my $prepared = query($table);
	my $change;

	$writer->query_safe('SET client_min_messages = error; SET lock_timeout = 0; BEGIN; ' . filled() . ' COMMIT;') if $step % 3 == 1;
	$level = one_of('READ COMMITTED', 'REPEATABLE READ', 'REPEATABLE READ', 'SERIALIZABLE');
	$reader->query_safe("SET plan_cache_mode = force_generic_plan; PREPARE kept AS ${\ in_words($prepared)};");
	$reader->query_safe("BEGIN ISOLATION LEVEL $level READ ONLY; SELECT count(*) FROM every;");
	# the snapshot is there, and holds no lock of the table
	$change = change($table);
	$writer->query_safe($change);
	compare($table, "after $change", $prepared) for 1 .. 3;
	$reader->query_safe('COMMIT');
	$reader->query_safe("BEGIN ISOLATION LEVEL $level READ ONLY;");
	compare($table, "in the next transaction, after $change", $prepared);
	$reader->query_safe('COMMIT; DEALLOCATE kept');
}
is(scalar @different, 0, "$asked queries in $steps steps: the same rows with and without");
diag $_ foreach @different[ 0 .. ($#different < 4 ? $#different : 4) ];
cmp_ok(scalar keys %found, '>', 20, scalar(keys %found) . ' different answers');

$reader->quit;
$writer->quit;
$node->stop;
done_testing();
