#include "app/async/async_event.h"

#include <string.h>

#include "board/async_world.h"

G_DEFINE_QUARK(async_error, async_error)

bool async_fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_propagate_error(error, g_error_new_valist(ASYNC_ERROR, ASYNC_ERROR_FAILED, format, args));
    va_end(args);
    return false;
}

const char *const ASYNC_ROLE_NAME[ASYNC_ROLE_COUNT + 1] = {
    [ASYNC_ROLE_WHITE] = "white",
    [ASYNC_ROLE_BLACK] = "black",
    [ASYNC_ROLE_SPECTATOR] = "spectator",
    [ASYNC_ROLE_ANY] = "any",
};

AsyncWorld async_role_view(const AsyncWorld *world, const AsyncRules *rules, AsyncRole role)
{
    AsyncWorld seen;

    if (role != ASYNC_ROLE_SPECTATOR)
        return async_view_of(world, rules, (Color)role);
    seen = async_view_of(world, rules, COLOR_WHITE);
    return async_view_of(&seen, rules, COLOR_BLACK);
}

static bool is_same_piece(const AsyncWorld *a, const AsyncWorld *b, Square sq)
{
    return a->type_at[sq] == b->type_at[sq] &&
           async_world_color_at(a, sq) == async_world_color_at(b, sq) && a->to[sq] == b->to[sq] &&
           a->due_ms[sq] == b->due_ms[sq];
}

/* Puts the piece that stands on @sq in @from there in @to. */
static void copy_piece(const AsyncWorld *from, Square sq, AsyncWorld *to)
{
    async_world_place(to, async_world_color_at(from, sq), async_world_type_at(from, sq), sq);
    if (bitboard_has(from->under_way, sq))
        async_world_set_path(to, sq, from->to[sq], from->due_ms[sq]);
}

bool async_event_of(const AsyncWorld *before, const AsyncWorld *after, const AsyncSettled *settled,
                    AsyncEvent *out_event)
{
    AsyncEvent event = {.settled = *settled, .now = async_world_empty()};

    event.now.now_ms = after->now_ms;
    event.now.end = after->end;
    memset(event.entered_to, SQUARE_NONE, sizeof event.entered_to);
    for (Bitboard rest = settled->entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        event.entered_to[from] = async_world_next_space(before, from);
    }
    for (Bitboard rest = async_world_occupied(after); rest; rest &= rest - 1)
        if (!is_same_piece(before, after, bitboard_first(rest)))
            copy_piece(after, bitboard_first(rest), &event.now);
    *out_event = event;
    return (settled->entered | settled->stopped | settled->killed |
            async_world_occupied(&event.now)) != 0 ||
           after->end != ASYNC_GOES_ON;
}

AsyncEvent async_event_view(const AsyncEvent *event, const AsyncRules *rules, AsyncRole role)
{
    AsyncEvent seen = *event;

    seen.now = async_role_view(&event->now, rules, role);
    return seen;
}
