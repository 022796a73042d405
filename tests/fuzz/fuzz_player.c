/* Any text either names a player, whose description names an equal one, or is refused. */
#include <stddef.h>

#include "players/player.h"
#include "require.h"

FUZZ_TEXT(text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(text, NULL, &error);
    g_autoptr(Player) again = NULL;
    g_autofree char *described = NULL, *described_again = NULL;

    if (player == NULL) {
        g_assert_nonnull(error);
        return;
    }
    described = player_describe(player);
    again = player_new(described, NULL, NULL);
    g_assert_nonnull(again);
    described_again = player_describe(again);
    g_assert_cmpstr(described, ==, described_again);
}
