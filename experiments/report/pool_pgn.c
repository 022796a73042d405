#include "experiments/report/pool_pgn.h"

#include <string.h>

#include "board/result.h"
#include "experiments/tools/error.h"

/* How far it has come. */
typedef struct {
    Pool *pool;
    GHashTable *player_of;  /* names to the index + 1 of their player */
    GHashTable *pairing_of; /* two players, White first, to the index + 1 of their pairing */
    GString *white, *black; /* of the game that is being read; empty: not named yet */
    int half_points;        /* of White; NO_RESULT */
    bool has_tags;          /* some tag of the game was read */
    int64_t left_out;
} Scan;

#define NO_RESULT (-1)

static void begin_game(Scan *scan)
{
    g_string_truncate(scan->white, 0);
    g_string_truncate(scan->black, 0);
    scan->half_points = NO_RESULT;
    scan->has_tags = false;
}

static int find_player(Scan *scan, const char *name)
{
    GArray *players = scan->pool->players;
    int index = GPOINTER_TO_INT(g_hash_table_lookup(scan->player_of, name)) - 1;

    if (index < 0) {
        const PoolPlayer player = {g_strdup(name), g_strdup(name), 0};
        g_array_append_val(players, player);
        index = (int)players->len - 1;
        g_hash_table_insert(scan->player_of, g_strdup(name), GINT_TO_POINTER(index + 1));
    }
    return index;
}

/* The number of a pairing whichever of the two has White. */
static gpointer key_of(int a, int b)
{
    return GSIZE_TO_POINTER(((gsize)MIN(a, b) << 32 | (gsize)MAX(a, b)) + 1);
}

static PoolPairing *find_pairing(Scan *scan, int white, int black)
{
    GArray *pairings = scan->pool->pairings;
    const gpointer key = key_of(white, black);
    int index = GPOINTER_TO_INT(g_hash_table_lookup(scan->pairing_of, key)) - 1;

    if (index < 0) {
        const PoolPairing pairing = {.player = white, .opponent = black};
        g_array_append_val(pairings, pairing);
        index = (int)pairings->len - 1;
        g_hash_table_insert(scan->pairing_of, key, GINT_TO_POINTER(index + 1));
    }
    return &g_array_index(pairings, PoolPairing, index);
}

static void count_result(StatisticsScore *score, int half_points)
{
    score->wins += half_points == 2;
    score->draws += half_points == 1;
    score->losses += half_points == 0;
}

static void end_game(Scan *scan)
{
    StatisticsScore all = {0};
    PairingTotals *totals;
    PoolPairing *pairing;
    int white, half_points;

    if (!scan->has_tags)
        return;
    if (scan->white->len == 0 || scan->black->len == 0 || scan->half_points == NO_RESULT ||
        g_str_equal(scan->white->str, scan->black->str)) {
        scan->left_out++;
        begin_game(scan);
        return;
    }
    white = find_player(scan, scan->white->str);
    pairing = find_pairing(scan, white, find_player(scan, scan->black->str));
    totals = &pairing->totals;
    half_points = pairing->player == white ? scan->half_points : 2 - scan->half_points;
    count_result(&totals->as[pairing->player == white ? TOTALS_WHITE : TOTALS_BLACK], half_points);
    count_result(&all, half_points);
    totals->wins += all.wins;
    totals->losses += all.losses;
    totals->draws += all.draws;
    begin_game(scan);
}

/* The value of a tag pair from @text to @end, which begins behind its first quote. */
static void read_value(const char *text, const char *end, GString *out_value)
{
    g_string_truncate(out_value, 0);
    for (; text < end && *text != '"'; text++) {
        if (*text == '\\' && text + 1 < end)
            text++;
        g_string_append_c(out_value, *text);
    }
}

static bool begins(const char *line, const char *end, const char *with, size_t length)
{
    return (size_t)(end - line) >= length && memcmp(line, with, length) == 0;
}

static int read_result(const char *text, const char *end)
{
    const char *quote = memchr(text, '"', (size_t)(end - text));

    return quote != NULL ? result_parse(text, (size_t)(quote - text)) : NO_RESULT;
}

/* A line that begins with [ and a letter is a tag pair; such a line within a comment begins with %
 * behind it. The first one behind moves begins another game. */
static void read_tag(Scan *scan, const char *line, const char *end, bool begins_game)
{
    if (begins_game)
        end_game(scan);
    scan->has_tags = true;
    if (begins(line, end, "[White \"", 8))
        read_value(line + 8, end, scan->white);
    else if (begins(line, end, "[Black \"", 8))
        read_value(line + 8, end, scan->black);
    else if (begins(line, end, "[Result \"", 9))
        scan->half_points = read_result(line + 9, end);
}

/* Goes from line to line; a game is as long as its moves, which are passed over. */
static void read_text(Scan *scan, const char *text, size_t length)
{
    const char *const all = text + length;
    bool in_moves = true;

    begin_game(scan);
    while (text < all) {
        const char *end = memchr(text, '\n', (size_t)(all - text));
        end = end != NULL ? end : all;
        if (*text == '[' && text + 1 < end && g_ascii_isalpha(text[1])) {
            read_tag(scan, text, end, in_moves);
            in_moves = false;
        } else if (text < end && *text != '\r' && *text != ' ') {
            in_moves = true;
        }
        text = end + 1;
    }
    end_game(scan);
}

static bool read_file(Scan *scan, const char *path, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, error);

    if (file == NULL)
        return false;
    if (g_mapped_file_get_length(file) > 0)
        read_text(scan, g_mapped_file_get_contents(file), g_mapped_file_get_length(file));
    return true;
}

static bool read_files(Scan *scan, char *const *paths, GError **error)
{
    for (; *paths != NULL; paths++)
        if (!read_file(scan, *paths, error))
            return false;
    if (scan->pool->pairings->len == 0)
        return experiments_fail(error, "no game has the tags White, Black and Result");
    if (scan->pool->players->len > SPEC_MAX_PLAYERS)
        return experiments_fail(error,
                                "there are %u players, more than the %d that can be rated "
                                "together",
                                scan->pool->players->len, SPEC_MAX_PLAYERS);
    if (scan->left_out > 0)
        g_ptr_array_add(scan->pool->notes,
                        g_strdup_printf("%" G_GINT64_FORMAT " game%s without a result or names "
                                        "left out",
                                        scan->left_out, scan->left_out == 1 ? "" : "s"));
    return true;
}

Pool *pool_of_pgn(char *const *paths, GError **error)
{
    g_autoptr(Pool) pool = pool_new_empty();
    g_autoptr(GHashTable) player_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) pairing_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_autoptr(GString) white = g_string_new(NULL), black = g_string_new(NULL);
    Scan scan = {pool, player_of, pairing_of, white, black, NO_RESULT, false, 0};

    return read_files(&scan, paths, error) ? g_steal_pointer(&pool) : NULL;
}
