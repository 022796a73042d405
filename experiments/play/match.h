/* One job, played: a game between two players and the record of it. */
#pragma once

#include "experiments/play/match_times.h"
#include "experiments/play/run_memory.h"
#include "experiments/spec/schedule.h"
#include "players/player.h"

#define MATCH_NO_SIDE (-1)
#define MATCH_REASON_SIZE 128

/* More than any count of games or sum over them can be, and few enough to be added up within 64
 * bits: what is read back is not beyond it. */
#define MATCH_MOST (INT64_C(1) << 56)

typedef struct {
    Move move;
    uint8_t side;                     /* whose it is */
    int32_t material[GAME_MAX_SIDES]; /* of each side after the move, without kings */
    Deliberation deliberation;        /* what led to it, see Choice */
} MatchPly;

/* Of a game in time there is no opening, no ply and no bare side, but times. Units: material in
 * hundredths of a pawn. */
typedef struct {
    Job job;
    GameState opening;
    int32_t opening_material[GAME_MAX_SIDES];
    GameOutcome outcome;
    char reason[MATCH_REASON_SIZE]; /* of a forfeit: what the player did; else "" */
    char *words;   /* and the last lines its program wrote to standard error; NULL: none */
    int bare_side; /* the first one left with its bare king; MATCH_NO_SIDE: none was, or both
                      already were in the opening */
    int plies;
    MatchPly *ply; /* @plies of them */
    size_t capacity;
    MatchTimes times; /* only of a game in time */
    GArray *findings; /* of MemoryEntry, in order: what is to be stored when the run has ended */
} MatchRecord;

MatchRecord *match_record_new(void);
void match_record_free(MatchRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchRecord, match_record_free)

/* The side that has forfeited the game, or MATCH_NO_SIDE. */
int match_record_forfeiter(const MatchRecord *record);

/* What a game of three brings to @side: 1 for who has won, -1 for who has lost, 0 for the third and
 * to all in a draw; MATCH_FORFEIT_POINTS for a forfeit, and 1 to both others.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020, ThreeChess.play(). */
int match_record_points(const MatchRecord *record, int side);
#define MATCH_FORFEIT_POINTS (-2)

/* The material of @side after @ply plies, 0 to record->plies. */
static inline int32_t match_record_material(const MatchRecord *record, int side, int ply)
{
    return ply == 0 ? record->opening_material[side] : record->ply[ply - 1].material[side];
}

/* A table at which games are played one after the other; it owns its players. */
typedef struct Match Match;

/* A table for the games of @spec, which it borrows, as it does @memory; without one, NULL, players
 * remember nothing.
 *
 * Errors: PLAYER_ERROR, a player cannot be had, or cannot play on this machine. */
Match *match_new(const Spec *spec, RunMemory *memory, GError **error);
void match_free(Match *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Match, match_free)

/* What tells the time to a game with clocks: microseconds since some instant, never fewer than
 * before. */
typedef struct {
    int64_t (*now_us)(void *data);
    void *data;
} MatchClock;

/* Lets @clock tell the time at this table, where the clock of the machine does. Games without
 * clocks ask nobody. */
void match_set_clock(Match *match, const MatchClock *clock);

/* Seats @player as player number @number in place of who the spec names; the table owns it. Between
 * two games. */
void match_seat(Match *match, int number, Player *player);

/* Milliseconds that each side has left in the present game, below zero for who has lost by it;
 * NULL: it has no clocks. */
const int64_t *match_left_ms(const Match *match);

/* Plays job @number to its end into @record. */
void match_play(Match *match, uint64_t number, MatchRecord *record);

/* The same in steps, for those who look on: begins job @number; plays one ply, or in time one
 * instant, and answers true, or answers false when the game is over, or ends now as a player
 * resigns, claims a draw or forfeits. The players tell @recorder, unless it is NULL; those of a
 * game in time tell nobody. */
void match_begin(Match *match, uint64_t number, MatchRecord *record);
bool match_step(Match *match, MatchRecord *record, const Recorder *recorder);

/* What player number @player has called itself at this table, or NULL. */
const char *match_title(const Match *match, int player);

/* What a way of playing finds at a table. */
typedef struct {
    const Spec *spec;
    Player *side[CONTEST_MAX_SIDES]; /* the players of the present game */
    Random random;                   /* its chance */
    MatchClock clock;
    Memories *memories; /* that the players may use; NULL: none */
} MatchSeats;

/* How games of a contest are played at a table, which may keep something of its own from game to
 * game. A step answers as match_step() and sets record->outcome. */
struct ContestPlay {
    gpointer (*own_new)(const Spec *spec);
    void (*own_free)(gpointer own);
    void (*begin)(gpointer own, MatchSeats *seats, MatchRecord *record);
    bool (*step)(gpointer own, MatchSeats *seats, MatchRecord *record, const Recorder *recorder);
    const int64_t *(*left_ms)(gconstpointer own); /* if there are games with clocks */
};

/* What the table keeps for games that are played as @play does; NULL if they are played otherwise.
 */
gpointer match_own(const Match *match, const ContestPlay *play);
