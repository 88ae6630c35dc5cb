# The recipes of doc/existing-tables.md for a created_at of each type, in sessions of UTC
# and of New York: with what "Before you start" says to write, every id is of its time,
# and the checks of the recipes find none that is not.  Written as if it were a timestamptz,
# a timestamp gives ids of other times, and the checks find them.
#
# One server is enough.
# Only in make test-all: a document, not code.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument;
use UuidxTest;

my $node = uuidx_node('guides_local', extension => 0);
my $db;

my %sections = map { $_->{heading} => $_ } sections('doc/existing-tables.md');

# The statements of a section, a list of blocks, the time written in another way
sub recipe
{
	my ($heading, $written) = @_;
	my @blocks = map { $_->{text} } grep { $_->{language} eq 'sql' } @{ $sections{$heading}{blocks} };

	foreach my $sql (@blocks)
	{
		# inside of the function, as far as its parentheses go
		$sql =~ s/(uuid_generate_v7\((?:date_trunc\('milliseconds', )?)created_at\b/$1$written/g;
	}
	return @blocks;
}

# What "Before you start" says to write
my %written;
@written{ 'timestamp', 'date' } = $sections{'Before you start'}{text} =~ /`(created_at(?:::timestamp)? AT TIME ZONE 'UTC')`/g;
$written{timestamptz} = 'created_at';
is($written{timestamp}, q{created_at AT TIME ZONE 'UTC'}, 'the expression for a timestamp');
is($written{date}, q{created_at::timestamp AT TIME ZONE 'UTC'}, 'the expression for a date');

# Runs a block; returns the rows of all its queries, joined
sub shows
{
	my ($sql) = @_;
	my ($stdout, $stderr);
	my $ret = $node->psql($db, $sql, stdout => \$stdout, stderr => \$stderr, on_error_stop => 1);
	my ($first) = $sql =~ /\A\s*(.*)/;

	is($ret, 0, "runs: $first") or diag($stderr);
	return $stdout =~ tr/\n/ /r;
}

# 300 orders with two lines each, three in an hour, as an application writes them that
# stores UTC; the instants are remembered
sub orders
{
	my ($key, $type) = @_;
	my ($plain) = $key =~ /(\w+)/;
	my $stored = $type eq 'timestamptz' ? 'at' : qq{(at AT TIME ZONE 'UTC')::$type};

	value(
		$node, qq{
		DROP TABLE IF EXISTS orders, order_lines, order_ids, instants;
		CREATE TABLE orders (id $key PRIMARY KEY, created_at $type NOT NULL, total numeric);
		CREATE TABLE order_lines (order_id $plain REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
		CREATE TABLE instants AS SELECT n, timestamptz '2026-03-07Z' + n / 3 * interval '20 minutes' AS at FROM generate_series(1, 300) AS n;
		INSERT INTO orders (created_at, total) SELECT $stored, n FROM instants ORDER BY n;
		UPDATE instants SET at = date_trunc('day', at, 'UTC') WHERE '$type' = 'date';
		INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line}, $db);
}

my $right = q{SELECT count(*), count(*) FILTER (WHERE uuid_v7_timestamp(%s) = at) FROM %s JOIN instants ON n = total};

foreach my $zone ('UTC', 'America/New_York')
{
	$db = $zone =~ s/\W//gr;
	value($node, qq{CREATE DATABASE "$db"});
	value($node, qq{ALTER DATABASE "$db" SET timezone = '$zone'; CREATE EXTENSION uuidx}, $db);

	foreach my $type ('timestamptz', 'timestamp', 'date')
	{
		my (undef, $prepare, $walk, $check, $finish) = recipe('Version 4: all ids', $written{$type});

		orders('uuid DEFAULT gen_random_uuid()', $type);
		shows($_) foreach $prepare, $walk;
		is(shows($check), '0 0', "version 4, $type, $zone: the checks find nothing");
		is(value($node, sprintf($right, 'id', 'orders'), $db), '300|300', 'and every id is of its time');
		shows($finish);
		is(value($node, 'SELECT count(*) FROM order_lines JOIN orders ON id = order_id', $db), '600', 'every line has its order');

		(undef, my $make, undef, $walk, $check) = recipe('bigint', $written{$type});
		orders('bigint GENERATED ALWAYS AS IDENTITY', $type);
		shows((recipe('bigint', $written{$type}))[0]);
		is(shows($make), '0', "bigint, $type, $zone: the check finds nothing");
		is(value($node, sprintf($right, 'i.uuid', 'order_ids AS i JOIN orders USING (id)'), $db), '300|300', 'and every id is of its time');
		shows($_) foreach $walk, $check;
	}

	# the mistake: what is right in UTC is four or five hours off in New York
	foreach my $type ('timestamp', 'date')
	{
		my $wrong = $zone eq 'UTC' ? 0 : 300;
		my (undef, $prepare, $walk, $check) = recipe('Version 4: all ids', 'created_at');
		my (undef, $make) = recipe('bigint', 'created_at');

		orders('uuid DEFAULT gen_random_uuid()', $type);
		shows($_) foreach $prepare, $walk;
		is(shows($check), "0 $wrong", "version 4, $type written as it is, $zone: $wrong ids of other times are found");
		orders('bigint GENERATED ALWAYS AS IDENTITY', $type);
		shows((recipe('bigint', 'created_at'))[0]);
		is(shows($make), $wrong, "bigint, $type written as it is, $zone: $wrong are found");
	}
}

$node->stop;
done_testing();
