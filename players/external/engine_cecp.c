/* The protocol of XBoard, for the side that asks. */
#include <string.h>

#include "players/external/engine_protocol.h"

/* If an engine that has sent something is silent for so long, it has sent all its features; the
 * figure is the protocol's. */
#define FEATURES_MS 2000

#define SPACES " \t"

typedef enum {
    LINE_OTHER, /* thinking, a comment, garbage: nothing that matters here */
    LINE_FEATURES,
    LINE_MOVE,
    LINE_PONG,
    LINE_RESIGNATION,
    LINE_WHITE_WINS, /* a result line: "1-0 {White mates}" */
    LINE_BLACK_WINS,
    LINE_DRAW,
    LINE_ILLEGAL /* the engine calls what it was sent illegal */
} LineKind;

/* Also those of protocol version 1. */
static const struct {
    const char *begin; /* of the line */
    LineKind kind;
} LINES[] = {
    {"move ", LINE_MOVE},
    {"My move is:", LINE_MOVE},
    {"My move is :", LINE_MOVE},
    {"feature ", LINE_FEATURES},
    {"pong ", LINE_PONG},
    {"resign", LINE_RESIGNATION},
    {"tellics resign", LINE_RESIGNATION},
    {RESULT_WHITE_WINS, LINE_WHITE_WINS},
    {RESULT_BLACK_WINS, LINE_BLACK_WINS},
    {RESULT_DRAW, LINE_DRAW},
    {"Illegal move", LINE_ILLEGAL},
};

static void note_feature(Engine *engine, const char *name, size_t name_length, const char *value,
                         size_t value_length)
{
    const bool on = *value == '1';
    const struct {
        const char *name;
        bool *member;
    } switches[] = {
        {"ping", &engine->cecp.has_ping},         {"setboard", &engine->cecp.has_setboard},
        {"usermove", &engine->cecp.has_usermove}, {"san", &engine->cecp.wants_san},
        {"done", &engine->cecp.is_done},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(switches); i++)
        if (text_is(name, name_length, switches[i].name))
            *switches[i].member = on;
    if (text_is(name, name_length, "done"))
        engine->cecp.is_busy = !on;
    else if (text_is(name, name_length, "myname"))
        g_string_truncate(g_string_assign(engine->title, value), value_length);
}

/* Notes each NAME=VALUE of @text, where values may be in quotes. */
static void note_features(Engine *engine, const char *text)
{
    for (;;) {
        const char *name = text + strspn(text, SPACES);
        const size_t name_length = strcspn(name, "=" SPACES);
        const bool is_quoted = name[name_length] == '=' && name[name_length + 1] == '"';
        const char *value = name + name_length + 1 + is_quoted;
        size_t value_length;

        if (name_length == 0 || name[name_length] != '=')
            return;
        value_length = strcspn(value, is_quoted ? "\"" : SPACES);
        note_feature(engine, name, name_length, value, value_length);
        text = value + value_length + (is_quoted && value[value_length] == '"');
    }
}

/* Kind of @line; *@out_text is what follows. Features, which may come at any time, are noted. */
static LineKind kind_of_line(Engine *engine, const char *line, const char **out_text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(LINES); i++)
        if (g_str_has_prefix(line, LINES[i].begin)) {
            *out_text = line + strlen(LINES[i].begin);
            *out_text += strspn(*out_text, SPACES);
            if (LINES[i].kind == LINE_FEATURES)
                note_features(engine, *out_text);
            return LINES[i].kind;
        }
    return LINE_OTHER;
}

static bool hear_line(Engine *engine, const char *line, G_GNUC_UNUSED void *data)
{
    const char *text;

    kind_of_line(engine, line, &text);
    return true;
}

/* Reads features until done=1. An engine of protocol version 1 has none and says nothing. One that
 * is slow to start is silent too, but has all its time to start. One that has begun to talk is done
 * when it is silent for two seconds, unless it has sent done=0. */
static bool hear_features(Engine *engine)
{
    const gint64 deadline = engine_deadline(engine->settings->start_ms);
    bool has_spoken = false, is_over = false;

    while (!engine->cecp.is_done && !is_over) {
        const bool waits_for_more = has_spoken && !engine->cecp.is_busy;
        if (!engine_listen(engine,
                           waits_for_more ? MIN(deadline, engine_deadline(FEATURES_MS)) : deadline,
                           hear_line, NULL, &is_over))
            return false;
        has_spoken = true;
        is_over |= g_get_monotonic_time() >= deadline;
    }
    return true;
}

