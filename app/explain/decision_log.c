#include "app/explain/decision_log.h"

typedef struct {
    GameLine *line; /* until the decision */
    Random before;
    Explanation explanation;
} LoggedDecision;

struct DecisionLog {
    GPtrArray *decisions; /* of LoggedDecision, the latest last */
};

static void free_decision(void *data)
{
    LoggedDecision *decision = data;

    explanation_clear(&decision->explanation);
    game_line_free(decision->line);
    g_free(decision);
}

DecisionLog *decision_log_new(void)
{
    DecisionLog *log = g_new0(DecisionLog, 1);

    log->decisions = g_ptr_array_new_with_free_func(free_decision);
    return log;
}

void decision_log_free(DecisionLog *log)
{
    g_ptr_array_unref(log->decisions);
    g_free(log);
}

Choice decision_log_hear(DecisionLog *log, Player *player, const PlayerCall *call)
{
    LoggedDecision *decision = g_new0(LoggedDecision, 1);
    PlayerCall kept = *call;

    decision->line = game_line_copy(call->line);
    decision->before = *call->random;
    kept.line = decision->line;
    g_ptr_array_add(log->decisions, decision);
    return explanation_hear(player, &kept, &decision->explanation);
}

static const LoggedDecision *last(const DecisionLog *log)
{
    return log->decisions->len > 0 ? log->decisions->pdata[log->decisions->len - 1] : NULL;
}

void decision_log_forget(DecisionLog *log, int plies)
{
    while (log->decisions->len > 0 && last(log)->line->plies >= plies)
        g_ptr_array_set_size(log->decisions, (int)log->decisions->len - 1);
}

const Explanation *decision_log_last(const DecisionLog *log)
{
    return last(log) != NULL ? &last(log)->explanation : NULL;
}

bool decision_log_contrast(const DecisionLog *log, const char *text, const Engines *engines,
                           Contrast *out_contrast, GError **error)
{
    const LoggedDecision *decision = last(log);
    g_autoptr(Player) player = NULL;
    Move move;

    if (!decision->line->game->parse_move(&decision->line->state, text, &move, error))
        return false;
    player = player_new(decision->explanation.player, engines, NULL);
    g_assert(player != NULL); /* it describes itself */
    contrast_make(player, decision->line, &decision->before, &decision->explanation, move,
                  out_contrast);
    return true;
}
