#include "experiments/report/pool.h"

#include <string.h>

#include "board/game.h"
#include "board/text_lines.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/text_file.h"

/* How far it has come. */
typedef struct {
    Pool *pool;
    GString *white, *black; /* of the game that is being read; empty: not named yet */
    int half_points;        /* of White; NO_RESULT */
    bool has_result;        /* the game has the tag Result, whatever it says */
    bool has_tags;          /* some tag of the game was read */
    int last_half_points;   /* by the last line of its moves; NO_RESULT */
    int64_t left_out;
} Scan;

#define NO_RESULT (-1)

static void begin_game(Scan *scan)
{
    g_string_truncate(scan->white, 0);
    g_string_truncate(scan->black, 0);
    scan->half_points = NO_RESULT;
    scan->has_result = scan->has_tags = false;
    scan->last_half_points = NO_RESULT;
}

static int add_player(const Scan *scan, const GString *name)
{
    return pool_add_player(scan->pool, name->str, name->str, 0);
}

/* The result behind the moves, for a game without the tag. */
static int read_last_word(const char *line, const char *end)
{
    const char *word;

    while (end > line && g_ascii_isspace(end[-1]))
        end--;
    for (word = end; word > line && !g_ascii_isspace(word[-1]);)
        word--;
    return result_parse(word, (size_t)(end - word));
}

static void count_game(Scan *scan)
{
    const int white = add_player(scan, scan->white), black = add_player(scan, scan->black);
    PoolPairing *pairing = pool_add_pairing(scan->pool, white, black, 0);
    const bool is_turned = pairing->player != white;
    const int half_points = is_turned ? 2 - scan->half_points : scan->half_points;

    statistics_score_add(&pairing->totals.as[is_turned ? TOTALS_BLACK : TOTALS_WHITE], half_points);
    statistics_score_add(&pairing->totals.score, half_points);
}

static void end_game(Scan *scan)
{
    if (!scan->has_tags)
        return;
    if (!scan->has_result)
        scan->half_points = scan->last_half_points;
    if (scan->white->len == 0 || scan->black->len == 0 || scan->half_points == NO_RESULT ||
        g_str_equal(scan->white->str, scan->black->str))
        scan->left_out++;
    else
        count_game(scan);
    begin_game(scan);
}

/* Names in ISO 8859-1, the letters of the PGN specification, become UTF-8. */
static void make_utf8(GString *value)
{
    g_autofree char *text = NULL;

    if (g_utf8_validate(value->str, (gssize)value->len, NULL))
        return;
    text = g_convert(value->str, (gssize)value->len, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
    g_string_assign(value, text != NULL ? text : "");
}

/* The value of a tag pair from @text to @end, which begins behind its first quote. Returns where it
 * ends. */
static const char *read_value(const char *text, const char *end, GString *out_value)
{
    g_string_truncate(out_value, 0);
    for (; text < end && *text != '"'; text++) {
        if (*text == '\\' && text + 1 < end)
            text++;
        g_string_append_c(out_value, *text);
    }
    make_utf8(out_value);
    return text;
}

static bool begins(const char *line, const char *end, const char *with, size_t length)
{
    return (size_t)(end - line) >= length && memcmp(line, with, length) == 0;
}

/* The tag pair at @tag; returns what stands behind its value. */
static const char *read_pair(Scan *scan, const char *tag, const char *end)
{
    const char *quote;

    if (begins(tag, end, "[White \"", 8))
        return read_value(tag + 8, end, scan->white);
    if (begins(tag, end, "[Black \"", 8))
        return read_value(tag + 8, end, scan->black);
    if (!begins(tag, end, "[Result \"", 9))
        return end;
    quote = memchr(tag + 9, '"', (size_t)(end - tag - 9));
    scan->has_result = true;
    scan->half_points =
        quote != NULL ? result_parse(tag + 9, (size_t)(quote - tag - 9)) : NO_RESULT;
    return quote != NULL ? quote : end;
}

static bool is_tag(const char *text, const char *end)
{
    return text + 1 < end && *text == '[' && g_ascii_isalpha(text[1]);
}

/* A line that begins with [ and a letter is a tag pair, maybe with others behind it; such a line
 * within a comment begins with % behind it. The first one behind moves begins another game. */
static void read_tags(Scan *scan, const char *line, const char *end, bool begins_game)
{
    if (begins_game)
        end_game(scan);
    scan->has_tags = true;
    while (is_tag(line, end)) {
        line = read_pair(scan, line, end);
        while (line < end && *line != '[')
            line++;
    }
}

/* A line that is no tag pair: moves, which are passed over, or a result. Returns whether it is. */
static bool read_moves(Scan *scan, const char *line, const char *end)
{
    if (line == end || *line == '\r' || *line == ' ')
        return false;
    if (!scan->has_result)
        scan->last_half_points = read_last_word(line, end);
    return true;
}

static bool read_lines(Scan *scan, LineReader *lines, GError **error)
{
    g_autoptr(GError) fault = NULL;
    bool in_moves = true, is_first = true;
    const char *line;
    size_t length;

    begin_game(scan);
    while ((line = line_reader_next(lines, &length, &fault)) != NULL) {
        const char *end = line + length;
        if (is_first)
            line += text_mark_length(line, length);
        is_first = false;
        if (is_tag(line, end)) {
            read_tags(scan, line, end, in_moves);
            in_moves = false;
        } else if (read_moves(scan, line, end)) {
            in_moves = true;
        }
    }
    end_game(scan);
    if (fault == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

static bool read_files(Scan *scan, char *const *paths, GError **error)
{
    for (; *paths != NULL; paths++) {
        g_autoptr(GInputStream) stream = gzip_open_path(*paths, error);
        g_autoptr(LineReader) lines = stream != NULL ? line_reader_new(stream, *paths) : NULL;
        if (lines == NULL || !read_lines(scan, lines, error))
            return false;
    }
    if (scan->pool->pairings->len == 0)
        return experiments_fail(
            error, "no game has a result and the tags White and Black with two different players");
    if (!pool_check_size(scan->pool, error))
        return false;
    if (scan->left_out > 0)
        g_ptr_array_add(
            scan->pool->notes,
            g_strdup_printf("%" G_GINT64_FORMAT
                            " game%s omitted: the result or a player's name is missing, or both "
                            "names are the same",
                            scan->left_out, scan->left_out == 1 ? " is" : "s are"));
    return true;
}

Pool *pool_of_pgn(char *const *paths, GError **error)
{
    g_autoptr(Pool) pool = pool_new_empty();
    g_autoptr(GString) white = g_string_new(NULL), black = g_string_new(NULL);
    Scan scan = {.pool = pool, .white = white, .black = black};

    return read_files(&scan, paths, error) ? g_steal_pointer(&pool) : NULL;
}
