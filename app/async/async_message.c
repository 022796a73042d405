#include "app/async/async_message.h"

#include <string.h>

#include "app/async/async_error.h"
#include "app/async/line_members.h"
#include "board/async_text.h"
#include "board/async_view.h"
#include "experiments/tools/json_writer.h"

static const char *const REASON_NAME[ASYNC_END_COUNT] = {
    [ASYNC_GOES_ON] = "",
    [ASYNC_WHITE_KING_KILLED] = "white king killed",
    [ASYNC_BLACK_KING_KILLED] = "black king killed",
    [ASYNC_BOTH_KINGS_KILLED] = "both kings killed",
    [ASYNC_TIME_UP] = "time up",
};

static const char *const HEAD_ON_NAME[] = {"meet", "pass"};

/* The latest time that any game comes to, as in board/async_text.h. */
#define TIME_MAX_MS (2000 * ASYNC_MAX_MS)

/* A state: the object, its list of pieces, a piece. */
#define DEPTH_MAX 3

/* Rows: the name of a member and where it stands; what it is comes behind. */
#define ROW(text, kind, struct, field) LINE_MEMBER(text, kind, struct, field)
#define BOUNDS(least, most) .min = least, .max = most
#define NAMES(list, length) .names = list, .max = length

/* Pieces of a world */

static void add_piece(JsonBuilder *json, const AsyncWorld *world, Square sq)
{
    const bool under_way = bitboard_has(world->under_way, sq);

    json_builder_begin_object(json);
    line_write_square(json, "square", sq);
    json_add_text(json, "colour", ASYNC_ROLE_NAME[async_world_color_at(world, sq)]);
    json_add_text(json, "piece", PIECE_NAME[async_world_type_at(world, sq)]);
    json_add_flag(json, "under_way", under_way);
    if (under_way && async_view_has_path(world, sq)) {
        line_write_square(json, "to", world->to[sq]);
        json_add_number(json, "due_ms", world->due_ms[sq]);
    }
    json_builder_end_object(json);
}

static void add_pieces(JsonBuilder *json, const char *name, const void *value)
{
    const AsyncWorld *world = value;

    json_begin_list(json, name);
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1)
        add_piece(json, world, bitboard_first(rest));
    json_builder_end_array(json);
}

/* Element @i of the list @name, which must be an object. */
static bool list_object(const JsonMembers *members, JsonArray *list, guint i, const char *name,
                        JsonMembers *out_members)
{
    JsonNode *node = json_array_get_element(list, i);

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_members_fail(members, "%s: it has elements that are not objects", name);
    *out_members = json_members_of(json_node_get_object(node), members->error);
    return true;
}

/* Reads where a piece that is under way goes, if that is told. */
static bool read_path(JsonMembers *piece, AsyncWorld *world, Square sq)
{
    Square to = SQUARE_NONE;
    int64_t due_ms = 0;

    if (json_members_has(piece, "to") &&
        (!line_read_square(piece, "to", &to) ||
         !json_members_number(piece, "due_ms", world->now_ms + 1, TIME_MAX_MS, &due_ms)))
        return false;
    async_world_set_path(world, sq, to, due_ms);
    return true;
}

static bool read_piece(JsonMembers *piece, AsyncWorld *world)
{
    Bitboard occupied = async_world_occupied(world);
    Square sq = 0;
    int color, type;
    bool under_way;

    if (!line_read_square(piece, "square", &sq) ||
        !line_add_to_set(piece, "square", sq, &occupied) ||
        !json_members_name(piece, "colour", ASYNC_ROLE_NAME, COLOR_COUNT, &color) ||
        !json_members_name(piece, "piece", PIECE_NAME, PIECE_TYPE_COUNT, &type) ||
        !json_members_flag(piece, "under_way", &under_way))
        return false;
    async_world_place(world, (Color)color, (PieceType)type, sq);
    return (!under_way || read_path(piece, world, sq)) && json_members_end(piece);
}

