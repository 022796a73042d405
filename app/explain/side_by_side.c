#include "app/explain/side_by_side.h"

#include <string.h>

#include "agents/logics.h"
#include "app/explain/explanation_text.h"
#include "app/terminal/screen.h"
#include "experiments/tools/json_writer.h"

#define NOTHING "-"

/* Rows. */

static void free_row(void *data)
{
    SideBySideRow *row = data;

    g_free(row->label);
    g_free(row->value[0]);
    g_free(row->value[1]);
    g_free(row);
}

/* Adds a row; owner of both values. */
static SideBySideRow *add_row(SideBySide *comparison, char *one, char *other, const char *format,
                              ...) G_GNUC_PRINTF(4, 5);

static SideBySideRow *add_row(SideBySide *comparison, char *one, char *other, const char *format,
                              ...)
{
    SideBySideRow *row = g_new0(SideBySideRow, 1);
    va_list args;

    va_start(args, format);
    row->label = g_strdup_vprintf(format, args);
    va_end(args);
    row->value[0] = one;
    row->value[1] = other;
    row->differs = !g_str_equal(one, other);
    g_ptr_array_add(comparison->rows, row);
    return row;
}

static const Message *message_at(const Explanation *explanation, guint i)
{
    return explanation->messages->pdata[i];
}

/* The last message of @kind, by the agent on @square, -1: by any agent; NULL: there is none.
 * Reports without actions are none. */
static const Message *last_of(const Explanation *explanation, MessageKind kind, int square)
{
    for (guint i = explanation->messages->len; i-- > 0;) {
        const Message *message = message_at(explanation, i);
        if (message->kind == kind && (square < 0 || message->sender.square == square) &&
            (kind != MESSAGE_REPORT || message->has_actions))
            return message;
    }
    return NULL;
}

/* "d5c5 100", "d5g5 king, planned". */
static char *format_proposal(const Game *game, const Proposal *proposal)
{
    char move[GAME_MOVE_TEXT_SIZE];
    g_autofree char *worth = explanation_format_worth(proposal->worth);

    if (proposal->move == MOVE_NONE)
        return g_strdup(NOTHING);
    game->format_move_code(proposal->move, move);
    return g_strdup_printf("%s %s%s", move, worth,
                           proposal->kind == CANDIDATE_PLANNED_MOVE ? ", planned" : "");
}

static bool is_among(const Proposal *proposal, Move move)
{
    for (int i = 0; proposal->equals != NULL && i < proposal->equal_count; i++)
        if (proposal->equals[i] == move)
            return true;
    return proposal->move == move;
}

/* Whether the same draws would make them the same. */
static bool is_alike(const Proposal *one, const Proposal *other)
{
    return one->worth == other->worth && one->kind == other->kind && is_among(one, other->move) &&
           is_among(other, one->move);
}

static void add_proposals(SideBySide *comparison, const Proposal *one, const Proposal *other,
                          const char *agent, const char *what)
{
    const Game *game = comparison->explanation[0]->game;
    SideBySideRow *row = add_row(comparison, format_proposal(game, one),
                                 format_proposal(game, other), "%s, %s", agent, what);

    row->differs = !is_alike(one, other);
}

static char *format_count(int count)
{
    return count == 0 ? g_strdup("nothing")
                      : g_strdup_printf("%d action%s", count, count == 1 ? "" : "s");
}

/* What the agent that sends both reports makes of its lot. */
static void add_reports(SideBySide *comparison, const Message *one, const Message *other)
{
    g_autofree char *agent = agent_name_format(one->sender, comparison->explanation[0]->game);

    add_row(comparison, explanation_format_worth(one->loss), explanation_format_worth(other->loss),
            "%s, loss", agent);
    add_row(comparison, format_count(one->disregarded_count),
            format_count(other->disregarded_count), "%s, disregards", agent);
    add_proposals(comparison, &one->attack, &other->attack, agent, "best attack");
    add_proposals(comparison, &one->move, &other->move, agent, "best move");
}

static char *format_worst(const Explanation *explanation)
{
    const Message *decision = explanation_decision(explanation);
    g_autofree char *agent = NULL, *loss = NULL;

    if (decision == NULL || !decision->is_threatened)
        return g_strdup("no agent");
    agent = agent_name_format(decision->worst, explanation->game);
    loss = explanation_format_worth(decision->loss);
    return g_strdup_printf("%s, %s", agent, loss);
}

/* What the worst threatened asks for, and the best that is offered. */
static char *format_request(const Explanation *explanation)
{
    const Message *request = last_of(explanation, MESSAGE_REQUEST, -1);

    if (request == NULL)
        return g_strdup("nothing");
    return g_strdup(!request->wants_defence  ? "attack"
                    : !request->wants_attack ? "defence"
                                             : "attack or defence");
}

