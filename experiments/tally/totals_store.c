/* Totals as one value, and results of run.json, and back. */
#include <math.h>
#include <string.h>

#include "experiments/tally/totals.h"
#include "experiments/tools/json_members.h"

static GVariant *store_numbers(const PairingTotals *totals)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));

    g_array_append_vals(numbers, totals, TOTALS_NUMBERS);
    g_array_append_vals(numbers, totals->moves->data, totals->moves->len * TOTALS_MOVE_NUMBERS);
    return g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, numbers->data, numbers->len,
                                     sizeof(int64_t));
}

static GVariant *store_events(const GArray *events)
{
    return g_variant_new_fixed_array(G_VARIANT_TYPE_UINT32, events->data,
                                     events->len * EVENT_KIND_COUNT, sizeof(uint32_t));
}

#define ANSWER_NUMBERS 5

static void append_answer(GArray *numbers, const Answer *answer)
{
    const uint64_t row[ANSWER_NUMBERS] = {answer->opening, answer->games, answer->last,
                                          (uint64_t)answer->half_points[0],
                                          (uint64_t)answer->half_points[1]};

    g_array_append_vals(numbers, row, ANSWER_NUMBERS);
}

static GVariant *store_answers(const Answers *answers)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));

    for (guint i = 0; i < answers_count(answers); i++)
        append_answer(numbers, answers_at(answers, i));
    if (answers_waiting(answers) != NULL)
        append_answer(numbers, answers_waiting(answers));
    return g_variant_new_fixed_array(G_VARIANT_TYPE_UINT64, numbers->data, numbers->len,
                                     sizeof(uint64_t));
}

GVariant *totals_store(const Totals *totals)
{
    GVariantBuilder builder;

    g_variant_builder_init(&builder, G_VARIANT_TYPE(TOTALS_VARIANT_TYPE));
    g_variant_builder_add(&builder, "s", totals->contest->name);
    g_variant_builder_open(&builder, G_VARIANT_TYPE("a(axauauatat)"));
    for (int i = 0; i < totals->parts; i++) {
        const PairingTotals *part = &totals->pairings[i];
        g_variant_builder_add(&builder, "(@ax@au@au@at@at)", store_numbers(part),
                              store_events(part->events[0]), store_events(part->events[1]),
                              g_variant_new_fixed_array(G_VARIANT_TYPE_UINT64, part->games->data,
                                                        part->games->len, sizeof(uint64_t)),
                              store_answers(part->answers));
    }
    g_variant_builder_close(&builder);
    return g_variant_builder_end(&builder);
}

static bool are_counts(const PairingTotals *totals)
{
    const int64_t *number = (const int64_t *)totals;

    for (size_t i = 0; i < TOTALS_NUMBERS; i++)
        if (number[i] < 0 || number[i] > MATCH_MOST)
            return false;
    return true;
}

static bool colours_agree(const PairingTotals *totals)
{
    const StatisticsScore sum = statistics_add(totals->as[TOTALS_WHITE], totals->as[TOTALS_BLACK]);

    return memcmp(&sum, &totals->score, sizeof sum) == 0;
}

/* Only results that occurred can be repeated. */
static bool repeats_agree(const PairingTotals *totals)
{
    const Scores pairs = pairing_totals_pairs(totals);
    bool agree = true;

    for (int i = 0; i < pairs.values; i++)
        agree = agree && pairs.count[i] >= 0;
    for (int colour = 0; colour < TOTALS_COLORS; colour++) {
        const StatisticsScore score = pairing_totals_as(totals, colour);
        agree = agree && score.wins >= 0 && score.losses >= 0 && score.draws >= 0;
    }
    return agree;
}

/* A part of a run has no more than one game without partner, its last one. */
static bool pairs_agree(const PairingTotals *totals)
{
    const PairCounts *pairs = &totals->pairs;
    int64_t games = 0, waiting = 0, points = 0;

    for (int i = 0; i < (int)G_N_ELEMENTS(pairs->pairs); i++) {
        games += 2 * pairs->pairs[i];
        points += i * pairs->pairs[i];
    }
    for (int i = 0; i < (int)G_N_ELEMENTS(pairs->waiting); i++) {
        waiting += pairs->waiting[i];
        points += i * pairs->waiting[i];
    }
    return waiting <= 1 && games + waiting == pairing_totals_games(totals) &&
           points == 2 * totals->score.wins + totals->score.draws;
}

