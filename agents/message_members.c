#include "agents/message_members.h"

#define ATTACKERS_MAX 32
#define WORTH_MAX (4 * PIECE_KING_VALUE) /* no net is greater, nor smaller than its negative */

/* Values with texts */

static char *format_agent(const void *value, const void *context)
{
    return g_strdup(agent_text(*(const AgentName *)value, context).text);
}

static const MemberWord AGENT_WORD = {sizeof(AgentName), format_agent, NULL};

/* In coordinates. */
static char *format_move(const void *value, const void *context)
{
    return g_strdup(game_move_code(context, *(const Move *)value).text);
}

static const MemberWord MOVE_WORD = {sizeof(Move), format_move, NULL};

static char *format_logic(const void *value, G_GNUC_UNUSED const void *context)
{
    return g_strdup(LOGICS[*(const Logic *)value].name);
}

static const MemberWord LOGIC_WORD = {sizeof(Logic), format_logic, NULL};

static char *format_square(const void *value, const void *context)
{
    char text[GAME_SQUARE_TEXT_SIZE];

    ((const Game *)context)->format_square(*(const int *)value, text);
    return g_strdup(text);
}

static const MemberWord SQUARE_WORD = {sizeof(int), format_square, NULL};

/* The tables */

static bool is_no_proposal(const void *object)
{
    return ((const Proposal *)object)->move == MOVE_NONE;
}

/* Rows: the name of a member and the field of its struct. */
#define FLAG(text, struct, field) MEMBER(text, FLAG, struct, field)
#define NUMBER(text, struct, field, least, most) \
    MEMBER(text, NUMBER, struct, field), .min = least, .max = most
#define NAME(text, struct, field, list, length) \
    MEMBER(text, NAME, struct, field), .names = list, .max = length
#define SHARE(text, struct, field) MEMBER(text, REAL, struct, field), .low = 0, .high = 1
#define AGENT(text, struct, field) MEMBER(text, WORD, struct, field), .word = &AGENT_WORD
#define MOVE(text, struct, field) MEMBER(text, WORD, struct, field), .word = &MOVE_WORD
#define PROPOSAL(text, struct, field) MEMBER(text, OBJECT, struct, field), .table = &PROPOSALS
#define LIST(text, kind, struct, field, length, least)                                  \
    MEMBER(text, kind, struct, field), .count = offsetof(struct, length), .min = least, \
                                       .max = MESSAGE_LIST_MAX
#define AGENTS(text, struct, field, length, least) \
    LIST(text, WORDS, struct, field, length, least), .word = &AGENT_WORD
#define MOVES(text, struct, field, length, least) \
    LIST(text, WORDS, struct, field, length, least), .word = &MOVE_WORD
#define IF(struct, field) .presence = MEMBER_IF_FLAG, .flag = offsetof(struct, field)
#define IF_ANY .presence = MEMBER_IF_ANY

static const Member PART_ROWS[] = {
    {NAME("part", WorthPart, kind, PART_NAMES, PART_COUNT)},
    {NUMBER("amount", WorthPart, amount, -WORTH_MAX, WORTH_MAX)},
    {MEMBER("square", WORD, WorthPart, square), .word = &SQUARE_WORD, IF(WorthPart, has_square)},
};
static const MemberTable PARTS = {MEMBER_TABLE(PART_ROWS, WorthPart)};

static const Member PROPOSAL_ROWS[] = {
    {MOVE("move", Proposal, move)},
    {NAME("kind", Proposal, kind, CANDIDATE_KIND_NAMES, CANDIDATE_KIND_COUNT)},
    {NUMBER("worth", Proposal, worth, -WORTH_MAX, WORTH_MAX)},
    {NUMBER("equal_count", Proposal, equal_count, 1, MESSAGE_LIST_MAX), IF_ANY},
    {MOVES("equals", Proposal, equals, equal_count, 1), IF_ANY},
    {AGENTS("planned_on", Proposal, planned_on, planned_count, 1), IF_ANY},
    {LIST("parts", OBJECTS, Proposal, parts, part_count, 0), .table = &PARTS},
};
static const MemberTable PROPOSALS = {MEMBER_TABLE(PROPOSAL_ROWS, Proposal),
                                      .is_none = is_no_proposal};

static const Member DECIDER_ROWS[] = {
    {MEMBER("logic", WORD, Decider, logic), .word = &LOGIC_WORD},
    {MOVE("otherwise", Decider, otherwise)},
    {SHARE("difference", Decider, difference)},
};
static const MemberTable DECIDERS = {MEMBER_TABLE(DECIDER_ROWS, Decider)};

static const Member VOTE_ROWS[] = {
    {AGENT("agent", Vote, agent)},
    {MOVE("move", Vote, move)},
    {NUMBER("score", Vote, score, -WORTH_MAX, WORTH_MAX)},
};
static const MemberTable VOTES = {MEMBER_TABLE(VOTE_ROWS, Vote)};

