/* Plays a job: a game between two players, and its record. */
#pragma once

#include "board/async_game.h"
#include "experiments/play/run_memory.h"
#include "experiments/spec/schedule.h"
#include "players/player.h"

#define MATCH_NO_SIDE (-1)
#define MATCH_NO_DELAY (-1)
#define MATCH_REASON_SIZE 128

/* More than any count of games or sum over them can be, and small enough to be added up within 64
 * bits: numbers that are read back must not exceed it. */
#define MATCH_MOST (INT64_C(1) << 56)

typedef struct {
    Move move;
    uint8_t side;                     /* the side that played it */
    int32_t material[GAME_MAX_SIDES]; /* material of each side after the move, without kings */
    Deliberation deliberation;        /* what led to the move, see Choice */
} MatchPly;

/* How often a program of the agents of a side was at fault. */
typedef struct {
    int count;
    char reason[MATCH_REASON_SIZE]; /* what the program did at the first of them */
    char *words; /* the last lines that it then wrote to standard error; NULL: none */
} MatchFaults;

/* The actions and losses of the pieces of a side. */
typedef struct {
    int64_t commands; /* commands whose time came while the game went on */
    int64_t refused;  /* commands of these that were refused */
    int64_t stopped;  /* how often one of its pieces stopped on its way and lived */
    int64_t killed;   /* how many of its pieces were killed */
} MatchDoings;

/* The material from a certain time on. Units: hundredths of a pawn, without kings. */
typedef struct {
    int64_t time_ms;
    int32_t material[COLOR_COUNT];
} MatchChange;

/* The record of an asynchronous game. */
typedef struct {
    int64_t ms_per_space;
    int64_t step_ms; /* of the mean curve of material */
    int64_t time_ms; /* how long the game has lasted */
    GArray *changes; /* of MatchChange, by time: the start, each change, and always the end of the
                        game */
    MatchDoings of[COLOR_COUNT];
} MatchTimes;

/* Change number @i, from 0 to times->changes->len - 1. */
static inline const MatchChange *match_times_change(const MatchTimes *times, int i)
{
    return &g_array_index(times->changes, MatchChange, i);
}

/* The material of @side when the game is over. */
int32_t match_times_last_material(const MatchTimes *times, int side);

/* An asynchronous game has no opening, plies or bare side, but times. Units: material in
 * hundredths of a pawn. */
typedef struct {
    Job job;
    GameState opening;
    int32_t opening_material[GAME_MAX_SIDES];
    GameOutcome outcome;
    char reason[MATCH_REASON_SIZE]; /* what the player did that forfeits the game; else "" */
    int64_t delay_ms; /* the greatest delay of this program itself in a turn, if clocks or limits of
                         time have to do with it; MATCH_NO_DELAY: they have not */
    bool is_doubtful; /* the game was lost on time in a turn in which that delay may be why */
    char *interruption; /* a sentence: a player could not be asked, which is not its fault, so the
                           game has no result; NULL: none */
    char *words; /* the last lines that its program then wrote to standard error; NULL: none */
    MatchFaults faults[CONTEST_MAX_SIDES];     /* turns, in which the built-in agents answered */
    MatchFaults end_faults[CONTEST_MAX_SIDES]; /* when it was told the end of the game: 0 or 1 */
    int bare_side; /* the first side left with its bare king; MATCH_NO_SIDE: none was, or both were
                      in the opening */
    int plies;
    MatchPly *ply; /* @plies of them */
    size_t capacity;
    MatchTimes times; /* only of an asynchronous game */
    GArray *findings; /* of RunFinding, in order: what is to be stored if the run keeps the game */
} MatchRecord;

MatchRecord *match_record_new(void);
void match_record_free(MatchRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchRecord, match_record_free)

/* The side that has forfeited the game, or MATCH_NO_SIDE. */
int match_record_forfeiter(const MatchRecord *record);

/* The turns with faults of all sides. */
int match_record_faults(const MatchRecord *record);

