#include "app/explain/explanation_text.h"

#include <string.h>

#include "agents/logics.h"
#include "board/antichess.h"
#include "master/beyond/decision.h"

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
    const Move shown = move_shown(proposal, explanation->move);
    const MoveText move = game_move_code(explanation->game, shown);
    const WorthText worth = worth_text(proposal->worth);

    if (proposal->move == MOVE_NONE)
        return g_strdup("-");
    if (proposal->equal_count > 1)
        return g_strdup_printf("%s %s (1 of %d)", move.text, worth.text, proposal->equal_count);
    return g_strdup_printf("%s %s", move.text, worth.text);
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
    g_autofree char *attack = format_suggestion(explanation, &report->attack);
    g_autofree char *move = format_suggestion(explanation, &report->move);

    g_string_append_printf(text, "  %-*s  %9d  %8s  %-8s  %6s  %-20s  %-20s  %s\n",
                           agent_width(game), agent_text(report->sender, game).text,
                           report->attackers,
                           report->attackers > 0 ? worth_text(report->cheapest_attacker).text : "-",
                           report->defended ? "yes" : "no", worth_text(report->loss).text, attack,
                           move, report->move.kind == CANDIDATE_PLANNED_MOVE ? "planned" : "-");
}

static void append_disregarded(GString *text, const Explanation *explanation, const Message *report)
{
    if (report->disregarded_count == 0)
        return;
    g_string_append_printf(text, "  disregarded by %s (another agent would lose more):",
                           agent_text(report->sender, explanation->game).text);
    for (int i = 0; i < report->disregarded_count; i++)
        g_string_append_printf(text, " %s",
                               game_move_code(explanation->game, report->disregarded[i]).text);
    g_string_append_c(text, '\n');
}

/* Of a team: opponents that the agent does not see, that its report is lost, or made by a program.
 */
static void append_hidden(GString *text, const Game *game, const Message *report)
{
    const AgentText agent = agent_text(report->sender, game);

    for (int i = 0; i < report->unseen_count; i++) {
        if (i == 0)
            g_string_append_printf(text, "  %s does not see", agent.text);
        g_string_append_printf(text, "%s %s%s", i == 0 ? "" : ",",
                               agent_text(report->unseen[i], game).text,
                               i == report->unseen_count - 1 ? "\n" : "");
    }
    if (report->is_lost)
        g_string_append_printf(text, "  the report of %s is lost\n", agent.text);
    if (report->is_outside)
        g_string_append_printf(text, "  %s is an external program\n", agent.text);
}

typedef void (*AppendMessage)(GString *text, const Explanation *explanation,
                              const Message *message);

