/* Any text as what an engine says: as its answer it is a legal move, a resignation, a draw that a
 * chess engine claims, or a failure with a reason that fits in a table. */
#include <string.h>

#include "board/chess.h"
#include "players/external/engine_protocol.h"
#include "require.h"
#include "tests/legal.h"

static void answer(const Game *game, EngineProtocolKind protocol, const char *line)
{
    const EngineSettings settings = {.protocol = protocol};
    const bool is_plain = protocol == ENGINE_PROTOCOL_PLAIN;
    Engine *engine = engine_new(&settings, (EngineLimit){0});
    Choice choice = {.kind = CHOICE_DRAW_CLAIM};

    engine->game = game;
    engine->state = game->start();
    if (!engine->protocol->understand(engine, line, &choice)) {
        require(!is_plain || strcmp(line, "ready") == 0, "is passed over", line);
        engine_free(engine);
        return;
    }
    switch (choice.kind) {
    case CHOICE_MOVE:
        require(is_legal(game, &engine->state, choice.move), "is played, though not legal", line);
        break;
    case CHOICE_RESIGNATION:
        require(!is_plain || g_str_equal(line, "resign"), "resigns", line);
        break;
    case CHOICE_DRAW_CLAIM:
        require(!is_plain, "claimed a draw", line);
        break;
    case CHOICE_INTERRUPTION:
        require(false, "is taken for a fault of this system", line);
        break;
    case CHOICE_FAILURE:
        require(g_utf8_validate(engine->reason->str, -1, NULL), "is not UTF-8", line);
        require(strpbrk(engine->reason->str, "\r\n\t") == NULL, "breaks a line", line);
        require(engine->reason->len < 120, "is repeated at length", line);
        break;
    }
    engine_free(engine);
}

FUZZ_TEXT(line)
{
    answer(&GAME_CHESS, ENGINE_PROTOCOL_UCI, line);
    answer(&GAME_CHESS, ENGINE_PROTOCOL_CECP, line);
    for (size_t i = 0; i < GAME_COUNT; i++)
        answer(GAMES[i], ENGINE_PROTOCOL_PLAIN, line);
}
