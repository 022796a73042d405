#include "agents/message.h"

#include <string.h>

#include "agents/message_members.h"
#include "board/text_lines.h"

const char *const CANDIDATE_KIND_NAMES[CANDIDATE_KIND_COUNT] = {
    [CANDIDATE_ATTACK] = "attack",
    [CANDIDATE_ATTACK_REQUEST] = "attack request",
    [CANDIDATE_DEFENCE_REQUEST] = "defence request",
    [CANDIDATE_PLANNED_MOVE] = "move with a planned attack",
    [CANDIDATE_MOVE] = "move",
};

const char *const OBJECTION_NAMES[OBJECTION_COUNT] = {
    [OBJECTION_NONE] = "none",
    [OBJECTION_STALEMATE] = "stalemate",
    [OBJECTION_REPETITION] = "repetition",
    [OBJECTION_LEAD] = "lead",
    [OBJECTION_MATE_BY_CHECKS] = "mate by checks",
    [OBJECTION_MATE] = "mate",
};

const char *const OBJECTION_SENTENCES[OBJECTION_COUNT] = {
    [OBJECTION_NONE] = "there is no objection",
    [OBJECTION_STALEMATE] = "it stalemates the opponent although the side to move is ahead",
    [OBJECTION_REPETITION] =
        ("it repeats a position, or allows the opponent a threefold repetition, "
         "although the side to move is ahead"),
    [OBJECTION_LEAD] = "it gives away too much of the lead",
    [OBJECTION_MATE_BY_CHECKS] = "the opponent could mate with a few checks",
    [OBJECTION_MATE] = "the opponent could mate at once",
};

const char *const PART_NAMES[PART_COUNT] = {
    [PART_GAIN] = "gain",         [PART_PROMOTION] = "promotion",
    [PART_PLACE] = "place",       [PART_LOSS] = "loss",
    [PART_PLAN] = "plan",         [PART_REMAINING] = "remaining loss",
    [PART_THREAT] = "threat",     [PART_SECOND_THREAT] = "second threat",
    [PART_OVERLOAD] = "overload", [PART_FORK] = "fork",
    [PART_HOPE] = "hope",         [PART_SECOND_HOPE] = "second hope",
    [PART_PROGRESS] = "progress", [PART_CHECK] = "check",
    [PART_MATE] = "mate",         [PART_IMAGINED] = "imagined",
#define LOGIC(...)
#define TERM(member, name, ...) [PART_##member] = name,
#include "agents/logics.def"
};

AgentText agent_text(AgentName name, const Game *game)
{
    char square[GAME_SQUARE_TEXT_SIZE];
    AgentText agent;

    if (name.square == AGENT_MASTER.square)
        return (AgentText){"master"};
    if (name.square == AGENT_ALL.square)
        return (AgentText){"all"};
    game->format_square(name.square, square);
    g_snprintf(agent.text, sizeof agent.text, "%s %s", PIECE_NAME[name.type], square);
    return agent;
}

bool agent_name_parse(const char *text, const Game *game, AgentName *out_name)
{
    const size_t length = strcspn(text, " ");
    const int square = text[length] == ' ' ? game->parse_square(text + length + 1) : -1;

    if (g_str_equal(text, "master") || g_str_equal(text, "all")) {
        *out_name = g_str_equal(text, "all") ? AGENT_ALL : AGENT_MASTER;
        return true;
    }
    for (int type = 0; square >= 0 && type < PIECE_TYPE_COUNT; type++)
        if (text_is(text, length, PIECE_NAME[type])) {
            *out_name = (AgentName){(PieceType)type, square};
            return true;
        }
    return false;
}

double shares_find(const Share *shares, int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (shares[i].move == move)
            return shares[i].share;
    return 0;
}

double shares_difference(const Share *one, int one_count, const Share *other, int other_count)
{
    double common = 0;

    for (int i = 0; i < one_count; i++)
        common += MIN(one[i].share, shares_find(other, other_count, one[i].move));
    return CLAMP(1 - common, 0, 1);
}

/* A text under way, and the game whose names stand in it. */
typedef struct {
    GString *text;
    const Game *game;
} Writer;

#define say(writer, ...) g_string_append_printf((writer)->text, __VA_ARGS__)

WorthText worth_text(int worth)
{
    WorthText number;

    if (worth_is_mate(worth))
        return worth > 0 ? (WorthText){"mate"} : (WorthText){"-mate"};
    if (ABS(worth) > PIECE_KING_VALUE / 2)
        return worth > 0 ? (WorthText){"king"} : (WorthText){"-king"};
    g_snprintf(number.text, sizeof number.text, "%d", worth);
    return number;
}

