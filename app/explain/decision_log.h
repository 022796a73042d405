/* The decisions of a player in a game under way, for questions about them afterwards. */
#pragma once

#include "app/explain/contrast.h"

typedef struct DecisionLog DecisionLog;

DecisionLog *decision_log_new(void);
void decision_log_free(DecisionLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DecisionLog, decision_log_free)

/* Lets @player answer @call and keeps what is said. */
Choice decision_log_hear(DecisionLog *log, Player *player, const PlayerCall *call);

/* Forgets the decisions after the first @plies plies: they were taken back. */
void decision_log_forget(DecisionLog *log, int plies);

/* The last decision, or NULL; valid until another one is heard or this one forgotten. */
const Explanation *decision_log_last(const DecisionLog *log);

/* Sets the move that @text names against the one that was played in the last decision, which must
 * tell something. The player thinks as it did then; @engines are those it had.
 *
 * Errors: BOARD_ERROR, @text is no legal move where it was decided. */
bool decision_log_contrast(const DecisionLog *log, const char *text, const Engines *engines,
                           Contrast *out_contrast, GError **error);
