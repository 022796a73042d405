#include "board/antichess_game.h"

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

static AntichessEnd end_of(Termination termination)
{
    switch (termination) {
    case TERMINATION_PIECES_LOST:
        return ANTICHESS_PIECES_LOST;
    case TERMINATION_CHECKMATE:
        return ANTICHESS_CHECKMATE;
    case TERMINATION_STALEMATE:
        return ANTICHESS_STALEMATE;
    default: /* the line calls no others */
        return ANTICHESS_GOES_ON;
    }
}

AntichessOutcome antichess_game_outcome(const AntichessGame *game)
{
    const GameOutcome board = game_line_outcome(game->line);

    for (int side = COLOR_WHITE; side <= COLOR_BLACK; side++)
        if (antichess_game_has_clock(game, side) && game->left_ms[side] == 0)
            return (AntichessOutcome){ANTICHESS_TIME_EXPIRED, (int)color_opponent((Color)side)};
    return (AntichessOutcome){end_of(board.termination), board.winner};
}
