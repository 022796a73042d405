#include "agents/logics.h"

#include <string.h>

#include "board/text_lines.h"

G_DEFINE_QUARK(logic_error, logic_error)

#define fail(error, ...) fail_with(error, LOGIC_ERROR, LOGIC_ERROR_TEXT, __VA_ARGS__)

/* Levels as bits, for the rows of the table. */
#define FROM(level) (~UINT32_C(0) << (level))
#define AT(level) (UINT32_C(1) << (level))

#define BY(member) (UINT32_C(1) << LOGIC_##member)
#define STAYS 0

G_STATIC_ASSERT(LOGIC_FOUNDATION == 0 && (int)LOGIC_COUNT <= NO_LOGIC &&
                (int)READING_COUNT <= NO_LOGIC);

const LogicEntry LOGICS[LOGIC_COUNT + 1] = {
#define LOGIC(member, name, levels, replaced_by, summary) {name, summary, levels, replaced_by},
#include "agents/logics.def"
};

const ReadingEntry READINGS[READING_COUNT + 1] = {
#define READING(member, name, is_on_by_default, summary) {name, is_on_by_default, summary},
#include "agents/logics.def"
};

const Reading ANTICHESS_READING = READING_LOSING_WINS;

const LogicNumberEntry LOGIC_NUMBERS[LOGIC_NUMBER_COUNT] = {
    [LOGIC_NUMBER_LOOK_AHEAD] = {"look-ahead", 1, 4, 1,
                                 "decisions that the master imagines after the current one"},
    [LOGIC_NUMBER_SUGGESTIONS] = {"suggestions", 1, 32, 8,
                                  "suggestions whose consequences the master imagines"},
    [LOGIC_NUMBER_ANSWERS] = {"answers", 1, 32, 6,
                              "answers of the opponent whose consequences the master imagines if "
                              "look-ahead is at least 2"},
};

/* How far levels look ahead that look farther than the default. */
static const uint8_t LOOKS_AHEAD[LEVEL_COUNT + 1] = {[13] = 2};

static const uint32_t DEFAULT_READINGS = 0
#define READING(member, name, is_on_by_default, summary) \
    | (uint32_t)is_on_by_default << READING_##member
#include "agents/logics.def"
    ;

uint32_t logics_of_thesis(void)
{
    uint32_t logics = 0;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (LOGICS[logic].levels & ((2U << LEVEL_OF_THESIS_COUNT) - 1))
            logics |= 1U << logic;
    return logics;
}

LogicSet logic_set_of_level(int level)
{
    LogicSet set = {.readings = DEFAULT_READINGS};

    g_assert(level >= 1 && level <= LEVEL_COUNT);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        set.logics |= (LOGICS[logic].levels >> level & 1) << logic;
    for (LogicNumber number = 0; number < LOGIC_NUMBER_COUNT; number++)
        set.number[number] = (uint8_t)LOGIC_NUMBERS[number].standard;
    if (LOOKS_AHEAD[level] > 0)
        set.number[LOGIC_NUMBER_LOOK_AHEAD] = LOOKS_AHEAD[level];
    return set;
}

char *logics_list(uint32_t logics, const char *separator)
{
    GString *text = g_string_new(NULL);

    for (uint32_t rest = logics; rest; rest &= rest - 1)
        g_string_append_printf(text, "%s%s", rest != logics ? separator : "",
                               LOGICS[__builtin_ctz(rest)].name);
    return g_string_free(text, FALSE);
}

/* The names with which the rows of a table begin, from row @first on. */
typedef struct {
    const void *rows;
    size_t row_size;
    int first, end;
} Names;

static const Names LOGIC_NAMES = {LOGICS, sizeof *LOGICS, 0, LOGIC_COUNT};
static const Names READING_NAMES = {READINGS, sizeof *READINGS, 0, READING_COUNT};
static const Names NUMBER_NAMES = {LOGIC_NUMBERS, sizeof *LOGIC_NUMBERS, LOGIC_NUMBER_SUGGESTIONS,
                                   LOGIC_NUMBER_COUNT};
