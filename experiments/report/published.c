#include "experiments/report/published.h"

#include <math.h>
#include <string.h>

#include "experiments/numbers/statistics.h"
#include "experiments/report/published_draws.h"
#include "experiments/report/published_names.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define MAX_GAMES 1000      /* of a match, for statistics_agreement() */
#define MAX_POSITIONS 10000 /* of a suite, for statistics_agreement_of_tries() */
#define MAX_PLANNED 100000  /* in a match, likewise */
#define MAX_EVENTS G_GINT64_CONSTANT(1000000000000) /* in a row: sums do not overflow */
#define MATCH_GAMES 100                             /* of all matches of the thesis */

/* A pairing of a run, seen from one of its players. */
typedef struct {
    const ResultsRun *run;
    const PairingTotals *totals; /* of the run, seen from its first player */
    const SpecPlayer *player, *opponent;
    const char *player_name, *opponent_name; /* the names that the thesis uses */
    StatisticsScore score;
    int64_t draw_wins, draw_losses;
} Pairing;

typedef struct Comparison Comparison;

/* A table of the thesis, and how our results answer it: by pairings, seen from their first player,
 * or by suites. The function adds a line if the table has a cell for it. */
typedef struct {
    const char *number, *file;
    const char *meaning; /* of the numbers */
    const char *whole;   /* the whole that they are shares of */
    /* A table of matches: their players. A player that is NULL is named in each row. */
    const char *player, *opponent;
    /* A table of events: our file of them, and the columns of the table of the events and of the
     * whole that they are shares of. They are columns of our file, too; if @all is NULL they are
     * counts over games, and @part is one of what our file counts. */
    const char *recorded, *part, *all;
    bool (*compare_pairing)(Comparison *comparison, const Pairing *pairing, GError **error);
    bool (*compare_suite)(Comparison *comparison, const ResultsSuite *suite, GError **error);
} PublishedTable;

/* How far it has come. */
struct Comparison {
    const Results *results;
    PublishedDraws draws;
    PublishedBared *bared;
    const PublishedTable *table;
    const CsvTable *printed;
    PublishedTableAnswer *answer; /* of the table */
    PublishedAnswer *all;
    GHashTable *draws_compared; /* of PairingTotals */
    GHashTable *notes_made;
    char *variant; /* of the pairing; see PublishedCell */
};

/* Adds @note unless it is there already. @note is taken. */
static void add_note(Comparison *comparison, char *note)
{
    if (g_hash_table_add(comparison->notes_made, note))
        g_ptr_array_add(comparison->all->notes, g_strdup(note));
}

/* Says which player of the thesis a player that is no level stands for; @name, unless NULL, is its
 * short name. */
static void note_stand_in(Comparison *comparison, const char *name, const char *player)
{
    const bool is_crafty = g_str_has_prefix(player, "engine:crafty");

    if (published_level_name(player) != NULL)
        return;
    add_note(comparison, g_strdup_printf("%s%s%s takes the place of the thesis' Crafty 19.00%s",
                                         name != NULL ? name : "", name != NULL ? " = " : "",
                                         player, is_crafty ? "" : ", but is another program"));
}

static int64_t count_of(StatisticsScore score)
{
    return score.wins + score.losses + score.draws;
}

/* "18.1-22.5-59.4": shares in per cent, without a decimal if all must be whole. Owner: the caller.
 */
static char *format_score(StatisticsScore score)
{
    const int64_t parts[] = {score.wins, score.losses, score.draws};
    const int64_t all = count_of(score);
    g_autoptr(GString) text = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (i > 0)
            g_string_append_c(text, '-');
        csv_append_fixed(text, 100.0 * (double)parts[i] / (double)all, 100 % all == 0 ? 0 : 1);
    }
    return g_strdup(text->str);
}

/* "18.9", in per cent or in 100. Owner: the caller. */
static char *format_percent(StatisticsTries tries)
{
    return csv_format_fixed(100.0 * (double)tries.successes / (double)tries.tries, 1);
}

/* "L5 L7"; with several folders "thesis: L5 L7". Owner: the caller. */
static char *format_label(const char *folder, bool several, const char *first, const char *second)
{
    g_autofree char *name = g_path_get_basename(folder);

    return several ? g_strdup_printf("%s: %s %s", name, first, second)
                   : g_strdup_printf("%s %s", first, second);
}

