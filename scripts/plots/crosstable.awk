# Of the table 'pairings': the score of every player against every other one, in per cent.
BEGIN { FS = OFS = ","; print "player", "opponent", "games", "score" }
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
$column["games"] > 0 {
    games = $column["games"]
    print $1, $2, games, 100 * ($column["wins"] + $column["draws"] / 2) / games
    print $2, $1, games, 100 * ($column["losses"] + $column["draws"] / 2) / games
}