static const Names WEIGHT_NAMES = {LOGIC_WEIGHT_ENTRIES, sizeof *LOGIC_WEIGHT_ENTRIES, 0,
                                   LOGIC_WEIGHT_COUNT};

static const char *name_of(const Names *names, int row)
{
    return *(const char *const *)((const char *)names->rows + (size_t)row * names->row_size);
}

/* Whether @length bytes of @text name a row. */
static bool find_name(const Names *names, const char *text, size_t length, unsigned *out_row)
{
    for (int row = names->first; row < names->end; row++)
        if (text_is(text, length, name_of(names, row))) {
            *out_row = (unsigned)row;
            return true;
        }
    return false;
}

static void try_names(const Names *names, Nearest *nearest)
{
    for (int row = names->first; row < names->end; row++)
        nearest_try(nearest, name_of(names, row));
}

static bool parse_name(const Names *names, const char *what, const char *text, int length,
                       unsigned *out_row, GError **error)
{
    Nearest nearest = nearest_to(text, length);
    g_autofree char *question = NULL;

    if (find_name(names, text, (size_t)nearest.length, out_row))
        return true;
    try_names(names, &nearest);
    question = nearest_question(&nearest);
    return fail(error, "there is no %s '%.*s' (see 'agentchess players')%s", what, nearest.length,
                text, question);
}

bool logic_parse(const char *text, int length, Logic *out_logic, GError **error)
{
    return parse_name(&LOGIC_NAMES, "logic", text, length, out_logic, error);
}

bool reading_parse(const char *text, int length, Reading *out_reading, GError **error)
{
    return parse_name(&READING_NAMES, "reading", text, length, out_reading, error);
}

/* Reads the value of @name, a whole number from @least to @most. */
static bool parse_whole(const char *text, size_t length, const char *name, int least, int most,
                        gint64 *out_value, GError **error)
{
    g_autofree char *digits = g_strndup(text, length);

    return g_ascii_string_to_signed(digits, 10, least, most, out_value, NULL) ||
           fail(error, "%s is '%s', not a whole number from %d to %d", name, digits, least, most);
}

static bool parse_number(const char *text, size_t length, LogicNumber number, LogicSet *set,
                         GError **error)
{
    const LogicNumberEntry *entry = &LOGIC_NUMBERS[number];
    gint64 value;

    if (!parse_whole(text, length, entry->name, entry->least, entry->most, &value, error))
        return false;
    set->number[number] = (uint8_t)value;
    return true;
}

/* "+NAME" or "-NAME" for one logic; "+look-ahead=N". */
static bool parse_change(const char *text, size_t length, LogicSet *set, GError **error)
{
    const char *equals = memchr(text, '=', length);
    const size_t name_length = (equals != NULL ? (size_t)(equals - text) : length) - 1;
    Logic logic;

    if (!logic_parse(text + 1, (int)name_length, &logic, error))
        return false;
    if (equals != NULL && (logic != LOGIC_LOOK_AHEAD || text[0] == '-'))
        return fail(error, "'%.*s' cannot have a number", (int)length, text);
    if (logic == LOGIC_FOUNDATION && text[0] == '-')
        return fail(error, "the logic 'foundation' cannot be removed");
    set->logics = (set->logics & ~(1U << logic)) | (uint32_t)(text[0] == '+') << logic;
    return equals == NULL ||
           parse_number(equals + 1, length - name_length - 2, LOGIC_NUMBER_LOOK_AHEAD, set, error);
}

static bool parse_weight(const char *text, size_t length, LogicWeight weight, LogicSet *set,
                         GError **error)
{
    LogicWeights weights = *logic_weights(set);
    const LogicWeightEntry *entry = &LOGIC_WEIGHT_ENTRIES[weight];
    gint64 value;

    if (!parse_whole(text, length, entry->name, entry->least, entry->most, &value, error))
        return false;
    weights.of[weight] = (int16_t)value;
    set->weights = logic_weights_keep(&weights);
    return true;
}

