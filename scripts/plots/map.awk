# Of pairings.csv of a gauntlet with factors, where a row of the hero precedes each row of an opponent:
# the scores of the hero in per cent, with the values of the last two factors as places on two axes. A
# panel has one opponent and one combination of the other values; \002 is a comma in its name.

# Sets at[VALUE] to the place of each of the COUNT values, in ascending order if they are numbers.
function place(values, count, at,    i, j, value, numbers) {
    numbers = 1
    for (i = 1; i <= count; i++) if (values[i] !~ /^-?[0-9]+([.][0-9]+)?$/) numbers = 0
    for (i = 2; numbers && i <= count; i++) {
        value = values[i]
        for (j = i - 1; j > 0 && values[j] + 0 > value + 0; j--) values[j + 1] = values[j]
        values[j + 1] = value
    }
    for (i = 1; i <= count; i++) at[values[i]] = i
}

BEGIN { FS = OFS = "," }
NR == 1 {
    for (i = 1; i <= NF; i++) {
        column[$i] = i
        if ($i ~ /[.]/) factor[++factors] = $i
    }
    across = factor[factors]; down = factor[factors - 1]
    next
}
NR % 2 == 0 && factors > 1 && $column["games"] > 0 {
    row++
    panel[row] = "against " $column["opponent"]
    for (i = 1; i < factors - 1; i++) panel[row] = panel[row] "\002 " factor[i] " " $column[factor[i]]
    x[row] = $column[across]; y[row] = $column[down]
    if (!(x[row] in seen_x)) { seen_x[x[row]]; xs[++columns] = x[row] }
    if (!(y[row] in seen_y)) { seen_y[y[row]]; ys[++lines] = y[row] }
    score[row] = 100 * ($column["wins"] + $column["draws"] / 2) / $column["games"]
    if (!(panel[row] in seen)) { seen[panel[row]]; panels[++count] = panel[row] }
}
END {
    place(xs, columns, at_x); place(ys, lines, at_y)
    print "panel", "across", "down", "x", "y", "x_value", "y_value", "score"
    for (p = 1; p <= count; p++)
        for (r = 1; r <= row; r++)
            if (panel[r] == panels[p])
                print panel[r], across, down, at_x[x[r]], at_y[y[r]], x[r], y[r], score[r]
}
