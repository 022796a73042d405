#include "experiments/numbers/estimate.h"

#include "tests/test.h"

static void assert_equal(Estimate a, Estimate b)
{
    g_assert_cmpint(a.kind, ==, b.kind);
    g_assert_cmpfloat(a.value, ==, b.value);
    g_assert_cmpfloat(a.low, ==, b.low);
    g_assert_cmpfloat(a.high, ==, b.high);
}

TEST(every_kind_has_a_name_and_a_sentence)
{
    for (int i = 0; i < ESTIMATE_KIND_COUNT; i++) {
        g_assert_nonnull(ESTIMATE_KINDS[i].name);
        g_assert_nonnull(ESTIMATE_KINDS[i].sentence);
    }
}

TEST(an_offset_moves_all_that_is_known)
{
    assert_equal(estimate_transform((Estimate){ESTIMATE_INTERVAL, 2, 1, 3}, 1, 10),
                 (Estimate){ESTIMATE_INTERVAL, 12, 11, 13});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_AT_LEAST, .low = 5}, 1, 10),
                 (Estimate){.kind = ESTIMATE_AT_LEAST, .low = 15});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_AT_MOST, .high = 5}, 1, 10),
                 (Estimate){.kind = ESTIMATE_AT_MOST, .high = 15});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_GIVEN}, 1, 10),
                 (Estimate){.kind = ESTIMATE_GIVEN, .value = 10});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_UNKNOWN}, 1, 10),
                 (Estimate){.kind = ESTIMATE_UNKNOWN});
}

TEST(a_negative_factor_exchanges_the_ends)
{
    assert_equal(estimate_transform((Estimate){ESTIMATE_ALIKE, 2, 1, 4}, -2, 0),
                 (Estimate){ESTIMATE_ALIKE, -4, -8, -2});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_AT_LEAST, .low = 5}, -1, 0),
                 (Estimate){.kind = ESTIMATE_AT_MOST, .high = -5});
    assert_equal(estimate_transform((Estimate){.kind = ESTIMATE_AT_MOST, .high = 5}, -1, 0),
                 (Estimate){.kind = ESTIMATE_AT_LEAST, .low = -5});
}
