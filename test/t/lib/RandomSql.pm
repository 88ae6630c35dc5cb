# RandomSql - random statements over everything the extension has
#
# What there is to call is read from the catalog, so that nothing new is left out. The same seed of
# srand gives the same statements.
package RandomSql;

use Exporter 'import';
use List::Util 'min';
use UuidxTest;

our @EXPORT = qw(random_setup random_calls run_lines function_names %expected);

# What the errors of doc/reference.md are, and what core raises for our arguments
our %expected = (
	'0A000' => 'an id system or algorithm that is refused',
	'22004' => 'a null for uuid_v7_create_partitions',
	'22007' => 'a partition bound that is no time',
	'22008' => 'a time out of range',
	'22013' => 'a window frame of negative size',
	'22023' => 'a parameter out of range',
	'22P02' => 'malformed text',
	'23514' => 'rows in the default partition that belong into a new one',
	'42703' => 'no such column to report on',
	'42804' => 'a column to report on that is no uuid',
	'42809' => 'a table without partitions, or without rows of its own',
	'54000' => 'too many partitions at once',
	'55000' => 'no node is set',
	'57014' => 'the time for making partitions is up',
	'42P01' => 'no such table to make partitions of',
	'42P17' => 'a partition that overlaps another');

my (@functions, @operators, @casts, @systems);
my @intervals = ('0', '1 microsecond', '1 day', '-1 day', '1 month', '1 month -1 day', '-1 microsecond', '178000000 years',
	'-178000000 years', '2147483647 days', '1 year', '1 hour', '2147483647 months');

my @ways = (
	[ by_btree => 'CREATE INDEX ON %s (id)' ],
	[ by_time => 'CREATE INDEX ON %s (id uuid_time_ops)' ],
	[ by_brin => 'CREATE INDEX ON %s USING brin (id) WITH (pages_per_range = 1)' ],
	[ by_brin_time => 'CREATE INDEX ON %s USING brin (id uuid_time_minmax_ops) WITH (pages_per_range = 1)' ],
	[ by_brin_multi => 'CREATE INDEX ON %s USING brin (id uuid_time_minmax_multi_ops) WITH (pages_per_range = 1)' ]);

my @tables = ((map { $_->[0] } @ways), 'parts', 'parts_time');

sub rows
{
	my ($node, $sql) = @_;

	return map { [ split /\|/, $_, -1 ] } split /\n/, value($node, $sql);
}

