/* Questions in a game against a player: its answer, and its thoughts while it thinks. */
#include "players/search/player_search.h"
#include "players/search/search.h"
#include "studio/core/answer.h"

/* Messages to the page before the question is answered. */
__attribute__((import_module("studio"), import_name("hear"))) void page_hear(const char *text);

/* The position in which a player thinks, and the worth of the best move so far, NULL before there
 * is one. */
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
        [THOUGHT_STOPPED] = "stopped",
        [THOUGHT_REMEMBERED] = "remembered",
    };
    Listener *listener = data;
    const Game *game = listener->line->game;
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *text = NULL;
    GameState state = listener->line->state;

    if (thought->line_length > 0) {
        g_free(listener->worth);
        listener->worth = thought_format_worth(thought, game, &state);
    }
    json_builder_begin_object(json);
    json_add_text(json, "kind", KINDS[thought->kind]);
    json_add_number(json, "depth", thought->depth);
    json_add_number(json, "nodes", (int64_t)thought->nodes);
    if (thought->kind == THOUGHT_CONSIDERING) {
        json_add_text(json, "move", game_move_text(game, &state, thought->move).text);
        json_add_number(json, "number", thought->number);
        json_add_number(json, "count", thought->count);
        json_add_number(json, "replies", thought->replies);
    }
    json_add_text(json, "worth", listener->worth != NULL ? listener->worth : "");
    json_begin_list(json, "line");
    for (int i = 0; i < thought->line_length; i++) {
        json_builder_add_string_value(json, game_move_text(game, &state, thought->line[i]).text);
        game->play(&state, thought->line[i]);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
    text = json_finish_line(json);
    page_hear(text);
}

static void add_choice(JsonBuilder *json, const GameLine *line, Choice choice)
{
    static const char *const KINDS[] = {
        [CHOICE_MOVE] = "move",
        [CHOICE_RESIGNATION] = "resignation",
        [CHOICE_DRAW_CLAIM] = "draw-claim",
    };
    const Move move = choice.kind == CHOICE_MOVE ? choice.move : MOVE_NONE;

    json_add_text(json, "choice", KINDS[choice.kind]);
    json_add_text(json, "move", game_move_code(line->game, move).text);
}

/* The players that have answered last, of each side: those whose next answer depends on how long
 * the ones before took keep their pace. */
static struct {
    char *text;
    Player *player;
    int plies; /* where it was asked */
} paced[GAME_MAX_SIDES];

/* The player that answers in @line. Owner: paced[], of its side. */
static Player *call_player(const char *text, const GameLine *line, GError **error)
{
    const int side = game_line_turn(line);
    Player *player = question_seat_player(text, line, page_memories(), error);

    if (player == NULL)
        return NULL;
    if (player->depends_on_machine && paced[side].text != NULL &&
        g_str_equal(paced[side].text, text) && paced[side].plies < line->plies) {
        player_free(player);
    } else {
        g_clear_pointer(&paced[side].player, player_free);
        g_free(paced[side].text);
        paced[side].player = player;
        paced[side].text = g_strdup(text);
    }
    paced[side].plies = line->plies;
    return paced[side].player;
}

/* The member "memory": {"asked", "found"}, how often since @before. */
static void add_memory(JsonBuilder *json, MemoryTally before)
{
    const MemoryTally now = page_memory_tally();

    json_builder_set_member_name(json, "memory");
    json_builder_begin_object(json);
    json_add_number(json, "asked", (int64_t)(now.asked - before.asked));
    json_add_number(json, "found", (int64_t)(now.found - before.found));
    json_builder_end_object(json);
}

/* A player's answer in the last state of the line: {"choice": "move", "resignation" or
 * "draw-claim", "move": in coordinates or "", "worth": a search's evaluation, or "", "memory": if
 * it has one, how often that was {"asked", "found"}}. It draws the random numbers that `explain`
 * draws, so the same seed explains it. Its thoughts are sent meanwhile. */
QUESTION(reply)
const char *reply(const char *game, const char *position, const char *moves,
                  const char *player_text, const char *seed_text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) line = NULL;
    Player *player;
    g_autofree char *worth = NULL;
    Listener listener = {0};
    ThinkingLimits limits = {.listen = hear_thought, .data = &listener};
    GError *error = NULL;
    Random random;
    Choice choice;
    MemoryTally before;
    uint64_t seed;

    if (!read_number("seed", seed_text, 0, G_MAXUINT64, &seed, &error) ||
        !(line = question_read_line(game, position, moves, &QUESTION_NO_DRAWS, &error)) ||
        !(player = call_player(player_text, line, &error)))
        return answer_fail(error);
    listener.line = line;
    random = random_for_job(seed, 1);
    before = page_memory_tally();
    choice = player_choose(player, &(PlayerCall){.line = line,
                                                 .random = &random,
                                                 .limits = &limits,
                                                 .memories = page_memories()});
    worth = listener.worth;
    if (choice.kind == CHOICE_FAILURE)
        return answer_refuse("%s %s", player_text, choice.reason);
    json_builder_begin_object(json);
    add_choice(json, line, choice);
    json_add_text(json, "worth", worth != NULL ? worth : "");
    if (player_search_memory(player) != NULL)
        add_memory(json, before);
    json_builder_end_object(json);
    return answer_json(json);
}
