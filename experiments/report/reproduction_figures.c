/* Figures 3.1 to 3.5: our curves at some moves, and whether what the thesis sees in its own holds
 * in ours, too. */
#include <math.h>

#include "experiments/numbers/statistics.h"
#include "experiments/report/published_names.h"
#include "experiments/report/reproduction.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/csv_table.h"

#define MATERIAL "material_mean.csv"
#define REQUESTS "requests.csv"
#define THREATS "threats.csv"
#define MAX_COUNT G_GINT64_CONSTANT(1000000000000) /* in a cell: sums do not overflow */
#define MAX_MOVE 1000000
#define LATE_SHARE 0.1 /* of the games: when only so many last, a curve says little */

/* One player of a run against another, by their names in the thesis. */
typedef struct {
    const ResultsRun *run;
    const char *player, *opponent; /* short names */
    const CsvTable *table;
} View;

/* What is being written. */
typedef struct {
    GString *page;
    const Results *results;
    GHashTable *tables; /* of paths: CsvTable */
    GPtrArray *rows;    /* what is seen in the figure: GStrv */
    GError **error;
    bool failed;
} Figures;

/* The table @file of @run, read once; NULL: it was not recorded, or it is damaged, which is kept.
 */
static const CsvTable *find_table(Figures *figures, const ResultsRun *run, const char *file)
{
    g_autofree char *path = g_build_filename(run->folder, file, NULL);
    CsvTable *table = g_hash_table_lookup(figures->tables, path);

    if (table != NULL || figures->failed || !g_file_test(path, G_FILE_TEST_EXISTS))
        return table;
    table = csv_table_read(run->folder, file, figures->error);
    if (table == NULL)
        figures->failed = true;
    else
        g_hash_table_insert(figures->tables, g_steal_pointer(&path), table);
    return table;
}

/* The first match of the two with the table @file; false: there is none. */
static bool find_view(Figures *figures, const char *player, const char *opponent, const char *file,
                      View *out_view)
{
    for (guint i = 0; i < figures->results->runs->len; i++) {
        const ResultsRun *run = figures->results->runs->pdata[i];
        for (int j = 0; j < run->spec->pairing_count; j++) {
            const SpecPlayer *first = &run->spec->players[run->spec->pairings[j].player];
            const SpecPlayer *second = &run->spec->players[run->spec->pairings[j].opponent];
            const char *names[] = {published_player_name(first), published_player_name(second)};
            const bool forward =
                g_strcmp0(names[0], player) == 0 && g_strcmp0(names[1], opponent) == 0;
            const bool backward =
                g_strcmp0(names[1], player) == 0 && g_strcmp0(names[0], opponent) == 0;
            if (!forward && !backward)
                continue;
            *out_view =
                (View){run, forward ? first->name : second->name,
                       forward ? second->name : first->name, find_table(figures, run, file)};
            if (out_view->table != NULL)
                return true;
        }
    }
    return false;
}

static bool is_of(const View *view, int row)
{
    return g_str_equal(csv_table_text(view->table, row, "player"), view->player) &&
           g_str_equal(csv_table_text(view->table, row, "opponent"), view->opponent);
}

static int64_t read_count(Figures *figures, const CsvTable *table, int row, const char *column)
{
    int64_t count = 0;

    if (!figures->failed &&
        !csv_table_number(table, row, column, 0, MAX_COUNT, &count, figures->error))
        figures->failed = true;
    return count;
}

/* A decimal; NaN: the cell is empty. */
static double read_decimal(Figures *figures, const CsvTable *table, int row, const char *column)
{
    const char *text = csv_table_text(table, row, column);
    char *end = NULL;
    const double value = g_ascii_strtod(text, &end);

    if (*text == '\0')
        return NAN;
    if (*end != '\0' && !figures->failed)
        figures->failed =
            !csv_table_fail(table, row, figures->error, "%s is '%s', not a number", column, text);
    return value;
}

