#include "agents/boards/percept_of64.h"
#include "agents/logics.h"
#include "agents/terms.h"

void percept_of64_take(const Position *pos, Bitboard able, PerceptMode mode, const LogicSet *logics,
                       Percept *out_percept)
{
    Percept *percept = out_percept;

    percept_of64_perceive(pos, able, mode, logics, percept);
    percept->board =
        percept_has(percept, LOGIC_EXCHANGE) ? &FORESIGHT_BOARD_OF_EXCHANGES : &FORESIGHT_BOARD;
    percept->knows_any_place = percept_has(percept, LOGIC_POSITION) ||
                               percept_has(percept, LOGIC_PROMOTION) || percept_knows_hunt(percept);
    percept->foresees = percept_has(percept, LOGIC_EXCHANGE) ||
                        percept_has(percept, LOGIC_WHOLE_THREAT) || percept->knows_any_place;
    if (percept->foresees)
        foresight_perceive(percept);
    if (percept->knows_any_place)
        terms_perceive(percept);
    if (percept->hunts)
        percept->spared_targets = percept->king_targets;
    if (mode.captures_are_forced)
        percept_keep_captures(percept);
}

void percept_take_chess(const Position *pos, const LogicSet *logics, Percept *out_percept)
{
    percept_of64_take(pos, pos->by_color[pos->turn], (PerceptMode){0}, logics, out_percept);
}

void percept_take_antichess(const Position *pos, const LogicSet *logics, Percept *out_percept)
{
    percept_of64_take(pos, pos->by_color[pos->turn], (PerceptMode){.captures_are_forced = true},
                      logics, out_percept);
}
