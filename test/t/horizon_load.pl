# Reading on by the key under load: eight writers whose transactions overlap, some rolled
# back and some prepared, and two readers that poll.  The reader with the horizon gets each
# committed row once and in order; the one without it misses rows, else this tests nothing.
#
# Only in make test-all: a load; specs/horizon.spec has the telling interleavings.
# Two servers are enough: the oldest and the newest.

use IPC::Run;
use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('horizon_load', conf => "max_prepared_transactions = 20\nfsync = off");

value($node, q{
	CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text);
	CREATE TABLE with_horizon (n bigint GENERATED ALWAYS AS IDENTITY, id uuid);
	CREATE TABLE without (LIKE with_horizon INCLUDING ALL);
	CREATE TABLE done (at timestamptz);
	-- one poll of a reader, at most 100 rows
	CREATE PROCEDURE poll(reader text, condition text) LANGUAGE plpgsql AS $$
	BEGIN
	  EXECUTE format('INSERT INTO %1$s (id) SELECT id FROM messages
	    WHERE id > coalesce((SELECT id FROM %1$s ORDER BY n DESC LIMIT 1), %2$L) %3$s ORDER BY id LIMIT 100',
	    reader, '00000000-0000-0000-0000-000000000000', condition);
	END $$;
	-- polls until the writers are done, and all of their rows have been read
	CREATE PROCEDURE read_on(reader text, condition text) LANGUAGE plpgsql AS $$
	DECLARE
	  finished boolean;
	  before bigint;
	  after bigint;
	BEGIN
	  LOOP
	    finished := EXISTS (SELECT FROM done);
	    EXECUTE format('SELECT count(*) FROM %I', reader) INTO before;
	    COMMIT;
	    CALL poll(reader, condition);
	    COMMIT;
	    EXECUTE format('SELECT count(*) FROM %I', reader) INTO after;
	    EXIT WHEN finished AND before = after;
	  END LOOP;
	END $$;
});

# Each transaction inserts a row before and after it waits for one of three locks, so that others
# commit rows while it waits.
my $dir = PostgreSQL::Test::Utils::tempdir;
my $body = "\\set lock random(1, 3)\nBEGIN;\nINSERT INTO messages DEFAULT VALUES;\n"
  . "SELECT pg_advisory_xact_lock(:lock);\nINSERT INTO messages DEFAULT VALUES;\n";
append_to_file("$dir/commit", "${body}COMMIT;\n");
append_to_file("$dir/rollback", "${body}ROLLBACK;\n");
append_to_file("$dir/savepoint",
	"${body}SAVEPOINT s;\nINSERT INTO messages DEFAULT VALUES;\nROLLBACK TO s;\nCOMMIT;\n");
append_to_file("$dir/prepare", "\\set lock random(1, 3)\nBEGIN;\nINSERT INTO messages DEFAULT VALUES;\n"
	  . "PREPARE TRANSACTION 'writer :client_id';\n"
	  . "SELECT pg_advisory_xact_lock(:lock);\nCOMMIT PREPARED 'writer :client_id';\n");

my $with_horizon = q{'with_horizon', 'AND id < uuid_v7_horizon()'};
my @readers = map { IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d',
	$node->connstr('postgres'), '-c', "CALL read_on($_)" ]) } $with_horizon, q{'without', ''};
$node->command_ok(
	[   'pgbench', '-n', '-c', 8, '-j', 2, '-t', 400,
		map { ('-f', "$dir/$_->[0]\@$_->[1]") } [ commit => 20 ],
			[ rollback => 3 ], [ savepoint => 3 ], [ prepare => 4 ] ],
	'the writers');
value($node, 'INSERT INTO done VALUES (now())');
ok($_->finish, 'a reader ends') foreach @readers;

# Until the horizon has passed all rows
my $pending = q{SELECT count(*) FROM messages WHERE id > (SELECT max(id) FROM with_horizon)};
for (1 .. 1000)
{
	last if value($node, $pending) eq '0';
	value($node, "CALL poll($with_horizon)");
}

# How many rows a reader has got, and how many twice or out of order
my $all = value($node, 'SELECT count(*) FROM messages');
my %got = map {
	$_ => value($node, qq{SELECT count(*) FILTER (WHERE id IN (SELECT id FROM messages)),
		count(*) FILTER (WHERE id <= previous OR id NOT IN (SELECT id FROM messages))
		FROM (SELECT *, lag(id) OVER (ORDER BY n) AS previous FROM $_) AS r})
} qw(with_horizon without);
is($got{with_horizon}, "$all|0", 'with the horizon, each row once and in order');
cmp_ok($got{without} =~ s/\|.*//r, '<', $all, 'without it, rows are missed');

done_testing();