/* What contradicts the rest of @world, hidden paths aside; NULL if nothing does. */
static const char *fault_of(const AsyncWorld *world)
{
    AsyncWorld shown = *world;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1)
        if (!async_view_has_path(world, bitboard_first(rest)))
            async_world_halt(&shown, bitboard_first(rest));
    return async_world_fault(&shown);
}

/* The pieces of a world whose time is known. */
static bool read_pieces(JsonMembers *members, const char *name, void *value)
{
    AsyncWorld *world = value;
    JsonArray *list = json_members_list(members, name);
    const char *fault;

    if (list == NULL)
        return false;
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonMembers piece;
        if (!list_object(members, list, i, name, &piece) || !read_piece(&piece, world))
            return false;
    }
    fault = fault_of(world);
    return fault == NULL || json_members_fail(members, "%s: %s", name, fault);
}

/* The end of a world */

static void add_end(JsonBuilder *json, const char *name, const void *value)
{
    const AsyncWorld *world = value;
    const Color winner = async_end_winner((AsyncEnd)world->end);

    if (world->end == ASYNC_GOES_ON)
        return;
    json_begin_object(json, name);
    json_builder_set_member_name(json, "winner");
    if (winner == COLOR_COUNT)
        json_builder_add_null_value(json);
    else
        json_builder_add_string_value(json, ASYNC_ROLE_NAME[winner]);
    json_add_text(json, "reason", REASON_NAME[world->end]);
    json_builder_end_object(json);
}

static bool read_end(JsonMembers *members, const char *name, void *value)
{
    AsyncWorld *world = value;
    JsonMembers over;
    JsonNode *winner;
    const char *color = NULL;
    Color expected;
    int end;

    if (!json_members_has(members, name))
        return true;
    if (!json_members_object(members, name, &over))
        return false;
    winner = json_members_take(&over, "winner");
    if (winner != NULL && json_node_get_value_type(winner) == G_TYPE_STRING)
        color = json_node_get_string(winner);
    if (winner == NULL || (color == NULL && !JSON_NODE_HOLDS_NULL(winner)))
        return json_members_fail(&over, "winner: the colour, or null, is missing");
    if (!json_members_name(&over, "reason", REASON_NAME + 1, ASYNC_END_COUNT - 1, &end))
        return false;
    world->end = (uint64_t)end + 1;
    expected = async_end_winner((AsyncEnd)world->end);
    if (g_strcmp0(color, expected == COLOR_COUNT ? NULL : ASYNC_ROLE_NAME[expected]) != 0)
        return json_members_fail(&over, "winner: it does not fit the reason '%s'",
                                 REASON_NAME[world->end]);
    return json_members_end(&over);
}

/* Rules */

static void add_paces(JsonBuilder *json, const char *name, const void *value)
{
    const int64_t *ms_per_space = value;

    json_begin_object(json, name);
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        json_add_number(json, PIECE_NAME[type], ms_per_space[type]);
    json_builder_end_object(json);
}

static bool read_paces(JsonMembers *rules, const char *name, void *value)
{
    int64_t *ms_per_space = value;
    JsonMembers paces;

    if (!json_members_object(rules, name, &paces))
        return false;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (!json_members_number(&paces, PIECE_NAME[type], 1, ASYNC_MAX_MS, &ms_per_space[type]))
            return false;
    return json_members_end(&paces);
}

#define RULES .kinds = 1
static const LineMember RULES_MEMBERS[] = {
    {RULES, ROW("ms_per_space", LINE_OWN, AsyncRules, ms_per_space), .write = add_paces,
     .read = read_paces},
    {RULES, ROW("knight_spaces", LINE_NUMBER, AsyncRules, knight_spaces),
     BOUNDS(1, ASYNC_MAX_KNIGHT_SPACES)},
    {RULES, ROW("head_on", LINE_NAME, AsyncRules, exchange_head_on),
     NAMES(HEAD_ON_NAME, G_N_ELEMENTS(HEAD_ON_NAME))},
    {RULES, ROW("see_paths", LINE_FLAG, AsyncRules, see_paths)},
    {RULES, ROW("time_limit_ms", LINE_NUMBER, AsyncRules, time_limit_ms), BOUNDS(1, ASYNC_MAX_MS)},
};

