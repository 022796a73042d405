#include <stdio.h>
#include <unistd.h>

#include "app/commands.h"
#include "app/explanation.h"
#include "app/position_option.h"
#include "players/player.h"

#define DEFAULT_PLAYER "level:7"

/* Seats @player, if it can move in @state at all. */
static bool seat_player(Player *player, Memories *memories, const Game *game,
                        const GameState *state, GError **error)
{
    Move moves[GAME_MAX_MOVES];

    player->memories = memories;
    if (!player_fits(player, game, error))
        return false;
    if (player->kind->is_program) {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "a player of kind '%s' does not say how it decides", player->kind->name);
        return false;
    }
    if (game->moves(state, moves) == 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "there is nothing to decide: %s has no legal move",
                    game->side_name[game->turn(state)]);
        return false;
    }
    return true;
}

static int run(int argc, char **argv)
{
    g_auto(PositionOption) position = {0};
    g_autofree char *player_text = NULL, *seed_text = NULL;
    gboolean as_json = FALSE, all_messages = FALSE;
    const GOptionEntry entries[] = {
        {"player", 0, 0, G_OPTION_ARG_STRING, &player_text,
         "Who decides (default: " DEFAULT_PLAYER ")", "PLAYER"},
        POSITION_OPTION_ENTRIES(&position),
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, "Seed of the draws (default: 1)", "N"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
        {"messages", 0, 0, G_OPTION_ARG_NONE, &all_messages, "Print every message too", NULL},
        {NULL},
    };
    const DrawRules rules = {0};
    const Game *game;
    GameState state;
    g_autoptr(GError) error = NULL;
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(Player) player = NULL;
    g_autoptr(GameLine) line = NULL;
    g_auto(Explanation) explanation = {0};
    g_autofree char *text = NULL;
    uint64_t seed = 1;
    int status;

    if (!command_parse(&COMMAND_EXPLAIN, entries, &argc, &argv, 0, 0, &status))
        return status;
    if (!position_option_read(&position, &game, &state, &error) ||
        !command_read_number("--seed", seed_text, 0, G_MAXUINT64, &seed, &error) ||
        !(player = player_new(player_text != NULL ? player_text : DEFAULT_PLAYER, NULL, &error)) ||
        !seat_player(player, memories, game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    line = game_line_new(game, &rules);
    game_line_start(line, &state);
    explanation_make(player, line, seed, &explanation);
    text = as_json
               ? explanation_to_json(&explanation, all_messages)
               : explanation_to_text(&explanation, all_messages, command_has_color(STDOUT_FILENO));
    fputs(text, stdout);
    if (as_json)
        putchar('\n');
    return STATUS_OK;
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .summary = "Show who said what before a decision, and why it was taken",
    .details =
        "Prints the board, every agent's report (how many opponents attack it, the cheapest of\n"
        "them, whether a friend defends it, what it would lose, its best attack and best move\n"
        "with their profits, whether the move has an attack planned), the requests and offers,\n"
        "the master's candidates and the decision. Values are in hundredths of a pawn; \"(1 of "
        "3)\"\n"
        "means drawn among 3 equals. The last line names each logic on which the decision hangs,\n"
        "and the move that would have been played without it alone.\n"
        "\n"
        "Of a player that searches: what it considered and found, and the position metric in\n"
        "pawns, positive is good for White. With --json the same as one JSON object.\n"
        "\n"
        "Examples:\n"
        "  agentchess explain --player level:7 --fen \"6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1\"\n"
        "  agentchess explain --player level:5 --json --messages\n"
        "  agentchess explain --player homeostatic:depth=4 --fen \"8/8/8/4k3/8/8/3PP3/4K3 w - - 0 "
        "1\"",
    .run = run,
};
