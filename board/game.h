/* A turn-based game, as the layers above see it: a record of functions over its states. Games
 * without turns are in async_game.h.
 *
 * Its functions are called once or a few times a ply, never for moves that are only looked at:
 * inside a decision the code knows its board. */
#pragma once

#include <stddef.h>

#include "board/position.h"
#include "board/text_lines.h"
#include "board/three_position.h"

#define GAME_MAX_SIDES 3
#define GAME_MAX_MOVES 1024 /* in any state of any game; chess has at most 218 */
#define GAME_MOVE_TEXT_SIZE 16
#define GAME_SQUARE_TEXT_SIZE 4
#define GAME_NOBODY (-1) /* no side */

/* Where a game stands: a plain value, whichever game it is. */
typedef union {
    Position chess;
    ThreePosition three;
} GameState;

/* Why a game is over. */
typedef enum {
    TERMINATION_NONE, /* it is not */
    TERMINATION_CHECKMATE,
    TERMINATION_STALEMATE,
    TERMINATION_FIFTY_MOVES,
    TERMINATION_REPETITION,
    TERMINATION_INSUFFICIENT_MATERIAL,
    TERMINATION_PLY_LIMIT,
    /* Ends that a player causes, not a rule of the game. */
    TERMINATION_RESIGNATION,
    TERMINATION_DRAW_CLAIM, /* a right claim of a draw that the rules of the line do not call */
    TERMINATION_FORFEIT,    /* a player did something illegal, or nothing */
    /* Ends of games other than chess. */
    TERMINATION_PIECES_LOST, /* a side has only its king left, and has won by that */
    TERMINATION_KING_CAPTURE,
    TERMINATION_TIME,       /* the clock of the loser ran out */
    TERMINATION_TIME_LIMIT, /* of an asynchronous game */
    TERMINATION_COUNT
} Termination;

/* "checkmate", "fifty-moves", ...; "none" for a game that goes on. */
const char *termination_name(Termination termination);

/* The termination of that name; TERMINATION_NONE if there is none. */
Termination termination_parse(const char *name);

/* Sides, or GAME_NOBODY; a game has both or, if it goes on or is a draw, neither. With three sides
 * the third side has neither won nor lost. */
typedef struct {
    Termination termination;
    int winner, loser; /* if a player gives up a game of three, only the loser is known */
} GameOutcome;

/* A game of two sides that @winner has won. */
static inline GameOutcome game_outcome_win(Termination termination, int winner)
{
    return (GameOutcome){termination, winner, 1 - winner};
}

/* A game that goes on, or that no side has won. */
static inline GameOutcome game_outcome_even(Termination termination)
{
    return (GameOutcome){termination, GAME_NOBODY, GAME_NOBODY};
}

/* When material is too little to win: a draw. */
typedef enum {
    INSUFFICIENT_MATERIAL_OFF,        /* never */
    INSUFFICIENT_MATERIAL_BARE_KINGS, /* two bare kings */
    INSUFFICIENT_MATERIAL_FIDE /* no sequence of legal moves can mate, as far as material tells:
                                  besides the kings at most one knight, or bishops on squares of
                                  one colour. Source: FIDE Laws of Chess (2023), article 5.2.2 */
} InsufficientMaterial;

/* Which draws are called; the experiment chooses. Fifty moves and too little material are draws of
 * chess alone. */
typedef struct {
    bool fifty_moves; /* fifty moves by each side without capture or pawn move; FIDE Laws,
                         article 9.3 */
    bool fifty_counts_half_moves; /* fifty by both sides together instead */
    bool repetition;              /* the third time a position stands on the board; article 9.2 */
    InsufficientMaterial insufficient_material;
    int max_plies;  /* a game of that many plies is a draw; 0: no limit */
    bool no_claims; /* a player that claims a draw that is not called is asked for a move */
} DrawRules;

typedef struct GameLine GameLine;

