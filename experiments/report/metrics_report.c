#include "experiments/report/metrics_report.h"

#include "experiments/report/pairing_rows.h"
#include "experiments/report/standings.h"
#include "experiments/tools/csv.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

#define SHARE_DECIMALS 4
#define ELO_DECIMALS 2
#define Z_DECIMALS 3
#define P_DECIMALS 6

static const PoolPairing *pairing_of(const MetricsRow *row)
{
    return pool_pairing(row->standings->pool, row->pairing);
}

static const EloPairing *elo_of(const MetricsRow *row)
{
    return &row->standings->pairings[row->pairing];
}

static const StandingsPlayer *player_of(const MetricsRow *row)
{
    return &row->standings->players[row->place];
}

static void append_name(GString *csv, const MetricsRow *row, int player)
{
    csv_append_text(csv, pool_player(row->standings->pool, player)->name);
}

/* A cell that needs games is empty if there are none. */
static void append_share(GString *csv, StatisticsScore score)
{
    if (score.wins + score.losses + score.draws > 0)
        csv_append_fixed(csv, standings_share(score), SHARE_DECIMALS);
}

static void write_player(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, pairing_of(row)->player);
}

static void write_opponent(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, pairing_of(row)->opponent);
}

static void write_pace(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_pace(csv, pairing_of(row)->ms_per_space);
}

static void write_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_totals_games(&pairing_of(row)->totals));
}

static void write_wins(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_of(row)->totals.wins);
}

static void write_losses(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_of(row)->totals.losses);
}

static void write_draws(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_of(row)->totals.draws);
}

static void write_score(GString *csv, const MetricsRow *row)
{
    const PairingTotals *totals = &pairing_of(row)->totals;

    append_share(csv, (StatisticsScore){totals->wins, totals->losses, totals->draws});
}

static void write_elo(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, elo_of(row)->elo);
}

static void write_elo_kind(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, estimate_kind_name(elo_of(row)->elo.kind));
}

static void write_elo_low(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_low(csv, elo_of(row)->elo);
}

static void write_elo_high(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_high(csv, elo_of(row)->elo);
}

static void write_superiority(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, elo_of(row)->superiority, SHARE_DECIMALS);
}

static void write_white_score(GString *csv, const MetricsRow *row)
{
    append_share(csv, pairing_of(row)->totals.as[TOTALS_WHITE]);
}

static void write_black_score(GString *csv, const MetricsRow *row)
{
    append_share(csv, pairing_of(row)->totals.as[TOTALS_BLACK]);
}

static void write_pairs(GString *csv, const MetricsRow *row)
{
    const Scores pairs = scores_of_pairs(&pairing_of(row)->totals.pairs);

    csv_append_signed(csv, scores_units(&pairs));
}

#define PLAYER \
    "short name of a player; in full if in several runs the short name stands for others, too"

#define PACE "in time milliseconds that a piece needs for a space; else empty"

static const MetricsColumn PAIRINGS_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", write_opponent},
    {"games", METRICS_INTEGER, "games", "games they played", write_games},
    {"wins", METRICS_INTEGER, "games", "games the player won", write_wins},
    {"losses", METRICS_INTEGER, "games", "games the opponent won", write_losses},
    {"draws", METRICS_INTEGER, "games", "games nobody won", write_draws},
    {"score", METRICS_NUMBER, "0..1", "points the player made of each game; a draw is half a point",
     write_score},
    {"elo", METRICS_NUMBER, "Elo",
     "difference of ratings with which that score is expected; empty if unlimited", write_elo},
    {"elo_kind", METRICS_STRING, "",
     "interval; alike: all results were the same, the interval is made of bounds; at-least, "
     "at-most: only that bound is there, as everything was won or lost; unknown: no games",
     write_elo_kind},
    {"elo_low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound", write_elo_low},
    {"elo_high", METRICS_NUMBER, "Elo", "upper end of it", write_elo_high},
    {"superiority", METRICS_NUMBER, "0..1", "how likely it is that the player is the better one",
     write_superiority},
    {"white_score", METRICS_NUMBER, "0..1",
     "score of the player with White; empty without such games", write_white_score},
    {"black_score", METRICS_NUMBER, "0..1", "with Black", write_black_score},
    {"pairs", METRICS_INTEGER, "pairs",
     "pairs of games with one opening and exchanged colours, by which difference, interval and "
     "superiority are judged; if there are none it is by single games",
     write_pairs},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
};