/* @cell and its texts are taken. */
static void add_cell(Comparison *comparison, PublishedCell cell)
{
    PublishedTableAnswer *answer = comparison->answer;

    cell.variant = g_strdup(comparison->variant);
    cell.inside = cell.p >= PUBLISHED_INSIDE;
    g_array_append_val(answer->cells, cell);
    answer->inside += cell.inside;
    answer->deviance += cell.deviance;
}

/* Owner: the caller. */
static char *label_pairing(const Comparison *comparison, const Pairing *pairing)
{
    return format_label(pairing->run->folder, comparison->results->runs->len > 1,
                        pairing->player->name, pairing->opponent->name);
}

static void note_players(Comparison *comparison, const Pairing *pairing)
{
    note_stand_in(comparison, pairing->player->name, pairing->player->text);
    note_stand_in(comparison, pairing->opponent->name, pairing->opponent->text);
}

/* "11-26": how many of @whole our results predict, with 95 %. Owner: the caller. */
static char *predict_tries(StatisticsTries ours, int64_t whole)
{
    int64_t low, high;

    statistics_predict(ours, whole, &low, &high);
    return g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, low, high);
}

/* "11-26, 15-31, 49-69": each of the results on its own. Owner: the caller. */
static char *predict_score(StatisticsScore ours, int64_t whole)
{
    const int64_t all = count_of(ours);
    g_autofree char *wins = predict_tries((StatisticsTries){ours.wins, all}, whole);
    g_autofree char *losses = predict_tries((StatisticsTries){ours.losses, all}, whole);
    g_autofree char *draws = predict_tries((StatisticsTries){ours.draws, all}, whole);

    return g_strdup_printf("%s, %s, %s", wins, losses, draws);
}

static void add_score_cell(Comparison *comparison, const Pairing *pairing, StatisticsScore ours,
                           StatisticsScore published)
{
    note_players(comparison, pairing);
    add_cell(comparison, (PublishedCell){
                             .label = label_pairing(comparison, pairing),
                             .ours = format_score(ours),
                             .our_whole = count_of(ours),
                             .published = format_score(published),
                             .published_whole = count_of(published),
                             .predicted = predict_score(ours, count_of(published)),
                             .stands_in = published_stands_in(pairing->player) ||
                                          published_stands_in(pairing->opponent),
                             .p = statistics_agreement(ours, published),
                             .deviance = statistics_deviance(ours, published),
                         });
}

/* The cell of a match in the table of all matches, "wins,losses,draws"; no games if it has none. */
static bool read_score(const CsvTable *printed, const char *player, const char *opponent,
                       StatisticsScore *out_score, GError **error)
{
    const int row = csv_table_find(printed, "player", player);
    const char *cell = csv_table_text(printed, row, opponent);
    g_auto(GStrv) words = g_strsplit(cell, ",", -1);
    gint64 games[3] = {0};
    bool good = g_strv_length(words) == 3;

    if (*cell == '\0' || g_str_equal(cell, "X") || g_str_equal(cell, "-")) {
        *out_score = (StatisticsScore){0};
        return true;
    }
    for (int i = 0; i < 3 && good; i++)
        good = g_ascii_string_to_signed(words[i], 10, 0, MAX_GAMES, &games[i], NULL);
    if (!good || games[0] + games[1] + games[2] < 1 || games[0] + games[1] + games[2] > MAX_GAMES)
        return csv_table_fail(printed, row, error,
                              "%s is '%s', not wins, losses and draws of 1 to %d games", opponent,
                              cell, MAX_GAMES);
    *out_score = (StatisticsScore){games[0], games[1], games[2]};
    return true;
}

static bool compare_results(Comparison *comparison, const Pairing *pairing, GError **error)
{
    const char *player = pairing->player_name, *opponent = pairing->opponent_name;
    StatisticsScore score, mirrored;

    if (!read_score(comparison->printed, player, opponent, &score, error) ||
        !read_score(comparison->printed, opponent, player, &mirrored, error))
        return false;
    if (count_of(score) == 0)
        score = (StatisticsScore){mirrored.losses, mirrored.wins, mirrored.draws};
    if (count_of(score) > 0)
        add_score_cell(comparison, pairing, pairing->score, score);
    return true;
}

