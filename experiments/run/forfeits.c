#include "experiments/run/forfeits.h"

#include "experiments/run/programs_log.h"

static void forfeits_of_init(ForfeitsOf *of)
{
    *of = (ForfeitsOf){.reason = g_strdup(""), .words = g_strdup("")};
}

static void forfeits_of_clear(ForfeitsOf *of)
{
    g_free(of->reason);
    g_free(of->words);
}

Forfeits *forfeits_new(int players)
{
    Forfeits *forfeits = g_new(Forfeits, 1);

    forfeits->count = players;
    forfeits->of = g_new(ForfeitsOf, (size_t)players);
    for (int i = 0; i < players; i++)
        forfeits_of_init(&forfeits->of[i]);
    return forfeits;
}

void forfeits_free(Forfeits *forfeits)
{
    for (int i = 0; i < forfeits->count; i++)
        forfeits_of_clear(&forfeits->of[i]);
    g_free(forfeits->of);
    g_free(forfeits);
}

static void note_first(ForfeitsOf *of, uint64_t game, const char *reason, const char *words)
{
    forfeits_of_clear(of);
    of->first_game = game;
    of->reason = g_strdup(reason);
    of->words = g_strdup(words);
}

void forfeits_add(Forfeits *forfeits, const MatchRecord *record, int sides)
{
    const int side = match_record_forfeiter(record);
    ForfeitsOf *of;

    if (side == MATCH_NO_SIDE) {
        for (int i = 0; i < sides; i++)
            forfeits->of[record->job.player[i]].in_a_row = 0;
        return;
    }
    of = &forfeits->of[record->job.player[side]];
    of->in_a_row++;
    if (of->games++ == 0)
        note_first(of, record->job.number, record->reason,
                   record->words != NULL ? record->words : "");
}

void forfeits_merge(Forfeits *forfeits, const Forfeits *next)
{
    for (int i = 0; i < forfeits->count; i++) {
        ForfeitsOf *of = &forfeits->of[i];
        const ForfeitsOf *other = &next->of[i];
        if (of->games == 0 && other->games > 0)
            note_first(of, other->first_game, other->reason, other->words);
        of->games += other->games;
        of->in_a_row = other->in_a_row;
    }
}

char *forfeits_report(const Forfeits *forfeits, const Spec *spec)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (int i = 0; i < forfeits->count; i++) {
        const ForfeitsOf *of = &forfeits->of[i];
        if (of->games == 0)
            continue;
        programs_log_append_player(text, &spec->players[i]);
        g_string_append_printf(text,
                               " has forfeited %" G_GINT64_FORMAT " game%s, first game "
                               "%" G_GUINT64_FORMAT ": %s%s\n",
                               of->games, of->games == 1 ? "" : "s", of->first_game, of->reason,
                               *of->words != '\0' ? "; its last words:" : "");
        programs_log_append_words(text, of->words);
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

GVariant *forfeits_store(const Forfeits *forfeits)
{
    GVariantBuilder builder;

    g_variant_builder_init(&builder, G_VARIANT_TYPE(FORFEITS_VARIANT_TYPE));
    for (int i = 0; i < forfeits->count; i++) {
        const ForfeitsOf *of = &forfeits->of[i];
        g_variant_builder_add(&builder, "(xxtss)", of->games, of->in_a_row, of->first_game,
                              of->reason, of->words);
    }
    return g_variant_builder_end(&builder);
}

Forfeits *forfeits_load(GVariant *variant)
{
    g_autoptr(Forfeits) forfeits = forfeits_new((int)g_variant_n_children(variant));

    for (int i = 0; i < forfeits->count; i++) {
        ForfeitsOf *of = &forfeits->of[i];
        forfeits_of_clear(of);
        g_variant_get_child(variant, (gsize)i, "(xxtss)", &of->games, &of->in_a_row,
                            &of->first_game, &of->reason, &of->words);
        if (of->games < 0 || of->games > MATCH_MOST || of->in_a_row < 0 ||
            of->in_a_row > of->games || (of->games > 0) != (of->first_game > 0))
            return NULL;
    }
    return g_steal_pointer(&forfeits);
}
