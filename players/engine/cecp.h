/* The Chess Engine Communication Protocol, which XBoard and WinBoard speak, as text: what an engine
 * says to them, and the limits that they give it. Only text: nothing is sent or done here.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

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
    size_t name_length, value_length;
} CecpFeature;

/* Reads the next feature at *@text and moves *@text behind it; false if there is none. */
bool cecp_next_feature(const char **text, CecpFeature *out_feature);
