/* Scores of a hero by the last factor, and where they cross 0.5. */
#include <math.h>

#include "experiments/numbers/elo.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/standings.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gsl_tools.h"

/* A point of a line. Numbers that it does not have are NAN: a score without games, a crossing if
 * the score is 0.5 neither here nor between here and the next point, and the ends of its 95 %
 * interval that do not lie on the line. */
typedef struct {
    double x, score, low, high;
    double crossing, crossing_low, crossing_high;
} Point;

/* Whether @text is a number as one writes it by hand. */
static bool is_number(const char *text)
{
    return g_regex_match_simple("^-?[0-9]+(\\.[0-9]+)?$", text, G_REGEX_DOLLAR_ENDONLY, 0);
}

static Point point_of(double x, const PairingTotals *totals)
{
    const Estimate elo = standings_evaluate(totals).elo;
    Point point = {x, NAN, NAN, NAN, NAN, NAN, NAN};

    if (pairing_totals_games(totals) > 0) {
        point.score = standings_share(totals->score);
        point.low = ESTIMATE_KINDS[elo.kind].has_low ? elo_to_share(elo.low) : 0;
        point.high = ESTIMATE_KINDS[elo.kind].has_high ? elo_to_share(elo.high) : 1;
    }
    return point;
}

static int compare_points(gconstpointer a, gconstpointer b)
{
    const Point *first = a, *second = b;

    return (first->x > second->x) - (first->x < second->x);
}

/* The line goes straight from each point that was played to the next: @at is a place on it, 2.5
 * halfway between the third and the fourth of them. */
typedef struct {
    Point **points;
    int count;
} Path;

/* The point before @at, and which part of the way to the next one lies behind. */
static int locate_point(const Path *path, double at, double *out_part)
{
    const int i = MIN((int)at, path->count - 2);

    *out_part = at - i;
    return i;
}

static double x_of(const Path *path, double at)
{
    double part;
    const int i = locate_point(path, at, &part);

    return path->points[i]->x + part * (path->points[i + 1]->x - path->points[i]->x);
}

/* How far the interval of the score at @at is from 0.5, below 0 if it contains it: the scores of
 * the points are independent, and the ends of the interval between them are at the root of the sum
 * of the squares of the weighted distances. */
static double excess_at(double at, void *data)
{
    const Path *path = data;
    double part;
    const int i = locate_point(path, at, &part);
    const Point *a = path->points[i], *b = path->points[i + 1];
    const double score = (1 - part) * a->score + part * b->score;
    const double below = hypot((1 - part) * (a->score - a->low), part * (b->score - b->low));
    const double above = hypot((1 - part) * (a->high - a->score), part * (b->high - b->score));

    return fmax(score - below - 0.5, 0.5 - score - above);
}

#define STEPS 64 /* in which a line between points is looked through */

/* Where from @at on, in the direction of @sign, it is first refuted that the score is 0.5; NAN:
 * nowhere. */
static double find_end(Path *path, double at, int sign)
{
    const double last = sign > 0 ? path->count - 1 : 0;
    double inside = at, outside = at;

    for (; outside != last; inside = outside) {
        const double next = sign > 0 ? floor(outside) + 1 : ceil(outside) - 1;
        outside = sign > 0 ? fmin(outside + 1.0 / STEPS, next) : fmax(outside - 1.0 / STEPS, next);
        if (excess_at(outside, path) > 0)
            return x_of(path, root_find(excess_at, path, fmin(inside, outside),
                                        fmax(inside, outside), 1e-15));
    }
    return NAN;
}

/* Where the line crosses 0.5, and the choices around at which it is not refuted at the 5 % level
 * that the score is 0.5.
 *
 * Source: E. C. Fieller, Some problems in interval estimation, Journal of the Royal Statistical
 *         Society B 16, 1954, with intervals that need not be symmetric (Zou and Donner, 2008). */
static void find_crossings(Path *path)
{
    for (int i = 0; i < path->count; i++) {
        Point *point = path->points[i];
        const double here = point->score - 0.5;
        const double there = i + 1 < path->count ? path->points[i + 1]->score - 0.5 : here;
        const double at = here * there < 0 ? i + here / (here - there) : i;
        if (here != 0 && here * there >= 0)
            continue;
        point->crossing = path->count > 1 ? x_of(path, at) : point->x;
        point->crossing_low = find_end(path, at, -1);
        point->crossing_high = find_end(path, at, 1);
    }
}

/* The cells that differ only in the last factor, against one opponent. */
typedef struct {
    const Spec *spec;
    int first; /* of the cells */
    int opponent;
} Line;

