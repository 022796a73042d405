/* What students ask of a decision: why, why not that, what another player would do. */
#include "program.h"
#include "run_support.h"

#include "tests/test.h"

#define FORK "6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1"

#define EXPLAIN(...) PROGRAM_RUN("", "explain", "--fen", FORK, __VA_ARGS__)

static void assert_says(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        g_printerr("%s\n", text);
    g_assert_nonnull(strstr(text, words));
}

TEST(an_explanation_names_the_logics_that_are_on)
{
    g_auto(ProgramResult) result = EXPLAIN("--player", "level:3");

    g_assert_cmpint(result.status, ==, 0);
    assert_says(result.out, "\nlogics: foundation, backup, move-attack\n");
}

TEST(why_not_tells_where_a_move_was_lost)
{
    static const struct {
        const char *player, *move, *words[3];
    } cases[] = {
        {"level:7",
         "Rxd6",
         {"  d5d6    rook d5        300     300  attack\n",
          "The rook d5 does not suggest it: by it the queen h5 would lose 900, more than",
          "Without defence-consideration it could have been played.\n"
          "  Levels that could play it here: 2, 4 to 6.\n"}},
        {"level:7",
         "h5g5",
         {"It is a candidate, worth 0 to the master; Rxc5 is worth 100.",
          "The queen h5 offers it to the rook d5 (defence request), worth -400",
          "Levels that could play it here: 1.\n"}},
        {"level:7", "Kh1", {"reports it as its best move, but of these the master weighs only"}},
        {"level:7", "Kf1", {"reports it as its best move, but of these the master weighs only"}},
        {"level:7", "Rd4", {"would lose 900"}},
        {"level:7", "Rxc5", {"It is the move that was played.\n"}},
        {"level:11", "Kf1", {"The master weighs all actions by one figure: this one is worth -"}},
        {"level:12", "Kf1", {"It is not among the suggestions that the master imagines"}},
        {"homeostatic:depth=2", "Kf1", {"Searched alone, Kf1 comes to "}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = EXPLAIN("--player", cases[i].player, "--why", cases[i].move);
        g_assert_cmpint(result.status, ==, 0);
        assert_says(result.out, "\nDecision\n");
        for (size_t j = 0; j < G_N_ELEMENTS(cases[i].words) && cases[i].words[j] != NULL; j++)
            assert_says(strstr(result.out, "Why not "), cases[i].words[j]);
    }
}

TEST(what_the_master_refuses_is_told_with_its_reason)
{
    static const char *const levels[] = {"level:9", "level:11"};

    for (size_t i = 0; i < G_N_ELEMENTS(levels); i++) {
        g_auto(ProgramResult) result =
            PROGRAM_RUN("", "explain", "--fen", "1r4k1/5ppp/8/8/8/8/p4PPP/R5K1 w - - 0 1",
                        "--player", levels[i], "--why", "Rxa2");
        assert_says(result.out, "\nRefused by the master\n"
                                "  a1a2    the opponent could mate at once\n");
        assert_says(strstr(result.out, "Why not "),
                    "The master refuses it: the opponent could mate at once.\n"
                    "  Without mate-hunt it could have been played.\n");
    }
}

TEST(a_mate_leaves_nothing_to_weigh)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("", "explain", "--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--player",
                    "level:13", "--why", "Ra2");

    assert_says(result.out, "Reports\n  none: a mate leaves nothing to weigh\n");
    assert_says(result.out, "Candidates\n  a1a8      mate  move\n");
    assert_says(result.out,
                "Ra8# gives mate, at once or by checks, which leaves nothing to weigh.");
}

/* The queen mates next, whatever the worth of the knight's move says. */
TEST(what_is_imagined_no_further_is_told_as_such)
{
    static const char fen[] = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1";
    g_auto(ProgramResult) ahead = PROGRAM_RUN("", "explain", "--fen", fen, "--player", "level:13");
    g_auto(ProgramResult) weighed =
        PROGRAM_RUN("", "explain", "--fen", fen, "--player", "level:11");

    assert_says(ahead.out, "  Worse ones may be worth less still: nobody imagined them further.\n");
    g_assert_null(strstr(weighed.out, "Worse ones"));
}

