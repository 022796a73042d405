/* The Universal Chess Interface as text: what an engine answers to a chess program. Only text:
 * nothing is sent or done here.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    UCI_ANSWER_OTHER, /* thinking, garbage: nothing that matters here */
    UCI_ANSWER_NAME,  /* id name TEXT */
    UCI_ANSWER_OPTION,
    UCI_ANSWER_UCIOK,
    UCI_ANSWER_READYOK,
    UCI_ANSWER_BESTMOVE
} UciAnswerKind;

typedef struct {
    UciAnswerKind kind;
    const char *text; /* name: the name; option: its name; bestmove: the move; part of the line,
                         without a NUL at its end */
    int length;       /* of @text */
} UciAnswer;

/* Reads a line of an engine. Owner: the answer points into @line. */
UciAnswer uci_parse_answer(const char *line);
