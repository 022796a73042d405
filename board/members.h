/* A struct as a table of its members: where each one is, its type and its range. All code that
 * writes, reads, copies or documents such a struct follows the rows; one more member is one more
 * row.
 *
 * Values as texts, as a spec has them, are here; experiments/tools/json_members.h has JSON. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    MEMBER_FLAG,   /* bool */
    MEMBER_NUMBER, /* a whole number of @size bytes, from @min to @max */
    MEMBER_REAL,   /* double, from @low to @high */
    MEMBER_NAME,   /* a whole number of @size bytes: a place in @names, @max of them */
    MEMBER_TEXT,   /* char[@size], 1 to @size - 1 bytes that can be printed; "": none */
    MEMBER_STRING, /* char *; NULL: none */
    MEMBER_WORD,   /* a value of @word */
    MEMBER_SET,    /* a number of @size bytes: a bit for each value of @word */
    MEMBER_OBJECT, /* a struct of @table */

    /* Lists, each a pointer at its elements. */
    MEMBER_WORDS,  /* values of @word */
    MEMBER_OBJECTS /* structs of @table */
} MemberType;

/* When a member is written; only MEMBER_ALWAYS must be there where it is read. */
typedef enum {
    MEMBER_ALWAYS,
    MEMBER_IF_FLAG, /* if the bool at @flag is set */
    MEMBER_IF_ANY   /* if it is not 0, NULL, empty or "" */
} MemberPresence;

/* A type of values that have a text. */
typedef struct {
    size_t size; /* of a value */
    /* The text of @value. Owner: the caller. */
    char *(*format)(const void *value, const void *context);
    /* Reads @text; @error is a sentence without the name of the member. NULL: it is only written.
     */
    bool (*parse)(const char *text, void *out_value, GError **error);
} MemberWord;

typedef struct MemberTable MemberTable;

typedef struct {
    const char *name;
    MemberType type;
    unsigned kinds;      /* of objects of several kinds: a bit for each that has it; 0: all */
    size_t offset, size; /* of the value in the struct */
    size_t count;        /* of a list: the offset of its length, an int */
    int64_t min, max;    /* also of the length of a list */
    double low, high;
    const char *const *names;
    const MemberWord *word;
    const MemberTable *table;
    MemberPresence presence;
    size_t flag;
} Member;

struct MemberTable {
    const Member *rows;
    int count;
    size_t size;                         /* of the struct */
    bool (*is_none)(const void *object); /* whether there is none, null in JSON; NULL: never */
};

/* Rows begin with their name, type, and place in the struct. */
#define MEMBER(text, kind, struct, field)                                   \
    .name = text, .type = MEMBER_##kind, .offset = offsetof(struct, field), \
    .size = sizeof(((struct *)NULL)->field)

#define MEMBER_TABLE(members, struct) \
    .rows = members, .count = G_N_ELEMENTS(members), .size = sizeof(struct)

static inline bool member_is_of(const Member *member, unsigned kind)
{
    return member->kinds == 0 || (member->kinds >> kind & 1) != 0;
}

static inline bool member_is_list(const Member *member)
{
    return member->type >= MEMBER_WORDS;
}

/* The place of the value of @member in @object. */
static inline void *member_at(const Member *member, const void *object)
{
    return (char *)object + member->offset;
}

/* A whole number of @size bytes at @value. */
int64_t member_load(const void *value, size_t size);
void member_store(int64_t number, void *value, size_t size);

/* The elements of a list, or NULL. */
static inline const void *member_list(const Member *member, const void *object)
{
    return *(const void *const *)member_at(member, object);
}

/* The length of a list. */
static inline int *member_count(const Member *member, const void *object)
{
    return (int *)(void *)((char *)object + member->count);
}

size_t member_element_size(const Member *member);

/* Whether @object has a value of @member to write. */
bool member_is_there(const Member *member, const void *object);

/* Makes every list of @object, of @kind, its own copy; frees such copies. */
void members_own_lists(const MemberTable *table, unsigned kind, void *object);
void members_free_lists(const MemberTable *table, unsigned kind, const void *object);

/* Flags, numbers, reals, names and strings as texts: on and off, digits, names. */

/* A description of the valid text: "on|off", "1..1000000000". Owner: the caller. */
char *member_values(const Member *member);

/* @values, of this form, in a sentence: "on or off", "a whole number from 1 to 1000000000". Owner:
 * the caller. */
char *member_values_in_words(const Member *member, const char *values);

/* Reads @text into @object; false: it is none of member_values(), or has control characters.
 *
 * Owner: @object owns a string. */
bool member_parse(const Member *member, const char *text, void *object);

/* Owner: the caller. */
char *member_format(const Member *member, const void *object);
