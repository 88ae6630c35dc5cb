# The chart of a table that grows, after what chart.sql says: seconds for each part as lines,
# and the last metric, the question, in a panel of its own. Variable: out

set datafile separator "\t"
stats $data using 1 name "rows" nooutput
series = words(metrics) - 1
stats $data using 3 name "random" nooutput
stats $data using (column(3 * series + 3)) name "asked" nooutput
height = 320.0

set terminal svg size 800, height dynamic noenhanced font "Helvetica,13" background "#ffffff"
set output out
# at the left edge, where it has the whole width
if (strlen(title) > 90) { exit error "too long for a title: " . title }
set label 1 title at screen 12.0 / 800, 1 - 18.0 / height left font ",15" textcolor rgb "#222222"

set tmargin at screen 1 - 68.0 / height
set bmargin at screen 58.0 / height
set xrange [0 : rows_max * 1.04]
set xlabel "million rows in the table" textcolor rgb "#444444"
set border 3 linecolor rgb "#888888"
set tics nomirror textcolor rgb "#444444"
set grid ytics linecolor rgb "#dddddd"
set key top right reverse Left spacing 1.3 samplen 1.5 textcolor rgb "#222222"
colour(name) = name[1:5] eq "uuid_" ? 0x2563ab : name[1:6] eq "bigint" ? 0x777777 : 0xc0562f

set multiplot
set lmargin at screen 50.0 / 800
set rmargin at screen 490.0 / 800
set label 2 "s for the next " . sprintf("%g", rows_min) . " million rows" \
	at screen 16.0 / 800, 1 - 46.0 / height left textcolor rgb "#444444"
set yrange [0 : random_max * 1.15]
plot for [n = 1 : series] $data using 1:(column(3 * n)) with linespoints pointtype 7 pointsize 0.5 linewidth 2 \
		linecolor rgb colour(word(metrics, n)) title word(metrics, n)
unset label 1
set lmargin at screen 560.0 / 800
set rmargin at screen 784.0 / 800
set label 2 word(metrics, series + 1) . ", " . word(units, series + 1) \
	at screen 526.0 / 800, 1 - 46.0 / height left textcolor rgb "#444444"
set yrange [0 : asked_max * 1.5]
plot $data using 1:(column(3 * series + 3)) with linespoints pointtype 7 pointsize 0.5 linewidth 2 \
	linecolor rgb 0x2563ab notitle
unset multiplot
