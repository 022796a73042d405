/* The decisions of agents in the games of a run, which are played again: each of them, and what
 * decides how often in each phase of the game. */
#include "agents/message.h"
#include "experiments/play/match.h"
#include "experiments/report/picture_tables.h"
#include "experiments/run/conversation.h"

typedef enum { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDGAME, PHASE_COUNT } Phase;

static const char *const PHASE_NAMES[PHASE_COUNT] = {"opening", "middlegame", "endgame"};

#define OPENING_MOVES 10
#define ENDGAME_MATERIAL 1300
#define COLUMNS_OF_PHASE                                                                       \
    COLUMN("player", TABLE_TEXT, "", "short name of the player whose agents decide"),          \
        COLUMN("opponent", TABLE_TEXT, "",                                                     \
               "short name of the opponent; empty in three-player games"),                     \
        COLUMN("phase", TABLE_TEXT, "",                                                        \
               "endgame: no side has more than 1300 (Speelman, 1981); opening: the first ten " \
               "moves of each side, if they are no endgame; otherwise middlegame")

/* A decision of the agents of @side, before its move. */
typedef struct {
    const Spec *spec;
    const MatchRecord *record;
    const Message *message;
    int side;
    Phase phase;
    AgentName agent; /* the one that acts */
    GArray *offers;  /* of Proposal: to the most threatened agent */
} Decision;

static Phase phase_of(const MatchRecord *record, int sides)
{
    int32_t most = 0;

    for (int side = 0; side < sides; side++)
        most = MAX(most, match_record_material(record, side, record->plies));
    if (most <= ENDGAME_MATERIAL)
        return PHASE_ENDGAME;
    return record->plies < OPENING_MOVES * sides ? PHASE_OPENING : PHASE_MIDDLEGAME;
}

/* Whether another action than @offer is played. */
static bool is_refused(const Decision *decision, const Proposal *offer)
{
    return offer->move != decision->message->proposal.move;
}

/* Receives the messages of a game. */
typedef struct {
    const GameLine *line;
    Decision decision; /* the next one */
    void (*take)(const Decision *decision, gpointer data);
    gpointer data;
} Listener;

static void listen(const Message *message, void *data)
{
    Listener *listener = data;
    Decision *decision = &listener->decision;
    const Game *game = listener->line->game;
    const GameState *state = &listener->line->state;

    if (message->kind == MESSAGE_OFFER && !message->is_lost)
        g_array_append_val(decision->offers, message->proposal);
    if (message->kind != MESSAGE_DECISION || message->proposal.move == MOVE_NONE)
        return;
    decision->message = message;
    decision->side = game->turn(state);
    decision->phase = phase_of(decision->record, game->sides);
    decision->agent.type = game->mover(state, message->proposal.move, &decision->agent.square);
    listener->take(decision, listener->data);
}

/* Plays the games of @run again, and passes each decision to @take. */
static bool replay_games(const ResultsRun *run, void (*take)(const Decision *, gpointer),
                         gpointer data, GError **error)
{
    g_autoptr(RunMemory) memory = run_memory_new(run->spec, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GArray) offers = g_array_new(FALSE, FALSE, sizeof(Proposal));
    g_auto(RunRows) rows = run_rows_open(run->folder, results_rows(run));
    g_autoptr(Match) match = NULL;
    Listener listener = {NULL, {run->spec, record, .offers = offers}, take, data};
    const Recorder recorder = {listen, &listener};

    if (!run_memory_read(memory, run->folder, error) ||
        !(match = match_new(run->spec, memory, error)))
        return false;
    while (run_rows_next(&rows)) {
        if (!match_check_replay(run->spec, rows.number, error))
            return false;
        match_begin(match, rows.number, record);
        listener.line = match_line(match);
        while (match_step(match, record, &recorder))
            g_array_set_size(offers, 0);
        if (record->interruption != NULL)
            return match_record_fail(record, error);
        if (!run_rows_check(&rows, run->spec, record, error))
            return false;
    }
    return true;
}

/* The opponent of the player @side, or -1 in a game of three. */
static int opponent_of(const Decision *decision)
{
    return decision->spec->contest->sides == 2 ? decision->record->job.player[1 - decision->side]
                                               : -1;
}

