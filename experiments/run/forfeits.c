#include "experiments/run/forfeits.h"

#include "experiments/run/records.h"
#include "experiments/tools/error.h"

static void clear(Failings *failings)
{
    g_free(failings->reason);
    g_free(failings->words);
}

/* Adds @count of them; @words may be NULL. */
static void add(Failings *failings, int64_t count, uint64_t game, const char *reason,
                const char *words)
{
    if (failings->count == 0 && count > 0) {
        clear(failings); /* texts that were loaded are "" */
        failings->first_game = game;
        failings->reason = g_strdup(reason);
        failings->words = g_strdup(words != NULL ? words : "");
    }
    failings->count = MIN(failings->count + count, MATCH_MOST); /* numbers that were read, too */
}

Forfeits *forfeits_new(int players)
{
    Forfeits *forfeits = g_new(Forfeits, 1);

    forfeits->count = players;
    forfeits->of = g_new0(ForfeitsOf, (size_t)players);
    return forfeits;
}

void forfeits_free(Forfeits *forfeits)
{
    for (int i = 0; i < forfeits->count; i++) {
        clear(&forfeits->of[i].games);
        clear(&forfeits->of[i].faults);
    }
    g_free(forfeits->of);
    g_free(forfeits);
}

void forfeits_add(Forfeits *forfeits, const MatchRecord *record, int sides)
{
    const int side = match_record_forfeiter(record);
    ForfeitsOf *of;

    for (int i = 0; i < sides; i++)
        add(&forfeits->of[record->job.player[i]].faults, record->faults[i].count,
            record->job.number, record->faults[i].reason, record->faults[i].words);
    if (side == MATCH_NO_SIDE) {
        for (int i = 0; i < sides; i++)
            forfeits->of[record->job.player[i]].in_a_row = 0;
        return;
    }
    of = &forfeits->of[record->job.player[side]];
    of->in_a_row++;
    add(&of->games, 1, record->job.number, record->reason, record->words);
}

static void merge(Failings *failings, const Failings *next)
{
    add(failings, next->count, next->first_game, next->reason, next->words);
}

void forfeits_merge(Forfeits *forfeits, const Forfeits *next)
{
    for (int i = 0; i < forfeits->count; i++) {
        merge(&forfeits->of[i].games, &next->of[i].games);
        merge(&forfeits->of[i].faults, &next->of[i].faults);
        forfeits->of[i].in_a_row = next->of[i].in_a_row;
    }
}

/* The games of player number @player in @totals. */
static int64_t count_games(const Totals *totals, const Spec *spec, int player)
{
    const int sides = spec->contest->sides;
    int64_t games = 0;

    for (int part = 0; part < totals->parts; part++) {
        bool is_its = !totals->contest->tally->by_pairing && part / sides == player;
        for (int i = 0; totals->contest->tally->by_pairing && i < sides; i++)
            is_its |= spec->pairings[part].players[i] == player;
        games += is_its ? pairing_totals_games(&totals->pairings[part]) : 0;
    }
    return games;
}

bool forfeits_of_all_games(const Forfeits *forfeits, const Totals *totals, const Spec *spec,
                           int player)
{
    const int64_t count = forfeits->of[player].games.count;

    return count > 0 && count == count_games(totals, spec, player);
}

static void append_failings(GString *text, const SpecPlayer *player, const Failings *failings,
                            const char *verb, const char *noun, const char *who)
{
    if (failings->count == 0)
        return;
    programs_log_append_player(text, player);
    g_string_append_printf(
        text, " %s %" G_GINT64_FORMAT " %s%s, first in game %" G_GUINT64_FORMAT ": %s %s%s\n", verb,
        failings->count, noun, plural_ending(failings->count), failings->first_game, who,
        failings->reason, *failings->words != '\0' ? "; its last output:" : "");
    programs_log_append_words(text, failings->words);
}

char *forfeits_report(const Forfeits *forfeits, const Spec *spec)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (int i = 0; i < forfeits->count; i++) {
        append_failings(text, &spec->players[i], &forfeits->of[i].games, "has forfeited", "game",
                        "the player");
        append_failings(text, &spec->players[i], &forfeits->of[i].faults,
                        "was replaced by the built-in agents in", "turn", "the program");
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

static GVariant *store(const Failings *failings)
{
    return g_variant_new("(xtss)", failings->count, failings->first_game,
                         failings->reason != NULL ? failings->reason : "",
                         failings->words != NULL ? failings->words : "");
}

GVariant *forfeits_store(const Forfeits *forfeits)
{
    GVariantBuilder builder;

    g_variant_builder_init(&builder, G_VARIANT_TYPE(FORFEITS_VARIANT_TYPE));
    for (int i = 0; i < forfeits->count; i++) {
        const ForfeitsOf *of = &forfeits->of[i];
        g_variant_builder_add(&builder, "(@(xtss)x@(xtss))", store(&of->games), of->in_a_row,
                              store(&of->faults));
    }
    return g_variant_builder_end(&builder);
}

static bool is_sound(const Failings *failings)
{
    return failings->count >= 0 && failings->count <= MATCH_MOST &&
           (failings->count > 0) == (failings->first_game > 0);
}

Forfeits *forfeits_load(GVariant *variant)
{
    g_autoptr(Forfeits) forfeits = forfeits_new((int)g_variant_n_children(variant));

    for (int i = 0; i < forfeits->count; i++) {
        ForfeitsOf *of = &forfeits->of[i];
        g_variant_get_child(variant, (gsize)i, "((xtss)x(xtss))", &of->games.count,
                            &of->games.first_game, &of->games.reason, &of->games.words,
                            &of->in_a_row, &of->faults.count, &of->faults.first_game,
                            &of->faults.reason, &of->faults.words);
        if (!is_sound(&of->games) || !is_sound(&of->faults) || of->in_a_row < 0 ||
            of->in_a_row > of->games.count)
            return NULL;
    }
    return g_steal_pointer(&forfeits);
}
