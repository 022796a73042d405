#include "experiments/report/published.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "board/game.h"
#include "experiments/numbers/statistics.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define MAX_GAMES 1000   /* of a match, for statistics_agreement() of three kinds */
#define MAX_TRIES 100000 /* of two kinds */
#define MAX_EVENTS G_GINT64_CONSTANT(1000000000000) /* in a row: sums do not overflow */
#define MATCH_GAMES 100                             /* of all matches of the thesis */

#define CRAFTY "Crafty"
#define RESULTS \
    "wins-losses-draws", "games", PUBLISHED_RESULTS, .parts = {"wins", "losses", "draws"}
#define DRAWS                                                      \
    "draw wins-draw losses-other draws", "draws", PUBLISHED_DRAWS, \
        .all = "draws", .parts = {"draw_wins", "draw_losses"}

/* Table 3.7 is a part of table 3.4. */
static const PublishedTable TABLES[] = {
    {"3.1", "table_3_1.csv", RESULTS},
    {"3.2", "table_3_2.csv", DRAWS, .player = "Level 7"},
    {"3.3", "table_3_3.csv", DRAWS, .player = "Level 8"},
    {"3.4", "table_3_4.csv", DRAWS, .player = "Level 6"},
    {"3.5", "table_3_5.csv", DRAWS, .opponent = CRAFTY},
    {"3.6", "table_3_6.csv", DRAWS, .player = "Level 5"},
    {"3.8", "table_3_8.csv", "defence requests", "games", PUBLISHED_COUNTS,
     .recorded = "events_per_game.csv", .parts = {"defence_requests"}},
    {"3.9", "table_3_9.csv", "move-attacks planned", "games", PUBLISHED_COUNTS, .opponent = CRAFTY,
     .recorded = "events_per_game.csv", .parts = {"planned"}},
    {"3.9", "table_3_9.csv", "move-attacks performed", "planned", PUBLISHED_SHARES,
     .opponent = CRAFTY, .recorded = "move_attacks.csv", .parts = {"performed"}, .all = "planned"},
    {"3.10", "table_3_10.csv", "solved", "positions", PUBLISHED_SUITES, .parts = {"solved"},
     .all = "positions"},
};

/* A pairing of a run, seen from one of its players. */
typedef struct {
    const ResultsRun *run;
    int pairing;
    bool turned; /* seen from the opponent of the pairing */
    const SpecPlayer *player, *opponent;
} Meeting;

/* Draws of a pairing in which one was first left with a bare king: its opponent, its player. */
typedef int64_t Bared[2];

/* How far it has come. */
typedef struct {
    const Results *results;
    PublishedDraws draws;
    const PublishedTable *table;
    const CsvTable *printed; /* the table */
    PublishedAnswer *answer;
    GHashTable *bared;          /* of ResultsRun: Bared of each pairing, NULL without games.csv */
    GHashTable *draws_compared; /* of PairingTotals */
} Comparison;

static Meeting meeting_of(const ResultsRun *run, int pairing, bool turned)
{
    const Spec *spec = run->spec;
    const SpecPlayer *player = &spec->players[spec->pairings[pairing].player];
    const SpecPlayer *opponent = &spec->players[spec->pairings[pairing].opponent];

    return (Meeting){run, pairing, turned, turned ? opponent : player, turned ? player : opponent};
}

static const PairingTotals *totals_of(const Meeting *match)
{
    return &match->run->totals->pairings[match->pairing];
}

/* "Level 7" for "level:7" and all its readings; NULL if it is no level. */
static const char *level_name(const char *player)
{
    static const char *const names[] = {"Level 1", "Level 2", "Level 3", "Level 4",
                                        "Level 5", "Level 6", "Level 7", "Level 8"};
    const char *digit = player + strlen("level:");

    if (!g_str_has_prefix(player, "level:") || *digit < '1' || *digit > '8' ||
        g_ascii_isdigit(digit[1]))
        return NULL;
    return names[*digit - '1'];
}

