#include <stdio.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/explain/contrast.h"
#include "app/explain/explanation_text.h"
#include "app/explain/question.h"
#include "app/terminal/screen.h"
#include "experiments/tools/json_members.h"
#include "players/player.h"

#define DEFAULT_PLAYER "level:7"

static const char *const FORMATS[] = {"text", "json", NULL};

/* The options. */
typedef struct {
    const char *player, *against, *why;
    uint64_t seed;
    int format; /* of FORMATS */
    bool all_messages, parts, imagined;
    const char *positions; /* a file of them; NULL: one position */
} Wish;

/* The player that @text names, which is to answer @call and says how it decides. */
static Player *seat_player(const char *text, const PlayerCall *call, GError **error)
{
    g_autoptr(Player) player = question_seat_player(text, call->line, call->memories, error);

    if (player != NULL && player->kind->command != NULL)
        return player_refuse(error, "player '%s' does not explain its decisions", text);
    return g_steal_pointer(&player);
}

/* The move of --why, MOVE_NONE without it. */
static bool read_why(const Wish *wish, const GameLine *line, const Explanation *const *explanations,
                     Move *out_move, GError **error)
{
    *out_move = MOVE_NONE;
    if (wish->why == NULL)
        return true;
    if (!line->game->parse_move(&line->state, wish->why, out_move, error)) {
        g_prefix_error(error, "--why %s: ", wish->why);
        return false;
    }
    for (; *explanations != NULL; explanations++)
        if (!explanation_tells(*explanations))
            return player_refuse(error, "--why: player '%s' does not explain its decisions",
                                 (*explanations)->player);
    return true;
}

/* What was decided, or with a second player both, and why not the move of --why. */
typedef struct {
    const Explanation *explanation;
    Comparison comparison;
    Contrast contrast; /* no reasons: there is none */
} Answer;

static void print_text(const Wish *wish, const Answer *answer)
{
    const ExplanationForm form = {
        .all_messages = wish->all_messages,
        .parts = wish->parts,
        .imagined = wish->imagined,
        .in_color = command_begin_color(),
    };
    g_autofree char *text = wish->against != NULL
                                ? comparison_to_text(&answer->comparison, form.in_color)
                                : explanation_to_text(answer->explanation, &form);
    g_autofree char *reasons =
        answer->contrast.reasons != NULL ? contrast_to_text(&answer->contrast) : NULL;

    screen_print(text);
    if (reasons != NULL)
        putchar('\n');
    screen_print(reasons != NULL ? reasons : "");
}

static void print_json(const Wish *wish, const Answer *answer)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *text = NULL;

    json_builder_begin_object(json);
    if (wish->against != NULL)
        comparison_add_json(&answer->comparison, wish->all_messages, json);
    else
        explanation_add_json(answer->explanation, wish->all_messages, json);
    if (answer->contrast.reasons != NULL) {
        json_begin_object(json, "why_not");
        contrast_add_json(&answer->contrast, json);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
    text = wish->positions != NULL ? json_finish_line(json) : json_finish_indented(json);
    fputs(text, stdout);
    if (wish->positions != NULL)
        putchar('\n');
}

static void print_answer(const Wish *wish, Player *const *players,
                         const Explanation *const *explanations, Move why)
{
    Answer answer = {.explanation = explanations[0]};

    if (wish->against != NULL)
        comparison_make(players, explanations, why, &answer.comparison);
    else if (why != MOVE_NONE)
        contrast_make(players[0], explanations[0], why, &answer.contrast);
    (wish->format == 1 ? print_json : print_text)(wish, &answer);
    comparison_clear(&answer.comparison);
    contrast_clear(&answer.contrast);
}

static int explain_position(const Wish *wish, const GameLine *line, Memories *memories,
                            GError **error)
{
    g_autoptr(Player) player = NULL, other = NULL;
    g_auto(Explanation) explanation = {0}, against = {0};
    const Explanation *const explanations[] = {&explanation,
                                               wish->against != NULL ? &against : NULL, NULL};
    const PlayerCall call = {
        .line = line, .memories = memories, .recorder = &(Recorder){.imagined = wish->imagined}};
    Move why;

    if (!(player = seat_player(wish->player, &call, error)) ||
        (wish->against != NULL && !(other = seat_player(wish->against, &call, error))))
        return STATUS_USAGE;
    explanation_make(player, &call, wish->seed, &explanation);
    if (other != NULL)
        explanation_make(other, &call, wish->seed, &against);
    if (!read_why(wish, line, explanations, &why, error))
        return STATUS_USAGE;
    print_answer(wish, (Player *[]){player, other}, explanations, why);
    return STATUS_OK;
}

/* Each position of the file, numbered; in JSON a line for each. */
static int explain_positions(const Wish *wish, GameLine *line, Memories *memories, GError **error)
{
    g_auto(Openings) positions = {0};
    int status = STATUS_OK;

    if (!positions_read(wish->positions, line->game, &positions, error))
        return STATUS_FAILURE;
    for (size_t i = 0; i < positions.count && status == STATUS_OK; i++) {
        game_line_start(line, &positions.states[i]);
        if (wish->format == 0)
            printf("%sPosition %zu\n", i > 0 ? "\n" : "", i + 1);
        status = explain_position(wish, line, memories, error);
        if (status != STATUS_OK)
            g_prefix_error(error, "position %zu: ", i + 1);
    }
    return status;
}

int command_explain(const Command *command, int argc, char **argv, GError **error)
{
    PositionOption position = {0};
    Wish wish = {.player = DEFAULT_PLAYER, .seed = 1};
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The player that decides (" DEFAULT_PLAYER ")",
         .text = &wish.player},
        {"why", 0, "MOVE", "Also explain why MOVE was, or was not, played", .text = &wish.why},
        {"against", 0, "PLAYER",
         "Compare with PLAYER, and name the first step at which the players differ",
         .text = &wish.against},
        POSITION_OPTIONS(&position),
        {"positions", 0, "FILE",
         "Explain each position of FILE: lines of FEN or EPD, or PGN; -: standard input",
         .text = &wish.positions},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &wish.seed, .max = G_MAXUINT64},
        {"format", 0, NULL, "Output format (text)", .choice = &wish.format, .choices = FORMATS},
        {"messages", 0, NULL, "Also print all messages", .on = &wish.all_messages},
        {"parts", 0, NULL, "Also print the parts of each candidate's worth", .on = &wish.parts},
        {"imagined", 0, NULL, "Also print the imagined decisions (levels 12, 13)",
         .on = &wish.imagined},
        {NULL},
    };

    g_autoptr(Memories) memories = command_memories();
    g_autoptr(GameLine) line = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(wish.format == 1);
    if (wish.positions != NULL && position.text != NULL)
        return command_fail(error, STATUS_USAGE,
                            "--positions cannot be combined with --fen or --position");
    line = position_option_read(&position, NULL, error);
    if (line == NULL)
        return STATUS_USAGE;
    return wish.positions != NULL ? explain_positions(&wish, line, memories, error)
                                  : explain_position(&wish, line, memories, error);
}