/* The estimate of three cells, in pawns. */
static Estimate read_estimate(Figures *figures, const CsvTable *table, int row, const char *value,
                              const char *low, const char *high)
{
    const double pawns[] = {
        read_decimal(figures, table, row, value) / 100,
        read_decimal(figures, table, row, low) / 100,
        read_decimal(figures, table, row, high) / 100,
    };

    if (isnan(pawns[0]))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    if (isnan(pawns[1]) || isnan(pawns[2]))
        return (Estimate){.kind = ESTIMATE_GIVEN, .value = pawns[0]};
    return (Estimate){ESTIMATE_INTERVAL, pawns[0], pawns[1], pawns[2]};
}

/* The lead in material at a move, in pawns. */
typedef struct {
    int move;
    double lasting;        /* the share of the games that have the move */
    Estimate of_all, left; /* over all games; over those that have the move */
} Lead;

/* The last row of @view whose move is at most @move and which a share of at least @least has; the
 * first row if there is none. */
static bool find_lead(Figures *figures, const View *view, int64_t move, double least,
                      Lead *out_lead)
{
    int64_t games = 0;

    *out_lead = (Lead){0};
    for (int row = 1; row <= csv_table_last(view->table); row++) {
        int64_t at, running;
        if (!is_of(view, row))
            continue;
        at = read_count(figures, view->table, row, "move");
        running = read_count(figures, view->table, row, "running");
        games = games == 0 ? running : games;
        if (figures->failed || at > move || games == 0 || (double)running < least * (double)games)
            break;
        *out_lead = (Lead){
            .move = (int)at,
            .lasting = (double)running / (double)games,
            .of_all = read_estimate(figures, view->table, row, "mean_all", "low_all", "high_all"),
            .left = read_estimate(figures, view->table, row, "mean", "low", "high"),
        };
    }
    return out_lead->move > 0 && !figures->failed;
}

/* Events of moves @from to @to, as a share of others. */
static StatisticsTries add_events(Figures *figures, const View *view, const char *part,
                                  const char *whole, int64_t from, int64_t to)
{
    StatisticsTries tries = {0};

    for (int row = 1; row <= csv_table_last(view->table) && !figures->failed; row++) {
        int64_t move;
        if (!is_of(view, row))
            continue;
        move = read_count(figures, view->table, row, "move");
        if (move < from || move > to)
            continue;
        tries.successes += read_count(figures, view->table, row, part);
        tries.tries += read_count(figures, view->table, row, whole);
    }
    return tries;
}

/* "+1.2 (+0.9 to +1.5)". Owner: the caller. */
static char *format_estimate(Estimate estimate, FormatNumber format)
{
    g_autofree char *value = format_value(estimate, format);
    g_autofree char *interval = format_interval(estimate, format);

    return *interval != '\0' ? g_strdup_printf("%s (%s)", value, interval)
                             : g_steal_pointer(&value);
}

static char *format_percent(double share)
{
    return csv_format_fixed(100 * share, 1);
}

/* A row of what the thesis sees, what ours show, and whether that is the same. @ours is taken. */
static void add_claim(Figures *figures, const char *thesis, char *ours, const char *verdict)
{
    char **row = g_new0(char *, 4);

    row[0] = g_strdup(thesis);
    row[1] = ours;
    row[2] = g_strdup(verdict);
    g_ptr_array_add(figures->rows, row);
}

static const char *HOLDS = "holds", *FAILS = "does not hold", *OPEN = "open";

/* Whether a number is above 0. */
static const char *judge_positive(Estimate estimate)
{
    if (estimate.kind != ESTIMATE_INTERVAL)
        return OPEN;
    return estimate.low > 0 ? HOLDS : estimate.high < 0 ? FAILS : OPEN;
}

static void begin_figure(Figures *figures, const char *title)
{
    static const char *const head[] = {"the thesis sees", "ours", "", NULL};

    document_add_heading(figures->page, title);
    figures->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_ptr_array_add(figures->rows, g_strdupv((char **)head));
}

