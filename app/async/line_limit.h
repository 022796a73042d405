/* How many lines a client may send: so many a second, and at once as many as in
 * LINE_LIMIT_BURST_SECONDS.
 *
 * Source: the token bucket, J. S. Turner, New directions in communications, IEEE Communications
 *         Magazine 24, 1986. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define LINE_LIMIT_BURST_SECONDS 2

typedef struct {
    bool has_begun;
    double left;   /* lines that may be sent at once, at the time @at_us */
    int64_t at_us; /* the time of the last request */
} LineLimit;

/* Whether one more line may be sent at @now_us. A new limit is all zeros. */
static inline bool line_limit_allows(LineLimit *limit, int lines_per_second, int64_t now_us)
{
    const double most = (double)lines_per_second * LINE_LIMIT_BURST_SECONDS;
    const double gained = limit->has_begun
                              ? (double)(now_us - limit->at_us) * lines_per_second / G_USEC_PER_SEC
                              : most;
    const double left = MIN(limit->left + gained, most);

    *limit = (LineLimit){true, left >= 1 ? left - 1 : left, now_us};
    return left >= 1;
}
