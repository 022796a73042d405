#include "app/async/async_message.h"

#include <string.h>

#include "board/async_text.h"
#include "board/async_view.h"
#include "board/move.h"
#include "experiments/tools/error.h"
#include "experiments/tools/json_members.h"
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

/* Writing */

static void add_square_value(JsonBuilder *json, Square sq)
{
    char text[3] = "";

    square_format(sq, text);
    json_builder_add_string_value(json, text);
}

static void add_square(JsonBuilder *json, const char *name, Square sq)
{
    json_builder_set_member_name(json, name);
    add_square_value(json, sq);
}

static void add_squares(JsonBuilder *json, const char *name, Bitboard set)
{
    json_begin_list(json, name);
    for (Bitboard rest = set; rest; rest &= rest - 1)
        add_square_value(json, bitboard_first(rest));
    json_builder_end_array(json);
}

static void add_piece(JsonBuilder *json, const AsyncWorld *world, Square sq)
{
    const bool under_way = bitboard_has(world->under_way, sq);

    json_builder_begin_object(json);
    add_square(json, "square", sq);
    json_add_text(json, "colour", ASYNC_ROLE_NAME[async_world_color_at(world, sq)]);
    json_add_text(json, "piece", PIECE_NAME[async_world_type_at(world, sq)]);
    json_add_flag(json, "under_way", under_way);
    if (under_way && async_view_has_path(world, sq)) {
        add_square(json, "to", world->to[sq]);
        json_add_number(json, "due_ms", world->due_ms[sq]);
    }
    json_builder_end_object(json);
}

static void add_pieces(JsonBuilder *json, const AsyncWorld *world)
{
    json_begin_list(json, "pieces");
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1)
        add_piece(json, world, bitboard_first(rest));
    json_builder_end_array(json);
}

static void add_end(JsonBuilder *json, const AsyncWorld *world)
{
    const Color winner = async_end_winner((AsyncEnd)world->end);

    if (world->end == ASYNC_GOES_ON)
        return;
    json_begin_object(json, "over");
    json_builder_set_member_name(json, "winner");
    if (winner == COLOR_COUNT)
        json_builder_add_null_value(json);
    else
        json_builder_add_string_value(json, ASYNC_ROLE_NAME[winner]);
    json_add_text(json, "reason", REASON_NAME[world->end]);
    json_builder_end_object(json);
}

static void add_rules(JsonBuilder *json, const AsyncRules *rules)
{
    json_begin_object(json, "rules");
    json_begin_object(json, "ms_per_space");
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        json_add_number(json, PIECE_NAME[type], rules->ms_per_space[type]);
    json_builder_end_object(json);
    json_add_number(json, "knight_spaces", rules->knight_spaces);
    json_add_text(json, "head_on", HEAD_ON_NAME[rules->exchange_head_on]);
    json_add_flag(json, "see_paths", rules->see_paths);
    json_add_number(json, "time_limit_ms", rules->time_limit_ms);
    json_builder_end_object(json);
}

static void add_hello(JsonBuilder *json, const AsyncHello *hello)
{
    json_add_number(json, "version", hello->version);
    json_add_text(json, "name", hello->name);
    json_add_text(json, "colour", ASYNC_ROLE_NAME[hello->role]);
    if (hello->token[0] != '\0')
        json_add_text(json, "token", hello->token);
}

static void add_welcome(JsonBuilder *json, const AsyncWelcome *welcome)
{
    json_add_number(json, "version", welcome->version);
    json_add_text(json, "colour", ASYNC_ROLE_NAME[welcome->role]);
    if (welcome->token[0] != '\0')
        json_add_text(json, "token", welcome->token);
    add_rules(json, &welcome->rules);
    json_builder_set_member_name(json, "speed");
    json_builder_add_double_value(json, welcome->speed);
}

static void add_state(JsonBuilder *json, const AsyncState *state)
{
    json_add_number(json, "time_ms", state->world.now_ms);
    json_add_flag(json, "running", state->is_running);
    add_pieces(json, &state->world);
    add_end(json, &state->world);
}

