/* The Chess Engine Communication Protocol, which XBoard and WinBoard speak, as text: what they say
 * to an engine, and what an engine says to them. Only text: nothing is sent or done here.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CECP_NOTHING, /* an empty line */
    CECP_UNKNOWN, /* no command: a move, perhaps */
    CECP_IGNORED, /* a command without meaning for an engine that decides at once */
    CECP_XBOARD,
    CECP_PROTOVER,
    CECP_NEW,
    CECP_VARIANT,
    CECP_QUIT,
    CECP_FORCE,
    CECP_GO,
    CECP_PLAYOTHER,
    CECP_WHITE,
    CECP_BLACK,
    CECP_USERMOVE,
    CECP_PING,
    CECP_RESULT,
    CECP_SETBOARD,
    CECP_HINT,
    CECP_BOOK,
    CECP_UNDO,
    CECP_REMOVE,
    CECP_POST,
    CECP_NOPOST,
    CECP_ANALYZE,
    CECP_EXIT,
    CECP_STATUS,
    CECP_OPTION,
    CECP_LEVEL,
    CECP_SECONDS, /* st: of each move */
    CECP_DEPTH,   /* sd */
    CECP_TIME,    /* on our clock */
    CECP_MOVE_NOW /* ? */
} CecpCommandKind;

typedef struct {
    CecpCommandKind kind;
    char *word;  /* the first word of the line, "" if it is empty */
    char *rest;  /* what follows it, without blanks around; option: the name */
    char *value; /* option: what stands behind "=", else "" */
} CecpCommand;

void cecp_command_clear(CecpCommand *command);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CecpCommand, cecp_command_clear)

/* Reads @line. Owner: g_auto(CecpCommand), or cecp_command_clear(). */
CecpCommand cecp_parse(const char *line);

/* The time control of "level". */
typedef struct {
    int moves; /* in each session; 0: the whole game is one session */
    int64_t increment_ms;
} CecpLevel;

/* Reads the arguments of "level": "40 5 0", "0 2:30 12.5". False, if they cannot be read. The time
 * on the clock at the beginning is left out, as "time" gives the time left before each move. */
bool cecp_parse_level(const char *rest, CecpLevel *out_level);

/* Reads the argument of "st": seconds, also 0.5, or minutes:seconds. False, if it cannot be
 * read. */
bool cecp_parse_seconds(const char *rest, int64_t *out_ms);

typedef enum {
    CECP_ANSWER_OTHER, /* thinking, a comment, garbage: nothing that matters here */
    CECP_ANSWER_FEATURE,
    CECP_ANSWER_MOVE,
    CECP_ANSWER_PONG,
    CECP_ANSWER_RESIGN,
    CECP_ANSWER_WHITE_WINS, /* a result line: "1-0 {White mates}" */
    CECP_ANSWER_BLACK_WINS,
    CECP_ANSWER_DRAW,
    CECP_ANSWER_ILLEGAL /* the engine calls what it was sent illegal */
} CecpAnswerKind;

typedef struct {
    CecpAnswerKind kind;
    const char *text; /* feature: all of them; move: the move; pong: the number; part of the line,
                         without a NUL at its end */
    int length;       /* of @text */
} CecpAnswer;

/* Reads a line of an engine, also "My move is: e2e4" of protocol version 1. Owner: the answer
 * points into @line. */
CecpAnswer cecp_parse_answer(const char *line);

/* One feature, NAME=VALUE; quotes around the value are taken off. */
typedef struct {
    const char *name, *value; /* parts of the line, without a NUL at their ends */
    int name_length, value_length;
} CecpFeature;

/* Reads the next feature at *@text and moves *@text behind it; false if there is none. */
bool cecp_next_feature(const char **text, CecpFeature *out_feature);

/* Whether @feature is called @name. */
bool cecp_feature_is(const CecpFeature *feature, const char *name);
