#include "players/external/team_agents.h"

#include <string.h>

#include "agents/agent.h"
#include "board/threechess.h"
#include "players/external/engine_protocol.h"
#include "players/external/outside_lines.h"

#define NO_PROGRAM (-1)

/* So many faults in a row, and a program is not asked again in the same game: a run must go on. */
#define MOST_FAULTS 3

#define END_MS 100 /* that it has to end when its input is closed */

/* The answer to a question about actions. */
typedef struct {
    gint64 id; /* of the question */
    char *answer;
} Said;

typedef struct {
    EngineSettings settings;
    Engine *engine;
    AgentSet agents;   /* for which it thinks in this decision */
    gint64 id;         /* of the last question of the game */
    bool is_at_fault;  /* in this decision */
    bool has_declared; /* likewise: that an agent of its own has no answer; it is asked on */
    gint64 delay_us;   /* the greatest in this decision, see process_delay() */
    int faults;        /* decisions in a row, in the same game */
    bool wants_end;    /* to be told how the game ends */
    GString *question; /* without its id */
    GHashTable *said;  /* question to Said: all about actions that was asked in this decision */
} Program;

/* A game as far as it is known: what is new in the next question is added. */
typedef struct {
    const Game *game; /* NULL: none is known, or it is over */
    uint64_t first_key;
    GameState state;
    GArray *moves;                /* of Move */
    GString *played;              /* likewise, see outside_append_played() */
    int square[TEAM_PLACE_COUNT]; /* of the agent that began on the square of that place */
} KnownGame;

struct TeamAgents {
    GPtrArray *programs; /* of Program */
    int program_of[TEAM_PLACE_COUNT];
    char *commands;
    const GameLine *line; /* of the decision under way */
    KnownGame known;
    OutsideAgents outside;
    OutsideItem items[OUTSIDE_MAX_ITEMS], answers[OUTSIDE_MAX_ITEMS]; /* of one program */
    int losses[PERCEPT_MAX_AGENTS][PERCEPT_MAX_ACTIONS];
};

static Program *program_at(const TeamAgents *agents, int index)
{
    return g_ptr_array_index(agents->programs, (guint)index);
}

static void said_free(gpointer data)
{
    Said *said = data;

    g_free(said->answer);
    g_free(said);
}

static void program_free(gpointer data)
{
    Program *program = data;

    engine_end(program->engine, END_MS);
    engine_free(program->engine);
    g_string_free(program->question, TRUE);
    g_hash_table_unref(program->said);
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
    program->engine = engine_new(&program->settings, (EngineLimit){0});
    program->question = g_string_new(NULL);
    program->said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, said_free);
    g_ptr_array_add(agents->programs, program);
}

/* Asking */

/* A decision begins, the first of a game if @is_first. All that a program is sent in a game depends
 * on that game alone. */
static void begin_decision(Program *program, bool is_first)
{
    if (is_first) {
        program->id = program->faults = 0;
        program->wants_end = false;
    } else {
        program->faults = program->is_at_fault ? program->faults + 1 : 0;
    }
    program->is_at_fault = program->has_declared = false;
    program->delay_us = 0;
    g_hash_table_remove_all(program->said);
}

/* An answer that is not sound: @fault says why. */
static void note_failure(Program *program, const GError *fault)
{
    engine_fail(program->engine, "%s", fault->message);
    engine_give_up(program->engine);
    program->is_at_fault = true;
}

/* An agent of the program had no answer: @fault is its reason, NULL if all had one. */
static void note_declared(Program *program, const char *fault)
{
    if (fault == NULL)
        return;
    engine_fail(program->engine, "reported a failure: %s", fault);
    program->has_declared = true;
}

static bool hear_line(G_GNUC_UNUSED Engine *engine, const char *line, void *data)
{
    *(const char **)data = line;
    return true;
}

/* The answer to the question, NULL: a fault. It is valid until the next question. */
static const char *exchange_lines(Program *program)
{
    Engine *engine = program->engine;
    const char *answer = NULL;

    program->is_at_fault |= program->faults >= MOST_FAULTS;
    if (program->is_at_fault)
        return NULL;
    program->is_at_fault = !engine_start(engine);
    g_string_printf(engine->out, "{\"id\":%" G_GINT64_FORMAT ",%s", ++program->id,
                    program->question->str);
    if (program->is_at_fault || !engine_ask(engine, hear_line, &answer)) {
        engine_give_up(engine);
        program->is_at_fault = true;
    }
    program->delay_us = MAX(program->delay_us, engine->delay_us);
    return answer;
}

