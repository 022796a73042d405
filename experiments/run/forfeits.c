#include "experiments/run/forfeits.h"

#include "experiments/run/records.h"
#include "experiments/tools/json_members.h"

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

static void add_faults(Failings *failings, const MatchFaults *faults, uint64_t game)
{
    add(failings, faults->count, game, faults->reason, faults->words);
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
        clear(&forfeits->of[i].ends);
    }
    g_free(forfeits->of);
    g_free(forfeits);
}

void forfeits_add(Forfeits *forfeits, const MatchRecord *record, int sides)
{
    const int side = match_record_forfeiter(record);
    ForfeitsOf *of;

    for (int i = 0; i < record->plies; i++)
        forfeits->of[record->job.player[record->ply[i].side]].turns++;
    for (int i = 0; i < sides; i++) {
        of = &forfeits->of[record->job.player[i]];
        of->played++;
        of->faulty_games += record->faults[i].count > 0;
        add_faults(&of->faults, &record->faults[i], record->job.number);
        add_faults(&of->ends, &record->end_faults[i], record->job.number);
    }
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

/* Numbers that were read, too, stay within MATCH_MOST. */
static void add_number(int64_t *number, int64_t next)
{
    *number = MIN(*number + next, MATCH_MOST);
}

void forfeits_merge(Forfeits *forfeits, const Forfeits *next)
{
    for (int i = 0; i < forfeits->count; i++) {
        merge(&forfeits->of[i].games, &next->of[i].games);
        merge(&forfeits->of[i].faults, &next->of[i].faults);
        merge(&forfeits->of[i].ends, &next->of[i].ends);
        add_number(&forfeits->of[i].faulty_games, next->of[i].faulty_games);
        add_number(&forfeits->of[i].played, next->of[i].played);
        add_number(&forfeits->of[i].turns, next->of[i].turns);
        forfeits->of[i].in_a_row = next->of[i].in_a_row;
    }
}

bool forfeits_void_score(const Forfeits *forfeits, int player)
{
    const ForfeitsOf *of = &forfeits->of[player];

    return of->played > 0 &&
           (of->games.count == of->played || of->faulty_games == of->played ||
            (of->faults.count > 0 && of->faults.count * FORFEITS_VOID_TURNS >= of->turns));
}

char *forfeits_describe(const Forfeits *forfeits, int player)
{
    const ForfeitsOf *of = &forfeits->of[player];
    g_autoptr(GString) text = g_string_new(NULL);

    if (of->games.count > 0)
        g_string_append_printf(text, "forfeited %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " games",
                               of->games.count, of->played);
    if (of->faults.count > 0)
        g_string_append_printf(
            text,
            "%sthe built-in agents answered in %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
            " turns, in %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " games",
            text->len > 0 ? "; " : "", of->faults.count, of->turns, of->faulty_games, of->played);
    if (of->ends.count > 0)
        g_string_append_printf(text,
                               "%sa program failed when it was told the end of %" G_GINT64_FORMAT
                               " of %" G_GINT64_FORMAT " games",
                               text->len > 0 ? "; " : "", of->ends.count, of->played);
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

void forfeits_add_notes(const Forfeits *forfeits, const Spec *spec, const char *before,
                        GPtrArray *notes)
{
    for (int i = 0; i < forfeits->count; i++) {
        g_autofree char *text = forfeits_describe(forfeits, i);
        if (text != NULL)
            g_ptr_array_add(notes, g_strconcat(before, spec->players[i].name, ": ", text, NULL));
    }
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
        failings->reason,
        failings->words != NULL && *failings->words != '\0' ? "; its last output:" : "");
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
        append_failings(text, &spec->players[i], &forfeits->of[i].ends, "failed at the end of",
                        "game", "the program");
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
        g_variant_builder_add(&builder, "(@(xtss)x@(xtss)@(xtss)xxx)", store(&of->games),
                              of->in_a_row, store(&of->faults), store(&of->ends), of->faulty_games,
                              of->played, of->turns);
    }
    return g_variant_builder_end(&builder);
}

static bool is_sound(const Failings *failings, int64_t most)
{
    return failings->count >= 0 && failings->count <= most &&
           (failings->count > 0) == (failings->first_game > 0);
}

