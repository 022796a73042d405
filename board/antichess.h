/* Antichess as MIT's 6.170 had it in 2007: chess in which captures are forced and losing wins. Side
 * 0 is White, side 1 Black; a state is a Position, its text a FEN.
 *
 * - Kings are royal as in chess. A side that can capture must capture, but only by moves that are
 *   legal in chess: a capture that leaves its own king in check is not forced, and in check a
 *   capture that ends the check goes before other ways out.
 * - A pawn promotes to a queen, always.
 * - A side without a legal move that is not mated is skipped, and the other one moves again.
 * - A side that has nothing left but its king wins; but a mate counts first. If neither side has a
 *   legal move the game is drawn, as stalemate.
 * - The source has no other draw. DrawRules may add repetition, fifty moves and a limit of plies;
 *   insufficient material is never a draw, as there is always something to lose.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, section Rules. It
 *         does not say what happens if neither side can move. */
#pragma once

#include "board/game.h"
#include "board/movegen.h"

extern const Game GAME_ANTICHESS;

/* The moves that @pos allows, as movegen_moves(). */
int antichess_moves(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES]);

/* Plays @move, which must be one of those; a side that cannot move then is skipped. */
void antichess_play(Position *pos, Move move);

/* The side that has nothing but its king, or GAME_NOBODY; never both sides. */
int antichess_bare_side(const Position *pos);

/* Room for "e2-e4", a move in the standard format of the assignment, and its end. */
#define ANTICHESS_MOVE_TEXT_SIZE 6

/* Writes @move in the standard format and returns the length. */
int antichess_format_move(Move move, char out_text[static ANTICHESS_MOVE_TEXT_SIZE]);

/* The legal move that @text names in the standard format; MOVE_NONE if it names none. */
Move antichess_find_move(const GameState *state, const char *text);

/* A game of antichess under way with its two clocks. This module reads no clock: the caller says
 * how long a side has thought.
 *
 * A side whose clock comes to 0 loses the game, even if its move gave mate: the time was over
 * before the move was made. The source has no draws, so there is only one: stalemate, when neither
 * side can move.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, sections Rules and
 *         TextUI. */

typedef struct {
    GameLine *line;                  /* from the initial position */
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

/* By the clocks, TERMINATION_TIME, or by the rules. */
GameOutcome antichess_game_outcome(const AntichessGame *game);

/* Saved games of antichess, the XML of the 2007 assignment, as text and back:
 *
 *     <game ruleset="6170-spring-2007">
 *       <time timed="true" initWhite="300000" initBlack="300000"
 *             currentWhite="298000" currentBlack="299000"/>
 *       <moveHistory>
 *         <move side="white" value="e2-e4" time="298000"/>
 *       </moveHistory>
 *       <pieces>
 *         <square id="a8" side="black" piece="rook"/>
 *       </pieces>
 *       <gameOver winner="white" description="checkmate"/>
 *     </game>
 *
 * - The time of a move is what was left on the clock of the side that made it. "current..." is what
 *   is left now: less than that only for the side to move, whose clock runs.
 * - A file is timed only if both sides have a clock. With one clock or none it says timed="false",
 *   and no other time is written or looked at.
 * - "pieces" is the board after the history, every piece once.
 * - Only games that have ended have "gameOver". The description is piecesLost, checkmate,
 *   timeExpired, or stalemate, a draw, which has no winner.
 *
 * Elements and attributes of other names are skipped, with all that is in them: the format is made
 * to be extended. Known ones are read strictly: each in its place, in any order, with every
 * attribute that it needs, and only once, except moves and squares. Between them there may be
 * nothing but white space. Comments and processing instructions are skipped. The text is UTF-8,
 * with or without a byte-order mark.
 *
 * Source: MIT 6.170, spring 2007, final project Antichess, file format; Antichess, manual of the
 *         group ze-nihilists, section SaveGame. */
