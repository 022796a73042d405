#include "app/explain/question.h"

#include "app/explain/explanation.h"
#include "experiments/tools/json_members.h"

const DrawRules QUESTION_NO_DRAWS = {0};

const Game *question_read_game(const char *name, const char *more, GError **error)
{
    const Game *game = game_by_name(name);
    g_autofree char *names = game_list_names(more);

    if (game == NULL)
        board_fail_syntax(error, "game is '%s', not %s", name, names);
    return game;
}

GameLine *question_read_line(const char *name, const char *position, const char *moves,
                             const DrawRules *rules, GError **error)
{
    const Game *game = question_read_game(name, NULL, error);
    g_auto(GStrv) words = text_words(moves);

    return game != NULL
               ? game_line_read(game, rules, *position != '\0' ? position : NULL, words, error)
               : NULL;
}

Player *question_seat_player(const char *text, const GameLine *line, Memories *memories,
                             GError **error)
{
    Move moves[GAME_MAX_MOVES];
    g_autoptr(Player) player = player_new(text, NULL, error);

    if (player == NULL || !player_fits(player, line->game, memories, error))
        return NULL;
    if (line->game->moves(&line->state, moves) == 0)
        return player_fail(error, PLAYER_ERROR_FAILED,
                           "there is nothing to decide: %s has no legal move",
                           line->game->side_name[game_line_turn(line)]);
    return g_steal_pointer(&player);
}

/* The player of @question, seated in *@out_line. Owner: the caller. */
static Player *seat_player(const Question *question, GameLine **out_line, GError **error)
{
    *out_line = question_read_line(question->game, question->position, question->moves,
                                   &QUESTION_NO_DRAWS, error);
    return *out_line != NULL
               ? question_seat_player(question->player, *out_line, question->memories, error)
               : NULL;
}

/* Takes the moves that @text names from the legal ones. Returns how many are left, -1: an error. */
static int list_others(const GameLine *line, const char *text, Move *out_moves, GError **error)
{
    g_auto(GStrv) words = text_words(text);
    int left = line->game->moves(&line->state, out_moves);

    for (char **word = words; *word != NULL; word++) {
        Move excluded;
        int kept = 0;
        if (!line->game->parse_move(&line->state, *word, &excluded, error))
            return -1;
        for (int i = 0; i < left; i++)
            if (out_moves[i] != excluded)
                out_moves[kept++] = out_moves[i];
        left = kept;
    }
    return left;
}

char *question_explain(const Question *question, GError **error)
{
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = seat_player(question, &line, error);
    g_auto(Explanation) explanation = {0};
    const bool excludes = *question->without != '\0';
    Move left[GAME_MAX_MOVES], why = MOVE_NONE;
    ThinkingLimits limits = {.only = left};
    g_autoptr(JsonBuilder) json = json_builder_new();
    const PlayerCall call = {
        .line = line, .memories = question->memories, .limits = excludes ? &limits : NULL};

    if (player == NULL ||
        (question->add_why != NULL && *question->why != '\0' &&
         !line->game->parse_move(&line->state, question->why, &why, error)) ||
        (excludes && (limits.only_count = list_others(line, question->without, left, error)) < 0))
        return NULL;
    if (!excludes || limits.only_count > 0)
        explanation_make(player, &call, question->seed, &explanation);
    if (explanation.move == MOVE_NONE)
        return player_fail(error, PLAYER_ERROR_FAILED,
                           "there is nothing to decide: every move is excluded");
    json_builder_begin_object(json);
    explanation_add_json(&explanation, true, json);
    if (why != MOVE_NONE)
        question->add_why(player, &explanation, why, json);
    json_builder_end_object(json);
    return json_finish_line(json);
}

char *question_shares(const Question *question, GError **error)
{
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = seat_player(question, &line, error);
    const PlayerCall call = {.line = line, .memories = question->memories};
    g_autoptr(JsonBuilder) json = json_builder_new();
    Share shares[GAME_MAX_MOVES];
    int count;

    if (player == NULL ||
        (count = player_shares(player, &call, question->seed, question->draws, shares, error)) < 0)
        return NULL;
    json_builder_begin_object(json);
    for (int i = 0; i < count; i++)
        json_add_double(json, game_move_code(line->game, shares[i].move).text, shares[i].share);
    json_builder_end_object(json);
    return json_finish_line(json);
}

char *question_decide(const Question *question, GError **error)
{
    g_autoptr(GameLine) line = NULL;
    g_autoptr(Player) player = seat_player(question, &line, error);
    Random random;
    Choice choice;

    if (player == NULL)
        return NULL;
    random = random_for_job(question->seed, (uint64_t)line->plies + 1);
    choice = player_choose(
        player, &(PlayerCall){.line = line, .memories = question->memories, .random = &random});
    if (choice.reason != NULL) { /* of a program of its agents, too */
        player_fail_choice(question->player, &choice, error);
        return NULL;
    }
    switch (choice.kind) {
    case CHOICE_RESIGNATION:
        return g_strdup("resign");
    case CHOICE_DRAW_CLAIM:
        return g_strdup("draw");
    case CHOICE_MOVE:
        return g_strdup(game_move_code(line->game, choice.move).text);
    case CHOICE_FAILURE:
    case CHOICE_INTERRUPTION:
        break;
    }
    g_assert_not_reached();
}