static bool are_sound(const ForfeitsOf *of)
{
    return of->played >= 0 && of->played <= MATCH_MOST && of->turns >= 0 &&
           of->turns <= MATCH_MOST && is_sound(&of->games, of->played) &&
           is_sound(&of->ends, of->played) && is_sound(&of->faults, MATCH_MOST) &&
           of->in_a_row >= 0 && of->in_a_row <= of->games.count && of->faulty_games >= 0 &&
           of->faulty_games <= MIN(of->played, of->faults.count);
}

Forfeits *forfeits_load(GVariant *variant)
{
    g_autoptr(Forfeits) forfeits = forfeits_new((int)g_variant_n_children(variant));

    for (int i = 0; i < forfeits->count; i++) {
        ForfeitsOf *of = &forfeits->of[i];
        g_variant_get_child(variant, (gsize)i, "((xtss)x(xtss)(xtss)xxx)", &of->games.count,
                            &of->games.first_game, &of->games.reason, &of->games.words,
                            &of->in_a_row, &of->faults.count, &of->faults.first_game,
                            &of->faults.reason, &of->faults.words, &of->ends.count,
                            &of->ends.first_game, &of->ends.reason, &of->ends.words,
                            &of->faulty_games, &of->played, &of->turns);
        if (!are_sound(of))
            return NULL;
    }
    return g_steal_pointer(&forfeits);
}

#define NUMBER(text, field)                                        \
    {                                                              \
        MEMBER(text, NUMBER, ForfeitsOf, field), .max = MATCH_MOST \
    }
#define IF_ANY .presence = MEMBER_IF_ANY
#define REASON(text, field)                             \
    {                                                   \
        MEMBER(text, STRING, ForfeitsOf, field), IF_ANY \
    }

static const Member ROWS[] = {
    NUMBER("games", played),
    NUMBER("forfeits", games.count),
    NUMBER("first_forfeit", games.first_game),
    REASON("reason_of_forfeit", games.reason),
    NUMBER("turns", turns),
    NUMBER("faults", faults.count),
    NUMBER("games_with_faults", faulty_games),
    NUMBER("first_fault", faults.first_game),
    REASON("reason_of_fault", faults.reason),
    {MEMBER("end_faults", NUMBER, ForfeitsOf, ends.count), .max = MATCH_MOST, IF_ANY},
    {MEMBER("first_end_fault", NUMBER, ForfeitsOf, ends.first_game), .max = MATCH_MOST, IF_ANY},
    REASON("reason_of_end_fault", ends.reason),
};
static const MemberTable FORFEITS_TABLE = {MEMBER_TABLE(ROWS, ForfeitsOf)};

void forfeits_write(const Forfeits *forfeits, const Spec *spec, JsonBuilder *json)
{
    bool any = false;

    for (int i = 0; i < forfeits->count; i++)
        any |= forfeits->of[i].games.count + forfeits->of[i].faults.count +
                   forfeits->of[i].ends.count >
               0;
    if (!any)
        return;
    json_begin_list(json, FORFEITS_MEMBER);
    for (int i = 0; i < forfeits->count; i++) {
        json_builder_begin_object(json);
        json_add_text(json, "player", spec->players[i].name);
        json_members_write(json, &FORFEITS_TABLE, 0, &forfeits->of[i], NULL);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

Forfeits *forfeits_read(JsonArray *list)
{
    g_autoptr(Forfeits) forfeits = forfeits_new((int)json_array_get_length(list));

    for (int i = 0; i < forfeits->count; i++) {
        JsonNode *node = json_array_get_element(list, (guint)i);
        ForfeitsOf of = {0};
        JsonMembers members;
        if (!JSON_NODE_HOLDS_OBJECT(node))
            return NULL;
        members = json_members_of(json_node_get_object(node), NULL);
        if (!json_members_read(&members, &FORFEITS_TABLE, 0, &of) || !are_sound(&of))
            return NULL;
        forfeits->of[i] = of;
        forfeits->of[i].games.reason = g_strdup(of.games.reason);
        forfeits->of[i].faults.reason = g_strdup(of.faults.reason);
        forfeits->of[i].ends.reason = g_strdup(of.ends.reason);
    }
    return g_steal_pointer(&forfeits);
}
