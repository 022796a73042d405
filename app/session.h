/* A conversation with another program, line by line: what all protocols share. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Where a session says a line, which comes without its end. */
typedef struct {
    void (*say)(const char *line, void *data);
    void *data;
} SessionOutput;

/* Says one line. */
void session_say(const SessionOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* How a session that is thinking hears what has come in the meantime: whether a line waits to be
 * read of which @is_call says yes; the end of the input is a last line NULL. NULL: nothing is
 * heard. A line that is to be answered at once is taken: the next one, if @is_call says yes of it;
 * NULL: none is. */
typedef struct {
    bool (*hears)(bool (*is_call)(const char *line), void *data);
    bool (*takes)(bool (*is_call)(const char *line), void *data);
    void *data;
} SessionEar;

static inline bool session_hears(const SessionEar *ear, bool (*is_call)(const char *line))
{
    return ear->hears != NULL && ear->hears(is_call, ear->data);
}

static inline bool session_takes(const SessionEar *ear, bool (*is_call)(const char *line))
{
    return ear->takes != NULL && ear->takes(is_call, ear->data);
}

/* The lines of standard input, read ahead. */
typedef struct SessionInput SessionInput;

/* Begins to read. Whoever has begun reads to the end of the program. */
SessionInput *session_input_new(void);
void session_input_unref(SessionInput *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SessionInput, session_input_unref)

/* Owner: it may be used as long as @input. */
SessionEar session_input_ear(SessionInput *input);

/* Gives @feed every line of @input, until it answers false or the input ends. Returns the exit
 * status of the command. */
int session_converse(SessionInput *input, bool (*feed)(void *session, const char *line),
                     void *session);

/* What it is told is on its way at once. */
extern const SessionOutput SESSION_STANDARD_OUTPUT;
