#include "players/engine/team_agents.h"

#include <string.h>

#include "agents/order.h"
#include "board/threechess.h"
#include "players/engine/engine.h"

#define NO_PROGRAM (-1)

typedef struct {
    EngineSettings settings;
    Outside *outside;
    AgentSet agents; /* for which it thinks in this decision */
} Program;

struct TeamAgents {
    GPtrArray *programs; /* of Program */
    int program_of[TEAM_PLACE_COUNT];
    char *commands;
    const GameLine *line; /* of the decision under way */
    OutsideAgents outside;
    OutsideItem items[OUTSIDE_MAX_ITEMS], answers[OUTSIDE_MAX_ITEMS]; /* of one program */
    int losses[PERCEPT_MAX_AGENTS][PERCEPT_MAX_ACTIONS];
};

static Program *program_at(const TeamAgents *agents, int index)
{
    return g_ptr_array_index(agents->programs, (guint)index);
}

static void program_free(gpointer data)
{
    Program *program = data;

    outside_free(program->outside);
    g_free(program);
}

/* One command line is one program, wherever it is named. */
static int find_program(const TeamAgents *agents, const char *command)
{
    int index = (int)agents->programs->len - 1;

    while (index >= 0 && !g_str_equal(program_at(agents, index)->settings.command, command))
        index--;
    return index;
}

static void add_program(TeamAgents *agents, const char *command, uint64_t answer_ms)
{
    Program *program = g_new0(Program, 1);

    program->settings = engine_settings_plain(command, answer_ms);
    program->outside = outside_new(&program->settings);
    g_ptr_array_add(agents->programs, program);
}

/* Asking */

static void stop_asking(TeamAgents *agents, const Program *program)
{
    for (OutsidePhase phase = 0; phase < OUTSIDE_PHASE_COUNT; phase++)
        agents->outside.asked[phase] &= ~program->agents;
}

static OutsideReply ask_program(TeamAgents *agents, const Program *program, const Percept *percept,
                                OutsideItems asked)
{
    const size_t size = (size_t)asked.count * sizeof *asked.item;
    OutsideReply reply;

    if (asked.agents == 0)
        return OUTSIDE_ANSWERS;
    asked.item = memcpy(agents->answers, agents->items, size);
    reply = outside_ask_items(program->outside, agents->line->game, percept, &asked);
    if (reply == OUTSIDE_ANSWERS)
        memcpy(agents->items, agents->answers, size);
    return reply;
}

static OutsideReply ask_master(TeamAgents *agents, const Percept *percept, OutsideItems asked)
{
    const Program *master = program_at(agents, agents->program_of[TEAM_PLACE_MASTER]);
    const OutsideReply reply = ask_program(agents, master, percept, asked);

    if (reply == OUTSIDE_FAULT)
        agents->outside.asked[OUTSIDE_MASTER] = 0;
    return reply;
}

static OutsideReply ask(void *data, const Percept *percept, OutsidePhase phase, int worst,
                        int count)
{
    TeamAgents *agents = data;
    OutsideItems asked = {.phase = phase, .worst = worst, .count = count};
    AgentSet whose = 0;

    for (int i = 0; i < count; i++)
        whose |= (AgentSet)1 << agents->items[i].agent;
    asked.agents = whose;
    if (phase == OUTSIDE_MASTER)
        return ask_master(agents, percept, asked);
    for (guint i = 0; i < agents->programs->len; i++) {
        const Program *program = program_at(agents, (int)i);
        asked.agents = whose & program->agents;
        if (ask_program(agents, program, percept, asked) == OUTSIDE_FAULT)
            stop_asking(agents, program);
    }
    return OUTSIDE_ANSWERS;
}

TeamAgents *team_agents_new(const TeamSettings *settings)
{
    TeamAgents *agents = g_new0(TeamAgents, 1);
    g_autoptr(GString) commands = g_string_new(NULL);

    agents->programs = g_ptr_array_new_with_free_func(program_free);
    agents->outside.ask = ask;
    agents->outside.data = agents;
    agents->outside.items = agents->items;
    agents->outside.losses = agents->losses;
    for (int place = 0; place < TEAM_PLACE_COUNT; place++) {
        const char *command = settings->program[place];
        agents->program_of[place] = NO_PROGRAM;
        if (command == NULL)
            continue;
        if (find_program(agents, command) == NO_PROGRAM) {
            add_program(agents, command, settings->answer_ms);
            g_string_append_printf(commands, "%s%s", commands->len > 0 ? "\n" : "", command);
        }
        agents->program_of[place] = find_program(agents, command);
    }
    agents->commands = g_strdup(commands->str);
    return agents;
}

