/* Questions to players that decide: how, why, how often, and with which logics. */
#include <string.h>

#include "agents/beyond/logic_text.h"
#include "agents/logic.h"
#include "board/antichess.h"
#include "players/level/player_level.h"
#include "players/player_kinds.h"
#include "studio/core/answer.h"

/* As `agentchess explain --format=json --messages` prints it, on one line. The moves in @excluded
 * (NULL: none) may not be chosen. */
QUESTION(explain)
const char *explain(const char *game, const char *position, const char *moves, const char *player,
                    const char *seed, const char *excluded)
{
    Question question = {.game = game,
                         .position = position,
                         .moves = moves,
                         .player = player,
                         .without = excluded != NULL ? excluded : "",
                         .memories = page_memories()};
    GError *error = NULL;
    char *text = NULL;

    if (read_number("seed", seed, 0, G_MAXUINT64, &question.seed, &error))
        text = question_explain(&question, &error);
    return text != NULL ? answer_take(text) : answer_fail(error);
}

/* Two players differ in a position if they have no move in common in so many draws; so a difference
 * does not come from chance alone. */
#define DRAWS_OF_DIFFERENCE 16

/* Whether the two players, which can be asked in @line, decide differently in its last state. */
static bool differ(Player *const players[2], const GameLine *line, uint64_t seed)
{
    static const int draws[] = {1, DRAWS_OF_DIFFERENCE};
    const PlayerCall call = {.line = line, .memories = page_memories()};

    for (size_t round = 0; round < G_N_ELEMENTS(draws); round++) {
        Share shares[2][GAME_MAX_MOVES];
        int count[2];
        for (int i = 0; i < 2; i++) {
            count[i] = player_shares(players[i], &call, seed, draws[round], shares[i], NULL);
            if (count[i] < 0)
                return false;
        }
        if (shares_difference(shares[0], count[0], shares[1], count[1]) < 1)
            return false;
    }
    return true;
}

/* The plies before which two players decide differently, [0, 4, ...], in a line that any players
 * may have played. */
QUESTION(differences)
const char *differences(const char *game, const char *position, const char *moves,
                        const char *first_text, const char *second_text, const char *seed_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) whole = NULL;
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) first = NULL;
    g_autoptr(Player) second = NULL;
    GError *error = NULL;
    uint64_t seed;

    if (!read_number("seed", seed_text, 0, G_MAXUINT64, &seed, &error) ||
        !(whole = question_read_line(game, position, moves, &QUESTION_NO_DRAWS, &error)) ||
        !(first = player_new(first_text, NULL, &error)) ||
        !player_fits(first, whole->game, page_memories(), &error) ||
        !(second = player_new(second_text, NULL, &error)) ||
        !player_fits(second, whole->game, page_memories(), &error))
        return answer_fail(error);
    line = game_line_new(whole->game, &QUESTION_NO_DRAWS);
    game_line_start(line, &whole->first);
    json_builder_begin_array(json);
    for (int ply = 0; ply <= whole->plies; ply++) {
        Move legal[GAME_MAX_MOVES];
        if (line->game->moves(&line->state, legal) > 0 &&
            differ((Player *[]){first, second}, line, seed))
            json_builder_add_int_value(json, ply);
        if (ply < whole->plies)
            game_line_play(line, whole->moves[ply]);
    }
    json_builder_end_array(json);
    return answer_json(json);
}

/* Whether @reading is of @game. */
static bool reading_fits(Reading reading, const Game *game)
{
    return reading != ANTICHESS_READING || game == &GAME_ANTICHESS;
}

static char *name_player(const LogicSet *set)
{
    g_autofree char *text = logic_set_format(set);

    return g_strdup_printf("level:%s", text);
}

/* A player decides among @shares, which may be switched to @other by the switch @name. */
static void add_influence(JsonBuilder *json, const GameLine *line, const Share *shares, int count,
                          const LogicSet *other, const char *name)
{
    g_autofree char *text = name_player(other);
    g_autoptr(Player) switched = player_new(text, NULL, NULL);
    const PlayerCall call = {.line = line, .memories = page_memories()};
    Share others[GAME_MAX_MOVES];
    const int other_count = player_shares(switched, &call, 1, 1, others, NULL);
    const double difference = shares_difference(shares, count, others, other_count);

    if (difference < SHARES_NOTICEABLE)
        return;
    json_builder_begin_object(json);
    json_add_text(json, "name", name);
    json_add_text(json, "otherwise", game_move_code(line->game, others[0].move).text);
    json_add_double(json, "difference", difference);
    json_builder_end_object(json);
}

