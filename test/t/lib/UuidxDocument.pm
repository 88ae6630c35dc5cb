
=pod

=head1 NAME

UuidxDocument - documents as tests read them: text, statements, what is shown

=head1 SYNOPSIS

  use UuidxDocument;

  my %blocks = sql_of('doc/choosing.md');
  like(plain($output), shown(plain($block->{text})), 'shows what it says');

=cut

package UuidxDocument;

use strict;
use warnings;

use Exporter 'import';
use FindBin;
use PostgreSQL::Test::Utils;

our @EXPORT = qw(document sections sql_of code_in plain shown);

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

=back

=cut

sub shown
{
	my $pattern = quotemeta($_[0]);

	$pattern =~ s/^\\\.\\\.\\\.\\\n/(?:.*\\n)*?/mg;
	$pattern =~ s/\\\.\\\.\\\./.*/g;
	return qr/\A$pattern\z/;
}

1;
