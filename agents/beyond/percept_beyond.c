#include "agents/beyond/percept_beyond.h"

#include "agents/logics.h"

static bool is_listed(Move move, const Move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

void percept_keep_moves(Percept *percept, const Move *moves, int count)
{
    int kept = 0;

    for (int i = 0; i < percept->agent_count; i++) {
        Agent *agent = &percept->agents[i];
        const Agent before = *agent;
        agent->first_action = agent->first_move = kept;
        for (int action = before.first_action; action < before.end_action; action++) {
            if (!is_listed(percept->actions[action].move, moves, count))
                continue;
            percept->actions[kept++] = percept->actions[action];
            if (action < before.first_move)
                agent->first_move = kept;
        }
        agent->end_action = kept;
    }
    percept->action_count = kept;
}

void percept_keep_captures(Percept *percept)
{
    Move captures[PERCEPT_MAX_ACTIONS];
    int count = 0;

    for (int i = 0; i < percept->action_count; i++)
        if (percept->actions[i].captured > 0)
            captures[count++] = percept->actions[i].move;
    if (count > 0)
        percept_keep_moves(percept, captures, count);
}

bool percept_knows_hunt(const Percept *percept)
{
    return percept_has(percept, LOGIC_MATE_HUNT) && !percept_reads(percept, READING_LOSING_WINS);
}

bool percept_looks_for_forks(const Percept *percept)
{
    return percept_has(percept, LOGIC_DOUBLE_ATTACK) ||
           (!percept_has(percept, LOGIC_WHOLE_THREAT) && percept_keeps_lead(percept));
}

bool percept_returns(const Percept *percept, int action)
{
    uint64_t key;

    if (percept->past.count == 0)
        return false;
    key = percept->board->beyond->key_after(percept, action);
    for (int i = 0; i < percept->past.count; i++)
        if (percept->past.keys[i] == key)
            return true;
    return false;
}

/* How often @key is among the positions of the past that differ from the present one in nothing
 * that cannot be undone and in which the same side is to move. */
static int times_stood(const Percept *percept, uint64_t key)
{
    const Past *past = &percept->past;
    const int earliest = past->count - MIN(past->count, percept->chess.pos.halfmove_clock);
    int times = 0;

    for (int i = past->count - 2; i >= earliest; i -= 2)
        times += past->keys[i] == key;
    return times;
}

/* Whether any position has stood twice to which the opponent might go back. */
static bool any_stood_twice(const Percept *percept)
{
    const Past *past = &percept->past;
    const int earliest = past->count - MIN(past->count, percept->chess.pos.halfmove_clock);

    for (int i = past->count - 2; i >= earliest + 4; i -= 2)
        if (times_stood(percept, past->keys[i]) > 1)
            return true;
    return false;
}

bool percept_lets_repeat(const Percept *percept, int action)
{
    Position after;
    Move answers[MOVEGEN_MAX_MOVES];
    int count;

    if (percept->mode.kings_are_taken || !any_stood_twice(percept))
        return false;
    after = position_after(&percept->chess.pos, percept->actions[action].move);
    count = movegen_moves(&after, answers);
    for (int i = 0; i < count; i++)
        if (times_stood(percept, position_after(&after, answers[i]).key) > 1)
            return true;
    return false;
}
