# UuidxPackages - programs and npm packages of others, for tests that use them
package UuidxPackages;

use Exporter 'import';
use File::Copy;
use IPC::Run qw(run timeout);
use UuidxDocument qw(sections client with_created_at);
use UuidxTest;

our @EXPORT = qw(output_of lacks lacks_packages said compare as_app packages_program client_program page_of $clients);

our $clients = "$top/test/clients";

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

# said($name, $command): tests that a program runs, and that each line "check TAB true,what" is true. What it
# says in other lines, "what TAB values": { what => [values, ...] }; undef if it failed.
sub said
{
	my ($name, $command) = @_;
	my ($output, $why) = output_of($command, '', 180);
	my %said = (check => []);

	is($why, undef, "$name runs") or return;
	foreach (split(/\n/, $output)) { my ($what, $values) = split(/\t/, $_, 2); push @{ $said{$what} }, $values // '' }
	like($_, qr/^true,/, "$name: $_") foreach @{ delete $said{check} };
	return \%said;
}

# compare($product, [$what, $statement, $expected], ...): runs the statements, on a server or by a function,
# and compares what is printed: equal to a text, or like a pattern.
sub compare
{
	my ($product, @rows) = @_;

	foreach (@rows)
	{
		my ($what, $statement, $expected) = @$_;
		my $said = ref $product eq 'CODE' ? $product->($statement) : value($product, $statement);

		ref $expected ? like($said, $expected, $what) : is($said, $expected, $what);
	}
	return;
}

# as_app($node, $database, $sql, @options): what the role app reads for the statements, or the errors that it gets.
sub as_app
{
	my ($node, $database, $sql, @options) = @_;
	my ($stdout, $stderr);
	my $status = $node->psql($database, $sql, stdout => \$stdout, stderr => \$stderr,
		on_error_stop => 1, extra_params => [ '-U', 'app', @options ]);

	return $status ? $stderr : $stdout;
}

# packages_program($name, $dir, @options): installs the packages of test/clients/$name in $dir/$name, and the
# program of this name beside them. Why that cannot be done; or undef, and the command.
sub packages_program
{
	my ($name, $dir, @options) = @_;
	my $why = lacks('node', 20, 'node', '--version') || lacks_packages("$clients/$name", "$dir/$name", @options);

	return $why if $why;
	copy("$clients/$name.js", "$dir/$name") or die "$name.js: $!";
	return (undef, [ 'node', "$dir/$name/$name.js" ]);
}

# What each client or framework needs: programs and libraries, each with its least version
my %needs = (
	(map { $_ => 'node 18' } qw(node-postgres.js postgres.js drizzle.js knex.js sequelize.js mikroorm.ts)),
	'kysely.js' => 'node 20', 'typeorm.ts' => 'node 20.19', 'prisma.js' => 'node 20.19',
	'psycopg.py' => 'psycopg 3', 'asyncpg.py' => 'asyncpg 0', 'django.py' => 'psycopg 3, django 5',
	'sqlalchemy.py' => 'psycopg 3, sqlalchemy 2, alembic 1',
	'activerecord.rb' => 'ruby-activerecord 6.1', 'jdbc.java' => 'javac 17, libpostgresql-jdbc-java 1',
	'pgx.go' => 'go 1, golang-github-jackc-pgx-v5-dev 1', 'pdo.php' => 'php-pgsql 8',
	'doctrine.php' => 'php-pgsql 8, php-doctrine 2', 'laravel.php' => 'php-pgsql 8, php-laravel 8');
my ($python, $jar, $gocode) = ('/usr/bin/python3', '/usr/share/java/postgresql.jar', '/usr/share/gocode');
my %run = (js => ['node'], py => [$python], rb => ['ruby'], java => [ 'java', '-cp', $jar ], go => [ 'go', 'run' ],
	php => ['php']);
# What prints the version of each
my %version = (
	node => [ 'node', '--version' ], javac => [ 'javac', '--version' ], go => [ 'go', 'version' ],
	(map { $_ => [ $python, '-c', "import $_; print($_.__version__)" ] } qw(psycopg asyncpg django sqlalchemy alembic)),
	'ruby-activerecord' => [ 'ruby', '-e', 'require "pg"; require "active_record"; puts ActiveRecord.version' ],
	'libpostgresql-jdbc-java' => [ 'sh', '-c', "test -e $jar && echo 1" ],
	'golang-github-jackc-pgx-v5-dev' => [ 'sh', '-c', "test -d $gocode/src/github.com/jackc/pgx/v5 && echo 1" ],
	'php-pgsql' => [ 'php', '-r', 'extension_loaded("pdo_pgsql") || exit(1); echo PHP_VERSION;' ],
	'php-doctrine' => [ 'php', '-r', 'require "/usr/share/php/Doctrine/ORM/autoload.php";
		echo Doctrine\ORM\Version::VERSION;' ],
	'php-laravel' => [ 'php', '-r', 'foreach (["Filesystem", "Database"] as $part)
		require "/usr/share/php/Illuminate/$part/autoload.php"; echo PHP_VERSION;' ]);

# lacks_client($file, $to): why a program of test/clients cannot be run on this machine, from the directory $to.
sub lacks_client
{
	my ($file, $to) = @_;

	foreach (split(/, /, $needs{$file}))
	{
		my ($what, $least) = split(/ /);
		my $why = lacks($what, $least, @{ $version{$what} });

		return $why if $why;
	}
	return if $needs{$file} !~ /node/;
	return lacks_packages("$clients/prisma", $to, '--legacy-peer-deps') if $file eq 'prisma.js';
	return lacks_packages($clients, $to, '--omit=optional');
}

# page_of($file): the page of doc/clients that a program is about.
sub page_of { return $_[0] =~ s/\.\w+$//r =~ s/^postgres$/postgres-js/r }

# code_of($file, $purpose, $page): what the page of a client has for its program, by the names that this has for
# it: each block by its number; the model, which has a created_at for all but the examples; and migrations.
sub code_of
{
	my ($file, $purpose, $page) = @_;
	my ($text, $blocks) = @$page{ 'text', 'blocks' };
	my ($section) = grep { $_->{heading} eq 'Migrations' } sections('doc/clients/README.md');
	my %code = map { $_ => $blocks->[ $_ - 1 ] } 1 .. @$blocks;

	$code{model} = $file =~ /laravel/ || $purpose eq 'examples' && $file !~ /activerecord/
	  ? $blocks->[0] : with_created_at(@$blocks) // '';
	($code{each}) = $section->{text} =~ /`(migrationsTransactionMode: [^`]*)`/;
	($code{each_alone}) = $section->{text} =~ /`(allOrNothing: \w+)`/;
	($code{per_migration}) = $section->{text} =~ /`(transaction_per_migration=\w+)`/;

	# a line, for one way
	if ($text =~ /\(`down\w*(?:\(\))?` is similar\): `(?:export const up = )?([^`]*)`/)
	{
		my $up = $1;

		@code{ 'created_at_up', 'created_at_down' } = ($up, $up =~ s/\bup\b/down/gr);
		$code{"v7_$_"} = $code{"created_at_$_"} =~ s/created_at/v7/r foreach 'up', 'down';
		$code{migrations} = "{ '1_v7': { up: $code{v7_up}, down: $code{v7_down} },
			'2_created_at': { up: $code{created_at_up}, down: $code{created_at_down} } }";
	}
	# or all of it
	($code{created_at}) = grep { /created_at\.up\.sql|created_at"/ } @$blocks;
	($code{v7} = $code{created_at} // '') =~ s/created_at\.(up|down)/v7.$1/g;
	$code{v7} =~ s/^ *await runner\.query\(`.*?`\)\n//msg;
	$code{v7} =~ s/CreatedAt1700000000001/V71700000000000/;

	# and what is to be known of a stored column
	if ($purpose eq 'migrations')
	{
		my ($stored) = $text =~ /`(generatedType: [^`]*)`/;
		my ($check) = $text =~ /`(\@Check[^`]*)`/;

		$code{model} =~ s/(?<=update: false)(?= \}\) createdAt)/, $stored/ if $stored;
		$code{model} =~ s/^(?=class )/$check\n/m if $check;
	}
	return \%code;
}

# client_program($file, $purpose, $dir): makes the program of a file in test/clients below $dir, with what its
# page has for <<name>>, or for <<name:paragraph>>; and for Prisma a client of its models. Why it cannot be run; or
# undef, the command, which takes a step and a directory, this directory, and the page.
sub client_program
{
	my ($file, $purpose, $dir) = @_;
	my ($stem, $kind) = $file =~ /^(.*)\.(\w+)$/;
	my $to = $kind !~ /^[jt]s$/ ? $dir : $stem eq 'prisma' ? "$dir/prisma" : "$dir/clients";
	my ($program, $work) = ("$to/${purpose}_$file", "$dir/${purpose}_$stem");
	my $why = lacks_client($file, $to);

	return $why if $why;
	my $page = client(page_of($file));
	my $code = code_of($file, $purpose, $page);
	my $text = slurp_file("$clients/$file");
	my $insert = sub {
		my ($indent, $name, $paragraph) = @_;
		my $lines = $code->{$name} // die "$file: no $name";

		$lines = (split(/\n\n/, $lines))[$paragraph] if defined $paragraph;
		return $lines =~ s/^(?=.)/$indent/mgr;
	};
	$text =~ s/^([ \t]*)<<(\w+)(?::(\d+))?>>$/$insert->($1, $2, $3)/mge;
	$text =~ s/<<(\w+)>>/$insert->('', $1)/ge;

	@ENV{qw(GO111MODULE GOPATH GOCACHE PYTHONDONTWRITEBYTECODE LC_ALL)} = ('off', $gocode, "$dir/go", 1, 'C.UTF-8');
	copy($_, $to) or die "$_: $!" foreach glob("$clients/report.{js,py,php}");
	mkdir $_ or die "$_: $!" foreach $work, map { "$work/$_" } 'migrations', 'db', 'database';
	append_to_file($program, $text);
	($program, $kind) = (javascript_of($program, $to), 'js') if $kind eq 'ts';
	generate_prisma($code->{model}, $to) if $stem eq 'prisma';
	return (undef, [ @{ $run{$kind} }, $program ], $work, $page);
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

	unlink("$to/schema.prisma");
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
