#include "board/three_text.h"

#include <string.h>

#include "board/three_movegen.h"

/* Behind the dot stand the kinds of pieces in the order of PieceType, for each colour. */
static const char PIECE_LETTERS[] = ".PNBRQKpnbrqk123456";

static bool refuse_piece(ThreeSquare sq, const char *letter, size_t rest, GError **error)
{
    const size_t bytes = (size_t)(g_utf8_next_char(letter) - letter);
    char name[THREE_SQUARE_TEXT_SIZE];

    three_square_format(sq, name);
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "'%.*s' on %s is not one of %s",
                (int)MIN(bytes, rest), letter, name, PIECE_LETTERS);
    return false;
}

static bool parse_board(const char *field, size_t length, ThreePosition *pos, GError **error)
{
    for (size_t i = 0; i < MIN(length, THREE_SQUARE_COUNT); i++) {
        const char *letter = strchr(PIECE_LETTERS, field[i]);
        const int piece = letter != NULL ? (int)(letter - PIECE_LETTERS) - 1 : 0;
        if (letter == NULL)
            return refuse_piece((ThreeSquare)i, field + i, length - i, error);
        if (piece >= 0)
            three_position_place(pos, (ThreeColor)(piece / PIECE_TYPE_COUNT),
                                 (PieceType)(piece % PIECE_TYPE_COUNT), (ThreeSquare)i);
    }
    if (length != THREE_SQUARE_COUNT) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "the board has %zu squares, not %d",
                    length, THREE_SQUARE_COUNT);
        return false;
    }
    return true;
}

static bool parse_turn(const char *field, ThreeColor *out_turn, GError **error)
{
    const char *letter = *field != '\0' ? strchr(THREE_COLOR_LETTERS, *field) : NULL;

    if (letter == NULL || field[1] != '\0') {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "side to move is '%s', not B, G or R",
                    field);
        return false;
    }
    *out_turn = (ThreeColor)(letter - THREE_COLOR_LETTERS);
    return true;
}

bool three_text_parse(const char *text, ThreePosition *out_pos, GError **error)
{
    const size_t length = strcspn(text, " ");
    ThreePosition pos = three_position_empty(); /* *out_pos stays untouched until all is good */
    ThreeColor turn;

    if (!parse_board(text, length, &pos, error) ||
        !parse_turn(text[length] == ' ' ? text + length + 1 : "", &turn, error))
        return false;
    three_position_set_turn(&pos, turn);
    *out_pos = pos;
    return true;
}

int three_text_format(const ThreePosition *pos, char out_text[static THREE_TEXT_SIZE])
{
    char *text = out_text;

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        const PieceType type = three_position_type_at(pos, sq);
        const int color = (int)three_piece_color(pos->piece_at[sq]);
        *text++ = PIECE_LETTERS[type != PIECE_NONE ? 1 + PIECE_TYPE_COUNT * color + (int)type : 0];
    }
    *text++ = ' ';
    *text++ = THREE_COLOR_LETTERS[pos->turn];
    *text = '\0';
    return (int)(text - out_text);
}

bool three_text_parse_move(const ThreePosition *pos, const char *text, Move *out_move,
                           GError **error)
{
    const ThreeSquare from = three_square_parse(text);
    const ThreeSquare to = from != THREE_SQUARE_NONE ? three_square_parse(text + 3) : from;

    if (to == THREE_SQUARE_NONE || text[6] != '\0') {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "'%s' is not a move such as BD2BD4",
                    text);
        return false;
    }
    if (!three_movegen_is_legal(pos, from, to)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "'%s' is not a legal move here", text);
        return false;
    }
    *out_move = three_move_make(from, to);
    return true;
}

int three_text_format_move(Move move, char out_text[static THREE_MOVE_TEXT_SIZE])
{
    three_square_format(three_move_from(move), out_text);
    three_square_format(three_move_to(move), out_text + 3);
    return THREE_MOVE_TEXT_SIZE - 1;
}
