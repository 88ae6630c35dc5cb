
# What the documents say in words.  A sentence that no other test holds is quoted here
# beside what holds it; statements in running text, but for README.md's, are run; and
# what documents name is there: functions, files, tests, targets of make, errors.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxDocument;
use UuidxTest qw(:DEFAULT faketime_env set_clock);

my $root = "$FindBin::RealBin/../..";
my $faketime = faketime_library();
set_clock('2026-11-21 12:00:00') if $faketime;
my $node = uuidx_node('said', env => $faketime ? faketime_env($faketime) : {}, conf => "timezone = 'UTC'");
my $version = value($node, 'SHOW server_version_num') / 10000;
my $new_york = "SET timezone = 'America/New_York';";
my %documents;

sub query { return value($node, @_) }
sub error { return state_of($node, @_) }

# What a document says, without its line breaks and emphasis
sub says
{
	my ($sentence, $document) = @_;

	$document //= 'README.md';
	$documents{$document} //= document($document) =~ s/\s+/ /gr =~ s/\*\*//gr;
	ok(index($documents{$document}, $sentence) >= 0, "$document: $sentence");
	return;
}

query(q{
	CREATE TABLE events (id uuid, n integer);
	INSERT INTO events VALUES (uuid_generate_v7('2026-06-15 02:00Z'), 1), (uuid_generate_v7('2026-06-15 06:00Z'), 2), (gen_random_uuid(), 3), (NULL, 4)});

#
# Beside others
#
says('is refused and changes nothing: pg_uuidv7 has `uuid_generate_v7()` (`function "uuid_generate_v7" already exists with same argument types`)');
query('CREATE DATABASE taken');
query('CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()', 'taken');
like(($node->psql('taken', 'CREATE EXTENSION uuidx'))[2], qr/ERROR:  function "uuid_generate_v7" already exists with same argument types$/m, 'refused');
is(query(q{SELECT count(*) FROM pg_proc WHERE probin ~ 'uuidx'}, 'taken'), '0', 'nothing is changed');

says('It needs no restart and no `shared_preload_libraries`.');
is(query(q{SHOW shared_preload_libraries}), '', 'none here');

query('CREATE DATABASE theirs; CREATE ROLE creator; CREATE ROLE maker; GRANT CREATE ON DATABASE theirs TO creator');
query('GRANT CREATE ON SCHEMA public TO maker', 'theirs');
says('whoever has the right `CREATE` on the database may create it.');
says('whoever has the right `CREATE` on a database may install it', 'SECURITY.md');
is(error('SET SESSION AUTHORIZATION maker; CREATE TABLE of_maker (); CREATE EXTENSION uuidx', 'theirs'), '42501', 'CREATE on a schema is not enough');
is(error('SET SESSION AUTHORIZATION creator; CREATE EXTENSION uuidx; ALTER EXTENSION uuidx UPDATE', 'theirs'), '', 'CREATE on the database is');
says('The cure, for this and every other late clash, is to move, which takes a superuser:');
is(error('SET SESSION AUTHORIZATION creator; CREATE SCHEMA uuidx; ALTER EXTENSION uuidx SET SCHEMA uuidx', 'theirs'), '42501', 'the owner of the extension does not own what is in it');
is(error('ALTER EXTENSION uuidx SET SCHEMA uuidx', 'theirs'), '', 'a superuser moves it');

#
# Asking
#
says('There is no `=`: an instant is not a UUID.');
is(error("SELECT count(*) FROM events WHERE id $_ now()"), '42883', "nor $_") foreach ('=', '<>', 'IS DISTINCT FROM');

says('null for a null id; false for an id that is no v7, whatever `t`; null for a v7 and a null `t`.');
is(query(q{SELECT string_agg(coalesce((id >= t)::text, 'null'), ' ' ORDER BY n, t) FROM events, (VALUES (timestamptz '2026-06-15 04:00Z'), (NULL)) AS v (t)}),
	'false null true null false false null null', 'so it is');