static const MetricsTable PAIRINGS = {
    .file = "agentchess report --csv --table=pairings",
    .row = "a pairing, seen from its first player",
    COLUMNS(PAIRINGS_COLUMNS),
};

static void write_rated_player(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, player_of(row)->player);
}

static void write_rating(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, player_of(row)->rating);
}

static void write_rating_kind(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, estimate_kind_name(player_of(row)->rating.kind));
}

static void write_rating_low(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_low(csv, player_of(row)->rating);
}

static void write_rating_high(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_high(csv, player_of(row)->rating);
}

static void write_all_games(GString *csv, const MetricsRow *row)
{
    const StatisticsScore score = player_of(row)->score;

    csv_append_signed(csv, score.wins + score.losses + score.draws);
}

static void write_all_score(GString *csv, const MetricsRow *row)
{
    append_share(csv, player_of(row)->score);
}

static const MetricsColumn RATINGS_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_rated_player},
    {"rating", METRICS_NUMBER, "Elo",
     "rating that makes the results of all pairings together most probable", write_rating},
    {"rating_kind", METRICS_STRING, "",
     "interval; given: the anchor, whose rating is laid down; at-least, at-most: only that bound "
     "is there, as no result limits the other side; unknown: no games compare it with the anchor",
     write_rating_kind},
    {"low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound", write_rating_low},
    {"high", METRICS_NUMBER, "Elo", "upper end of it", write_rating_high},
    {"games", METRICS_INTEGER, "games", "games the player played", write_all_games},
    {"score", METRICS_NUMBER, "0..1", "points it made of each", write_all_score},
};

static const MetricsTable RATINGS = {
    .file = "agentchess report --csv --table=ratings",
    .row = "a player, the best first",
    COLUMNS(RATINGS_COLUMNS),
};

static const StandingsResidual *residual_of(const MetricsRow *row)
{
    return standings_residual(row->standings, row->place);
}

static void write_residual_player(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, residual_of(row)->of.player);
}

static void write_residual_opponent(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, residual_of(row)->of.other);
}

static void write_residual_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, residual_of(row)->of.games);
}

static void write_residual_score(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, residual_of(row)->of.score, SHARE_DECIMALS);
}

static void write_expected(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, residual_of(row)->of.expected, SHARE_DECIMALS);
}

static void write_residual_elo(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, residual_of(row)->of.elo, ELO_DECIMALS);
}

static void write_z(GString *csv, const MetricsRow *row)
{
    if (residual_of(row)->of.is_standard)
        csv_append_fixed(csv, residual_of(row)->of.z, Z_DECIMALS);
}

static void write_residual_p(GString *csv, const MetricsRow *row)
{
    if (residual_of(row)->of.is_standard)
        csv_append_fixed(csv, residual_of(row)->p, P_DECIMALS);
}

static const MetricsColumn RESIDUALS_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_residual_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", write_residual_opponent},
    {"games", METRICS_INTEGER, "games", "games they played, at whatever pace",
     write_residual_games},
    {"score", METRICS_NUMBER, "0..1", "points the player made of each", write_residual_score},
    {"expected", METRICS_NUMBER, "0..1", "points that the ratings expect of it in these games",
     write_expected},
    {"elo", METRICS_NUMBER, "Elo", "difference of their ratings", write_residual_elo},
    {"z", METRICS_NUMBER, "sd",
     "score less expected, in standard deviations of that difference; empty where the ratings "
     "follow whatever the two play",
     write_z},
    {"p", METRICS_NUMBER, "0..1",
     "how probable so great a z is if the ratings hold, after Holm: of all pairings together",
     write_residual_p},
};

static const MetricsTable RESIDUALS = {
    .file = "agentchess report --csv --table=residuals",
    .row = "a pairing, the one that the ratings explain worst first",
    COLUMNS(RESIDUALS_COLUMNS),
};

static const StandingsMass *mass_of(const MetricsRow *row)
{
    return &row->standings->masses[row->place];
}

static void write_mass_player(GString *csv, const MetricsRow *row)
{
    append_name(csv, row, mass_of(row)->player);
}

static void write_mass(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, mass_of(row)->mass.value, SHARE_DECIMALS);
}

static void write_mass_low(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, mass_of(row)->mass.low, SHARE_DECIMALS);
}

static void write_mass_high(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, mass_of(row)->mass.high, SHARE_DECIMALS);
}

