/* Asynchronous chess: the world as a plain value, and the commands that set its pieces moving.
 *
 * There are no turns. Any idle piece may be commanded at any time; it then goes from space to
 * space at its rate, and its path cannot be changed. What happens when pieces meet is settled by
 * async_settle.h. There is no castling, no capture en passant and no check; a pawn that enters the
 * last rank becomes a queen. Any arrangement of pieces is a world, also with kings missing or
 * several of them, but no pawn may stand on the first or last rank.
 *
 * Time is the world's own, in whole milliseconds from the start of the game.
 *
 * Source: N. Gemelli, R. Wright, R. Mailler, Asynchronous Chess, AFRL-IF-RS-TR-2006-116, 2005.
 *         Where it is silent, the way we took is marked [reading]. */
#pragma once

#include <glib.h>

#include "board/attacks.h"
#include "board/bitboard.h"
#include "board/move.h"
#include "board/text_lines.h"

/* Later than any time in a game. */
#define ASYNC_NEVER INT64_MAX

/* The longest time that the rules may have, more than thirty years. */
#define ASYNC_MAX_MS INT64_C(1000000000000)
#define ASYNC_MAX_KNIGHT_SPACES 1000

typedef struct {
    int64_t ms_per_space[PIECE_TYPE_COUNT];
    int64_t time_limit_ms; /* the last instant that is played; if no king was killed, a draw */
    int knight_spaces;     /* [reading] a knight's move takes the time of this many spaces */
    bool exchange_head_on; /* [reading] opponents that enter each other's space pass; neither is
                              killed */
    bool see_paths; /* [reading] sides see where opponents under way go; see async_view_of() */
} AsyncRules;

/* A second a space, two spaces for a knight, pieces meet head on, paths are hidden. The source
 * names no limit of time; ours is an hour. */
extern const AsyncRules ASYNC_RULES_DEFAULT;

/* How a game stands. */
typedef enum {
    ASYNC_GOES_ON,
    ASYNC_WHITE_KING_KILLED,
    ASYNC_BLACK_KING_KILLED,
    ASYNC_BOTH_KINGS_KILLED, /* in one instant: a draw */
    ASYNC_TIME_UP,           /* a draw */
    ASYNC_END_COUNT
} AsyncEnd;

/* Everything but sets and times is kept by space, as no two pieces ever share one. A piece under
 * way stands on the space it entered last; the rest of its path is the straight line to `to`; if
 * there is no such line, as for a knight, it is `to` alone. */
typedef struct {
    int64_t now_ms;
    int64_t due_ms[SQUARE_COUNT]; /* when it enters its next space; 0 unless under way */
    Bitboard by_color[COLOR_COUNT];
    Bitboard under_way;
    uint8_t type_at[SQUARE_COUNT]; /* a PieceType; PIECE_NONE on an empty space */
    Square to[SQUARE_COUNT];       /* where its path ends; SQUARE_NONE unless under way */
    uint64_t end;                  /* an AsyncEnd */
} AsyncWorld;

/* The answer to a command. */
typedef enum {
    ASYNC_ACCEPTED,
    ASYNC_REFUSED_GAME_OVER,
    ASYNC_REFUSED_NO_PIECE,
    ASYNC_REFUSED_NOT_OWN,
    ASYNC_REFUSED_UNDER_WAY,
    ASYNC_REFUSED_MOVEMENT, /* the piece cannot move that way, not even on an empty board */
    ASYNC_ANSWER_COUNT
} AsyncAnswer;

/* Each answer in words. */
extern const char *const ASYNC_ANSWER_TEXT[ASYNC_ANSWER_COUNT];

/* The reason why @rules are unplayable, or NULL. */
const char *async_rules_fault(const AsyncRules *rules);

/* The start of a game: the usual pieces in the usual places, all idle, at 0 ms. */
AsyncWorld async_world_start(void);

/* An empty board at 0 ms. */
AsyncWorld async_world_empty(void);

/* Puts an idle piece on an empty space. */
void async_world_place(AsyncWorld *world, Color color, PieceType type, Square sq);

/* Takes away the piece on @sq; there must be one. */
void async_world_remove(AsyncWorld *world, Square sq);

/* Sets the idle piece on @sq moving to @to, so that it enters its next space at @due_ms. */
void async_world_set_path(AsyncWorld *world, Square sq, Square to, int64_t due_ms);

/* Makes the piece on @sq idle. */
void async_world_halt(AsyncWorld *world, Square sq);

/* Where the piece on @sq may be commanded to: wherever it moves on an empty board, a pawn also by
 * its diagonals and from its own second rank by two. */
Bitboard async_world_reach(const AsyncWorld *world, Square sq);

/* How long a piece of @type needs for a space; for a knight, for its whole path. */
int64_t async_rules_space_ms(const AsyncRules *rules, PieceType type);

