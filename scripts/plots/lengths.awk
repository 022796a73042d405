# Of games.csv: how many games of each player have a length, in at most MOST_BINS bins of a round
# width (1, 2, 5, 10, 25, ...), by their results. 'below' counts those in the rows above, on which the
# box of these is drawn.
BEGIN { FS = OFS = ","; MOST_BINS = 25; print "player", "result", "unit", "from", "to", "games", "below" }
NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    in_time = "time_ms" in column
    unit = in_time ? "seconds" : "plies"
    next
}
function add(player, result, length_of) {
    if (!(player in known)) names[++players] = player
    known[player] = 1
    count[player, result, length_of]++
}
{
    length_of = in_time ? int($column["time_ms"] / 1000) : $column["plies"]
    longest = length_of > longest ? length_of : longest
    result = $column["result"]
    add($column["white"], result == "1-0" ? "won" : result == "0-1" ? "lost" : "drawn", length_of)
    add($column["black"], result == "1-0" ? "lost" : result == "0-1" ? "won" : "drawn", length_of)
}
END {
    width = 1
    for (doubles = 1; longest > MOST_BINS * width; doubles = !doubles)
        width = doubles ? 2 * width : 5 * width / 2
    for (key in count) {
        split(key, part, SUBSEP)
        bins[part[1], part[2], int(part[3] / width)] += count[key]
    }
    split("won drawn lost", results, " ")
    for (k = 1; k <= players; k++) {
        split("", below)
        for (r = 1; r <= 3; r++)
            for (bin = 0; bin <= int(longest / width); bin++) {
                games = bins[names[k], results[r], bin] + 0
                print names[k], results[r], unit, bin * width, (bin + 1) * width, games, below[bin] + 0
                below[bin] += games
            }
    }
}