/* "; disregarded e2e3,e2e4"; nothing if there are none. */
static void append_moves(const Writer *writer, const char *what, const Move *moves, int count)
{
    for (int i = 0; i < count; i++)
        say(writer, "%s%s", i == 0 ? what : ",", game_move_code(writer->game, moves[i]).text);
}

/* " (move, one of e2e3,e2e4)". */
static void append_kind(const Writer *writer, const Proposal *proposal)
{
    say(writer, " (%s", CANDIDATE_KIND_NAMES[proposal->kind]);
    if (proposal->equal_count > 1 && proposal->equals != NULL)
        append_moves(writer, ", one of ", proposal->equals, proposal->equal_count);
    else if (proposal->equal_count > 1)
        say(writer, ", one of %d equally good", proposal->equal_count);
    say(writer, ")");
}

/* "e2e3 0 (move, one of e2e3,e2e4)". */
static void append_proposal(const Writer *writer, const Proposal *proposal)
{
    if (proposal->move == MOVE_NONE) {
        say(writer, "none");
        return;
    }
    say(writer, "%s %s", game_move_code(writer->game, proposal->move).text,
        worth_text(proposal->worth).text);
    append_kind(writer, proposal);
}

static void append_threat(const Writer *writer, const Message *message)
{
    if (message->attackers == 0)
        say(writer, "not attacked");
    else
        say(writer, "attacked by %d, cheapest attacker %s, %s, loss %s", message->attackers,
            worth_text(message->cheapest_attacker).text,
            message->defended ? "defended" : "not defended", worth_text(message->loss).text);
}

/* "; does not see rook a1, king g1"; nothing if there are none. */
static void append_agents(const Writer *writer, const char *what, const AgentName *agents,
                          int count)
{
    for (int i = 0; i < count; i++)
        say(writer, "%s%s", i == 0 ? what : ", ", agent_text(agents[i], writer->game).text);
}

static void append_report(const Writer *writer, const Message *message)
{
    append_threat(writer, message);
    append_agents(writer, "; does not see ", message->unseen, message->unseen_count);
    if (!message->has_actions)
        return;
    say(writer, "; attack ");
    append_proposal(writer, &message->attack);
    say(writer, "; move ");
    append_proposal(writer, &message->move);
    append_moves(writer, "; disregarded ", message->disregarded, message->disregarded_count);
}

static void append_request(const Writer *writer, const Message *message)
{
    say(writer, "%s%s%s?", message->wants_attack ? "who can capture one of my attackers" : "",
        message->wants_attack && message->wants_defence ? ", or " : "",
        message->wants_defence ? "who can defend or shield me" : "");
}

static void append_who_misses(const Writer *writer, const Message *message)
{
    const bool is_unheard = message->unheard_count > 0;

    append_agents(writer, " (out of range: ", message->unheard_by, message->unheard_count);
    append_agents(writer, is_unheard ? "; not received by " : " (not received by ",
                  message->lost_to, message->lost_count);
    if (is_unheard || message->lost_count > 0)
        say(writer, ")");
}

/* "; votes: e4c5 knight e4 300, e4c5 rook d1 -100"; nothing if no team has voted. */
static void append_votes(const Writer *writer, const Message *decision)
{
    for (int i = 0; i < decision->vote_count; i++) {
        const Vote *vote = &decision->votes[i];
        say(writer, "%s%s %s %s", i == 0 ? "; votes: " : ", ",
            game_move_code(writer->game, vote->move).text,
            agent_text(vote->agent, writer->game).text, worth_text(vote->score).text);
    }
}

static void append_deciders(const Writer *writer, const Message *decision)
{
    if (decision->decider_count == 0)
        say(writer, "the same without any one of the logics");
    for (int i = 0; i < decision->decider_count; i++) {
        const Decider *decider = &decision->deciders[i];
        const bool is_other = decider->otherwise != decision->proposal.move;
        say(writer, "%s%s (%s%s", i == 0 ? "decided by " : ", ", LOGICS[decider->logic].name,
            is_other ? "else " : "",
            is_other ? game_move_code(writer->game, decider->otherwise).text : "");
        if (decider->difference < 1)
            say(writer, "%sshares differ by %.3g %%", is_other ? "; " : "",
                100 * decider->difference);
        say(writer, ")");
    }
}

/* "; drawn from: e2e3 50 %, e2e4 50 %"; nothing if there was no choice. */
static void append_shares(const Writer *writer, const Message *decision)
{
    for (int i = 0; decision->share_count > 1 && i < decision->share_count; i++) {
        const Share *share = &decision->shares[i];
        say(writer, "%s%s %.3g %%", i == 0 ? "; drawn from: " : ", ",
            game_move_code(writer->game, share->move).text, 100 * share->share);
    }
}

