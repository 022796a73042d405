#include "experiments/spec/spec_factors.h"
#include "experiments/spec/spec_players.h"

#include <string.h>

#include "board/text_lines.h"
#include "experiments/tools/error.h"

#define OPTION "player." /* an option of players, not a key of the text */

/* Why @key cannot have a list of values; NULL: it can. */
static const char *fault_of(const SpecReader *reader, const char *key)
{
    static const char *const groups[] = {"rules", "async", "openings"};
    const char *dot = strchr(key, '.');
    g_autofree char *group = dot != NULL ? g_strndup(key, (gsize)(dot - key)) : NULL;
    const SpecKey *known = dot != NULL ? spec_key_find(group, dot + 1) : NULL;

    if (dot != NULL && g_str_equal(group, SPEC_PLAYERS) && dot[1] != '\0')
        return ini_find(reader->ini, group, dot + 1) != NULL ? NULL : "there is no such player";
    if (known != NULL && text_place(group, groups, G_N_ELEMENTS(groups)) >= 0)
        return known->files == SPEC_SOME_FILES || g_str_equal(known->member.name, "sha256") ||
                       g_str_equal(key, "rules.time-limit-ms") /* one clock for all games */
                   ? "this key cannot be a factor"
                   : NULL;
    return g_str_has_prefix(key, OPTION) && dot[1] != '\0'
               ? NULL
               : "it is not a factor: a factor is a key of [rules], [async] or [openings], "
                 "such as rules.repetition; a player, players.NAME; "
                 "or an option or logic of players, such as player.sight";
}

static bool read_factor(const SpecReader *reader, const IniEntry *entry)
{
    Factors *factors = &reader->spec->factors;
    const char *key = entry->key, *unfit = fault_of(reader, key);
    const SpecFactor *factor;
    g_autoptr(GError) fault = NULL;

    if (unfit != NULL)
        return spec_reader_fail(reader, SPEC_FACTORS, key, "%s", unfit);
    if (!factors_add(factors, key, entry->value, &fault))
        return spec_reader_fail(reader, SPEC_FACTORS, key, "%s", fault->message);
    factor = &factors->factor[factors->count - 1];
    for (int i = 0; g_str_equal(key, "openings.file") && i < factor->count; i++) {
        char *path = spec_reader_path(reader, SPEC_FACTORS, key, factor->values[i]);
        g_free(factor->values[i]);
        factor->values[i] = path;
    }
    return true;
}

bool spec_factors_read(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const char *design = spec_reader_get(reader, SPEC_FACTORS, "design");
    const IniEntry *entry;
    g_autoptr(GError) fault = NULL;

    for (guint at = 0; (entry = ini_next_key(reader->ini, SPEC_FACTORS, &at)) != NULL;)
        if (!g_str_equal(entry->key, "design") && !read_factor(reader, entry))
            return false;
    if (spec->factors.count == 0)
        return design == NULL ||
               spec_reader_fail(reader, SPEC_FACTORS, "design", "it requires factors");
    if (spec->format != SPEC_ROUND_ROBIN && spec->format != SPEC_GAUNTLET &&
        spec->format != SPEC_PAIRS)
        return spec_reader_require_format(reader, SPEC_FACTORS, NULL,
                                          "round-robin, gauntlet or pairs");
    return factors_make_cells(&spec->factors, design != NULL ? design : "full", spec->seed,
                              &fault) ||
           spec_reader_fail(reader, SPEC_FACTORS, design != NULL ? "design" : NULL, "%s",
                            fault->message);
}

/* Sets the option of the hero, or without a hero of all players. */
static void set_option(const SpecReader *reader, const char *option, const char *value,
                       GPtrArray *cell)
{
    const char *hero = reader->spec->hero;
    const IniEntry *player;

    for (guint at = 0; (player = ini_next_key(cell, SPEC_PLAYERS, &at)) != NULL;) {
        g_autofree char *whole = spec_reader_complete_team(reader, player->value);
        g_autofree char *changed = NULL;

        if (*hero != '\0' && !g_str_equal(player->key, hero))
            continue;
        changed = factors_set_option(whole, option, value);
        ini_set(cell, SPEC_PLAYERS, player->key, changed);
    }
}

/* Players are set before their options. */
static void set_values(const SpecReader *reader, int cell, bool options, GPtrArray *ini)
{
    const Factors *factors = &reader->spec->factors;

    for (int i = 0; i < factors->count; i++) {
        const char *key = factors->factor[i].key, *value = factors_value(factors, cell, i);
        const char *name = strchr(key, '.') + 1;
        g_autofree char *group = g_strndup(key, (gsize)(name - key) - 1);

        if (g_str_has_prefix(key, OPTION) != options)
            continue;
        if (options)
            set_option(reader, name, value, ini);
        else
            ini_set(ini, group, name, value);
    }
}

