#include "agents/percept_of64.h"

void percept_take_chess(const Position *pos, const PerceptOptions *options, Percept *out_percept)
{
    const Freedom freedom = {.legality = movegen_legality(pos), .able = pos->by_color[pos->turn]};

    percept_of64_take(pos, &freedom, options, out_percept);
    if (options->captures_are_forced)
        percept_keep_captures(out_percept);
}