bool pairing_totals_agree(const PairingTotals *totals)
{
    int64_t ended = 0;

    if (!are_counts(totals)) /* else they can be added */
        return false;
    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++)
        ended += totals->terminations[i];
    return colours_agree(totals) && pairs_agree(totals) && repeats_agree(totals) &&
           totals->terminations[TERMINATION_NONE] == 0 && ended == pairing_totals_games(totals) &&
           totals->draw_wins + totals->draw_losses <=
               MIN(totals->score.draws, totals->terminations[TERMINATION_FIFTY_MOVES]);
}

/* More than the material of two sides can differ. Units: hundredths of a pawn. */
#define MATERIAL_MOST 1048576.0

/* Two such sums can be added. */
#define SUM_MOST (G_MAXINT64 / 2)

static bool are_sums(int64_t games, int64_t sum, int64_t squares)
{
    const double most = (double)games * MATERIAL_MOST;

    return sum >= -SUM_MOST && sum <= SUM_MOST && fabs((double)sum) <= most &&
           squares <= SUM_MOST && (double)squares <= most * MATERIAL_MOST &&
           statistics_sums_are_possible((StatisticsSums){games, sum, squares});
}

/* Each move is one of some of the games that have the move before. */
static bool is_curve(const GArray *moves, int64_t games)
{
    for (guint i = 0; i < moves->len; i++) {
        const TotalsMove *move = &g_array_index(moves, TotalsMove, i);
        const int64_t next = i + 1 < moves->len ? move[1].running : 0;
        if (next < 0 || move->running <= 0 || move->running < next || move->running > games ||
            !are_sums(move->running, move->sum, move->squares) ||
            !are_sums(move->running - next, move->ended_sum, move->ended_squares))
            return false;
        games = move->running;
    }
    return true;
}

static bool are_events(const GArray *events, int64_t games)
{
    for (guint i = 0; i < events->len; i++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            if (g_array_index(events, TotalsEvents, i).count[kind] > games)
                return false;
    return true;
}

bool totals_agree(const Totals *totals)
{
    const bool by_pairing = totals->contest->tally->by_pairing;
    PairingTotals all = {0};

    for (int i = 0; i < totals->parts; i++) {
        const PairingTotals *part = &totals->pairings[i];
        if (by_pairing ? !pairing_totals_agree(part) : !are_counts(part))
            return false;
        totals_add_numbers((int64_t *)&all, (const int64_t *)part, TOTALS_NUMBERS);
        if (!are_counts(&all) || pairing_totals_games(&all) > MATCH_MOST)
            return false;
    }
    return true;
}

static bool are_per_game(const GArray *events, const int64_t *squares, int64_t games)
{
    int64_t counts[EVENT_KIND_COUNT];

    pairing_totals_count_events(events, counts);
    for (int i = 0; i < PER_GAME_COUNT; i++)
        if (!statistics_sums_are_possible(
                (StatisticsSums){games, per_game_sum(&PER_GAME[i], counts), squares[i]}))
            return false;
    return true;
}

/* Whether what run.json does not have is possible, too. */
static bool details_agree(const PairingTotals *part)
{
    const int64_t games = pairing_totals_games(part);

    return is_curve(part->moves, games) && are_events(part->events[0], games) &&
           are_events(part->events[1], games) &&
           are_per_game(part->events[0], part->squares[0], games) &&
           are_per_game(part->events[1], part->squares[1], games) && part->games->len <= games &&
           part->games->len < 2 * TOTALS_HASHES && part->distinct <= games;
}

/* Appends the numbers of @variant, of @size bytes each, to @array; false if they are no whole
 * elements of it. */
static bool load_array(GVariant *variant, gsize size, GArray *array)
{
    const gsize numbers_of_element = g_array_get_element_size(array) / size;
    gsize count;
    gconstpointer numbers = g_variant_get_fixed_array(variant, &count, size);

    if (count > 0)
        g_array_append_vals(array, numbers, (guint)(count / numbers_of_element));
    return count % numbers_of_element == 0;
}

static bool load_numbers(GVariant *variant, PairingTotals *out_totals)
{
    gsize count;
    const int64_t *numbers = g_variant_get_fixed_array(variant, &count, sizeof(int64_t));

    if (count < TOTALS_NUMBERS || (count - TOTALS_NUMBERS) % TOTALS_MOVE_NUMBERS != 0)
        return false;
    memcpy(out_totals, numbers, TOTALS_NUMBERS * sizeof *numbers);
    g_array_append_vals(out_totals->moves, numbers + TOTALS_NUMBERS,
                        (guint)((count - TOTALS_NUMBERS) / TOTALS_MOVE_NUMBERS));
    return true;
}

static bool load_answers(GVariant *variant, Answers *answers)
{
    gsize count;
    const uint64_t *number = g_variant_get_fixed_array(variant, &count, sizeof(uint64_t));

    for (gsize i = 0; i + ANSWER_NUMBERS <= count; i += ANSWER_NUMBERS) {
        const Answer answer = {number[i],
                               number[i + 1],
                               number[i + 2],
                               {(int)MIN(number[i + 3], 2), (int)MIN(number[i + 4], 2)}};
        answers_add(answers, &answer);
    }
    return count % ANSWER_NUMBERS == 0;
}

static bool load_part(GVariant *variant, PairingTotals *out_totals)
{
    g_autoptr(GVariant) numbers = NULL, first = NULL, second = NULL, games = NULL, answers = NULL;

    g_variant_get(variant, "(@ax@au@au@at@at)", &numbers, &first, &second, &games, &answers);
    return load_numbers(numbers, out_totals) &&
           load_array(first, sizeof(uint32_t), out_totals->events[0]) &&
           load_array(second, sizeof(uint32_t), out_totals->events[1]) &&
           load_array(games, sizeof(uint64_t), out_totals->games) &&
           load_answers(answers, out_totals->answers);
}

Totals *totals_load(GVariant *variant)
{
    g_autoptr(GVariant) parts = NULL;
    g_autoptr(Totals) totals = NULL;
    const Contest *contest;
    const char *name;

    g_variant_get(variant, "(&s@a(axauauatat))", &name, &parts);
    contest = contest_by_name(name);
    if (contest == NULL)
        return NULL;
    totals = totals_new(contest, (int)g_variant_n_children(parts));
    for (int i = 0; i < totals->parts; i++) {
        g_autoptr(GVariant) part = g_variant_get_child_value(parts, (gsize)i);
        if (!load_part(part, &totals->pairings[i]))
            return NULL;
    }
    if (!totals_agree(totals)) /* first: then the numbers can be added */
        return NULL;
    for (int i = 0; i < totals->parts; i++)
        if (!details_agree(&totals->pairings[i]))
            return NULL;
    return g_steal_pointer(&totals);
}

static void write_terminations(JsonBuilder *json, const int64_t *terminations)
{
    json_begin_object(json, "terminations");
    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++)
        json_add_number(json, termination_name((Termination)i), terminations[i]);
    json_builder_end_object(json);
}

