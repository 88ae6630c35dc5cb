# A database that has lived with uuidx is the same, in its rows, their order, its indexes, after
# pg_dump and pg_restore, and after pg_upgrade, which takes files and catalogs as they are.  From
# the older server of UUIDX_OLD_PG_CONFIG to the present one, or else from that to itself.
#
# Only in make test-all: needs minutes with two servers; make test-upgrade.
# One server is enough: make test-upgrade runs this to the newest.

use UuidxFault;
use UuidxLife;
use UuidxTest;

my $fault = UuidxFault->new;
my $old = old_node('old');
my $new = new_node('new');
my $step = 'from ' . $old->pg_version . ' to ' . $new->pg_version;

sub bindir { return scalar($_[0]->config_data('--bindir')) =~ s/\n\z//r }

$fault->start($old);
live($old);
sound($old, 'before');
my $before = state_of_life($old);

# --- pg_dump and pg_restore of the present server, which know older servers
my $restored = new_node('restored');
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump';

$fault->start($restored);
foreach my $format ('custom', 'plain', 'plain, with inserts')
{
	my ($database, $name) = ($format =~ s/\W//gr, "$step, $format");
	my @options = $format =~ /inserts/ ? ('--inserts', '--rows-per-insert', 100) : ();
	my @restore = $format =~ /custom/ ? qw(pg_restore --exit-on-error --jobs 2)
	  : ('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-f');

	$restored->command_ok([ 'pg_dump', '--format', $format =~ s/,.*//r, @options, '--file', $dump,
		$old->connstr('postgres') ], "$name: pg_dump");
	value($restored, "CREATE DATABASE $database TEMPLATE template0");
	$restored->command_ok([ @restore, $dump, '-d', $restored->connstr($database) ], "$name: again");
	is_deeply(state_of_life($restored, $database), $before, "$name: all is as it was");
	sound($restored, $name, $database);
	go_on($restored, $name, $database);
}
$_->stop foreach $restored, $old;

# --- pg_upgrade
chdir PostgreSQL::Test::Utils::tempdir;
$new->command_ok(
	[
		'pg_upgrade', '--no-sync', '--old-datadir', $old->data_dir, '--new-datadir', $new->data_dir,
		'--old-bindir', bindir($old), '--new-bindir', bindir($new), '--socketdir', $new->host,
		'--old-port', $old->port, '--new-port', $new->port, '--jobs', 2
	],
	"pg_upgrade $step");
chdir $top;

$fault->start($new);
is_deeply(state_of_life($new), $before, "$step: all is as it was");
sound($new, $step);
go_on($new, $step);
sound($new, "$step, later");

# What was taken over is what the present server would have made
my $members = q{SELECT string_agg(pg_describe_object(classid, objid, 0),
	chr(10) ORDER BY pg_describe_object(classid, objid, 0) COLLATE "C")
	FROM pg_depend WHERE deptype = 'e' AND refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'uuidx%')};
value($new, 'CREATE DATABASE fresh TEMPLATE template0');
value($new, 'CREATE SCHEMA "odd schema"; CREATE EXTENSION uuidx SCHEMA "odd schema";
	CREATE EXTENSION uuidx_ids SCHEMA "odd schema"', 'fresh');
is(value($new, $members), value($new, $members, 'fresh'), "$step: the extension has the members of a fresh one");

# An index built now, with this server's sort, is the one that was taken over
value($new, 'REINDEX TABLE mixed; REINDEX TABLE events');
is(value($new, q{SELECT count(*)
	FROM (SELECT id, lag(id) OVER () AS previous FROM ordered) AS neighbours WHERE id ~<=~ previous}),
	'0', "$step: in order after reindexing");
sound($new, "$step, reindexed");

done_testing();
