/* Experiments as text. */
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "players/team_settings.h"
#include "tests/spec_support.h"
#include "tests/test.h"

static Spec *parse_with(const char *text, const char *setting, GError **error)
{
    const char *const settings[] = {setting, NULL};

    return spec_parse(text, "test.ini", NULL, "test", settings, error);
}

TEST(two_players_are_enough_for_an_experiment)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);

    g_assert_cmpstr(spec->name, ==, "test");
    g_assert_cmpstr(spec->game->name, ==, "chess");
    g_assert_cmpint(spec->pairing_count, ==, 1);
    g_assert_cmpuint(spec->games, ==, 100);
    g_assert_cmpuint(spec->seed, ==, 1);
    g_assert_true(spec->rules.draws.fifty_moves && spec->rules.draws.repetition);
    g_assert_cmpint(spec->rules.draws.insufficient_material, ==, INSUFFICIENT_MATERIAL_BARE_KINGS);
    g_assert_cmpint(spec->rules.draws.max_plies, ==, 0);
    g_assert_false(spec->record.material);
    g_assert_true(spec->record.games && spec->record.material_mean && spec->record.pairings);
}

/* A value that no key of this type takes. */
static const char *bad_value_of(const SpecKey *key)
{
    static const char *const values[] = {
        [MEMBER_STRING] = "a\tb", [MEMBER_NUMBER] = "ten",   [MEMBER_REAL] = "ten",
        [MEMBER_FLAG] = "maybe",  [MEMBER_NAME] = "another",
    };
    static const char *const files[] = {
        [SPEC_ONE_FILE] = "/there/is/no/such.epd",
        [SPEC_SOME_FILES] = "/no/such.epd; /nor/such.epd",
    };
    return key->files != SPEC_NO_FILE ? files[key->files] : values[key->member.type];
}

TEST(a_bad_value_is_refused_for_every_key)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        g_autofree char *text = g_strdup_printf(TWO_RANDOM_PLAYERS "[%s]\n%s=%s\n", key->group,
                                                key->member.name, bad_value_of(key));
        g_autofree char *start =
            g_strdup_printf("test.ini: [%s] %s: ", key->group, key->member.name);
        assert_refused(text, start, "");
    }
}

TEST(every_number_has_its_bounds)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        const char *const values[] = {"-1", "1.0", "0x1", "1e3", "18446744073709551616"};
        g_autofree char *values_of_key = spec_key_values(key);
        g_autofree char *bounds = member_values_in_words(&key->member, values_of_key);
        g_autofree char *start =
            g_strdup_printf("test.ini: [%s] %s: ", key->group, key->member.name);

        if (key->member.type != MEMBER_NUMBER)
            continue;
        for (size_t j = 0; j < G_N_ELEMENTS(values); j++) {
            g_autofree char *text = g_strdup_printf(TWO_RANDOM_PLAYERS "[%s]\n%s=%s\n", key->group,
                                                    key->member.name, values[j]);
            assert_refused(text, start, bounds);
        }
    }
}

TEST_ROWS(every_unknown_word_is_named_with_group_and_key)
{
    g_autofree char *text = g_strconcat(TWO_RANDOM_PLAYERS, field[0], NULL);

    assert_refused(text, field[1], field[2]);
}

TEST(contradictions_are_refused)
{
    for (char **field; (field = NEXT_ROW("contradictions are refused")) != NULL;) {
        g_autofree char *text = g_strconcat(TWO_RANDOM_PLAYERS, field[0], NULL);
        assert_refused(text, field[1], field[2]);
    }
    assert_refused("", "test.ini: [players]: ", "2 to 256");
    assert_refused("[players]\nA=random\n", "test.ini: [players]: ", "not 1");
}

TEST(a_text_that_is_no_key_file_is_refused)
{
    assert_refused("\nA=random\n", "test.ini, line 2: ", "precedes the first [GROUP]");
    assert_refused("[players\nA=random\n", "test.ini, line 1: ", "not a [GROUP]");
    assert_refused("[players]\nA\n", "test.ini, line 2: [players]: ", "KEY = VALUE");
    assert_refused("[experiment]\n# games\ngames: 2\n",
                   "test.ini, line 3: [experiment]: ", "write '=' after the key");
    assert_refused("[players]\nA=\xff\n", "test.ini, line 2: ", "UTF-8");
}

TEST(a_byte_order_mark_does_not_count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec =
        spec_parse("\xef\xbb\xbf" TWO_RANDOM_PLAYERS, "x.ini", NULL, "x", NULL, &error);

    g_assert_no_error(error);
    g_assert_cmpint(spec->player_count, ==, 2);
}