/* The name of a player in tables of matches; NULL: none. */
static const char *player_name(const SpecPlayer *player)
{
    const char *level = level_name(player->text);
    const bool is_crafty =
        g_str_has_prefix(player->text, "engine:") || g_str_equal(player->name, CRAFTY);

    return level == NULL && is_crafty ? CRAFTY : level;
}

/* The name of a player in the table of suites, "Crafty depth 1" for "engine:crafty,depth=1", or
 * NULL. Owner: the caller. */
static char *solver_name(const char *player)
{
    static const char key[] = ",depth=";
    const char *depth = strstr(player, key);

    if (depth == NULL || !g_str_has_prefix(player, "engine:"))
        return g_strdup(level_name(player));
    depth += strlen(key);
    return g_strdup_printf(CRAFTY " depth %.*s", (int)strcspn(depth, ","), depth);
}

/* Whether @player plays as the thesis' Crafty, but is another program. */
static bool stands_in(const char *player)
{
    return level_name(player) == NULL && !g_str_has_prefix(player, "engine:crafty");
}

/* Adds @note, which is taken, unless it is there already. */
static void add_note(const Comparison *comparison, char *note)
{
    if (g_ptr_array_find_with_equal_func(comparison->answer->notes, note, g_str_equal, NULL))
        g_free(note);
    else
        g_ptr_array_add(comparison->answer->notes, note);
}

/* Says which player of the thesis a player that is no level stands for; @name, unless NULL, is its
 * short name. */
static void note_stand_in(const Comparison *comparison, const char *name, const char *player)
{
    if (level_name(player) == NULL)
        add_note(comparison,
                 g_strdup_printf("%s%s%s replaces the thesis' Crafty 19.00%s",
                                 name != NULL ? name : "", name != NULL ? " = " : "", player,
                                 stands_in(player) ? ", but is a different program" : ""));
}

static PublishedPart part_of(StatisticsTries ours, StatisticsTries thesis)
{
    PublishedPart part = {
        .ours = 100.0 * (double)ours.successes / (double)ours.tries,
        .thesis = 100.0 * (double)thesis.successes / (double)thesis.tries,
    };

    statistics_predict(ours, thesis.tries, &part.low, &part.high);
    return part;
}

/* Counts of @kinds kinds, 2 or 3, of which two kinds are told by one number. If a whole is 0 there
 * is nothing to compare. */
static PublishedCell cell_of(const int64_t *ours, const int64_t *thesis, int kinds)
{
    PublishedCell cell = {.parts = kinds == 2 ? 1 : kinds};

    for (int i = 0; i < kinds; i++) {
        cell.our_whole += ours[i];
        cell.whole += thesis[i];
    }
    if (cell.our_whole == 0 || cell.whole == 0)
        return cell;
    cell.p = statistics_agreement(ours, thesis, kinds);
    cell.deviance = statistics_deviance(ours, thesis, kinds);
    for (int i = 0; i < cell.parts; i++)
        cell.part[i] = part_of((StatisticsTries){ours[i], cell.our_whole},
                               (StatisticsTries){thesis[i], cell.whole});
    return cell;
}

static PublishedCell cell_of_count(StatisticsEstimate ours, int64_t thesis)
{
    const StatisticsTotal total = statistics_total(ours, (double)thesis, MATCH_GAMES);

    return (PublishedCell){
        .parts = 1,
        .part = {{MATCH_GAMES * ours.mean.value, (double)thesis, (int64_t)floor(total.low),
                  (int64_t)ceil(total.high)}},
        .our_whole = ours.count,
        .whole = MATCH_GAMES,
        .p = total.p,
        .deviance = total.deviance,
    };
}

