#include "agents/message.h"

#include <string.h>

const char *const CANDIDATE_KIND_NAMES[CANDIDATE_KIND_COUNT] = {
    [CANDIDATE_ATTACK] = "attack",
    [CANDIDATE_ATTACK_REQUEST] = "attack request",
    [CANDIDATE_DEFENCE_REQUEST] = "defence request",
    [CANDIDATE_PLANNED_MOVE] = "move with a planned attack",
    [CANDIDATE_MOVE] = "move",
};

char *agent_name_format(AgentName name)
{
    char square[3] = "";

    if (name.square == AGENT_MASTER.square)
        return g_strdup("master");
    if (name.square == AGENT_ALL.square)
        return g_strdup("all");
    square_format((Square)name.square, square);
    return g_strdup_printf("%s %s", PIECE_NAME[name.type], square);
}

static bool parse_square(const char *text, int *out_square)
{
    const Square sq = square_parse(text);

    if (sq == SQUARE_NONE || text[2] != '\0')
        return false;
    *out_square = sq;
    return true;
}

bool agent_name_parse(const char *text, AgentName *out_name)
{
    if (g_str_equal(text, "master") || g_str_equal(text, "all")) {
        *out_name = g_str_equal(text, "all") ? AGENT_ALL : AGENT_MASTER;
        return true;
    }
    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        const size_t length = strlen(PIECE_NAME[type]);
        int square;
        if (strncmp(text, PIECE_NAME[type], length) != 0 || text[length] != ' ')
            continue;
        if (!parse_square(text + length + 1, &square))
            return false;
        *out_name = (AgentName){(PieceType)type, square};
        return true;
    }
    return false;
}

/* A value or a loss; a king's is beyond counting. */
static void append_worth(GString *text, int worth)
{
    if (worth > PIECE_KING_VALUE / 2)
        g_string_append(text, "a king");
    else if (worth < -PIECE_KING_VALUE / 2)
        g_string_append(text, "-a king");
    else
        g_string_append_printf(text, "%d", worth);
}

static void append_move(GString *text, Move move)
{
    char move_text[MOVE_TEXT_SIZE];

    move_format(move, move_text);
    g_string_append(text, move_text);
}

static void append_moves(GString *text, const Move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        g_string_append_c(text, i == 0 ? ' ' : ',');
        append_move(text, moves[i]);
    }
}

/* "e2e4 0 (move, drawn from e2e3,e2e4)". */
static void append_proposal(GString *text, const Proposal *proposal)
{
    if (proposal->move == MOVE_NONE) {
        g_string_append(text, "none");
        return;
    }
    append_move(text, proposal->move);
    g_string_append_c(text, ' ');
    append_worth(text, proposal->worth);
    g_string_append_printf(text, " (%s", CANDIDATE_KIND_NAMES[proposal->kind]);
    if (proposal->equal_count > 1 && proposal->equals != NULL) {
        g_string_append(text, ", drawn from");
        append_moves(text, proposal->equals, proposal->equal_count);
    } else if (proposal->equal_count > 1) {
        g_string_append_printf(text, ", drawn from %d equals", proposal->equal_count);
    }
    g_string_append_c(text, ')');
}

static void append_threat(GString *text, const Message *message)
{
    if (message->attackers == 0) {
        g_string_append(text, "not attacked");
        return;
    }
    g_string_append_printf(text, "attacked by %d, the cheapest worth ", message->attackers);
    append_worth(text, message->cheapest_attacker);
    g_string_append(text, message->defended ? ", defended, loss " : ", not defended, loss ");
    append_worth(text, message->loss);
}

static void append_report(GString *text, const Message *message)
{
    append_threat(text, message);
    if (!message->has_actions)
        return;
    g_string_append(text, "; attack ");
    append_proposal(text, &message->attack);
    g_string_append(text, "; move ");
    append_proposal(text, &message->move);
    if (message->disregarded_count > 0) {
        g_string_append(text, "; disregarded");
        append_moves(text, message->disregarded, message->disregarded_count);
    }
}