static bool start_xboard(Engine *engine)
{
    memset(&engine->cecp, 0, sizeof engine->cecp);
    g_string_assign(engine->out, "xboard\nprotover 2\n");
    if (!hear_features(engine))
        return false;
    engine_send_lines(engine, "option ", engine->settings->options);
    engine_send_lines(engine, "", engine->settings->init);
    return true;
}

static void tell_limit(Engine *engine)
{
    const uint64_t amount = engine->limit.amount;

    if (engine->limit.kind == ENGINE_LIMIT_MOVETIME)
        g_string_append_printf(engine->out, "st %" G_GUINT64_FORMAT "\n", amount / 1000);
    else
        g_string_append_printf(engine->out, "%s %" G_GUINT64_FORMAT "\n",
                               engine->settings->depth_command, amount);
}

static bool hear_pong(Engine *engine, const char *line, G_GNUC_UNUSED void *data)
{
    const char *text;

    return kind_of_line(engine, line, &text) == LINE_PONG &&
           g_ascii_strtoull(text, NULL, 10) == engine->cecp.pings;
}

/* Waits for the answer to a ping: all that comes before it belongs to the game before. */
static bool wait_for_pong(Engine *engine)
{
    g_string_append_printf(engine->out, "ping %u\n", ++engine->cecp.pings);
    return engine_listen(engine, engine_deadline(engine->settings->start_ms), hear_pong, NULL,
                         NULL);
}

static bool begin_game(Engine *engine)
{
    engine->cecp.moves_itself = false;
    engine->cecp.last_move[0] = '\0';
    g_string_append(engine->out, "new\nforce\neasy\nnopost\n"); /* "new" may undo the others */
    engine_send_lines(engine, "", engine->settings->each_game);
    tell_limit(engine);
    if (!position_is_start(&engine->first.chess)) {
        g_autofree char *fen = engine->game->write_state(&engine->first);
        if (!engine->cecp.has_setboard)
            return engine_fail(engine,
                               "cannot set up a position, because it does not support setboard");
        g_string_append_printf(engine->out, "setboard %s\n", fen);
    }
    return !engine->cecp.has_ping || wait_for_pong(engine);
}

static void tell_move(Engine *engine, Move move)
{
    char *text = engine->cecp.last_move;
    const int length = engine->cecp.wants_san
                           ? engine->game->format_move(&engine->state, move, text)
                           : engine->game->format_move_code(move, text);

    text[length] = '\0';
    g_string_append_printf(engine->out, "%s%s\n", engine->cecp.has_usermove ? "usermove " : "",
                           text);
}

static void tell_to_move(Engine *engine)
{
    if (!engine->cecp.moves_itself)
        g_string_append(engine->out, "go\n");
    engine->cecp.moves_itself = true;
}

/* An engine that says that the other side has won resigns. It may claim its own win only by a
 * mate. */
static Choice read_win(Engine *engine, int winner)
{
    if (winner != engine->game->turn(&engine->state))
        return (Choice){.kind = CHOICE_RESIGNATION};
    engine_fail(engine, "claimed a win, but the game is not won");
    return ENGINE_FAILURE;
}

/* Old engines call any unknown command an illegal move: the complaint counts only if it is about
 * the last move. */
static bool read_complaint(Engine *engine, const char *line, Choice *out_choice)
{
    if (*engine->cecp.last_move == '\0' || strstr(line, engine->cecp.last_move) == NULL)
        return false;
    engine_fail(engine, "rejected the legal move %s as illegal", engine->cecp.last_move);
    *out_choice = ENGINE_FAILURE;
    return true;
}

static bool read_answer(Engine *engine, const char *line, Choice *out_choice)
{
    const char *text;
    const LineKind kind = kind_of_line(engine, line, &text);

    switch (kind) {
    case LINE_MOVE:
        *out_choice = engine_read_move(engine, text, (int)strcspn(text, SPACES));
        return true;
    case LINE_RESIGNATION:
        *out_choice = (Choice){.kind = CHOICE_RESIGNATION};
        return true;
    case LINE_WHITE_WINS:
    case LINE_BLACK_WINS:
        *out_choice = read_win(engine, kind == LINE_WHITE_WINS ? 0 : 1);
        return true;
    case LINE_DRAW:
        *out_choice = (Choice){.kind = CHOICE_DRAW_CLAIM};
        return true;
    case LINE_ILLEGAL:
        return read_complaint(engine, line, out_choice);
    default:
        return false;
    }
}

const EngineProtocol ENGINE_CECP = {
    .start = start_xboard,
    .begin = begin_game,
    .tell_move = tell_move,
    .tell_to_move = tell_to_move,
    .understand = read_answer,
};
