/* What logics beyond levels 1 to 8 ask of a percept: most of it about the board after an action. */
#pragma once

#include "agents/beyond/logic_weights.h"
#include "agents/percept.h"

/* The possible captures of both sides after an action: the best exchange and the second best one on
 * another square, 0 if there is none. */
typedef struct {
    Gain threat[2];     /* of the opponents, which are to move then; if they are in check, only what
                           they may capture */
    Gain own_threat[2]; /* of the own side, if it were to move again */
    /* Of the opponents, too: */
    Gain overload; /* by two exchanges that need one defender, threat[0] if that is no more; only if
                     the percept has exchanges; */
    Gain fork;     /* by a double attack with their next move, on the square it goes to; only if the
                      percept looks for forks */
    bool checks;   /* the action attacks a king that must not be taken */
} CapturesAfter;

/* The exposure of a piece worth @value by which @loss is lost: the opponents give the rest for
 * it. */
static inline Exposure exposure_of_loss(int value, int loss)
{
    return loss > 0 ? (Exposure){loss < value ? value - loss : 1, loss < value}
                    : (Exposure){0, false};
}

/* PerceptBoard.exposed_in_plan where a capture on the square of @target that gains @net is followed
 * to its end. */
static inline Exposure percept_exposed_in_exchange(const Percept *percept, int action, int target,
                                                   int net)
{
    return exposure_of_loss(percept->agents[percept->actions[action].agent].value,
                            percept->targets[target].value - net);
}

/* Keeps the best two of all gains that are shown to it. */
static inline void gain_keep_best(Gain best[static 2], int amount, int square)
{
    if (amount > best[0].amount) {
        best[1] = best[0];
        best[0] = (Gain){amount, square};
    } else if (amount > best[1].amount) {
        best[1] = (Gain){amount, square};
    }
}

/* The answers of a board. */
struct PerceptBeyond {
    /* How @agent, which may be the acting one, would stand after @action. Only for a percept of
     * exchanges. */
    Exposure (*exposure_after)(const Percept *percept, int agent, int action);

    /* Whether captures on the square of @agent may go otherwise after @action, a move of another
     * agent, in a percept of exchanges; NULL: after any. */
    bool (*may_help)(const Percept *percept, int agent, int action);

    /* The possible captures of both sides after @action: by exchanges if the percept has them, else
     * what the cheapest attacker of each piece would gain. As soon as it is known that their
     * balance is no more than @alpha (captures_margin()), threats may be left too small and own
     * threats too great; INT_MIN is no bound. */
    void (*captures_after)(const Percept *percept, int action, int alpha,
                           CapturesAfter *out_captures);

    /* percept_find_place(). */
    void (*find_place)(Percept *percept, int action);

    /* The percept of the side to move after @action, with the same logics.
     * @out_percept must not be moved in memory. Of its agents' exposures only the king's is sure to
     * be set, and the places of its actions are found by percept_find_place(). False if a percept
     * cannot hold it, or if the game is over because a king is taken. */
    bool (*imagine)(const Percept *percept, int action, Percept *out_percept);

    /* Perceives the board of @percept once more, with other logics. */
    void (*again)(const Percept *percept, const LogicSet *logics, Percept *out_percept);

    /* Whether @action leaves the opponent no legal move: it mates or stalemates; and whether the
     * opponent could mate after it within @moves moves, by checks alone, whatever is answered (1
     * for mate at once; see mates_within() for those that are not found). Not to be called where
     * kings are taken like other pieces; nor is find_mates(). */
    bool (*leaves_no_move)(const Percept *percept, int action);
    bool (*allows_mate)(const Percept *percept, int action, int moves);

    /* Writes the actions that give mate so soonest, if within @moves moves; returns how many. */
    int (*find_mates)(const Percept *percept, int moves,
                      int out_actions[static PERCEPT_MAX_ACTIONS]);

    /* The key of the position after @action. */
    uint64_t (*key_after)(const Percept *percept, int action);

    /* The material of the side to move less that of the strongest other one, kings left out. */
    int (*balance)(const Percept *percept);
};

#define PERCEPT_MATE_MOVES 3 /* the most moves of which agents see that they mate */

/* Sees to it that Action.place of @action is set, if places are known. Needed only where the board
 * is imagined: most of its actions are never asked for. */
static inline void percept_find_place(Percept *percept, int action)
{
    if (percept->finds_places)
        percept->board->beyond->find_place(percept, action);
}

/* Whether @action leads back to a position of the past. */
bool percept_returns(const Percept *percept, int action);

/* Whether the opponent can answer @action by going back to a position that has stood twice, which
 * would be a draw; not where kings are taken. */
bool percept_lets_repeat(const Percept *percept, int action);

/* Whether kings are hunted and leads kept: not where losing wins. */
bool percept_knows_hunt(const Percept *percept);

/* Whether the side to move has a lead and keeps it. */
static inline bool percept_keeps_lead(const Percept *percept)
{
    return percept_knows_hunt(percept) &&
           percept->board->beyond->balance(percept) >=
               logic_weights(&percept->logics)->of[LOGIC_WEIGHT_LEAD];
}

/* Whether double attacks of the opponents matter to an outlook: with a lead to keep, also without
 * the logic. */
bool percept_looks_for_forks(const Percept *percept);

/* Takes away all actions that capture nothing, if one captures something. */
void percept_keep_captures(Percept *percept);

/* Takes away all actions but those with one of @moves, @count of them. */
void percept_keep_moves(Percept *percept, const Move *moves, int count);