says('A `timestamp` or `date` is first turned into a `timestamptz` in the session\'s time zone.');
foreach my $day (q{date '2026-06-15'}, q{timestamp '2026-06-15'})
{
	is(query("SELECT count(*) FROM events WHERE id >= $day"), '2', "$day in UTC");
	is(query("$new_york SELECT count(*) FROM events WHERE id >= $day"), '1', "$day in New York");
}

says('Both are explicit only; no expression changes its meaning because of them.');
is(query(q{SELECT CAST(id AS timestamptz) = uuid_v7_timestamp(id), CAST(timestamptz '2026-06-15Z' AS uuid) = uuid_v7_lower('2026-06-15Z') FROM events WHERE n = 1}), 't|t', 'casts');
is(error($_), '42804', "none in: $_")
  foreach ('CREATE TEMP TABLE t (at timestamptz); INSERT INTO t SELECT id FROM events', 'INSERT INTO events VALUES (now())', 'SELECT coalesce(id, now()) FROM events');

#
# Partitions
#
query(q{
	CREATE ROLE keeper;
	CREATE ROLE reader LOGIN;
	CREATE SCHEMA kept AUTHORIZATION keeper;
	GRANT USAGE ON SCHEMA kept TO reader;
	SET ROLE keeper;
	CREATE TABLE kept.referenced (n integer PRIMARY KEY);
	CREATE TABLE kept.parted (id uuid PRIMARY KEY, n integer REFERENCES kept.referenced) PARTITION BY RANGE (id);
	GRANT SELECT ON kept.parted TO reader});
my $months = sub { return "CALL uuid_v7_create_partitions('kept.parted', '$_[0]', '$_[1]', '1 month')" };

says('A time without a zone is one of the session\'s; write `Z` to get exactly twelve months.');
is(query("$new_york BEGIN; " . $months->('2026-01-01', '2027-01-01') . '; SELECT count(*) FROM uuid_v7_partitions($$kept.parted$$)'), '13', 'thirteen');
query("$new_york " . $months->('2026-01-01Z', '2027-01-01Z'));
is(query(q{SELECT count(*), min(partition::text), bool_and(from_time = date_trunc('month', from_time, 'UTC')) FROM uuid_v7_partitions('kept.parted')}), '12|kept.parted_p20260101|t', 'twelve');
says('a mixture, `1 month 3 days`, is an error');
is(error($months->('2027-01-01', '2028-01-01') =~ s/1 month/1 month 3 days/r), '22023', 'so it is');

says('It is owned by the owner of the parent, who needs `CREATE` on the schema, whoever calls but a superuser.');
is(query(q{SELECT DISTINCT relowner::regrole FROM pg_class WHERE relname ~ 'parted_p'}), 'keeper', 'the owner');
query('ALTER SCHEMA kept OWNER TO CURRENT_USER; CREATE ROLE deputy IN ROLE keeper; GRANT USAGE ON SCHEMA kept TO keeper; GRANT CREATE ON SCHEMA kept TO deputy');
is(error("SET ROLE $_; " . $months->('2027-01-01', '2028-01-01')), '42501', "without CREATE, called by $_") foreach ('keeper', 'deputy');
is(error('BEGIN; ' . $months->('2027-01-01', '2028-01-01')), '', 'called by a superuser');
query('GRANT CREATE ON SCHEMA kept TO keeper');
is(error('SET ROLE deputy; BEGIN; ' . $months->('2027-01-01', '2028-01-01')), '', 'with it');

says('on the partition itself there are none but the default privileges of the caller.');
is(query('SET ROLE reader; SELECT count(*) FROM kept.parted'), '0', 'by the parent');
is(error('SET ROLE reader; SELECT count(*) FROM kept.parted_p20260101'), '42501', 'not by itself');
query('ALTER DEFAULT PRIVILEGES FOR ROLE keeper IN SCHEMA kept GRANT SELECT ON TABLES TO reader');
foreach my $case ([ 'keeper', '' ], [ 'deputy', '42501' ])
{
	my ($caller, $state) = @$case;

	is(error("SET ROLE $caller; BEGIN; " . $months->('2027-01-01', '2027-02-01') . '; SET ROLE reader; SELECT count(*) FROM kept.parted_p20270101'), $state, "those of $caller");
}
query($months->('2027-01-01', '2027-02-01'));

