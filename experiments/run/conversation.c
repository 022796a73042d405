#include "experiments/run/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "board/game.h"
#include "experiments/run/message_json.h"
#include "experiments/run/records.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/number_list.h"

/* Writes down what is said in a game. */
typedef struct {
    const Game *rules;
    GameState before; /* the ply */
    uint64_t number;
    int ply;
    GString *text;
} Scribe;

/* @kind: NULL, if the message has it. */
static JsonBuilder *begin_line(const Scribe *scribe, const char *kind)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    json_add_number(json, "game", (gint64)scribe->number);
    json_add_number(json, "ply", scribe->ply);
    if (kind != NULL)
        json_add_text(json, "kind", kind);
    return json;
}

static void end_line(const Scribe *scribe, JsonBuilder *json)
{
    g_autofree char *line = NULL;

    json_builder_end_object(json);
    line = json_finish_line(json);
    g_string_append(scribe->text, line);
    g_string_append_c(scribe->text, '\n');
    g_object_unref(json);
}

/* The piece that @move moves and its kind. */
static void add_mover(const Scribe *scribe, Move move, JsonBuilder *json)
{
    AgentName agent;

    agent.type = scribe->rules->mover(&scribe->before, move, &agent.square);
    json_add_text(json, "agent", agent_text(agent, scribe->rules).text);
    json_add_text(json, "piece", PIECE_NAME[agent.type]);
}

static void write_message(const Message *message, void *data)
{
    const Scribe *scribe = data;
    JsonBuilder *json = begin_line(scribe, NULL);

    message_json_add(json, scribe->rules, message);
    if (message->kind == MESSAGE_DECISION && message->proposal.move != MOVE_NONE)
        add_mover(scribe, message->proposal.move, json);
    end_line(scribe, json);
}

static void write_start(const Scribe *scribe, const Spec *spec, const MatchRecord *record)
{
    JsonBuilder *json = begin_line(scribe, "start");
    g_autofree char *position = spec->game->write_state(&record->opening);

    json_add_text(json, "rules", spec->game->name);
    json_add_number(json, "seed", (gint64)spec->seed);
    json_begin_list(json, "players");
    for (int side = 0; side < spec->contest->sides; side++)
        json_builder_add_string_value(json, spec->players[record->job.player[side]].text);
    json_builder_end_array(json);
    json_add_text(json, "position", position);
    end_line(scribe, json);
}

static void write_move(const Scribe *scribe, Move move)
{
    JsonBuilder *json = begin_line(scribe, "move");

    json_add_text(json, "move", game_move_code(scribe->rules, move).text);
    add_mover(scribe, move, json);
    end_line(scribe, json);
}

static void write_end(const Scribe *scribe, const MatchRecord *record)
{
    JsonBuilder *json = begin_line(scribe, "end");

    json_add_text(json, "result", run_result(record));
    json_add_text(json, "termination", termination_name(record->outcome.termination));
    end_line(scribe, json);
}

void conversation_append_game(const Spec *spec, Match *match, uint64_t number, MatchRecord *record,
                              GString *text)
{
    Scribe scribe = {.rules = spec->game, .number = number, .text = text};
    const Recorder recorder = {write_message, &scribe};

    match_begin(match, number, record);
    write_start(&scribe, spec, record);
    scribe.before = record->opening;
    for (scribe.ply = 1; match_step(match, record, &recorder); scribe.ply++) {
        write_move(&scribe, record->ply[scribe.ply - 1].move);
        scribe.before = match_line(match)->state;
    }
    scribe.ply = record->plies;
    write_end(&scribe, record);
}

RunRows run_rows_open(const char *folder, int64_t most)
{
    RunRows rows = {.left = most};
    g_autoptr(GInputStream) bytes = NULL;

    if (folder == NULL)
        return rows;
    rows.path = g_build_filename(folder, TABLE_GAMES.file, NULL);
    bytes = gzip_open(folder, TABLE_GAMES.file, NULL);
    if (bytes != NULL)
        rows.lines = line_reader_new(bytes, rows.path);
    return rows;
}

void run_rows_close(RunRows *rows)
{
    g_clear_pointer(&rows->path, g_free);
    g_clear_pointer(&rows->lines, line_reader_free);
}

bool run_rows_next(RunRows *rows)
{
    rows->number = 0;
    while (rows->number == 0 && rows->lines != NULL && rows->left > 0 &&
           (rows->row = line_reader_next(rows->lines, NULL, NULL)) != NULL)
        rows->number = g_ascii_strtoull(rows->row, NULL, 10); /* the row of names has none */
    rows->left -= rows->number != 0;
    return rows->number != 0;
}

