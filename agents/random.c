#include "agents/random.h"

#include "board/splitmix.h"

Random random_for_job(uint64_t seed, uint64_t number)
{
    uint64_t counter =
        splitmix_mix(seed + SPLITMIX_STEP) ^ splitmix_mix(splitmix_mix(number + SPLITMIX_STEP));
    Random random;

    for (int i = 0; i < 4; i++)
        random.word[i] = splitmix_next(&counter);
    return random;
}
