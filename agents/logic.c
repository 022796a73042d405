#include "agents/logic.h"

#include <string.h>

#include "board/nearest.h"

G_DEFINE_QUARK(logic_error, logic_error)

const LogicEntry LOGICS[LOGIC_COUNT] = {
    [LOGIC_FOUNDATION] = {"foundation", "know your threats, your best attack and your best move"},
    [LOGIC_BACKUP] = {"backup", "weigh what can be lost where one stands or goes, and who defends"},
    [LOGIC_MOVE_ATTACK] = {"move-attack", "plan attacks only from squares that are safe"},
    [LOGIC_THREAT_MOVE] = {"threat-move", "weigh every action against the worst threat"},
    [LOGIC_ATTACK_REQUEST] = {"attack-request",
                              "the worst threatened asks the others to capture its attackers"},
    [LOGIC_DEFENCE_REQUEST] = {"defence-request",
                               "the worst threatened asks the others to defend or shield it"},
    [LOGIC_RESTRICTED_DEFENCE_REQUEST] = {"restricted-defence-request",
                                          "ask for defence only if the own actions all lose"},
    [LOGIC_DEFENCE_CONSIDERATION] = {"defence-consideration",
                                     "do nothing that exposes another more than the worst threat"},
};

const ReadingEntry READINGS[READING_COUNT] = {
    [READING_BATTERY_BACKUP] =
        {"battery-backup", true,
         "a friend behind the agent on the same line backs it up (off: the board as it stands)"},
    [READING_PLAN_FOR_MOST_EXPENSIVE] =
        {"plan-for-most-expensive", false,
         "a planned attack is on the most expensive target (off: on the one with the best net)"},
    [READING_LEVEL_2_HUNTS_KING] =
        {"level-2-hunts-king", false,
         "the king is a target of planned attacks without move-attack too (off: only with it)"},
    [READING_PROMOTION_AS_ATTACK] =
        {"promotion-as-attack", true,
         "a promotion is ranked among the attacks (off: an ordinary action of a pawn)"},
    [READING_STRICT_COMPENSATION] =
        {"strict-compensation", true,
         "an action compensates a loss if its profit is greater (off: greater or equal)"},
    [READING_MOVE_COMPENSATES] =
        {"move-compensates", true,
         "where the candidate does not compensate the worst threat, the best move may"},
    [READING_EVEN_TRADE] = {"even-trade", false,
                            "an even attack goes before any move (off: after moves without loss)"},
    [READING_CHECK_GAINS_TIME] =
        {"check-gains-time", true,
         "with threat-move, a safe check costs nothing: the opponent must answer it first"},
    [READING_PLANS_COUNT] =
        {"plans-count", false,
         "with threat-move, planned attacks count with their whole profit (off: as hopes)"},
    [READING_RESTRICTED_NEEDS_OWN_ACTION] =
        {"restricted-needs-own-action", false,
         "restricted defence requests only if the threatened agent has some legal action"},
    [READING_LOSING_WINS] =
        {"losing-wins", false,
         "what is lost counts as gained and the reverse, and nobody fears a threat: for antichess"},
};

/* Thesis, table 2.1. */
#define LEVEL_1 (1U << LOGIC_FOUNDATION)
#define LEVEL_2 (LEVEL_1 | 1U << LOGIC_BACKUP)
#define LEVEL_3 (LEVEL_2 | 1U << LOGIC_MOVE_ATTACK)
#define LEVEL_4 (LEVEL_3 | 1U << LOGIC_THREAT_MOVE)
#define LEVEL_5 (LEVEL_4 | 1U << LOGIC_ATTACK_REQUEST)
#define LEVEL_6 (LEVEL_5 | 1U << LOGIC_DEFENCE_REQUEST)
#define LEVEL_7 (LEVEL_6 | 1U << LOGIC_DEFENCE_CONSIDERATION)
#define LEVEL_8 \
    (LEVEL_5 | 1U << LOGIC_RESTRICTED_DEFENCE_REQUEST | 1U << LOGIC_DEFENCE_CONSIDERATION)

static const uint32_t LEVEL_LOGICS[LEVEL_COUNT] = {LEVEL_1, LEVEL_2, LEVEL_3, LEVEL_4,
                                                   LEVEL_5, LEVEL_6, LEVEL_7, LEVEL_8};

static uint32_t default_readings(void)
{
    uint32_t readings = 0;

    for (Reading reading = 0; reading < READING_COUNT; reading++)
        readings |= (uint32_t)READINGS[reading].on_by_default << reading;
    return readings;
}

LogicSet logic_set_of_level(int level)
{
    g_assert(level >= 1 && level <= LEVEL_COUNT);
    return (LogicSet){LEVEL_LOGICS[level - 1], default_readings()};
}

static bool is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* How many letters of @name, all or 0, @text begins with; "defense" is "defence". */
static size_t match_name(const char *text, const char *name)
{
    size_t i = 0;

    while (name[i] != '\0' && (text[i] == name[i] || (text[i] == 's' && i >= 5 &&
                                                      strncmp(&name[i - 5], "defence", 7) == 0)))
        i++;
    return name[i] == '\0' ? i : 0;
}

