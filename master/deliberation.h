/* What led to a decision, in a few numbers: enough to count how often a logic is used and what
 * comes of it, without a single message. It is filled in always, as it costs next to nothing.
 *
 * Source: thesis, sections 3.1.2 and 3.1.4, which say what its tests collect. */
#pragma once

#include "agents/message.h"
#include "board/bitboard.h"

/* All zero: nobody has reasoned as agents do, and nothing is said. */
typedef struct {
    bool has_reasoned;
    bool is_own;         /* the action chosen is the worst threatened agent's own */
    bool rejects_offer;  /* there was a best offer, and something else is done */
    int asked;           /* how many answers agents were asked for, see Order; not known from
                            messages */
    uint8_t kind;        /* CandidateKind of the action chosen */
    Bitboard threatened; /* squares of the agents that reported a loss where they stand; one of
                            them is the worst threatened agent, unless there is none */
    Bitboard planned_on; /* CANDIDATE_PLANNED_MOVE: squares of the opponents of which one is to be
                            attacked next, see suggestion_planned_targets(). The king is left out,
                            as nobody ever captures it: a move planned against it has none */
} Deliberation;
