# The pairings of a grid, `agentchess report --csv --table pairings`, as blocks for gnuplot: a panel
# for each opponent and pace, in it a line for all points that differ in nothing but their last
# choice. A row is the last choice, the score and its 95 % interval: that of the difference of
# ratings, as scores.
#
#   names       the file for the names of panels and lines
#   crossings   the file for where lines cross the score 0.5: x of each, a block a panel and line

FNR == 1 {
    read_header($0, column)
    next
}

function is_number(text) {
    return text ~ /^-?[0-9]+(\.[0-9]+)?$/
}

# The score that is expected with a difference of ratings.
function score_of(elo) {
    return 1 / (1 + 10 ^ (-elo / 400))
}

# The number of @name in @numbers, from 1, and the name itself in @texts.
function index_of(name, numbers, texts) {
    if (!(name in numbers)) {
        numbers[name] = ++numbers[""]
        texts[numbers[""]] = quoted_text(name)
    }
    return numbers[name]
}

function add_point(panel, line, x, score, low, high,    n, i) {
    n = ++points[panel, line]
    for (i = n; i > 1 && point_x[panel, line, i - 1] > x; i--) {
        point_x[panel, line, i] = point_x[panel, line, i - 1]
        row[panel, line, i] = row[panel, line, i - 1]
        point_y[panel, line, i] = point_y[panel, line, i - 1]
    }
    point_x[panel, line, i] = x
    point_y[panel, line, i] = score
    row[panel, line, i] = sprintf("%.10g,%.10g,%.10g,%.10g", x, score, low, high)
}

{
    split_row($0, cell)
    words = split(cell[column["player"]], word, " ")
    x = word[words]
    if (!is_number(x) || cell[column["score"]] == "")
        next
    axis = words > 1 ? word[words - 1] : ""
    name = ""
    for (i = 1; i < words - 1; i++)
        name = name (i > 1 ? " " : "") word[i]
    pace = cell[column["ms_per_space"]]
    place = "against " cell[column["opponent"]] (pace == "" ? "" : ", " pace " ms a space")
    low = cell[column["elo_low"]]
    high = cell[column["elo_high"]]
    add_point(index_of(place, panel_number, panel_name), index_of(name, line_number, line_name), \
        x + 0, cell[column["score"]] + 0, low == "" ? 0 : score_of(low + 0), \
        high == "" ? 1 : score_of(high + 0))
    if (least == "" || x + 0 < least)
        least = x + 0
    if (most == "" || x + 0 > most)
        most = x + 0
    rows++
}

# Where the line from one point to the next crosses the score 0.5.
function write_crossings(panel, line,    i, here, there) {
    for (i = 1; i <= points[panel, line]; i++) {
        here = point_y[panel, line, i] - 0.5
        there = point_y[panel, line, i + 1] - 0.5
        if (here == 0)
            add_crossing(panel, line, point_x[panel, line, i])
        else if (i < points[panel, line] && here * there < 0)
            add_crossing(panel, line, point_x[panel, line, i] + here / (here - there) * \
                (point_x[panel, line, i + 1] - point_x[panel, line, i]))
    }
}

function add_crossing(panel, line, x,    key) {
    key = (panel - 1) * line_number[""] + line
    print x > crossings
    crossed[key] = crossed[key] (crossed[key] == "" ? "" : ", ") sprintf(x >= 100 ? "%.0f" : "%.3g", x)
}

END {
    printf "" > crossings
    for (p = 1; p <= panel_number[""]; p++)
        for (l = 1; l <= line_number[""]; l++) {
            for (i = 1; i <= points[p, l]; i++)
                print row[p, l, i]
            write_crossings(p, l)
            # A block must not be empty, or those behind it change their numbers.
            if (points[p, l] == 0)
                print "NaN"
            print "NaN" > crossings
            printf "\n\n"
            printf "\n\n" > crossings
            key = (p - 1) * line_number[""] + l
            text[key] = quoted_text(crossed[key])
        }
    write_array(names, "PANEL", panel_name, panel_number[""])
    write_array(names, "LINE", line_name, line_number[""])
    write_array(names, "CROSSED", text, panel_number[""] * line_number[""])
    printf "PANELS = %d\nLINES = %d\nLEAST = %s\nMOST = %s\nAXIS = %s\nROWS = %d\n", \
        panel_number[""], line_number[""], least, most, quoted_text(axis), rows > names
}
