#include "experiments/spec/contest.h"

#include "experiments/spec/spec_text.h"

const Contest *contest_of_game(const char *name, size_t *out_index)
{
    const char *game;

    for (size_t i = 0; CONTESTS[i] != NULL; i++)
        for (size_t index = 0; (game = CONTESTS[i]->game_name(CONTESTS[i], index)) != NULL; index++)
            if (g_str_equal(game, name)) {
                *out_index = index;
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
    const char *game;

    for (size_t i = 0; CONTESTS[i] != NULL; i++)
        for (size_t index = 0; (game = CONTESTS[i]->game_name(CONTESTS[i], index)) != NULL; index++)
            g_ptr_array_add(games, (char *)game);
    return games;
}

const ContestKey CONTEST_TURNS_STRAYS[] = {
    {"async", NULL},
    {"record", "time-step-ms"},
    {NULL, NULL},
};

static const Game *find_game(int sides, size_t index)
{
    for (size_t i = 0; i < GAME_COUNT; i++)
        if (GAMES[i]->sides == sides && index-- == 0)
            return GAMES[i];
    return NULL;
}

const char *contest_turns_game_name(const Contest *contest, size_t index)
{
    const Game *game = find_game(contest->sides, index);

    return game != NULL ? game->name : NULL;
}

void contest_turns_take_game(Spec *spec, size_t index)
{
    spec->game = find_game(spec->contest->sides, index);
    spec->side_names = spec->game->side_name;
}

bool contest_turns_is_for(const Spec *spec, const PlayerKind *kind)
{
    return player_kind_plays(kind, spec->game);
}

bool contest_turns_read_rules(const SpecReader *reader, bool ends)
{
    SpecRules *rules = &reader->spec->rules;

    if (!ends && !rules->repetition && rules->max_plies == 0)
        return spec_reader_fail(
            reader, "rules", "max-plies",
            "without fifty-moves, repetition and ply-limit, a game might never end");
    rules->draws = (DrawRules){
        .fifty_moves = rules->fifty_moves,
        .fifty_counts_half_moves = rules->fifty_counts == 1,
        .repetition = rules->repetition,
        .insufficient_material = (InsufficientMaterial)rules->insufficient_material,
        .max_plies = (int)rules->max_plies,
        .no_claims = !rules->draw_claims,
    };
    return true;
}
