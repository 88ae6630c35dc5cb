# Promise 9: published examples, from a table with their sources, are the same under several
# settings; equal names give equal UUIDs in databases of every encoding.
#
# Expected values: python3 -c "import uuid; print(uuid.uuid5(uuid.NAMESPACE_DNS, 'stra\u00dfe'))"
# and the like; for v8 by hashlib.sha256 with version and variant put in.
#
# Only in make test-all: sql/name.sql notices wrong names in a database of UTF-8.
# One server is enough: nothing in it depends on the version of the server.

use Digest::SHA 'sha256_hex';
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

# Version 7 of a time and a name, computed here as well: 48 bits of milliseconds, the microseconds in
# 4096ths of one, and the last 62 bits of the first sixteen octets of the hash
sub v7_of_name
{
	my ($us, $namespace, $name) = @_;
	my $digest = sha256_hex(pack('H*', $namespace =~ tr/-//dr) . $name);
	my $hex = sprintf('%012x7%03x%x', ($us - $us % 1000) / 1000, $us % 1000 * 4096 / 1000,
		8 | hex(substr($digest, 16, 1)) & 3) . substr($digest, 17, 15);

	return $hex =~ s/(.{8})(.{4})(.{4})(.{4})/$1-$2-$3-$4-/r;
}

my %v7 = map { $_ => join(' ', int(rand(281474976710655999)),
	join('', map { chr(33 + rand(90)) =~ tr/\\'/ab/r } 1 .. rand(100))) } 1 .. 500;
is(value(
		$node,
		q{SET TimeZone = 'America/St_Johns';
			SELECT string_agg(format('%s %s', n, uuid_generate_v7(timestamptz '1970-01-01Z' + us / 1000000 * interval
			'1 second' + us % 1000000 * interval '1 microsecond', uuid_namespace('oid'), name)), E'\n' ORDER BY n)
		  FROM (VALUES } . join(', ', map { sprintf "(%d, %d, '%s')", $_, split(/ /, $v7{$_}, 2) } sort keys %v7)
		    . ') AS v (n, us, name)'),
	join("\n", map { my ($us, $name) = split(/ /, $v7{$_}, 2); "$_ "
	  . v7_of_name($us, '6ba7b812-9dad-11d1-80b4-00c04fd430c8', $name) } 1 .. 500),
	'version 7 of names, as Perl computes it');

# Names beyond ASCII, as code points; encodings of databases that have them
my %names = (
	german => { points => [ 0x73, 0x74, 0x72, 0x61, 0xDF, 0x65 ] },
	euro => { points => [0x20AC] },
	japanese => { points => [ 0x6771, 0x4EAC ] });

# name => encoding => octets of the name in that encoding
my %octets = (
	german => { UTF8 => 7, LATIN1 => 6, LATIN9 => 6, WIN1252 => 6 },
	euro => { UTF8 => 3, LATIN9 => 1, WIN1252 => 1 },
	japanese => { UTF8 => 6, EUC_JP => 4 });

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
	my $literal = "U&'" . join('', map { sprintf '\\%04X', $_ } @{ $names{$name}{points} }) . "'";
	my $reference = uuids('postgres', $literal);

	foreach my $encoding (sort keys %{ $octets{$name} })
	{
		my $database = $encoding eq 'UTF8' ? 'postgres' : $encoding;

		is(value($node, "SELECT octet_length($literal)", $database),
			$octets{$name}{$encoding}, "$name is stored in $encoding");
		is(uuids($database, $literal), $reference, "$name in $encoding");
		# bytea is hashed as it is: as UTF-8 it is the text, in the encoding it is another name
		is(uuids($database, "convert_to($literal, 'UTF8')"), $reference, "$name in $encoding, as UTF-8 bytea");
		isnt(uuids($database, "convert_to($literal, '$encoding')"), $reference, "$name in $encoding, as bytea")
		  if $encoding ne 'UTF8';
	}
}

is(value(
		$node,
		q{SELECT uuid_generate_v3_md5(n, name), uuid_generate_v5_sha1(n, name), uuid_generate_v8_sha256(n, name)
		FROM uuid_namespace('dns') AS n, (SELECT U&'stra\00DFe' AS name) AS t},
		'LATIN1'),
	'1d36ec45-5d26-3219-94a8-b1ed8cb34b2d|5bd56136-bd60-54ea-996b-0f6a8d197c40|e78f1077-6575-8d9b-863d-8b0eb84c3a81',
	'known UUIDs from LATIN1');

# SQL_ASCII: octets nobody vouches for.  Valid UTF-8 is hashed, anything else
# refused, bytea hashed as ever.
is(uuids('SQL_ASCII', q{'www.example.com'::text}), uuids('postgres', q{'www.example.com'::text}),
	'ASCII in SQL_ASCII');
is(uuids('SQL_ASCII', q{E'stra\xC3\x9Fe'}), uuids('postgres', q{U&'stra\00DFe'}),
	'UTF-8 octets in SQL_ASCII');
foreach my $bad ('\xFF', 'stra\xDFe', '\xC3', '\xC0\x80', '\xED\xA0\x80', '\xF4\x90\x80\x80', 'abc\x80')
{
	foreach my $call (
		"uuid_generate_v3_md5(n, E'$bad'::text)",
		"uuid_generate_v5_sha1(n, E'$bad'::text)",
		"uuid_generate_v8_sha256(n, E'$bad'::text)",
		"uuid_generate_v8_sha256(n, n, E'$bad'::text)",
		"uuid_generate_v7(now(), n, E'$bad'::text)",
		"uuid_generate_v8_hash('sha384', n, E'$bad'::text)",
		"uuid_generate_v8_hash('sha384', n, n, E'$bad'::text)")
	{
		is(state_of($node, "SELECT $call FROM uuid_namespace('dns') AS n", 'SQL_ASCII'),
			'22021', "refused in SQL_ASCII: $call");
	}
	my $hex = $bad;
	$hex =~ s/\\x(..)|(.)/defined $1 ? lc $1 : sprintf('%02x', ord $2)/ge;
	is(uuids('SQL_ASCII', "'\\x$hex'::bytea"), uuids('postgres', "'\\x$hex'::bytea"),
		"as bytea in SQL_ASCII: $hex");
}

done_testing();
