#include "board/epd.h"

#include <string.h>

#include "board/fen.h"
#include "board/san.h"
#include "board/text_lines.h"

#define OPCODE_MAX_LENGTH 15

void epd_record_clear(EpdRecord *record)
{
    g_clear_pointer(&record->id, g_free);
}

/* Behind a move number, "12." or "12...". */
static const char *skip_move_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");

    return digits > 0 && word[digits] == '.' ? word + digits + strspn(word + digits, ".") : word;
}

/* In some files a promotion to a queen has no letter. */
static bool parse_move(const Position *pos, const char *text, Move *out_move, GError **error)
{
    g_autofree char *queen = g_strdup_printf("%.*s=Q", (int)strcspn(text, "+#!?"), text);

    return san_parse(pos, queen, out_move, NULL) || san_parse(pos, text, out_move, error);
}

static bool has_move(const EpdMoves *moves, Move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->move[i] == move)
            return true;
    return false;
}

static bool parse_moves(const EpdRecord *record, const char *opcode, const char *operands,
                        EpdMoves *moves, GError **error)
{
    g_auto(GStrv) word = g_strsplit_set(operands, TEXT_BLANKS ",", -1);

    if (moves->count > 0)
        return board_fail_syntax(error, "the operation '%s' is repeated", opcode);
    for (int i = 0; word[i] != NULL; i++) {
        const char *text = skip_move_number(word[i]);
        Move move;
        if (san_is_remark(text)) /* or nothing but the number */
            continue;
        if (!parse_move(&record->position, text, &move, error)) {
            g_prefix_error(error, "%s: ", opcode);
            return false;
        }
        if (!has_move(moves, move))
            moves->move[moves->count++] = move;
    }
    return moves->count > 0 || board_fail_syntax(error, "the operation '%s' names no move", opcode);
}

static bool parse_id(EpdRecord *record, const char *operands, GError **error)
{
    const size_t length = strlen(operands);
    const bool quoted = length >= 2 && operands[0] == '"' && operands[length - 1] == '"';

    if (record->id != NULL || length == 0)
        return board_fail_syntax(error, "the operation 'id' %s",
                                 length == 0 ? "is empty" : "is repeated");
    record->id = quoted ? g_strndup(operands + 1, length - 2) : g_strdup(operands);
    return true;
}

/* Passes over an operation that is no counter of @pos. */
static bool parse_counter(Position *pos, const char *opcode, const char *operands, GError **error)
{
    if (g_str_equal(opcode, "hmvc"))
        return fen_parse_counter(operands, opcode, 0, &pos->halfmove_clock, error);
    if (g_str_equal(opcode, "fmvn"))
        return fen_parse_counter(operands, opcode, 1, &pos->fullmove_number, error);
    return true;
}

static bool parse_operation(EpdRecord *record, const char *opcode, const char *operands,
                            GError **error)
{
    if (g_str_equal(opcode, "bm"))
        return parse_moves(record, opcode, operands, &record->best, error);
    if (g_str_equal(opcode, "am"))
        return parse_moves(record, opcode, operands, &record->avoid, error);
    if (g_str_equal(opcode, "id"))
        return parse_id(record, operands, error);
    return parse_counter(&record->position, opcode, operands, error);
}

/* Where an operation ends: at the first semicolon outside quotes, or at the end of the text; NULL
 * if a quote is not closed. */
static const char *end_of_operation(const char *text)
{
    bool quoted = false;

    for (; *text != '\0'; text++) {
        if (*text == '"')
            quoted = !quoted;
        if (*text == ';' && !quoted)
            return text;
    }
    return quoted ? NULL : text;
}

/* The length of the opcode that @text begins with; 0 if it begins with none. */
static size_t opcode_length(const char *text)
{
    size_t length = 0;

    if (!g_ascii_isalpha(*text))
        return 0;
    while (g_ascii_isalnum(text[length]) || text[length] == '_')
        length++;
    return length <= OPCODE_MAX_LENGTH &&
                   strchr(TEXT_BLANKS ";", text[length]) != NULL /* or the end */
               ? length
               : 0;
}

static bool parse_operations(EpdRecord *record, const char *text, GError **error)
{
    while (*(text += strspn(text, TEXT_BLANKS ";")) != '\0') {
        const char *end = end_of_operation(text);
        const size_t length = opcode_length(text);
        g_autofree char *opcode = g_strndup(text, length);
        g_autofree char *operands = NULL;

        if (length == 0 || end == NULL)
            return board_fail_syntax(error,
                                     length == 0
                                         ? "'%s' does not begin with an operation such as bm or id"
                                         : "the operation '%s' has a quote that is not closed",
                                     text);
        operands = g_strndup(text + length, (gsize)(end - text) - length);
        if (!parse_operation(record, opcode, g_strstrip(operands), error))
            return false;
        text = end;
    }
    return true;
}

bool epd_parse(const char *text, EpdRecord *out_record, GError **error)
{
    g_auto(EpdRecord) record = {.id = NULL};
    const char *rest;

    if (!fen_parse_prefix(text, &record.position, &rest, record.castling_dropped, error) ||
        !parse_operations(&record, rest, error))
        return false;
    *out_record = record;
    record = (EpdRecord){0}; /* handed over */
    return true;
}

bool epd_parse_position(const char *text, Position *out_pos, GError **error)
{
    const char *rest, *end;
    Position pos;

    if (!fen_parse_prefix(text, &pos, &rest, NULL, error))
        return false;
    if (*rest != '\0' && *rest != ';' && !g_ascii_isalpha(*rest))
        return board_fail_syntax(error,
                                 "'%s' after the position is not an EPD operation, which must "
                                 "begin with a letter",
                                 rest);
    for (; *(rest += strspn(rest, TEXT_BLANKS ";")) != '\0'; rest = end) {
        const size_t length = opcode_length(rest);
        g_autofree char *opcode = g_strndup(rest, length);
        g_autofree char *operands = NULL;
        end = end_of_operation(rest);
        if (end == NULL)
            end = rest + strlen(rest);
        operands = g_strndup(rest + length, (gsize)(end - rest) - length);
        if (!parse_counter(&pos, opcode, g_strstrip(operands), error))
            return false;
    }
    *out_pos = pos;
    return true;
}

bool epd_record_is_solved_by(const EpdRecord *record, Move move)
{
    return (record->best.count == 0 || has_move(&record->best, move)) &&
           !has_move(&record->avoid, move);
}
