# Reading a table, and writing what gnuplot loads. Used by the other .awk files here:
#
#     awk -f csv.awk -f curves.awk -v NAME=VALUE ... TABLE.csv

# The cells of a row, as RFC 4180 has them, into cell[1] ...; returns how many.
function split_row(row, cell,    count, i, letter, quoted, text) {
    if (index(row, "\"") == 0)
        return split(row, cell, ",")
    count = 0
    text = ""
    for (i = 1; i <= length(row); i++) {
        letter = substr(row, i, 1)
        if (quoted && letter == "\"" && substr(row, i + 1, 1) == "\"") {
            text = text letter
            i++
        } else if (letter == "\"") {
            quoted = !quoted
        } else if (letter == "," && !quoted) {
            cell[++count] = text
            text = ""
        } else {
            text = text letter
        }
    }
    cell[++count] = text
    return count
}

# Where each column stands, from the header line: column["move"] is 3.
function read_header(row, column,    cell, count, i) {
    count = split_row(row, cell)
    for (i = 1; i <= count; i++)
        column[cell[i]] = i
    return count
}

# A text as gnuplot reads it; nothing but the quote means anything there.
function quoted_text(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}

# "array NAME[count]" with value[1] ... for gnuplot, which knows no empty arrays.
function write_array(file, name, value, count,    i) {
    printf "array %s[%d]\n", name, (count > 0 ? count : 1) > file
    for (i = 1; i <= count; i++)
        printf "%s[%d] = %s\n", name, i, value[i] > file
}

# The number of @name among the names met so far, from 1.
function number_of(name) {
    if (!(name in number)) {
        number[name] = ++name_count
        quoted_name[name_count] = quoted_text(name)
    }
    return number[name]
}

BEGIN {
    OFMT = CONVFMT = "%.10g"
}
