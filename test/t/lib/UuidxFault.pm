# UuidxFault - makes a test server's surroundings fail on demand
#
# The server is started with test/tools/fault.c preloaded, which describes the faults. Orders are
# obeyed from the moment order returns. Without an order, the server's clock is never set back.
package UuidxFault;

use strict;
use warnings;

use Exporter 'import';
use Fcntl qw(:seek O_RDWR O_CREAT);
use File::Basename qw(dirname);
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_REALTIME);
use UuidxTest ();

use constant {
	NEWCOMERS => -1,
	RANDOM_SERVED => 0,
	RANDOM_FAILS => 1,
	RANDOM_FAILS_BY_TURNS => 2,
	RANDOM_SIGNAL => 3,
};

our @EXPORT = qw(NEWCOMERS RANDOM_SERVED RANDOM_FAILS RANDOM_FAILS_BY_TURNS RANDOM_SIGNAL
  openssl_server);

# The order is that of the struct in fault.c
my @fields = qw(pid era random_mode random_after random_signal random_calls clock_set clock_sec
  clock_usec clock_slow clock_start clock_wait memory_fail memory_failed);
my %offset = map { $fields[$_] => 8 * $_ } 0 .. $#fields;

my $why_not;
sub why_not { return $why_not }

# UuidxFault->new: builds the library; undef when that cannot be done here, and why_not() says why.
sub new
{
	my ($class) = @_;
	# LD_PRELOAD takes no path with a blank
	my $dir = PostgreSQL::Test::Utils::tempdir_short;
	my $source = dirname(__FILE__) . '/../../tools/fault.c';
	my $self = bless { library => "$dir/fault.so", file => "$dir/orders" }, $class;
	my $log = "$dir/cc.log";

	if (system("cc -O1 -shared -fPIC -o '$self->{library}' '$source' >'$log' 2>&1") != 0)
	{
		$why_not = 'test/tools/fault.c cannot be built here';
		diag slurp_file($log);
		return undef;
	}
	sysopen($self->{handle}, $self->{file}, O_RDWR | O_CREAT) or die "$self->{file}: $!";
	$self->calm;
	# one clock for all servers of the test
	$self->order(clock_start => int(1e6 * (clock_gettime(CLOCK_REALTIME) - clock_gettime(CLOCK_MONOTONIC))));
	return $self;
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

# C<UuidxFault::Session->new($node)> is a psql that stays connected, as uuidx_session makes it. pid is
# its backend, attempt($sql) returns what the statements print, the SQLSTATE of an error and its
# message, or empty strings; query and quit are those of uuidx_session.
package UuidxFault::Session;

sub new
{
	my ($class, $node, %params) = @_;
	my $psql = UuidxTest::uuidx_session($node, $params{database} || 'postgres', on_error_stop => 0);
	my $self = bless { psql => $psql }, $class;

	$psql->query_safe("SET client_min_messages = error;\n\\set VERBOSITY verbose");
	$self->{pid} = $psql->query_safe('SELECT pg_backend_pid()');
	return $self;
}

sub pid { return $_[0]{pid} }

sub attempt
{
	my ($self, $sql) = @_;
	my ($output) = $self->{psql}->query($sql);
	my ($state, $message) = $self->{psql}{stderr} =~ /^(?:psql:.*?: )?(?:ERROR|FATAL):\s+(\w{5}): (.*)$/m;

	$self->{psql}{stderr} = '';
	return ($output, $state || '', $message || '');
}

sub query { return $_[0]{psql}->query_safe($_[1]) }

sub psql { return $_[0]{psql} }

sub quit { return $_[0]{psql}->quit }

1;
