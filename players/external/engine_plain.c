/* The protocol of the player `process`, for the side that asks: a line for each move that the
 * program has to make, and a line as the answer; players/README.md describes it. Every line tells
 * the whole game, so that a program need not remember anything. */
#include <string.h>

#include "players/external/engine_protocol.h"

#define READY "ready"  /* the answer to "ready?" */
#define CHANCE_BITS 31 /* bits of a number that any language can hold */

static bool start_plain(Engine *engine)
{
    engine->startup_ms = engine->settings->start_ms;
    return true;
}

/* Any answer shows that the program is running. */
static bool hear_ready(Engine *engine, G_GNUC_UNUSED const char *line, G_GNUC_UNUSED void *data)
{
    engine->startup_ms = 0;
    return true;
}

/* Programs that do not know the question ignore it: they are waited for once. */
static bool wait_until_ready(Engine *engine)
{
    g_string_append(engine->out, READY "?\n");
    return engine_listen(engine, engine_deadline(engine->settings->start_ms), hear_ready, NULL,
                         &engine->says_no_ready);
}

static void append_clocks(GString *out, const int64_t *left_ms, int sides)
{
    for (int side = 0; left_ms != NULL && side < sides; side++)
        g_string_append_printf(out, "%c%" G_GINT64_FORMAT, side == 0 ? '\t' : ' ', left_ms[side]);
}

static void tell_to_move(Engine *engine)
{
    const Game *game = engine->game;
    g_autofree char *present = game->write_state(&engine->state);
    const uint32_t chance = (uint32_t)(random_next(engine->call->random) >> (64 - CHANCE_BITS));
    Move legal[GAME_MAX_MOVES];
    const int count = game->moves(&engine->state, legal);
    g_autoptr(GString) legal_text = g_string_new(NULL);

    for (int i = 0; i < count; i++)
        engine_append_move(engine, legal[i], legal_text);
    g_string_append_printf(
        engine->out, "move\t%s\t%s\t%" G_GUINT64_FORMAT "\t%" G_GUINT32_FORMAT "\t%s\t%s\t%s\t%s",
        game->name, game->side_name[game->turn(&engine->state)], engine->settings->answer_ms,
        chance, engine->first_text, engine->moves_text->str, present, legal_text->str);
    append_clocks(engine->out, engine->call->left_ms, game->sides);
    g_string_append_c(engine->out, '\n');
}

static bool read_answer(Engine *engine, const char *line, Choice *out_choice)
{
    if (g_str_equal(line, READY)) /* that was waited for in vain */
        return false;
    if (g_str_equal(line, "resign"))
        *out_choice = (Choice){.kind = CHOICE_RESIGNATION};
    else
        *out_choice = engine_read_move(engine, line, (int)strlen(line));
    return true;
}

const EngineProtocol ENGINE_PLAIN = {
    .start = start_plain,
    .get_ready = wait_until_ready,
    .tell_to_move = tell_to_move,
    .understand = read_answer,
};