says('under `SHARE UPDATE EXCLUSIVE` on the parent: who reads or writes goes on, existing partitions are not locked at all');
says('a `DEFAULT` partition is locked (`ACCESS EXCLUSIVE`)');
says('a table that a foreign key of the parent refers to is locked against writing (`SHARE ROW EXCLUSIVE`)');
my $locks = q{SELECT string_agg(DISTINCT relation::regclass || ' ' || mode, ', ' ORDER BY relation::regclass || ' ' || mode) FROM pg_locks JOIN pg_class AS c ON c.oid = relation
	WHERE pid = pg_backend_pid() AND relnamespace = 'kept'::regnamespace AND relkind IN ('r', 'p') AND relname NOT LIKE '%20270201'
	AND mode NOT IN ('AccessShareLock', 'RowShareLock')};
is(query('BEGIN; ' . $months->('2027-02-01', '2027-03-01') . "; $locks"), 'kept.parted ShareUpdateExclusiveLock, kept.referenced ShareRowExclusiveLock', 'locks');
query('CREATE TABLE kept.parted_default PARTITION OF kept.parted DEFAULT');
like(query('BEGIN; ' . $months->('2027-02-01', '2027-03-01') . "; $locks"), qr/kept\.parted_default AccessExclusiveLock/, 'with a default partition');

my ($cut) = document('README.md') =~ /cut in front of a checksum of the parent's: `\.\.\.(\w+)`/;
query(q{CREATE TABLE a23456789b23456789c23456789d23456789e23456789f23456789g23 (id uuid) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('a23456789b23456789c23456789d23456789e23456789f23456789g23', '2026-01-01', '2026-01-02', '1 day')});
like(query(q{SELECT relname FROM pg_class WHERE relname ~ '^a23.*_p2'}), qr/^.{44}\Q$cut\E$/, "a name of 63 bytes ends in ...$cut");

says('reads the first 48 bits of a uuid whatever its version');
is(query(q{SELECT uuid_v7_partman_decoder(left(uuid_v7_lower('2026-06-15Z')::text, 13) || '-0000-0000-000000000000') = '2026-06-15Z'}), 't', 'bounds that pg_partman made');

#
# Generate
#
says('For a version 1, write `uuid_v6_to_v1(uuid_generate_v6())`.');
is(query('SELECT uuid_version(uuid_v6_to_v1(uuid_generate_v6()))'), '1', 'a version 1');

says('`uuid_time`, `uuid_inspect` and `uuid_time_ops` see no time in version 8.');
is(query(q{SELECT uuid_time(id), (uuid_inspect(id)).timestamp, id ~>~ uuid_generate_v7('10889-08-02Z'), id ~>~ uuid_generate_v6('5236-03-31Z') FROM (SELECT uuid_generate_v8_node(7)) AS v (id)}), '||t|t', 'none');

