/* Games of a run in PGN: games.pgn, and their moves alone. */
#pragma once

#include "board/pgn.h"
#include "experiments/run/records.h"

/* In what the PGN of contests with turns differs. */
struct RecordsPgn {
    /* The result in the format of PGN, which has no third side. */
    const char *(*result)(const MatchRecord *record);

    /* Tags behind the result; NULL: none. */
    void (*append_tags)(GString *pgn, const Spec *spec, const MatchRecord *record);

    /* Appends the number before ply @i, from 0, which is played in @state, and whatever stands
     * before that number. */
    void (*append_number)(const MatchRecord *record, int i, const GameState *state,
                          PgnMoves *moves);
};

/* Appends the game of @record. */
void records_pgn_append(const Spec *spec, const MatchRecord *record, GString *pgn);

/* Appends the first @plies moves of a game in SAN, with their numbers, as PGN has them. */
void records_append_moves(const Spec *spec, const MatchRecord *record, int plies, PgnMoves *moves);

/* "12." before the move of the first side, "12..." before another's if it is the first of the game.
 */
void records_pgn_append_number(PgnMoves *moves, int turn, unsigned number, bool first);
