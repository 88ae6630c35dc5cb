# Which role runs the functions in a table's expressions while uuid_report() reads it.  In each of
# fifty tables of three owners, one place has a function that logs its caller.  A plain query shows
# which of them reading a table calls at all, and ANALYZE as whom.  The report calls the same ones as
# the owner if the caller has the owner's privileges; otherwise it does not read the table.  A
# function with a better match for an SQL function in an index, first in search_path, never runs.
#
# The server evaluates expressions in indexes and statistics objects, their predicates, and partition
# keys, of the table and of all that inherit from it; also policies.  It evaluates no CHECK,
# default, generated column or domain.
#
# In make test: nothing else shows that the report gives no role the privileges of another.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = uuidx_node('report_roles');
my @owners = qw(postgres alice bob);
my @callers = (@owners, 'deputy', 'reader');

# In each place, T is the name of the table, and F the call of a function
my $parts = 'CREATE TABLE T (id uuid, n integer) PARTITION BY RANGE (id); CREATE TABLE T_part PARTITION OF T DEFAULT';
my %places = (
	index => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer); CREATE INDEX ON T ((n + F))',
	predicate => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer); CREATE INDEX ON T (n) WHERE n > F',
	cast => 'CREATE DOMAIN T_domain AS integer CHECK (VALUE + F > 0);
		CREATE TABLE T (id uuid PRIMARY KEY, n integer); CREATE INDEX ON T ((n + 1::T_domain))',
	inlined => q{CREATE TABLE T (id uuid PRIMARY KEY, n integer, label text);
		CREATE FUNCTION T_cut(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$SELECT left($1, length('T'::varchar))$$;
		CREATE INDEX ON T (T_cut(label))},
	copied => 'CREATE MATERIALIZED VIEW T AS SELECT uuid_generate_v7() AS id, 1 AS n;
		CREATE UNIQUE INDEX ON T (id); CREATE INDEX ON T ((n + F))',
	statistics => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer); CREATE STATISTICS T_statistics ON (n + F) FROM T',
	range => 'CREATE TABLE T (id uuid, n integer) PARTITION BY RANGE (id, (n + F));
		CREATE TABLE T_part PARTITION OF T DEFAULT',
	list => 'CREATE TABLE T (id uuid, n integer) PARTITION BY LIST ((n + F));
		CREATE TABLE T_part PARTITION OF T DEFAULT; CREATE INDEX ON T (id)',
	part_index => "$parts; CREATE INDEX ON T_part ((n + F))",
	part_statistics => "$parts; CREATE STATISTICS T_statistics ON (n + F) FROM T_part",
	part_key => "$parts PARTITION BY LIST ((n + F)); CREATE TABLE T_leaf PARTITION OF T_part DEFAULT",
	child => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer);
		CREATE TABLE T_part () INHERITS (T); CREATE INDEX ON T_part (n) WHERE n > F',
	policy => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer);
		ALTER TABLE T ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON T USING (n >= F)',
	check => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer CHECK (n + F > 0))',
	default => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer, more integer DEFAULT F)',
	stored => 'CREATE TABLE T (id uuid PRIMARY KEY, n integer, more integer GENERATED ALWAYS AS (n + F) STORED)',
	domain => 'CREATE DOMAIN T_domain AS uuid CHECK (F > 0 AND VALUE IS NOT NULL);
		CREATE TABLE T (id T_domain PRIMARY KEY, n integer)',
	domain_default => 'CREATE DOMAIN T_domain AS integer DEFAULT F;
		CREATE TABLE T (id uuid PRIMARY KEY, n integer, more T_domain)');

