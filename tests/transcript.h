/* Conversations with a session, from a file: what is said to it and what it must answer.
 *
 *     session PLAYER   begins a session of that player, with seed 1
 *     > LINE           is said to it
 *     < LINE           is what it answers, line by line; "*" stands for anything
 *     end              the session must have ended with the line before
 *
 * Lines that begin with # and empty lines are skipped. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "app/sessions/session.h"
#include "tests/data_path.h"

typedef struct {
    void *(*begin)(const char *player, const SessionOutput *output);
    bool (*feed)(void *session, const char *line);
    void (*free)(void *session);
} TranscriptProtocol;

static inline void transcript_note(const char *line, void *data)
{
    g_queue_push_tail(data, g_strdup(line));
}

/* Checks that nothing was said that is not in the file. */
static inline void transcript_check_silence(GQueue *said, int line)
{
    while (!g_queue_is_empty(said)) {
        g_autofree char *more = g_queue_pop_head(said);
        g_test_fail_printf("line %d: '%s' is said too", line, more);
    }
}

static inline void transcript_check_line(GQueue *said, const char *expected, int line)
{
    g_autofree char *answer = g_queue_pop_head(said);

    if (answer == NULL || !g_pattern_match_simple(expected, answer))
        g_test_fail_printf("line %d: '%s' instead of '%s'", line, answer, expected);
}

static inline void transcript_run(const char *file, const TranscriptProtocol *protocol)
{
    g_auto(GStrv) lines = data_lines(file);
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    void *session = NULL;
    bool goes_on = true;

    for (int i = 0; lines[i] != NULL; i++) {
        const char *line = lines[i];
        if (g_str_has_prefix(line, "< "))
            transcript_check_line(said, line + 2, i + 1);
        else if (line[0] != '\0' && line[0] != '#')
            transcript_check_silence(said, i + 1);
        if (g_str_has_prefix(line, "session ")) {
            g_clear_pointer(&session, protocol->free);
            session = protocol->begin(line + strlen("session "), &output);
        } else if (g_str_has_prefix(line, "> ")) {
            goes_on = protocol->feed(session, line + 2);
        } else if (g_str_equal(line, "end")) {
            g_assert_false(goes_on);
        }
    }
    transcript_check_silence(said, 0);
    g_clear_pointer(&session, protocol->free);
    g_queue_free_full(said, g_free);
}
