#include <glib.h>
#include <string.h>

#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* Red can take Green's king with the rook on GE4. */
#define ROOK_ON_KING                   \
    "................K..............." \
    "................k..4............" \
    "................6..............." \
    " R"

/* Blue's pawn is blocked, and Blue has nothing else. */
#define BLOCKED                        \
    ".Pn............................." \
    "................k..............." \
    "................6..............." \
    " B"

TEST(moves_are_listed_and_played_in_their_own_notation)
{
    g_auto(ProgramResult) start = PROGRAM_RUN("", "moves", "--game", "threechess");
    g_auto(ProgramResult) played =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--play", "BD2BD4", "GE2GE4");
    g_auto(ProgramResult) rook =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--position", ROOK_ON_KING);
    g_auto(ProgramResult) over = PROGRAM_RUN("", "moves", "--game", "threechess", "--position",
                                             ROOK_ON_KING, "--play", "GE4GE1");

    g_assert_cmpint(start.status, ==, 0);
    g_assert_cmpstr(start.err, ==, "");
    g_assert_cmpstr(start.out, ==,
                    "BA2BA3\nBA2BA4\nBB1BA3\nBB1BC3\nBB2BB3\nBB2BB4\nBC2BC3\nBC2BC4\nBD2BD3\n"
                    "BD2BD4\nBE2BE3\nBE2BE4\nBF2BF3\nBF2BF4\nBG1BF3\nBG1BH3\nBG2BG3\nBG2BG4\n"
                    "BH2BH3\nBH2BH4\n");
    g_assert_cmpint(played.status, ==, 0);
    g_assert_true(g_str_has_prefix(played.out, "RA2RA3\nRA2RA4\nRB1RA3\n"));
    g_assert_nonnull(strstr(rook.out, "GE4GE1\n"));
    g_assert_cmpint(over.status, ==, 0);
    g_assert_cmpstr(over.out, ==, "");
}

TEST(what_is_no_move_or_position_is_refused)
{
    g_auto(ProgramResult) illegal =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--play", "BD2BD4", "BE2BE4");
    g_auto(ProgramResult) late = PROGRAM_RUN("", "moves", "--game", "threechess", "--position",
                                             ROOK_ON_KING, "--play", "GE4GE1", "RE1RE2");
    g_auto(ProgramResult) chess =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--play", "e2e4");
    g_auto(ProgramResult) side = PROGRAM_RUN("", "moves", "--game", "threechess", "--position",
                                             "................................................"
                                             "................................................"
                                             " W");
    g_auto(ProgramResult) square =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--position", "....x");
    g_auto(ProgramResult) fen =
        PROGRAM_RUN("", "moves", "--game", "threechess", "--fen", ROOK_ON_KING);
    g_auto(ProgramResult) game = PROGRAM_RUN("", "moves", "--game", "go");

    program_assert_refused(&illegal, 2, "move 2: 'BE2BE4' is not a legal move");
    program_assert_refused(&late, 2, "move 2: 'RE1RE2' comes after the end");
    program_assert_refused(&chess, 2, "move 1: 'e2e4' is not a move such as BD2BD4");
    program_assert_refused(&side, 2, "side to move is 'W', not B, G or R");
    program_assert_refused(&square, 2, "'x' on BB1 is not one of");
    program_assert_refused(&fen, 2, "--position");
    program_assert_refused(&game, 2, "there is no game 'go', only chess, antichess, threechess");
}

TEST(perft_counts_are_those_published)
{
    g_auto(ProgramResult) four = PROGRAM_RUN("", "perft", "4", "--game", "threechess");
    g_auto(ProgramResult) divided =
        PROGRAM_RUN("", "perft", "3", "--divide", "--game", "threechess");

    g_assert_cmpint(four.status, ==, 0);
    g_assert_cmpstr(four.out, ==, "nodes 178080\n");
    g_assert_true(g_str_has_prefix(divided.out, "BA2BA3 400\nBA2BA4 400\nBB1BA3 400\n"));
    g_assert_true(g_str_has_suffix(divided.out, "BH2BH4 400\nnodes 8000\n"));
}

TEST(a_captured_king_ends_the_sequences_of_perft)
{
    g_auto(ProgramResult) one =
        PROGRAM_RUN("", "perft", "1", "--game", "threechess", "--position", ROOK_ON_KING);
    g_auto(ProgramResult) two = PROGRAM_RUN("", "perft", "2", "--divide", "--game", "threechess",
                                            "--position", ROOK_ON_KING);

    g_assert_cmpint(one.status, ==, 0);
    g_assert_true(g_str_has_prefix(one.out, "nodes "));
    g_assert_cmpstr(one.out, !=, "nodes 0\n");
    g_assert_nonnull(strstr(two.out, "GE4GE1 0\n"));
    g_assert_null(strstr(two.out, "RE1RE2 0\n"));
}