static const MetricsColumn ALPHA_RANK_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_mass_player},
    {"mass", METRICS_NUMBER, "0..1",
     "share of the time that a population plays it, if whoever beats it replaces it", write_mass},
    {"low", METRICS_NUMBER, "0..1", "lower end of what 95 % of resampled results say",
     write_mass_low},
    {"high", METRICS_NUMBER, "0..1", "upper end of it", write_mass_high},
};

static const MetricsTable ALPHA_RANK = {
    .file = "agentchess report --csv --table=alpha-rank",
    .row = "a player, the greatest mass first",
    COLUMNS(ALPHA_RANK_COLUMNS),
};

static void append_pairs(GString *csv, const MetricsRow *row, int half_points)
{
    csv_append_signed(csv, pairing_of(row)->totals.pairs.pairs[half_points]);
}

static void write_pairs_0(GString *csv, const MetricsRow *row)
{
    append_pairs(csv, row, 0);
}

static void write_pairs_1(GString *csv, const MetricsRow *row)
{
    append_pairs(csv, row, 1);
}

static void write_pairs_2(GString *csv, const MetricsRow *row)
{
    append_pairs(csv, row, 2);
}

static void write_pairs_3(GString *csv, const MetricsRow *row)
{
    append_pairs(csv, row, 3);
}

static void write_pairs_4(GString *csv, const MetricsRow *row)
{
    append_pairs(csv, row, 4);
}

static Estimate normalized_of(const MetricsRow *row)
{
    const Scores pairs = scores_of_pairs(&pairing_of(row)->totals.pairs);

    return elo_normalized(&pairs);
}

static void write_normalized(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, normalized_of(row));
}

static void write_normalized_low(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_low(csv, normalized_of(row));
}

static void write_normalized_high(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_high(csv, normalized_of(row));
}

static const MetricsColumn PAIRS_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", write_opponent},
    {"pairs", METRICS_INTEGER, "pairs", "pairs of games with one opening and exchanged colours",
     write_pairs},
    {"points_0", METRICS_INTEGER, "pairs", "of them, those in which the player made no point",
     write_pairs_0},
    {"points_half", METRICS_INTEGER, "pairs", "half a point", write_pairs_1},
    {"points_1", METRICS_INTEGER, "pairs", "one point", write_pairs_2},
    {"points_1_half", METRICS_INTEGER, "pairs", "one and a half", write_pairs_3},
    {"points_2", METRICS_INTEGER, "pairs", "both", write_pairs_4},
    {"normalized_elo", METRICS_NUMBER, "normalized Elo",
     "lead of the player in standard deviations of a game, times 800 / ln 10; empty if all pairs "
     "had the same points",
     write_normalized},
    {"low", METRICS_NUMBER, "normalized Elo", "lower end of its 95 % interval",
     write_normalized_low},
    {"high", METRICS_NUMBER, "normalized Elo", "upper end of it", write_normalized_high},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
};

static const MetricsTable PAIRS = {
    .file = "agentchess report --csv --table=pairs",
    .row = "a pairing by the points of its pairs of games",
    COLUMNS(PAIRS_COLUMNS),
};

static void write_termination(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, termination_name(row->termination));
}

static void write_ended_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_of(row)->totals.terminations[row->termination]);
}

static const MetricsColumn TERMINATIONS_COLUMNS[] = {
    {"player", METRICS_STRING, "", PLAYER, write_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", write_opponent},
    {"termination", METRICS_STRING, "", "how games ended, as in games.csv", write_termination},
    {"games", METRICS_INTEGER, "games", "games of the pairing that did", write_ended_games},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
};

static const MetricsTable TERMINATIONS = {
    .file = "agentchess report --csv --table=terminations",
    .row = "a pairing and a way in which some of its games ended",
    COLUMNS(TERMINATIONS_COLUMNS),
};

const MetricsTable *const METRICS_REPORTS[METRICS_REPORT_COUNT] = {
    [METRICS_REPORT_PAIRINGS] = &PAIRINGS,   [METRICS_REPORT_RATINGS] = &RATINGS,
    [METRICS_REPORT_RESIDUALS] = &RESIDUALS, [METRICS_REPORT_ALPHA_RANK] = &ALPHA_RANK,
    [METRICS_REPORT_PAIRS] = &PAIRS,         [METRICS_REPORT_TERMINATIONS] = &TERMINATIONS,
};
