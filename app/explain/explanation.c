#include "app/explain/explanation.h"

#include <math.h>

#include "experiments/run/message_json.h"
#include "experiments/tools/json_members.h"
#include "players/search/player_search.h"
#include "players/search/search.h"

/* State of a listener that stores thoughts. */
typedef struct {
    Explanation *explanation;
    bool deepens;
} ThoughtKeeper;

void explanation_append_line(const Explanation *explanation, const Move *line, int length,
                             GString *text)
{
    const Game *game = explanation->game;
    GameState state = *explanation->state;

    for (int i = 0; i < length; i++) {
        g_string_append_printf(text, " %s", game_move_text(game, &state, line[i]).text);
        game->play(&state, line[i]);
    }
}

/* "depth 5, 1725 positions, 0.12: Nf6 Nc3 d5". */
static char *format_depth(const Explanation *explanation, const Thought *thought)
{
    GString *text = g_string_new(NULL);

    g_string_printf(text, "depth %d, %" G_GUINT64_FORMAT " positions, ", thought->depth,
                    (guint64)thought->nodes);
    g_string_append_printf(text, "%s:", explanation->worth);
    explanation_append_line(explanation, thought->line, thought->line_length, text);
    return g_string_free(text, FALSE);
}

/* The value of each move. */
static void note_moves(Grades *grades, const Thought *thought)
{
    grades_begin(grades, (const char *const[]){"exact", "upper bound", NULL});
    for (int i = 0; i < thought->count; i++)
        grades_add(grades, thought->moves[i].move,
                   (int[]){thought->moves[i].is_exact, thought->moves[i].score_cp});
}

/* A search that goes depth by depth tells of its depths, another one of each move. */
static void keep_thought(const Thought *thought, void *data)
{
    const ThoughtKeeper *keeper = data;
    Explanation *explanation = keeper->explanation;
    const int turn = explanation->game->turn(explanation->state);

    if (thought->kind != THOUGHT_CONSIDERING) {
        explanation->metric = thought_metric(thought, turn);
        explanation->mate = turn == COLOR_WHITE ? thought->mate : -thought->mate;
        g_free(explanation->worth);
        explanation->worth = thought_format_worth(thought, explanation->game, explanation->state);
        g_free(explanation->searched);
        explanation->searched =
            g_memdup2(thought->line, (gsize)thought->line_length * sizeof *thought->line);
        explanation->searched_length = thought->line_length;
    }
    if (thought->kind == THOUGHT_DEPTH) {
        note_moves(explanation->grades, thought);
        g_ptr_array_add(explanation->thoughts, format_depth(explanation, thought));
    } else if (thought->kind == THOUGHT_STOPPED) {
        g_ptr_array_add(explanation->thoughts, format_depth(explanation, thought));
    } else if (thought->kind == THOUGHT_REMEMBERED || !keeper->deepens) {
        g_ptr_array_add(explanation->thoughts,
                        thought_format(thought, explanation->game, explanation->state));
    }
}

void explanation_of(const Player *player, const GameLine *line, GPtrArray *messages, Move move,
                    Explanation *out_explanation)
{
    GameLine *copy = game_line_copy(line);

    *out_explanation = (Explanation){
        .line = copy,
        .game = copy->game,
        .state = &copy->state,
        .player = player_describe(player),
        .move = move,
        .messages = messages,
        .thoughts = g_ptr_array_new_with_free_func(g_free),
        .metric = NAN,
    };
}

/* The best first, equal ones as they are. */
static void sort_grades(Grades *grades)
{
    for (int i = 1; i < grades->count; i++) {
        const Grade grade = grades->grade[i];
        int place = i;
        for (; place > 0 && grades->grade[place - 1].value[grades->by] < grade.value[grades->by];
             place--)
            grades->grade[place] = grades->grade[place - 1];
        grades->grade[place] = grade;
    }
}

Choice explanation_receive(Player *player, const PlayerCall *call, Explanation *out_explanation)
{
    GPtrArray *messages = messages_new();
    Explanation explanation;
    const SearchSettings *settings = player_search_settings(player);
    ThoughtKeeper keeper = {&explanation, settings != NULL && settings->part[SEARCH_DEEPENING]};
    ThinkingLimits limits = call->limits != NULL ? *call->limits : (ThinkingLimits){0};
    const bool wants_imagined = call->recorder != NULL && call->recorder->imagined;
    const Recorder recorder = {messages_keep, messages, wants_imagined};
    PlayerCall heard = *call;
    Choice choice;

    explanation_of(player, call->line, messages, MOVE_NONE, &explanation);
    explanation.random = *call->random;
    limits.listen = keep_thought;
    limits.data = &keeper;
    heard.limits = &limits;
    heard.recorder = &recorder;
    heard.grades = explanation.grades = g_new0(Grades, 1);
    choice = player_choose(player, &heard);
    explanation.move = choice.move;
    sort_grades(explanation.grades);
    /* A search that was stopped may have found another move after the last depth that it finished.
     */
    if (explanation.grades->count == 0 ||
        (settings != NULL && explanation.grades->grade[0].move != choice.move))
        g_clear_pointer(&explanation.grades, g_free);
    explanation.fault = choice.kind == CHOICE_MOVE ? g_strdup(choice.reason) : NULL;
    *out_explanation = explanation;
    return choice;
}

