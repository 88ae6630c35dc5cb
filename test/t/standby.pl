# A physical standby: ids are generated on it while it only reads, and inserted
# once it is promoted.  None of them is ever one of the primary's.
#
# Only in make test-all: two servers, with little code of the library.
# Two servers are enough: the oldest and the newest.

use UuidxFault;
use UuidxTest;

my ($fault, $primary) = fault_node('primary', conf => "shared_preload_libraries = 'uuidx'\nwal_level = replica\n"
	  . "max_wal_senders = 4");
value($primary, ids_table('n integer GENERATED ALWAYS AS IDENTITY', 'origin text') . q{;
	INSERT INTO ids (origin) SELECT 'primary' FROM generate_series(1, 20000)});

$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$fault->start($standby);

# One session on each: the standby's lives through the promotion
my $on_standby = uuidx_session($standby);
my $made = 'SELECT uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random() FROM generate_series(1, 20000)';
my $from_standby = $on_standby->query_safe($made);
value($primary, q{INSERT INTO ids (origin) SELECT 'primary, later' FROM generate_series(1, 20000)});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

is($on_standby->query_safe('SELECT pg_is_in_recovery(), count(*) FROM ids'), 't|40000', 'the standby follows');
is(state_of($standby, q{INSERT INTO ids (origin) VALUES ('standby')}), '25006', 'and stores nothing');
is(value($standby, q{SELECT count(*) FROM ids WHERE v7 >= (SELECT max(v7)
	FROM ids WHERE origin = 'primary')
		AND v6 ~>=~ (SELECT uuid_time(min(v6)) FROM ids WHERE origin = 'primary, later')}),
	'20000', 'the standby reads the indexes of the primary');

# Written by hand, as ids that the standby gave to its clients
my $dir = PostgreSQL::Test::Utils::tempdir;
append_to_file("$dir/before", "$from_standby\n");

$primary->stop('immediate');
$standby->promote;
is($on_standby->query_safe('SELECT pg_is_in_recovery()'), 'f', 'the standby is promoted');
$on_standby->query_safe(q{INSERT INTO ids (origin) SELECT 'promoted' FROM generate_series(1, 20000)});
$on_standby->query_safe(qq{CREATE TABLE given (n integer GENERATED ALWAYS AS IDENTITY, v7 uuid, v6 uuid, v4 uuid);
	COPY given (v7, v6, v4) FROM '$dir/before' (DELIMITER '|')});

is(value($standby, q{
		SELECT count(*), count(*) - count(DISTINCT v7), count(*) - count(DISTINCT v6), count(*) - count(DISTINCT v4)
		FROM (SELECT v7, v6, v4 FROM ids UNION ALL SELECT v7, v6, v4 FROM given) AS everything}),
	'80000|0|0|0',
	'primary, standby and the promoted server: no id twice');
is(value($standby, q{
		SELECT count(*) FILTER (WHERE v7 <= previous_v7), count(*) FILTER (WHERE v6 <= previous_v6) FROM (
		  SELECT v7, v6, lag(v7) OVER own AS previous_v7, lag(v6) OVER own AS previous_v6
		  FROM (SELECT 0 AS phase, n, v7, v6 FROM given UNION ALL
		    SELECT 1, n, v7, v6 FROM ids WHERE origin = 'promoted') AS session
		  WINDOW own AS (ORDER BY phase, n)) AS neighbours}),
	'0|0',
	'a session that lives through the promotion keeps its order');
is(value($standby, q{SELECT (SELECT min(v7)
	FROM ids WHERE origin = 'promoted') > (SELECT max(v7) FROM ids WHERE origin <> 'promoted')}),
	't', 'the ids of the promoted server come after those of the primary');
sound_ids($standby, 'the promoted server');

$on_standby->quit;

done_testing($standby);
