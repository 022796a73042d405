#include "app/commands/explanation.h"

#include <math.h>
#include <string.h>

#include "experiments/record/message_json.h"
#include "experiments/tools/json_writer.h"
#include "players/search/player_search.h"

/* What is needed to write thoughts down. */
typedef struct {
    Explanation *explanation;
    bool deepens;
} ThoughtKeeper;

/* "depth 5, 1725 positions, 0.12: Nf6 Nc3 d5". */
static char *format_depth(const Explanation *explanation, const Thought *thought)
{
    const Game *game = explanation->game;
    GString *text = g_string_new(NULL);
    GameState state = *explanation->state;
    char move[GAME_MOVE_TEXT_SIZE];

    g_string_printf(text, "depth %d, %" G_GUINT64_FORMAT " positions, ", thought->depth,
                    (guint64)thought->nodes);
    g_string_append_printf(text, "%s:", explanation->worth);
    for (int i = 0; i < thought->line_length; i++) {
        game->format_move(&state, thought->line[i], move);
        game->play(&state, thought->line[i]);
        g_string_append_printf(text, " %s", move);
    }
    return g_string_free(text, FALSE);
}

static void note_worth(Explanation *explanation, const Thought *thought)
{
    const int turn = explanation->game->turn(explanation->state);

    explanation->metric = thought_metric(thought, turn);
    explanation->mate = turn == COLOR_WHITE ? thought->mate : -thought->mate;
    g_free(explanation->worth);
    explanation->worth = thought_format_worth(thought, explanation->game, explanation->state);
}

/* A search that goes depth by depth tells of its depths, another one of each move. */
static void keep_thought(const Thought *thought, void *data)
{
    const ThoughtKeeper *keeper = data;
    Explanation *explanation = keeper->explanation;

    if (thought->kind == THOUGHT_DEPTH) {
        note_worth(explanation, thought);
        g_ptr_array_add(explanation->thoughts, format_depth(explanation, thought));
    } else if (thought->kind == THOUGHT_REMEMBERED) {
        note_worth(explanation, thought);
        g_ptr_array_add(explanation->thoughts,
                        thought_format_remembered(thought, explanation->game, explanation->state));
    } else if (!keeper->deepens) {
        g_ptr_array_add(explanation->thoughts,
                        thought_format_considering(thought, explanation->game, explanation->state));
    }
}

void explanation_make(Player *player, const GameLine *line, uint64_t seed,
                      Explanation *out_explanation)
{
    Explanation explanation = {
        .game = line->game,
        .state = &line->state,
        .player = player_describe(player),
        .messages = messages_new(),
        .thoughts = g_ptr_array_new_with_free_func(g_free),
        .metric = NAN,
    };
    const SearchSettings *settings = player_search_settings(player);
    ThoughtKeeper keeper = {&explanation,
                            settings != NULL && search_settings_has(settings, SEARCH_DEEPENING)};
    const ThinkingTerms *given = player->terms;
    ThinkingTerms terms = given != NULL ? *given : (ThinkingTerms){0};
    const Recorder recorder = {messages_keep, explanation.messages};
    Random random = random_for_job(seed, 1);

    terms.listen = keep_thought;
    terms.data = &keeper;
    player->terms = &terms;
    explanation.move = player_choose(player, line, &random, &recorder).move;
    player->terms = given;
    *out_explanation = explanation;
}

void explanation_clear(Explanation *explanation)
{
    g_clear_pointer(&explanation->player, g_free);
    g_clear_pointer(&explanation->worth, g_free);
    g_clear_pointer(&explanation->messages, g_ptr_array_unref);
    g_clear_pointer(&explanation->thoughts, g_ptr_array_unref);
}

static const Message *message_at(const Explanation *explanation, guint i)
{
    return explanation->messages->pdata[i];
}

static const Message *decision_of(const Explanation *explanation)
{
    const guint count = explanation->messages->len;

    return count > 0 ? message_at(explanation, count - 1) : NULL;
}

/* Text. */

static char *format_worth(int worth)
{
    if (ABS(worth) > PIECE_KING_VALUE / 2)
        return g_strdup(worth > 0 ? "king" : "-king");
    return g_strdup_printf("%d", worth);
}

