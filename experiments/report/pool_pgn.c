#include "experiments/report/pool_pgn.h"

#include <string.h>

#include "board/game.h"
#include "experiments/tools/error.h"
#include "experiments/tools/pgn_file.h"

/* The pairs of a pairing. A game waits for the next one from the same position with colours
 * exchanged. From the initial position the same player begins each pair with White. */
typedef struct {
    PairCounts counts;
    int first_white; /* the player with White in the first game */
    bool is_broken;  /* a pair from the initial position was begun by the other player */
    int64_t waiting; /* games without a partner */
} Pairs;

/* Games from one position that wait for their partners; all have the same player with White. */
typedef struct {
    int white;
    GArray *half_points; /* of the first player of the pairing, the last game first */
} Waiting;

/* How far it has come. */
typedef struct {
    Pool *pool;
    GArray *pairs;       /* of Pairs, one for each pairing */
    GHashTable *waiting; /* of Waiting, by the pairing and the position */
    GHashTable *known;   /* games with moves: players, position and checksum of the moves */
    char *first_equal;   /* the first game that equals an earlier one; NULL: there is none */
    int64_t equal;
    ReadCount *count;
    const char *path;
} Scan;

static void waiting_free(gpointer data)
{
    Waiting *waiting = data;

    g_array_unref(waiting->half_points);
    g_free(waiting);
}

/* The games of pairing @pairing that wait for a partner from position @fen, NULL: the initial one.
 */
static Waiting *find_waiting(const Scan *scan, guint pairing, const char *fen)
{
    g_autofree char *key = g_strdup_printf("%u %s", pairing, fen != NULL ? fen : "");
    Waiting *waiting = g_hash_table_lookup(scan->waiting, key);

    if (waiting == NULL) {
        waiting = g_new(Waiting, 1);
        waiting->half_points = g_array_new(FALSE, FALSE, sizeof(int));
        g_hash_table_insert(scan->waiting, g_steal_pointer(&key), waiting);
    }
    return waiting;
}

static void pair_game(const Scan *scan, guint pairing, const char *fen, int white, int half_points)
{
    Waiting *waiting = find_waiting(scan, pairing, fen);
    GArray *games = waiting->half_points;
    Pairs *pairs;

    if (scan->pairs->len == pairing)
        g_array_append_vals(scan->pairs, &(Pairs){.first_white = white}, 1);
    pairs = &g_array_index(scan->pairs, Pairs, pairing);
    if (games->len > 0 && waiting->white != white) {
        pairs->counts.pairs[half_points + g_array_index(games, int, games->len - 1)]++;
        g_array_set_size(games, games->len - 1);
        pairs->waiting--;
        return;
    }
    pairs->is_broken |= fen == NULL && white != pairs->first_white;
    waiting->white = white;
    g_array_append_val(games, half_points);
    pairs->waiting++;
}

static void count_game(const Scan *scan, const char *white_name, const char *black_name,
                       int half_points, const char *fen)
{
    const int white = pool_add_player(scan->pool, white_name, white_name, 0);
    const int black = pool_add_player(scan->pool, black_name, black_name, 0);
    PoolPairing *pairing = pool_add_pairing(scan->pool, white, black, 0);
    const bool is_turned = pairing->player != white;

    if (is_turned)
        half_points = 2 - half_points;
    statistics_score_add(&pairing->totals.as[is_turned ? TOTALS_BLACK : TOTALS_WHITE], half_points);
    statistics_score_add(&pairing->totals.score, half_points);
    pair_game(scan, (guint)(pairing - pool_pairing(scan->pool, 0)), fen, white, half_points);
    scan->count->read++;
}

/* The value of the tag @name without blanks at its ends. Names in ISO 8859-1, the letters of the
 * PGN specification, become UTF-8. Owner: the caller. */
