# The documents as they stand there: every block of SQL is run, in the order of the document, and shows
# what is shown below or behind it; documents/NAME.sql has what it takes and promises besides.
#
# UUIDX_DOCUMENTS="faq generate" runs some of them.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: documents, not code.

use UuidxDocument;
use UuidxTest;

my @documents = qw(../README bring-your-ids existing-tables faq generate hosted operate other-extensions partitions
  query-by-time read-on slow-query);
my ($ini) = map { $_->{text} } grep { $_->{language} eq 'ini' } map { @{ $_->{blocks} } } sections('doc/generate.md');

$node = uuidx_node('documents', extension => 0,
	conf => "timezone = 'UTC'\nwal_level = logical\nmax_prepared_transactions = 2\n$ini");

foreach my $document (split(/ /, $ENV{UUIDX_DOCUMENTS} // "@documents"))
{
	note $document;
	database($document =~ s{.*/}{}r =~ tr/-A-Z/_a-z/r);
	run_document($document);

	# nothing of it is left for the next one
	my $sql = q{SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database WHERE NOT datistemplate
		UNION ALL SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE NOT rolsuper AND rolname !~ '^pg_'};
	value($node, $_, 'template1') foreach split(/\n/, value($node, $sql, 'template1')),
	  'CREATE DATABASE postgres TEMPLATE template0';
}

# Each message of the table of faq.md is raised there
my ($table) = map { $_->{text} } grep { $_->{heading} eq 'Other errors' } sections('doc/faq.md');
my $raised = slurp_file("$top/test/t/documents/faq.sql") =~ s/uuidx_of_no_server/uuidx/gr;
foreach my $message ($table =~ /^\| `([^`]+)`/mg)
{
	ok($raised =~ /--! \w{5} \Q$message\E/, "$message: is raised");
}

# The ids of the picture are the bounds of the times in it
my $picture = document('doc/range.svg');
my ($from, $to) = $picture =~ /timestamptz '([^']+)'/g;
is(join("\n", $picture =~ /"pale id">([^<]+)</g),
	value($node, "CREATE EXTENSION uuidx; SELECT uuid_v7_lower('$from'); SELECT uuid_v7_lower('$to')"), 'the picture');

# A table with version 7 ids has the CHECK that proves them, but for tables as they are before a recipe;
# a view without security_invoker, or replaced without it, switches row-level security off: each says which
# of the two it means
foreach my $file (map { s/^\Q$top\E\///r } map { glob("$top/$_") } 'README.md', 'doc/*.md', 'doc/clients/*.md')
{
	my $text = document($file);
	my @without =
	  $text =~ /^ *(CREATE (?:OR REPLACE )?VIEW (?![^;]*?WITH \(security_invoker = (?:true|false)\)\s+AS\b).*)/mg;

	is_deeply(\@without, [], "$file: no view without security_invoker");
	@without = grep { !/uuid_is_v7|uuid_time_ops|created_at timestamptz NOT NULL DEFAULT/ }
	  $text =~ /^(CREATE TABLE [^;]*DEFAULT uuid_generate_v7\([^;]*;)/mg;
	is_deeply(\@without, [], "$file: no table of version 7 without its CHECK");
}

done_testing();
