# Every row of data/ids.tsv and data/ids_invalid.tsv through the SQL functions,
# under several settings and in databases of several encodings.
#
# The UUID of an id is compared with the one that its row spells out, and else with
# uuid_id_systems() in sql/systems.sql; text, number and UUID agree with each other.
#
# In make test: published ids, which nothing else reads.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $data = "$top/test/data";
my $node = uuidx_node('ids_vectors', extension => 'uuidx_ids');
value($node, q{CREATE DATABASE latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0});
value($node, 'CREATE EXTENSION uuidx; CREATE EXTENSION uuidx_ids', 'latin1');

# The rows of the files, below their headings
my %rows = map { $_ => scalar(split /\n/, slurp_file("$data/$_.tsv")) - 1 } qw(ids ids_invalid);

my %settings = (
	postgres => q{SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD';},
	latin1 => q{SET TimeZone = 'Asia/Kathmandu'; SET DateStyle = 'German, DMY';});

my $prepare = <<"EOS";
CREATE TABLE ids (row_number integer GENERATED ALWAYS AS IDENTITY, system text, id_text text, timestamp_utc text,
  other_fields text, source text);
COPY ids (system, id_text, timestamp_utc, other_fields, source) FROM '$data/ids.tsv'
  WITH (FORMAT csv, DELIMITER E'\\t', QUOTE E'\\x01', HEADER match, ENCODING 'UTF8',
  FORCE_NOT_NULL (id_text, timestamp_utc, other_fields));
CREATE TABLE ids_invalid (row_number integer GENERATED ALWAYS AS IDENTITY, system text, input text, why text);
COPY ids_invalid (system, input, why) FROM '$data/ids_invalid.tsv'
  WITH (FORMAT csv, DELIMITER E'\\t', QUOTE E'\\x01', HEADER match, ENCODING 'UTF8', FORCE_NOT_NULL (input));
EOS

$prepare .= <<'EOS';
-- a field of a row, NULL if it is not there
CREATE FUNCTION field(fields text, name text) RETURNS text IMMUTABLE LANGUAGE sql
  AS $$ SELECT substring(';' || fields FROM ';' || name || '=([^;]*)') $$;

-- what a statement returns, or its SQLSTATE and message
CREATE FUNCTION outcome(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  EXECUTE statement INTO result;
  RETURN result;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE FUNCTION state_of(statement text) RETURNS text LANGUAGE sql AS $$ SELECT left(outcome(statement), 5) $$;

-- What each row says: the id, its canonical text, time, number, and UUID if it is spelled out.
-- Permutations: the file's text is the UUID, the id is in a field; and the rows
-- of .NET's octets also tell the order of SQL Server.
CREATE TABLE said AS
WITH calls AS (
  SELECT i.*, system AS called,
    coalesce(field(other_fields, 'uuid_to_bin_swap1'), field(other_fields, 'guid_tobytearray'), id_text) AS id
  FROM ids AS i
  UNION ALL
  SELECT i.*, 'sqlserver_order', id_text FROM ids AS i WHERE system = 'dotnet_bytes'
  UNION ALL
  SELECT i.*, 'ncs_text', regexp_replace(replace(id_text, '-', ''), '^(.{12})0000' || repeat('(..)', 8) || '$',
    '\1.\2.\3.\4.\5.\6.\7.\8.\9') FROM ids AS i WHERE system = 'ncs'
)
SELECT row_number() OVER (ORDER BY c.row_number, called) AS n, c.called AS system, c.id,
  field(other_fields, 'no_timestamp') IS NOT NULL AS unsupported,
  CASE
    WHEN called IN ('ulid', 'tsid') THEN upper(id)
    WHEN called = 'typeid' THEN right(id, 26)
    WHEN called = 'objectid' OR id ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN lower(id)
    ELSE id
  END AS canonical,
  CASE
    WHEN called IN ('combguid_legacy', 'combguid_pg_legacy') THEN
      -- exactly, in 1/300 s, and rounded down
      timestamptz '1900-01-01 00:00:00Z' + interval '1 microsecond'
        * (field(other_fields, 'days_since_1900')::bigint * 86400000000
        + field(other_fields, 'ticks_300')::bigint * 10000 / 3)
    WHEN called <> 'sqlserver_order' AND timestamp_utc <> '' THEN
      regexp_replace(timestamp_utc, '(\.\d{6})\d+Z$', '\1Z')::timestamptz
  END AS at,
  CASE
    WHEN called = 'sqlserver_order' THEN field(other_fields, 'sqlserver_sort_key')::uuid
    WHEN called IN ('dotnet_bytes', 'mysql_swap') THEN id_text::uuid
    WHEN field(other_fields, 'uuid') IS NOT NULL THEN field(other_fields, 'uuid')::uuid
    WHEN id_text ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN id_text::uuid
  END AS uuid,
  called NOT IN ('ksuid', 'es_kordered_hash', 'cuid_nonstandard', 'nuid', 'cuid2') AS has_uuid,
  ('x' || field(other_fields, 'hex'))::bit(64)::bigint AS number,
  c.other_fields, c.timestamp_utc
FROM calls AS c;
EOS

# What must hold of a row of ids.tsv: name, which rows, of which there are some, and condition.
my @laws = (
	[ 'the time of an id', 'at IS NOT NULL', q{id_extract_timestamp(system, id) = at} ],
	[ 'no time in an id', q{at IS NULL AND NOT unsupported},
		q{CASE WHEN system = 'typeid' THEN id_extract_timestamp(system, id) IS NULL
		  ELSE state_of(format('SELECT id_extract_timestamp(%L, %L)', system, id)) = '22023' END} ],
	[ 'the UUID of an id, spelled out', 'uuid IS NOT NULL', q{uuid_from_id(system, id) = uuid} ],
	[ 'no UUID of an id', 'NOT has_uuid AND NOT unsupported',
		q{state_of(format('SELECT uuid_from_id(%L, %L)', system, id)) = '22023'
		  AND state_of(format('SELECT uuid_to_id(%L, %L)', system, md5(id)::uuid)) = '22023'} ],
	[ 'the id of a UUID', 'has_uuid AND NOT unsupported', q{uuid_to_id(system, uuid_from_id(system, id)) = canonical} ],
	[ 'the time of a bigint', 'number IS NOT NULL', q{id_extract_timestamp(system, number) = at} ],
	[ 'the UUID of a bigint', 'number IS NOT NULL', q{uuid_from_id(system, number) = uuid_from_id(system, id)} ],
	[ 'systems without time are refused', 'unsupported',
		q{state_of(format('SELECT id_extract_timestamp(%L, %L)', system, id)) = '0A000'
		  AND state_of(format('SELECT uuid_from_id(%L, %L)', system, id)) = '0A000'
		  AND state_of(format('SELECT uuid_to_id(%L, %L)', system, md5(id)::uuid)) = '0A000'
		  AND state_of(format('SELECT id_lower(%L, now())', system)) = '0A000'
		  AND state_of(format('SELECT id_upper(%L, now())', system)) = '0A000'} ],
	[ 'prefix and suffix of a TypeID', q{system = 'typeid'},
		q{uuid_from_typeid(id) = uuid AND typeid_prefix(id) = field(other_fields, 'prefix')
		  AND uuid_to_typeid(field(other_fields, 'prefix'), uuid) = id} ],
	[ 'what MySQL swaps, as version 6', q{system = 'mysql_swap'},
		q{uuid_v1_to_v6(uuid_from_id(system, id)) = field(other_fields, 'uuid_v6')::uuid
		  AND uuid_encode(uuid, 'hex') = field(other_fields, 'uuid_to_bin_swap0')} ],
	[ 'the fields of an id',
		q{NOT unsupported AND system !~ '_swap$|^dotnet_|^mongodb_|^sqlserver_'},
		q{(SELECT jsonb_object_agg(field, value) - '{ticks_100ns,clock_seq,node}'::text[] FROM id_inspect(system, id))
		  = (SELECT jsonb_object_agg(split_part(pair, '=', 1), split_part(pair, '=', 2)) - whole
		    FROM string_to_table(other_fields, ';') AS pair,
		      (VALUES ('{hex,kind,length,nonstandard_length,prefix,
		        raw_hex,rtcomb_ms,uint64,uuid,worker_id_signed}'::text[])) AS w (whole)
		    GROUP BY whole)} ],
	[ 'lower bounds of Cassandra', q{field(other_fields, 'kind') = 'min'},
		q{id_lower(system, at) = id} ],
	[ 'upper bounds of Cassandra', q{field(other_fields, 'kind') = 'max_server'},
		q{id_upper(system, date_trunc('milliseconds', at) + interval '999 microseconds') = id} ]);

foreach my $database (sort keys %settings)
{
	value($node, $prepare, $database);
	is(value($node, "SELECT count(*) FROM $_", $database), $rows{$_}, "$database: $_.tsv is complete")
	  for sort keys %rows;

	# every system of the extension but one is in the file, and no other
	is(value($node, q{SELECT string_agg(system, ' ')
		FROM (SELECT DISTINCT system FROM said FULL JOIN uuid_id_systems() AS s USING (system)
		WHERE said.system IS NULL OR s.system IS NULL) AS t}, $database),
		'draft02_v7 rfc9562_v8_time', "$database: systems without a row");

	foreach my $law (@laws)
	{
		my ($name, $which, $condition) = @{$law};
		my $outcome = value($node, "$settings{$database} SELECT count(*) || ' rows',
			string_agg(format(E'\\n%s %s: %s', system, id, outcome), '' ORDER BY n)
			  FILTER (WHERE outcome IS DISTINCT FROM 'true')
			FROM said, outcome(format('SELECT (%s)::text FROM said WHERE n = %s', \$law\$$condition\$law\$, n))
			WHERE $which", $database);

		like($outcome, qr/^[1-9]\d* rows\|$/, "$database: $name");
	}

	# what must be refused: every function that reads a text says 22P02, and says
	# the system's name; nothing of the kind comes out of a UUID either
	my $refused = value($node, qq{
$settings{$database}
SELECT count(*) || ' rows', string_agg(DISTINCT calls, ' ' ORDER BY calls),
  string_agg(format(E'\\n%s "%s" (%s): %s', i.system, input, why, outcome), '' ORDER BY row_number)
    FILTER (WHERE outcome NOT LIKE '22P02 invalid input syntax for id system "' || i.system || '": "%')
FROM ids_invalid AS i,
  LATERAL (VALUES
    ('id_extract_timestamp', outcome(format('SELECT id_extract_timestamp(%L, %L)', i.system, input))),
    ('id_inspect', outcome(format('SELECT id_inspect(%L, %L)', i.system, input))),
    ('uuid_from_id', outcome(format('SELECT uuid_from_id(%L, %L)', i.system, input)))) AS o (calls, outcome)
}, $database);
	is($refused, 3 * $rows{ids_invalid} . ' rows|id_extract_timestamp id_inspect uuid_from_id|',
		"$database: every row of ids_invalid.tsv is refused");

	is(value($node, q{SELECT DISTINCT state_of(format('SELECT uuid_from_typeid(%L)', input)),
		state_of(format('SELECT typeid_prefix(%L)', input))
		FROM ids_invalid WHERE system = 'typeid'}, $database),
		'22P02|22P02', "$database: TypeIDs that are none");

	# inputs that are UUIDs of the wrong kind are no better as uuid
	is(value($node, q{
		SELECT DISTINCT state_of(format('SELECT uuid_to_id(%L, %L::uuid)', i.system, input))
		FROM ids_invalid AS i JOIN uuid_id_systems() AS s USING (system)
		WHERE input ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
		  AND mapping IN ('is a uuid', 'permuted') AND system <> 'newsequentialid'}, $database),
		'22023', "$database: UUIDs of the wrong kind");
}

done_testing();
