
# Random SQL over everything the extension has: each function, operator and cast of
# the catalog with ordinary and extreme arguments raises nothing but the errors it
# documents, and a condition means the same whichever plan computes it.
#
# FUZZ_SEED says where chance begins (1), FUZZ_CALLS how many calls are made (2000);
# a fifth as many conditions are compared.
#
# Only in make test-all: chance, for what sql/ calls deliberately.
# Also with sanitizers: chance reaches values that nobody thought of.

use strict;
use warnings;

use FindBin;
use List::Util 'min';
use lib "$FindBin::RealBin/lib";
use RandomSql;
use Test::More;
use UuidxTest;

my $seed = $ENV{FUZZ_SEED} || 1;
my $count = $ENV{FUZZ_CALLS} || 2000;
my $node = uuidx_node('calls', conf => 'jit = off', extension => 'uuidx_ids');

srand $seed;
note "seed $seed, $count calls, ", int($count / 5), ' conditions';
random_setup($node);

my ($lines, $called) = random_calls($count);
my ($stdout, $states, $odd) = run_lines($node, 'calls', @$lines);
is($odd, 0, 'random calls: only errors that are documented');
is_deeply([ sort keys %$called ], [ sort keys %{ { map { $_ => 1 } function_names() } } ], 'every function was called');
cmp_ok($states, '>=', 4, 'errors were provoked too');
isnt($stdout, '', 'and there were results');

($lines, my $conditions) = random_conditions(int($count / 5));
($stdout, $states, $odd) = run_lines($node, 'conditions', @$lines);
is($odd, 0, 'random conditions: no error');

my %results;
my $true = 0;
for (split /\n/, $stdout)
{
	my ($name, $count, $md5) = split /\|/;
	my ($i, $kind) = split / /, $name;

	push @{ $results{$i}{ $kind eq 'sorted' ? 'sorted' : 'found' } }, "$count $md5";
	$true++ if $kind eq 'plain' && $count > 0 && $count < 1400;
}
my @different;
for my $i (sort { $a <=> $b } keys %results)
{
	for my $kind (sort keys %{ $results{$i} })
	{
		my %seen = map { $_ => 1 } @{ $results{$i}{$kind} };
		push @different, "$kind: $conditions->{$i}: @{ $results{$i}{$kind} }" if keys %seen > 1;
	}
}
diag $_ for @different[ 0 .. min(9, $#different) ];
is(scalar @different, 0, 'every plan finds the same rows in the same order');
is_deeply([ sort keys %results ], [ sort keys %$conditions ], 'all of them were asked');
cmp_ok($true, '>', keys(%$conditions) / 5, 'many were true for some rows only');
note "$true conditions were true for some rows only";

unlike(new_log($node), qr/\bPANIC\b|terminated by signal|TRAP:/, 'the server stayed up');
done_testing();
