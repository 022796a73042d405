/* The weights with which the logics beyond table 2.1 judge: what places are worth to agents, and
 * what counts beside an exchange. Each has a name and is an option of a level,
 * "level:11,knight-mobility=5"; with the standard ones a level is what its number says.
 *
 * Units: hundredths of a pawn, unless said otherwise. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

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

/* A LogicWeight: the rows of agents/logic_weights.def, and before them of each kind of piece, in
 * the order of PieceType, each figure. Those of two phases have a weight while all pieces are on
 * the board, and behind it another one when only pawns are left, whose name ends in "-end". */
typedef enum {
    LOGIC_WEIGHT_PLACES,
    LOGIC_WEIGHT_LAST_PLACE = LOGIC_WEIGHT_PLACES + 2 * PLACE_FIGURES * PIECE_TYPE_COUNT - 1,
#define PHASED(member, name, middle, end, summary) \
    LOGIC_WEIGHT_##member, LOGIC_WEIGHT_##member##_END,
#define POINTS(member, name, standard, least, most, summary) LOGIC_WEIGHT_##member,
#define PART(member, name, standard, summary) LOGIC_WEIGHT_##member,
#define COUNT(member, name, standard, least, most, summary) LOGIC_WEIGHT_##member,
#include "agents/logic_weights.def"
    LOGIC_WEIGHT_COUNT
} LogicWeight;

#define LOGIC_WEIGHT_WHOLE 64 /* what counts in full, of those that count parts: so many 64ths */

static inline LogicWeight logic_weight_of_place(PieceType type, int figure)
{
    return (LogicWeight)(LOGIC_WEIGHT_PLACES + 2 * (PLACE_FIGURES * (int)type + figure));
}

typedef struct {
    int16_t of[LOGIC_WEIGHT_COUNT];
} LogicWeights;

extern const LogicWeights LOGIC_WEIGHTS_STANDARD;

/* The name of @weight, "queen-pressure-end". Owner: the caller. */
char *logic_weight_name(LogicWeight weight);

/* The meaning of @weight in one line, and its unit: "1/100 pawn", "1/64", or "squares".
 * Owner: the summary the caller, the unit the table. */
char *logic_weight_summary(LogicWeight weight);
const char *logic_weight_unit(LogicWeight weight);

/* The bounds of @weight. */
int logic_weight_least(LogicWeight weight);
int logic_weight_most(LogicWeight weight);

/* Whether @length bytes of @text name a weight. */
bool logic_weight_find(const char *text, size_t length, LogicWeight *out_weight);

/* Weights equal to @weights that live as long as the program, the same for equal ones; NULL for the
 * standard ones. Any thread may ask. */
const LogicWeights *logic_weights_keep(const LogicWeights *weights);
