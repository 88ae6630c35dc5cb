# Ids in DuckDB and ClickHouse: the table of doc/other-extensions.md, each row as it stands there, and
# ids, times and order there and back.  Needs npm and UUIDX_NETWORK=1.
#
# One server is enough: the files are the same.
# Only in make test-all: needs packages of a registry, of 600 MB.

use UuidxDocument qw(sections code_in);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;
my ($section) = grep { $_->{heading} eq 'DuckDB and ClickHouse' } sections('doc/other-extensions.md');
my %row = map { my ($name, @cells) = split(/ *\| */, s/^\| *//r); ($name => \@cells) }
  grep { /^\| \w/ } split(/\n/, $section->{text});
my ($why, $command) = packages_program('analytics', $dir);
$why ||= 'chdb has no library for this machine' if !glob("$dir/analytics/node_modules/\@chdb/*");
plan(skip_all => "DuckDB and ClickHouse: $why") if $why;

my $node = uuidx_node('analytics');
my $ask = sub { return value($node, $_[0]) };
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
my @texts = map { my $column = $_; map { (code_in($row{$_}[$column]), 'id')[0] } 'CSV', 'time', 'version 7 only',
	'order', 'own ids' } 0, 1;
my $said = said('the program', [ @$command, $dir, @texts ]) // {};

foreach my $i (0, 1)
{
	my $name = ('DuckDB', 'ClickHouse')[$i];
	my %cell = map { $_ => $row{$_}[$i] } keys %row;
	my ($error) = $cell{'other versions'} =~ /error: `(.+)`/;
	my $same = $cell{order} =~ /as in PostgreSQL/;
	my $sorted = $cell{'own ids'} !~ /in no order within a millisecond/;
	my $all_or_less = sub { return $_[0] ? qr/^5000\b/ : qr/^(?!5000\b)/ };

	compare(
		sub { return $said->{"$name $_[0]"}[0] },
		map { [ "$name: $_->[0]", @$_ ] }[ 'from an id on', 2500 ], [ 'version 7 only', '1 of 7' ],
		[ 'Parquet', $cell{Parquet} =~ /^`(\w+\(?UUID\)?|UUID)`/ ],
		[ 'other versions', $error ? qr/\Q$error\E/ : $cell{'other versions'} =~ /^1970-01-01, with/ ? 0 : 'an error' ],
		[ 'plain from', $same ? 2500 : qr/^(?!2500$)\d+$/ ]);
	value($node, "CREATE TABLE back (LIKE events); COPY back FROM '$dir/$name.parquet.csv' (FORMAT csv, HEADER)");
	is(value($node, 'SELECT count(*), count(events), count(back) FROM events FULL JOIN back USING (id, payload)'),
		'5000|5000|5000', "$name: there, to the other one, and back");

	foreach my $kind ('uuidx', 'own')
	{
		value($node,
			"DROP TABLE back; CREATE TABLE back (id uuid, payload int, ms bigint, plain int, ordered int);
			COPY back FROM '$dir/$name.$kind.read.csv' (FORMAT csv, HEADER)");
		my $places = q{(SELECT *, row_number() OVER (ORDER BY id) AS place, row_number() OVER (ORDER BY payload)
			AS generated, lag(ms, 1, 0::bigint) OVER (ORDER BY payload) AS previous FROM back) AS p};
		compare(
			$node,
			[ "$name, $kind: times", q{SELECT count(DISTINCT id) FROM back WHERE uuid_v7_timestamp(id)
				= 'epoch'::timestamptz + ms * interval '1 ms'}, 5000 ],
			[ "$name, $kind: order, and milliseconds in that of generation", "SELECT
				count(*) FILTER (WHERE ordered = place), bool_and(ms >= previous) FROM $places", '5000|t' ],
			[ "$name, $kind: ids in the order of generation", "SELECT count(*) FILTER
				(WHERE generated = place) FROM $places", $all_or_less->($kind eq 'uuidx' || $sorted) ],
			$kind eq 'own' ? () : [ "$name: order of the ids themselves",
				"SELECT count(*) FILTER (WHERE plain = place) FROM $places", $all_or_less->($same) ]);
	}
	value($node, 'DROP TABLE back');
}

done_testing();
