/* A question as a line of JSON, and the line that answers it: the command ask. */
#pragma once

#include "players/memory/position_memory.h"

/* The answer to @line: {"id": ..., "decide": ...} with the id and the kind of the question, or
 * {"id": ..., "error": "..."}. Owner: the caller. */
char *question_line_answer(const char *line, Memories *memories);
