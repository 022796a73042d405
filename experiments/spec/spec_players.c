#include "experiments/spec/spec_players.h"

#include <string.h>

#include "board/text_lines.h"
#include "experiments/numbers/race.h"
#include "players/memory/memory_store.h"
#include "players/search/player_search.h"
#include "players/search/search.h"
#include "players/team_settings.h"

static bool read_team(const SpecReader *reader, const char *group)
{
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = team_settings_of_group(reader->ini, group, &fault);
    g_auto(TeamSettings) settings = {.answer_ms = 0};

    return (text != NULL && team_settings_parse(text, &settings, &fault)) ||
           spec_reader_fail(reader, group, NULL, "%s", fault->message);
}

static bool read_teams(const SpecReader *reader)
{
    const char *group;

    for (guint at = 0; (group = ini_next_group(reader->ini, &at)) != NULL;)
        if (g_str_has_prefix(group, TEAM_GROUP) && !read_team(reader, group))
            return false;
    return true;
}

char *spec_reader_complete_team(const SpecReader *reader, const char *text)
{
    g_autofree char *settings = NULL;
    g_autofree char *group = NULL;

    if (!g_str_has_prefix(text, TEAM_PLAYER))
        return g_strdup(text);
    group = g_strconcat(TEAM_GROUP, text + strlen(TEAM_PLAYER), NULL);
    if (ini_find(reader->ini, group, NULL) == NULL)
        return g_strdup(text);
    settings = team_settings_of_group(reader->ini, group, NULL);
    return g_strconcat(TEAM_PLAYER, settings, NULL);
}

/* In pairs of games, the players exchange colours. */
static bool check_even(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    return spec->games % 2 == 0 ||
           spec_reader_fail(reader, "experiment", "games",
                            "'%" G_GUINT64_FORMAT
                            "' is not an even number, which format = %s requires",
                            spec->games, spec->format == SPEC_TUNE ? "tune" : "race");
}

/* Reads the parameters of a tuning, with values that its player takes. */
static bool read_tuning(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const IniEntry *entry;
    guint at = 0;

    if (spec->format != SPEC_TUNE) {
        const char *stray = *spec->tuning.player != '\0' ? "player"
                            : spec->tuning.held_back > 0 ? "held-back"
                                                         : NULL;
        if (stray != NULL)
            return spec_reader_require_format(reader, "tune", stray, "tune");
        return ini_next_key(reader->ini, SPEC_PARAMETERS, &at) == NULL ||
               spec_reader_require_format(reader, SPEC_PARAMETERS, NULL, "tune");
    }
    if (*spec->tuning.player == '\0')
        return spec_reader_fail(reader, "tune", "player", "the player to tune is missing");
    while ((entry = ini_next_key(reader->ini, SPEC_PARAMETERS, &at)) != NULL) {
        g_autoptr(GError) fault = NULL;
        if (!tuning_add(&spec->tuning, entry->key, entry->value, &fault))
            return spec_reader_fail(reader, SPEC_PARAMETERS, entry->key, "%s", fault->message);
        if (tuning_player_sets(&spec->tuning, entry->key))
            return spec_reader_fail(reader, SPEC_PARAMETERS, entry->key,
                                    "[tune] player sets this parameter: remove it from the player");
    }
    if (tuning_count(&spec->tuning) == 0)
        return spec_reader_fail(reader, SPEC_PARAMETERS, NULL,
                                "a tuning requires a parameter, NAME = START; LOW; HIGH; STEP");
    return check_even(reader);
}

/* Requires one frozen memory: its entries are written to one table. */
bool spec_note_memory(const SpecReader *reader, const SpecPlayer *player)
{
    Spec *spec = reader->spec;
    g_autofree char *ours = NULL, *theirs = NULL;

    if (player->memory == NULL || spec->memory != SPEC_MEMORY_FROZEN)
        return true;
    if (spec->frozen == NULL)
        spec->frozen = player->memory;
    if (g_str_equal(spec->frozen, player->memory))
        return true;
    ours = memory_address_mask(player->memory);
    theirs = memory_address_mask(spec->frozen);
    return spec_reader_fail(reader, SPEC_PLAYERS, player->name,
                            "only one memory can be frozen, but '%s' and '%s' are named; "
                            "[experiment] memory = live permits several",
                            theirs, ours);
}

/* The player @name, that @key in @group names with @called. */
static bool make_player(const SpecReader *reader, const char *group, const char *key,
                        const char *name, const char *called, SpecPlayer *out_player)
{
    g_autofree char *text = spec_reader_complete_team(reader, called);
    g_autoptr(GError) fault = NULL;
    g_autoptr(Player) player = player_new(text, reader->spec->engines, &fault);

    if (player == NULL || !contest_admits(reader->spec, player, &fault))
        return spec_reader_fail(reader, group, key, "%s", fault->message);
    *out_player = (SpecPlayer){
        .name = g_strdup(name),
        .text = player_describe(player),
        .given = g_strdup(text),
        .memory = g_strdup(player_search_memory(player)),
        .command = g_strdup(player->kind->command != NULL   ? player->kind->command(player)
                            : player->kind->program != NULL ? player->kind->program(player)
                                                            : NULL),
        .depends_on_machine = player->depends_on_machine,
        .draws_nothing = player->draws_nothing,
    };
    if (out_player->memory != NULL && reader->spec->memory == SPEC_MEMORY_LIVE)
        out_player->depends_on_machine = true; /* on what others store */
    if (reader->spec->rules.time_limit_ms > 0)
        out_player->depends_on_machine = true; /* on how long it takes */
    return true;
}