static void add_rules(JsonBuilder *json, const char *name, const void *value)
{
    json_begin_object(json, name);
    line_members_write(RULES_MEMBERS, G_N_ELEMENTS(RULES_MEMBERS), 0, value, json);
    json_builder_end_object(json);
}

static bool read_rules(JsonMembers *members, const char *name, void *value)
{
    JsonMembers rules;

    return json_members_object(members, name, &rules) &&
           line_members_read(RULES_MEMBERS, G_N_ELEMENTS(RULES_MEMBERS), 0, &rules, value) &&
           json_members_end(&rules);
}

/* What has been entered */

static void add_entered(JsonBuilder *json, const char *name, const void *value)
{
    const AsyncEvent *event = value;

    json_begin_list(json, name);
    for (Bitboard rest = event->settled.entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        json_builder_begin_object(json);
        line_write_square(json, "from", from);
        line_write_square(json, "to", event->entered_to[from]);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static bool read_entered(JsonMembers *members, const char *name, void *value)
{
    AsyncEvent *event = value;
    JsonArray *list = json_members_list(members, name);
    Bitboard targets = 0;

    if (list == NULL)
        return false;
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonMembers entry;
        Square from = 0, to = 0;
        if (!list_object(members, list, i, name, &entry) ||
            !line_read_square(&entry, "from", &from) || !line_read_square(&entry, "to", &to) ||
            !line_add_to_set(&entry, "from", from, &event->settled.entered) ||
            !line_add_to_set(&entry, "to", to, &targets) || !json_members_end(&entry))
            return false;
        event->entered_to[from] = to;
    }
    return true;
}

/* The start of a recorded game, whose rules are known */

static void add_start(JsonBuilder *json, const char *name, const void *value)
{
    const AsyncGameHead *game = value;
    char start[ASYNC_TEXT_SIZE];

    async_text_format(&game->start, start);
    json_add_text(json, name, start);
}

static bool read_start(JsonMembers *members, const char *name, void *value)
{
    AsyncGameHead *game = value;
    const char *text = json_members_text(members, name);
    g_autoptr(GError) fault = NULL;

    if (text == NULL)
        return false;
    if (!async_text_parse(text, &game->start, &fault))
        return json_members_fail(members, "%s: %s", name, fault->message);
    if (game->start.end != ASYNC_GOES_ON || game->start.now_ms > game->rules.time_limit_ms)
        return json_members_fail(members, "%s: '%s' is over", name, text);
    return true;
}

/* The kinds that have a member. */
#define HELLO .kinds = 1U << ASYNC_MESSAGE_HELLO
#define WELCOME .kinds = 1U << ASYNC_MESSAGE_WELCOME
#define STATE .kinds = 1U << ASYNC_MESSAGE_STATE
#define COMMAND .kinds = 1U << ASYNC_MESSAGE_COMMAND
#define ANSWER .kinds = 1U << ASYNC_MESSAGE_ANSWER
#define EVENT .kinds = 1U << ASYNC_MESSAGE_EVENT
#define ERROR .kinds = 1U << ASYNC_MESSAGE_ERROR
#define BYE .kinds = 1U << ASYNC_MESSAGE_BYE
#define GAME .kinds = 1U << ASYNC_MESSAGE_GAME
#define REFUSED .kinds = 1U << ASYNC_MESSAGE_REFUSED

#define VERSION BOUNDS(ASYNC_PROTOCOL_VERSION, ASYNC_PROTOCOL_VERSION)
#define TIME BOUNDS(0, TIME_MAX_MS)
#define PIECES .write = add_pieces, .read = read_pieces
#define OVER .write = add_end, .read = read_end
#define OF_RULES .write = add_rules, .read = read_rules

static const LineMember MEMBERS[] = {
    {HELLO, ROW("version", LINE_NUMBER, AsyncMessage, hello.version), VERSION},
    {HELLO, ROW("name", LINE_TEXT, AsyncMessage, hello.name)},
    {HELLO, ROW("colour", LINE_NAME, AsyncMessage, hello.role),
     NAMES(ASYNC_ROLE_NAME, G_N_ELEMENTS(ASYNC_ROLE_NAME))},
    {HELLO, ROW("token", LINE_TEXT, AsyncMessage, hello.token), .may_be_left_out = true},

    {WELCOME, ROW("version", LINE_NUMBER, AsyncMessage, welcome.version), VERSION},
    {WELCOME, ROW("colour", LINE_NAME, AsyncMessage, welcome.role),
     NAMES(ASYNC_ROLE_NAME, ASYNC_ROLE_COUNT)},
    {WELCOME, ROW("token", LINE_TEXT, AsyncMessage, welcome.token), .may_be_left_out = true},
    {WELCOME, ROW("rules", LINE_OWN, AsyncMessage, welcome.rules), OF_RULES},
    {WELCOME, ROW("speed", LINE_REAL, AsyncMessage, welcome.speed), .low = ASYNC_SPEED_MIN,
     .high = ASYNC_SPEED_MAX},

    {STATE, ROW("time_ms", LINE_NUMBER, AsyncMessage, state.world.now_ms), TIME},
    {STATE, ROW("running", LINE_FLAG, AsyncMessage, state.is_running)},
    {STATE, ROW("pieces", LINE_OWN, AsyncMessage, state.world), PIECES},
    {STATE, ROW("over", LINE_OWN, AsyncMessage, state.world), OVER},

    {COMMAND, ROW("from", LINE_SQUARE, AsyncMessage, command.from)},
    {COMMAND, ROW("to", LINE_SQUARE, AsyncMessage, command.to)},

    {ANSWER, ROW("time_ms", LINE_NUMBER, AsyncMessage, answer.command.time_ms), TIME},
    {ANSWER, ROW("colour", LINE_NAME, AsyncMessage, answer.command.side),
     NAMES(ASYNC_ROLE_NAME, COLOR_COUNT)},
    {ANSWER, ROW("from", LINE_SQUARE, AsyncMessage, answer.command.from)},
    {ANSWER, ROW("to", LINE_SQUARE, AsyncMessage, answer.command.to)},
    {ANSWER, ROW("answer", LINE_NAME, AsyncMessage, answer.answer),
     NAMES(ASYNC_ANSWER_TEXT, ASYNC_ANSWER_COUNT)},

    {EVENT, ROW("time_ms", LINE_NUMBER, AsyncMessage, event.now.now_ms), TIME},
    {EVENT, ROW("entered", LINE_OWN, AsyncMessage, event), .write = add_entered,
     .read = read_entered},
    {EVENT, ROW("stopped", LINE_SQUARES, AsyncMessage, event.settled.stopped)},
    {EVENT, ROW("killed", LINE_SQUARES, AsyncMessage, event.settled.killed)},
    {EVENT, ROW("pieces", LINE_OWN, AsyncMessage, event.now), PIECES},
    {EVENT, ROW("over", LINE_OWN, AsyncMessage, event.now), OVER},

    {ERROR, ROW("message", LINE_TEXT, AsyncMessage, sentence)},

    {BYE, ROW("reason", LINE_TEXT, AsyncMessage, sentence), .may_be_left_out = true},

    {GAME, ROW("version", LINE_NUMBER, AsyncMessage, game.version), VERSION},
    {GAME, ROW("rules", LINE_OWN, AsyncMessage, game.rules), OF_RULES},
    {GAME, ROW("seed", LINE_NUMBER, AsyncMessage, game.seed), BOUNDS(0, G_MAXINT64)},
    {GAME, ROW("start", LINE_OWN, AsyncMessage, game), .write = add_start, .read = read_start},
    {GAME, ROW("white", LINE_TEXT, AsyncMessage, game.name[COLOR_WHITE])},
    {GAME, ROW("black", LINE_TEXT, AsyncMessage, game.name[COLOR_BLACK])},

    {REFUSED, ROW("time_ms", LINE_NUMBER, AsyncMessage, refused.time_ms), TIME},
    {REFUSED, ROW("white", LINE_NUMBER, AsyncMessage, refused.count[COLOR_WHITE]),
     BOUNDS(0, G_MAXINT32)},
    {REFUSED, ROW("black", LINE_NUMBER, AsyncMessage, refused.count[COLOR_BLACK]),
     BOUNDS(0, G_MAXINT32)},
};

static const char *const KIND_NAME[ASYNC_MESSAGE_KIND_COUNT] = {
    [ASYNC_MESSAGE_HELLO] = "hello",   [ASYNC_MESSAGE_WELCOME] = "welcome",
    [ASYNC_MESSAGE_STATE] = "state",   [ASYNC_MESSAGE_COMMAND] = "command",
    [ASYNC_MESSAGE_ANSWER] = "answer", [ASYNC_MESSAGE_EVENT] = "event",
    [ASYNC_MESSAGE_ERROR] = "error",   [ASYNC_MESSAGE_BYE] = "bye",
    [ASYNC_MESSAGE_GAME] = "game",     [ASYNC_MESSAGE_REFUSED] = "refused",
};

char *async_message_format(const AsyncMessage *message)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    json_add_text(json, "type", KIND_NAME[message->kind]);
    line_members_write(MEMBERS, G_N_ELEMENTS(MEMBERS), message->kind, message, json);
    json_builder_end_object(json);
    return json_finish_line(json);
}

