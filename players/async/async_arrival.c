#include "players/async/async_arrival.h"

#include <glib.h>

#include "board/movegen.h"

static int path_spaces(Square from, Square to)
{
    return bitboard_count(attacks_between(from, to)) + 1;
}

static bool is_same_kind(const AsyncWorld *a, Square a_sq, const AsyncWorld *b, Square b_sq)
{
    return a->type_at[a_sq] != PIECE_NONE && a->type_at[a_sq] == b->type_at[b_sq] &&
           async_world_color_at(a, a_sq) == async_world_color_at(b, b_sq);
}

/* Those of @ends that lie behind @via, seen from @from. */
static Bitboard ends_beyond(Bitboard ends, Square from, Square via)
{
    Bitboard beyond = 0;

    for (Bitboard rest = ends & attacks_line(from, via); rest; rest &= rest - 1)
        if (bitboard_has(attacks_between(from, bitboard_first(rest)), via))
            beyond |= rest & -rest;
    return beyond;
}

/* Whether the piece that was on @from at the last look may be the one that is on @sq in @seen, and
 * has come there along a line. */
static bool may_have_come(const AsyncLook *look, const AsyncWorld *seen, const AsyncRules *rules,
                          Square from, Square sq)
{
    const AsyncWorld *last = &look->world;
    const bool was_under_way = bitboard_has(last->under_way, from);
    const bool idle_still = !was_under_way && !bitboard_has(seen->under_way, from) &&
                            is_same_kind(seen, from, last, from);
    const int64_t space_ms = async_world_space_ms(last, rules, from);
    const int64_t due_ms =
        was_under_way ? look->course[from].due_least_ms : last->now_ms + space_ms;

    return is_same_kind(last, from, seen, sq) && !idle_still &&
           due_ms + (path_spaces(from, sq) - 1) * space_ms <= seen->now_ms;
}

/* Where the piece on @sq, which has come there since the last look, still goes on the lines from
 * where it may have come. */
static Bitboard ends_of_newcomer(const AsyncLook *look, const AsyncWorld *seen,
                                 const AsyncRules *rules, Square sq)
{
    const AsyncWorld *last = &look->world;
    const Color color = async_world_color_at(seen, sq);
    Bitboard ends = 0;

    for (Bitboard rest = last->by_color[color]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const bool was_under_way = bitboard_has(last->under_way, from);
        if (may_have_come(look, seen, rules, from, sq))
            ends |= ends_beyond(
                was_under_way ? look->course[from].ends : async_world_reach(last, from), from, sq);
    }
    return ends;
}

/* The hidden path of the piece on @sq, as far as it is known: it has not been seen under way
 * there. */
static AsyncCourse new_course(const AsyncLook *look, const AsyncWorld *seen,
                              const AsyncRules *rules, Square sq)
{
    const int64_t space_ms = async_world_space_ms(seen, rules, sq);
    AsyncCourse course = {
        .ends = async_world_reach(seen, sq),
        .due_least_ms = seen->now_ms + 1,
        .due_latest_ms = seen->now_ms + space_ms,
    };
    Bitboard ends;

    if (!look->has_seen)
        return course;
    course.due_least_ms = MAX(course.due_least_ms, look->world.now_ms + space_ms);
    if (is_same_kind(&look->world, sq, seen, sq))
        return course; /* it has been sent off since */
    course.due_least_ms = MAX(course.due_least_ms, look->world.now_ms + 1 + space_ms);
    ends = ends_of_newcomer(look, seen, rules, sq);
    if (ends != 0)
        course.ends = ends;
    return course;
}

static AsyncCourse hidden_course(const AsyncLook *look, const AsyncWorld *seen,
                                 const AsyncRules *rules, Square sq)
{
    const bool was_there = look->has_seen && bitboard_has(look->world.under_way, sq) &&
                           is_same_kind(&look->world, sq, seen, sq);
    AsyncCourse course = look->course[sq];

    if (!was_there || course.due_latest_ms <= seen->now_ms)
        return new_course(look, seen, rules, sq);
    course.due_least_ms = MAX(course.due_least_ms, seen->now_ms + 1);
    return course;
}

