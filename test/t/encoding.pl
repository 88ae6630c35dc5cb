# Promise 9: published examples, from a table with their sources, are the same under several
# settings; equal names give equal UUIDs in databases of every encoding.
#
# Only in make test-all: sql/name.sql notices wrong names in a database of UTF-8.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $node = uuidx_node('encoding');

foreach my $encoding ('LATIN1', 'LATIN9', 'WIN1252', 'EUC_JP', 'SQL_ASCII')
{
	value($node,
		"CREATE DATABASE \"$encoding\" ENCODING '$encoding' LOCALE 'C' TEMPLATE template0");
	value($node, 'CREATE EXTENSION uuidx', $encoding);
}

# A tab-separated file: source, expression, expected value or NULL
my @lines = split(/\r?\n/, slurp_file("$top/test/data/rfc9562.tsv"));
my @settings = (
	[ 'postgres', q{SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD';} ],
	[ 'postgres', q{SET TimeZone = 'Asia/Kathmandu';
		SET DateStyle = 'German, DMY'; SET search_path = pg_catalog, public;} ],
	[ 'LATIN1', q{SET TimeZone = 'America/St_Johns'; SET DateStyle = 'SQL, MDY';
		SET lc_messages = 'C'; SET bytea_output = 'escape';} ]);

is(shift @lines, "source\tsql\texpected", 'the table has the columns that are read here');
cmp_ok(scalar @lines, '>=', 18, 'the table is complete');
foreach my $line (@lines)
{
	my ($source, $sql, $expected) = split(/\t/, $line);
	# an untyped literal is read as a value of the expression's own type
	my $literal = $expected eq 'NULL' ? 'NULL' : "'$expected'";

	is(value($node, "$_->[1]\nSELECT ($sql) IS NOT DISTINCT FROM $literal", $_->[0]), 't', "$source: $sql, $_->[0]")
	  foreach @settings;
}

# Names beyond ASCII, and how many octets they have in the encodings of databases that have them
my %names = (
	"U&'stra\\00DFe'" => { UTF8 => 7, LATIN1 => 6, LATIN9 => 6, WIN1252 => 6 },
	"U&'\\20AC'" => { UTF8 => 3, LATIN9 => 1, WIN1252 => 1 },
	"U&'\\6771\\4EAC'" => { UTF8 => 6, EUC_JP => 4 });

# The UUIDs of a name by every text function, given the name as an expression
sub uuids
{
	my ($database, $name) = @_;

	return value($node, qq{
		SELECT uuid_generate_v3_md5(n, $name), uuid_generate_v5_sha1(n, $name), uuid_generate_v8_sha256(n, $name),
		  uuid_generate_v8_sha256(h, n, $name), uuid_generate_v8_hash('sha512', n, $name),
		  uuid_generate_v8_hash('sha3_256', h, n, $name), uuid_generate_v7('2026-01-01Z', n, $name)
		FROM uuid_namespace('dns') AS n, uuid_hashspace('sha256') AS h}, $database);
}

foreach my $name (sort keys %names)
{
	my $reference = uuids('postgres', $name);

	foreach my $encoding (sort keys %{ $names{$name} })
	{
		my $database = $encoding eq 'UTF8' ? 'postgres' : $encoding;

		is(value($node, "SELECT octet_length($name)", $database),
			$names{$name}{$encoding}, "$name is stored in $encoding");
		is(uuids($database, $name), $reference, "$name in $encoding");
		# bytea is hashed as it is: as UTF-8 it is the text, in the encoding it is another name
		my ($as_utf8, $as_it_is) =
		  map { uuids($database, "convert_to($name, '$_')") } 'UTF8', $encoding;
		is($as_utf8, $reference, "$name in $encoding, as UTF-8 bytea");
		isnt($as_it_is, $reference, "$name in $encoding, as bytea") if $encoding ne 'UTF8';
	}
}

# as Python computes it
is(value($node, q{SELECT uuid_generate_v5_sha1(uuid_namespace('dns'), U&'stra\00DFe')}, 'LATIN1'),
	'5bd56136-bd60-54ea-996b-0f6a8d197c40', 'a known UUID from LATIN1');

# SQL_ASCII: octets nobody vouches for.  Valid UTF-8 is hashed, anything else
# refused, bytea hashed as ever.
is(uuids('SQL_ASCII', q{'www.example.com'::text}), uuids('postgres', q{'www.example.com'::text}),
	'ASCII in SQL_ASCII');
is(uuids('SQL_ASCII', q{E'stra\xC3\x9Fe'}), uuids('postgres', q{U&'stra\00DFe'}),
	'UTF-8 octets in SQL_ASCII');
foreach my $bad ('\xFF', 'stra\xDFe', '\xC0\x80', '\xED\xA0\x80', '\xF4\x90\x80\x80')
{
	foreach my $call ('v3_md5(n, ', 'v5_sha1(n, ', 'v8_sha256(n, ', 'v8_sha256(n, n, ',
		'v7(now(), n, ', "v8_hash('sha384', n, ", "v8_hash('sha384', n, n, ")
	{
		my $sql = "SELECT uuid_generate_${call}E'$bad'::text) FROM uuid_namespace('dns') AS n";

		is(state_of($node, $sql, 'SQL_ASCII'), '22021', "refused in SQL_ASCII: $call$bad");
	}
	my $hex = $bad =~ s/\\x(..)|(.)/defined $1 ? lc $1 : sprintf('%02x', ord $2)/ger;
	is(uuids('SQL_ASCII', "'\\x$hex'::bytea"), uuids('postgres', "'\\x$hex'::bytea"),
		"as bytea in SQL_ASCII: $hex");
}

done_testing();
