#include <string.h>

#include "agents/beyond/logic_text.h"
#include "agents/beyond/logic_weights.h"
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

TEST_ROWS(texts_name_sets)
{
    const LogicSet set = parse(field[0]);
    g_autofree char *text = logic_set_format(&set);
    const LogicSet again = parse(text);

    g_assert_cmpuint(again.logics, ==, set.logics);
    g_assert_cmpuint(again.readings, ==, set.readings);
    g_assert_cmpstr(text, ==, field[1]);
}

TEST(sets_survive_their_texts)
{
    /* Any logics and any readings stand together in some of them. */
    for (uint32_t logics = 1; logics < 1U << LOGIC_COUNT; logics += 250)
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

TEST_ROWS(bad_texts_are_refused_with_the_bad_part)
{
    g_autoptr(GError) error = NULL;
    LogicSet set = {42, 42};
    g_assert_false(logic_set_parse(field[0], &set, &error));
    g_assert_error(error, LOGIC_ERROR, LOGIC_ERROR_TEXT);
    g_assert_nonnull(strstr(error->message, field[1]));
    g_assert_cmpuint(set.logics, ==, 42);
}

TEST(weights_are_options_and_named_only_if_they_are_others)
{
    for (char **field;
         (field = NEXT_ROW("weights are options and named only if they are others")) != NULL;) {
        const LogicSet set = parse(field[0]), again = parse(field[1]);
        g_autofree char *text = logic_set_format(&set);
        g_assert_cmpstr(text, ==, field[1]);
        g_assert_true(set.weights == again.weights);
    }
    for (char **field;
         (field = NEXT_ROW("weights are options and named only if they are others: wrong")) !=
         NULL;) {
        g_autoptr(GError) error = NULL;
        LogicSet set;
        g_assert_false(logic_set_parse(field[0], &set, &error));
        g_assert_nonnull(strstr(error->message, field[1]));
    }
}

TEST(every_weight_has_a_name_of_its_own)
{
    for (int i = 0; i < LOGIC_WEIGHT_COUNT; i++) {
        const LogicNumberEntry *entry = &LOGIC_WEIGHT_ENTRIES[i];
        const bool is_least = LOGIC_WEIGHTS_STANDARD.of[i] == entry->least;
        const int other = is_least ? entry->most : entry->least;
        g_autofree char *text = g_strdup_printf("7,%s=%d", entry->name, other);
        Reading reading;
        LogicSet set;
        g_assert_true(logic_set_parse(text, &set, NULL));
        g_assert_cmpint(set.weights->of[i], ==, other);
        g_assert_false(logic_find_name(NAMES_OF_READINGS, entry->name, &reading));
        g_assert_cmpuint(strlen(entry->summary), >, 10);
        g_assert_cmpuint(strlen(entry->unit), >, 3);
        g_assert_cmpint(LOGIC_WEIGHTS_STANDARD.of[i], >=, entry->least);
        g_assert_cmpint(LOGIC_WEIGHTS_STANDARD.of[i], <=, entry->most);
    }
}
