/* The chess programs of the table play with us, each as itself; those that are not installed are
 * skipped. */
#include <string.h>

#include "board/chess.h"
#include "players/player.h"

#include "tests/test.h"

#define GAMES 4
#define MAX_PLIES 200

static const DrawRules RULES = {.fifty_moves = true, .repetition = true, .max_plies = MAX_PLIES};

/* Games against a level, with both colours and from two positions; the engine forfeits none. */
static void play_games(Player *player)
{
    static const char *const positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    };
    g_autoptr(Player) other = player_new("level:1", NULL, NULL);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &RULES);
    Random random = random_for_job(1, 1);

    for (int game = 0; game < GAMES; game++) {
        GameState state;
        g_assert_true(game_read_state(&GAME_CHESS, positions[game % 2], &state, NULL));
        game_line_start(line, &state);
        while (game_line_outcome(line).termination == TERMINATION_NONE) {
            const bool engine = game_line_turn(line) == game / 2;
            const Choice choice = player_choose(engine ? player : other,
                                                &(PlayerCall){.line = line, .random = &random});
            if (choice.kind == CHOICE_FAILURE) {
                g_test_fail_printf("game %d, ply %d: %s", game, line->plies, choice.reason);
                return;
            }
            if (choice.kind != CHOICE_MOVE)
                break;
            game_line_play(line, choice.move);
        }
    }
}

static void test_an_engine_plays_whole_games(gconstpointer data)
{
    const char *text = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(text, NULL, &error);

    g_assert_no_error(error);
    if (!player_fits(player, &GAME_CHESS, NULL, &error)) {
        g_test_skip(error->message);
        return;
    }
    play_games(player);
    g_test_message("%s", player->kind->title(player));
}

TEST_CASES()
{
    static const char *const players[] = {
        "engine:crafty,depth=1",          "engine:fairy-stockfish,depth=1",
        "engine:fairy-stockfish,nodes=9", "engine:gnuchess,depth=1",
        "engine:hoichess,depth=1",        "engine:phalanx,depth=1",
        "engine:sjeng,depth=1",           "engine:stockfish,depth=1",
        "engine:stockfish,nodes=9",       "engine:stockfish,movetime=5",
        "engine:toga2,depth=1",           "engine:toga2,movetime=5",
        "engine:gnuchess,movetime=10",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        g_autofree char *path = g_strdup_printf("/engines/%s", players[i]);
        g_test_add_data_func(path, players[i], test_an_engine_plays_whole_games);
    }
}