static bool read_player(const SpecReader *reader, const char *name, SpecPlayer *out_player)
{
    const char *text = spec_reader_get(reader, SPEC_PLAYERS, name);

    return make_player(reader, SPEC_PLAYERS, name, name, text != NULL ? text : "", out_player);
}

static bool read_players(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const int points = spec->format == SPEC_TUNE ? 2 : 0; /* the sides of an iteration */
    const gsize least = points > 0 ? 0 : (gsize)spec->contest->sides,
                most = (gsize)(SPEC_MAX_PLAYERS - points);
    gsize count = 0;
    const IniEntry *entry;

    for (guint at = 0; ini_next_key(reader->ini, SPEC_PLAYERS, &at) != NULL;)
        count++;
    if (count < least || count > most)
        return spec_reader_fail(reader, SPEC_PLAYERS, NULL,
                                "%s requires %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT
                                " players, not %" G_GSIZE_FORMAT,
                                spec->game_name, least, most, count);
    spec->players = g_new0(SpecPlayer, count + (gsize)points);
    for (guint at = 0; (entry = ini_next_key(reader->ini, SPEC_PLAYERS, &at)) != NULL;) {
        SpecPlayer *player = &spec->players[spec->player_count];
        if (!read_player(reader, entry->key, player))
            return false;
        spec->player_count++;
        if (!spec_note_memory(reader, player))
            return false;
    }
    spec->named_count = spec->player_count;
    return true;
}

static void add_pairing(Spec *spec, SpecPairing pairing)
{
    pairing.ms_per_space = spec->game != NULL ? 0 : spec->async.ms_per_space;
    spec->pairings = g_renew(SpecPairing, spec->pairings, spec->pairing_count + 1);
    spec->pairings[spec->pairing_count++] = pairing;
}

/* Adds the pairings of the first @chosen players of @pairing with all from player @first of the
 * spec on. */
static void pair_everybody(Spec *spec, SpecPairing pairing, int chosen, int first)
{
    if (chosen == spec->contest->sides) {
        add_pairing(spec, pairing);
        return;
    }
    g_assert(chosen < CONTEST_MAX_SIDES);
    for (int i = first; i < spec->player_count; i++) {
        pairing.players[chosen] = i;
        pair_everybody(spec, pairing, chosen + 1, i + 1);
    }
}

/* @key has @name where the name of a player should stand. */
static bool fail_name(const SpecReader *reader, const char *key, const char *name)
{
    const Spec *spec = reader->spec;
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;

    for (int i = 0; name[0] != '\0' && name[1] != '\0' && i < spec->player_count; i++)
        nearest_try(&nearest, spec->players[i].name); /* of one letter any other could be meant */
    question = nearest_question(&nearest);
    return spec_reader_fail(reader, "experiment", key, "no player is called '%s'%s", name,
                            question);
}

static bool pair_hero(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const int hero = spec_find_player(spec, spec->hero);

    if (*spec->hero == '\0')
        return spec_reader_fail(reader, "experiment", "hero",
                                "a gauntlet requires a hero, the short name of a player");
    if (hero < 0)
        return fail_name(reader, "hero", spec->hero);
    for (int i = 0; i < spec->player_count; i++)
        if (i != hero)
            add_pairing(spec, (SpecPairing){.players = {hero, i}});
    return true;
}

static bool has_pairing(const Spec *spec, int player, int opponent)
{
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pair = &spec->pairings[i];
        if ((pair->player == player && pair->opponent == opponent) ||
            (pair->player == opponent && pair->opponent == player))
            return true;
    }
    return false;
}

static bool read_pair(const SpecReader *reader, const char *text)
{
    g_auto(GStrv) names = g_strsplit(text, ":", -1);
    int players[2];

    if (g_strv_length(names) != 2)
        return spec_reader_fail(reader, "experiment", "pairs",
                                "'%s' is not a pair of short names, such as A:B%s", text,
                                strchr(text, ',') != NULL ? "; separate pairs by semicolons" : "");
    for (int i = 0; i < 2; i++) {
        players[i] = spec_find_player(reader->spec, g_strstrip(names[i]));
        if (players[i] < 0)
            return fail_name(reader, "pairs", names[i]);
    }
    if (players[0] == players[1])
        return spec_reader_fail(
            reader, "experiment", "pairs",
            "'%s' pairs a player with itself: list the player again under another short name",
            text);
    if (has_pairing(reader->spec, players[0], players[1]))
        return spec_reader_fail(reader, "experiment", "pairs", "'%s' repeats a pairing", text);
    add_pairing(reader->spec, (SpecPairing){.players = {players[0], players[1]}});
    return true;
}

