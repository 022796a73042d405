/* Options that several commands share: those that name a position, and chess programs. */
#pragma once

#include "app/terminal/command.h"
#include "board/game.h"
#include "players/engine_settings.h"

typedef struct {
    const char *game;
    const char *position;
    const char *fen;
    bool play; /* moves follow: only with POSITION_OPTION_PLAY */
} PositionOption;

/* --fen, --position and --game, for a table of Option. */
#define POSITION_OPTIONS(option)                                                       \
    {"fen", 'f', "FEN", "Position on 64 squares (the start)", .text = &(option)->fen}, \
        {"position", 0, "TEXT", "Position in the notation of its game",                \
         .text = &(option)->position},                                                 \
    {                                                                                  \
        "game", 0, "GAME", "The game (chess)", .text = &(option)->game                 \
    }

/* --play, for commands that take moves as words. */
#define POSITION_OPTION_PLAY(option)                                                      \
    {                                                                                     \
        "play", 0, NULL, "Play the moves given as arguments first", .on = &(option)->play \
    }

/* The game and the position that the options name: the start position unless they give a text.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE, no such game, one without turns, two texts, or a FEN of a
 *         game that has none; BOARD_ERROR. */
bool position_option_read(const PositionOption *option, const Game **out_game, GameState *out_state,
                          GError **error);

/* The same after the moves that @words name, from left to right.
 *
 * Errors: also G_OPTION_ERROR_BAD_VALUE, words without --play; BOARD_ERROR, with the number of the
 *         move. */
bool position_option_read_played(const PositionOption *option, char *const *words,
                                 const Game **out_game, GameState *out_state, GError **error);

/* Whether the command line has words only after --play.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool position_option_check_words(const PositionOption *option, char *const *words, GError **error);

/* Whether there is at most one text, and a FEN only of a game that has them.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool position_option_check_fen(const PositionOption *option, const char *game, GError **error);

/* --engine, with which a user names chess programs, for a table of Option; @all points at a
 * char **. */
#define ENGINE_OPTION(all)                                                            \
    {                                                                                 \
        "engine", 'e', "NAME=COMMAND",                                                \
            "An external engine; NAME.KEY=VALUE sets another key of it", .texts = all \
    }

/* The engines of @texts, NULL or NULL-terminated.
 *
 * Errors: ENGINE_ERROR_SETTING.
 * Owner:  the caller. */
Engines *engine_option_read(char **texts, GError **error);

/* Adds them to the settings of a spec, as "engine NAME.KEY=VALUE".
 *
 * Errors: ENGINE_ERROR_SETTING. */
bool engine_option_add_settings(char **texts, GStrvBuilder *settings, GError **error);
