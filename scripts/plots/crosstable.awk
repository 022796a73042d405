# pairings.csv as cells for gnuplot: numbers of the opponent and of the player, and the player's
# score in per cent of the games.
#
#   names   the file for the names of players

FNR == 1 {
    read_header($0, column)
    next
}

{
    split_row($0, cell)
    player = number_of(cell[column["player"]])
    opponent = number_of(cell[column["opponent"]])
    if (cell[column["games"]] + 0 > 0)
        printf "%d,%d,%.10g\n", opponent, player, \
            100 * (cell[column["wins"]] + cell[column["draws"]] / 2) / cell[column["games"]]
}

END {
    write_array(names, "NAME", quoted_name, name_count)
    printf "NAMES = %d\n", name_count > names
}