static void add_answer(JsonBuilder *json, const AsyncAnswered *answered)
{
    json_add_number(json, "time_ms", answered->command.time_ms);
    json_add_text(json, "colour", ASYNC_ROLE_NAME[answered->command.side]);
    add_square(json, "from", answered->command.from);
    add_square(json, "to", answered->command.to);
    json_add_text(json, "answer", ASYNC_ANSWER_TEXT[answered->answer]);
}

static void add_event(JsonBuilder *json, const AsyncEvent *event)
{
    json_add_number(json, "time_ms", event->now.now_ms);
    json_begin_list(json, "entered");
    for (Bitboard rest = event->settled.entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        json_builder_begin_object(json);
        add_square(json, "from", from);
        add_square(json, "to", event->entered_to[from]);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    add_squares(json, "stopped", event->settled.stopped);
    add_squares(json, "killed", event->settled.killed);
    add_pieces(json, &event->now);
    add_end(json, &event->now);
}

static void add_game(JsonBuilder *json, const AsyncGameHead *game)
{
    char start[ASYNC_TEXT_SIZE];

    async_text_format(&game->start, start);
    json_add_number(json, "version", game->version);
    add_rules(json, &game->rules);
    json_add_number(json, "seed", (int64_t)game->seed);
    json_add_text(json, "start", start);
    json_add_text(json, "white", game->name[COLOR_WHITE]);
    json_add_text(json, "black", game->name[COLOR_BLACK]);
}

static void add_content(JsonBuilder *json, const AsyncMessage *message)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_HELLO:
        add_hello(json, &message->hello);
        break;
    case ASYNC_MESSAGE_WELCOME:
        add_welcome(json, &message->welcome);
        break;
    case ASYNC_MESSAGE_STATE:
        add_state(json, &message->state);
        break;
    case ASYNC_MESSAGE_COMMAND:
        add_square(json, "from", message->command.from);
        add_square(json, "to", message->command.to);
        break;
    case ASYNC_MESSAGE_ANSWER:
        add_answer(json, &message->answer);
        break;
    case ASYNC_MESSAGE_EVENT:
        add_event(json, &message->event);
        break;
    case ASYNC_MESSAGE_ERROR:
        json_add_text(json, "message", message->sentence);
        break;
    case ASYNC_MESSAGE_BYE:
        if (message->sentence[0] != '\0')
            json_add_text(json, "reason", message->sentence);
        break;
    case ASYNC_MESSAGE_GAME:
        add_game(json, &message->game);
        break;
    case ASYNC_MESSAGE_REFUSED:
        json_add_number(json, "time_ms", message->refused.time_ms);
        for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
            json_add_number(json, ASYNC_ROLE_NAME[side], message->refused.count[side]);
        break;
    case ASYNC_MESSAGE_KIND_COUNT:
        g_assert_not_reached();
    }
}

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
    add_content(json, message);
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

/* Reading */

/* Copies the text @name, of one to @size - 1 bytes, none of which is a control character. */
static bool read_text(JsonMembers *members, const char *name, char *out_text, size_t size)
{
    const char *text = json_members_text(members, name);

    if (text == NULL)
        return false;
    if (*text == '\0' || strlen(text) >= size)
        return json_members_fail(members, "%s: it has not 1 to %zu bytes", name, size - 1);
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (!g_unichar_isprint(g_utf8_get_char(at)))
            return json_members_fail(members, "%s: it has characters that cannot be printed", name);
    g_strlcpy(out_text, text, size);
    return true;
}

/* The same for a text that may be left out. */
static bool read_text_if_any(JsonMembers *members, const char *name, char *out_text, size_t size)
{
    out_text[0] = '\0';
    return !json_members_has(members, name) || read_text(members, name, out_text, size);
}

static bool read_version(JsonMembers *members, int *out_version)
{
    int64_t version;

    if (!json_members_number(members, "version", ASYNC_PROTOCOL_VERSION, ASYNC_PROTOCOL_VERSION,
                             &version))
        return false;
    *out_version = (int)version;
    return true;
}

static bool parse_square(const JsonMembers *members, const char *name, const char *text,
                         Square *out_sq)
{
    const Square sq = square_parse(text);

    if (sq == SQUARE_NONE || text[2] != '\0')
        return json_members_fail(members, "%s: '%s' is no square", name, text);
    *out_sq = sq;
    return true;
}

static bool read_square(JsonMembers *members, const char *name, Square *out_sq)
{
    const char *text = json_members_text(members, name);

    return text != NULL && parse_square(members, name, text, out_sq);
}

