/* The messages of asynchronous chess over a socket, and the lines of its recordings: each is a JSON
 * object on a line of its own. app/async-server.md has an example of every one.
 *
 * They are read strictly: a member that is missing, wrong or unknown is an error that names it. */
#pragma once

#include "app/sessions/session.h"
#include "experiments/play/match.h"
#include "experiments/tools/error.h"

/* The role of a client in a game, or the role that it requests. */
typedef enum {
    ASYNC_ROLE_WHITE = COLOR_WHITE,
    ASYNC_ROLE_BLACK = COLOR_BLACK,
    ASYNC_ROLE_SPECTATOR,
    ASYNC_ROLE_COUNT,
    ASYNC_ROLE_ANY = ASYNC_ROLE_COUNT /* wanted: any side that is free */
} AsyncRole;

/* "white", "black", "spectator", "any". */
extern const char *const ASYNC_ROLE_NAME[ASYNC_ROLE_COUNT + 1];

/* @world as @role sees it: a side as in async_world.h; a spectator sees no path that one of the
 * sides does not see, so that a second connection tells a player nothing new. ASYNC_ROLE_ANY sees
 * all, as a recording does. */
AsyncWorld async_role_view(const AsyncWorld *world, const AsyncRules *rules, AsyncRole role);

/* The version of the protocol and of recordings. */
#define ASYNC_PROTOCOL_VERSION 1

/* The longest line that a server or a client may send, without its end. */
#define ASYNC_LINE_MAX_TO_SERVER 1024
#define ASYNC_LINE_MAX_TO_CLIENT 65536

/* The least and the greatest factor between the game's clock and the wall clock. */
#define ASYNC_SPEED_MIN 0.001
#define ASYNC_SPEED_MAX 1000000.0

/* Room for texts and their end. */
#define ASYNC_NAME_SIZE 65
#define ASYNC_TOKEN_SIZE 33
#define ASYNC_SENTENCE_SIZE 257

typedef enum {
    ASYNC_MESSAGE_HELLO,   /* from a client: its name, and the side or role it wants */
    ASYNC_MESSAGE_WELCOME, /* to a client: its role, and the rules */
    ASYNC_MESSAGE_STATE,   /* to a client: the whole world as its role sees it */
    ASYNC_MESSAGE_COMMAND, /* from a client */
    ASYNC_MESSAGE_ANSWER,  /* to the side that commanded; in a recording it stands for each accepted
                              command */
    ASYNC_MESSAGE_EVENT,   /* to all: what has happened in an instant, as each role sees it */
    ASYNC_MESSAGE_ERROR,   /* to a client: what is wrong with its line */
    ASYNC_MESSAGE_BYE,     /* from both: the last message; also at the end of a recording that was
                              cut short */
    ASYNC_MESSAGE_GAME,    /* the first line of a recording */
    ASYNC_MESSAGE_KIND_COUNT
} AsyncMessageKind;

typedef struct {
    int version;
    char name[ASYNC_NAME_SIZE];
    AsyncRole role;
    char token[ASYNC_TOKEN_SIZE]; /* that of the seat to which the client comes back; "": none */
} AsyncHello;

typedef struct {
    int version;
    AsyncRole role;               /* never ASYNC_ROLE_ANY */
    char token[ASYNC_TOKEN_SIZE]; /* "": of a spectator */
    AsyncRules rules;
    double speed; /* how many milliseconds of the game pass in one of the wall clock */
} AsyncWelcome;

/* The beginning of a recording. */
typedef struct {
    int version;
    AsyncRules rules;
    uint64_t seed; /* of the random draws; never sent to clients, which could predict them */
    AsyncWorld start;
    char name[COLOR_COUNT][ASYNC_NAME_SIZE];
} AsyncGameHead;

/* All messages but states and events, which are only written: async_state_format() and
 * async_event_format() write them from the game. */
typedef struct {
    AsyncMessageKind kind;
    union {
        AsyncHello hello;
        AsyncWelcome welcome;
        AsyncCommand command; /* only from and to */
        AsyncAnswered answer;
        AsyncGameHead game;
        char sentence[ASYNC_SENTENCE_SIZE]; /* error; bye: why, "" if nothing is said */
    };
} AsyncMessage;

/* @message as a line without its end. Owner: the caller. */
char *async_message_format(const AsyncMessage *message);

/* The state of @game as @role sees it. @is_running: the clock runs, as both seats are taken and the
 * game is not over. Owner: the caller. */
char *async_state_format(const AsyncGame *game, bool is_running, AsyncRole role);

/* The event of the last instant of @game, before which the world was @before, as @role sees it:
 * with the state before, it gives the state after it. NULL: nothing has happened. Owner: the
 * caller. */
char *async_event_format(const AsyncGame *game, const AsyncWorld *before, AsyncRole role);

/* Reads @line, given without its end; of a state or an event, which no part of this program needs
 * to read, only the kind.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, a sentence. */
bool async_message_parse(const char *line, AsyncMessage *out_message, GError **error);

/* Sends @message to @output. */
void async_message_send(const AsyncMessage *message, const SessionOutput *output);

/* Copies @text as far as there is room for whole characters; characters that a name cannot have are
 * replaced. */
void async_message_copy_text(const char *text, char *out_text, size_t size);

/* How a game stands, in a few words: "white wins: black king killed at 1500 ms". Owner: the caller.
 */
char *async_end_sentence(const AsyncWorld *world);

/* The error or bye (@kind) with @sentence, as much of it as there is room for. */
AsyncMessage async_message_of_sentence(AsyncMessageKind kind, const char *sentence);

/* The lines of a recording about a game (async_recording.h has their order), wherever they are
 * written to. */

/* Says the first line of a recording: @game before its first instant, with @seed for its draws, and
 * who plays. */
void async_recording_write_head(const AsyncGame *game, uint64_t seed,
                                const char *const name[COLOR_COUNT], const SessionOutput *output);

/* Says what came of the last instant of @game, before which the world was @before: an answer for
 * each command that was accepted, or for all with @refused_too, and if anything happened an event.
 * A recording has no refused commands: they change nothing. */
void async_recording_write_instant(const AsyncGame *game, const AsyncWorld *before,
                                   bool refused_too, const SessionOutput *output);

/* Plays game @number of @spec at @match to its end, into @record, and says to @output all that a
 * recording of it says. */
void async_recording_write_match(Match *match, const Spec *spec, uint64_t number,
                                 MatchRecord *record, const SessionOutput *output);