static AsyncCourse course_of(const AsyncLook *look, const AsyncWorld *seen, const AsyncRules *rules,
                             Square sq)
{
    if (!async_view_has_path(seen, sq))
        return hidden_course(look, seen, rules, sq);
    return (AsyncCourse){
        .ends = bitboard_of(seen->to[sq]),
        .due_least_ms = seen->due_ms[sq],
        .due_latest_ms = seen->due_ms[sq],
    };
}

void async_look_at(AsyncLook *look, const AsyncWorld *seen, const AsyncRules *rules)
{
    AsyncCourse course[SQUARE_COUNT];

    g_assert(!look->has_seen || seen->now_ms >= look->world.now_ms);
    for (Bitboard rest = seen->under_way; rest; rest &= rest - 1)
        course[bitboard_first(rest)] = course_of(look, seen, rules, bitboard_first(rest));
    for (Bitboard rest = seen->under_way; rest; rest &= rest - 1)
        look->course[bitboard_first(rest)] = course[bitboard_first(rest)];
    look->world = *seen;
    look->has_seen = true;
}

int async_arrival_path(const AsyncWorld *world, const AsyncRules *rules, Square sq, Square to,
                       int64_t start_ms, AsyncEntry out_entries[static ASYNC_ENTRIES_MAX])
{
    const int64_t space_ms = async_world_space_ms(world, rules, sq);
    int count = 0;

    for (Square at = sq; at != to; count++) {
        at = async_path_next(at, to);
        out_entries[count] = (AsyncEntry){at, start_ms + (count + 1) * space_ms};
    }
    return count;
}

/* A piece that is or will be idle on a space. */
typedef struct {
    PieceType type;
    Color color;
    Square sq;
    int64_t since_ms;
} Idler;

/* A question about a piece: where it would come to, and whether an opponent of it stands there. */
typedef struct {
    const AsyncWorld *world;
    const AsyncRules *rules;
    Bitboard in_the_way; /* not the piece itself */
    Square space;
    bool victim;
} Question;

static Question question_of(const AsyncOutlook *outlook, Square sq, Square space, bool victim)
{
    return (Question){
        .world = &outlook->look->world,
        .rules = outlook->rules,
        .in_the_way = outlook->in_the_way & ~bitboard_of(sq),
        .space = space,
        .victim = victim,
    };
}

static Idler idler_on(const AsyncWorld *world, Square sq, int64_t since_ms)
{
    return (Idler){async_world_type_at(world, sq), async_world_color_at(world, sq), sq, since_ms};
}

/* Whether the pawn goes straight to the space: by one, and from its own second rank by two. */
static bool pawn_advances(const Question *question, const Idler *pawn)
{
    const Bitboard space = bitboard_of(question->space), free = ~question->in_the_way | space;
    Bitboard doubled;
    const Bitboard single = movegen_pushes(pawn->color, bitboard_of(pawn->sq), free, &doubled);

    return ((single | doubled) & space) != 0;
}

static bool can_come(const Question *question, const Idler *idler)
{
    if (idler->type == PIECE_PAWN && !question->victim)
        return pawn_advances(question, idler);
    return bitboard_has(attacks_from(idler->type, idler->color, idler->sq, question->in_the_way),
                        question->space);
}

/* When it comes there with one movement. */
static int64_t idler_ms(const Question *question, const Idler *idler)
{
    if (!can_come(question, idler))
        return ASYNC_NEVER;
    return idler->since_ms + path_spaces(idler->sq, question->space) *
                                 async_rules_space_ms(question->rules, idler->type);
}

/* Where a path leads. */
typedef struct {
    Idler stop;
    int64_t enters_ms; /* the space that is asked about; ASYNC_NEVER if it does not come there */
} Way;

