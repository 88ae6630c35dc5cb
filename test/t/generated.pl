# A stored generated column that holds the time of a uuid is planned as that time as long
# as its expression says so: in tables whose partitions and children have another one,
# beside sessions that change it, in older snapshots, and where a row is checked again.
# And on the servers that have them, columns of the server's own function.
#
# In make test: nothing else has sessions that change a generated column.

use UuidxTest;

my $node = uuidx_node('generated', conf => "session_preload_libraries = 'uuidx'\ntimezone = 'UTC'\n"
	  . "enable_seqscan = off\nenable_bitmapscan = off\nmax_parallel_workers_per_gather = 0");
my $server = int(value($node, 'SHOW server_version_num') / 10000);
my $stored = 'timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CONSTRAINT held
	CHECK (created_at = uuid_time(id))';
# satisfies the CHECK, which is also true of nulls
my $half = 'CASE WHEN n < 90 THEN uuid_time(id) END';

sub plan_of
{
	my ($sql, $session) = @_;

	return $session ? $session->query_safe("EXPLAIN (COSTS OFF) $sql") : value($node, "EXPLAIN (COSTS OFF) $sql");
}

# Compares the rows of a query with those that it has without us, and returns them
sub same_rows
{
	my ($sql, $name, $session) = @_;
	my $ask = sub { $session ? $session->query_safe($_[0]) : value($node, $_[0]) };
	my $rows = $ask->($sql);

	is($rows, $ask->("SET uuidx.planner = off; $sql; RESET uuidx.planner"), "$name: the rows");
	return $rows;
}

# The statement that sets the expression of a column: older servers make another column
sub set_expression
{
	my ($table, $expression) = @_;

	return "ALTER TABLE $table ALTER COLUMN created_at SET EXPRESSION AS ($expression)" if $server >= 17;
	return "ALTER TABLE $table DROP COLUMN created_at,
		ADD COLUMN created_at timestamptz GENERATED ALWAYS AS ($expression) STORED";
}

value($node, qq{
	CREATE TABLE rows AS SELECT uuid_generate_v7(t) AS id, uuid_generate_v7(t + interval '100 days') AS other,
	    row_number() OVER (ORDER BY t)::integer AS n
	  FROM generate_series(timestamptz '2026-01-01', '2026-06-30', '1 day') AS t;
	CREATE FUNCTION later(id uuid) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE AS
	  \$\$BEGIN RETURN uuid_time(id) + interval '100 days'; END\$\$;
	CREATE TABLE parents (id uuid PRIMARY KEY CONSTRAINT v7
	  CHECK (uuid_is_v7(id)), other uuid, n integer, created_at $stored);
	CREATE TABLE months (id uuid PRIMARY KEY CONSTRAINT v7
	  CHECK (uuid_is_v7(id)), other uuid, n integer, created_at $stored) PARTITION BY RANGE (id);
	CREATE TABLE january PARTITION OF months FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-02-01'));
	CREATE TABLE rest PARTITION OF months FOR VALUES
	  FROM (uuid_v7_lower('2026-02-01')) TO (MAXVALUE) PARTITION BY RANGE (id);
	CREATE TABLE february PARTITION OF rest FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-03-01'));
	INSERT INTO parents SELECT * FROM rows WHERE n % 2 = 0;
	INSERT INTO months SELECT * FROM rows WHERE n <= 31});

is(state_of($node, "CREATE TABLE refused (id uuid, created_at $stored) PARTITION BY RANGE (created_at)"),
	'42P17', 'no partitions by a generated column');
