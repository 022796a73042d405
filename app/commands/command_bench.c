#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "agents/logic.h"
#include "app/commands/commands.h"
#include "board/chess.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "players/player.h"
#include "players/search/search.h"

/* The work is fixed; only the time it takes differs. */
#define BENCH_SEED 1
#define ROUNDS 3 /* of works that are short */
#define GAMES_PER_PAIRING 100
#define SIGNATURE_GAMES_PER_PAIRING 2
#define SAMPLE_GAMES 20
#define SAMPLE_PLIES 120
#define DECISION_ROUNDS 10

typedef struct {
    const char *name;
    const char *fen;
    int depth;
    int signature_depth;
} PerftBench;

/* Source: https://www.chessprogramming.org/Perft_Results */
static const PerftBench PERFT_BENCHES[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 5},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 4},
    {"rook-endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 5},
    {"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6, 5},
};

/* Prints how much @work does in a second, in the best of some rounds, as other work on the machine
 * can only cost time. Returns the seconds that it took. */
static double measure_rate(const char *name, const char *what, const char *unit, int rounds,
                           double (*work)(const void *data), const void *data)
{
    double done = 0, best = INFINITY;

    for (int round = 0; round < rounds; round++) {
        const gint64 start_us = g_get_monotonic_time();
        done = work(data);
        best = MIN(best, (double)(g_get_monotonic_time() - start_us) / G_USEC_PER_SEC);
    }
    printf("%s%s %.0f %s/s\n", name, what, done / best, unit);
    fflush(stdout);
    return best;
}

static Position read_fen(const char *fen)
{
    Position pos = position_start();
    const bool read = fen_parse(fen, &pos, NULL);

    g_assert(read);
    return pos;
}

static double bench_perft(const void *bench)
{
    const PerftBench *perft = bench;
    const Position pos = read_fen(perft->fen);

    return (double)movegen_perft(&pos, perft->depth);
}

static Player *new_level(int level)
{
    g_autofree char *text = g_strdup_printf("level:%d", level);
    Player *player = player_new(text, NULL, NULL);

    g_assert(player != NULL);
    return player;
}

/* Searches of chess, from the positions of perft. */
typedef struct {
    const char *name;
    const SearchSettings *settings;
    int depth; /* half moves */
    int signature_depth;
} SearchBench;

static const SearchBench SEARCH_BENCHES[] = {
    {"homeostatic", &SEARCH_SETTINGS_HOMEOSTATIC, 5, 3},
    {"search", &SEARCH_SETTINGS_SEARCH, 12, 7},
};

/* The nodes of searches to @depth. */
static uint64_t search_nodes(const SearchBench *bench, int depth)
{
    g_autoptr(Search) search = search_new(bench->settings);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &(DrawRules){0});
    const SearchLimit limit = {.depth = depth};
    Random random = random_for_job(BENCH_SEED, 1);
    uint64_t nodes = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(PERFT_BENCHES); i++) {
        const GameState state = {.chess = read_fen(PERFT_BENCHES[i].fen)};
        game_line_start(line, &state);
        nodes += search_run(search, line, &limit, &random, NULL).nodes;
    }
    return nodes;
}

static double search_chess(const void *data)
{
    const SearchBench *bench = data;

    return (double)search_nodes(bench, bench->depth);
}

static GameLine *new_line(int max_plies)
{
    const DrawRules rules = {
        .fifty_moves = true,
        .repetition = true,
        .insufficient_material = INSUFFICIENT_MATERIAL_BARE_KINGS,
        .max_plies = max_plies,
    };

    return game_line_new(&GAME_CHESS, &rules);
}

/* Mixes one more byte into @hash.
 *
 * Source: G. Fowler, L. C. Noll and K.-P. Vo, FNV-1a, 32 bits. */
static uint32_t hash_byte(uint32_t hash, unsigned byte)
{
    return (hash ^ (byte & 0xff)) * UINT32_C(16777619);
}

#define HASH_START UINT32_C(2166136261)

/* Plays one game, mixes its moves and its end into @hash, and appends its positions to @states,
 * unless that is NULL. */
static uint32_t play_game(Player *white, Player *black, GameLine *line, Random *random,
                          uint32_t hash, GArray *states)
{
    const GameState start = GAME_CHESS.start();
    GameOutcome outcome;

    game_line_start(line, &start);
    while (outcome = game_line_outcome(line), outcome.termination == TERMINATION_NONE) {
        Player *player = game_line_turn(line) == COLOR_WHITE ? white : black;
        const Move move = player_choose(player, &(PlayerCall){.line = line, .random = random}).move;
        if (states != NULL)
            g_array_append_val(states, line->state);
        hash = hash_byte(hash_byte(hash, move), move >> 8);
        game_line_play(line, move);
    }
    return hash_byte(hash_byte(hash, outcome.termination), (unsigned)(outcome.winner + 1));
}