/* One game. All functions but read_state and parse_move cannot fail. */
typedef struct {
    const char *name;    /* "chess" */
    const char *summary; /* one line for people */
    int sides;           /* 2 or 3 */
    const char *side_name[GAME_MAX_SIDES];
    bool skips_turns; /* a side that cannot move is skipped: play() says whose turn it is next */

    GameState (*start)(void);

    /* Position as text, the game's own notation (chess: FEN), and back; what is read need not be
     * possible in the game: game_read_state() is for that. Owner: the caller. */
    bool (*read_state)(const char *text, GameState *out_state, GError **error);
    char *(*write_state)(const GameState *state);

    /* The reason why @state is impossible in this game, in words; NULL: it is possible, or NULL
     * instead of the function: every state that can be read is. */
    const char *(*fault)(const GameState *state);

    int (*turn)(const GameState *state);     /* the side to move, 0 .. sides-1 */
    uint64_t (*key)(const GameState *state); /* equal for positions that count as repeated */

    /* The legal moves of a game that is not over, in a fixed order; how many. */
    int (*moves)(const GameState *state, Move out_moves[static GAME_MAX_MOVES]);
    void (*play)(GameState *state, Move move);

    /* Whether and how the game is over in the last state of @line. */
    GameOutcome (*outcome)(const GameLine *line);

    /* Material of each side without kings, in hundredths of a pawn. */
    void (*material)(const GameState *state, int out_material[static GAME_MAX_SIDES]);

    /* The piece that @move moves in @state, a castling king; and its square. */
    PieceType (*mover)(const GameState *state, Move move, int *out_square);

    /* Writes a move as people do (chess: SAN) or as programs do (chess: UCI); returns the
     * length. */
    int (*format_move)(const GameState *state, Move move,
                       char out_text[static GAME_MOVE_TEXT_SIZE]);
    int (*format_move_code)(Move move, char out_text[static GAME_MOVE_TEXT_SIZE]);
    bool (*parse_move)(const GameState *state, const char *text, Move *out_move, GError **error);

    /* A square by its number as text, "e4" or "BE4", and back; -1: @text names none. */
    void (*format_square)(int square, char out_text[static GAME_SQUARE_TEXT_SIZE]);
    int (*parse_square)(const char *text);

    const char *move_examples; /* how a person types moves: "e4, Nf3, e2e4" */

    /* The board for people, some lines of text; if @in_color with the colours of a terminal
     * (ECMA-48), which tell nothing that the letters do not. Owner: the caller. */
    char *(*draw)(const GameState *state, bool in_color);
} Game;

/* Reads @text, a position of @game that is possible there.
 *
 * Errors: BOARD_ERROR. */
bool game_read_state(const Game *game, const char *text, GameState *out_state, GError **error);

/* All of them, in the order in which they are listed. */
extern const Game *const GAMES[];
extern const size_t GAME_COUNT;

/* The one of them with that name, or NULL. */
const Game *game_by_name(const char *name);

/* The names of all of them and @more, unless it is NULL, for the message about an unknown one:
 * "chess, threechess or async". Owner: the caller. */
char *game_list_names(const char *more);

/* Text of a move, as a value. */
typedef struct {
    char text[GAME_MOVE_TEXT_SIZE];
} MoveText;

/* @move as programs write it, and as people do in @state; "" for MOVE_NONE. */
MoveText game_move_code(const Game *game, Move move);
MoveText game_move_text(const Game *game, const GameState *state, Move move);

/* A game under way: its present state and those before. */
struct GameLine {
    const Game *game;
    DrawRules rules;
    GameState first; /* where the line begins */
    GameState state;
    int plies;      /* since the beginning of the line */
    Move *moves;    /* the @plies moves that were played */
    uint64_t *keys; /* of the @plies states before this one, the first one first */
    size_t capacity;
};

GameLine *game_line_new(const Game *game, const DrawRules *rules);

/* The line from @position (NULL: the start) in which @moves (NULL, or NULL-terminated) were played.
 *
 * Errors: BOARD_ERROR, with the number of the move.
 * Owner:  the caller. */
GameLine *game_line_read(const Game *game, const DrawRules *rules, const char *position,
                         char *const *moves, GError **error);

/* The same moves from the same state. Owner: the caller. */
GameLine *game_line_copy(const GameLine *line);
void game_line_free(GameLine *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GameLine, game_line_free)

/* Begins a new game from @state; the game before is forgotten, its memory is used again. */
void game_line_start(GameLine *line, const GameState *state);

void game_line_play(GameLine *line, Move move);

static inline int game_line_turn(const GameLine *line)
{
    return line->game->turn(&line->state);
}

static inline GameOutcome game_line_outcome(const GameLine *line)
{
    return line->game->outcome(line);
}

/* How often the present state, whose key is @key, stood on the board before, looking back at most
 * @plies plies. */
int game_line_repetitions(const GameLine *line, uint64_t key, int plies);

/* How a two-player game ended, in a word.
 *
 * Source: Portable Game Notation, 1994, 8.1.1.7, "The Result tag". */

#define RESULT_WHITE_WINS "1-0"
#define RESULT_BLACK_WINS "0-1"
#define RESULT_DRAW "1/2-1/2"
#define RESULT_UNKNOWN "*" /* of a game that goes on */

/* White's half points: 2 if @winner is White, 0 if Black, 1 for GAME_NOBODY. */
int result_half_points(int winner);

/* The word for them. */
const char *result_text(int half_points);

/* White's half points by a word of @length bytes; -1: it is none of the words for them. */
int result_parse(const char *word, size_t length);
