# The planner's rewrites change no result: random queries give the same rows with
# uuidx.planner on and off, over UUIDs of every kind and tables of every kind, in time
# zones that change between planning and execution.
#
# Each query runs in one session per setting; what it prints must be equal to the
# letter.  Some run a third time, over times that core's functions read from the bytes.
# The queries are the same on every run: UUIDX_SEED chooses others.
#
# In make test: the strongest single test of the planner: random queries.

use FindBin;
use lib "$FindBin::RealBin/lib";
use RandomQuery;
use RandomTime;
use UuidxTest;

my $conditions = $ENV{UUIDX_CONDITIONS} || 2000;
my $seed = $ENV{UUIDX_SEED} || 20260601;
srand($seed);
note "seed $seed";

my $node = uuidx_node('planner_random', conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\njit = off\nsession_preload_libraries = 'uuidx'");

# In every table: the nil and the max UUID, and at each minute of an hour v1, v6, v7,
# v4 and what is no RFC 9562 UUID, at the millisecond and a microsecond beside it; as
# far as the table's constraints let them in.  A key column and a plain one.
value(
	$node, bytes_functions() . q{
	CREATE FUNCTION shaped(u uuid, v text, variant text) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN overlay(overlay(u::text PLACING v FROM 15 FOR 1) PLACING variant FROM 20 FOR 1)::uuid;
	CREATE TABLE every (n integer GENERATED ALWAYS AS IDENTITY, id uuid, at timestamptz);
	INSERT INTO every (id, at)
	SELECT u, t FROM generate_series(timestamptz '2024-01-01', '2024-01-01 01:00', '1 minute') AS g (t),
	  LATERAL (VALUES (uuid_generate_v7(t)), (uuid_v7_lower(t)), (uuid_v7_upper(t)), (uuid_generate_v6(t)), (uuid_v6_lower(t)), (uuid_v6_upper(t)),
	    (uuid_generate_v6(t + interval '1 microsecond')), (uuid_v6_to_v1(uuid_generate_v6(t))), (uuid_generate_v7(t + interval '1 millisecond')),
	    (gen_random_uuid()), (shaped(uuid_v7_lower(t), '7', '0')), (shaped(uuid_v7_lower(t), '7', 'c')), (shaped(uuid_v6_lower(t), '6', 'f')),
	    (shaped(uuid_v7_lower(t), '8', '8')), (shaped(uuid_v7_lower(t), '4', 'a')), (NULL)) AS v (u)
	UNION ALL VALUES ('00000000-0000-0000-0000-000000000000'::uuid, 'epoch'::timestamptz), ('ffffffff-ffff-ffff-ffff-ffffffffffff', 'infinity'),
	  (NULL, NULL), (uuid_generate_v7('1970-01-01'), '-infinity'), (uuid_generate_v6('1583-01-01'), 'infinity'),
	  (uuid_v7_upper('infinity'), '2024-01-01 00:30'), (uuid_generate_v7(now()), now()), (uuid_generate_v6(now()), now()),
	  (uuid_generate_v7(now() - interval '1 day'), now()), (uuid_generate_v7(now() - interval '40 days'), now()), (uuid_generate_v6(now() + interval '7 days'), now());
	DELETE FROM every WHERE n % 3 = 0 AND n < 970;

	CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE));
	CREATE DOMAIN v6 AS uuid CHECK (uuid_version(VALUE) = 6);
	CREATE TABLE mixed (LIKE every, kind text DEFAULT 'any');
	CREATE TABLE all_7 (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_is_v7(id)));
	CREATE TABLE version_7 (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_version(id) = 7));
	CREATE TABLE all_6 (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_is_v6(id)));
	CREATE TABLE version_6 (LIKE mixed INCLUDING DEFAULTS, CHECK (6 = uuid_version(id)));
	CREATE TABLE one_or_other (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_is_v7(id) OR uuid_is_v6(id)));
	CREATE TABLE not_null (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_is_v7(id)));
	ALTER TABLE not_null ALTER id SET NOT NULL;
	CREATE TABLE of_domain_7 (LIKE mixed INCLUDING DEFAULTS);
	ALTER TABLE of_domain_7 ALTER id TYPE v7;
	CREATE TABLE of_domain_6 (LIKE mixed INCLUDING DEFAULTS);
	ALTER TABLE of_domain_6 ALTER id TYPE v6;
	CREATE TABLE family (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_is_v7(id)) NO INHERIT);
	CREATE TABLE family_child () INHERITS (family);
	CREATE FUNCTION accepted(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN uuid_is_v7(u); END$$;
	CREATE FUNCTION refused(u uuid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'called for %', u; END$$;
	CREATE TABLE called (LIKE mixed INCLUDING DEFAULTS, CHECK (accepted(id)), CHECK (uuid_is_v7(id) AND accepted(id)));
	CREATE TABLE partly (LIKE mixed INCLUDING DEFAULTS, CHECK (accepted(id))) PARTITION BY RANGE (id);
	CREATE TABLE partly_v7 PARTITION OF partly (CHECK (uuid_is_v7(id))) FOR VALUES FROM (uuid_v7_lower('2024-01-01')) TO (uuid_v7_lower('2024-01-01 00:20'));
	CREATE TABLE partly_rest PARTITION OF partly DEFAULT;
	CREATE TABLE parent (LIKE mixed INCLUDING DEFAULTS);
	CREATE TABLE parent_v7 (CHECK (uuid_is_v7(id))) INHERITS (parent);
	CREATE TABLE parent_any () INHERITS (parent);
	CREATE TABLE nearby (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_v7_within(id, at, '0'))) PARTITION BY RANGE (id);
	ALTER TABLE nearby ALTER id SET NOT NULL, ALTER at SET NOT NULL;
	CREATE TABLE nearby_hour PARTITION OF nearby FOR VALUES FROM (uuid_v7_lower('2024-01-01')) TO (uuid_v7_lower('2024-01-01 00:30'));
	CREATE TABLE nearby_early PARTITION OF nearby FOR VALUES FROM ('00000000-0000-7001-8000-000000000000') TO (uuid_v7_lower('1990-01-01'));
	CREATE TABLE nearby_rest PARTITION OF nearby DEFAULT;
	-- partitions with a gap, by the time beside the id, which may be null or have n beside it, and in time order
	CREATE TABLE nearby_at (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_v7_within(id, at, '10 minutes'))) PARTITION BY RANGE (at);
	CREATE TABLE nearby_two (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_v7_within(id, at, '600 s'))) PARTITION BY RANGE (at, n);
	ALTER TABLE nearby_two ALTER at SET NOT NULL, ALTER n SET NOT NULL;
	CREATE TABLE nearby_order (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_v7_within(id, at, '10 minutes'))) PARTITION BY RANGE (id uuid_time_ops);
	ALTER TABLE nearby_order ALTER id SET NOT NULL;
	DO $$
	DECLARE
	  t timestamptz;
	BEGIN
	  FOR i IN 0 .. 5 LOOP
	    CONTINUE WHEN i = 3;
	    t := timestamptz '2024-01-01' + i * interval '10 minutes';
	    EXECUTE format('CREATE TABLE nearby_at_%s PARTITION OF nearby_at FOR VALUES FROM (%L) TO (%L)', i, t, t + interval '10 minutes');
	    EXECUTE format('CREATE TABLE nearby_two_%sa PARTITION OF nearby_two FOR VALUES FROM (%2$L, 0) TO (%2$L, 500)', i, t);
	    EXECUTE format('CREATE TABLE nearby_two_%sb PARTITION OF nearby_two FOR VALUES FROM (%L, 500) TO (%L, 0)', i, t, t + interval '10 minutes');
	    EXECUTE format('CREATE TABLE nearby_order_%s PARTITION OF nearby_order FOR VALUES FROM (%L) TO (%L)', i, uuid_time_lower(t), uuid_time_lower(t + interval '10 minutes'));
	  END LOOP;
	END
	$$;
	CREATE TABLE nearby_at_rest PARTITION OF nearby_at DEFAULT;
	CREATE TABLE nearby_two_rest PARTITION OF nearby_two DEFAULT;
	CREATE TABLE nearby_order_rest PARTITION OF nearby_order DEFAULT;
	CREATE TABLE nearby_local (LIKE mixed INCLUDING DEFAULTS, clock timestamp NOT NULL, CHECK (uuid_v7_within(id, clock AT TIME ZONE interval '-05:00', '1 ms'))) PARTITION BY RANGE (clock);
	CREATE TABLE nearby_local_hour PARTITION OF nearby_local FOR VALUES FROM ('2023-12-31 19:00') TO ('2023-12-31 19:30');
	CREATE TABLE nearby_local_rest PARTITION OF nearby_local DEFAULT;
	CREATE TABLE nearby_date (LIKE mixed INCLUDING DEFAULTS, day date NOT NULL, CHECK (uuid_v7_within(id, day::timestamp AT TIME ZONE 'UTC', '1 hour'))) PARTITION BY RANGE (id);
	ALTER TABLE nearby_date ALTER id SET NOT NULL;
	CREATE TABLE nearby_date_hour PARTITION OF nearby_date FOR VALUES FROM (uuid_v7_lower('2024-01-01')) TO (uuid_v7_lower('2024-01-01 00:30'));
	CREATE TABLE nearby_date_rest PARTITION OF nearby_date DEFAULT;
	CREATE TABLE stored (LIKE mixed INCLUDING DEFAULTS, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (uuid_is_v7(id)), CHECK (created_at = uuid_time(id)));
	CREATE TABLE unchecked (LIKE mixed INCLUDING DEFAULTS);
	CREATE TABLE parts (LIKE mixed INCLUDING DEFAULTS) PARTITION BY RANGE (id);
	CREATE TABLE parts_7 (LIKE mixed INCLUDING DEFAULTS, CHECK (uuid_version(id) = 7)) PARTITION BY RANGE (id);
	CREATE TABLE parts_time (LIKE mixed INCLUDING DEFAULTS) PARTITION BY RANGE (id uuid_time_ops);
	DO $$
	DECLARE
	  t timestamptz;
	BEGIN
	  FOR i IN 0 .. 5 LOOP
	    t := timestamptz '2024-01-01' + i * interval '10 minutes';
	    EXECUTE format('CREATE TABLE parts_%s PARTITION OF parts FOR VALUES FROM (%L) TO (%L)', i, uuid_v7_lower(t), uuid_v7_lower(t + interval '10 minutes'));
	    EXECUTE format('CREATE TABLE parts_7_%s PARTITION OF parts_7 FOR VALUES FROM (%L) TO (%L)', i, uuid_v7_lower(t), uuid_v7_lower(t + interval '10 minutes'));
	    EXECUTE format('CREATE TABLE parts_time_%s PARTITION OF parts_time FOR VALUES FROM (%L) TO (%L)', i, uuid_time_lower(t), uuid_time_lower(t + interval '10 minutes'));
	  END LOOP;
	END
	$$;
	CREATE TABLE parts_default PARTITION OF parts DEFAULT;
	CREATE TABLE parts_7_default PARTITION OF parts_7 DEFAULT;
	CREATE TABLE parts_time_default PARTITION OF parts_time DEFAULT;
	CREATE VIEW aged AS SELECT n, id, at, kind, uuid_time(id) AS created_at FROM mixed;
	CREATE VIEW barrier WITH (security_barrier) AS SELECT *, uuid_time(id) AS created_at FROM version_7 WHERE uuid_time(id) > '2024-01-01 00:05+00';
	CREATE FUNCTION born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(id)});

