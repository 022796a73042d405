# What the second of two runs has changed: the difference of the leads of each pairing.

load 'table.gp'
array NAME[ROWS]
label_of(player, opponent, pace) = TEXT[player].' - '.TEXT[opponent]. \
    (pace > 0 ? sprintf(', %d ms', pace) : '')
n = 0
stats $rows using (n = n + 1, NAME[n] = label_of(column(column_player), column(column_opponent), \
    valid(column_ms_per_space) ? column(column_ms_per_space) : 0), 0) nooutput
letters = 1
do for [i = 1:ROWS] {
    letters = strlen(NAME[i]) > letters ? strlen(NAME[i]) : letters
}
letters = letters > 48 ? 48 : letters
panels = 1
left = 22 + 7.5 * letters
least_width = left + 240
panel_height = (ROWS <= 40 ? 18 : 13) * ROWS + 24

title_text = 'What '.short(SECOND_LABEL, 24).' has changed'
x_text = 'lead in '.short(SECOND_LABEL, 24).' less that in '.short(LABEL, 24).' (Elo)'
y_text = ''
caption_text = 'Bar: 95 % interval of a pairing by itself. Full points differ after Holm''s '. \
    'correction for all pairings, empty ones do not. Pairings without a bar were won or lost alike.'
legends = 0
load 'panels.gp'

is_told(kind) = TEXT[kind] eq 'interval' || TEXT[kind] eq 'alike'
told(kind, value) = is_told(kind) ? value : NaN
least = 0
most = 0
stats $rows using (told(column(column_kind), column(column_low))) name 'LOW' nooutput
if (exists('LOW_min') && LOW_records > 0) least = LOW_min < 0 ? LOW_min : 0
stats $rows using (told(column(column_kind), column(column_high))) name 'HIGH' nooutput
if (exists('HIGH_max') && HIGH_records > 0) most = HIGH_max > 0 ? HIGH_max : 0
margin = 0.05 * (most - least) + 1
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
set yrange [ROWS + 0.6:0.4]
set ytics ()
do for [i = 1:ROWS] {
    set ytics add (tic(short(NAME[i], letters)) i)
}
set arrow from 0, graph 0 to 0, graph 1 nohead linecolor rgb '#404040' linewidth 0.7
certain(yes) = told(column(column_kind), (column(column_p_holm) < 0.05) == yes ? \
    column(column_difference) : NaN)
plot $rows using (certain(1)):($0 + 1):(column(column_low)):(column(column_high)) with xerrorbars \
        linestyle 1 dashtype 11 pointtype 7 pointsize 0.8 linewidth 1.2 notitle, \
    $rows using (certain(0)):($0 + 1):(column(column_low)):(column(column_high)) with xerrorbars \
        linestyle 8 dashtype 11 pointtype 6 pointsize 0.8 linewidth 1.2 notitle
unset multiplot
