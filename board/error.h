/* What can be wrong with a text that describes a position, a move or a game. */
#pragma once

#include <glib.h>

typedef enum {
    BOARD_ERROR_SYNTAX, /* it cannot be read */
    BOARD_ERROR_RULES   /* it can be read, but the rules of the game do not allow it */
} BoardError;

#define BOARD_ERROR (board_error_quark())
GQuark board_error_quark(void);
