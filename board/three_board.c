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

static const ThreeDirection MIRRORED[THREE_DIRECTION_COUNT] = {THREE_BACKWARD, THREE_FORWARD,
                                                               THREE_RIGHT, THREE_LEFT};

ThreeSquare three_step(PieceType type, ThreeColor color, const char *word, ThreeSquare sq,
                       bool mirrored)
{
    for (; *word != '\0' && sq != THREE_SQUARE_NONE; word++) {
        const ThreeDirection direction =
            (ThreeDirection)(strchr(DIRECTION_LETTERS, *word) - DIRECTION_LETTERS);
        const int section = three_square_section(sq);
        const bool turned = mirrored || (type == PIECE_PAWN && section != (int)color);
        sq = three_neighbour(sq, turned ? MIRRORED[direction] : direction);
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

ThreeLines THREE_LINES[THREE_SQUARE_COUNT];
ThreeSet THREE_KNIGHT_STEPS[THREE_SQUARE_COUNT];
ThreeSet THREE_KING_STEPS[THREE_SQUARE_COUNT];
ThreeSet THREE_PAWN_CAPTURES[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];
ThreeSet THREE_PAWN_ADVANCE[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];

static void add_step(ThreeSet *set, PieceType type, ThreeColor color, const char *word,
                     ThreeSquare sq)
{
    const ThreeSquare to = three_step(type, color, word, sq, false);

    if (to != THREE_SQUARE_NONE)
        three_set_add(set, to);
}

static ThreeSet step_squares(PieceType type, ThreeColor color, ThreeSquare sq)
{
    ThreeSet set = {{0}};

    for (const char *const *word = three_words(type); *word != NULL; word++)
        add_step(&set, type, color, *word, sq);
    return set;
}

static void add_ray(ThreeLines *lines, int line, const char *word, ThreeSquare sq)
{
    const ThreeColor section = (ThreeColor)three_square_section(sq);
    ThreeSquare squares[THREE_RAY_MAX];
    const int count = three_ray(PIECE_QUEEN, word, sq, squares);

    for (int i = 0; i < count; i++) {
        const ThreeColor there = (ThreeColor)three_square_section(squares[i]);
        uint32_t *bits = there == section                     ? &lines->near[line]
                         : there == three_color_next(section) ? &lines->next[line]
                                                              : &lines->previous[line];
        *bits |= UINT32_C(1) << (squares[i] & 31);
    }
}

static void build_lines(ThreeSquare sq)
{
    static const char *const words[THREE_LINE_COUNT][2] = {
        [THREE_LINE_F] = {"F"}, [THREE_LINE_FL] = {"FL", "LF"}, [THREE_LINE_FR] = {"FR", "RF"},
        [THREE_LINE_B] = {"B"}, [THREE_LINE_BL] = {"BL", "LB"}, [THREE_LINE_BR] = {"BR", "RB"},
        [THREE_LINE_L] = {"L"}, [THREE_LINE_R] = {"R"},
    };

    for (int line = 0; line < THREE_LINE_COUNT; line++)
        for (int i = 0; i < 2 && words[line][i] != NULL; i++)
            add_ray(&THREE_LINES[sq], line, words[line][i], sq);
}

__attribute__((constructor)) static void build_tables(void)
{
    const ThreeSet nothing = {{0}};

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        build_lines(sq);
        THREE_LINES[sq].diagonal = three_attacks_bishop(sq, &nothing);
        THREE_LINES[sq].straight = three_attacks_rook(sq, &nothing);
        THREE_KNIGHT_STEPS[sq] = step_squares(PIECE_KNIGHT, THREE_BLUE, sq);
        THREE_KING_STEPS[sq] = step_squares(PIECE_KING, THREE_BLUE, sq);
        for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++) {
            THREE_PAWN_CAPTURES[color][sq] = step_squares(PIECE_PAWN, color, sq);
            add_step(&THREE_PAWN_ADVANCE[color][sq], PIECE_PAWN, color, "F", sq);
        }
    }
}
