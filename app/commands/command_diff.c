#include <stdio.h>
#include <string.h>

#include "agents/logic.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/explain/explanation.h"
#include "app/terminal/screen.h"
#include "board/chess.h"
#include "experiments/play/match.h"
#include "experiments/report/results.h"
#include "experiments/run/conversation.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"

#define DEFAULT_GAMES 100
#define DEFAULT_EXAMPLES 3
#define TRIES 16 /* random draws by which differences due to chance are found without shares */

/* The two players that are asked, in the order of the command line. */
enum { FIRST, SECOND, BOTH };

/* What sets two decisions apart. */
typedef struct {
    CandidateKind kind[BOTH]; /* CANDIDATE_KIND_COUNT: no agents decided */
    uint32_t hangs_on;        /* logics, a bit for each; 0: on none alone */
} GroupKey;

/* Positions that both decide in the same different way. */
typedef struct {
    GroupKey key;
    int64_t positions;
    int64_t went[BOTH];        /* games that went on with the move of one of them, */
    int64_t half_points[BOTH]; /* and what the side to move made of them */
    char *example;
} Group;

/* The options, and the result. */
typedef struct {
    Player *player[BOTH];
    char *name[BOTH];
    Memories *memories;
    uint64_t seed;
    GString *csv; /* NULL: text is wanted */
    GPtrArray *groups;
    int64_t games, positions, alike, lucky;
    GError *error; /* a player did not answer */
} Diff;

static void group_free(void *data)
{
    Group *group = data;

    g_free(group->example);
    g_free(group);
}

/* The action of a player in the position of @line. */
static Move decide_action(Diff *diff, int who, const GameLine *line)
{
    Random random = random_for_job(diff->seed, 1);
    const Choice choice =
        player_choose(diff->player[who],
                      &(PlayerCall){.line = line, .random = &random, .memories = diff->memories});

    if (choice.reason != NULL && diff->error == NULL)
        player_fail_choice(diff->name[who], &choice, &diff->error);
    return choice.kind == CHOICE_MOVE ? choice.move : MOVE_NONE;
}

/* Whether @who can choose @move with other random draws: known by its shares, or tried. */
static bool is_in_reach(Diff *diff, int who, const GameLine *line, Move move)
{
    const PlayerCall call = {.line = line, .memories = diff->memories};
    Share shares[GAME_MAX_MOVES];
    const int count = player_shares(diff->player[who], &call, diff->seed, TRIES, shares,
                                    diff->error == NULL ? &diff->error : NULL);

    return shares_find(shares, count, move) > 0;
}

/* Whether one of them chooses the other's move with other random draws. */
static bool is_luck(Diff *diff, const GameLine *line, const Move *move)
{
    return is_in_reach(diff, FIRST, line, move[SECOND]) ||
           is_in_reach(diff, SECOND, line, move[FIRST]);
}

/* One position in which they differ. */
typedef struct {
    const GameLine *line;
    int64_t number; /* of the game, or of the position of a file */
    int ply;        /* 0: there is no game */
    Move move[BOTH], played;
    Explanation explanation[BOTH];
    const Message *decision[BOTH]; /* NULL: the player has no agents */
    int half_points;               /* of the side to move, when the game was over */
} Difference;

/* The logics on which @decision hangs, a bit for each. */
static uint32_t hangs_on(const Message *decision)
{
    uint32_t logics = 0;

    for (int i = 0; decision != NULL && i < decision->decider_count; i++)
        logics |= 1U << decision->deciders[i].logic;
    return logics;
}

static CandidateKind kind_of(const Message *decision)
{
    return decision != NULL ? decision->proposal.kind : CANDIDATE_KIND_COUNT;
}

/* "" if no agents decided. */
static const char *kind_name(CandidateKind kind)
{
    return kind < CANDIDATE_KIND_COUNT ? CANDIDATE_KIND_NAMES[kind] : "";
}

