# The axes of the next panel: numbers are only at the left of a row and below a column, unless each
# panel has a scale of its own.

set format x (panel > panels - columns ? '%g' : '')
set format y (own_scales || (panel - 1) % columns == 0 ? '%g' : '')
if (own_scales) {
    if (from_zero) { set yrange [0:*] } else { set autoscale y }
    set ytics autofreq
}
if (panel == 2) {
    unset label
    unset arrow
    unset object
}
