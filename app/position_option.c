#include "app/position_option.h"

#include "board/chess.h"

bool position_option_read(const PositionOption *option, const Game **out_game, GameState *out_state,
                          GError **error)
{
    const char *text = option->fen != NULL ? option->fen : option->position;
    const Game *game = option->game != NULL ? game_by_name(option->game) : &GAME_CHESS;
    GameState state;

    if (game == NULL) {
        g_autofree char *names = game_list_names();
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "there is no game '%s', only %s", option->game, names);
        return false;
    }
    if (option->fen != NULL && game != &GAME_CHESS) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--fen is a position of chess; one of %s is given by --position", game->name);
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

static bool play(const Game *game, GameState *state, char *const *words, GError **error)
{
    for (int i = 0; words[i] != NULL; i++) {
        Move move;
        if (!game->parse_move(state, words[i], &move, error)) {
            g_prefix_error(error, "move %d: ", i + 1);
            return false;
        }
        game->play(state, move);
    }
    return true;
}

bool position_option_read_played(const PositionOption *option, char *const *words,
                                 const Game **out_game, GameState *out_state, GError **error)
{
    const Game *game;
    GameState state;

    if (words[0] != NULL && !option->play) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "'%s': write --play before moves", words[0]);
        return false;
    }
    if (!position_option_read(option, &game, &state, error) || !play(game, &state, words, error))
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
