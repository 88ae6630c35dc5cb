# UuidxPackages - programs and npm packages of others, for tests that use them
package UuidxPackages;

use strict;
use warnings;

use Exporter 'import';
use File::Copy;
use IPC::Run qw(run timeout);
use PostgreSQL::Test::Utils qw(append_to_file);

our @EXPORT = qw(output_of lacks lacks_packages javascript_of generate_prisma);

# output_of($command, $input, $seconds): standard output of a command; undef if it failed, and then
# why in the second place.
sub output_of
{
	my ($command, $input, $seconds) = @_;
	my ($stdout, $stderr) = ('', '');
	my $ok = eval { run($command, '<', \$input, '>', \$stdout, '2>', \$stderr, timeout($seconds)) };

	return $ok ? ($stdout) : (undef, $stderr || $@ || "no message; output: $stdout");
}

# lacks($what, $wanted, @command): why a program is of no use, unless what the command prints is a
# version from $wanted on; undef if it is of use.
sub lacks
{
	my ($what, $wanted, @command) = @_;
	my ($version) = output_of(\@command, '', 60);

	return "$what is not installed" if !defined $version;
	my ($major, $minor) = $version =~ /(\d+)(?:\.(\d+))?/ or return "$what does not say its version";
	my ($least, $beyond) = split(/\./, $wanted);
	return $major > $least || ($major == $least && ($minor || 0) >= ($beyond || 0))
	  ? undef : "$what " . join('.', grep { defined } ($major, $minor)) . " is older than $wanted";
}

# lacks_packages($from, $to, @options): installs the packages of a lock file in the directory $to,
# once. Why that cannot be done, or undef. A registry is used only with UUIDX_NETWORK=1.
my %fetched;

sub lacks_packages
{
	my ($from, $to, @options) = @_;
	my $why = lacks('npm', 0, 'npm', '--version');

	return 'packages are fetched only with UUIDX_NETWORK=1' if ($ENV{UUIDX_NETWORK} // '') ne '1';
	return 'this source comes without a package-lock.json' if !-e "$from/package-lock.json";
	return $why if $why;
	return $fetched{$to} if exists $fetched{$to};
	-d $to or mkdir $to or die "$to: $!";
	copy("$from/$_", $to) or die "$_: $!" foreach ('package.json', 'package-lock.json');
	local $ENV{npm_config_cache} = "$to/cache";
	(undef, $why) = output_of(
		[
			'npm', 'ci', '--prefix', $to, '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier',
			'--fetch-retries=1', '--fetch-timeout=30000', @options
		],
		'', 180);
	# a lock file that does not fit is not the network's fault
	die "npm: $why" if defined $why && $why =~ /EUSAGE|EINTEGRITY|EJSONPARSE|ELOCKVERIFY/;
	return $fetched{$to} =
	  defined $why ? 'the packages cannot be fetched: ' . join(' ', split(/\s+/, substr($why, 0, 100))) : undef;
}

# javascript_of($program, $to): translates a TypeScript program, with decorators, by the compiler that
# is installed in the directory $to. The name of the JavaScript program, beside the other one.
sub javascript_of
{
	my ($program, $to) = @_;
	my ($code, $why) = output_of(
		[
			'node', '--input-type=commonjs', '-e',
			"const text = require('fs').readFileSync('$program', 'utf8')
			const compilerOptions = { target: 'es2022', module: 'esnext', experimentalDecorators: true,
			  emitDecoratorMetadata: true, useDefineForClassFields: false }
			const { outputText } = require('$to/node_modules/typescript').transpileModule(text, { compilerOptions })
			process.stdout.write(outputText)"
		],
		'', 120);

	die $why if !defined $code;
	$program =~ s/\.ts$/.js/;
	append_to_file($program, $code);
	return $program;
}

# generate_prisma($models, $to): makes the client of a schema with these models, by the Prisma that is
# installed in the directory $to. The engine that it would download is used for migrations alone.
sub generate_prisma
{
	my ($models, $to) = @_;

	append_to_file("$to/schema.prisma", qq{generator client {\n  provider = "prisma-client-js"\n}\n}
	  . qq{datasource db {\n  provider = "postgresql"\n}\n$models\n});
	local @ENV{ 'CHECKPOINT_DISABLE', 'PRISMA_HIDE_UPDATE_MESSAGE',
		'PRISMA_SCHEMA_ENGINE_BINARY' } = (1, 1, '/bin/true');
	my (undef, $why) = output_of([ 'node', "$to/node_modules/prisma/build/index.js",
		'generate', '--schema', "$to/schema.prisma" ], '', 120);
	die "prisma generate: $why" if defined $why;
	return;
}

1;
