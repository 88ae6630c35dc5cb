# UuidxTest - what the TAP tests of uuidx share
package UuidxTest;

use strict;
use warnings;

use Exporter ();
use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test2::API 'test2_stack';
use Test::More import => ['!done_testing'];

# test/bin/mutants looks for the first failure only
test2_stack()->top->listen(sub { exit 1 if $_[1]->causes_fail }) if $ENV{UUIDX_FIRST_FAILURE};

# What every test uses comes with it: strict, warnings, Test::More and PostgreSQL::Test::Utils
our @ISA = ('Exporter');
our @EXPORT = (
	qw($top uuidx_node done_testing server_module restart_slow uuidx_session value state_of new_log clock_shows
	  clock_node set_clock clock_command ids_table sound_ids messages),
	grep { /^\w/ && $_ ne 'done_testing' } @Test::More::EXPORT, @PostgreSQL::Test::Utils::EXPORT);

# The top of the source
our $top = "$FindBin::RealBin/../..";

sub import
{
	strict->import;
	warnings->import;
	return __PACKAGE__->export_to_level(1, @_);
}

# uuidx_node($name, conf => ..., env => {...}, extension => ...): a started cluster in UTF-8 and the C
# locale, without JIT, which takes longer than most tests, with extension (uuidx unless told
# otherwise, 0 for none) and what it requires in database postgres. env is set for the server alone.
my @nodes;

sub uuidx_node
{
	my ($name, %params) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	push @nodes, $node;
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
	$node->safe_psql('postgres', "SET client_min_messages = warning; CREATE EXTENSION $extension CASCADE")
	  if $extension;
	return $node;
}

# done_testing(@more): ends the test: stops the clusters of uuidx_node, and more of them, and tests that no
# process of theirs has crashed.
sub done_testing
{
	foreach my $node (@nodes, @_)
	{
		$node->stop;
		unlike(slurp_file($node->logfile), qr/PANIC|TRAP:|terminated by signal/, $node->name . ': no crash');
	}
	return Test::More::done_testing();
}

