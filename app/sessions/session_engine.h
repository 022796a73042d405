/* A session under a protocol between chess programs, with one of our players as the engine. */
#pragma once

#include "app/sessions/seat.h"

/* The state that only UCI has, and that only XBoard has; both are zero at first. */

typedef struct {
    bool debug;
    bool has_told; /* a thought of the search under way */
    int hold;      /* what the move is held back for: 0, or a bit of session_uci.c */
    char best[GAME_MOVE_TEXT_SIZE]; /* the move that is decided, or what is sent for none */
} UciState;

typedef struct {
    Color opponent; /* plays against us unless moves are only taken down */
    bool forced, analyzing, posting;
    bool has_told;   /* its features, to a program that knows some */
    int level_moves; /* until the clock is set again; 0: the game has one time */
    int level_plies; /* of the game that were played when that began */
    int64_t increment_ms;
    int64_t movetime_ms; /* 0: not given */
    int64_t clock_ms;    /* 0: not given */
    guint64 depth;       /* half moves; 0: not given */
    bool is_cut;         /* the analysis has ended because another line had come */
    Thought analysis;    /* how far it is, without its line */
} XboardState;

typedef struct {
    const SessionProtocol *protocol;
    char *name; /* the engine calls itself so */
    Seat *seat;
    SessionOutput output;
    SessionEar ear; /* hears what ends a search early */
    bool is_broken; /* the position set up last is none: nothing can be played in it */
    union {
        UciState uci;
        XboardState xboard;
    };
} Session;

/* A command as the other program gives it. */
typedef struct {
    const char *word;
    const char *rest;   /* of the line, without spaces around it */
    char *const *words; /* of the rest */
    int argument;       /* that of its row */
} SessionCommand;

typedef void SessionObey(Session *session, const SessionCommand *command);

/* A row of the table of commands. */
typedef struct {
    const char *word;
    SessionCall call;  /* the effect on a session that thinks; SESSION_CALL_LEAVE ends any */
    SessionObey *obey; /* NULL: there is nothing to do */
    int argument;
} SessionRow;

struct SessionProtocol {
    DrawRules rules;
    const SessionRow *rows; /* ends with {NULL} */
    bool skips_words;       /* before a command */
    SessionObey *other;     /* obeys a line that begins with no command; NULL: it means nothing */
    void (*after)(Session *session); /* is called after each line; NULL: there is nothing to do */
};

extern const SessionProtocol SESSION_UCI, SESSION_XBOARD;

/* What @line asks for. */
SessionCall session_call(const SessionProtocol *protocol, const char *line);

/* A session of @player; @ear may be NULL.
 *
 * Errors: PLAYER_ERROR.
 * Owner:  the caller, who ends it. */
Session *session_begin(const SessionProtocol *protocol, const char *name, const char *player,
                       uint64_t seed, const SessionOutput *output, const SessionEar *ear,
                       GError **error);
void session_end(void *session);

/* Obeys a line; false if it ends the session. */
bool session_feed(void *session, const char *line);