TEST(a_file_that_cannot_be_read_is_named)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GError) folder_error = NULL;

    g_assert_null(spec_load("/there/is/no/such.ini", NULL, &error));
    g_assert_nonnull(strstr(error->message, "/there/is/no/such.ini"));
    g_assert_null(spec_load("/", NULL, &folder_error));
    g_assert_nonnull(folder_error);
}

TEST(a_text_with_nothing_behind_it_has_its_default)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS "[experiment]\nhero=\nname =  \n");

    g_assert_cmpstr(spec->hero, ==, "");
    g_assert_cmpstr(spec->name, ==, "test");
}

TEST(settings_prevail_over_the_file)
{
    const char *const settings[] = {"experiment.games=7", "players.C=random", "rules.max-plies=9",
                                    " experiment . name = x ", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(TWO_RANDOM_PLAYERS "[experiment]\ngames=5\n", "test.ini",
                                      NULL, "test", settings, &error);

    g_assert_no_error(error);
    g_assert_cmpuint(spec->games, ==, 7);
    g_assert_cmpint(spec->player_count, ==, 3);
    g_assert_cmpint(spec->rules.draws.max_plies, ==, 9);
    g_assert_cmpstr(spec->name, ==, "x");
}

TEST_ROWS(what_is_wrong_in_a_setting_is_wrong_usage)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *start = g_strdup_printf("--set %s: ", field[0]);
    g_autoptr(Spec) spec = parse_with(TWO_RANDOM_PLAYERS, field[0], &error);

    g_assert_null(spec);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE);
    if (error != NULL && !g_str_has_prefix(error->message, start))
        g_test_fail_printf("'%s' does not begin with '%s'", error->message, start);
}

TEST(a_wrong_value_is_refused_though_a_later_setting_replaces_it)
{
    const char *const settings[] = {"experiment.games=abc", "experiment.games=4", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec =
        spec_parse(TWO_RANDOM_PLAYERS, "test.ini", NULL, "test", settings, &error);

    g_assert_null(spec);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, "--set experiment.games=abc: 'abc' is not "));
}

/* The time is that of a text of this length, not of its square: that would be minutes. */
TEST(a_hundred_thousand_players_are_refused_at_once)
{
    g_autoptr(GString) text = g_string_new("[players]\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = NULL;

    for (int i = 0; i < 100000; i++)
        g_string_append_printf(text, "P%d=random\n", i);
    spec = spec_parse(text->str, "test.ini", NULL, "test", NULL, &error);
    g_assert_null(spec);
    g_assert_nonnull(strstr(error->message, "2 to 256 players, not 100000"));
}

TEST(ten_thousand_teams_are_refused_at_once)
{
    g_autoptr(GString) text = g_string_new("[players]\n");

    for (int i = 0; i < 10000; i++)
        g_string_append_printf(text, "P%d=team:T%d\n", i, i);
    for (int i = 0; i < 10000; i++)
        g_string_append_printf(text, "[team T%d]\nlevel=3\n", i);
    assert_refused(text->str, "test.ini, line 12048: ", "more than 1024 groups");
}

TEST(openings_lie_beside_the_spec)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = NULL;

    write_file(folder, "o.epd",
               "# two\n\n8/8/8/4k3/8/4K3/4P3/8 w - - bm e4; id \"x\";\r\n"
               "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 9\n");
    write_file(folder, "e.ini", TWO_RANDOM_PLAYERS "[openings]\nfile=o.epd\n");
    spec = spec_load(path, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(spec->name, ==, "e");
    g_assert_cmpuint(spec->openings.positions.count, ==, 2);
    g_assert_cmpint(spec->openings.positions.states[1].chess.fullmove_number, ==, 9);
}

TEST(a_strict_spec_names_a_bad_opening_with_its_line)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);

    write_file(folder, "e.ini", TWO_RANDOM_PLAYERS "[openings]\nfile=o.epd\nstrict=on\n");
    for (char **field;
         (field = NEXT_ROW("a strict spec names a bad opening with its line")) != NULL;) {
        g_autoptr(GError) error = NULL;
        write_file(folder, "o.epd", field[0]);
        g_assert_null(spec_load(path, NULL, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
        if (strstr(error->message, field[1]) == NULL)
            g_test_fail_printf("'%s' does not say '%s'", error->message, field[1]);
        g_assert_nonnull(strstr(error->message, "e.ini, line 5: [openings] file: "));
    }
}

TEST(a_resolved_text_is_the_same_experiment)
{
    static const char *const texts[] = {
        TWO_RANDOM_PLAYERS,
        "[experiment]\nname=x\nformat=gauntlet\nhero=B\ngames=3\nseed=9\n"
        "[rules]\nrepetition=off\nmax-plies=77\ninsufficient-material=fide\n"
        "[openings]\nrandom-plies=4\n[record]\npgn=off\nmaterial=on\n" TWO_RANDOM_PLAYERS
        "C, the \"third\"=random\n",
        "[experiment]\nformat=pairs\npairs=  B:A ;A : C;\n" TWO_RANDOM_PLAYERS "C=random\n",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Spec) spec = spec_of(texts[i]);
        g_autoptr(Spec) again = spec_of(spec->resolved);
        g_assert_cmpstr(spec->resolved, ==, again->resolved);
        g_assert_cmpstr(spec->identity, ==, again->identity);
    }
}

