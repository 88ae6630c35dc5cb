
# Ids of the packages that people generate them with: made by theirs and read
# with ours, made by ours and read with theirs.  Needs node, npm and UUIDX_NETWORK=1,
# and is skipped without them.
#
# One server is enough: the packages see no server.
# Only in make test-all: needs node and npm.

use strict;
use warnings;

use File::Copy;
use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxPackages;
use UuidxTest;

my $source = "$FindBin::RealBin/../npm";
my $dir = PostgreSQL::Test::Utils::tempdir;
my $count = 100;

plan skip_all => 'this source comes without test/npm' if !-d $source;
my $lacking = lacks('node', 18, 'node', '--version') || lacks_packages($source, $dir);
plan skip_all => $lacking if $lacking;
copy("$source/interop.js", $dir) or die "interop.js: $!";

my $node = uuidx_node('ids_npm', extension => 'uuidx_ids');
value($node, q{
CREATE TABLE lines (line integer GENERATED ALWAYS AS IDENTITY, fields text[]);
CREATE FUNCTION field(lines, integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT nullif($1.fields[$2], '') $$;
});

#
# Theirs to ours
#
my ($generated, $why) = output_of([ 'node', "$dir/interop.js", 'generate', $count ], '', 180);
is($why, undef, 'the packages generate');
append_to_file("$dir/generated", $generated);
value($node, "INSERT INTO lines (fields) SELECT string_to_array(line, E'\\t')
	FROM regexp_split_to_table(trim(E'\\n' FROM pg_read_file('$dir/generated')), E'\\n') AS line");

# What is compared, in which kind of line, in which of them, and how
my @theirs = (
	[
		'the time of an id', 'id', q{true},
		q{CASE WHEN field(l, 6) IS NULL THEN id_extract_timestamp(field(l, 2), field(l, 3))
		  ELSE id_extract_timestamp(field(l, 2), field(l, 3), field(l, 6)::timestamptz) END = field(l, 4)::timestamptz}
	],
	[ 'the UUID of an id', 'id', q{field(l, 5) IS NOT NULL}, q{uuid_from_id(field(l, 2), field(l, 3)) = field(l, 5)::uuid} ],
	[
		'the id of a UUID', 'id', q{field(l, 2) NOT IN ('ksuid', 'cuid_nonstandard', 'typeid') AND field(l, 6) IS NULL},
		q{lower(uuid_to_id(field(l, 2), uuid_from_id(field(l, 2), field(l, 3)))) = lower(field(l, 3))}
	],
	[
		'the id of a UUID, with an epoch', 'id', q{field(l, 6) IS NOT NULL},
		q{uuid_to_id(field(l, 2), uuid_from_id(field(l, 2), field(l, 3), field(l, 6)::timestamptz), field(l, 6)::timestamptz) = field(l, 3)}
	],
	[
		'version and time of a UUID', 'uuid', 'true',
		q{uuid_version(field(l, 2)::uuid) = field(l, 3)::integer
		  AND uuid_time(field(l, 2)::uuid) IS NOT DISTINCT FROM field(l, 4)::timestamptz}
	],
	[
		'name-based UUIDs', 'name', 'true',
		q{field(l, 5)::uuid = CASE field(l, 2) WHEN '3' THEN uuid_generate_v3_md5(field(l, 3)::uuid, coalesce(field(l, 4), ''))
		  ELSE uuid_generate_v5_sha1(field(l, 3)::uuid, coalesce(field(l, 4), '')) END}
	],
	[
		'versions 1 and 6', 'v1v6', 'true',
		q{uuid_v1_to_v6(field(l, 2)::uuid) = field(l, 3)::uuid AND uuid_v6_to_v1(field(l, 3)::uuid) = field(l, 2)::uuid}
	],
	[
		'TypeIDs', 'typeid', 'true',
		q{uuid_from_typeid(field(l, 2)) = field(l, 4)::uuid AND typeid_prefix(field(l, 2)) = coalesce(field(l, 3), '')
		  AND uuid_to_typeid(coalesce(field(l, 3), ''), field(l, 4)::uuid) = field(l, 2)}
	]);

is( value(
		$node, q{SELECT string_agg(system, ' ' ORDER BY system) FROM (SELECT field(l, 2) FROM lines AS l
		  WHERE field(l, 1) = 'id' GROUP BY 1 HAVING count(*) >= 10) AS t (system)}),
	'cassandra_timeuuid cuid cuid_nonstandard discord flakeid ksuid objectid pushid snowflake typeid ulid xid',
	'ids of all systems are there');
foreach my $law (@theirs)
{
	my ($name, $kind, $which, $condition) = @{$law};
	my ($lines, $wrong) = split(
		/\|/, value(
			$node, qq{SELECT count(*), string_agg(fields::text, E'\\n') FILTER (WHERE ($condition) IS NOT TRUE)
			  FROM lines AS l WHERE field(l, 1) = '$kind' AND $which}), 2);

	cmp_ok($lines, '>=', 36, "$name: there are lines");
	is($wrong, '', "$name: theirs and ours agree");
}

# in their order of time, too: version 7 and the time-first UUIDs
is( value(
		$node, q{SELECT count(*) > 500, count(*) FILTER (WHERE at < before) FROM (
		  SELECT at, lag(at) OVER (ORDER BY id) AS before FROM (
		    SELECT uuid_from_id(field(l, 2), field(l, 3)), field(l, 4)::timestamptz FROM lines AS l
		    WHERE field(l, 1) = 'id' AND field(l, 2) IN ('xid', 'objectid', 'flakeid', 'snowflake', 'discord', 'pushid') AND field(l, 6) IS NULL
		    UNION ALL SELECT field(l, 2)::uuid, field(l, 4)::timestamptz FROM lines AS l WHERE field(l, 1) = 'uuid' AND field(l, 3) = '7'
		  ) AS u (id, at)) AS t}),
	't|0',
	'their ids and their version 7 sort together');

#
# Ours to theirs.  Random UUIDs of each mapping, and the bounds of random instants.
#
my $ours = value($node, qq{
SET TimeZone = 'UTC';
CREATE FUNCTION iso(timestamptz) RETURNS text LANGUAGE sql AS \$\$ SELECT to_char(\$1, 'FMYYYY-MM-DD"T"HH24:MI:SS.US"Z"') \$\$;
CREATE FUNCTION digits(n integer) RETURNS text LANGUAGE sql VOLATILE AS \$\$ SELECT left(replace(uuid_generate_v4_random()::text, '-', ''), n) \$\$;
CREATE TABLE ours AS
SELECT 'ulid' AS system, uuid_to_id('ulid', id) AS id, id AS uuid
FROM generate_series(1, $count), LATERAL (SELECT md5(digits(12) || generate_series)::uuid) AS u (id)
UNION ALL
-- seconds, and 64 other bits
SELECT system, uuid_to_id(system, id), id
FROM unnest(ARRAY['xid', 'objectid']) AS system, generate_series(1, $count) AS n,
  LATERAL (SELECT (lpad(to_hex((('x' || left(md5(system || n), 8))::bit(32)::bigint & 4294967295) * 1000), 12, '0')
    || '8' || substr(md5(n::text), 1, 3) || substr('89ab', n % 4 + 1, 1) || substr(md5(n::text), 4, 12) || substr('048c', n % 4 + 1, 1) || '00')::uuid) AS u (id)
UNION ALL
-- ms, and 72 other bits
SELECT 'pushid', uuid_to_id('pushid', id), id
FROM generate_series(1, $count) AS n,
  LATERAL (SELECT (substr(md5(n::text), 1, 12) || '8' || substr(md5(n::text), 13, 3) || substr('89ab', n % 4 + 1, 1)
    || substr(md5((-n)::text), 1, 14) || substr('048c', n % 4 + 1, 1))::uuid) AS u (id)
UNION ALL
SELECT system, id_lower(system, t), NULL
FROM unnest(ARRAY['ulid', 'ksuid', 'xid', 'objectid', 'snowflake', 'discord', 'flakeid', 'cuid', 'pushid']) AS system,
  generate_series('2016-02-29 12:34:56.789'::timestamptz, '2058-01-01', '1234567.891 seconds') AS t
UNION ALL
SELECT system, id_upper(system, t), NULL
FROM unnest(ARRAY['ulid', 'ksuid', 'xid', 'objectid', 'snowflake', 'discord', 'flakeid', 'cuid', 'pushid']) AS system,
  generate_series('2016-02-29 12:34:56.789'::timestamptz, '2058-01-01', '1234567.891 seconds') AS t;
SELECT concat_ws(E'\\t', 'id', system, id, iso(id_extract_timestamp(system, id)),
  CASE system WHEN 'ulid' THEN uuid_from_id(system, id)::text ELSE '' END, '') FROM ours
UNION ALL
SELECT concat_ws(E'\\t', 'id', 'snowflake', id, iso(t), '', '2009-02-13T23:31:30.123Z')
FROM generate_series('2016-02-29 12:34:56.789'::timestamptz, '2058-01-01', '12345678.901 seconds') AS t, id_lower('snowflake', t, '2009-02-13 23:31:30.123') AS id
UNION ALL
SELECT concat_ws(E'\\t', 'uuid', id, uuid_version(id), coalesce(iso(uuid_time(id)), ''))
FROM generate_series(1, $count), LATERAL (VALUES (uuid_generate_v7()), (uuid_generate_v7('2024-02-29 12:34:56.789')),
  (uuid_generate_v6()), (uuid_v6_to_v1(uuid_generate_v6())), (uuid_generate_v4_random()),
  (uuid_generate_v8(decode(digits(32), 'hex'))), (uuid_generate_v8_sha256(uuid_namespace('dns'), digits(8)))) AS u (id)
UNION ALL
SELECT concat_ws(E'\\t', 'name', v, ns, name, CASE v WHEN 3 THEN uuid_generate_v3_md5(ns, name) ELSE uuid_generate_v5_sha1(ns, name) END)
FROM unnest(ARRAY[3, 5]) AS v, unnest(ARRAY['dns', 'url', 'oid', 'x500']) AS space, uuid_namespace(space) AS ns,
  unnest(ARRAY['', 'www.example.com', U&'stra\\00DFe', U&'\\6771\\4EAC', U&'\\+01F418', repeat('x', 1000)]) AS name
UNION ALL
SELECT concat_ws(E'\\t', 'v1v6', v1, uuid_v1_to_v6(v1)) FROM generate_series(1, $count), LATERAL uuid_v6_to_v1(uuid_generate_v6()) AS v1
UNION ALL
SELECT concat_ws(E'\\t', 'typeid', uuid_to_typeid(prefix, id), prefix, id)
FROM unnest(ARRAY['', 'a', 'user', 'order_item', repeat('x', 63)]) AS prefix, generate_series(1, $count / 5), LATERAL (VALUES (uuid_generate_v7()), (uuid_generate_v4_random())) AS u (id)});
my $lines = () = $ours =~ /^/mg;
cmp_ok($lines, '>', 20000, 'lines of ours');

my ($read, $why_not) = output_of([ 'node', "$dir/interop.js", 'read' ], "$ours\n", 180);
is($why_not, undef, 'the packages read');
is($read, "$lines\tlines read\n", 'theirs agree with ours');

$node->stop;
done_testing();
