/* The TextUI of MIT's antichess: fed with the commands of a person or a script, it answers them
 * line by line, as the page of 2007 has it. What the page leaves open is settled so:
 *
 * - A command is its word and its arguments, with blanks between them; a file name is the rest of
 *   the line. Whatever does not look so, an empty line or a move that is not written as one
 *   included, is an Input error, also where the command would do nothing.
 * - QuitGame is no first command. After the end of a game StartNewGame, LoadGame and QuitGame are
 *   commands, so a game that is over cannot be saved.
 * - IsLegalMove may be written LegalMove. GetTime also takes "human" and "computer" while one side
 *   alone is played by one.
 * - MakeMove plays the move and prints it even if it took all the time that was left; the other
 *   side has won then. MakeNextMove prints nothing but the end of the game.
 * - If neither side can move, "Neither Player has won".
 * - A file that cannot be written is an Input error, one that cannot be read is Corrupt; the reason
 *   is told apart. Only regular files are read and replaced. A game that is over is loaded too, and
 *   who has won is told again.
 * - A loaded game does not know the answer of GetNextMove, only the time that it took. Who plays is
 *   kept from one game to the next, also after the end.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, section TextUI. */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "app/sessions/session.h"

typedef struct AntichessSession AntichessSession;

/* Where a session reads the time that the computer takes. */
typedef struct {
    int64_t (*now_ms)(void *data); /* since whenever; never goes back */
    void *data;
} SessionClock;

typedef struct {
    const char *player; /* who plays for the computer */
    uint64_t seed;      /* each game of a session has its own chance */
    bool shows_board;   /* ShowBoard is a command */
    SessionOutput replies;
    SessionOutput complaints; /* why a file was not read or written, in a sentence */
    SessionClock clock;
} AntichessSessionOptions;

/* Errors: PLAYER_ERROR. */
AntichessSession *antichess_session_new(const AntichessSessionOptions *options, GError **error);
void antichess_session_free(AntichessSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AntichessSession, antichess_session_free)

/* Obeys @line; false if it was QuitGame. */
bool antichess_session_feed(AntichessSession *session, const char *line);
