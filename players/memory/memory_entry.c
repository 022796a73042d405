#define _GNU_SOURCE /* strptime(), timegm() */
#include "players/memory/memory_entry.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#include "board/antichess.h"
#include "board/chess.h"
#include "board/text_lines.h"

#define TIME_FORM "%Y-%m-%dT%H:%M:%SZ"

G_DEFINE_QUARK(memory_error, memory_error)

/* The games whose positions are remembered; the text of each is a FEN. */
static const Game *const REMEMBERED[] = {&GAME_CHESS, &GAME_ANTICHESS};

const char *const MEMORY_BOUND_NAMES[] = {
    [BOUND_UPPER] = "upper", [BOUND_LOWER] = "lower", [BOUND_EXACT] = "exact"};

static bool is_remembered(const Game *game)
{
    for (size_t i = 0; i < G_N_ELEMENTS(REMEMBERED); i++)
        if (REMEMBERED[i] == game)
            return true;
    return false;
}

bool memory_entry_set_position(MemoryEntry *entry, const Game *game, const GameState *state)
{
    int length;

    if (!is_remembered(game))
        return false;
    g_strlcpy(entry->game, game->name, sizeof entry->game);
    entry->key = game->key(state);
    length = fen_format(&state->chess, entry->position);
    for (int counters = 2; counters > 0; counters--)
        while (entry->position[--length] != ' ')
            ;
    entry->position[length] = '\0';
    return true;
}

