#include "experiments/spec/contest.h"

const Contest *contest_of_game(const char *name, size_t *out_index)
{
    for (size_t i = 0; CONTESTS[i] != NULL; i++) {
        const char *game;
        for (size_t index = 0; (game = CONTESTS[i]->game_name(CONTESTS[i], index)) != NULL; index++)
            if (g_str_equal(game, name)) {
                *out_index = index;
                return CONTESTS[i];
            }
    }
    return NULL;
}

const Contest *contest_by_name(const char *name)
{
    for (size_t i = 0; CONTESTS[i] != NULL; i++)
        if (g_str_equal(CONTESTS[i]->name, name))
            return CONTESTS[i];
    return NULL;
}

char *contest_list_games(void)
{
    GString *list = g_string_new(NULL);

    for (size_t i = 0; CONTESTS[i] != NULL; i++) {
        const char *game;
        for (size_t index = 0; (game = CONTESTS[i]->game_name(CONTESTS[i], index)) != NULL; index++)
            g_string_append_printf(list, "%s%s", list->len > 0 ? ", " : "", game);
    }
    return g_string_free(list, FALSE);
}
