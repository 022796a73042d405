#include "players/search/search_settings.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "board/members.h"
#include "board/text_lines.h"

const SearchPartInfo SEARCH_PARTS[SEARCH_PART_COUNT] = {
    [SEARCH_DEEPENING] = {"deepening", "search depth by depth"},
    [SEARCH_TABLE] = {"table", "store findings in a transposition table"},
    [SEARCH_ORDERING] = {"ordering", "search promising moves first"},
    [SEARCH_SCOUT] = {"scout", "search later moves only to test whether they are better"},
    [SEARCH_NULL_MOVE] = {"null-move", "skip positions that remain good after a pass"},
    [SEARCH_REDUCTIONS] = {"reductions", "search late moves to a reduced depth first"},
    [SEARCH_PRUNING] = {"pruning", "skip positions far ahead or behind near the full depth"},
    [SEARCH_EXTENSIONS] = {"extensions", "extend checks by one ply"},
    [SEARCH_ASPIRATION] = {"aspiration", "expect a score near that of the previous depth"},
    [SEARCH_PIECE_SQUARES] = {"piece-squares", "evaluate by squares and the phase of the game"},
    [SEARCH_MATE_DISTANCE] = {"mate-distance", "prefer a nearer mate"},
    [SEARCH_CLOCK] = {"clock", "think as long as the clock allows, if there is one"},
    [SEARCH_SHUFFLE] = {"shuffle", "choose among equal moves at random"},
    [SEARCH_RESIGN] = {"resign", "resign when mate is forced"},
};

#define TRADITIONAL_WEIGHTS              \
    {                                    \
        100, 300, 300, 500, 900, 1, 8, 2 \
    }

const SearchSettings SEARCH_SETTINGS_HOMEOSTATIC = {
    .parts = 1U << SEARCH_SHUFFLE | 1U << SEARCH_RESIGN,
    .quiescence = QUIESCENCE_TRUNCATED,
    .weight = TRADITIONAL_WEIGHTS,
    .figures =
        {
#define FIGURE(name, middle, end) {middle, end},
#include "players/search/evaluation_figures.def"
        },
    .hash_mebibytes = 16,
    .pace = {30000, 200000},
};

const SearchSettings SEARCH_SETTINGS_SEARCH = {
    .parts = ((1U << SEARCH_PART_COUNT) - 1) & ~(1U << SEARCH_RESIGN),
    .quiescence = QUIESCENCE_FULL,
    .weight = TRADITIONAL_WEIGHTS,
    .figures =
        {
#define FIGURE(name, middle, end) {middle, end},
#include "players/search/evaluation_figures.def"
        },
    .hash_mebibytes = 16,
    .movetime_ms = 1000,
};

static bool fail(GError **error, const char *key, const char *value, const char *expected)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s is '%s', not %s", key, value,
                expected);
    return false;
}

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
        return fail(error, "pace", value, "two times such as 30s..200s or 5ms..20ms");
    *out_pace = pace;
    return true;
}

/* The settings that are whole numbers, but for weights and figures. Limits come first. */
static const Member NUMBERS[] = {
    {MEMBER("depth", NUMBER, SearchSettings, depth), .min = 1, .max = SEARCH_MAX_DEPTH},
    {MEMBER("nodes", NUMBER, SearchSettings, nodes), .min = 1, .max = G_MAXINT64},
    {MEMBER("movetime", NUMBER, SearchSettings, movetime_ms), .min = 1, .max = DAY_MS},
    {MEMBER("hash", NUMBER, SearchSettings, hash_mebibytes), .min = 1, .max = SEARCH_MAX_HASH},
};
#define LIMIT_COUNT 3

static const Member QUIESCENCE = {
    MEMBER("quiescence", NAME, SearchSettings, quiescence),
    .names = (const char *const[]){"off", "truncated", "full"},
    .max = QUIESCENCE_COUNT,
};

static Member weight_member(int weight)
{
    return (Member){
        .name = WEIGHTS[weight].name,
        .type = MEMBER_NUMBER,
        .offset = offsetof(SearchSettings, weight) + (size_t)weight * sizeof(int),
        .size = sizeof(int),
        .max = WEIGHT_MAX,
    };
}

