# A table of move numbers (material_mean.csv, requests.csv, threats.csv) as blocks for gnuplot, one
# a player and opponent: the middle of some moves, then all columns behind "move", added up over
# these moves. In time there are steps of "time_ms" instead, and their ends in seconds; opponents at
# different paces are others. The blocks of the first player stand in curves_1.csv, and so on: gnuplot reads a file
# from its beginning for every block.
#
#   width   moves that are taken together; the cells of one move stay as they are
#   pool    1: one block a player, over all opponents
#   paces   1: opponents are told apart by ms_per_space
#   enough  a column; a row is left out where it has less than a tenth of what it had first, or
#           less than two: what few games say is noise
#   names   the file for the names of players and the sizes of the blocks
#   files   the file for the numbers of players that have rows, and a name for a file of each

FNR == 1 {
    columns = read_header($0, column)
    in_time = "time_ms" in column
    first = column[in_time ? "time_ms" : "move"] + 1
    next
}

{
    split_row($0, cell)
    if (in_time && step == 0)
        step = cell[column["time_ms"]]
    hero = number_of(cell[column["player"]])
    plain_name[hero] = cell[column["player"]]
    opponent = pool ? 0 : number_of(cell[column["opponent"]] \
        (paces ? ", " cell[column["ms_per_space"]] " ms" : ""))
    if (!((hero, opponent) in block)) {
        block[hero, opponent] = ++blocks
        block_hero[blocks] = hero
        block_opponent[blocks] = opponent
    }
    b = block[hero, opponent]
    bin = in_time ? cell[column["time_ms"]] / step - 1 : int((cell[column["move"]] - 1) / width)
    if (bin > last_bin[b])
        last_bin[b] = bin
    for (i = first; i <= columns; i++)
        sum[b, bin, i] = width == 1 && !pool ? cell[i] : sum[b, bin, i] + cell[i]
}

function is_enough(b, bin,    here) {
    here = sum[b, bin, column[enough]] + 0
    return here >= 2 && 10 * here >= sum[b, 0, column[enough]] + 0
}

function write_block(b,    file, bin, move, i) {
    file = "curves_" block_hero[b] ".csv"
    block_index[b] = heros_blocks[block_hero[b]]++
    for (bin = 0; bin <= last_bin[b]; bin++) {
        if (!is_enough(b, bin))
            continue
        move = in_time ? (bin + 1) * step / 1000 : bin * width + (width + 1) / 2
        if (move > last)
            last = move
        printf "%s", move > file
        for (i = first; i <= columns; i++)
            printf ",%s", sum[b, bin, i] > file
        printf "\n" > file
        rows[b]++
    }
    # A block must not be empty, or those behind it change their numbers.
    if (rows[b] == 0)
        print "NaN" > file
    printf "\n\n" > file
}

# Only letters that no file system minds, and no two players the same.
function file_name(name,    base, n) {
    gsub(/[^A-Za-z0-9._-]/, "_", name)
    base = name
    for (n = 2; name in file_taken; n++)
        name = base "-" n
    file_taken[name] = 1
    return name
}

function write_files(    b, hero) {
    printf "" > files
    for (b = 1; b <= blocks; b++) {
        hero = block_hero[b]
        if (rows[b] > 0 && !(hero in has_file)) {
            has_file[hero] = 1
            printf "%d %s\n", hero, file_name(plain_name[hero]) > files
        }
    }
}

function write_names(    i, name) {
    write_array(names, "NAME", quoted_name, name_count)
    printf "NAMES = %d\nBLOCKS = %d\nLAST = %s\n", name_count, blocks, last > names
    write_array(names, "BLOCK_HERO", block_hero, blocks)
    write_array(names, "BLOCK_OPPONENT", block_opponent, blocks)
    write_array(names, "BLOCK_INDEX", block_index, blocks)
    for (i = 1; i <= blocks; i++)
        rows[i] += 0
    write_array(names, "BLOCK_ROWS", rows, blocks)
    for (name in column)
        if (column[name] >= first)
            printf "column_%s = %d\n", name, column[name] - first + 2 > names
    printf "X_TEXT = '%s'\nBY_TEXT = '%s'\n", in_time ? "time of the game (s)" : "move number", \
        in_time ? "over time" : "by move number" > names
}

END {
    for (b = 1; b <= blocks; b++)
        write_block(b)
    write_names()
    write_files()
}
