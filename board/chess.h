/* Chess as a Game. Side 0 is White, side 1 Black; a state is a Position, its text a FEN. */
#pragma once

#include "board/game.h"

extern const Game GAME_CHESS;

/* Whether the side to move may claim a draw by the laws, whatever draws the rules of @line call:
 * because a position stands for the third time or fifty moves have passed, now, before the last
 * move or after a move of its own; or because no mate is possible any more.
 *
 * Source: FIDE Laws of Chess (2023), articles 5.2.2, 9.2 and 9.3. */
bool chess_may_claim_draw(const GameLine *line);

/* The draw that the rules of @line call, apart from stalemate and too little material;
 * TERMINATION_NONE: none. */
Termination chess_called_draw(const GameLine *line);

/* Members of a Game that all games of White and Black on 64 squares share, whatever their rules.
 * Where no king can be taken, chess_format_move() writes SAN. */
#define CHESS_BOARD                                                                         \
    .sides = 2, .side_name = {"White", "Black"}, .start = chess_start,                      \
    .write_state = chess_write_state, .turn = chess_turn, .key = chess_key,                 \
    .material = chess_material, .mover = chess_mover, .format_square = chess_format_square, \
    .parse_square = chess_parse_square, .draw = chess_draw

GameState chess_start(void);
bool chess_read_state(const char *text, GameState *out_state, GError **error);
const char *chess_fault(const GameState *state); /* for games in which kings cannot be taken */
char *chess_write_state(const GameState *state);
int chess_turn(const GameState *state);
uint64_t chess_key(const GameState *state);
void chess_material(const GameState *state, int out_material[static GAME_MAX_SIDES]);
PieceType chess_mover(const GameState *state, Move move, int *out_square);
int chess_format_move(const GameState *state, Move move, char out_text[static GAME_MOVE_TEXT_SIZE]);
void chess_format_square(int square, char out_text[static GAME_SQUARE_TEXT_SIZE]);
int chess_parse_square(const char *text);
char *chess_draw(const GameState *state, bool in_color);