/* @first and @second make the label, "L5 L7"; with @several folders "thesis: L5 L7". */
static void add_cell(const Comparison *comparison, PublishedCell cell, const char *folder,
                     bool several, const char *first, const char *second)
{
    g_autofree char *name = g_path_get_basename(folder);

    cell.table = comparison->table;
    cell.label = several ? g_strdup_printf("%s: %s %s", name, first, second)
                         : g_strdup_printf("%s %s", first, second);
    g_array_append_val(comparison->answer->cells, cell);
}

static void add_match_cell(const Comparison *comparison, const Meeting *match, PublishedCell cell)
{
    const Spec *spec = match->run->spec;

    note_stand_in(comparison, match->player->name, match->player->text);
    note_stand_in(comparison, match->opponent->name, match->opponent->text);
    cell.stands_in = stands_in(match->player->text) || stands_in(match->opponent->text);
    cell.variant = factors_variant_name(&spec->factors, spec->pairings[match->pairing].cell);
    add_cell(comparison, cell, match->run->folder, comparison->results->runs->len > 1,
             match->player->name, match->opponent->name);
}

/* The kinds of counts in a cell. */
static int count_kinds(const PublishedTable *table)
{
    int kinds = table->all != NULL ? 1 : 0;

    for (int i = 0; i < PUBLISHED_MOST_PARTS && table->parts[i] != NULL; i++)
        kinds++;
    return kinds;
}

/* The counts in a row of the table or of ours: its parts, and what remains of the whole. */
static bool read_counts(const PublishedTable *table, const CsvTable *csv, int row, int64_t max,
                        int64_t *out_counts, GError **error)
{
    int64_t rest = max;
    int i = 0;

    if (table->all != NULL && !csv_table_number(csv, row, table->all, 0, max, &rest, error))
        return false;
    for (; i < PUBLISHED_MOST_PARTS && table->parts[i] != NULL; i++) {
        if (!csv_table_number(csv, row, table->parts[i], 0, rest, &out_counts[i], error))
            return false;
        if (table->all != NULL)
            rest -= out_counts[i];
    }
    if (table->all != NULL)
        out_counts[i] = rest;
    return true;
}

/* Compares a match with a row of the table, unless one of them has nothing to count; @turned: the
 * table sees its results from the other player. */
static bool compare_counts(const Comparison *comparison, const Meeting *match, int row,
                           const int64_t *ours, bool turned, GError **error)
{
    const PublishedTable *table = comparison->table;
    const int kinds = count_kinds(table);
    int64_t thesis[PUBLISHED_MOST_PARTS];
    PublishedCell cell;

    if (!read_counts(table, comparison->printed, row, kinds == 3 ? MAX_GAMES : MAX_TRIES, thesis,
                     error))
        return false;
    if (turned) {
        const int64_t wins = thesis[0];
        thesis[0] = thesis[1];
        thesis[1] = wins;
    }
    cell = cell_of(ours, thesis, kinds);
    if (cell.our_whole > 0 && cell.whole > 0)
        add_match_cell(comparison, match, cell);
    return true;
}

/* The row of a match seen as in @match, 0 if there is none. */
static int find_row(const Comparison *comparison, const Meeting *match)
{
    const PublishedTable *table = comparison->table;
    const char *player = player_name(match->player), *opponent = player_name(match->opponent);
    const bool has_player = table->player == NULL, has_opponent = table->opponent == NULL;

    if ((!has_player && !g_str_equal(table->player, player)) ||
        (!has_opponent && !g_str_equal(table->opponent, opponent)))
        return 0;
    return csv_table_find(
        comparison->printed,
        (const char *[]){has_player ? "player" : "opponent", has_player ? player : opponent,
                         has_player && has_opponent ? "opponent" : NULL, opponent, NULL});
}

/* Bare kings in all draws of a run by its games.csv: pairings.csv counts only those of draws by the
 * fifty-move rule. */
typedef struct {
    const Spec *spec;
    Bared *bared; /* of each pairing */
} Counting;

