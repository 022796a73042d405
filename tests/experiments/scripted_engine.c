/* A UCI engine that does nothing but shuffle its knights, for measuring what an engine costs the
 * one caller: it knows the ply by the length of the line. */
#include <stdio.h>
#include <string.h>

#define MOVE_LENGTH 5 /* " e2e4" */

int main(void)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static char line[1 << 16];
    size_t ply = 0;

    while (fgets(line, sizeof line, stdin) != NULL && line[0] != 'q') {
        const size_t length = strlen(line);
        if (line[0] == 'p')
            ply = length <= strlen("position startpos\n")
                      ? 0
                      : (length - strlen("position startpos moves\n")) / MOVE_LENGTH;
        else if (line[0] == 'g')
            printf("bestmove %s\n", moves[ply % 4]);
        else if (line[0] == 'i')
            puts("readyok");
        else if (strcmp(line, "uci\n") == 0)
            puts("uciok");
        fflush(stdout);
    }
    return 0;
}
