# Masked ids are those of another implementation of FF1, Bouncy Castle: the rows of two tables.  In
# databases of every encoding; and one bit of an id changes half of the bits of its face.
#
# Only in make test-all: sql/mask.sql and the unit test have the telling cases.
# One server is enough: nothing in it depends on the version of the server.

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

# --- Random rows of Bouncy Castle 1.72: keys of each length, tweaks of 0 to 64 octets
value($node, "CREATE TABLE given (id uuid, key text, tweak text, masked uuid);
	COPY given FROM '$top/test/data/mask_random.tsv'
	  WITH (FORMAT csv, DELIMITER E'\\t', HEADER, FORCE_NOT_NULL (tweak));
	CREATE TABLE cases AS SELECT id, decode(key, 'hex') AS key,
	  convert_from(decode(tweak, 'hex'), 'UTF8') AS tweak, masked FROM given");
is(value($node, 'SELECT count(*), count(DISTINCT octet_length(key)),
	count(DISTINCT octet_length(tweak)),
	count(*) FILTER (WHERE uuid_mask(id, key, tweak) = masked),
	count(*) FILTER (WHERE uuid_unmask(masked, key, tweak) = id) FROM cases'),
	'195|3|65|195|195', 'random rows');

# --- Avalanche: each bit of these ids in turn changes half of the face, within seven standard
# deviations
is(value($node, q{
	SELECT count(*), string_agg(bit::text, ' ')
	  FILTER (WHERE abs(changes - 61) > 7 * sqrt(122 / 4.0) / sqrt(195))
	FROM (SELECT bit, avg(bit_count(('x' || encode(uuid_send(uuid_mask(id, key)), 'hex'))::bit(128)
	    # ('x' || encode(uuid_send(uuid_mask(other, key)), 'hex'))::bit(128)))
	  FROM cases, generate_series(0, 127) AS bit,
	    LATERAL (SELECT encode(set_bit(o, b, 1 - get_bit(o, b)), 'hex')::uuid
	      FROM (SELECT uuid_send(id), bit / 8 * 8 + 7 - bit % 8) AS s (o, b)) AS f (other)
	  WHERE bit NOT BETWEEN 48 AND 51 AND bit NOT BETWEEN 64 AND 65
	  GROUP BY bit) AS b (bit, changes)}),
	'122|', 'one bit of an id, whichever it is, changes half of its face');

done_testing();
