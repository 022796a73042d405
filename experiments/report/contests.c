/* The table of contests, in a file of its own: a program may link another one. */
#include "experiments/spec/contest.h"

const Contest *const CONTESTS[] = {&CONTEST_TWO, &CONTEST_THREE, &CONTEST_TIME, NULL};
