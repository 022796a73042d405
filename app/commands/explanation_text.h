/* Explanations as people read them. */
#pragma once

#include "app/commands/explanation.h"

/* How to write an explanation for people. */
typedef struct {
    bool without_board; /* it is known */
    bool all_messages;  /* every message in its order too */
    bool in_color;      /* the board */
    int width;          /* of the screen, in columns; 0: there is no end to a line */
} ExplanationForm;

/* The board, the logics, a table of the agents' reports, the requests, the candidates and the
 * decision; where the screen is too narrow for tables, sentences. Owner: the caller. */
char *explanation_to_text(const Explanation *explanation, const ExplanationForm *form);

/* Every message, a line each. Owner: the caller. */
char *explanation_messages_to_text(const Explanation *explanation);

/* "king" or a number. Owner: the caller. */
char *explanation_format_worth(int worth);
