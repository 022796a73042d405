#include "agents/beyond/logic_text.h"

#include <string.h>

#include "agents/beyond/logic_weights.h"
#include "agents/logics.h"
#include "board/text_lines.h"

G_DEFINE_QUARK(logic_error, logic_error)

#define fail(error, ...) fail_with(error, LOGIC_ERROR, LOGIC_ERROR_TEXT, __VA_ARGS__)

/* By LogicNames: their rows, from row @first on, begin with their names. */
static const struct {
    const void *rows;
    size_t row_size;
    int first, end;
} NAMES[] = {
    [NAMES_OF_LOGICS] = {LOGICS, sizeof *LOGICS, 0, LOGIC_COUNT},
    [NAMES_OF_READINGS] = {READINGS, sizeof *READINGS, 0, READING_COUNT},
    [NAMES_OF_NUMBERS] = {LOGIC_NUMBERS, sizeof *LOGIC_NUMBERS, LOGIC_NUMBER_SUGGESTIONS,
                          LOGIC_NUMBER_COUNT},
    [NAMES_OF_WEIGHTS] = {LOGIC_WEIGHT_ENTRIES, sizeof *LOGIC_WEIGHT_ENTRIES, 0,
                          LOGIC_WEIGHT_COUNT},
};

static const char *name_of(LogicNames kind, int row)
{
    return *(const char *const *)((const char *)NAMES[kind].rows +
                                  (size_t)row * NAMES[kind].row_size);
}

bool logic_find_name(LogicNames kind, const char *text, unsigned *out_row)
{
    for (int row = NAMES[kind].first; row < NAMES[kind].end; row++)
        if (g_str_equal(text, name_of(kind, row))) {
            *out_row = (unsigned)row;
            return true;
        }
    return false;
}

/* Refuses @text, which is no name of the kinds @first to @last. Always false. */
static bool refuse_name(LogicNames first, LogicNames last, const char *what, const char *text,
                        GError **error)
{
    Nearest nearest = nearest_to(text, -1);
    g_autofree char *question = NULL;

    for (LogicNames kind = first; kind <= last; kind++)
        for (int row = NAMES[kind].first; row < NAMES[kind].end; row++)
            nearest_try(&nearest, name_of(kind, row));
    question = nearest_question(&nearest);
    return fail(error, "there is no %s '%s' (see 'agentchess players'%s)%s", what, text,
                last == NAMES_OF_WEIGHTS ? " and 'agentchess players --weights'" : "", question);
}

static bool parse_number(const char *text, const LogicNumberEntry *entry, int16_t *out_number,
                         GError **error)
{
    gint64 number;

    if (!g_ascii_string_to_signed(text, 10, entry->least, entry->most, &number, NULL))
        return fail(error, "%s is '%s', not a whole number from %d to %d", entry->name, text,
                    entry->least, entry->most);
    *out_number = (int16_t)number;
    return true;
}

/* The end of the name at the start of @text, which follows a sign. A hyphen is also part of names,
 * so the longest name that fits is the one meant, else all up to the next sign. */
static const char *end_of_name(const char *text)
{
    size_t longest = 0;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const size_t length = strlen(LOGICS[logic].name);
        if (g_str_has_prefix(text, LOGICS[logic].name) &&
            strchr("+-,=", text[length]) != NULL) /* the end of the text too */
            longest = MAX(longest, length);
    }
    return text + (longest > 0 ? longest : strcspn(text, "+,="));
}

/* Reads "+NAME" or "-NAME" for one logic that is not in @changed, to which it is added, or
 * "+look-ahead=N", and passes over it. */
static bool parse_change(const char **text, uint32_t *changed, LogicSet *set, GError **error)
{
    const char *const change = *text, *const end = end_of_name(change + 1);
    const char *const value = *end == '=' ? end + 1 : end;
    const bool adds = *change == '+';
    g_autofree char *name = g_strndup(change + 1, (size_t)(end - change) - 1);
    g_autofree char *number = g_strndup(value, *end == '=' ? strcspn(value, "+-,") : 0);
    Logic logic;

    *text = value + strlen(number);
    if (!logic_find_name(NAMES_OF_LOGICS, name, &logic))
        return refuse_name(NAMES_OF_LOGICS, NAMES_OF_LOGICS, "logic", name, error);
    if (*end == '=' && (logic != LOGIC_LOOK_AHEAD || !adds))
        return fail(error, "'%.*s' cannot have a number", (int)(*text - change), change);
    if (logic == LOGIC_FOUNDATION && !adds)
        return fail(error, "the logic 'foundation' cannot be removed");
    if (*changed >> logic & 1)
        return fail(error, "the logic '%s' is given twice", name);
    *changed |= 1U << logic;
    set->logics = (set->logics & ~(1U << logic)) | (uint32_t)adds << logic;
    return *end != '=' || parse_number(number, &LOGIC_NUMBERS[LOGIC_NUMBER_LOOK_AHEAD],
                                       &set->number[LOGIC_NUMBER_LOOK_AHEAD], error);
}