# random_setup($node): Reads the catalog and makes the tables: the same rows, each time with another
# way to find them.
sub random_setup
{
	my ($node) = @_;

	my $member = q{EXISTS (SELECT FROM pg_depend d WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
	  AND d.refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'uuidx%') AND d.classid = %s AND d.objid = %s)};

	# 17 has infinite intervals
	push @intervals, 'infinity', '-infinity' if value($node, 'SHOW server_version_num') >= 170000;

	@functions = map {
		{ name => $_->[0], arguments => [ split / /, $_->[1] ], result => $_->[2], set => $_->[3] eq 't' }
	} rows($node, qq{
		SELECT format('%I.%I', n.nspname, p.proname),
		  array_to_string(ARRAY(SELECT replace(format_type(t, NULL), ' ', '_') FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a(t, i) ORDER BY i), ' '),
		  replace(format_type(p.prorettype, NULL), ' ', '_'), p.proretset
		FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
		WHERE ${\ sprintf $member, "'pg_proc'::regclass", 'p.oid'} AND p.prokind = 'f'
		  AND 'internal'::regtype <> ALL (p.proargtypes::oid[]) ORDER BY p.oid});

	@operators = map {
		{ name => $_->[0], left => $_->[1], right => $_->[2] }
	} rows($node, qq{
		SELECT format('OPERATOR(%I.%s)', n.nspname, o.oprname), replace(format_type(o.oprleft, NULL), ' ', '_'),
		  replace(format_type(o.oprright, NULL), ' ', '_')
		FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace
		WHERE ${\ sprintf $member, "'pg_operator'::regclass", 'o.oid'} AND o.oprresult = 'boolean'::regtype ORDER BY o.oid});

	@casts = rows($node, qq{
		SELECT replace(format_type(castsource, NULL), ' ', '_'), replace(format_type(casttarget, NULL), ' ', '_')
		FROM pg_cast c WHERE ${\ sprintf $member, "'pg_cast'::regclass", 'c.oid'} ORDER BY oid});

	@systems = rows($node, 'SELECT system, example FROM uuid_id_systems()');

	value($node, q{
		CREATE TABLE base (n integer, id uuid, at timestamptz, during tstzrange, txt text, big bigint) WITH (autovacuum_enabled = off);
		SELECT setseed(0.5);
		INSERT INTO base
		SELECT n, id, at + interval '1 second' * round(random() * 4 - 2), tstzrange(at - interval '1 minute', at + interval '1 minute'), 'ulid', n
		FROM generate_series(1, 1500) AS n,
		  LATERAL (SELECT CASE WHEN n % 50 = 0 THEN timestamptz '1600-01-01 00:00+00' + interval '2 years' * n
		    ELSE timestamptz '2024-01-01 00:00+00' + interval '1 hour' * random() END) AS a (at),
		  LATERAL (SELECT (left(replace(uuid_time_lower(at)::text, '-', ''), 16) || '8' || substr(md5(n::text), 18))::uuid) AS v (v1),
		  LATERAL (SELECT CASE WHEN n % 5 = 0 AND uuid_version(v1) = 1 THEN v1
		    WHEN n % 5 = 1 AND uuid_version(v1) = 1 THEN uuid_v1_to_v6(v1)
		    WHEN n % 5 = 2 THEN md5(n::text)::uuid
		    ELSE (left(uuid_v7_lower(at)::text, 15) || substr(md5(n::text), 1, 3) || '-8' || right(md5(n::text)::uuid::text, 16))::uuid END) AS u (id);
		INSERT INTO base (n, id, at) VALUES (0, '00000000-0000-0000-0000-000000000000', 'epoch'), (-1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'infinity'), (-2, NULL, NULL);
		CREATE TABLE parts (LIKE base) PARTITION BY RANGE (id);
		CREATE TABLE parts_default PARTITION OF parts DEFAULT;
		CALL uuid_v7_create_partitions('parts', '2024-01-01 00:00+00', '2024-01-01 01:00+00', '7 minutes');
		CREATE TABLE parts_time (LIKE base) PARTITION BY RANGE (id uuid_time_ops);
		CREATE TABLE parts_time_default PARTITION OF parts_time DEFAULT;
		DO $$
		BEGIN
		  FOR i IN 0 .. 9 LOOP
		    EXECUTE format('CREATE TABLE parts_time_%s PARTITION OF parts_time FOR VALUES FROM (%L) TO (%L)', i,
		      uuid_time_lower('2024-01-01 00:00+00'::timestamptz + i * interval '6 minutes'), uuid_time_lower('2024-01-01 00:00+00'::timestamptz + (i + 1) * interval '6 minutes'));
		  END LOOP;
		END
		$$;
		INSERT INTO parts SELECT * FROM base;
		INSERT INTO parts_time SELECT * FROM base;
		-- the way round that a range accepts
		CREATE FUNCTION range_of(timestamptz, timestamptz, text) RETURNS tstzrange IMMUTABLE LANGUAGE plpgsql
		  AS $$BEGIN RETURN CASE WHEN $1 > $2 THEN tstzrange($2, $1, $3) ELSE tstzrange($1, $2, $3) END; END$$;
		CREATE TABLE arguments AS SELECT * FROM base WHERE n % 60 = 0 OR n < 1;
	});
	for my $way (@ways)
	{
		my ($table, $index) = @$way;

		value($node, sprintf "CREATE TABLE $table AS SELECT * FROM base ORDER BY uuid_time(id), id; $index", $table);
	}
	value($node, 'VACUUM ANALYZE');
	cmp_ok(scalar @functions, '>', 50, 'functions are found');
	cmp_ok(scalar @operators, '>', 20, 'operators are found');
}

sub function_names { return map { $_->{name} } @functions }

#
# Arguments
#
sub one_of { return $_[ int rand @_ ] }

sub quoted
{
	my ($text) = @_;

	return q{E'} . $text =~ s/([\\'])/\\$1/gr . q{'};
}

sub octets
{
	my ($count) = @_;

	return join '', map { sprintf '%02x', int rand 256 } 1 .. $count;
}

my @instants = (
	'-infinity', 'infinity', '4714-11-24 00:00:00+00 BC', '294276-12-31 23:59:59.999999+00',
	'1970-01-01 00:00:00+00', '1969-12-31 23:59:59.999999+00', '1970-01-01 00:00:00.000001+00',
	'1582-10-15 00:00:00+00', '1582-10-14 23:59:59.999999+00', '2000-01-01 00:00:00+00',
	'5236-03-31 21:21:00.684697+00', '5236-03-31 21:21:00.684698+00', '10889-08-02 05:31:50.655+00',
	'10889-08-02 05:31:50.655001+00', '10889-08-02 05:31:50.655999+00', '10889-08-02 05:31:50.656+00');

