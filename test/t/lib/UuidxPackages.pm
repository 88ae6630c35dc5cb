# UuidxPackages - programs and npm packages of others, for tests that use them
package UuidxPackages;

use strict;
use warnings;

use Exporter 'import';
use File::Copy;
use FindBin;
use IPC::Run qw(run timeout);
use PostgreSQL::Test::Utils qw(append_to_file slurp_file);

our @EXPORT = qw(output_of lacks lacks_packages client_program page_of $clients);

our $clients = "$FindBin::RealBin/../clients";

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

# What a client or a framework is written in, and needs: a version of node, or of its own
my %needs = (
	'node-postgres.js' => 18, 'postgres.js' => 18, 'drizzle.js' => 18, 'knex.js' => 18, 'kysely.js' => 20,
	'sequelize.js' => 18, 'typeorm.ts' => '20.19', 'mikroorm.ts' => 18, 'prisma.js' => '20.19', 'psycopg.py' => 3,
	'asyncpg.py' => 0, 'sqlalchemy.py' => 2, 'alembic.py' => 1, 'django.py' => 5, 'activerecord.rb' => '6.1',
	'jdbc.java' => 17, 'pgx.go' => 1, 'pdo.php' => 8, 'doctrine.php' => 2, 'laravel.php' => 8);
my ($python, $jar, $gocode) = ('/usr/bin/python3', '/usr/share/java/postgresql.jar', '/usr/share/gocode');
my %run = (js => ['node'], py => [$python], rb => ['ruby'], java => [ 'java', '-cp', $jar ], go => [ 'go', 'run' ],
	php => ['php']);

sub lacks_module
{
	my ($module, $least) = @_;

	return lacks($module, $least, $python, '-c', "import $module; print($module.__version__)");
}

sub lacks_php
{
	my ($what, $least, $code) = @_;

	return lacks('php-pgsql', 8, 'php', '-r', 'extension_loaded("pdo_pgsql") || exit(1); echo PHP_VERSION;')
	  || $code && lacks($what, $least, 'php', '-r', $code);
}

# lacks_client($file, $dir): why a program of test/clients cannot be run on this machine.
sub lacks_client
{
	my ($file, $dir) = @_;
	my ($stem, $kind) = $file =~ /^(.*)\.(\w+)$/;
	my $need = $needs{$file};

	if ($kind =~ /^[jt]s$/)
	{
		my @options = $stem eq 'prisma' ? ("$clients/prisma", "$dir/prisma", '--legacy-peer-deps')
		  : ($clients, "$dir/clients", '--omit=optional');

		return lacks('node', $need, 'node', '--version') || lacks_packages(@options);
	}
	if ($kind eq 'py')
	{
		return ($stem =~ /psycopg/ ? undef : $stem eq 'asyncpg' ? undef : lacks_module('psycopg', 3))
		  || ($stem eq 'alembic' ? lacks_module('sqlalchemy', 2) : undef) || lacks_module($stem, $need);
	}
	return lacks('ruby-activerecord', $need, 'ruby', '-e',
		'require "pg"; require "active_record"; puts ActiveRecord.version') if $kind eq 'rb';
	return lacks('javac', $need, 'javac', '--version') || (-e $jar ? undef : 'libpostgresql-jdbc-java is not installed')
	  if $kind eq 'java';
	return lacks('go', $need, 'go', 'version')
	  || (-d "$gocode/src/github.com/jackc/pgx/v5" ? undef : 'golang-github-jackc-pgx-v5-dev is not installed')
	  if $kind eq 'go';
	return lacks_php('php-doctrine-orm', $need, 'require "/usr/share/php/Doctrine/ORM/autoload.php";
		echo Doctrine\ORM\Version::VERSION;') if $stem eq 'doctrine';
	return lacks_php('php-illuminate-database', $need, 'foreach (["Filesystem", "Database"] as $part)
		require "/usr/share/php/Illuminate/$part/autoload.php"; echo PHP_VERSION;') if $stem eq 'laravel';
	return lacks_php();
}

# client_program($folder, $file, $dir, $fill, $model): makes the program of a file in test/clients/$folder
# below $dir, with the text that $fill makes of it, and for Prisma a client of its models. Returns why it
# cannot be run, or undef and the command that runs it.
sub client_program
{
	my ($folder, $file, $dir, $fill, $model) = @_;
	my ($stem, $kind) = $file =~ /^(.*)\.(\w+)$/;
	my $to = $kind !~ /^[jt]s$/ ? $dir : $stem eq 'prisma' ? "$dir/prisma" : "$dir/clients";
	my $program = "$to/" . ($folder eq '.' ? 'client' : $folder) . "_$file";
	my $why = lacks_client($file, $dir);

	return $why if $why;
	@ENV{qw(GO111MODULE GOPATH GOCACHE PYTHONDONTWRITEBYTECODE LC_ALL)} = ('off', $gocode, "$dir/go", 1, 'C.UTF-8');
	copy($_, $to) or die "$_: $!" foreach glob("$clients/$folder/report*.{js,py}");
	append_to_file($program, $fill->(slurp_file("$clients/$folder/$file"), $to));
	($program, $kind) = (javascript_of($program, $to), 'js') if $kind eq 'ts';
	generate_prisma($model, $to) if $stem eq 'prisma';
	return (undef, [ @{ $run{$kind} }, $program ]);
}

# page_of($file): the page of doc/clients that a program is about.
sub page_of { return $_[0] =~ s/\.\w+$//r =~ s/^postgres$/postgres-js/r =~ s/^alembic$/sqlalchemy/r }

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
