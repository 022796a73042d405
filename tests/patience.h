/* How long tests wait for other programs. AGENTCHESS_PATIENCE is a factor, 1 on a machine without
 * other work; scripts/check sets it to the multiplier that it gives meson. */
#pragma once

#include <glib.h>
#include <stdlib.h>

/* @ms times the patience, or times what waits for each processor if that is more. */
static inline int patience_ms(int ms)
{
    const char *text = g_getenv("AGENTCHESS_PATIENCE");
    double patience = text != NULL ? g_ascii_strtod(text, NULL) : 1, load;

    if (getloadavg(&load, 1) == 1)
        patience = MAX(patience, load / g_get_num_processors());
    return (int)(ms * CLAMP(patience, 1, 100));
}
