#include "experiments/run/window.h"

void window_init(Window *window, JobRange range, uint64_t first, uint64_t size)
{
    *window = (Window){
        .range = range,
        .next_to_play = first,
        .next_to_take_in = first,
        .finished = g_new0(gpointer, size),
        .size = size,
    };
}

void window_clear(Window *window, GDestroyNotify free)
{
    for (uint64_t i = 0; i < window->size; i++)
        g_clear_pointer(&window->finished[i], free);
    g_free(window->finished);
}

void window_put(Window *window, uint64_t number, gpointer game)
{
    window->finished[number % window->size] = game;
}

gpointer window_take(Window *window, uint64_t number)
{
    return number <= window->range.last ? g_steal_pointer(&window->finished[number % window->size])
                                        : NULL;
}

bool window_has_passed(const Window *window, uint64_t number)
{
    return number < window->next_to_take_in;
}

bool window_is_empty(const Window *window)
{
    return window->next_to_play > window->range.last;
}

bool window_is_full(const Window *window)
{
    return !window_is_empty(window) &&
           window->next_to_play >= window->next_to_take_in + window->size;
}
