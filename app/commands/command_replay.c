#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/async/async_recording.h"
#include "app/commands/commands.h"
#include "app/explain/contrast.h"
#include "app/explain/explanation_text.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "experiments/play/match.h"
#include "experiments/run/checkpoint.h"
#include "experiments/run/conversation.h"
#include "experiments/run/records.h"
#include "experiments/tables/run_tables.h"

#define ALL_PLIES UINT64_MAX

/* The options, and the result. */
typedef struct {
    const Spec *spec;
    uint64_t number;
    uint64_t ply; /* the last one shown, or ALL_PLIES */
    bool messages, boards;
    GStrv only;            /* kinds of messages and agents, or NULL: all */
    uint64_t headed;       /* the last ply of which the headline is printed; 0: none */
    const char *recording; /* of an asynchronous game: the file to record it in, or NULL */
    const char *why;       /* the move that is to be compared with that of ply @ply, or NULL */
    GameLine *line;        /* until that ply, and what was said in it; only with these */
    GPtrArray *heard;
    MatchRecord *record;
    GameState before; /* the ply under way */
    GameState state;  /* after ply @ply */
} Replay;

/* The headline of what belongs to the ply after the recorded ones, once. */
static void print_headline(Replay *replay, const GameState *before)
{
    const Game *game = replay->spec->game;
    const uint64_t ply = (uint64_t)replay->record->plies + 1;

    if (replay->headed != ply)
        printf("ply %" G_GUINT64_FORMAT ", %s:\n", ply, game->side_name[game->turn(before)]);
    replay->headed = ply;
}

/* Reads "report,decision,rook d5" into @out_words: kinds of messages, and agents of @game by piece,
 * by square, by both or as "master". */
static bool read_only(const char *text, const Game *game, GStrv *out_words, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_autoptr(GString) kinds = g_string_new(NULL);

    for (char **word = words; *word != NULL; word++) {
        AgentName name;
        Nearest nearest = nearest_to(g_strstrip(*word), -1);
        g_autofree char *question = NULL;
        if (text_place(*word, MESSAGE_KIND_NAMES, MESSAGE_KIND_COUNT) >= 0 ||
            text_place(*word, PIECE_NAME, PIECE_TYPE_COUNT) >= 0 ||
            game->parse_square(*word) >= 0 || agent_name_parse(*word, game, &name))
            continue;
        for (MessageKind kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
            nearest_try(&nearest, MESSAGE_KIND_NAMES[kind]);
            g_string_append_printf(kinds, "%s%s", kind > 0 ? ", " : "", MESSAGE_KIND_NAMES[kind]);
        }
        for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
            nearest_try(&nearest, PIECE_NAME[type]);
        nearest_try(&nearest, "master");
        question = nearest_question(&nearest);
        return experiments_fail_usage(
            error,
            "--only: '%s' is neither a kind of message (%s) nor an agent ('rook', 'd5', 'rook d5', "
            "'master')%s",
            *word, kinds->str, question);
    }
    *out_words = g_steal_pointer(&words);
    return true;
}

/* Whether @word is the agent called @name, its piece or its square. */
static bool names_agent(const char *word, const char *name)
{
    const char *square = strchr(name, ' ');

    return g_str_equal(word, name) ||
           (square != NULL && (g_str_equal(word, square + 1) ||
                               (g_str_has_prefix(name, word) && name[strlen(word)] == ' ')));
}

/* A message is shown if it is of one of the kinds, and sent by or to one of the agents; if no kind
 * or no agent is named, all are meant. */
static bool is_shown(const Replay *replay, const Message *message)
{
    const Game *game = replay->spec->game;
    const AgentText sender = agent_text(message->sender, game);
    const AgentText receiver = agent_text(message->receiver, game);
    bool any_kind = true, any_agent = true, has_kind = false, has_agent = false;

    for (char **word = replay->only; word != NULL && *word != NULL; word++)
        if (text_place(*word, MESSAGE_KIND_NAMES, MESSAGE_KIND_COUNT) >= 0) {
            any_kind = false;
            has_kind |= g_str_equal(*word, MESSAGE_KIND_NAMES[message->kind]);
        } else {
            any_agent = false;
            has_agent |= names_agent(*word, sender.text) || names_agent(*word, receiver.text);
        }
    return (any_kind || has_kind) && (any_agent || has_agent);
}