static char *read_name(const PgnGame *game, const char *name)
{
    const char *value = pgn_game_tag(game, name);
    char *text = NULL;

    if (value == NULL)
        return g_strdup("");
    text = g_utf8_validate(value, -1, NULL)
               ? g_strdup(value)
               : g_convert(value, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
    return text != NULL ? g_strstrip(text) : g_strdup("");
}

/* Whether an earlier game had the same players with the same colours, position and moves. */
static void note_equal_game(Scan *scan, const PgnGame *game, const char *white, const char *black)
{
    const char *fen = pgn_game_tag(game, "FEN");

    if (game->sum == 0 ||
        g_hash_table_add(scan->known,
                         g_strdup_printf("%" G_GUINT64_FORMAT "\n%s\n%s\n%s", game->sum, white,
                                         black, fen != NULL ? fen : "")))
        return;
    scan->equal++;
    if (scan->first_equal == NULL)
        scan->first_equal = g_strdup_printf("%s, line %d", scan->path, game->line);
}

static void take_game(Scan *scan, const PgnGame *game)
{
    g_autofree char *white = read_name(game, "White"), *black = read_name(game, "Black");
    const int half_points =
        game->result != NULL ? result_parse(game->result, strlen(game->result)) : -1;

    if (*white == '\0' || *black == '\0')
        read_count_skip(scan->count, scan->path, game->line,
                        *white == '\0' ? "the tag White is missing or empty"
                                       : "the tag Black is missing or empty");
    else if (g_str_equal(white, black))
        read_count_skip(scan->count, scan->path, game->line, "both players have the same name");
    else if (half_points < 0)
        read_count_skip(scan->count, scan->path, game->line,
                        game->result == NULL ? "the result is missing" : "the result is '*'");
    else {
        note_equal_game(scan, game, white, black);
        count_game(scan, white, black, half_points, pgn_game_tag(game, "FEN"));
    }
}

static bool read_file(Scan *scan, const char *path, GError **error)
{
    g_autoptr(PgnFile) file = pgn_file_open(path, false, error);
    g_autoptr(GError) fault = NULL;
    PgnGame *game;

    if (file == NULL)
        return false;
    scan->path = path;
    while ((game = pgn_file_next(file, scan->count, &fault)) != NULL) {
        take_game(scan, game);
        pgn_game_free(game);
    }
    if (fault == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

/* Pairs are those of a match in which every game has a partner, except the last one of a file. */
static void take_pairs(const Scan *scan, guint files)
{
    for (guint i = 0; i < scan->pairs->len; i++) {
        const Pairs *pairs = &g_array_index(scan->pairs, Pairs, i);
        if (!pairs->is_broken && pairs->waiting <= files)
            g_array_index(scan->pool->pairings, PoolPairing, i).totals.pairs = pairs->counts;
    }
}

static bool read_files(Scan *scan, char *const *paths, GError **error)
{
    const guint files = g_strv_length((char **)paths);
    g_autofree char *count = NULL;

    for (guint i = 0; i < files; i++)
        if (!read_file(scan, paths[i], error))
            return false;
    take_pairs(scan, files);
    if (scan->equal > 0)
        g_ptr_array_add(
            scan->pool->notes,
            g_strdup_printf("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                            " games with the players and moves of an earlier one (first: %s); if "
                            "the players do not choose at random, the intervals are too narrow",
                            scan->equal, scan->count->read, scan->first_equal));
    if (scan->pool->pairings->len > 0)
        return pool_check_size(scan->pool, error);
    count = read_count_describe(scan->count, "game");
    return experiments_fail(
        error, "no game has a result and the tags White and Black with two different players: %s",
        count);
}

Pool *pool_of_pgn(char *const *paths, ReadCount *count, GError **error)
{
    g_autoptr(Pool) pool = pool_new_empty();
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(Pairs));
    g_autoptr(GHashTable) waiting =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, waiting_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *first_equal = NULL;
    Scan scan = {.pool = pool, .pairs = pairs, .waiting = waiting, .known = known, .count = count};
    bool is_read;

    count->names_paths = paths[0] != NULL && paths[1] != NULL;
    is_read = read_files(&scan, paths, error);
    first_equal = scan.first_equal; /* freed here */
    return is_read ? g_steal_pointer(&pool) : NULL;
}
