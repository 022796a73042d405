/* What the tests of asynchronous chess share. */
#pragma once

#include <glib.h>

#include "board/async_text.h"

static inline AsyncWorld async_read(const char *text)
{
    g_autoptr(GError) error = NULL;
    AsyncWorld world = async_world_empty();

    async_text_parse(text, &world, &error);
    g_assert_no_error(error);
    return world;
}

static inline void async_assert_is(const AsyncWorld *world, const char *expected)
{
    char text[ASYNC_TEXT_SIZE];

    async_text_format(world, text);
    g_assert_cmpstr(text, ==, expected);
}
