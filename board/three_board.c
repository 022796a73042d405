#include "board/three_board.h"

#include <stddef.h>
#include <string.h>

const char THREE_COLOR_LETTERS[] = "BGR";

static const char DIRECTION_LETTERS[] = "FBLR";

void three_square_format(ThreeSquare sq, char out_text[static THREE_SQUARE_TEXT_SIZE])
{
    out_text[0] = THREE_COLOR_LETTERS[three_square_section(sq)];
    out_text[1] = (char)('A' + three_square_column(sq));
    out_text[2] = (char)('1' + three_square_row(sq));
    out_text[3] = '\0';
}

ThreeSquare three_square_parse(const char *text)
{
    const char *section = *text != '\0' ? strchr(THREE_COLOR_LETTERS, *text) : NULL;

    if (section == NULL || text[1] < 'A' || text[1] > 'H' || text[2] < '1' || text[2] > '4')
        return THREE_SQUARE_NONE;
    return three_square_at((int)(section - THREE_COLOR_LETTERS), text[1] - 'A', text[2] - '1');
}

/* Over the seam, from row 4 to row 4: columns A to D touch the section of the next colour, E to H
 * that of the one before, both in reverse order. */
static ThreeSquare across_seam(ThreeColor section, int column)
{
    const ThreeColor other =
        column < THREE_COLUMN_E ? three_color_next(section) : three_color_previous(section);

    return three_square_at((int)other, THREE_COLUMNS - 1 - column, THREE_ROWS - 1);
}

ThreeSquare three_neighbour(ThreeSquare sq, ThreeDirection direction)
{
    const int section = three_square_section(sq);
    const int column = three_square_column(sq), row = three_square_row(sq);

    switch (direction) {
    case THREE_FORWARD:
        return row < THREE_ROWS - 1 ? three_square_at(section, column, row + 1)
                                    : across_seam((ThreeColor)section, column);
    case THREE_BACKWARD:
        return row > 0 ? three_square_at(section, column, row - 1) : THREE_SQUARE_NONE;
    case THREE_LEFT:
        return column > 0 ? three_square_at(section, column - 1, row) : THREE_SQUARE_NONE;
    case THREE_RIGHT:
        return column < THREE_COLUMNS - 1 ? three_square_at(section, column + 1, row)
                                          : THREE_SQUARE_NONE;
    case THREE_DIRECTION_COUNT:
        break;
    }
    return THREE_SQUARE_NONE;
}

/* At the seam it matters which way round a corner a step goes, so the words have both. */
const char *const *three_words(PieceType type)
{
    static const char *const pawn[] = {"FL", "LF", "FR", "RF", NULL};
    static const char *const knight[] = {"FFL", "FFR", "FLL", "FRR", "BBL", "BBR",
                                         "BLL", "BRR", "LLF", "LLB", "LFF", "LBB",
                                         "RRF", "RRB", "RFF", "RBB", NULL};
    static const char *const bishop[] = {"FL", "FR", "LF", "RF", "BL", "BR", "LB", "RB", NULL};
    static const char *const rook[] = {"F", "B", "L", "R", NULL};
    static const char *const queen[] = {"FL", "FR", "LF", "RF", "BL", "BR", "LB",
                                        "RB", "F",  "B",  "L",  "R",  NULL};
    static const char *const *const words[PIECE_TYPE_COUNT] = {
        [PIECE_PAWN] = pawn, [PIECE_KNIGHT] = knight, [PIECE_BISHOP] = bishop,
        [PIECE_ROOK] = rook, [PIECE_QUEEN] = queen,   [PIECE_KING] = queen,
    };

    return words[type];
}

static ThreeDirection mirror(ThreeDirection direction)
{
    static const ThreeDirection mirrored[THREE_DIRECTION_COUNT] = {THREE_BACKWARD, THREE_FORWARD,
                                                                   THREE_RIGHT, THREE_LEFT};

    return mirrored[direction];
}

ThreeSquare three_step(PieceType type, ThreeColor color, const char *word, ThreeSquare sq,
                       bool mirrored)
{
    for (; *word != '\0' && sq != THREE_SQUARE_NONE; word++) {
        const ThreeDirection direction =
            (ThreeDirection)(strchr(DIRECTION_LETTERS, *word) - DIRECTION_LETTERS);
        const int section = three_square_section(sq);
        const bool turned = mirrored || (type == PIECE_PAWN && section != (int)color);
        sq = three_neighbour(sq, turned ? mirror(direction) : direction);
        mirrored = mirrored || three_square_section(sq) != section;
    }
    return sq;
}

int three_ray(PieceType type, const char *word, ThreeSquare sq,
              ThreeSquare out_squares[static THREE_RAY_MAX])
{
    const int origin = three_square_section(sq);
    int count = 0;

    for (;;) { /* the colour matters to pawns alone */
        sq = three_step(type, THREE_BLUE, word, sq, three_square_section(sq) != origin);
        if (sq == THREE_SQUARE_NONE || count == THREE_RAY_MAX)
            return count;
        out_squares[count++] = sq;
    }
}