TEST(a_pawn_becomes_nothing_but_a_queen)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("", "explain", "--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "--why", "a8=N");

    g_assert_cmpint(result.status, ==, 0);
    assert_says(result.out, "No agent suggests it: a pawn becomes nothing but a queen.");
}

/* Whatever could have been asked for is answered, in every game. */
TEST(every_move_is_told_of)
{
    static const char *const games[][2] = {
        {"chess", "level:8"}, {"antichess", "level:10"}, {"threechess", "level:9"}};

    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        g_auto(ProgramResult) moves = PROGRAM_RUN("", "moves", "--game", games[i][0]);
        g_auto(GStrv) lines = g_strsplit_set(moves.out, " \n", -1);
        int told = 0;
        for (char **move = lines; *move != NULL && told < 12; move++) {
            g_auto(ProgramResult) result = {0};
            if (**move == '\0')
                continue;
            result = PROGRAM_RUN("", "explain", "--game", games[i][0], "--player", games[i][1],
                                 "--why", *move);
            g_assert_cmpint(result.status, ==, 0);
            assert_says(result.out, "evels that could play it here: ");
            told++;
        }
        g_assert_cmpint(told, ==, 12);
    }
}

TEST(two_players_are_set_side_by_side)
{
    g_auto(ProgramResult) other = EXPLAIN("--player", "level:7", "--against", "level:5");
    g_auto(ProgramResult) same = EXPLAIN("--against", "level:7");
    g_auto(ProgramResult) search = EXPLAIN("--against", "homeostatic:depth=2");
    g_auto(ProgramResult) json = EXPLAIN("--against", "level:5", "--format=json");

    g_assert_cmpint(other.status, ==, 0);
    assert_says(other.out, "\nonly level:7 has defence-request, defence-consideration\n");
    assert_says(other.out, "  * decision               Rxc5                Rxd6\n");
    g_assert_true(g_str_has_suffix(other.out, "\nFirst difference: rook d5, disregards: 4 actions "
                                              "to level:7, nothing to level:5.\n"));
    g_assert_true(g_str_has_suffix(same.out, "\nNo difference.\n"));
    assert_says(search.out, "First difference: decides by: agents to level:7, search to ");
    assert_says(json.out, "\"what\" : \"rook d5, disregards\"");
}

/* The queen, the worst threatened, would leave the knight to the rook. */
TEST(why_not_tells_whom_any_move_leaves_worse_off)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("", "explain", "--fen", "2kr4/8/8/2p5/3Q4/8/8/3N2K1 w - - 0 1", "--player",
                    "level:7,any-worse-disregarded=on", "--why", "d4c5");

    assert_says(result.out, "by it the knight d1 would lose 300, more than it loses where it");
}

TEST(why_not_is_told_to_programs)
{
    g_auto(ProgramResult) result = EXPLAIN("--why", "Rxd6", "--format=json");

    g_assert_cmpint(result.status, ==, 0);
    assert_says(result.out, "\"why_not\" : {\n    \"move\" : \"d5d6\",\n    \"san\" : \"Rxd6\"");
    assert_says(result.out, "\"levels\" : [\n      2,\n      4,\n      5,\n      6\n    ]");
}

/* Exchanges change what an agent loses, not by whom it is attacked and defended. */
TEST(what_agents_report_of_attackers_and_defenders_is_so_for_all_levels)
{
    static const char *const positions[][3] = {
        {"chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 1",
         "\n  pawn e5            1       300  yes            0  "},
        {"antichess", "6k1/8/2n5/4p3/3P4/8/8/K7 b - - 0 1",
         "\n  pawn e5            1       100  yes  "},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(positions); i++)
        for (int level = 2; level <= 13; level++) {
            g_autofree char *player = g_strdup_printf("level:%d", level);
            g_auto(ProgramResult) result =
                PROGRAM_RUN("", "explain", "--game", positions[i][0], "--position", positions[i][1],
                            "--player", player);
            assert_says(result.out, positions[i][2]);
        }
}

