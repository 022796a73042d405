/* Questions of who plays: what a player answers, heard while it thinks. */
#include "players/decisions.h"
#include "studio/core/answer.h"

/* What is said to the page before the question is answered. */
__attribute__((import_module("studio"), import_name("hear"))) void page_hear(const char *text);

/* Where a player thinks, and the worth of the best that it has found, NULL before it found any. */
typedef struct {
    const GameLine *line;
    char *worth;
} Listener;

/* {"kind", "depth", "nodes", "number", "count", "replies", "worth": for people or "", "line": moves
 * as people write them}. */
static void hear_thought(const Thought *thought, void *data)
{
    static const char *const KINDS[] = {
        [THOUGHT_CONSIDERING] = "considering",
        [THOUGHT_DEPTH] = "depth",
        [THOUGHT_REMEMBERED] = "remembered",
    };
    Listener *listener = data;
    const Game *game = listener->line->game;
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(JsonNode) root = NULL;
    g_autofree char *text = NULL;
    GameState state = listener->line->state;
    char move[GAME_MOVE_TEXT_SIZE];

    if (thought->line_length > 0) {
        g_free(listener->worth);
        listener->worth = thought_format_worth(thought, game, &state);
    }
    json_builder_begin_object(json);
    add_text(json, "kind", KINDS[thought->kind]);
    add_number(json, "depth", thought->depth);
    add_number(json, "nodes", (int64_t)thought->nodes);
    if (thought->kind == THOUGHT_CONSIDERING) {
        game->format_move(&state, thought->move, move);
        add_text(json, "move", move);
        add_number(json, "number", thought->number);
        add_number(json, "count", thought->count);
        add_number(json, "replies", thought->replies);
    }
    add_text(json, "worth", listener->worth != NULL ? listener->worth : "");
    begin_list(json, "line");
    for (int i = 0; i < thought->line_length; i++) {
        game->format_move(&state, thought->line[i], move);
        game->play(&state, thought->line[i]);
        json_builder_add_string_value(json, move);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
    root = json_builder_get_root(json);
    text = json_to_string(root, FALSE);
    page_hear(text);
}

static void add_choice(JsonBuilder *json, const GameLine *line, Choice choice)
{
    static const char *const KINDS[] = {
        [CHOICE_MOVE] = "move",
        [CHOICE_RESIGNATION] = "resignation",
        [CHOICE_DRAW_CLAIM] = "draw-claim",
    };
    char text[GAME_MOVE_TEXT_SIZE] = "";

    if (choice.kind == CHOICE_MOVE)
        line->game->format_move_code(choice.move, text);
    add_text(json, "choice", KINDS[choice.kind]);
    add_text(json, "move", text);
}

/* What a player answers in the last state of the line: {"choice": "move", "resignation" or
 * "draw-claim", "move": in coordinates or "", "worth": what a search thinks of it, or ""}. It has
 * the chance that `explain` has, so the same seed tells why. What it thinks is heard meanwhile. */
QUESTION(reply)
const char *reply(const char *game, const char *position, const char *moves,
                  const char *player_text, const char *seed_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = NULL;
    g_autofree char *worth = NULL;
    Listener listener = {0};
    ThinkingTerms terms = {.listen = hear_thought, .data = &listener};
    GError *error = NULL;
    Random random;
    Choice choice;
    uint64_t seed;

    if (!read_number("seed", seed_text, 0, G_MAXUINT64, &seed, &error) ||
        !(line = read_line(game, position, moves, &NO_DRAWS, &error)) ||
        !(player = seat_player(player_text, line, &error)))
        return answer_fail(error);
    listener.line = line;
    random = random_for_job(seed, 1);
    player->terms = &terms;
    choice = player_choose(player, line, &random, NULL);
    player->terms = NULL;
    worth = listener.worth;
    if (choice.kind == CHOICE_FAILURE) {
        g_set_error(&error, PLAYER_ERROR, PLAYER_ERROR_FAILED, "%s %s", player_text, choice.reason);
        return answer_fail(error);
    }
    json_builder_begin_object(json);
    add_choice(json, line, choice);
    add_text(json, "worth", worth != NULL ? worth : "");
    json_builder_end_object(json);
    return answer_json(json);
}
