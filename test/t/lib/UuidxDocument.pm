# UuidxDocument - documents as tests read them: text, statements, what is shown
package UuidxDocument;

use Exporter 'import';
use FindBin;
use UuidxTest;

our @EXPORT = qw(document sections sql_of code_in plain shown client with_created_at);

# document($file): the text of a file, by its path from the top of the source.
sub document { return slurp_file("$FindBin::RealBin/../../$_[0]") }

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

# sql_of($file): the blocks of SQL below each heading, in order: heading => [text, ...].
sub sql_of
{
	my %sql;

	foreach my $section (sections(@_))
	{
		my @blocks = map { $_->{text} } grep { $_->{language} eq 'sql' } @{ $section->{blocks} };

		push @{ $sql{ $section->{heading} } }, @blocks if @blocks;
	}
	return %sql;
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

	return join("\n", grep { $_ ne '' && $_ ne 'QUERY PLAN' && !/^[-+]+$/ }
	  map { s/^ +| +$//gr =~ s/ +/ /gr } split(/\n/, $text)) . "\n";
}

# shown($text): a pattern of what is shown, in which ... is anything.
#
# statements($text): the statements of a block, each with sql, the comment behind it, a notice below
# it, and what is shown below it if a prompt stands before it.
sub shown
{
	my $pattern = quotemeta($_[0]);

	$pattern =~ s/^\\\.\\\.\\\.\\\n/(?:.*\\n)*?/mg;
	$pattern =~ s/\\\.\\\.\\\./.*/g;
	return qr/\A$pattern\z/;
}

sub statements
{
	my (@statements, $open);

	foreach my $line (split(/\n/, $_[0]))
	{
		if (!$open)
		{
			if ($line =~ /^-- (NOTICE: .*)/) { $statements[-1]{notice} = $1 }
			next if $line =~ /^--|^$/;
			if (@statements && $statements[-1]{prompt} && $line !~ /^=> /)
			{
				$statements[-1]{shown} .= "$line\n";
				next;
			}
			push @statements, { sql => '', prompt => scalar $line =~ s/^=> //, comment => '' };
		}
		$statements[-1]{sql} .= "$line\n";
		$statements[-1]{comment} = $1 // '' if $line =~ /(?:;|\\gx)(?: +-- (.*))?$/;
		$open = $line !~ /;(?: +-- .*)?$|\\gx$/;
	}
	return @statements;
}

# UuidxDocument->new($node, $file, %not_run): a document whose blocks are run on a node. A block has
# the heading above it and its number below that heading as its name. %not_run are blocks that are not
# run, each with the reason.
sub new
{
	my ($class, $node, $file, %not_run) = @_;
	my (%block, %number);

	foreach my $section (sections($file))
	{
		my $heading = $section->{heading};

		$block{ "$heading " . ++$number{$heading} } = [ statements($_->{text}) ] foreach @{ $section->{blocks} };
	}
	return bless { node => $node, database => 'postgres', block => \%block, taken => {}, not_run => \%not_run }, $class;
}

# database($name, $sql): creates a database, in which everything is run from here on, and runs SQL in
# it, which is CREATE EXTENSION uuidx unless told otherwise.
sub database
{
	my ($self, $name, $sql) = @_;

	$self->{database} = $name;
	value($self->{node}, "CREATE DATABASE $name");
	$self->query($sql // 'CREATE EXTENSION uuidx');
	return;
}

# query($sql), error($sql), plan_of($query): what value and state_of return in that database, and the
# plan of a query that uses an index where there is one.
sub query { return value($_[0]{node}, $_[1], $_[0]{database}) }
sub error { return state_of($_[0]{node}, $_[1], $_[0]{database}) }
sub plan_of { return $_[0]->query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) $_[1]") }

# by_key($statement): tests that a statement uses the primary key.
sub by_key
{
	my ($self, $statement) = @_;

	return like($self->plan_of($statement->{sql}),
		qr/Scan using \w+_pkey .*\n +Index Cond: \(+id /, "by the key: $statement->{sql}");
}

# runs($name, @statements): runs statements in one session, keeps their output, and compares it with
# the document: output below a statement, and a value or the primary key in its comment.
sub runs
{
	my ($self, $name, @statements) = @_;
	my $uuid = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
	my $sql = '';
	my ($stdout, $stderr);

	foreach my $s (@statements)
	{
		$sql .= "\\pset format aligned\n\\pset tuples_only off\n\\pset footer off\n" if defined $s->{shown};
		$sql .= "$s->{sql}\\echo ===\n\\pset format unaligned\n\\pset tuples_only on\n";
	}
	$self->{node}->psql($self->{database}, $sql, stdout => \$stdout, stderr => \$stderr, on_error_stop => 1);
	is($stderr =~ /(ERROR: .*)/ ? $1 : '', '', "$name: runs") or diag($stderr);
	my @output = split(/^===\n?/m, $stdout, -1);

	foreach my $s (@statements)
	{
		my ($first) = $s->{sql} =~ /(.*)/;

		$s->{output} = shift(@output) // '';
		chomp $s->{output};
		like(plain($s->{output} =~ s/^-\[.*\n//mr), shown(plain($s->{shown})), "$name: shows what it says: $first")
		  if defined $s->{shown};
		like($stderr, qr/\Q$s->{notice}\E$/m, "$name: $first") if $s->{notice};
		is($s->{output}, $s->{comment}, "$name: $first")
		  if $s->{comment} =~ /^(?:$uuid|[\d.]+|[tf]|\d{4}-\d\d-\d\d .*)$/;
		$self->by_key($s) if $s->{comment} =~ /the primary key/;
	}
	return;
}

# taken($name): the statements of a block, which the caller runs one by one.
#
# block($name): runs a block, and returns its statements.
sub taken
{
	my ($self, $name) = @_;

	$self->{taken}{$name} = 1;
	ok($self->{block}{$name}, "$name: there is such a block");
	return @{ $self->{block}{$name} || [ map { { sql => '', output => '', shown => '', comment => '' } } 1 .. 10 ] };
}

sub block
{
	my ($self, $name) = @_;
	my @statements = $self->taken($name);

	$self->runs($name, @statements);
	return @statements;
}

# finish(): tests that each block was run, or is named as not run, which skips a test.
sub finish
{
	my ($self) = @_;
	my ($block, $taken, $not_run) = @{$self}{qw(block taken not_run)};

	is_deeply([ grep { !$taken->{$_} && !$not_run->{$_} } sort keys %$block ], [], 'every block is run');
	is_deeply([ grep { !$block->{$_} } sort keys %$not_run ], [], 'or named as not run');
	foreach my $name (sort keys %$not_run)
	{
	  SKIP: { skip("$name: $not_run->{$name}", 1) }
	}
	return;
}

1;
