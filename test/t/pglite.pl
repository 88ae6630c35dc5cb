# hosted/uuidx.sql in PGlite, the newest and one of PostgreSQL 17: the checks of hosted/test.sql, and
# what doc/hosted.md says of migrations, clock, order and sessions there.  Needs npm and
# UUIDX_NETWORK=1.
#
# One server is enough: PGlite brings its own.
# Only in make test-all: hosted/uuidx.sql, and packages of a registry.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(sections);
use UuidxPackages;
use UuidxTest;

my $source = "$FindBin::RealBin/../clients";
my $dir = PostgreSQL::Test::Utils::tempdir;
my ($section) = grep { $_->{heading} eq 'PGlite' } sections('doc/hosted.md');
my ($packages) = slurp_file("$source/pglite/package.json") =~ /"dependencies": \{(.*?)\}/s;
my $why = lacks('node', 20, 'node', '--version')
  || lacks_packages("$source/pglite", "$dir/pglite", '--omit=optional', '--legacy-peer-deps');

append_to_file("$dir/pglite/pglite.js", slurp_file("$source/pglite.js")) if !$why;
foreach ([ '@electric-sql/pglite', 18 ], [ 'pglite-17', 17 ])
{
	my ($package, $major) = @$_;
	my ($version) = $packages =~ /"$package": "\D*([0-9.]+)"/;

	like($section->{text}, qr/\b\Q$version\E \((?:PostgreSQL )?$major\)/, "the document says $version");
  SKIP:
	{
		skip "PGlite $version: $why", 1 if $why;
		my ($output, $error) = output_of([ 'node', "$dir/pglite/pglite.js",
			$package, "$FindBin::RealBin/../../hosted", "$dir/$major" ], '', 120);
		is($error, undef, "$version: runs") or next;
		my %said = map { split(/\t/) } split(/\n/, $output);

		like(delete $said{$_}, qr/^(\d+) of \1 checks passed on PostgreSQL $major\b/, "$version: checks, $_ time")
		  foreach 'first', 'second';
		is($said{whole}, ($section->{text} =~ /\(`(\d+)`\)/)[0],
			"$version: a migration of Drizzle with the file as one statement");
		is_deeply(
			\%said,
			{
				whole => $said{whole}, pieces => 'runs', before => 'runs',
				microseconds => 0,
				unordered => $major < 18 ? 'true' : 'false', 'unordered by millisecond' => 'false',
				missed => $major < 18 ? 'false' : 'true', 'below the horizon' => 0,
				'temporary table' => 0
			},
			"$version: what the document says") or diag($output);
	}
}

done_testing();