static Pairing turned(const Pairing *pairing)
{
    return (Pairing){
        .run = pairing->run,
        .totals = pairing->totals,
        .player = pairing->opponent,
        .opponent = pairing->player,
        .player_name = pairing->opponent_name,
        .opponent_name = pairing->player_name,
        .score = {pairing->score.losses, pairing->score.wins, pairing->score.draws},
        .draw_wins = pairing->draw_losses,
        .draw_losses = pairing->draw_wins,
    };
}

/* The row of a match seen as in @pairing, 0 if there is none. */
static int find_row(const Comparison *comparison, const Pairing *pairing)
{
    const PublishedTable *table = comparison->table;
    const CsvTable *printed = comparison->printed;

    for (int row = 1; row <= csv_table_last(printed); row++) {
        const char *player = table->player, *opponent = table->opponent;
        if (player == NULL)
            player = csv_table_text(printed, row, "player");
        if (opponent == NULL)
            opponent = csv_table_text(printed, row, "opponent");
        if (g_str_equal(player, pairing->player_name) &&
            g_str_equal(opponent, pairing->opponent_name))
            return row;
    }
    return 0;
}

/* The same seen from either player; @out_seen is seen from the player that the table names
 * first. */
static int find_match(const Comparison *comparison, const Pairing *pairing, Pairing *out_seen)
{
    const Pairing views[] = {*pairing, turned(pairing)};
    int row = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(views) && row == 0; i++) {
        row = find_row(comparison, &views[i]);
        *out_seen = views[i];
    }
    return row;
}

/* Draw wins, draw losses and other draws, as shares of the draws: the share of draws in all games
 * is another cell. */
static StatisticsScore score_of_draws(int64_t draw_wins, int64_t draw_losses, int64_t draws)
{
    return (StatisticsScore){draw_wins, draw_losses, draws - draw_wins - draw_losses};
}

/* The score of our draws as they are to be counted. */
static bool score_our_draws(Comparison *comparison, const Pairing *seen, StatisticsScore *out_score,
                            GError **error)
{
    const ResultsRun *run = seen->run;
    const int index = (int)(seen->totals - run->totals->pairings);
    int64_t wins = seen->draw_wins, losses = seen->draw_losses;
    PublishedBaredCount bared;

    if (comparison->draws.in_all_draws) {
        if (!published_bared_of(comparison->bared, run, index, &bared, error))
            return false;
        if (bared.known) {
            const bool is_first =
                seen->player == &run->spec->players[run->spec->pairings[index].player];
            wins = is_first ? bared.opponents : bared.players;
            losses = is_first ? bared.players : bared.opponents;
        } else {
            add_note(comparison,
                     g_strdup_printf("%s has no games.csv, so bare kings are only those "
                                     "of draws by the fifty-move rule",
                                     run->folder));
        }
    }
    if (comparison->draws.as_coin) {
        const int64_t both = wins + losses;
        wins = both / 2; /* of an odd one the whole falls to the losses: half a draw of many */
        losses = both - wins;
    }
    *out_score = score_of_draws(wins, losses, seen->score.draws);
    return true;
}

static bool compare_draws(Comparison *comparison, const Pairing *pairing, GError **error)
{
    const CsvTable *printed = comparison->printed;
    Pairing seen;
    const int row = find_match(comparison, pairing, &seen);
    StatisticsScore ours;
    int64_t draws, draw_wins, draw_losses;

    if (row == 0 || pairing->score.draws == 0)
        return true;
    if (!csv_table_number(printed, row, "draws", 0, MAX_GAMES, &draws, error) ||
        !csv_table_number(printed, row, "draw_wins", 0, draws, &draw_wins, error) ||
        !csv_table_number(printed, row, "draw_losses", 0, draws - draw_wins, &draw_losses, error) ||
        !score_our_draws(comparison, &seen, &ours, error))
        return false;
    if (draws > 0 && g_hash_table_add(comparison->draws_compared, (gpointer)seen.totals))
        add_score_cell(comparison, &seen, ours, score_of_draws(draw_wins, draw_losses, draws));
    return true;
}

