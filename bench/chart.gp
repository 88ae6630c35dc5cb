# One bar chart. Variables: data, out, title, unit

set datafile separator "\t"
stats data using 4 nooutput
set terminal svg size 760, 70 + 30 * STATS_records dynamic noenhanced font "Helvetica,13" background "#ffffff"
set output out
set title title font ",15" textcolor rgb "#222222"
set yrange [STATS_records - 0.4 : -0.6]
set xrange [0 : STATS_max * 1.15]
set xlabel unit
set border 1 linecolor rgb "#888888"
set tics nomirror textcolor rgb "#444444"
set ytics scale 0
set grid xtics linecolor rgb "#dddddd"
set style fill solid noborder
set key off
set bars small

colour(ours) = int(ours) ? 0x2563ab : 0xb0b5bb
plot data using ($2 / 2):0:($2 / 2):(0.36):(colour($5)):ytic(1) with boxxyerror linecolor rgb variable, \
	 data using 2:0:3:4 with xerrorbars pointtype 0 linecolor rgb "#333333", \
	 data using 4:0:(sprintf($2 < 10 ? "%.2f" : $2 < 100 ? "%.1f" : "%.0f", $2)) with labels left offset 0.8, 0 textcolor rgb "#222222"
