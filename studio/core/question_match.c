/* Questions about the games of an experiment: the very games that the program plays with the same
 * spec, one after the other. */
#include "app/async/async_message.h"
#include "app/explain/explanation.h"
#include "experiments/play/match.h"
#include "experiments/run/records.h"
#include "studio/core/answer.h"
#include "studio/core/results.h"

/* The sums of the games asked for last. */
static Totals *totals;

/* The spec asked about last, as it was said, and the table it is played at. */
static struct {
    char *text, *settings;
    Spec *spec;
    Match *match;
    MatchRecord *record;
} table;

static void clear_table(void)
{
    g_clear_pointer(&table.text, g_free);
    g_clear_pointer(&table.settings, g_free);
    g_clear_pointer(&table.match, match_free);
    g_clear_pointer(&table.record, match_record_free);
    g_clear_pointer(&table.spec, spec_free);
}

/* Reads the spec @text, named "match", with @settings, one GROUP.KEY=VALUE a line, unless it is the
 * one at the table. */
static bool sit_down(const char *text, const char *settings, GError **error)
{
    g_auto(GStrv) lines = NULL;
    RunMemory *memory;

    if (table.match != NULL && g_str_equal(table.text, text) &&
        g_str_equal(table.settings, settings))
        return true;
    clear_table();
    lines = g_strsplit(settings, "\n", -1);
    table.spec = spec_parse(text, "match", NULL, "match", (const char *const *)lines, error);
    if (table.spec == NULL)
        return false;
    memory = run_memory_new(table.spec, NULL);
    table.match =
        run_memory_check(memory, NULL, error) ? match_new(table.spec, memory, error) : NULL;
    if (table.match == NULL) {
        g_clear_pointer(&table.spec, spec_free);
        return false;
    }
    table.record = match_record_new();
    table.text = g_strdup(text);
    table.settings = g_strdup(settings);
    return true;
}

/* The same for game @number_text of it. */
static bool find_game(const char *text, const char *settings, const char *number_text,
                      uint64_t *out_number, GError **error)
{
    return sit_down(text, settings, error) &&
           read_number("game", number_text, 1, schedule_count(table.spec), out_number, error);
}

/* {"game", "games": how many in all, "players": [{name, text}], "pairings": [[player, opponent]],
 * "each": games of a pairing, "seed", "resolved": the spec with every key, "head": what games.csv
 * begins with}. */
