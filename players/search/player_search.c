#include "players/search/player_search.h"
#include "players/search/search.h"

#include <string.h>

#include "board/antichess.h"
#include "board/chess.h"
#include "board/text_lines.h"
#include "players/memory/memory_store.h"
#include "players/player_kinds.h"

#define MEMORY_KEY "memory="

typedef struct {
    Player player;
    SearchSettings settings;
    bool is_limited; /* the user has set a limit, rather than left the default */
    char *memory;    /* the name as given, perhaps with a password; NULL: none */
    Search *search;
    Pace pace; /* depth 0: the machine is not tested yet */
} PlayerSearch;

/* Splits @parts into the memory, NULL if none is named, and all else. Owner: the caller, of
 * both. */
static char *split_memory(char *const *parts, char **out_memory)
{
    g_autoptr(GString) rest = g_string_new(NULL);
    const char *memory = NULL;
    bool any = false;

    for (char *const *part = parts; *part != NULL; part++) {
        if (g_str_has_prefix(*part, MEMORY_KEY)) {
            memory = *part + strlen(MEMORY_KEY);
            continue;
        }
        /* An empty part stays, so that it is refused. */
        g_string_append_printf(rest, "%s%s", any || **part == '\0' ? "," : "", *part);
        any = true;
    }
    *out_memory = g_strdup(memory);
    return g_strdup(rest->str);
}

static const SearchSettings *defaults_of(const Player *player)
{
    return player->kind == &PLAYER_KIND_SEARCH ? &SEARCH_SETTINGS_SEARCH
                                               : &SEARCH_SETTINGS_HOMEOSTATIC;
}

static bool read_settings(Player *player, const char *parameters,
                          G_GNUC_UNUSED const Engines *engines, GError **error)
{
    PlayerSearch *self = (PlayerSearch *)player;
    SearchSettings *settings = &self->settings;
    g_auto(GStrv) parts = g_strsplit(parameters, ",", -1);
    const char *repeated = text_repeated_setting(parts);
    g_autofree char *rest = split_memory(parts, &self->memory);

    if (repeated != NULL)
        return player_refuse(error, "%.*s is given twice", (int)strcspn(repeated, "="), repeated);
    if (!search_settings_parse(rest, defaults_of(player), settings, &self->is_limited, error) ||
        (self->memory != NULL && !memory_store_check(self->memory, error)))
        return false;
    player->depends_on_machine = settings->pace.upper_ms > 0 || settings->movetime_ms > 0;
    player->draws_nothing = !settings->part[SEARCH_SHUFFLE];
    self->search = search_new(settings);
    return true;
}

static void clear_search(Player *player)
{
    PlayerSearch *self = (PlayerSearch *)player;

    g_clear_pointer(&self->search, search_free);
    g_free(self->memory);
}

static bool has_search(const Player *player)
{
    return player->kind == &PLAYER_KIND_HOMEOSTATIC || player->kind == &PLAYER_KIND_SEARCH;
}

const SearchSettings *player_search_settings(const Player *player)
{
    return has_search(player) ? &((const PlayerSearch *)player)->settings : NULL;
}

const char *player_search_memory(const Player *player)
{
    return has_search(player) ? ((const PlayerSearch *)player)->memory : NULL;
}

/* The text of the player without its memory. Owner: the caller. */
static char *describe_search(const PlayerSearch *self)
{
    g_autofree char *text = search_settings_format(&self->settings, defaults_of(&self->player));

    return g_strdup_printf("%s:%s", self->player.kind->name, text);
}

/* Without the password of the memory: the text is written into records. */
static char *describe_player(const Player *player)
{
    const PlayerSearch *self = (const PlayerSearch *)player;
    g_autofree char *text = describe_search(self);
    g_autofree char *memory =
        self->memory != NULL ? memory_address_without_password(self->memory) : NULL;

    return memory != NULL ? g_strconcat(text, "," MEMORY_KEY, memory, NULL)
                          : g_steal_pointer(&text);
}

/* Opens the memory, if one is to be used. */
static bool check_memory(const Player *player, Memories *memories, GError **error)
{
    const PlayerSearch *self = (const PlayerSearch *)player;
    g_autoptr(GError) fault = NULL;

    if (self->memory == NULL || memories == NULL ||
        memories_get(memories, self->memory, &fault) != NULL)
        return true;
    return player_fail(error, PLAYER_ERROR_MISSING, "%s", fault->message);
}

/* The test of the hardware: how long a search of the initial position takes. */
static double test_machine(const SearchSettings *settings)
{
    const DrawRules rules = {0};
    const SearchLimit limit = {.depth = PACE_TEST_DEPTH};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(Search) search = search_new(settings);
    Random random = random_for_job(1, 1);
    const int64_t begin_us = g_get_monotonic_time();

    search_run(search, line, &limit, &random, NULL);
    return (double)(g_get_monotonic_time() - begin_us) / G_USEC_PER_SEC;
}

/* In a position that stood before, the paced player looks further ahead, so that the better side
 * finds something else than a repetition. */
static int paced_depth(const PlayerSearch *self, const GameLine *line)
{
    const uint64_t key = line->game->key(&line->state);
    const int repetitions = game_line_repetitions(line, key, line->plies);

    return MIN(self->pace.depth + repetitions, SEARCH_MAX_DEPTH);
}

