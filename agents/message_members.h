/* The members of messages as a table: which kinds have a member, its type and its range. All code
 * that writes, reads or copies messages goes by it; one more member is one more row.
 *
 * results/README.md explains the members to readers of the files. */
#pragma once

#include "agents/message.h"

/* The type of a member, and of its value in the struct. */
typedef enum {
    MEMBER_FLAG,     /* bool */
    MEMBER_NUMBER,   /* int, from @min to @max */
    MEMBER_NAME,     /* an enum: a place in @names, @max of them */
    MEMBER_LOGIC,    /* Logic */
    MEMBER_LOGICS,   /* uint32_t: a bit for each Logic */
    MEMBER_AGENT,    /* AgentName */
    MEMBER_MOVE,     /* Move */
    MEMBER_PROPOSAL, /* Proposal; none is one without a move */
    MEMBER_AGENTS,   /* const AgentName *: a list */
    MEMBER_MOVES,    /* const Move *: a list */
    MEMBER_OBJECTS,  /* a list of structs, @object */
    MEMBER_TYPE_COUNT
} MemberType;

/* When a member is there. */
typedef enum {
    MEMBER_ALWAYS,
    MEMBER_IF_FLAG, /* if the bool at @flag is set: either all members with that flag are there or
                       none */
    MEMBER_IF_ANY   /* if the number is not 0 or the list was told */
} MemberPresence;

typedef struct MessageObject MessageObject;

typedef struct {
    const char *name;
    MemberType type;
    unsigned kinds; /* of a message: a bit for each MessageKind that has it */
    size_t offset;  /* of the value */
    size_t count;   /* of a list: the offset of its length, an int */
    int min, max;   /* of a number; of a list its length */
    const char *const *names;
    const MessageObject *object;
    bool follows; /* of a message: the proposal may be a move after its action, an earlier member */
    MemberPresence presence;
    size_t flag;
} MessageMember;

/* A struct that is written as an object: its members in their order. */
struct MessageObject {
    const MessageMember *members;
    int count;
    size_t size; /* of the struct */
};

extern const MessageObject MESSAGE_OBJECT;  /* Message */
extern const MessageObject PROPOSAL_OBJECT; /* Proposal */
extern const MessageObject DECIDER_OBJECT;  /* Decider */

/* No list in a message is longer. */
#define MESSAGE_LIST_MAX GAME_MAX_MOVES

static inline bool message_member_is_of(const MessageMember *member, MessageKind kind)
{
    return member->kinds >> kind & 1;
}

static inline bool message_member_is_list(const MessageMember *member)
{
    return member->type >= MEMBER_AGENTS;
}

/* The size of one element of @member, a list. */
size_t message_member_element_size(const MessageMember *member);

/* Where the value of @member stands in @object, a struct with that member. */
static inline const void *message_member_value(const MessageMember *member, const void *object)
{
    return (const char *)object + member->offset;
}

/* The value of a number or a name, or how many elements a list has. */
int message_member_number(const MessageMember *member, const void *object);

/* The elements of a list, or NULL. */
static inline const void *message_member_list(const MessageMember *member, const void *object)
{
    return *(const void *const *)message_member_value(member, object);
}

/* Whether @object has a value of @member to write. */
bool message_member_is_there(const MessageMember *member, const void *object);