static void print_message(const Message *message, void *data)
{
    Replay *replay = data;
    g_autofree char *text = NULL;

    if (!is_shown(replay, message))
        return;
    print_headline(replay, &replay->before);
    text = message_format(message, replay->spec->game);
    screen_print(text);
    putchar('\n');
}

static bool shows_messages(const Replay *replay, uint64_t ply)
{
    return replay->messages && (replay->ply == ALL_PLIES || replay->ply == ply);
}

static bool shows_board(const Replay *replay, uint64_t ply)
{
    return replay->boards && ply <= replay->ply;
}

/* The move played in @before, unless the game ended without one, and its result. */
static void print_step(const GameLine *line, const GameState *before, uint64_t ply)
{
    const Game *game = line->game;
    g_autofree char *board = game->draw(&line->state, command_begin_color());

    if ((uint64_t)line->plies < ply)
        return;
    printf("%s plays %s\n\n%s\n", game->side_name[game->turn(before)],
           game_move_text(game, before, line->moves[line->plies - 1]).text, board);
}

/* Plays the whole game, as its result is to be checked, and keeps the position asked for. */
static void replay_game(Replay *replay, Match *match)
{
    const GameLine *line = match_line(match);
    MatchRecord *record = replay->record;
    const Recorder printer = {print_message, replay};

    match_begin(match, replay->number, record);
    replay->state = line->state;
    while (record->outcome.termination == TERMINATION_NONE) {
        const uint64_t ply = (uint64_t)record->plies + 1;
        replay->before = line->state;
        if (shows_board(replay, ply) || (shows_messages(replay, ply) && replay->only == NULL))
            print_headline(replay, &replay->before);
        if (replay->why != NULL && ply == replay->ply) {
            replay->line = game_line_copy(line);
            match_step(match, record, &(Recorder){messages_keep, replay->heard});
        } else {
            match_step(match, record, shows_messages(replay, ply) ? &printer : NULL);
        }
        if (shows_board(replay, ply))
            print_step(line, &replay->before, ply);
        if (ply <= replay->ply)
            replay->state = line->state;
    }
}

static void print_players(const Replay *replay)
{
    const Spec *spec = replay->spec;
    const Job *job = &replay->record->job;

    printf("game %" G_GUINT64_FORMAT ", seed %" G_GUINT64_FORMAT "\n", job->number, spec->seed);
    for (int side = 0; side < spec->contest->sides; side++)
        printf("%s %s (%s)\n", spec->side_names[side], spec->players[job->player[side]].name,
               spec->players[job->player[side]].text);
}

/* Where the game began, and its moves. */
static void print_moves(const Replay *replay)
{
    const MatchRecord *record = replay->record;
    const uint64_t plies = (uint64_t)record->plies;
    g_autofree char *opening = replay->spec->game->write_state(&record->opening);
    g_autoptr(GString) text = g_string_new(NULL);
    PgnMoves moves = pgn_moves_begin(text);

    records_append_moves(replay->spec, record, (int)MIN(plies, replay->ply), &moves);
    printf("from %s\n%s\n\n", opening, text->str);
}

static void print_board(const Replay *replay)
{
    const Game *game = replay->spec->game;
    const MatchRecord *record = replay->record;
    g_autofree char *board = game->draw(&replay->state, command_begin_color());
    g_autofree char *text = game->write_state(&replay->state);
    g_autofree char *result = replay->spec->contest->records->describe_result(replay->spec, record);

    printf("%s\n%s\n", board, text);
    if (replay->ply < (uint64_t)record->plies)
        printf("%s to move after ply %" G_GUINT64_FORMAT " of %d\n",
               game->side_name[game->turn(&replay->state)], replay->ply, record->plies);
    else
        printf("%s after ply %d (%s)\n", result, record->plies,
               termination_name(record->outcome.termination));
}

/* Compares with what the run has written, and says what came of it. */
static int check_row(const Replay *replay, const char *folder, GError **error)
{
    g_auto(RunRows) rows = run_rows_open(folder, G_MAXINT64);

    if (!run_rows_check(&rows, replay->spec, replay->record, error))
        return STATUS_FAILURE;
    printf(rows.number != 0 ? "the game matches '%s'\n"
           : g_file_test(rows.path, G_FILE_TEST_EXISTS)
               ? "'%s' contains no row for this game\n"
               : "there is no '%s', so the game was not compared\n",
           rows.path);
    return STATUS_OK;
}

