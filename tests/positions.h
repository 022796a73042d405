/* Positions and sets of logics from text, for tests that write them down. */
#pragma once

#include <glib.h>

#include "agents/beyond/logic_text.h"
#include "agents/logic.h"
#include "board/fen.h"

static inline Position position_of(const char *fen)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();

    fen_parse(fen, &pos, &error);
    g_assert_no_error(error);
    return pos;
}

static inline LogicSet logics_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    LogicSet logics = logic_set_of_level(1);

    logic_set_parse(text, &logics, &error);
    g_assert_no_error(error);
    return logics;
}
