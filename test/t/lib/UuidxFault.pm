# UuidxFault - makes a test server's surroundings fail on demand
#
# The server is started with test/tools/fault.c preloaded, which describes the faults. Orders are
# obeyed from the moment order returns. Without an order, the server's clock is never set back.
package UuidxFault;

use Exporter 'import';
use Fcntl qw(:seek O_RDWR O_CREAT);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_REALTIME);
use UuidxTest;

use constant {
	NEWCOMERS => -1,
	RANDOM_SERVED => 0,
	RANDOM_FAILS => 1,
	RANDOM_FAILS_BY_TURNS => 2,
	RANDOM_SIGNAL => 3,
};

our @EXPORT = qw(NEWCOMERS RANDOM_SERVED RANDOM_FAILS RANDOM_FAILS_BY_TURNS RANDOM_SIGNAL
  fault_node fault_session openssl_server);

# The order is that of the struct in fault.c
my @fields = qw(pid era random_mode random_after random_signal random_calls clock_set clock_sec
  clock_usec clock_slow clock_start clock_wait memory_fail memory_failed);
my %offset = map { $fields[$_] => 8 * $_ } 0 .. $#fields;

# UuidxFault->new: builds the library; where that cannot be done, all tests are skipped.
sub new
{
	my ($class) = @_;
	# LD_PRELOAD takes no path with a blank
	my $dir = PostgreSQL::Test::Utils::tempdir_short;
	my $self = bless { library => "$dir/fault.so", file => "$dir/orders" }, $class;
	my $log = "$dir/cc.log";

	if (system("cc -O1 -shared -fPIC -o '$self->{library}' '$top/test/tools/fault.c' >'$log' 2>&1") != 0)
	{
		diag slurp_file($log);
		plan(skip_all => 'test/tools/fault.c cannot be built here');
	}
	sysopen($self->{handle}, $self->{file}, O_RDWR | O_CREAT) or die "$self->{file}: $!";
	$self->calm;
	# one clock for all servers of the test
	$self->order(clock_start => int(1e6 * (clock_gettime(CLOCK_REALTIME) - clock_gettime(CLOCK_MONOTONIC))));
	return $self;
}

# fault_node($name, ...): the faults, and a cluster of uuidx_node that has them; fault_session($node): a session
# in it, which prints errors only.
sub fault_node
{
	my ($name, %params) = @_;
	my $fault = UuidxFault->new;

	return ($fault, uuidx_node($name, %params, env => $fault->env));
}

sub fault_session
{
	my $session = uuidx_session(@_);

	$session->query_safe("\\set VERBOSITY verbose\nSET client_min_messages = error");
	return $session;
}

# $fault->env: what to put into the server's environment.
sub env { return { LD_PRELOAD => $_[0]{library}, UUIDX_FAULT_FILE => $_[0]{file} } }

# $fault->start($node, NAME => value, ...): Starts a server again, with that and more in its
# environment.
sub start
{
	my ($self, $node, %more) = @_;
	my %env = (%{ $self->env }, %more);
	local @ENV{ keys %env } = values %env;

	$node->start;
	return;
}

# $fault->order(field => value, ...): changes these orders and leaves the others. pid is the process
# to hit, or NEWCOMERS for all that start from now on.
sub order
{
	my ($self, %orders) = @_;

	$orders{era} = ++$self->{era} if ($orders{pid} || 0) == NEWCOMERS;

	# whom to hit comes last, when the rest is in place
	foreach my $field (sort { $offset{$b} <=> $offset{$a} } keys %orders)
	{
		sysseek($self->{handle}, $offset{$field}, SEEK_SET)
		  && syswrite($self->{handle}, pack('q', $orders{$field})) == 8
		  or die "could not write $field: $!";
	}
	return;
}

# $fault->calm: No more faults.
sub calm
{
	my ($self) = @_;

	# whom to hit comes first
	$self->order(pid => 0);
	$self->order(map { $_ => 0 } grep { $_ ne 'clock_start' } @fields);
	return;
}

# $fault->seen($field): what the server made of an order, for example memory_failed.
sub seen
{
	my ($self, $field) = @_;

	sysseek($self->{handle}, $offset{$field}, SEEK_SET)
	  && sysread($self->{handle}, my $bytes, 8) == 8
	  or die "could not read $field: $!";
	return unpack('q', $bytes);
}

# openssl_server($node): whether the server takes its random values from OpenSSL, the source that can
# be made to fail.
sub openssl_server { return $_[0]->config_data('--configure') =~ /(?:with-|ssl=)openssl/ }

1;
