#include "app/async/async_lines.h"

void async_recording_say_head(const AsyncGame *game, uint64_t seed,
                              const char *const name[COLOR_COUNT], const SessionOutput *output)
{
    AsyncMessage message = {
        .kind = ASYNC_MESSAGE_GAME,
        .game = {.version = ASYNC_PROTOCOL_VERSION,
                 .rules = game->rules,
                 .seed = seed,
                 .start = game->world},
    };

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        async_message_copy_text(name[side], message.game.name[side], ASYNC_NAME_SIZE);
    async_message_say(&message, output);
}

void async_recording_say_refusals(AsyncRefusals *refusals, const SessionOutput *output)
{
    const AsyncMessage message = {.kind = ASYNC_MESSAGE_REFUSED, .refused = *refusals};

    if (refusals->count[COLOR_WHITE] == 0 && refusals->count[COLOR_BLACK] == 0)
        return;
    async_message_say(&message, output);
    *refusals = (AsyncRefusals){0};
}

static void say_answers(const AsyncGame *game, bool refused_too, const SessionOutput *output)
{
    AsyncMessage message = {.kind = ASYNC_MESSAGE_ANSWER};

    for (guint i = 0; i < game->answered->len; i++) {
        message.answer = g_array_index(game->answered, AsyncAnswered, i);
        if (refused_too || message.answer.answer == ASYNC_ACCEPTED)
            async_message_say(&message, output);
    }
}

static void count_refused(const AsyncGame *game, AsyncRefusals *refusals)
{
    for (guint i = 0; i < game->answered->len; i++) {
        const AsyncAnswered *answered = &g_array_index(game->answered, AsyncAnswered, i);
        if (answered->answer == ASYNC_ACCEPTED)
            continue;
        refusals->time_ms = answered->command.time_ms;
        refusals->count[answered->command.side]++;
    }
}

/* Whatever is accepted makes an event. Refusals of the instants before it are said before it, and
 * those of the instant itself behind it: its answers must not be parted. Behind the last event
 * stands nothing. */
void async_recording_say_instant(const AsyncGame *game, const AsyncWorld *before,
                                 AsyncRefusals *refusals, const SessionOutput *output)
{
    AsyncMessage message = {.kind = ASYNC_MESSAGE_EVENT};
    const bool has_event = async_event_of(before, &game->world, &game->settled, &message.event);

    const bool is_last = game->world.end != ASYNC_GOES_ON;

    if (refusals != NULL && is_last)
        count_refused(game, refusals);
    if (refusals != NULL && has_event)
        async_recording_say_refusals(refusals, output);
    say_answers(game, refusals == NULL, output);
    if (has_event)
        async_message_say(&message, output);
    if (refusals != NULL && !is_last)
        count_refused(game, refusals);
}

void async_recording_say_match(Match *match, const Spec *spec, uint64_t number, MatchRecord *record,
                               const SessionOutput *output)
{
    const char *name[COLOR_COUNT];
    AsyncRefusals refusals = {0};

    match_begin(match, number, record);
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        name[side] = spec->players[record->job.player[side]].text;
    async_recording_say_head(match_game_in_time(match), match_draw_seed(match), name, output);
    while (record->outcome.termination == TERMINATION_NONE) {
        const AsyncWorld before = match_game_in_time(match)->world;
        match_step(match, record, NULL);
        async_recording_say_instant(match_game_in_time(match), &before, &refusals, output);
    }
}