/* @view, unless NULL, is whose picture stands there. */
static void end_figure(Figures *figures, const View *view, const char *picture, const char *caption)
{
    if (view != NULL) {
        g_autofree char *name = g_strdup_printf("%s_%s", picture, view->player), *path = NULL;
        g_strcanon(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", '_');
        path = g_build_filename(view->run->folder, "plots", name, NULL);
        document_add_picture(figures->page, path, caption);
    }
    if (figures->rows->len > 1)
        document_add_table(figures->page, figures->rows);
    else
        g_ptr_array_unref(figures->rows);
    figures->rows = NULL;
}

static const int MOVES[] = {10, 20, 40, 60, 80, 100};

/* Who is seen against whom. */
typedef struct {
    const char *player, *opponent;
} Meeting;

/* Two rows: the lead over all games at some moves, and how many games there still are. */
static void add_lead_rows(Figures *figures, const View *view, const Meeting *meeting,
                          GPtrArray *rows)
{
    g_autoptr(GStrvBuilder) leads = g_strv_builder_new(), lasting = g_strv_builder_new();
    g_autofree char *who = g_strdup_printf("%s against %s", meeting->player, meeting->opponent);

    g_strv_builder_add(leads, who);
    g_strv_builder_add(lasting, "games that last, %");
    for (size_t i = 0; i < G_N_ELEMENTS(MOVES); i++) {
        Lead lead;
        const bool has = find_lead(figures, view, MOVES[i], 0, &lead);
        g_autofree char *text =
            has ? format_estimate(lead.of_all, format_difference) : g_strdup("");
        g_autofree char *share =
            has && lead.move == MOVES[i] ? format_percent(lead.lasting) : g_strdup("0.0");
        g_strv_builder_add(leads, text);
        g_strv_builder_add(lasting, share);
    }
    g_ptr_array_add(rows, g_strv_builder_end(leads));
    g_ptr_array_add(rows, g_strv_builder_end(lasting));
}

/* Adds the leads of the first players over the second ones, if they met at all; @out_view is the
 * last meeting. */
static bool add_leads(Figures *figures, const Meeting *meetings, size_t count, View *out_view)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autoptr(GStrvBuilder) head = g_strv_builder_new();

    g_strv_builder_add(head, "");
    for (size_t i = 0; i < G_N_ELEMENTS(MOVES); i++) {
        g_autofree char *text = g_strdup_printf("move %d", MOVES[i]);
        g_strv_builder_add(head, text);
    }
    g_ptr_array_add(rows, g_strv_builder_end(head));
    for (size_t i = 0; i < count; i++) {
        View view;
        if (!find_view(figures, meetings[i].player, meetings[i].opponent, MATERIAL, &view))
            continue;
        add_lead_rows(figures, &view, &meetings[i], rows);
        *out_view = view;
    }
    if (rows->len == 1) {
        g_ptr_array_unref(rows);
        return false;
    }
    document_add_paragraph(
        figures->page, "The mean lead of the first player in material, in pawns, over all games, "
                       "those that have ended with their last difference; in parentheses its "
                       "95 %% interval.");
    document_add_table(figures->page, rows);
    return true;
}

/* The lead of @player in all games at @move, or before if all have ended. */
static Estimate lead_at(Figures *figures, const char *player, const char *opponent, int64_t move)
{
    View view;
    Lead lead = {0};

    if (!find_view(figures, player, opponent, MATERIAL, &view) ||
        !find_lead(figures, &view, move, 0, &lead))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    return lead.of_all.kind == ESTIMATE_INTERVAL ? lead.of_all : lead.left;
}

#define AT_MOVE 40 /* games of the levels are decided by then, and most of them last */

