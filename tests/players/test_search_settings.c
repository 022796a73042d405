#include "players/search/search_settings.h"

#include <string.h>

#include "tests/test.h"

static SearchSettings parse(const char *text, const SearchSettings *defaults)
{
    g_autoptr(GError) error = NULL;
    SearchSettings settings = *defaults;

    search_settings_parse(text, defaults, &settings, &error);
    g_assert_no_error(error);
    return settings;
}

static const struct {
    const SearchSettings *defaults;
    const char *text, *full;
} TEXTS[] = {
    {&SEARCH_SETTINGS_HOMEOSTATIC, "", "pace=30s..200s"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "pace=5ms..2m", "pace=5ms..120s"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "depth=4", "depth=4"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "resign=no,depth=4,resign=yes", "depth=4"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "depth=4,table=on,resign=no", "depth=4,table=on,resign=off"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "nodes=1000", "nodes=1000"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "nodes=1000,deepening=off", "nodes=1000"},
    {&SEARCH_SETTINGS_HOMEOSTATIC, "depth=4,quiescence=full,knight=325,freedom=0",
     "depth=4,quiescence=full,knight=325,freedom=0"},
    {&SEARCH_SETTINGS_SEARCH, "", "movetime=1000"},
    {&SEARCH_SETTINGS_SEARCH, "null-move=off,depth=6,nodes=500", "depth=6,nodes=500,null-move=off"},
    {&SEARCH_SETTINGS_SEARCH, "hash=64,piece-squares=off",
     "movetime=1000,piece-squares=off,hash=64"},
    {&SEARCH_SETTINGS_SEARCH, "pace=1s..2s", "pace=1s..2s"},
    {&SEARCH_SETTINGS_SEARCH, "depth=1,tempo-end=-3,knight-value=330,queen=800",
     "depth=1,queen=800,knight-value=330,tempo-end=-3"},
    {&SEARCH_SETTINGS_SEARCH, "depth=1,tempo=0,passed-6-end=165,tempo=12", "depth=1"},
};

TEST(settings_have_one_text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(TEXTS); i++) {
        const SearchSettings settings = parse(TEXTS[i].text, TEXTS[i].defaults);
        g_autofree char *text = search_settings_format(&settings, TEXTS[i].defaults);
        const SearchSettings again = parse(text, TEXTS[i].defaults);
        g_assert_cmpstr(text, ==, TEXTS[i].full);
        g_assert_cmpmem(&settings, sizeof settings, &again, sizeof again);
    }
}

static const struct {
    const char *text, *sentence;
} FAULTS[] = {
    {"depth", "'depth' is not KEY=VALUE"},
    {"depth=4,", "'' is not KEY=VALUE"},
    {"depth=0", "depth is '0', not a number from 1 to 60"},
    {"depth=61", "depth is '61', not a number from 1 to 60"},
    {"nodes=-1", "nodes is '-1', not a number from 1 to 9223372036854775807"},
    {"nodes=1k", "nodes is '1k', not a number from 1 to 9223372036854775807"},
    {"table=maybe", "table is 'maybe', not on or off"},
    {"quiescence=on", "quiescence is 'on', not truncated, full or off"},
    {"pace=30..200", "pace is '30..200', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=30s", "pace is '30s', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=3s..2s", "pace is '3s..2s', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=0s..0s", "pace is '0s..0s', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=s..2s", "pace is 's..2s', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=1s..9999999999999999999s",
     "pace is '1s..9999999999999999999s', not two times such as 30s..200s or 5ms..20ms"},
    {"pace=1s..2s,depth=4",
     "pace sets the depth: depth, nodes and movetime cannot be combined with it"},
    {"knight=2001", "knight is '2001', not a number from 0 to 2000"},
    {"king=3", "there is no setting 'king'; did you mean 'king-centre'?"},
    {"king-value=3", "there is no setting 'king-value'"},
    {"tempo-end=-2001", "tempo-end is '-2001', not a number from -2000 to 2000"},
    {"tempo=", "tempo is '', not a number from -2000 to 2000"},
    {"Depth=3", "there is no setting 'Depth'; did you mean 'depth'?"},
};

TEST(what_cannot_be_set_is_refused_with_a_sentence)
{
    for (size_t i = 0; i < G_N_ELEMENTS(FAULTS); i++) {
        g_autoptr(GError) error = NULL;
        SearchSettings settings = SEARCH_SETTINGS_SEARCH;
        g_assert_false(
            search_settings_parse(FAULTS[i].text, &SEARCH_SETTINGS_HOMEOSTATIC, &settings, &error));
        g_assert_nonnull(error);
        g_assert_cmpstr(error->message, ==, FAULTS[i].sentence);
        g_assert_cmpmem(&settings, sizeof settings, &SEARCH_SETTINGS_SEARCH, sizeof settings);
    }
}

TEST(the_homeostatic_player_has_none_of_the_parts_of_today)
{
    static const SearchPart theirs[] = {SEARCH_SHUFFLE, SEARCH_RESIGN};

    for (int part = 0; part < SEARCH_PART_COUNT; part++) {
        bool expected = false;
        for (size_t i = 0; i < G_N_ELEMENTS(theirs); i++)
            expected |= theirs[i] == (SearchPart)part;
        g_assert_true(search_settings_has(&SEARCH_SETTINGS_HOMEOSTATIC, (SearchPart)part) ==
                      expected);
        g_assert_true(search_settings_has(&SEARCH_SETTINGS_SEARCH, (SearchPart)part) ==
                      (part != SEARCH_RESIGN));
    }
}

TEST(both_begin_with_the_weights_of_the_table)
{
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        g_assert_cmpint(SEARCH_SETTINGS_HOMEOSTATIC.weight[i], ==, WEIGHTS[i].value);
        g_assert_cmpint(SEARCH_SETTINGS_SEARCH.weight[i], ==, WEIGHTS[i].value);
    }
}
