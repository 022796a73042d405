/* How the page asks the core and is answered.
 *
 * A question is an exported function. Its arguments are texts (UTF-8, ended by a zero byte) that
 * the page has written into memory from core_room(); its answer is such a text too, valid until the
 * next question. After a question core_failed() says whether the answer is an error sentence
 * instead. */
#pragma once

#include <json-glib/json-glib.h>

#include "app/explain/question.h"
#include "experiments/tools/json_members.h"

/* The questions of the page. */
#define QUESTION(name) __attribute__((export_name(#name)))

/* Answers with @text, which becomes the core's. */
const char *answer_take(char *text);

/* Answers with what @json has built. */
const char *answer_json(JsonBuilder *json);

/* Appends @line to @text, a GString: the output of recordings. */
void answer_line(const char *line, void *text);

/* Answers with the sentence of @error, which becomes the core's, or with one of its own. */
const char *answer_fail(GError *error);
const char *answer_refuse(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Reads the number @text; @what names it in the error. Errors: the page's. */
bool read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                 uint64_t *out_number, GError **error);

/* The memory of positions that the page has opened, for all players (page_memory.c), and how often
 * it was asked and had an answer since. */
Memories *page_memories(void);
MemoryTally page_memory_tally(void);

/* The member @name: a side, or null for none. */
void add_side(JsonBuilder *json, const char *name, int side);

/* The members "turn", "termination", "winner" and "loser" (null: none) and "material". */
void add_standing(JsonBuilder *json, const GameLine *line);
