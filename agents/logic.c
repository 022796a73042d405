#include "agents/logics.h"

/* Levels as bits, for the rows of the table. */
#define FROM(level) (~UINT32_C(0) << (level))
#define AT(level) (UINT32_C(1) << (level))

#define BY(member) (UINT32_C(1) << LOGIC_##member)
#define STAYS 0

G_STATIC_ASSERT(LOGIC_FOUNDATION == 0 && (int)LOGIC_COUNT <= NO_LOGIC &&
                (int)READING_COUNT <= NO_LOGIC);

const LogicEntry LOGICS[LOGIC_COUNT + 1] = {
#define LOGIC(member, name, levels, replaced_by, summary) \
    {name, summary, levels, replaced_by, ALL_GAMES},
#define TERM(member, name, levels, games, function, summary) {name, summary, levels, STAYS, games},
#include "agents/logics.def"
};

const ReadingEntry READINGS[READING_COUNT + 1] = {
#define READING(member, name, is_on_by_default, summary) {name, is_on_by_default, summary},
#include "agents/logics.def"
};

const Reading ANTICHESS_READING = READING_LOSING_WINS;

const LogicNumberEntry LOGIC_NUMBERS[LOGIC_NUMBER_COUNT] = {
    [LOGIC_NUMBER_LOOK_AHEAD] = {"look-ahead", 1, 1, 4, NULL,
                                 "decisions that the master imagines after the current one"},
    [LOGIC_NUMBER_SUGGESTIONS] = {"suggestions", 8, 1, 32, NULL,
                                  "suggestions whose consequences the master imagines"},
    [LOGIC_NUMBER_ANSWERS] = {"answers", 6, 1, 32, NULL,
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
        set.number[number] = LOGIC_NUMBERS[number].standard;
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
