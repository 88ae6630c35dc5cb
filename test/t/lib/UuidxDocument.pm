# UuidxDocument - documents as tests read and run them
#
# Every block of SQL is run in the order of the document. A block without a language is what the block
# above it shows, and so is what stands below a query with the prompt "=> "; ... is anything. A heading
# that is a message is what the first block below it raises. A value in a comment behind a query of one
# line is what that query returns, and a comment "-- NOTICE:" is a notice of the block.
#
# documents/NAME.sql has what the document takes for granted, and what it promises besides: psql's
# statements under lines "-- before HEADING N", for a block by its number below its heading, or
# "-- after HEADING". Behind a statement stands what it does: "--> ROW", with a line of psql for each
# row, and blanks between rows; "--~ PATTERN" and "--^ PATTERN" for output that matches it and does
# not; "--! SQLSTATE", with the beginning of the message. Any other error fails. :{HEADING N} is the SQL
# of a block, :{HEADING N.M} its statement M, :{HEADING N.M-L} those up to L, and :{/PATTERN/} what the pattern
# captures in the document.
#
#   -- database NAME [SQL]      creates a database, in which all runs from here on, with the extension or
#                               what the SQL creates
#   -- database NAME from OTHER creates a copy of another one
#   -- for OLD write NEW        in the SQL and the output of the block; OLD may be a /PATTERN/
#   -- needs NAME [VERSION]     skips the rest of the section without the extension, or "server 18"
package UuidxDocument;

use Exporter 'import';
use UuidxTest;

our @EXPORT = qw(document sections code_in plain shown client with_created_at
  $node $db database query said guide runs run_document);

# The server, and the database in which blocks run
our ($node, $db);

# document($file): the text of a file, by its path from the top of the source.
sub document { return slurp_file("$top/$_[0]") }

