#include <string.h>

#include "agents/logics.h"

#include "tests/test.h"

static LogicSet parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    LogicSet set = {0, 0};

    logic_set_parse(text, &set, &error);
    g_assert_no_error(error);
    return set;
}

/* Thesis, table 2.1, a row a logic. */
TEST(the_levels_are_the_columns_of_table_2_1)
{
    static const struct {
        Logic logic;
        const char *levels;
    } table[] = {
        {LOGIC_FOUNDATION, "12345678"},      {LOGIC_BACKUP, "2345678"},
        {LOGIC_MOVE_ATTACK, "345678"},       {LOGIC_THREAT_MOVE, "45678"},
        {LOGIC_ATTACK_REQUEST, "5678"},      {LOGIC_DEFENCE_REQUEST, "67"},
        {LOGIC_DEFENCE_CONSIDERATION, "78"}, {LOGIC_RESTRICTED_DEFENCE_REQUEST, "8"},
    };

    g_assert_cmpuint(G_N_ELEMENTS(table), ==, LOGIC_EXCHANGE);
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        for (int level = 1; level <= LEVEL_OF_THESIS_COUNT; level++) {
            const LogicSet set = logic_set_of_level(level);
            g_assert_cmpint(logic_is_on(&set, table[i].logic), ==,
                            strchr(table[i].levels, '0' + level) != NULL);
        }
}

TEST(the_levels_beyond_the_table_each_add_to_the_one_below)
{
    static const uint32_t added[] = {
        1U << LOGIC_EXCHANGE | 1U << LOGIC_MATE_HUNT,
        1U << LOGIC_PROMOTION | 1U << LOGIC_POSITION,
        1U << LOGIC_WHOLE_THREAT | 1U << LOGIC_DOUBLE_ATTACK,
        1U << LOGIC_LOOK_AHEAD,
        0,
    };
    LogicSet below = logic_set_of_level(7);

    for (int level = 9; level <= LEVEL_COUNT; level++) {
        const LogicSet set = logic_set_of_level(level);
        g_assert_cmpuint(set.logics, ==, below.logics | added[level - 9]);
        g_assert_cmpint(set.number[LOGIC_NUMBER_LOOK_AHEAD], ==, level == 13 ? 2 : 1);
        below = set;
    }
}