sub random_instant
{
	return quoted(one_of(@instants)) if rand() < 0.4;
	return sprintf "'%04d-%02d-%02d %02d:%02d:%02d.%06d+00'", one_of(1583, 1971, 2022 .. 2024, 5235, 10888), 1 + rand 12,
	  1 + rand 28, rand 24, rand 60, rand 60, one_of(0, 999000, rand 1e6);
}

# Near each other, so that a condition is true for some and not for others
sub near_instant
{
	return sprintf "'2024-01-01 00:%02d:%02d.%06d+00'", rand 60, rand 60, one_of(0, 1, 999000, 999999, rand 1e6);
}

sub random_uuid
{
	my $octets = octets(16);

	return one_of(quoted('0' x 32), quoted('f' x 32)) if rand() < 0.1;
	# version and variant of the RFC most of the time
	substr($octets, 12, 1) = one_of(1, 6, 7, 7, 4, 8) if rand() < 0.8;
	substr($octets, 16, 1) = one_of(8, 9, 'a', 'b') if rand() < 0.8;
	substr($octets, 0, 12) = one_of('0' x 12, 'f' x 12, '018cc251f400') if rand() < 0.3;
	return quoted($octets);
}

sub random_text
{
	my $system = one_of(@systems);
	my $text = one_of($system->[0], $system->[0], $system->[1], $system->[1], one_of(qw(canonical hex urn braced integer binary oid
		crockford base32hex base58 base62 base64url dns url oid x500 sha224 sha256 sha384 sha512 sha512_224 sha512_256
		sha3_224 sha3_256 sha3_384 sha3_512 shake128 shake256)), '', ' ', 'user', '2.25.7', '340282366920938463463374607431768211456');

	return one_of(q{repeat('x', 100000)}, q{repeat('0', 100000)}, q{repeat(U&'\00E9', 70)}, q{repeat('a', 63)}, q{repeat('a', 64)},
		q{repeat(U&'\+01F600', 16)}, q{chr(1) || chr(127)}, q{chr(255)}, q{'%s%n%d'})
	  if rand() < 0.15;
	# one character changed, taken or added
	substr($text, rand length $text, int rand 2) = one_of('', '_', '0', 'z', 'Z', '-', ' ', '~', "'", '\\') if length $text && rand() < 0.3;
	return quoted($text);
}

my %values = (
	uuid => \&random_uuid,
	text => \&random_text,
	timestamp_with_time_zone => \&random_instant,
	boolean => sub { one_of('true', 'false') },
	integer => sub { one_of(0, 1, -1, 16383, 16384, 65535, 65536, 2147483647, '(-2147483648)', int rand 20000) },
	smallint => sub { one_of(0, 1, -1, 32767) },
	bigint => sub { one_of(0, 1, -1, '9223372036854775807', quoted('-9223372036854775808'), int rand 1e15, '1541815603606036480') },
	bytea => sub {
		one_of(q{''}, quoted('\x' . octets(16)), quoted('\x' . octets(16)), quoted('\x' . octets(one_of(1, 15, 17, 64, 136))),
			q{decode(repeat('ff', 100000), 'hex')});
	},
	interval => sub {
		quoted(one_of(@intervals));
	},
	name => sub { quoted(one_of(qw(id at no_such_column))) },
	regclass => sub { quoted(one_of(qw(base by_btree parts parts_time pg_class 0 4294967295))) });
$values{tstzrange} = $values{uuidx_tstzrange} = sub {
	my ($from, $to) = map { rand() < 0.1 ? 'NULL' : one_of(\&random_instant, \&near_instant)->() } 1, 2;

	return rand() < 0.1 ? q{'empty'} : "range_of($from, $to, '${\ one_of('[]', '()', '[)', '(]')}')";
};

sub type { return $_[0] =~ s/_with_time_zone$/ with time zone/r }

# An expression of a type: a literal, a null, a column, or what another function gives
sub expression
{
	my ($type, $columns, $depth) = @_;
	my $value;

	die "no values of type $type are known; add them to %values\n" unless $values{$type};
	if ($depth > 0 && rand() < 0.3)
	{
		my @giving = grep { $_->{result} eq $type && !$_->{set} } @functions;
		return call(one_of(@giving), $columns, $depth - 1) if @giving;
	}
	if ($columns && rand() < 0.6)
	{
		my %column = (uuid => 'id', timestamp_with_time_zone => 'at', tstzrange => 'during', text => 'txt', bigint => 'big');
		return $column{$type} if $column{$type};
	}
	$value = rand() < 0.05 ? 'NULL' : $values{$type}->();
	return "($value)::" . type($type);
}