QUESTION(match_plan) const char *match_plan(const char *text, const char *settings)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GString) head = g_string_new(NULL);
    GError *error = NULL;

    if (!sit_down(text, settings, &error))
        return answer_fail(error);
    records_append_head(table.spec, RECORDS_GAMES, head);
    json_builder_begin_object(json);
    json_add_text(json, "game", table.spec->game_name);
    json_add_number(json, "games", (int64_t)schedule_count(table.spec));
    json_begin_list(json, "players");
    for (int i = 0; i < table.spec->player_count; i++) {
        json_builder_begin_object(json);
        json_add_text(json, "name", table.spec->players[i].name);
        json_add_text(json, "text", table.spec->players[i].text);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_begin_list(json, "pairings");
    for (int i = 0; i < table.spec->pairing_count; i++) {
        json_builder_begin_array(json);
        json_builder_add_int_value(json, table.spec->pairings[i].player);
        json_builder_add_int_value(json, table.spec->pairings[i].opponent);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
    json_add_number(json, "each", (int64_t)table.spec->games);
    json_add_number(json, "seed", (int64_t)table.spec->seed);
    json_add_text(json, "resolved", table.spec->resolved);
    json_add_text(json, "head", head->str);
    json_builder_end_object(json);
    return answer_json(json);
}

static void add_game(JsonBuilder *json)
{
    const Spec *spec = table.spec;
    const MatchRecord *record = table.record;
    g_autofree char *opening = NULL;

    json_add_text(json, "game", spec->game_name);
    json_add_number(json, "number", (int64_t)record->job.number);
    json_add_number(json, "pairing", record->job.pairing);
    json_begin_list(json, "players"); /* of each side */
    for (int side = 0; side < spec->contest->sides; side++)
        json_builder_add_string_value(json, spec->players[record->job.player[side]].text);
    json_builder_end_array(json);
    json_begin_list(json, "names");
    for (int side = 0; side < spec->contest->sides; side++)
        json_builder_add_string_value(json, spec->players[record->job.player[side]].name);
    json_builder_end_array(json);
    json_add_text(json, "termination", termination_name(record->outcome.termination));
    add_side(json, "winner", record->outcome.winner);
    add_side(json, "loser", record->outcome.loser);
    json_add_text(json, "reason", record->reason);
    if (spec->game == NULL) /* it has no turns */
        return;
    opening = spec->game->write_state(&record->opening);
    json_add_text(json, "opening", opening);
    json_begin_list(json, "moves");
    for (int ply = 0; ply < record->plies; ply++)
        json_builder_add_string_value(json, game_move_code(spec->game, record->ply[ply].move).text);
    json_builder_end_array(json);
}

/* Game @number: {"game", "number", "pairing", "players", "names": of each side, "termination",
 * "winner", "loser", "reason", "opening", "moves": in coordinates}. */
QUESTION(match_game)
const char *match_game(const char *text, const char *settings, const char *number_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GError *error = NULL;
    uint64_t number;

    if (!find_game(text, settings, number_text, &number, &error))
        return answer_fail(error);
    match_play(table.match, number, table.record);
    json_builder_begin_object(json);
    add_game(json);
    json_builder_end_object(json);
    return answer_json(json);
}

/* Games @first_text to @last_text as rows of games.csv. */
QUESTION(match_rows)
const char *match_rows(const char *text, const char *settings, const char *first_text,
                       const char *last_text)
{
    GError *error = NULL;
    uint64_t first, last;
    GString *csv;

    if (!find_game(text, settings, first_text, &first, &error) ||
        !find_game(text, settings, last_text, &last, &error))
        return answer_fail(error);
    csv = g_string_new(NULL);
    g_clear_pointer(&totals, totals_free);
    totals = totals_new_for(table.spec);
    for (uint64_t number = first; number <= last; number++) {
        match_play(table.match, number, table.record);
        records_append_game(table.spec, RECORDS_GAMES, table.record, csv);
        totals_add(totals, table.record);
    }
    return answer_take(g_string_free(csv, FALSE));
}

/* Numbers of a text, one after the other. */
static void append_numbers(GString *text, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        g_string_append_printf(text, "%" G_GINT64_FORMAT " ", numbers[i]);
}

static void read_numbers(const char **text, int64_t *out_numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out_numbers[i] = strtoll(*text, (char **)text, 10);
}

/* The elements of @array, which are @size numbers each, after how many there are. */
static void append_array(GString *text, const GArray *array, size_t size)
{
    append_numbers(text, &(int64_t){array->len}, 1);
    append_numbers(text, (const int64_t *)(const void *)array->data, array->len * size);
}

static void read_array(const char **text, GArray *array, size_t size)
{
    int64_t count;

    read_numbers(text, &count, 1);
    g_array_set_size(array, (guint)count);
    read_numbers(text, (int64_t *)(void *)array->data, (size_t)count * size);
}

#define ANSWER_NUMBERS (sizeof(Answer) / sizeof(int64_t))

static void append_answers(GString *text, const Answers *answers)
{
    append_numbers(text, &(int64_t){answers_count(answers)}, 1);
    for (guint i = 0; i < answers_count(answers); i++)
        append_numbers(text, (const int64_t *)(const void *)answers_at(answers, i), ANSWER_NUMBERS);
}

static void read_answers(const char **text, Answers *answers)
{
    int64_t count;

    read_numbers(text, &count, 1);
    for (; count > 0; count--) {
        Answer answer;
        read_numbers(text, (int64_t *)&answer, ANSWER_NUMBERS);
        answers_add(answers, &answer);
    }
}

/* Events of up to a handful of moves, as numbers of 32 bits, count by count. */
static void append_events(GString *text, const GArray *events)
{
    append_numbers(text, &(int64_t){events->len}, 1);
    for (guint i = 0; i < events->len; i++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            g_string_append_printf(text, "%u ", g_array_index(events, TotalsEvents, i).count[kind]);
}

static void read_events(const char **text, GArray *events)
{
    int64_t count, number;

    read_numbers(text, &count, 1);
    g_array_set_size(events, (guint)count);
    for (guint i = 0; i < events->len; i++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
            read_numbers(text, &number, 1);
            g_array_index(events, TotalsEvents, i).count[kind] = (uint32_t)number;
        }
}

/* The sums of @totals as a text that only the core reads: pairs of games are whole. */
static char *write_sums(const Totals *totals)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; i < totals->parts; i++) {
        const PairingTotals *part = &totals->pairings[i];
        append_numbers(text, (const int64_t *)part, TOTALS_NUMBERS);
        append_array(text, part->moves, TOTALS_MOVE_NUMBERS);
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            append_events(text, part->events[player]);
        append_array(text, part->games, 1);
        append_answers(text, part->answers);
    }
    return g_string_free(text, FALSE);
}

/* Owner: the caller. */
static Totals *read_sums(const char *text)
{
    Totals *totals = totals_new_for(table.spec);

    for (int i = 0; i < totals->parts && *text != '\0'; i++) {
        PairingTotals *part = &totals->pairings[i];
        read_numbers(&text, (int64_t *)part, TOTALS_NUMBERS);
        read_array(&text, part->moves, TOTALS_MOVE_NUMBERS);
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            read_events(&text, part->events[player]);
        read_array(&text, part->games, 1);
        read_answers(&text, part->answers);
    }
    return totals;
}

