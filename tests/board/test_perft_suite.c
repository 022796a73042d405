/* Counts of legal move sequences against published ones. Expected counts above
 * AGENTCHESS_PERFT_NODES are left out: tests/meson.build runs this twice, fast and slow. */
#include <inttypes.h>
#include <stdio.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "tests/data_path.h"
#include "tests/test.h"

#define DEFAULT_MAX_NODES 100000

static uint64_t max_nodes(void)
{
    const char *text = g_getenv("AGENTCHESS_PERFT_NODES");

    return text != NULL ? g_ascii_strtoull(text, NULL, 10) : DEFAULT_MAX_NODES;
}

static bool read_position(const char *text, Position *out_pos, const char **out_rest)
{
    g_autoptr(GError) error = NULL;

    if (fen_parse_prefix(text, out_pos, out_rest, NULL, &error))
        return true;
    g_test_message("%s: %s", text, error->message);
    g_test_fail();
    return false;
}

static void assert_perft(const Position *pos, const char *name, unsigned depth, uint64_t expected)
{
    uint64_t nodes;

    if (expected > max_nodes())
        return;
    nodes = movegen_perft(pos, (int)depth);
    if (nodes == expected)
        return;
    g_test_message("%s: perft %u is %" PRIu64 ", not %" PRIu64, name, depth, nodes, expected);
    g_test_fail();
}

/* Lines "id NAME", "epd POSITION", "perft DEPTH COUNT"; see tests/README.md. */
TEST(own_positions_have_the_counts_that_stockfish_finds)
{
    g_auto(GStrv) lines = data_lines("chess.perft");
    Position pos = position_start();
    const char *name = "", *rest;
    int checked = 0;

    for (char **line = lines; *line != NULL; line++) {
        unsigned depth;
        uint64_t expected;
        if (g_str_has_prefix(*line, "id ")) {
            name = *line + 3;
        } else if (g_str_has_prefix(*line, "epd ")) {
            if (!read_position(*line + 4, &pos, &rest))
                return;
            g_assert_cmpstr(rest, ==, "");
        } else if (sscanf(*line, "perft %u %" SCNu64, &depth, &expected) == 2) {
            assert_perft(&pos, name, depth, expected);
            checked++;
        } else {
            g_assert_true(**line == '\0' || **line == '#');
        }
    }
    g_assert_cmpint(checked, >, 200);
}

/* One position a line, behind it ";D1 20 ;D2 400 ...". */
TEST(the_positions_of_the_perft_suite_have_their_published_counts)
{
    g_auto(GStrv) lines = shared_data_lines("perft/perftsuite.epd");
    int positions = 0;

    if (lines == NULL)
        return;
    for (char **line = lines; *line != NULL; line++) {
        Position pos;
        const char *rest;
        unsigned depth;
        uint64_t expected;
        int length;
        if (!read_position(*line, &pos, &rest))
            return;
        while (sscanf(rest, ";D%u %" SCNu64 " %n", &depth, &expected, &length) == 2) {
            assert_perft(&pos, *line, depth, expected);
            rest += length;
        }
        g_assert_cmpstr(rest, ==, "");
        positions++;
    }
    g_assert_cmpint(positions, ==, 127);
}
