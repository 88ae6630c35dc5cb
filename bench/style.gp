# What all charts share. Needs title, captions (an array of lines for the foot of the chart),
# body (the height in pixels of everything above them) and out. Defines down(pixels), a
# position on the screen, and the colours, which bench/dark.css changes for a dark page.

uuidx = 0x2563ab
core_v7 = 0x8ab4e0
other = 0xb0b5bb
random = 0xc0562f
integer = 0x777777
text = 0x222222
pale_text = 0x444444
page = 0xffffff

lines = |captions|
height = body + 12.0 + 16 * lines
down(pixels) = 1 - pixels / height
across(pixels) = pixels / 800.0

set terminal svg size 800, height dynamic noenhanced font "Helvetica,13" background "#ffffff"
set output out
# at the left edge, where it has the whole width
if (strlen(title) > 90) { exit error "too long for a title: " . title }
set label 1 title at screen across(12), down(18) left font ",15" textcolor rgb text
do for [n = 1 : lines] {
	if (strlen(captions[n]) > 150) { exit error "too long for a line of a caption: " . captions[n] }
	set label 10 + n captions[n] at screen across(12), down(body + 2 + 16 * n) left font ",11" textcolor rgb pale_text
}

set border linecolor rgb "#888888"
set tics nomirror textcolor rgb pale_text
set bars small
set key off
set style fill solid noborder