static bool refuse_key(const char *key, GError **error)
{
    Nearest nearest = nearest_to(key, -1);
    g_autofree char *question = NULL;

    for (int part = 0; part < SEARCH_PART_COUNT; part++)
        nearest_try(&nearest, SEARCH_PARTS[part].name);
    for (int weight = 0; weight < WEIGHT_COUNT; weight++)
        nearest_try(&nearest, WEIGHTS[weight].name);
    for (int i = 0; i < FIGURE_COUNT; i++)
        if (figure_name((Figure)i) != NULL)
            nearest_try(&nearest, figure_name((Figure)i));
    for (size_t i = 0; i < G_N_ELEMENTS(NUMBERS); i++)
        nearest_try(&nearest, NUMBERS[i].name);
    nearest_try(&nearest, QUIESCENCE.name);
    nearest_try(&nearest, "pace");
    question = nearest_question(&nearest);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no setting '%s'%s",
                key, question);
    return false;
}

static bool fail_number(GError **error, const char *key, const char *value, int64_t min,
                        int64_t max)
{
    g_autofree char *expected =
        g_strdup_printf("a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, min, max);

    return fail(error, key, value, expected);
}

static bool set_number(SearchSettings *settings, const Member *number, const char *value,
                       GError **error)
{
    return member_parse(number, value, settings) ||
           fail_number(error, number->name, value, number->min, number->max);
}

static bool set_part(SearchSettings *settings, int part, const char *value, GError **error)
{
    const bool on = g_str_equal(value, "on") || g_str_equal(value, "yes");

    settings->parts = (settings->parts & ~(1U << part)) | (uint32_t)on << part;
    return on || g_str_equal(value, "off") || g_str_equal(value, "no") ||
           fail(error, SEARCH_PARTS[part].name, value, "on or off");
}

static bool set_figure(SearchSettings *settings, const char *key, const char *value, GError **error)
{
    int *figure = figure_find(settings->figures, key);
    gint64 number;

    if (figure == NULL)
        return refuse_key(key, error);
    if (!g_ascii_string_to_signed(value, 10, -FIGURE_MOST, FIGURE_MOST, &number, NULL))
        return fail_number(error, key, value, -FIGURE_MOST, FIGURE_MOST);
    *figure = (int)number;
    return true;
}

static bool set(SearchSettings *settings, const char *key, const char *value, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(NUMBERS); i++)
        if (g_str_equal(NUMBERS[i].name, key))
            return set_number(settings, &NUMBERS[i], value, error);
    for (int part = 0; part < SEARCH_PART_COUNT; part++)
        if (g_str_equal(SEARCH_PARTS[part].name, key))
            return set_part(settings, part, value, error);
    for (int weight = 0; weight < WEIGHT_COUNT; weight++)
        if (g_str_equal(WEIGHTS[weight].name, key)) {
            const Member member = weight_member(weight);
            return set_number(settings, &member, value, error);
        }
    if (g_str_equal(key, QUIESCENCE.name))
        return member_parse(&QUIESCENCE, value, settings) ||
               fail(error, key, value, "truncated, full or off");
    if (g_str_equal(key, "pace"))
        return read_pace(value, &settings->pace, error);
    return set_figure(settings, key, value, error);
}

static bool is_limited(const SearchSettings *settings)
{
    return settings->depth > 0 || settings->nodes > 0 || settings->movetime_ms > 0;
}

/* The limits of @defaults count where none is set. */
static bool settle_limits(SearchSettings *settings, const SearchSettings *defaults, GError **error)
{
    const bool is_paced = settings->pace.upper_ms > 0;

    if (is_paced && is_limited(settings)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "pace sets the depth: depth, nodes and movetime cannot be combined with it");
        return false;
    }
    if (!is_paced && !is_limited(settings)) {
        settings->depth = defaults->depth;
        settings->nodes = defaults->nodes;
        settings->movetime_ms = defaults->movetime_ms;
        settings->pace = defaults->pace;
    }
    /* A search of only one depth that is stopped has looked at only some of the moves. */
    if (settings->nodes > 0 || settings->movetime_ms > 0)
        settings->parts |= 1U << SEARCH_DEEPENING;
    return true;
}

