#include "board/antichess.h"

#include <string.h>

#include "board/chess.h"
#include "board/san.h"

/* A pawn has no choice what to become. */
static bool may_be_played(Move move)
{
    return !move_is_promotion(move) || move_promotion(move) == PIECE_QUEEN;
}

int antichess_moves(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES])
{
    const int all = movegen_moves(pos, out_moves);
    bool must_capture = false;
    int count = 0;

    for (int i = 0; i < all && !must_capture; i++)
        must_capture = move_is_capture(out_moves[i]);
    for (int i = 0; i < all; i++)
        if (may_be_played(out_moves[i]) && (!must_capture || move_is_capture(out_moves[i])))
            out_moves[count++] = out_moves[i];
    return count;
}

int antichess_bare_side(const Position *pos)
{
    const Bitboard others = position_occupied(pos) ^ pos->by_type[PIECE_KING];

    if (!(others & pos->by_color[COLOR_WHITE]))
        return COLOR_WHITE;
    return !(others & pos->by_color[COLOR_BLACK]) ? COLOR_BLACK : GAME_NOBODY;
}

/* Skips the side to move if it cannot, the other one can, and the game is not over. */
static void skip_who_cannot_move(Position *pos)
{
    Position skipped;

    if (movegen_any(pos) || position_checkers(pos) || antichess_bare_side(pos) != GAME_NOBODY)
        return;
    skipped = *pos;
    position_pass(&skipped);
    if (movegen_any(&skipped))
        *pos = skipped;
}

void antichess_play(Position *pos, Move move)
{
    position_play(pos, move);
    skip_who_cannot_move(pos);
}

static bool read_state(const char *text, GameState *out_state, GError **error)
{
    if (!chess_read_state(text, out_state, error))
        return false;
    if (chess_fault(out_state) == NULL)
        skip_who_cannot_move(&out_state->chess);
    return true;
}

static int list_moves(const GameState *state, Move out_moves[static GAME_MAX_MOVES])
{
    return antichess_moves(&state->chess, out_moves);
}

static void play_move(GameState *state, Move move)
{
    antichess_play(&state->chess, move);
}

static GameOutcome find_outcome(const GameLine *line)
{
    const Position *pos = &line->state.chess;
    const bool can_move = movegen_any(pos);
    const int bare = antichess_bare_side(pos);

    if (!can_move && position_checkers(pos))
        return game_outcome_win(TERMINATION_CHECKMATE, (int)color_opponent((Color)pos->turn));
    if (bare != GAME_NOBODY)
        return game_outcome_win(TERMINATION_PIECES_LOST, bare);
    return game_outcome_even(can_move ? chess_called_draw(line) : TERMINATION_STALEMATE);
}

int antichess_format_move(Move move, char out_text[static ANTICHESS_MOVE_TEXT_SIZE])
{
    *square_format(move_from(move), out_text) = '-';
    square_format(move_to(move), out_text + 3);
    out_text[5] = '\0';
    return 5;
}

Move antichess_find_move(const GameState *state, const char *text)
{
    Move moves[GAME_MAX_MOVES];
    const int count = antichess_moves(&state->chess, moves);
    char code[ANTICHESS_MOVE_TEXT_SIZE];

    for (int i = 0; i < count; i++) {
        antichess_format_move(moves[i], code);
        if (strcmp(code, text) == 0)
            return moves[i];
    }
    return MOVE_NONE;
}

/* In the standard move format, or as chess has it. */
static bool parse_move(const GameState *state, const char *text, Move *out_move, GError **error)
{
    Move legal[GAME_MAX_MOVES], move = antichess_find_move(state, text);
    int i = antichess_moves(&state->chess, legal) - 1;

    if (move == MOVE_NONE && !san_parse(&state->chess, text, &move, error))
        return false;
    while (i >= 0 && legal[i] != move)
        i--;
    if (i < 0)
        return board_fail_rules(error, "'%s' is not legal: %s", text,
                                may_be_played(move) ? "a capture is forced"
                                                    : "a pawn can promote only to a queen");
    *out_move = move;
    return true;
}

const Game GAME_ANTICHESS = {
    .name = "antichess",
    .summary = "MIT's antichess: captures are forced, and a side left with only its king wins",
    CHESS_BOARD,
    .skips_turns = true,
    .read_state = read_state,
    .fault = chess_fault,
    .moves = list_moves,
    .play = play_move,
    .outcome = find_outcome,
    .format_move = chess_format_move,
    .format_move_code = antichess_format_move,
    .parse_move = parse_move,
    .move_examples = "e2-e4, Nf3",
};

AntichessGame *antichess_game_new(int64_t white_ms, int64_t black_ms)
{
    const DrawRules no_draws = {0};
    AntichessGame *game = g_new0(AntichessGame, 1);

    game->line = game_line_new(&GAME_ANTICHESS, &no_draws);
    game->initial_ms[COLOR_WHITE] = game->left_ms[COLOR_WHITE] = white_ms;
    game->initial_ms[COLOR_BLACK] = game->left_ms[COLOR_BLACK] = black_ms;
    game->left_after_ms = g_array_new(FALSE, FALSE, sizeof(int64_t));
    return game;
}

void antichess_game_free(AntichessGame *game)
{
    game_line_free(game->line);
    g_array_unref(game->left_after_ms);
    g_free(game);
}

void antichess_game_spend(AntichessGame *game, int64_t time_ms)
{
    int64_t *left_ms = &game->left_ms[game_line_turn(game->line)];

    *left_ms -= MIN(time_ms, *left_ms);
}

void antichess_game_play(AntichessGame *game, Move move)
{
    const int64_t left_ms = game->left_ms[game_line_turn(game->line)];

    g_array_append_val(game->left_after_ms, left_ms);
    game_line_play(game->line, move);
}

GameOutcome antichess_game_outcome(const AntichessGame *game)
{
    for (int side = COLOR_WHITE; side <= COLOR_BLACK; side++)
        if (antichess_game_has_clock(game, side) && game->left_ms[side] == 0)
            return game_outcome_win(TERMINATION_TIME, 1 - side);
    return game_line_outcome(game->line);
}