void explanation_make(Player *player, const PlayerCall *call, uint64_t seed,
                      Explanation *out_explanation)
{
    Random random = random_for_job(seed, 1);
    PlayerCall made = *call;

    made.random = &random;
    explanation_receive(player, &made, out_explanation);
}

void explanation_clear(Explanation *explanation)
{
    g_clear_pointer(&explanation->line, game_line_free);
    g_clear_pointer(&explanation->player, g_free);
    g_clear_pointer(&explanation->worth, g_free);
    g_clear_pointer(&explanation->searched, g_free);
    g_clear_pointer(&explanation->grades, g_free);
    g_clear_pointer(&explanation->fault, g_free);
    g_clear_pointer(&explanation->messages, g_ptr_array_unref);
    g_clear_pointer(&explanation->thoughts, g_ptr_array_unref);
}

const Message *explanation_decision(const Explanation *explanation)
{
    const guint count = explanation->messages->len;

    return count > 0 ? explanation_message(explanation, count - 1) : NULL;
}

bool explanation_reason(const Explanation *explanation, Reason *out_reason)
{
    const int turn = explanation->game->turn(explanation->state);
    const ReasonLine line = {
        .move = explanation->searched,
        .length = explanation->searched_length,
        .mate = turn == COLOR_WHITE ? explanation->mate : -explanation->mate,
        .worth = explanation->worth,
    };

    if (line.length == 0 || line.move[0] != explanation->move)
        return reason_find(explanation->messages, explanation->game, explanation->state,
                           explanation->move, out_reason);
    *out_reason = reason_of_line(&line, explanation->game, explanation->state);
    return true;
}

bool explanation_tells(const Explanation *explanation)
{
    return explanation->messages->len > 0 || explanation->thoughts->len > 0 ||
           explanation->grades != NULL;
}

/* The messages of @kinds, a bit for each, as an array; of reports alone only the last ones. */
static void add_messages(JsonBuilder *json, const char *name, const Explanation *explanation,
                         unsigned kinds)
{
    const GPtrArray *messages = explanation->messages;

    json_begin_list(json, name);
    for (guint i = 0; i < messages->len; i++) {
        if ((kinds >> explanation_message(explanation, i)->kind & 1) == 0 ||
            (kinds == 1U << MESSAGE_REPORT && !messages_is_last_report(messages, i)))
            continue;
        json_builder_begin_object(json);
        message_json_add(json, explanation->game, explanation_message(explanation, i));
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_thoughts(JsonBuilder *json, const Explanation *explanation)
{
    json_begin_list(json, "thoughts");
    for (guint i = 0; i < explanation->thoughts->len; i++)
        json_builder_add_string_value(json, explanation->thoughts->pdata[i]);
    json_builder_end_array(json);
    if (explanation->mate != 0)
        json_add_number(json, "mate", explanation->mate);
    else
        json_add_double(json, "metric", explanation->metric);
}

/* "moves": [{"move": "e2e4", "mark": 120, ...}, ...], the best first. */
static void add_grades(JsonBuilder *json, const Explanation *explanation)
{
    const Grades *grades = explanation->grades;
    g_autoptr(GString) line = g_string_new(NULL);

    json_begin_list(json, "moves");
    for (int i = 0; i < grades->count; i++) {
        json_builder_begin_object(json);
        json_add_text(json, "move", game_move_code(explanation->game, grades->grade[i].move).text);
        for (int j = 0; grades->column[j] != NULL; j++)
            json_add_number(json, grades->column[j], grades->grade[i].value[j]);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    if (grades->line_length > 0) {
        explanation_append_line(explanation, grades->line, grades->line_length, line);
        json_add_text(json, "line", line->str + 1);
    }
}

void explanation_add_move(const Explanation *explanation, Move move, JsonBuilder *json)
{
    json_add_text(json, "move", game_move_code(explanation->game, move).text);
    json_add_text(json, "san", game_move_text(explanation->game, explanation->state, move).text);
}

void explanation_add_json(const Explanation *explanation, bool all_messages, JsonBuilder *json)
{
    const Game *game = explanation->game;
    const Message *decision = explanation_decision(explanation);
    g_autofree char *position = game->write_state(explanation->state);
    Reason reason;

    json_add_text(json, "game", game->name);
    json_add_text(json, "player", explanation->player);
    json_add_text(json, "position", position);
    if (explanation_reason(explanation, &reason)) {
        json_begin_list(json, "reason");
        json_builder_add_string_value(json, reason.sentence);
        if (reason.second[0] != '\0')
            json_builder_add_string_value(json, reason.second);
        json_builder_end_array(json);
    }
    add_messages(json, "reports", explanation, 1U << MESSAGE_REPORT);
    add_messages(json, "requests", explanation,
                 1U << MESSAGE_REQUEST | 1U << MESSAGE_OFFER | 1U << MESSAGE_SOLUTION);
    if (decision != NULL)
        message_json_add_content(json, game, decision);
    if (all_messages)
        add_messages(json, "messages", explanation, ~0U);
    if (explanation->thoughts->len > 0)
        add_thoughts(json, explanation);
    if (explanation->grades != NULL)
        add_grades(json, explanation);
    explanation_add_move(explanation, explanation->move, json);
    if (explanation->fault != NULL)
        json_add_text(json, "fault", explanation->fault);
}

char *explanation_to_json(const Explanation *explanation, bool all_messages)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    explanation_add_json(explanation, all_messages, json);
    json_builder_end_object(json);
    return json_finish_line(json);
}
