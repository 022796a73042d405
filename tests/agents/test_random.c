#include "agents/random.h"

#include "tests/test.h"

#define DRAWS 60000

TEST(the_same_job_draws_the_same_numbers)
{
    Random a = random_for_job(1, 42), b = random_for_job(1, 42);

    for (int i = 0; i < 1000; i++)
        g_assert_cmpuint(random_next(&a), ==, random_next(&b));
}

TEST(seeds_that_differ_in_high_bits_are_no_twins)
{
    const uint64_t seeds[][2] = {{7, 7 + (UINT64_C(1) << 32)}, {0, 4357}, {1, 2}};

    for (size_t i = 0; i < G_N_ELEMENTS(seeds); i++) {
        Random a = random_for_job(seeds[i][0], 1), b = random_for_job(seeds[i][1], 1);
        g_assert_cmpuint(random_next(&a), !=, random_next(&b));
    }
}

/* Seed and number are mixed in different ways: exchanging them is another job. */
TEST(many_jobs_are_all_different)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

    for (uint64_t seed = 0; seed < 400; seed++)
        for (uint64_t number = 0; number < 400; number++) {
            Random random = random_for_job(seed, number);
            const uint64_t first = random_next(&random);
            g_assert_true(g_hash_table_add(seen, g_memdup2(&first, sizeof first)));
        }
}

TEST(numbers_below_a_bound_are_equally_likely)
{
    for (uint32_t bound = 2; bound <= 30; bound++) {
        Random random = random_for_job(3, bound);
        int count[30] = {0};
        const double expected = (double)DRAWS / bound;
        double chi_square = 0;

        for (int i = 0; i < DRAWS; i++)
            count[random_below(&random, bound)]++;
        for (uint32_t i = 0; i < bound; i++)
            chi_square += (count[i] - expected) * (count[i] - expected) / expected;
        /* Mean bound - 1, variance 2 (bound - 1): five standard deviations. */
        g_assert_cmpfloat(chi_square, <, bound - 1 + 5 * 1.5 * bound);
    }
}

TEST(a_single_candidate_draws_nothing)
{
    Random random = random_for_job(1, 1);
    const Random before = random;

    g_assert_cmpuint(random_below(&random, 1), ==, 0);
    g_assert_cmpmem(&random, sizeof random, &before, sizeof before);
}