static const char *went_on(const Difference *difference)
{
    if (difference->ply == 0)
        return "";
    if (difference->played == difference->move[FIRST])
        return "first";
    return difference->played == difference->move[SECOND] ? "second" : "other";
}

static void append_csv(GString *csv, const Difference *difference)
{
    const GameLine *line = difference->line;
    g_autofree char *position = line->game->write_state(&line->state);

    g_string_append_printf(csv, "%" G_GINT64_FORMAT ",", difference->number);
    if (difference->ply > 0)
        csv_append_signed(csv, difference->ply);
    g_string_append_c(csv, ',');
    csv_append_text(csv, position);
    for (int i = 0; i < BOTH; i++) {
        const Message *decision = difference->decision[i];
        g_autofree char *logics = logics_list(hangs_on(decision), "+");
        g_string_append_printf(csv, ",%s,%s,", game_move_code(line->game, difference->move[i]).text,
                               kind_name(kind_of(decision)));
        if (decision != NULL)
            csv_append_signed(csv, decision->proposal.worth);
        g_string_append_printf(csv, ",%s", logics);
    }
    g_string_append_printf(csv, ",%s,%s\n", went_on(difference),
                           difference->ply == 0
                               ? ""
                               : (const char *const[]){"0", "0.5", "1"}[difference->half_points]);
}

static char *format_example(const Diff *diff, const Difference *difference)
{
    static const char *const ends[] = {"lost", "drew", "won"};
    const GameLine *line = difference->line;
    const char *side = line->game->side_name[line->game->turn(&line->state)];
    g_autofree char *position = line->game->write_state(&line->state);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s %" G_GINT64_FORMAT, difference->ply == 0 ? "position" : "game",
                           difference->number);
    if (difference->ply > 0)
        g_string_append_printf(text, ", ply %d", difference->ply);
    g_string_append_printf(text, ", %s to move: %s\n", side, position);
    for (int i = 0; i < BOTH; i++) {
        const Message *decision = difference->decision[i];
        g_autofree char *deciders =
            decision != NULL ? message_format_deciders(decision, line->game) : NULL;
        g_string_append_printf(text, "    %s plays %s", diff->name[i],
                               game_move_code(line->game, difference->move[i]).text);
        if (decision != NULL)
            g_string_append_printf(text, ": %s, worth %s; %s", kind_name(kind_of(decision)),
                                   worth_text(decision->proposal.worth).text, deciders);
        g_string_append_c(text, '\n');
    }
    if (difference->ply > 0)
        g_string_append_printf(text, "    %s was played, and %s %s\n",
                               game_move_code(line->game, difference->played).text, side,
                               ends[difference->half_points]);
    return g_string_free(text, FALSE);
}

/* Either decision hangs on logics; those count that only one of them has. */
static GroupKey key_of(const Difference *difference)
{
    GroupKey key = {0};

    for (int i = 0; i < BOTH; i++) {
        const Message *other = difference->decision[BOTH - 1 - i];
        key.kind[i] = kind_of(difference->decision[i]);
        key.hangs_on |= hangs_on(difference->decision[i]) & ~(other != NULL ? other->logics : 0);
    }
    return key;
}

static Group *find_group(const Diff *diff, const GroupKey *key)
{
    for (guint i = 0; i < diff->groups->len; i++) {
        Group *group = diff->groups->pdata[i];
        if (memcmp(&group->key, key, sizeof *key) == 0)
            return group;
    }
    return NULL;
}

static void count_difference(Diff *diff, const Difference *difference)
{
    const GroupKey key = key_of(difference);
    Group *group = find_group(diff, &key);

    if (group == NULL) {
        group = g_new0(Group, 1);
        group->key = key;
        group->example = format_example(diff, difference);
        g_ptr_array_add(diff->groups, group);
    }
    group->positions++;
    for (int i = 0; i < BOTH; i++)
        if (difference->played == difference->move[i]) {
            group->went[i]++;
            group->half_points[i] += difference->half_points;
        }
}

