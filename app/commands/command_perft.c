#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "board/chess.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/text_lines.h"
#include "experiments/tools/text_file.h"

/* Deeper trees could never be counted. */
#define MAX_DEPTH 30

#define NO_BOUND UINT64_MAX /* of nodes */

static uint64_t count_nodes(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    uint64_t nodes = 0;
    int count;

    if (game == &GAME_CHESS)
        return movegen_perft(&state->chess, depth);
    if (depth == 0)
        return 1;
    count = game->moves(state, moves);
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->play(&next, moves[i]);
        nodes += count_nodes(game, &next, depth - 1);
    }
    return nodes;
}

typedef struct {
    char move[GAME_MOVE_TEXT_SIZE];
    uint64_t nodes;
} Division;

static int compare_divisions(const void *a, const void *b)
{
    return strcmp(((const Division *)a)->move, ((const Division *)b)->move);
}

/* Prints the nodes below each move and returns their sum. */
static uint64_t print_divided(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    Division divisions[GAME_MAX_MOVES];
    const int count = game->moves(state, moves);
    uint64_t nodes = 0;

    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->format_move_code(moves[i], divisions[i].move);
        game->play(&next, moves[i]);
        divisions[i].nodes = count_nodes(game, &next, depth - 1);
        nodes += divisions[i].nodes;
    }
    qsort(divisions, (size_t)count, sizeof divisions[0], compare_divisions);
    for (int i = 0; i < count; i++)
        printf("%s %" PRIu64 "\n", divisions[i].move, divisions[i].nodes);
    return nodes;
}

static int count_position(const PositionOption *position, const char *depth_text, bool divide)
{
    const Game *game;
    GameState state;
    uint64_t depth = 0;
    g_autoptr(GError) error = NULL;

    if (!option_read_number("DEPTH", depth_text, 0, MAX_DEPTH, &depth, &error) ||
        !position_option_read(position, &game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    if (divide && depth == 0)
        return command_fail_text(STATUS_USAGE, "--divide needs a DEPTH of 1 or more");
    printf("nodes %" PRIu64 "\n", divide ? print_divided(game, &state, (int)depth)
                                         : count_nodes(game, &state, (int)depth));
    return STATUS_OK;
}

/* The results of a suite so far. */
typedef struct {
    uint64_t right;   /* positions */
    uint64_t wrong;   /* positions */
    uint64_t skipped; /* depths */
    uint64_t nodes;   /* counted */
    uint64_t unreadable;
} SuiteTally;

/* Reads one expected count, "D3 8902". */
static bool parse_expectation(const char *operation, int *out_depth, uint64_t *out_nodes,
                              GError **error)
{
    g_auto(GStrv) word = text_words(operation);
    guint64 depth, nodes;

    if (g_strv_length(word) != 2 || word[0][0] != 'D' ||
        !g_ascii_string_to_unsigned(word[0] + 1, 10, 0, MAX_DEPTH, &depth, NULL) ||
        !g_ascii_string_to_unsigned(word[1], 10, 0, UINT64_MAX, &nodes, NULL)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX,
                    "'%s' is not an expected count such as 'D3 8902'", operation);
        return false;
    }
    *out_depth = (int)depth;
    *out_nodes = nodes;
    return true;
}

/* Counts @pos to each depth of @text, ";D1 20 ;D2 400" or "; D1 20; D2 400", and prints a line that
 * begins with @place. */
static bool check_counts(const char *place, const Position *pos, const char *text,
                         uint64_t max_nodes, SuiteTally *tally, GError **error)
{
    g_auto(GStrv) operations = g_strsplit(text, ";", -1);
    g_autoptr(GString) report = g_string_new(NULL);
    SuiteTally sum = *tally;
    bool right = true;

    for (int i = 0; operations[i] != NULL; i++) {
        uint64_t expected, nodes;
        int depth;
        if (*g_strstrip(operations[i]) == '\0')
            continue;
        if (!parse_expectation(operations[i], &depth, &expected, error))
            return false;
        g_string_append_printf(report, " D%d", depth);
        if (expected > max_nodes) {
            g_string_append(report, " skipped");
            sum.skipped++;
            continue;
        }
        nodes = movegen_perft(pos, depth);
        sum.nodes += nodes;
        g_string_append_printf(report, " %" PRIu64, nodes);
        if (nodes != expected)
            g_string_append_printf(report, " (expected %" PRIu64 ")", expected);
        right &= nodes == expected;
    }
    if (report->len == 0) {
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX,
                            "the position has no expected counts (;D1 20 ;D2 400 ...)");
        return false;
    }
    *tally = sum;
    *(right ? &tally->right : &tally->wrong) += 1;
    printf("%s: %s%s\n", place, right ? "right" : "WRONG", report->str);
    fflush(stdout);
    return true;
}

