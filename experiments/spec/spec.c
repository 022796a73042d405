#include "experiments/spec/spec.h"
#include "experiments/spec/spec_players.h"

#include <string.h>

#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_factors.h"
#include "experiments/tools/error.h"
#include "experiments/tools/text_file.h"

/* The name becomes a folder of results and a PGN tag. */
static bool check_experiment_name(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    if (*spec->name == '\0') {
        g_free(spec->name);
        spec->name = g_strdup(reader->name);
    }
    if (*spec->name == '\0' || *spec->name == '.' || strchr(spec->name, '/') != NULL ||
        strlen(spec->name) > SPEC_MAX_NAME)
        return spec_reader_fail(reader, "experiment", "name",
                                "'%s' is not a folder name: it must have 1 to %d bytes, contain no "
                                "'/' and not begin with '.'",
                                spec->name, SPEC_MAX_NAME);
    return true;
}

static bool find_game(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    spec->contest = contest_of_game(spec->game_name, &spec->game);
    if (spec->contest == NULL) {
        g_autoptr(GPtrArray) games = contest_games();
        g_autofree char *list = spec_list_words(games, spec->game_name);
        return spec_reader_fail(reader, "experiment", "game",
                                "there is no game '%s'; the games are %s", spec->game_name, list);
    }
    spec->side_names =
        spec->game != NULL ? spec->game->side_name : spec->contest->own_game->side_name;
    return spec->contest->check_format(reader);
}

/* Whether @key means nothing in @contest. */
static bool is_stray(const SpecKey *key, const Contest *contest)
{
    for (const ContestKey *stray = contest->strays; stray->group != NULL; stray++)
        if (g_str_equal(stray->group, key->group) &&
            (stray->key == NULL || g_str_equal(stray->key, key->member.name)))
            return true;
    return false;
}

/* A key that would do nothing may only say what it says anyway. */
static bool check_strays(const SpecReader *reader)
{
    const Contest *contest = reader->spec->contest;

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        const char *value = spec_reader_get(reader, key->group, key->member.name);

        if (value != NULL && !g_str_equal(value, key->standard) && is_stray(key, contest))
            return spec_reader_fail(reader, key->group, key->member.name,
                                    "it does not apply to %s, %s", reader->spec->game_name,
                                    contest->own_game == NULL ? "a game with turns"
                                                              : "a game without turns");
    }
    return true;
}

static bool read_engines(const SpecReader *reader)
{
    reader->spec->engines = engines_new();
    for (guint i = 0; i < reader->ini->len; i++) {
        const IniEntry *entry = reader->ini->pdata[i];
        g_autofree char *name = NULL;
        g_autoptr(GError) fault = NULL;

        if (entry->key == NULL || !g_str_has_prefix(entry->group, SPEC_ENGINE))
            continue;
        name = g_strstrip(g_strdup(entry->group + strlen(SPEC_ENGINE)));
        if (!engines_set(reader->spec->engines, name, entry->key, entry->value, &fault))
            return spec_reader_fail(reader, entry->group, entry->key, "%s", fault->message);
    }
    return true;
}

AsyncRules spec_async_rules(const Spec *spec, const SpecPairing *pairing)
{
    AsyncRules rules = (spec->cells != NULL ? spec->cells[pairing->cell] : spec)->async.rules;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (rules.ms_per_space[type] == 0)
            rules.ms_per_space[type] = (int64_t)pairing->ms_per_space;
    return rules;
}

/* Whether both say the same checksums, however they are spelled. */
static bool are_same_sums(const char *a, const char *b)
{
    g_auto(GStrv) first = g_strsplit(a, ";", -1), second = g_strsplit(b, ";", -1);

    for (int i = 0; first[i] != NULL || second[i] != NULL; i++)
        if (first[i] == NULL || second[i] == NULL ||
            g_ascii_strcasecmp(g_strstrip(first[i]), g_strstrip(second[i])) != 0)
            return false;
    return true;
}

static bool has_pgn(const char *paths)
{
    g_autofree char *lower = g_ascii_strdown(paths, -1);

    return strstr(lower, ".pgn") != NULL;
}

/* Something must be left to tune on. */
static bool check_held_back(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    if (spec->tuning.held_back == 0)
        return true;
    if (*spec->openings.file == '\0')
        return spec_reader_fail(reader, "tune", "held-back", "it requires [openings] file");
    return spec->tuning.held_back < spec->openings.positions.count ||
           spec_reader_fail(
               reader, "tune", "held-back",
               "it must be less than the number of openings in the file, %" G_GSIZE_FORMAT,
               spec->openings.positions.count);
}