/* A run of a program that had fewer terminations has no game that ended by another. */
static bool read_terminations(JsonMembers *members, int64_t *terminations)
{
    JsonMembers numbers;

    if (!json_members_object(members, "terminations", &numbers))
        return false;
    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++)
        terminations[i] = json_object_get_int_member_with_default(
            numbers.object, termination_name((Termination)i), 0);
    return true;
}

void totals_write_result(JsonBuilder *json, const Spec *spec, const Totals *totals, int part)
{
    PairingTotals shown = totals->pairings[part];

    shown.distinct = pairing_totals_distinct(&shown);
    json_builder_begin_object(json);
    totals->contest->tally->name_part(json, spec, part);
    json_members_write(json, totals->contest->tally->results, 0, &shown, NULL);
    if (totals->contest->tally->by_pairing)
        write_terminations(json, shown.terminations);
    if (pairing_totals_repeated(&shown) > 0) {
        json_begin_object(json, "repeats");
        json_members_write(json, &TOTALS_REPEATS, 0, &shown.repeats, NULL);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

/* The game that is in no pair made what the pairs did not. */
static void find_waiting(PairingTotals *totals)
{
    int64_t games = pairing_totals_games(totals),
            half_points = 2 * totals->score.wins + totals->score.draws;

    for (int i = 0; i < (int)G_N_ELEMENTS(totals->pairs.pairs); i++) {
        games -= 2 * totals->pairs.pairs[i];
        half_points -= i * totals->pairs.pairs[i];
    }
    if (games == 1 && half_points >= 0 && half_points <= 2)
        totals->pairs.waiting[half_points] = 1;
}

static bool read_repeats(JsonMembers *members, TotalsRepeats *out_repeats)
{
    JsonMembers numbers;

    return !json_members_has(members, "repeats") ||
           (json_members_object(members, "repeats", &numbers) &&
            json_members_read(&numbers, &TOTALS_REPEATS, 0, out_repeats));
}

bool totals_read_result(JsonObject *object, Totals *out_totals, int part)
{
    const ContestTally *tally = out_totals->contest->tally;
    PairingTotals *totals = &out_totals->pairings[part];
    JsonMembers members = json_members_of(object, NULL);

    if (!json_members_read(&members, tally->results, 0, totals) ||
        (tally->by_pairing && !read_terminations(&members, totals->terminations)) ||
        !read_repeats(&members, &totals->repeats))
        return false;
    if (tally->by_pairing)
        find_waiting(totals);
    return !tally->by_pairing || pairing_totals_agree(totals);
}
