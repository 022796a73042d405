#include "experiments/spec/contest_turns.h"

#include "experiments/spec/spec_reader.h"

const ContestKey CONTEST_TURNS_STRAYS[] = {
    {"async", NULL},
    {"grid", "ms-per-space"},
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

bool contest_turns_read_rules(const SpecReader *reader, bool ends, GError **error)
{
    SpecRules *rules = &reader->spec->rules;

    if (!ends && !rules->repetition && rules->max_plies == 0)
        return spec_reader_fail(reader, error, "rules", "max-plies",
                                "without fifty-moves, repetition and a limit a game may never end");
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
