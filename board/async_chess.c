#include "board/async_chess.h"

#include <glib.h>

const TimedGame ASYNC_CHESS = {
    .name = "async",
    .summary = "asynchronous chess: pieces move in time, and nobody waits for a turn",
    .side_name = {"White", "Black"},
};

const TimedGame *const TIMED_GAMES[] = {&ASYNC_CHESS};
const size_t TIMED_GAME_COUNT = G_N_ELEMENTS(TIMED_GAMES);
