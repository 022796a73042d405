#include "experiments/run/run_window.h"

void run_window_init(RunWindow *window, JobRange range, uint64_t first, uint64_t size)
{
    *window = (RunWindow){
        .range = range,
        .next_to_play = first,
        .next_to_take_in = first,
        .finished = g_new0(gpointer, size),
        .size = size,
    };
}

void run_window_clear(RunWindow *window, GDestroyNotify free)
{
    for (uint64_t i = 0; i < window->size; i++)
        g_clear_pointer(&window->finished[i], free);
    g_free(window->finished);
}

void run_window_put(RunWindow *window, uint64_t number, gpointer game)
{
    window->finished[number % window->size] = game;
}

gpointer run_window_take(RunWindow *window, uint64_t number)
{
    return number <= window->range.last ? g_steal_pointer(&window->finished[number % window->size])
                                        : NULL;
}
