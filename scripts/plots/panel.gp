# The axes of the next panel: numbers stand only at the left of a row and below a column.

set format x (panel > panels - columns ? '%g' : '')
set format y ((panel - 1) % columns == 0 ? '%g' : '')
if (panel == 2) {
    unset label
    unset arrow
    unset object
}
