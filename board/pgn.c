#include "board/pgn.h"

#include <string.h>

#include "board/fen.h"
#include "board/game.h"
#include "board/san.h"
#include "board/text_lines.h"

#define MAX_LINE 79

void pgn_append_tag(GString *pgn, const char *name, const char *value)
{
    g_string_append_printf(pgn, "[%s \"", name);
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            g_string_append_c(pgn, '\\');
        g_string_append_c(pgn, *c);
    }
    g_string_append(pgn, "\"]\n");
}

PgnMoves pgn_moves_begin(GString *pgn)
{
    g_string_append_c(pgn, '\n');
    return (PgnMoves){pgn, pgn->len};
}

void pgn_moves_append(PgnMoves *moves, const char *word, size_t length)
{
    GString *pgn = moves->pgn;
    const size_t before = pgn->len;
    const bool is_full = before + 1 + length > moves->line_start + MAX_LINE;
    const size_t space = is_full || before > moves->line_start ? 1 : 0;

    g_string_set_size(pgn, before + space + length); /* once a word, for speed */
    if (space > 0)
        pgn->str[before] = is_full ? '\n' : ' ';
    memcpy(pgn->str + before + space, word, length);
    if (is_full)
        moves->line_start = before + space;
}

void pgn_moves_append_number(PgnMoves *moves, unsigned number, bool black_to_move,
                             bool black_begins)
{
    char text[] = "4294967295...";
    char *begin = strchr(text, '.');

    if (black_to_move && !black_begins)
        return;
    do
        *--begin = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    pgn_moves_append(moves, begin, strlen(begin) - (black_to_move ? 0 : 2));
}

void pgn_moves_end(PgnMoves *moves, const char *result)
{
    pgn_moves_append(moves, result, strlen(result));
    g_string_append(moves->pgn, "\n\n");
}

static PgnGame *game_new(int line)
{
    PgnGame *game = g_new0(PgnGame, 1);

    game->line = line;
    game->tags = g_ptr_array_new_with_free_func(g_free);
    game->start = position_start();
    game->moves = g_array_new(FALSE, FALSE, sizeof(Move));
    return game;
}

void pgn_game_free(PgnGame *game)
{
    g_ptr_array_unref(game->tags);
    g_array_unref(game->moves);
    g_free(game);
}

const char *pgn_game_tag(const PgnGame *game, const char *name)
{
    for (guint i = 0; i < game->tags->len; i += 2)
        if (g_str_equal(game->tags->pdata[i], name))
            return game->tags->pdata[i + 1];
    return NULL;
}

#define BLANKS " \t\v\f\x1a" /* the last one ends files of DOS */
#define LINE_ENDS "\r\n"     /* alone, or both together */
#define WORD_ENDS BLANKS LINE_ENDS "{}();[]$"

PgnReader pgn_reader_begin(const char *text)
{
    text = text_skip_mark(text);
    return (PgnReader){text, text, 1};
}

/* Where the reading of a game has come to. */
typedef enum { IN_TAGS, IN_MOVES, BEHIND_MOVES } Part;

/* Whether @text is behind the end of a line. */
static bool is_line_begin(const PgnReader *reader, const char *text)
{
    return text == reader->begin || text[-1] == '\n' || (text[-1] == '\r' && *text != '\n');
}

static void advance_reader(PgnReader *reader, size_t length)
{
    for (const char *end = reader->text + length; reader->text < end;) {
        reader->text++;
        reader->line += is_line_begin(reader, reader->text);
    }
}

static void skip_line(PgnReader *reader)
{
    const size_t length = strcspn(reader->text, LINE_ENDS);
    const char *end = reader->text + length;

    advance_reader(reader, length + (*end != '\0') + (end[0] == '\r' && end[1] == '\n'));
}

/* Whether @text begins with a tag pair: a name in a bracket and a quote. */
static bool is_tag(const char *text)
{
    size_t name;

    if (*text != '[')
        return false;
    text += 1 + strspn(text + 1, BLANKS);
    name = strcspn(text, BLANKS LINE_ENDS "\"[]");
    return name > 0 && text[name + strspn(text + name, BLANKS)] == '"';
}

/* In a comment only such a tag ends it. */
static bool is_tag_line(const PgnReader *reader, const char *text)
{
    return is_tag(text) && is_line_begin(reader, text);
}

static bool skip_comment(PgnReader *reader, GError **error)
{
    const char *end = reader->text;

    while (*(end += strcspn(end, "}[")) == '[' && !is_tag_line(reader, end))
        end++;
    if (*end != '}')
        return board_fail_syntax(error, "a comment is not closed");
    advance_reader(reader, (size_t)(end + 1 - reader->text));
    return true;
}