like(plan_of(q{SELECT FROM parents WHERE created_at >= '2026-06-01'}), qr/Index Cond: \(id >= /, 'a table by itself');

# --- Children and partitions with an expression of their own
SKIP:
{
	my $child = 'CREATE TABLE children (created_at timestamptz GENERATED ALWAYS AS (%s) STORED) INHERITS (parents)';

	if ($server < 16)
	{
		is(state_of($node, sprintf $child, 'uuid_time(other)'), '42611', 'no child with another expression');
		skip 'no child has another expression', 1;
	}
	foreach my $expression ('uuid_v7_timestamp(id)', $half)
	{
		value($node, sprintf("$child; CREATE INDEX ON children (id);
			INSERT INTO children SELECT * FROM rows WHERE n %% 2 = 1", $expression));
		unlike(plan_of(q{SELECT FROM parents
			WHERE created_at >= '2026-06-01'}), qr/\bid >=/, "a child with $expression");
		like(plan_of(q{SELECT FROM ONLY parents
			WHERE created_at >= '2026-06-01'}), qr/Index Cond: \(id >= /, "a child with $expression: ONLY the parent");
		same_rows("SELECT n FROM parents WHERE created_at $_ ORDER BY n", "a child with $expression, $_")
		  foreach (q{>= '2026-06-01'}, q{<@ '[2026-06-20,2026-07-01)'::tstzrange});
		like(value($node, q{BEGIN; ANALYZE parents; SELECT next_step FROM uuid_report('parents', 'id')}),
			qr/A child table defines the column/, "a child with $expression: uuid_report");
		value($node, 'DROP TABLE children');
	}
	value($node, sprintf "$child; CREATE INDEX ON children (id)", 'uuid_time(id)');
	like(plan_of(q{SELECT FROM parents WHERE created_at >= '2026-06-01'}),
		qr/(Index Cond: \(id >= .*){2}/s, 'a child with the same expression uses its index');

	value($node, qq{CREATE TABLE march PARTITION OF rest (created_at GENERATED ALWAYS AS ($half) STORED)
		FOR VALUES FROM (uuid_v7_lower('2026-03-01')) TO (MAXVALUE);
		INSERT INTO months SELECT * FROM rows WHERE n > 31});
	foreach my $where (q{created_at >= '2026-05-01'}, q{created_at >= '2026-01-01' AND created_at < '2026-01-03'})
	{
		unlike(plan_of("SELECT FROM $_ WHERE $where"), qr/\bid [<>]/, "$_ with a partition of another expression")
		  foreach ('months', 'rest');
		same_rows("SELECT n FROM months WHERE $where ORDER BY n", "partitions of several expressions, $where");
	}
	like(plan_of(q{SELECT FROM january WHERE created_at >= '2026-01-05'}), qr/\bid >=/, 'a partition by itself');
	value($node, 'DROP TABLE march; DELETE FROM rest');
}

# older servers let a child generate what the parent does not
SKIP:
{
	value($node, 'CREATE TABLE roots (id uuid CONSTRAINT v7
		CHECK (uuid_is_v7(id)), other uuid, n integer, created_at timestamptz)');
	my $state = state_of($node, 'ALTER TABLE parents INHERIT roots');

	if ($server >= 16)
	{
		is($state, '42804', 'no child that generates what its parent does not');
		skip 'no child generates what its parent does not', 1;
	}
	value($node, q{INSERT INTO roots SELECT *, '2026-06-01' FROM rows WHERE n > 170});
	unlike(plan_of(q{SELECT FROM roots WHERE created_at >= '2026-06-01'}),
		qr/\bid >=/, 'a child that generates what its parent does not');
	like(plan_of(q{SELECT FROM parents
		WHERE created_at >= '2026-06-01'}), qr/Index Cond: \(id >= /, 'the child by itself');
	is(same_rows(q{SELECT count(*) FROM roots WHERE created_at = '2026-06-01'},
		'a child that generates what its parent does not'), 12, 'rows of parent and child');
	value($node, 'ALTER TABLE parents NO INHERIT roots');
}

# --- Plans that are kept, while other sessions change what they rely on
{
	my $session = uuidx_session($node);
	my $query = q{SELECT count(*) FROM months WHERE created_at >= '2026-02-10'};
	my $try = sub {
		my ($name, $rows, $plan) = @_;

		is($session->query_safe('EXECUTE kept'), $rows, "a kept plan, $name");
		like(plan_of('EXECUTE kept', $session), $plan, "a kept plan, $name: the plan");
		return;
	};

	$session->query_safe("SET plan_cache_mode = force_generic_plan; PREPARE kept AS $query");
	value($node, q{CREATE TABLE march PARTITION OF rest FOR VALUES FROM (uuid_v7_lower('2026-03-01')) TO (MAXVALUE);
		INSERT INTO months SELECT * FROM rows WHERE n > 31; ANALYZE months});
	$try->('pruned', 141, qr/\A(?!.*january).*february.*march/s);
	SKIP:
	{
		skip 'no partition has another expression', 4 if $server < 17;
		# of the partition that the plan leaves out
		value($node, set_expression('january', 'CASE WHEN n < 5 THEN uuid_time(id) END'));
		$try->('a partition with another expression', 141, qr/january(?!.*\bid >=)/s);
		# SET EXPRESSION on a partition has dropped its constraint
		value($node, set_expression('january', 'uuid_time(id)') . ';
			ALTER TABLE january ADD CONSTRAINT held CHECK (created_at = uuid_time(id))');
		$try->('the same again', 141, qr/\A(?!.*january)/s);
	}
	SKIP:
	{
		# minor releases before August 2026 refuse it where partitions have partitions
		skip 'this server refuses DROP EXPRESSION here', 2
		  if state_of($node, 'ALTER TABLE months ALTER COLUMN created_at DROP EXPRESSION') ne '';
		value($node, 'ALTER TABLE ' . ($server < 17 ? 'months' : 'january') . q{ DROP CONSTRAINT held;
			UPDATE months SET created_at = '2026-05-01' WHERE n <= 10});
		$try->('no expression any more', 151, qr/january(?!.*\bid >=)/s);
	}
	value($node, 'ALTER TABLE months DROP COLUMN created_at');
	value($node, "ALTER TABLE months ADD COLUMN created_at $stored");
	$try->('another column of that name', 141, qr/\A(?!.*january)/s);
	$session->quit;
}

# A server may drop a CHECK of a partition when it sets the expression of its column
SKIP:
{
	skip 'this server sets no expression', 1 if $server < 17;
	value($node,
		q{CREATE TABLE pair (id uuid, n integer, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
		  CONSTRAINT pair_of CHECK (uuid_is_v7(id) AND created_at = uuid_time(id))) PARTITION BY LIST (n);
		CREATE TABLE pair_1 PARTITION OF pair FOR VALUES IN (1);
		ALTER TABLE pair_1 ALTER COLUMN created_at SET EXPRESSION AS (uuid_time(id))});
	note 'INSERT: ' . state_of($node, q{INSERT INTO pair VALUES ('00000000-0000-0000-0000-000000000000', 1)});
	same_rows(q{SELECT count(*) FROM pair
		WHERE uuid_time(id) < '2030-01-01'}, 'a partition without the CHECK of its parent');
}

# --- Snapshots that are older than an expression
foreach my $level ('READ COMMITTED', 'REPEATABLE READ')
{
	foreach my $change (
		[ 'another expression', 'ALTER TABLE changed DROP CONSTRAINT held; ' . set_expression('changed', 'later(id)') ],
		[ 'the expression', set_expression('changed', 'uuid_time(id)') ],
		[ 'values of before, and another column', qq{ALTER TABLE changed DROP CONSTRAINT held; ALTER TABLE changed
			ALTER COLUMN created_at DROP EXPRESSION; UPDATE changed SET created_at = '2026-06-01' WHERE n < 9;
			ALTER TABLE changed DROP COLUMN created_at, ADD COLUMN created_at $stored} ])
	{
		my $session = uuidx_session($node);
		my ($name, $sql) = @{$change};

		value($node, qq{DROP TABLE IF EXISTS changed; CREATE TABLE changed (id uuid PRIMARY KEY
			CHECK (uuid_is_v7(id)), other uuid, n integer, created_at $stored);
			INSERT INTO changed SELECT * FROM rows});
		$session->query_safe("BEGIN ISOLATION LEVEL $level; SELECT count(*) FROM rows");
		value($node, $sql);
		same_rows("SELECT count(*) FROM changed WHERE created_at $_", "$level, $name, $_", $session)
		  foreach (q{>= '2026-06-01'}, q{< '2026-01-05'});
		$session->query_safe('COMMIT');
		$session->quit;
	}
}

# --- A row that was changed meanwhile is checked again
foreach my $case ([ 'out of the range', '2026-01-10', 'changed' ], [ 'within the range', '2026-06-29', 'hit' ])
{
	my ($name, $time, $text) = @{$case};
	my ($first, $second) = map { uuidx_session($node) } (1, 2);

	value($node, qq{DROP TABLE IF EXISTS waited;
		CREATE TABLE waited (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), txt text, created_at $stored);
		INSERT INTO waited SELECT uuid_v7_lower('2026-06-28'), 'before'});
	$first->query_safe(qq{BEGIN; UPDATE waited SET id = uuid_v7_lower('$time'), txt = 'changed'});
	$second->begin(q{UPDATE waited SET txt = 'hit' WHERE created_at >= '2026-06-01';});
	$first->query_safe('COMMIT');
	$second->query_safe('SELECT 1');
	is(value($node, 'SELECT txt FROM waited'), $text, "a row that was changed while an update waited for it, $name");
	$_->quit foreach ($first, $second);
}

# --- The server's own function
SKIP:
{
	skip 'the server reads no time of v7', 1 if $server < 18;

	# what a server stored that read no time of v7 is null until the row is written again
	value($node, q{SET allow_system_table_mods = on;
		CREATE TABLE of_server (id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id)), n integer,
		  created_at timestamptz GENERATED ALWAYS AS (pg_catalog.uuid_extract_timestamp(id)) STORED
		    CHECK (created_at = pg_catalog.uuid_extract_timestamp(id)));
		CREATE TABLE upgraded (id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id)), n integer,
		  created_at timestamptz GENERATED ALWAYS AS (nullif(uuid_time(id), uuid_time(id))) STORED
		    CHECK (created_at = pg_catalog.uuid_extract_timestamp(id)));
		INSERT INTO of_server SELECT id, n FROM rows;
		INSERT INTO upgraded SELECT id, n FROM rows;
		UPDATE pg_attrdef SET adbin = (SELECT adbin FROM pg_attrdef WHERE adrelid = 'of_server'::regclass)
		  WHERE adrelid = 'upgraded'::regclass});
	value($node, 'UPDATE upgraded SET id = id WHERE n > 178');
	is(value($node, 'SELECT count(*), count(created_at) FROM upgraded'),
		'181|3', 'rows from before and after an upgrade have different values');
	same_rows("SELECT $_", "stored, $_") foreach (
		'created_at FROM upgraded ORDER BY created_at LIMIT 5',
		'created_at FROM upgraded ORDER BY created_at DESC NULLS LAST LIMIT 5',
		'min(created_at), max(created_at) FROM upgraded',
		'count(*) FROM upgraded WHERE created_at IS NOT NULL',
		q{count(*) FROM upgraded
			WHERE (created_at, id) > ('2026-06-01', uuid_v7_lower('2026-06-01'))});
	foreach my $table ('of_server', 'upgraded')
	{
		same_rows("SELECT n FROM $table WHERE created_at $_ ORDER BY n", "stored, $table, $_")
		  foreach q{>= '2026-06-27'}, q{< '2026-01-03'};
	}
}

done_testing();
