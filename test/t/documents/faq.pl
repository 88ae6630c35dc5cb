# The statements of doc/faq.md, as they stand there: every block of SQL is run, in the order
# of the document, and shows what is shown below it.  A heading that is a message is what
# the first block below it raises.

package document::faq;

use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my $root = "$FindBin::RealBin/../..";

# What is raised elsewhere, or by a name that stands for ours
my $source = join('', map { slurp_file($_) } "$root/src/generate.c", "$root/src/planner/now.c");
my $raised_by = sub {
	my ($test, $state) = @_;

	return sub {
		my ($before, $after) = split(/ \.\.\. /, $_[1]);

		like($source, qr/errmsg\("\Q$before\E/, "$_[1]: is raised");
		like(slurp_file("$FindBin::RealBin/$test"), $state, "and tested by $test");
	};
};
my $stands_for_ours = sub {
	my ($sql) = @_;

	return sub {
		my (undef, $stderr) = said($sql);

		is($stderr =~ s/uuidx_of_no_server/uuidx/gr =~ s/\n.*//sr, "ERROR:  $_[1]", "raises $_[1]");
	};
};

database('faq');
query(q{
	CREATE SCHEMA app;
	CREATE TABLE jobs (job integer PRIMARY KEY, started timestamptz, ended timestamptz);
	INSERT INTO jobs SELECT n, '2026-06-14Z'::timestamptz + n * interval '1 hour', '2026-06-14Z'::timestamptz + n * interval '65 minutes' FROM generate_series(1, 1000) AS n;
	CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	ANALYZE});
run_document(
	'faq',
	'Errors and unexpected results end' => sub {
		query(q{INSERT INTO events SELECT uuid_generate_v7(t), t FROM generate_series(timestamptz '2026-06-13Z', '2026-06-19 23:59Z', '1 minute') AS t; ANALYZE});
	},
	'`could not access file "$libdir/uuidx": No such file or directory` end' => $stands_for_ours->(q{LOAD '$libdir/uuidx_of_no_server'}),
	'`extension "uuidx" is not available` end' => $stands_for_ours->('CREATE EXTENSION uuidx_of_no_server'),
	'`cursor "..." does not have a FOR UPDATE/SHARE reference to table "..."` end' => sub {
		like(slurp_file("$root/expected/planner_tree.out"), qr/^ERROR:  cursor "c" does not have a FOR UPDATE\/SHARE reference to table "/m, 'raised where partitions are left out');
	},
	'`system clock was set back since the query was planned` end' => $raised_by->('041_planner_clock.pl', qr/'40001/),
	'`system clock stepped back by ... seconds` end' => $raised_by->('002_clock.pl', qr/stepped back/),
	'`operator does not exist: uuid >= text` end' => sub {
		like((said('PREPARE since (varchar) AS SELECT count(*) FROM events WHERE id >= $1'))[1], qr/operator does not exist: uuid >= character varying/, 'or character varying');
	},
	'`operator does not exist: uuid <@ tsrange` end' => sub {
		is(state_of($node, "SELECT count(*) FROM events WHERE id <@ $_", $db), '42883', "nor is $_") foreach (q{daterange('2026-06-15', NULL)}, 'tstzmultirange()');
	},
	'`could not determine data type of parameter $1` end' => sub {
		my ($or, $range) = map { query("SET plan_cache_mode = force_generic_plan; PREPARE since (timestamptz) AS SELECT FROM events WHERE $_; EXPLAIN (COSTS OFF) EXECUTE since (now())") }
		  ('$1 IS NULL OR id >= $1', 'id <@ tstzrange($1, NULL)');

		unlike($or, qr/Index Cond/, 'OR in a generic plan');
		like($range, qr/Index Cond/, 'a range in a generic plan');
	},
	'Ids are ahead of the clock end' => sub {
		is(query(q{INSERT INTO uploads (id) VALUES (uuid_generate_v7_shifted('4 minutes')); SELECT count(*) FROM uploads}), '1', 'an id of the clock');
		is(query('SELECT note FROM notes'), 'kept', 'and in the other table');
		is(state_of($node, 'INSERT INTO notes VALUES (gen_random_uuid())', $db), '23514', 'version 4');
		like(query(q{SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'uploads_check'}), qr/uuid_v7_within/, 'the CHECK');
	},
	'A reader that polls `id > last` misses rows 2' => sub {
		my $open = uuidx_session($node, $db);
		my $next = sub { query(q{PREPARE next_messages (xid8, uuid) AS } . (q{SELECT * FROM messages WHERE (xact, id) > ($1, $2) AND xact < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xact, id LIMIT 1000; }) . $_[0]) };
		my $nil = '00000000-0000-0000-0000-000000000000';

		query(q{INSERT INTO messages (body) VALUES ('first')});
		$open->query_safe(q{BEGIN; INSERT INTO messages (body) VALUES ('slow')});
		query(q{INSERT INTO messages (body) VALUES ('fast')});
		my $last = query('SELECT max(id) FROM messages');
		my ($xact, $id) = split(/\|/, $next->("EXECUTE next_messages ('0', '$nil')") =~ s/^([^|]*)\|([^|]*)\|first$/$2|$1/r);
		like("$xact|$id", qr/^\d+\|[-0-9a-f]{36}$/, 'only what is before the open transaction is read');
		$open->query_safe('COMMIT');
		$open->quit;
		is(query("SELECT count(*) FROM messages WHERE id > '$last'"), '0', 'id > last loses a row');
		is(join(' ', $next->("EXECUTE next_messages ('$xact', '$id')") =~ /(\w+)$/mg), 'slow fast', 'the first cure reads it');
	},
	'A reader that polls `id > last` misses rows end' => sub {
		is(query('SELECT count(*) FROM received'), '3', 'the second cure reads all');
		is(query(q{INSERT INTO messages (id, body) VALUES (uuid_generate_v7_shifted('-1 minute'), 'late'), (uuid_generate_v7_shifted('-1 hour'), 'too late')}
			. q{; INSERT INTO received SELECT id, body FROM messages WHERE id >= coalesce((SELECT uuid_time(max(id)) FROM received), '-infinity') - interval '5 minutes' ON CONFLICT (id) DO NOTHING; SELECT string_agg(body, ' ' ORDER BY body) FROM received}),
			'fast first late slow', 'and what came late, within its margin');
	},
	'Version 7 in `text` and `jsonb` 2' => sub {
		query(q{INSERT INTO letters SELECT id FROM events; INSERT INTO documents SELECT jsonb_build_object('id', id) FROM events; ANALYZE letters; ANALYZE documents});
		query("ALTER DATABASE $db SET enable_bitmapscan = off");
	},
	'Version 7 in `text` and `jsonb` end' => sub {
		query("ALTER DATABASE $db RESET enable_bitmapscan");
		is(query(q{SELECT count(*) FROM letters WHERE id::uuid >= timestamptz '2026-06-19 23:00Z'; SELECT count(*) FROM documents WHERE (body ->> 'id')::uuid >= timestamptz '2026-06-19 23:00Z'}), "60\n60", 'rows of the last hour');
		is(state_of($node, q{INSERT INTO documents VALUES ('{"id": "x"}')}, $db), '22P02', 'a text that is no UUID');
	},
	'A join by time end' => sub {
		like(query('EXPLAIN (COSTS OFF) SELECT FROM jobs AS j JOIN events AS e ON e.id <@ tstzrange(j.started, j.ended) WHERE j.job <= 3'),
			qr/Index Cond: \(\(id >= uuid_v7_range_lower\(.*\)\) AND \(id <= uuid_v7_range_upper\(/, 'a range does the same');
	});

1;
