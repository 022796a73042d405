#include "app/async/async_message.h"

#include "board/async_world.h"
#include "board/move.h"
#include "experiments/tools/json_members.h"

const char *const ASYNC_ROLE_NAME[ASYNC_ROLE_COUNT + 1] = {
    [ASYNC_ROLE_WHITE] = "white",
    [ASYNC_ROLE_BLACK] = "black",
    [ASYNC_ROLE_SPECTATOR] = "spectator",
    [ASYNC_ROLE_ANY] = "any",
};

AsyncWorld async_role_view(const AsyncWorld *world, const AsyncRules *rules, AsyncRole role)
{
    AsyncWorld seen;

    if (role == ASYNC_ROLE_ANY)
        return *world;
    if (role != ASYNC_ROLE_SPECTATOR)
        return async_view_of(world, rules, (Color)role);
    seen = async_view_of(world, rules, COLOR_WHITE);
    return async_view_of(&seen, rules, COLOR_BLACK);
}

static bool is_same_piece(const AsyncWorld *a, const AsyncWorld *b, Square sq)
{
    return a->type_at[sq] == b->type_at[sq] &&
           async_world_color_at(a, sq) == async_world_color_at(b, sq) && a->to[sq] == b->to[sq] &&
           a->due_ms[sq] == b->due_ms[sq];
}

/* The pieces in @after that were not there, or not so, in @before. */
static Bitboard pieces_changed(const AsyncWorld *before, const AsyncWorld *after)
{
    Bitboard changed = 0;

    for (Bitboard rest = async_world_occupied(after); rest; rest &= rest - 1)
        if (!is_same_piece(before, after, bitboard_first(rest)))
            changed |= rest & -rest;
    return changed;
}

static const char *const REASON_NAME[ASYNC_END_COUNT] = {
    [ASYNC_GOES_ON] = "",
    [ASYNC_WHITE_KING_KILLED] = "white king killed",
    [ASYNC_BLACK_KING_KILLED] = "black king killed",
    [ASYNC_BOTH_KINGS_KILLED] = "both kings killed",
    [ASYNC_TIME_UP] = "time up",
};

static const char *const HEAD_ON_NAME[] = {"meet", "pass"};

/* The latest time that any game comes to, as in board/async_world.h. */
#define TIME_MAX_MS (2000 * ASYNC_MAX_MS)

/* A state: the object, its list of pieces, a piece. */
#define DEPTH_MAX 3

/* Rows: the name of a member and the field of its struct; what it is follows. */
#define SQUARE(text, struct, field) MEMBER(text, WORD, struct, field), .word = &SQUARE_WORD
#define NUMBER(text, struct, field, least, most) \
    MEMBER(text, NUMBER, struct, field), .min = least, .max = most
#define TIME(text, struct, field) NUMBER(text, struct, field, 0, TIME_MAX_MS)
#define NAME(text, struct, field, list, length) \
    MEMBER(text, NAME, struct, field), .names = list, .max = length
#define IF_ANY .presence = MEMBER_IF_ANY

static char *format_square(const void *value, G_GNUC_UNUSED const void *context)
{
    return g_strdup(square_text(*(const Square *)value).text);
}

static bool parse_square(const char *text, void *out_value, GError **error)
{
    const Square sq = square_parse(text);

    if (sq == SQUARE_NONE || text[2] != '\0')
        return experiments_fail(error, "'%s' is not a square", text);
    *(Square *)out_value = sq;
    return true;
}

static const MemberWord SQUARE_WORD = {sizeof(Square), format_square, parse_square};

/* The parts of states and events */

static void add_square(JsonBuilder *json, const char *name, Square sq)
{
    json_add_text(json, name, square_text(sq).text);
}

static void add_squares(JsonBuilder *json, const char *name, Bitboard squares)
{
    json_begin_list(json, name);
    for (; squares; squares &= squares - 1)
        json_builder_add_string_value(json, square_text(bitboard_first(squares)).text);
    json_builder_end_array(json);
}

