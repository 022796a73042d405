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

#define BLANKS " \t\v\f"
#define LINE_ENDS "\r\n" /* alone, or both together */

PgnReader pgn_reader_begin(const char *text)
{
    text = text_skip_mark(text);
    return (PgnReader){text, text, 1};
}

/* Whether @text is behind the end of a line. */
static bool is_line_begin(const PgnReader *reader, const char *text)
{
    return text == reader->begin || text[-1] == '\n' || (text[-1] == '\r' && *text != '\n');
}

static void advance(PgnReader *reader, size_t length)
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

    advance(reader, length + (*end != '\0') + (end[0] == '\r' && end[1] == '\n'));
}

/* Whether a line begins at @text with a tag pair: a name in a bracket and a quote. */
static bool is_tag_line(const PgnReader *reader, const char *text)
{
    size_t name;

    if (*text != '[' || !is_line_begin(reader, text))
        return false;
    text += 1 + strspn(text + 1, BLANKS);
    name = strcspn(text, BLANKS LINE_ENDS "\"[]");
    return name > 0 && text[name + strspn(text + name, BLANKS)] == '"';
}

static bool skip_comment(PgnReader *reader, GError **error)
{
    const char *end = reader->text;

    while (*end != '\0' && *end != '}' && !is_tag_line(reader, end))
        end++;
    if (*end != '}')
        return board_fail_syntax(error, "a comment is not closed");
    advance(reader, (size_t)(end + 1 - reader->text));
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
            advance(reader, 1);
        else if (c != '{')
            return true;
        else if (!skip_comment(reader, error))
            return false;
    }
}

/* The value of a tag whose opening quote stands before @text; NULL if the line ends before the
 * closing one. @out_length counts the characters read, the closing quote included. */
static char *read_value(const char *text, size_t *out_length)
{
    g_autoptr(GString) value = g_string_new(NULL);
    const char *c = text;

    for (; *c != '"'; c++) {
        if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
            c++;
        if (strchr(LINE_ENDS, *c) != NULL) /* or the text ends */
            return NULL;
        g_string_append_c(value, *c);
    }
    *out_length = (size_t)(c + 1 - text);
    return g_strdup(value->str);
}

/* The first @length characters of @text as a message may quote them: short, and in one piece.
 * Owner: the caller. */
static char *quote(const char *text, size_t length)
{
    const size_t most = 24;
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)MIN(length, most));

    return g_strconcat(g_strdelimit(valid, "\r\t\v\f", ' '), length > most ? "..." : "", NULL);
}

static bool read_tag(PgnReader *reader, PgnGame *game, GError **error)
{
    const char *name = reader->text + 1 + strspn(reader->text + 1, BLANKS);
    const size_t name_length = strcspn(name, BLANKS LINE_ENDS "\"[]");
    const char *end = name + name_length + strspn(name + name_length, BLANKS);
    g_autofree char *value = NULL;
    size_t value_length;

    if (name_length > 0 && *end == '"' && (value = read_value(end + 1, &value_length)) != NULL) {
        end += 1 + value_length;
        end += strspn(end, BLANKS);
    }
    if (value == NULL || *end != ']') {
        g_autofree char *line = quote(reader->text, strcspn(reader->text, LINE_ENDS));
        return board_fail_syntax(error, "'%s' is not a tag: [Name \"value\"]", line);
    }
    g_ptr_array_add(game->tags, g_strndup(name, name_length));
    g_ptr_array_add(game->tags, g_steal_pointer(&value));
    advance(reader, (size_t)(end + 1 - reader->text));
    return true;
}

/* The position that the tags read so far set up. */
static bool set_up(PgnGame *game, GError **error)
{
    const char *fen = pgn_game_tag(game, "FEN");

    return fen == NULL || fen_parse(fen, &game->start, error);
}

static bool read_tags(PgnReader *reader, PgnGame *game, GError **error)
{
    while (*reader->text == '[')
        if (!read_tag(reader, game, error) || !set_up(game, error) || !skip_to_word(reader, error))
            return false;
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
    g_autofree char *text = quote(word, length);
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
    const size_t length = strcspn(text, BLANKS LINE_ENDS "{}();[]$");

    return *text == '$' ? 1 + strspn(text + 1, "0123456789") : MAX(length, 1);
}

/* Skips a variation with those in it. */
static bool skip_variation(PgnReader *reader, GError **error)
{
    const int line = reader->line;
    int depth = 0;

    do {
        if (*reader->text == '\0' || is_tag_line(reader, reader->text))
            return board_fail_syntax(error, "the variation that begins on line %d is not closed",
                                     line);
        depth += (*reader->text == '(') - (*reader->text == ')');
        advance(reader, word_length(reader->text));
    } while (depth > 0 && skip_to_word(reader, error));
    return depth == 0;
}

static bool check_result(const PgnGame *game, GError **error)
{
    const char *tag = pgn_game_tag(game, "Result");

    if (tag == NULL || result_of(tag, strlen(tag)) == NULL || g_str_equal(tag, game->result))
        return true;
    return board_fail_rules(error, "the moves end with %s, but the tag Result is '%s'",
                            game->result, tag);
}

static bool read_moves(PgnReader *reader, PgnGame *game, GError **error)
{
    Position pos = game->start;

    while (skip_to_word(reader, error)) {
        const char *word = reader->text;
        size_t length = word_length(word), number;
        if (*word == '\0' || is_tag_line(reader, word))
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
        advance(reader, length);
        if (game->result != NULL)
            return check_result(game, error);
    }
    return false;
}

/* Skips to the first tag of the next game. */
static void skip_damaged(PgnReader *reader, bool in_tags)
{
    if (!is_tag_line(reader, reader->text) || in_tags)
        skip_line(reader);
    while (in_tags && *reader->text == '[')
        skip_line(reader);
    while (*reader->text != '\0' && !is_tag_line(reader, reader->text))
        skip_line(reader);
}

static bool read_game(PgnReader *reader, PgnGame *game, bool *out_in_tags, GError **error)
{
    *out_in_tags = true;
    if (!read_tags(reader, game, error))
        return false;
    *out_in_tags = false;
    if (g_strcmp0(pgn_game_tag(game, "SetUp"), "1") == 0 && pgn_game_tag(game, "FEN") == NULL)
        return board_fail_syntax(error, "the tag SetUp is '1', but the tag FEN is missing");
    return read_moves(reader, game, error);
}

PgnGame *pgn_reader_next(PgnReader *reader, GError **error)
{
    g_autoptr(PgnGame) game = NULL;
    bool in_tags = false;

    if (skip_to_word(reader, error)) {
        if (*reader->text == '\0')
            return NULL;
        game = game_new(reader->line);
        if (read_game(reader, game, &in_tags, error))
            return g_steal_pointer(&game);
    }
    g_prefix_error(error, "line %d: ", reader->line);
    skip_damaged(reader, in_tags);
    return NULL;
}