/* The half points of @side. */
static int points_of(const MatchRecord *record, int side)
{
    const int winner = record->outcome.winner;

    return winner == side ? 2 : winner == GAME_NOBODY ? 1 : 0;
}

/* Asks both in the position of @line. @record: the game in which it is; NULL: it is position
 * @number of a file. */
static void ask_both(Diff *diff, const GameLine *line, const MatchRecord *record, int64_t number)
{
    const PlayerCall call = {.line = line, .memories = diff->memories};
    const int ply = line->plies;
    Difference difference = {
        .line = line,
        .number = number,
        .played = MOVE_NONE,
    };

    if (record != NULL) {
        difference.ply = ply + 1;
        difference.played = record->ply[ply].move;
        difference.half_points = points_of(record, line->game->turn(&line->state));
    }

    diff->positions++;
    for (int i = 0; i < BOTH; i++)
        difference.move[i] = decide_action(diff, i, line);
    if (difference.move[FIRST] == difference.move[SECOND] || difference.move[FIRST] == MOVE_NONE ||
        difference.move[SECOND] == MOVE_NONE) {
        diff->alike++;
        return;
    }
    if (is_luck(diff, line, difference.move)) {
        diff->lucky++;
        return;
    }
    for (int i = 0; i < BOTH; i++) {
        explanation_make(diff->player[i], &call, diff->seed, &difference.explanation[i]);
        difference.decision[i] = explanation_decision(&difference.explanation[i]);
    }
    count_difference(diff, &difference);
    if (diff->csv != NULL)
        append_csv(diff->csv, &difference);
    for (int i = 0; i < BOTH; i++)
        explanation_clear(&difference.explanation[i]);
}

/* Asks about all positions of the game of @record. */
static void ask_game(Diff *diff, const Spec *spec, const MatchRecord *record)
{
    g_autoptr(GameLine) line = game_line_new(spec->game, &spec->rules.draws);

    diff->games++;
    game_line_start(line, &record->opening);
    for (int ply = 0; ply < record->plies && diff->error == NULL; ply++) {
        ask_both(diff, line, record, (int64_t)record->job.number);
        game_line_play(line, record->ply[ply].move);
    }
}

/* Asks about the positions of the file @path. */
static bool ask_positions(Diff *diff, const char *path, GError **error)
{
    const DrawRules none = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &none);
    g_auto(Openings) positions = {0};

    if (!positions_read(path, &GAME_CHESS, &positions, error))
        return false;
    for (size_t i = 0; i < positions.count && diff->error == NULL; i++) {
        game_line_start(line, &positions.states[i]);
        ask_both(diff, line, NULL, (int64_t)i + 1);
    }
    if (diff->error == NULL)
        return true;
    g_propagate_prefixed_error(error, g_steal_pointer(&diff->error), "%s: ", path);
    return false;
}

/* Plays the games of @spec, one after the other: those of @run, which must be the same games; NULL:
 * all. */
static bool play_games(Diff *diff, const Spec *spec, const ResultsRun *run, GError **error)
{
    const bool is_run = run != NULL;
    const char *folder = is_run ? run->folder : NULL;
    g_autoptr(RunMemory) memory = is_run ? run_memory_new(spec, NULL) : NULL;
    g_auto(RunRows) rows = run_rows_open(folder, is_run ? results_rows(run) : 0);
    g_autoptr(Match) match = NULL;
    g_autoptr(MatchRecord) record = match_record_new();
    uint64_t number = 0;

    if ((is_run && !run_memory_read(memory, folder, error)) ||
        !(match = match_new(spec, memory, error)))
        return false;
    while (is_run ? run_rows_next(&rows) : number < schedule_count(spec)) {
        number = is_run ? rows.number : number + 1;
        if (number > schedule_count(spec))
            return experiments_fail(error, "'%s' has no game %" G_GUINT64_FORMAT, folder, number);
        if (is_run && !match_check_replay(spec, number, error))
            return false;
        if (!match_play(match, number, record))
            return match_record_fail(record, error);
        if (!run_rows_check(&rows, spec, record, error))
            return false;
        ask_game(diff, spec, record);
        if (diff->error != NULL) {
            g_propagate_prefixed_error(error, g_steal_pointer(&diff->error),
                                       "game %" G_GUINT64_FORMAT ": ", number);
            return false;
        }
    }
    return true;
}

