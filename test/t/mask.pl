# Masked ids are those of other implementations of FF1: the rows of a table, and ten
# thousand random cases of Bouncy Castle.  In databases of every encoding; and one
# bit of an id changes half of the bits of its face.
#
# Only in make test-all: ten thousand cases; sql/mask.sql and the unit test have the telling ones.
# One server is enough: nothing in it depends on the version of the server.

use IPC::Run;
use UuidxTest;

my $node = uuidx_node('mask');

plan skip_all => 'this server was built without OpenSSL' unless value($node, 'SHOW ssl_library') eq 'OpenSSL';

foreach my $encoding ('LATIN1', 'SQL_ASCII')
{
	value($node, "CREATE DATABASE \"$encoding\" ENCODING '$encoding' LOCALE 'C' TEMPLATE template0");
	value($node, 'CREATE EXTENSION uuidx', $encoding);
}

# --- A tab-separated file: uuid, key, tweak (empty: none), masked uuid, source
my @lines = split(/\r?\n/, slurp_file("$top/test/data/mask.tsv"));
is(shift @lines, "uuid\tkey_hex\ttweak\tmasked\tsource", 'the table has the columns that are read here');
is(scalar @lines, 10, 'the table is complete');
foreach my $line (@lines)
{
	my ($uuid, $key, $tweak, $masked) = split(/\t/, $line);
	my $arguments = "'\\x$key'" . ($tweak eq '' ? '' : ", convert_from('\\x" . unpack('H*', $tweak) . "', 'UTF8')");

	# the octets of a tweak are not converted where the encoding says nothing of them
	foreach my $database ('postgres', 'LATIN1', $tweak =~ /[^ -~]/ ? () : 'SQL_ASCII')
	{
		is(value($node, "SELECT uuid_mask('$uuid', $arguments), uuid_unmask('$masked', $arguments)", $database),
			"$masked|$uuid", "$uuid, tweak '$tweak', $database");
	}
}
foreach my $name ('uuid_mask', 'uuid_unmask')
{
	my $id = $name eq 'uuid_mask' ? 'uuid_generate_v7()' : 'uuid_generate_v4_random()';

	is(state_of($node, "SELECT $name($id, sha256(''), E'stra\\xDFe')", 'SQL_ASCII'),
		'22021', "$name: a tweak that is no UTF-8");
	is(state_of($node, "SELECT $name($id, sha256(''), E'stra\\xC3\\x9Fe')", 'SQL_ASCII'),
		'', "$name: one that is, in SQL_ASCII");
}
is(value($node, "SELECT uuid_mask('$lines[0]'::char(36)::uuid, sha256(''), E'stra\\xC3\\x9Fe')", 'SQL_ASCII'),
	value($node, "SELECT uuid_mask('$lines[0]'::char(36)::uuid, sha256(''), U&'stra\\00DFe')", 'LATIN1'),
	'and it is the same tweak in LATIN1');

# --- Random cases: keys of each length, tweaks of 0 to 64 octets
my $seed = $ENV{UUIDX_SEED} || int rand 2**31;
srand $seed;
note "UUIDX_SEED=$seed";

sub octets { return join '', map { sprintf '%02x', int rand 256 } 1 .. $_[0] }

# Text of so many octets of UTF-8, in characters of one to four of them
sub text_octets
{
	my ($count) = @_;
	my $text = '';

	while (length $text < $count)
	{
		my $left = $count - length $text;
		my $point = (
			1 + rand 0x7F, $left < 2 ? 0x61 : 0x80 + rand 0x780,
			$left < 3 ? 0x62 : 0x800 + rand 0xD000,
			$left < 4 ? 0x63 : 0x10000 + rand 0x100000)[ rand 4 ];
		my $character = chr int $point;

		utf8::encode($character);
		$text .= $character;
	}
	return unpack('H*', $text);
}