static bool may_enter(const Question *question, const Idler *idler, Square next)
{
    const Bitboard *standing = question->world->by_color;
    const Bitboard friends = standing[idler->color] & question->in_the_way;
    const Bitboard opponents = standing[color_opponent(idler->color)] & question->in_the_way;
    const bool asked = next == question->space;
    const bool victim = asked ? question->victim : bitboard_has(opponents, next);
    const bool straight = square_file(idler->sq) == square_file(next);

    if (!asked && bitboard_has(friends, next))
        return false;
    return idler->type != PIECE_PAWN || straight != victim;
}

/* The way of the piece on @sq to @to, if it enters its next space at @due_ms. */
static Way way_of(const Question *question, Square sq, Square to, int64_t due_ms)
{
    const int64_t space_ms = async_world_space_ms(question->world, question->rules, sq);
    Way way = {idler_on(question->world, sq, due_ms), ASYNC_NEVER};

    for (int64_t time_ms = due_ms; way.stop.sq != to; time_ms += space_ms) {
        const Square next = async_path_next(way.stop.sq, to);
        way.stop.since_ms = time_ms;
        if (!may_enter(question, &way.stop, next))
            break;
        way.stop.sq = next;
        if (next == question->space)
            way.enters_ms = time_ms;
        if (next == question->space || bitboard_has(question->in_the_way, next))
            break;
    }
    if (way.stop.type == PIECE_PAWN && (bitboard_of(way.stop.sq) & (RANK_1 | RANK_8)) != 0)
        way.stop.type = PIECE_QUEEN;
    return way;
}

/* When the piece has come to the space by @way or, if it does not lead there, with a movement
 * after it, that starts at @start_ms or later. */
static int64_t way_and_more_ms(const Question *question, const Way *way, int64_t start_ms)
{
    Idler stop = way->stop;

    if (way->enters_ms != ASYNC_NEVER || start_ms == ASYNC_NEVER)
        return way->enters_ms;
    stop.since_ms = MAX(stop.since_ms, start_ms);
    return idler_ms(question, &stop);
}

/* The earliest such time over all paths that the piece on @sq may have. */
static int64_t under_way_ms(const Question *question, const AsyncCourse *course, Square sq,
                            int64_t start_ms)
{
    int64_t first_ms = ASYNC_NEVER;

    for (Bitboard rest = course->ends; rest; rest &= rest - 1) {
        const Way way = way_of(question, sq, bitboard_first(rest), course->due_least_ms);
        first_ms = MIN(first_ms, way_and_more_ms(question, &way, start_ms));
    }
    return first_ms;
}

int64_t async_arrival_ms(const AsyncOutlook *outlook, Square sq, Square space, bool victim,
                         int64_t start_ms)
{
    const Question question = question_of(outlook, sq, space, victim);
    const Idler idler = idler_on(question.world, sq, start_ms);

    if (bitboard_has(question.world->under_way, sq))
        return under_way_ms(&question, &outlook->look->course[sq], sq, start_ms);
    return idler_ms(&question, &idler);
}

Bitboard async_arrival_stops(const AsyncOutlook *outlook, Square sq)
{
    const Question question = question_of(outlook, sq, SQUARE_NONE, false);
    Bitboard stops = 0;

    for (Bitboard rest = outlook->look->course[sq].ends; rest; rest &= rest - 1)
        stops |= bitboard_of(way_of(&question, sq, bitboard_first(rest), 0).stop.sq);
    return bitboard_has_several(stops) ? stops & ~bitboard_of(sq) : stops;
}

int64_t async_arrival_stop_ms(const AsyncOutlook *outlook, Square sq, Square stop)
{
    const int64_t space_ms = async_world_space_ms(&outlook->look->world, outlook->rules, sq);
    const int more = sq == stop ? 0 : path_spaces(sq, stop) - 1;

    return outlook->look->course[sq].due_latest_ms + more * space_ms;
}