static void append_request(GString *text, const Message *message)
{
    if (message->wants_attack)
        g_string_append(text, "who can capture an attacker of mine");
    if (message->wants_attack && message->wants_defence)
        g_string_append(text, ", or ");
    if (message->wants_defence)
        g_string_append(text, "who can defend or shield me");
    g_string_append_c(text, '?');
}

static void append_decision(GString *text, const Message *message)
{
    if (message->worst.square != AGENT_ALL.square) {
        g_autofree char *worst = agent_name_format(message->worst);
        g_string_append_printf(text, "worst threat: %s, loss ", worst);
        append_worth(text, message->loss);
        g_string_append(text, "; ");
    }
    g_string_append(text, "candidates:");
    for (int i = 0; i < message->candidate_count; i++) {
        g_string_append(text, i == 0 ? " " : ", ");
        append_proposal(text, &message->candidates[i]);
    }
    g_string_append(text, "; played: ");
    append_proposal(text, &message->proposal);
}

static void append_content(GString *text, const Message *message)
{
    switch (message->kind) {
    case MESSAGE_ORDER:
        g_string_append(text, message->may_ask ? "you are the worst threatened: ask for help"
                                               : "evaluate your position");
        break;
    case MESSAGE_REPORT:
        append_report(text, message);
        break;
    case MESSAGE_REQUEST:
        append_request(text, message);
        break;
    case MESSAGE_OFFER:
    case MESSAGE_SOLUTION:
        append_proposal(text, &message->proposal);
        break;
    case MESSAGE_CONSULT:
        append_move(text, message->action);
        g_string_append(text, ": what would you lose?");
        break;
    case MESSAGE_ANSWER:
        append_move(text, message->action);
        g_string_append(text, " would cost me ");
        append_worth(text, message->loss);
        break;
    case MESSAGE_DECISION:
        append_decision(text, message);
        break;
    case MESSAGE_KIND_COUNT:
        g_assert_not_reached();
    }
}

const char *const MESSAGE_KIND_NAMES[MESSAGE_KIND_COUNT] = {
    [MESSAGE_ORDER] = "order",   [MESSAGE_REPORT] = "report",     [MESSAGE_REQUEST] = "request",
    [MESSAGE_OFFER] = "offer",   [MESSAGE_SOLUTION] = "solution", [MESSAGE_CONSULT] = "consult",
    [MESSAGE_ANSWER] = "answer", [MESSAGE_DECISION] = "decision",
};

static const Move *copy_moves(const Move *moves, int count)
{
    return g_memdup2(moves, (gsize)count * sizeof *moves);
}

static void own_equals(Proposal *proposal)
{
    if (proposal->equals != NULL)
        proposal->equals = copy_moves(proposal->equals, proposal->equal_count);
}

Message *message_copy(const Message *message)
{
    Message *copy = g_memdup2(message, sizeof *message);

    own_equals(&copy->attack);
    own_equals(&copy->move);
    own_equals(&copy->proposal);
    copy->disregarded = copy_moves(message->disregarded, message->disregarded_count);
    copy->candidates = g_memdup2(message->candidates,
                                 (gsize)message->candidate_count * sizeof *message->candidates);
    return copy;
}

void message_free(Message *message)
{
    g_free((void *)message->attack.equals);
    g_free((void *)message->move.equals);
    g_free((void *)message->proposal.equals);
    g_free((void *)message->disregarded);
    g_free((void *)message->candidates);
    g_free(message);
}

char *message_format(const Message *message)
{
    GString *text = g_string_new(NULL);
    g_autofree char *sender = agent_name_format(message->sender);
    g_autofree char *receiver = agent_name_format(message->receiver);

    g_string_append_printf(text, "%-8s  %s to %s: ", MESSAGE_KIND_NAMES[message->kind], sender,
                           receiver);
    append_content(text, message);
    return g_string_free(text, FALSE);
}