/* Explains the decision of ply @ply, as it was made in the game, and why not --why. */
static int print_why(Replay *replay, const char *folder, GError **error)
{
    const GameLine *line = replay->line;
    const ExplanationForm form = {.in_color = command_begin_color()};
    const MatchPly *played = &replay->record->ply[replay->ply - 1];
    const int who = replay->record->job.player[played->side];
    g_autoptr(Player) player = player_new(replay->spec->players[who].text, NULL, error);
    g_auto(Explanation) explanation = {0};
    g_auto(Contrast) contrast = {0};
    g_autofree char *text = NULL, *reasons = NULL;
    Move why;

    if (player == NULL)
        return STATUS_FAILURE;
    explanation_of(player, line, g_steal_pointer(&replay->heard), played->move, &explanation);
    if (!explanation_tells(&explanation))
        return command_fail(error, STATUS_USAGE,
                            "--why: player '%s' did not explain its decisions in that game",
                            explanation.player);
    if (!line->game->parse_move(&line->state, replay->why, &why, error)) {
        g_prefix_error(error, "--why %s: ", replay->why);
        return STATUS_USAGE;
    }
    contrast_make(player, &explanation, why, &contrast);
    text = explanation_to_text(&explanation, &form);
    reasons = contrast_to_text(&contrast);
    print_players(replay);
    printf("\nply %" G_GUINT64_FORMAT "\n", replay->ply);
    screen_print(text);
    putchar('\n');
    screen_print(reasons);
    putchar('\n');
    return check_row(replay, folder, error);
}

static bool play_game(const Replay *replay, Match *match, GError **error)
{
    AsyncRecording *recording;

    if (replay->recording == NULL) {
        match_play(match, replay->number, replay->record);
        return true;
    }
    recording = async_recording_create(replay->recording, error);
    if (recording == NULL)
        return false;
    async_recording_write_match(match, replay->spec, replay->number, replay->record,
                                &(SessionOutput){async_recording_write, recording});
    return async_recording_close(recording, error);
}

/* Of a game without turns. */
static int print_result(const Replay *replay, Match *match, const char *folder, GError **error)
{
    g_autofree char *result = NULL;

    if (!play_game(replay, match, error))
        return STATUS_FAILURE;
    result = replay->spec->contest->records->describe_result(replay->spec, replay->record);
    print_players(replay);
    printf("%s (%s)\n", result, termination_name(replay->record->outcome.termination));
    if (replay->recording != NULL)
        printf("recorded in %s\n", replay->recording);
    return check_row(replay, folder, error);
}

static int replay_number(Replay *replay, const char *folder, GError **error)
{
    const Spec *spec = replay->spec;
    g_autoptr(RunMemory) memory = run_memory_new(spec, NULL);
    g_autoptr(Match) match = NULL;
    g_autoptr(MatchRecord) record = match_record_new();

    if (replay->number > schedule_count(spec))
        return command_fail(error, STATUS_USAGE,
                            "--game is %" G_GUINT64_FORMAT
                            ", but the last game is %" G_GUINT64_FORMAT,
                            replay->number, schedule_count(spec));
    if (!match_check_replay(spec, replay->number, error) ||
        !run_memory_read(memory, folder, error) || !(match = match_new(spec, memory, error)))
        return STATUS_FAILURE;
    replay->record = record;
    if (spec->game == NULL)
        return print_result(replay, match, folder, error);
    replay_game(replay, match);
    if (replay->ply != ALL_PLIES && replay->ply > (uint64_t)replay->record->plies)
        return command_fail(error, STATUS_USAGE,
                            "--ply is %" G_GUINT64_FORMAT ", but the last ply is %d", replay->ply,
                            replay->record->plies);
    if (replay->why != NULL)
        return print_why(replay, folder, error);
    print_players(replay);
    print_moves(replay);
    print_board(replay);
    return check_row(replay, folder, error);
}