/* The logics and readings that count here: switched alone, each changes the shares of the moves
 * noticeably.
 * [{"name", "otherwise": the likeliest move then, "difference": how far the shares differ, 0 to
 * 1}]; empty for players without logics. Those that are on are the "decided_by" of explanations. */
QUESTION(influence)
const char *influence(const char *game, const char *position, const char *moves,
                      const char *player_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = NULL;
    GError *error = NULL;
    const LogicSet *set;
    Share shares[GAME_MAX_MOVES];
    int count;

    if (!(line = question_read_line(game, position, moves, &QUESTION_NO_DRAWS, &error)) ||
        !(player = question_seat_player(player_text, line, page_memories(), &error)))
        return answer_fail(error);
    set = player_level_logics(player);
    count = player_shares(player, &(PlayerCall){.line = line, .memories = page_memories()}, 1, 1,
                          shares, NULL);
    json_builder_begin_array(json);
    for (Logic i = 1; set != NULL && LOGICS[i].name != NULL; i++) {
        LogicSet other = *set;
        other.logics ^= 1U << i;
        add_influence(json, line, shares, count, &other, LOGICS[i].name);
    }
    for (Reading i = 0; set != NULL && READINGS[i].name != NULL; i++) {
        LogicSet other = *set;
        other.readings ^= 1U << i;
        if (reading_fits(i, line->game))
            add_influence(json, line, shares, count, &other, READINGS[i].name);
    }
    json_builder_end_array(json);
    return answer_json(json);
}

/* A row of a table of switches, with the player that the switch would make. */
static void add_switch(JsonBuilder *json, const char *name, const char *summary, bool is_on,
                       const LogicSet *switched, const char *replaced_by)
{
    g_autofree char *player = name_player(switched);

    json_builder_begin_object(json);
    json_add_text(json, "name", name);
    json_add_text(json, "summary", summary);
    json_add_flag(json, "on", is_on);
    json_add_text(json, "switched", player);
    if (replaced_by != NULL)
        json_add_text(json, "replaced_by", replaced_by);
    json_builder_end_object(json);
}

static void add_logics(JsonBuilder *json, const LogicSet *set)
{
    json_begin_list(json, "logics");
    for (Logic logic = 0; LOGICS[logic].name != NULL; logic++) {
        LogicSet other = *set;
        const Logic by = logic_replaced_by(set->logics, logic);
        other.logics ^= 1U << logic;
        add_switch(json, LOGICS[logic].name, LOGICS[logic].summary, logic_is_on(set, logic),
                   logic == 0 ? set : &other, by != NO_LOGIC ? LOGICS[by].name : NULL);
    }
    json_builder_end_array(json);
}

static void add_readings(JsonBuilder *json, const Game *game, const LogicSet *set)
{
    json_begin_list(json, "readings");
    for (Reading reading = 0; READINGS[reading].name != NULL; reading++) {
        LogicSet other = *set;
        if (!reading_fits(reading, game))
            continue;
        other.readings ^= 1U << reading;
        add_switch(json, READINGS[reading].name, READINGS[reading].summary,
                   reading_is_on(set, reading), &other, NULL);
    }
    json_builder_end_array(json);
}

/* The levels with the readings as they are. */
static void add_levels(JsonBuilder *json, const LogicSet *set)
{
    json_begin_list(json, "levels");
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        LogicSet other = logic_set_of_level(level);
        g_autofree char *player = NULL;
        other.readings = set->readings;
        player = name_player(&other);
        g_autofree char *name = g_strdup_printf("%d", level);
        json_builder_begin_object(json);
        json_add_text(json, "name", name);
        json_add_flag(json, "on",
                      other.logics == set->logics &&
                          memcmp(other.number, set->number, sizeof other.number) == 0);
        json_add_text(json, "player", player);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* The switches of a player of @game_name: {"player": its text in full, "levels": [{name, on,
 * player}], "logics", "readings": [{name, summary, on, switched}]}; no such lists if it has none.
 */
QUESTION(switches) const char *switches(const char *game_name, const char *player_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(Player) player = NULL;
    g_autofree char *text = NULL;
    GError *error = NULL;
    const Game *game = question_read_game(game_name, NULL, &error);
    const LogicSet *set;

    if (game == NULL || !(player = player_new(player_text, NULL, &error)))
        return answer_fail(error);
    text = player_describe(player);
    set = player_level_logics(player);
    json_builder_begin_object(json);
    json_add_text(json, "player", text);
    if (set != NULL) {
        add_levels(json, set);
        add_logics(json, set);
        add_readings(json, game, set);
    }
    json_builder_end_object(json);
    return answer_json(json);
}