TEST(every_key_is_part_of_the_identity)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS "[experiment]\npairs=\n");

    for (char **field; (field = NEXT_ROW("every key is part of the identity")) != NULL;) {
        const bool pairs = g_str_equal(field[0], "experiment.format=pairs");
        const char *const all[] = {field[0], pairs ? "experiment.pairs=B:A" : NULL, NULL};
        g_autoptr(GError) error = NULL;
        g_autoptr(Spec) other =
            spec_parse(TWO_RANDOM_PLAYERS, "test.ini", NULL, "test", all, &error);
        g_autofree char *difference = NULL;

        g_assert_no_error(error);
        g_assert_cmpstr(spec->identity, !=, other->identity);
        difference =
            spec_text_difference(spec->resolved, "one", other->resolved, "other", SPEC_TEXT_ALL);
        g_assert_nonnull(difference);
        g_test_message("%s", difference);
    }
}

/* Or runs from before there were these keys could not go on. */
TEST(keys_that_came_later_are_not_written_unless_they_say_something)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(TWO_RANDOM_PLAYERS "[rules]\nfifty-counts=moves\n",
                                      "test.ini", NULL, "test", NULL, &error);
    g_autoptr(Spec) half = spec_parse(TWO_RANDOM_PLAYERS "[rules]\nfifty-counts=half-moves\n",
                                      "test.ini", NULL, "test", NULL, &error);

    g_assert_no_error(error);
    g_assert_null(strstr(spec->resolved, "fifty-counts"));
    g_assert_nonnull(strstr(half->resolved, "\nfifty-counts=half-moves\n"));
    g_assert_true(half->rules.draws.fifty_counts_half_moves &&
                  !spec->rules.draws.fifty_counts_half_moves);
}

/* The identity of a spec in a folder of its own, with one opening. Owner: the caller. */
static char *identity_with(const char *opening)
{
    g_autofree char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = NULL;

    write_file(folder, "o.epd", opening);
    write_file(folder, "e.ini", TWO_RANDOM_PLAYERS "[openings]\nfile=o.epd\n");
    spec = spec_load(path, NULL, &error);
    g_assert_no_error(error);
    remove_folder(folder);
    return g_strdup(spec->identity);
}

TEST(what_the_openings_are_counts_and_not_where)
{
    g_autofree char *here = identity_with("8/8/8/4k3/8/4K3/4P3/8 w - -\n");
    g_autofree char *there = identity_with("8/8/8/4k3/8/4K3/4P3/8 w - -\n");
    g_autofree char *others = identity_with("8/8/8/4k3/8/4K3/4P3/8 b - -\n");

    g_assert_cmpstr(here, ==, there);
    g_assert_cmpstr(here, !=, others);
}

TEST(another_openings_file_than_the_checksum_says_is_refused)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);
    g_autoptr(GError) error = NULL;

    write_file(folder, "o.epd", "8/8/8/4k3/8/4K3/4P3/8 w - -\n");
    write_file(folder, "e.ini", TWO_RANDOM_PLAYERS "[openings]\nfile=o.epd\nsha256=00ff\n");
    g_assert_null(spec_load(path, NULL, &error));
    g_assert_nonnull(strstr(error->message, "[openings] sha256: "));
}

TEST_ROWS(pairings_follow_the_format)
{
    g_autofree char *text =
        g_strconcat("[players]\nA=random\nB=random\nC=random\n[experiment]\n", field[0], NULL);
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GString) pairings = g_string_new(NULL);

    for (int i = 0; i < spec->pairing_count; i++)
        g_string_append_printf(pairings, "%s:%s ", spec->players[spec->pairings[i].player].name,
                               spec->players[spec->pairings[i].opponent].name);
    g_assert_cmpstr(pairings->str, ==, field[1]);
}