/* Positions as they come up in games of the levels against each other: an array of GameState. */
static GArray *sample_positions(void)
{
    GArray *states = g_array_new(FALSE, FALSE, sizeof(GameState));
    g_autoptr(GameLine) line = new_line(SAMPLE_PLIES);

    for (int game = 0; game < SAMPLE_GAMES; game++) {
        g_autoptr(Player) white = new_level(1 + game % LEVEL_OF_THESIS_COUNT);
        g_autoptr(Player) black = new_level(1 + (3 * game + 1) % LEVEL_OF_THESIS_COUNT);
        Random random = random_for_job(BENCH_SEED, (uint64_t)game);
        play_game(white, black, line, &random, HASH_START, states);
    }
    return states;
}

/* The decisions of a level on the positions of sample_positions(). */
typedef struct {
    int level;
    const GArray *states;
} DecisionBench;

static double bench_decision(const void *data)
{
    const DecisionBench *bench = data;
    const GArray *states = bench->states;
    g_autoptr(Player) player = new_level(bench->level);
    g_autoptr(GameLine) line = new_line(0);
    Random random = random_for_job(BENCH_SEED, (uint64_t)bench->level);

    for (int round = 0; round < DECISION_ROUNDS; round++)
        for (guint i = 0; i < states->len; i++) {
            game_line_start(line, &g_array_index(states, GameState, i));
            player_choose(player, &(PlayerCall){.line = line, .random = &random});
        }
    return DECISION_ROUNDS * states->len;
}

/* A round robin of the eight levels: the hash of all its games. */
static uint32_t play_tournament(int games_per_pairing, uint64_t *out_games)
{
    g_autoptr(GameLine) line = new_line(0);
    uint32_t hash = HASH_START;
    uint64_t games = 0;

    for (int a = 1; a <= LEVEL_OF_THESIS_COUNT; a++)
        for (int b = a + 1; b <= LEVEL_OF_THESIS_COUNT; b++) {
            g_autoptr(Player) first = new_level(a);
            g_autoptr(Player) second = new_level(b);
            for (int i = 0; i < games_per_pairing; i++) {
                Random random = random_for_job(BENCH_SEED, games++);
                hash = i % 2 == 0 ? play_game(first, second, line, &random, hash, NULL)
                                  : play_game(second, first, line, &random, hash, NULL);
            }
        }
    *out_games = games;
    return hash;
}

static double play_games(G_GNUC_UNUSED const void *data)
{
    uint64_t games;

    play_tournament(GAMES_PER_PAIRING, &games);
    return (double)games;
}

static void print_signature(void)
{
    uint64_t nodes = 0, games;
    uint32_t hash;

    for (size_t i = 0; i < G_N_ELEMENTS(PERFT_BENCHES); i++) {
        const Position pos = read_fen(PERFT_BENCHES[i].fen);
        nodes += movegen_perft(&pos, PERFT_BENCHES[i].signature_depth);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(SEARCH_BENCHES); i++)
        nodes += search_nodes(&SEARCH_BENCHES[i], SEARCH_BENCHES[i].signature_depth);
    hash = play_tournament(SIGNATURE_GAMES_PER_PAIRING, &games);
    printf("%" PRIu64 " %08" PRIx32 "\n", nodes, hash);
}

static void bench_all(void)
{
    g_autoptr(GArray) states = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(PERFT_BENCHES); i++)
        measure_rate("perft-", PERFT_BENCHES[i].name, "nodes", ROUNDS, bench_perft,
                     &PERFT_BENCHES[i]);
    states = sample_positions();
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        g_autofree char *name = g_strdup_printf("%d", level);
        measure_rate("decisions-level-", name, "decisions", 1, bench_decision,
                     &(DecisionBench){level, states});
    }
    measure_rate("games", "", "games", 1, play_games, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(SEARCH_BENCHES); i++) {
        const SearchBench *bench = &SEARCH_BENCHES[i];
        const double seconds = measure_rate("nodes-", bench->name, "nodes", 1, search_chess, bench);
        printf("depth-%d-%s %.0f ms\n", bench->depth, bench->name,
               1000 * seconds / G_N_ELEMENTS(PERFT_BENCHES));
    }
}

int command_bench(const Command *command, int argc, char **argv, G_GNUC_UNUSED GError **error)
{
    bool signature = false;
    const Option entries[] = {
        {"signature", 0, NULL, "Print only figures that are the same on all machines",
         .on = &signature},
        {NULL},
    };

    command_parse(command, entries, &argc, argv);
    if (signature)
        print_signature();
    else
        bench_all();
    return STATUS_OK;
}