GPtrArray *spec_factors_cell(const SpecReader *reader, int cell)
{
    GPtrArray *ini = ini_copy_without(reader->ini, SPEC_FACTORS);

    set_values(reader, cell, false, ini);
    set_values(reader, cell, true, ini);
    return ini;
}

/* Whether player @player is not the same one in all cells: it is the one that is looked at, or is
 * made otherwise in some. */
static bool player_varies(const Spec *spec, int player)
{
    const SpecPlayer *first = &spec->cells[0]->players[player];

    if (*spec->hero == '\0' || g_str_equal(first->name, spec->hero))
        return true;
    for (int i = 1; i < spec->factors.cells; i++)
        if (!g_str_equal(spec->cells[i]->players[player].given, first->given))
            return true;
    return false;
}

/* Copies player @player of @cell, called @name, and returns its number. */
static int add_player(Spec *spec, int cell, int player, const char *name)
{
    const SpecPlayer *from = &spec->cells[cell]->players[player];

    spec->players[spec->player_count] = (SpecPlayer){
        .name = g_strdup(name),
        .text = g_strdup(from->text),
        .given = g_strdup(from->given),
        .memory = g_strdup(from->memory),
        .command = g_strdup(from->command),
        .depends_on_machine = from->depends_on_machine,
        .draws_nothing = from->draws_nothing,
    };
    return spec->player_count++;
}

static bool add_varying_player(const SpecReader *reader, int cell, int player, int *out_number)
{
    Spec *spec = reader->spec;
    const SpecPlayer *from = &spec->cells[cell]->players[player];
    g_autofree char *name = factors_player_name(&spec->factors, cell, from->name, SPEC_MAX_NAME);

    if (from->memory != NULL) /* which may have a password, and the group is written down */
        return spec_reader_fail(reader, SPEC_PLAYERS, from->name,
                                "a player that differs between cells cannot name a memory");
    if (spec_find_player(spec, name) >= 0)
        return spec_reader_fail(reader, SPEC_PLAYERS, from->name,
                                "two players would be called '%s': choose another short name",
                                name);
    *out_number = add_player(spec, cell, player, name);
    return spec_reader_check_name(reader, SPEC_PLAYERS, from->name, name);
}

/* The lines of [players] before any value is set; those that all cells share are described. */
static char *write_players(const SpecReader *reader)
{
    const Spec *spec = reader->spec, *first = spec->cells[0];
    GString *text = g_string_new(NULL);

    for (int i = 0; i < first->player_count; i++) {
        const char *name = first->players[i].name;
        const char *given = spec_reader_get(reader, SPEC_PLAYERS, name);
        g_autofree char *whole =
            spec_reader_complete_team(reader, given != NULL ? given : first->players[i].text);
        g_string_append_printf(text, "%s=%s\n", name,
                               player_varies(spec, i) ? whole : first->players[i].text);
    }
    return g_string_free(text, FALSE);
}

static void add_pairings(Spec *spec, int cell, const int *numbers)
{
    const Spec *from = spec->cells[cell];

    for (int i = 0; i < from->pairing_count; i++) {
        SpecPairing pairing = from->pairings[i];
        pairing.cell = cell;
        for (int side = 0; side < spec->contest->sides; side++)
            pairing.players[side] = numbers[pairing.players[side]];
        spec->pairings[spec->pairing_count++] = pairing;
    }
}

static bool add_shared_players(const SpecReader *reader, int *numbers)
{
    Spec *spec = reader->spec;

    for (int i = 0; i < spec->cells[0]->player_count; i++) {
        if (player_varies(spec, i))
            continue;
        numbers[i] = add_player(spec, 0, i, spec->cells[0]->players[i].name);
        if (!spec_note_memory(reader, &spec->players[numbers[i]]))
            return false;
    }
    spec->named_count = spec->player_count;
    return true;
}

bool spec_players_of_cells(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const int players = spec->cells[0]->player_count, cells = spec->factors.cells;
    g_autofree int *numbers = g_new(int, (gsize)players);

    spec->players = g_new0(SpecPlayer, (gsize)players * (gsize)cells);
    spec->pairings = g_new(SpecPairing, (gsize)spec->cells[0]->pairing_count * (gsize)cells);
    if (!add_shared_players(reader, numbers))
        return false;
    if (spec->named_count + cells * (players - spec->named_count) > SPEC_MAX_PLAYERS)
        return spec_reader_fail(reader, SPEC_FACTORS, NULL,
                                "%d cells with %d separate player%s each, plus the shared players, "
                                "exceed the limit of %d players",
                                cells, players - spec->named_count,
                                plural_ending(players - spec->named_count), SPEC_MAX_PLAYERS);
    for (int cell = 0; cell < cells; cell++) {
        for (int i = 0; i < players; i++)
            if (player_varies(spec, i) && !add_varying_player(reader, cell, i, &numbers[i]))
                return false;
        add_pairings(spec, cell, numbers);
    }
    spec->factors_players = write_players(reader);
    return true;
}