void async_message_say(const AsyncMessage *message, const SessionOutput *output)
{
    g_autofree char *line = async_message_format(message);

    output->say(line, output->data);
}

char *async_end_sentence(const AsyncWorld *world)
{
    const Color winner = async_end_winner((AsyncEnd)world->end);

    if (world->end == ASYNC_GOES_ON)
        return g_strdup_printf("nobody has won by %" G_GINT64_FORMAT " ms", world->now_ms);
    return g_strdup_printf("%s: %s at %" G_GINT64_FORMAT " ms",
                           winner == COLOR_COUNT   ? "a draw"
                           : winner == COLOR_WHITE ? "white wins"
                                                   : "black wins",
                           REASON_NAME[world->end], world->now_ms);
}

void async_message_copy_text(const char *text, char *out_text, size_t size)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    const char *end;

    g_strlcpy(out_text, valid, size);
    if (!g_utf8_validate(out_text, -1, &end))
        out_text[end - out_text] = '\0';
    for (char *at = out_text; *at != '\0'; at++)
        if (g_ascii_iscntrl(*at))
            *at = ' ';
}

AsyncMessage async_message_of_sentence(AsyncMessageKind kind, const char *sentence)
{
    AsyncMessage message = {.kind = kind};

    async_message_copy_text(sentence, message.sentence, sizeof message.sentence);
    return message;
}

