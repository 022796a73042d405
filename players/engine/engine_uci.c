/* UCI, for the side that asks. */
#include <string.h>

#include "players/engine/engine_protocol.h"
#include "players/engine/uci.h"

/* Hears lines until uciok; notes the engine's name and options on the way. */
static bool hear_kind(Engine *engine, const char *line, void *data)
{
    const UciAnswerKind *awaited = data;
    const UciAnswer answer = uci_parse_answer(line);

    if (answer.kind == UCI_ANSWER_NAME)
        g_string_truncate(g_string_assign(engine->title, answer.text), (gsize)answer.length);
    else if (answer.kind == UCI_ANSWER_OPTION)
        g_ptr_array_add(engine->uci.options, g_strndup(answer.text, (gsize)answer.length));
    return answer.kind == *awaited;
}

static bool send_and_wait_for(Engine *engine, UciAnswerKind awaited)
{
    return engine_listen(engine, engine_deadline(engine->settings->start_ms), hear_kind, &awaited,
                         NULL);
}

/* In the protocol the names of options ignore case. */
static bool has_option(const Engine *engine, const char *name)
{
    for (guint i = 0; i < engine->uci.options->len; i++)
        if (g_ascii_strcasecmp(g_ptr_array_index(engine->uci.options, i), name) == 0)
            return true;
    return false;
}

static bool tell_option(Engine *engine, char *text)
{
    char *value = strchr(text, '=');

    if (value != NULL)
        *value++ = '\0';
    g_strstrip(text);
    if (*text == '\0')
        return true;
    if (!has_option(engine, text))
        return engine_fail(engine, "has no option '%s'", text);
    g_string_append_printf(engine->out, "setoption name %s", text);
    if (value != NULL)
        g_string_append_printf(engine->out, " value %s", g_strstrip(value));
    g_string_append_c(engine->out, '\n');
    return true;
}

static bool start(Engine *engine)
{
    g_auto(GStrv) options = g_strsplit(engine->settings->options, ";", -1);

    g_ptr_array_set_size(engine->uci.options, 0);
    g_string_assign(engine->out, "uci\n");
    if (!send_and_wait_for(engine, UCI_ANSWER_UCIOK))
        return false;
    for (char **option = options; *option != NULL; option++)
        if (!tell_option(engine, *option))
            return false;
    engine_tell_lines(engine, "", engine->settings->init);
    g_string_append(engine->out, "isready\n");
    return send_and_wait_for(engine, UCI_ANSWER_READYOK);
}

static bool begin(Engine *engine)
{
    if (position_is_start(&engine->first.chess)) {
        g_string_assign(engine->uci.position, "position startpos");
    } else {
        g_autofree char *fen = engine->game->write_state(&engine->first);
        g_string_printf(engine->uci.position, "position fen %s", fen);
    }
    g_string_assign(engine->out, "ucinewgame\n");
    engine_tell_lines(engine, "", engine->settings->each_game);
    g_string_append(engine->out, "isready\n");
    return send_and_wait_for(engine, UCI_ANSWER_READYOK);
}

static void tell_move(Engine *engine, Move move)
{
    char text[GAME_MOVE_TEXT_SIZE];
    GString *position = engine->uci.position;

    g_string_append(position, engine->moves->len == 0 ? " moves " : " ");
    g_string_append_len(position, text, engine->game->format_move_code(move, text));
}

static void tell_to_move(Engine *engine)
{
    g_string_append_len(engine->out, engine->uci.position->str, (gssize)engine->uci.position->len);
    g_string_append_printf(engine->out, "\ngo %s %" G_GUINT64_FORMAT "\n",
                           ENGINE_LIMIT_NAMES[engine->limit.kind], engine->limit.amount);
}

static bool understand(Engine *engine, const char *line, Choice *out_choice)
{
    const UciAnswer answer = uci_parse_answer(line);

    if (answer.kind != UCI_ANSWER_BESTMOVE)
        return false;
    *out_choice = engine_read_move(engine, answer.text, answer.length);
    if (out_choice->kind == CHOICE_MOVE)
        tell_move(engine, out_choice->move); /* it is part of the next position */
    return true;
}

const EngineProtocol ENGINE_UCI = {
    .start = start,
    .begin = begin,
    .tell_move = tell_move,
    .tell_to_move = tell_to_move,
    .understand = understand,
};