/* Adds @sq, which must be new to it, to @set. */
static bool add_to_set(const JsonMembers *members, const char *name, Square sq, Bitboard *set)
{
    char text[3] = "";

    square_format(sq, text);
    if (bitboard_has(*set, sq))
        return json_members_fail(members, "%s: %s is named twice", name, text);
    *set |= bitboard_of(sq);
    return true;
}

static bool read_squares(JsonMembers *members, const char *name, Bitboard *out_set)
{
    JsonArray *list = json_members_list(members, name);
    Bitboard set = 0;

    for (guint i = 0; list != NULL && i < json_array_get_length(list); i++) {
        JsonNode *node = json_array_get_element(list, i);
        Square sq = 0;
        if (json_node_get_value_type(node) != G_TYPE_STRING)
            return json_members_fail(members, "%s: there is something else than squares", name);
        if (!parse_square(members, name, json_node_get_string(node), &sq) ||
            !add_to_set(members, name, sq, &set))
            return false;
    }
    *out_set = set;
    return list != NULL;
}

/* Element @i of the list @name, which must be an object. */
static bool list_object(const JsonMembers *members, JsonArray *list, guint i, const char *name,
                        JsonMembers *out_members)
{
    JsonNode *node = json_array_get_element(list, i);

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_members_fail(members, "%s: there is something else than objects", name);
    *out_members = json_members_of(json_node_get_object(node), members->error);
    return true;
}

static bool read_color(JsonMembers *members, Color *out_color)
{
    int color;

    if (!json_members_name(members, "colour", ASYNC_ROLE_NAME, COLOR_COUNT, &color))
        return false;
    *out_color = (Color)color;
    return true;
}

/* Reads where a piece that is under way goes, if that is told. */
static bool read_path(JsonMembers *piece, AsyncWorld *world, Square sq)
{
    Square to = SQUARE_NONE;
    int64_t due_ms = 0;

    if (json_members_has(piece, "to") &&
        (!read_square(piece, "to", &to) ||
         !json_members_number(piece, "due_ms", world->now_ms + 1, TIME_MAX_MS, &due_ms)))
        return false;
    async_world_set_path(world, sq, to, due_ms);
    return true;
}

static bool read_piece(JsonMembers *piece, AsyncWorld *world)
{
    Bitboard occupied = async_world_occupied(world);
    Square sq = 0;
    Color color;
    int type;
    bool under_way;

    if (!read_square(piece, "square", &sq) || !add_to_set(piece, "square", sq, &occupied) ||
        !read_color(piece, &color) ||
        !json_members_name(piece, "piece", PIECE_NAME, PIECE_TYPE_COUNT, &type) ||
        !json_members_flag(piece, "under_way", &under_way))
        return false;
    async_world_place(world, color, (PieceType)type, sq);
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

static bool read_end(JsonMembers *members, uint64_t *out_end)
{
    JsonMembers over;
    JsonNode *winner;
    const char *name = NULL;
    Color expected;
    int end;

    *out_end = ASYNC_GOES_ON;
    if (!json_members_has(members, "over"))
        return true;
    if (!json_members_object(members, "over", &over))
        return false;
    winner = json_members_take(&over, "winner");
    if (winner != NULL && json_node_get_value_type(winner) == G_TYPE_STRING)
        name = json_node_get_string(winner);
    if (winner == NULL || (name == NULL && !JSON_NODE_HOLDS_NULL(winner)))
        return json_members_fail(&over, "winner: the colour, or null, is missing");
    if (!json_members_name(&over, "reason", REASON_NAME + 1, ASYNC_END_COUNT - 1, &end))
        return false;
    *out_end = (uint64_t)end + 1;
    expected = async_end_winner((AsyncEnd)*out_end);
    if (g_strcmp0(name, expected == COLOR_COUNT ? NULL : ASYNC_ROLE_NAME[expected]) != 0)
        return json_members_fail(&over, "winner: it does not fit the reason '%s'",
                                 REASON_NAME[*out_end]);
    return json_members_end(&over);
}

/* The time, the pieces and the end. */
static bool read_world(JsonMembers *members, AsyncWorld *out_world)
{
    JsonArray *list;
    const char *fault;

    *out_world = async_world_empty();
    if (!json_members_number(members, "time_ms", 0, TIME_MAX_MS, &out_world->now_ms) ||
        !(list = json_members_list(members, "pieces")))
        return false;
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonMembers piece;
        if (!list_object(members, list, i, "pieces", &piece) || !read_piece(&piece, out_world))
            return false;
    }
    fault = fault_of(out_world);
    if (fault != NULL)
        return json_members_fail(members, "pieces: %s", fault);
    return read_end(members, &out_world->end);
}