bool logic_parse(const char *text, int length, Logic *out_logic, GError **error)
{
    Nearest nearest = nearest_to(text, length);
    g_autofree char *question = NULL;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const size_t matched = match_name(text, LOGICS[logic].name);
        if (matched > 0 && matched == (size_t)nearest.length) {
            *out_logic = logic;
            return true;
        }
        nearest_try(&nearest, LOGICS[logic].name);
    }
    question = nearest_question(&nearest);
    g_set_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT,
                "there is no logic '%.*s' ('agentchess players' lists them)%s", nearest.length,
                text, question);
    return false;
}

bool reading_parse(const char *text, int length, Reading *out_reading, GError **error)
{
    Nearest nearest = nearest_to(text, length);
    g_autofree char *question = NULL;

    for (Reading reading = 0; reading < READING_COUNT; reading++) {
        if (is_word(text, (size_t)nearest.length, READINGS[reading].name)) {
            *out_reading = reading;
            return true;
        }
        nearest_try(&nearest, READINGS[reading].name);
    }
    question = nearest_question(&nearest);
    g_set_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT,
                "there is no reading '%.*s' ('agentchess players' lists them)%s", nearest.length,
                text, question);
    return false;
}

/* "+NAME" or "-NAME" for one logic. */
static bool parse_change(const char *text, size_t length, LogicSet *set, GError **error)
{
    Logic logic;

    if (!logic_parse(text + 1, (int)length - 1, &logic, error))
        return false;
    if (logic == LOGIC_FOUNDATION && text[0] == '-') {
        g_set_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT,
                    "'%.*s' takes away the foundation of all logic", (int)length, text);
        return false;
    }
    if (text[0] == '+')
        set->logics |= 1U << logic;
    else
        set->logics &= ~(1U << logic);
    return true;
}

/* "NAME=on" or "NAME=off" for one reading. */
static bool parse_switch(const char *text, size_t length, LogicSet *set, GError **error)
{
    const char *equals = memchr(text, '=', length);
    const size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    const char *value = equals != NULL ? equals + 1 : text + length;
    const size_t value_length = length - (size_t)(value - text);
    const bool on = is_word(value, value_length, "on");
    Reading reading;

    if (!reading_parse(text, (int)name_length, &reading, error))
        return false;
    if (!on && !is_word(value, value_length, "off")) {
        g_set_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT, "'%.*s': a reading is =on or =off",
                    (int)length, text);
        return false;
    }
    set->readings &= ~(1U << reading);
    set->readings |= (uint32_t)on << reading;
    return true;
}

/* The length of the word at the start of @text that changes a logic. A hyphen is also part of
 * names, so the longest name that fits is the one meant, else all up to the next sign. */
static size_t change_length(const char *text)
{
    size_t longest = 0;

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const size_t length = match_name(text + 1, LOGICS[logic].name);
        if (length > 0 && strchr("+-,", text[1 + length]) != NULL) /* the end of the text too */
            longest = MAX(longest, length);
    }
    return 1 + (longest > 0 ? longest : strcspn(text + 1, "+,"));
}

bool logic_set_parse(const char *text, LogicSet *out_set, GError **error)
{
    const size_t digits = strcspn(text, "+-,");
    LogicSet set;

    if (digits != 1 || text[0] < '1' || text[0] > '0' + LEVEL_COUNT) {
        g_set_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT, "level is '%.*s', not 1 to %d",
                    (int)digits, text, LEVEL_COUNT);
        return false;
    }
    set = logic_set_of_level(text[0] - '0');
    text += digits;
    while (*text == '+' || *text == '-') {
        const size_t length = change_length(text);
        if (!parse_change(text, length, &set, error))
            return false;
        text += length;
    }
    while (*text == ',') {
        const size_t length = strcspn(++text, ",");
        if (!parse_switch(text, length, &set, error))
            return false;
        text += length;
    }
    *out_set = set;
    return true;
}

static int nearest_level(uint32_t logics)
{
    int nearest = 1;

    for (int level = 2; level <= LEVEL_COUNT; level++)
        if (__builtin_popcount(LEVEL_LOGICS[level - 1] ^ logics) <
            __builtin_popcount(LEVEL_LOGICS[nearest - 1] ^ logics))
            nearest = level;
    return nearest;
}

char *logic_set_format(const LogicSet *set)
{
    const int level = nearest_level(set->logics);
    const LogicSet base = logic_set_of_level(level);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%d", level);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logic_is_on(set, logic) != logic_is_on(&base, logic))
            g_string_append_printf(text, "%c%s", logic_is_on(set, logic) ? '+' : '-',
                                   LOGICS[logic].name);
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        if (reading_is_on(set, reading) != reading_is_on(&base, reading))
            g_string_append_printf(text, ",%s=%s", READINGS[reading].name,
                                   reading_is_on(set, reading) ? "on" : "off");
    return g_string_free(text, FALSE);
}
