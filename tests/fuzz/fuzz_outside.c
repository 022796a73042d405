/* Any text as the answer of a program that thinks for agents is refused with a sentence, or what it
 * reports of each agent are actions of that agent. */
#include <string.h>

#include "board/chess.h"
#include "master/beyond/decision.h"
#include "players/external/outside_lines.h"
#include "players/player.h"
#include "require.h"

static void require_actions_of(const Agent *agent, const OutsideReport *report)
{
    if ((report->attack.actions & ~agent_attacks(agent)) ||
        (report->move.actions & ~agent_moves(agent)))
        g_error("reports what another agent could do");
    if (report->loss < 0)
        g_error("reports a loss below 0");
}

/* The knights' answer about two actions. */
static void read_items(const char *text, const Percept *percept, OutsidePhase phase)
{
    OutsideItem items[2] = {{.action = 0, .number = 7}, {.action = 1, .number = 8}};
    const AgentSet knight = (AgentSet)1 << percept->actions[0].agent;
    const OutsideItems asked = {phase, knight, 0, items, G_N_ELEMENTS(items)};
    g_autoptr(GError) error = NULL;
    g_autofree char *declared = NULL;
    OutsideReply reply;

    items[0].agent = items[1].agent = percept->actions[0].agent;
    if (!outside_read_items(text, 1, &GAME_CHESS, percept, &asked, &reply, &declared, &error)) {
        if (error == NULL)
            g_error("refuses without a sentence");
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(items); i++)
        if (ABS(items[i].number) > OUTSIDE_MAX_NUMBER)
            g_error("takes any number");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const LogicSet logics = logic_set_of_level(3);
    const GameState state = GAME_CHESS.start();
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(GError) error = NULL;
    g_autofree char *declared = NULL;
    OutsideReports reports = {.agents = 0};
    AgentSet knights = 0;
    unsigned phases;
    Percept percept;

    percept_take_chess(&state.chess, &logics, &percept);
    for (int i = 0; i < percept.agent_count; i++)
        knights |= (AgentSet)(percept.agents[i].type == PIECE_KNIGHT) << i;
    for (OutsidePhase phase = 0; phase < OUTSIDE_PHASE_COUNT; phase++)
        read_items(text, &percept, phase);
    if (!outside_read_reports(text, 1, &GAME_CHESS, &percept, knights, &reports, &phases, &declared,
                              &error)) {
        if (error == NULL || reports.agents != 0)
            g_error("refuses without a sentence, or reports all the same");
        return 0;
    }
    for (int i = 0; i < percept.agent_count; i++)
        if (reports.agents >> i & 1)
            require_actions_of(&percept.agents[i], &reports.report[i]);
    return 0;
}
