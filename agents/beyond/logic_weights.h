/* The weights of the logics beyond table 2.1: values of squares, and what counts beside an
 * exchange. Each has a name and is an option of a level, "level:11,knight-mobility=5"; with the
 * standard ones a level is what its number says.
 *
 * Units: hundredths of a pawn, unless said otherwise. */
#pragma once

#include "agents/logic.h"
#include "board/move.h"

/* The terms of the worth of a place for a kind of piece. */
enum {
    PLACE_CENTRE,   /* each step nearer to the centre */
    PLACE_FORWARD,  /* each rank away from home */
    PLACE_MOBILITY, /* each square attacked that no own piece stands on and no pawn guards */
    PLACE_PRESSURE, /* each square attacked beside the opponent's king */
    PLACE_HOME,     /* on the own first rank */
    PLACE_FIGURES
};

/* A LogicWeight: a row of agents/beyond/logic_weights.def. Those of two phases have a weight while
 * all pieces are on the board, and behind it another one when only pawns are left, whose name ends
 * in
 * "-end". */
typedef enum {
#define WEIGHT(member, ...) LOGIC_WEIGHT_##member,
#include "agents/beyond/logic_weights.def"
    LOGIC_WEIGHT_COUNT
} LogicWeight;

#define LOGIC_WEIGHT_WHOLE 64 /* what counts in full, of those that count parts: so many 64ths */

static inline LogicWeight logic_weight_of_place(PieceType type, int figure)
{
    return (LogicWeight)(LOGIC_WEIGHT_PAWN_CENTRE + 2 * (PLACE_FIGURES * (int)type + figure));
}

struct LogicWeights {
    int16_t of[LOGIC_WEIGHT_COUNT];
};

extern const LogicWeights LOGIC_WEIGHTS_STANDARD;

extern const LogicNumberEntry LOGIC_WEIGHT_ENTRIES[LOGIC_WEIGHT_COUNT];

/* Weights equal to @weights that live as long as the program, the same for equal ones; NULL for the
 * standard ones. Any thread may ask. */
const LogicWeights *logic_weights_keep(const LogicWeights *weights);

static inline const LogicWeights *logic_weights(const LogicSet *set)
{
    return set->weights != NULL ? set->weights : &LOGIC_WEIGHTS_STANDARD;
}