/* Says what is near the word @text, which names nothing that can be set. Always false. */
static bool refuse_switch(const char *text, size_t length, GError **error)
{
    const int sign = length > 0 && strchr("+-", text[0]) != NULL;
    Nearest nearest = nearest_to(text, (int)length);
    g_autofree char *question = NULL;
    Logic logic;

    if (logic_parse(text + sign, (int)length - sign, &logic, NULL))
        return fail(error, "'%s' is a logic: write '+%s%s' or '-%s' before the first comma",
                    LOGICS[logic].name, LOGICS[logic].name, logic == LOGIC_LOOK_AHEAD ? "=N" : "",
                    LOGICS[logic].name);
    try_names(&READING_NAMES, &nearest);
    try_names(&NUMBER_NAMES, &nearest);
    try_names(&WEIGHT_NAMES, &nearest);
    question = nearest_question(&nearest);
    return fail(error,
                "there is no reading or weight "
                "'%.*s' (see 'agentchess players' and 'agentchess players --weights')%s",
                (int)length, text, question);
}

/* Sets of readings, as what is switched against the default.
 *
 * Source: results/summaries/readings.txt, for those that were fitted to the tables. */
static const struct {
    const char *name;
    uint32_t switched;
} READING_SETS[] = {
    {"text", 0},
    {"fitted", 1U << READING_LEVEL_2_SHUNS_CHECKS | 1U << READING_RESTRICTED_COUNTS_DISREGARDED |
                   1U << READING_CHECKS_GO_FIRST | 1U << READING_ANY_WORSE_DISREGARDED |
                   1U << READING_ONE_LOT},
};

/* "fitted" in "as=fitted". */
static bool parse_reading_set(const char *text, size_t length, LogicSet *set, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(READING_SETS); i++)
        if (text_is(text, length, READING_SETS[i].name)) {
            set->readings = DEFAULT_READINGS ^ READING_SETS[i].switched;
            return true;
        }
    return fail(error, "as is '%.*s', not text or fitted", (int)length, text);
}

/* The set that is nearest to @readings, the first of equal ones. */
static size_t nearest_reading_set(uint32_t readings)
{
    const uint32_t switched = readings ^ DEFAULT_READINGS;
    size_t nearest = 0;

    for (size_t i = 1; i < G_N_ELEMENTS(READING_SETS); i++)
        if (__builtin_popcount(switched ^ READING_SETS[i].switched) + 1 <
            __builtin_popcount(switched ^ READING_SETS[nearest].switched))
            nearest = i;
    return nearest;
}

/* "NAME=on" or "NAME=off" for one reading, "NAME=N" for a number
 * of look-ahead or a weight. */
static bool parse_switch(const char *text, size_t length, LogicSet *set, GError **error)
{
    const char *equals = memchr(text, '=', length);
    const size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    const char *value = equals != NULL ? equals + 1 : text + length;
    const size_t value_length = length - (size_t)(value - text);
    const bool on = text_is(value, value_length, "on");
    unsigned row;

    if (find_name(&NUMBER_NAMES, text, name_length, &row))
        return parse_number(value, value_length, row, set, error);
    if (find_name(&WEIGHT_NAMES, text, name_length, &row))
        return parse_weight(value, value_length, row, set, error);
    if (!find_name(&READING_NAMES, text, name_length, &row))
        return refuse_switch(text, name_length, error);
    if (!on && !text_is(value, value_length, "off"))
        return fail(error, "%s is '%.*s', not on or off", READINGS[row].name, (int)value_length,
                    value);
    set->readings &= ~(1U << row);
    set->readings |= (uint32_t)on << row;
    return true;
}

/* Reads @switches, ",NAME=VALUE" each: first the set of readings, then what differs from it. */
static bool parse_switches(const char *switches, LogicSet *set, GError **error)
{
    for (int pass = 0; pass < 2; pass++)
        for (const char *text = switches; *text == ',';) {
            const size_t length = strcspn(++text, ",");
            const bool is_set = g_str_has_prefix(text, "as=");
            if (is_set && pass == 0 && !parse_reading_set(text + 3, length - 3, set, error))
                return false;
            if (!is_set && pass == 1 && !parse_switch(text, length, set, error))
                return false;
            text += length;
        }
    return true;
}

