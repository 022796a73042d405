/* The members of a line, or of an object in it, as a table of rows: each row says where a member
 * stands in a struct, what it is and from where to where it goes. What is written and what is read
 * both follow the rows, in their order. */
#pragma once

#include <stddef.h>

#include "board/move.h"
#include "experiments/tools/json_members.h"

typedef enum {
    LINE_FLAG,    /* bool */
    LINE_NUMBER,  /* a whole number of @size bytes, from @min to @max */
    LINE_REAL,    /* double, from @low to @high */
    LINE_NAME,    /* a whole number of @size bytes: a place in @names, @max of them */
    LINE_TEXT,    /* char[@size], 1 to @size - 1 bytes that can be printed */
    LINE_SQUARE,  /* Square */
    LINE_SQUARES, /* Bitboard, a list */
    LINE_OWN      /* with functions of its own, as worlds have */
} LineMemberType;

typedef struct {
    const char *name;
    LineMemberType type;
    unsigned kinds;       /* of a line: a bit for each kind that has it */
    size_t offset, size;  /* of the value in the struct */
    bool may_be_left_out; /* of a text: "" stands for none */
    int64_t min, max;
    double low, high;
    const char *const *names;
    /* Of LINE_OWN: write or read the member @name, if it is there; @value is at @offset. */
    void (*write)(JsonBuilder *json, const char *name, const void *value);
    bool (*read)(JsonMembers *members, const char *name, void *value);
} LineMember;

/* Rows begin with their name, type, offset and size. */
#define LINE_MEMBER(text, kind, struct, field)                     \
    .name = text, .type = kind, .offset = offsetof(struct, field), \
    .size = sizeof(((struct *)NULL)->field)

/* Writes those of @rows that lines of @kind have, from @object. */
void line_members_write(const LineMember *rows, int count, unsigned kind, const void *object,
                        JsonBuilder *json);

/* Reads them into @object.
 *
 * Errors: those of JsonMembers, for the first member that is wrong. */
bool line_members_read(const LineMember *rows, int count, unsigned kind, JsonMembers *members,
                       void *object);

/* The parts that members of LINE_OWN are made of. */
void line_write_square(JsonBuilder *json, const char *name, Square sq);
bool line_read_square(JsonMembers *members, const char *name, Square *out_sq);

/* Adds @sq, which must be new to it, to @set. */
bool line_add_to_set(const JsonMembers *members, const char *name, Square sq, Bitboard *set);