/* "d5c5 100", "g1f3 0 (1 of 2)", or "-". */
static char *format_suggestion(const Game *game, const Proposal *proposal)
{
    char move[GAME_MOVE_TEXT_SIZE];
    g_autofree char *worth = format_worth(proposal->worth);

    if (proposal->move == MOVE_NONE)
        return g_strdup("-");
    game->format_move_code(proposal->move, move);
    if (proposal->equal_count > 1)
        return g_strdup_printf("%s %s (1 of %d)", move, worth, proposal->equal_count);
    return g_strdup_printf("%s %s", move, worth);
}

/* Room for "knight g1", or as long a name with the squares of @game. */
static int agent_width(const Game *game)
{
    char square[GAME_SQUARE_TEXT_SIZE];

    game->format_square(0, square);
    return (int)(strlen("knight ") + strlen(square));
}

static void append_report(GString *text, const Game *game, const Message *report)
{
    g_autofree char *agent = agent_name_format(report->sender, game);
    g_autofree char *cheapest =
        report->attackers > 0 ? format_worth(report->cheapest_attacker) : g_strdup("-");
    g_autofree char *loss = format_worth(report->loss);
    g_autofree char *attack = format_suggestion(game, &report->attack);
    g_autofree char *move = format_suggestion(game, &report->move);

    g_string_append_printf(text, "  %-*s  %9d  %8s  %-8s  %6s  %-20s  %-20s  %s\n",
                           agent_width(game), agent, report->attackers, cheapest,
                           report->defended ? "yes" : "no", loss, attack, move,
                           report->move.kind == CANDIDATE_PLANNED_MOVE ? "planned" : "-");
}

static void append_disregarded(GString *text, const Game *game, const Message *report)
{
    g_autofree char *agent = agent_name_format(report->sender, game);

    if (report->disregarded_count == 0)
        return;
    g_string_append_printf(text, "  %s disregards, as another agent would lose more:", agent);
    for (int i = 0; i < report->disregarded_count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(report->disregarded[i], move);
        g_string_append_printf(text, " %s", move);
    }
    g_string_append_c(text, '\n');
}

static void append_reports(GString *text, const Explanation *explanation)
{
    g_string_append_printf(text, "Reports\n  %-*s  %9s  %8s  %-8s  %6s  %-20s  %-20s  %s\n",
                           agent_width(explanation->game), "agent", "attackers", "cheapest",
                           "defended", "loss", "best attack", "best move", "attack");
    for (guint i = 0; i < explanation->messages->len; i++)
        if (messages_is_last_report(explanation->messages, i))
            append_report(text, explanation->game, message_at(explanation, i));
    for (guint i = 0; i < explanation->messages->len; i++)
        if (message_at(explanation, i)->kind == MESSAGE_REPORT)
            append_disregarded(text, explanation->game, message_at(explanation, i));
}

static void append_requests(GString *text, const Explanation *explanation)
{
    bool any = false;

    for (guint i = 0; i < explanation->messages->len; i++) {
        const Message *message = message_at(explanation, i);
        g_autofree char *line = NULL;
        if (message->kind != MESSAGE_REQUEST && message->kind != MESSAGE_OFFER &&
            message->kind != MESSAGE_SOLUTION)
            continue;
        line = message_format(message, explanation->game);
        g_string_append_printf(text, "%s  %s\n", any ? "" : "\nRequests\n", line);
        any = true;
    }
}

static void append_candidates(GString *text, const Game *game, const Message *decision)
{
    g_string_append(text, "\nCandidates");
    if (decision->is_threatened) {
        g_autofree char *worst = agent_name_format(decision->worst, game);
        g_autofree char *loss = format_worth(decision->loss);
        g_string_append_printf(text, " (worst threat: %s, loss %s)", worst, loss);
    }
    g_string_append_c(text, '\n');
    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        g_autofree char *worth = format_worth(row->worth);
        char move[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(row->move, move);
        g_string_append_printf(text, "  %-6s  %6s  %s\n", move, worth,
                               CANDIDATE_KIND_NAMES[row->kind]);
    }
}

static void append_deciders(GString *text, const Game *game, const Message *decision)
{
    g_autofree char *deciders = message_format_deciders(decision, game);

    g_string_append_printf(text, "  %s\n", deciders);
}

static void append_messages(GString *text, const Explanation *explanation)
{
    g_string_append(text, "\nMessages\n");
    for (guint i = 0; i < explanation->messages->len; i++) {
        g_autofree char *line = message_format(message_at(explanation, i), explanation->game);
        g_string_append_printf(text, "  %s\n", line);
    }
}

