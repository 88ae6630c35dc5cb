# UuidxGuide - runs the SQL of a document as a reader would, block after block
#
# Every block of SQL is run in the order of the document. A block without a language is what the block
# above it shows, in which ... is anything. A heading that is a message is what the first block below
# it raises. A value in a comment behind a query of one line is what that query returns. A section
# that begins with "*Not run by the tests: reason.*" is skipped.
package UuidxGuide;

use Exporter 'import';
use UuidxDocument;
use UuidxTest;

our @EXPORT = qw($node $db database query said guide runs run_document);

# The server, and the database in which blocks run
our ($node, $db);

my $value = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\d.]+|[tf]|\d{4}-\d\d-\d\d .*/;

# database($name, $sql): a new database, which is $db from here on; with the extension, or with what
# $sql creates.
sub database
{
	($db, my $sql) = @_;
	value($node, "CREATE DATABASE $db");
	value($node, $sql // 'CREATE EXTENSION uuidx', $db);
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

# guide($file): the sections of doc/$file, in order: heading, text, not_run, blocks of SQL, each sql
# and perhaps shown, and others, the texts of blocks in other languages and of those above all SQL.
sub guide
{
	my @guide;

	foreach my $section (sections("doc/$_[0]"))
	{
		my ($not_run) = $section->{text} =~ /^\*Not run by the tests: (.*?)\./m;
		my (@blocks, @others);

		foreach my $block (@{ $section->{blocks} })
		{
			if ($block->{language} eq 'sql') { push @blocks, { sql => $block->{text} } }
			elsif ($block->{language} || !@blocks) { push @others, $block->{text} }
			else { $blocks[-1]{shown} = $block->{text} }
		}
		push @guide, { heading => $section->{heading}, text => $section->{text},
			not_run => $not_run, blocks => \@blocks, others => \@others };
	}
	return @guide;
}

# runs($block, $error): runs a block; with an error, that is what is expected.
sub runs
{
	my ($block, $error) = @_;
	my ($first) = $block->{sql} =~ /\A\s*(.*)/;
	my ($stdout, $stderr) = said($block->{sql});
	my ($raised) = $stderr =~ /^ERROR:  (.*)/m;
	my $shown = $block->{shown};

	$error = $1 if defined $shown && $shown =~ /^ERROR:  (.*)/m;
	like($raised // 'nothing', shown($error), "raises $error: $first") if defined $error;
	is($raised, undef, "runs: $first") or diag($stderr) if !defined $error;
	like(plain(defined $error ? $stderr : $stdout), shown(plain($shown)), "shows what it says: $first")
	  if defined $shown;
	is(query($1), $2, "returns what it says: $1") while $block->{sql} =~ /^(SELECT .*;) +-- ($value)$/mg;
	return;
}

# run_document($document, %hooks): runs doc/$document.md. The hooks are called before a block, by
# heading and number from 1, and at the end of a section; they get the block and the message of the
# heading.
sub run_document
{
	my ($document, %hooks) = @_;
	my %called;
	my $call = sub {
		my ($name, @arguments) = @_;

		$hooks{$name}->(@arguments) if $hooks{$name};
		$called{$name} = 1;
	};

	foreach my $section (guide("$document.md"))
	{
		my $heading = $section->{heading};
		my $message = $heading =~ /^`([^`]*)`$/ ? $1 : undef;
		my $number = 0;

	  SKIP:
		{
			skip("doc/$document.md, $heading: $section->{not_run}", 1) if $section->{not_run};
			foreach my $block (@{ $section->{blocks} })
			{
				$call->("$heading " . ++$number, $block, $message);
				runs($block, $number == 1 ? $message : undef);
			}
			fail("$message: nothing raises it") if defined $message && !$number && !$hooks{"$heading end"};
			$call->("$heading end", undef, $message);
		}
	}
	is_deeply([ grep { !$called{$_} } sort keys %hooks ], [], "all that is checked of doc/$document.md is there");
	return;
}

1;
