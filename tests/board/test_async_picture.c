
#include <string.h>

#include "board/async_world.h"
#include "tests/async_support.h"
#include "tests/test.h"

static void assert_drawn(const AsyncWorld *world, bool in_color, const char *expected)
{
    g_autofree char *picture = async_picture_draw(world, in_color);

    g_assert_cmpstr(picture, ==, expected);
}

TEST(the_start_is_the_usual_board)
{
    const AsyncWorld world = async_world_start();

    assert_drawn(&world, false,
                 "  8  r  n  b  q  k  b  n  r\n"
                 "  7  p  p  p  p  p  p  p  p\n"
                 "  6  .  .  .  .  .  .  .  .\n"
                 "  5  .  .  .  .  .  .  .  .\n"
                 "  4  .  .  .  .  .  .  .  .\n"
                 "  3  .  .  .  .  .  .  .  .\n"
                 "  2  P  P  P  P  P  P  P  P\n"
                 "  1  R  N  B  Q  K  B  N  R\n"
                 "\n"
                 "     a  b  c  d  e  f  g  h\n"
                 "\n"
                 "0:00.000, the game goes on\n");
}

#define IN_MOTION "61500 - Ra1a8@62000 Ke1 Ph2h4@61750 nb8c6@62000 ke8"

TEST(what_is_under_way_is_marked_and_listed_by_its_time)
{
    const AsyncWorld world = async_read(IN_MOTION);

    assert_drawn(&world, false,
                 "  8  .  n* .  .  k  .  .  .\n"
                 "  7  .  .  .  .  .  .  .  .\n"
                 "  6  .  .  .  .  .  .  .  .\n"
                 "  5  .  .  .  .  .  .  .  .\n"
                 "  4  .  .  .  .  .  .  .  .\n"
                 "  3  .  .  .  .  .  .  .  .\n"
                 "  2  .  .  .  .  .  .  .  P*\n"
                 "  1  R* .  .  .  K  .  .  .\n"
                 "\n"
                 "     a  b  c  d  e  f  g  h\n"
                 "\n"
                 "1:01.500, the game goes on\n"
                 "Under way\n"
                 "  P h2 -> h4, enters h3 at 1:01.750\n"
                 "  R a1 -> a8, enters a2 at 1:02.000\n"
                 "  n b8 -> c6, enters c6 at 1:02.000\n");
}

TEST(a_hidden_path_is_called_so)
{
    const AsyncWorld world = async_read(IN_MOTION);
    const AsyncWorld seen = async_view_of(&world, &ASYNC_RULES_DEFAULT, COLOR_BLACK);
    g_autofree char *picture = async_picture_draw(&seen, false);

    g_assert_nonnull(strstr(picture, "  1  R* .  .  .  K"));
    g_assert_nonnull(strstr(picture, "Under way\n"
                                     "  n b8 -> c6, enters c6 at 1:02.000\n"
                                     "  R a1, destination hidden\n"
                                     "  P h2, destination hidden\n"));
}

TEST(colours_tell_nothing_that_letters_do_not)
{
    const AsyncWorld world = async_read(IN_MOTION);
    g_autofree char *plain = async_picture_draw(&world, false);
    g_autofree char *picture = async_picture_draw(&world, true);
    g_autoptr(GString) stripped = g_string_new(picture);

    g_assert_nonnull(strstr(picture, " \033[1;33mR*\033[0m ."));
    g_string_replace(stripped, "\033[1;33m", "", 0);
    g_string_replace(stripped, "\033[0m", "", 0);
    g_assert_cmpstr(stripped->str, ==, plain);
    g_assert_null(strchr(plain, '\033'));
}

TEST_ROWS(every_end_is_told)
{
    const AsyncWorld world = async_read(field[0]);
    g_autofree char *picture = async_picture_draw(&world, false);

    g_assert_nonnull(strstr(picture, field[1]));
}

TEST(the_fullest_board_is_drawn_whole)
{
    AsyncWorld world = async_world_empty();
    g_autofree char *picture = NULL;
    int lines = 0;

    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        async_world_place(&world, COLOR_BLACK, PIECE_KING, sq);
        async_world_set_path(&world, sq, sq ^ 1, 2000 * ASYNC_MAX_MS);
    }
    picture = async_picture_draw(&world, true);
    for (const char *c = picture; *c != '\0'; c++)
        lines += *c == '\n';
    g_assert_cmpint(lines, ==, 8 + 3 + 1 + 1 + SQUARE_COUNT);
}