/* The events of a row of the table or of ours, and what they are shares of. */
static bool read_tries(const PublishedTable *table, const CsvTable *csv, int row, int64_t max,
                       StatisticsTries *out_tries, GError **error)
{
    return csv_table_number(csv, row, table->all, 0, max, &out_tries->tries, error) &&
           csv_table_number(csv, row, table->part, 0, out_tries->tries, &out_tries->successes,
                            error);
}

/* The row of our file that tells of the player against its opponent, and of @what unless NULL. */
static bool find_recorded(const CsvTable *csv, const Pairing *seen, const char *what, int *out_row,
                          GError **error)
{
    const char *player = seen->player->name, *opponent = seen->opponent->name;

    for (*out_row = 1; *out_row <= csv_table_last(csv); (*out_row)++)
        if (g_str_equal(csv_table_text(csv, *out_row, "player"), player) &&
            g_str_equal(csv_table_text(csv, *out_row, "opponent"), opponent) &&
            (what == NULL || g_str_equal(csv_table_text(csv, *out_row, "what"), what)))
            return true;
    return csv_table_fail(csv, 0, error, "no row of %s against %s", player, opponent);
}

static bool is_recorded(Comparison *comparison, const Pairing *seen)
{
    const PublishedTable *table = comparison->table;
    g_autofree char *path = g_build_filename(seen->run->folder, table->recorded, NULL);
    const bool exists = g_file_test(path, G_FILE_TEST_EXISTS);

    if (!exists)
        add_note(comparison, g_strdup_printf("%s has no %s to compare with table %s",
                                             seen->run->folder, table->recorded, table->number));
    return exists;
}

static PublishedCell events_cell(const Comparison *comparison, const Pairing *seen)
{
    return (PublishedCell){
        .label = label_pairing(comparison, seen),
        .stands_in = published_stands_in(seen->player) || published_stands_in(seen->opponent),
    };
}

/* Events that are a share of others. */
static bool add_share_cell(Comparison *comparison, const Pairing *seen, const CsvTable *csv,
                           int row, GError **error)
{
    const PublishedTable *table = comparison->table;
    StatisticsTries ours, published;
    PublishedCell cell;
    int own;

    if (!read_tries(table, comparison->printed, row, MAX_PLANNED, &published, error) ||
        !find_recorded(csv, seen, NULL, &own, error) ||
        !read_tries(table, csv, own, MAX_EVENTS, &ours, error))
        return false;
    if (ours.tries == 0 || published.tries == 0)
        return true;
    cell = events_cell(comparison, seen);
    cell.ours = format_percent(ours);
    cell.our_whole = ours.tries;
    cell.published = format_percent(published);
    cell.published_whole = published.tries;
    cell.predicted = predict_tries(ours, published.tries);
    cell.p = statistics_agreement_of_tries(ours, published);
    cell.deviance = statistics_deviance_of_tries(ours, published);
    add_cell(comparison, cell);
    return true;
}

/* Mean and standard deviation over our games. */
static bool read_per_game(const CsvTable *csv, int row, StatisticsEstimate *out_ours,
                          GError **error)
{
    int64_t count;

    if (!csv_table_number(csv, row, "games", 1, MAX_EVENTS, &out_ours->count, error) ||
        !csv_table_number(csv, row, "count", 0, MAX_EVENTS, &count, error))
        return false;
    out_ours->mean = (double)count / (double)out_ours->count;
    return out_ours->count == 1 || csv_table_real(csv, row, "sd", (double)MAX_EVENTS,
                                                  "a standard deviation", &out_ours->sd, error);
}

/* Events that are counted over games. */
static bool add_count_cell(Comparison *comparison, const Pairing *seen, const CsvTable *csv,
                           int row, GError **error)
{
    const PublishedTable *table = comparison->table;
    StatisticsEstimate ours = {0};
    StatisticsTotal total;
    PublishedCell cell;
    int64_t published;
    int own;

    if (!csv_table_number(comparison->printed, row, table->part, 0, MAX_PLANNED, &published,
                          error) ||
        !find_recorded(csv, seen, table->part, &own, error) ||
        !read_per_game(csv, own, &ours, error))
        return false;
    if (ours.count < 2) {
        add_note(comparison, g_strdup_printf("%s has one game of %s against %s, which does not "
                                             "tell how games differ: not in table %s",
                                             seen->run->folder, seen->player->name,
                                             seen->opponent->name, table->number));
        return true;
    }
    total = statistics_total(ours, (double)published, MATCH_GAMES);
    cell = events_cell(comparison, seen);
    cell.ours = csv_format_fixed(MATCH_GAMES * ours.mean, 1);
    cell.our_whole = ours.count;
    cell.published = csv_format_fixed((double)published, 1);
    cell.published_whole = MATCH_GAMES;
    cell.predicted = g_strdup_printf("%.0f-%.0f", floor(total.low), ceil(total.high));
    cell.p = total.p;
    cell.deviance = total.deviance;
    add_cell(comparison, cell);
    return true;
}

