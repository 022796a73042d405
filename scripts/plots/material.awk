# Rows of material_mean.csv while at least two games, and a tenth of the first ones, last: a few games
# are only noise. In asynchronous chess they get the columns move, which is empty, and seconds.
BEGIN { FS = OFS = "," }
NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    in_time = "time_ms" in column
    print in_time ? $0 ",move,seconds" : $0
    next
}
{
    curve = $column["player"] "," $column["opponent"] "," (in_time ? $column["ms_per_space"] : "")
    running = $column["running"]
    if (!(curve in first)) first[curve] = running
    if (running >= 2 && 10 * running >= first[curve])
        print in_time ? $0 ",," $column["time_ms"] / 1000 : $0
}
