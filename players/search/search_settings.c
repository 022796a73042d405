#include "players/search/search_settings.h"

#include <math.h>
#include <string.h>

#include "board/text_lines.h"
#include "players/player.h"

#define TRADITIONAL_WEIGHTS 100, 300, 300, 500, 900, 1, 8, 2

const SearchSettings SEARCH_SETTINGS_HOMEOSTATIC = {
    .part = {[SEARCH_SHUFFLE] = true, [SEARCH_RESIGN] = true},
    .quiescence = QUIESCENCE_TRUNCATED,
    .weight = {TRADITIONAL_WEIGHTS},
    .figures =
        {
#define FIGURE(id, name, middle, end) {middle, end},
#define UNUSED_FIGURE(id) {0, 0},
#include "players/search/evaluation_figures.def"
        },
    .hash_mebibytes = 16,
    .pace = {30000, 200000},
};

/* All parts but SEARCH_RESIGN, which is the last. */
const SearchSettings SEARCH_SETTINGS_SEARCH = {
    .part = {true, true, true, true, true, true, true, true, true, true, true, true, true},
    .quiescence = QUIESCENCE_FULL,
    .weight = {TRADITIONAL_WEIGHTS},
    .figures =
        {
#define FIGURE(id, name, middle, end) {middle, end},
#define UNUSED_FIGURE(id) {0, 0},
#include "players/search/evaluation_figures.def"
        },
    .hash_mebibytes = 16,
    .movetime_ms = 1000,
};

#define PACE "pace"
#define DAY_MS INT64_C(86400000)

/* "500ms", "30s" or "2m". */
static bool read_duration(const char *text, int64_t *out_ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}};
    char *end;
    const guint64 amount = g_ascii_strtoull(text, &end, 10);

    if (!g_ascii_isdigit(text[0]))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
        if (g_str_equal(end, units[i].name) && amount <= (guint64)(DAY_MS / units[i].ms)) {
            *out_ms = (int64_t)amount * units[i].ms;
            return true;
        }
    return false;
}

static bool read_pace(const char *value, PaceBounds *out_pace, GError **error)
{
    g_auto(GStrv) bounds = g_strsplit(value, "..", -1);
    PaceBounds pace;

    if (g_strv_length(bounds) != 2 || !read_duration(bounds[0], &pace.lower_ms) ||
        !read_duration(bounds[1], &pace.upper_ms) || pace.upper_ms == 0 ||
        pace.lower_ms > pace.upper_ms)
        return player_refuse(
            error, PACE " is '%s', not a shorter and a longer time such as 30s..200s or 5ms..20ms",
            value);
    *out_pace = pace;
    return true;
}

#define NUMBER(name, field, least, most) \
    MEMBER(name, NUMBER, SearchSettings, field), .min = (least), .max = (most)
#define PART(name, part_) MEMBER(name, FLAG, SearchSettings, part[part_])
#define WEIGHT(name, weight_) NUMBER(name, weight[weight_], 0, WEIGHT_MAX)