/* Refuses the word @text, which names nothing that can be set. Always false. */
static bool refuse_switch(const char *text, GError **error)
{
    Logic logic;

    if (!logic_find_name(NAMES_OF_LOGICS, text + (*text == '+' || *text == '-'), &logic))
        return refuse_name(NAMES_OF_READINGS, NAMES_OF_WEIGHTS, "reading or weight", text, error);
    return fail(error, "'%s' is a logic: write '+%s%s' or '-%s' before the first comma",
                LOGICS[logic].name, LOGICS[logic].name, logic == LOGIC_LOOK_AHEAD ? "=N" : "",
                LOGICS[logic].name);
}

/* The readings that "as=fitted" switches against the default, which is "as=text".
 *
 * Source: they were fitted to the tables; scripts/summaries readings compares them with the
 *         text. */
static const uint32_t FITTED_READINGS =
    1U << READING_LEVEL_2_SHUNS_CHECKS | 1U << READING_CHECKS_GO_FIRST | 1U << READING_ONE_LOT;

static uint32_t readings_as(bool is_fitted)
{
    return logic_set_of_level(1).readings ^ (is_fitted ? FITTED_READINGS : 0);
}

static bool parse_reading_set(const char *text, LogicSet *set, GError **error)
{
    const bool is_fitted = g_str_equal(text, "fitted");

    set->readings = readings_as(is_fitted);
    return is_fitted || g_str_equal(text, "text") ||
           fail(error, "as is '%s', not text or fitted", text);
}

/* "NAME=on" or "NAME=off" for one reading, "NAME=N" for a number of look-ahead or a weight. */
static bool parse_switch(const char *text, LogicSet *set, LogicWeights *weights, GError **error)
{
    const size_t length = strcspn(text, "=");
    const char *value = text + length + (text[length] == '=');
    g_autofree char *name = g_strndup(text, length);
    const bool on = g_str_equal(value, "on");
    unsigned row;

    if (logic_find_name(NAMES_OF_NUMBERS, name, &row))
        return parse_number(value, &LOGIC_NUMBERS[row], &set->number[row], error);
    if (logic_find_name(NAMES_OF_WEIGHTS, name, &row))
        return parse_number(value, &LOGIC_WEIGHT_ENTRIES[row], &weights->of[row], error);
    if (!logic_find_name(NAMES_OF_READINGS, name, &row))
        return refuse_switch(name, error);
    if (!on && !g_str_equal(value, "off"))
        return fail(error, "%s is '%s', not on or off", name, value);
    set->readings = (set->readings & ~(1U << row)) | (uint32_t)on << row;
    return true;
}

/* Reads @switches, "NAME=VALUE" each: first the set of readings, then what differs from it. */
static bool parse_switches(char **switches, LogicSet *set, GError **error)
{
    LogicWeights weights = LOGIC_WEIGHTS_STANDARD;
    const char *repeated = text_repeated_setting(switches);

    for (char **word = switches; *word != NULL; word++)
        if (g_str_has_prefix(*word, "as=") && !parse_reading_set(*word + 3, set, error))
            return false;
    for (char **word = switches; *word != NULL; word++)
        if (!g_str_has_prefix(*word, "as=") && !parse_switch(*word, set, &weights, error))
            return false;
    if (repeated != NULL)
        return fail(error, "%.*s is given twice", (int)strcspn(repeated, "="), repeated);
    set->weights = logic_weights_keep(&weights);
    return true;
}

bool logic_set_parse(const char *text, LogicSet *out_set, GError **error)
{
    const size_t digits = strcspn(text, "+-,");
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_autofree char *level_text = g_strndup(text, digits);
    uint32_t changed = 0;
    LogicSet set;
    guint64 level;

    if (text[0] == '0' ||
        !g_ascii_string_to_unsigned(level_text, 10, 1, LEVEL_COUNT, &level, NULL)) {
        const size_t shown = digits > 0 ? digits : strcspn(text, ",");
        return fail(error, "level is '%.*s', not a whole number from 1 to %d", (int)shown, text,
                    LEVEL_COUNT);
    }
    set = logic_set_of_level((int)level);
    for (text += digits; *text == '+' || *text == '-';)
        if (!parse_change(&text, &changed, &set, error))
            return false;
    if (!parse_switches(words + 1, &set, error))
        return false;
    if (!logic_is_on(&set, LOGIC_LOOK_AHEAD))
        memcpy(set.number, logic_set_of_level(1).number, sizeof set.number);
    *out_set = set;
    return true;
}

