/* A conversation with another program, line by line: what all protocols share. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a session says a line, given without its end. */
typedef struct {
    void (*say)(const char *line, void *data);
    void *data;
} SessionOutput;

/* Says one line. */
void session_say(const SessionOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The effect of a line on a session that is thinking. */
typedef enum {
    SESSION_CALL_NONE,     /* nothing: it waits for its turn */
    SESSION_CALL_QUESTION, /* an answer at once, whatever is going on */
    SESSION_CALL_THOUGHT,  /* another thought: the lines after it are about that one */
    SESSION_CALL_STOP,     /* the answer, now */
    SESSION_CALL_DROP,     /* that the answer is not told */
    SESSION_CALL_LEAVE     /* that the conversation ends */
} SessionCall;

/* The lines received while a session thinks. */
typedef struct {
    bool any;  /* anything: a line, or the end */
    bool stop; /* the answer is wanted now; or so many lines wait that no more are read, and none of
                  them begins another thought, but one that is not read yet may */
    bool leave;         /* the answer is not wanted: SESSION_CALL_DROP or SESSION_CALL_LEAVE */
    bool drop;          /* the call is SESSION_CALL_DROP */
    bool later_thought; /* another thought is asked for, ... */
    bool later_leave;   /* ... and SESSION_CALL_LEAVE stands behind it */
    bool end;           /* the input has ended */
} SessionNews;

/* How a session that is thinking hears what comes meanwhile. NULL: nothing is heard. */
typedef struct {
    SessionNews (*hear)(void *data);
    bool (*take_question)(void *data); /* takes the next line, if it is a question; NULL: none is */
    void *data;
} SessionEar;

static inline SessionNews session_hear(const SessionEar *ear)
{
    return ear->hear != NULL ? ear->hear(ear->data) : (SessionNews){0};
}

static inline bool session_take_question(const SessionEar *ear)
{
    return ear->take_question != NULL && ear->take_question(ear->data);
}

/* The news in the lines that wait, for a session that thinks: @calls are what the @count lines ask
 * for, the first one first. Also says whether the input @has_ended, or is not read any further
 * because too much of it waits. */
SessionNews session_news(const SessionCall *calls, guint count, bool has_ended, bool is_full);

/* The lines of standard input, read ahead: at most so many lines and so many bytes. The rest waits
 * in the pipe. */
#define SESSION_LINES_AHEAD 1024
#define SESSION_BYTES_AHEAD (1 << 20) /* also the longest line */

typedef struct SessionProtocol SessionProtocol; /* session_engine.h */

/* Begins to read standard input, in lines of @protocol; NULL: they ask for nothing. It is read to
 * the end of the program. */
SessionEar session_listen(const SessionProtocol *protocol);

/* Gives @feed every line of standard input, until it answers false or the input ends; begins to
 * read it if session_listen() was not called. Returns the exit status of the command. A line that
 * is too long ends it. */
int session_converse(bool (*feed)(void *session, const char *line), void *session);

/* Lines said here are written at once. */
extern const SessionOutput SESSION_STANDARD_OUTPUT;