/* The answer to the same question in this decision, asked now if it is new; NULL: a fault. */
static const Said *ask_once(Program *program)
{
    Said *said = g_hash_table_lookup(program->said, program->question->str);
    const char *answer;

    if (said != NULL || (answer = exchange_lines(program)) == NULL)
        return said;
    said = g_new(Said, 1);
    *said = (Said){program->id, g_strdup(answer)};
    g_hash_table_insert(program->said, g_strdup(program->question->str), said);
    return said;
}

static void stop_asking(TeamAgents *agents, const Program *program)
{
    for (OutsidePhase phase = 0; phase < OUTSIDE_PHASE_COUNT; phase++)
        agents->outside.asked[phase] &= ~program->agents;
}

static OutsideReply ask_program(TeamAgents *agents, Program *program, const Percept *percept,
                                OutsideItems asked)
{
    const Game *game = agents->line->game;
    const size_t size = (size_t)asked.count * sizeof *asked.item;
    OutsideReply reply = OUTSIDE_FAULT;
    g_autoptr(GError) error = NULL;
    g_autofree char *fault = NULL;
    const Said *said;

    if (asked.agents == 0)
        return OUTSIDE_ANSWERS;
    asked.item = memcpy(agents->answers, agents->items, size);
    outside_write_items(program->question, game, percept, &asked);
    said = ask_once(program);
    if (said == NULL)
        return OUTSIDE_FAULT;
    if (!outside_read_items(said->answer, said->id, game, percept, &asked, &reply, &fault,
                            &error)) {
        note_failure(program, error);
        return OUTSIDE_FAULT;
    }
    note_declared(program, fault);
    if (reply == OUTSIDE_ANSWERS)
        memcpy(agents->items, agents->answers, size);
    return reply;
}

static OutsideReply ask_master(TeamAgents *agents, const Percept *percept, OutsideItems asked)
{
    Program *master = program_at(agents, agents->program_of[TEAM_PLACE_MASTER]);
    const OutsideReply reply = ask_program(agents, master, percept, asked);

    if (reply == OUTSIDE_FAULT)
        agents->outside.asked[OUTSIDE_MASTER] = 0;
    return reply;
}

static OutsideReply ask_for_reply(void *data, const Percept *percept, OutsidePhase phase, int worst,
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
        Program *program = program_at(agents, (int)i);
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
    agents->outside.ask = ask_for_reply;
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
    agents->known.moves = g_array_sized_new(FALSE, FALSE, sizeof(Move), 256);
    agents->known.played = g_string_new(NULL);
    return agents;
}

