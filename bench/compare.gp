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
height = 130 + 26 * label_records
left = 24 + 7.2 * label_max
width = (800.0 - left) / panels

set terminal svg size 800, height dynamic noenhanced font "Helvetica,13" background "#ffffff"
set output out
# at the left edge, where it has the whole width
if (strlen(title) > 90) { exit error "too long for a title: " . title }
set label 1 title at screen 12.0 / 800, 1 - 18.0 / height left font ",15" textcolor rgb "#222222"

set tmargin at screen 1 - 92.0 / height
set bmargin at screen 30.0 / height
set yrange [label_records - 0.4 : -0.6]
set logscale x
set xrange [low / 1.6 : high * 1.6]
set format x "%g"
set border 3 linecolor rgb "#888888"
set tics nomirror textcolor rgb "#444444"
set ytics scale 0
set grid xtics linecolor rgb "#dddddd"
set style arrow 1 nohead linewidth 2 linecolor rgb "#d5d8dc"
set key off
set label 3 "created_at, a real column with its index" at screen 18.0 / 800, 1 - 46.0 / height left offset 1, 0 \
	point pointtype 7 pointsize 0.8 linecolor rgb 0x9aa0a6 textcolor rgb "#222222"
set label 4 "created_at, computed from the primary key" at screen 320.0 / 800, 1 - 46.0 / height left offset 1, 0 \
	point pointtype 7 pointsize 0.8 linecolor rgb 0x2563ab textcolor rgb "#222222"

set multiplot
do for [panel = 1 : panels] {
	other = 6 * panel - 3
	ours = other + 3
	name = word(metrics, 2 * panel - 1)
	shape = name[strstrt(name, "(") + 1 : strlen(name) - 1]
	set lmargin at screen (left + width * (panel - 1)) / 800
	set rmargin at screen (left + width * panel - 24) / 800
	set label 2 shape . ", " . word(units, 2 * panel - 1) \
		at screen (left + width * (panel - 1)) / 800, 1 - 76.0 / height left textcolor rgb "#444444"
	plot $data using (column(other)):0:(column(ours) - column(other)):(0):ytic(1) with vectors arrowstyle 1, \
		 $data using (column(other)):0 with points pointtype 7 pointsize 0.8 linecolor rgb 0x9aa0a6, \
		 $data using (column(ours)):0 with points pointtype 7 pointsize 0.8 linecolor rgb 0x2563ab
	unset label 1
	unset label 3
	unset label 4
	unset ytics
}
unset multiplot
