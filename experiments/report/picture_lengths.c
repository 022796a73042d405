/* How long the games of each player are, by their results: boxes, one on the other. */
#include "board/game.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/line_reader.h"

#define MOST_BINS 25
#define MOST_LENGTH 1000000 /* no game is so long, in plies or seconds */

enum { WON, DRAWN, LOST, RESULTS };

typedef struct {
    char *name;
    GArray *games[RESULTS]; /* of int64_t: how many games have that length */
} LengthsOf;

static void lengths_of_free(LengthsOf *player)
{
    g_free(player->name);
    for (int i = 0; i < RESULTS; i++)
        g_array_unref(player->games[i]);
    g_free(player);
}

/* What is being read. */
typedef struct {
    GPtrArray *players; /* of LengthsOf, as they come */
    GHashTable *by_name;
    guint longest;
    int white, black, result, length; /* columns of games.csv */
    bool in_time;                     /* the length is in milliseconds */
} Lengths;

static LengthsOf *find_player(Lengths *lengths, const char *name)
{
    LengthsOf *player = g_hash_table_lookup(lengths->by_name, name);

    if (player != NULL)
        return player;
    player = g_new0(LengthsOf, 1);
    player->name = g_strdup(name);
    for (int i = 0; i < RESULTS; i++)
        player->games[i] = g_array_new(FALSE, TRUE, sizeof(int64_t));
    g_ptr_array_add(lengths->players, player);
    g_hash_table_insert(lengths->by_name, player->name, player);
    return player;
}

static void count_game(Lengths *lengths, const char *name, int result, guint length)
{
    GArray *games = find_player(lengths, name)->games[result];

    if (length >= games->len)
        g_array_set_size(games, length + 1);
    g_array_index(games, int64_t, length)++;
    lengths->longest = MAX(lengths->longest, length);
}

static int find_column(char **names, const char *name)
{
    for (int i = 0; names[i] != NULL; i++)
        if (g_str_equal(names[i], name))
            return i;
    return -1;
}

/* Whether the names of columns in @line are those of games of two. */
static bool read_head(Lengths *lengths, const char *line)
{
    g_auto(GStrv) names = csv_split(line);

    lengths->white = find_column(names, "white");
    lengths->black = find_column(names, "black");
    lengths->result = find_column(names, "result");
    lengths->length = find_column(names, lengths->in_time ? "time_ms" : "plies");
    return lengths->white >= 0 && lengths->black >= 0 && lengths->result >= 0 &&
           lengths->length >= 0;
}

static bool read_game(Lengths *lengths, const char *line)
{
    g_auto(GStrv) cells = csv_split(line);
    const int last = (int)g_strv_length(cells) - 1;
    gint64 length;
    int result;

    if (last < lengths->white || last < lengths->black || last < lengths->result ||
        last < lengths->length ||
        !g_ascii_string_to_signed(cells[lengths->length], 10, 0, MOST_LENGTH * 1000LL, &length,
                                  NULL))
        return false;
    length = MIN(lengths->in_time ? length / 1000 : length, MOST_LENGTH);
    result = g_str_equal(cells[lengths->result], RESULT_WHITE_WINS)   ? WON
             : g_str_equal(cells[lengths->result], RESULT_BLACK_WINS) ? LOST
                                                                      : DRAWN;
    count_game(lengths, cells[lengths->white], result, (guint)length);
    count_game(lengths, cells[lengths->black], LOST - result, (guint)length);
    return true;
}

/* A line at a time: there may be millions. */
static bool read_games(Lengths *lengths, const char *folder, const char *file, GError **error)
{
    g_autoptr(GInputStream) bytes = gzip_open(folder, file, error);
    g_autoptr(LineReader) lines = bytes != NULL ? line_reader_new(bytes, file) : NULL;
    g_autoptr(GError) cause = NULL;
    char *line;

    if (lines == NULL)
        return false;
    for (int number = 1; (line = line_reader_next(lines, NULL, &cause)) != NULL; number++) {
        if (!(number == 1 ? read_head(lengths, line) : read_game(lengths, line)))
            return experiments_fail(error, "%s/%s:%d: this is not a game of two", folder, file,
                                    number);
    }
    if (cause != NULL)
        g_propagate_error(error, g_steal_pointer(&cause));
    return cause == NULL && (error == NULL || *error == NULL);
}

/* A round width that makes about twenty bins: 1, 2, 5, 10, 25, 50, ... */
static guint bin_width(guint longest)
{
    guint width = 1;

    for (bool doubles = true; longest > MOST_BINS * width; doubles = !doubles)
        width = doubles ? 2 * width : 5 * width / 2;
    return width;
}

static int64_t count_in_bin(const GArray *games, guint from, guint to)
{
    int64_t count = 0;

    for (guint i = from; i < MIN(to, games->len); i++)
        count += g_array_index(games, int64_t, i);
    return count;
}

static void append_rows_of(const Lengths *lengths, const LengthsOf *player, TableRows *rows)
{
    static const char *const results[RESULTS] = {"won", "drawn", "lost"};
    const guint width = bin_width(lengths->longest), bins = lengths->longest / width + 1;
    g_autofree int64_t *below = g_new0(int64_t, bins);

    for (int result = WON; result < RESULTS; result++)
        for (guint bin = 0; bin < bins; bin++) {
            const guint from = bin * width, to = from + width;
            const int64_t games = count_in_bin(player->games[result], from, to);
            TableRow row;
            row_init(&row, rows->table);
            row_text(&row, player->name);
            row_text(&row, results[result]);
            row_text(&row, lengths->in_time ? "seconds" : "plies");
            row_count(&row, from);
            row_count(&row, to);
            row_count(&row, games);
            row_count(&row, below[bin]);
            table_rows_push(rows, &row);
            below[bin] += games;
        }
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                    GError **error)
{
    g_autoptr(GPtrArray) players = g_ptr_array_new_with_free_func((GDestroyNotify)lengths_of_free);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    Lengths lengths = {.players = players, .by_name = by_name, .in_time = run->spec->game == NULL};

    if (!read_games(&lengths, run->folder, picture->source, error))
        return false;
    for (guint i = 0; i < players->len; i++)
        append_rows_of(&lengths, players->pdata[i], rows);
    return true;
}

static const Column LENGTHS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"result", TABLE_TEXT, "", "what the player did: won, drawn or lost"},
    {"unit", TABLE_TEXT, "", "unit of lengths: plies, or seconds in asynchronous chess"},
    {"from", TABLE_COUNT, "plies or s", "the games are so long or longer"},
    {"to", TABLE_COUNT, "plies or s", "but shorter than this"},
    {"games", TABLE_COUNT, "games", "how many such games the player has"},
    {"below", TABLE_COUNT, "games",
     "how many as long are in the rows above: on them stands the box of these"},
};

static const Table LENGTHS = {
    .name = "lengths",
    .file = "agentchess report --table lengths",
    .row = "a player, a result and about a twentieth of the lengths that games have",
    .key = {"player", "result", "from"},
    TABLE_COLUMNS(LENGTHS_COLUMNS),
};

const PictureTable PICTURE_LENGTHS = {
    .table = &LENGTHS,
    .source = "games.csv",
    .arrange = arrange,
};