my @cases;
foreach my $i (1 .. 10000)
{
	my $id = octets(16);

	substr($id, 12, 1) = '7';
	substr($id, 16, 1) = (qw(8 9 a b))[ rand 4 ];
	$id =~ s/^(.{8})(.{4})(.{4})(.{4})/$1-$2-$3-$4-/;
	push @cases, join(' ', $i, $id, 'x' . octets((16, 24, 32)[ $i % 3 ]), 'x' . text_octets($i % 65));
}
my $file = PostgreSQL::Test::Utils::tempdir . '/cases';
append_to_file($file, join('', map { "$_\n" } @cases));
value($node, "CREATE TABLE given (n integer, id uuid, key text, tweak text);
	COPY given FROM '$file' (DELIMITER ' ');
	CREATE TABLE cases AS SELECT *, uuid_mask(id, key, tweak) AS masked
	FROM (SELECT n, id, ('\\' || key)::bytea, convert_from(('\\' || tweak)::bytea, 'UTF8')
	  FROM given) AS c (n, id, key, tweak)");
is(value($node, 'SELECT count(*), count(DISTINCT octet_length(key)), max(octet_length(tweak)),
	count(*) FILTER (WHERE uuid_unmask(masked, key, tweak) = id), count(DISTINCT masked) FROM cases'),
	'10000|3|64|10000|10000', 'random cases come back');

SKIP:
{
	my $jar = '/usr/share/java/bcprov.jar';
	my ($out, $err) = ('', '');

	skip 'Bouncy Castle needs the packages libbcprov-java and default-jdk-headless', 2
	  unless -e $jar && eval { IPC::Run::run([ 'javac', '-version' ], '>', \$out, '2>', \$err) };
	# Java reads the name of a file in the encoding of the locale
	local $ENV{LC_ALL} = 'C.UTF-8';
	my $ran = IPC::Run::run([ 'java', '-Xshare:auto', '-cp', $jar, "$top/test/tools/Mask.java" ],
		'<', $file, '>', \my $masked, '2>', \$err);
	ok($ran, 'Bouncy Castle masks the same') or diag($err);

	my @theirs = split(/\n/, $masked);
	my @ours = split(/\n/, value($node, 'SELECT masked FROM cases ORDER BY n'));
	my @differ = grep { ($theirs[$_] // '') ne $ours[$_] } 0 .. $#ours;
	is(@theirs - @differ, 10000, 'and the faces are the same')
	  or diag("$cases[$differ[0]]: $ours[$differ[0]], Bouncy Castle says " . ($theirs[ $differ[0] ] // 'nothing'));
}

# --- Avalanche: each bit of 200 ids in turn.  All bounds are seven standard deviations
value($node, q{
	CREATE TABLE flipped AS
	SELECT bit, ('x' || encode(uuid_send(uuid_mask(id, key)), 'hex'))::bit(128)
	  # ('x' || encode(uuid_send(uuid_mask(other, key)), 'hex'))::bit(128) AS change
	FROM (SELECT id, key FROM cases WHERE n <= 200) AS c, generate_series(0, 127) AS bit,
	  LATERAL (SELECT encode(set_bit(o, b, 1 - get_bit(o, b)), 'hex')::uuid
	    FROM (SELECT uuid_send(id), bit / 8 * 8 + 7 - bit % 8) AS s (o, b)) AS f (other)
	WHERE bit NOT BETWEEN 48 AND 51 AND bit NOT BETWEEN 64 AND 65});
is(value($node, 'SELECT count(*), count(DISTINCT bit),
	abs(avg(bit_count(change)) - 61) < 7 * sqrt(122 / 4.0) / sqrt(24400) FROM flipped'),
	'24400|122|t', 'one bit of an id changes half of its face, on average');
is(value($node, 'SELECT count(*) FROM (SELECT bit FROM flipped GROUP BY bit
	HAVING abs(avg(bit_count(change)) - 61) > 7 * sqrt(122 / 4.0) / sqrt(200)) AS odd'), '0', 'whichever bit it is');

done_testing();
