#include "board/fen.h"

#include <string.h>

#include "board/text_lines.h"

static const char CASTLING_LETTERS[] = "KQkq"; /* in the order of the rights' bits */
static const char ROOK_LETTERS[] = "HAha";     /* the files of the rooks, in the same order */

static bool parse_rank(const char *text, size_t length, int rank, Position *pos, GError **error)
{
    int file = 0;

    for (size_t i = 0; i < length && file <= 8; i++) {
        const bool is_number = text[i] >= '1' && text[i] <= '8';
        const char *piece = text[i] != '.' ? strchr(PIECE_LETTERS, g_ascii_toupper(text[i])) : NULL;
        if (is_number && i > 0 && g_ascii_isdigit(text[i - 1]))
            return board_fail_syntax(error, "rank %d, '%.*s', has two digits in a row", rank + 1,
                                     (int)length, text);
        if (!is_number && piece == NULL) {
            const size_t bytes = (size_t)(g_utf8_next_char(text + i) - (text + i));
            return board_fail_syntax(error, "'%.*s' is not a piece or a digit from 1 to 8",
                                     (int)MIN(bytes, length - i), text + i);
        }
        if (!is_number && file < 8)
            position_place(pos, g_ascii_isupper(text[i]) ? COLOR_WHITE : COLOR_BLACK,
                           (PieceType)(piece - PIECE_LETTERS), square_at(file, rank));
        file += is_number ? text[i] - '0' : 1;
    }
    if (file != 8)
        return board_fail_syntax(error, "rank %d, '%.*s', has %s than 8 squares", rank + 1,
                                 (int)length, text, file > 8 ? "more" : "fewer");
    return true;
}

static bool parse_board(const char *field, Position *pos, GError **error)
{
    for (int rank = 7; rank >= 0; rank--) {
        const size_t length = strcspn(field, "/");
        if (!parse_rank(field, length, rank, pos, error))
            return false;
        field += length;
        if ((*field == '/') != (rank > 0))
            return board_fail_syntax(error, "the board has %s than 8 ranks",
                                     rank > 0 ? "fewer" : "more");
        field++;
    }
    return true;
}

static bool parse_turn(const char *field, Color *out_turn, GError **error)
{
    if (!g_str_equal(field, "w") && !g_str_equal(field, "b"))
        return board_fail_syntax(error, "side to move is '%s', not w or b", field);
    *out_turn = field[0] == 'w' ? COLOR_WHITE : COLOR_BLACK;
    return true;
}

/* The bit of the right that the letter names, 0 if it names none. */
static unsigned castling_right(char letter)
{
    for (int i = 0; i < 4; i++)
        if (letter == CASTLING_LETTERS[i] || letter == ROOK_LETTERS[i])
            return 1U << i;
    return 0;
}

/* "-" leaves the rights as they are: none. */
static bool parse_castling(const char *field, unsigned *out_rights, GError **error)
{
    unsigned rights = 0;

    if (g_str_equal(field, "-"))
        return true;
    for (size_t i = 0; i == 0 || field[i] != '\0'; i++) {
        const unsigned right = castling_right(field[i]);
        if (right == 0 || (rights & right) != 0)
            return board_fail_syntax(
                error, "castling rights are '%s', not '-' or letters of KQkq, each once", field);
        rights |= right;
    }
    *out_rights = rights;
    return true;
}

/* Whether an opponent pawn can have just passed over the square. */
static bool is_behind_a_double_push(const Position *pos, Color turn, Square target)
{
    const int forward = turn == COLOR_WHITE ? -8 : 8; /* of the side that has moved */
    const Bitboard occupied = position_occupied(pos);

    return square_rank(target) == (turn == COLOR_WHITE ? 5 : 2) &&
           bitboard_has(position_pieces(pos, color_opponent(turn), PIECE_PAWN),
                        (Square)(target + forward)) &&
           !bitboard_has(occupied, target) && !bitboard_has(occupied, (Square)(target - forward));
}

/* Likewise. */
static bool parse_en_passant(const char *field, const Position *pos, Color turn, Square *out_target,
                             GError **error)
{
    Square target;

    if (g_str_equal(field, "-"))
        return true;
    target = square_parse(field);
    if (target == SQUARE_NONE || field[2] != '\0')
        return board_fail_syntax(error, "en-passant square is '%s', not '-' or a square", field);
    if (!is_behind_a_double_push(pos, turn, target))
        return board_fail_rules(error, "no pawn can have just passed over the en-passant square %s",
                                field);
    *out_target = target;
    return true;
}

bool fen_parse_counter(const char *text, const char *what, uint16_t least, uint16_t *out_value,
                       GError **error)
{
    guint64 value;

    if (!text_read_digits(text, G_MAXUINT16, &value))
        return board_fail_syntax(error, "%s is '%s', not a whole number", what, text);
    *out_value = (uint16_t)MAX(value, least);
    return true;
}