/* The text of @path below the top of the project. */
static char *project_file(const char *path)
{
    g_autofree char *full = g_test_build_filename(G_TEST_DIST, "..", path, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;

    g_file_get_contents(full, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

TEST(the_example_has_every_key_with_its_default)
{
    g_autofree char *text = project_file("experiments/specs/example.ini");
    g_autoptr(Spec) spec = spec_of(text);

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        g_autofree char *values = spec_key_values(key);
        g_autofree char *lines =
            g_strdup_printf("\n# %s\n# (%s)\n%s =%s%s\n", key->meaning, values, key->member.name,
                            *key->standard != '\0' ? " " : "", key->standard);
        if (strstr(text, lines) == NULL)
            g_test_fail_printf("the example has not%s", lines);
    }
    g_assert_cmpint(spec->player_count, >=, 2);
}

TEST(the_readme_has_every_key_with_its_default)
{
    g_autofree char *text = project_file("experiments/README.md");

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        g_autofree char *plain_values = spec_key_values(key);
        g_autoptr(GString) values = g_string_new(plain_values);
        g_autofree char *line = NULL;
        g_string_replace(values, "|", "\\|", 0);
        line = g_strdup_printf("\n| %s | `%s` | %s | %s | %s |\n", key->group, key->member.name,
                               values->str, *key->standard != '\0' ? key->standard : "none",
                               key->meaning);
        if (strstr(text, line) == NULL)
            g_test_fail_printf("the README has not%s", line);
    }
}

TEST(the_readme_has_every_key_of_an_engine_with_its_default)
{
    g_autofree char *text = project_file("experiments/README.md");

    for (size_t i = 0; i < ENGINE_KEY_COUNT; i++) {
        const SettingKey *key = &ENGINE_KEYS[i];
        g_autoptr(GString) values = g_string_new(key->values);
        g_autofree char *line = NULL;
        g_string_replace(values, "|", "\\|", 0);
        line = g_strdup_printf("\n| `%s` | %s | %s | %s |\n", key->member.name, values->str,
                               *key->standard != '\0' ? key->standard : "none", key->meaning);
        if (strstr(text, line) == NULL)
            g_test_fail_printf("the README has not%s", line);
    }
}

TEST(the_readme_has_every_key_of_a_team_with_its_default)
{
    g_autofree char *text = project_file("experiments/README.md");

    for (size_t i = 0; i < TEAM_KEY_COUNT; i++) {
        const SettingKey *key = &TEAM_KEYS[i];
        g_autoptr(GString) values = g_string_new(key->values);
        g_autofree char *line = NULL;
        g_string_replace(values, "|", "\\|", 0);
        line = g_strdup_printf("\n| `%s` | %s | %s | %s |\n", key->member.name, values->str,
                               *key->standard != '\0' ? key->standard : "none", key->meaning);
        if (strstr(text, line) == NULL)
            g_test_fail_printf("the README has not%s", line);
    }
}

TEST(a_team_is_written_in_full)
{
    g_autoptr(Spec) spec =
        spec_of("[players]\nA=team:radio\nB=level:7\n[team "
                "radio]\nlevel=7,even-trade=on\nsight=5\nhearing=all\n[team idle]\nlevel=1\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);

    g_assert_cmpstr(spec->players[0].text, ==, "team:sight=5,level=7,even-trade=on");
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_null(strstr(spec->resolved, "[team"));
}

TEST_ROWS(a_bad_team_is_refused_with_its_group)
{
    g_autofree char *text = g_strconcat("[players]\nA=team:radio\nB=level:7\n", field[0], NULL);

    g_autoptr(GError) error = NULL;
    g_assert_null(spec_parse(text, "test.ini", NULL, "test", NULL, &error));
    if (strstr(error->message, field[1]) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, field[1]);
}

#define TWO_ENGINES "[players]\nA=engine:mine,depth=2\nB=engine:stockfish,nodes=7\n"

TEST(engines_are_part_of_what_an_experiment_is)
{
    g_autoptr(Spec) spec =
        spec_of(TWO_ENGINES "[engine mine]\ncommand=./mine -q\nprotocol=xboard\n[engine idle]\n"
                            "command=idle\n[engine stockfish]\noptions=Hash=1\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);
    g_autoptr(Spec) other = spec_of(TWO_ENGINES "[engine mine]\ncommand=./mine\n");

    g_assert_cmpstr(spec->players[0].text, ==, "engine:mine,depth=2");
    g_assert_true(spec->players[0].depends_on_machine);
    g_assert_cmpstr(again->resolved, ==, spec->resolved);
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_cmpstr(other->identity, !=, spec->identity);
    g_assert_nonnull(strstr(spec->resolved, "[engine mine]\ncommand=./mine -q\nprotocol=xboard\n"));
    g_assert_nonnull(strstr(spec->resolved, "[engine stockfish]\ncommand=stockfish\n"));
    g_assert_nonnull(strstr(spec->resolved, "\noptions=Hash=1\n"));
    g_assert_null(strstr(spec->resolved, "idle"));
}

#define GUARDED "postgresql://me:secret@here/db"

TEST(a_memory_is_part_of_an_experiment_but_its_password_is_not)
{
    g_autoptr(Spec) spec = spec_of("[players]\nA=search:depth=1,memory=" GUARDED "\nB=random\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);
    g_autoptr(Spec) live = spec_of("[players]\nA=search:depth=1,memory=a.db\n"
                                   "B=search:depth=1,memory=b.db\nC=random\n"
                                   "[experiment]\nmemory=live\n");
    g_autoptr(Spec) off = spec_of("[players]\nA=search:depth=1,memory=a.db\n"
                                  "B=search:depth=1,memory=b.db\n[experiment]\nmemory=off\n");

    g_assert_cmpstr(spec->players[0].text, ==, "search:depth=1,memory=postgresql://me@here/db");
    g_assert_cmpstr(spec->players[0].given, ==, "search:depth=1,memory=" GUARDED);
    g_assert_cmpstr(spec->frozen, ==, GUARDED);
    g_assert_null(strstr(spec->resolved, "secret"));
    g_assert_cmpstr(again->resolved, ==, spec->resolved);
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_false(spec->players[0].depends_on_machine);
    g_assert_null(live->frozen);
    g_assert_true(live->players[0].depends_on_machine);
    g_assert_true(live->players[1].depends_on_machine);
    g_assert_false(live->players[2].depends_on_machine);
    g_assert_null(off->frozen);
    g_assert_false(off->players[0].depends_on_machine);
}

TEST(only_one_memory_can_be_frozen)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse("[players]\nA=search:depth=1,memory=" GUARDED
                                      "\nB=random\nC=search:depth=1,memory=b.db\n",
                                      "test.ini", NULL, "test", NULL, &error);

    g_assert_null(spec);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_cmpstr(error->message, ==,
                    "test.ini, line 4: [players] C: only one memory can be frozen, but "
                    "'postgresql://me:***@here/db' and 'b.db' are named; [experiment] memory = "
                    "live permits several");
}

TEST_ROWS(a_bad_engine_is_refused_by_name)
{
    g_autofree char *text = g_strconcat(TWO_ENGINES, field[0], NULL);

    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test.ini", NULL, "test", NULL, &error);

    g_autofree char *message = NULL;

    g_assert_null(spec);
    g_assert_nonnull(error);
    message = without_line(error->message);
    if (!g_str_has_prefix(message, field[1]))
        g_test_fail_printf("'%s' instead of '%s'", message, field[1]);
}

TEST(the_thesis_is_28_pairings_of_100_games)
{
    g_autofree char *text = project_file("experiments/specs/thesis.ini");
    g_autoptr(Spec) spec = spec_of(text);

    g_assert_cmpint(spec->pairing_count, ==, 28);
    g_assert_cmpuint(schedule_count(spec), ==, 2800);
    g_assert_cmpuint(spec->seed, ==, 1);
    g_assert_true(spec->rules.draws.fifty_moves && spec->rules.draws.fifty_counts_half_moves);
    g_assert_false(spec->rules.draws.repetition);
    g_assert_cmpint(spec->rules.draws.insufficient_material, ==, INSUFFICIENT_MATERIAL_BARE_KINGS);
    g_assert_cmpint(spec->rules.draws.max_plies, ==, 0);
    g_assert_true(spec->record.games && spec->record.material && spec->record.material_mean &&
                  spec->record.pairings);
    for (int i = 0; i < 8; i++) {
        g_autofree char *name = g_strdup_printf("L%d", i + 1);
        g_autofree char *player = g_strdup_printf("level:%d", i + 1);
        g_assert_cmpstr(spec->players[i].name, ==, name);
        g_assert_cmpstr(spec->players[i].text, ==, player);
    }
}