/* The sums of the games that match_rows has answered last. */
QUESTION(match_sums) const char *match_sums(void)
{
    return answer_take(write_sums(totals));
}

/* The sums @sums of games, "" of none, and @next of those that follow. */
QUESTION(match_add)
const char *match_add(const char *text, const char *settings, const char *sums, const char *next)
{
    g_autoptr(Totals) all = NULL, more = NULL;
    GError *error = NULL;

    if (!sit_down(text, settings, &error))
        return answer_fail(error);
    all = read_sums(sums);
    more = read_sums(next);
    totals_merge(all, more);
    return answer_take(write_sums(all));
}

/* What report_run() answers of @games with the sums @sums. */
QUESTION(match_report)
const char *match_report(const char *text, const char *settings, const char *sums,
                         const char *games)
{
    ResultsRun run = {.folder = (char *)"this page"};
    GError *error = NULL;
    g_autoptr(Totals) all = NULL;

    if (!sit_down(text, settings, &error))
        return answer_fail(error);
    all = read_sums(sums);
    run.spec = table.spec;
    run.totals = all;
    return results_answer(&run, games);
}

/* The file @name of the run, a table that is made of sums; "" if it is not recorded. */
QUESTION(match_table)
const char *match_table(const char *text, const char *settings, const char *sums, const char *name)
{
    GError *error = NULL;
    g_autoptr(Totals) all = NULL;
    GString *csv;

    if (!sit_down(text, settings, &error))
        return answer_fail(error);
    all = read_sums(sums);
    csv = g_string_new(NULL);
    if (records_wants_table(table.spec, name))
        records_append_table(table.spec, name, all, csv);
    return answer_take(g_string_free(csv, FALSE));
}

/* Messages and decision before ply @ply_text, from 1, of a game with turns, as `explain
 * --format=json --messages` prints them: with the random numbers of that game. */
QUESTION(match_explain)
const char *match_explain(const char *text, const char *settings, const char *number_text,
                          const char *ply_text)
{
    g_autoptr(GPtrArray) messages = messages_new();
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = NULL;
    g_auto(Explanation) explanation = {0};
    MatchRecord *record;
    GError *error = NULL;
    uint64_t number, ply;

    if (!find_game(text, settings, number_text, &number, &error) ||
        !read_number("ply", ply_text, 1, G_MAXINT32, &ply, &error))
        return answer_fail(error);
    if (table.spec->game == NULL)
        return answer_refuse("an asynchronous game has no plies");
    record = table.record; /* goes on if it is of this game and has not come so far */
    if (record->job.number != number || (uint64_t)record->plies >= ply)
        match_begin(table.match, number, record);
    while ((uint64_t)record->plies + 1 < ply && match_step(table.match, record, NULL))
        ;
    line = game_line_copy(match_line(table.match));
    if ((uint64_t)record->plies + 1 != ply ||
        !match_step(table.match, record, &(Recorder){messages_keep, messages}) ||
        (uint64_t)record->plies != ply)
        return answer_refuse("game %" G_GUINT64_FORMAT " has no ply %" G_GUINT64_FORMAT,
                             (guint64)number, (guint64)ply);
    player =
        player_new(table.spec->players[record->job.player[game_line_turn(line)]].text, NULL, NULL);
    explanation_of(player, line, g_steal_pointer(&messages), record->ply[ply - 1].move,
                   &explanation);
    return answer_take(explanation_to_json(&explanation, true));
}

static void note_request(const Message *message, void *data)
{
    if (message->kind == MESSAGE_REQUEST)
        *(bool *)data = true;
}

/* The plies of a game before which an agent asked others for help, [3, 8, ...]. */
QUESTION(match_requests)
const char *match_requests(const char *text, const char *settings, const char *number_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GError *error = NULL;
    uint64_t number;
    bool has_asked = false;

    if (!find_game(text, settings, number_text, &number, &error))
        return answer_fail(error);
    match_begin(table.match, number, table.record);
    json_builder_begin_array(json);
    while (match_step(table.match, table.record, &(Recorder){note_request, &has_asked})) {
        if (has_asked)
            json_builder_add_int_value(json, table.record->plies - 1);
        has_asked = false;
    }
    json_builder_end_array(json);
    return answer_json(json);
}

/* Game @number_text, without turns, as its recording. */
QUESTION(match_recording)
const char *match_recording(const char *text, const char *settings, const char *number_text)
{
    GError *error = NULL;
    uint64_t number;
    GString *lines;

    if (!find_game(text, settings, number_text, &number, &error))
        return answer_fail(error);
    if (table.spec->game != NULL)
        return answer_refuse("a game with turns has no recording");
    lines = g_string_new(NULL);
    async_recording_write_match(table.match, table.spec, number, table.record,
                                &(SessionOutput){answer_line, lines});
    return answer_take(g_string_free(lines, FALSE));
}