/* The points of @side from a game of three: 1 if it has won, -1 if it has lost, 0 for the third
 * side and for all in a draw. The side that forfeits gets MATCH_FORFEIT_POINTS, both others 1.
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

/* A table for the games of @spec. It borrows @spec and @memory; if @memory is NULL, players
 * remember nothing.
 *
 * Errors: PLAYER_ERROR, a player cannot be made, or cannot play on this machine. */
Match *match_new(const Spec *spec, RunMemory *memory, GError **error);
void match_free(Match *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Match, match_free)

/* Whether the external programs of @spec are on this machine; none is started.
 *
 * Errors: PLAYER_ERROR. */
bool match_check_programs(const Spec *spec, GError **error);

/* Whether job @number of @spec follows from the spec alone, so that match_play() plays the recorded
 * game again. It starts no program that the spec names.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: clocks or a player make the game depend on the machine. */
bool match_check_replay(const Spec *spec, uint64_t number, GError **error);

/* The clock of a game with clocks: microseconds since some instant; it never goes back. */
typedef struct {
    int64_t (*now_us)(void *data);
    void *data;

    /* The time that the machine has given the calling thread, likewise: a player that only thinks
     * has all of it. NULL: it is not known, and delays of such players are not measured. */
    int64_t (*busy_us)(void *data);
} MatchClock;

/* Makes this table read @clock instead of the clock of the machine. Games without clocks read
 * none. */
void match_set_clock(Match *match, const MatchClock *clock);

/* Seats @player as player number @number in place of the one that the spec names; the table owns
 * it. To be called between two games. */
void match_seat(Match *match, int number, Player *player);

/* Plays job @number to its end into @record. False: a player could not be asked, see
 * record->interruption; such a record counts for nothing. */
bool match_play(Match *match, uint64_t number, MatchRecord *record);

/* The same in steps, for callers that look on. match_begin() begins job @number. match_step() plays
 * one ply, or one instant of an asynchronous game, and returns true; it returns false if the game
 * is over, or ends now because a player resigns, claims a draw, forfeits or cannot be asked. The
 * players tell @recorder, unless it is NULL, what is said; those of asynchronous games tell
 * nothing. */
void match_begin(Match *match, uint64_t number, MatchRecord *record);
bool match_step(Match *match, MatchRecord *record, const Recorder *recorder);

/* Sets @error to the interruption of @record, which has one; returns false.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool match_record_fail(const MatchRecord *record, GError **error);

/* The name that player number @player has reported at this table, or NULL. */
const char *match_title(const Match *match, int player);

/* The functions of a table for a way of playing. */
typedef struct {
    const Spec *spec;
    Player *side[CONTEST_MAX_SIDES]; /* the players of the present game */
    Random random;                   /* the random numbers of the present game */
    MatchClock clock;
    Memories *memories; /* the memories that players may use; NULL: none */
} MatchSeats;

/* How games of a contest are played at a table. It may keep something of its own from game to game.
 * A step returns what match_step() does and sets record->outcome. */
struct ContestPlay {
    gpointer (*own_new)(const Spec *spec);
    void (*own_free)(gpointer own);
    void (*begin)(gpointer own, MatchSeats *seats, MatchRecord *record);
    bool (*step)(gpointer own, MatchSeats *seats, MatchRecord *record, const Recorder *recorder);
};

/* State of @match for games played by @play; NULL if its games are played in another way. */
gpointer match_own(const Match *match, const ContestPlay *play);

extern const ContestPlay PLAY_IN_TURNS; /* ply by ply, with clocks if the spec has them */
extern const ContestPlay PLAY_IN_TIME;  /* instant by instant */

/* The game under way, NULL at a table of other games: with turns; in time, NULL also before the
 * first. */
const GameLine *match_line(const Match *match);
const AsyncGame *match_game_in_time(const Match *match);

/* The seed of the random draws of the asynchronous game under way. */
uint64_t match_draw_seed(const Match *match);
