/* The TextUI of MIT's antichess: it is fed the commands of a person or a script and answers them
 * line by line, as the manual of 2007 says. What the manual leaves open is settled as follows:
 *
 * - A command is its word and its arguments, with spaces between them; a file name is the rest of
 *   the line. Anything else, for example an empty line or a move in another notation, is an Input
 *   error, also where the command would do nothing.
 * - QuitGame cannot be the first command. After the end of a game only StartNewGame, LoadGame and
 *   QuitGame are allowed, so a game that is over cannot be saved.
 * - IsLegalMove may be written LegalMove. GetTime also takes "human" and "computer" while only one
 *   side is played by one of that kind.
 * - MakeMove plays the move and prints it even if it took all the time left; the other side has
 *   then won. MakeNextMove prints nothing but the end of the game.
 * - If neither side can move, "Neither Player has won".
 * - A file that cannot be written is an Input error, one that cannot be read is Corrupt; the reason
 *   goes to standard error. Only regular files are read and replaced. A game that is over can be
 *   loaded too, and its winner is told again.
 * - A loaded game does not have the answer of GetNextMove, only the time that it took. The players
 *   are kept from one game to the next, also after the end.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, section TextUI. */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "app/sessions/session.h"

typedef struct AntichessSession AntichessSession;

/* Where a session reads the time that the computer takes. */
typedef struct {
    int64_t (*now_ms)(void *data); /* since any moment; never goes back */
    void *data;
} SessionClock;

typedef struct {
    const char *player; /* the text of the computer's player */
    uint64_t seed;      /* each game of a session has its own chance */
    bool shows_board;   /* ShowBoard is a command */
    SessionOutput replies;
    SessionOutput complaints; /* gets a sentence if a file cannot be read or written */
    SessionClock clock;
} AntichessSessionOptions;

/* Errors: PLAYER_ERROR. */
AntichessSession *antichess_session_new(const AntichessSessionOptions *options, GError **error);
void antichess_session_free(AntichessSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AntichessSession, antichess_session_free)

/* Obeys @line; false if it was QuitGame. */
bool antichess_session_feed(void *session, const char *line);
