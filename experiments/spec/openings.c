#include "experiments/spec/openings.h"

#include <string.h>

#include "board/chess.h"
#include "board/epd.h"
#include "board/fen.h"
#include "board/text_lines.h"
#include "experiments/tools/error.h"
#include "experiments/tools/pgn_file.h"
#include "experiments/tools/text_file.h"

/* The most bytes of a file of positions, so that one without an end is refused. */
#define MOST_OF_A_FILE ((size_t)1 << 30)

static bool check_running(const GameLine *line, GError **error)
{
    const Termination termination = game_line_outcome(line).termination;

    return termination == TERMINATION_NONE ||
           experiments_fail(error, "the game is already over in this position (%s)",
                            termination_name(termination));
}

static bool parse_row(const TextLine *row, GameLine *line, GError **error)
{
    GameState state;

    if (row->has_nul)
        return experiments_fail(error, "the line contains a NUL character");
    if (!(line->game == &GAME_CHESS ? epd_parse_position(row->text, &state.chess, error)
                                    : game_read_state(line->game, row->text, &state, error)))
        return false;
    game_line_start(line, &state);
    return check_running(line, error);
}

/* The openings in progress, file after file. */
typedef struct {
    const OpeningsKind *kind;
    GameLine *line;
    GArray *states;
    GString *sha256;
    ReadCount count;
} Reading;

/* Counts an opening that was read unless @fault says why it was not. */
static void count_opening(Reading *reading, const char *path, int line, const GError *fault)
{
    if (fault == NULL)
        reading->count.read++;
    else
        read_count_skip(&reading->count, path, line, fault->message);
}

static bool parse_rows(Reading *reading, const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = text_file_unpack(path, MOST_OF_A_FILE, &length, error);
    g_autoptr(GArray) rows = text != NULL ? text_lines_cut(text, length) : NULL;

    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        const TextLine *row = &g_array_index(rows, TextLine, i);
        g_autoptr(GError) fault = NULL;

        if (parse_row(row, reading->line, &fault))
            g_array_append_val(reading->states, reading->line->state);
        count_opening(reading, path, row->number, fault);
    }
    return rows != NULL;
}

/* The position after the first plies of @game, unless it is known or the game is over there. */
static void add_game(Reading *reading, const char *path, const PgnGame *game, GHashTable *known)
{
    const uint64_t all = game->moves->len, plies = reading->kind->plies;
    GameState state = {.chess = game->start};
    g_autoptr(GError) fault = NULL;
    char fen[FEN_TEXT_SIZE];

    for (uint64_t i = 0; i < (plies > 0 ? MIN(plies, all) : all); i++)
        position_play(&state.chess, g_array_index(game->moves, Move, i));
    fen_format(&state.chess, fen);
    game_line_start(reading->line, &state);
    if (check_running(reading->line, &fault) && g_hash_table_add(known, g_strdup(fen)))
        g_array_append_val(reading->states, state);
    count_opening(reading, path, game->line, fault);
}

static bool parse_games(Reading *reading, const char *path, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(PgnFile) file = NULL;
    g_autoptr(GError) fault = NULL;
    PgnGame *game;

    if (reading->kind->game != &GAME_CHESS)
        return experiments_fail(error, "'%s' contains games of chess, but the game is %s", path,
                                reading->kind->game->name);
    file = pgn_file_open(path, true, error);
    if (file == NULL)
        return false;
    while ((game = pgn_file_next(file, &reading->count, &fault)) != NULL) {
        add_game(reading, path, game, known);
        pgn_game_free(game);
    }
    return fault == NULL || experiments_fail(error, "%s", fault->message);
}

