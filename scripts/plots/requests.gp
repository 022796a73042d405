# Actions of the most threatened agent, or of others at its request, by move number: player hero against
# each opponent (thesis, figure 3.3), or, if hero is '', each player against all. The picture 'asked'
# shows only the requested actions, which are rarer.

load 'curves.gp'
asked = picture eq 'asked'
least = 0.
most = 1.
BANDS = asked ? 'attack_requests' : 'attack_requests own_moves'
LINES = asked ? 'defence_requests attack_requests' : \
    'own_moves own_attacks defence_requests attack_requests'
array LINE_STYLE[4] = [2, 3, 5, 1]
style_of(i) = LINE_STYLE[i + 4 - words(LINES)]
do for [k = 1:panels] {
    b = CURVE[k]
    do for [name in BANDS] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(column(name.'_high'))) nooutput
    }
    do for [name in LINES] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(share(name, 'decisions'))) nooutput
    }
}

title_text = (asked ? 'Performed requests of ' : 'Requests of '). \
    (hero ne '' ? short(hero, 24) : 'each player').' by move number'
y_text = 'share of decisions (%)'
caption_text = (asked ? 'Actions of other agents for the most threatened agent' : \
    'Actions of the most threatened agent, and of others at its request'). \
    ', summed over groups of five moves. Groups with fewer than a tenth of the decisions of the first are omitted. '. \
    (asked ? 'Band: 95 % interval of attack requests.' : \
    'Bands: 95 % intervals of attack requests and own moves.')
legends = words(LINES)
array LEGEND[4] = ['attack request performed', 'defence request performed', 'moves itself', \
    'captures itself']
array LEGEND_STYLE[4] = [1, 5, 2, 3]
legend_boxes = 0
from_zero = 1
load 'panels.gp'

set yrange [0:lesser_of(most * 1.02, 100)]
set ytics step_of(most)
do for [panel = 1:panels] {
    load 'panel.gp'
    b = CURVE[panel]
    set title title_of(panel) offset 0,-0.8
    plot for [i = 1:words(BANDS)] 'table.csv' every ::FROM[b]::TO[b] using \
            (column(along)):(column(word(BANDS, i).'_low')):(column(word(BANDS, i).'_high')) with \
            filledcurves fillcolor rgb colour(i) fillstyle transparent solid 0.2 noborder notitle, \
        for [i = 1:words(LINES)] '' every ::FROM[b]::TO[b] using \
            (column(along)):(share(word(LINES, i), 'decisions')) with lines \
            linestyle style_of(i) notitle
}
unset multiplot
