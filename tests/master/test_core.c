/* Levels 1 to 8 of chess, linked without agents/beyond/, agents/teams/ and master/beyond/. */
#include <math.h>

#include "agents/boards/percept_chess.h"
#include "agents/logics.h"
#include "data_path.h"
#include "master/master.h"
#include "positions.h"

#include "tests/test.h"

/* The probability that the master of levels 1 to 8 decides on each action of @percept. */
static void find_shares(const Percept *percept, double out_shares[static PERCEPT_MAX_ACTIONS])
{
    Chance chance = CHANCE_ALL_WAYS;

    memset(out_shares, 0, PERCEPT_MAX_ACTIONS * sizeof *out_shares);
    do {
        Order order;
        Table table;
        const Candidate *row;
        double way;
        order_begin(&order, percept, NULL, &MIND_OF_THESIS);
        row = master_decide(&order, &chance, &table);
        g_assert_nonnull(row);
        way = chance_of_way(&chance);
        for (int i = 0; i < percept->action_count; i++)
            out_shares[i] += way * equals_share(&row->equals, percept, i);
    } while (chance_next_way(&chance));
}

static int action_of(const Percept *percept, const char *text)
{
    for (int i = 0; i < percept->action_count; i++) {
        char move[MOVE_TEXT_SIZE];
        move_format(percept->actions[i].move, move);
        if (g_str_equal(move, text))
            return i;
    }
    g_assert_not_reached();
}

/* Checks "MOVE:SHARE MOVE:SHARE ...", shares of 1000 draws, against the exact ones of @percept. */
static void check_shares(const Percept *percept, const char *expected)
{
    g_auto(GStrv) words = g_strsplit(expected, " ", -1);
    double shares[PERCEPT_MAX_ACTIONS], unlisted = 1;

    find_shares(percept, shares);
    for (char **word = words; *word != NULL; word++) {
        g_auto(GStrv) part = g_strsplit(*word, ":", 2);
        const double share = shares[action_of(percept, part[0])];
        const double drawn = g_ascii_strtod(part[1], NULL);
        g_assert_cmpfloat_with_epsilon(drawn, share, 5 * sqrt(share * (1 - share) / 1000) + 1e-9);
        unlisted -= share;
    }
    g_assert_cmpfloat(fabs(unlisted), <, 0.03);
}

/* tests/data/decisions.tsv: position, level and moves. The file is older than these readings. */
TEST(core_decides_as_levels_1_to_8_do)
{
    g_auto(GStrv) lines = data_lines("decisions.tsv");

    for (char **line = lines + 1; *line != NULL; line++) {
        g_auto(GStrv) field = g_strsplit(*line, "\t", 3);
        LogicSet logics = logic_set_of_level(atoi(field[1]));
        const Position pos = position_of(field[0]);
        Percept percept;
        logics.readings &=
            ~(1U << READING_ANY_WORSE_DISREGARDED | 1U << READING_RESTRICTED_COUNTS_DISREGARDED);
        percept_chess_perceive(&pos, pos.by_color[pos.turn], (PerceptMode){0}, &logics, &percept);
        check_shares(&percept, field[2]);
    }
}