static bool count_bared(const CsvTable *row, gpointer data, GError **error)
{
    const Counting *counting = data;
    const Spec *spec = counting->spec;
    const char *bare = csv_table_text(row, 1, "bare_king"), *player;
    int64_t pairing;

    if (*bare == '\0' || !g_str_equal(csv_table_text(row, 1, "result"), RESULT_DRAW))
        return true;
    if (!csv_table_number(row, 1, "pairing", 1, spec->pairing_count, &pairing, error))
        return false;
    player = spec->players[spec->pairings[pairing - 1].player].name;
    counting->bared[pairing - 1][g_str_equal(csv_table_text(row, 1, bare), player)]++;
    return true;
}

/* Those of @run, counted once; *@out_bared is NULL, and a note says so, if it has no games.csv. */
static bool find_bared(const Comparison *comparison, const ResultsRun *run, const Bared **out_bared,
                       GError **error)
{
    g_autofree Bared *bared = NULL;
    g_autoptr(GError) fault = NULL;

    if (!g_hash_table_contains(comparison->bared, run)) {
        bared = g_new0(Bared, run->spec->pairing_count);
        if (!results_each_game(run, count_bared, &(Counting){run->spec, bared}, &fault))
            g_clear_pointer(&bared, g_free);
        if (fault != NULL && !g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        g_hash_table_insert(comparison->bared, (gpointer)run, g_steal_pointer(&bared));
    }
    *out_bared = g_hash_table_lookup(comparison->bared, run);
    if (*out_bared == NULL)
        add_note(comparison,
                 g_strdup_printf("'%s' has no games.csv, so bare kings are counted only "
                                 "in draws by the fifty-move rule",
                                 run->folder));
    return true;
}

/* Draw wins, draw losses and other draws of ours as they are to be counted: as shares of the draws,
 * as the share of draws in all games is another cell. */
static bool count_our_draws(const Comparison *comparison, const Meeting *match,
                            int64_t out_draws[static 3], GError **error)
{
    const PairingTotals *totals = totals_of(match);
    const Bared by_fifty_moves = {totals->draw_wins, totals->draw_losses};
    const Bared *bared = NULL, *counted;

    if (comparison->draws.in_all_draws && !find_bared(comparison, match->run, &bared, error))
        return false;
    counted = bared != NULL ? &bared[match->pairing] : &by_fifty_moves;
    for (int i = 0; i < 2; i++)
        out_draws[i] = (*counted)[match->turned ? 1 - i : i];
    if (comparison->draws.as_coin) {
        const int64_t both = out_draws[0] + out_draws[1];
        out_draws[0] = both / 2; /* of an odd one the whole falls to the losses */
        out_draws[1] = both - out_draws[0];
    }
    out_draws[2] = totals->score.draws - out_draws[0] - out_draws[1];
    return true;
}

static bool compare_draws(const Comparison *comparison, const Meeting *match, int row,
                          GError **error)
{
    const PairingTotals *totals = totals_of(match);
    int64_t ours[3];

    if (totals->score.draws == 0 || g_hash_table_contains(comparison->draws_compared, totals))
        return true;
    g_hash_table_add(comparison->draws_compared, (gpointer)totals);
    return count_our_draws(comparison, match, ours, error) &&
           compare_counts(comparison, match, row, ours, false, error);
}

/* Mean and standard deviation over our games. */
static bool read_per_game(const CsvTable *csv, int row, StatisticsEstimate *out_ours,
                          GError **error)
{
    int64_t count;

    if (!csv_table_number(csv, row, "games", 1, MAX_EVENTS, &out_ours->count, error) ||
        !csv_table_number(csv, row, "count", 0, MAX_EVENTS, &count, error))
        return false;
    out_ours->mean.value = (double)count / (double)out_ours->count;
    return out_ours->count == 1 || csv_table_real(csv, row, "sd", (double)MAX_EVENTS,
                                                  "a standard deviation", &out_ours->sd, error);
}

/* @own is our row in @csv, @row that of the thesis. */
static bool compare_means(const Comparison *comparison, const Meeting *match, const CsvTable *csv,
                          int own, int row, GError **error)
{
    const PublishedTable *table = comparison->table;
    StatisticsEstimate ours = {0};
    int64_t thesis;

    if (!read_counts(table, comparison->printed, row, MAX_TRIES, &thesis, error) ||
        !read_per_game(csv, own, &ours, error))
        return false;
    if (ours.count > 1)
        add_match_cell(comparison, match, cell_of_count(ours, thesis));
    else
        add_note(comparison,
                 g_strdup_printf("'%s' has only one game of %s against %s, from which "
                                 "no variance can be estimated; table %s omits this match",
                                 match->run->folder, match->player->name, match->opponent->name,
                                 table->number));
    return true;
}

static bool compare_events(const Comparison *comparison, const Meeting *match, int row,
                           GError **error)
{
    const PublishedTable *table = comparison->table;
    const char *player = match->player->name, *opponent = match->opponent->name;
    const bool are_counts = table->kind == PUBLISHED_COUNTS;
    g_autofree char *path = g_build_filename(match->run->folder, table->recorded, NULL);
    g_autoptr(CsvTable) csv = NULL;
    int64_t ours[2];
    int own;

    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        add_note(comparison, g_strdup_printf("'%s' has no %s to compare with table %s",
                                             match->run->folder, table->recorded, table->number));
        return true;
    }
    csv = csv_table_read(match->run->folder, table->recorded, error);
    if (csv == NULL)
        return false;
    own = csv_table_find(csv, (const char *[]){"player", player, "opponent", opponent,
                                               are_counts ? "what" : NULL, table->parts[0], NULL});
    if (own == 0)
        return csv_table_fail(csv, 0, error, "the row of %s against %s is missing", player,
                              opponent);
    if (are_counts)
        return compare_means(comparison, match, csv, own, row, error);
    return read_counts(table, csv, own, MAX_EVENTS, ours, error) &&
           compare_counts(comparison, match, row, ours, false, error);
}