void team_agents_free(TeamAgents *agents)
{
    g_ptr_array_unref(agents->programs);
    g_array_unref(agents->known.moves);
    g_string_free(agents->known.played, TRUE);
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
static int square_after_move(const Game *game, const GameState *before, Move move, int sq)
{
    const bool is_three = game == &GAME_THREECHESS;

    if (sq == (is_three ? three_move_to(move) : move_to(move)))
        return -1;
    return is_three ? three_position_square_after(&before->three, move, (ThreeSquare)sq)
                    : move_square_after(move, (Square)sq);
}

/* The places of @game that are squares. */
static void find_square_places(const Game *game, int *out_first, int *out_end)
{
    const bool is_three = game == &GAME_THREECHESS;

    *out_first = is_three ? TEAM_PLACE_THREE_SQUARE : TEAM_PLACE_SQUARE;
    *out_end = is_three ? TEAM_PLACE_MASTER : TEAM_PLACE_THREE_SQUARE;
}

static bool goes_on(const KnownGame *known, const GameLine *line)
{
    return known->game == line->game && known->first_key == line->game->key(&line->first) &&
           known->moves->len < (guint)line->plies &&
           memcmp(known->moves->data, line->moves, known->moves->len * sizeof(Move)) == 0;
}

static void begin_game(KnownGame *known, const GameLine *line)
{
    int first, end;

    known->game = line->game;
    known->first_key = line->game->key(&line->first);
    known->state = line->first;
    g_array_set_size(known->moves, 0);
    g_string_truncate(known->played, 0);
    find_square_places(line->game, &first, &end);
    for (int place = first; place < end; place++)
        known->square[place] = place - first;
}

static void know_move(TeamAgents *agents, Move move)
{
    KnownGame *known = &agents->known;
    int first, end;

    find_square_places(known->game, &first, &end);
    for (int place = first; place < end; place++)
        if (agents->program_of[place] != NO_PROGRAM && known->square[place] >= 0)
            known->square[place] =
                square_after_move(known->game, &known->state, move, known->square[place]);
    outside_append_played(known->played, known->game, move);
    g_array_append_val(known->moves, move);
    known->game->play(&known->state, move);
}

/* Adds to the known game what is new in @line; returns whether @line is another game. */
static bool know_game(TeamAgents *agents, const GameLine *line)
{
    const bool is_other = !goes_on(&agents->known, line);

    if (is_other)
        begin_game(&agents->known, line);
    for (int i = (int)agents->known.moves->len; i < line->plies; i++)
        know_move(agents, line->moves[i]);
    return is_other;
}

static int program_of_kind(const TeamAgents *agents, PieceType type)
{
    const int own = agents->program_of[TEAM_PLACE_KIND + type];

    return own != NO_PROGRAM ? own : agents->program_of[TEAM_PLACE_ALL];
}

/* Sets the agents of all programs. */
static void find_agents(TeamAgents *agents, const Percept *percept)
{
    int program_of[PERCEPT_MAX_AGENTS], first, end;

    find_square_places(agents->known.game, &first, &end);
    for (int i = 0; i < percept->agent_count; i++)
        program_of[i] = program_of_kind(agents, percept->agents[i].type);
    for (int place = first; place < end; place++) {
        if (agents->program_of[place] == NO_PROGRAM)
            continue;
        for (int i = 0; i < percept->agent_count; i++)
            if (percept->agents[i].square == agents->known.square[place])
                program_of[i] = agents->program_of[place];
    }
    for (guint i = 0; i < agents->programs->len; i++)
        program_at(agents, (int)i)->agents = 0;
    for (int i = 0; i < percept->agent_count; i++)
        if (program_of[i] != NO_PROGRAM)
            program_at(agents, program_of[i])->agents |= (AgentSet)1 << i;
}

static void ask_for_reports(TeamAgents *agents, Program *program, const Percept *percept,
                            bool is_first)
{
    OutsideAgents *outside = &agents->outside;
    g_autoptr(GError) error = NULL;
    g_autofree char *fault = NULL;
    unsigned phases = 0;
    const char *answer;

    begin_decision(program, is_first);
    if (program->agents == 0)
        return;
    outside_write_reports(program->question, agents->line, agents->known.played->str, percept,
                          program->agents);
    answer = exchange_lines(program);
    if (answer != NULL &&
        !outside_read_reports(answer, program->id, agents->line->game, percept, program->agents,
                              &outside->reports, &phases, &fault, &error))
        note_failure(program, error);
    else
        note_declared(program, fault);
    program->wants_end = phases >> OUTSIDE_END & 1;
    for (OutsidePhase phase = 0; phase < OUTSIDE_END; phase++)
        if (phases >> phase & 1)
            outside->asked[phase] |= program->agents;
}

void team_agents_begin(TeamAgents *agents, const GameLine *line, const Percept *percept,
                       TeamSenses *senses)
{
    OutsideAgents *outside = &agents->outside;
    bool is_first;

    agents->line = line;
    outside->reports.agents = 0;
    memset(outside->asked, 0, sizeof outside->asked);
    is_first = know_game(agents, line);
    find_agents(agents, percept);
    for (guint i = 0; i < agents->programs->len; i++)
        ask_for_reports(agents, program_at(agents, (int)i), percept, is_first);
    if (agents->program_of[TEAM_PLACE_MASTER] != NO_PROGRAM)
        outside->asked[OUTSIDE_MASTER] = percept_everyone(percept);
    senses->outside = outside;
}

void team_agents_note_fault(const TeamAgents *agents, Choice *choice)
{
    for (guint i = 0; i < agents->programs->len; i++) {
        const Program *program = program_at(agents, (int)i);
        const Engine *engine = program->engine;
        choice->delay_us = MAX(choice->delay_us, program->delay_us);
        if (!(program->is_at_fault || program->has_declared) ||
            (choice->reason != NULL && !engine->is_interrupted))
            continue;
        choice->reason = engine->reason->str;
        choice->words = program->is_at_fault ? engine->words : NULL;
        if (engine->is_interrupted) {
            choice->kind = CHOICE_INTERRUPTION;
            return;
        }
    }
}

Choice team_agents_end(TeamAgents *agents, const GameLine *line, int side,
                       const GameOutcome *outcome)
{
    const char *result = outcome->winner == side ? "win" : outcome->loser == side ? "loss" : "draw";
    Choice choice = {.reason = NULL};

    know_game(agents, line);
    for (guint i = 0; i < agents->programs->len; i++) {
        Program *program = program_at(agents, (int)i);
        g_autoptr(GError) error = NULL;
        const char *answer;
        program->is_at_fault = program->has_declared =
            false; /* in the last decision, which counted */
        if (!program->wants_end)
            continue;
        program->wants_end = false;
        outside_write_end(program->question, agents->known.played->str, result);
        answer = exchange_lines(program);
        if (answer != NULL && !outside_read_end(answer, program->id, &error))
            note_failure(program, error);
    }
    agents->known.game = NULL;
    team_agents_note_fault(agents, &choice);
    return choice;
}
