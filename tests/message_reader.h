/* Messages on file, read back to what they were (experiments/run/message_json.h). */
#pragma once

#include "agents/beyond/logic_text.h"
#include "agents/logics.h"
#include "agents/message_members.h"
#include "experiments/tools/json_members.h"
#include "tests/test.h"

/* The lines of a conversation, one after the other. */
typedef struct {
    GStrv lines;
    int line; /* last read, from 1 */
    const Game *rules;
    GStrv players;   /* in full: "level:7" */
    GameState state; /* after @plies plies */
    GameState asked; /* that of the moves that are read */
    int plies;
    const char *kind; /* "move"; NULL: a message */
    Message *message;
    Move move;
} Reader;

static inline Reader reader_begin(const char *text)
{
    return (Reader){.lines = g_strsplit(text, "\n", -1)};
}

static inline void reader_clear(Reader *reader)
{
    g_strfreev(reader->lines);
    g_clear_pointer(&reader->players, g_strfreev);
    g_clear_pointer(&reader->message, message_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reader, reader_clear)

static inline void read_start(Reader *reader, JsonObject *object)
{
    JsonArray *players = json_object_get_array_member(object, "players");
    g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
    const char *position = json_object_get_string_member(object, "position");

    for (guint i = 0; i < json_array_get_length(players); i++)
        g_strv_builder_add(texts, json_array_get_string_element(players, i));
    g_strfreev(reader->players);
    reader->players = g_strv_builder_end(texts);
    reader->rules = game_by_name(json_object_get_string_member(object, "rules"));
    g_assert_true(reader->rules->read_state(position, &reader->state, NULL));
    reader->plies = 0;
}

/* Agents and moves are told by their size, squares and logics by the name of the member. */
static inline void read_word(const Reader *reader, const Member *member, JsonNode *node,
                             void *value)
{
    const char *text = json_node_get_string(node);

    if (member->word->size == sizeof(AgentName))
        g_assert_true(agent_name_parse(text, reader->rules, value));
    else if (member->word->size == sizeof(Move))
        g_assert_true(reader->rules->parse_move(&reader->asked, text, value, NULL));
    else if (g_str_equal(member->name, "square"))
        *(int *)value = reader->rules->parse_square(text);
    else
        g_assert_true(logic_find_name(NAMES_OF_LOGICS, text, value));
}

static inline int read_members(Reader *reader, JsonObject *from, const MemberTable *table,
                               unsigned kind, void *object);

/* A value in words, or a struct, null for none. */
static inline void read_element(Reader *reader, const Member *member, JsonNode *node, void *element)
{
    if (member->word != NULL)
        read_word(reader, member, node, element);
    else if (!JSON_NODE_HOLDS_NULL(node))
        g_assert_cmpint(read_members(reader, json_node_get_object(node), member->table, 0, element),
                        ==, json_object_get_size(json_node_get_object(node)));
}

static inline void read_list(Reader *reader, const Member *member, JsonArray *from, void *object)
{
    const guint length = json_array_get_length(from);
    char *element = g_malloc0(length * member_element_size(member));

    g_assert_cmpint(length, >=, member->min);
    g_assert_cmpint(length, <=, member->max);
    *(void **)member_at(member, object) = element;
    *member_count(member, object) = (int)length;
    for (guint i = 0; i < length; i++, element += member_element_size(member))
        read_element(reader, member, json_array_get_element(from, i), element);
}

static inline void read_set(const Reader *reader, const Member *member, JsonArray *from,
                            void *value)
{
    int64_t set = 0;

    for (guint i = 0; i < json_array_get_length(from); i++) {
        Logic logic;
        read_word(reader, member, json_array_get_element(from, i), &logic);
        set |= INT64_C(1) << logic;
    }
    member_store(set, value, member->size);
}

static inline void read_value(Reader *reader, const Member *member, JsonNode *node, void *object)
{
    void *value = member_at(member, object);
    int64_t number = json_node_get_value_type(node) == G_TYPE_INT64 ? json_node_get_int(node) : -1;

    if (member->type == MEMBER_NAME)
        number = text_place(json_node_get_string(node), member->names, (int)member->max);
    if (member->type == MEMBER_NAME || member->type == MEMBER_NUMBER) {
        g_assert_cmpint(number, >=, member->min);
        g_assert_cmpint(number, <=, member->max);
        member_store(number, value, member->size);
    } else if (member->type == MEMBER_FLAG) {
        *(bool *)value = json_node_get_boolean(node);
    } else if (member->type == MEMBER_REAL) {
        *(double *)value = json_node_get_double(node);
    } else if (member->type == MEMBER_SET) {
        read_set(reader, member, json_node_get_array(node), value);
    } else if (member_is_list(member)) {
        read_list(reader, member, json_node_get_array(node), object);
    } else {
        read_element(reader, member, node, value);
    }
}

/* How many there are. An expected answer is a move on the board after the action. */
static inline int read_members(Reader *reader, JsonObject *from, const MemberTable *table,
                               unsigned kind, void *object)
{
    int count = 0;

    for (int i = 0; i < table->count; i++) {
        const Member *member = &table->rows[i];
        JsonNode *node = json_object_get_member(from, member->name);
        if (!member_is_of(member, kind) || (node == NULL && member->presence != MEMBER_ALWAYS))
            continue;
        g_assert_nonnull(node);
        if (member->presence == MEMBER_IF_FLAG)
            *((bool *)object + member->flag) = true;
        if (g_str_equal(member->name, "expected"))
            reader->rules->play(&reader->asked, ((const Message *)object)->action);
        read_value(reader, member, node, object);
        count++;
    }
    return count;
}

/* The members "agent" and "piece": what @move moves. */
static inline int check_mover(const Reader *reader, JsonObject *object, Move move)
{
    AgentName agent;

    agent.type = reader->rules->mover(&reader->state, move, &agent.square);
    g_assert_cmpstr(json_object_get_string_member(object, "agent"), ==,
                    agent_text(agent, reader->rules).text);
    g_assert_cmpstr(json_object_get_string_member(object, "piece"), ==, PIECE_NAME[agent.type]);
    return 2;
}

static inline void read_message(Reader *reader, JsonObject *object)
{
    Message *message = reader->message = g_new0(Message, 1);
    int count = 2; /* game and ply */

    reader->asked = reader->state;
    count += read_members(reader, object, &MESSAGE_HEAD, 0, message);
    count += read_members(reader, object, &MESSAGE_MEMBERS, message->kind, message);
    if (message->kind == MESSAGE_DECISION)
        count += check_mover(reader, object, message->proposal.move);
    g_assert_cmpint(count, ==, json_object_get_size(object));
}

/* Reads the next line; false at the end. A move is played when the line behind it is read. */
static inline bool reader_next(Reader *reader)
{
    static const char *const kinds[] = {"start", "move", "end"};
    const char *line = reader->lines[reader->line++];
    g_autoptr(JsonNode) root = NULL;
    JsonObject *object;
    const char *kind;

    g_clear_pointer(&reader->message, message_free);
    if (g_strcmp0(reader->kind, "move") == 0) {
        reader->rules->play(&reader->state, reader->move);
        reader->plies++;
    }
    reader->kind = NULL;
    if (line == NULL || *line == '\0')
        return false;
    root = json_from_string(line, NULL);
    object = json_node_get_object(root);
    kind = json_object_get_string_member(object, "kind");
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(kind, kinds[i]))
            reader->kind = kinds[i];
    if (reader->kind == NULL)
        read_message(reader, object);
    else if (g_str_equal(kind, "start"))
        read_start(reader, object);
    else if (g_str_equal(kind, "move")) {
        g_assert_true(reader->rules->parse_move(
            &reader->state, json_object_get_string_member(object, "move"), &reader->move, NULL));
        check_mover(reader, object, reader->move);
    }
    return true;
}