static bool read_pairs(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    g_auto(GStrv) pairs = g_strsplit(spec->pairs, ";", -1);

    for (int i = 0; pairs[i] != NULL; i++)
        if (*g_strstrip(pairs[i]) != '\0' && !read_pair(reader, pairs[i]))
            return false;
    return spec->pairing_count > 0 ||
           spec_reader_fail(reader, "experiment", "pairs",
                            "format = pairs requires pairings, such as A:B");
}

/* A player of the tuning with the values at @point, called @name. */
static bool make_tuned(const SpecReader *reader, TuningPoint point, const char *name,
                       SpecPlayer *out_player)
{
    const Tuning *tuning = &reader->spec->tuning;
    g_autofree int64_t *values = tuning_values(tuning, point);
    g_autofree char *text = tuning_player(tuning, values);

    return make_player(reader, "tune", "player", name, text, out_player);
}

/* Whether players take the bounds as well. */
static bool check_bounds(const SpecReader *reader)
{
    for (TuningPoint point = TUNING_LOW; point <= TUNING_HIGH; point++) {
        SpecPlayer player = {0};
        const bool good = make_tuned(reader, point, "", &player);
        spec_player_clear(&player);
        if (!good)
            return false;
    }
    return true;
}

/* Makes the two sides of an iteration, which meet each other or both all players named. */
static bool pair_tuned(const SpecReader *reader)
{
    static const char *const names[] = {SPEC_PLUS, SPEC_MINUS};
    static const char *const taken[] = {SPEC_PLUS, SPEC_MINUS, SPEC_TUNED, SPEC_START};
    Spec *spec = reader->spec;

    for (size_t i = 0; i < G_N_ELEMENTS(taken); i++)
        if (spec_find_player(spec, taken[i]) >= 0)
            return spec_reader_fail(
                reader, SPEC_PLAYERS, taken[i],
                "the tuning uses this name: choose another short name for the player");
    if (!check_bounds(reader))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        SpecPlayer *player = &spec->players[spec->player_count];
        if (!make_tuned(reader, TUNING_START, names[i], player))
            return false;
        spec->player_count++;
        for (int j = 0; j < spec->named_count; j++)
            add_pairing(spec, (SpecPairing){.players = {spec->player_count - 1, j}});
    }
    if (spec->named_count == 0)
        add_pairing(spec, (SpecPairing){.players = {0, 1}});
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].memory != NULL)
            return spec_reader_fail(
                reader, i < spec->named_count ? "players" : "tune",
                i < spec->named_count ? spec->players[i].name : "player",
                "a tuning does not support a memory: remove it from the player");
    return true;
}

/* A sequential test has one question, and a game that decides it. */
static bool pair_two(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    g_autoptr(GError) fault = NULL;

    if (spec->player_count != 2)
        return spec_reader_fail(reader, "experiment", "format", "sprt requires two players, not %d",
                                spec->player_count);
    if (!sprt_check(&spec->sprt, &fault))
        return spec_reader_fail(reader, "sprt", NULL, "%s", fault->message);
    add_pairing(spec, (SpecPairing){.players = {0, 1}});
    return true;
}

/* Any two may meet, in pairs of games. */
static bool pair_race(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    if (spec->player_count > RACE_MAX_PLAYERS)
        return spec_reader_fail(reader, SPEC_PLAYERS, NULL,
                                "a race can have at most %d players, not %d", RACE_MAX_PLAYERS,
                                spec->player_count);
    if (!check_even(reader))
        return false;
    pair_everybody(spec, (SpecPairing){.cell = 0}, 0, 0);
    return true;
}

static bool make_pairings(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    if (*spec->hero != '\0' && spec->format != SPEC_GAUNTLET)
        return spec_reader_require_format(reader, "experiment", "hero", "gauntlet");
    if (*spec->pairs != '\0' && spec->format != SPEC_PAIRS)
        return spec_reader_require_format(reader, "experiment", "pairs", "pairs");
    switch ((SpecFormat)spec->format) {
    case SPEC_ROUND_ROBIN:
        pair_everybody(spec, (SpecPairing){.cell = 0}, 0, 0);
        return true;
    case SPEC_RANDOM_SEATS:
        add_pairing(spec, (SpecPairing){.cell = 0});
        return true;
    case SPEC_GAUNTLET:
        return pair_hero(reader);
    case SPEC_PAIRS:
        return read_pairs(reader);
    case SPEC_SPRT:
        return pair_two(reader);
    case SPEC_TUNE:
        return pair_tuned(reader);
    case SPEC_RACE:
        return pair_race(reader);
    }
    g_assert_not_reached();
}

bool spec_players_read(const SpecReader *reader)
{
    return read_teams(reader) && read_tuning(reader) && read_players(reader) &&
           make_pairings(reader);
}
