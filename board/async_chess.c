#include "board/async_chess.h"

const Game GAME_ASYNC = {
    .name = "async",
    .summary = "asynchronous chess: pieces move in time, and nobody waits for a turn",
    .sides = 2,
    .side_name = {"White", "Black"},
    .in_time = true,
};