static uint32_t deciders_of(const Message *message)
{
    uint32_t logics = 0;

    for (int i = 0; i < message->decider_count; i++)
        logics |= 1U << message->deciders[i].logic;
    return logics;
}

static void fill_players(TableRows *rows, const Spec *spec, int player, int opponent, Phase phase)
{
    row_text(rows, spec->players[player].name);
    row_text(rows, opponent >= 0 ? spec->players[opponent].name : NULL);
    row_text(rows, PHASE_NAMES[phase]);
}

/* A row for each decision */

static const Column DECISIONS_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "number of the ply that is decided, from 1"},
    COLUMNS_OF_PHASE,
    {"agent", TABLE_TEXT, "", "the agent that acts, such as knight g1"},
    {"piece", TABLE_TEXT, "", "its kind"},
    {"move", TABLE_TEXT, "", "the move, in coordinates"},
    {"action", TABLE_TEXT, "",
     "attack, attack request, defence request, move with a planned attack, or move"},
    {"worth", TABLE_COUNT, "1/100 pawn", "worth of the action to the master"},
    {"worst_threat", TABLE_TEXT, "", "the most threatened agent; empty if there is none"},
    {"worst_loss", TABLE_COUNT, "1/100 pawn", "its loss"},
    {"decided_by", TABLE_TEXT, "",
     "the logics without which the probabilities of the moves differ by 1 % or more, such as "
     "backup+move-attack"},
    {"offers", TABLE_COUNT, "offers", "offers that the most threatened agent received"},
    {"refused", TABLE_COUNT, "offers", "those of them whose action is not played"},
};

static void fill_decision(const Decision *decision, gpointer data)
{
    TableRows *rows = data;
    const Game *game = decision->spec->game;
    const MatchRecord *record = decision->record;
    const Message *message = decision->message;
    g_autofree char *logics = logics_list(deciders_of(message), "+");
    int64_t refused = 0;

    for (guint i = 0; i < decision->offers->len; i++)
        refused += is_refused(decision, &g_array_index(decision->offers, Proposal, i));
    row_count(rows, (int64_t)record->job.number);
    row_count(rows, record->plies + 1);
    fill_players(rows, decision->spec, record->job.player[decision->side], opponent_of(decision),
                 decision->phase);
    row_text(rows, agent_text(decision->agent, game).text);
    row_text(rows, PIECE_NAME[decision->agent.type]);
    row_text(rows, game_move_code(game, message->proposal.move).text);
    row_text(rows, CANDIDATE_KIND_NAMES[message->proposal.kind]);
    row_count(rows, message->proposal.worth);
    row_text(rows, message->is_threatened ? agent_text(message->worst, game).text : NULL);
    if (message->is_threatened)
        row_count(rows, message->loss);
    else
        row_empty(rows);
    row_text(rows, logics);
    row_count(rows, decision->offers->len);
    row_count(rows, refused);
}

static bool needs_agents(const PictureTable *picture, const ResultsRun *run, GError **error)
{
    return run->spec->game != NULL || picture_table_lack(picture, run, "games with turns", error);
}

static bool arrange_decisions(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                              GError **error)
{
    return needs_agents(picture, run, error) && replay_games(run, fill_decision, rows, error);
}

static const Table DECISIONS = {
    REPORT_TABLE("decisions", "a decision of agents, in the order of the games and plies",
                 DECISIONS_COLUMNS, NULL),
    .key = {"game", "ply"}};

const PictureTable PICTURE_DECISIONS = {&DECISIONS, "games.csv", true, arrange_decisions};

/* Sums by phase */

#define MOST_LOGICS 32

typedef struct {
    int64_t decisions, agents[PIECE_TYPE_COUNT], actions[CANDIDATE_KIND_COUNT], logics[MOST_LOGICS],
        offers[CANDIDATE_KIND_COUNT], refused[CANDIDATE_KIND_COUNT];
} Sums;

/* The decisions of a player against an opponent. */
typedef struct {
    int player, opponent;
    Sums of[PHASE_COUNT];
} Decided;