/* Skips what stands between the words: blanks, comments, escaped lines. */
static bool skip_to_word(PgnReader *reader, GError **error)
{
    for (;;) {
        const char c = *reader->text;
        if (c == ';' || (c == '%' && is_line_begin(reader, reader->text)))
            skip_line(reader);
        else if (c != '\0' && strchr(BLANKS LINE_ENDS, c) != NULL)
            advance_reader(reader, 1);
        else if (c != '{')
            return true;
        else if (!skip_comment(reader, error))
            return false;
    }
}

/* Whether the quote at @quote is followed by the end of its tag. */
static bool is_last_quote(const char *quote)
{
    return quote[1 + strspn(quote + 1, BLANKS)] == ']';
}

/* The value of a tag whose opening quote precedes @text; NULL if the line ends before the closing
 * one. @lenient: quotes and backslashes need no backslash; the value ends with the first quote that
 * the end of the tag follows. @out_end: behind the closing quote. */
static char *read_value(const char *text, bool lenient, const char **out_end)
{
    g_autoptr(GString) value = g_string_new(NULL);
    const char *c = text;

    while (*c != '"' || (lenient && !is_last_quote(c))) {
        const size_t plain = strcspn(c, LINE_ENDS "\"\\");
        if (*c == '\\' && (c[1] == '\\' || (c[1] == '"' && !(lenient && is_last_quote(c + 1)))))
            c++;
        else if (c[0] == '\r' && c[1] == '"' && is_last_quote(c + 1)) {
            c++; /* some programs split files at LF alone */
            continue;
        }
        if (strchr(LINE_ENDS, *c) != NULL) /* or the text ends */
            return NULL;
        g_string_append_len(value, c, (gssize)MAX(plain, 1));
        c += MAX(plain, 1);
    }
    *out_end = c + 1;
    return g_string_free(g_steal_pointer(&value), FALSE);
}

/* The first @length characters of @text as a message may quote them: short, and in one piece.
 * Owner: the caller. */
static char *quote_text(const char *text, size_t length)
{
    const size_t most = 24;
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)MIN(length, most));

    return g_strconcat(g_strdelimit(valid, "\r\t\v\f", ' '), length > most ? "..." : "", NULL);
}

static bool read_tag(PgnReader *reader, PgnGame *game, GError **error)
{
    const char *name = reader->text + 1 + strspn(reader->text + 1, BLANKS);
    const size_t name_length = strcspn(name, BLANKS LINE_ENDS "\"[]");
    const char *quote = name + name_length + strspn(name + name_length, BLANKS);
    g_autofree char *line = NULL;

    for (int lenient = 0; name_length > 0 && *quote == '"' && lenient < 2; lenient++) {
        const char *end = NULL;
        g_autofree char *value = read_value(quote + 1, lenient == 1, &end);
        if (value == NULL || !is_last_quote(end - 1))
            continue;
        g_ptr_array_add(game->tags, g_strndup(name, name_length));
        g_ptr_array_add(game->tags, g_steal_pointer(&value));
        reader->text = strchr(end, ']') + 1;
        return true;
    }
    line = quote_text(reader->text, strcspn(reader->text, LINE_ENDS));
    return board_fail_syntax(error, "'%s' is not a tag: [Name \"value\"]", line);
}

/* The position that the tags read so far set up. */
static bool set_up(PgnGame *game, GError **error)
{
    const char *fen = pgn_game_tag(game, "FEN");

    return fen == NULL || fen_parse(fen, &game->start, error);
}

/* Whether a line between @from and @to is empty. A carriage return before CR LF is no line of its
 * own. */
static bool has_empty_line(const char *from, const char *to)
{
    int feeds = 0, returns = 0;

    for (; from < to; from++) {
        feeds += *from == '\n';
        returns += *from == '\r';
        if (feeds > 1 || (feeds == 0 && returns > 1 && from[1] != '\n'))
            return true;
        if (strchr(BLANKS LINE_ENDS, *from) == NULL)
            feeds = returns = 0;
    }
    return false;
}

/* Whether the tag at @text is called @name. */
static bool is_named(const char *text, const char *name)
{
    text += 1 + strspn(text + 1, BLANKS);
    return text_is(text, strcspn(text, BLANKS LINE_ENDS "\"[]"), name);
}

/* Whether the tag at @text, which follows the tag that ended at @before, begins another game. It
 * does if an empty line precedes it and it, or one below it, repeats a tag of @game, or if the tag
 * returns that @game began with and the result is known. */