static bool read_openings(const SpecReader *reader)
{
    SpecOpenings *openings = &reader->spec->openings;
    const OpeningsKind kind = {reader->spec->game, &reader->spec->rules.draws, openings->plies,
                               openings->strict};
    const bool has_sets = *openings->sets != '\0';
    const char *const key = has_sets ? "sets" : "file";
    const char *const paths = has_sets ? openings->sets : openings->file;
    g_auto(GStrv) each = g_strsplit(paths, "; ", has_sets ? -1 : 1);
    g_autoptr(GError) fault = NULL;

    if (openings->plies > 0 && !has_pgn(paths))
        return spec_reader_fail(reader, "openings", "plies",
                                "it requires a *.pgn file in 'file' or 'sets'");
    if (*paths == '\0')
        return *openings->sha256 == '\0' ||
               spec_reader_fail(reader, "openings", "sha256", "it requires 'file' or 'sets'");
    if (has_sets && *openings->file != '\0')
        return spec_reader_fail(reader, "openings", "sets", "it cannot be combined with 'file'");
    if (openings->random_plies > 0)
        return spec_reader_fail(reader, "openings", "random-plies",
                                "it cannot be combined with 'file' or 'sets'");
    if (!openings_read(each, has_sets, &kind, &openings->positions, &fault))
        return spec_reader_fail(reader, "openings", key, "%s", fault->message);
    if (*openings->sha256 != '\0' && !are_same_sums(openings->sha256, openings->positions.sha256))
        return spec_reader_fail(reader, "openings", "sha256", "the checksum of '%s' is %s, not %s",
                                paths, openings->positions.sha256, openings->sha256);
    g_free(openings->sha256);
    openings->sha256 = g_strdup(openings->positions.sha256);
    return true;
}

/* The pairings in one spelling, so that blanks make no other experiment; those of cells as they are
 * in each. */
static void respell_pairs(Spec *spec)
{
    const Spec *given = spec->cells != NULL ? spec->cells[0] : spec;
    GString *text = g_string_new(NULL);

    for (int i = 0; given->format == SPEC_PAIRS && i < given->pairing_count; i++)
        g_string_append_printf(text, "%s%s:%s", i > 0 ? "; " : "",
                               given->players[given->pairings[i].player].name,
                               given->players[given->pairings[i].opponent].name);
    g_free(spec->pairs);
    spec->pairs = g_string_free(text, FALSE);
}

/* The cells tell apart what the text does not: the openings of a factor are known by their
 * checksums. */
static char *compute_identity(const Spec *spec)
{
    g_autofree char *text = spec_text_write(spec, false);
    g_autoptr(GString) all = g_string_new(text);

    for (int i = 0; i < spec->factors.cells; i++)
        g_string_append_printf(all, "\n%s", spec->cells[i]->identity);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, all->str, -1);
}

/* Reads cell @cell of @reader; NULL, with the cell in the error, if it cannot be read. */
static Spec *read_cell(const SpecReader *reader, int cell)
{
    g_autoptr(GPtrArray) ini = spec_factors_cell(reader, cell);
    g_autoptr(GError) fault = NULL;
    const SpecReader of_cell = {reader->source, reader->folder, reader->name, ini, NULL, &fault};
    Spec *spec = spec_of_ini(&of_cell);

    if (spec == NULL) {
        g_autofree char *name =
            factors_player_name(&reader->spec->factors, cell, "", SPEC_MAX_NAME);
        g_set_error(reader->error, fault->domain, fault->code, "%s (in the cell of [factors]: %s)",
                    fault->message,
                    *g_strstrip(name) != '\0' ? name : "the first value of each factor");
    }
    return spec;
}

static bool read_cells(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    if (!spec_factors_read(reader))
        return false;
    if (spec->factors.count == 0)
        return spec_players_read(reader);
    spec->cells = g_new0(Spec *, spec->factors.cells);
    for (int i = 0; i < spec->factors.cells; i++) {
        spec->cells[i] = read_cell(reader, i);
        if (spec->cells[i] == NULL)
            return false;
    }
    return spec_players_of_cells(reader);
}

