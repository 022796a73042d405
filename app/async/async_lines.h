/* What the lines of a recording say of a game of asynchronous chess (async_recording.h has their
 * order), wherever they are written to. */
#pragma once

#include "app/async/async_message.h"
#include "experiments/play/match_async.h"

/* Says the first line of a recording: @game before its first instant, with @seed for its draws, and
 * who plays. */
void async_recording_say_head(const AsyncGame *game, uint64_t seed,
                              const char *const name[COLOR_COUNT], const SessionOutput *output);

/* Says what came of the last instant of @game, before which the world was @before: an answer for
 * each command that was accepted, and if anything happened an event. Refused commands are added to
 * @refusals, which are said before the next line; NULL: they are answers, too. */
void async_recording_say_instant(const AsyncGame *game, const AsyncWorld *before,
                                 AsyncRefusals *refusals, const SessionOutput *output);

/* Says @refusals, if there are any, and empties them: before another line, and at the end. */
void async_recording_say_refusals(AsyncRefusals *refusals, const SessionOutput *output);

/* Plays game @number of @spec at @match to its end, into @record, and says to @output all that a
 * recording of it says. */
void async_recording_say_match(Match *match, const Spec *spec, uint64_t number, MatchRecord *record,
                               const SessionOutput *output);
