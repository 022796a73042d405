/* Summary of a decision in a few numbers: enough to count how often a logic is used and with which
 * result, without a single message. It is always filled in, as it costs next to nothing.
 *
 * Source: thesis, sections 3.1.2 and 3.1.4, which say what the tests of the thesis collect. */
#pragma once

#include "board/bitboard.h"
#include "board/move.h"

/* All zero if the player does not reason with agents. */
typedef struct {
    bool has_reasoned;
    bool is_own;         /* the action chosen is the most threatened agent's own */
    bool rejects_offer;  /* there was a best offer, but something else is done */
    int asked;           /* how many answers agents were asked for, see Order; not known from
                            messages */
    uint8_t kind;        /* CandidateKind of the action chosen */
    Bitboard threatened; /* squares of the agents that reported a loss where they stand, the worst
                            threatened agent included */
    Bitboard planned_on; /* CANDIDATE_PLANNED_MOVE: squares of the opponents, one of which is to be
                            attacked next; see suggestion_planned_targets(). The king is left out,
                            as it is never captured: a plan against the king has no squares */
    Move expected;       /* what the opponent is expected to answer; MOVE_NONE if nothing was
                            imagined, or nothing can be answered */
} Deliberation;