my @tables = qw(mixed all_7 version_7 all_6 version_6 one_or_other not_null stored of_domain_7 of_domain_6 family unchecked parts parts_7 parts_time called partly parent nearby nearby_rest nearby_at nearby_two nearby_order nearby_local nearby_date);
my %lets_in = (
	all_7 => 'id IS NULL OR uuid_is_v7(id)',
	version_7 => 'coalesce(uuid_version(id), 7) = 7',
	all_6 => 'id IS NULL OR uuid_is_v6(id)',
	version_6 => 'coalesce(uuid_version(id), 6) = 6',
	one_or_other => 'id IS NULL OR uuid_is_v7(id) OR uuid_is_v6(id)',
	not_null => 'uuid_is_v7(id)',
	stored => 'id IS NULL OR uuid_is_v7(id)',
	of_domain_7 => 'id IS NULL OR uuid_is_v7(id)',
	of_domain_6 => 'coalesce(uuid_version(id), 6) = 6',
	family => 'id IS NULL OR uuid_is_v7(id)',
	family_child => 'true',
	parts_7 => 'coalesce(uuid_version(id), 7) = 7',
	called => 'uuid_is_v7(id)',
	partly => 'uuid_is_v7(id)',
	parent_v7 => 'uuid_is_v7(id)',
	nearby => 'uuid_v7_timestamp(id) = at',
	nearby_at => q{uuid_v7_within(id, at, '1 minute') IS NOT FALSE},
	nearby_two => q{at IS NOT NULL AND uuid_v7_within(id, at, '1 minute') IS NOT FALSE},
	nearby_order => q{uuid_v7_within(id, at, '1 minute')},
	nearby_local => 'uuid_is_v7(id)',
	nearby_date => q{uuid_v7_within(id, (uuid_v7_timestamp(id) AT TIME ZONE 'UTC')::date::timestamp AT TIME ZONE 'UTC', '1 hour')});