static bool read_spec(const SpecReader *reader)
{
    Spec *spec = reader->spec;

    if (!check_experiment_name(reader) || !find_game(reader) || !check_strays(reader) ||
        !read_engines(reader) || !read_cells(reader) || !spec->contest->check_rules(reader) ||
        !read_openings(reader) || !check_held_back(reader))
        return false;
    respell_pairs(spec);
    if (spec->format == SPEC_SPRT)
        spec->sprt.most = (int64_t)schedule_count(spec) / 2;
    spec->resolved = spec_text_write(spec, true);
    spec->identity = compute_identity(spec);
    return true;
}

Spec *spec_of_ini(const SpecReader *reader)
{
    g_autoptr(Spec) spec = g_new0(Spec, 1);
    SpecReader filled = *reader;

    filled.spec = spec;
    return spec_reader_fill(&filled) && read_spec(&filled) ? g_steal_pointer(&spec) : NULL;
}

Spec *spec_parse(const char *text, const char *source, const char *folder, const char *name,
                 const char *const *settings, GError **error)
{
    SpecReader reader = {source, folder, name, NULL, NULL, error};
    Spec *spec = spec_reader_load(&reader, text, settings) ? spec_of_ini(&reader) : NULL;

    g_clear_pointer(&reader.ini, g_ptr_array_unref);
    return spec;
}

Spec *spec_of_match(const char *player, const char *opponent, const char *const *settings,
                    GError **error)
{
    static const char *const places[] = {"PLAYER OPPONENT", "PLAYER", "OPPONENT"};
    g_autofree char *text = g_strdup_printf("[players]\nA=%s\nB=%s\n", player, opponent);
    SpecReader reader = {NULL, NULL, "match", NULL, NULL, error};
    const bool is_loaded = spec_reader_load(&reader, text, settings);
    Spec *spec = NULL;

    for (guint i = 0; is_loaded && i < G_N_ELEMENTS(places); i++) {
        IniEntry *entry = reader.ini->pdata[i];
        if (entry->place == NULL)
            entry->place = g_strdup(places[i]);
    }
    if (is_loaded)
        spec = spec_of_ini(&reader);
    g_clear_pointer(&reader.ini, g_ptr_array_unref);
    return spec;
}

Spec *spec_load(const char *path, const char *const *settings, GError **error)
{
    g_autofree char *text = NULL;
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    gsize length;

    text = text_file_read(path, &length, error);
    if (text == NULL)
        return NULL;
    if (!text_file_check(path, text, length, error))
        return NULL;
    if (g_str_has_suffix(name, ".ini"))
        name[strlen(name) - strlen(".ini")] = '\0';
    return spec_parse(text, path, folder, name, settings, error);
}

bool spec_players_are_same(const Spec *spec, int player, int other)
{
    return g_str_equal(spec->players[player].text, spec->players[other].text);
}

bool spec_has_programs(const Spec *spec)
{
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].command != NULL)
            return true;
    return false;
}

int spec_find_player(const Spec *spec, const char *name)
{
    for (int i = 0; i < spec->player_count; i++)
        if (g_str_equal(spec->players[i].name, name))
            return i;
    return -1;
}

int spec_count_players(const Spec *spec, int count, const char *text)
{
    int players = 0;

    for (int i = 0; i < count; i++)
        players += g_str_equal(spec->players[i].text, text);
    return players;
}

void spec_player_clear(SpecPlayer *player)
{
    g_free(player->name);
    g_free(player->text);
    g_free(player->given);
    g_free(player->memory);
    g_free(player->command);
}

void spec_free(Spec *spec)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (SPEC_KEYS[i].member.type == MEMBER_STRING)
            g_free(*(char **)member_at(&SPEC_KEYS[i].member, spec));
    for (int i = 0; i < spec->player_count; i++)
        spec_player_clear(&spec->players[i]);
    g_free(spec->players);
    g_free(spec->pairings);
    for (int i = 0; spec->cells != NULL && i < spec->factors.cells; i++)
        g_clear_pointer(&spec->cells[i], spec_free);
    g_free(spec->cells);
    g_free(spec->factors_players);
    factors_clear(&spec->factors);
    tuning_clear(&spec->tuning);
    g_clear_pointer(&spec->engines, engines_free);
    openings_clear(&spec->openings.positions);
    g_free(spec->resolved);
    g_free(spec->identity);
    g_free(spec);
}
