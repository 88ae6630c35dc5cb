# Ids in DuckDB and ClickHouse: the table of doc/other-extensions.md, each row as it stands there, and
# ids, times and order there and back.  Needs npm and UUIDX_NETWORK=1.
#
# One server is enough: the files are the same.
# Only in make test-all: needs packages of a registry, of 600 MB.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(sections code_in);
use UuidxPackages;
use UuidxTest;

my $source = "$FindBin::RealBin/../clients";
my $dir = PostgreSQL::Test::Utils::tempdir;
my ($section) = grep { $_->{heading} eq 'DuckDB and ClickHouse' } sections('doc/other-extensions.md');
my %row = map { my ($name, @cells) = split(/ *\| */, s/^\| *//r); ($name => \@cells) }
  grep { /^\| \w/ } split(/\n/, $section->{text});
my $node = uuidx_node('analytics');

value($node, qq{
	CREATE TABLE events (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), payload text);
	INSERT INTO events SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '137 us'), n
	  FROM generate_series(0, 4999) AS n;
	COPY events TO '$dir/events.csv' (FORMAT csv, HEADER)});
append_to_file("$dir/mixed.csv", <<'EOF');
id,payload
c232ab00-9414-11ec-b3c8-9f6bdeced846,1
5df41881-3aed-4515-88a7-2f4a814cf09e,4
00000000-0000-0000-0000-000000000000,0
017f22e2-79b0-7cc3-98c4-dc0c0c07398f,7
EOF

SKIP:
{
	my $why = lacks('node', 20, 'node', '--version') || lacks_packages("$source/analytics", "$dir/analytics");
	$why ||= 'chdb has no library for this machine' if !glob("$dir/analytics/node_modules/\@chdb/*");
	skip "DuckDB and ClickHouse: $why", 1 if $why;
	append_to_file("$dir/analytics/analytics.js", slurp_file("$source/analytics.js"));
	my @texts = map {
		my $column = $_;
		map { (code_in($row{$_}[$column]), 'id')[0] } 'CSV', 'time', 'version 7 only', 'order', 'own ids'
	} 0, 1;
	my ($output, $error) = output_of([ 'node', "$dir/analytics/analytics.js", $dir, @texts ], '', 120);
	is($error, undef, 'runs') or last SKIP;
	my %said;
	foreach (split(/\n/, $output)) { my ($name, $what, $value) = split(/\t/); $said{$name}{$what} = $value }

	foreach my $i (0, 1)
	{
		my $name = ('DuckDB', 'ClickHouse')[$i];
		my $cell = sub { return $row{ $_[0] }[$i] };

		is($said{$name}{from}, 2500, "$name: from an id on");
		is($said{$name}{Parquet} =~ /^(?:Nullable\()?UUID\)?$/ && $cell->('Parquet') =~ /`\Q$said{$name}{Parquet}\E`/
		  ? 1 : 0, 1, "$name: Parquet has $said{$name}{Parquet}");
		is($said{$name}{'version 7'}, '1 of 7', "$name: version 7 only");
		if ($cell->('other versions') =~ /error: `(.+)`/) { like($said{$name}{'other versions'},
			qr/\Q$1\E/, "$name: other versions") }
		else { is("$said{$name}{'other versions'} ${\ $cell->('other versions')}",
			'0 1970-01-01, without an error', "$name: other versions") }
		my $same = $cell->('order') =~ /as in PostgreSQL/;
		is($said{$name}{'plain from'} == 2500 ? 1 : 0, $same ? 1 : 0,
			"$name: >= of ids, $said{$name}{'plain from'} rows");

		value($node, "CREATE TABLE back (LIKE events); COPY back FROM '$dir/$name.parquet.csv' (FORMAT csv, HEADER)");
		is(value($node, '(TABLE events EXCEPT TABLE back) UNION ALL (TABLE back EXCEPT TABLE events)'),
			'', "$name: there, to the other one, and back");
		is(value($node, 'SELECT count(*) FROM back'), 5000, 'each once');

		foreach my $kind ('uuidx', 'own')
		{
			value($node,
				"DROP TABLE IF EXISTS back; CREATE TABLE back (id uuid, payload int, ms bigint, plain int, ordered int);
				COPY back FROM '$dir/$name.$kind.read.csv' (FORMAT csv, HEADER)");
			is(value($node, q{SELECT count(DISTINCT id) FROM back WHERE uuid_v7_timestamp(id)
				= 'epoch'::timestamptz + ms * interval '1 ms'}), 5000, "$name, $kind: times");
			my ($ordered, $plain, $generated, $by_ms) = split(/\|/,
				value($node, q{SELECT count(*) FILTER (WHERE ordered = place), count(*) FILTER (WHERE plain = place),
				count(*) FILTER (WHERE generated = place), bool_and(ms >= previous)
				FROM (SELECT *, row_number() OVER (ORDER BY id) AS place, row_number() OVER (ORDER BY payload)
				  AS generated, lag(ms, 1, 0::bigint) OVER (ORDER BY payload) AS previous FROM back) AS p}));
			is($ordered, 5000, "$name, $kind: order");
			is($plain == 5000 ? 1 : 0, $same ? 1 : 0, "$name: order of the ids themselves, $plain of 5000 rows")
			  if $kind eq 'uuidx';
			is($by_ms, 't', "$name, $kind: milliseconds in the order of generation");
			is($generated == 5000 ? 1 : 0, $kind eq 'own' && $cell->('own ids') =~ /in no order within a millisecond/
			  ? 0 : 1, "$name, $kind: ids in the order of generation, $generated of 5000 rows");
		}
		value($node, 'DROP TABLE back');
	}
}

$node->stop;
done_testing();
