/* A question about the results of players: how strong they are. */
#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"
#include "studio/core/answer.h"

#define MOST_PLAYERS 256
#define CELLS 5

/* Appends the games of each line of @text: White, Black, and White's wins, losses and draws. */
static bool read_games(const char *text, int players, GArray *games, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) cells = g_strsplit(*line, " ", -1);
        uint64_t number[CELLS];
        for (int i = 0; i < CELLS; i++) {
            const char *cell = (int)g_strv_length(cells) == CELLS ? cells[i] : "";
            const uint64_t most = i < 2 ? (uint64_t)players - 1 : G_MAXINT64;
            if (!read_number("result", cell, 0, most, &number[i], error))
                return false;
        }
        g_array_append_vals(games,
                            &(RatingsGames){.white = (int)number[0],
                                            .black = (int)number[1],
                                            .score = {.wins = (int64_t)number[2],
                                                      .losses = (int64_t)number[3],
                                                      .draws = (int64_t)number[4]}},
                            1);
    }
    return true;
}

/* How many ratings have an interval if @anchor is the anchor. */
static int count_intervals(const Ratings *found, int players, int anchor)
{
    int count = 0;

    for (int i = 0; i < players; i++)
        count += ratings_difference(found, i, anchor).kind == ESTIMATE_INTERVAL;
    return count;
}

/* As report chooses it: of those with most games the one by which most others can be rated. */
static int choose_anchor(const Ratings *found, int players, const GArray *games)
{
    int64_t count[MOST_PLAYERS] = {0}, most_games = 0;
    int anchor = 0, most = -1;

    for (guint i = 0; i < games->len; i++) {
        const RatingsGames *of = &g_array_index(games, RatingsGames, i);
        const int64_t played = of->score.wins + of->score.losses + of->score.draws;
        count[of->white] += played;
        count[of->black] += played;
    }
    for (int i = 0; i < players; i++)
        most_games = MAX(most_games, count[i]);
    for (int i = 0; i < players && most < players - 1; i++) {
        const int rated = count[i] == most_games ? count_intervals(found, players, i) : -1;
        if (rated > most) {
            anchor = i;
            most = rated;
        }
    }
    return anchor;
}

/* {"kind"} and the numbers that the kind has. */
static void add_estimate(JsonBuilder *json, Estimate estimate)
{
    json_builder_begin_object(json);
    json_add_text(json, "kind", estimate_kind_name(estimate.kind));
    if (estimate_has_value(estimate.kind))
        json_add_double(json, "value", estimate.value);
    if (estimate_has_low(estimate.kind))
        json_add_double(json, "low", estimate.low);
    if (estimate_has_high(estimate.kind))
        json_add_double(json, "high", estimate.high);
    json_builder_end_object(json);
}

/* The ratings of @players_text players by the games in @text (read_games()), of which @anchor_text
 * has 0 ("": one as report chooses it): {"anchor", "ratings": an estimate a player, "white":
 * White's advantage}. */
QUESTION(ratings)
const char *ratings(const char *players_text, const char *anchor_text, const char *text)
{
    g_autoptr(GArray) games = g_array_new(FALSE, FALSE, sizeof(RatingsGames));
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(Ratings) found = NULL;
    GError *error = NULL;
    uint64_t players, anchor = 0;

    if (!read_number("number of players", players_text, 2, MOST_PLAYERS, &players, &error) ||
        (*anchor_text != '\0' &&
         !read_number("anchor", anchor_text, 0, players - 1, &anchor, &error)) ||
        !read_games(text, (int)players, games, &error))
        return answer_fail(error);
    found = ratings_new((int)players, (const RatingsGames *)games->data, games->len);
    if (*anchor_text == '\0')
        anchor = (uint64_t)choose_anchor(found, (int)players, games);
    json_builder_begin_object(json);
    json_add_number(json, "anchor", (int64_t)anchor);
    json_begin_list(json, "ratings");
    for (int player = 0; player < (int)players; player++)
        add_estimate(json, ratings_rating(found, player, (int)anchor, 0));
    json_builder_end_array(json);
    json_builder_set_member_name(json, "white");
    add_estimate(json, ratings_white_advantage(found));
    json_builder_end_object(json);
    return answer_json(json);
}

/* The lead of the first of two players in a match by pairs of games with colours exchanged: how
 * many of them it made 0, 1/2, 1, 3/2 and 2 points of, with blanks between. */
QUESTION(lead_of_pairs) const char *lead_of_pairs(const char *text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_auto(GStrv) cells = g_strsplit(text, " ", -1);
    PairCounts counts = {0};
    GError *error = NULL;
    Scores scores;

    for (int i = 0; i < CELLS; i++) {
        const char *cell = (int)g_strv_length(cells) == CELLS ? cells[i] : "";
        uint64_t number;
        if (!read_number("count of pairs", cell, 0, G_MAXINT64, &number, &error))
            return answer_fail(error);
        counts.pairs[i] = (int64_t)number;
    }
    scores = scores_of_pairs(&counts);
    add_estimate(json, elo_pairing(&scores).elo);
    return answer_json(json);
}
