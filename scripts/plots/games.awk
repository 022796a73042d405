# games.csv as boxes for gnuplot, a block each of
#
#   lengths: player and won, drawn, lost: from and to which length, in plies or in time in seconds,
#            from and to how many games
#   ends:    termination: number of the player, from and to which per cent of his games
#
#   lengths, ends   files for them
#   names           the file for the names of players and of terminations

BEGIN {
    terminations = split("checkmate stalemate fifty-moves repetition insufficient-material " \
                         "ply-limit resignation draw-claim forfeit pieces-lost king-capture time-limit", termination, " ")
    for (t = 1; t <= terminations; t++)
        termination_number[termination[t]] = t
}

FNR == 1 {
    read_header($0, column)
    next
}

# @result is the player's: 1 won, 2 drawn, 3 lost.
function count_game(player, result, plies, t) {
    games[player]++
    of_length[player, result, plies]++
    of_end[player, t]++
    end_met[t] = 1
    if (plies > longest)
        longest = plies
}

{
    split_row($0, cell)
    result = cell[column["result"]] == "1-0" ? 1 : cell[column["result"]] == "0-1" ? 3 : 2
    plies = "plies" in column ? cell[column["plies"]] + 0 : int(cell[column["time_ms"]] / 1000)
    t = termination_number[cell[column["termination"]]]
    count_game(number_of(cell[column["white"]]), result, plies, t)
    count_game(number_of(cell[column["black"]]), 4 - result, plies, t)
}

# A width that makes about twenty bins, of 1, 2 or 5 times a power of ten.
function bin_width(    width, step) {
    width = 1
    for (step = 2; longest / width > 25; step = step == 2 ? 2.5 : 2)
        width *= step
    return width
}

function write_lengths(    bins, width, p, r, bin, i, count, below) {
    width = bin_width()
    bins = int(longest / width) + 1
    for (p = 1; p <= name_count; p++) {
        for (bin = 0; bin < bins; bin++)
            below[bin] = 0
        for (r = 1; r <= 3; r++) {
            for (bin = 0; bin < bins; bin++) {
                count = 0
                for (i = bin * width; i < (bin + 1) * width; i++)
                    if ((p, r, i) in of_length)
                        count += of_length[p, r, i]
                printf "%d,%d,%d,%d\n", bin * width, (bin + 1) * width, below[bin], \
                    below[bin] + count > lengths
                below[bin] += count
            }
            printf "\n\n" > lengths
        }
    }
    printf "WIDTH = %d\nLONGEST = %d\n", width, bins * width > names
    printf "UNIT = '%s'\n", "plies" in column ? "plies" : "seconds" > names
}

function write_ends(    t, p, below, share, ends_met) {
    for (t = 1; t <= terminations; t++) {
        if (!(t in end_met))
            continue
        for (p = 1; p <= name_count; p++) {
            share = 100 * of_end[p, t] / games[p]
            printf "%d,%s,%s\n", p, below[p] + 0, below[p] + share > ends
            below[p] += share
        }
        printf "\n\n" > ends
        met[++ends_met] = quoted_text(termination[t])
        style[ends_met] = t
    }
    write_array(names, "LEGEND", met, ends_met)
    write_array(names, "LEGEND_STYLE", style, ends_met)
    printf "legends = %d\n", ends_met > names
}

END {
    write_lengths()
    write_ends()
    write_array(names, "NAME", quoted_name, name_count)
    printf "NAMES = %d\n", name_count > names
}
