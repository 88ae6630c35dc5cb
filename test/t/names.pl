# What documents name exists: functions, targets of make, files and links.  doc/internals.md names
# every source file.
#
# One server is enough: names are those of the newest version of each extension.
# Only in make test-all: documents, not code.

use File::Glob ':bsd_glob';
use UuidxDocument qw(sections code_in);
use UuidxTest;

my $node = uuidx_node('names', extension => 'uuidx_ids');
my @files = map { s/^\Q$top\E\///r } map { glob("$top/$_") } '*.md', '{doc,doc/clients,bench,test}/*.md';
my $makefile = slurp_file("$top/Makefile");
my $sources = join('', map { slurp_file($_) } glob("$top/{src,src/*,test/unit}/*.[ch]"));
my %exists = map { $_ => 1 } split(/\n/, value($node, q{
	SELECT proname FROM pg_proc UNION SELECT typname FROM pg_type
	  UNION SELECT opcname FROM pg_opclass UNION SELECT extname FROM pg_extension
	UNION SELECT system FROM uuid_id_systems() UNION SELECT name
	  FROM pg_settings UNION SELECT unnest(proargnames) FROM pg_proc}));
# what others have
$exists{$_} = 1 foreach qw(uuid_timestamp uuid_timestamptz_to_v7 uuid_v7_to_timestamptz uuid_extract_version
  uuid_generate_v1 uuid_generate_v3 uuid_generate_v5 uuidx_hosted);
my @tree = split(/\n/, qx(cd "$top" && find . -type f -not -path '*/node_modules/*' -not -path './.git/*'));

foreach my $file (@files)
{
	my $text = join('', map { $_->{text} . join('', map { $_->{text} } @{ $_->{blocks} }) } sections($file));
	my @code = map { code_in($_) } map { $_->{text} =~ tr/\n/ /r } sections($file);
	my (%functions, %targets, %paths);

	$functions{$1} = 1 while $text =~ /((?:\b(?:uuidx?|typeid)|(?<![\w.\/\$])id)_[a-z][a-z0-9_]*)\b(?!\*|\.|%)/g;
	$targets{$_} = 1
	  foreach map { m{^(?:sudo )?make ((?:[a-z][-a-z0-9]*)(?: [a-z][-a-z0-9]*)*)} ? split(/ /, $1) : () } @code,
		split(/\n/, join('', map { $_->{text} } map { grep { !$_->{language} } @{ $_->{blocks} } } sections($file)));
	# what begins with a dot is not in the archive of a release; Flyway's scripts are the reader's
	$paths{$_} = 1
	  foreach grep { !/^\./ || -d "$top/.ci" } grep { !/^[UV]\d+__/ } grep { m{^(?=.*[a-z])[\w.-]+(?:/[\w.-]+)+$}
	  || /^[\w-]+\.(?:[chmd]|pl|pm|sql|spec|json|control)$/ } map { split(/ /) } @code;

	is_deeply([ grep { !$exists{$_} && $sources !~ /\b$_\b/ } sort keys %functions ],
		[], "$file: what is called uuid_... is there");
	is_deeply([ grep { $makefile !~ /^(?:[\w-]+ )*\Q$_\E(?: [\w-]+)*:|^ALONE = (?:.*\\\n)*.*\b\Q$_\E\b/m
	  && !/^(?:install|installcheck|clean|all)$/ } sort keys %targets ], [], "$file: so is each target of make");
	is_deeply([ grep { my $path = $_; !grep { m{/\Q$path\E(?:/|$)} } @tree } sort keys %paths ],
		[], "$file: and each file");
}

# doc/internals.md names every source file, with or without its folder; braces are those of a shell
my %named = map { $_ => 1 } map { glob($_) } grep { m{^[\w./{},]+\.(?:[ch]|\{h,c\})$} }
  map { code_in($_->{text}) } sections('doc/internals.md');
is_deeply(
	[
		grep { !$named{$_} && !$named{ s{.*/}{}r } && !m{^ids/} }
		map { s{^\Q$top\E/src/}{}r } glob("$top/{src,src/*}/*.[ch]")
	],
	[],
	'doc/internals.md names every source file except those of ids/');

# doc/query-by-time.md names the functions of a time that planner/time_functions.c has: those of operators by
# the operator and the type of the other operand, casts by the type
my %number = slurp_file($node->config_data('--includedir-server') . '/utils/fmgroids.h') =~ /^#define (F_\w+) (\d+)/mg;
my @moving = slurp_file("$top/src/planner/time_functions.c") =~ /^\t\{(F_\w+, [01]),/mg;
my ($moving) = map { $_->{text} =~ /^(Around the time, .*?)\.$/m } sections('doc/query-by-time.md');
my $values = join(', ', map { my ($function, $moved) = split(/, /); "($number{$function}, $moved)" } @moving);

cmp_ok(scalar @moving, '>=', 30, 'functions of a time');
is(join(' ', sort(code_in($moving))), join(' ', sort split(/\n/, value($node, qq{
	SELECT CASE proname WHEN 'timezone' THEN 'AT TIME ZONE' ELSE proname END
	FROM (VALUES $values) AS v (function, moved) JOIN pg_proc AS p ON p.oid = function
	WHERE NOT EXISTS (SELECT FROM pg_operator WHERE oprcode = function)
	  AND NOT EXISTS (SELECT FROM pg_cast WHERE castfunc = function)
	UNION SELECT format_type(casttarget, -1)
	  FROM (VALUES $values) AS v (function, moved) JOIN pg_cast ON castfunc = function
	UNION SELECT unnest(ARRAY[oprname, format_type(CASE moved WHEN 0 THEN oprright ELSE oprleft END, -1)])
	  FROM (VALUES $values) AS v (function, moved) JOIN pg_operator ON oprcode
	  = function}) =~ s/ with time zone/tz/r =~ s/ without time zone//gr)), 'doc/query-by-time.md names them');

# --- Links: to a file that is there, and to a heading that is in it
my %anchors;

sub anchors
{
	my ($file) = @_;
	my %times;

	return $anchors{$file} ||= {
		map {
			my $anchor = lc =~ s/[^\w\- ]//gr =~ tr/ /-/r;
			my $again = $times{$anchor}++;

			($again ? "$anchor-$again" : $anchor) => 1
		} slurp_file($file) =~ s/^```.*?^```//msgr =~ /^#+ +(.*?) *$/mg
	};
}

foreach my $file (map { s/^\Q$top\E\///r } map { glob("$top/$_") } '*.md',
	'{doc,doc/clients,bench,src,test,test/mutants}/*.md')
{
	my ($dir) = $file =~ m{^(.*/)?};
	my @broken;

	foreach my $link (slurp_file("$top/$file") =~ s/^```.*?^```//msgr =~ /\]\(([^)\s]+)\)/g)
	{
		my ($path, $anchor) = $link =~ /^([^#]*)#?(.*)$/;
		my $target = $path eq '' ? "$top/$file" : "$top/" . ($dir // '') . $path;

		next if $link =~ /^(?:https?|mailto):/;
		push @broken, $link if !-e $target || $anchor ne '' && !anchors($target)->{$anchor};
	}
	is_deeply(\@broken, [], "links of $file hold");
}

done_testing();