static void append_decision(const Writer *writer, const Message *message)
{
    if (message->is_threatened)
        say(writer, "most threatened: %s, loss %s; ", agent_text(message->worst, writer->game).text,
            worth_text(message->loss).text);
    say(writer, "candidates:");
    for (int i = 0; i < message->candidate_count; i++) {
        say(writer, "%s", i == 0 ? " " : ", ");
        append_proposal(writer, &message->candidates[i]);
    }
    append_votes(writer, message);
    say(writer, "; played: ");
    append_proposal(writer, &message->proposal);
    append_shares(writer, message);
    say(writer, "; ");
    append_deciders(writer, message);
}

static void append_content(const Writer *writer, const Message *message)
{
    const MoveText action = game_move_code(writer->game, message->action);

    switch (message->kind) {
    case MESSAGE_ORDER:
        say(writer, "%s",
            message->may_ask ? "you are the most threatened: ask for help"
                             : "evaluate your position");
        break;
    case MESSAGE_REPORT:
        append_report(writer, message);
        break;
    case MESSAGE_REQUEST:
        append_request(writer, message);
        break;
    case MESSAGE_OFFER:
    case MESSAGE_SOLUTION:
        append_proposal(writer, &message->proposal);
        break;
    case MESSAGE_CONSULT:
        say(writer, "%s: what would you lose?", action.text);
        break;
    case MESSAGE_ANSWER:
        say(writer, "%s would cost me %s", action.text, worth_text(message->loss).text);
        break;
    case MESSAGE_IMAGINE:
        say(writer, "%s: how would the opponents answer?", action.text);
        break;
    case MESSAGE_EXPECT:
        if (message->proposal.move == MOVE_NONE) {
            say(writer, "%s: the opponents would have no answer", action.text);
            break;
        }
        say(writer, "%s would be worth %s after the answer %s", action.text,
            worth_text(message->proposal.worth).text,
            game_move_code(writer->game, message->proposal.move).text);
        append_kind(writer, &message->proposal);
        break;
    case MESSAGE_REFUSE:
        say(writer, "%s is refused: %s", action.text, OBJECTION_SENTENCES[message->objection]);
        break;
    case MESSAGE_DECISION:
        append_decision(writer, message);
        break;
    case MESSAGE_KIND_COUNT:
        g_assert_not_reached();
    }
}

const char *const MESSAGE_KIND_NAMES[MESSAGE_KIND_COUNT] = {
    [MESSAGE_ORDER] = "order",   [MESSAGE_REPORT] = "report",     [MESSAGE_REQUEST] = "request",
    [MESSAGE_OFFER] = "offer",   [MESSAGE_SOLUTION] = "solution", [MESSAGE_CONSULT] = "consult",
    [MESSAGE_ANSWER] = "answer", [MESSAGE_IMAGINE] = "imagine",   [MESSAGE_EXPECT] = "expect",
    [MESSAGE_REFUSE] = "refuse", [MESSAGE_DECISION] = "decision",
};

Message *message_copy(const Message *message)
{
    Message *copy = g_memdup2(message, sizeof *message);

    members_own_lists(&MESSAGE_MEMBERS, copy->kind, copy);
    return copy;
}

void message_free(Message *message)
{
    members_free_lists(&MESSAGE_MEMBERS, message->kind, message);
    g_free(message);
}

GPtrArray *messages_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)message_free);
}

void messages_keep(const Message *message, void *messages)
{
    g_ptr_array_add(messages, message_copy(message));
}

bool messages_is_last_report(const GPtrArray *messages, guint i)
{
    const Message *report = messages->pdata[i];

    if (report->kind != MESSAGE_REPORT || !report->has_actions)
        return false;
    for (guint j = i + 1; j < messages->len; j++) {
        const Message *later = messages->pdata[j];
        if (later->kind == MESSAGE_REPORT && later->sender.square == report->sender.square)
            return false;
    }
    return true;
}

char *message_format(const Message *message, const Game *game)
{
    const Writer writer = {g_string_new(NULL), game};

    say(&writer, "%-8s  %s to %s: ", MESSAGE_KIND_NAMES[message->kind],
        agent_text(message->sender, game).text, agent_text(message->receiver, game).text);
    append_content(&writer, message);
    append_who_misses(&writer, message);
    if (message->is_lost)
        say(&writer, " (lost)");
    return g_string_free(writer.text, FALSE);
}

char *message_format_deciders(const Message *decision, const Game *game)
{
    const Writer writer = {g_string_new(NULL), game};

    append_deciders(&writer, decision);
    return g_string_free(writer.text, FALSE);
}