static void say_which_is_worse(Figures *figures, const char *other)
{
    const Estimate more = lead_at(figures, "Level 7", "Level 6", AT_MOVE);
    const Estimate less = lead_at(figures, "Level 7", other, AT_MOVE);
    Estimate difference;
    g_autofree char *text = NULL, *thesis = NULL;

    if (more.kind != ESTIMATE_INTERVAL || less.kind != ESTIMATE_INTERVAL)
        return;
    difference = estimate_difference(more, less);
    text = format_estimate(difference, format_difference);
    thesis = g_strdup_printf("level 6 is a worse opponent than %s", other);
    add_claim(figures, thesis,
              g_strdup_printf("at move %d level 7 leads level 6 by %s pawns more", AT_MOVE, text),
              judge_positive(difference));
}

static void say_how_it_ends(Figures *figures)
{
    View view;
    Lead lead;
    g_autofree char *text = NULL, *share = NULL;

    if (!find_view(figures, "Level 7", "Level 5", MATERIAL, &view) ||
        !find_lead(figures, &view, MAX_MOVE, LATE_SHARE, &lead))
        return;
    text = format_estimate(lead.left, format_difference);
    share = format_percent(lead.lasting);
    add_claim(
        figures, "at the end of long games level 5 leads level 7",
        g_strdup_printf("at move %d, in the %s %% of the games that last, level 7 leads by %s "
                        "pawns",
                        lead.move, share, text),
        judge_positive(estimate_transform(lead.left, -1, 0)));
}

static void add_figure_1(Figures *figures)
{
    static const Meeting meetings[] = {{"Level 7", "Level 1"}, {"Level 7", "Level 2"},
                                       {"Level 7", "Level 3"}, {"Level 7", "Level 4"},
                                       {"Level 7", "Level 5"}, {"Level 7", "Level 6"}};
    View view;

    begin_figure(figures, "Figure 3.1: material of level 7");
    if (!add_leads(figures, meetings, G_N_ELEMENTS(meetings), &view)) {
        document_add_paragraph(figures->page, "Not compared: it needs a run of level 7.");
        end_figure(figures, NULL, NULL, NULL);
        return;
    }
    for (int i = 0; i < 3; i++) {
        const Estimate lead = lead_at(figures, "Level 7", meetings[i].opponent, AT_MOVE);
        g_autofree char *text = format_estimate(lead, format_difference);
        g_autofree char *thesis = g_strdup_printf("clearly superior to %s", meetings[i].opponent);
        if (lead.kind == ESTIMATE_INTERVAL)
            add_claim(figures, thesis,
                      g_strdup_printf("at move %d it leads by %s pawns", AT_MOVE, text),
                      judge_positive(lead));
    }
    say_which_is_worse(figures, "Level 4");
    say_which_is_worse(figures, "Level 5");
    say_how_it_ends(figures);
    end_figure(figures, &view, "material", "Figure 3.1: material of level 7 by move number");
}

/* "Nevertheless, we can see a noticeable increase of material after about 100 moves in the games
 * of level 6 ... when about 90 percent of the games have already ended." */
static void say_what_level_6_gains(Figures *figures)
{
    View view;
    Lead middle, late;
    Estimate gain;
    g_autofree char *text = NULL, *share = NULL;

    if (!find_view(figures, "Level 6", PUBLISHED_CRAFTY, MATERIAL, &view) ||
        !find_lead(figures, &view, 50, 0, &middle) || !find_lead(figures, &view, 100, 0, &late))
        return;
    share = format_percent(late.move == 100 ? late.lasting : 0);
    add_claim(figures, "about 90 % of level 6's games have ended at move 100",
              g_strdup_printf("%s %% last", share), late.lasting <= 2 * LATE_SHARE ? HOLDS : FAILS);
    if (late.left.kind != ESTIMATE_INTERVAL || middle.left.kind != ESTIMATE_INTERVAL)
        return;
    gain = estimate_difference(late.left, middle.left);
    text = format_estimate(gain, format_difference);
    add_claim(figures, "in those that last level 6's material has grown",
              g_strdup_printf("by %s pawns from move %d to move %d", text, middle.move, late.move),
              judge_positive(gain));
}