/* How long the piece on @sq needs for its next space. */
int64_t async_world_space_ms(const AsyncWorld *world, const AsyncRules *rules, Square sq);

/* Commands the piece of @side on @from to go to @to, from now on. It does not matter what stands in
 * the way, as it may have gone by then. A refused command changes nothing. */
AsyncAnswer async_world_command(AsyncWorld *world, const AsyncRules *rules, Color side, Square from,
                                Square to);

/* The material of one side without its king, in hundredths of a pawn. */
int async_world_material(const AsyncWorld *world, Color color);

/* When the next space is entered; ASYNC_NEVER if nothing is under way. */
int64_t async_world_next_ms(const AsyncWorld *world);

/* The contradiction in @world, in words; NULL: there is none, as long as only this program changes
 * it. */
const char *async_world_fault(const AsyncWorld *world);

static inline Bitboard async_world_occupied(const AsyncWorld *world)
{
    return world->by_color[COLOR_WHITE] | world->by_color[COLOR_BLACK];
}

static inline PieceType async_world_type_at(const AsyncWorld *world, Square sq)
{
    return (PieceType)world->type_at[sq];
}

/* Whose piece stands on @sq, where one must stand. */
static inline Color async_world_color_at(const AsyncWorld *world, Square sq)
{
    return bitboard_has(world->by_color[COLOR_BLACK], sq) ? COLOR_BLACK : COLOR_WHITE;
}

/* The space after @from on the way to @to. */
static inline Square async_path_next(Square from, Square to)
{
    const Bitboard between = attacks_between(from, to);

    if (between == 0)
        return to;
    return to > from ? bitboard_first(between) : (Square)(63 - __builtin_clzll(between));
}

/* The space that the piece on @sq, which must be under way, enters next. */
static inline Square async_world_next_space(const AsyncWorld *world, Square sq)
{
    return async_path_next(sq, world->to[sq]);
}

/* The Color that wins with @end, or COLOR_COUNT: no side, or not yet. */
static inline Color async_end_winner(AsyncEnd end)
{
    return end == ASYNC_WHITE_KING_KILLED   ? COLOR_BLACK
           : end == ASYNC_BLACK_KING_KILLED ? COLOR_WHITE
                                            : COLOR_COUNT;
}

/* One side's view of the world of asynchronous chess: all pieces, the clock, and where its own
 * pieces go. Of an opponent under way it sees the space it stands on and that it moves, but not
 * where to [reading: see_paths in the rules]. */

/* @world as @side sees it. Opponents whose paths are hidden are under way to SQUARE_NONE, at 0 ms;
 * nothing that follows paths may be asked about them. */
AsyncWorld async_view_of(const AsyncWorld *world, const AsyncRules *rules, Color side);

/* Whether @seen shows where the piece on @sq, which must be under way, goes. */
static inline bool async_view_has_path(const AsyncWorld *seen, Square sq)
{
    return seen->to[sq] != SQUARE_NONE;
}

/* A world of asynchronous chess as text and back. */

/* Room for the text of any world and its end. */
#define ASYNC_TEXT_SIZE 2048

/* Reads @text, the time and all that stands on the board, into @out_world. "1500 - Ra1a8@2000 Ke1
 * pa7 ke8" has a rook on its way from a1 to a8, which enters a2 at 2000 ms.
 *
 * Shape:  the time; how the game stands, - for going on, K, k or Kk for the killed kings, time for
 *         time up; then each piece from a1 to h8: a letter, PNBRQK for White's and pnbrqk for
 *         Black's, and its space; a piece under way also has the space where its path ends, @ and
 *         the time when it enters the next space. Single blanks between them, none at the end;
 *         numbers without leading zeros.
 * Units:  milliseconds, none above 2000 * ASYNC_MAX_MS, more than any game reaches.
 * Errors: BOARD_ERROR_SYNTAX, it cannot be read; BOARD_ERROR_RULES, it can, but such a world is
 *         impossible (async_world_fault()). */
bool async_text_parse(const char *text, AsyncWorld *out_world, GError **error);

/* Writes @world in this form and returns the length. */
int async_text_format(const AsyncWorld *world, char out_text[static ASYNC_TEXT_SIZE]);

/* A world of asynchronous chess as a picture for people: the board, the clock, how the game stands,
 * and what is under way. */

/* The picture of @world, whose paths may be hidden as in async_view_of(): capitals are White's
 * pieces, small letters Black's, and behind one under way stands a *, in colour too if @in_color.
 * Beneath the board stand the pieces under way, in the order in which they enter their next spaces.
 *
 * Shape:  ASCII in lines that all end; the colours tell nothing that the letters do not.
 * Units:  times as minutes:seconds.milliseconds.
 * Owner:  the caller. */
char *async_picture_draw(const AsyncWorld *world, bool in_color);
