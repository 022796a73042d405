/* A session under a protocol between chess programs, with one of our players as the engine. */
#pragma once

#include "app/sessions/seat.h"

/* The state that only UCI has, and that only XBoard has; both are zero at first. */

typedef struct {
    bool debug;
    bool has_sent; /* a thought of the search under way */
    int hold;      /* reasons to delay the move: 0, or bits defined in session_uci.c */
    char best[GAME_MOVE_TEXT_SIZE]; /* the decision, or the text that is sent for no move */
} UciState;

typedef struct {
    Color opponent; /* the opponent's colour, unless `forced` */
    bool forced, analyzing, posting;
    bool has_sent;   /* our features, to a program that supports them */
    int level_moves; /* moves per time control; 0: one time for the game */
    int level_plies; /* plies played when the time control began */
    int64_t increment_ms;
    int64_t movetime_ms;   /* 0: not given */
    int64_t clock_ms;      /* 0: not given */
    guint64 depth;         /* half moves; 0: not given */
    bool has_sent_failure; /* of a program of the agents in this game */
    bool is_cut;           /* the analysis was ended by a line of input */
    Thought analysis;      /* progress of the analysis, without its line */
} XboardState;

typedef struct {
    const SessionProtocol *protocol;
    char *name; /* of the engine, for the other program */
    Seat *seat;
    SessionOutput output;
    SessionListener listener; /* input that can end a search */
    bool is_broken;           /* the last position was refused: no move can be played */
    union {
        UciState uci;
        XboardState xboard;
    };
} Session;

/* A command of the other program. */
typedef struct {
    const char *word;
    const char *rest;   /* of the line, without spaces around it */
    char *const *words; /* of the rest */
    int argument;       /* SessionRow.argument */
} SessionCommand;

typedef void SessionObey(Session *session, const SessionCommand *command);

/* A row of the table of commands. */
typedef struct {
    const char *word;
    SessionCall call;  /* the effect on a session that thinks; SESSION_CALL_LEAVE ends any */
    SessionObey *obey; /* may be NULL */
    int argument;
} SessionRow;

struct SessionProtocol {
    DrawRules rules;
    const SessionRow *rows;          /* ends with {NULL} */
    bool skips_words;                /* before a command */
    SessionObey *other;              /* for lines without a command; NULL: they are ignored */
    void (*after)(Session *session); /* called after each line; may be NULL */
};

extern const SessionProtocol SESSION_UCI, SESSION_XBOARD;

/* The request of @line. */
SessionCall session_call(const SessionProtocol *protocol, const char *line);

/* A session of @player; @listener may be NULL.
 *
 * Errors: PLAYER_ERROR.
 * Owner:  the caller, who ends it. */
Session *session_begin(const SessionProtocol *protocol, const char *name, const char *player,
                       uint64_t seed, const SessionOutput *output, const SessionListener *listener,
                       GError **error);
void session_end(void *session);

/* Handles a line; false if it ends the session. */
bool session_feed(void *session, const char *line);
