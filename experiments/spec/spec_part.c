#include "experiments/spec/spec_part.h"

#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"

void spec_part_clear(SpecPart *part)
{
    g_clear_pointer(&part->players, g_free);
    g_clear_pointer(&part->pairings, g_free);
}

bool spec_can_grow(const Spec *spec)
{
    return spec->frozen == NULL && spec->format != SPEC_SPRT && spec->format != SPEC_RACE &&
           spec->format != SPEC_TUNE;
}

static bool check_kind(const Spec *part, const char *folder, const Spec *whole, GError **error)
{
    g_autofree char *difference =
        spec_text_difference(part->resolved, folder, whole->resolved, NULL, SPEC_TEXT_FIXED);

    if (difference != NULL)
        return experiments_fail(
            error,
            "'%s' contains a run of another experiment: %s; choose another folder, or use --force "
            "to delete that run",
            folder, difference);
    if (!spec_can_grow(whole))
        return experiments_fail(
            error, "the run in '%s' cannot grow, because its games depend on %s", folder,
            whole->frozen != NULL ? "a memory that was frozen when it began"
                                  : "the results of earlier ones");
    return part->games <= whole->games ||
           experiments_fail(
               error,
               "the run in '%s' cannot shrink: [experiment] games is %" G_GUINT64_FORMAT
               " there, but %" G_GUINT64_FORMAT " in this experiment",
               folder, part->games, whole->games);
}

/* Factors are shown by the players of their cells: those at the first value have none in their
 * names. */
static bool check_factors(const Factors *part, const char *folder, const Factors *whole,
                          GError **error)
{
    for (int i = 0; i < part->count; i++) {
        const char *ours = whole->factor[i].values[0], *theirs = part->factor[i].values[0];
        if (!g_str_equal(part->factor[i].key, whole->factor[i].key))
            return experiments_fail(error,
                                    "the run in '%s' cannot grow: [factors] has %s before %s there",
                                    folder, part->factor[i].key, whole->factor[i].key);
        if (!g_str_equal(theirs, ours))
            return experiments_fail(error,
                                    "the run in '%s' cannot grow: [factors] %s begins with '%s' "
                                    "there, but with '%s' in this experiment",
                                    folder, part->factor[i].key, theirs, ours);
    }
    return true;
}

static bool find_players(const Spec *part, const char *folder, const Spec *whole, int *out_numbers,
                         GError **error)
{
    if (whole->format == SPEC_RANDOM_SEATS && part->player_count != whole->player_count)
        return experiments_fail(error,
                                "the run in '%s' cannot get other players, because [experiment] "
                                "format = random-seats draws them for each game",
                                folder);
    for (int i = 0; i < part->player_count; i++) {
        const SpecPlayer *player = &part->players[i];
        const int found = spec_find_player(whole, player->name);
        if (found < 0 || !g_str_equal(whole->players[found].text, player->text))
            return experiments_fail(
                error, "the run in '%s' cannot grow: its player %s=%s is %s%s in this experiment",
                folder, player->name, player->text, found < 0 ? "missing" : "",
                found < 0 ? "" : whole->players[found].text);
        out_numbers[i] = found;
    }
    return true;
}

static bool is_same_cell(const Spec *part, int cell, const Spec *whole, int other)
{
    for (int i = 0; i < part->factors.count; i++)
        if (!g_str_equal(factors_value(&part->factors, cell, i),
                         factors_value(&whole->factors, other, i)))
            return false;
    return true;
}

/* The pairing @pairing of @part among those of @whole from @first on, or -1. */
static int find_pairing(const Spec *part, const SpecPairing *pairing, const int *players,
                        const Spec *whole, int first)
{
    for (int i = first; i < whole->pairing_count; i++) {
        const SpecPairing *other = &whole->pairings[i];
        int side = 0;
        while (side < whole->contest->sides &&
               (whole->format == SPEC_RANDOM_SEATS ||
                players[pairing->players[side]] == other->players[side]))
            side++;
        if (side == whole->contest->sides && is_same_cell(part, pairing->cell, whole, other->cell))
            return i;
    }
    return -1;
}

static bool find_pairings(const Spec *part, const char *folder, const Spec *whole,
                          const int *players, int *out_numbers, GError **error)
{
    int next = 0;

    for (int i = 0; i < part->pairing_count; i++) {
        const SpecPairing *pairing = &part->pairings[i];
        out_numbers[i] = find_pairing(part, pairing, players, whole, next);
        if (out_numbers[i] < 0)
            return experiments_fail(error,
                                    "the run in '%s' cannot grow: its pairing of %s and %s is "
                                    "missing in this experiment, or comes in another order",
                                    folder, part->players[pairing->player].name,
                                    part->players[pairing->opponent].name);
        next = out_numbers[i] + 1;
    }
    return true;
}

bool spec_part_find(const Spec *part, const char *folder, const Spec *whole, SpecPart *out_part,
                    GError **error)
{
    g_auto(SpecPart) found = {
        .players = g_new(int, (gsize)part->player_count),
        .pairings = g_new(int, (gsize)part->pairing_count),
    };

    if (!check_kind(part, folder, whole, error) ||
        !check_factors(&part->factors, folder, &whole->factors, error) ||
        !find_players(part, folder, whole, found.players, error) ||
        !find_pairings(part, folder, whole, found.players, found.pairings, error))
        return false;
    *out_part = found;
    found = (SpecPart){NULL};
    return true;
}
