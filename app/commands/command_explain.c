#include <stdio.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/position_option.h"
#include "app/explain/contrast.h"
#include "app/explain/explanation_text.h"
#include "app/explain/side_by_side.h"
#include "app/terminal/screen.h"
#include "experiments/tools/json_writer.h"
#include "players/player.h"

#define DEFAULT_PLAYER "level:7"

/* Whether @player can answer @call with a move at all, and says how it decides. */
static bool check_player(const Player *player, const PlayerCall *call, GError **error)
{
    const Game *game = call->line->game;
    const GameState *state = &call->line->state;
    Move moves[GAME_MAX_MOVES];

    if (!player_fits(player, game, call->memories, error))
        return false;
    if (player->kind->command != NULL) {
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

/* What is asked for. */
typedef struct {
    char *player, *against, *why, *seed;
    gboolean as_json, all_messages;
} Wish;

static void wish_clear(Wish *wish)
{
    g_free(wish->player);
    g_free(wish->against);
    g_free(wish->why);
    g_free(wish->seed);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Wish, wish_clear)

/* The player that @text names, which is to answer @call. */
static Player *seat_player(const char *text, const PlayerCall *call, GError **error)
{
    g_autoptr(Player) player = player_new(text, NULL, error);

    if (player == NULL)
        return NULL;
    return check_player(player, call, error) ? g_steal_pointer(&player) : NULL;
}

static void print_json(char *json)
{
    puts(json);
    g_free(json);
}

static void print_text(char *text)
{
    fputs(text, stdout);
    g_free(text);
}

static void print_explanation(const Wish *wish, const Explanation *explanation)
{
    const ExplanationForm form = {
        .all_messages = wish->all_messages,
        .in_color = command_has_color(STDOUT_FILENO),
        .width = screen_width(STDOUT_FILENO),
    };

    if (wish->as_json)
        print_json(explanation_to_json(explanation, wish->all_messages));
    else
        print_text(explanation_to_text(explanation, &form));
}

/* Both players on the same position. */
static int compare(const Wish *wish, const PlayerCall *call, uint64_t seed,
                   const Explanation *explanation)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) other = seat_player(wish->against, call, &error);
    g_auto(Explanation) against = {0};
    g_auto(SideBySide) comparison = {0};

    if (other == NULL)
        return command_fail(STATUS_USAGE, error);
    explanation_make(other, call, seed, &against);
    side_by_side_make(explanation, &against, &comparison);
    if (wish->as_json)
        print_json(side_by_side_to_json(&comparison, wish->all_messages));
    else
        print_text(side_by_side_to_text(&comparison, command_has_color(STDOUT_FILENO),
                                        screen_width(STDOUT_FILENO)));
    return STATUS_OK;
}

/* The decision, and what sets another move apart from it. */
static int tell_why_not(const Wish *wish, Player *player, const GameLine *line, uint64_t seed,
                        const Explanation *explanation)
{
    const Random random = random_for_job(seed, 1);
    g_autoptr(GError) error = NULL;
    g_auto(Contrast) contrast = {0};
    g_autofree char *text = NULL;
    Move move;

    if (!line->game->parse_move(&line->state, wish->why, &move, &error))
        return command_fail_text(STATUS_USAGE, "--why %s: %s", wish->why, error->message);
    if (!explanation_tells(explanation))
        return command_fail_text(STATUS_USAGE, "--why: player '%s' does not say how it decides",
                                 explanation->player);
    contrast_make(player, line, &random, explanation, move, &contrast);
    if (wish->as_json) {
        g_autoptr(JsonBuilder) json = json_builder_new();
        json_builder_begin_object(json);
        explanation_add_json(explanation, wish->all_messages, json);
        contrast_add_json(&contrast, json);
        json_builder_end_object(json);
        print_json(json_finish_indented(json));
        return STATUS_OK;
    }
    print_explanation(wish, explanation);
    text = contrast_to_text(&contrast);
    putchar('\n');
    screen_print(text);
    return STATUS_OK;
}

