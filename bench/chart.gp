# A chart of bars, one panel for each metric, after what chart.sql says. Variables: out, and
# zoom: where this is not 0, a second panel shows the first metric up to this value.

set datafile separator "\t"
stats $data using (strlen(strcol(1))) name "label" nooutput
stats $data using ($2 == 2) name "core" nooutput
panels = zoom > 0 ? 2 : words(metrics)
metric_of(panel) = zoom > 0 ? 1 : panel
array top[panels]
do for [panel = 1 : panels] {
	stats $data using (column(3 * metric_of(panel) + 2)) name "high" nooutput
	top[panel] = zoom > 0 && panel == 2 ? zoom : high_max
}
body = 96 + 26 * label_records
left = 24 + 7.2 * label_max
width = (800.0 - left) / panels
load "bench/style.gp"

set tmargin at screen down(86)
set bmargin at screen down(86 + 26 * label_records)
set yrange [label_records - 0.4 : -0.6]
set border 2
set ytics scale 0
unset xtics
set label 3 "uuidx" at screen across(18), down(44) left offset 1, 0 \
	point pointtype 5 pointsize 1 linecolor rgb uuidx textcolor rgb text
set label 4 "other" at screen across(96), down(44) left offset 1, 0 \
	point pointtype 5 pointsize 1 linecolor rgb other textcolor rgb text
if (core_sum > 0) {
	set label 5 "version 7 of PostgreSQL itself" at screen across(170), down(44) left offset 1, 0 \
		point pointtype 5 pointsize 1 linecolor rgb core_v7 textcolor rgb text
}

array colours[3] = [other, uuidx, core_v7]
colour(kind) = colours[int(kind) + 1]
digits(value) = sprintf(value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
# a bar that a panel cannot hold is cut, with a gap before its end and its length after it
within(value) = value <= limit ? value : NaN
cut(value) = value > limit ? value : NaN
shown(value) = value > limit ? 1.12 * limit : value

set multiplot
do for [panel = 1 : panels] {
	middle = 3 * metric_of(panel)
	low = middle + 1
	high = middle + 2
	limit = top[panel]
	edge = limit * (panels == 1 ? 1.15 : 1.4)
	set xrange [0 : edge]
	set lmargin at screen across(left + width * (panel - 1))
	set rmargin at screen across(left + width * panel - 16)
	set label 2 word(metrics, metric_of(panel)) . ", " . word(units, metric_of(panel)) \
		. (zoom > 0 && panel == 2 ? sprintf(", enlarged: up to %g", zoom) : "") \
		at screen across(left + width * (panel - 1)), down(70) left textcolor rgb pale_text
	plot $data using (shown(column(middle)) / 2):0:(shown(column(middle)) / 2):(0.34):(colour($2)):ytic(1) \
			with boxxyerror linecolor rgb variable, \
		 $data using (within(column(middle))):0:low:(column(high) > edge ? edge : column(high)) \
			with xerrorbars pointtype 0 linecolor rgb "#333333", \
		 $data using (within(column(middle)) + column(high) - column(middle)):0:(digits(column(middle))) \
			with labels left offset 0.8, 0 textcolor rgb text, \
		 $data using (cut(column(middle)) / column(middle) * 1.03 * limit):($0 + 0.4):(0.03 * limit):(-0.8) \
			with vectors nohead linewidth 4 linecolor rgb page, \
		 $data using (cut(column(middle)) / column(middle) * 1.12 * limit):0:(digits(column(middle))) \
			with labels left offset 0.8, 0 textcolor rgb text
	do for [n = 3 : 5] { unset label n }
	do for [n = 1 : lines] { unset label 10 + n }
	unset label 1
	unset ytics
}
unset multiplot
