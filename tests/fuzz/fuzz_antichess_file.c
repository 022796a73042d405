/* Any text as a saved game of antichess, and a saved game with any bytes written over it: what is
 * read is a game in which everything holds and which is read again as it is written. */
#include <stddef.h>
#include <string.h>

#include "board/antichess_file.h"
#include "require.h"
#include "tests/position_damage.h"

static void check_clocks(const AntichessGame *game, const char *text)
{
    require((int)game->left_after_ms->len == game->line->plies, "not a time for each ply", text);
    for (int side = COLOR_WHITE; side <= COLOR_BLACK; side++)
        require(game->left_ms[side] >= 0 && game->left_ms[side] <= game->initial_ms[side],
                "a clock has more than it began with", text);
}

static void check_game(const AntichessGame *game)
{
    g_autofree char *text = antichess_file_format(game), *text_again = NULL;
    g_autoptr(AntichessGame) again = antichess_file_parse(text, strlen(text), NULL);

    require(position_damage(&game->line->state.chess) == NULL, "a position with a fault", text);
    check_clocks(game, text);
    require(again != NULL, "not read as it was written", text);
    text_again = antichess_file_format(again);
    require(strcmp(text, text_again) == 0, "read as another game", text);
}

static void check_text(const char *text, size_t length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(AntichessGame) game = antichess_file_parse(text, length, &error);

    require((game == NULL) == (error != NULL), "refused without a reason", text);
    if (game != NULL)
        check_game(game);
}

/* Longer games have no other lines, and each ply costs the moves of a whole game read again. */
#define MAX_PLIES 6

/* A game of as many moves and clocks as the data say. Owner: the caller. */
static AntichessGame *play(const uint8_t *data, size_t size)
{
    AntichessGame *game = antichess_game_new(data[0] * 100, data[0] * 100);
    const size_t plies = MIN(data[1] % (MAX_PLIES + 1U), size - 2);

    for (size_t i = 0; i < plies && antichess_game_outcome(game).termination == TERMINATION_NONE;
         i++) {
        Move moves[GAME_MAX_MOVES];
        const int count = GAME_ANTICHESS.moves(&game->line->state, moves);
        antichess_game_spend(game, data[2 + i]);
        antichess_game_play(game, moves[data[2 + i] % count]);
    }
    return game;
}

/* Writes over the text of a game: each four bytes are a place, how many bytes go, and what comes.
 */
static void check_damaged(const uint8_t *data, size_t size)
{
    g_autoptr(AntichessGame) game = play(data, size);
    g_autofree char *text = antichess_file_format(game);
    g_autoptr(GString) damaged = g_string_new(text);

    if (size == 3 + data[1] % 8U) /* now and then */
        check_game(game);
    for (size_t i = 2; i + 4 <= size && i < 42 && damaged->len > 0; i += 4) {
        const size_t place = (size_t)(data[i] << 8 | data[i + 1]) % damaged->len;
        g_string_erase(damaged, (gssize)place, (gssize)MIN(data[i + 2] % 8U, damaged->len - place));
        g_string_insert_c(damaged, (gssize)place, (char)data[i + 3]);
    }
    check_text(damaged->str, damaged->len);
}

/* What begins as XML does is a text. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || data[0] == '<' || data[0] == 0xef)
        check_text((const char *)data, size);
    else
        check_damaged(data, size);
    return 0;
}