static const SpecFactor *last_factor(const Spec *spec)
{
    return &spec->factors.factor[spec->factors.count - 1];
}

static int pairing_of(const Line *line, int cell)
{
    return cell * line->spec->named_count + line->opponent;
}

/* The values of the other factors; the pace has a column of its own. Owner: the caller. */
static char *name_line(const Line *line)
{
    const Factors *factors = &line->spec->factors;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

    for (int i = 0; i < factors->count - 1; i++)
        if (!g_str_equal(factors->factor[i].key, "async.ms-per-space"))
            g_ptr_array_add(names, factor_value_name(&factors->factor[i],
                                                     factors_chosen(factors, line->first, i)));
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

static void append_point(const Line *line, const Point *point, TableRows *rows)
{
    const Spec *spec = line->spec;
    const PairingRow pairing = pairing_row_of(spec, pairing_of(line, line->first));
    const double numbers[] = {point->score,    point->low,          point->high,
                              point->crossing, point->crossing_low, point->crossing_high};
    g_autofree char *name = name_line(line);

    row_text(rows, name);
    row_text(rows, pairing.opponent);
    pairing_row_fill_pace(rows, &pairing);
    row_text(rows, factor_name(last_factor(spec)));
    row_real(rows, point->x);
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
        row_number(rows, numbers[i], !isnan(numbers[i]));
}

static void append_line(const Line *line, const ResultsRun *run, TableRows *rows)
{
    const SpecFactor *factor = last_factor(line->spec);
    g_autofree Point *points = g_new0(Point, (gsize)factor->count);
    g_autofree Point **played = g_new(Point *, (gsize)factor->count);
    Path path = {.points = played};

    for (int i = 0; i < factor->count; i++)
        points[i] = point_of(g_ascii_strtod(factor->values[i], NULL),
                             &run->totals->pairings[pairing_of(line, line->first + i)]);
    qsort(points, (size_t)factor->count, sizeof *points, compare_points);
    for (int i = 0; i < factor->count; i++)
        if (!isnan(points[i].score))
            played[path.count++] = &points[i];
    find_crossings(&path);
    for (int i = 0; i < factor->count; i++)
        append_point(line, &points[i], rows);
}

/* There are none unless the values of the last factor are numbers. */
static bool has_numbers(const Spec *spec)
{
    const SpecFactor *factor = last_factor(spec);

    for (int i = 0; i < factor->count; i++)
        if (!is_number(factor->values[i]))
            return false;
    return true;
}

static bool arrange_scores(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                           GError **error)
{
    const Spec *spec = run->spec;
    Line line = {.spec = spec};

    if (spec->factors.count == 0 || *spec->hero == '\0' ||
        !g_str_equal(spec->factors.design, "full"))
        return picture_table_lack(picture, run,
                                  "an experiment with factors, a hero and design = full", error);
    if (!has_numbers(spec))
        return true;
    for (line.opponent = 0; line.opponent < spec->named_count; line.opponent++)
        for (line.first = 0; line.first < spec->factors.cells;
             line.first += last_factor(spec)->count)
            append_line(&line, run, rows);
    return true;
}

static const Column SCORES_COLUMNS[] = {
    {"line", TABLE_TEXT, "", "the values of all factors except the last factor and the pace"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    COLUMN_OF_PACE,
    {"choice", TABLE_TEXT, "", "name of the last factor, such as `think_ms`"},
    {"x", TABLE_REAL, "", "value of the last factor", COLUMN_SHORTEST},
    {"score", TABLE_REAL, "0..1",
     "mean points of the hero per game; a draw is half a point; empty if there are no games", 6},
    COLUMNS_OF_ENDS(
        "low", "high", "0..1",
        "lower end of the 95 % interval of `score`, converted from that of the rating difference",
        6),
    {"crossing", TABLE_REAL, "",
     "value of `x` at which the score is 0.5, at this point or on the straight line to the next "
     "point; empty if there is none",
     COLUMN_SHORTEST},
    {"crossing_low", TABLE_REAL, "",
     "lower end of the 95 % interval of `crossing`; empty if it extends to the lowest `x`",
     COLUMN_SHORTEST},
    {"crossing_high", TABLE_REAL, "",
     "upper end of the same interval; empty if it extends to the highest `x`", COLUMN_SHORTEST},
};

static const Table SCORES = {
    REPORT_TABLE("scores",
                 "a value of the last factor, with the score of the hero against one opponent; the "
                 "table is empty unless all values of this factor are numbers",
                 SCORES_COLUMNS, NULL),
    .key = {"line", "opponent", "ms_per_space", "x"}};

const PictureTable PICTURE_SCORES = {&SCORES, .arrange = arrange_scores};
