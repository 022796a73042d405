/* Any text as the answer of a program that thinks for agents is refused with a sentence, or what it
 * reports of each agent are actions of that agent. */
#include <string.h>

#include "board/chess.h"
#include "master/master.h"
#include "players/engine/outside.h"
#include "players/player.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_actions_of(const Agent *agent, const OutsideReport *report)
{
    if ((report->attack.actions & ~agent_attacks(agent)) ||
        (report->move.actions & ~agent_moves(agent)))
        g_error("reports what another agent could do");
    if (report->loss < 0)
        g_error("reports a loss below 0");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const LogicSet logics = logic_set_of_level(3);
    const PerceptOptions options = master_percept_options(&logics);
    const GameState state = GAME_CHESS.start();
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(GError) error = NULL;
    OutsideReports reports;
    Percept percept;

    percept_take_chess(&state.chess, &options, &percept);
    if (!outside_read(text, 1, &GAME_CHESS, &percept, 1U << PIECE_KNIGHT, &reports, &error)) {
        if (error == NULL)
            g_error("refuses without a sentence");
        return 0;
    }
    for (int i = 0; i < percept.agent_count; i++)
        if (reports.agents >> i & 1)
            require_actions_of(&percept.agents[i], &reports.report[i]);
    return 0;
}