TEST(what_cannot_be_told_is_refused)
{
    g_auto(ProgramResult) both = EXPLAIN("--why", "Kh1", "--against", "level:1");
    g_auto(ProgramResult) illegal = EXPLAIN("--why", "Kh8");
    g_auto(ProgramResult) silent = EXPLAIN("--why", "Kh1", "--player", "random");
    g_auto(ProgramResult) nobody = EXPLAIN("--against", "level:99");

    program_assert_refused(&both, 2, "--why and --against");
    program_assert_refused(&illegal, 2, "--why Kh8: 'Kh8' is not a legal move here");
    program_assert_refused(&silent, 2, "'random' does not say how it decides");
    program_assert_refused(&nobody, 2, "level is '99'");
}

TEST(the_person_who_plays_can_ask_why_and_why_not)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("why d5\ne4\nwhy\nwhy d6\nwhy e4\nmessages\nundo\nwhy\nmesages\n", "play");
    const char *nothing = strstr(result.out, "no agents have moved yet");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(nothing);
    assert_says(nothing, "\nlevel:7, Black to move\nlogics: foundation, ");
    assert_says(nothing, "\nWhy not d6\n");
    assert_says(nothing, "Where the other player moved last, 'e4' is not a legal move here");
    assert_says(nothing, "  order     master to pawn a7: evaluate your position\n");
    assert_says(strstr(nothing, "  order  "), "no agents have moved yet");
    assert_says(nothing, "did you mean 'messages'?");
}

TEST(players_that_do_not_talk_say_so)
{
    g_auto(ProgramResult) silent = PROGRAM_RUN("e4\nwhy\nwhy e5\n", "play", "--player", "random");
    g_auto(ProgramResult) search =
        PROGRAM_RUN("e4\nwhy\nmessages\n", "play", "--player", "homeostatic:depth=1");

    assert_says(silent.out, "random does not say how it decides.\nThere is nothing to tell: ");
    assert_says(search.out, "\nPosition metric\n");
    assert_says(search.out, "There are no messages: homeostatic:depth=1 asks no agents.");
}

TEST(levels_are_asked_and_changed_in_every_game_they_play)
{
    static const char *const games[][3] = {
        {"chess", "e4", "d3"}, {"antichess", "e3", "d3"}, {"threechess", "BE2BE3", "BD2BD3"}};

    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *input = g_strdup_printf(
            "level:2\n%s\nwhy\n-backup\nlevel 10\n%s\nwhy\nmessages\n", games[i][1], games[i][2]);
        g_auto(ProgramResult) result = PROGRAM_RUN(input, "play", "--game", games[i][0]);
        assert_says(result.out, "is level:2 now.");
        assert_says(result.out, "\nlogics: foundation, backup\n");
        assert_says(result.out, "is level:1 now.");
        assert_says(result.out, "is level:10 now.");
        assert_says(result.out, "mate-hunt, promotion, position\n");
    }
}

TEST(a_replay_shows_some_messages_and_every_board)
{
    g_autofree char *place = make_folder();
    g_autofree char *spec = g_build_filename(place, "e.ini", NULL);
    g_autofree char *run = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) result = {0}, all = {0}, some = {0}, kings = {0}, wrong = {0};

    write_file(place, "e.ini", "[players]\nA=level:7\nB=level:1\n[experiment]\ngames=1\n");
    result = PROGRAM_RUN("", "run", spec, "-o", run);
    all = PROGRAM_RUN("", "replay", run, "--game", "1", "--boards");
    some = PROGRAM_RUN("", "replay", run, "--game", "1", "--boards", "--ply", "2");
    kings = PROGRAM_RUN("", "replay", run, "--game", "1", "--messages", "--only", "report, king");
    wrong = PROGRAM_RUN("", "replay", run, "--game", "1", "--only", "decison");
    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_str_has_prefix(all.out, "ply 1, White:\nWhite plays "));
    assert_says(all.out, "\nply 9, White:\nWhite plays ");
    assert_says(some.out, "\nply 2, Black:\nBlack plays ");
    g_assert_null(strstr(some.out, "\nply 3, "));
    assert_says(kings.out, "\nreport    king e8 to master: ");
    g_assert_null(strstr(kings.out, "\nreport    rook "));
    g_assert_null(strstr(kings.out, "\ndecision"));
    program_assert_refused(&wrong, 2, "--only: 'decison' is neither a kind of message");
    assert_says(wrong.err, "did you mean 'decision'?");
    remove_folder(place);
}