static void add_figure_2(Figures *figures)
{
    static const Meeting meetings[] = {{"Level 1", PUBLISHED_CRAFTY}, {"Level 2", PUBLISHED_CRAFTY},
                                       {"Level 3", PUBLISHED_CRAFTY}, {"Level 4", PUBLISHED_CRAFTY},
                                       {"Level 5", PUBLISHED_CRAFTY}, {"Level 6", PUBLISHED_CRAFTY},
                                       {"Level 7", PUBLISHED_CRAFTY}};
    static const char *const levels[] = {"Level 5", "Level 6", "Level 7"};
    View view;
    double least = INFINITY, most = -INFINITY;

    begin_figure(figures, "Figure 3.2: material of Crafty and levels 1 to 7");
    if (!add_leads(figures, meetings, G_N_ELEMENTS(meetings), &view)) {
        document_add_paragraph(figures->page, "Not compared: it needs a run against Crafty, or "
                                              "against what stands for it.");
        end_figure(figures, NULL, NULL, NULL);
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(levels); i++) {
        const Estimate lead = lead_at(figures, levels[i], PUBLISHED_CRAFTY, AT_MOVE);
        if (lead.kind == ESTIMATE_INTERVAL) {
            least = fmin(least, lead.value);
            most = fmax(most, lead.value);
        }
    }
    if (most > least) {
        g_autofree char *text = csv_format_fixed(most - least, 1);
        add_claim(figures, "material against Crafty is about the same for levels 5, 6 and 7",
                  g_strdup_printf("at move %d they are %s pawns apart", AT_MOVE, text),
                  most - least <= 1 ? HOLDS : FAILS);
    }
    say_what_level_6_gains(figures);
    view.player = view.opponent;
    end_figure(figures, &view, "material", "Figure 3.2: material of Crafty by move number");
}

#define BEGINNING 25 /* moves */

static void add_figure_3(Figures *figures)
{
    View view;
    StatisticsTries early, late, asked, alone;
    g_autofree char *first = NULL, *second = NULL;
    Estimate difference;

    begin_figure(figures, "Figure 3.3: attack requests of level 5 against level 4");
    if (!find_view(figures, "Level 5", "Level 4", REQUESTS, &view)) {
        document_add_paragraph(figures->page,
                               "Not compared: it needs requests.csv of level 5 against level 4.");
        end_figure(figures, NULL, NULL, NULL);
        return;
    }
    early = add_events(figures, &view, "attack_requests", "decisions", 1, BEGINNING);
    late = add_events(figures, &view, "attack_requests", "decisions", BEGINNING + 1, MAX_MOVE);
    asked = add_events(figures, &view, "attack_requests", "decisions", 1, MAX_MOVE);
    alone = add_events(figures, &view, "own_moves", "decisions", 1, MAX_MOVE);
    difference = estimate_difference(statistics_share(early), statistics_share(late));
    first = format_estimate(estimate_transform(statistics_share(early), 100, 0), format_rating);
    second = format_estimate(estimate_transform(statistics_share(late), 100, 0), format_rating);
    add_claim(figures, "requests are more useful in the beginning of the game",
              g_strdup_printf("performed in %s %% of the decisions up to move %d, in %s %% later",
                              first, BEGINNING, second),
              judge_positive(difference));
    add_claim(figures, "they are few beside the moves to safety",
              g_strdup_printf("%" G_GINT64_FORMAT " requests performed, %" G_GINT64_FORMAT
                              " times the agent moved itself",
                              asked.successes, alone.successes),
              asked.successes < alone.successes ? HOLDS : FAILS);
    end_figure(figures, &view, "requests", "Figure 3.3: requests of level 5 by move number");
}