static const Member SHARE_ROWS[] = {
    {MOVE("move", Share, move)},
    {SHARE("share", Share, share)},
};
static const MemberTable SHARES = {MEMBER_TABLE(SHARE_ROWS, Share)};

static const Member HEAD_ROWS[] = {
    {NAME("kind", Message, kind, MESSAGE_KIND_NAMES, MESSAGE_KIND_COUNT)},
    {AGENT("from", Message, sender)},
    {AGENT("to", Message, receiver)},
};
const MemberTable MESSAGE_HEAD = {MEMBER_TABLE(HEAD_ROWS, Message)};

/* The kinds that have a member. */
#define OF(kind) .kinds = 1U << MESSAGE_##kind
#define OF_BOTH(one, other) .kinds = 1U << MESSAGE_##one | 1U << MESSAGE_##other

static const Member MESSAGE_ROWS[] = {
    {OF(ORDER), FLAG("may_ask", Message, may_ask)},

    {OF(REPORT), NUMBER("attackers", Message, attackers, 0, ATTACKERS_MAX)},
    {OF(REPORT), AGENTS("attacked_by", Message, attacked_by, attackers, 0)},
    {OF(REPORT), NUMBER("cheapest_attacker", Message, cheapest_attacker, 0, PIECE_KING_VALUE)},
    {OF(REPORT), FLAG("defended", Message, defended)},
    {OF(REPORT), NUMBER("loss", Message, loss, 0, PIECE_KING_VALUE)},
    {OF(REPORT), AGENTS("unseen", Message, unseen, unseen_count, 1), IF_ANY},
    {OF(REPORT), PROPOSAL("best_attack", Message, attack), IF(Message, has_actions)},
    {OF(REPORT), PROPOSAL("best_move", Message, move), IF(Message, has_actions)},
    {OF(REPORT), MOVES("disregarded", Message, disregarded, disregarded_count, 0),
     IF(Message, has_actions)},

    {OF(REQUEST), FLAG("wants_attack", Message, wants_attack)},
    {OF(REQUEST), FLAG("wants_defence", Message, wants_defence)},
    {OF_BOTH(REQUEST, CONSULT), AGENTS("unheard_by", Message, unheard_by, unheard_count, 1),
     IF_ANY},
    {OF_BOTH(REQUEST, CONSULT), AGENTS("lost_to", Message, lost_to, lost_count, 1), IF_ANY},

    {OF_BOTH(OFFER, SOLUTION), PROPOSAL("offer", Message, proposal)},

    {OF_BOTH(CONSULT, ANSWER), MOVE("action", Message, action)},
    {OF(ANSWER), NUMBER("loss", Message, loss, 1, PIECE_KING_VALUE)},
    {.kinds = 1U << MESSAGE_REPORT | 1U << MESSAGE_OFFER | 1U << MESSAGE_ANSWER,
     FLAG("lost", Message, is_lost),
     IF_ANY},
    {OF(REPORT), FLAG("program", Message, is_outside), IF_ANY},

    {OF_BOTH(IMAGINE, EXPECT), MOVES("line", Message, line, line_count, 1), IF_ANY},
    {OF_BOTH(IMAGINE, EXPECT), MOVE("action", Message, action)},
    {OF(EXPECT), PROPOSAL("expected", Message, proposal)},
    {OF(EXPECT), LIST("suggested", OBJECTS, Message, candidates, candidate_count, 1),
     .table = &PROPOSALS, IF_ANY},

    {OF(REFUSE), MOVE("action", Message, action)},
    {OF(REFUSE), NAME("reason", Message, objection, OBJECTION_NAMES, OBJECTION_COUNT)},

    {OF(DECISION), AGENT("worst_threat", Message, worst), IF(Message, is_threatened)},
    {OF(DECISION), NUMBER("worst_loss", Message, loss, 1, PIECE_KING_VALUE),
     IF(Message, is_threatened)},
    {OF(DECISION), LIST("candidates", OBJECTS, Message, candidates, candidate_count, 1),
     .table = &PROPOSALS},
    {OF(DECISION), PROPOSAL("played", Message, proposal)},
    {OF(DECISION), MEMBER("logics", SET, Message, logics), .word = &LOGIC_WORD},
    {OF(DECISION), LIST("decided_by", OBJECTS, Message, deciders, decider_count, 0),
     .table = &DECIDERS},
    {OF(DECISION), LIST("votes", OBJECTS, Message, votes, vote_count, 1), .table = &VOTES, IF_ANY},
    {OF(DECISION), LIST("shares", OBJECTS, Message, shares, share_count, 1), .table = &SHARES},
};
const MemberTable MESSAGE_MEMBERS = {MEMBER_TABLE(MESSAGE_ROWS, Message)};