static char *format_solution(const Explanation *explanation)
{
    const Message *solution = last_of(explanation, MESSAGE_SOLUTION, -1);

    return solution != NULL ? format_proposal(explanation->game, &solution->proposal)
                            : g_strdup(NOTHING);
}

static void add_help(SideBySide *comparison)
{
    const Explanation *const *of = comparison->explanation;
    const Message *one = last_of(of[0], MESSAGE_SOLUTION, -1);
    const Message *other = last_of(of[1], MESSAGE_SOLUTION, -1);
    SideBySideRow *row;

    add_row(comparison, format_request(of[0]), format_request(of[1]), "asked for");
    row = add_row(comparison, format_solution(of[0]), format_solution(of[1]), "best offer");
    if (one != NULL && other != NULL)
        row->differs = !is_alike(&one->proposal, &other->proposal);
}

static char *format_candidate(const Explanation *explanation, int i)
{
    const Message *decision = explanation_decision(explanation);

    return i < decision->candidate_count
               ? format_proposal(explanation->game, &decision->candidates[i])
               : g_strdup(NOTHING);
}

/* What agents of both have said. */
static void add_talk(SideBySide *comparison)
{
    const Explanation *const *of = comparison->explanation;
    const int count = MAX(explanation_decision(of[0])->candidate_count,
                          explanation_decision(of[1])->candidate_count);

    add_row(comparison, format_worst(of[0]), format_worst(of[1]), "worst threat")->is_standing =
        true;
    for (guint i = 0; i < of[0]->messages->len; i++) {
        const Message *report = message_at(of[0], i);
        const Message *other = last_of(of[1], MESSAGE_REPORT, report->sender.square);
        if (messages_is_last_report(of[0]->messages, i) && other != NULL)
            add_reports(comparison, report, other);
    }
    add_help(comparison);
    for (int i = 0; i < count; i++)
        add_row(comparison, format_candidate(of[0], i), format_candidate(of[1], i), "candidate %d",
                i + 1)
            ->is_standing = true;
}

/* "Rxc5", "Kf1, 1 of 3", if it was drawn from several. */
static char *format_move(const Explanation *explanation)
{
    const Message *decision = explanation_decision(explanation);
    char move[GAME_MOVE_TEXT_SIZE];

    explanation->game->format_move(explanation->state, explanation->move, move);
    return decision != NULL && decision->share_count > 1
               ? g_strdup_printf("%s, 1 of %d", move, decision->share_count)
               : g_strdup(move);
}

/* The decisions differ if their shares do, whatever was drawn. */
static void add_decision(SideBySide *comparison)
{
    const Explanation *const *of = comparison->explanation;
    const Message *one = explanation_decision(of[0]), *other = explanation_decision(of[1]);
    SideBySideRow *row = add_row(comparison, format_move(of[0]), format_move(of[1]), "decision");
    double difference;

    row->is_standing = true;
    if (one == NULL || other == NULL)
        return;
    difference =
        shares_difference(one->shares, one->share_count, other->shares, other->share_count);
    row->differs = difference > 1e-9;
    if (row->differs)
        add_row(comparison, g_strdup_printf("%.3g %%", 100 * difference), g_strdup(""),
                "shares differ by");
}

static char *format_last_thought(const Explanation *explanation)
{
    const GPtrArray *thoughts = explanation->thoughts;

    return g_strdup(thoughts->len > 0 ? thoughts->pdata[thoughts->len - 1] : NOTHING);
}

/* How @explanation's player goes about it. */
static char *format_way(const Explanation *explanation)
{
    return g_strdup(explanation->messages->len > 0   ? "agents"
                    : explanation->thoughts->len > 0 ? "search"
                                                     : "says nothing");
}

void side_by_side_make(const Explanation *one, const Explanation *other, SideBySide *out_comparison)
{
    SideBySide comparison = {
        .explanation = {one, other},
        .rows = g_ptr_array_new_with_free_func(free_row),
        .first = -1,
    };
    const bool both_talk = explanation_decision(one) != NULL && explanation_decision(other) != NULL;

    add_row(&comparison, format_way(one), format_way(other), "decides by");
    if (both_talk)
        add_talk(&comparison);
    if (one->thoughts->len + other->thoughts->len > 0)
        add_row(&comparison, format_last_thought(one), format_last_thought(other), "last thought");
    add_decision(&comparison);
    for (int i = (int)comparison.rows->len - 1; i >= 0; i--)
        if (((const SideBySideRow *)comparison.rows->pdata[i])->differs)
            comparison.first = i;
    *out_comparison = comparison;
}

void side_by_side_clear(SideBySide *comparison)
{
    g_clear_pointer(&comparison->rows, g_ptr_array_unref);
}

/* Text. */

static const SideBySideRow *row_at(const SideBySide *comparison, int i)
{
    return comparison->rows->pdata[i];
}

static bool is_shown(const SideBySideRow *row)
{
    return row->differs || row->is_standing;
}

