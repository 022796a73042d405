#include "app/explain/explanation_text.h"

#include <string.h>

#include "agents/logics.h"
#include "agents/suggestion.h"
#include "app/terminal/screen.h"
#include "board/antichess.h"

static const Message *message_at(const Explanation *explanation, guint i)
{
    return explanation->messages->pdata[i];
}

char *explanation_format_worth(int worth)
{
    if (suggestion_is_mate(worth))
        return g_strdup(worth > 0 ? "mate" : "-mate");
    if (ABS(worth) > PIECE_KING_VALUE / 2)
        return g_strdup(worth > 0 ? "king" : "-king");
    return g_strdup_printf("%d", worth);
}

/* The move of @proposal that is shown: the one that was played if it is as good as any. */
static Move move_shown(const Proposal *proposal, Move played)
{
    for (int i = 0; proposal->equals != NULL && i < proposal->equal_count; i++)
        if (proposal->equals[i] == played)
            return played;
    return proposal->move;
}

/* "d5c5 100", "g1f3 0 (1 of 2)", or "-". */
static char *format_suggestion(const Explanation *explanation, const Proposal *proposal)
{
    char move[GAME_MOVE_TEXT_SIZE];
    g_autofree char *worth = explanation_format_worth(proposal->worth);

    if (proposal->move == MOVE_NONE)
        return g_strdup("-");
    explanation->game->format_move_code(move_shown(proposal, explanation->move), move);
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

static void append_report(GString *text, const Explanation *explanation, const Message *report)
{
    const Game *game = explanation->game;
    g_autofree char *agent = agent_name_format(report->sender, game);
    g_autofree char *cheapest =
        report->attackers > 0 ? explanation_format_worth(report->cheapest_attacker) : g_strdup("-");
    g_autofree char *loss = explanation_format_worth(report->loss);
    g_autofree char *attack = format_suggestion(explanation, &report->attack);
    g_autofree char *move = format_suggestion(explanation, &report->move);

    g_string_append_printf(text, "  %-*s  %9d  %8s  %-8s  %6s  %-20s  %-20s  %s\n",
                           agent_width(game), agent, report->attackers, cheapest,
                           report->defended ? "yes" : "no", loss, attack, move,
                           report->move.kind == CANDIDATE_PLANNED_MOVE ? "planned" : "-");
}

static void append_disregarded(GString *text, const Explanation *explanation, const Message *report)
{
    g_autofree char *agent = agent_name_format(report->sender, explanation->game);

    if (report->disregarded_count == 0)
        return;
    g_string_append_printf(text, "  %s disregards, because another agent would lose more:", agent);
    for (int i = 0; i < report->disregarded_count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        explanation->game->format_move_code(report->disregarded[i], move);
        g_string_append_printf(text, " %s", move);
    }
    g_string_append_c(text, '\n');
}

/* Of a team: opponents that the agent does not see, that its report is lost, or made by a program.
 */
static void append_hidden(GString *text, const Game *game, const Message *report)
{
    g_autofree char *agent = agent_name_format(report->sender, game);

    for (int i = 0; i < report->unseen_count; i++) {
        g_autofree char *opponent = agent_name_format(report->unseen[i], game);
        if (i == 0)
            g_string_append_printf(text, "  %s does not see", agent);
        g_string_append_printf(text, "%s %s%s", i == 0 ? "" : ",", opponent,
                               i == report->unseen_count - 1 ? "\n" : "");
    }
    if (report->is_lost)
        g_string_append_printf(text, "  the report of %s is lost\n", agent);
    if (report->is_outside)
        g_string_append_printf(text, "  %s is a program\n", agent);
}

typedef void (*AppendMessage)(GString *text, const Explanation *explanation,
                              const Message *message);

/* Appends the messages of @kinds, a bit for each, below @heading if there are any. */
static void append_messages(GString *text, const Explanation *explanation, unsigned kinds,
                            const char *heading, AppendMessage append)
{
    for (guint i = 0; i < explanation->messages->len; i++) {
        const Message *message = message_at(explanation, i);
        if ((kinds >> message->kind & 1) == 0)
            continue;
        g_string_append(text, heading);
        heading = "";
        append(text, explanation, message);
    }
}

static void append_line(GString *text, const Explanation *explanation, const Message *message)
{
    g_autofree char *line = message_format(message, explanation->game);

    g_string_append_printf(text, "  %s\n", line);
}

/* An action that the master refused. */
static void append_refusal(GString *text, const Explanation *explanation, const Message *message)
{
    char move[GAME_MOVE_TEXT_SIZE];

    explanation->game->format_move_code(message->action, move);
    g_string_append_printf(text, "  %-6s  %s\n", move, OBJECTION_SENTENCES[message->objection]);
}

/* The last report of each agent. */
static void append_reports(GString *text, const Explanation *explanation)
{
    const GPtrArray *messages = explanation->messages;
    bool any = false;

    for (guint i = 0; i < messages->len; i++) {
        if (!messages_is_last_report(messages, i))
            continue;
        if (!any)
            g_string_append_printf(text, "Reports\n  %-*s  %9s  %8s  %-8s  %6s  %-20s  %-20s  %s\n",
                                   agent_width(explanation->game), "agent", "attackers", "cheapest",
                                   "defended", "loss", "best attack", "best move", "attack");
        any = true;
        append_report(text, explanation, message_at(explanation, i));
    }
    if (!any)
        g_string_append(text, "Reports\n  none: a mate makes them unnecessary\n");
    for (guint i = 0; i < messages->len; i++)
        if (messages_is_last_report(messages, i))
            append_hidden(text, explanation->game, message_at(explanation, i));
    append_messages(text, explanation, 1U << MESSAGE_REPORT, "", append_disregarded);
}

/* Whether the master stopped imagining some candidates as soon as it knew that they are worse. */
static bool are_bounds(const Message *decision)
{
    return decision->logics >> LOGIC_LOOK_AHEAD & 1 &&
           decision->proposal.worth != SUGGESTION_MATE &&
           decision->candidate_count > decision->proposal.equal_count;
}

/* "gain 300 (d6), remaining loss -100 (e4)". */
static void append_parts(GString *text, const Game *game, const Proposal *proposal)
{
    for (int i = 0; i < proposal->part_count; i++) {
        const WorthPart *part = &proposal->parts[i];
        g_autofree char *amount = explanation_format_worth(part->amount);
        char square[GAME_SQUARE_TEXT_SIZE];
        g_string_append_printf(text, "%s%s %s", i == 0 ? "          " : ", ",
                               PART_NAMES[part->kind], amount);
        if (part->has_square) {
            game->format_square(part->square, square);
            g_string_append_printf(text, " (%s)", square);
        }
    }
    if (proposal->part_count > 0)
        g_string_append_c(text, '\n');
}

static void append_candidates(GString *text, const Game *game, const Message *decision,
                              bool with_parts)
{
    g_string_append(text, "\nCandidates");
    if (decision->is_threatened) {
        g_autofree char *worst = agent_name_format(decision->worst, game);
        g_autofree char *loss = explanation_format_worth(decision->loss);
        g_string_append_printf(text, " (most threatened: %s, loss %s)", worst, loss);
    }
    g_string_append_c(text, '\n');
    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        g_autofree char *worth = explanation_format_worth(row->worth);
        char move[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(row->move, move);
        g_string_append_printf(text, "  %-6s  %6s  %s\n", move, worth,
                               CANDIDATE_KIND_NAMES[row->kind]);
        if (with_parts)
            append_parts(text, game, row);
    }
    if (are_bounds(decision))
        g_string_append(
            text, "  Worse candidates may be worth even less: they were not imagined further.\n");
}

/* The answer to the question of the master at @i; NULL: it was interrupted. */
static const Message *answer_to(const Explanation *explanation, guint i)
{
    const int depth = message_at(explanation, i)->line_count;

    for (i++; i < explanation->messages->len; i++)
        if (message_at(explanation, i)->kind == MESSAGE_EXPECT &&
            message_at(explanation, i)->line_count == depth)
            return message_at(explanation, i);
    return NULL;
}

/* The tree of what the master has imagined: "c6b8 -20, answer d1h5". */
static void append_imagined(GString *text, const Explanation *explanation)
{
    const char *heading = "\nImagined\n";

    for (guint i = 0; i < explanation->messages->len; i++) {
        const bool is_asked = message_at(explanation, i)->kind == MESSAGE_IMAGINE;
        const Message *told = is_asked ? answer_to(explanation, i) : NULL;
        g_autofree char *worth = NULL;
        char move[GAME_MOVE_TEXT_SIZE], answer[GAME_MOVE_TEXT_SIZE] = "none";
        if (told == NULL)
            continue;
        worth = explanation_format_worth(told->proposal.worth);
        explanation->game->format_move_code(told->action, move);
        if (told->proposal.move != MOVE_NONE)
            explanation->game->format_move_code(told->proposal.move, answer);
        g_string_append_printf(text, "%s%*s%s %s, answer %s\n", heading, 2 * (told->line_count + 1),
                               "", move, worth, answer);
        heading = "";
    }
}

/* Where a team has voted, the scores that are not 0. */
static void append_votes(GString *text, const Game *game, const Message *decision)
{
    const char *heading = "\nVotes\n";

    for (int i = 0; i < decision->candidate_count; i++) {
        const Move move = decision->candidates[i].move;
        g_autoptr(GString) line = g_string_new(NULL);
        char code[GAME_MOVE_TEXT_SIZE];
        for (int j = 0; j < decision->vote_count; j++) {
            const Vote *vote = &decision->votes[j];
            g_autofree char *agent = agent_name_format(vote->agent, game);
            g_autofree char *score = explanation_format_worth(vote->score);
            if (vote->move == move)
                g_string_append_printf(line, "  %s %s", agent, score);
        }
        if (line->len == 0)
            continue;
        game->format_move_code(move, code);
        g_string_append_printf(text, "%s  %-6s%s\n", heading, code, line->str);
        heading = "";
    }
}

/* The actions among which the decision was drawn, with shares. */
static void append_shares(GString *text, const Game *game, const Message *decision)
{
    if (decision->share_count < 2)
        return;
    g_string_append_printf(text, "\nDrawn from %d\n ", decision->share_count);
    for (int i = 0; i < decision->share_count; i++) {
        const Share *share = &decision->shares[i];
        char move[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(share->move, move);
        g_string_append_printf(text, " %s %.3g %%%s", move, 100 * share->share,
                               i < decision->share_count - 1 ? "," : "\n");
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

#define GRADES_SHOWN 12

/* The best moves with what the player makes of them. */
static void append_grades(GString *text, const Explanation *explanation)
{
    const Grades *grades = explanation->grades;
    char code[GAME_MOVE_TEXT_SIZE];

    if (grades == NULL)
        return;
    g_string_append(text, "Moves\n  move  ");
    for (int j = 0; grades->column[j] != NULL; j++)
        g_string_append_printf(text, "  %9s", grades->column[j]);
    g_string_append_c(text, '\n');
    for (int i = 0; i < MIN(grades->count, GRADES_SHOWN); i++) {
        explanation->game->format_move_code(grades->grade[i].move, code);
        g_string_append_printf(text, "  %-6s", code);
        for (int j = 0; grades->column[j] != NULL; j++)
            g_string_append_printf(text, "  %*d", (int)MAX(9, strlen(grades->column[j])),
                                   grades->grade[i].value[j]);
        g_string_append_c(text, '\n');
    }
    if (grades->count > GRADES_SHOWN)
        g_string_append_printf(text, "  and %d more\n", grades->count - GRADES_SHOWN);
    if (grades->line_length > 0) {
        g_string_append(text, "\nLine\n ");
        explanation_append_line(explanation, grades->line, grades->line_length, text);
        g_string_append_c(text, '\n');
    }
    g_string_append_c(text, '\n');
}

/* Those of @logics that @by replaces, LOGIC_COUNT: that stay. */
static void append_replaced(GString *text, uint32_t logics, Logic by, const char *before)
{
    const char *separator = before;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        if ((logics >> logic & 1) == 0 || logic_replaced_by(logics, logic) != by)
            continue;
        g_string_append_printf(text, "%s%s", separator, LOGICS[logic].name);
        separator = ", ";
    }
}

/* "logics: foundation, backup, move-attack". */
static void append_logics(GString *text, uint32_t logics)
{
    append_replaced(text, logics, LOGIC_COUNT, "logics: ");
    for (Logic by = 0; by < LOGIC_COUNT; by++) {
        g_autofree char *before = g_strdup_printf("; %s replaces ", LOGICS[by].name);
        append_replaced(text, logics, by, before);
    }
    g_string_append_c(text, '\n');
}

/* The player, its logics, and the board. */
static char *format_head(const Explanation *explanation, const ExplanationForm *form)
{
    const Game *game = explanation->game;
    const Message *decision = explanation_decision(explanation);
    g_autofree char *board = game->draw(explanation->state, form->in_color);
    g_autofree char *folded = NULL;
    g_autoptr(GString) text = g_string_new(NULL);

    g_string_append_printf(text, "%s, %s to move\n", explanation->player,
                           game->side_name[game->turn(explanation->state)]);
    if (decision != NULL)
        append_logics(text, decision->logics);
    if (decision != NULL && game == &GAME_ANTICHESS &&
        strstr(explanation->player, READINGS[READING_LOSING_WINS].name) == NULL)
        g_string_append(text, "Without losing-wins=on these agents play to win material.\n");
    folded = screen_fold(text->str, form->width);
    return form->without_board ? g_strconcat(folded, "\n", NULL)
                               : g_strconcat(folded, "\n", board, "\n", NULL);
}

static void append_decision(GString *text, const Explanation *explanation)
{
    const Game *game = explanation->game;
    const Message *decision = explanation_decision(explanation);
    g_autofree char *deciders = decision != NULL ? message_format_deciders(decision, game) : NULL;
    char move[GAME_MOVE_TEXT_SIZE], san[GAME_MOVE_TEXT_SIZE];

    game->format_move_code(explanation->move, move);
    game->format_move(explanation->state, explanation->move, san);
    g_string_append_printf(text, "Decision\n  %s  %s", move, san);
    if (decision != NULL)
        g_string_append_printf(text, "  (%s)\n  %s", CANDIDATE_KIND_NAMES[decision->proposal.kind],
                               deciders);
    g_string_append_c(text, '\n');
    if (explanation->fault != NULL)
        g_string_append_printf(text, "  a program %s: the built-in agents answered\n",
                               explanation->fault);
}

/* All that agents have said on the way to @decision. */
static void append_talk(GString *text, const Explanation *explanation, const Message *decision,
                        const ExplanationForm *form)
{
    append_reports(text, explanation);
    append_messages(text, explanation,
                    1U << MESSAGE_REQUEST | 1U << MESSAGE_OFFER | 1U << MESSAGE_SOLUTION,
                    "\nRequests\n", append_line);
    append_messages(text, explanation, 1U << MESSAGE_REFUSE, "\nRefused by the master\n",
                    append_refusal);
    append_candidates(text, explanation->game, decision, form->parts);
    if (form->imagined)
        append_imagined(text, explanation);
    append_votes(text, explanation->game, decision);
    append_shares(text, explanation->game, decision);
    if (form->all_messages)
        append_messages(text, explanation, ~0U, "\nMessages\n", append_line);
    g_string_append_c(text, '\n');
}

char *explanation_messages_to_text(const Explanation *explanation)
{
    GString *text = g_string_new(NULL);

    append_messages(text, explanation, ~0U, "", append_line);
    return g_string_free(text, FALSE);
}

char *explanation_to_text(const Explanation *explanation, const ExplanationForm *form)
{
    const Message *decision = explanation_decision(explanation);
    g_autofree char *head = format_head(explanation, form);
    g_autofree char *folded = NULL;
    g_autoptr(GString) text = g_string_new(NULL);

    if (decision != NULL)
        append_talk(text, explanation, decision, form);
    append_thoughts(text, explanation);
    append_grades(text, explanation);
    append_decision(text, explanation);
    folded = screen_fold(text->str, form->width);
    return g_strconcat(head, folded, NULL);
}