static int compare_groups(gconstpointer a, gconstpointer b)
{
    const Group *first = *(Group *const *)a, *second = *(Group *const *)b;

    if (first->positions != second->positions)
        return first->positions < second->positions ? 1 : -1;
    return strcmp(first->example, second->example);
}

static char *format_points(const Group *group, int who)
{
    g_autofree char *share = NULL;

    if (group->went[who] == 0)
        return g_strdup("");
    share = format_share((double)group->half_points[who] / 2 / (double)group->went[who]);
    return g_strdup_printf("%s (%" G_GINT64_FORMAT ")", share, group->went[who]);
}

static const char *or_dash(const char *text)
{
    return *text != '\0' ? text : "-";
}

/* The most frequent groups first. */
static char *describe_groups(const Diff *diff, uint64_t examples)
{
    const char *const head[] = {"",          diff->name[FIRST], diff->name[SECOND], "depends on",
                                "positions", "points, first",   "points, second",   NULL};
    const GPtrArray *groups = diff->groups;
    g_autoptr(GPtrArray) table = sheet_new(head);
    GString *text = g_string_new(NULL);
    const int64_t differ = diff->positions - diff->alike - diff->lucky;
    g_autofree char *where = diff->games == 0
                                 ? g_strdup("these positions")
                                 : g_strdup_printf("%" G_GINT64_FORMAT " game%s", diff->games,
                                                   plural_ending(diff->games));

    g_string_append_printf(
        text,
        "%s and %s in %s: the decisions differ in %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
        " positions; differences due to chance: %" G_GINT64_FORMAT "\n",
        diff->name[FIRST], diff->name[SECOND], where, differ, diff->positions, diff->lucky);
    if (g_str_equal(diff->name[FIRST], diff->name[SECOND]))
        g_string_append(text, "both players are the same: they decide alike in every position\n");
    g_ptr_array_sort(diff->groups, compare_groups);
    for (guint i = 0; i < groups->len; i++) {
        const Group *group = groups->pdata[i];
        const CandidateKind *kind = group->key.kind;
        g_autofree char *logics = logics_list(group->key.hangs_on, "+");
        char *cells[] = {
            g_strdup_printf("%u", i + 1),
            g_strdup(or_dash(kind_name(kind[FIRST]))),
            g_strdup(or_dash(kind_name(kind[SECOND]))),
            g_strdup(or_dash(logics)),
            format_count(group->positions),
            format_points(group, FIRST),
            format_points(group, SECOND),
            NULL,
        };
        g_ptr_array_add(table, g_memdup2(cells, sizeof cells));
    }
    if (groups->len > 0)
        sheet_append(
            text, "Kinds of differences, most frequent first", table,
            "points: mean score of the side that played this move; in parentheses, the number of "
            "positions in which it was played\n",
            false);
    for (guint i = 0; i < groups->len && i < examples; i++)
        g_string_append_printf(text, "\n%u: %s", i + 1, ((Group *)groups->pdata[i])->example);
    return g_string_free(text, FALSE);
}

static bool fits_both(const Diff *diff, const Game *game, GError **error)
{
    return player_fits(diff->player[FIRST], game, diff->memories, error) &&
           player_fits(diff->player[SECOND], game, diff->memories, error);
}

static bool compare_file(Diff *diff, const char *path, GError **error)
{
    return fits_both(diff, &GAME_CHESS, error) && ask_positions(diff, path, error);
}

