#include "app/position_option.h"

#include "board/chess.h"

bool position_option_read(const PositionOption *option, const Game **out_game, GameState *out_state,
                          GError **error)
{
    const char *text = option->fen != NULL ? option->fen : option->position;
    const Game *game = option->game != NULL ? game_by_name(option->game) : &GAME_CHESS;
    GameState state;

    if (game == NULL) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no game '%s'",
                    option->game);
        return false;
    }
    if (option->fen != NULL && option->position != NULL) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "--fen and --position are the same thing: give one of them");
        return false;
    }
    if (text == NULL)
        state = game->start();
    else if (!game->read_state(text, &state, error))
        return false;
    *out_game = game;
    *out_state = state;
    return true;
}

void position_option_clear(PositionOption *option)
{
    g_free(option->game);
    g_free(option->position);
    g_free(option->fen);
}
