#include "board/error.h"

G_DEFINE_QUARK(board_error, board_error)