static bool read_file(Reading *reading, const char *path, GError **error)
{
    const guint before = reading->states->len;
    g_autofree char *sha256 = NULL, *count = NULL;

    if (!(pgn_file_is_path(path) ? parse_games(reading, path, error)
                                 : parse_rows(reading, path, error)))
        return false;
    sha256 = text_file_sha256(path, error);
    if (sha256 == NULL)
        return false;
    g_string_append_printf(reading->sha256, "%s%s", reading->sha256->len > 0 ? "; " : "", sha256);
    if (reading->kind->is_strict && reading->count.skipped > 0)
        return experiments_fail(error, "strict: %s%s%s", reading->count.names_paths ? "" : path,
                                reading->count.names_paths ? "" : ", ", reading->count.first);
    if (reading->states->len > before)
        return true;
    count = read_count_describe(&reading->count, "opening");
    return experiments_fail(error, "'%s' contains no position%s: %s", path,
                            pgn_file_is_path(path) ? " in which the game can continue" : "", count);
}

static void clear_set(gpointer set)
{
    g_free(((OpeningSet *)set)->name);
}

/* The name of a file, without its end. Owner: the caller. */
static char *name_set(const char *path)
{
    char *name = g_path_get_basename(path);
    char *dot = strrchr(name, '.');

    if (dot != NULL && dot != name)
        *dot = '\0';
    return name;
}

static bool add_set(GArray *sets, const char *path, size_t first, size_t count, GError **error)
{
    const OpeningSet set = {name_set(path), first, count};

    g_array_append_val(sets, set);
    for (guint i = 0; i + 1 < sets->len; i++)
        if (g_str_equal(g_array_index(sets, OpeningSet, i).name, set.name))
            return experiments_fail(error, "two sets of openings are called '%s': rename a file",
                                    set.name);
    return true;
}

static bool read_files(Reading *reading, char *const *paths, GArray *sets, GError **error)
{
    for (; *paths != NULL; paths++) {
        const size_t first = reading->states->len;
        if (!read_file(reading, *paths, error) ||
            (sets != NULL && !add_set(sets, *paths, first, reading->states->len - first, error)))
            return false;
    }
    return true;
}

bool openings_read(char *const *paths, bool are_sets, const OpeningsKind *kind,
                   Openings *out_openings, GError **error)
{
    g_autoptr(GameLine) line = game_line_new(kind->game, kind->rules);
    g_autoptr(GArray) states = g_array_new(FALSE, FALSE, sizeof(GameState));
    g_autoptr(GArray) sets = are_sets ? g_array_new(FALSE, FALSE, sizeof(OpeningSet)) : NULL;
    g_autoptr(GString) sha256 = g_string_new(NULL);
    Reading reading = {kind, line, states, sha256, {.names_paths = are_sets}};

    if (sets != NULL)
        g_array_set_clear_func(sets, clear_set);
    if (!read_files(&reading, paths, sets, error)) {
        read_count_clear(&reading.count);
        return false;
    }
    out_openings->skipped =
        reading.count.skipped > 0 ? read_count_describe(&reading.count, "opening") : NULL;
    read_count_clear(&reading.count);
    out_openings->count = states->len;
    out_openings->states = (GameState *)(void *)g_array_free(g_steal_pointer(&states), FALSE);
    out_openings->sha256 = g_strdup(sha256->str);
    out_openings->sets = g_steal_pointer(&sets);
    return true;
}

uint64_t openings_turn(const Openings *openings, uint64_t index)
{
    const OpeningSet *set;

    if (openings->sets == NULL)
        return index % openings->count + 1;
    set = &g_array_index(openings->sets, OpeningSet, index % openings->sets->len);
    return set->first + index / openings->sets->len % set->count + 1;
}

int openings_set_of(const Openings *openings, uint64_t opening)
{
    for (guint i = 0; openings->sets != NULL && i < openings->sets->len; i++) {
        const OpeningSet *set = &g_array_index(openings->sets, OpeningSet, i);
        if (opening > set->first && opening <= set->first + set->count)
            return (int)i;
    }
    return -1;
}

void openings_clear(Openings *openings)
{
    g_clear_pointer(&openings->states, g_free);
    g_clear_pointer(&openings->skipped, g_free);
    g_clear_pointer(&openings->sha256, g_free);
    g_clear_pointer(&openings->sets, g_array_unref);
    openings->count = 0;
}
