/* `agentchess show` of asynchronous chess: worlds, and games that are followed. */
#include <glib.h>
#include <string.h>

#include "tests/program.h"
#include "tests/test.h"

#define SHOW(...) PROGRAM_RUN("", "show", "--game", "async", __VA_ARGS__)

TEST(the_world_is_drawn_with_its_clock_and_what_is_under_way)
{
    g_auto(ProgramResult) result = SHOW("--play", "0:e2e4", "1500:d7d5", "--at", "2600");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpstr(result.out, ==,
                    "  8  r  n  b  q  k  b  n  r\n"
                    "  7  p  p  p  .  p  p  p  p\n"
                    "  6  .  .  .  p* .  .  .  .\n"
                    "  5  .  .  .  .  .  .  .  .\n"
                    "  4  .  .  .  .  P  .  .  .\n"
                    "  3  .  .  .  .  .  .  .  .\n"
                    "  2  P  P  P  P  .  P  P  P\n"
                    "  1  R  N  B  Q  K  B  N  R\n"
                    "\n"
                    "     a  b  c  d  e  f  g  h\n"
                    "\n"
                    "0:02.600, the game goes on\n"
                    "Under way\n"
                    "  p d6 -> d5, enters d5 at 0:03.500\n"
                    "Material White 4000, Black 4000\n"
                    "2600 - Ra1 Nb1 Bc1 Qd1 Ke1 Bf1 Ng1 Rh1 Pa2 Pb2 Pc2 Pd2 Pf2 Pg2 Ph2 Pe4 "
                    "pd6d5@3500 pa7 pb7 pc7 pe7 pf7 pg7 ph7 ra8 nb8 bc8 qd8 ke8 bf8 ng8 rh8\n");
}

TEST(the_text_of_a_world_is_shown_as_it_is)
{
    g_auto(ProgramResult) moving = SHOW("--position", "1500 - Ra1a8@2000 Ke1 pa7 ke8");
    g_auto(ProgramResult) later =
        SHOW("--position", "1500 - Ra1a8@2000 Ke1 pa7 ke8", "--at", "7000");
    g_auto(ProgramResult) over = SHOW("--position", "7000 k Ke1");

    g_assert_cmpint(moving.status, ==, 0);
    g_assert_nonnull(strstr(moving.out, "\n  1  R* .  .  .  K"));
    g_assert_true(g_str_has_suffix(moving.out, "\n1500 - Ra1a8@2000 Ke1 pa7 ke8\n"));
    g_assert_true(g_str_has_suffix(later.out, "\n7000 - Ke1 Ra7 ke8\n"));
    g_assert_nonnull(strstr(over.out, "\n0:07.000, White has won: Black's king is killed\n"));
}

TEST(all_commands_of_a_time_are_carried_out_and_draws_made_by_the_seed)
{
    const char *const game[] = {"--play",    "0:e2e4", "0:d7d5", "2000:e4d5",
                                "2000:d5e4", "--at",   "3000"};
    GHashTable *outcomes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (int seed = 1; seed <= 20; seed++) {
        g_autofree char *text = g_strdup_printf("%d", seed);
        g_auto(ProgramResult) first =
            SHOW(game[0], game[1], game[2], game[3], game[4], game[5], game[6], "--seed", text);
        g_auto(ProgramResult) again =
            SHOW(game[0], game[1], game[2], game[3], game[4], game[5], game[6], "--seed", text);
        g_assert_cmpint(first.status, ==, 0);
        g_assert_cmpstr(first.out, ==, again.out);
        g_hash_table_add(outcomes, g_steal_pointer(&first.out));
    }
    g_assert_cmpuint(g_hash_table_size(outcomes), ==, 2);
    g_hash_table_unref(outcomes);
}

TEST(a_game_ends_by_its_limit_of_time)
{
    g_auto(ProgramResult) last = SHOW("--at", "3600000");
    g_auto(ProgramResult) over = SHOW("--at", "3600001");

    g_assert_nonnull(strstr(last.out, "\n60:00.000, the game goes on\n"));
    g_assert_nonnull(strstr(over.out, "\n60:00.000, drawn: the time is up\n"));
}

/* Words behind "show --game async", and what the sentence that refuses them says. */
typedef struct {
    const char *words[6];
    const char *sentence;
} RefusalCase;

static const RefusalCase REFUSALS[] = {
    {{"--position", "1x"}, "the time is '1x', not a number of milliseconds"},
    {{"--position", "0 - Ke1 Pe8"}, "a pawn stands on the first or last rank"},
    {{"--fen", "8"}, "--fen is a position of chess; one of async is given by --position"},
    {{"--fen", "8", "--position", "0 -"}, "--fen is a position of chess"},
    {{"--at", "5x"}, "--at is '5x', not a number from 0 to 1000000000000"},
    {{"--at", "10", "--position", "11 -"}, "--at is '10', but then it is already 11 ms"},
    {{"--at", "10", "--position", "1 time"}, "the game is over"},
    {{"--seed", "-1"}, "--seed is '-1', not a number from 0"},
    {{"0:e2e4"}, "'0:e2e4': write --play before moves"},
    {{"--play", "e2e4"}, "command 1: 'e2e4' is not a command such as 1500:d7d5"},
    {{"--play", ":e2e4"}, "command 1: ':e2e4' is not a command"},
    {{"--play", "0:e2e"}, "command 1: '0:e2e' is not a command"},
    {{"--play", "0:e2e4q"}, "command 1: '0:e2e4q' is not a command"},
    {{"--play", "0:e2e5"}, "command 1: '0:e2e5' is refused: the piece does not move so"},
    {{"--play", "0:e3e5"}, "command 1: '0:e3e5' is refused: no piece stands there"},
    {{"--play", "5:e2e4", "3:d2d4"}, "command 2: '3:d2d4' comes too late: it is already 5 ms"},
    {{"--play", "5:e2e4", "6:e2e3"}, "command 2: '6:e2e3' is refused: the piece is under way"},
    {{"--play", "4000000:e2e4"}, "command 1: '4000000:e2e4' is refused: the game is over"},
};

TEST(what_is_no_world_or_command_is_refused)
{
    for (size_t i = 0; i < G_N_ELEMENTS(REFUSALS); i++) {
        const char *const *words = REFUSALS[i].words;
        g_auto(ProgramResult) result = SHOW(words[0], words[1], words[2], words[3]);
        program_assert_refused(&result, 2, REFUSALS[i].sentence);
    }
}

TEST(a_game_without_turns_has_no_moves)
{
    static const char *const words[][4] = {{"moves"}, {"perft", "2"}, {"play"}, {"explain"}};

    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        g_auto(ProgramResult) result = PROGRAM_RUN("", words[i][0], "--game", "async", words[i][1]);
        program_assert_refused(&result, 2,
                               "--game async is asynchronous chess, which has no turns and so no "
                               "legal moves; 'agentchess show' draws it");
    }
}

TEST(times_are_of_asynchronous_chess_alone)
{
    g_auto(ProgramResult) at = PROGRAM_RUN("", "show", "--at", "5");
    g_auto(ProgramResult) seed = PROGRAM_RUN("", "show", "--game", "antichess", "--seed", "5");

    program_assert_refused(&at, 2, "--at is of --game async");
    program_assert_refused(&seed, 2, "--seed is of --game async");
}