/* The limits that the player was created with. */
static SearchLimit own_limit(PlayerSearch *self, const GameLine *line)
{
    const SearchSettings *settings = &self->settings;

    if (settings->pace.upper_ms == 0)
        return (SearchLimit){.depth = settings->depth,
                             .nodes = settings->nodes,
                             .hard_us = 1000 * settings->movetime_ms};
    if (self->pace.depth == 0)
        self->pace = pace_first(test_machine(settings));
    return (SearchLimit){.depth = paced_depth(self, line)};
}

/* The limits that the caller asks for. A clock ends all thinking; a part of the search decides
 * whether it also says when to stop earlier. */
static SearchLimit asked_limit(const SearchSettings *settings, const ThinkingLimits *limits)
{
    const ThinkingTime time = thinking_time(limits);
    const bool stops_early = settings->part[SEARCH_CLOCK];

    return (SearchLimit){
        .depth = limits->depth,
        .nodes = limits->nodes,
        .soft_us = limits->infinite ? G_MAXINT64
                   : stops_early    ? time.soft_us
                                    : 0,
        .hard_us = stops_early ? time.hard_us : time.steady_us,
    };
}

/* Whether @limits limit the thinking, so that the player's own default is not needed. */
static bool sets_limit(const SearchSettings *settings, const ThinkingLimits *limits)
{
    return limits->infinite || limits->depth > 0 || limits->nodes > 0 || limits->movetime_ms > 0 ||
           (limits->clock_ms > 0 && settings->part[SEARCH_CLOCK]);
}

/* The smallest of the limits asked for and of those that the player was created with. A default
 * limit of the player gives way to those asked for. */
static SearchLimit limit_of(PlayerSearch *self, const PlayerCall *call)
{
    const ThinkingLimits *limits = call->limits;
    SearchLimit own, asked;

    if (limits == NULL)
        return own_limit(self, call->line);
    asked = asked_limit(&self->settings, limits);
    if (!self->is_limited && sets_limit(&self->settings, limits))
        return asked;
    own = own_limit(self, call->line);
    return (SearchLimit){
        .depth = (int)thinking_least(own.depth, asked.depth),
        .nodes = (uint64_t)thinking_least((int64_t)own.nodes, (int64_t)asked.nodes),
        .soft_us = asked.soft_us,
        .hard_us = thinking_least(own.hard_us, asked.hard_us),
    };
}

/* The memory to be used, or NULL: none is used if only some moves may be chosen, as it knows only
 * of choices among all. That it can be opened has been checked before. */
static PositionMemory *memory_of(const PlayerSearch *self, const PlayerCall *call)
{
    const bool is_restricted = call->limits != NULL && call->limits->only_count > 0;

    return self->memory != NULL && call->memories != NULL && !is_restricted
               ? memories_get(call->memories, self->memory, NULL)
               : NULL;
}

/* A remembered position uses as many random numbers as a searched one, so that the moves after it
 * are the same. */
static SearchResult think_or_recall(PlayerSearch *self, const PlayerCall *call,
                                    const SearchLimit *limit)
{
    PositionMemory *memory = memory_of(self, call);
    g_autofree char *player = memory != NULL ? describe_search(self) : NULL;
    Random own;

    search_use_memory(self->search, memory, player);
    if (memory == NULL)
        return search_run(self->search, call->line, limit, call->random, call->limits);
    own = random_for_job(random_next(call->random), 1);
    return search_run(self->search, call->line, limit, &own, call->limits);
}

static void get_ready(Player *player)
{
    search_get_ready(((PlayerSearch *)player)->search);
}

static Choice choose_by_search(Player *player, const PlayerCall *call)
{
    PlayerSearch *self = (PlayerSearch *)player;
    const SearchLimit limit = limit_of(self, call);
    const int64_t begin_us = g_get_monotonic_time();
    const SearchResult answer = think_or_recall(self, call, &limit);

    if (self->pace.depth > 0)
        pace_note(&self->pace, self->settings.pace, (g_get_monotonic_time() - begin_us) / 1000,
                  SEARCH_MAX_DEPTH);
    if (self->settings.part[SEARCH_RESIGN] && answer.score <= -SEARCH_MATE_BOUND)
        return (Choice){.kind = CHOICE_RESIGNATION, .move = answer.move};
    return choice_of_move(answer.move);
}

/* What both kinds have in common; their default settings differ. */
#define SEARCHES                                                                                 \
    .size = sizeof(PlayerSearch), .read = read_settings, .clear = clear_search,                  \
    .describe = describe_player, .games = {&GAME_CHESS, &GAME_ANTICHESS}, .check = check_memory, \
    .choose = choose_by_search, .get_ready = get_ready, .decides_once = true

const PlayerKind PLAYER_KIND_HOMEOSTATIC = {
    .name = "homeostatic",
    .usage = "homeostatic[:pace=A..B|depth=N|nodes=N][,PART=on|off][,WEIGHT=N]...[,memory=STORE]",
    .summary =
        "alpha-beta search that adapts its depth to the time per move, like R. J. Wagner's applet",
    SEARCHES,
};

const PlayerKind PLAYER_KIND_SEARCH = {
    .name = "search",
    .usage = "search[:depth=N][,nodes=N][,movetime=MS][,pace=A..B][,PART=on|off][,WEIGHT=N]...[,"
             "memory=STORE]",
    .summary = "alpha-beta search with the techniques of a modern chess engine",
    SEARCHES,
};