static bool read_paces(JsonMembers *rules, AsyncRules *out_rules)
{
    JsonMembers paces;

    if (!json_members_object(rules, "ms_per_space", &paces))
        return false;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (!json_members_number(&paces, PIECE_NAME[type], 1, ASYNC_MAX_MS,
                                 &out_rules->ms_per_space[type]))
            return false;
    return json_members_end(&paces);
}

static bool read_rules(JsonMembers *members, AsyncRules *out_rules)
{
    JsonMembers rules;
    int64_t knight_spaces;
    int head_on;

    if (!json_members_object(members, "rules", &rules) || !read_paces(&rules, out_rules) ||
        !json_members_number(&rules, "knight_spaces", 1, ASYNC_MAX_KNIGHT_SPACES, &knight_spaces) ||
        !json_members_name(&rules, "head_on", HEAD_ON_NAME, G_N_ELEMENTS(HEAD_ON_NAME), &head_on) ||
        !json_members_flag(&rules, "see_paths", &out_rules->see_paths) ||
        !json_members_number(&rules, "time_limit_ms", 1, ASYNC_MAX_MS, &out_rules->time_limit_ms))
        return false;
    out_rules->knight_spaces = (int)knight_spaces;
    out_rules->exchange_head_on = head_on != 0;
    return json_members_end(&rules);
}

static bool read_hello(JsonMembers *members, AsyncHello *hello)
{
    int role;

    if (!read_version(members, &hello->version) ||
        !read_text(members, "name", hello->name, sizeof hello->name) ||
        !json_members_name(members, "colour", ASYNC_ROLE_NAME, G_N_ELEMENTS(ASYNC_ROLE_NAME),
                           &role))
        return false;
    hello->role = (AsyncRole)role;
    return read_text_if_any(members, "token", hello->token, sizeof hello->token);
}

static bool read_speed(JsonMembers *members, double *out_speed)
{
    JsonNode *node = json_members_take(members, "speed");
    const GType type = node != NULL ? json_node_get_value_type(node) : G_TYPE_INVALID;

    if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
        return json_members_fail(members, "speed: the number is missing");
    *out_speed = json_node_get_double(node);
    return (*out_speed >= ASYNC_SPEED_MIN && *out_speed <= ASYNC_SPEED_MAX) ||
           json_members_fail(members, "speed: %g is not from %g to %.0f", *out_speed,
                             ASYNC_SPEED_MIN, ASYNC_SPEED_MAX);
}

static bool read_welcome(JsonMembers *members, AsyncWelcome *welcome)
{
    int role;

    if (!read_version(members, &welcome->version) ||
        !json_members_name(members, "colour", ASYNC_ROLE_NAME, ASYNC_ROLE_COUNT, &role))
        return false;
    welcome->role = (AsyncRole)role;
    return read_text_if_any(members, "token", welcome->token, sizeof welcome->token) &&
           read_rules(members, &welcome->rules) && read_speed(members, &welcome->speed);
}

static bool read_move(JsonMembers *members, AsyncCommand *command)
{
    return read_square(members, "from", &command->from) && read_square(members, "to", &command->to);
}

static bool read_answer(JsonMembers *members, AsyncAnswered *answered)
{
    AsyncCommand *command = &answered->command;
    int answer;

    if (!json_members_number(members, "time_ms", 0, TIME_MAX_MS, &command->time_ms) ||
        !read_color(members, &command->side) || !read_move(members, command) ||
        !json_members_name(members, "answer", ASYNC_ANSWER_TEXT, ASYNC_ANSWER_COUNT, &answer))
        return false;
    answered->answer = (AsyncAnswer)answer;
    return true;
}