static bool compare_events(Comparison *comparison, const Pairing *pairing, GError **error)
{
    const PublishedTable *table = comparison->table;
    g_autoptr(CsvTable) csv = NULL;
    Pairing seen;
    const int row = find_match(comparison, pairing, &seen);

    if (row == 0 || !is_recorded(comparison, &seen))
        return true;
    csv = csv_table_read(seen.run->folder, table->recorded, error);
    if (csv == NULL)
        return false;
    note_players(comparison, &seen);
    return table->all != NULL ? add_share_cell(comparison, &seen, csv, row, error)
                              : add_count_cell(comparison, &seen, csv, row, error);
}

static void add_suite_cell(Comparison *comparison, const ResultsSuite *suite, const char *name,
                           StatisticsTries published)
{
    const GPtrArray *suites = comparison->results->suites;
    const ResultsSuite *first = suites->pdata[0], *last = suites->pdata[suites->len - 1];
    const bool several = !g_str_equal(first->folder, last->folder);
    const StatisticsTries ours = {suite->solved, suite->decisions};

    note_stand_in(comparison, NULL, suite->player);
    add_cell(comparison, (PublishedCell){
                             .label = format_label(suite->folder, several, name, suite->player),
                             .ours = format_percent(ours),
                             .our_whole = suite->positions,
                             .published = format_percent(published),
                             .published_whole = published.tries,
                             .predicted = predict_tries(ours, published.tries),
                             .p = statistics_agreement_of_tries(ours, published),
                             .deviance = statistics_deviance_of_tries(ours, published),
                         });
}

static bool compare_solved(Comparison *comparison, const ResultsSuite *suite, GError **error)
{
    const CsvTable *printed = comparison->printed;
    g_autofree char *name = published_suite_name(suite->file),
                    *solver = published_solver_name(suite->player);
    const int sizes = csv_table_find(printed, "player", "Positions");
    const int row = solver != NULL ? csv_table_find(printed, "player", solver) : 0;
    StatisticsTries published;

    if (*csv_table_text(printed, row, name) == '\0')
        return true;
    if (!csv_table_number(printed, sizes, name, 1, MAX_POSITIONS, &published.tries, error) ||
        !csv_table_number(printed, row, name, 0, published.tries, &published.successes, error))
        return false;
    add_suite_cell(comparison, suite, name, published);
    return true;
}

#define EVENTS_PER_GAME .recorded = "events_per_game.csv", .compare_pairing = compare_events
#define DRAWS .meaning = "draw wins-draw losses-other draws", .whole = "draws"

/* Table 3.7 is a part of table 3.4. */
static const PublishedTable TABLES[] = {
    {"3.1", "table_3_1.csv", "wins-losses-draws", "games", .compare_pairing = compare_results},
    {"3.2", "table_3_2.csv", DRAWS, .player = "Level 7", .compare_pairing = compare_draws},
    {"3.3", "table_3_3.csv", DRAWS, .player = "Level 8", .compare_pairing = compare_draws},
    {"3.4", "table_3_4.csv", DRAWS, .player = "Level 6", .compare_pairing = compare_draws},
    {"3.5", "table_3_5.csv", DRAWS, .opponent = PUBLISHED_CRAFTY, .compare_pairing = compare_draws},
    {"3.6", "table_3_6.csv", DRAWS, .player = "Level 5", .compare_pairing = compare_draws},
    {"3.8", "table_3_8.csv", "defence requests", "games", .part = "defence_requests",
     EVENTS_PER_GAME},
    {"3.9", "table_3_9.csv", "move-attacks planned", "games", .opponent = PUBLISHED_CRAFTY,
     .part = "planned", EVENTS_PER_GAME},
    {"3.9", "table_3_9.csv", "move-attacks performed", "planned", .opponent = PUBLISHED_CRAFTY,
     .part = "performed", .all = "planned", .recorded = "move_attacks.csv",
     .compare_pairing = compare_events},
    {"3.10", "table_3_10.csv", "solved", "positions", .compare_suite = compare_solved},
};