static bool begins_next_game(const PgnGame *game, const char *before, const char *text)
{
    if (!has_empty_line(before, text))
        return is_named(text, game->tags->pdata[0]) && pgn_game_tag(game, "Result") != NULL;
    while (is_tag(text)) {
        for (guint i = 0; i < game->tags->len; i += 2)
            if (is_named(text, game->tags->pdata[i]))
                return true;
        text += strcspn(text, LINE_ENDS);
        text += *text == '\r';
        text += *text == '\n';
        text += strspn(text, BLANKS);
    }
    return false;
}

/* @out_part: where an error is. */
static bool read_tags(PgnReader *reader, PgnGame *game, bool with_moves, Part *out_part,
                      GError **error)
{
    const char *before = NULL;

    while (*reader->text == '[' &&
           (before == NULL || !begins_next_game(game, before, reader->text))) {
        *out_part = IN_TAGS;
        if (!read_tag(reader, game, error) || (with_moves && !set_up(game, error)))
            return false;
        *out_part = IN_MOVES;
        before = reader->text;
        if (!skip_to_word(reader, error))
            return false;
    }
    return true;
}

/* The result that the word is, or NULL. */
static const char *result_of(const char *word, size_t length)
{
    const int half_points = result_parse(word, length);

    if (half_points >= 0)
        return result_text(half_points);
    return length == strlen(RESULT_UNKNOWN) && *word == *RESULT_UNKNOWN ? RESULT_UNKNOWN : NULL;
}

/* The length of the move number that a word begins with: "12", "12.", "12...", "...". */
static size_t number_length(const char *word, size_t length)
{
    const size_t digits = MIN(strspn(word, "0123456789"), length);
    const size_t dots = MIN(strspn(word + digits, "."), length - digits);

    return dots > 0 || digits == length ? digits + dots : 0;
}

static bool is_glyph(const char *word, size_t length)
{
    return word[0] == '$' || strspn(word, "!?") >= length ||
           (length == strlen("e.p.") && g_str_has_prefix(word, "e.p."));
}

static bool read_move(const char *word, size_t length, Position *pos, PgnGame *game, GError **error)
{
    g_autofree char *text = quote_text(word, length);
    Move move;

    if (!san_parse(pos, text, &move, error))
        return false;
    g_array_append_val(game->moves, move);
    position_play(pos, move);
    return true;
}

/* The length of the word that begins here; a bracket is a word. */
static size_t word_length(const char *text)
{
    const size_t length = strcspn(text, WORD_ENDS);

    return *text == '$' ? 1 + strspn(text + 1, "0123456789") : MAX(length, 1);
}

/* Skips a variation with those in it. */
static bool skip_variation(PgnReader *reader, GError **error)
{
    const int line = reader->line;
    int depth = 0;

    do {
        if (*reader->text == '\0' || is_tag(reader->text))
            return board_fail_syntax(error, "the variation that begins on line %d is not closed",
                                     line);
        depth += (*reader->text == '(') - (*reader->text == ')');
        advance_reader(reader, word_length(reader->text));
    } while (depth > 0 && skip_to_word(reader, error));
    return depth == 0;
}

/* The result that the tag says, or NULL if it says none of the four. */
static const char *result_of_tag(const PgnGame *game)
{
    const char *tag = pgn_game_tag(game, "Result");

    if (tag == NULL)
        return NULL;
    tag += strspn(tag, BLANKS);
    return result_of(tag, strcspn(tag, BLANKS));
}

/* Moves of games that were broken off often end with "*", whatever the tag says. */
static bool settle_result(PgnGame *game, GError **error)
{
    const char *tag = result_of_tag(game);

    if (tag == NULL || g_strcmp0(tag, game->result) == 0)
        return true;
    if (game->result == NULL || g_str_equal(game->result, RESULT_UNKNOWN)) {
        game->result = tag;
        return true;
    }
    return board_fail_rules(error, "the moves end with %s, but the tag Result is '%s'",
                            game->result, pgn_game_tag(game, "Result"));
}

static bool read_moves(PgnReader *reader, PgnGame *game, GError **error)
{
    Position pos = game->start;

    while (skip_to_word(reader, error)) {
        const char *word = reader->text;
        size_t length = word_length(word), number;
        if (*word == '\0' || is_tag(word))
            return board_fail_syntax(error, "the game ends without a result");
        if (*word == '(') {
            if (!skip_variation(reader, error))
                return false;
            continue;
        }
        game->result = result_of(word, length);
        number = game->result == NULL ? number_length(word, length) : 0;
        if (game->result == NULL && number < length && !is_glyph(word, length) &&
            !read_move(word + number, length - number, &pos, game, error))
            return false;
        advance_reader(reader, length);
        if (game->result != NULL)
            return true;
    }
    return false;
}