# sections($file): the sections of a document, in order: heading, text, and blocks, each with its
# language, which may be empty, and text.
sub sections
{
	my ($file) = @_;
	my @sections = ({ heading => '', text => '', blocks => [] });
	my $block;

	foreach my $line (split(/\r?\n/, document($file)))
	{
		if ($block && $line eq '```') { $block = undef }
		elsif ($block) { $block->{text} .= "$line\n" }
		elsif ($line =~ /^```(\w*)$/) { push @{ $sections[-1]{blocks} }, $block = { language => $1, text => '' } }
		elsif ($line =~ /^#+ (.*)/) { push @sections, { heading => $1, text => '', blocks => [] } }
		else { $sections[-1]{text} .= "$line\n" }
	}
	return @sections;
}

# guide($file): the sections of doc/$file, in order: heading, text, and blocks of SQL, each sql
# and perhaps shown.
sub guide
{
	my @guide;

	foreach my $section (sections("doc/$_[0]"))
	{
		my @blocks;

		foreach my $block (@{ $section->{blocks} })
		{
			if ($block->{language} eq 'sql' || $block->{text} =~ /\A=> /) { push @blocks, { sql => $block->{text} } }
			elsif ($block->{language} eq '' && @blocks) { $blocks[-1]{shown} //= $block->{text} }
		}
		push @guide, { heading => $section->{heading}, text => $section->{text}, blocks => \@blocks };
	}
	return @guide;
}

# code_in($text): what stands between backquotes in running text.
sub code_in { return $_[0] =~ /(?|``(.+?)``|`([^`]+)`)/g }

# client($page): the page of a client, a file of doc/clients: text, and blocks, the text of each.
#
# with_created_at(@blocks): Its model with a computed created_at: that of the first block with the
# lines of another block below its id, the last one in place of its end if it begins so; or a block
# with a class of its own.
sub client
{
	my @sections = sections("doc/clients/$_[0].md");

	return { text => join(' ', map { $_->{text} =~ tr/\n/ /r } @sections),
		blocks => [ map { $_->{text} } map { @{ $_->{blocks} } } @sections ] };
}

sub with_created_at
{
	my ($model, @blocks) = @_;
	my ($class) = grep { /^class / } @blocks;
	my ($lines) = grep { /^ +(?:\S.*)?created_?at/i } @blocks;

	return $class if !$lines;
	my $end = $lines =~ s/^(\}.*\n)\z//m ? $1 : undef;
	$model =~ s/[^\n]*\n\z/$end/ if $end;
	$model =~ s/^( +(?:\@\w+\(.*\) )?id\b.*\n)/$1$lines/m or die 'no id';
	return $model;
}

# plain($output): the lines that psql prints without rulers, empty lines and padding.
sub plain
{
	my ($text) = @_;

	return join("\n", grep { $_ ne '' && $_ ne 'QUERY PLAN' && !/^[-+]+$|^-\[ RECORD/ }
	  map { s/^ +| +$//gr =~ s/ +/ /gr } split(/\n/, $text)) . "\n";
}

# shown($text): a pattern of what is shown, in which ... is anything.
sub shown
{
	my $pattern = quotemeta($_[0]);

	$pattern =~ s/^\\\.\\\.\\\.\\\n/(?:.*\\n)*?/mg;
	$pattern =~ s/\\\.\\\.\\\./.*/g;
	return qr/\A$pattern\z/;
}

# database($name, $sql): a new database, which is $db from here on; with the extension, what $sql
# creates, or what is there in another one, "from OTHER".
sub database
{
	($db, my $sql) = @_;
	my ($template) = ($sql //= 'CREATE EXTENSION uuidx') =~ /^from (\w+)$/;

	value($node, "CREATE DATABASE $db TEMPLATE " . ($template // 'template1'), 'template1');
	value($node, $sql, $db) if !$template;
	return;
}

# query($sql): what a query returns in $db.
sub query { return value($node, $_[0], $db) }

# said($sql): what psql prints, and its errors.
sub said
{
	my ($sql) = @_;
	my ($stdout, $stderr);

	$node->psql($db, "\\pset format aligned\n\\pset tuples_only off\n\\pset footer off\n$sql",
		stdout => \$stdout, stderr => \$stderr, on_error_stop => 1);
	$stderr =~ s/^psql:<stdin>:\d+: //mg;
	return ($stdout, $stderr);
}

my $value = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\d.]+|[tf]|\d{4}-\d\d-\d\d .*/;

# runs($block, $error): runs a block; with an error, that is what is expected.
sub runs
{
	my ($block, $error) = @_;
	my ($sql, @examples) = split(/^=> /m, $block->{sql});
	my ($first) = $sql =~ /\A\s*(.*)/;
	my ($stdout, $stderr) = said($sql);
	my ($raised) = $stderr =~ /(?:ERROR|FATAL):  (.*)/;
	my $shown = $block->{shown};

	$error = $1 if defined $shown && $shown =~ /^ERROR:  (.*)/m;
	like($raised // 'nothing', shown($error), "raises $error: $first") if defined $error;
	is($raised, undef, "runs: $first") or diag($stderr) if !defined $error;
	like(plain(defined $error ? $stderr : $stdout), shown(plain($shown)), "shows what it says: $first")
	  if defined $shown;
	like($stderr, qr/^\Q$1\E$/m, "says: $1") while $sql =~ /^-- (NOTICE: .*)/mg;
	is(query($1), $2, "returns what it says: $1") while $sql =~ /^(SELECT .*;) +-- ($value)$/mg;
	foreach my $example (@examples)
	{
		my ($query, $output) = $example =~ /\A(.*?;\n)(.*)\z/s;

		runs({ sql => $query, shown => $output =~ s/^ +->  \.\.\. +-- .*$/.../mr });
	}
	return;
}

# expanded($text): the text with what stands for :{...}, from the document that is run.
my (%sql, $text);

sub expanded
{
	my ($statements) = @_;

	return $statements =~ s{:\{(?:/(.*?)/|(.*? \d+)(?:\.(\d+)(?:-(\d+))?)?)\}}{
		my ($pattern, $block, $number, $last) = ($1, $2, $3, $4 // $3);
		my ($found) = defined $pattern ? $text =~ /$pattern/m : $number
		  ? join('', map { $_->[0] } (statements($sql{$block}))[ $number - 1 .. $last - 1 ]) : $sql{$block};

		($found // die "no $&\n") =~ s/;?(?: +-- .*)?\n*\z//r }ger;
}

# statements($text): the statements of a text, each with what stands behind it: [sql, [sign, text], ...].
sub statements
{
	my (@statements, $sql);

	foreach my $line (split(/^/, $_[0]))
	{
		push @{ $statements[-1] }, behind($1) if !defined $sql && $line =~ /^ *(--[>~^!].*)/;
		next if !defined $sql && $line =~ /^ *(?:--.*)?$/;
		my $ends = $line =~ s/^(\\.*?|.*(?:;|\\gexec|\\gset|\\gx))((?: +--[>~^! ].*)?)$/$1/ ? $2 : undef;

		$sql .= $line;
		next if !defined $ends || (() = $sql =~ /\$\w*\$/g) % 2;
		push @statements, [ $sql, behind($ends) ];
		$sql = undef;
	}
	die "a statement without an end: $sql" if defined $sql;
	return @statements;
}

sub behind { return map { [ /^--(.) ?(.*)/ ] } grep { /^--[>~^!]/ } split(/ (?=--[>~^!])/, $_[0]) }

# check($name, $statements): runs the statements of an addition in one session.
sub check
{
	my ($name, $statements) = @_;
	my @statements = statements(expanded($statements));
	my ($script, $stdout) = ("\\set root '$top'\n", '');

	foreach my $sql (map { $_->[0] } @statements)
	{
		# psql's own commands set no SQLSTATE
		$script .= $sql . ($sql =~ /^\\/ ? "\\set SQLSTATE 00000\n" : '');
		$script .= "\\echo\n\\echo === :SQLSTATE :LAST_ERROR_MESSAGE\n";
	}
	$node->psql($db, $script, stdout => \$stdout, stderr => \my $stderr, on_error_stop => 0);
	foreach (@statements)
	{
		my ($sql, @expected) = @$_;
		my ($first) = $sql =~ /\A\s*(.*)/;

		$stdout =~ /\G(.*?)\n+=== (\N*)\n?/gs or return fail("$name: not run: $sql");
		my ($output, $error) = ($1, $2);
		foreach (@expected)
		{
			my ($sign, $expected) = @$_;

			if ($sign eq '>') { is($output =~ tr/\n/ /r, $expected, "$name: $first") }
			elsif ($sign eq '~') { like($output, qr/$expected/m, "$name: $first") }
			elsif ($sign eq '^') { unlike($output, qr/$expected/m, "$name: $first") }
			else { like($error, qr/^\Q$expected\E/, "$name: raises: $first") }
		}
		is($error, '00000', "$name: $sql") if $error !~ /^00000/ && !grep { $_->[0] eq '!' } @expected;
	}
	return;
}

# addition($name, $statements, $block): runs an addition, up to the next directive at a time; returns
# why the block is not run, if it is not.
sub addition
{
	my ($name, $statements, $block) = @_;
	my ($first, @more) = split(/^-- (?=(?:database|for|needs) )/m, $statements);

	check($name, $first) if ($first // '') =~ /\S/;
	foreach (@more)
	{
		my ($directive, $rest) = /\A([^\n]*)\n(.*)\z/s;

		if ($directive =~ /^database (\w+)(?: (.*))?/) { database($1, $2) }
		elsif ($directive =~ /^for (.*) write (.*)/)
		{
			my ($old, $new) = ($1, expanded($2));
			my $pattern = $old =~ m{^/(.*)/$} ? qr/$1/m : qr/\Q$old\E/;

			ok(scalar(grep { defined && s/$pattern/$new/g } @{$block}{ 'sql', 'shown' }), "$name: has $old");
		}
		elsif ($directive =~ /^needs (\w+)(?: (\S+))?/)
		{
			my ($needed, $version) = ($1, $2 // '');

			my $lacks = query(qq{
				SELECT coalesce(max(string_to_array(version, '.')::integer[]), '{-1}')
				  < string_to_array('0$version', '.')::integer[]
				FROM (SELECT name, default_version AS version FROM pg_available_extensions
				  UNION ALL SELECT 'server', substr(current_setting('server_version_num'), 1, 2)) AS a
				WHERE name = '$needed'});

			return "there is no $needed $version" if $lacks eq 't';
		}
		check($name, $rest) if $rest =~ /\S/;
	}
	return;
}

# run_document($document): runs doc/$document.md with its additions, of which each must be of a block or
# a section that is there.
sub run_document
{
	my ($document) = @_;
	my $file = "$top/test/t/documents/" . ($document =~ s{.*/}{}r) . '.sql';
	my (undef, %additions) = -e $file ? split(/^-- ((?:before|after) .*)\n/m, slurp_file($file)) : '';
	my @guide = guide("$document.md");

	$text = document("doc/$document.md");
	foreach my $section (@guide)
	{
		my $number = 0;

		$sql{ "$section->{heading} " . ++$number } = $_->{sql} foreach @{ $section->{blocks} };
	}
	foreach my $section (@guide)
	{
		my $heading = $section->{heading};
		my $message = $heading =~ /^`([^`]*)`$/ ? $1 : undef;
		my $number = 0;
		my $not_run;

		foreach my $block (@{ $section->{blocks} })
		{
			my $name = "$heading " . ++$number;

			$not_run //= addition($name, delete $additions{"before $name"} // '', $block);
			runs($block, $number == 1 ? $message : undef) if !$not_run;
		}
		my $after = delete $additions{"after $heading"};
		fail("$message: nothing raises it") if defined $message && !$number && !defined $after;
		$not_run //= addition("after $heading", $after // '', {});
	  SKIP: { skip("$document.md, $heading: $not_run", 1) if $not_run }
	}
	is_deeply([ sort keys %additions ], [], "all that is checked of $document.md is there");
	return;
}

1;