/* The element of @all for these players, made if there is none. Usually it is one of the last. */
static Decided *find_players(GArray *all, int player, int opponent)
{
    const Decided decided = {player, opponent, {{0}}};

    for (guint i = all->len; i > 0; i--) {
        Decided *old = &g_array_index(all, Decided, i - 1);
        if (old->player == player && old->opponent == opponent)
            return old;
    }
    g_array_append_val(all, decided);
    return &g_array_index(all, Decided, all->len - 1);
}

static void count_decision(const Decision *decision, gpointer data)
{
    const int player = decision->record->job.player[decision->side];
    Sums *sums = &find_players(data, player, opponent_of(decision))->of[decision->phase];
    const uint32_t logics = deciders_of(decision->message);

    sums->decisions++;
    sums->agents[decision->agent.type]++;
    sums->actions[decision->message->proposal.kind]++;
    for (int i = 0; i < MOST_LOGICS; i++)
        sums->logics[i] += logics >> i & 1;
    for (guint i = 0; i < decision->offers->len; i++) {
        const Proposal *offer = &g_array_index(decision->offers, Proposal, i);
        sums->offers[offer->kind]++;
        sums->refused[offer->kind] += is_refused(decision, offer);
    }
}

static const Column DECIDED_COLUMNS[] = {
    COLUMNS_OF_PHASE,
    {"what", TABLE_TEXT, "",
     "`agent`: decisions in which an agent of this kind acts; `action`: decisions for an action of "
     "this kind; `logic`: decisions that this logic determines, alone or with others; `refused`: "
     "offers of this kind whose action is not played"},
    {"name", TABLE_TEXT, "", "kind of agent, kind of action, logic, or kind of offer"},
    {"count", TABLE_COUNT, "decisions", "these decisions; with `refused`, offers"},
    {"whole", TABLE_COUNT, "decisions",
     "all decisions of the player in this phase; with `refused`, all offers of this kind"},
    {"share", TABLE_REAL, "0..1", "`count` divided by `whole`", 4},
};

/* The rows of a phase. */
typedef struct {
    const Spec *spec;
    const Decided *decided;
    Phase phase;
} PhaseRows;

static void fill_count(TableRows *rows, const PhaseRows *of, const char *what, const char *name,
                       int64_t count, int64_t whole)
{
    fill_players(rows, of->spec, of->decided->player, of->decided->opponent, of->phase);
    row_text(rows, what);
    row_text(rows, name);
    row_count(rows, count);
    row_count(rows, whole);
    row_share(rows, count, whole);
}

static void fill_phase(TableRows *rows, const PhaseRows *of)
{
    const Sums *sums = &of->decided->of[of->phase];

    for (int i = 0; i < PIECE_TYPE_COUNT; i++)
        if (sums->agents[i] > 0)
            fill_count(rows, of, "agent", PIECE_NAME[i], sums->agents[i], sums->decisions);
    for (int i = 0; i < CANDIDATE_KIND_COUNT; i++)
        if (sums->actions[i] > 0)
            fill_count(rows, of, "action", CANDIDATE_KIND_NAMES[i], sums->actions[i],
                       sums->decisions);
    for (int i = 0; LOGICS[i].name != NULL; i++)
        if (sums->logics[i] > 0)
            fill_count(rows, of, "logic", LOGICS[i].name, sums->logics[i], sums->decisions);
    for (int i = 0; i < CANDIDATE_KIND_COUNT; i++)
        if (sums->offers[i] > 0)
            fill_count(rows, of, "refused", CANDIDATE_KIND_NAMES[i], sums->refused[i],
                       sums->offers[i]);
}

static bool arrange_decided(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                            GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Decided));

    if (!needs_agents(picture, run, error) || !replay_games(run, count_decision, all, error))
        return false;
    for (guint i = 0; i < all->len; i++)
        for (Phase phase = 0; phase < PHASE_COUNT; phase++)
            fill_phase(rows, &(PhaseRows){run->spec, &g_array_index(all, Decided, i), phase});
    return true;
}

static const Table DECIDED = {
    REPORT_TABLE(
        "decided_by",
        "a kind of agent, action, logic or offer in the decisions of a player in one phase",
        DECIDED_COLUMNS, NULL),
    .key = {"player", "opponent", "phase", "what", "name"}};

const PictureTable PICTURE_DECIDED = {&DECIDED, "games.csv", true, arrange_decided};