/* The result whose dash or star is at @text, or NULL. */
static const char *result_around(const PgnReader *reader, const char *text)
{
    const int longest = (int)strlen(RESULT_DRAW);
    const char *word = text;
    int length = 0;

    while (text - word < longest && word > reader->begin && strchr(WORD_ENDS, word[-1]) == NULL)
        word--;
    while (length <= longest && strchr(WORD_ENDS, word[length]) == NULL) /* nor the end */
        length++;
    return result_of(word, (size_t)length);
}

static void skip_to_tag_line(PgnReader *reader)
{
    while (*reader->text != '\0' && !is_tag_line(reader, reader->text))
        skip_line(reader);
}

/* The checksum of a text.
 *
 * Source: FNV-1a, G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923. */
typedef struct {
    uint64_t sum;
    bool has_letter; /* moves have, numbers and results have not */
} TextSum;

static void add_text(TextSum *sum, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ')
            continue;
        sum->sum = (sum->sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
        sum->has_letter = sum->has_letter || g_ascii_isalpha(text[i]);
    }
}

/* Skips the moves of a game, or what takes their place, and its result, which it returns; NULL, the
 * game ends without one. @out_sum, unless NULL: PgnGame.sum. */
static const char *skip_moves(PgnReader *reader, uint64_t *out_sum)
{
    const char *result = NULL;
    TextSum sum = {UINT64_C(0xcbf29ce484222325), false};
    int depth = 0; /* of variations */

    while (result == NULL) {
        const size_t plain = strcspn(reader->text, "\r\n%;{()-*[");
        if (out_sum != NULL && depth == 0) {
            add_text(&sum, reader->text, plain);
            *out_sum = sum.has_letter ? sum.sum : 0;
        }
        reader->text += plain;
        switch (*reader->text) {
        case '%':
        case ';':
            if (*reader->text == ';' || is_line_begin(reader, reader->text)) {
                skip_line(reader);
                continue;
            }
            break;
        case '{':
            if (!skip_comment(reader, NULL))
                skip_to_tag_line(reader);
            continue;
        case '(':
            depth++;
            break;
        case ')':
            depth = MAX(depth - 1, 0);
            break;
        case '-':
        case '*':
            if (depth == 0)
                result = result_around(reader, reader->text);
            if (result != NULL)
                reader->text += strcspn(reader->text, WORD_ENDS);
            break;
        default: /* a bracket, the end of a line or of the text */
            if (*reader->text == '\0' || is_tag(reader->text))
                return NULL;
        }
        if (result == NULL)
            advance_reader(reader, 1);
    }
    return result;
}

/* Skips the rest of a game that is damaged in @part. */
static void skip_damaged(PgnReader *reader, Part part)
{
    if (part == IN_TAGS)
        do
            skip_line(reader);
        while (*reader->text == '[');
    if (part != BEHIND_MOVES)
        skip_moves(reader, NULL);
}

/* Moves of another game may be legal in chess. */
static bool check_variant(const PgnGame *game, GError **error)
{
    static const char *const chess[] = {"", "standard", "chess", "normal", "from position"};
    const char *variant = pgn_game_tag(game, "Variant");
    g_autofree char *name = variant != NULL ? g_ascii_strdown(variant, -1) : NULL;

    return name == NULL || text_place(g_strstrip(name), chess, G_N_ELEMENTS(chess)) >= 0 ||
           board_fail_syntax(error, "the tag Variant is '%s', not 'Standard'", variant);
}

static bool read_game(PgnReader *reader, PgnGame *game, bool with_moves, Part *out_part,
                      GError **error)
{
    if (!read_tags(reader, game, with_moves, out_part, error))
        return false;
    if (!with_moves)
        game->result = skip_moves(reader, &game->sum);
    else if (g_strcmp0(pgn_game_tag(game, "SetUp"), "1") == 0 && pgn_game_tag(game, "FEN") == NULL)
        return board_fail_syntax(error, "the tag SetUp is '1', but the tag FEN is missing");
    else if (!check_variant(game, error) || !read_moves(reader, game, error))
        return false;
    *out_part = BEHIND_MOVES;
    return settle_result(game, error);
}

static PgnGame *read_next(PgnReader *reader, bool with_moves, GError **error)
{
    g_autoptr(PgnGame) game = NULL;
    Part part = IN_MOVES;

    if (skip_to_word(reader, error)) {
        if (*reader->text == '\0')
            return NULL;
        game = game_new(reader->line);
        if (read_game(reader, game, with_moves, &part, error))
            return g_steal_pointer(&game);
    }
    g_prefix_error(error, "line %d: ", reader->line);
    skip_damaged(reader, part);
    return NULL;
}

PgnGame *pgn_reader_next(PgnReader *reader, GError **error)
{
    return read_next(reader, true, error);
}

PgnGame *pgn_reader_next_tags(PgnReader *reader, GError **error)
{
    return read_next(reader, false, error);
}
