/* The player `async-master`: a MasterAgent with its piece agents that plays in time.
 *
 * Called at t, it decides on the world of t as a player of chess would if it were its move. Its
 * decision takes effect at t + think_ms + agent_ms * answers, where answers are those that its
 * agents are asked for (Order.asked): a report of each, one of every helper on a request, and with
 * defence consideration one of every other agent on each action, hundreds of them. So the more it
 * consults, the longer it thinks.
 *
 * It is called again pause_ms after that, but not in the same millisecond. Without a pause it sends
 * its pieces off one after the other as fast as it thinks, each on a board where the earlier ones
 * have hardly left. The default pause is the time that a piece needs for a space, so that it sees
 * the result of a decision before it makes the next.
 *
 * As long as no piece can be commanded, it looks again when the first of its pieces under way is
 * due at the end of its path, or after the pause, which is then at least a second. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_MASTER;
