/* A conversation with another program, line by line: what all protocols share. */
#pragma once

#include <stdbool.h>

/* Where a session says a line, which comes without its end. */
typedef struct {
    void (*say)(const char *line, void *data);
    void *data;
} SessionOutput;

/* Says one line. */
void session_say(const SessionOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads standard input and gives @feed every line, until it answers false or the input ends; what
 * SESSION_STANDARD_OUTPUT says is on its way before the next line is read. Returns the exit status
 * of the command. */
int session_converse(bool (*feed)(void *session, const char *line), void *session);

extern const SessionOutput SESSION_STANDARD_OUTPUT;