/* Room for the widest of labels and of both columns, their heads among them. */
typedef struct {
    int label, value[2];
} Widths;

static Widths find_widths(const SideBySide *comparison)
{
    Widths widths = {0};

    for (int side = 0; side < 2; side++)
        widths.value[side] = (int)strlen(comparison->explanation[side]->player);
    for (int i = 0; i < (int)comparison->rows->len; i++) {
        const SideBySideRow *row = row_at(comparison, i);
        if (!is_shown(row))
            continue;
        widths.label = MAX(widths.label, (int)strlen(row->label));
        for (int side = 0; side < 2; side++)
            widths.value[side] = MAX(widths.value[side], (int)strlen(row->value[side]));
    }
    return widths;
}

static void append_columns(GString *text, const SideBySide *comparison, const Widths *widths)
{
    g_string_append_printf(text, "    %-*s  %-*s  %s\n", widths->label, "", widths->value[0],
                           comparison->explanation[0]->player, comparison->explanation[1]->player);
    for (int i = 0; i < (int)comparison->rows->len; i++) {
        const SideBySideRow *row = row_at(comparison, i);
        if (is_shown(row))
            g_string_append_printf(text, "  %c %-*s  %-*s  %s\n", row->differs ? '*' : ' ',
                                   widths->label, row->label, widths->value[0], row->value[0],
                                   row->value[1]);
    }
}

/* The same where there is no room for two columns. */
static void append_stacked(GString *text, const SideBySide *comparison)
{
    for (int i = 0; i < (int)comparison->rows->len; i++) {
        const SideBySideRow *row = row_at(comparison, i);
        if (!is_shown(row))
            continue;
        g_string_append_printf(text, "  %c %s\n", row->differs ? '*' : ' ', row->label);
        for (int side = 0; side < 2; side++)
            g_string_append_printf(text, "      %s: %s\n", comparison->explanation[side]->player,
                                   row->value[side]);
    }
}

static uint32_t logics_of(const Explanation *explanation)
{
    const Message *decision = explanation_decision(explanation);

    return decision != NULL ? decision->logics : 0;
}

/* "only level:7 has defence-request, defence-consideration". */
static void append_only(GString *text, const char *player, uint32_t logics)
{
    const char *separator = "";

    if (logics == 0)
        return;
    g_string_append_printf(text, "only %s has ", player);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logics >> logic & 1) {
            g_string_append_printf(text, "%s%s", separator, LOGICS[logic].name);
            separator = ", ";
        }
    g_string_append_c(text, '\n');
}

static char *format_first(const SideBySide *comparison)
{
    const SideBySideRow *row;

    if (comparison->first < 0)
        return g_strdup("No difference.");
    row = row_at(comparison, comparison->first);
    return g_strdup_printf("First difference: %s: %s to %s, %s to %s.", row->label, row->value[0],
                           comparison->explanation[0]->player, row->value[1],
                           comparison->explanation[1]->player);
}

char *side_by_side_to_text(const SideBySide *comparison, bool in_color, int width)
{
    const Explanation *one = comparison->explanation[0], *other = comparison->explanation[1];
    const Game *game = one->game;
    const uint32_t logics = logics_of(one), others = logics_of(other);
    const Widths widths = find_widths(comparison);
    g_autofree char *board = game->draw(one->state, in_color);
    g_autofree char *first = format_first(comparison);
    g_autoptr(GString) head = g_string_new(NULL), body = g_string_new(NULL);
    g_autofree char *folded_head = NULL, *folded_body = NULL;

    g_string_append_printf(head, "%s and %s, %s to move\n", one->player, other->player,
                           game->side_name[game->turn(one->state)]);
    if (logics != 0 && others != 0) {
        append_only(head, one->player, logics & ~others);
        append_only(head, other->player, others & ~logics);
    }
    if (width == 0 || 4 + widths.label + 2 + widths.value[0] + 2 + widths.value[1] <= width)
        append_columns(body, comparison, &widths);
    else
        append_stacked(body, comparison);
    g_string_append_printf(body, "\n%s\n", first);
    folded_head = screen_fold(head->str, width);
    folded_body = screen_fold(body->str, width);
    return g_strconcat(folded_head, "\n", board, "\n", folded_body, NULL);
}

/* JSON. */

void side_by_side_add_json(const SideBySide *comparison, bool all_messages, JsonBuilder *json)
{
    json_begin_list(json, "players");
    for (int side = 0; side < 2; side++) {
        json_builder_begin_object(json);
        explanation_add_json(comparison->explanation[side], all_messages, json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_begin_list(json, "differences");
    for (int i = 0; i < (int)comparison->rows->len; i++) {
        const SideBySideRow *row = row_at(comparison, i);
        if (!row->differs)
            continue;
        json_builder_begin_object(json);
        json_add_text(json, "what", row->label);
        json_add_texts(json, "values", (const char *const[]){row->value[0], row->value[1], NULL});
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}