TEST(texts_name_sets)
{
    static const struct {
        const char *text, *canonical;
    } names[] = {
        {"7", "7"},
        {"7-defence-request", "5+defence-consideration"},
        {"5+defence-consideration",
         "5+defence-consideration"}, /* of equally near levels the first */
        {"5+defence-consideration,even-trade=on", "5+defence-consideration,even-trade=on"},
        {"6+defence-consideration", "7"},
        {"1+backup", "2"},
        {"2,even-trade=on,plans-count=on", "2,even-trade=on,plans-count=on"},
        {"7,as=fitted", "7,as=fitted"},
        {"7,as=text", "7"},
        {"7,even-trade=on,as=fitted", "7,as=fitted"},
        {"6,as=fitted,one-lot=off", "6,as=fitted,one-lot=off"},
        {"6,one-lot=on,checks-go-first=on", "6,checks-go-first=on,one-lot=on"},
        {"2,plans-count=on,even-trade=on,even-trade=off", "2,plans-count=on"},
        {"3,battery-backup=on", "3"},
        {"8-restricted-defence-request+defence-request", "7"},
        {"7+exchange+mate-hunt", "9"},
        {"12,suggestions=8,answers=6", "12"},
        {"12+look-ahead=2", "13"},
        {"13+look-ahead", "13"},
        {"11+look-ahead=3", "12+look-ahead=3"},
        {"13,suggestions=4,answers=2,even-trade=on", "13,suggestions=4,answers=2,even-trade=on"},
        {"13-look-ahead,suggestions=4", "11"},
        {"7+look-ahead=2", "7+look-ahead=2"},
        {"7-defense-request", "5+defence-consideration"},
        {"8-restricted-defense-request+defense-request", "7"},
        {"5+defense-consideration,even-trade=on", "5+defence-consideration,even-trade=on"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const LogicSet set = parse(names[i].text);
        g_autofree char *text = logic_set_format(&set);
        const LogicSet again = parse(text);
        g_assert_cmpuint(again.logics, ==, set.logics);
        g_assert_cmpuint(again.readings, ==, set.readings);
        g_assert_cmpstr(text, ==, names[i].canonical);
    }
}

TEST(every_set_survives_its_text)
{
    /* All sets of logics, each with some of the readings; all readings stand in some of them. */
    for (uint32_t logics = 1; logics < 1U << LOGIC_COUNT; logics += 2)
        for (uint32_t readings = logics; readings < 1U << READING_COUNT; readings += 33101) {
            LogicSet set = logic_set_of_level(1 + logics % LEVEL_COUNT);
            g_autofree char *text = NULL;
            LogicSet again;
            set.logics = logics;
            set.readings = readings;
            text = logic_set_format(&set);
            again = parse(text);
            g_assert_cmpuint(again.logics, ==, set.logics);
            g_assert_cmpuint(again.readings, ==, set.readings);
            if (logic_is_on(&set, LOGIC_LOOK_AHEAD))
                g_assert_cmpmem(again.number, sizeof again.number, set.number, sizeof set.number);
        }
}

TEST(bad_texts_are_refused_with_the_bad_part)
{
    static const struct {
        const char *text, *part;
    } faults[] = {
        {"", "''"},
        {"0", "'0'"},
        {"14", "'14'"},
        {"77", "'77'"},
        {"07", "'07'"},
        {"12+look-ahead=0", "'0'"},
        {"12+look-ahead=5", "'5'"},
        {"12+look-ahead=x", "'x'"},
        {"12+exchange=2", "'+exchange=2'"},
        {"12-look-ahead=2", "'-look-ahead=2'"},
        {"12,suggestions=0", "'0'"},
        {"12,answers=33", "'33'"},
        {"x", "'x'"},
        {"7+castling", "'castling'"},
        {"7-castling-defence-request", "'castling-defence-request'"},
        {"7-foundation", "'-foundation'"},
        {"7+", "''"},
        {"7,", "''"},
        {"7,even-trade", "'even-trade'"},
        {"7,even-trade=yes", "'even-trade=yes'"},
        {"7,odd-trade=on", "'odd-trade'"},
        {"7,even-trade=on ", "'even-trade=on '"},
        {"7-defense", "did you mean 'defence-request'?"},
        {"5+atack-request", "did you mean 'attack-request'?"},
        {"7,evn-trade=on", "did you mean 'even-trade'?"},
        {"13,sugestions=4", "did you mean 'suggestions'?"},
        {"11,knight-mobilty=4", "did you mean 'knight-mobility'?"},
        {"13,look-ahead=3",
         "'look-ahead' is a logic: write '+look-ahead=N' before the first comma"},
        {"11,exchange=off",
         "'exchange' is a logic: write '+exchange' before the first comma, or '-'"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autoptr(GError) error = NULL;
        LogicSet set = {42, 42};
        g_assert_false(logic_set_parse(faults[i].text, &set, &error));
        g_assert_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT);
        g_assert_nonnull(strstr(error->message, faults[i].part));
        g_assert_cmpuint(set.logics, ==, 42);
    }
}

TEST(weights_are_options_and_named_only_if_they_are_others)
{
    static const struct {
        const char *text, *formatted;
    } cases[] = {
        {"11,knight-mobility=4", "11"},
        {"11,margin=0,knight-mobility=5", "11,knight-mobility=5,margin=0"},
        {"9,passed-6=-500,even-trade=on,king-home-end=500",
         "9,king-home-end=500,passed-6=-500,even-trade=on"},
        {"11,hope=64,hope=4", "11"},
        {"13,suggestions=4,second-hope=0", "13,suggestions=4,second-hope=0"},
        {"9,ahead=0,hunt-roam=5", "9,hunt-roam=5,ahead=0"},
    };
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"11,hope=65", "hope is '65', not 0 to 64"},
        {"9,hunt-least-roam=65", "hunt-least-roam is '65', not 0 to 64"},
        {"11,hope=-1", "hope is '-1', not 0 to 64"},
        {"11,knight-mobility=501", "not -500 to 500"},
        {"11,knight-mobility=", "knight-mobility is ''"},
        {"11,passed-7=3", "no weight 'passed-7'"},
        {"11,hoop=3", "did you mean 'hope'?"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const LogicSet set = parse(cases[i].text), again = parse(cases[i].formatted);
        g_autofree char *text = logic_set_format(&set);
        g_assert_cmpstr(text, ==, cases[i].formatted);
        g_assert_true(set.weights == again.weights);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        LogicSet set;
        g_assert_false(logic_set_parse(wrong[i].text, &set, &error));
        g_assert_nonnull(strstr(error->message, wrong[i].words));
    }
}

TEST(every_weight_has_a_name_of_its_own)
{
    for (int i = 0; i < LOGIC_WEIGHT_COUNT; i++) {
        g_autofree char *name = logic_weight_name((LogicWeight)i);
        g_autofree char *summary = logic_weight_summary((LogicWeight)i);
        LogicWeight found = LOGIC_WEIGHT_COUNT;
        Reading reading;
        g_assert_true(logic_weight_find(name, strlen(name), &found));
        g_assert_cmpint((int)found, ==, i);
        g_assert_false(reading_parse(name, -1, &reading, NULL));
        g_assert_cmpuint(strlen(summary), >, 10);
        g_assert_cmpuint(strlen(logic_weight_unit((LogicWeight)i)), >, 3);
        g_assert_cmpint(LOGIC_WEIGHTS_STANDARD.of[i], >=, logic_weight_least((LogicWeight)i));
        g_assert_cmpint(LOGIC_WEIGHTS_STANDARD.of[i], <=, logic_weight_most((LogicWeight)i));
    }
}
