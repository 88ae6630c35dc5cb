# The documents as they stand there: every block of SQL is run, in the order of the document,
# shows what is shown below or behind it, and does what the text promises.  All on one server.
#
# UUIDX_DOCUMENTS="faq generate" runs some of them.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: documents, not code.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

# What is checked besides, what must be there before a block, and what is not run, is in
# documents/NAME.pl; without such a file the blocks are run in a new database, as UuidxGuide says.
my @documents = qw(README bring-your-ids existing-tables faq generate operate other-extensions partitions
  query-by-time read-on slow-query);
# Settings that are not those of the server
my %conf = (partitions => "timezone = 'America/New_York'\nclient_min_messages = warning");

$node = uuidx_node('documents', extension => 0, conf =>
	"timezone = 'UTC'\nwal_level = logical\nmax_prepared_transactions = 2\ninclude_if_exists = 'document.conf'");

# Nothing of a document is left for the next one
sub clean
{
	my ($conf) = @_;
	my $sql = q{SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database WHERE NOT datistemplate
		UNION ALL SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE NOT rolsuper AND rolname !~ '^pg_'};

	value($node, $_, 'template1') foreach
	  q{SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots}, 'ALTER SYSTEM RESET ALL',
	  split(/\n/, value($node, $sql, 'template1')), 'CREATE DATABASE postgres TEMPLATE template0';
	unlink($node->data_dir . '/document.conf');
	$node->append_conf('document.conf', ($conf // '') . "\n");
	$node->reload;
	return;
}

foreach my $name (split(/ /, $ENV{UUIDX_DOCUMENTS} // "@documents"))
{
	my $program = "$FindBin::RealBin/documents/$name.pl";

	note $name;
	clean($conf{$name});
	if (-e $program) { require $program }
	else { database($name =~ tr/-/_/r); run_document($name) }
}

# A table with version 7 ids has the CHECK that proves them, but for tables as they are before a recipe;
# a view without security_invoker, or replaced without it, switches row-level security off: each says which
# of the two it means
my $root = "$FindBin::RealBin/../..";
foreach my $file (map { s/^\Q$root\E\///r } map { glob("$root/$_") } 'README.md', 'doc/*.md', 'doc/clients/*.md')
{
	my $text = document($file);
	my @without =
	  $text =~ /^ *(CREATE (?:OR REPLACE )?VIEW (?![^;]*?WITH \(security_invoker = (?:true|false)\)\s+AS\b).*)/mg;

	is_deeply(\@without, [], "$file: no view without security_invoker");
	@without = grep { !/uuid_is_v7|uuid_time_ops|created_at timestamptz NOT NULL DEFAULT/ }
	  $text =~ /^(CREATE TABLE [^;]*DEFAULT uuid_generate_v7\([^;]*;)/mg;
	is_deeply(\@without, [], "$file: no table of version 7 without its CHECK");
}

$node->stop;
done_testing();