static bool check_line(const char *place, const TextLine *line, uint64_t max_nodes,
                       SuiteTally *tally, GError **error)
{
    Position pos;
    const char *rest;

    if (line->has_nul) {
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "it has a NUL character");
        return false;
    }
    return fen_parse_prefix(line->text, &pos, &rest, error) &&
           check_counts(place, &pos, rest, max_nodes, tally, error);
}

static int suite_status(const char *file, const SuiteTally *tally)
{
    if (tally->right + tally->wrong + tally->unreadable == 0)
        return command_fail_text(STATUS_FAILURE, "%s: there is no position in it", file);
    printf("positions %" PRIu64 " right, %" PRIu64 " wrong, %" PRIu64 " unreadable; %" PRIu64
           " depths skipped\n",
           tally->right, tally->wrong, tally->unreadable, tally->skipped);
    printf("nodes %" PRIu64 "\n", tally->nodes);
    return tally->wrong + tally->unreadable == 0 ? STATUS_OK : STATUS_FAILURE;
}

static int check_suite(const char *file, uint64_t max_nodes)
{
    g_autofree char *text = NULL;
    size_t length;
    g_autoptr(GArray) lines = NULL;
    SuiteTally tally = {0};
    g_autoptr(GError) error = NULL;

    text = text_file_read(file, &length, &error);
    if (text == NULL)
        return command_fail(STATUS_FAILURE, error);
    lines = text_lines_cut(text, length);
    for (guint i = 0; i < lines->len; i++) {
        const TextLine *line = &g_array_index(lines, TextLine, i);
        g_autofree char *place = g_strdup_printf("%s:%d", file, line->number);
        g_autoptr(GError) line_error = NULL;
        if (!check_line(place, line, max_nodes, &tally, &line_error)) {
            command_fail_text(STATUS_FAILURE, "%s: %s", place, line_error->message);
            tally.unreadable++;
        }
    }
    return suite_status(file, &tally);
}

static int run(int argc, char **argv)
{
    PositionOption position = {0};
    bool divide = false;
    const char *suite = NULL;
    uint64_t max_nodes = NO_BOUND;
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        {"divide", 'd', NULL, "Also print the count after each move", .on = &divide},
        {"suite", 0, "FILE", "Check the counts of every position in FILE", .file = &suite},
        {"max-nodes", 'n', "N", "With --suite: skip counts above N", .number = &max_nodes,
         .max = NO_BOUND - 1},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_PERFT, entries, &argc, &argv, 0, 1, &status))
        return status;
    if (suite != NULL) {
        if (argc > 1 || divide || position.fen != NULL || position.position != NULL ||
            position.game != NULL)
            return command_fail_text(STATUS_USAGE,
                                     "--suite cannot be given with DEPTH, a position or --divide");
        return check_suite(suite, max_nodes);
    }
    if (argc < 2)
        return command_fail_text(STATUS_USAGE, "DEPTH (or --suite FILE) is missing");
    if (max_nodes != NO_BOUND)
        return command_fail_text(STATUS_USAGE, "--max-nodes is only for --suite");
    return count_position(&position, argv[1], divide);
}

const Command COMMAND_PERFT = {
    .name = "perft",
    .arguments = "[DEPTH]",
    .summary = "Count the sequences of legal moves (perft)",
    .run = run,
};
