# The chart of a table that grows, after what chart.sql says: seconds for each part, one line
# for each metric, which is a way to generate its key. Variable: out

set datafile separator "\t"
stats $data using 1 name "rows" nooutput
series = words(metrics)
body = 340
highest = 0
do for [n = 1 : series] {
	stats $data using (column(3 * n)) name "s" nooutput
	highest = s_max > highest ? s_max : highest
}
load "bench/style.gp"

colour(name) = name[1:5] eq "uuid_" ? uuidx : name[1:6] eq "bigint" ? integer : name eq "core uuidv7()" ? core_v7 : random
set label 2 "s for the next " . sprintf("%g", rows_min) . " million rows" \
	at screen across(16), down(46) left textcolor rgb pale_text
# where a line ends before the others
do for [n = 1 : series] {
	stats $data using (column(3 * n)) name "s" nooutput
	if (s_records < rows_records) {
		set label 20 + n "stopped here: each part takes longer" \
			at rows_min * s_records, s_max left offset 1, 0 textcolor rgb text
	}
}

set tmargin at screen down(62)
set bmargin at screen down(body - 60)
set lmargin at screen across(50)
set rmargin at screen across(784)
set xrange [0 : rows_max * 1.04]
set yrange [0 : highest * 1.25]
set xlabel "million rows in the table" textcolor rgb pale_text
set border 3
set grid ytics linecolor rgb "#dddddd"
set key top right reverse Left spacing 1.3 samplen 1.5 textcolor rgb text
plot for [n = 1 : series] $data using 1:(column(3 * n)) with linespoints pointtype 7 pointsize 0.5 linewidth 2 \
	linecolor rgb colour(word(metrics, n)) title word(metrics, n)
