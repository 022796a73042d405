/* UCI, for the side that asks. */
#include <string.h>

#include "players/external/engine_protocol.h"

#define SPACES " \t"

/* What follows @words, which have a space between them, at the beginning of @line; NULL: it begins
 * with other words. */
static const char *text_after(const char *line, const char *words)
{
    line += strspn(line, SPACES);
    while (*words != '\0') {
        const size_t length = strcspn(words, " ");
        if (strncmp(line, words, length) != 0 || strchr(SPACES, line[length]) == NULL) /* or end */
            return NULL;
        line += length + strspn(line + length, SPACES);
        words += length + (words[length] == ' ');
    }
    return line;
}

/* Reads lines until the one that is awaited; notes the engine's name and options on the way. */
static bool read_handshake(Engine *engine, const char *line, void *data)
{
    const char *text;

    if ((text = text_after(line, "id name")) != NULL) {
        g_string_assign(engine->title, text);
    } else if ((text = text_after(line, "option name")) != NULL) { /* it may contain spaces */
        const char *end = strstr(text, " type ");
        g_ptr_array_add(engine->uci_options,
                        g_strndup(text, end != NULL ? (gsize)(end - text) : strlen(text)));
    }
    return text_after(line, *(const char **)data) != NULL;
}

static bool send_and_wait_for(Engine *engine, const char *awaited)
{
    return engine_listen(engine, engine_deadline(engine->settings->start_ms), read_handshake,
                         &awaited, NULL);
}

/* In the protocol the names of options ignore case. */
static bool has_option(const Engine *engine, const char *name)
{
    for (guint i = 0; i < engine->uci_options->len; i++)
        if (g_ascii_strcasecmp(g_ptr_array_index(engine->uci_options, i), name) == 0)
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
        return engine_interrupt(engine, "the engine has no option '%s'", text);
    g_string_append_printf(engine->out, "setoption name %s", text);
    if (value != NULL)
        g_string_append_printf(engine->out, " value %s", g_strstrip(value));
    g_string_append_c(engine->out, '\n');
    return true;
}

static bool start_uci(Engine *engine)
{
    g_auto(GStrv) options = g_strsplit(engine->settings->options, ";", -1);

    g_ptr_array_set_size(engine->uci_options, 0);
    g_string_assign(engine->out, "uci\n");
    if (!send_and_wait_for(engine, "uciok"))
        return false;
    for (char **option = options; *option != NULL; option++)
        if (!tell_option(engine, *option))
            return false;
    engine_send_lines(engine, "", engine->settings->init);
    g_string_append(engine->out, "isready\n");
    return send_and_wait_for(engine, "readyok");
}

static bool begin_game(Engine *engine)
{
    g_string_assign(engine->out, "ucinewgame\n");
    engine_send_lines(engine, "", engine->settings->each_game);
    g_string_append(engine->out, "isready\n");
    return send_and_wait_for(engine, "readyok");
}

static void tell_to_move(Engine *engine)
{
    const bool is_start = position_is_start(&engine->first.chess);

    g_string_append_printf(engine->out, "position %s%s%s", is_start ? "startpos" : "fen ",
                           is_start ? "" : engine->first_text,
                           engine->moves->len > 0 ? " moves " : "");
    g_string_append_len(engine->out, engine->moves_text->str, (gssize)engine->moves_text->len);
    g_string_append_printf(engine->out, "\ngo %s %" G_GUINT64_FORMAT "\n",
                           ENGINE_LIMIT_NAMES[engine->limit.kind], engine->limit.amount);
}

static bool read_answer(Engine *engine, const char *line, Choice *out_choice)
{
    const char *move = text_after(line, "bestmove");

    if (move == NULL)
        return false;
    *out_choice = engine_read_move(engine, move, (int)strcspn(move, SPACES));
    return true;
}

const EngineProtocol ENGINE_UCI = {
    .start = start_uci,
    .begin = begin_game,
    .tell_to_move = tell_to_move,
    .understand = read_answer,
};
