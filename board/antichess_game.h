/* A game of antichess under way with its two clocks. This module reads no clock: the caller says
 * how long a side has thought.
 *
 * A side whose clock comes to 0 loses the game, even if its move gave mate: the time was over
 * before the move was made. The source has no draws, so there is only one: stalemate, when neither
 * side can move.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, sections Rules and
 *         TextUI. */
#pragma once

#include "board/antichess.h"

typedef enum {
    ANTICHESS_GOES_ON,
    ANTICHESS_PIECES_LOST,
    ANTICHESS_CHECKMATE,
    ANTICHESS_STALEMATE,
    ANTICHESS_TIME_EXPIRED,
    ANTICHESS_END_COUNT
} AntichessEnd;

typedef struct {
    AntichessEnd end;
    int winner; /* a side, or GAME_NOBODY */
} AntichessOutcome;

typedef struct {
    GameLine *line;                  /* from the start position */
    int64_t initial_ms[COLOR_COUNT]; /* 0: the side has no clock */
    int64_t left_ms[COLOR_COUNT];    /* 0 without a clock */
    GArray *left_after_ms;           /* int64_t: of the side that moved, after each ply */
} AntichessGame;

/* A new game. Units: milliseconds for each side; 0: no clock. */
AntichessGame *antichess_game_new(int64_t white_ms, int64_t black_ms);
void antichess_game_free(AntichessGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AntichessGame, antichess_game_free)

static inline bool antichess_game_has_clock(const AntichessGame *game, int side)
{
    return game->initial_ms[side] > 0;
}

/* The side to move has thought for @time_ms, 0 or more; a clock stops at 0. */
void antichess_game_spend(AntichessGame *game, int64_t time_ms);

/* The side to move plays @move, which must be legal. The board must not have ended the game; the
 * clock of the side may have come to 0. */
void antichess_game_play(AntichessGame *game, Move move);

AntichessOutcome antichess_game_outcome(const AntichessGame *game);