const SettingKey SEARCH_KEYS[] = {
    {{NUMBER("depth", depth, 1, SEARCH_MAX_DEPTH)}},
    {{NUMBER("nodes", nodes, 1, G_MAXINT64)}},
    {{NUMBER("movetime", movetime_ms, 1, DAY_MS)}},
    {{PART("deepening", SEARCH_DEEPENING)}, .meaning = "search with iterative deepening"},
    {{PART("table", SEARCH_TABLE)}, .meaning = "store results in a transposition table"},
    {{PART("ordering", SEARCH_ORDERING)}, .meaning = "search the most promising moves first"},
    {{PART("scout", SEARCH_SCOUT)},
     .meaning = "search each move after the first with a null window before a full search"},
    {{PART("null-move", SEARCH_NULL_MOVE)},
     .meaning = "prune positions that remain good enough after a null move"},
    {{PART("reductions", SEARCH_REDUCTIONS)},
     .meaning = "search late moves to a reduced depth before a full search"},
    {{PART("pruning", SEARCH_PRUNING)},
     .meaning = "prune positions near the horizon whose evaluation is far outside the window"},
    {{PART("extensions", SEARCH_EXTENSIONS)}, .meaning = "extend checks by one ply"},
    {{PART("aspiration", SEARCH_ASPIRATION)},
     .meaning = "start with a narrow window around the score of the previous depth"},
    {{PART("piece-squares", SEARCH_PIECE_SQUARES)},
     .meaning = "evaluate with piece-square tables that depend on the phase of the game"},
    {{PART("mate-distance", SEARCH_MATE_DISTANCE)}, .meaning = "prefer shorter mates"},
    {{PART("clock", SEARCH_CLOCK)},
     .meaning = "derive the time per move from the clock, if there is one"},
    {{PART("shuffle", SEARCH_SHUFFLE)}, .meaning = "choose at random among equally good moves"},
    {{PART("resign", SEARCH_RESIGN)}, .meaning = "resign when a mate is proven"},
    {{MEMBER("quiescence", NAME, SearchSettings, quiescence),
      .names = (const char *const[]){"off", "truncated", "full"}, .max = QUIESCENCE_COUNT}},
    {{WEIGHT("pawn", WEIGHT_PAWN)}},
    {{WEIGHT("knight", WEIGHT_KNIGHT)}},
    {{WEIGHT("bishop", WEIGHT_BISHOP)}},
    {{WEIGHT("rook", WEIGHT_ROOK)}},
    {{WEIGHT("queen", WEIGHT_QUEEN)}},
    {{WEIGHT("freedom", WEIGHT_FREEDOM)}},
    {{WEIGHT("unmoved", WEIGHT_UNMOVED)}},
    {{WEIGHT("advance", WEIGHT_ADVANCE)}},
#define FIGURE(id, name, middle_, end_)                                       \
    {{NUMBER(name, figures[FIGURE_##id].middle, -FIGURE_MOST, FIGURE_MOST)}}, \
        {{NUMBER(name "-end", figures[FIGURE_##id].end, -FIGURE_MOST, FIGURE_MOST)}},
#define UNUSED_FIGURE(id)
#include "players/search/evaluation_figures.def"
    {{NUMBER("hash", hash_mebibytes, 1, SEARCH_MAX_HASH)}},
};
const size_t SEARCH_KEY_COUNT = G_N_ELEMENTS(SEARCH_KEYS);
#define LIMIT_COUNT 3

static bool refuse_key(const char *key, GError **error)
{
    Nearest nearest = nearest_to(key, -1);
    g_autofree char *question = NULL;

    nearest_try(&nearest, PACE);
    for (size_t i = 0; i < SEARCH_KEY_COUNT; i++)
        nearest_try(&nearest, SEARCH_KEYS[i].member.name);
    question = nearest_question(&nearest);
    return player_refuse(error, PLAYER_NO_OPTION, (int)strlen(key), key, question);
}

static bool set_option(SearchSettings *settings, const char *key, const char *value, GError **error)
{
    const size_t index = setting_keys_find(SEARCH_KEYS, SEARCH_KEY_COUNT, key);
    g_autofree char *values = NULL, *words = NULL;

    if (index == SEARCH_KEY_COUNT)
        return g_str_equal(key, PACE) ? read_pace(value, &settings->pace, error)
                                      : refuse_key(key, error);
    if (member_parse(&SEARCH_KEYS[index].member, value, settings))
        return true;
    values = member_values(&SEARCH_KEYS[index].member);
    words = member_values_in_words(&SEARCH_KEYS[index].member, values);
    return player_refuse(error, "%s is '%s', not %s", key, value, words);
}

/* The limits of @defaults count where none is set. */
static bool settle_limits(SearchSettings *settings, const SearchSettings *defaults,
                          bool *out_sets_limit, GError **error)
{
    const bool is_paced = settings->pace.upper_ms > 0;
    const bool is_limited = settings->depth > 0 || settings->nodes > 0 || settings->movetime_ms > 0;

    if (is_paced && is_limited)
        return player_refuse(error, "pace cannot be combined with depth, nodes or movetime");
    if (!is_paced && !is_limited) {
        settings->depth = defaults->depth;
        settings->nodes = defaults->nodes;
        settings->movetime_ms = defaults->movetime_ms;
        settings->pace = defaults->pace;
    }
    /* A search of only one depth that is stopped has looked at only some of the moves. */
    if (settings->nodes > 0 || settings->movetime_ms > 0)
        settings->part[SEARCH_DEEPENING] = true;
    if (out_sets_limit != NULL)
        *out_sets_limit = is_paced || is_limited;
    return true;
}

/* @settings without limits. */
static SearchSettings without_limits(const SearchSettings *settings)
{
    SearchSettings copy = *settings;

    copy.depth = 0;
    copy.nodes = 0;
    copy.movetime_ms = 0;
    copy.pace = (PaceBounds){0, 0};
    return copy;
}

bool search_settings_parse(const char *text, const SearchSettings *defaults,
                           SearchSettings *out_settings, bool *out_sets_limit, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    SearchSettings settings = without_limits(defaults);

    for (char **part = parts; *part != NULL; part++) {
        char *equals = strchr(*part, '=');
        if (equals == NULL)
            return player_refuse(error, "'%s' is not KEY=VALUE", *part);
        *equals = '\0';
        if (!set_option(&settings, *part, equals + 1, error))
            return false;
    }
    if (!settle_limits(&settings, defaults, out_sets_limit, error))
        return false;
    *out_settings = settings;
    return true;
}

static void append_duration(GString *text, int64_t ms)
{
    if (ms % 1000 == 0)
        g_string_append_printf(text, "%" G_GINT64_FORMAT "s", (gint64)(ms / 1000));
    else
        g_string_append_printf(text, "%" G_GINT64_FORMAT "ms", (gint64)ms);
}

static void append_pace(GString *text, PaceBounds pace)
{
    g_string_append(text, "," PACE "=");
    append_duration(text, pace.lower_ms);
    g_string_append(text, "..");
    append_duration(text, pace.upper_ms);
}

char *search_settings_format(const SearchSettings *settings, const SearchSettings *defaults)
{
    SearchSettings usual = without_limits(defaults);
    g_autoptr(GString) text = g_string_new(NULL);

    usual.part[SEARCH_DEEPENING] |= settings->nodes > 0 || settings->movetime_ms > 0;
    for (size_t i = 0; i < SEARCH_KEY_COUNT; i++) {
        const Member *member = &SEARCH_KEYS[i].member;
        g_autofree char *value = NULL;
        if (i == LIMIT_COUNT && settings->pace.upper_ms > 0)
            append_pace(text, settings->pace);
        if (memcmp(member_at(member, settings), member_at(member, &usual), member->size) == 0)
            continue;
        value = member_format(member, settings);
        g_string_append_printf(text, ",%s=%s", member->name, value);
    }
    return g_strdup(text->len > 0 ? text->str + 1 : "");
}

Pace pace_first(double test_s)
{
    const double boost = log(1 / MAX(test_s, 1e-6)) / log(6);

    return (Pace){.depth = PACE_MIN_DEPTH + (int)MAX(floor(boost), 0)};
}

/* The average over the last @moves; each weighs @step less than the one after it. */
static double average_ms(const Pace *pace, int moves, int step)
{
    double sum = 0;
    int weights = 0;

    for (int i = 0; i < MIN(moves, pace->moves); i++) {
        const int weight = step * (moves - 1 - i) + 1;
        sum += weight * (double)pace->taken_ms[i];
        weights += weight;
    }
    return sum / weights;
}

void pace_note(Pace *pace, PaceBounds bounds, int64_t taken_ms, int max_depth)
{
    for (int i = PACE_MOVES - 1; i > 0; i--)
        pace->taken_ms[i] = pace->taken_ms[i - 1];
    pace->taken_ms[0] = taken_ms;
    pace->moves = MIN(pace->moves + 1, PACE_MOVES);
    if (average_ms(pace, 2, 0) < (double)bounds.lower_ms)
        pace->depth = MIN(pace->depth + 1, max_depth);
    else if (average_ms(pace, PACE_MOVES, 1) > (double)bounds.upper_ms)
        pace->depth = MAX(pace->depth - 1, PACE_MIN_DEPTH);
}