static void add_figure_4(Figures *figures)
{
    static const Meeting meeting = {"Level 5", "Level 4"};
    View view;
    Estimate lead;
    g_autofree char *text = NULL;

    begin_figure(figures, "Figure 3.4: material of level 5 against level 4");
    if (!add_leads(figures, &meeting, 1, &view)) {
        document_add_paragraph(figures->page,
                               "Not compared: it needs a run of level 5 against level 4.");
        end_figure(figures, NULL, NULL, NULL);
        return;
    }
    lead = lead_at(figures, "Level 5", "Level 4", AT_MOVE);
    text = format_estimate(lead, format_difference);
    if (lead.kind == ESTIMATE_INTERVAL) {
        add_claim(figures, "level 5 has the advantage",
                  g_strdup_printf("at move %d it leads by %s pawns", AT_MOVE, text),
                  judge_positive(lead));
        add_claim(figures, "which is limited",
                  g_strdup_printf("less than a knight at move %d", AT_MOVE),
                  lead.high < 3  ? HOLDS
                  : lead.low > 3 ? FAILS
                                 : OPEN);
    }
    end_figure(figures, &view, "material", "Figure 3.4: material of level 5 by move number");
}

static void add_figure_5(Figures *figures)
{
    static const struct {
        int from, to;
    } parts[] = {{1, 5}, {6, 10}, {11, 20}, {21, 40}, {41, MAX_MOVE}};
    static const char *const head[] = {"moves", "captured unforeseen, % of Crafty's moves",
                                       "without those just moved", "% of all captured", NULL};
    View view;
    GPtrArray *rows;

    begin_figure(figures, "Figure 3.5: incorrect threats of level 7 against Crafty");
    if (!find_view(figures, "Level 7", PUBLISHED_CRAFTY, THREATS, &view)) {
        document_add_paragraph(figures->page,
                               "Not compared: it needs threats.csv of level 7 against Crafty, or "
                               "against what stands for it.");
        end_figure(figures, NULL, NULL, NULL);
        return;
    }
    rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_ptr_array_add(rows, g_strdupv((char **)head));
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        const int from = parts[i].from, to = parts[i].to;
        const StatisticsTries all = add_events(figures, &view, "unthreatened", "replies", from, to);
        const StatisticsTries movers =
            add_events(figures, &view, "movers_unthreatened", "replies", from, to);
        const StatisticsTries others = {all.successes - movers.successes, all.tries};
        const StatisticsTries captured =
            add_events(figures, &view, "unthreatened", "captured", from, to);
        char **row = g_new0(char *, 5);
        row[0] = to == MAX_MOVE ? g_strdup_printf("from %d", from)
                                : g_strdup_printf("%d to %d", from, to);
        row[1] = format_estimate(estimate_transform(statistics_share(all), 100, 0), format_rating);
        row[2] =
            format_estimate(estimate_transform(statistics_share(others), 100, 0), format_rating);
        row[3] =
            format_estimate(estimate_transform(statistics_share(captured), 100, 0), format_rating);
        g_ptr_array_add(rows, row);
        if (i == 1) {
            const Estimate share = statistics_share(
                add_events(figures, &view, "unthreatened", "replies", parts[0].from, parts[1].to));
            g_autofree char *text =
                format_estimate(estimate_transform(share, 100, 0), format_rating);
            add_claim(figures,
                      "in the first moves about 20 % of Crafty's moves capture a piece that had "
                      "reported no threat",
                      g_strdup_printf("%s %% in moves 1 to 10", text),
                      share.low <= 0.25 && share.high >= 0.15 ? HOLDS : FAILS);
        }
    }
    document_add_table(figures->page, rows);
    end_figure(figures, &view, "threats", "Figure 3.5: wrong threat estimates of level 7");
}

bool reproduction_add_figures(GString *page, const Results *results, GError **error)
{
    g_autoptr(GHashTable) tables =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)csv_table_free);
    Figures figures = {.page = page, .results = results, .tables = tables, .error = error};

    document_add_heading(page, "Figures");
    document_add_paragraph(page,
                           "The thesis' figures are diagrams without numbers. So what it says it "
                           "sees in them stands beside ours: it holds or does not if our interval "
                           "says so, and is open if ours do not decide it.");
    add_figure_1(&figures);
    add_figure_2(&figures);
    add_figure_3(&figures);
    add_figure_4(&figures);
    add_figure_5(&figures);
    return !figures.failed;
}
