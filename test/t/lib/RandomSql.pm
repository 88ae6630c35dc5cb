# RandomSql - random statements over everything the extension has
#
# What there is to call is read from the catalog, so that nothing new is left out. The same seed of
# srand gives the same statements. test/tools has other users.
package RandomSql;

use Exporter 'import';
use RandomTime 'one_of';
use UuidxTest;

our @EXPORT = qw(random_setup random_calls function_names %expected);

# What the errors of doc/reference.md are, and what core raises for our arguments
our %expected = map { $_ => 1 } qw(0A000 22004 22007 22008 22013 22023 22P02 23514 42703 42804 42809
  42P01 42P17 54000 55000 57014);

my (@functions, @operators, @casts, @systems);
# 17 has infinite intervals
my @intervals = ('0', '1 microsecond', '1 day', '-1 day', '1 month', '1 month -1 day',
	'-1 microsecond', '178000000 years', '-178000000 years', '2147483647 days', '1 year', '1 hour',
	'2147483647 months');
my @tables = ('arguments', 'parts', 'parts_time', map { "by_$_" } 1 .. 5);

# random_setup($node): reads the catalog and creates the tables: the same rows, each time with another
# way to find them.
sub random_setup
{
	my ($node) = @_;
	my $members = sub {
		my ($catalog, $oid, $sql) = @_;

		return map { [ split /\|/, $_, -1 ] } split /\n/, value($node, qq{$sql
			AND EXISTS (SELECT FROM pg_depend d WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
			AND d.refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'uuidx%')
			  AND d.classid = '$catalog'::regclass AND d.objid = $oid) ORDER BY $oid});
	};

	@functions = map { { name => $_->[0], arguments => [ split /,/, $_->[1] ],
		result => $_->[2], set => $_->[3] eq 't' } } $members->('pg_proc', 'p.oid', q{
		SELECT p.oid::regproc, array_to_string(p.proargtypes::regtype[], ','), p.prorettype::regtype, p.proretset
		  FROM pg_proc p
		WHERE p.prokind = 'f' AND 'internal'::regtype <> ALL (p.proargtypes::oid[])});
	@operators = $members->('pg_operator', 'o.oid', q{
		SELECT format('OPERATOR(%I.%s)', n.nspname, o.oprname), o.oprleft::regtype, o.oprright::regtype
		  FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace
		WHERE o.oprresult = 'boolean'::regtype});
	@casts = $members->('pg_cast', 'c.oid',
		'SELECT c.castsource::regtype, c.casttarget::regtype FROM pg_cast c WHERE true');
	@systems = map { [ split /\|/ ] } split /\n/, value($node, 'SELECT system, example FROM uuid_id_systems()');
	push @intervals, 'infinity', '-infinity' if $node->pg_version >= 17;
	value($node, q{
		CREATE TABLE base (n integer, id uuid, at timestamptz, during tstzrange,
		  txt text, big bigint) WITH (autovacuum_enabled = off);
		INSERT INTO base SELECT n, CASE n % 5 WHEN 0 THEN uuid_v6_to_v1(uuid_generate_v6(at)) WHEN 1
		  THEN uuid_generate_v6(at) WHEN 2 THEN md5(n::text)::uuid ELSE uuid_generate_v7(at) END,
		  at, tstzrange(at - interval '1 minute', at), 'ulid', n FROM generate_series(1, 1500) AS n,
		  LATERAL (SELECT CASE WHEN n % 50 = 0 THEN timestamptz '1980-01-01 00:00Z' + interval '2 years' * n
		    ELSE timestamptz '2024-01-01 00:00Z' + n * interval '2.3 s' END) AS a (at);
		INSERT INTO base (id, at) VALUES ('00000000-0000-0000-0000-000000000000', 'epoch'),
		  ('ffffffff-ffff-ffff-ffff-ffffffffffff', 'infinity'), (NULL, NULL);
		CREATE TABLE arguments AS SELECT * FROM base WHERE n % 60 = 0 OR n IS NULL;
		CREATE TABLE parts (LIKE base) PARTITION BY RANGE (id);
		CREATE TABLE parts_default PARTITION OF parts DEFAULT;
		CALL uuid_v7_create_partitions('parts', '2024-01-01 00:00Z', '2024-01-01 01:00Z', '7 minutes');
		CREATE TABLE parts_time (LIKE base) PARTITION BY RANGE (id uuid_time_ops);
		CREATE TABLE parts_time_default PARTITION OF parts_time DEFAULT;
		SELECT format('CREATE TABLE parts_time_%s PARTITION OF parts_time FOR VALUES FROM (%L) TO (%L)',
		  i, uuid_time_lower(t), uuid_time_lower(t + interval '6 minutes'))
		FROM generate_series(0, 9) AS i,
		  LATERAL (SELECT '2024-01-01 00:00Z'::timestamptz + i * interval '6 minutes') AS v (t) \gexec
		INSERT INTO parts TABLE base;
		INSERT INTO parts_time TABLE base;
		-- the way round that a range accepts
		CREATE FUNCTION range_of(timestamptz, timestamptz, text) RETURNS tstzrange IMMUTABLE LANGUAGE plpgsql
		  AS $$BEGIN RETURN CASE WHEN $1 > $2 THEN tstzrange($2, $1, $3) ELSE tstzrange($1, $2, $3) END; END$$});
	my @ways = ('(id)', '(id uuid_time_ops)', map { "USING brin (id$_) WITH (pages_per_range = 1)" } '',
		' uuid_time_minmax_ops', ' uuid_time_minmax_multi_ops');
	value($node, "CREATE TABLE by_$_ AS SELECT * FROM base ORDER BY uuid_time(id), id;
		CREATE INDEX ON by_$_ $ways[$_ - 1]") foreach 1 .. 5;
	value($node, 'VACUUM ANALYZE');
	cmp_ok(scalar @functions, '>', 50, 'functions are found');
	cmp_ok(scalar @operators, '>', 20, 'operators are found');
	return;
}

