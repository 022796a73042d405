/* A conversation with another program, line by line: what all protocols share. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The output of a session: takes a line without its end. */
typedef struct {
    void (*send)(const char *line, void *data);
    void *data;
} SessionOutput;

/* Sends one line. */
void session_send(const SessionOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The request of a line that arrives while the session is thinking. */
typedef enum {
    SESSION_CALL_NONE,     /* none: the line waits for its turn */
    SESSION_CALL_QUESTION, /* an answer at once */
    SESSION_CALL_THOUGHT,  /* another thought, to which the following lines refer */
    SESSION_CALL_STOP,     /* the decision now */
    SESSION_CALL_DROP,     /* no decision is sent */
    SESSION_CALL_LEAVE     /* the end of the conversation */
} SessionCall;

/* The lines received while a session thinks. */
typedef struct {
    bool any;   /* a line, or the end of the input */
    bool stop;  /* SESSION_CALL_STOP; or the buffer is full and contains no SESSION_CALL_THOUGHT,
                   which  can be in a line that is not read yet */
    bool leave; /* SESSION_CALL_DROP or SESSION_CALL_LEAVE */
    bool drop;  /* SESSION_CALL_DROP */
    bool later_thought; /* SESSION_CALL_THOUGHT, ... */
    bool later_leave;   /* ... and after it SESSION_CALL_LEAVE */
    bool end;           /* the input has ended */
} SessionEvents;

/* The input of a session that is thinking. NULL: it is not read before the decision. */
typedef struct {
    SessionEvents (*read_events)(void *data);
    bool (*take_question)(void *data); /* answers the next line if it is a question; may be NULL */
    void *data;
} SessionListener;

static inline SessionEvents session_read_events(const SessionListener *listener)
{
    return listener->read_events != NULL ? listener->read_events(listener->data)
                                         : (SessionEvents){0};
}

static inline bool session_take_question(const SessionListener *listener)
{
    return listener->take_question != NULL && listener->take_question(listener->data);
}

/* The events of @count waiting lines with the requests @calls, in their order. @has_ended: the
 * input has ended. @is_full: the buffer is full, so the input is not read any further. */
SessionEvents session_events_of(const SessionCall *calls, guint count, bool has_ended,
                                bool is_full);

/* Size of the buffer of standard input; all further input waits in the pipe. */
#define SESSION_LINES_AHEAD 1024
#define SESSION_BYTES_AHEAD (1 << 20) /* also the longest line */

typedef struct SessionProtocol SessionProtocol; /* session_engine.h */

/* Begins to read standard input, until the program ends. @protocol: of its lines; NULL: all are
 * SESSION_CALL_NONE. */
SessionListener session_listen(const SessionProtocol *protocol);

/* Passes each line of standard input to @feed, until @feed returns false, a line is too long or the
 * input ends. Returns the exit status of the command. Does not require session_listen(). */
int session_converse(bool (*feed)(void *session, const char *line), void *session);

/* Standard output, without a buffer. */
extern const SessionOutput SESSION_STANDARD_OUTPUT;