/* The length of the word at the start of @text that changes a logic. A hyphen is also part of
 * names, so the longest name that fits is the one meant, else all up to the next sign. */
static size_t change_length(const char *text)
{
    size_t longest = 0;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const size_t length = strlen(LOGICS[logic].name);
        if (g_str_has_prefix(text + 1, LOGICS[logic].name) &&
            strchr("+-,=", text[1 + length]) != NULL) /* the end of the text too */
            longest = MAX(longest, length);
    }
    longest = longest > 0 ? longest : strcspn(text + 1, "+,");
    return 1 + longest + (text[1 + longest] == '=' ? strcspn(text + 1 + longest, "+-,") : 0);
}

bool logic_set_parse(const char *text, LogicSet *out_set, GError **error)
{
    const size_t digits = strcspn(text, "+-,");
    LogicSet set;
    g_autofree char *level_text = g_strndup(text, digits);
    guint64 level;

    if (text[0] == '0' ||
        !g_ascii_string_to_unsigned(level_text, 10, 1, LEVEL_COUNT, &level, NULL)) {
        const size_t shown = digits > 0 ? digits : strcspn(text, ",");
        return fail(error, "level is '%.*s', not a whole number from 1 to %d", (int)shown, text,
                    LEVEL_COUNT);
    }
    set = logic_set_of_level((int)level);
    text += digits;
    while (*text == '+' || *text == '-') {
        const size_t length = change_length(text);
        if (!parse_change(text, length, &set, error))
            return false;
        text += length;
    }
    if (!parse_switches(text, &set, error))
        return false;
    if (!logic_is_on(&set, LOGIC_LOOK_AHEAD))
        memcpy(set.number, logic_set_of_level(1).number, sizeof set.number);
    *out_set = set;
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

/* Whether the text of @set has to name @logic: it differs from @base, or looks ahead
 * differently. */
static bool is_changed(const LogicSet *set, const LogicSet *base, Logic logic)
{
    if (logic == LOGIC_LOOK_AHEAD && logic_is_on(set, logic) && logic_is_on(base, logic))
        return set->number[LOGIC_NUMBER_LOOK_AHEAD] != base->number[LOGIC_NUMBER_LOOK_AHEAD];
    return logic_is_on(set, logic) != logic_is_on(base, logic);
}

char *logic_set_format(const LogicSet *set)
{
    const int level = nearest_level(set);
    const LogicSet base = logic_set_of_level(level);
    const int ahead = set->number[LOGIC_NUMBER_LOOK_AHEAD];
    const size_t nearest = nearest_reading_set(set->readings);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%d", level);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const bool is_on = logic_is_on(set, logic);
        if (!is_changed(set, &base, logic))
            continue;
        g_string_append_printf(text, "%c%s", is_on ? '+' : '-', LOGICS[logic].name);
        if (is_on && logic == LOGIC_LOOK_AHEAD && ahead != 1)
            g_string_append_printf(text, "=%d", ahead);
    }
    for (LogicNumber number = LOGIC_NUMBER_SUGGESTIONS; number < LOGIC_NUMBER_COUNT; number++)
        if (set->number[number] != base.number[number] && logic_is_on(set, LOGIC_LOOK_AHEAD))
            g_string_append_printf(text, ",%s=%d", LOGIC_NUMBERS[number].name, set->number[number]);
    for (int i = 0; set->weights != NULL && i < LOGIC_WEIGHT_COUNT; i++)
        if (set->weights->of[i] != LOGIC_WEIGHTS_STANDARD.of[i])
            g_string_append_printf(text, ",%s=%d", LOGIC_WEIGHT_ENTRIES[i].name,
                                   set->weights->of[i]);
    if (nearest > 0)
        g_string_append_printf(text, ",as=%s", READING_SETS[nearest].name);
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        if ((set->readings ^ DEFAULT_READINGS ^ READING_SETS[nearest].switched) >> reading & 1)
            g_string_append_printf(text, ",%s=%s", READINGS[reading].name,
                                   reading_is_on(set, reading) ? "on" : "off");
    return g_string_free(text, FALSE);
}
