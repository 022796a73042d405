#include "experiments/spec/contest.h"

#include "experiments/spec/spec_text.h"

static bool has_game(const Contest *contest, const Game *game)
{
    return contest->own_game == NULL && contest->sides == game->sides;
}

const Contest *contest_of_game(const char *name, const Game **out_game)
{
    *out_game = game_by_name(name);
    for (size_t i = 0; CONTESTS[i] != NULL; i++) {
        const TimedGame *own = CONTESTS[i]->own_game;
        if (*out_game != NULL ? has_game(CONTESTS[i], *out_game)
                              : own != NULL && g_str_equal(own->name, name))
            return CONTESTS[i];
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

GPtrArray *contest_games(void)
{
    GPtrArray *games = g_ptr_array_new();

    for (size_t i = 0; CONTESTS[i] != NULL; i++) {
        for (size_t j = 0; j < GAME_COUNT; j++)
            if (has_game(CONTESTS[i], GAMES[j]))
                g_ptr_array_add(games, (char *)GAMES[j]->name);
        if (CONTESTS[i]->own_game != NULL)
            g_ptr_array_add(games, (char *)CONTESTS[i]->own_game->name);
    }
    return games;
}

bool contest_admits(const Spec *spec, const Player *player, GError **error)
{
    const PlayerKind *kind = player->kind;
    const bool plays =
        spec->game != NULL ? player_kind_plays(kind, spec->game) : spec->contest->is_for(kind);

    return (plays || player_kind_refuse(kind, spec->game_name, error)) &&
           player_logics_fit(player, spec->game, spec->game_name, error);
}

const ContestKey CONTEST_TURNS_STRAYS[] = {
    {"async", NULL},
    {"record", "time-step-ms"},
    {NULL, NULL},
};

bool contest_turns_read_rules(const SpecReader *reader, bool ends)
{
    SpecRules *rules = &reader->spec->rules;

    rules->draws.no_claims = !rules->draw_claims;
    return ends || rules->draws.repetition || rules->draws.max_plies > 0 ||
           spec_reader_fail(reader, "rules", "max-plies",
                            "a game might never end: set %s'repetition' or 'max-plies'",
                            reader->spec->contest->sides == 2 ? "'fifty-moves', " : "");
}
