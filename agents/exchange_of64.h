/* What a series of captures on one square of a board of 64 is worth if both sides think it to its
 * end.
 *
 * Source: thesis, section 6, first point, and section 3.2.5, which say that it is missing. */
#pragma once

#include "board/position.h"

/* What stands where in any game on 64 squares, and what is pinned. */
typedef struct {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_color[COLOR_COUNT];
    Bitboard pinned[COLOR_COUNT];  /* the pieces that may capture only along their line to their
                                      king, */
    Bitboard pinners[COLOR_COUNT]; /* as long as one of these opponents stands; set by
                                      arrangement_find_pins() */
    Square king[COLOR_COUNT];      /* likewise */
    bool kings_are_taken;          /* like other pieces: then nothing is pinned */
} Arrangement;

/* The arrangement of @pos, without its pins. */
Arrangement arrangement_of(const Position *pos, bool kings_are_taken);

/* Plays @move, which may be an action of any game on 64 squares, on @arrangement, that of @pos.
 * Pins stay as they are. */
void arrangement_play(Arrangement *arrangement, const Position *pos, Move move);

void arrangement_find_pins(Arrangement *arrangement);

/* The same for the pieces of @color alone. */
void arrangement_find_pins_of(Arrangement *arrangement, Color color);

/* The squares on which something must change if the pins of @color, which have been found, are to
 * change. */
Bitboard arrangement_pin_lines(const Arrangement *arrangement, Color color);

static inline Bitboard arrangement_occupied(const Arrangement *arrangement)
{
    return arrangement->by_color[COLOR_WHITE] | arrangement->by_color[COLOR_BLACK];
}

/* The kind of the piece on @sq, PIECE_NONE if there is none. */
PieceType arrangement_type_at(const Arrangement *arrangement, Square sq);

/* What the pieces of @color attack. */
Bitboard arrangement_attacks(const Arrangement *arrangement, Color color);

/* The pieces of both colours that attack @sq if only those on @occupied stand. */
Bitboard arrangement_attackers(const Arrangement *arrangement, Square sq, Bitboard occupied);

/* What @side gains on @sq, where an opponent of it stands, if both capture there with their
 * cheapest piece as long as that pays. Pieces behind others join in as lines open, pinned pieces
 * only along their pin. The king captures last and, where kings are not taken, only onto a safe
 * square. A pawn on the last rank becomes a queen. 0 or more, as @side need not begin. Pins must
 * have been found.
 *
 * Units: hundredths of a pawn. */
int exchange_on(const Arrangement *arrangement, Color side, Square sq);

/* The same if @side has to begin with the piece on @from, whose capture is legal: may be negative.
 */
int exchange_begun_by(const Arrangement *arrangement, Square from, Square sq);