/* Whether @weight counts on boards of 64 squares only, which alone have hunts, checks and a worth
 * of each square that can be weighed. */
static bool is_of_64_squares(LogicWeight weight)
{
    return weight < LOGIC_WEIGHT_SECOND_THREAT || weight == LOGIC_WEIGHT_HOPE_WITH_CHECK ||
           (weight >= LOGIC_WEIGHT_HUNT_CENTRE && weight <= LOGIC_WEIGHT_HUNT_APART);
}

bool logic_set_check_game(const LogicSet *set, LogicGames games, const char *game_name,
                          GError **error)
{
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logic_is_on(set, logic) && !(LOGICS[logic].games & games))
            return fail(error, "the game '%s' does not have the logic '%s'", game_name,
                        LOGICS[logic].name);
    for (LogicWeight weight = 0; set->weights != NULL && weight < LOGIC_WEIGHT_COUNT; weight++)
        if (set->weights->of[weight] != LOGIC_WEIGHTS_STANDARD.of[weight] &&
            is_of_64_squares(weight) && !(games & GAMES_OF_TWO))
            return fail(error, "the game '%s' does not have the weight '%s'", game_name,
                        LOGIC_WEIGHT_ENTRIES[weight].name);
    return true;
}

/* How much @set differs from @level; numbers count less than logics. */
static int distance(const LogicSet *set, int level)
{
    const LogicSet base = logic_set_of_level(level);
    int numbers = 0;

    for (LogicNumber number = 0; number < LOGIC_NUMBER_COUNT; number++)
        numbers += set->number[number] != base.number[number];
    return (LOGIC_NUMBER_COUNT + 1) * __builtin_popcount(base.logics ^ set->logics) +
           (logic_is_on(set, LOGIC_LOOK_AHEAD) ? numbers : 0);
}

static int nearest_level(const LogicSet *set)
{
    int nearest = 1;

    for (int level = 2; level <= LEVEL_COUNT; level++)
        if (distance(set, level) < distance(set, nearest))
            nearest = level;
    return nearest;
}

char *logic_set_format(const LogicSet *set)
{
    const int level = nearest_level(set);
    const LogicSet base = logic_set_of_level(level);
    const int ahead = set->number[LOGIC_NUMBER_LOOK_AHEAD];
    const bool is_fitted = __builtin_popcount(set->readings ^ readings_as(true)) + 1 <
                           __builtin_popcount(set->readings ^ readings_as(false));
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%d", level);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const bool is_on = logic_is_on(set, logic);
        const bool looks_ahead = is_on && logic == LOGIC_LOOK_AHEAD;
        if (is_on == logic_is_on(&base, logic) &&
            !(looks_ahead && ahead != base.number[LOGIC_NUMBER_LOOK_AHEAD]))
            continue;
        g_string_append_printf(text, "%c%s", is_on ? '+' : '-', LOGICS[logic].name);
        if (looks_ahead && ahead != 1)
            g_string_append_printf(text, "=%d", ahead);
    }
    for (LogicNumber number = LOGIC_NUMBER_SUGGESTIONS; number < LOGIC_NUMBER_COUNT; number++)
        if (set->number[number] != base.number[number] && logic_is_on(set, LOGIC_LOOK_AHEAD))
            g_string_append_printf(text, ",%s=%d", LOGIC_NUMBERS[number].name, set->number[number]);
    for (int i = 0; set->weights != NULL && i < LOGIC_WEIGHT_COUNT; i++)
        if (set->weights->of[i] != LOGIC_WEIGHTS_STANDARD.of[i])
            g_string_append_printf(text, ",%s=%d", LOGIC_WEIGHT_ENTRIES[i].name,
                                   set->weights->of[i]);
    if (is_fitted)
        g_string_append(text, ",as=fitted");
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        if ((set->readings ^ readings_as(is_fitted)) >> reading & 1)
            g_string_append_printf(text, ",%s=%s", READINGS[reading].name,
                                   reading_is_on(set, reading) ? "on" : "off");
    return g_string_free(text, FALSE);
}
