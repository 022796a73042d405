#include <math.h>

#include "board/chess.h"
#include "data_path.h"
#include "decision_set.h"

#include "tests/test.h"

/* The readings that @text does not name are those of version 0.3.0. */
static LogicSet odd_set(const char *text)
{
    static const char *const off_then[] = {"any-worse-disregarded",
                                           "restricted-counts-disregarded"};
    g_autoptr(GString) set = g_string_new(text);

    for (size_t i = 0; i < G_N_ELEMENTS(off_then); i++)
        if (strstr(text, off_then[i]) == NULL)
            g_string_append_printf(set, ",%s=off", off_then[i]);
    return logics_of(set->str);
}

/* "e2e3:500000 e2e4:500000", in millionths. The offset keeps common fractions away from the limits
 * of rounding. */
static char *shares_text(const char *fen, const char *logics_text)
{
    const Position pos = position_of(fen);
    const LogicSet logics = odd_set(logics_text);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    Share shares[PERCEPT_MAX_ACTIONS];
    Percept percept;
    int count;

    percept_take_chess(&pos, &logics, &percept);
    count = decision_list_shares(&percept, shares);
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        move_format(shares[i].move, move);
        g_ptr_array_add(words,
                        g_strdup_printf("%s:%.0f", move, floor(shares[i].share * 1e6 + 0.3)));
    }
    g_ptr_array_sort(words, compare_texts);
    g_ptr_array_add(words, NULL);
    return g_strjoinv(" ", (char **)words->pdata);
}

/* tests/data/odd_set_shares.txt has the digests of the shares that version 0.3.0 computed. */
TEST(decision_list_shares_of_odd_sets_are_those_of_version_0_3_0)
{
    g_auto(GStrv) cases = shared_data_lines("cases/odd-sets.tsv.gz");
    g_auto(GStrv) digests = data_lines("odd_set_shares.txt");
    int different = 0;

    for (int i = 0; cases != NULL && cases[i] != NULL; i++) {
        g_auto(GStrv) field = g_strsplit(cases[i], "\t", 2);
        g_autofree char *text = shares_text(field[0], field[1]);
        g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
        digest[8] = '\0';
        g_assert_nonnull(digests[i]);
        if (g_str_equal(digest, digests[i]))
            continue;
        g_test_message("%d: %s: now %s, %s", i + 1, cases[i], digest, text);
        different++;
    }
    g_assert_cmpint(different, ==, 0);
}