sub function_names { return map { $_->{name} } @functions }

# --- Arguments
sub quoted { return q{E'} . $_[0] =~ s/([\\'])/\\$1/gr . q{'} }
sub octets { return join '', map { sprintf '%02x', int rand 256 } 1 .. $_[0] }

my @instants = (
	'-infinity', 'infinity', '4714-11-24 00:00:00+00 BC', '294276-12-31 23:59:59.999999+00',
	'1970-01-01 00:00:00+00', '1969-12-31 23:59:59.999999+00', '1970-01-01 00:00:00.000001+00',
	'1582-10-15 00:00:00+00', '1582-10-14 23:59:59.999999+00', '2000-01-01 00:00:00+00',
	'5236-03-31 21:21:00.684697+00', '5236-03-31 21:21:00.684698+00', '10889-08-02 05:31:50.655+00',
	'10889-08-02 05:31:50.655001+00', '10889-08-02 05:31:50.655999+00', '10889-08-02 05:31:50.656+00');

# An extreme instant, one of any time, or one near those of the rows
sub instant
{
	return quoted(one_of(@instants)) if rand() < 0.3;
	return sprintf "'2024-01-01 00:%02d:%02d.%06d+00'", rand 60, rand 60, one_of(0, 1, 999000, rand 1e6)
	  if rand() < 0.4;
	return sprintf "'%04d-%02d-%02d %02d:%02d:%02d.%06d+00'", one_of(1583, 1971, 2022 .. 2024, 5235, 10888),
		1 + rand 12, 1 + rand 28, rand 24, rand 60, rand 60, one_of(0, 999000, rand 1e6);
}

sub uuid
{
	my $octets = octets(16);

	return one_of(quoted('0' x 32), quoted('f' x 32)) if rand() < 0.1;
	# version and variant of the RFC most of the time
	substr($octets, 12, 1) = one_of(1, 6, 7, 7, 4, 8) if rand() < 0.8;
	substr($octets, 16, 1) = one_of(8, 9, 'a', 'b') if rand() < 0.8;
	substr($octets, 0, 12) = one_of('0' x 12, 'f' x 12, '018cc251f400') if rand() < 0.3;
	return quoted($octets);
}

sub text
{
	my $text = one_of((map { @{ one_of(@systems) } } 1 .. 3),
		one_of(qw(canonical hex urn braced integer binary oid crockford base32hex base58 base62 base64url dns url x500
		sha224 sha256 sha384 sha512 sha512_224 sha512_256 sha3_224 sha3_256 sha3_384 sha3_512 shake128 shake256)),
			'', ' ', 'user', '2.25.7', '340282366920938463463374607431768211456');

	return one_of(q{repeat('x', 100000)}, q{repeat('0', 100000)},
		q{repeat(U&'\00E9', 70)}, q{repeat('a', 63)}, q{repeat('a', 64)},
		q{repeat(U&'\+01F600', 16)}, q{chr(1) || chr(127)}, q{chr(255)}, q{'%s%n%d'})
	  if rand() < 0.15;
	# one character changed, taken or added
	substr($text, rand length $text, int rand 2) = one_of('', '_', '0', 'z', 'Z', '-', ' ', '~', "'", '\\')
	  if length $text && rand() < 0.3;
	return quoted($text);
}

my %values = (
	uuid => \&uuid,
	text => \&text,
	'timestamp with time zone' => \&instant,
	boolean => sub { one_of('true', 'false') },
	integer => sub { one_of(0, 1, -1, 16383, 16384, 65535, 65536, 2147483647, '(-2147483648)', int rand 20000) },
	smallint => sub { one_of(0, 1, -1, 32767) },
	bigint => sub { one_of(0, 1, -1, '9223372036854775807',
		quoted('-9223372036854775808'), int rand 1e15, '1541815603606036480') },
	bytea => sub { one_of(q{''}, quoted('\x' . octets(16)), quoted('\x' . octets(16)),
		quoted('\x' . octets(one_of(1, 15, 17, 64, 136))), q{decode(repeat('ff', 100000), 'hex')}) },
	interval => sub { quoted(one_of(@intervals)) },
	name => sub { quoted(one_of(qw(id at no_such_column))) },
	regclass => sub { quoted(one_of(qw(base parts pg_class 0 4294967295))) });
$values{tstzrange} = $values{uuidx_tstzrange} = sub {
	my ($from, $to) = map { rand() < 0.1 ? 'NULL' : instant() } 1, 2;

	return rand() < 0.1 ? q{'empty'} : "range_of($from, $to, '${\ one_of('[]', '()', '[)', '(]')}')";
};
my %column = (uuid => 'id', 'timestamp with time zone' => 'at', tstzrange => 'during', text => 'txt', bigint => 'big');

# An expression of a type: a literal, a null, a column, or what another function gives
sub expression
{
	my ($type, $columns, $depth) = @_;
	my @giving = $depth > 0 && rand() < 0.3 ? grep { $_->{result} eq $type && !$_->{set} } @functions : ();

	die "no values of type $type are known; add them to %values\n" unless $values{$type};
	return call(one_of(@giving), $columns, $depth - 1) if @giving;
	return $column{$type} if $columns && $column{$type} && rand() < 0.6;
	return '(' . (rand() < 0.05 ? 'NULL' : $values{$type}->()) . ")::$type";
}

sub call
{
	my ($function, $columns, $depth) = @_;

	return "$function->{name}("
	  . join(', ', map { expression($_, $columns, $depth) } @{ $function->{arguments} }) . ')';
}

# random_calls($count): so many lines that call functions, operators and casts with ordinary and extreme
# arguments, and a hash of the functions called.
sub random_calls
{
	my ($count) = @_;
	my @lines = ('SET statement_timeout = 20000; SET client_min_messages = error;');
	my %called;

	foreach my $i (1 .. $count)
	{
		my $kind = rand;

		if ($kind < 0.65)
		{
			# each in turn, so that none is left to chance
			my $function = $functions[ $i % @functions ];
			my $columns = !$function->{set} && rand() < 0.2;
			my $call = call($function, $columns, 2);

			push @lines, $function->{set} ? "SELECT * FROM $call;" : $columns ? "SELECT count($call)
				FROM arguments;" : "SELECT ($call)::text;";
			$called{ $function->{name} } = 1;
		}
		elsif ($kind < 0.85)
		{
			my ($operator, $left, $right) = @{ one_of(@operators) };
			my $from = one_of('', map { "count(*), min(id), max(id) FROM $_ WHERE " } @tables);

			push @lines, "SELECT $from(${\ expression($left, $from, 2)} $operator ${\ expression($right, $from, 2)});";
		}
		elsif ($kind < 0.9)
		{
			my ($from, $to) = @{ one_of(@casts) };

			push @lines, "SELECT CAST(${\ expression($from, 0, 1)} AS $to);";
		}
		elsif ($kind < 0.96)
		{
			my ($preceding, $following) = map { $values{interval}->() } 1, 2;

			push @lines, "SELECT count(c) FROM (SELECT count(*) OVER (ORDER BY id
				USING ${\ one_of('~<~', '~>~')} RANGE BETWEEN interval $preceding PRECEDING
				AND interval $following FOLLOWING) FROM base WHERE n < 200) AS w (c);";
		}
		else
		{
			# many partitions take long, and that is no error; nor if the time is up in the first ROLLBACK
			push @lines, map { "BEGIN; SET LOCAL statement_timeout = 300; CALL $_; ROLLBACK; ROLLBACK;" }
			  "uuid_v7_create_partitions(${\ $values{regclass}->()}::regclass, "
				  . "${\ instant()}, ${\ instant()}, ${\ $values{interval}->()})",
				"uuid_v7_drop_partitions(${\ $values{regclass}->()}::regclass, ${\ instant()})";
		}
	}
	return (\@lines, \%called);
}

1;