/* Compares a pairing; events and draws as the player sees them that the table names first. */
static bool compare_match(const Comparison *comparison, const Meeting *match, GError **error)
{
    const PairingTotals *totals = totals_of(match);
    const int64_t results[] = {totals->score.wins, totals->score.losses, totals->score.draws};

    for (int turned = 0; turned <= 1; turned++) {
        const Meeting seen = meeting_of(match->run, match->pairing, turned == 1);
        const int row = find_row(comparison, &seen);
        if (row == 0)
            continue;
        return comparison->table->kind == PUBLISHED_RESULTS
                   ? compare_counts(comparison, match, row, results, turned == 1, error)
               : comparison->table->kind == PUBLISHED_DRAWS
                   ? compare_draws(comparison, &seen, row, error)
                   : compare_events(comparison, &seen, row, error);
    }
    return true;
}

static bool compare_pairing(const Comparison *comparison, const ResultsRun *run, int index,
                            GError **error)
{
    const Meeting match = meeting_of(run, index, false);

    if (player_name(match.player) == NULL || player_name(match.opponent) == NULL ||
        pairing_totals_games(totals_of(&match)) == 0)
        return true;
    if (strstr(match.player->text, "as=fitted") != NULL)
        add_note(comparison,
                 g_strdup_printf("%s: the readings of levels with as=fitted were fitted to these "
                                 "tables, so the p-values of these levels are too high, even "
                                 "after Holm's correction",
                                 run->folder));
    return compare_match(comparison, &match, error);
}