/* The letters of @rights, without an end. Returns how many they are. */
static int format_castling(unsigned rights, char *out_letters)
{
    int count = 0;

    for (int i = 0; i < 4; i++)
        if (rights >> i & 1)
            out_letters[count++] = CASTLING_LETTERS[i];
    return count;
}

/* @fault_of: what makes a position impossible. @out_dropped: NULL, rights without their king or
 * rook are an error. */
static bool parse_fields(const char *text, const char *(*fault_of)(const Position *),
                         Position *out_pos, char *out_dropped, GError **error)
{
    g_auto(GStrv) field = text_words(text_skip_mark(text));
    const guint count = g_strv_length(field);
    Position pos = position_empty(); /* *out_pos stays untouched until every field is good */
    Color turn = COLOR_WHITE;
    unsigned castling = 0;
    Square en_passant = SQUARE_NONE;
    const char *fault;

    if (count < 4 || count > 6)
        return board_fail_syntax(
            error, "a FEN has 4 to 6 fields separated by spaces; this one has %u", count);
    if (!parse_board(field[0], &pos, error) || !parse_turn(field[1], &turn, error) ||
        !parse_castling(field[2], &castling, error) ||
        !parse_en_passant(field[3], &pos, turn, &en_passant, error))
        return false;
    if (field[4] != NULL &&
        (!fen_parse_counter(field[4], "halfmove clock", 0, &pos.halfmove_clock, error) ||
         (field[5] != NULL &&
          !fen_parse_counter(field[5], "fullmove number", 1, &pos.fullmove_number, error))))
        return false;

    if (out_dropped != NULL) {
        const unsigned at_home = position_castling_at_home(&pos);
        out_dropped[format_castling(castling & ~at_home, out_dropped)] = '\0';
        castling &= at_home;
    }
    position_set_state(&pos, turn, castling);
    fault = fault_of(&pos);
    if (fault != NULL)
        return board_fail_rules(error, "%s", fault);
    if (en_passant != SQUARE_NONE && position_pieces(&pos, turn, PIECE_KING))
        position_set_en_passant(&pos, en_passant);
    *out_pos = pos;
    return true;
}

bool fen_parse_board(const char *text, Position *out_pos, GError **error)
{
    return parse_fields(text, position_fault_of_board, out_pos, NULL, error);
}

bool fen_parse(const char *text, Position *out_pos, GError **error)
{
    return parse_fields(text, position_fault, out_pos, NULL, error);
}

/* The end of a field where operations may follow. */
#define FIELD_ENDS TEXT_BLANKS ";"

/* Behind the four first fields of @text, or NULL if there are fewer. */
static const char *skip_four_fields(const char *text)
{
    for (int i = 0; i < 4; i++) {
        const size_t blanks = strspn(text, TEXT_BLANKS);
        const size_t length = strcspn(text + blanks, FIELD_ENDS);
        if (length == 0)
            return NULL;
        text += blanks + length;
    }
    return text;
}

/* Behind the number that comes next, or @text if none does. */
static const char *skip_counter(const char *text)
{
    const char *digits = text + strspn(text, TEXT_BLANKS);
    const size_t length = strspn(digits, "0123456789");
    const bool ends = strchr(FIELD_ENDS, digits[length]) != NULL; /* or the text does */

    return length > 0 && ends ? digits + length : text;
}

bool fen_parse_prefix(const char *text, Position *out_pos, const char **out_rest, char *out_dropped,
                      GError **error)
{
    const char *four = skip_four_fields(text);
    const char *end = four != NULL ? skip_counter(skip_counter(four)) : text + strcspn(text, ";");
    g_autofree char *fen = g_strndup(text, (gsize)(end - text));

    if (!parse_fields(fen, position_fault, out_pos, out_dropped, error))
        return false;
    *out_rest = end + strspn(end, TEXT_BLANKS);
    return true;
}

static char *format_board(const Position *pos, char *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const Square sq = square_at(file, rank);
            const PieceType type = position_type_at(pos, sq);
            if (type == PIECE_NONE) {
                empty++;
                continue;
            }
            if (empty > 0)
                *text++ = (char)('0' + empty);
            empty = 0;
            *text++ = piece_letter(position_color_at(pos, sq), type);
        }
        if (empty > 0)
            *text++ = (char)('0' + empty);
        *text++ = rank > 0 ? '/' : ' ';
    }
    return text;
}

int fen_format(const Position *pos, char out_text[static FEN_TEXT_SIZE])
{
    char *text = format_board(pos, out_text);

    *text++ = pos->turn == COLOR_WHITE ? 'w' : 'b';
    *text++ = ' ';
    text += format_castling(pos->castling, text);
    if (pos->castling == 0)
        *text++ = '-';
    *text++ = ' ';
    if (pos->en_passant == SQUARE_NONE)
        *text++ = '-';
    else
        text = square_format(pos->en_passant, text);
    text += g_snprintf(text, 16, " %u %u", pos->halfmove_clock, pos->fullmove_number);
    return (int)(text - out_text);
}