static void add_pieces(JsonBuilder *json, const AsyncWorld *world, Bitboard pieces)
{
    json_begin_list(json, "pieces");
    for (Bitboard rest = pieces; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
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
    json_builder_end_array(json);
}

static void add_entered(JsonBuilder *json, const AsyncWorld *before, Bitboard entered)
{
    json_begin_list(json, "entered");
    for (Bitboard rest = entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        json_builder_begin_object(json);
        add_square(json, "from", from);
        add_square(json, "to", async_world_next_space(before, from));
        json_builder_end_object(json);
    }
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

/* Rules */

static const Member PACE_ROWS[] = {
    {NUMBER("pawn", AsyncRules, ms_per_space[PIECE_PAWN], 1, ASYNC_MAX_MS)},
    {NUMBER("knight", AsyncRules, ms_per_space[PIECE_KNIGHT], 1, ASYNC_MAX_MS)},
    {NUMBER("bishop", AsyncRules, ms_per_space[PIECE_BISHOP], 1, ASYNC_MAX_MS)},
    {NUMBER("rook", AsyncRules, ms_per_space[PIECE_ROOK], 1, ASYNC_MAX_MS)},
    {NUMBER("queen", AsyncRules, ms_per_space[PIECE_QUEEN], 1, ASYNC_MAX_MS)},
    {NUMBER("king", AsyncRules, ms_per_space[PIECE_KING], 1, ASYNC_MAX_MS)},
};
static const MemberTable PACES = {MEMBER_TABLE(PACE_ROWS, AsyncRules)};

static const Member RULES_ROWS[] = {
    {.name = "ms_per_space", .type = MEMBER_OBJECT, .table = &PACES},
    {NUMBER("knight_spaces", AsyncRules, knight_spaces, 1, ASYNC_MAX_KNIGHT_SPACES)},
    {NAME("head_on", AsyncRules, exchange_head_on, HEAD_ON_NAME, G_N_ELEMENTS(HEAD_ON_NAME))},
    {MEMBER("see_paths", FLAG, AsyncRules, see_paths)},
    {NUMBER("time_limit_ms", AsyncRules, time_limit_ms, 1, ASYNC_MAX_MS)},
};
static const MemberTable RULES = {MEMBER_TABLE(RULES_ROWS, AsyncRules)};

/* The start of a recorded game, whose rules are known */

static char *format_start(const void *value, G_GNUC_UNUSED const void *context)
{
    char start[ASYNC_TEXT_SIZE];

    async_text_format(&((const AsyncGameHead *)value)->start, start);
    return g_strdup(start);
}

static bool parse_start(const char *text, void *out_value, GError **error)
{
    AsyncGameHead *game = out_value;

    if (!async_text_parse(text, &game->start, error))
        return false;
    return (game->start.end == ASYNC_GOES_ON && game->start.now_ms <= game->rules.time_limit_ms) ||
           experiments_fail(error, "the game is already over in the position '%s'", text);
}

static const MemberWord START_WORD = {sizeof(AsyncGameHead), format_start, parse_start};

/* Messages */

/* The kinds that have a member. */
#define HELLO .kinds = 1U << ASYNC_MESSAGE_HELLO
#define WELCOME .kinds = 1U << ASYNC_MESSAGE_WELCOME
#define COMMAND .kinds = 1U << ASYNC_MESSAGE_COMMAND
#define ANSWER .kinds = 1U << ASYNC_MESSAGE_ANSWER
#define ERROR .kinds = 1U << ASYNC_MESSAGE_ERROR
#define BYE .kinds = 1U << ASYNC_MESSAGE_BYE
#define GAME .kinds = 1U << ASYNC_MESSAGE_GAME

#define VERSION(field) \
    NUMBER("version", AsyncMessage, field, ASYNC_PROTOCOL_VERSION, ASYNC_PROTOCOL_VERSION)
#define OF_RULES(field) MEMBER("rules", OBJECT, AsyncMessage, field), .table = &RULES

static const Member MESSAGE_ROWS[] = {
    {HELLO, VERSION(hello.version)},
    {HELLO, MEMBER("name", TEXT, AsyncMessage, hello.name)},
    {HELLO, NAME("colour", AsyncMessage, hello.role, ASYNC_ROLE_NAME, ASYNC_ROLE_COUNT + 1)},
    {HELLO, MEMBER("token", TEXT, AsyncMessage, hello.token), IF_ANY},

    {WELCOME, VERSION(welcome.version)},
    {WELCOME, NAME("colour", AsyncMessage, welcome.role, ASYNC_ROLE_NAME, ASYNC_ROLE_COUNT)},
    {WELCOME, MEMBER("token", TEXT, AsyncMessage, welcome.token), IF_ANY},
    {WELCOME, OF_RULES(welcome.rules)},
    {WELCOME, MEMBER("speed", REAL, AsyncMessage, welcome.speed), .low = ASYNC_SPEED_MIN,
     .high = ASYNC_SPEED_MAX},

    {COMMAND, SQUARE("from", AsyncMessage, command.from)},
    {COMMAND, SQUARE("to", AsyncMessage, command.to)},

    {ANSWER, TIME("time_ms", AsyncMessage, answer.command.time_ms)},
    {ANSWER, NAME("colour", AsyncMessage, answer.command.side, ASYNC_ROLE_NAME, COLOR_COUNT)},
    {ANSWER, SQUARE("from", AsyncMessage, answer.command.from)},
    {ANSWER, SQUARE("to", AsyncMessage, answer.command.to)},
    {ANSWER, NAME("answer", AsyncMessage, answer.answer, ASYNC_ANSWER_TEXT, ASYNC_ANSWER_COUNT)},

    {ERROR, MEMBER("message", TEXT, AsyncMessage, sentence)},

    {BYE, MEMBER("reason", TEXT, AsyncMessage, sentence), IF_ANY},

    {GAME, VERSION(game.version)},
    {GAME, OF_RULES(game.rules)},
    {GAME, NUMBER("seed", AsyncMessage, game.seed, 0, G_MAXINT64)},
    {GAME, MEMBER("start", WORD, AsyncMessage, game), .word = &START_WORD},
    {GAME, MEMBER("white", TEXT, AsyncMessage, game.name[COLOR_WHITE])},
    {GAME, MEMBER("black", TEXT, AsyncMessage, game.name[COLOR_BLACK])},
};
static const MemberTable MESSAGE = {MEMBER_TABLE(MESSAGE_ROWS, AsyncMessage)};

static const char *const KIND_NAME[ASYNC_MESSAGE_KIND_COUNT] = {
    [ASYNC_MESSAGE_HELLO] = "hello",   [ASYNC_MESSAGE_WELCOME] = "welcome",
    [ASYNC_MESSAGE_STATE] = "state",   [ASYNC_MESSAGE_COMMAND] = "command",
    [ASYNC_MESSAGE_ANSWER] = "answer", [ASYNC_MESSAGE_EVENT] = "event",
    [ASYNC_MESSAGE_ERROR] = "error",   [ASYNC_MESSAGE_BYE] = "bye",
    [ASYNC_MESSAGE_GAME] = "game",
};

static JsonBuilder *begin_line(AsyncMessageKind kind)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    json_add_text(json, "type", KIND_NAME[kind]);
    return json;
}

static char *end_line(JsonBuilder *json)
{
    json_builder_end_object(json);
    return json_finish_line(json);
}

char *async_message_format(const AsyncMessage *message)
{
    g_autoptr(JsonBuilder) json = begin_line(message->kind);

    json_members_write(json, &MESSAGE, message->kind, message, NULL);
    return end_line(json);
}

char *async_state_format(const AsyncGame *game, bool is_running, AsyncRole role)
{
    const AsyncWorld seen = async_role_view(&game->world, &game->rules, role);
    g_autoptr(JsonBuilder) json = begin_line(ASYNC_MESSAGE_STATE);

    json_add_number(json, "time_ms", seen.now_ms);
    json_add_flag(json, "running", is_running);
    add_pieces(json, &seen, async_world_occupied(&seen));
    add_end(json, &seen);
    return end_line(json);
}

char *async_event_format(const AsyncGame *game, const AsyncWorld *before, AsyncRole role)
{
    const AsyncSettled *settled = &game->settled;
    const AsyncWorld seen = async_role_view(&game->world, &game->rules, role);
    const Bitboard changed = pieces_changed(before, &game->world);
    g_autoptr(JsonBuilder) json = NULL;

    if ((settled->entered | settled->stopped | settled->killed | changed) == 0 &&
        seen.end == ASYNC_GOES_ON)
        return NULL;
    json = begin_line(ASYNC_MESSAGE_EVENT);
    json_add_number(json, "time_ms", seen.now_ms);
    add_entered(json, before, settled->entered);
    add_squares(json, "stopped", settled->stopped);
    add_squares(json, "killed", settled->killed);
    add_pieces(json, &seen, changed);
    add_end(json, &seen);
    return end_line(json);
}

void async_message_send(const AsyncMessage *message, const SessionOutput *output)
{
    g_autofree char *line = async_message_format(message);

    output->send(line, output->data);
}

char *async_end_sentence(const AsyncWorld *world)
{
    const Color winner = async_end_winner((AsyncEnd)world->end);

    if (world->end == ASYNC_GOES_ON)
        return g_strdup_printf("no side had won after %" G_GINT64_FORMAT " ms", world->now_ms);
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
    if (kind != ASYNC_MESSAGE_STATE && kind != ASYNC_MESSAGE_EVENT &&
        (!json_members_read(&members, &MESSAGE, (unsigned)kind, &message) ||
         !json_members_end(&members)))
        return false;
    *out_message = message;
    return true;
}

/* A game in lines */

void async_recording_write_head(const AsyncGame *game, uint64_t seed,
                                const char *const name[COLOR_COUNT], const SessionOutput *output)
{
    AsyncMessage message = {
        .kind = ASYNC_MESSAGE_GAME,
        .game = {.version = ASYNC_PROTOCOL_VERSION,
                 .rules = game->rules,
                 .seed = seed,
                 .start = game->world},
    };

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        async_message_copy_text(name[side], message.game.name[side], ASYNC_NAME_SIZE);
    async_message_send(&message, output);
}

static void say_answers(const AsyncGame *game, bool refused_too, const SessionOutput *output)
{
    AsyncMessage message = {.kind = ASYNC_MESSAGE_ANSWER};

    for (guint i = 0; i < game->answered->len; i++) {
        message.answer = g_array_index(game->answered, AsyncAnswered, i);
        if (refused_too || message.answer.answer == ASYNC_ACCEPTED)
            async_message_send(&message, output);
    }
}

void async_recording_write_instant(const AsyncGame *game, const AsyncWorld *before,
                                   bool refused_too, const SessionOutput *output)
{
    g_autofree char *event = async_event_format(game, before, ASYNC_ROLE_ANY);

    say_answers(game, refused_too, output);
    if (event != NULL)
        output->send(event, output->data);
}

void async_recording_write_match(Match *match, const Spec *spec, uint64_t number,
                                 MatchRecord *record, const SessionOutput *output)
{
    const char *name[COLOR_COUNT];

    match_begin(match, number, record);
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        name[side] = spec->players[record->job.player[side]].text;
    async_recording_write_head(match_game_in_time(match), match_draw_seed(match), name, output);
    while (record->outcome.termination == TERMINATION_NONE) {
        const AsyncWorld before = match_game_in_time(match)->world;
        match_step(match, record, NULL);
        async_recording_write_instant(match_game_in_time(match), &before, false, output);
    }
}
