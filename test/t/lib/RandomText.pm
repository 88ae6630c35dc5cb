# RandomText - texts with random choices in them
package RandomText;

use strict;
use warnings;

use Exporter 'import';
use RandomTime 'one_of';

our @EXPORT = qw(chance some_of sql);

sub chance { return rand() < $_[0] }

# some_of($chance, @list): those that chance takes
sub some_of { my $chance = shift; return grep { chance($chance) } @_ }

# sql($text): the text after all choices in it, which are made from left to right, inner ones first:
#
#   {<|<=|=}          one of these
#   {span}            what the caller's function span returns
#   {near: $a; $b}    what near returns for these arguments
#
# Where lines begin with a number and a colon, one of them is chosen first, with this weight.
sub sql
{
	my ($text) = @_;
	my $package = caller;
	my (undef, @lines) = split /^\s*(\d+): /m, $text;
	my @weighted;

	while (my ($weight, $line) = splice @lines, 0, 2) { push @weighted, ($line) x $weight; }
	$text = one_of(@weighted) if @weighted;
	$text =~ s/\s+/ /g;
	$text =~ s/^ | $//g;
	1 while $text =~ s/\{([^{}]*)\}/choice($package, $1)/e;
	return $text;
}

sub choice
{
	my ($package, $text) = @_;
	my ($function, $arguments) = $text =~ /^(\w+)(?:: (.*))?$/ or return one_of(split /\|/, $text, -1);
	my $code = $package->can($function) or die "no function $function\n";

	return $code->(split /; /, $arguments // '', -1);
}

1;
