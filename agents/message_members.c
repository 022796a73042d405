#include "agents/message_members.h"

#define ATTACKERS_MAX 32
#define WORTH_MAX (4 * PIECE_KING_VALUE) /* no net is greater, nor smaller than its negative */

/* Rows: the name of a member and the field of its struct. */
#define FLAG(text, struct, field) \
    .name = text, .type = MEMBER_FLAG, .offset = offsetof(struct, field)
#define NUMBER(text, struct, field, least, most)                                          \
    .name = text, .type = MEMBER_NUMBER, .offset = offsetof(struct, field), .min = least, \
    .max = most
#define VALUE(text, kind, struct, field) \
    .name = text, .type = kind, .offset = offsetof(struct, field)
#define LIST(text, kind, struct, field, length, least)             \
    .name = text, .type = kind, .offset = offsetof(struct, field), \
    .count = offsetof(struct, length), .min = least, .max = MESSAGE_LIST_MAX
#define IF(struct, field) .presence = MEMBER_IF_FLAG, .flag = offsetof(struct, field)
#define IF_ANY .presence = MEMBER_IF_ANY

static const MessageMember PROPOSAL_MEMBERS[] = {
    {VALUE("move", MEMBER_MOVE, Proposal, move)},
    {VALUE("kind", MEMBER_NAME, Proposal, kind), .max = CANDIDATE_KIND_COUNT,
     .names = CANDIDATE_KIND_NAMES},
    {NUMBER("worth", Proposal, worth, -WORTH_MAX, WORTH_MAX)},
    {NUMBER("equal_count", Proposal, equal_count, 1, MESSAGE_LIST_MAX), IF_ANY},
    {LIST("equals", MEMBER_MOVES, Proposal, equals, equal_count, 1), IF_ANY},
    {LIST("planned_on", MEMBER_AGENTS, Proposal, planned_on, planned_count, 1), IF_ANY},
};

static const MessageMember DECIDER_MEMBERS[] = {
    {VALUE("logic", MEMBER_LOGIC, Decider, logic)},
    {VALUE("otherwise", MEMBER_MOVE, Decider, otherwise)},
};

#define OBJECT(members, struct)                        \
    {                                                  \
        members, G_N_ELEMENTS(members), sizeof(struct) \
    }

const MessageObject PROPOSAL_OBJECT = OBJECT(PROPOSAL_MEMBERS, Proposal);
const MessageObject DECIDER_OBJECT = OBJECT(DECIDER_MEMBERS, Decider);

/* The kinds that have a member. */
#define ORDER .kinds = 1U << MESSAGE_ORDER
#define REPORT .kinds = 1U << MESSAGE_REPORT
#define REQUEST .kinds = 1U << MESSAGE_REQUEST
#define OFFER .kinds = 1U << MESSAGE_OFFER | 1U << MESSAGE_SOLUTION
#define CONSULT .kinds = 1U << MESSAGE_CONSULT | 1U << MESSAGE_ANSWER
#define ANSWER .kinds = 1U << MESSAGE_ANSWER
#define IMAGINE .kinds = 1U << MESSAGE_IMAGINE | 1U << MESSAGE_EXPECT
#define EXPECT .kinds = 1U << MESSAGE_EXPECT
#define REFUSE .kinds = 1U << MESSAGE_REFUSE
#define DECISION .kinds = 1U << MESSAGE_DECISION

static const MessageMember MESSAGE_MEMBERS[] = {
    {ORDER, FLAG("may_ask", Message, may_ask)},

    {REPORT, NUMBER("attackers", Message, attackers, 0, ATTACKERS_MAX)},
    {REPORT, LIST("attacked_by", MEMBER_AGENTS, Message, attacked_by, attackers, 0)},
    {REPORT, NUMBER("cheapest_attacker", Message, cheapest_attacker, 0, PIECE_KING_VALUE)},
    {REPORT, FLAG("defended", Message, defended)},
    {REPORT, NUMBER("loss", Message, loss, 0, PIECE_KING_VALUE)},
    {REPORT, VALUE("best_attack", MEMBER_PROPOSAL, Message, attack), IF(Message, has_actions)},
    {REPORT, VALUE("best_move", MEMBER_PROPOSAL, Message, move), IF(Message, has_actions)},
    {REPORT, LIST("disregarded", MEMBER_MOVES, Message, disregarded, disregarded_count, 0),
     IF(Message, has_actions)},

    {REQUEST, FLAG("wants_attack", Message, wants_attack)},
    {REQUEST, FLAG("wants_defence", Message, wants_defence)},

    {OFFER, VALUE("offer", MEMBER_PROPOSAL, Message, proposal)},

    {CONSULT, VALUE("action", MEMBER_MOVE, Message, action)},
    {ANSWER, NUMBER("loss", Message, loss, 1, PIECE_KING_VALUE)},

    {IMAGINE, VALUE("action", MEMBER_MOVE, Message, action)},
    {EXPECT, VALUE("expected", MEMBER_PROPOSAL, Message, proposal), .follows = true},

    {REFUSE, VALUE("action", MEMBER_MOVE, Message, action)},
    {REFUSE, VALUE("reason", MEMBER_NAME, Message, objection), .max = OBJECTION_COUNT,
     .names = OBJECTION_NAMES},

    {DECISION, VALUE("worst_threat", MEMBER_AGENT, Message, worst), IF(Message, is_threatened)},
    {DECISION, NUMBER("worst_loss", Message, loss, 1, PIECE_KING_VALUE),
     IF(Message, is_threatened)},
    {DECISION, LIST("candidates", MEMBER_OBJECTS, Message, candidates, candidate_count, 1),
     .object = &PROPOSAL_OBJECT},
    {DECISION, VALUE("played", MEMBER_PROPOSAL, Message, proposal)},
    {DECISION, VALUE("logics", MEMBER_LOGICS, Message, logics)},
    {DECISION, LIST("decided_by", MEMBER_OBJECTS, Message, deciders, decider_count, 0),
     .object = &DECIDER_OBJECT},
};

const MessageObject MESSAGE_OBJECT = OBJECT(MESSAGE_MEMBERS, Message);

size_t message_member_element_size(const MessageMember *member)
{
    switch (member->type) {
    case MEMBER_AGENTS:
        return sizeof(AgentName);
    case MEMBER_MOVES:
        return sizeof(Move);
    case MEMBER_OBJECTS:
        return member->object->size;
    default:
        g_assert_not_reached();
    }
}

int message_member_number(const MessageMember *member, const void *object)
{
    const size_t offset = message_member_is_list(member) ? member->count : member->offset;

    return *(const int *)(const void *)((const char *)object + offset);
}

bool message_member_is_there(const MessageMember *member, const void *object)
{
    switch (member->presence) {
    case MEMBER_ALWAYS:
        return true;
    case MEMBER_IF_FLAG:
        return *(const bool *)((const char *)object + member->flag);
    case MEMBER_IF_ANY:
        return message_member_is_list(member) ? message_member_list(member, object) != NULL
                                              : message_member_number(member, object) != 0;
    }
    g_assert_not_reached();
}
