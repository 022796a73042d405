/* Options and output that several commands share. */
#pragma once

#include "app/sessions/session.h"
#include "app/terminal/command.h"
#include "board/game.h"
#include "experiments/spec/openings.h"
#include "players/engine_settings.h"

typedef struct {
    const char *game;
    const char *text; /* of the position; NULL: the start */
    const char *more; /* a game without turns that the command accepts; NULL: none */
    bool play;        /* moves follow: only with POSITION_OPTION_PLAY */
} PositionOption;

/* --fen, --position and --game, for a table of Option. The first two are the same: a FEN is the
 * notation of positions on 64 squares. */
#define POSITION_OPTIONS(option)                                                                   \
    {"fen", 'f', "FEN", "Position on 64 squares (the initial position)", .text = &(option)->text}, \
        {"position", 0, "TEXT", "Position in the notation of its game", .text = &(option)->text},  \
    {                                                                                              \
        "game", 0, "chess|antichess|threechess", "The game (chess)", .text = &(option)->game       \
    }

/* --play, for commands that take moves as words. */
#define POSITION_OPTION_PLAY(option)                                                      \
    {                                                                                     \
        "play", 0, NULL, "First play the moves given as arguments", .on = &(option)->play \
    }

/* The game in the position that the options name, the initial position unless they give a text,
 * after the moves @words, which may be NULL, from left to right.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, words without --play; BOARD_ERROR.
 * Owner:  the caller. */
GameLine *position_option_read(const PositionOption *option, char *const *words, GError **error);

/* Reads the positions of @game in the file @path, one FEN or EPD record a line or games in PGN, as
 * openings_read() does; "-" is the standard input. Prints a note if lines are skipped.
 *
 * Errors: as openings_read().
 * Owner:  openings_clear() frees what @out_positions holds. */
bool positions_read(const char *path, const Game *game, Openings *out_positions, GError **error);

/* Prints who has won the game of @line, which is over, and how. */
void print_outcome(const GameLine *line);

/* Prints the @count moves in the order of their texts, each with its number of @nodes unless that
 * is NULL. */
void print_moves(const Game *game, const Move *moves, int count, const uint64_t *nodes);

/* Checks that @option is given a single run.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE. */
bool check_one_run(const char *option, char *const *folders, GError **error);

/* An engine that another program starts: reads --player and --seed, then converses in @protocol on
 * the standard streams. Returns the exit status. */
int command_converse(const Command *command, const SessionProtocol *protocol, int argc, char **argv,
                     GError **error);

/* --engine, with which a user names chess programs, for a table of Option; @all points at a
 * char **. */
#define ENGINE_OPTION(all)                                                                \
    {                                                                                     \
        "engine", 'e', "NAME=COMMAND",                                                    \
            "Define an external engine; NAME.KEY=VALUE sets its other keys", .texts = all \
    }

/* The engines of @texts, NULL or NULL-terminated, which are also added to @settings, if that is not
 * NULL, as those of a spec: "engine NAME.KEY=VALUE".
 *
 * Errors: EXPERIMENTS_ERROR_USAGE.
 * Owner:  the caller. */
Engines *engine_option_read(char **texts, GStrvBuilder *settings, GError **error);