/* Appends the messages of @kinds, a bit for each, below @heading if there are any. */
static void append_messages(GString *text, const Explanation *explanation, unsigned kinds,
                            const char *heading, AppendMessage append)
{
    for (guint i = 0; i < explanation->messages->len; i++) {
        const Message *message = explanation_message(explanation, i);
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
    g_string_append_printf(text, "  %-6s  %s\n",
                           game_move_code(explanation->game, message->action).text,
                           OBJECTION_SENTENCES[message->objection]);
}

/* The last report of each agent. */
static void append_reports(GString *text, const Explanation *explanation)
{
    const GPtrArray *messages = explanation->messages;
    const char *note = "";
    bool any = false;

    for (guint i = 0; i < messages->len; i++) {
        if (explanation_message(explanation, i)->kind == MESSAGE_REFUSE)
            note = " (without the moves refused before)";
        if (!messages_is_last_report(messages, i))
            continue;
        if (!any)
            g_string_append_printf(
                text, "Reports%s\n  %-*s  %9s  %8s  %-8s  %6s  %-20s  %-20s  %s\n", note,
                agent_width(explanation->game), "agent", "attackers", "cheapest", "defended",
                "loss", "best attack", "best move", "plan");
        any = true;
        append_report(text, explanation, explanation_message(explanation, i));
    }
    if (!any)
        g_string_append(text, "Reports\n  none: a mate makes them unnecessary\n");
    for (guint i = 0; i < messages->len; i++)
        if (messages_is_last_report(messages, i))
            append_hidden(text, explanation->game, explanation_message(explanation, i));
    for (guint i = 0; i < messages->len; i++)
        if (messages_is_last_report(messages, i))
            append_disregarded(text, explanation, explanation_message(explanation, i));
}

/* "gain 300 (d6), remaining loss -100 (e4)". */
static void append_parts(GString *text, const Game *game, const Proposal *proposal)
{
    for (int i = 0; i < proposal->part_count; i++) {
        const WorthPart *part = &proposal->parts[i];
        char square[GAME_SQUARE_TEXT_SIZE];
        g_string_append_printf(text, "%s%s %s", i == 0 ? "          " : ", ",
                               PART_NAMES[part->kind], worth_text(part->amount).text);
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
    if (decision->is_threatened)
        g_string_append_printf(text, " (most threatened: %s, loss %s)",
                               agent_text(decision->worst, game).text,
                               worth_text(decision->loss).text);
    g_string_append_c(text, '\n');
    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        g_string_append_printf(text, "  %-6s  %6s  %s\n", game_move_code(game, row->move).text,
                               worth_text(row->worth).text, CANDIDATE_KIND_NAMES[row->kind]);
        if (with_parts)
            append_parts(text, game, row);
    }
    if (decision_bounds_some(decision))
        g_string_append(text, "  Values below the greatest one can be upper bounds, because "
                              "look-ahead stops early for "
                              "such candidates.\n");
}

/* The answer to the question of the master at @i; NULL: it was interrupted. */
static const Message *answer_to(const Explanation *explanation, guint i)
{
    const int depth = explanation_message(explanation, i)->line_count;

    for (i++; i < explanation->messages->len; i++)
        if (explanation_message(explanation, i)->kind == MESSAGE_EXPECT &&
            explanation_message(explanation, i)->line_count == depth)
            return explanation_message(explanation, i);
    return NULL;
}

/* The tree of what the master has imagined: "c6b8 -20, answer d1h5". */
static void append_imagined(GString *text, const Explanation *explanation)
{
    const Game *game = explanation->game;
    const char *heading = "\nImagined\n";

    for (guint i = 0; i < explanation->messages->len; i++) {
        const bool is_asked = explanation_message(explanation, i)->kind == MESSAGE_IMAGINE;
        const Message *told = is_asked ? answer_to(explanation, i) : NULL;
        if (told == NULL)
            continue;
        g_string_append_printf(
            text, "%s%*s%s %s, answer %s\n", heading, 2 * (told->line_count + 1), "",
            game_move_code(game, told->action).text, worth_text(told->proposal.worth).text,
            told->proposal.move != MOVE_NONE ? game_move_code(game, told->proposal.move).text
                                             : "none");
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
        for (int j = 0; j < decision->vote_count; j++) {
            const Vote *vote = &decision->votes[j];
            if (vote->move == move)
                g_string_append_printf(line, "  %s %s", agent_text(vote->agent, game).text,
                                       worth_text(vote->score).text);
        }
        if (line->len == 0)
            continue;
        g_string_append_printf(text, "%s  %-6s%s\n", heading, game_move_code(game, move).text,
                               line->str);
        heading = "";
    }
}

/* The actions among which the decision was drawn, with shares. */
static void append_shares(GString *text, const Game *game, const Message *decision)
{
    if (decision->share_count < 2)
        return;
    g_string_append_printf(text, "\nChosen at random from %d moves\n ", decision->share_count);
    for (int i = 0; i < decision->share_count; i++) {
        const Share *share = &decision->shares[i];
        g_string_append_printf(text, " %s %.3g %%%s", game_move_code(game, share->move).text,
                               100 * share->share, i < decision->share_count - 1 ? "," : "\n");
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

    if (grades == NULL)
        return;
    g_string_append(text, "Moves\n  move  ");
    for (int j = 0; grades->column[j] != NULL; j++)
        g_string_append_printf(text, "  %9s", grades->column[j]);
    g_string_append_c(text, '\n');
    for (int i = 0; i < MIN(grades->count, GRADES_SHOWN); i++) {
        g_string_append_printf(text, "  %-6s",
                               game_move_code(explanation->game, grades->grade[i].move).text);
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

/* "logics: foundation, whole-threat; whole-threat replaces backup, move-attack". */
static void append_logics(GString *text, uint32_t logics)
{
    uint32_t replaced[NO_LOGIC + 1] = {0}; /* by each; the last are those that stay */
    g_autofree char *stay = NULL;

    for (Logic logic = 0; LOGICS[logic].name != NULL; logic++)
        replaced[logic_replaced_by(logics, logic)] |= logics & (1U << logic);
    stay = logics_list(replaced[NO_LOGIC], ", ");
    g_string_append_printf(text, "logics: %s", stay);
    for (Logic by = 0; LOGICS[by].name != NULL; by++) {
        g_autofree char *list = logics_list(replaced[by], ", ");
        if (replaced[by] != 0)
            g_string_append_printf(text, "; %s replaces %s", LOGICS[by].name, list);
    }
    g_string_append_c(text, '\n');
}

/* The player, its logics, and the board. */
static void append_head(GString *text, const Explanation *explanation, const ExplanationForm *form)
{
    const Game *game = explanation->game;
    const Message *decision = explanation_decision(explanation);
    g_autofree char *board = game->draw(explanation->state, form->in_color);
    Reason reason;

    g_string_append_printf(text, "%s, %s to move\n", explanation->player,
                           game->side_name[game->turn(explanation->state)]);
    if (decision != NULL)
        append_logics(text, decision->logics);
    if (decision != NULL && game == &GAME_ANTICHESS &&
        strstr(explanation->player, READINGS[ANTICHESS_READING].name) == NULL)
        g_string_append(text, "Without losing-wins=on, these agents play to win material.\n");
    if (decision != NULL && game == &GAME_ANTICHESS && decision->logics >> LOGIC_MATE_HUNT & 1)
        g_string_append(text, "mate-hunt looks for mates as if no capture were compulsory.\n");
    if (form->without_board)
        g_string_append_c(text, '\n');
    else
        g_string_append_printf(text, "\n%s\n", board);
    if (explanation_reason(explanation, &reason))
        g_string_append_printf(text, "Reason\n  %s\n%s%s%s\n", reason.sentence,
                               reason.second[0] != '\0' ? "  " : "", reason.second,
                               reason.second[0] != '\0' ? "\n" : "");
}

static void append_decision(GString *text, const Explanation *explanation)
{
    const Game *game = explanation->game;
    const Message *decision = explanation_decision(explanation);
    g_autofree char *deciders = decision != NULL ? message_format_deciders(decision, game) : NULL;

    g_string_append_printf(text, "Decision\n  %s  %s", game_move_code(game, explanation->move).text,
                           game_move_text(game, explanation->state, explanation->move).text);
    if (decision != NULL)
        g_string_append_printf(text, "  (%s)\n  %s", CANDIDATE_KIND_NAMES[decision->proposal.kind],
                               deciders);
    g_string_append_c(text, '\n');
    if (explanation->fault != NULL)
        g_string_append_printf(text,
                               "  an external agent program %s; the built-in agents answered\n",
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
    GString *text = g_string_new(NULL);

    append_head(text, explanation, form);
    if (decision != NULL)
        append_talk(text, explanation, decision, form);
    append_thoughts(text, explanation);
    append_grades(text, explanation);
    append_decision(text, explanation);
    return g_string_free(text, FALSE);
}
