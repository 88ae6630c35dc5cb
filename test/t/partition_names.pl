# Names of partitions, of parents whose names are as long as can be: valid in the
# database's encoding wherever they are cut, different from each other, and uncut when
# they fit.
#
# In make test: nothing else makes names of partitions in other encodings.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $node = uuidx_node('partition_names', conf => "timezone = 'UTC'");

# Letters of one octet and of more, as code points, in each encoding that has them
my %letters = (
	UTF8 => [ 0x61, 0xE9, 0x8A9E, 0x1F418 ],
	LATIN1 => [ 0x61, 0xE9 ],
	EUC_JP => [ 0x61, 0x8A9E ]);

foreach my $encoding (sort keys %letters)
{
	my $wrong;

	value($node, "CREATE DATABASE \"$encoding\" ENCODING '$encoding' LOCALE 'C' TEMPLATE template0");
	value($node, 'CREATE EXTENSION uuidx', $encoding);

	# A name of so many octets: some a, then as many of a letter as there is room for, so
	# that each octet of the letter is where the name is cut once
	value(
		$node, q{
		CREATE TABLE parents (name text, id integer GENERATED ALWAYS AS IDENTITY);
		INSERT INTO parents (name)
		SELECT name FROM unnest(ARRAY[} . join(', ',
			map { "U&'\\+" . sprintf('%06X', $_) . "'" } @{ $letters{$encoding} }) . q{]) AS letter,
		  generate_series(1, 8) AS ahead, generate_series(40, 63) AS length,
		  LATERAL (SELECT repeat('a', ahead) || repeat(letter, (length - ahead) / octet_length(letter))) AS n (name)
		GROUP BY name;
		SELECT format('CREATE TABLE %I (id uuid) PARTITION BY RANGE (id)', name) FROM parents \gexec
		SELECT format('CALL uuid_v7_create_partitions(%L::regclass, %L, %L, %L)', quote_ident(name),
		  '2026-01-01', '2026-01-03', '1 day') FROM parents \gexec
		CREATE VIEW made AS
		SELECT name, ordinality AS day, relname::text AS partition
		FROM parents,
		  uuid_v7_partitions(format('%I', name)::regclass) WITH ORDINALITY JOIN pg_class ON oid = partition},
		$encoding);
	is(value($node, 'SELECT count(*) > 30, (SELECT count(*) FROM made) = 2 * count(*),
		(SELECT count(DISTINCT partition) FROM made) = 2 * count(*) FROM parents', $encoding),
		't|t|t', "$encoding: every parent has its two partitions");
	is( value(
			$node, q{
			SELECT partition FROM made
			WHERE convert_from(textsend(partition), getdatabaseencoding()) <> partition
			  OR CASE WHEN octet_length(name) <= 53 THEN partition <> name || '_p2026010' || day
			    ELSE octet_length(partition) NOT BETWEEN 60 AND 63
			      OR partition !~ ('_[0-9a-f]{8}_p2026010' || day || '$')
			      OR NOT starts_with(name, left(partition, -19)) END}, $encoding),
		'', "$encoding: names are valid, and cut only when they are too long");
}

done_testing();
