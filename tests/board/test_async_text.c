
#include <string.h>

#include "board/async_world.h"
#include "tests/async_support.h"
#include "tests/test.h"

TEST_ROWS(worlds_are_written_as_they_are_read)
{
    const AsyncWorld world = async_read(field[0]);
    char written[ASYNC_TEXT_SIZE];

    g_assert_cmpint(async_text_format(&world, written), ==, (int)strlen(field[0]));
    g_assert_cmpstr(written, ==, field[0]);
    g_assert_cmpstr(async_world_fault(&world), ==, NULL);
}

TEST(the_longest_text_has_room)
{
    AsyncWorld world = async_world_empty();
    char text[ASYNC_TEXT_SIZE];

    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        async_world_place(&world, COLOR_BLACK, PIECE_KING, sq);
        async_world_set_path(&world, sq, sq ^ 1, 2000 * ASYNC_MAX_MS);
    }
    world.now_ms = 2000 * ASYNC_MAX_MS - 1;
    world.end = ASYNC_TIME_UP;
    g_assert_cmpint(async_text_format(&world, text), <, ASYNC_TEXT_SIZE);
    world = async_read(text);
    async_assert_is(&world, text);
    g_assert_cmpuint(world.under_way, ==, UINT64_MAX);
}

/* A text, and the sentence that refuses it. */
typedef struct {
    const char *text;
    BoardError code;
    const char *sentence;
} RefusalCase;

static const RefusalCase REFUSALS[] = {
    {"", BOARD_ERROR_SYNTAX, "the time is '', not a whole number of milliseconds"},
    {" -", BOARD_ERROR_SYNTAX, "the time is '', not a whole number of milliseconds"},
    {"-1 -", BOARD_ERROR_SYNTAX, "the time is '-1', not a whole number of milliseconds"},
    {"\v0 k", BOARD_ERROR_SYNTAX, "the time is '\v0', not a whole number of milliseconds"},
    {"+1 -", BOARD_ERROR_SYNTAX, "the time is '+1', not a whole number of milliseconds"},
    {"01 -", BOARD_ERROR_SYNTAX, "the time is '01', not a whole number of milliseconds"},
    {"1ms -", BOARD_ERROR_SYNTAX, "the time is '1ms', not a whole number of milliseconds"},
    {"2000000000000001 -", BOARD_ERROR_SYNTAX,
     "the time is '2000000000000001', not a whole number of milliseconds"},
    {"0", BOARD_ERROR_SYNTAX, "the state of the game is '', not -, K, k, Kk or time"},
    {"0 kK", BOARD_ERROR_SYNTAX, "the state of the game is 'kK', not -, K, k, Kk or time"},
    {"0 - ", BOARD_ERROR_SYNTAX, "'' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1  ke8", BOARD_ERROR_SYNTAX, "'' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Xe1", BOARD_ERROR_SYNTAX, "'Xe1' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - K", BOARD_ERROR_SYNTAX, "'K' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke", BOARD_ERROR_SYNTAX, "'Ke' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke9", BOARD_ERROR_SYNTAX, "'Ke9' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ki1", BOARD_ERROR_SYNTAX, "'Ki1' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1e2", BOARD_ERROR_SYNTAX, "'Ke1e2' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1e2@", BOARD_ERROR_SYNTAX, "'Ke1e2@' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1e2@\v7", BOARD_ERROR_SYNTAX, "'Ke1e2@\v7' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1e2@07", BOARD_ERROR_SYNTAX, "'Ke1e2@07' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1@7", BOARD_ERROR_SYNTAX, "'Ke1@7' is not a piece such as Ke1 or Ra1a8@2000"},
    {"0 - Ke1 Ke1", BOARD_ERROR_SYNTAX,
     "'Ke1' is out of order: the pieces must be listed by space, from a1 to h8"},
    {"0 - Kf1 Ke1", BOARD_ERROR_SYNTAX,
     "'Ke1' is out of order: the pieces must be listed by space, from a1 to h8"},
    {"0 - Ke1e3@7", BOARD_ERROR_RULES,
     "the position is impossible: a piece moves to a space that it cannot reach"},
    {"0 - Ke1e1@7", BOARD_ERROR_RULES,
     "the position is impossible: a piece moves to a space that it cannot reach"},
    {"7 - Ke1e2@7", BOARD_ERROR_RULES,
     "the position is impossible: a moving piece should already have arrived"},
    {"7 - Pe1", BOARD_ERROR_RULES,
     "the position is impossible: a pawn is on the first or last rank"},
    {"7 - Pe8", BOARD_ERROR_RULES,
     "the position is impossible: a pawn is on the first or last rank"},
};

TEST(what_is_no_world_is_refused_with_the_value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(REFUSALS); i++) {
        g_autoptr(GError) error = NULL;
        AsyncWorld world = async_world_start();
        const AsyncWorld before = world;
        g_assert_false(async_text_parse(REFUSALS[i].text, &world, &error));
        g_assert_error(error, BOARD_ERROR, (int)REFUSALS[i].code);
        g_assert_cmpstr(error != NULL ? error->message : "", ==, REFUSALS[i].sentence);
        g_assert_cmpmem(&world, sizeof world, &before, sizeof before);
        g_assert_false(async_text_parse(REFUSALS[i].text, &world, NULL));
    }
}