static bool read_entered(JsonMembers *members, AsyncEvent *event)
{
    JsonArray *list = json_members_list(members, "entered");
    Bitboard targets = 0;

    if (list == NULL)
        return false;
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonMembers entry;
        AsyncCommand way = {0};
        if (!list_object(members, list, i, "entered", &entry) || !read_move(&entry, &way) ||
            !add_to_set(&entry, "from", way.from, &event->settled.entered) ||
            !add_to_set(&entry, "to", way.to, &targets) || !json_members_end(&entry))
            return false;
        event->entered_to[way.from] = way.to;
    }
    return true;
}

static bool read_event(JsonMembers *members, AsyncEvent *event)
{
    memset(event->entered_to, SQUARE_NONE, sizeof event->entered_to);
    return read_entered(members, event) &&
           read_squares(members, "stopped", &event->settled.stopped) &&
           read_squares(members, "killed", &event->settled.killed) &&
           read_world(members, &event->now);
}

static bool read_start(JsonMembers *members, const AsyncRules *rules, AsyncWorld *out_start)
{
    const char *text = json_members_text(members, "start");
    g_autoptr(GError) fault = NULL;

    if (text == NULL)
        return false;
    if (!async_text_parse(text, out_start, &fault))
        return json_members_fail(members, "start: %s", fault->message);
    if (out_start->end != ASYNC_GOES_ON || out_start->now_ms > rules->time_limit_ms)
        return json_members_fail(members, "start: '%s' is over", text);
    return true;
}

static bool read_game(JsonMembers *members, AsyncGameHead *game)
{
    int64_t seed;

    if (!read_version(members, &game->version) || !read_rules(members, &game->rules) ||
        !json_members_number(members, "seed", 0, G_MAXINT64, &seed) ||
        !read_start(members, &game->rules, &game->start))
        return false;
    game->seed = (uint64_t)seed;
    return read_text(members, "white", game->name[COLOR_WHITE], ASYNC_NAME_SIZE) &&
           read_text(members, "black", game->name[COLOR_BLACK], ASYNC_NAME_SIZE);
}

static bool read_refused(JsonMembers *members, AsyncRefusals *refused)
{
    if (!json_members_number(members, "time_ms", 0, TIME_MAX_MS, &refused->time_ms))
        return false;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        if (!json_members_number(members, ASYNC_ROLE_NAME[side], 0, G_MAXINT32,
                                 &refused->count[side]))
            return false;
    return true;
}

static bool read_content(JsonMembers *members, AsyncMessage *message)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_HELLO:
        return read_hello(members, &message->hello);
    case ASYNC_MESSAGE_WELCOME:
        return read_welcome(members, &message->welcome);
    case ASYNC_MESSAGE_STATE:
        return json_members_flag(members, "running", &message->state.is_running) &&
               read_world(members, &message->state.world);
    case ASYNC_MESSAGE_COMMAND:
        return read_move(members, &message->command);
    case ASYNC_MESSAGE_ANSWER:
        return read_answer(members, &message->answer);
    case ASYNC_MESSAGE_EVENT:
        return read_event(members, &message->event);
    case ASYNC_MESSAGE_ERROR:
        return read_text(members, "message", message->sentence, sizeof message->sentence);
    case ASYNC_MESSAGE_BYE:
        return read_text_if_any(members, "reason", message->sentence, sizeof message->sentence);
    case ASYNC_MESSAGE_GAME:
        return read_game(members, &message->game);
    case ASYNC_MESSAGE_REFUSED:
        return read_refused(members, &message->refused);
    case ASYNC_MESSAGE_KIND_COUNT:
        break;
    }
    g_assert_not_reached();
}

bool async_message_parse(const char *line, AsyncMessage *out_message, GError **error)
{
    g_autoptr(JsonNode) root = json_line_read(line, DEPTH_MAX, error);
    JsonMembers members;
    AsyncMessage message = {0}; /* *out_message stays untouched until every member is good */
    int kind;

    if (root == NULL)
        return false;
    members = json_members_of(json_node_get_object(root), error);
    if (!json_members_name(&members, "type", KIND_NAME, ASYNC_MESSAGE_KIND_COUNT, &kind))
        return false;
    message.kind = (AsyncMessageKind)kind;
    if (!read_content(&members, &message) || !json_members_end(&members))
        return false;
    *out_message = message;
    return true;
}