sub call
{
	my ($function, $columns, $depth) = @_;

	return "$function->{name}(" . join(', ', map { expression($_, $columns, $depth) } @{ $function->{arguments} }) . ')';
}

sub operation
{
	my ($operator, $columns, $depth) = @_;

	return '(' . expression($operator->{left}, $columns, $depth) . " $operator->{name} " . expression($operator->{right}, $columns, $depth) . ')';
}

# run_lines($node, $name, @lines): runs one line after the other in one session. Returns what it
# prints, how many kinds of errors there were, and how many errors that are not expected, which are
# shown with their lines.
sub run_lines
{
	my ($node, $name, @lines) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir . "/$name.sql";
	my ($stdout, $stderr, %states, @odd);

	open my $out, '>', $file or die "$file: $!";
	print $out "$_\n" for '\set VERBOSITY verbose', @lines;
	close $out;
	# psql goes on after errors, but not without a server
	my $run = run_log(
		[ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', $file ], '>', \$stdout, '2>', \$stderr);

	while ($stderr =~ /^psql:\Q$file\E:(\d+): (ERROR|FATAL|PANIC|WARNING):\s+(\w{5}): (.*)/mg)
	{
		my ($line, $level, $state, $message) = ($1, $2, $3, $4);

		$states{$state}++;
		push @odd, "$level $state $message: $lines[$line - 2]" if !$expected{$state} && !($level eq 'WARNING');
	}
	push @odd, "the server is gone: " . substr($stderr, -500)
	  if !$run || $stderr =~ /server closed the connection|connection to server was lost/;
	note "$name: ", scalar @lines, ' lines, ', join ', ', map { "$_: $states{$_}" } sort keys %states;
	diag $_ for @odd[ 0 .. min(9, $#odd) ];
	return ($stdout, scalar keys %states, scalar @odd);
}

# random_calls($count): so many lines that call functions, operators and casts with ordinary and
# extreme arguments, and a hash of the functions called.
sub random_calls
{
	my ($calls) = @_;
	my @lines = ('SET statement_timeout = 20000;');
	my %called;

	for my $i (1 .. $calls)
	{
		my $kind = rand;

		if ($kind < 0.6)
		{
			# each in turn, so that none is left to chance
			my $function = $functions[ $i % @functions ];
			my $columns = !$function->{set} && rand() < 0.2;
			my $call = call($function, $columns, 2);

			push @lines, $function->{set} ? "SELECT * FROM $call;" : $columns ? "SELECT count($call) FROM arguments;" : "SELECT ($call)::text;";
			$called{ $function->{name} } = 1;
		}
		elsif ($kind < 0.8)
		{
			my $columns = rand() < 0.5;

			push @lines, 'SELECT ' . ($columns ? 'count(*) FROM arguments WHERE ' : '') . operation(one_of(@operators), $columns, 2) . ';';
		}
		elsif ($kind < 0.85 && @casts)
		{
			my ($from, $to) = @{ one_of(@casts) };

			push @lines, 'SELECT CAST(' . expression($from, 0, 1) . ' AS ' . type($to) . ');';
		}
		elsif ($kind < 0.92)
		{
			my $preceding = $values{interval}->();
			my $following = $values{interval}->();

			push @lines, "SELECT count(c) FROM (SELECT count(*) OVER (ORDER BY id USING ${\ one_of('~<~', '~>~')} RANGE BETWEEN interval $preceding PRECEDING AND interval $following FOLLOWING) FROM base WHERE n < 200) AS w (c);";
		}
		elsif ($kind < 0.96)
		{
			push @lines, "${\ one_of('EXPLAIN (VERBOSE) ', '')}SELECT max(id), min(id) FROM ${\ one_of(@tables)} WHERE ${\ operation(one_of(@operators), 1, 1)} AND ${\ operation(one_of(@operators), 1, 0)};";
		}
		else
		{
			my ($from, $to) = map { one_of(\&random_instant, \&near_instant)->() } 1, 2;

			# many partitions take long, and that is no error
			push @lines, "BEGIN; SET LOCAL client_min_messages = error; SET LOCAL statement_timeout = 300; CALL uuid_v7_create_partitions(${\ $values{regclass}->()}::regclass, $from, $to, ${\ $values{interval}->()}); ROLLBACK;",
			  "BEGIN; SET LOCAL client_min_messages = error; CALL uuid_v7_drop_partitions(${\ $values{regclass}->()}::regclass, $from); ROLLBACK;"
			  if $i % 5 == 0;
		}
	}
	return (\@lines, \%called);
}

1;
