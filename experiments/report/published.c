#include "experiments/report/published.h"

#include <string.h>

#include "board/result.h"
#include "experiments/numbers/statistics.h"
#include "experiments/report/report.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define INSIDE 0.05         /* 5 % of the expected results lie outside */
#define MAX_GAMES 1000      /* of a match, for statistics_agreement() */
#define MAX_POSITIONS 10000 /* of a suite, for statistics_agreement_of_tries() */
#define MAX_PLANNED 100000  /* in a match, likewise */
#define MAX_EVENTS G_GINT64_CONSTANT(1000000000000) /* in a row: sums do not overflow */
#define MATCH_GAMES 100                             /* of all matches of the thesis */
#define CRAFTY "Crafty"

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
    /* A table of events: our file of them, and the columns, with the same names in the table, of
     * the events and of the whole that they are shares of; if NULL they are counts in 100 games. */
    const char *recorded, *part, *all;
    bool (*compare_pairing)(Comparison *comparison, const Pairing *pairing, GError **error);
    bool (*compare_suite)(Comparison *comparison, const ResultsSuite *suite, GError **error);
} PublishedTable;

/* How far it has come. */
struct Comparison {
    const Results *results;
    PublishedDraws draws;
    GHashTable *bared; /* of ResultsRun: int64_t[2] for each pairing; see bared_of() */
    const PublishedTable *table;
    const CsvTable *printed;
    GPtrArray *lines; /* of the table: GStrv, the head first */
    int inside;       /* of these lines */
    double deviance;  /* of these lines */

    int all_cells, all_inside;
    double all_deviance;
    GHashTable *draws_compared; /* of PairingTotals */
    GHashTable *notes_made;
    GString *notes, *text;
};

/* The name of a player in the tables; NULL if it is no level. */
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

static bool is_engine(const char *player)
{
    return g_str_has_prefix(player, "engine:");
}

/* The name of a player in tables of matches, or NULL. */
static const char *player_name(const SpecPlayer *player)
{
    const char *level = level_name(player->text);
    const bool is_crafty = is_engine(player->text) || g_str_equal(player->name, CRAFTY);

    return level == NULL && is_crafty ? CRAFTY : level;
}

/* The name of a player in the table of suites, "Crafty depth 1" for "engine:crafty,depth=1", or
 * NULL.
 * Owner: the caller. */
static char *solver_name(const char *player)
{
    static const char key[] = ",depth=";
    const char *depth = strstr(player, key);

    if (depth == NULL || !is_engine(player))
        return g_strdup(level_name(player));
    depth += strlen(key);
    return g_strdup_printf(CRAFTY " depth %.*s", (int)strcspn(depth, ","), depth);
}

/* Adds @note unless it is there already. @note is freed. */
static void add_note(Comparison *comparison, char *note)
{
    if (!g_hash_table_contains(comparison->notes_made, note))
        g_string_append(comparison->notes, note);
    g_hash_table_add(comparison->notes_made, note);
}

/* Says which player of the thesis a player that is no level stands for; @name, unless NULL, is its
 * short name. */
