
=pod

=head1 NAME

UuidxDocument - documents as tests read them: text, statements, what is shown

=head1 SYNOPSIS

  use UuidxDocument;

  my %blocks = sql_of('doc/generate.md');
  like(plain($output), shown(plain($block->{text})), 'shows what it says');

  my $document = UuidxDocument->new($node, 'README.md', 'Install 1' => 'make deb runs it');
  $document->database('first');
  my ($create, $insert) = $document->block('uuidx 1');
  is($insert->{output}, $document->query('TABLE events'), 'the new row');
  $document->finish;

=cut

package UuidxDocument;

use strict;
use warnings;

use Exporter 'import';
use FindBin;
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

our @EXPORT = qw(document sections sql_of code_in plain shown client with_created_at);

=pod

=head1 FUNCTIONS

=over

=item document($file)

The text of a file, by its path from the top of the source.

=cut

sub document { return slurp_file("$FindBin::RealBin/../../$_[0]") }

=pod

=item sections($file)

The sections of a document, in order: C<heading>, C<text>, and C<blocks>, each with its
C<language>, which may be empty, and C<text>.

=cut

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

=pod

=item sql_of($file)

The blocks of SQL below each heading, in order: heading => [text, ...].

=cut

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

=pod

=item code_in($text)

What stands between backquotes in running text.

=cut

sub code_in { return $_[0] =~ /(?|``(.+?)``|`([^`]+)`)/g }

=pod

=item client($page)

The page of a client, a file of doc/clients: C<text>, and C<blocks>, the text of each.

=item with_created_at(@blocks)

Its model with a computed created_at: that of the first block with the lines of another
block below its id, the last one in place of its end if it begins so; or a block with a
class of its own.

=cut

sub client
{
	my @sections = sections("doc/clients/$_[0].md");

	return { text => join(' ', map { $_->{text} =~ tr/\n/ /r } @sections), blocks => [ map { $_->{text} } map { @{ $_->{blocks} } } @sections ] };
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

=pod

=item plain($output)

The lines that psql prints without rulers, empty lines and padding.

=cut

sub plain
{
	my ($text) = @_;

	return join("\n", grep { $_ ne '' && $_ ne 'QUERY PLAN' && !/^[-+]+$/ } map { s/^ +| +$//gr =~ s/ +/ /gr } split(/\n/, $text)) . "\n";
}

=pod

=item shown($text)

A pattern of what is shown, in which ... is anything.

=item statements($text)

The statements of a block, each with C<sql>, the C<comment> behind it, a C<notice> below
it, and what is C<shown> below it if a prompt stands before it.

=cut

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

=pod

=back

=head1 A DOCUMENT THAT IS RUN

=over

=item UuidxDocument->new($node, $file, %not_run)

A document whose blocks are run on a node.  A block has the heading above it and its
number below that heading as its name.  C<%not_run> are blocks that are not run, each
with the reason.

=cut

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

=pod

=item database($name, $sql)

Creates a database, in which everything is run from here on, and runs SQL in it, which
is C<CREATE EXTENSION uuidx> unless told otherwise.

=cut

sub database
{
	my ($self, $name, $sql) = @_;

	$self->{database} = $name;
	value($self->{node}, "CREATE DATABASE $name");
	$self->query($sql // 'CREATE EXTENSION uuidx');
	return;
}

=pod

=item query($sql), error($sql), plan_of($query)

What C<value> and C<state_of> return in that database, and the plan of a query that uses
an index where there is one.

=cut

sub query { return value($_[0]{node}, $_[1], $_[0]{database}) }
sub error { return state_of($_[0]{node}, $_[1], $_[0]{database}) }
sub plan_of { return $_[0]->query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) $_[1]") }

=pod

=item by_key($statement)

Tests that a statement uses the primary key.

=cut

sub by_key
{
	my ($self, $statement) = @_;

	return like($self->plan_of($statement->{sql}), qr/Scan using \w+_pkey .*\n +Index Cond: \(+id /, "by the key: $statement->{sql}");
}

=pod

=item runs($name, @statements)

Runs statements in one session, keeps their C<output>, and compares it with the
document: output below a statement, and a value or the primary key in its comment.

=cut

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
		like(plain($s->{output} =~ s/^-\[.*\n//mr), shown(plain($s->{shown})), "$name: shows what it says: $first") if defined $s->{shown};
		like($stderr, qr/\Q$s->{notice}\E$/m, "$name: $first") if $s->{notice};
		is($s->{output}, $s->{comment}, "$name: $first") if $s->{comment} =~ /^(?:$uuid|[\d.]+|[tf]|\d{4}-\d\d-\d\d .*)$/;
		$self->by_key($s) if $s->{comment} =~ /the primary key/;
	}
	return;
}

=pod

=item taken($name)

The statements of a block, which the caller runs one by one.

=item block($name)

Runs a block, and returns its statements.

=cut

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

=pod

=item finish()

Tests that each block was run, or is named as not run, which skips a test.

=back

=cut

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
