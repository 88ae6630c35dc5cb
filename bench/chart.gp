# A chart of bars, one panel for each metric, after what chart.sql says. Variable: out

set datafile separator "\t"
stats $data using (strlen(strcol(1))) name "label" nooutput
panels = words(metrics)
array top[panels]
do for [panel = 1 : panels] {
	stats $data using (column(3 * panel + 2)) name "high" nooutput
	top[panel] = high_max
}
height = 85 + 26 * label_records
left = 24 + 7.2 * label_max
width = (800.0 - left) / panels

set terminal svg size 800, height dynamic noenhanced font "Helvetica,13" background "#ffffff"
set output out
# at the left edge, where it has the whole width
if (strlen(title) > 90) { exit error "too long for a title: " . title }
set label 1 title at screen 12.0 / 800, 1 - 18.0 / height left font ",15" textcolor rgb "#222222"

set tmargin at screen 1 - 62.0 / height
set bmargin at screen 12.0 / height
set yrange [label_records - 0.4 : -0.6]
set border 2 linecolor rgb "#888888"
set tics nomirror textcolor rgb "#444444"
set ytics scale 0
unset xtics
set style fill solid noborder
set key off
set bars small

colour(ours) = int(ours) ? 0x2563ab : 0xb0b5bb
digits(value) = sprintf(value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)

set multiplot
do for [panel = 1 : panels] {
	middle = 3 * panel
	low = middle + 1
	high = middle + 2
	set xrange [0 : top[panel] * (panels == 1 ? 1.15 : 1.4)]
	set lmargin at screen (left + width * (panel - 1)) / 800
	set rmargin at screen (left + width * panel - 16) / 800
	set label 2 word(metrics, panel) . ", " . word(units, panel) \
		at screen (left + width * (panel - 1)) / 800, 1 - 44.0 / height left textcolor rgb "#444444"
	plot $data using (column(middle) / 2):0:(column(middle) / 2):(0.34):(colour($2)):ytic(1) \
			with boxxyerror linecolor rgb variable, \
		 $data using middle:0:low:high with xerrorbars pointtype 0 linecolor rgb "#333333", \
		 $data using high:0:(digits(column(middle))) with labels left offset 0.8, 0 textcolor rgb "#222222"
	unset label 1
	unset ytics
}
unset multiplot