static bool compare_run(Diff *diff, const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read(folder, "this command", error);

    if (run == NULL)
        return false;
    if (run->spec->game == NULL)
        return experiments_fail(error, "'%s' contains no games with turns", folder);
    if (!fits_both(diff, run->spec->game, error))
        return false;
    return run->spec->record.games ? play_games(diff, run->spec, run, error)
                                   : results_lack_file(folder, TABLE_GAMES.file, error);
}

/* The games of the runs, the positions of the files, or new games of the two. */
static bool compare_all(Diff *diff, char **folders, uint64_t games, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(Spec) spec = NULL;

    for (char **folder = folders; *folder != NULL; folder++) {
        const bool is_file =
            g_str_equal(*folder, "-") || g_file_test(*folder, G_FILE_TEST_IS_REGULAR);
        if (!(is_file ? compare_file : compare_run)(diff, *folder, error))
            return false;
    }
    if (*folders != NULL)
        return true;
    text = g_strdup_printf("[players]\nA=%s\nB=%s\n[experiment]\nseed=%" G_GUINT64_FORMAT
                           "\ngames=%" G_GUINT64_FORMAT "\n",
                           diff->name[FIRST], diff->name[SECOND], diff->seed, games);
    spec = spec_parse(text, "diff", NULL, "diff", NULL, error);
    return spec != NULL && play_games(diff, spec, NULL, error);
}

static bool make_players(Diff *diff, char **names, GError **error)
{
    for (int i = 0; i < BOTH; i++) {
        diff->player[i] = player_new(names[i], NULL, error);
        if (diff->player[i] == NULL)
            return false;
        diff->name[i] = player_describe(diff->player[i]);
        if (diff->player[i]->kind->command != NULL)
            return player_refuse(error, "player '%s' does not explain its decisions", names[i]);
    }
    return true;
}

static void diff_clear(Diff *diff)
{
    for (int i = 0; i < BOTH; i++) {
        g_clear_pointer(&diff->player[i], player_free);
        g_free(diff->name[i]);
    }
    if (diff->csv != NULL)
        g_string_free(diff->csv, TRUE);
    g_ptr_array_unref(diff->groups);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Diff, diff_clear)

#define CSV_HEADER                                                                              \
    "game,ply,position,first_move,first_kind,first_worth,first_logics,second_move,second_kind," \
    "second_worth,second_logics,went_on,points\n"

int command_diff(const Command *command, int argc, char **argv, GError **error)
{
    static const char *const formats[] = {"text", "csv", NULL};
    int format = 0;
    uint64_t seed = 1, games = 0, examples = DEFAULT_EXAMPLES;
    const Option entries[] = {
        {"games", 'g', "N", "Games to play if no RUN or FILE is given (100)", .number = &games,
         .min = 1, .max = 1000000},
        {"seed", 0, "N", "Seed of all random draws (1)", .number = &seed, .max = G_MAXINT64},
        {"examples", 0, "N", "Number of groups with an example (3)", .number = &examples,
         .max = 1000},
        {"format", 0, NULL, "Output format; csv: one row per difference (text)", .choice = &format,
         .choices = formats},
        {NULL},
    };
    g_autoptr(Memories) memories = command_memories();
    g_auto(Diff) diff = {
        .memories = memories,
        .groups = g_ptr_array_new_with_free_func(group_free),
    };
    g_autofree char *text = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(format == 1);
    diff.seed = seed;
    if (!make_players(&diff, argv + 1, error))
        return STATUS_USAGE;
    if (games > 0 && argv[3] != NULL)
        return command_fail(error, STATUS_USAGE, "--games cannot be combined with RUN or FILE");
    if (format == 1)
        diff.csv = g_string_new(CSV_HEADER);
    if (!compare_all(&diff, argv + 3, games > 0 ? games : DEFAULT_GAMES, error))
        return STATUS_FAILURE;
    text = format == 1 ? g_strdup(diff.csv->str) : describe_groups(&diff, examples);
    fputs(text, stdout);
    return STATUS_OK;
}
