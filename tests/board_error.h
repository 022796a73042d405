/* Errors of the board by name. */
#pragma once

#include <glib.h>

#include "board/text_lines.h"

/* The code of "syntax" or "rules". */
static inline int board_error_of(const char *name)
{
    return g_str_equal(name, "rules") ? BOARD_ERROR_RULES : BOARD_ERROR_SYNTAX;
}