my $setup = q{
	CREATE ROLE alice;
	CREATE ROLE bob;
	CREATE ROLE deputy IN ROLE alice;
	CREATE ROLE reader;
	GRANT CREATE ON SCHEMA public TO alice, bob;
	CREATE FUNCTION says(text) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RAISE LOG 'ran % as %',
	  $1, current_user; RETURN 1; END$$;
	CREATE SCHEMA trap;
	GRANT USAGE ON SCHEMA trap TO public;
	CREATE FUNCTION trap.length(varchar) RETURNS integer
	  IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN public.says($1); END$$;
};
my (%owner, %chosen_by);    # of the table, and of the expression

sub add_table
{
	my ($table, $place, $owner) = @_;
	my $sql = $places{$place} =~ s/\bF\b/says('T')/gr =~ s/\bT(?=\b|_)/$table/gr;

	$setup .= "SET ROLE $owner; $sql;\n";
	$setup .= "INSERT INTO $table (id, n) VALUES (uuid_generate_v7(), 1);\n" if $place ne 'copied';
	$owner{$table} = $chosen_by{$table} = $owner;
}

foreach my $owner (@owners)
{
	add_table("${_}_$owner", $_, $owner) foreach sort keys %places;
	# a partition or child of somebody else
	foreach my $other (grep { $_ ne $owner } @owners)
	{
		my $place = (qw(part_index part_statistics part_key child))[ keys(%owner) % 4 ];
		my $table = "of_${other}_$owner";

		add_table($table, $place, $owner);
		$setup .= "RESET ROLE; ALTER TABLE ${table}_part OWNER TO $other;\n";
		$chosen_by{$table} = $other;
	}
}
value($node,
	"SET client_min_messages = warning; $setup RESET ROLE; GRANT SELECT ON ALL TABLES IN SCHEMA public TO public");
cmp_ok(keys %owner, '>=', 50, 'there are at least fifty tables');

# Runs statements as a role in a new session; returns what ran, a line for each table and role
my $printed;

sub ran
{
	my ($caller, $sql) = @_;

	new_log($node);
	$printed = value($node, "SET SESSION AUTHORIZATION $caller; $sql");
	my %ran = map { $_ => 1 } new_log($node) =~ /LOG:  ran (\S+ as \S+)/g;
	return join "\n", sort keys %ran;
}

# The lines for a list of tables and what the role is for each
sub lines
{
	my ($role, @tables) = @_;

	return join "\n", map { "$_ as " . $role->($_) } sort @tables;
}

my @analyzed = ran('postgres', 'ANALYZE') =~ /^(\S+) as/mg;
cmp_ok(@analyzed, '>', 20, 'ANALYZE runs functions');
is(ran('postgres', 'ANALYZE'), lines(sub { $chosen_by{ $_[0] } }, @analyzed), '... as the owner of the table');

foreach my $caller (@callers)
{
	my $path = 'SET search_path = trap, public';
	my @called = ran($caller, join ';', $path, map { "SELECT id FROM $_" } sort keys %owner) =~ /^(\S+) as/mg;
	my %reader = map {
		my $has_privileges = $caller eq 'postgres' || $caller eq $owner{$_} || "$caller $owner{$_}" eq 'deputy alice';
		$_ => $has_privileges ? $owner{$_} : $caller
	} keys %owner;
	my @trusted = grep { $reader{$_} eq $chosen_by{$_} } @called;

	cmp_ok(@called, '>', 30, "$caller: queries call functions");
	is(ran($caller, "$path; SELECT relation FROM uuid_report()
		WHERE next_step LIKE 'Not read%' ORDER BY relation::text COLLATE \"C\""),
		lines(sub { $chosen_by{ $_[0] } }, grep { !/^inlined/ } @trusted),
		'... the report calls those of owners whose privileges the caller has, as the owner');
	my %trusted = map { $_ => 1 } @trusted;
	is($printed, join("\n", sort grep { !$trusted{$_} } @called), '... and reads no table that has others');
	is(ran($caller, join ';', $path, map { "SELECT count(*) FROM uuid_report('$_')" } sort keys %owner),
		lines(sub { $caller }, @called), '... a report on one table is like a query on it');
}

$node->stop;
done_testing();
