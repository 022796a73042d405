/* The program of a room's tests. */
#include "tests/test.h"

int main(int argc, char **argv)
{
    return tests_run(argc, argv);
}
