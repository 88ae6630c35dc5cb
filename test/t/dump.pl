# pg_dump and pg_restore by the present server, of a database that has lived with
# uuidx: nothing that was written with its functions and operators changes.  From the
# older server of UUIDX_OLD_PG_CONFIG, or else from the present one.
#
# Only in make test-all: takes half a minute, for what the server does.
# One server is enough: make test-upgrade runs this to the newest.

use UuidxFault;
use UuidxLife;
use UuidxTest;

my $fault = UuidxFault->new;
my $old = old_node('old');
my $new = new_node('new');
my $step = 'from ' . $old->pg_version . ' to ' . $new->pg_version;
my $dir = PostgreSQL::Test::Utils::tempdir;

$fault->start($old);
live($old);
my $before = state_of_life($old);
$fault->start($new);

foreach my $format ('custom', 'plain', 'plain, with inserts')
{
	my ($database, $file) = ($format =~ s/\W//gr, "$dir/dump");
	my @options = $format =~ /inserts/ ? ('--inserts', '--rows-per-insert', 100) : ();

	# the present server's programs: its pg_dump knows older servers
	$new->command_ok([ 'pg_dump', '--format', $format =~ /custom/ ? 'custom' : 'plain',
		@options, '--file', $file, $old->connstr('postgres') ],
		"$step, $format: pg_dump");
	value($new, "CREATE DATABASE $database TEMPLATE template0");
	if ($format =~ /custom/)
	{
		$new->command_ok([ 'pg_restore', '--exit-on-error', '--jobs', 2, '--dbname', $new->connstr($database), $file ],
			"$step, $format: restored");
	}
	else
	{
		$new->command_ok([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $new->connstr($database) ],
			"$step, $format: restored");
	}

	is_deeply(state_of_life($new, $database), $before, "$step, $format: all is as it was");
	sound($new, "$step, $format", $database);
	go_on($new, "$step, $format", $database);
}

done_testing();