says('COPY inserts row by row rather than in batches when a column that is not in its list has a volatile default, whatever generator it calls.');
says('use `INSERT ... SELECT`, which has no such limit.');
SKIP:
{
	skip('pg_walinspect is not installed', 4) if !query(q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_walinspect'});
	my $data = PostgreSQL::Test::Utils::tempdir . '/rows';

	append_to_file($data, join('', map { "$_\n" } 1 .. 100));
	query('CREATE EXTENSION pg_walinspect; CREATE TABLE rows (id uuid, n integer)');
	foreach my $case ([ 'uuid_generate_v7()', 'f' ], [ 'gen_random_uuid()', 'f' ], [ 'NULL', 't' ])
	{
		my ($default, $batches) = @$case;

		is(query("ALTER TABLE rows ALTER id SET DEFAULT $default;
			SELECT pg_current_wal_lsn() AS before \\gset\n\\copy rows (n) from '$data'\n
			SELECT count(*) > 0 FROM pg_get_wal_records_info(:'before', pg_current_wal_flush_lsn()) WHERE record_type ~ 'MULTI_INSERT'"), $batches, "COPY in batches, default $default");
	}
}

says('| time in the UUID after many calls in a row | | may run ahead of the clock | the clock\'s |');
says('| clock stepped back | | silently held | held, and a warning |');
SKIP:
{
	skip('uuidv7() is a function of 18 and later, and its clock is libfaketime\'s', 2) if $version < 18 || !$faketime;
	my $session = uuidx_session($node);

	is($session->query(q{SELECT max(uuid_v7_timestamp(uuidv7())) > now(), max(uuid_v7_timestamp(uuid_generate_v7())) <= now() FROM generate_series(1, 50000)}), 't|t', 'ahead of a clock that stands still');
	set_clock('2026-11-21 11:00:00');
	is($session->query(q{SELECT uuid_v7_timestamp(uuidv7()) > now() + interval '59 minutes'}), 't', 'held');
	is($session->{stderr}, '', 'silently');
	like($session->query(q{SELECT uuid_v7_timestamp(uuid_generate_v7()) > now() + interval '59 minutes'}), qr/t$/, 'held');
	like($session->{stderr}, qr/WARNING:  system clock stepped back/, 'and a warning');
	set_clock('2026-11-21 12:00:00');
	$session->quit;
}

#
# Inspect
#
says('All are immutable, so they may stand in generated columns, expression indexes and CHECK constraints. A null argument gives null.');
foreach my $reads ('uuid_version', 'uuid_variant', 'uuid_time', 'public.uuid_extract_timestamp', 'uuid_v7_timestamp', 'uuid_v7_timestamp_us', 'uuid_v8_node', 'uuid_v8_node_timestamp', 'uuid_v1_to_v6', 'uuid_v6_to_v1')
{
	my $type = query("SELECT pg_typeof($reads(NULL))");

	is(query("BEGIN; CREATE TABLE read (id uuid CHECK ($reads(id) IS NULL), t $type GENERATED ALWAYS AS ($reads(id)) STORED); CREATE INDEX ON read ($reads(id));
		INSERT INTO read VALUES (NULL) RETURNING t IS NULL"), 't', $reads);
}
says('bytewise, a version 7 of today (`01...`) sorts before a version 6 of today (`1f...`)');
is(query(q{SELECT left(uuid_generate_v7(now())::text, 2), left(uuid_generate_v6(now())::text, 2)}), '01|1f', 'so it does') if $faketime;
says('give a random fraction of the right millisecond.');
is(query(q{SELECT count(DISTINCT us) > 200, bool_and(date_trunc('milliseconds', us) = '2026-06-15Z') FROM generate_series(1, 1000) AS n,
	LATERAL (SELECT uuid_v7_timestamp_us((left(uuid_v7_lower('2026-06-15Z')::text, 15) || substr(md5(n::text)::uuid::text, 16, 3) || right(uuid_generate_v7()::text, 18))::uuid)) AS t (us)}), 't|t', 'of the right millisecond');

says('From 17 on the server has an `uuid_extract_timestamp(uuid)` of its own');
is(query(q{SELECT to_regprocedure('pg_catalog.uuid_extract_timestamp(uuid)') IS NOT NULL}), $version >= 17 ? 't' : 'f', 'so it has');
says('answers null for v7 on 17 and for v6 up to 19. Views and indexes made with ours keep ours.');
query('CREATE VIEW times AS SELECT public.uuid_extract_timestamp(id) AS at, n FROM events; CREATE INDEX ON events (public.uuid_extract_timestamp(id))');
is(query(q{SET search_path = pg_catalog; SELECT at FROM public.times WHERE n = 1; SELECT pg_get_indexdef('public.events_uuid_extract_timestamp_idx'::regclass) ~ 'public\.uuid_extract_timestamp'}), "2026-06-15 02:00:00+00\nt", 'ours');
SKIP:
{
	skip('core has uuid_extract_timestamp() from 17 on', 1) if $version < 17;
	is(query(q{SELECT uuid_extract_timestamp(uuid_generate_v7('2026-06-15Z')) IS NULL, uuid_extract_timestamp(uuid_generate_v6()) IS NULL}), ($version < 18 ? 't' : 'f') . ($version < 20 ? '|t' : '|f'), "core's");
}

#
# Other ids and forms
#
query('CREATE EXTENSION uuidx_ids');
says('Ids of some forty other systems');
is(query('SELECT round(count(*), -1) FROM uuid_id_systems()'), '40', 'some forty');
says('Ids of at most 122 bits become version 8 with the time in front');
is(query(q{SELECT count(*) > 10, bool_and(uuid_version(example_uuid) = 8 AND uuid_v7_partman_decoder(example_uuid::text) = date_trunc('milliseconds', example_time))
	FROM uuid_id_systems() WHERE bits <= 122 AND example_uuid IS NOT NULL}), 't|t', 'they do');
# of what there is, the error lists the names
foreach my $case ([ '`uuid_encode(id, \'base58\')` and eleven more', q{uuid_encode('019ec893-f400-7000-8000-000000000000', '')} ],
	[ 'version 8 with SHA-256 or one of eleven other hashes', q{uuid_hashspace('')} ])
{
	my ($sentence, $call) = @$case;

	says($sentence);
	my ($names) = ($node->psql('postgres', "SELECT $call"))[2] =~ /DETAIL:  Valid names are (.*)\./;
	is(scalar(split(/, /, $names // '')), 12, 'twelve');
}

#
# Settings
#
says('what `SET`, `ALTER ROLE ... SET` or `postgresql.conf` say counts all the same.', 'doc/reference.md');
says('Everybody may set those of context `user`', 'doc/reference.md');
my $of_reader = q{SET SESSION AUTHORIZATION reader; SET uuidx.planner = off};
is(query("$of_reader; SET uuidx.entropy_pool = off; SELECT uuid_generate_v7() IS NULL; SHOW uuidx.planner"), "f\noff", 'SET');
says('until then PostgreSQL refuses `ALTER ROLE ... SET` and `ALTER DATABASE ... SET` of it to ordinary roles: `permission denied to set parameter`, `42501`', 'doc/reference.md');
my $for_role = 'ALTER ROLE reader SET uuidx.planner = off';
is(error("SET SESSION AUTHORIZATION reader; $for_role"), '42501', 'before the library is loaded');
is(error("SET SESSION AUTHORIZATION reader; SELECT uuid_generate_v7(); $for_role"), '', 'and after');
is(error("ALTER ROLE reader RESET ALL; $for_role"), '', 'a superuser');
like(($node->psql('postgres', 'SHOW uuidx.planner; SELECT uuid_generate_v7() IS NULL; SHOW uuidx.planner', extra_params => [ '-U', 'reader' ]))[1], qr/^off\nf\noff$/, 'counts all the same');

#
# SECURITY.md and src/README.md
#
says('answers with `id >= uuid_v7_lower(now() - interval \'1 hour\') AND uuid_is_v7(id)`', 'src/README.md');
my $answer = query(q{EXPLAIN (COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour'});
like($answer, qr/[ (]\Q$_\E[ )]/, "so the plan says: $_") foreach (q{(id >= uuid_v7_lower((now() - '01:00:00'::interval)))}, 'uuid_is_v7(id)');
my @spoken = grep { /^SELECT / } code_in(document('SECURITY.md'));
is(join(', ', map { query($_) } @spoken), query(q{SELECT default_version FROM pg_available_extensions WHERE name = 'uuidx'}), 'SQL of SECURITY.md');
says('None of its functions is `SECURITY DEFINER`, and those in PL/pgSQL set their own `search_path`', 'SECURITY.md');
is(query(q{SELECT count(*) > 100, count(*) FILTER (WHERE prosecdef), count(*) FILTER (WHERE lanname = 'plpgsql' AND NOT coalesce(array_to_string(proconfig, ' '), '') ~ 'search_path=')
	FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = refobjid JOIN pg_proc AS p ON p.oid = objid JOIN pg_language AS l ON l.oid = prolang
	WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND classid = 'pg_proc'::regclass AND extname ~ '^uuidx'}), 't|0|0', 'so it is');
says('replaces nothing itself', 'SECURITY.md');
is(join(' ', grep { /\bOR\s+REPLACE\b|\bIF\s+NOT\s+EXISTS\b/i } map { slurp_file($_) =~ s/--.*//gr } glob("$root/sql/*.sql")), '', 'no script does');
says('no other settings than `uuidx.entropy_pool`, `uuidx.planner` and `uuidx.node_id`', 'SECURITY.md');
is(query(q{LOAD 'uuidx'; SELECT string_agg(name, ', ' ORDER BY name) FROM pg_settings WHERE name LIKE 'uuidx.%'}), 'uuidx.entropy_pool, uuidx.node_id, uuidx.planner', 'no other settings');

#
# Statements and conditions in the running text of the other documents: what they are
# said to do, or the test that holds it.  Those of README.md are held by 026_readme.pl.
#
my %spoken = (
	'SELECT extversion FROM pg_extension WHERE extname = \'uuidx\'' => 'above',
	'SELECT uuid_generate_v7()' => sub { query($_[0]) },
	'WHERE id >= now() - interval \'1 hour\'' => sub { query("SELECT FROM events $_[0]") },
	'id >= uuid_v7_lower(now() - interval \'1 hour\') AND uuid_is_v7(id)' => 'above',
	'id >= ANY (...)' => 't/026_readme.pl',
	'AND uuid_is_v7(id)' => sub { is(query("SELECT count(*) FROM events WHERE id >= uuid_v7_lower('1970-01-01') $_[0]"), '2', 'leaves version 7') },
	'CREATE EXTENSION uuidx' => 't/026_readme.pl',
	q{ALTER ROLE partman SET timezone = 'UTC'} => sub { query("CREATE ROLE partman; $_[0]") },
	q{ALTER SERVER archive OPTIONS (ADD extensions 'uuidx')} => 't/023_guides.pl',
	q{IMPORT FOREIGN SCHEMA ... OPTIONS (import_default 'true')} => 't/023_guides.pl',
	q{id >= (SELECT now() - interval '1 hour')} => 't/023_guides.pl',
	'SHOW uuidx.planner' => sub {
		is(error($_[0]), '42704', 'is an error until the library is loaded');
		is(query("LOAD 'uuidx'; $_[0]"), 'on', 'and then none');
		is(query("SET uuidx.planner = off; $_[0]; LOAD 'uuidx'; $_[0]"), "off\noff", 'unless it has been set');
	},
	'SET uuidx.node_id' => 't/025_reference.pl',
	'UUID "..." does not hold an id of system "..."' => 't/025_reference.pl',
	'UUID "..." is not of version ...' => 't/025_reference.pl',
	q{id >= '2026-06-15'} => sub { is(error("SELECT FROM events WHERE $_[0]"), '22P02', 'is no uuid') },
	'ORDER BY id DESC LIMIT 1' => sub { query("SELECT id FROM events $_[0]") },
	'id >= t AND id < t' => 't/010_ask_by_time.pl',
	'uuid_timestamp(id) >= t' => 'it is TimescaleDB\'s',
	'ALTER TABLE notes ADD id uuid GENERATED ALWAYS AS (...) STORED' => sub {
		my $file = q{SELECT pg_relation_filenode('notes')};
		my $before = query("CREATE TABLE notes (ulid text); INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'); $file");

		is(query(($_[0] =~ s/\(\.\.\.\)/(uuid_from_id('ulid', ulid))/r) . "; SELECT id FROM notes; SELECT ($file) <> $before"), "01563e3a-b5d3-d676-4c61-efb99302bd5b\nt", 'rewrites the table');
		query('ALTER TABLE notes DROP id');
	},
	q{CREATE INDEX CONCURRENTLY ON notes (uuid_from_id('ulid', ulid))} => sub {
		my $before = query(q{SELECT pg_relation_filenode('notes')});

		like(query("$_[0]; SET enable_seqscan = off; EXPLAIN SELECT FROM notes WHERE uuid_from_id('ulid', ulid) = '01563e3a-b5d3-d676-4c61-efb99302bd5b'"), qr/Index Cond/, 'serves the same');
		is(query(q{SELECT pg_relation_filenode('notes')}), $before, 'and does not');
	},
	q{CREATE INDEX ON documents (id_extract_timestamp('es_timebased', id))} => sub {
		like(query("CREATE TABLE documents (id text); $_[0]; SET enable_seqscan = off; EXPLAIN SELECT FROM documents WHERE id_extract_timestamp('es_timebased', id) > now()"), qr/Index Cond/, 'an index on the time itself');
	},
	'CREATE INDEX ON readings (id uuid_time_ops)' => sub { query("CREATE TABLE readings (id uuid); $_[0]") },
	'UUID "018cc251-f400-7000-a402-a048095ea8bb" does not hold an id of system "objectid"' => sub {
		like(($node->psql('postgres', q{SELECT uuid_to_id('objectid', '018cc251-f400-7000-a402-a048095ea8bb')}))[2], qr/ERROR:  \Q$_[0]\E$/m, 'is raised');
	},
	q{WHERE id = uuid_from_id('objectid', '507f1f77bcf86cd799439011')} => sub { query("SELECT FROM events $_[0]") },
	'id <= uuid_v7_upper(t)' => 't/026_readme.pl',
	'id >= timestamptz \'2024-01-02\'' => 't/022_documents.pl',
	'WHERE id = $1' => 't/022_documents.pl',
	'WHERE id = $1 OR old_id = $1' => 't/023_guides.pl',
	'CHECK (uuid_is_v7(id)) NOT VALID' => sub {
		query("CREATE TABLE old (id uuid, n integer); INSERT INTO old VALUES (gen_random_uuid(), 0); ALTER TABLE old ADD $_[0]");
		is(error('UPDATE old SET n = 1'), '23514', 'lets no old row be changed');
	},
	'ORDER BY created_at' => sub { query("SELECT FROM (SELECT now() AS created_at) AS e $_[0]") },
	q{SET lock_timeout = '2s'} => 't/023_guides.pl',
	'UPDATE orders SET id = old_id, old_id = NULL WHERE ... AND old_id IS NOT NULL' => 't/023_guides.pl',
	'created_at >= t' => 't/023_guides.pl',
	'GRANT ids_owner TO CURRENT_USER;' => 't/009_hide_the_time.pl',
	'uuid_version(id) = 6' => 't/023_guides.pl',
	'e.id <@ tstzrange(j.started, j.ended)' => 't/023_guides.pl',
	'id >= a AND id < b' => sub { is(query('SELECT count(*) FROM events WHERE ' . $_[0] =~ s/\ba\b/timestamptz '2026-06-16'/r =~ s/\bb\b/timestamptz '2026-06-15'/r), '0', 'finds nothing') },
	q{uuid_time(id)::date = '2026-06-15'} => sub {
		unlike(query("CREATE TABLE wrapped (id uuid PRIMARY KEY); SET enable_seqscan = off; EXPLAIN SELECT FROM wrapped WHERE $_[0]"), qr/Index Cond/, 'uses no index');
	});
my @files = map { s/^\Q$root\E\///r } map { glob("$root/$_") } '*.md', '{doc,bench,src}/*.md';
my %held = map { $_ => 1 } sql_in('README.md');
# clients and settings are no SQL, and a message is held as a heading
my %other = map { $_ => 1 } grep { !$held{$_} && !/^[\w.]+ = \w+$|^operator does not exist|^SQL Server$| → boolean$|^where\(/ } map { sql_in($_) } grep { !/from-your-language/ } @files;

is_deeply([ grep { !$spoken{$_} } sort keys %other ], [], 'every statement and condition in running text is known');
is_deeply([ grep { !$other{$_} } sort keys %spoken ], [], 'all that is known is in the text');
foreach my $code (sort grep { $other{$_} && $spoken{$_} } keys %spoken)
{
	if (ref $spoken{$code})
	{
		note $code;
		$spoken{$code}->($code);
	}
	elsif ($spoken{$code} =~ m{^t/\S+$}) { ok(-e "$FindBin::RealBin/../$spoken{$code}", "$code: $spoken{$code}") }
}

#
# What documents name
#
my $makefile = slurp_file("$root/Makefile");
my $sources = join('', map { slurp_file($_) } glob("$root/src/*.[ch] $root/src/*/*.[ch] $root/test/unit/*.[ch]"));
my %exists = map { $_ => 1 } split(/\n/, query(q{
	SELECT proname FROM pg_proc UNION SELECT typname FROM pg_type UNION SELECT opcname FROM pg_opclass UNION SELECT extname FROM pg_extension
	UNION SELECT system FROM uuid_id_systems() UNION SELECT name FROM pg_settings UNION SELECT unnest(proargnames) FROM pg_proc}));
# what others have
$exists{$_} = 1 foreach qw(uuid_timestamp uuid_timestamptz_to_v7 uuid_v7_to_timestamptz uuid_extract_version uuid_generate_v1 uuid_generate_v3 uuid_generate_v5);
my @tree = split(/\n/, qx(cd $root && find . -type f -not -path '*/node_modules/*' -not -path './.git/*'));

foreach my $file (@files)
{
	my $text = join('', map { $_->{text} . join('', map { $_->{text} } @{ $_->{blocks} }) } sections($file));
	my @code = map { code_in($_) } map { $_->{text} =~ tr/\n/ /r } sections($file);
	my (%functions, %targets, %paths);

	$functions{$1} = 1 while $text =~ /\b((?:uuidx?|typeid)_[a-z0-9_]+)\b(?!\*|\.)/g;
	$targets{$_} = 1 foreach map { m{^(?:sudo )?make ((?:[a-z][-a-z0-9]*)(?: [a-z][-a-z0-9]*)*)} ? split(/ /, $1) : () } @code, split(/\n/, join('', map { $_->{text} } map { grep { !$_->{language} } @{ $_->{blocks} } } sections($file)));
	# what begins with a dot is not in the archive of a release
	$paths{$_} = 1 foreach grep { !/^\./ || -d "$root/.ci" } grep { m{^[\w.-]+(?:/[\w.-]+)+$} || /^[\w-]+\.(?:[chmd]|pl|pm|sql|spec|json|control)$/ } map { split(/ /) } @code;

	is_deeply([ grep { !$exists{$_} && $sources !~ /\b$_\b/ } sort keys %functions ], [], "$file: what is called uuid_... is there");
	is_deeply([ grep { $makefile !~ /^(?:[\w-]+ )*\Q$_\E(?: [\w-]+)*:|^ALONE = (?:.*\\\n)*.*\b\Q$_\E\b/m && !/^(?:install|installcheck|clean|all)$/ } sort keys %targets ], [], "$file: so is each target of make");
	is_deeply([ grep { my $path = $_; !grep { m{/\Q$path\E(?:/|$)} } @tree } sort keys %paths ], [], "$file: and each file");
}

# src/README.md names every file that is not in a folder with a subject of its own
my @rooms = map { my $name = $_; map { m{^(.*)\.\{h,c\}$} ? ("$1.h", "$1.c") : $_ } split(/, /, $name) } code_in(document('src/README.md'));
my %room = map { $_ => 1 } @rooms;
is_deeply(
	[
		grep { !$room{$_} && !$room{ s{.*/}{}r } && !$room{ s{[^/]*$}{}r } }
		map { s{^\Q$root\E/src/}{}r } glob("$root/src/*.[ch] $root/src/*/*.[ch]")
	],
	[],
	'src/README.md names every file');

# Errors that are promised are in the tests that are said to hold them
my ($errors) = map { $_->{text} } grep { $_->{heading} eq 'Errors' } sections('doc/promises.md');
foreach my $row (grep { /\d\d/ } $errors =~ /^\| (?!what|---)(.*) \|$/mg)
{
	my ($what, $states, $held) = split(/ \| /, $row);
	my $tests = join('', map { slurp_file($_) } map { ("$root/test/$_", m{^sql/(.*)\.sql$|^specs/(.*)\.spec$} ? "$root/expected/" . ($1 // $2) . '.out' : ()) } code_in($held));

	is(join(' ', grep { $tests !~ /\b$_\b/ } code_in($states)), '', "$states: $what");
}

$node->stop;
done_testing();