static bool compare_pairing(Comparison *comparison, const ResultsRun *run, int index,
                            GError **error)
{
    const SpecPairing *pairing = &run->spec->pairings[index];
    const PairingTotals *totals = &run->totals->pairings[index];
    g_autofree char *variant = NULL;
    bool good;
    const Pairing seen = {
        .run = run,
        .totals = totals,
        .player = &run->spec->players[pairing->player],
        .opponent = &run->spec->players[pairing->opponent],
        .player_name = published_player_name(&run->spec->players[pairing->player]),
        .opponent_name = published_player_name(&run->spec->players[pairing->opponent]),
        .score = {totals->wins, totals->losses, totals->draws},
        .draw_wins = totals->draw_wins,
        .draw_losses = totals->draw_losses,
    };

    if (seen.player_name == NULL || seen.opponent_name == NULL || count_of(seen.score) == 0)
        return true;
    if (strstr(seen.player->text, "as=fitted") != NULL)
        add_note(comparison,
                 g_strdup_printf("%s: the readings were chosen by these tables for levels with "
                                 "as=fitted, so p and Holm are too high for them",
                                 run->folder));
    variant = factors_variant_name(&run->spec->factors, pairing->cell);
    comparison->variant = variant;
    good = comparison->table->compare_pairing(comparison, &seen, error);
    comparison->variant = NULL;
    return good;
}

static bool compare_all(Comparison *comparison, GError **error)
{
    const Results *results = comparison->results;

    for (guint i = 0; i < results->runs->len && comparison->table->compare_pairing != NULL; i++) {
        const ResultsRun *run = results->runs->pdata[i];
        for (int j = 0; j < run->spec->pairing_count; j++)
            if (!compare_pairing(comparison, run, j, error))
                return false;
    }
    for (guint i = 0; i < results->suites->len && comparison->table->compare_suite != NULL; i++)
        if (!comparison->table->compare_suite(comparison, results->suites->pdata[i], error))
            return false;
    return true;
}

static bool compare_table(Comparison *comparison, const PublishedTable *table, const char *folder,
                          GError **error)
{
    g_autoptr(CsvTable) printed = csv_table_read(folder, table->file, error);
    PublishedAnswer *all = comparison->all;
    PublishedTableAnswer answer = {
        .number = table->number,
        .meaning = table->meaning,
        .whole = table->whole,
        .is_count = table->recorded != NULL && table->all == NULL,
    };
    bool good;

    if (printed == NULL)
        return false;
    answer.cells = published_cells_new();
    comparison->table = table;
    comparison->printed = printed;
    comparison->answer = &answer;
    good = compare_all(comparison, error);
    if (!good || answer.cells->len == 0) {
        g_array_unref(answer.cells);
        return good;
    }
    g_array_append_val(all->tables, answer);
    all->cells += (int)answer.cells->len;
    all->inside += answer.inside;
    all->deviance += answer.deviance;
    return true;
}

PublishedAnswer *published_compare(const char *folder, const Results *results, PublishedDraws draws,
                                   GError **error)
{
    g_autoptr(PublishedBared) bared = published_bared_new();
    g_autoptr(GHashTable) draws_compared = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) notes_made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(PublishedAnswer) answer = published_answer_new();
    Comparison comparison = {
        .results = results,
        .draws = draws,
        .bared = bared,
        .all = answer,
        .draws_compared = draws_compared,
        .notes_made = notes_made,
    };

    for (size_t i = 0; i < G_N_ELEMENTS(TABLES); i++)
        if (!compare_table(&comparison, &TABLES[i], folder, error))
            return NULL;
    if (answer->tables->len == 0) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "the tables in %s have none of these pairings and suites", folder);
        return NULL;
    }
    published_answer_correct(answer);
    return g_steal_pointer(&answer);
}