/* How late the program itself was is measured, and is no part of the game. */
static bool is_measured(const Column *column)
{
    return g_str_equal(column->name, "delay") || g_str_equal(column->name, "doubtful");
}

/* Whether @row of @table is @whole, apart from what is measured, or, in a run of an earlier
 * version, @whole without its last columns. */
static bool is_row_of(const Table *table, const char *row, const char *whole)
{
    g_auto(GStrv) cells = csv_split(row), of_whole = csv_split(whole);
    const guint count = g_strv_length(cells);

    if (count > g_strv_length(of_whole))
        return false;
    for (guint i = 0; i < count; i++)
        if (!g_str_equal(cells[i], of_whole[i]) &&
            !(i < (guint)table->column_count && is_measured(&table->columns[i])))
            return false;
    return true;
}

bool run_rows_find(RunRows *rows, const Spec *spec, const MatchRecord *record, char **out_row)
{
    const Table *table = spec->contest->records->entries[0].table; /* games.csv */
    const RunRow metrics = {.spec = spec, .record = record};
    g_autoptr(GString) here = g_string_new(NULL);
    bool there = true;

    records_append_rows(here, table, &metrics);
    g_string_truncate(here, here->len - 1); /* its line end */
    while (there && rows->number != record->job.number)
        there = run_rows_next(rows);
    *out_row = !there || is_row_of(table, rows->row, here->str) ? NULL : g_strdup(rows->row);
    return there;
}

bool run_rows_check(RunRows *rows, const Spec *spec, const MatchRecord *record, GError **error)
{
    g_autofree char *row = NULL;

    run_rows_find(rows, spec, record, &row);
    return row == NULL || experiments_fail(error,
                                           "the replayed game %" G_GUINT64_FORMAT
                                           " differs from its row in '%s', '%s': the row was "
                                           "changed, or this program cannot reproduce the run",
                                           record->job.number, rows->path, row);
}

static bool write_range(const ConversationOptions *options, const NumberRange *range, int fd,
                        RunRows *rows, Match *match, GError **error)
{
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) text = g_string_new(NULL);

    for (uint64_t number = range->first; number <= range->last && !*options->stop; number++) {
        g_string_truncate(text, 0);
        conversation_append_game(options->spec, match, number, record, text);
        if (record->interruption != NULL)
            return match_record_fail(record, error);
        if (!run_rows_check(rows, options->spec, record, error))
            return false;
        if (!folder_write(fd, text->str, text->len))
            return folder_fail("write", options->path, "", error);
        while (g_main_context_iteration(NULL, FALSE))
            ;
    }
    return true;
}

static bool write_games(const ConversationOptions *options, int fd, GError **error)
{
    g_autoptr(RunMemory) memory = run_memory_new(options->spec, NULL);
    g_autoptr(Match) match = NULL;
    g_auto(RunRows) rows = run_rows_open(options->folder, G_MAXINT64);

    if ((options->folder != NULL && !run_memory_read(memory, options->folder, error)) ||
        !(match = match_new(options->spec, memory, error)))
        return false;
    for (guint i = 0; i < options->games->len; i++)
        if (!write_range(options, &g_array_index(options->games, NumberRange, i), fd, &rows, match,
                         error))
            return false;
    return true;
}

bool conversation_can_replace(const char *path)
{
    return (access(path, F_OK) != 0 && errno == ENOENT) ||
           folder_file_begins(path, "", "{\"game\":");
}

bool conversation_write(const ConversationOptions *options, bool *out_stopped, GError **error)
{
    g_autofree char *new_path = g_strconcat(options->path, FOLDER_NEW, NULL);
    bool good;
    int fd;

    if (!conversation_can_replace(options->path))
        return experiments_fail(error, "'%s' is not replaced: " CONVERSATION_FOREIGN,
                                options->path);
    fd = open(new_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return folder_fail("write", options->path, "", error);
    good = write_games(options, fd, error);
    if (close(fd) != 0 && good)
        good = folder_fail("write", options->path, "", error);
    if (good && !*options->stop && g_rename(new_path, options->path) != 0)
        good = folder_fail("write", options->path, "", error);
    if (!good || *options->stop)
        g_unlink(new_path);
    *out_stopped = good && *options->stop;
    return good;
}
