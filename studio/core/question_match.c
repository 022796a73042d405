/* Questions about the games of an experiment: the very games that the program plays with the same
 * spec, one after the other. */
#include "app/async/async_message.h"
#include "app/explain/explanation.h"
#include "experiments/play/match.h"
#include "experiments/run/records.h"
#include "studio/core/answer.h"

/* Of the games asked for last, an array of TotalsMove a pairing. */
static GPtrArray *curves;

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

static void clear_curves(void)
{
    g_clear_pointer(&curves, g_ptr_array_unref);
    curves = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (int i = 0; i < table.spec->pairing_count; i++)
        g_ptr_array_add(curves, g_array_new(FALSE, TRUE, sizeof(TotalsMove)));
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
    clear_curves();
    for (uint64_t number = first; number <= last; number++) {
        match_play(table.match, number, table.record);
        records_append_game(table.spec, RECORDS_GAMES, table.record, csv);
        if (table.spec->game != NULL && table.spec->contest->sides == COLOR_COUNT)
            totals_curve_add(g_ptr_array_index(curves, table.record->job.pairing), table.record);
    }
    return answer_take(g_string_free(csv, FALSE));
}

/* Move @move of @curve. */
static void add_curve_move(JsonBuilder *json, const GArray *curve, guint move)
{
    const TotalsMove *moves = (const TotalsMove *)(const void *)curve->data;
    const int64_t gone_on = move + 1 < curve->len ? moves[move + 1].running : 0;

    json_builder_begin_array(json);
    json_builder_add_int_value(json, moves[move].running);
    json_builder_add_int_value(json, moves[move].sum);
    json_builder_add_int_value(json, moves[move].squares);
    json_builder_add_int_value(json, moves[move].running - gone_on);
    json_builder_add_int_value(json, moves[move].ended_sum);
    json_builder_end_array(json);
}

/* The material in the games that match_rows has answered last, of each pairing by moves from 1:
 * [[[running, sum, sum of squares, games that ended with it, sum of their differences]]], in
 * hundredths of a pawn. */
QUESTION(match_material) const char *match_material(void)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_array(json);
    for (guint i = 0; curves != NULL && i < curves->len; i++) {
        const GArray *curve = g_ptr_array_index(curves, i);
        json_builder_begin_array(json);
        for (guint move = 0; move < curve->len; move++)
            add_curve_move(json, curve, move);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
    return answer_json(json);
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
    async_recording_say_match(table.match, table.spec, number, table.record,
                              &(SessionOutput){answer_line, lines});
    return answer_take(g_string_free(lines, FALSE));
}
