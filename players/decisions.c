#include "players/decisions.h"

#include <string.h>

static void count_move(Decisions *decisions, Move move)
{
    for (int i = 0; i < decisions->count; i++)
        if (decisions->decision[i].move == move) {
            decisions->decision[i].times++;
            return;
        }
    decisions->decision[decisions->count++] = (Decision){.move = move, .times = 1};
}

static void sort_by_text(Decisions *decisions)
{
    for (int i = 1; i < decisions->count; i++) {
        const Decision decision = decisions->decision[i];
        char text[GAME_MOVE_TEXT_SIZE], other[GAME_MOVE_TEXT_SIZE];
        int place = i;
        decisions->game->format_move_code(decision.move, text);
        for (; place > 0; place--) {
            decisions->game->format_move_code(decisions->decision[place - 1].move, other);
            if (strcmp(other, text) < 0)
                break;
            decisions->decision[place] = decisions->decision[place - 1];
        }
        decisions->decision[place] = decision;
    }
}

static bool fail(const Player *player, const Choice *choice, GError **error)
{
    g_autofree char *text = player_describe(player);
    g_autofree char *words = g_strdup(choice->words != NULL ? choice->words : "");

    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_FAILED, "%s %s%s%s", text, choice->reason,
                *words != '\0' ? "; its last words: " : "",
                g_strdelimit(g_strchomp(words), "\n", ' '));
    return false;
}

bool decisions_draw(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                    Decisions *out_decisions, GError **error)
{
    Decisions decisions = {.game = call->line->game, .draws = draws};
    PlayerCall drawn = *call;

    for (int draw = 1; draw <= draws; draw++) {
        Random random = random_for_job(seed, (uint64_t)draw);
        Choice choice;
        drawn.random = &random;
        choice = player_choose(player, &drawn);
        if (choice.kind == CHOICE_FAILURE || choice.reason != NULL)
            return fail(player, &choice, error);
        if (choice.kind == CHOICE_MOVE)
            count_move(&decisions, choice.move);
        else
            decisions.without++;
    }
    for (int i = 0; i < decisions.count; i++)
        decisions.decision[i].share = (double)decisions.decision[i].times / draws;
    sort_by_text(&decisions);
    *out_decisions = decisions;
    return true;
}

bool decisions_find(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                    Decisions *out_decisions, GError **error)
{
    Decisions decisions = {.game = call->line->game};
    Share shares[GAME_MAX_MOVES];

    decisions.count = player_shares(player, call, shares);
    if (decisions.count == 0)
        return decisions_draw(player, call, seed, draws, out_decisions, error);
    for (int i = 0; i < decisions.count; i++)
        decisions.decision[i] = (Decision){.move = shares[i].move, .share = shares[i].share};
    sort_by_text(&decisions);
    *out_decisions = decisions;
    return true;
}