void team_agents_free(TeamAgents *agents)
{
    g_ptr_array_unref(agents->programs);
    g_free(agents->commands);
    g_free(agents);
}

bool team_agents_check(const TeamAgents *agents, const Player *player, GError **error)
{
    for (guint i = 0; i < agents->programs->len; i++)
        if (!engine_find_program(&program_at(agents, (int)i)->settings, player, error))
            return false;
    return true;
}

const char *team_agents_commands(const TeamAgents *agents)
{
    return agents->commands;
}

/* Who thinks for whom */

/* Where the piece on @sq stands after @move; -1: it was captured. */
static int follow(const Game *game, const GameState *before, Move move, int sq)
{
    int from = move_from(move), to = move_to(move), rook = -1;

    if (game == &GAME_THREECHESS) {
        from = three_move_from(move);
        to = three_move_to(move);
        if (three_position_type_at(&before->three, (ThreeSquare)from) == PIECE_KING &&
            ABS(to - from) == 2 * THREE_ROWS)
            rook = to > from ? to + THREE_ROWS : to - 2 * THREE_ROWS;
    } else if (move_is_castling(move)) {
        rook = to > from ? to + 1 : to - 2;
    }
    if (sq == from)
        return to;
    if (sq == to)
        return -1;
    return sq == rook ? (from + to) / 2 : sq;
}

/* Where the agent stands that stood on @sq when @line began; -1: it was captured. */
static int follow_line(const GameLine *line, int sq)
{
    GameState state = line->first;

    for (int i = 0; i < line->plies && sq >= 0; i++) {
        sq = follow(line->game, &state, line->moves[i], sq);
        line->game->play(&state, line->moves[i]);
    }
    return sq;
}

static int program_of_kind(const TeamAgents *agents, PieceType type)
{
    const int own = agents->program_of[TEAM_PLACE_KIND + type];

    return own != NO_PROGRAM ? own : agents->program_of[TEAM_PLACE_ALL];
}

/* Sets the agents of all programs. */
static void find_agents(TeamAgents *agents, const GameLine *line, const Percept *percept)
{
    const bool is_three = line->game == &GAME_THREECHESS;
    const int first = is_three ? TEAM_PLACE_THREE_SQUARE : TEAM_PLACE_SQUARE;
    const int end = is_three ? TEAM_PLACE_MASTER : TEAM_PLACE_THREE_SQUARE;
    int program_of[PERCEPT_MAX_AGENTS];

    for (int i = 0; i < percept->agent_count; i++)
        program_of[i] = program_of_kind(agents, percept->agents[i].type);
    for (int place = first; place < end; place++) {
        const int sq =
            agents->program_of[place] != NO_PROGRAM ? follow_line(line, place - first) : -1;
        for (int i = 0; i < percept->agent_count && sq >= 0; i++)
            if (percept->agents[i].square == sq)
                program_of[i] = agents->program_of[place];
    }
    for (guint i = 0; i < agents->programs->len; i++)
        program_at(agents, (int)i)->agents = 0;
    for (int i = 0; i < percept->agent_count; i++)
        if (program_of[i] != NO_PROGRAM)
            program_at(agents, program_of[i])->agents |= (AgentSet)1 << i;
}

static void ask_for_reports(TeamAgents *agents, Program *program, const Percept *percept)
{
    OutsideAgents *outside = &agents->outside;

    outside_begin(program->outside, agents->line);
    if (program->agents == 0 || !outside_ask_reports(program->outside, agents->line, percept,
                                                     program->agents, &outside->reports))
        return;
    for (OutsidePhase phase = 0; phase < OUTSIDE_MASTER; phase++)
        if (outside_wants(program->outside, phase))
            outside->asked[phase] |= program->agents;
}

void team_agents_begin(TeamAgents *agents, const GameLine *line, const Percept *percept,
                       TeamSenses *senses)
{
    OutsideAgents *outside = &agents->outside;

    agents->line = line;
    outside->reports.agents = 0;
    memset(outside->asked, 0, sizeof outside->asked);
    find_agents(agents, line, percept);
    for (guint i = 0; i < agents->programs->len; i++)
        ask_for_reports(agents, program_at(agents, (int)i), percept);
    if (agents->program_of[TEAM_PLACE_MASTER] != NO_PROGRAM)
        outside->asked[OUTSIDE_MASTER] = percept_everyone(percept);
    senses->outside = outside;
}

const Outside *team_agents_fault(const TeamAgents *agents)
{
    for (guint i = 0; i < agents->programs->len; i++)
        if (outside_fault(program_at(agents, (int)i)->outside) != NULL)
            return program_at(agents, (int)i)->outside;
    return NULL;
}
