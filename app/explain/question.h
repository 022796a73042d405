/* Questions to players in a position, asked by texts: the page in a browser, the command ask and
 * Python get the same answers. */
#pragma once

#include "app/explain/explanation.h"

/* A question. Texts are never NULL; "" as position is the start, as moves none. */
typedef struct {
    const char *game, *position, *moves; /* moves: codes or SAN with spaces between them */
    const char *player;
    const char *without; /* moves that it may not choose, likewise */
    const char *why;     /* a move, of explain: why it is not played; "" for none */
    /* Adds the member "why_not" about @why, a legal move; NULL where @why is never asked. */
    void (*add_why)(Player *player, const Explanation *explanation, Move why, JsonBuilder *json);
    uint64_t seed;
    int draws; /* decisions, of players whose shares are not known */
    Memories *memories;
} Question;

/* No draw is called where only the next decision counts. */
extern const DrawRules QUESTION_NO_DRAWS;

/* The game with turns of that name. Errors: BOARD_ERROR, there is none; the message lists all and
 * @more, unless it is NULL. */
const Game *question_read_game(const char *name, const char *more, GError **error);

/* A line of @game (its name) from @position after @moves. Draws are called only by @rules. Owner:
 * the caller.
 *
 * Errors: BOARD_ERROR, texts that name no game, position or move. */
GameLine *question_read_line(const char *game, const char *position, const char *moves,
                             const DrawRules *rules, GError **error);

/* A player that can be asked in @line. Owner: the caller.
 *
 * Errors: PLAYER_ERROR, a text that names no player here, or one that does not play this game;
 *         nothing to decide. */
Player *question_seat_player(const char *text, const GameLine *line, Memories *memories,
                             GError **error);

/* The answers; the caller owns texts. Errors: those of the functions above. */

/* As `agentchess explain --format=json --messages` prints it, but on one line. */
char *question_explain(const Question *question, GError **error);

/* {"e2e4": 0.5, "d2d4": 0.5}: the shares of the moves on which the player decides, the likeliest
 * first, on one line. */
char *question_shares(const Question *question, GError **error);

/* The player's action: its move in coordinates, "resign" or "draw" (a right claim). */
char *question_decide(const Question *question, GError **error);
