#!/usr/bin/perl
# range.pl: draws doc/range.svg, how a range of time becomes a range of ids and of partitions
#
#   perl doc/range.pl >doc/range.svg

use strict;
use warnings;
use Time::Local 'timegm';

# The range, of November 2026, and the months of the picture
my ($from, $to) = map { timegm(0, 0, 0, $_, 10, 2026) } 10, 20;
my @months = map { timegm(0, 0, 0, 1, $_ % 12, 2026 + int($_ / 12)) } 9 .. 12;
my @names = ('October', 'November', 'December');
my ($left, $right) = (90, 780);

sub x { return sprintf '%.1f', $left + ($right - $left) * ($_[0] - $months[0]) / ($months[-1] - $months[0]) }

# uuid_v7_lower(): 48 bits of milliseconds, and the least of the rest
sub lower { return sprintf('%012x', 1000 * $_[0]) =~ s/(.{8})(.{4})/$1-$2-7000-8000-000000000000/r }

sub text
{
	my ($x, $y, $anchor, $class, $text) = @_;
	return qq{<text x="$x" y="$y" text-anchor="$anchor" class="$class">$text</text>\n};
}

my ($a, $b) = (x($from), x($to));
my $width = $b - $a;
my $svg = <<"END";
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 250" font-family="Helvetica, Arial, sans-serif" font-size="13">
<title>A range of time is a range of ids, and of partitions</title>
<style>
/* Drawn by doc/range.pl, in colours for a light and a dark page */
.page { fill: #ffffff } .text { fill: #222222 } .pale { fill: #444444; font-size: 11px } .id { font-family: monospace }
.axis { stroke: #888888 } .bound { stroke: #2563ab; stroke-dasharray: 4 3 } .range { fill: #8ab4e0 } .read { fill: #2563ab }
.skipped { fill: #d5d8dc } .inside { fill: #ffffff }
\@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } .text { fill: #e6edf3 } .pale { fill: #b6bec8 } .axis { stroke: #7d8590 }
.bound { stroke: #58a6ff } .range { fill: #2f5f94 } .read { fill: #58a6ff } .skipped { fill: #3d444d } .inside { fill: #0d1117 }
}
</style>
<rect width="800" height="250" class="page"/>
END
$svg .= text(12, 22, 'start', 'text id', 'WHERE id &gt;= timestamptz \'2026-11-10Z\' AND id &lt; timestamptz \'2026-11-20Z\'');
$svg .= text(12, 74, 'start', 'text', 'time') . text(12, 144, 'start', 'text', 'ids') . text(12, 208, 'start', 'text', 'partitions');
$svg .= qq{<rect x="$a" y="60" width="$width" height="20" class="range"/>\n<rect x="$a" y="130" width="$width" height="20" class="range"/>\n};
$svg .= qq{<path d="M$left 70H$right M$left 140H$right" class="axis"/>\n};
foreach my $i (0 .. $#months)
{
	my $x = x($months[$i]);

	$svg .= qq{<path d="M$x 65V75 M$x 135V145" class="axis"/>\n};
	next if $i == $#months;
	my $middle = sprintf '%.1f', ($x + x($months[ $i + 1 ])) / 2;
	my $is_read = $months[$i] <= $from && $to <= $months[ $i + 1 ];
	$svg .= text($middle, 52, 'middle', 'pale', "$names[$i] 2026");
	$svg .= sprintf qq{<rect x="%.1f" y="190" width="%.1f" height="28" class="%s"/>\n}, $x + 2, x($months[ $i + 1 ]) - $x - 4,
	  $is_read ? 'read' : 'skipped';
	$svg .= text($middle, 208, 'middle', $is_read ? 'inside' : 'text', 'p2026' . (10 + $i) . '01' . ($is_read ? ': read' : ''));
}
$svg .= qq{<path d="M$a 60V190 M$b 60V190" class="bound"/>\n};
$svg .= text($a - 6, 98, 'end', 'pale', '10 November') . text($b + 6, 98, 'start', 'pale', '20 November');
$svg .= text($a - 6, 122, 'end', 'pale id', lower($from)) . text($b + 6, 122, 'start', 'pale id', lower($to));
$svg .= text(12, 240, 'start', 'pale',
	'The first 48 bits of a version 7 id are its millisecond. A bound of time is the smallest id of that millisecond.');
print $svg, "</svg>\n";
