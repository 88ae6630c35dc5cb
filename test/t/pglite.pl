# hosted/uuidx.sql in PGlite, the newest and one of PostgreSQL 17: the checks of hosted/test.sql, and
# what doc/hosted.md says of migrations, clock and order there.  Needs npm and UUIDX_NETWORK=1.
#
# One server is enough: PGlite brings its own.
# Only in make test-all: hosted/uuidx.sql, and packages of a registry.

use UuidxDocument qw(sections);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;
my ($section) = grep { $_->{heading} eq 'PGlite' } sections('doc/hosted.md');
my ($refused) = $section->{text} =~ /which fails \(`(\d+)`\)/;
my ($packages) = slurp_file("$clients/pglite/package.json") =~ /"dependencies": \{(.*?)\}/s;
my ($why, $command) = packages_program('pglite', $dir, '--omit=optional', '--legacy-peer-deps');

foreach ([ '@electric-sql/pglite', 18 ], [ 'pglite-17', 17 ])
{
	my ($package, $major) = @$_;
	my ($version) = $packages =~ /"$package": "\D*([0-9.]+)"/;

	like($section->{text}, qr/\b\Q$version\E \((?:PostgreSQL )?$major\)/, "the document says $version");
  SKIP:
	{
		skip "PGlite $version: $why", 1 if $why;
		my $said = said($version, [ @$command, $package, "$top/hosted", "$dir/$major" ]) or next;
		my ($old, $new) = $major < 18 ? ('true', 'false') : ('false', 'true');
		my $checks = qr/^(\d+) of \1 checks passed on PostgreSQL $major\b/;

		compare(
			sub { return (delete $said->{ $_[0] })->[0] },
			map { [ "$version: $_->[0]", @$_ ] }[ 'first', $checks ], [ 'second', $checks ], [ 'whole', $refused ],
			[ 'pieces', 'runs' ], [ 'before', 'runs' ], [ 'microseconds', 0 ], [ 'unordered', $old ],
			[ 'unordered by millisecond', 'false' ], [ 'missed', $new ], [ 'below the horizon', 0 ]);
	}
}

done_testing();