static int explain(const Wish *wish, const PositionOption *position)
{
    const DrawRules rules = {0};
    const Game *game;
    GameState state;
    g_autoptr(GError) error = NULL;
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(Player) player = NULL;
    g_autoptr(GameLine) line = NULL;
    g_auto(Explanation) explanation = {0};
    uint64_t seed = 1;
    PlayerCall call;

    if (!position_option_read(position, &game, &state, &error) ||
        !command_read_number("--seed", wish->seed, 0, G_MAXUINT64, &seed, &error))
        return command_fail(STATUS_USAGE, error);
    line = game_line_new(game, &rules);
    game_line_start(line, &state);
    call = (PlayerCall){.line = line, .memories = memories};
    player = seat_player(wish->player != NULL ? wish->player : DEFAULT_PLAYER, &call, &error);
    if (player == NULL)
        return command_fail(STATUS_USAGE, error);
    if (wish->why != NULL && wish->against != NULL)
        return command_fail_text(STATUS_USAGE, "--why and --against are two questions: ask one");
    explanation_make(player, &call, seed, &explanation);
    if (wish->against != NULL)
        return compare(wish, &call, seed, &explanation);
    if (wish->why != NULL)
        return tell_why_not(wish, player, line, seed, &explanation);
    print_explanation(wish, &explanation);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    g_auto(PositionOption) position = {0};
    g_auto(Wish) wish = {0};
    const GOptionEntry entries[] = {
        {"player", 0, 0, G_OPTION_ARG_STRING, &wish.player,
         "The player that decides (default: " DEFAULT_PLAYER ")", "PLAYER"},
        {"why", 0, 0, G_OPTION_ARG_STRING, &wish.why, "Also tell why MOVE was not played", "MOVE"},
        {"against", 0, 0, G_OPTION_ARG_STRING, &wish.against,
         "Compare with another player, and name the first difference", "PLAYER"},
        POSITION_OPTION_ENTRIES(&position),
        {"seed", 0, 0, G_OPTION_ARG_STRING, &wish.seed, "Seed of the draws (default: 1)", "N"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &wish.as_json, "Print JSON", NULL},
        {"messages", 0, 0, G_OPTION_ARG_NONE, &wish.all_messages, "Also print every message", NULL},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_EXPLAIN, entries, &argc, &argv, 0, 0, &status))
        return status;
    return explain(&wish, &position);
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .summary = "Show who said what before a decision, and why it was taken",
    .details =
        "Prints the board, every agent's report (how many opponents attack it, the cheapest of\n"
        "them, whether a friend defends it, what it would lose, its best attack and best move\n"
        "with their profits, whether the move has an attack planned), the requests and offers,\n"
        "what the master refuses, its candidates and the decision. Values are in hundredths of\n"
        "a pawn, a king and a mate are beyond counting; \"(1 of 3)\" means drawn among 3 equals.\n"
        "The last line names each logic on which the decision hangs, and the move that would\n"
        "have been played without it alone.\n"
        "\n"
        "--why tells where another move got lost on the way: profit is what it is worth to its\n"
        "agent, net what it is worth against the worst threat, or imagined further. The logics\n"
        "and the levels with which it could have been played stand below. With --against, rows\n"
        "that begin with * differ by more than chance.\n"
        "\n"
        "For a player that searches, prints what it considered and found, and the position metric\n"
        "in pawns: positive is good for White. --json prints the same as one JSON object.\n"
        "\n"
        "Examples:\n"
        "  agentchess explain --player level:7 --fen \"6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1\"\n"
        "  agentchess explain --player level:5 --json --messages\n"
        "  agentchess explain --player level:7 --why Nf3\n"
        "  agentchess explain --player level:7 --against level:5\n"
        "  agentchess explain --player homeostatic:depth=4 --fen \"8/8/8/4k3/8/8/3PP3/4K3 w - - 0 "
        "1\"",
    .run = run,
};
