/* Explanations as people read them. */
#pragma once

#include "app/explain/explanation.h"

/* How to write an explanation for people. */
typedef struct {
    bool without_board; /* the reader knows the board */
    bool all_messages;  /* also every message, in order */
    bool parts;         /* also what the worth of each candidate is made of */
    bool imagined;      /* also the tree of what was imagined */
    bool in_color;      /* show the board in colour */
} ExplanationForm;

/* The board, the logics, a table of the agents' reports, the requests, the candidates and the
 * decision. Owner: the caller. */
char *explanation_to_text(const Explanation *explanation, const ExplanationForm *form);

/* Every message, a line each. Owner: the caller. */
char *explanation_messages_to_text(const Explanation *explanation);
