# Of the table of 'agentchess compare --by termination': how the games of each player ended, in per
# cent. 'below' is the sum of the shares in the rows above, from which the box of these begins.
BEGIN { FS = OFS = ","; print "player", "termination", "games", "share", "below" }
function add(player) {
    if (!(player in all)) names[++players] = player
    all[player] += $4
    ended[player, $3] += $4
}
NR > 1 { add($1); add($2); met[$3] = 1 }
END {
    count = split(ENDS, ends, " ")
    for (i = 1; i <= count; i++)
        for (k = 1; ends[i] in met && k <= players; k++) {
            games = ended[names[k], ends[i]] + 0
            print names[k], ends[i], games, 100 * games / all[names[k]], below[k] + 0
            below[k] += 100 * games / all[names[k]]
        }
}
