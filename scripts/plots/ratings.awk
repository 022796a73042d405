# The ratings of `agentchess report --csv --table ratings` as points for gnuplot: place from the
# top, rating, low, high, and whether there is an interval (0), only a lower (1) or only an upper
# bound (-1). The best stand on top.
#
#   names   the file for the names of players

FNR == 1 {
    read_header($0, column)
    next
}

{
    split_row($0, cell)
    kind = cell[column["rating_kind"]]
    low = cell[column["low"]]
    high = cell[column["high"]]
    rating = cell[column["rating"]]
    side = kind == "at-least" ? 1 : kind == "at-most" ? -1 : 0
    if (kind == "unknown") {
        unknown++
        next
    }
    given += kind == "given"
    # A bound may stand in its own column or in that of ratings.
    if (side != 0 && rating == "")
        rating = side > 0 ? low : high
    n++
    label[n] = quoted_text(cell[column["player"]])
    value[n] = rating + 0
    row[n] = sprintf("%s,%s,%s,%d", rating, low == "" ? rating : low, \
        high == "" ? rating : high, side)
}

END {
    for (i = 1; i <= n; i++)
        order[i] = i
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && value[order[j]] > value[order[j - 1]]; j--) {
            swap = order[j]
            order[j] = order[j - 1]
            order[j - 1] = swap
        }
    for (i = 1; i <= n; i++) {
        printf "%d,%s\n", i, row[order[i]]
        sorted[i] = label[order[i]]
    }
    write_array(names, "NAME", sorted, n)
    printf "NAMES = %d\nGIVEN = %d\nUNKNOWN = %d\n", n, given, unknown > names
}
