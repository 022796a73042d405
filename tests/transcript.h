/* Conversations with a session, from a file: what is said to it and what it must answer.
 *
 *     session PLAYER   begins a session of that player, with seed 1
 *     > LINE           is said to it
 *     < LINE           is what it answers, line by line; "*" stands for anything
 *     < ...            any lines, up to the one that comes next here
 *     end              the session must have ended with the line before
 *
 * Lines that begin with # and empty lines are skipped. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "app/sessions/session.h"
#include "tests/data_path.h"

static inline void transcript_note(const char *line, void *data)
{
    g_queue_push_tail(data, g_strdup(line));
}

/* Who is talked to. */
typedef struct {
    void *(*begin)(const char *player, const SessionOutput *output);
    bool (*feed)(void *session, const char *line);
    void (*end)(void *session);
} TranscriptTalker;

/* A place in a transcript, "uci.transcript:12", for what fails there. */
typedef struct {
    const char *file;
    int line;
} TranscriptPlace;

/* Checks that nothing was said that is not in the file. */
static inline void transcript_check_silence(GQueue *said, TranscriptPlace place)
{
    while (!g_queue_is_empty(said)) {
        g_autofree char *more = g_queue_pop_head(said);
        g_test_fail_printf("tests/data/%s:%d: '%s' is said before", place.file, place.line, more);
    }
}

/* The next line said is @expected; with @skips some line is, and those before it are anything. */
static inline void transcript_check_line(GQueue *said, const char *expected, bool skips,
                                         TranscriptPlace place)
{
    g_autofree char *answer = g_queue_pop_head(said);

    while (skips && answer != NULL && !g_pattern_match_simple(expected, answer)) {
        g_free(answer);
        answer = g_queue_pop_head(said);
    }
    if (answer == NULL)
        g_test_fail_printf("tests/data/%s:%d: '%s' is not said", place.file, place.line, expected);
    else if (!g_pattern_match_simple(expected, answer))
        g_test_fail_printf("tests/data/%s:%d: '%s' instead of '%s'", place.file, place.line, answer,
                           expected);
}

static inline void transcript_run(const char *file, const TranscriptTalker *talker)
{
    g_auto(GStrv) lines = data_lines(file);
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    void *session = NULL;
    bool goes_on = true, skips = false;

    for (int i = 0; lines[i] != NULL; i++) {
        const char *line = lines[i];
        const TranscriptPlace place = {file, i + 1};
        if (g_str_equal(line, "< ...")) {
            skips = true;
            continue;
        }
        if (g_str_has_prefix(line, "< "))
            transcript_check_line(said, line + 2, skips, place);
        else if (line[0] != '\0' && line[0] != '#')
            transcript_check_silence(said, place);
        skips = false;
        if (g_str_has_prefix(line, "session ")) {
            g_clear_pointer(&session, talker->end);
            session = talker->begin(line + strlen("session "), &output);
        } else if (g_str_has_prefix(line, "> ")) {
            goes_on = talker->feed(session, line + 2);
        } else if (g_str_equal(line, "end")) {
            g_assert_false(goes_on);
        }
    }
    transcript_check_silence(said, (TranscriptPlace){file, (int)g_strv_length(lines) + 1});
    g_clear_pointer(&session, talker->end);
    g_queue_free_full(said, g_free);
}