/* Plays the recorded game of asynchronous chess in the file @path again. */
static int replay_recording(const char *path, GError **error)
{
    g_autofree char *result = NULL;
    AsyncReplay replay;

    if (!async_recording_replay_file(path, NULL, &replay, error))
        return STATUS_FAILURE;
    result = async_end_sentence(&replay.world);
    printf("asynchronous chess, seed %" G_GUINT64_FORMAT "\nwhite %s\nblack %s\n", replay.head.seed,
           replay.head.name[COLOR_WHITE], replay.head.name[COLOR_BLACK]);
    printf("%" G_GINT64_FORMAT " command%s, %" G_GINT64_FORMAT " event%s\n%s\n", replay.commands,
           plural_ending(replay.commands), replay.events, plural_ending(replay.events), result);
    if (replay.is_cut_short)
        printf("the game was cut short: %s\n", replay.reason);
    else if (replay.world.end == ASYNC_GOES_ON)
        puts("the recording does not contain the end of the game");
    puts("the replay is identical, byte for byte");
    return STATUS_OK;
}

static Spec *load_spec(const char *folder, GError **error)
{
    g_autofree char *text = resume_read_spec(folder, error);

    return text != NULL ? spec_parse(text, folder, NULL, "", NULL, error) : NULL;
}

/* Whether @replay has a use for its options. Moves describe games with turns: only others are
 * recorded. */
static bool check_options(const Replay *replay, GError **error)
{
    const bool has_turns = replay->spec->game != NULL;

    if (!has_turns &&
        (replay->ply != ALL_PLIES || replay->messages || replay->boards || replay->why != NULL))
        return experiments_fail_usage(
            error, "--ply, --boards, --messages and --why apply only to games with turns");
    if (has_turns && replay->recording != NULL)
        return experiments_fail_usage(error, "--record applies only to asynchronous games");
    if (replay->why != NULL && replay->messages)
        return experiments_fail_usage(error, "--why cannot be combined with --messages");
    return replay->why == NULL || (replay->ply != ALL_PLIES && replay->ply != 0) ||
           experiments_fail_usage(error, "--why requires --ply P with P of at least 1");
}

int command_replay(const Command *command, int argc, char **argv, GError **error)
{
    Replay replay = {.ply = ALL_PLIES};
    const char *only = NULL;
    const Option entries[] = {
        {"game", 0, "N", "Number of the game", .number = &replay.number, .min = 1,
         .max = G_MAXINT64},
        {"ply", 0, "P", "Stop at the position after ply P", .number = &replay.ply, .max = G_MAXINT},
        {"messages", 'm', NULL,
         "Print the messages of the agents before ply P, or before every ply",
         .on = &replay.messages},
        {"only", 0, "LIST",
         "Print only messages of these kinds or agents, such as report,decision,rook",
         .text = &only},
        {"boards", 'b', NULL, "Print the board after each ply", .on = &replay.boards},
        {"why", 0, "MOVE", "Explain why MOVE was not played at ply P", .text = &replay.why},
        {"record", 0, "FILE", "Record a game of asynchronous chess in a new file",
         .file = &replay.recording},
        {NULL},
    };
    g_autoptr(Spec) spec = NULL;
    int status;

    command_parse(command, entries, &argc, argv);
    replay.messages |= only != NULL;
    if (!g_file_test(argv[1], G_FILE_TEST_EXISTS))
        return command_fail(error, STATUS_FAILURE, "'%s' does not exist", argv[1]);
    if (!g_file_test(argv[1], G_FILE_TEST_IS_DIR))
        return replay.number == 0 && replay.ply == ALL_PLIES && !replay.messages &&
                       !replay.boards && replay.why == NULL && replay.recording == NULL
                   ? replay_recording(argv[1], error)
                   : command_fail(error, STATUS_USAGE,
                                  "'%s' is a file; options apply only to the folder of a run",
                                  argv[1]);
    if (replay.number == 0)
        return command_fail(error, STATUS_USAGE, "--game N is missing");
    spec = load_spec(argv[1], error);
    if (spec == NULL)
        return STATUS_FAILURE;
    replay.spec = spec;
    if (!check_options(&replay, error) ||
        (only != NULL && !read_only(only, spec->game, &replay.only, error)))
        return STATUS_USAGE;
    replay.heard = messages_new();
    status = replay_number(&replay, argv[1], error);
    g_clear_pointer(&replay.heard, g_ptr_array_unref);
    g_clear_pointer(&replay.line, game_line_free);
    g_strfreev(replay.only);
    return status;
}