static void note_stand_in(Comparison *comparison, const char *name, const char *player)
{
    const bool is_crafty = g_str_has_prefix(player, "engine:crafty");

    if (level_name(player) != NULL)
        return;
    add_note(comparison, g_strdup_printf("%s%s%s stands for the thesis' Crafty 19.00%s\n",
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

/* A cell of ours and of the thesis. */
typedef struct {
    char *label, *ours, *published;     /* owned by the line */
    int64_t our_whole, published_whole; /* what ours and theirs are shares of */
    double agreement, deviance;
} Line;

/* Whether the cells have intervals. Counts in 100 games have none: sums over games do not tell how
 * they scatter from game to game. */
static bool has_interval(const PublishedTable *table)
{
    return table->recorded == NULL || table->all != NULL;
}

static void add_line(Comparison *comparison, const Line *line)
{
    const bool inside = line->agreement >= INSIDE;
    char **cells = g_new0(char *, 9);

    cells[0] = line->label;
    cells[1] = line->ours;
    cells[2] = g_strdup_printf("%" G_GINT64_FORMAT, line->our_whole);
    cells[3] = line->published;
    cells[4] = g_strdup_printf("%" G_GINT64_FORMAT, line->published_whole);
    g_ptr_array_add(comparison->lines, cells);
    if (!has_interval(comparison->table))
        return;
    cells[5] = csv_format_fixed(line->agreement, 3);
    cells[6] = csv_format_fixed(line->deviance, 1);
    cells[7] = g_strdup(inside ? "inside" : "outside");
    comparison->inside += inside;
    comparison->deviance += line->deviance;
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

static void add_score_line(Comparison *comparison, const Pairing *pairing, StatisticsScore ours,
                           StatisticsScore published)
{
    const Line line = {
        .label = label_pairing(comparison, pairing),
        .ours = format_score(ours),
        .our_whole = count_of(ours),
        .published = format_score(published),
        .published_whole = count_of(published),
        .agreement = statistics_agreement(ours, published),
        .deviance = statistics_deviance(ours, published),
    };

    note_players(comparison, pairing);
    add_line(comparison, &line);
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
        add_score_line(comparison, pairing, pairing->score, score);
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

/* Draws of a pairing in which the opponent, and the player, was first left with a bare king. */
typedef struct {
    int64_t wins, losses;
} Bared;

/* Adds a row of games.csv, if it is such a draw. */
static bool add_bared(const ResultsRun *run, const CsvTable *games, int row, Bared *bared,
                      GError **error)
{
    const Spec *spec = run->spec;
    const char *bare = csv_table_text(games, row, "bare_king"), *player;
    int64_t pairing;

    if (*bare == '\0' || !g_str_equal(csv_table_text(games, row, "result"), RESULT_DRAW))
        return true;
    if (!csv_table_number(games, row, "pairing", 1, spec->pairing_count, &pairing, error))
        return false;
    player = spec->players[spec->pairings[pairing - 1].player].name;
    if (g_str_equal(csv_table_text(games, row, bare), player))
        bared[pairing - 1].losses++;
    else
        bared[pairing - 1].wins++;
    return true;
}

/* Those of all draws of the pairings of a run; NULL with @error, or without if it has no games.csv.
 */
static const Bared *bared_of(Comparison *comparison, const ResultsRun *run, GError **error)
{
    g_autofree char *path = g_build_filename(run->folder, "games.csv", NULL);
    g_autofree Bared *bared = NULL;
    g_autoptr(CsvTable) games = NULL;
    const Bared *known = g_hash_table_lookup(comparison->bared, run);

    if (known != NULL)
        return known;
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        add_note(comparison, g_strdup_printf("%s has no games.csv, so bare kings are only those of "
                                             "draws by the fifty-move rule\n",
                                             run->folder));
        return NULL;
    }
    games = csv_table_read(run->folder, "games.csv", error);
    if (games == NULL)
        return NULL;
    bared = g_new0(Bared, run->spec->pairing_count);
    for (int row = 1; row <= csv_table_last(games); row++)
        if (!add_bared(run, games, row, bared, error))
            return NULL;
    known = bared;
    g_hash_table_insert(comparison->bared, (gpointer)run, g_steal_pointer(&bared));
    return known;
}

/* The score of our draws as they are to be counted. */
static bool score_our_draws(Comparison *comparison, const Pairing *seen, StatisticsScore *out_score,
                            GError **error)
{
    g_autoptr(GError) fault = NULL;
    const Bared *bared =
        comparison->draws.in_all_draws ? bared_of(comparison, seen->run, &fault) : NULL;
    int64_t wins = seen->draw_wins, losses = seen->draw_losses;

    if (fault != NULL) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    if (bared != NULL) {
        const Bared *ours = &bared[seen->totals - seen->run->totals->pairings];
        const bool turned =
            seen->player !=
            &seen->run->spec->players
                 [seen->run->spec->pairings[seen->totals - seen->run->totals->pairings].player];
        wins = turned ? ours->losses : ours->wins;
        losses = turned ? ours->wins : ours->losses;
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
        add_score_line(comparison, &seen, ours, score_of_draws(draw_wins, draw_losses, draws));
    return true;
}

/* Adds the events of a row of the table or of ours, and what they are shares of. */
static bool add_events(const PublishedTable *table, const CsvTable *csv, int row, int64_t max,
                       StatisticsTries *tries, GError **error)
{
    int64_t part, all = max;

    if ((table->all != NULL && !csv_table_number(csv, row, table->all, 0, max, &all, error)) ||
        !csv_table_number(csv, row, table->part, 0, all, &part, error))
        return false;
    tries->successes += part;
    if (table->all != NULL)
        tries->tries += all;
    return true;
}

/* Adds our events, which stand in any number of rows. */
static bool add_recorded(const PublishedTable *table, const Pairing *seen, StatisticsTries *tries,
                         GError **error)
{
    g_autoptr(CsvTable) csv = csv_table_read(seen->run->folder, table->recorded, error);
    const char *player = seen->player->name, *opponent = seen->opponent->name;
    bool found = false;

    for (int row = 1; csv != NULL && row <= csv_table_last(csv); row++)
        if (g_str_equal(csv_table_text(csv, row, "player"), player) &&
            g_str_equal(csv_table_text(csv, row, "opponent"), opponent)) {
            if (!add_events(table, csv, row, MAX_EVENTS, tries, error))
                return false;
            found = true;
        }
    return csv != NULL &&
           (found || csv_table_fail(csv, 0, error, "no row of %s against %s", player, opponent));
}

static bool is_recorded(Comparison *comparison, const Pairing *seen)
{
    const PublishedTable *table = comparison->table;
    g_autofree char *path = g_build_filename(seen->run->folder, table->recorded, NULL);
    const bool exists = g_file_test(path, G_FILE_TEST_EXISTS);

    if (!exists)
        add_note(comparison, g_strdup_printf("%s has no %s to compare with table %s\n",
                                             seen->run->folder, table->recorded, table->number));
    return exists;
}

static void add_events_line(Comparison *comparison, const Pairing *seen, StatisticsTries ours,
                            StatisticsTries published)
{
    Line line = {
        .label = label_pairing(comparison, seen),
        .ours = format_percent(ours),
        .our_whole = ours.tries,
        .published = format_percent(published),
        .published_whole = published.tries,
    };

    if (has_interval(comparison->table)) {
        line.agreement = statistics_agreement_of_tries(ours, published);
        line.deviance = statistics_deviance_of_tries(ours, published);
    }
    note_players(comparison, seen);
    add_line(comparison, &line);
}

static bool compare_events(Comparison *comparison, const Pairing *pairing, GError **error)
{
    const PublishedTable *table = comparison->table;
    Pairing seen;
    const int row = find_match(comparison, pairing, &seen);
    StatisticsTries ours = {0}, published = {0};

    if (row == 0 || !is_recorded(comparison, &seen))
        return true;
    if (table->all == NULL) {
        ours.tries = count_of(seen.score);
        published.tries = MATCH_GAMES;
    }
    if (!add_events(table, comparison->printed, row, MAX_PLANNED, &published, error) ||
        !add_recorded(table, &seen, &ours, error))
        return false;
    if (ours.tries > 0 && published.tries > 0)
        add_events_line(comparison, &seen, ours, published);
    return true;
}

/* "WAC" for "wac.epd". Owner: the caller. */
static char *suite_name(const char *file)
{
    g_autofree char *name = g_strndup(file, strcspn(file, "."));

    return g_ascii_strup(name, -1);
}

static void add_suite_line(Comparison *comparison, const ResultsSuite *suite, const char *name,
                           StatisticsTries published)
{
    const GPtrArray *suites = comparison->results->suites;
    const ResultsSuite *first = suites->pdata[0], *last = suites->pdata[suites->len - 1];
    const bool several = !g_str_equal(first->folder, last->folder);
    const StatisticsTries ours = {suite->solved, suite->decisions};
    const Line line = {
        .label = format_label(suite->folder, several, name, suite->player),
        .ours = format_percent(ours),
        .our_whole = suite->positions,
        .published = format_percent(published),
        .published_whole = published.tries,
        .agreement = statistics_agreement_of_tries(ours, published),
        .deviance = statistics_deviance_of_tries(ours, published),
    };

    note_stand_in(comparison, NULL, suite->player);
    add_line(comparison, &line);
}

static bool compare_solved(Comparison *comparison, const ResultsSuite *suite, GError **error)
{
    const CsvTable *printed = comparison->printed;
    g_autofree char *name = suite_name(suite->file), *solver = solver_name(suite->player);
    const int sizes = csv_table_find(printed, "player", "Positions");
    const int row = solver != NULL ? csv_table_find(printed, "player", solver) : 0;
    StatisticsTries published;

    if (*csv_table_text(printed, row, name) == '\0')
        return true;
    if (!csv_table_number(printed, sizes, name, 1, MAX_POSITIONS, &published.tries, error) ||
        !csv_table_number(printed, row, name, 0, published.tries, &published.successes, error))
        return false;
    add_suite_line(comparison, suite, name, published);
    return true;
}

#define MOVE_ATTACKS .opponent = CRAFTY, .recorded = "move_attacks.csv"
#define DRAWS .meaning = "draw wins-draw losses-other draws", .whole = "draws"

/* Table 3.7 is a part of table 3.4. */
static const PublishedTable TABLES[] = {
    {"3.1", "table_3_1.csv", "wins-losses-draws", "games", .compare_pairing = compare_results},
    {"3.2", "table_3_2.csv", DRAWS, .player = "Level 7", .compare_pairing = compare_draws},
    {"3.3", "table_3_3.csv", DRAWS, .player = "Level 8", .compare_pairing = compare_draws},
    {"3.4", "table_3_4.csv", DRAWS, .player = "Level 6", .compare_pairing = compare_draws},
    {"3.5", "table_3_5.csv", DRAWS, .opponent = CRAFTY, .compare_pairing = compare_draws},
    {"3.6", "table_3_6.csv", DRAWS, .player = "Level 5", .compare_pairing = compare_draws},
    {"3.8", "table_3_8.csv", "defence requests", "games", .recorded = "requests.csv",
     .part = "defence_requests", .compare_pairing = compare_events},
    {"3.9", "table_3_9.csv", "move-attacks planned", "games", MOVE_ATTACKS, .part = "planned",
     .compare_pairing = compare_events},
    {"3.9", "table_3_9.csv", "move-attacks performed", "planned", MOVE_ATTACKS, .part = "performed",
     .all = "planned", .compare_pairing = compare_events},
    {"3.10", "table_3_10.csv", "solved", "positions", .compare_suite = compare_solved},
};

static bool compare_pairing(Comparison *comparison, const ResultsRun *run, int index,
                            GError **error)
{
    const SpecPairing *pairing = &run->spec->pairings[index];
    const PairingTotals *totals = &run->totals->pairings[index];
    const Pairing seen = {
        .run = run,
        .totals = totals,
        .player = &run->spec->players[pairing->player],
        .opponent = &run->spec->players[pairing->opponent],
        .player_name = player_name(&run->spec->players[pairing->player]),
        .opponent_name = player_name(&run->spec->players[pairing->opponent]),
        .score = {totals->wins, totals->losses, totals->draws},
        .draw_wins = totals->draw_wins,
        .draw_losses = totals->draw_losses,
    };

    if (seen.player_name == NULL || seen.opponent_name == NULL || count_of(seen.score) == 0)
        return true;
    return comparison->table->compare_pairing(comparison, &seen, error);
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

static void append_count(GString *text, int inside, int cells, double deviance)
{
    g_string_append_printf(text, "%d of %d inside the 95 %% region of our results, deviance ",
                           inside, cells);
    csv_append_fixed(text, deviance, 1);
    g_string_append_c(text, '\n');
}

static void append_table(Comparison *comparison)
{
    const PublishedTable *table = comparison->table;
    const int cells = (int)comparison->lines->len - 1;

    if (cells == 0)
        return;
    g_string_append_printf(comparison->text, "Table %s: %s in %s %s\n", table->number,
                           table->meaning, has_interval(table) ? "per cent of the" : "100",
                           table->whole);
    report_append_rows(comparison->text, comparison->lines);
    g_string_append_printf(comparison->text, "Table %s: ", table->number);
    if (!has_interval(table)) {
        g_string_append_printf(
            comparison->text,
            "without interval, as the thesis and %s have only sums over games\n\n",
            table->recorded);
        return;
    }
    append_count(comparison->text, comparison->inside, cells, comparison->deviance);
    g_string_append_c(comparison->text, '\n');
    comparison->all_cells += cells;
    comparison->all_inside += comparison->inside;
    comparison->all_deviance += comparison->deviance;
}

static bool compare_table(Comparison *comparison, const PublishedTable *table, const char *folder,
                          GError **error)
{
    /* Without an interval the row ends before it. */
    const char *const head[] = {"",         "ours",       table->whole,
                                "thesis",   table->whole, has_interval(table) ? "p" : NULL,
                                "deviance", "",           NULL};
    g_autoptr(CsvTable) printed = csv_table_read(folder, table->file, error);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    if (printed == NULL)
        return false;
    g_ptr_array_add(lines, g_strdupv((char **)head));
    comparison->table = table;
    comparison->printed = printed;
    comparison->lines = lines;
    comparison->inside = 0;
    comparison->deviance = 0;
    if (!compare_all(comparison, error))
        return false;
    append_table(comparison);
    return true;
}

char *published_compare(const char *folder, const Results *results, PublishedDraws draws,
                        GError **error)
{
    g_autoptr(GHashTable) bared =
        g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    g_autoptr(GHashTable) draws_compared = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) notes_made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) notes = g_string_new(NULL), text = g_string_new(NULL);
    Comparison comparison = {
        .results = results,
        .draws = draws,
        .bared = bared,
        .draws_compared = draws_compared,
        .notes_made = notes_made,
        .notes = notes,
        .text = text,
    };

    for (size_t i = 0; i < G_N_ELEMENTS(TABLES); i++)
        if (!compare_table(&comparison, &TABLES[i], folder, error))
            return NULL;
    if (text->len == 0) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "the tables in %s have none of these pairings and suites", folder);
        return NULL;
    }
    g_string_append(text, "All tables: ");
    append_count(text, comparison.all_inside, comparison.all_cells, comparison.all_deviance);
    return g_strconcat(notes->str, notes->len > 0 ? "\n" : "", text->str, NULL);
}
