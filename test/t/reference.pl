# doc/reference.md against the catalogs and the source, both ways: every member of both
# extensions has a line with its arguments, result and labels, and a comment, but for support
# functions, which only the server calls.  Every error has a line with its message and SQLSTATE,
# and is raised by the functions that say so here.  Nothing else is in the document.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: a document, not code.

use File::Glob ':bsd_glob';
use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(shown);
use UuidxTest;

my $root = "$FindBin::RealBin/../..";
my $node = uuidx_node('reference', extension => 0, conf => "fsync = off\ntimezone = 'UTC'\nlc_messages = 'C'");
my $reference = slurp_file("$root/doc/reference.md") =~ s/\r//gr;

# The lists of the document: the heading and the properties above each line, and its text;
# and the rows of the table of settings
my (@lines, @settings);
{
	my ($heading, $properties) = ('', '');

	foreach my $line (split(/\n/, $reference))
	{
		if ($line =~ /^#+ (.*)/) { ($heading, $properties) = ($1, '') }
		elsif ($line =~ /^\*([^*]+)\.\*$/) { $properties = $1 }
		elsif ($line =~ /^- (.*)/) { push @lines, { heading => $heading, properties => $properties, text => $1 } }
		elsif ($line =~ /^\| (`.*) \|$/) { push @settings, [ map { s/^ +| +$//gr } split(/\|/, $1) ] }
		elsif ($line ne '') { $properties = '' }
	}
}

sub no_lines { my ($name, @lines) = @_; return is(join("\n", @lines), '', $name) }

#
# What the document has: "kind identity" => names of arguments, result, labels
#
my %described;

sub describe
{
	my ($kind, $identity, %what) = @_;

	fail("$kind $identity has two rows") if $described{"$kind $identity"};
	$described{"$kind $identity"} = { names => '', result => '', labels => '', %what };
}

# The lists of arguments that one with "or" and "[, ...]" stands for
sub argument_lists
{
	my ($arguments) = @_;
	my @lists = ([]);
	my ($optional) = $arguments =~ s/ \[, (.*)\]$// ? $1 : undef;

	foreach my $argument (split(/, /, $arguments))
	{
		my ($name, $types) = $argument =~ /^(\w+) (.*)$/ ? ($1, $2) : ('', $argument);

		@lists = map {
			my $list = $_;
			map { [ @{$list}, [ $name, $_ ] ] } split(/ or /, $types)
		} @lists;
	}
	return defined $optional ? (@lists, map { [ @{$_}, [ split(/ /, $optional) ] ] } @lists) : @lists;
}

my %kind = (Operators => 'operator', 'Operator classes' => 'operator class', 'Casts, explicit only' => 'cast',
	Domains => 'domain', Aggregates => 'aggregate', Procedures => 'procedure');
foreach my $line (grep { $_->{properties} } @lines)
{
	my ($of, $properties) = $line->{properties} =~ /^(?:(\w+): )?(.*)$/;
	my $kind = $kind{ $of // $properties } // 'function';
	my ($first, $second) = $line->{text} =~ /^`([^`]*)`: (?:`([^`]*)`)?/ or fail("cannot read $line->{text}");

	if ($kind =~ /^(function|aggregate|procedure)$/)
	{
		my ($name, $arguments, undef, $result) = $first =~ /^(\w+)\(([^()]*)\)( → (.*))?$/
		  or fail("cannot read $first");

		foreach my $list (argument_lists($arguments))
		{
			my $labels = lc(@{$list} ? $properties : $properties =~ s/, strict//r);

			describe($kind, "$name(" . join(', ', map { $_->[1] } @{$list}) . ')',
				names => join(', ', map { $_->[0] } @{$list}), result => $result // '', labels => $labels);
		}
	}
	elsif ($kind eq 'operator')
	{
		my ($left, $operator, $right) = split(/ /, $first);

		describe($kind, $first, result => 'boolean');
		# the operands can be exchanged
		describe($kind, "$right " . ($operator eq '<@' ? '@>' : $operator =~ tr/<>/></r) . " $left",
			result => 'boolean') if $left ne $right;
	}
	else { describe($kind, $first, result => $second) }
}
cmp_ok(scalar(keys %described), '>', 100, 'rows were found');

#
# What the catalogs have.  A function with defaults is there once for each number of
# arguments; a domain stands for its base type as the operand of an operator; its array
# type is a member from 17 on, and part of it.
#
my $members = q{
	SELECT classid, objid FROM pg_depend
	WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
	  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = '%s')
	  AND (classid <> 'pg_type'::regclass OR objid NOT IN (SELECT typarray FROM pg_type))};
my $catalog = q{
WITH members AS (} . $members . q{), objects AS (
  SELECT m.*, CASE prokind WHEN 'a' THEN 'aggregate' WHEN 'p' THEN 'procedure' ELSE 'function' END AS kind,
    format('%%s(%%s)', proname, (SELECT string_agg(t::text, ', ' ORDER BY i)
      FROM unnest(proargtypes::regtype[]) WITH ORDINALITY AS a (t, i) WHERE i <= n)) AS identity,
    (SELECT string_agg(coalesce(proargnames[i], ''), ', ' ORDER BY i) FROM generate_series(1, n) AS i) AS names,
    CASE WHEN prokind = 'p' THEN '' ELSE coalesce(CASE WHEN proretset THEN 'table' ELSE 'record' END || ' (' || (
      SELECT string_agg(name || ' ' || type, ', ' ORDER BY i) FROM ROWS FROM (unnest(proallargtypes::regtype[]),
        unnest(proargmodes::text[]), unnest(proargnames)) WITH ORDINALITY AS a (type, mode, name, i)
      WHERE mode IN ('o', 't')) || ')', prorettype::regtype::text) END AS result,
    concat_ws(', ', CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable'
      ELSE 'volatile' END, CASE WHEN proisstrict AND n > 0 THEN 'strict' END,
      CASE proparallel WHEN 'u' THEN 'parallel unsafe' WHEN 'r' THEN 'parallel restricted'
        END, CASE WHEN proleakproof THEN 'leakproof' END) AS labels
  FROM members AS m JOIN pg_proc AS p ON p.oid = objid,
    generate_series(pronargs - pronargdefaults, pronargs::integer) AS n WHERE classid = 'pg_proc'::regclass
  UNION ALL
  SELECT m.*, 'operator', concat_ws(' ', format_type(coalesce(nullif(l.typbasetype, 0), l.oid), NULL),
    oprname, format_type(coalesce(nullif(r.typbasetype, 0), r.oid), NULL)),
    '', oprresult::regtype::text, ''
  FROM members AS m JOIN pg_operator AS o ON o.oid = objid JOIN pg_type
    AS l ON l.oid = oprleft JOIN pg_type AS r ON r.oid = oprright
  WHERE classid = 'pg_operator'::regclass
  UNION ALL
  SELECT m.*, 'operator class', opcname, '', amname, CASE WHEN opcdefault THEN 'default' ELSE '' END
  FROM members AS m JOIN pg_opclass AS c ON c.oid = objid JOIN pg_am AS a ON a.oid = opcmethod
    WHERE classid = 'pg_opclass'::regclass
  UNION ALL
  SELECT m.*, 'operator family', opfname, '', amname, ''
    FROM members AS m JOIN pg_opfamily AS f ON f.oid = objid JOIN pg_am AS a ON a.oid = opfmethod
  WHERE classid = 'pg_opfamily'::regclass
  UNION ALL
  SELECT m.*, 'cast', concat_ws(' → ', castsource::regtype, casttarget::regtype), '',
    castfunc::regproc::text, CASE castcontext WHEN 'e' THEN '' ELSE 'not only explicit' END
  FROM members AS m JOIN pg_cast AS c ON c.oid = objid WHERE classid = 'pg_cast'::regclass
  UNION ALL
  SELECT m.*, 'domain', typname, '', format_type(typbasetype, NULL), ''
    FROM members AS m JOIN pg_type AS t ON t.oid = objid WHERE classid = 'pg_type'::regclass AND typtype = 'd')
SELECT array_to_string(ARRAY[kind || ' ' || identity, names, result, labels,
  obj_description(objid, classid::regclass::text), classid || ' ' || objid], '|', '') FROM objects};

my %there;
foreach my $extension ('uuidx', 'uuidx_ids')
{
	value($node, "CREATE DATABASE of_$extension");
	value($node, "CREATE EXTENSION $extension CASCADE", "of_$extension");
	my @lines = map { [ split(/\|/, $_, -1) ] } split(/\n/,
		value($node, sprintf($catalog, $extension), "of_$extension") =~ s/timestamp with time zone/timestamptz/gr);
	my %members = map { $_->[5] => 1 } @lines;

	is(scalar(keys %members), value($node, 'SELECT count(*) FROM (' . sprintf($members, $extension) . ') AS m',
		"of_$extension"), "$extension: nothing of another kind");
	$there{ $_->[0] } = { names => $_->[1], result => $_->[2], labels => $_->[3], comment => $_->[4] } foreach @lines;
}

no_lines('everything has a comment', grep { $there{$_}{comment} eq '' } sort keys %there);
is(join(' ', map { /^operator family (.*)/ ? "$1 $there{$_}{result}" : () } sort keys %there),
	join(' ', map { /^operator class (.*)/ ? "$1 $there{$_}{result}" : () } sort keys %there),
	'operator families are those of the classes');
delete @there{ grep { /^operator family/ } keys %there };
# core's came with 20
delete @described{ grep { /^aggregate/ } keys %described }
  if value($node, q{SELECT to_regprocedure('pg_catalog.min(uuid)') IS NOT NULL}) eq 't';

my %functions = map { /^(?:function|aggregate|procedure) (\w+)/ ? ($1 => 1) : () } keys %there;
delete @there{ grep { /^function uuidx_/ } keys %there };
no_lines('everything has a row', grep { !$described{$_} } sort keys %there);
no_lines('no row is of what is not there', grep { !$there{$_} } sort keys %described);
foreach my $what ('names', 'result', 'labels')
{
	my @wrong;

	foreach my $object (grep { $there{$_} } sort keys %described)
	{
		my ($said, $is) = ($described{$object}{$what}, $there{$object}{$what});

		push @wrong, "$object: '$said', but is '$is'" if $said ne $is && ($what ne 'names' || $said =~ /\w/);
	}
	no_lines("$what: as in the catalog", @wrong);
}

my %known = (%functions, map { $_ => 1 } 'uuidx_ids', map({ /^(?:operator class|domain) (\w+)/ } keys %there),
	map({ /(\w+) /g } map { "$_->{names} $_->{result} " =~ tr/,()/ /r } values %there));
no_lines('every name in the text is one of something',
	grep { !$known{$_} } $reference =~ s/\]\([^)]*\)//gr =~ /(?<![\w.\/\$])((?:uuidx?|id|typeid)_\w+)/g);

#
# Settings
#
value($node, 'CREATE EXTENSION uuidx_ids CASCADE');
is( join("\n", map { join('|', map { tr/`//dr } @{$_}[ 0 .. 4 ]) } sort { $a->[0] cmp $b->[0] } @settings),
	value($node, q{LOAD 'uuidx'; SELECT name, vartype, boot_val, min_val || ' to ' || max_val, context
		FROM pg_settings WHERE name LIKE 'uuidx.%' ORDER BY name}),
	'settings');

#
# Errors: lines, sorted by message, each with the message and its SQLSTATE
#
my @errors;
foreach my $line (@lines)
{
	my ($message, $state) = $line->{text} =~ /^`([^`]*)` \((\w{5})\)(?:: .*)?$/ or next;

	push @errors, { message => $message, state => $state };
}
my @messages = map { $_->{message} } @errors;
is_deeply(\@messages, [ sort { lc($a =~ s/^\W+//r) cmp lc($b =~ s/^\W+//r) } @messages ], 'sorted by message');

# ERRCODE_... => SQLSTATE
my %states = map { /^(\w{5}) +\w +ERRCODE_(\w+)/ ? ($2 => $1) : () } split(/\n/,
	slurp_file($node->config_data('--sharedir') . '/errcodes.txt'));

# Whether a row is of a message of the source; one may be more exact than the other
sub row_of
{
	my ($row, $raised) = @_;

	return $row->{state} eq $raised->{state}
	  && ($row->{message} =~ shown($raised->{message}) || $raised->{message} =~ shown($row->{message}));
}

my @raised;
foreach my $file (map { glob("$root/src/$_") } '*.[ch]', '*/*.[ch]')
{
	my $source = slurp_file($file) =~ s/\r//gr =~ s{/\*.*?\*/}{}gsr;
	my $found = 0;

	while ($source =~ /\bereport\((\w+),(.*?)\);\n/gs)
	{
		my ($level, $report) = ($1, $2);
		my $state = $report =~ /errcode\(ERRCODE_(\w+)\)/
		  ? $states{$1} : { WARNING => '01000', NOTICE => '00000' }->{$level};

		# of a singular and a plural, the plural
		while ($report =~ /\berrmsg(?:_plural\(\s*(?:"(?:[^"\\]|\\.)*"\s*)+,|\()\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)
		{
			my $message = join('', $1 =~ /"((?:[^"\\]|\\.)*)"/g) =~ s/\\"/"/gr =~ s/%(?:zu|ll[du]|[dsu])/.../gr;

			push @raised, { state => $state // 'no SQLSTATE', message => $message };
			$found++;
		}
	}
	is($found, scalar(() = $source =~ /\berrmsg\w*\(/g), ($file =~ s{.*/src/}{}r) . ": $found messages were read")
	  if $source =~ /\berrmsg/;
}
foreach my $raised (@raised)
{
	ok(scalar(grep { row_of($_, $raised) } @errors), "a row: $raised->{state}: $raised->{message}");
}
no_lines('no row is of what is not raised',
	map { "$_->{state}: $_->{message}" } grep { my $row = $_; !grep { row_of($row, $_) } @raised } @errors);

#
# Each is raised, by each function that has it
#
value($node, q{
	CREATE TABLE plain (id uuid, n integer);
	CREATE TABLE parted (id uuid) PARTITION BY RANGE (id);
	CREATE TABLE ordered (id uuid) PARTITION BY RANGE (id uuid_time_ops);
	CREATE TABLE detaching (id uuid) PARTITION BY RANGE (id);
	CREATE TABLE taken (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('taken', '2025-11-01Z', '2026-01-01Z', '1 month');
	CREATE TABLE taken_p20260101 (id uuid REFERENCES taken);
	CALL uuid_v7_create_partitions('parted', '2026-01-01Z', '2026-03-01Z', '1 month');
	CALL uuid_v7_create_partitions('detaching', '2026-01-01Z', '2026-02-01Z', '1 month')});
{
	# a partition whose DETACH has begun
	my $reader = uuidx_session($node);

	$reader->query_safe('BEGIN; SELECT count(*) FROM detaching');
	is(state_of($node, q{SET lock_timeout = '1ms';
		ALTER TABLE detaching DETACH PARTITION detaching_p20260101 CONCURRENTLY}), '55P03', 'a DETACH is broken off');
	$reader->query_safe('ROLLBACK');
	$reader->quit;
}

my $make = q{CALL uuid_v7_create_partitions('%s', '%sZ', '%sZ', '%s')};
my $drop = q{CALL uuid_v7_drop_partitions('%s', '%s')};
my $month = sub { sprintf($make, $_[0], '2026-01-01', '2026-02-01', '1 month') };
my $step = sub { sprintf($make, 'parted', '2026-01-01', '2026-02-01', $_[0]) };
my $select = sub { map { "SELECT $_" } @_ };
my $v7 = 'uuid_v7_lower(now())';
my $v4 = 'gen_random_uuid()';
my $key = q{'0123456789abcdef'};

# the functions of an id system, with an epoch or without
my $of_system = sub {
	my ($system, $id, $epoch) = @_;
	my $end = defined $epoch ? ", '$epoch')" : ')';

	return map { "SELECT $_$end" } "id_extract_timestamp('$system', '$id'",
		"uuid_from_id('$system', '$id'", "id_inspect('$system', '$id'",
	  "uuid_to_id('$system', $v4", "id_lower('$system', now()", "id_upper('$system', now()";
};
my @of_names = map { "uuid_generate_$_" } "v3_md5(uuid_namespace('dns'), %s)",
	"v5_sha1(uuid_namespace('dns'), %s)", "v8_sha256(uuid_namespace('dns'), %s)",
  "v8_hash('sha3_256', uuid_namespace('dns'), %s)", "v7('2026-01-01Z', uuid_namespace('dns'), %s)";

# A server whose OpenSSL has no algorithm that it would provide
my $openssl = value($node, 'SHOW ssl_library') eq 'OpenSSL';
my $strict_node = $node;
if ($openssl)
{
	my $conf = PostgreSQL::Test::Utils::tempdir . '/openssl.cnf';

	append_to_file($conf, <<'EOC');
openssl_conf = init
[init]
alg_section = algorithms
random = random
[algorithms]
default_properties = fips=yes
[random]
properties = -fips
seed = SEED-SRC
seed_properties = -fips
EOC
	$strict_node = uuidx_node('strict', env => { OPENSSL_CONF => $conf });
}
my $finite = state_of($node, q{SELECT interval 'infinity'}) ne '';

# message => statements, and tests that raise it where no statement can: a file, and
# what says in it that it does.  A reason in place of all is why nothing does here.
my %provoked = (
	'hash algorithm "..." is not supported by this build' => $openssl ? 'this server was built with OpenSSL'
	  : [ "SELECT uuid_generate_v8_hash('sha3_256', uuid_namespace('dns'), 'a')" ],
	'masking UUIDs is not supported by this build' => $openssl
	  ? 'this server was built with OpenSSL' : [ "SELECT uuid_mask($v7, $key)", "SELECT uuid_unmask($v4, $key)" ],
	'could not use hash algorithm "...": ...' => $openssl
	  ? [ $select->(map { sprintf($_, "'a'") } @of_names) ] : 'this server was built without OpenSSL',
	'could not use cipher "...": ...' => $openssl ? [ "SELECT uuid_mask($v7, $key)",
		"SELECT uuid_unmask($v4, $key)" ] : 'this server was built without OpenSSL',
	'id system "..." is not supported' => [ $of_system->('cuid2', 'tz4a98xxat96iws9zmbrgj3a') ],
	'argument "..." must not be null' => [ q{CALL uuid_v7_create_partitions('parted', NULL, now(), '1 day')},
		q{CALL uuid_v7_drop_partitions('parted', NULL)} ],
	'argument "before" is in the future: "..."' => [ sprintf($drop, 'parted', '2999-01-01Z') ],
	'timestamp out of range for UUID version ...: "..."' => [
		$select->(q{uuid_generate_v7('1969-12-31Z')}, q{uuid_generate_v7('infinity', 1)},
			q{uuid_generate_v6('5237-01-01Z')}, q{uuid_generate_v7_shifted('-1000 years')}),
		sprintf($make, 'parted', '1969-12-31', '1971-01-01', '1 month'), sprintf($drop, 'parted', 'infinity'),
		[ 't/clock_limits.pl', qr/'22008', "timestamp out of range for UUID version / ] ],
	'timestamp out of range for id system "..."' => [
		$select->(q{id_extract_timestamp('flake', '7n42DGM5Tflk9n8mt7Fhc7')},
		q{id_lower('ksuid', 'infinity')}, q{id_upper('ksuid', '-infinity')}) ],
	'time of the id is out of range for a UUID' => [q{SELECT uuid_from_id('flakeid',
		'18446744073709551615', '10889-01-01')}],
	'invalid preceding or following size in window function' => [
		q{SELECT count(*) OVER (ORDER BY id USING ~<~ RANGE BETWEEN '-1 hour' PRECEDING AND CURRENT ROW)
			FROM (VALUES (uuid_generate_v7())) AS v (id)}],
	'ordinal ... is out of range' => [ $select->('uuid_generate_v7(now(), 16384)', 'uuid_generate_v7(now(), -1)') ],
	'node ... is out of range' => [ $select->('uuid_generate_v8_node(65536)', 'uuid_generate_v8_node(-1)') ],
	'payload of ... bytes cannot be a UUID' => [q{SELECT uuid_generate_v8('\x0000')}],
	'unrecognized hash algorithm: "..."' => [ $select->(q{uuid_generate_v8_hash('md4', uuid_namespace('dns'), 'a')},
		q{uuid_hashspace('md4')}) ],
	'unrecognized namespace: "..."' => [q{SELECT uuid_namespace('x')}],
	'UUID "..." is not of version ...' => [ $select->("uuid_v1_to_v6($v7)", "uuid_v6_to_v1($v7)") ],
	'unrecognized UUID format: "..."' => [ $select->("uuid_encode($v7, 'x')", q{uuid_decode('', 'x')}) ],
	'invalid tolerance: "..."' => [ $select->(map { "uuid_v7_within($v7, now(), '$_')" } '1 month', '-1 us') ],
	'from_time "..." is not before to_time "..."' => [ sprintf($make, 'parted', '2026-01-01', '2026-01-01', '1 day') ],
	'step "..." is not finite' => $finite ? 'this server has no infinite interval' : [ $step->('infinity') ],
	'step must be greater than zero, not "..."' => [ $step->('0'), $step->('-1 day') ],
	'step "..." mixes months with days or hours' => [ $step->('1 month 3 days') ],
	'step "..." is not a whole number of milliseconds' => [ $step->('1500 us') ],
	'only a UUID of version 7 can be masked' => ["SELECT uuid_mask($v4, $key)"],
	'only a UUID of version 4 can be unmasked' => ["SELECT uuid_unmask($v7, $key)"],
	'a key of ... bytes cannot mask a UUID' => [ $select->("uuid_mask($v7, 'ab')", "uuid_unmask($v4, '')") ],
	'tweak is too long (... bytes, max ... bytes)' => [ $select->("uuid_mask($v7, $key, repeat('t', 65537))",
		"uuid_unmask($v4, $key, repeat('t', 65537))") ],
	'unrecognized id system: "..."' => [ $of_system->('x', '1') ],
	'invalid epoch for id system "..."' => [ $of_system->('snowflake', '1', 'infinity') ],
	'id system "..." has a fixed epoch' => [ $of_system->('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '2020-01-01') ],
	'ids of system "..." carry no time' => [
		$select->(q{id_extract_timestamp('dotnet_bytes', '9e6814dff0bbd79c9b9fbd20a66b977f')},
		q{id_lower('dotnet_bytes', now())}, q{id_upper('dotnet_bytes', now())}) ],
	'ids of system "..." do not sort by time' => [ $select->(q{id_lower('es_timebased', now())},
		q{id_upper('es_kordered', now())}) ],
	'ids of system "..." do not fit into a UUID' => [ $select->(q{uuid_from_id('ksuid', '0ujtsYcgvSTl8PAuAdqWYSMnLOv')},
		"uuid_to_id('ksuid', $v4)") ],
	'ids of system "..." are not 64-bit numbers' => [ $select->(map { "$_('ulid', 1)" } 'id_extract_timestamp',
		'uuid_from_id', 'id_inspect') ],
	'UUID "..." does not hold an id of system "..."' => ["SELECT uuid_to_id('snowflake', $v4)"],
	'invalid TypeID prefix: "..."' => ["SELECT uuid_to_typeid('A', $v4)"],
	'invalid input syntax for UUID format "...": "..."' => [q{SELECT uuid_decode('x', 'hex')}],
	'invalid input syntax for TypeID: "..."' => [ $select->(q{uuid_from_typeid('x')}, q{typeid_prefix('x')}) ],
	'invalid input syntax for id system "...": "..."' => [ $select->(map { "$_('ulid', 'x')" } 'id_extract_timestamp',
		'uuid_from_id', 'id_inspect') ],
	'invalid input for id system "...": ...' => [ $select->(map { "$_('snowflake', -1)" } 'id_extract_timestamp',
		'uuid_from_id', 'id_inspect') ],
	'snapshot is older than a constraint on which the cached plan relies' => [ [ 't/planner_snapshot.pl',
		qr/40001: .*older than a constraint/ ] ],
	'system clock was set back since the query was planned' => [ [ 't/planner_clock.pl', qr/'40001'/ ] ],
	'query was planned in a time zone other than "..."' => [ [ '../expected/calendar.out',
		qr/^ERROR:  query was planned in a time zone other than/m ] ],
	'column "..." of relation "..." does not exist' => [q{SELECT uuid_report('plain', 'x')}],
	'column "..." of relation "..." cannot contain ids' => [q{SELECT uuid_report('plain', 'n')}],
	'"..." is not partitioned by range of one uuid column' => [ $month->('plain'),
		sprintf($drop, 'plain', '2026-01-01'), q{SELECT uuid_v7_partitions('plain')} ],
	'partition key of table "..." uses operator class "..."' => [ $month->('ordered'),
		sprintf($drop, 'ordered', '2026-01-01'), q{SELECT uuid_v7_partitions('ordered')} ],
	'relation "..." already exists' => [ $month->('taken') ],
	'cannot drop all partitions of table "..."' => [ sprintf($drop, 'taken', '2026-01-01Z') ],
	'foreign key "..." of table "..." has no index' => [ 'BEGIN; ' . sprintf($drop, 'taken', '2025-12-01Z') ],
	'cannot report on relation "..."' => [q{SELECT uuid_report('pg_stats')}],
	'relation with OID ... does not exist' => [ $month->('1'), sprintf($drop, '1', '2026-01-01'),
		q{SELECT uuid_v7_partitions(1)}, q{SELECT uuid_report(1)} ],
	'relation "..." has no column of type uuid' => [q{SELECT uuid_report('pg_class')}],
	'partition from "..." to "..." would overlap partition "..."' => [ $step->('1 year') ],
	'new partitions would leave a gap from "..." to "..."' => [ sprintf($make,
		'parted', '2027-01-01', '2027-02-01', '1 month') ],
	'out of memory' => [ [ 't/memory.pl', qr/'53200'/ ] ],
	'parameter "uuidx.node_id" is not set' => ['SELECT uuid_generate_v8_node()'],
	'cannot create ... partitions of table "..." at once' => [ sprintf($make,
		'parted', '2026-03-01', '2026-04-01', '1 second') ],
	'uuid_v7_horizon() cannot be executed for a distributed table' => [q{SET application_name = 'citus_internal gpid=1';
		SELECT uuid_v7_horizon()}],
	'uuid_v7_horizon() cannot be executed during recovery' => [ [ 't/horizon.pl', qr/'55000', 'SQLSTATE'/ ] ],
	'partition "..." is being detached' => [ $month->('detaching') ],
	'partition "..." is being detached and is not dropped' => [ sprintf($drop, 'detaching', '2026-02-01Z') ],
	'could not generate random values' => [ [ 't/random_failure.pl',
		qr/'XX000', 'could not generate random values'/ ] ],
	'partitions of table "..." from "..." to "...": ... created, ... existed already' => [ $month->('parted') ],
	'dropped partition "..." from "..." to "..."' => [ 'BEGIN; ' . sprintf($drop, 'parted', '2026-02-01Z') ],
	'partitions of table "..." that end at or before "...": ... dropped' => [ sprintf($drop, 'parted', '2025-01-01') ],
	'system clock stepped back by ... seconds' => [ [ 't/clock.pl', qr/system clock stepped back/ ] ]);

foreach my $row (@errors)
{
	my ($state, $message) = @{$row}{ 'state', 'message' };
	my $how = delete $provoked{$message} // [];
	my @wrong;

  SKIP:
	{
		skip("$message: $how", 1) if !ref $how;
		push @wrong, 'nothing here raises it' if !@{$how};
		foreach my $way (@{$how})
		{
			if (ref $way)
			{
				my $test = slurp_file("$root/test/$way->[0]");

				push @wrong, "not by $way->[0]" if $test !~ $way->[1];
				next;
			}
			($message =~ /^could not (?:compute|use)/ ? $strict_node : $node)
			  ->psql('postgres', "\\set VERBOSITY verbose\n$way", stderr => \my $stderr, on_error_stop => 1);
			push @wrong, "$way: $stderr"
			  if $stderr !~ /(?:ERROR|WARNING|NOTICE): +(\w{5}): (.*)/ || $1 ne $state || $2 !~ shown($message);
		}
		no_lines("$state, $message: raised by all", @wrong);
	}
}
no_lines('whatever is raised here has a row', sort keys %provoked);

$strict_node->stop if $openssl;
$node->stop;
done_testing();
