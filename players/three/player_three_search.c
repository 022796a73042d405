/* The players `maxn` and `paranoid` of three-player chess: both look ahead to a fixed depth, see
 * three_search.h. Equal moves are chosen among at random.
 *
 * For max^n every side chooses what is best for itself (Luckhardt and Irani 1986); the paranoid
 * player takes both others to be allied against it (Sturtevant and Korf 2000). */
#include <string.h>

#include "board/threechess.h"
#include "players/player_kinds.h"
#include "players/three/three_search.h"

G_STATIC_ASSERT(GRADE_LINE_MOVES == THREE_SEARCH_MAX_DEPTH);

static const PlayerNumber DEPTH = {
    .key = "depth",
    .least = 1,
    .most = THREE_SEARCH_MAX_DEPTH,
    .is_required = true,
};

static void grade_moves(const ThreeSearch *search, const ThreePosition *pos, bool is_maxn,
                        Grades *grades)
{
    const ThreeColor us = (ThreeColor)pos->turn, next = three_color_next(us);
    const ThreeColor last = three_color_next(next);
    static const char *const name[] = {"for Blue", "for Green", "for Red"};
    const char *const of_all[] = {name[last], name[next], name[us], NULL};

    grades_begin(grades, is_maxn ? of_all : (const char *const[]){"upper bound", NULL});
    for (int i = 0; grades != NULL && i < search->tried_count; i++) {
        const int *worth = search->worth[i].side;
        grades_add(grades, search->tried[i],
                   is_maxn ? (int[]){worth[last], worth[next], worth[us]} : (int[]){worth[us]});
    }
}

static Choice choose_by_search(Player *player, const PlayerCall *call)
{
    const bool is_maxn = player->kind == &PLAYER_KIND_MAXN;
    const ThreePosition *pos = &call->line->state.three;
    const ThinkingDeadline deadline = player_call_deadline(call);
    const ThreeSearch search = three_search(is_maxn ? THREE_SEARCH_MAXN : THREE_SEARCH_PARANOID,
                                            pos, (int)player->number[0], &deadline);
    const uint32_t drawn = random_below(call->random, (uint32_t)search.count);

    grade_moves(&search, pos, is_maxn, call->grades);
    if (call->grades != NULL) {
        call->grades->line_length = search.lines[drawn].length;
        memcpy(call->grades->line, search.lines[drawn].moves, sizeof call->grades->line);
    }
    return choice_of_move(search.moves[drawn]);
}

const PlayerKind PLAYER_KIND_MAXN = {
    .name = "maxn",
    .usage = "maxn:depth=N",
    .summary = "three-player chess: looks N plies ahead and assumes that each side plays for "
               "itself (max^n)",
    .numbers = &DEPTH,
    .number_count = 1,
    .games = {&GAME_THREECHESS},
    .choose = choose_by_search,
};

const PlayerKind PLAYER_KIND_PARANOID = {
    .name = "paranoid",
    .usage = "paranoid:depth=N",
    .summary = "three-player chess: looks N plies ahead and assumes that the other two sides play "
               "against it",
    .numbers = &DEPTH,
    .number_count = 1,
    .games = {&GAME_THREECHESS},
    .choose = choose_by_search,
};