#define TEXT(field) MEMBER(#field, TEXT, MemoryEntry, field)
#define NUMBER(field, least, most) \
    MEMBER(#field, NUMBER, MemoryEntry, field), .min = (least), .max = (most)

const Member MEMORY_MEMBERS[MEMORY_MEMBER_COUNT] = {
    {TEXT(game)},
    {TEXT(position)},
    {NUMBER(depth, 0, MEMORY_MAX_DEPTH)},
    {TEXT(move)},
    {NUMBER(bound, BOUND_UPPER, BOUND_EXACT)},
    {NUMBER(metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC)},
    {NUMBER(nodes, 0, G_MAXINT64)},
    {NUMBER(found_at, 0, MEMORY_MAX_TIME)},
    {TEXT(player)},
    {NUMBER(evaluation, G_MININT64, G_MAXINT64)},
    {NUMBER(key, G_MININT64, G_MAXINT64)},
};

static bool check_numbers(const MemoryEntry *entry, GError **error)
{
    for (int i = 0; i < MEMORY_MEMBER_COUNT; i++) {
        const Member *member = &MEMORY_MEMBERS[i];
        const int64_t number = member->type == MEMBER_NUMBER
                                   ? member_load(member_at(member, entry), member->size)
                                   : member->min;
        if (number < member->min || number > member->max)
            return memory_refuse(error,
                                 "%s is %" G_GINT64_FORMAT
                                 ", not a whole number from %" G_GINT64_FORMAT
                                 " to %" G_GINT64_FORMAT,
                                 member->name, number, member->min, member->max);
    }
    return true;
}

/* Checks that every store and every line of a file can keep @player. */
static bool check_player(const char *player, GError **error)
{
    if (!g_utf8_validate(player, -1, NULL))
        return memory_refuse(error, "player is not valid UTF-8");
    if (text_has_control(player))
        return memory_refuse(error, "player contains a control character");
    return *player != '\0' || memory_refuse(error, "player is empty");
}

bool memory_entry_read(const MemoryEntry *entry, const Game *game, const GameState *state,
                       Move *out_move, GError **error)
{
    char code[GAME_MOVE_TEXT_SIZE] = "";
    Move move = MOVE_NONE;

    if (game->parse_move(state, entry->move, &move, NULL))
        game->format_move_code(move, code);
    if (!g_str_equal(code, entry->move) || *code == '\0')
        return memory_refuse(
            error, "move '%s' is not a legal move of the position in coordinates, such as e2e4",
            entry->move);
    if (!check_numbers(entry, error) || !check_player(entry->player, error))
        return false;
    *out_move = move;
    return true;
}

static bool check_position(const MemoryEntry *entry, const Game *game, GameState *out_state,
                           GError **error)
{
    g_autoptr(GError) fault = NULL;
    MemoryEntry again;

    if (!game_read_state(game, entry->position, out_state, &fault))
        return memory_refuse(error, "'%s' is not a position of %s: %s", entry->position, game->name,
                             fault->message);
    memory_entry_set_position(&again, game, out_state);
    if (!g_str_equal(again.position, entry->position))
        return memory_refuse(error, "position '%s' must be written as '%s'", entry->position,
                             again.position);
    return again.key == entry->key ||
           memory_refuse(error,
                         "key is %016" G_GINT64_MODIFIER
                         "x, but the key of the position is %016" G_GINT64_MODIFIER "x",
                         entry->key, again.key);
}

bool memory_entry_check(const MemoryEntry *entry, GError **error)
{
    const Game *game = game_by_name(entry->game);
    GameState state;
    Move move;

    if (game == NULL || !is_remembered(game))
        return memory_refuse(error, "game is '%s', not %s or %s", entry->game, REMEMBERED[0]->name,
                             REMEMBERED[1]->name);
    return check_position(entry, game, &state, error) &&
           memory_entry_read(entry, game, &state, &move, error);
}

void memory_time_format(int64_t time_s, char out_text[static MEMORY_TIME_SIZE])
{
    const time_t time = CLAMP(time_s, 0, MEMORY_MAX_TIME);
    struct tm utc;

    strftime(out_text, MEMORY_TIME_SIZE, TIME_FORM, gmtime_r(&time, &utc));
}

bool memory_time_parse(const char *text, int64_t *out_time_s, GError **error)
{
    struct tm utc = {0};
    const int64_t time_s = strptime(text, TIME_FORM, &utc) != NULL ? timegm(&utc) : -1;
    char again[MEMORY_TIME_SIZE];

    memory_time_format(time_s, again);
    if (!g_str_equal(again, text))
        return memory_refuse(error, "found_at is '%s', not a time such as 2024-05-01T12:30:00Z",
                             text);
    *out_time_s = time_s;
    return true;
}

static guint hash_entry(const void *item)
{
    const uint64_t key = ((const MemoryEntry *)item)->key;

    return (guint)(key ^ key >> 32);
}

static gboolean same_entry(const void *a, const void *b)
{
    const MemoryEntry *first = a, *second = b;

    return first->key == second->key && first->evaluation == second->evaluation &&
           first->bound == second->bound && g_str_equal(first->position, second->position) &&
           g_str_equal(first->game, second->game);
}

MemorySnapshot *memory_snapshot_new(void)
{
    return g_hash_table_new_full(hash_entry, same_entry, g_free, NULL);
}

/* The text of the player is the last member, and mostly short: the rest of its room is not kept. */
static size_t size_of(const MemoryEntry *entry)
{
    return offsetof(MemoryEntry, player) + strlen(entry->player) + 1;
}

void memory_snapshot_add(const MemoryEntry *entry, void *snapshot)
{
    const MemoryEntry *known = g_hash_table_lookup(snapshot, entry);

    if (known == NULL || known->depth < entry->depth)
        g_hash_table_add(snapshot, g_memdup2(entry, size_of(entry)));
}

static bool is_of_use(const MemoryEntry *entry, const MemoryWanted *wanted)
{
    return entry->depth >= wanted->min_depth &&
           (entry->bound == BOUND_EXACT ||
            (entry->bound == BOUND_LOWER ? entry->metric_cp >= wanted->at_least_cp
                                         : entry->metric_cp <= wanted->at_most_cp));
}

bool memory_snapshot_find(MemorySnapshot *snapshot, MemoryEntry *entry, const MemoryWanted *wanted)
{
    for (entry->bound = BOUND_EXACT; entry->bound > BOUND_NONE; entry->bound--) {
        const MemoryEntry *known = g_hash_table_lookup(snapshot, entry);
        if (known != NULL && is_of_use(known, wanted)) {
            memcpy(entry, known, size_of(known));
            return true;
        }
    }
    return false;
}
