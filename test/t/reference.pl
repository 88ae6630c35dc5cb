# doc/reference.md against the catalogs and the source, both ways: every member of both
# extensions has a line with its arguments, result and labels, and a comment, but for support
# functions, which only the server calls.  Every error has a line with its message and SQLSTATE,
# and is raised by a test.  Nothing else is in the document.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: a document, not code.

use File::Glob ':bsd_glob';
use UuidxDocument qw(shown);
use UuidxTest;

my $node = uuidx_node('reference', extension => 0, conf => "fsync = off\ntimezone = 'UTC'\nlc_messages = 'C'");
my $reference = slurp_file("$top/doc/reference.md") =~ s/\r//gr;

# The lists of the document: the properties above each line, and its text
my (@lines, $properties);
foreach my $line (split(/\n/, $reference))
{
	if ($line =~ /^\*([^*]+)\.\*$/) { $properties = $1 }
	elsif ($line =~ /^- (.*)/) { push @lines, { properties => $properties, text => $1 } }
	elsif ($line ne '') { $properties = '' }
}

sub no_lines { my ($name, @lines) = @_; return is(join("\n", @lines), '', $name) }

# --- What the document has: "kind identity" => names of arguments, result, labels
my %described;

sub describe
{
	my ($object, @what) = @_;

	fail("$object has two rows") if $described{$object};
	$described{$object} = \@what;
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
			describe("$kind $name(" . join(', ', map { $_->[1] } @{$list}) . ')', join(', ', map { $_->[0] } @{$list}),
				$result // '', lc(@{$list} ? $properties : $properties =~ s/, strict//r));
		}
	}
	elsif ($kind eq 'operator')
	{
		my ($left, $operator, $right) = split(/ /, $first);

		describe("operator $first", '', 'boolean', '');
		# the operands can be exchanged
		describe("operator $right " . ($operator eq '<@' ? '@>' : $operator =~ tr/<>/></r) . " $left",
			'', 'boolean', '') if $left ne $right;
	}
	else { describe("$kind $first", '', $second, '') }
}
cmp_ok(scalar(keys %described), '>', 100, 'rows were found');

# What the catalogs have.  A function with defaults is there once for each number of
# arguments; a domain stands for its base type as the operand of an operator; its array
# type is a member from 17 on, and part of it; and so is an operator family of its class.
my $members = q{
	SELECT classid, objid FROM pg_depend
	WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass AND classid <> 'pg_opfamily'::regclass
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
	$there{ $_->[0] } = [ @$_[ 1 .. 4 ] ] foreach @lines;
}

no_lines('everything has a comment', grep { $there{$_}[3] eq '' } sort keys %there);
# core's came with 20
delete @described{ grep { /^aggregate/ } keys %described }
  if value($node, q{SELECT to_regprocedure('pg_catalog.min(uuid)') IS NOT NULL}) eq 't';

delete @there{ grep { /^function uuidx_/ } keys %there };
no_lines('everything has a row', grep { !$described{$_} } sort keys %there);
no_lines('no row is of what is not there', grep { !$there{$_} } sort keys %described);
foreach my $object (grep { $there{$_} } sort keys %described)
{
	my ($said, $is) = map { [ @$_[ 0 .. 2 ] ] } $described{$object}, $there{$object};

	# the names of arguments can be left out
	$is->[0] = $said->[0] if $said->[0] !~ /\w/;
	is_deeply($said, $is, "$object: names, result and labels are those of the catalog");
}

# --- Settings
value($node, 'CREATE EXTENSION uuidx_ids CASCADE');
my @settings = map { join('|', (split(/ *\| */, tr/`//dr))[ 0 .. 4 ]) } $reference =~ /^\| (`.*) \|$/mg;
is( join("\n", sort @settings),
	value($node, q{LOAD 'uuidx'; SELECT name, vartype, boot_val, min_val || ' to ' || max_val, context
		FROM pg_settings WHERE name LIKE 'uuidx.%' ORDER BY name}),
	'settings');

# --- Errors: lines, sorted by message, each with the message and its SQLSTATE
my @errors = map { $_->{text} =~ /^`([^`]*)` \((\w{5})\)(?:: .*)?$/ ? { message => $1, state => $2 } : () } @lines;
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
foreach my $file (map { glob("$top/src/$_") } '*.[ch]', '*/*.[ch]')
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

# Each is raised: by a test in SQL, whose expected output has it, by a statement here, or by another
# test, in which a pattern is.  What no server here raises has no test.
my $expected = join('', map { slurp_file($_) } glob("$top/expected/*.out"));
my %elsewhere = (
	'could not generate random values' =>
	  [ 'random_failure', qr/'XX000', 'could not generate random values'/ ],
	'could not use cipher "...": ...' =>
	  [ 'memory', qr/'0A000'.*could not use \(\?:hash algorithm\|cipher\)/s ],
	'could not use hash algorithm "...": ...' =>
	  [ 'memory', qr/'0A000'.*could not use \(\?:hash algorithm/s ],
	'hash algorithm "..." is not supported by this build' => undef,
	'masking UUIDs is not supported by this build' => undef,
	'out of memory' => [ 'memory', qr/'53200'/ ],
	'partition "..." is being detached and is not dropped' =>
	  [ 'partition_window', qr/is being detached and is not dropped/ ],
	'snapshot is older than a constraint on which the cached plan relies' =>
	  [ 'planner_snapshot', qr/40001: .*older than a constraint/ ],
	'step "..." is not finite' => undef,
	'system clock stepped back by ... seconds' => [ 'clock', qr/system clock stepped back/ ],
	'system clock was set back since the query was planned' => [ 'planner_clock', qr/'40001'/ ],
	'UUID "..." is not of version ...' => 'SELECT uuid_v1_to_v6(gen_random_uuid())',
	'uuid_v7_horizon() cannot be executed during recovery' =>
	  [ 'horizon', qr/'55000', 'SQLSTATE'/ ],
	'uuid_v7_horizon() cannot be executed for a distributed table' =>
	  q{SET application_name = 'citus_internal gpid=1'; SELECT uuid_v7_horizon()});

foreach my $row (@errors)
{
	my ($state, $message) = @{$row}{ 'state', 'message' };
	my $exists = exists $elsewhere{$message};
	my $how = delete $elsewhere{$message};

	if (ref $how) { like(slurp_file("$top/test/t/$how->[0].pl"), $how->[1], "$how->[0]: $message") }
	elsif (defined $how)
	{
		$node->psql('postgres', "\\set VERBOSITY verbose\n$how", stderr => \my $stderr);
		like($stderr =~ s/.*ERROR: +(\V*).*/$1/sr, shown("$state: $message"), "here: $message");
	}
	elsif (!$exists) { ok($expected =~ (quotemeta($message) =~ s/\\\.\\\.\\\./.*/gr), "in SQL: $message") }
}
no_lines('whatever is raised here has a row', sort keys %elsewhere);

done_testing();