static void append_thoughts(GString *text, const Explanation *explanation)
{
    if (explanation->thoughts->len == 0)
        return;
    g_string_append(text, "Thoughts\n");
    for (guint i = 0; i < explanation->thoughts->len; i++)
        g_string_append_printf(text, "  %s\n", (char *)explanation->thoughts->pdata[i]);
    g_string_append_printf(text, "\nPosition metric\n  %s", explanation->worth);
    if (explanation->mate == 0)
        g_string_append_printf(text, " (positive is good for %s)", explanation->game->side_name[0]);
    g_string_append(text, "\n\n");
}

char *explanation_to_text(const Explanation *explanation, bool all_messages, bool in_color)
{
    const Game *game = explanation->game;
    const Message *decision = decision_of(explanation);
    g_autofree char *board = game->draw(explanation->state, in_color);
    char move[GAME_MOVE_TEXT_SIZE], san[GAME_MOVE_TEXT_SIZE];
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s, %s to move\n\n%s\n", explanation->player,
                           game->side_name[game->turn(explanation->state)], board);
    if (decision != NULL) {
        append_reports(text, explanation);
        append_requests(text, explanation);
        append_candidates(text, game, decision);
    }
    append_thoughts(text, explanation);
    if (all_messages && decision != NULL)
        append_messages(text, explanation);
    game->format_move_code(explanation->move, move);
    game->format_move(explanation->state, explanation->move, san);
    g_string_append_printf(text, "%sDecision\n  %s  %s", decision != NULL ? "\n" : "", move, san);
    if (decision != NULL)
        g_string_append_printf(text, "  (%s)", CANDIDATE_KIND_NAMES[decision->proposal.kind]);
    g_string_append_c(text, '\n');
    if (decision != NULL)
        append_deciders(text, game, decision);
    return g_string_free(text, FALSE);
}

/* JSON. */

static void add_move(JsonBuilder *json, const Game *game, const char *name, Move move)
{
    char text[GAME_MOVE_TEXT_SIZE];

    game->format_move_code(move, text);
    json_add_text(json, name, text);
}

static void add_message(JsonBuilder *json, const Game *game, const Message *message)
{
    json_builder_begin_object(json);
    message_json_add(json, game, message);
    json_builder_end_object(json);
}

/* The messages that @is_wanted, as an array. */
static void add_messages(JsonBuilder *json, const char *name, const Explanation *explanation,
                         bool (*is_wanted)(const GPtrArray *messages, guint i))
{
    json_begin_list(json, name);
    for (guint i = 0; i < explanation->messages->len; i++)
        if (is_wanted(explanation->messages, i))
            add_message(json, explanation->game, message_at(explanation, i));
    json_builder_end_array(json);
}

static bool is_any(G_GNUC_UNUSED const GPtrArray *messages, G_GNUC_UNUSED guint i)
{
    return true;
}

static bool is_about_help(const GPtrArray *messages, guint i)
{
    const MessageKind kind = ((const Message *)messages->pdata[i])->kind;

    return kind == MESSAGE_REQUEST || kind == MESSAGE_OFFER || kind == MESSAGE_SOLUTION;
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

static void add_explanation(JsonBuilder *json, const Explanation *explanation, bool all_messages)
{
    const Game *game = explanation->game;
    const Message *decision = decision_of(explanation);
    g_autofree char *position = game->write_state(explanation->state);
    char san[GAME_MOVE_TEXT_SIZE];

    game->format_move(explanation->state, explanation->move, san);
    json_builder_begin_object(json);
    json_add_text(json, "game", game->name);
    json_add_text(json, "player", explanation->player);
    json_add_text(json, "position", position);
    add_messages(json, "reports", explanation, messages_is_last_report);
    add_messages(json, "requests", explanation, is_about_help);
    if (decision != NULL)
        message_json_add_content(json, game, decision);
    if (all_messages)
        add_messages(json, "messages", explanation, is_any);
    if (explanation->thoughts->len > 0)
        add_thoughts(json, explanation);
    add_move(json, game, "move", explanation->move);
    json_add_text(json, "san", san);
    json_builder_end_object(json);
}

char *explanation_to_json(const Explanation *explanation, bool all_messages)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    add_explanation(json, explanation, all_messages);
    return json_finish_indented(json);
}
