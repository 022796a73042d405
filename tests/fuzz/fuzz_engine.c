/* Any text as what an engine says: it is understood as something, and whatever is pointed at stands
 * in the line. As the answer of a program to a question it is a legal move, a resignation or a
 * failure with a reason that fits in a table. */
#include <string.h>

#include "players/engine/cecp.h"
#include "players/engine/engine_protocol.h"
#include "players/engine/uci.h"
#include "require.h"
#include "tests/legal.h"

/* g_assert() is off in release builds. */
static void require_inside(const char *line, const char *text, int length)
{
    if (length < 0 || text < line || text + length > line + strlen(line))
        g_error("points outside of: %s", line);
}

static void check_features(const char *line, const char *text)
{
    CecpFeature feature;

    while (cecp_next_feature(&text, &feature)) {
        require_inside(line, feature.name, feature.name_length);
        require_inside(line, feature.value, feature.value_length);
        require_inside(line, text, 0);
    }
}

static void answer(const Game *game, const char *line)
{
    static const EngineSettings settings = {.protocol = ENGINE_PROTOCOL_PLAIN};
    Engine *engine = engine_new(&settings, (EngineLimit){0});
    Choice choice = {.kind = CHOICE_DRAW_CLAIM};

    engine->game = game;
    engine->state = game->start();
    if (!ENGINE_PLAIN.understand(engine, line, &choice)) {
        require(strcmp(line, "ready") == 0, "is passed over", line);
        engine_free(engine);
        return;
    }
    switch (choice.kind) {
    case CHOICE_MOVE:
        require(is_legal(game, &engine->state, choice.move), "is played, though not legal", line);
        break;
    case CHOICE_RESIGNATION:
        require(g_str_equal(line, "resign"), "resigns", line);
        break;
    case CHOICE_DRAW_CLAIM:
        g_error("claims a draw: %s", line);
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
    const UciAnswer uci = uci_parse_answer(line);
    const CecpAnswer cecp = cecp_parse_answer(line);

    if (uci.text != NULL)
        require_inside(line, uci.text, uci.length);
    if (cecp.text != NULL)
        require_inside(line, cecp.text, cecp.length);
    check_features(line, line);
    for (size_t i = 0; i < GAME_COUNT; i++)
        answer(GAMES[i], line);
}