# A column without time zone, and what is in it; and where the time is not that of the id
my %local = (
	nearby_local => [ 'clock', q{uuid_v7_timestamp(id) AT TIME ZONE interval '-05:00' + (n % 3 - 1) * interval '1 ms'} ],
	nearby_date => [ 'day', q{(uuid_v7_timestamp(id) AT TIME ZONE 'UTC')::date} ]);
my %moved = (
	nearby_at => q{CASE WHEN n % 4 > 0 THEN at + (n % 3 - 1) * interval '9 minutes' END},
	nearby_two => q{at + (n % 3 - 1) * interval '9 minutes'},
	nearby_order => q{CASE WHEN n % 4 > 0 THEN at + (n % 3 - 1) * interval '9 minutes' END});
value(
	$node, join ";\n",
	(
		map { "INSERT INTO $_ (${\ join ', ', qw(n id at), ($local{$_} // [])->[0] // ()}) SELECT ${\ join ', ', qw(n id), $moved{$_} // 'at', ($local{$_} // [])->[1] // ()} FROM every WHERE " . ($lets_in{$_} // 'true') . " ORDER BY n" } (grep { $_ ne 'nearby_rest' } @tables), qw(family_child parent_v7 parent_any)
	),
	'UPDATE family_child SET kind = $$child$$',
	q{INSERT INTO nearby (n, id, at) VALUES (2001, '00000000-0000-7000-8000-000000000000', 'epoch'), (2002, '00000000-0000-7fff-bfff-ffffffffffff', 'epoch')},
	# a CHECK that nothing has called yet, and that no query calls
	'ALTER TABLE parent_any ADD CHECK (refused(id)) NOT VALID',
	# indexes of the whole, of one partition and of one child
	'CREATE INDEX ON parts ((uuid_time(id)))',
	q{CREATE INDEX ON parts (id) WHERE uuid_time(id) >= '2024-01-01 00:20+00'},
	'CREATE INDEX ON parts_2 (uuid_v7_timestamp(id), n)',
	q{CREATE INDEX ON parts_default (n) WHERE uuid_time(id) < '2024-01-01 00:30+00'},
	'CREATE INDEX ON partly_v7 (uuid_time(id))',
	q{CREATE INDEX ON partly (n) WHERE uuid_v7_timestamp(id) > '2024-01-01 00:10+00'},
	'CREATE INDEX ON parent (n) WHERE uuid_is_v7(id)',
	'CREATE INDEX ON parent_v7 (uuid_time(id))',
	'CREATE INDEX ON parent_any ((uuid_time(id)), id) WHERE uuid_is_v7(id)',
	q{CREATE INDEX ON called (at) WHERE uuid_time(id) >= '2024-01-01 00:10+00'},
	'CREATE INDEX ON nearby (at)',
	'ALTER TABLE unchecked ADD CHECK (uuid_is_v7(id)) NOT VALID',
	(
		map { "CREATE INDEX ON $_ (id); CREATE INDEX ON $_ (id uuid_time_ops); CREATE INDEX ON $_ (kind, id)" } grep { $_ ne 'parts_7' } @tables
	),
	'ANALYZE');
push @tables, 'aged', 'barrier', 'ONLY family';

# Instants between and beside those of the rows
sub instant
{
	return one_of('-infinity', 'infinity', '1969-12-31 23:59:59+00', '1960-01-01 00:00+00', '1970-01-01 00:00+00', '10889-08-02 05:31:50.655+00', '2000-01-01 00:00+00') if rand() < 0.15;
	return sprintf '2024-01-01 00:%02d:00%s+00', int rand 60, one_of('', '', '', '.000001', '.001', '.000999', '.0005');
}

# What is compared with a time, in the words of SQL; parameters are noted
sub other_side
{
	my ($parameters, $columns) = @_;
	my $kind = rand;

	return "timestamptz '" . instant() . q{'} if $kind < 0.3;
	if ($kind < 0.5)
	{
		push @$parameters, [ 'timestamptz', rand() < 0.15 ? 'NULL' : q{'} . instant() . q{'} ];
		return '$' . @$parameters;
	}
	return one_of(@$columns) if $kind < 0.6 && @$columns;
	return one_of(
		'now()', q{now() - interval '1 day'}, q{now() - interval '1 hour'}, q{now() - interval '1 month'}, 'current_timestamp',
		q{date_trunc('day', now())}, q{date_trunc('month', now()) - interval '1 year'}, 'current_date', 'current_date - 40', 'localtimestamp',
		q{now()::date - 2}, q{statement_timestamp() - interval '2 days 3 hours'}, q{timestamptz '2024-01-01 00:17+00' + interval '1 minute'},
		q{(now() AT TIME ZONE 'Asia/Tokyo')::date}, q{current_date + 3}, q{date_trunc('week', current_date)},
		q{date_trunc('month', now() - interval '1 month' + interval '1 hour')},
		q{date_trunc('quarter', date_trunc('year', now()), 'UTC')}, clock_expression(one_of(qw(timestamptz timestamp date)), 3)) if $kind < 0.8;
	return one_of(q{date '2024-01-01'}, q{timestamp '2024-01-01 00:20'}, q{date '-infinity'}, q{timestamp 'infinity'}, q{date '5874897-12-31'},
		'NULL::timestamptz', q{(SELECT max(at) FROM every WHERE at < '2024-01-01 00:44+00')}, 'clock_timestamp()');
}

sub range
{
	my ($parameters) = @_;
	my ($from, $to) = sort(instant(), instant());
	my $bounds = one_of('[]', '()', '[)', '(]');

	($from, $to) = ($to, $from) if $to eq '-infinity' || $from eq 'infinity' || $from =~ /^1\d{4}/;
	($from, $to) = ('2024-01-01 00:10+00', '2024-01-01 00:20+00') if rand() < 0.5;
	my $literal = one_of("'empty'", "'" . substr($bounds, 0, 1) . "$from,$to" . substr($bounds, 1) . "'", "'[$from,)'", "'(,$to]'", "'(,)'");
	if (rand() < 0.3)
	{
		push @$parameters, [ 'tstzrange', rand() < 0.1 ? 'NULL' : $literal ];
		return '$' . @$parameters;
	}
	return one_of("tstzrange $literal", "tstzrange $literal", q{tstzrange(now() - interval '1 day', now())}, q{tstzrange(now() - interval '41 days', NULL)});
}

# A uuid, which may be of a row, at the end of an instant or without a time
sub uuid
{
	my ($parameters) = @_;
	my $instant = "timestamptz '" . instant() . q{'};
	my $uuid = one_of("uuid_v7_lower($instant)", "uuid_v7_upper($instant)", "uuid_v6_lower($instant)", q{uuid '00000000-0000-0000-0000-000000000000'},
		q{uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff'}, "(SELECT id FROM every WHERE n = ${\ int rand 900})", 'NULL::uuid');

	return $uuid if rand() < 0.6 || $uuid =~ /SELECT/;
	push @$parameters, [ 'uuid', $uuid ];
	return '$' . @$parameters;
}

# The next page of a list in the order of a time
sub page
{
	my ($time, $id, $n, $parameters) = @_;
	my ($operator, $other, $uuid) = (one_of('<', '<=', '>=', '>'), other_side($parameters, []), uuid($parameters));
	my $strict = substr $operator, 0, 1;

	return "($time, $id) $operator ($other, $uuid)" if rand() < 0.4;
	return "($other, $uuid) $operator ($time, $id)" if rand() < 0.2;
	return "($time, $id, $n) $operator ($other, $uuid, 400)" if $n && rand() < 0.2;
	return "($time, $n) $operator ($other, 400)" if $n && rand() < 0.2;
	return "($time $strict $other OR ($time = $other AND $id $operator $uuid))";
}

# A comparison of the time of an alias's id
sub comparison
{
	my ($alias, $parameters, $columns) = @_;
	my $id = $alias ? "$alias.id" : 'id';
	my $kind = rand;

	# in the operators' words, beside which the rest has to agree
	if ($kind < 0.12)
	{
		my $bound = "timestamptz '" . instant() . q{'};
		return one_of("{{$id|${\ one_of('<', '<=', '>=', '>')}|$bound}}", "{{$id|${\ one_of('~<~', '~<=~', '~>=~', '~>~')}|$bound}}", "uuid_is_v7($id)",
			"uuid_is_v6($id)", "{{$id|<@|${\ range($parameters)}}}", "$id IS NOT NULL", "uuid_is_v7($id) IS NOT TRUE");
	}
	# the column beside the id
	return compared($alias ? "$alias.at" : 'at', other_side($parameters, [])) if $kind < 0.46 && @$columns;
	my $time = one_of("uuid_time($id)", "uuid_time($id)", "public.uuid_extract_timestamp($id)", "uuid_v7_timestamp($id)", "uuid_v7_timestamp_us($id)", "born($id)");
	return "$time IS ${\ one_of('NULL', 'NOT NULL')}" if $kind < 0.16;
	return rand() < 0.5 ? "$time <@ ${\ range($parameters)}" : range($parameters) . " @> $time" if $kind < 0.26;
	return "$time ${\ one_of('', 'NOT ')}BETWEEN ${\ other_side($parameters, $columns)} AND ${\ other_side($parameters, $columns)}" if $kind < 0.36;
	return "$time = ANY (ARRAY[${\ join ', ', map { qq(timestamptz '${\ instant()}') } 1 .. 3}])" if $kind < 0.38;
	return page($time, $id, @$columns ? $id =~ s/id$/n/r : undef, $parameters) if $kind < 0.44;
	return compared($time, other_side($parameters, $columns));
}

sub condition
{
	my ($depth, $alias, $parameters, $columns) = @_;

	return combined($depth, sub { comparison($alias, $parameters, $columns) }, $alias ? "$alias.n" : 'n');
}

# The time of the rows of a table: computed, stored, or of a column of its own
sub time_of
{
	my ($table, $alias) = @_;

	return "$alias.created_at" if $table =~ /^(?:stored|aged|barrier)$/ && rand() < 0.7;
	return one_of("uuid_time($alias.id)", "uuid_time($alias.id)", "uuid_v7_timestamp($alias.id)", "public.uuid_extract_timestamp($alias.id)");
}

# Several tables as one, in which an arm may be such a feed itself, or have conditions
sub feed
{
	my ($depth, $parameters) = @_;

	return '(' . join(' UNION ALL ', map {
		my $table = one_of(@tables);
		my $time = rand() < 0.1 ? 'x.at' : time_of($table, 'x');
		my $label = one_of("'same'", "'$table'", 'x.kind');
		my $computed = one_of('x.n', 'x.n % 3', 'coalesce(x.n % 5, 0)', '7', 'NULL', 'uuid_version(x.id)');

		$depth > 0 && rand() < 0.3 ? 'SELECT * FROM ' . feed($depth - 1, $parameters) . ' AS y' :
		  "SELECT x.n, x.id, ${label}::text AS label, $time AS t, ($computed)::integer AS c FROM $table AS x" . (rand() < 0.15 ? ' WHERE ' . comparison('x', $parameters, []) : '')
	} 1 .. 2 + int rand 2) . ')';
}

# A condition on a time of a feed or table, by its name
sub time_condition
{
	my ($time, $id, $parameters) = @_;
	my $kind = rand;
	my $other = sub { return other_side($parameters, []) };
	my $zone = one_of('', " AT TIME ZONE 'Asia/Tokyo'");

	return "$time ${\ one_of('<', '<=', '=', '>=', '>')} ${\ $other->()}" if $kind < 0.3;
	return "$time BETWEEN ${\ $other->()} AND ${\ $other->()}" if $kind < 0.4;
	push @$parameters, [ 'timestamptz', rand() < 0.15 ? 'NULL' : q{'} . instant() . q{'} ] if $kind >= 0.4 && $kind < 0.5;
	return "$time IN (\$${\ scalar @$parameters}, '${\ instant()}', now() - interval '1 day')" if $kind >= 0.4 && $kind < 0.5;
	return "$time = ANY ('{" . join(',', map { rand() < 0.1 ? 'NULL' : '"' . instant() . '"' } 1 .. int rand 4) . "}'::timestamptz[])" if $kind < 0.58;
	return "($time$zone)::date IN (date '2024-01-01', current_date - 40, date '2023-12-31')" if $kind < 0.64;
	return "date_trunc('hour', $time$zone) = ${\ one_of(q{timestamp '2024-01-01 00:00'}, q{timestamp '2024-01-01 09:00'})}" if $kind < 0.7;
	return page($time, $id, undef, $parameters) if $kind < 0.85;
	return "$time IS ${\ one_of('NULL', 'NOT NULL')}" if $kind < 0.9;
	return '(' . time_condition($time, $id, $parameters) . ' ' . one_of('AND', 'OR') . ' ' . time_condition($time, $id, $parameters) . ')';
}

# A feed below an outer join, sorted, grouped or made distinct by what its arms compute
sub query_of_nullable_feed
{
	my ($parameters) = @_;
	my ($a, $b) = map { one_of(grep { !/^ONLY/ } @tables) } 1, 2;
	my $feed = feed(1, $parameters) . ' AS f';
	my $on = one_of('f.n = a.n', 'f.n = a.n', 'f.id = a.id', 'f.t = ' . time_of($a, 'a'), 'f.c = a.n', 'f.n = a.n AND f.t >= ' . time_of($a, 'a'));
	my $from = one_of("$a AS a LEFT JOIN $feed ON $on", "$feed RIGHT JOIN $a AS a ON $on", "$a AS a FULL JOIN $feed ON " . $on =~ s/ AND .*//r,
		"$b AS b LEFT JOIN ($a AS a JOIN $feed ON $on) ON b.n = a.n", "($a AS a LEFT JOIN $feed ON $on) JOIN $b AS b ON b.n = a.n");
	my $where = one_of('true', 'a.n < 200', 'a.n < 90 AND (f.n IS NULL OR ' . time_condition('f.t', 'f.id', $parameters) . ')');
	my @keys = @{ one_of([ 'f.c' ], [ 'f.label' ], [ 'f.t' ], [ 'f.c', 'f.label' ], [ 'f.label', 'f.t' ], [ 'f.t', 'f.c' ], [ '(f.c + 1)' ], [ q{date_trunc('minute', f.t)}, 'f.c' ], [ 'coalesce(f.label, a.kind)' ]) };
	my $direction = one_of('', '', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST');
	my ($first, $keys, $order) = ($keys[0], join(', ', @keys), join(', ', map { "$_$direction" } @keys));
	my $select = one_of(
		"SELECT ROW($keys)::text FROM $from WHERE $where ORDER BY $order" . one_of('', ' LIMIT 20'),
		"SELECT ROW($keys)::text FROM $from WHERE $where GROUP BY $keys ORDER BY $order",
		"SELECT DISTINCT ON ($first) ${first}::text FROM $from WHERE $where ORDER BY $order",
		"SELECT max(a.n)::text FROM $from WHERE $where GROUP BY ROLLUP ($keys) ORDER BY 1",
		"SELECT ROW($keys, count(*))::text FROM $from WHERE $where GROUP BY $keys ORDER BY 1",
		"SELECT DISTINCT ROW($keys)::text FROM $from WHERE $where ORDER BY 1",
		"SELECT ROW($keys, rank() OVER (PARTITION BY a.kind ORDER BY $order), count(*) OVER (PARTITION BY $keys))::text FROM $from WHERE $where ORDER BY 1",
		"SELECT array_agg($first ORDER BY $order)::text FROM $from WHERE $where",
		"(SELECT DISTINCT ${first}::text FROM $from WHERE $where) UNION (SELECT f.label FROM $from WHERE $where) ORDER BY 1");

	return "SELECT count(*), md5(string_agg(coalesce(x, '-'), ' ')) FROM ($select) AS o (x)";
}

# Times of several tables: in feeds, joins, groups and rows
sub query_between
{
	my ($parameters) = @_;
	my ($a, $b, $c) = map { one_of(grep { !/^ONLY/ } @tables) } 1 .. 3;
	my ($s, $t, $u) = (time_of($a, 'a'), time_of($b, 'b'), time_of($c, 'c'));
	my $kind = int rand 10;
	my $direction = one_of('', 'DESC') . one_of('', '', ' NULLS FIRST', ' NULLS LAST');
	my $digest = sub { return "SELECT count(*), md5(string_agg(coalesce($_[0]::text, '-'), ' ' ORDER BY $_[0])) FROM $_[1]" };
	my $list = sub { return "SELECT count(*), md5(string_agg(coalesce(x::text, '-'), ' ')) FROM ($_[0]) AS o (x)" };
	my $rows = "coalesce(a.n::text, '-') || '/' || coalesce(b.n::text, '-')";
	my $of_a = sub { return time_condition($s, 'a.id', $parameters) };
	my $feed = $kind < 5 ? feed(1, $parameters) . ' AS f' : '';
	my $of_feed = sub { return time_condition('f.t', 'f.id', $parameters) };
	my $near = one_of("$t >= $s", "$t > $s AND $t <= $s + interval '1 minute'", "$t BETWEEN $s AND $s + interval '1 minute'", "$s - interval '1 minute' < $t AND $s >= $t", "$t = $s", "$s = $t AND $t = ${\ time_of($b, 'b')}");
	my $join = one_of('JOIN', 'JOIN', 'LEFT JOIN', 'RIGHT JOIN');

	return $digest->("f.n::text || f.label", "$feed WHERE " . $of_feed->() . one_of('', " AND f.label <> 'same'")) if $kind < 2;
	return $list->("SELECT f.t FROM $feed WHERE ${\ one_of('true', $of_feed->())} ORDER BY f.t $direction LIMIT ${\ one_of(3, 20)}") if $kind == 2 && rand() < 0.5;
	return $list->("SELECT f.t || f.label || f.n FROM $feed WHERE ${\ one_of('true', $of_feed->())} ORDER BY f.t $direction, f.id ${\ one_of('', 'DESC')}, f.n, f.label LIMIT 20") if $kind == 2;
	return "SELECT min(f.t), max(f.t), count(*) FROM $feed WHERE ${\ one_of('true', $of_feed->())}" if $kind == 3;
	return $digest->($rows =~ s/a\.n/f.n/r, "$feed $join $b AS b ON " . $near =~ s/\Q$s\E/f.t/gr . ' AND b.n < 200' . one_of('', ' WHERE ' . $of_feed->())) if $kind == 4;
	return $digest->($rows, "$a AS a $join $b AS b ON $near AND a.n < 300" . one_of('', ' WHERE ' . $of_a->())) if $kind == 5;
	return $digest->($rows, "$a AS a JOIN $b AS b ON $near $join $c AS c ON $u = ${\ one_of($s, $t)} WHERE a.n < 90") if $kind == 6;
	return $digest->('a.n::text', "$a AS a $join (SELECT b.kind, b.n % 3 AS g, max($t) AS m FROM $b AS b GROUP BY 1, 2) AS x ON x.m = $s" . one_of('', ' AND x.kind = a.kind')) if $kind == 7;
	return $digest->("a.n || '/' || coalesce(l.t::text, '-')", "$a AS a $join LATERAL (SELECT $t AS t FROM $b AS b WHERE ${\ one_of(qq($t < $s), qq($t = $s), qq(b.kind = a.kind AND $t >= $s))} ORDER BY $t $direction LIMIT 1) AS l ON true WHERE a.n < 60" =~ s/RIGHT/LEFT/r)
	  if $kind == 8;
	return one_of(
		$list->("SELECT a.kind || $s FROM $a AS a ORDER BY a.kind $direction, $s $direction LIMIT 30"),
		$list->("SELECT a.kind || $s || a.n FROM $a AS a WHERE (a.kind, $s, a.id) ${\ one_of('<', '<=', '>', '>=')} ('any', ${\ other_side($parameters, [])}, ${\ uuid($parameters)}) ORDER BY a.kind DESC, $s DESC, a.id DESC, a.n LIMIT 20"),
		$digest->("w.n || '/' || w.r", "(SELECT a.n, rank() OVER (PARTITION BY a.kind ORDER BY $s $direction) AS r FROM $a AS a WHERE ${\ one_of('true', $of_a->())}) AS w"),
		$digest->('a.n::text', "$a AS a WHERE " . $of_a->() . ' AND ' . $of_a->()));
}

# A query around conditions; sorted, or aggregated, so that it prints the same
sub query
{
	my ($parameters) = @_;
	my ($a, $b) = map { one_of(@tables) } 1, 2;
	my $kind = int rand 13;
	my $plain = sub { return condition(2, '', $parameters, [ 'at' ]) };
	my $of = sub { my ($alias, @columns) = @_; return condition(1, $alias, $parameters, [ "$alias.at", @columns ]) };
	my $text = q{n || kind};

	# a tolerance of nothing, where the times that a v7 can have begin and end
	if (rand() < 0.05)
	{
		push @$parameters, [ 'timestamptz', q{'} . one_of('1960-01-01', '-infinity', '1969-12-31 23:59:59.999+00', '1970-01-01 00:00+00', '10889-08-02 05:31:50.656+00') . q{'} ];
		return filtered(one_of('nearby', 'nearby_rest'), compared(one_of('at', 'uuid_time(id)'), '$1', [ '<', '<=', '>=', '>' ]), $text);
	}

	# a column without time zone beside the id
	if (rand() < 0.08)
	{
		my $table = one_of(sort keys %local);
		my $column = $local{$table}[0];
		my $type = $column eq 'day' ? 'date' : 'timestamp';
		my $reading = one_of(instant(), instant(), '2023-12-31 19:00', '2023-12-31 19:29:59.999', '2023-12-31 19:30', '294276-12-31', '4713-11-24 BC') =~ s/\+00$//r;
		my $constant = rand() < 0.5;

		push @$parameters, [ $type, "'$reading'" ] if !$constant;
		my $other = $constant ? "$type '$reading'" : '$' . @$parameters;
		return filtered($table, compared($column, $other) . ' AND ' . one_of('true', $plain->(), compared('id', uuid($parameters))), $text);
	}
	return filtered($a, $plain->(), $text) if $kind < 4;
	return ordered($a, $plain->(), one_of('uuid_time(id)', 'uuid_time(id)', 'public.uuid_extract_timestamp(id)', 'uuid_v7_timestamp(id)', 'born(id)'),
		$text, map { "$_, kind" } 'n', 'id, n', 'id DESC, n', 'id DESC NULLS LAST, n', 'kind DESC, n')
	  if $kind >= 10;
	if ($kind < 7)
	{
		my $join = one_of('JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN');
		my $on = 'a.n = b.n';

		$on .= ' AND ' . $of->(one_of('a', 'b'), one_of('a.at', 'b.at')) if $join ne 'FULL JOIN';
		my $where = rand() < 0.7 ? $of->(one_of('a', 'b'), 'a.at') : 'true';
		return filtered("$a AS a $join $b AS b ON $on", $where, q{coalesce(a.n::text, '-') || '/' || coalesce(b.n::text, '-')});
	}
	return filtered("$a AS a", one_of('', 'NOT ') . "EXISTS (SELECT FROM $b AS b WHERE b.n = a.n AND ${\ $of->('b', 'a.at')}) AND ${\ $of->('a')}", 'a.n::text')
	  if $kind == 7;
	return "WITH w AS ${\ one_of('', 'MATERIALIZED', 'NOT MATERIALIZED')} (SELECT * FROM $a WHERE ${\ $plain->()}) " . filtered('w', "n % 7 <> 0 AND ${\ $plain->()}", $text)
	  if $kind == 8;
	return one_of(
		sprintf('SELECT count(*), sum(c) FROM (SELECT id, count(*) AS c FROM %s WHERE %s GROUP BY id HAVING %s) AS g', $a, $plain->(), comparison('', $parameters, [])),
		sprintf("SELECT min(id::text), count(*) FROM (SELECT id FROM %s WHERE %s ORDER BY id USING ${\ one_of('<', '~<~')} LIMIT 20) AS o", $a, $plain->()),
		sprintf('SELECT sum((SELECT count(*) FROM %s AS b WHERE b.n < 300 AND %s)) FROM %s AS a WHERE a.n < 60 AND %s', $b, $of->('b', 'a.at'), $a, $of->('a')),
		sprintf('SELECT count(*) FROM (SELECT n FROM %s WHERE %s UNION ALL SELECT n FROM %s WHERE %s) AS u', $a, $plain->(), $b, $plain->()));
}

# One file of statements, the same for both settings; and one over the times from the bytes
my (@lines, @bytes, %query);
for my $i (1 .. $conditions)
{
	my @parameters;
	my $kind = rand;
	my $query = $kind < 0.1 ? query_of_nullable_feed(\@parameters) : $kind < 0.45 ? query_between(\@parameters) : query(\@parameters);
	my $inline = $query =~ s/\$(\d+)/"($parameters[$1 - 1][1])::$parameters[$1 - 1][0]"/ger;
	my $zone = $i % 4 ? '' : "SET timezone = '${\ time_zone()}';";

	$query{$i} = in_words($inline);
	push @lines, $i % 4 ? '' : "SET enable_seqscan = ${\ one_of('on', 'off')}; SET enable_hashjoin = ${\ one_of('on', 'off')}; SET enable_mergejoin = ${\ one_of('on', 'off')};";
	push @lines, $zone, "\\echo query $i", "$query{$i};";
	push @bytes, $zone;
	push @bytes, "\\echo query $i", in_bytes($inline) . ';' if $i % 5 == 0;
	next unless @parameters || $query =~ /now\(\)|localtimestamp|current_/ && $i % 3 == 0;
	push @parameters, [ 'integer', 'NULL' ] unless @parameters;
	push @lines, "\\echo query p$i";
	push @lines, "SET plan_cache_mode = ${\ one_of('force_custom_plan', 'force_generic_plan')};",
	  "PREPARE q (${\ join ', ', map { $_->[0] } @parameters}) AS ${\ in_words($query)};",
	  "EXECUTE q (${\ join ', ', map { $_->[1] } @parameters}); EXECUTE q (${\ join ', ', map { 'NULL' } @parameters});";
	push @lines, "SET timezone = '${\ usual_zone()}'; EXECUTE q (${\ join ', ', map { $_->[1] } @parameters}); SET timezone = 'UTC';" if $i % 2;
	push @lines, 'DEALLOCATE q;';
	push @bytes, q{SET timezone = 'UTC';} if $i % 2;
}
my $file = PostgreSQL::Test::Utils::tempdir . '/queries.sql';
append_to_file($file, join("\n", @lines) . "\n");
append_to_file("$file.bytes", join("\n", @bytes) . "\n");

# All in one transaction, so that now() is not what differs
my ($stdout, $stderr);
my $run = run_log([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_ROLLBACK=1',
		'-c', 'BEGIN READ ONLY', '-c', q{SET statement_timeout = '60s'},
		(map { ('-c', "\\echo planner $_->[0]", '-c', "RESET timezone; SET uuidx.planner = $_->[1]", '-f', $_->[2]) }
			[ 'on', 'on', $file ], [ 'off', 'off', $file ], [ 'bytes', 'off', "$file.bytes" ]) ], '>', \$stdout, '2>', \$stderr);
ok($run, 'the queries run');

my @errors = $stderr =~ /(?:ERROR|FATAL|server closed).*/g;
is(scalar @errors, 0, 'no errors');
diag $_ foreach @errors[ 0 .. ($#errors < 9 ? $#errors : 9) ];

my ($setting, $number, %printed);
foreach my $line (split /\n/, $stdout)
{
	if ($line =~ /^planner (\w+)$/) { ($setting, $number) = ($1, 0); }
	elsif ($line =~ /^query (p?\d+)$/) { $number = $1; }
	else { $printed{$setting}{$number} .= "$line\n"; }
}

my @different = grep { ($printed{on}{$_} // '') ne ($printed{off}{$_} // '') || ($printed{on}{"p$_"} // '') ne ($printed{off}{"p$_"} // '') } 1 .. $conditions;
is(scalar @different, 0, "$conditions queries: the same rows with and without");
diag join("\n", $query{$_}, 'with:', $printed{on}{$_}, $printed{on}{"p$_"} // '', 'without:', $printed{off}{$_}, $printed{off}{"p$_"} // '')
  foreach @different[ 0 .. ($#different < 4 ? $#different : 4) ];
my @wrong = grep { ($printed{off}{$_} // '') ne $printed{bytes}{$_} } sort keys %{ $printed{bytes} };
is(scalar @wrong, 0, scalar(keys %{ $printed{bytes} }) . ' of them: the rows that the bytes have');
diag join("\n", $query{$_}, 'without:', $printed{off}{$_}, 'bytes:', $printed{bytes}{$_}) foreach @wrong[ 0 .. ($#wrong < 4 ? $#wrong : 4) ];

# The comparison means something: most queries find rows, and the settings plan differently
my $found = grep { ($printed{on}{$_} // '') =~ /^[1-9]/ } 1 .. $conditions;
cmp_ok($found, '>', $conditions / 2, "$found of them find rows");
isnt(value($node, q{SET uuidx.planner = on; EXPLAIN (COSTS OFF) SELECT FROM all_7 WHERE uuid_time(id) < '2024-01-01'}),
	value($node, q{SET uuidx.planner = off; EXPLAIN (COSTS OFF) SELECT FROM all_7 WHERE uuid_time(id) < '2024-01-01'}), 'the setting matters');

$node->stop;
done_testing();
