
=pod

=head1 NAME

UuidxTest - what the TAP tests of uuidx share

=head1 SYNOPSIS

  use FindBin;
  use lib "$FindBin::RealBin/lib";
  use UuidxTest;

  my $node = uuidx_node('main', conf => "shared_preload_libraries = 'uuidx'");
  is(value($node, 'SELECT uuid_version(uuid_generate_v7())'), 7, 'version');
  is(state_of($node, 'SELECT 1 / 0'), '22012', 'error');

=cut

package UuidxTest;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test2::API 'test2_stack';
use Test::More;

# test/bin/mutants looks for the first failure only
test2_stack()->top->listen(sub { exit 1 if $_[1]->causes_fail }) if $ENV{UUIDX_FIRST_FAILURE};

our @EXPORT = qw(uuidx_node uuidx_session value state_of new_log clock_shows faketime_library);
our @EXPORT_OK = qw(faketime_env set_clock);

=pod

=head1 FUNCTIONS

=over

=item uuidx_node($name, conf => ..., env => {...}, extension => ...)

A started cluster in UTF-8 and the C locale, without JIT, which takes longer than most tests, with C<extension> (uuidx unless told
otherwise, 0 for none) and what it requires in database postgres.  C<env> is set for
the server alone.

=cut

sub uuidx_node
{
	my ($name, %params) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
	$node->append_conf('postgresql.conf', <<"EOC");
autovacuum = off
jit = off
log_statement = none
max_wal_size = 4GB
checkpoint_timeout = 1h
EOC
	$node->append_conf('postgresql.conf', $params{conf}) if $params{conf};
	{
		local @ENV{ keys %{ $params{env} } } = values %{ $params{env} };
		$node->start;
	}
	my $extension = $params{extension} // 'uuidx';
	$node->safe_psql('postgres', "SET client_min_messages = warning; CREATE EXTENSION $extension CASCADE") if $extension;
	return $node;
}

=pod

=item uuidx_session($node, $database, %params)

What C<background_psql> of the cluster makes, a psql that stays connected.  Some
servers' one leaves the end of the line behind an answer in front of the next; here
it never is part of an answer.

=cut

sub uuidx_session
{
	my ($node, $database, %params) = @_;

	return bless $node->background_psql($database || 'postgres', %params), 'UuidxTest::Session';
}

=pod

=item value($node, $sql, $database)

What psql prints for the statements, unaligned; dies on an error.

=cut

sub value
{
	my ($node, $sql, $database) = @_;

	return $node->safe_psql($database || 'postgres', $sql);
}

=pod

=item state_of($node, $sql, $database)

The SQLSTATE that the statements raise, or an empty string.  When the server
goes away, that is what is returned instead.

=cut

sub state_of
{
	my ($node, $sql, $database) = @_;
	my ($stdout, $stderr);

	# psql ends with the error, before it has read a long text
	if (length $sql > 16_384)
	{
		my $file = $node->basedir . '/statements.sql';

		unlink $file;
		append_to_file($file, $sql);
		$sql = "\\i '$file'";
	}
	my $ret = $node->psql(
		$database || 'postgres', "\\set VERBOSITY sqlstate\n$sql",
		stdout => \$stdout,
		stderr => \$stderr,
		on_error_stop => 1);
	return $1 if $stderr =~ /(?:ERROR|FATAL):\s+(\w{5})/;
	return $ret == 0 ? '' : "psql exited with $ret: $stderr";
}

=pod

=item new_log($node)

What the server has logged since the last call.

=cut

my %log_seen;

sub new_log
{
	my ($node) = @_;
	my $log = slurp_file($node->logfile);
	my $new = substr($log, $log_seen{ $node->name } || 0);

	$log_seen{ $node->name } = length($log);
	return $new;
}

=pod

=item faketime_env($library)

The environment of servers whose clock is that of C<set_clock>, in UTC.

=cut

sub faketime_env
{
	my ($library) = @_;

	return {
		LD_PRELOAD => $library,
		FAKETIME_TIMESTAMP_FILE => clock_file(),
		FAKETIME_NO_CACHE => 1,
		FAKETIME_DONT_FAKE_MONOTONIC => 1,
		FAKETIME_DISABLE_SHM => 1,
		TZ => 'UTC'
	};
}

=pod

=item set_clock($time)

Sets the clock of these servers, at once and as a whole; call it before they start.
What libfaketime understands: '2035-01-01 12:00:00.5' stands still there, '+3600' and
'-100y' run at that distance from the real clock.

=cut

sub set_clock
{
	my ($time) = @_;
	my $file = clock_file();

	append_to_file("$file.new", "$time\n");
	rename("$file.new", $file) or die "could not rename: $!";
	note "the clock is $time";
	return;
}

my $clock_dir;

sub clock_file
{
	$clock_dir //= PostgreSQL::Test::Utils::tempdir;
	return "$clock_dir/clock";
}

=pod

=item clock_shows($node, $seconds)

Whether a clock of the server's machine can show so many seconds since 1970: one of
32 bits ends in 2038.

=cut

sub clock_shows
{
	my ($node, $seconds) = @_;

	return abs($seconds) < 2**31 || value($node, "SELECT version() !~ '32-bit'") eq 't';
}

=pod

=item faketime_library()

The path of libfaketime, from UUIDX_FAKETIME_LIB or where distributions put it;
undef when it is not installed.

=back

=cut

sub faketime_library
{
	my @candidates = (
		$ENV{UUIDX_FAKETIME_LIB} || (),
		glob('/usr/lib/*/faketime/libfaketime.so.1'),
		glob('/usr/lib{,64}/faketime/libfaketime.so.1'));

	foreach my $path (@candidates)
	{
		return $path if -e $path;
	}
	return undef;
}

package UuidxTest::Session;

use PostgreSQL::Test::BackgroundPsql;

our @ISA = ('PostgreSQL::Test::BackgroundPsql');

sub query
{
	my ($self, @arguments) = @_;
	my ($output, $failed) = $self->SUPER::query(@arguments);

	$output =~ s/\A\r?\n|\r?\n\z//g;
	return wantarray ? ($output, $failed) : $output;
}

1;