TEST(a_person_plays_one_side_and_the_player_the_others)
{
    g_auto(ProgramResult) blue =
        PROGRAM_RUN("BD2BD4\nfen\nhelp\n", "play", "--game", "threechess", "--player", "random");
    g_auto(ProgramResult) again =
        PROGRAM_RUN("BD2BD4\nfen\nhelp\n", "play", "--game", "threechess", "--player", "random");
    g_auto(ProgramResult) red =
        PROGRAM_RUN("", "play", "--game", "threechess", "--player", "random", "--side", "red");

    g_assert_cmpint(blue.status, ==, 0);
    g_assert_cmpstr(blue.err, ==, "");
    g_assert_nonnull(strstr(blue.out, "Green plays G"));
    g_assert_nonnull(strstr(blue.out, "Red plays R"));
    g_assert_nonnull(strstr(blue.out, "  BD2BD4          your move\n"));
    g_assert_null(strchr(blue.out, '\033'));
    g_assert_cmpstr(blue.out, ==, again.out);
    g_assert_nonnull(strstr(red.out, "Blue plays B"));
    g_assert_nonnull(strstr(red.out, "Green plays G"));
    g_assert_nonnull(strstr(red.out, "Red to move"));
}

TEST(the_end_of_a_game_names_winner_and_loser)
{
    g_auto(ProgramResult) won =
        PROGRAM_RUN("GE4GE1\nRE1RE2\n", "play", "--game", "threechess", "--player", "random",
                    "--side", "red", "--position", ROOK_ON_KING);
    g_auto(ProgramResult) drawn = PROGRAM_RUN("", "play", "--game", "threechess", "--player",
                                              "random", "--position", BLOCKED);

    g_assert_cmpint(won.status, ==, 0);
    g_assert_nonnull(strstr(won.out, "Red wins, Green loses: king-capture\nThe game is over"));
    g_assert_nonnull(strstr(drawn.out, "Draw: stalemate\n"));
}

TEST(players_of_chess_and_formats_of_two_decline)
{
    g_auto(ProgramResult) march =
        PROGRAM_RUN("", "play", "--game", "threechess", "--player", "march");
    g_auto(ProgramResult) side =
        PROGRAM_RUN("", "play", "--game", "threechess", "--player", "random", "--side", "white");
    g_auto(ProgramResult) match =
        PROGRAM_RUN("", "match", "random", "random", "--set", "experiment.game=threechess");

    program_assert_refused(&march, 2, "'march' does not play threechess");
    program_assert_refused(&side, 2, "--side is 'white', no side of threechess");
    program_assert_refused(&match, 1, "3 to 256 players are needed");
}

/* What the program prints on a terminal, @environment before it. Owner: the caller. */
static char *play_on_terminal(const char *environment)
{
    g_autofree char *command = g_strdup_printf(
        "%s script -qec '%s play --game threechess --player random' /dev/null </dev/null",
        environment, g_getenv("AGENTCHESS_PROGRAM"));
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    char *out = NULL;
    int status = 0;
    g_autoptr(GError) error = NULL;

    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status,
                 &error);
    g_assert_no_error(error);
    g_assert_cmpint(status, ==, 0);
    return out;
}

TEST(the_board_is_in_colour_on_a_terminal_that_may_have_it)
{
    g_autofree char *script = g_find_program_in_path("script");
    g_autofree char *color = NULL, *declined = NULL, *dumb = NULL;

    if (script == NULL) {
        g_test_skip("there is no program 'script' to make a terminal");
        return;
    }
    color = play_on_terminal("TERM=xterm NO_COLOR=");
    declined = play_on_terminal("TERM=xterm NO_COLOR=1");
    dumb = play_on_terminal("TERM=dumb NO_COLOR=");
    g_assert_nonnull(strstr(color, "\033[1;34mbK\033[0m"));
    g_assert_nonnull(strstr(declined, "  bK  "));
    g_assert_null(strchr(declined, '\033'));
    g_assert_nonnull(strstr(dumb, "  bK  "));
    g_assert_null(strchr(dumb, '\033'));
}

/* The side that begins takes longer than the clocks allow, on any machine. */
TEST(games_with_clocks_end_by_time_and_are_not_played_again)
{
    g_autofree char *folder = make_folder();
    g_autofree char *spec = g_build_filename(folder, "e.ini", NULL);
    g_autofree char *results = g_build_filename(folder, "r", NULL);
    g_autofree char *games = NULL, *pgn = NULL, *provenance = NULL;

    write_file(folder, "e.ini",
               "[experiment]\ngame=threechess\ngames=1\n[players]\n"
               "A=process:sh -c 'while read -r q; do sleep 0.05; echo BA2BA3; done'\n"
               "B=random\nC=random\n[rules]\nrules=threechess\ntime-limit-ms=1\n");
    {
        g_auto(ProgramResult) run = PROGRAM_RUN("", "run", spec, "-o", results);
        g_auto(ProgramResult) replay = PROGRAM_RUN("", "replay", results, "--game", "1");
        g_auto(ProgramResult) again = PROGRAM_RUN("", "run", spec, "-o", results, "--resume");
        g_assert_cmpint(run.status, ==, 0);
        g_assert_cmpint(again.status, ==, 0);
        program_assert_refused(&replay, 1,
                               "game 1 cannot be played again: it was played with clocks");
    }
    games = read_file(results, "games.csv");
    pgn = read_file(results, "games.pgn");
    provenance = read_file(results, "run.json");
    g_assert_nonnull(strstr(games, "1,A,B,C,0,1,-1,1,0,time,0,3900,3900,3900,\n"));
    g_assert_nonnull(strstr(pgn, "[Termination \"time forfeit\"]"));
    g_assert_nonnull(strstr(provenance, "\"not_reproducible\" : [\n    \"A\",\n    \"B\","));
    remove_folder(folder);
}