bool search_settings_parse(const char *text, const SearchSettings *defaults,
                           SearchSettings *out_settings, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    SearchSettings settings = *defaults;

    settings.depth = 0;
    settings.nodes = 0;
    settings.movetime_ms = 0;
    settings.pace = (PaceBounds){0, 0};
    for (char **part = parts; *part != NULL; part++) {
        char *equals = strchr(*part, '=');
        if (equals == NULL) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s' is not KEY=VALUE",
                        *part);
            return false;
        }
        *equals = '\0';
        if (!set(&settings, *part, equals + 1, error))
            return false;
    }
    if (!settle_limits(&settings, defaults, error))
        return false;
    *out_settings = settings;
    return true;
}

bool search_settings_sets_limit(const char *text, bool *out_sets, GError **error)
{
    const SearchSettings unlimited = {0};
    SearchSettings settings = unlimited;

    if (!search_settings_parse(text, &unlimited, &settings, error))
        return false;
    *out_sets = is_limited(&settings) || settings.pace.upper_ms > 0;
    return true;
}

static void append(GString *text, const char *key, const char *value)
{
    g_string_append_printf(text, "%s%s=%s", text->len > 0 ? "," : "", key, value);
}

static void append_number(GString *text, const char *key, int64_t number, int64_t usual)
{
    g_autofree char *value = g_strdup_printf("%" G_GINT64_FORMAT, number);

    if (number != usual)
        append(text, key, value);
}

static void append_member(GString *text, const Member *member, const SearchSettings *settings,
                          const SearchSettings *defaults)
{
    g_autofree char *value = member_format(member, settings);
    g_autofree char *usual = member_format(member, defaults);

    if (!g_str_equal(value, usual))
        append(text, member->name, value);
}

static void append_duration(GString *text, int64_t ms)
{
    if (ms % 1000 == 0)
        g_string_append_printf(text, "%" G_GINT64_FORMAT "s", (gint64)(ms / 1000));
    else
        g_string_append_printf(text, "%" G_GINT64_FORMAT "ms", (gint64)ms);
}

static void append_limits(GString *text, const SearchSettings *settings)
{
    const SearchSettings unlimited = {0};

    for (int i = 0; i < LIMIT_COUNT; i++)
        append_member(text, &NUMBERS[i], settings, &unlimited);
    if (settings->pace.upper_ms > 0) {
        append(text, "pace", "");
        append_duration(text, settings->pace.lower_ms);
        g_string_append(text, "..");
        append_duration(text, settings->pace.upper_ms);
    }
}

static void append_figures(GString *text, const SearchSettings *settings,
                           const SearchSettings *defaults)
{
    for (int i = 0; i < FIGURE_COUNT; i++) {
        const Phased figure = settings->figures[i], usual = defaults->figures[i];
        const char *name = figure_name((Figure)i);
        g_autofree char *name_of_end = g_strconcat(name != NULL ? name : "", "-end", NULL);
        append_number(text, name, figure.middle, usual.middle);
        append_number(text, name_of_end, figure.end, usual.end);
    }
}

char *search_settings_format(const SearchSettings *settings, const SearchSettings *defaults)
{
    GString *text = g_string_new(NULL);
    uint32_t given = defaults->parts;

    append_limits(text, settings);
    if (settings->nodes > 0 || settings->movetime_ms > 0)
        given |= 1U << SEARCH_DEEPENING;
    for (int part = 0; part < SEARCH_PART_COUNT; part++)
        if ((settings->parts ^ given) >> part & 1)
            append(text, SEARCH_PARTS[part].name,
                   search_settings_has(settings, (SearchPart)part) ? "on" : "off");
    append_member(text, &QUIESCENCE, settings, defaults);
    for (int weight = 0; weight < WEIGHT_COUNT; weight++)
        append_number(text, WEIGHTS[weight].name, settings->weight[weight],
                      defaults->weight[weight]);
    append_figures(text, settings, defaults);
    for (size_t i = LIMIT_COUNT; i < G_N_ELEMENTS(NUMBERS); i++)
        append_member(text, &NUMBERS[i], settings, defaults);
    return g_string_free(text, FALSE);
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
