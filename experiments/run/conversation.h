/* Whole conversations of agents as a file: a JSON object a line, game after game in the order of
 * their numbers. Every line has the members "game", "ply" and "kind".
 *
 *     start     ply 0: the experiment's seed, the players of each side, the position
 *     messages  as in message_json.h; the ply is the one that they lead to
 *     move      the ply that was played, by agents or others
 *     end       the result, and why
 *
 * So the file alone is enough to follow a game, every decision in it and what led to it. */
#pragma once

#include "experiments/play/match.h"
#include "experiments/tools/text_file.h"

typedef struct {
    const Spec *spec;
    const GArray *games; /* a number_list */
    const char *folder;  /* the folder of the run that the games belong to; NULL: none */
    const char *path;    /* the file to be written or replaced */

    /* Between two games the default main context is iterated; a source of it may set *stop. */
    const bool *stop;
} ConversationOptions;

/* Why a file is not replaced. */
#define CONVERSATION_FOREIGN "it does not begin with messages: choose a new file"

/* Whether a conversation can be written to the file @path: it does not exist, or begins like a
 * conversation. Nothing else is ever replaced. */
bool conversation_can_replace(const char *path);

/* Plays the games again and writes what is said in them: the whole file, or nothing, and an old
 * file stays. *@out_stopped says whether *stop was the reason for writing nothing.
 *
 * Errors: PLAYER_ERROR; EXPERIMENTS_ERROR_FAILED, the file cannot be written or replaced, or a game
 *         differs from its row in the run's games.csv: a player does not play the same twice. */
bool conversation_write(const ConversationOptions *options, bool *out_stopped, GError **error);

/* Plays job @number at @match, which is at a table of @spec, into @record and appends the lines of
 * the game to @text. */
void conversation_append_game(const Spec *spec, Match *match, uint64_t number, MatchRecord *record,
                              GString *text);

/* The rows of a run's games.csv, compressed or not, read in the order of the games: what the run
 * says of them. */
typedef struct {
    char *path;
    LineReader *lines; /* NULL: there are none */
    const char *row;   /* the present row, and the number of its game; 0: none */
    uint64_t number;
    int64_t left; /* how many rows may follow it */
} RunRows;

/* The first @most rows of the run in @folder; there are none if @folder is NULL or has no
 * games.csv. */
RunRows run_rows_open(const char *folder, int64_t most);
void run_rows_close(RunRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunRows, run_rows_close)

/* Goes on to the next row; false at the end. */
bool run_rows_next(RunRows *rows);

/* Whether the present row or one after it is about the game of @record, and is then the present
 * row. If it says something else than @record, *@out_row is that row; else NULL.
 *
 * Owner: the caller, of *@out_row. */
bool run_rows_find(RunRows *rows, const Spec *spec, const MatchRecord *record, char **out_row);

/* Whether the game agrees with its row, if there is one.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, the row says something else. */
bool run_rows_check(RunRows *rows, const Spec *spec, const MatchRecord *record, GError **error);
