#include "players/search/search_settings.h"

#include <string.h>

#include "tests/test.h"

static SearchSettings parse(const char *text, const SearchSettings *defaults)
{
    g_autoptr(GError) error = NULL;
    SearchSettings settings = *defaults;

    search_settings_parse(text, defaults, &settings, NULL, &error);
    g_assert_no_error(error);
    return settings;
}

TEST_ROWS(settings_have_one_text)
{
    const SearchSettings *defaults =
        g_str_equal(field[0], "search") ? &SEARCH_SETTINGS_SEARCH : &SEARCH_SETTINGS_HOMEOSTATIC;
    const SearchSettings settings = parse(field[1], defaults);
    g_autofree char *text = search_settings_format(&settings, defaults);
    const SearchSettings again = parse(text, defaults);

    g_assert_cmpstr(text, ==, field[2]);
    g_assert_cmpmem(&settings, sizeof settings, &again, sizeof again);
}

TEST_ROWS(what_cannot_be_set_is_refused_with_a_sentence)
{
    g_autoptr(GError) error = NULL;
    SearchSettings settings = SEARCH_SETTINGS_SEARCH;

    g_assert_false(
        search_settings_parse(field[0], &SEARCH_SETTINGS_HOMEOSTATIC, &settings, NULL, &error));
    g_assert_nonnull(error);
    g_assert_cmpstr(error->message, ==, field[1]);
    g_assert_cmpmem(&settings, sizeof settings, &SEARCH_SETTINGS_SEARCH, sizeof settings);
}

TEST(the_homeostatic_player_has_none_of_the_parts_of_today)
{
    static const SearchPart theirs[] = {SEARCH_SHUFFLE, SEARCH_RESIGN};

    for (int part = 0; part < SEARCH_PART_COUNT; part++) {
        bool expected = false;
        for (size_t i = 0; i < G_N_ELEMENTS(theirs); i++)
            expected |= theirs[i] == (SearchPart)part;
        g_assert_true(SEARCH_SETTINGS_HOMEOSTATIC.part[part] == expected);
        g_assert_true(SEARCH_SETTINGS_SEARCH.part[part] == (part != SEARCH_RESIGN));
    }
}
