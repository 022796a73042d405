#include "players/cecp.h"

static void test_a_line_is_a_word_and_what_follows(void)
{
    g_auto(CecpCommand) command = cecp_parse("  setboard\t 8/8/8/8 w - -  \r");

    g_assert_cmpint(command.kind, ==, CECP_SETBOARD);
    g_assert_cmpstr(command.word, ==, "setboard");
    g_assert_cmpstr(command.rest, ==, "8/8/8/8 w - -");
    g_assert_cmpstr(command.value, ==, "");
}

static void test_every_command_is_known_by_its_word(void)
{
    static const struct {
        const char *line;
        CecpCommandKind kind;
    } cases[] = {
        {"", CECP_NOTHING},
        {" ", CECP_NOTHING},
        {"xboard", CECP_XBOARD},
        {"protover 2", CECP_PROTOVER},
        {"new", CECP_NEW},
        {"variant normal", CECP_VARIANT},
        {"quit", CECP_QUIT},
        {"force", CECP_FORCE},
        {"go", CECP_GO},
        {"playother", CECP_PLAYOTHER},
        {"white", CECP_WHITE},
        {"black", CECP_BLACK},
        {"usermove e4", CECP_USERMOVE},
        {"ping 1", CECP_PING},
        {"result * {}", CECP_RESULT},
        {"hint", CECP_HINT},
        {"bk", CECP_BOOK},
        {"undo", CECP_UNDO},
        {"remove", CECP_REMOVE},
        {"post", CECP_POST},
        {"nopost", CECP_NOPOST},
        {"analyze", CECP_ANALYZE},
        {"exit", CECP_EXIT},
        {".", CECP_STATUS},
        {"option a=1", CECP_OPTION},
        {"accepted setboard", CECP_IGNORED},
        {"rejected san", CECP_IGNORED},
        {"level 40 5 0", CECP_IGNORED},
        {"st 0:10", CECP_IGNORED},
        {"sd 3", CECP_IGNORED},
        {"nps 0", CECP_IGNORED},
        {"time 3000", CECP_IGNORED},
        {"otim 3000", CECP_IGNORED},
        {"?", CECP_IGNORED},
        {"draw", CECP_IGNORED},
        {"hard", CECP_IGNORED},
        {"easy", CECP_IGNORED},
        {"random", CECP_IGNORED},
        {"computer", CECP_IGNORED},
        {"name Fruit", CECP_IGNORED},
        {"rating 1 2", CECP_IGNORED},
        {"edit", CECP_UNKNOWN},
        {"e2e4", CECP_UNKNOWN},
        {"New", CECP_UNKNOWN},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(CecpCommand) command = cecp_parse(cases[i].line);
        if (command.kind != cases[i].kind)
            g_test_fail_printf("'%s' is taken for %d", cases[i].line, command.kind);
    }
}

static void test_an_option_has_a_name_and_a_value(void)
{
    g_auto(CecpCommand) both = cecp_parse("option Some Name = a=b ");
    g_auto(CecpCommand) button = cecp_parse("option Clear");

    g_assert_cmpstr(both.rest, ==, "Some Name");
    g_assert_cmpstr(both.value, ==, "a=b");
    g_assert_cmpstr(button.rest, ==, "Clear");
    g_assert_cmpstr(button.value, ==, "");
}

static void test_options_are_offered_in_the_words_of_the_protocol(void)
{
    g_autofree char *check = cecp_format_check("even-trade", true);
    g_autofree char *spin = cecp_format_spin("Level", 7, 1, 8);

    g_assert_cmpstr(check, ==, "feature option=\"even-trade -check 1\"");
    g_assert_cmpstr(spin, ==, "feature option=\"Level -spin 7 1 8\"");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/cecp/a-line-is-a-word-and-what-follows",
                    test_a_line_is_a_word_and_what_follows);
    g_test_add_func("/cecp/every-command-is-known-by-its-word",
                    test_every_command_is_known_by_its_word);
    g_test_add_func("/cecp/an-option-has-a-name-and-a-value",
                    test_an_option_has_a_name_and_a_value);
    g_test_add_func("/cecp/options-are-offered-in-the-words-of-the-protocol",
                    test_options_are_offered_in_the_words_of_the_protocol);
    return g_test_run();
}