static bool compare_suite(const Comparison *comparison, const ResultsSuite *suite, GError **error)
{
    const CsvTable *printed = comparison->printed;
    const GPtrArray *suites = comparison->results->suites;
    const ResultsSuite *first = suites->pdata[0], *last = suites->pdata[suites->len - 1];
    g_autofree char *stem = g_strndup(suite->file, strcspn(suite->file, "."));
    g_autofree char *name = g_ascii_strup(stem, -1), *solver = solver_name(suite->player);
    const int row =
        solver == NULL
            ? 0
            : csv_table_find(printed, (const char *[]){"suite", name, "player", solver, NULL});
    const int64_t ours[] = {suite->solved, suite->decisions - suite->solved};
    int64_t thesis[PUBLISHED_MOST_PARTS];
    PublishedCell cell;

    if (csv_table_find(printed, (const char *[]){"suite", name, NULL}) == 0)
        add_note(comparison,
                 g_strdup_printf("'%s' is not compared: suites are found by the names of their "
                                 "files, and %s has no suite '%s'",
                                 suite->file, comparison->table->file, name));
    if (row == 0)
        return true;
    if (!read_counts(comparison->table, printed, row, MAX_TRIES, thesis, error))
        return false;
    note_stand_in(comparison, NULL, suite->player);
    cell = cell_of(ours, thesis, 2);
    cell.our_whole = suite->positions;
    add_cell(comparison, cell, suite->folder, !g_str_equal(first->folder, last->folder), name,
             suite->player);
    return true;
}

static bool compare_table(Comparison *comparison, const PublishedTable *table, const char *folder,
                          GError **error)
{
    const Results *results = comparison->results;
    g_autoptr(CsvTable) printed = csv_table_read(folder, table->file, error);
    const bool of_suites = table->kind == PUBLISHED_SUITES;

    if (printed == NULL)
        return false;
    comparison->table = table;
    comparison->printed = printed;
    for (guint i = 0; i < results->runs->len && !of_suites; i++) {
        const ResultsRun *run = results->runs->pdata[i];
        for (int j = 0; j < run->spec->pairing_count; j++)
            if (!compare_pairing(comparison, run, j, error))
                return false;
    }
    for (guint i = 0; i < results->suites->len && of_suites; i++)
        if (!compare_suite(comparison, results->suites->pdata[i], error))
            return false;
    return true;
}

static void cell_clear(gpointer data)
{
    PublishedCell *cell = data;

    g_free(cell->label);
    g_free(cell->variant);
}

static PublishedAnswer *answer_new(void)
{
    PublishedAnswer *answer = g_new(PublishedAnswer, 1);

    answer->notes = g_ptr_array_new_with_free_func(g_free);
    answer->cells = g_array_new(FALSE, FALSE, sizeof(PublishedCell));
    g_array_set_clear_func(answer->cells, cell_clear);
    return answer;
}

void published_answer_free(PublishedAnswer *answer)
{
    g_ptr_array_unref(answer->notes);
    g_array_unref(answer->cells);
    g_free(answer);
}

PublishedAnswer *published_compare(const char *folder, const Results *results, PublishedDraws draws,
                                   GError **error)
{
    g_autoptr(GHashTable) draws_compared = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) bared = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_autoptr(PublishedAnswer) answer = answer_new();
    Comparison comparison = {
        .results = results,
        .draws = draws,
        .answer = answer,
        .bared = bared,
        .draws_compared = draws_compared,
    };

    for (size_t i = 0; i < G_N_ELEMENTS(TABLES); i++)
        if (!compare_table(&comparison, &TABLES[i], folder, error))
            return NULL;
    for (guint i = 0; i < results->runs->len; i++)
        results_add_notes(results->runs->pdata[i], answer->notes);
    if (answer->cells->len == 0)
        return experiments_fail(
            error,
            "the tables in '%s' contain none of the pairings and suites of the given folders%s%s",
            folder, answer->notes->len > 0 ? ": " : "",
            answer->notes->len > 0 ? (const char *)answer->notes->pdata[0] : "");
    statistics_holm_of(answer->cells, offsetof(PublishedCell, p), offsetof(PublishedCell, holm));
    return g_steal_pointer(&answer);
}