/* A message of @kind of which nothing is known yet. */
static AsyncMessage blank(AsyncMessageKind kind)
{
    AsyncMessage message = {.kind = kind};

    if (kind == ASYNC_MESSAGE_STATE)
        message.state.world = async_world_empty();
    if (kind == ASYNC_MESSAGE_EVENT) {
        message.event.now = async_world_empty();
        memset(message.event.entered_to, SQUARE_NONE, sizeof message.event.entered_to);
    }
    return message;
}

static bool parse(const char *line, AsyncMessage *out_message, GError **error)
{
    g_autoptr(JsonNode) root = json_line_read(line, DEPTH_MAX, error);
    JsonMembers members;
    AsyncMessage message; /* *out_message stays untouched until every member is good */
    int kind;

    if (root == NULL)
        return false;
    members = json_members_of(json_node_get_object(root), error);
    if (!json_members_name(&members, "type", KIND_NAME, ASYNC_MESSAGE_KIND_COUNT, &kind))
        return false;
    message = blank((AsyncMessageKind)kind);
    if (!line_members_read(MEMBERS, G_N_ELEMENTS(MEMBERS), (unsigned)kind, &members, &message) ||
        !json_members_end(&members))
        return false;
    *out_message = message;
    return true;
}

bool async_message_parse(const char *line, AsyncMessage *out_message, GError **error)
{
    g_autoptr(GError) fault = NULL;

    return parse(line, out_message, &fault) || async_fail(error, "%s", fault->message);
}
