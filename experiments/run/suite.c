#include "experiments/run/suite.h"

#include "board/chess.h"
#include "board/text_lines.h"
#include "experiments/run/workers.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/text_file.h"

static void clear_position(void *position)
{
    epd_record_clear(&((SuitePosition *)position)->record);
}

void suite_free(Suite *suite)
{
    g_free(suite->name);
    g_array_unref(suite->positions);
    g_ptr_array_unref(suite->warnings);
    g_ptr_array_unref(suite->faults);
    g_free(suite);
}

static bool read_record(const TextLine *line, EpdRecord *out_record, GError **error)
{
    if (line->has_nul)
        return experiments_fail(error, "the line contains a NUL character");
    if (!epd_parse(line->text, out_record, error))
        return false;
    if (out_record->best.count + out_record->avoid.count > 0)
        return true;
    epd_record_clear(out_record);
    return experiments_fail(error, "bm and am are both missing, so no move solves the position");
}

static void read_line(Suite *suite, const char *path, const TextLine *line)
{
    SuitePosition position = {.line = line->number};
    g_autoptr(GError) error = NULL;

    if (!read_record(line, &position.record, &error)) {
        g_ptr_array_add(suite->faults,
                        g_strdup_printf("%s:%d: %s", path, line->number, error->message));
        return;
    }
    if (*position.record.castling_dropped != '\0')
        g_ptr_array_add(
            suite->warnings,
            g_strdup_printf("%s:%d: castling right '%s' is ignored: the king or rook has moved",
                            path, line->number, position.record.castling_dropped));
    g_array_append_val(suite->positions, position);
}

/* Without a position one sentence is enough: most likely the file is of another kind. */
static void note_no_position(Suite *suite, const char *path)
{
    g_autofree char *first =
        suite->faults->len > 0 ? g_strdup(suite->faults->pdata[0]) : g_strdup("it is empty");
    const guint lines = suite->faults->len;

    g_ptr_array_set_size(suite->faults, 0);
    g_ptr_array_add(suite->faults,
                    lines > 1 ? g_strdup_printf("'%s' contains no position: read 0 positions, "
                                                "skipped %u (first: %s)",
                                                path, lines, first)
                              : g_strdup_printf("'%s' contains no position: %s", path, first));
}

Suite *suite_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GArray) lines = NULL;
    Suite *suite;
    gsize length;

    text = text_file_unpack(path, TEXT_FILE_MOST, &length, error);
    if (text == NULL)
        return NULL;
    lines = text_lines_cut(text, length);
    suite = g_new(Suite, 1);
    suite->name = g_path_get_basename(path);
    suite->positions = g_array_new(FALSE, FALSE, sizeof(SuitePosition));
    g_array_set_clear_func(suite->positions, clear_position);
    suite->warnings = g_ptr_array_new_with_free_func(g_free);
    suite->faults = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < lines->len; i++)
        read_line(suite, path, &g_array_index(lines, TextLine, i));
    if (suite_count(suite) == 0)
        note_no_position(suite, path);
    return suite;
}

/* All threads take the next task, one position for one player, and write its answer into its own
 * place. */
typedef struct {
    const Suite *suite;
    const SuiteOptions *options;
    SuiteAnswer *answers;
    int total;
    gint next;
    GError *error; /* the first one, which ends the run */
} Run;

static bool count_solved(const Run *run, Player *player, GameLine *line,
                         const SuitePosition *position, SuiteAnswer *answer, GError **error)
{
    const SuiteOptions *options = run->options;
    const EpdRecord *record = &position->record;
    const GameState state = {.chess = record->position};
    const PlayerCall call = {.line = line, .memories = options->memories};
    Share shares[GAME_MAX_MOVES];
    int count;

    game_line_start(line, &state);
    count = player_shares(player, &call, options->seed, 0, shares, error);
    if (count == 0) { /* they are not known */
        answer->draws = player->kind->decides_once ? 1 : options->draws;
        count = player_shares(player, &call, options->seed, answer->draws, shares, error);
    }
    if (count < 0)
        g_prefix_error(error, "%s:%d: ", run->suite->name, position->line);
    for (int i = 0; i < count; i++)
        if (epd_record_is_solved_by(record, shares[i].move))
            answer->share += shares[i].share;
    return count >= 0;
}

static GPtrArray *create_players(const SuiteOptions *options, GError **error)
{
    g_autoptr(GPtrArray) players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);

    for (int i = 0; i < options->player_count; i++) {
        Player *player = player_new(options->players[i], options->engines, error);
        if (player == NULL)
            return NULL;
        g_ptr_array_add(players, player);
        if (!player_fits(player, &GAME_CHESS, options->memories, error))
            return NULL;
    }
    return g_steal_pointer(&players);
}

static bool take_tasks(Run *run, GError **error)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(GPtrArray) players = create_players(run->options, error);
    int task;

    while (players != NULL && (task = g_atomic_int_add(&run->next, 1)) < run->total) {
        const int player = task / suite_count(run->suite), index = task % suite_count(run->suite);
        if (!count_solved(run, players->pdata[player], line, suite_position(run->suite, index),
                          &run->answers[task], error))
            return false;
    }
    return players != NULL;
}

static void work(void *data)
{
    Run *run = data;
    GError *error = NULL;

    if (take_tasks(run, &error))
        return;
    g_atomic_int_set(&run->next, run->total);
    if (!g_atomic_pointer_compare_and_exchange(&run->error, NULL, error))
        g_error_free(error);
}

/* Tells how the run stands. */
static void tick(void *data)
{
    Run *run = data;

    if (run->options->show != NULL)
        run->options->show(MIN(g_atomic_int_get(&run->next), run->total), run->total,
                           run->options->show_data);
}

SuiteAnswer *suite_run(const Suite *suite, const SuiteOptions *options, GError **error)
{
    Run run = {
        .suite = suite,
        .options = options,
        .total = suite_count(suite) * options->player_count,
    };
    const Workers workers = {.count = options->jobs, .work = work, .tick = tick, .data = &run};

    run.answers = g_new0(SuiteAnswer, (size_t)run.total + 1); /* an empty suite is no NULL */
    if (workers_run(&workers, &run.error) && run.error == NULL)
        return run.answers;
    g_free(run.answers);
    g_propagate_error(error, run.error);
    return NULL;
}

char *suite_summary(const Suite *suite, const SuiteOptions *options, const SuiteAnswer *answers,
                    int player)
{
    const int count = suite_count(suite);
    g_autofree char *number = NULL, *percent = NULL;
    double expected = 0;

    for (int i = 0; i < count; i++)
        expected += answers[player * count + i].share;
    number = csv_format_fixed(expected, 1);
    percent = csv_format_fixed(count > 0 ? 100 * expected / count : 0, 1);
    return g_strdup_printf("%s %s %s of %d %s %%", suite->name, options->players[player], number,
                           count, percent);
}

void suite_append_rows(GString *csv, const Suite *suite, const SuiteOptions *options,
                       const SuiteAnswer *answers)
{
    const int count = suite_count(suite);
    g_autoptr(TableRows) rows = table_rows_new(&TABLE_SUITES);

    for (int i = 0; i < options->player_count * count; i++) {
        const SuitePosition *position = suite_position(suite, i % count);
        row_text(rows, suite->name);
        row_count(rows, position->line);
        row_text(rows, position->record.id);
        row_text(rows, options->players[i / count]);
        row_count(rows, answers[i].draws);
        row_real(rows, answers[i].share);
    }
    table_append_rows(csv, rows, "");
}