# server_module($node, $name, $code, $flags): builds a module of the server, whose code in C follows what every module
# begins with, and returns its path. Where that cannot be done, all tests are skipped.
sub server_module
{
	my ($node, $name, $code, $flags) = (@_, '');
	my $path = PostgreSQL::Test::Utils::tempdir_short . "/$name";
	my $include = $node->config_data('--includedir-server');

	append_to_file("$path.c", qq{#include "postgres.h"\n#include "fmgr.h"\nPG_MODULE_MAGIC;\n}
	  . "PGDLLEXPORT void _PG_init(void);\n$code");
	my $log = `cc -O1 -shared -fPIC -I'$include' -D_GNU_SOURCE $flags -o '$path.so' '$path.c' 2>&1`;
	plan(skip_all => "a module cannot be built here: $log") if !-e "$path.so";
	return $path;
}

# restart_slow($node): in make valgrind, starts the cluster again under memcheck, which makes everything
# thirty times as slow; elsewhere, does nothing.
sub restart_slow
{
	my ($node) = @_;
	local $ENV{UUIDX_MEMCHECK} = 1;

	# a restart starts the program that runs, without its tool
	return if !$ENV{VALGRIND_SECONDS};
	$node->stop;
	$node->start;
	return;
}

# uuidx_session($node, $database): what background_psql of the cluster makes, a psql that stays connected, also
# after an error. Some servers' one leaves the end of the line behind an answer in front of the next; here it
# never is part of an answer. pid is its backend; attempt($sql) returns what the statements print, the SQLSTATE of
# an error and its message, or empty strings; begin($sql) returns when the statements wait for a lock, and the
# next query waits for their end.
sub uuidx_session
{
	my ($node, $database) = @_;
	my $session = bless $node->background_psql($database || 'postgres', on_error_stop => 0), 'UuidxTest::Session';

	@$session{ 'node', 'pid' } = ($node, $session->query_safe('SELECT pg_backend_pid()'));
	return $session;
}

# value($node, $sql, $database): what psql prints for the statements, unaligned; dies on an error.
sub value { my ($node, $sql, $database) = @_; return $node->safe_psql($database || 'postgres', $sql) }

# state_of($node, $sql, $database): the SQLSTATE that the statements raise, or an empty string. When
# the server goes away, that is what is returned instead.
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

# new_log($node): what the server has logged since the last call.
my %log_seen;

sub new_log
{
	my ($node) = @_;
	my $log = slurp_file($node->logfile);
	my $new = substr($log, $log_seen{ $node->name } || 0);

	$log_seen{ $node->name } = length($log);
	return $new;
}

# ids_table(@columns): the SQL that creates a table ids with ids of each kind, each with an index, one
# more by time, and other columns; and sound_ids($node, $name) tests that amcheck accepts the indexes.
sub ids_table
{
	return 'CREATE EXTENSION IF NOT EXISTS amcheck; CREATE TABLE ids ('
	  . join(', ', @_, 'v7 uuid PRIMARY KEY DEFAULT uuid_generate_v7()', 'v6 uuid UNIQUE DEFAULT uuid_generate_v6()',
		'v4 uuid UNIQUE DEFAULT uuid_generate_v4_random()') . '); CREATE INDEX by_time ON ids (v6 uuid_time_ops)';
}

sub sound_ids
{
	my ($node, $name) = @_;

	return is(state_of($node, join ';', map { "SELECT bt_index_parent_check('$_', true,
		true)" } qw(ids_pkey ids_v6_key ids_v4_key by_time)), '', "$name: the indexes are sound");
}

# messages(): the SQL that creates a table and put(), which returns two milliseconds after that of the
# id of its row, so that the horizon of hosted/uuidx.sql is above it.
sub messages
{
	return q{
	CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text);
	CREATE FUNCTION put(body text, id uuid DEFAULT uuid_generate_v7()) RETURNS text LANGUAGE plpgsql AS $$
	BEGIN
	  INSERT INTO messages VALUES (id, body);
	  WHILE uuid_v7_lower(clock_timestamp() - interval '2 milliseconds') <= id LOOP END LOOP;
	  RETURN body;
	END $$};
}

# clock_node($name, $time, conf => ..., ...): a cluster as that of uuidx_node, in UTC, whose clock
# set_clock moves and first sets to that time. Where libfaketime is not installed, all tests are
# skipped, or nothing is returned if the cluster is optional.
sub clock_node
{
	my ($name, $time, %params) = @_;
	my ($library) = grep { -e } $ENV{UUIDX_FAKETIME_LIB} || (),
		glob('/usr/lib/*/faketime/libfaketime.so.1'), glob('/usr/lib{,64}/faketime/libfaketime.so.1');
	my %env = (FAKETIME_TIMESTAMP_FILE => clock_file(), FAKETIME_NO_CACHE => 1,
		FAKETIME_DONT_FAKE_MONOTONIC => 1, FAKETIME_DISABLE_SHM => 1, TZ => 'UTC');

	if (!$library)
	{
		return if $params{optional};
		plan(skip_all => 'libfaketime is not installed');
	}
	set_clock($time);
	return uuidx_node($name, %params, env => { LD_PRELOAD => $library, %env },
		conf => "timezone = 'UTC'\nlog_timezone = 'UTC'\n" . ($params{conf} // ''));
}

# set_clock($time): sets the clock of these servers, at once and as a whole; call it before they
# start. What libfaketime understands: '2035-01-01 12:00:00.5' stands still there, '+3600' and '-100y'
# run at that distance from the real clock.
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

# clock_command($time): the line of psql that sets it.
sub clock_command
{
	my ($time) = @_;
	my $file = clock_file();

	return "\\! echo '$time' >$file.new && mv $file.new $file";
}

# clock_shows($node, $seconds): whether a clock of the server's machine can show so many seconds since
# 1970: one of 32 bits ends in 2038.
sub clock_shows
{
	my ($node, $seconds) = @_;

	return abs($seconds) < 2**31 || value($node, "SELECT version() !~ '32-bit'") eq 't';
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

sub pid { return $_[0]{pid} }

sub attempt
{
	my ($self, $sql) = @_;
	my ($output) = $self->query("\\set VERBOSITY verbose\n$sql");
	my ($state, $message) = $self->{stderr} =~ /^(?:psql:.*?: )?(?:ERROR|FATAL):\s+(\w{5}): (.*)$/m;

	$self->{stderr} = '';
	return ($output, $state || '', $message || '');
}

sub begin
{
	my ($self, $sql) = @_;

	$self->query_until(qr/begun/, "\\echo begun\n$sql\n");
	$self->{node}->poll_query_until('postgres',
		"SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND pid = $self->{pid}") or die "it does not wait: $sql";
	return;
}

1;
