# A chart of pairs, after what chart.sql says: metrics come in twos, what is compared with
# and what is compared, one panel for each two, on a logarithmic scale. Variable: out

set datafile separator "\t"
stats $data using (strlen(strcol(1))) name "label" nooutput
panels = words(metrics) / 2
low = 1e9
high = 0
do for [n = 1 : 2 * panels] {
	stats $data using (column(3 * n)) name "s" nooutput
	low = s_min < low ? s_min : low
	high = s_max > high ? s_max : high
}
body = 130 + 26 * label_records
left = 24 + 7.2 * label_max
width = (800.0 - left) / panels
load "bench/style.gp"

set tmargin at screen down(92)
set bmargin at screen down(body - 30)
set yrange [label_records - 0.4 : -0.6]
set logscale x
set xrange [low / 1.6 : high * 1.6]
set format x "%g"
set border 3
set ytics scale 0
set grid xtics linecolor rgb "#dddddd"
set style arrow 1 nohead linewidth 2 linecolor rgb "#d5d8dc"
set label 3 "created_at, a real column with its index" at screen across(18), down(46) left offset 1, 0 \
	point pointtype 7 pointsize 0.8 linecolor rgb other textcolor rgb text
set label 4 "created_at, computed from the primary key" at screen across(320), down(46) left offset 1, 0 \
	point pointtype 7 pointsize 0.8 linecolor rgb uuidx textcolor rgb text

set multiplot
do for [panel = 1 : panels] {
	theirs = 6 * panel - 3
	ours = theirs + 3
	name = word(metrics, 2 * panel - 1)
	shape = name[strstrt(name, "(") + 1 : strlen(name) - 1]
	set lmargin at screen across(left + width * (panel - 1))
	set rmargin at screen across(left + width * panel - 24)
	set label 2 shape . ", " . word(units, 2 * panel - 1) . " (logarithmic)" \
		at screen across(left + width * (panel - 1)), down(76) left textcolor rgb pale_text
	plot $data using (column(theirs)):0:(column(ours) - column(theirs)):(0):ytic(1) with vectors arrowstyle 1, \
		 $data using (column(theirs)):0 with points pointtype 7 pointsize 0.8 linecolor rgb other, \
		 $data using (column(ours)):0 with points pointtype 7 pointsize 0.8 linecolor rgb uuidx
	do for [n = 3 : 4] { unset label n }
	do for [n = 1 : lines] { unset label 10 + n }
	unset label 1
	unset ytics
}
unset multiplot
