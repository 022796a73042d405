#include <glib.h>
#include <string.h>

#include "agents/logic.h"

static LogicSet parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    LogicSet set = {0, 0};

    logic_set_parse(text, &set, &error);
    g_assert_no_error(error);
    return set;
}

/* Thesis, table 2.1, a row a logic. */
static void test_the_levels_are_the_columns_of_table_2_1(void)
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

    g_assert_cmpuint(G_N_ELEMENTS(table), ==, LOGIC_COUNT);
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        for (int level = 1; level <= LEVEL_COUNT; level++) {
            const LogicSet set = logic_set_of_level(level);
            g_assert_cmpint(logic_is_on(&set, table[i].logic), ==,
                            strchr(table[i].levels, '0' + level) != NULL);
        }
}

static void test_texts_name_sets(void)
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
        {"2,plans-count=on,even-trade=on,even-trade=off", "2,plans-count=on"},
        {"3,battery-backup=on", "3"},
        {"8-restricted-defence-request+defence-request", "7"},
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

static void test_every_set_survives_its_text(void)
{
    for (uint32_t logics = 1; logics < 1U << LOGIC_COUNT; logics += 2)
        for (uint32_t readings = 0; readings < 1U << READING_COUNT; readings += 7) {
            const LogicSet set = {logics, readings};
            g_autofree char *text = logic_set_format(&set);
            const LogicSet again = parse(text);
            g_assert_cmpuint(again.logics, ==, set.logics);
            g_assert_cmpuint(again.readings, ==, set.readings);
        }
}

static void test_bad_texts_are_refused_with_the_bad_part(void)
{
    static const struct {
        const char *text, *part;
    } faults[] = {
        {"", "''"},
        {"0", "'0'"},
        {"9", "'9'"},
        {"77", "'77'"},
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/logic/the-levels-are-the-columns-of-table-2.1",
                    test_the_levels_are_the_columns_of_table_2_1);
    g_test_add_func("/logic/texts-name-sets", test_texts_name_sets);
    g_test_add_func("/logic/every-set-survives-its-text", test_every_set_survives_its_text);
    g_test_add_func("/logic/bad-texts-are-refused-with-the-bad-part",
                    test_bad_texts_are_refused_with_the_bad_part);
    return g_test_run();
}
