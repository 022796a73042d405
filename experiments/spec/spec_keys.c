#include "experiments/spec/spec_text.h"

static const char *const FORMAT[] = {"round-robin",  "gauntlet", "pairs", "sprt",
                                     "random-seats", "tune",     "race",  NULL};
static const char *const MEMORY[] = {"off", "frozen", "live", NULL};
static const char *const FIFTY_COUNTS[] = {"moves", "half-moves", NULL};
static const char *const INSUFFICIENT_MATERIAL[] = {"off", "bare-kings", "fide", NULL};
static const char *const RULES[] = {"own", "threechess", NULL};
static const char *const HEAD_ON[] = {"meet", "pass", NULL};
static const char *const SCALE[] = {"logistic", "normalized", NULL};

/* Of rows: the key and the member of Spec. */
#define STRING(text, field) .member = {MEMBER(text, STRING, Spec, field)}
#define SWITCH(text, field) .member = {MEMBER(text, FLAG, Spec, field)}
#define NUMBER(text, field, least, most) \
    .member = {MEMBER(text, NUMBER, Spec, field), .min = least, .max = most}
#define REAL(text, field, least, most) \
    .member = {MEMBER(text, REAL, Spec, field), .low = least, .high = most}
#define CHOICE(text, field, list) \
    .member = {MEMBER(text, NAME, Spec, field), .names = list, .max = G_N_ELEMENTS(list) - 1}

const SpecKey SPEC_KEYS[] = {
    {"experiment", STRING("name", name), "",
     "the name of the run; if empty, the name of the spec file without `.ini`"},
    {"experiment", STRING("game", game_name), "chess",
     "the game: `chess`, `antichess`, `threechess` or `async`"},
    {"experiment", CHOICE("format", format, FORMAT), "round-robin",
     "which players meet: `round-robin`, every two players (in three-player games, every three); "
     "`gauntlet`, the hero and each other player; `pairs`, the pairings in `[experiment] pairs`; "
     "`random-seats`, three players drawn at random for each game (only in three-player games); "
     "`race`, players whose order is undecided; "
     "`sprt`, two players until a sequential test ends; `tune`, variants of one player"},
    {"experiment", STRING("hero", hero), "",
     "the short name of the player that meets all others; only with `gauntlet`"},
    {"experiment", STRING("pairs", pairs), "",
     "the pairings as short names (A:B; A:C); only with `pairs`"},
    {"experiment", NUMBER("games", games, 1, 1000000000), "100",
     "games per pairing, with alternating colours; with `race` and `sprt`, the maximum; "
     "with `random-seats`, the total number of games"},
    /* G_MAXINT64 is the greatest number that all readers of JSON agree on. */
    {"experiment", NUMBER("seed", seed, 0, G_MAXINT64), "1", "the seed of all random draws"},
    {"experiment", NUMBER("max-forfeits", max_forfeits, 0, 1000000000), "5",
     "number of forfeits in a row after which a player plays no more games; 0: no limit"},
    {"experiment", CHOICE("memory", memory, MEMORY), "frozen",
     "use of the memory that players name: `off`, none; "
     "`frozen`, players read only the entries that the memory contains at the start of the run, "
     "and the results of their searches are added at the end; "
     "`live`, players read and write the memory during the run"},
    {"tune", STRING("player", tuning.player), "",
     "the player whose parameters are tuned; the value of parameter NAME replaces {NAME}, "
     "or is appended as NAME=VALUE if the text does not contain {NAME}"},
    {"tune", NUMBER("iterations", tuning.iterations, 1, 1000000), "500",
     "number of iterations, each with `[experiment] games` games per pairing"},
    {"tune", REAL("gain", tuning.gains.gain, 0, 1e6), "0.5",
     "number of steps that each parameter moves in the first iteration if one of the two "
     "variants wins every game and the other loses every game"},
    {"tune", REAL("stability", tuning.gains.stability, 0, 1), "0.1",
     "Spall's stability constant A, as a share of the iterations; "
     "a larger value slows the initial decay of the gain"},
    {"tune", REAL("alpha", tuning.gains.alpha, 0, 1), "0.602",
     "exponent of the decay of the gain over the iterations"},
    {"tune", REAL("gamma", tuning.gains.gamma, 0, 0.5), "0.101",
     "exponent of the decay of the perturbation over the iterations"},
    {"tune", NUMBER("check-games", tuning.check_games, 0, 1000000000), "0",
     "games per pairing of the check, in which the tuned and the initial player meet each other "
     "and each of `[players]`, with new random draws; 0: no check"},
    {"tune", NUMBER("held-back", tuning.held_back, 0, 1000000000), "0",
     "number of openings at the end of the file that are reserved for the check"},
    {"rules", SWITCH("fifty-moves", rules.draws.fifty_moves), "on",
     "fifty moves without a capture or pawn move end the game in a draw"},
    {"rules", CHOICE("fifty-counts", rules.draws.fifty_counts_half_moves, FIFTY_COUNTS), "moves",
     "what `fifty-moves` counts: `moves`, fifty moves by each side; "
     "`half-moves`, fifty plies in total",
     .omits_standard = true},
    {"rules", SWITCH("repetition", rules.draws.repetition), "on",
     "a position that occurs for the third time ends the game in a draw"},
    {"rules", SWITCH("draw-claims", rules.draw_claims), "on",
     "an engine can claim a draw by fifty moves or repetition, "
     "even if the experiment does not use these rules; "
     "`off`: a claim is refused, and the engine must move"},
    {"rules",
     CHOICE("insufficient-material", rules.draws.insufficient_material, INSUFFICIENT_MATERIAL),
     "bare-kings",
     "when insufficient material ends the game in a draw: `off`, never; "
     "`bare-kings`, if only the kings are left; `fide`, if no mate is possible"},
    {"rules", NUMBER("max-plies", rules.draws.max_plies, 0, 1000000), "0",
     "a game that reaches this many plies is a draw; 0: no limit"},
    {"rules", CHOICE("rules", rules.of, RULES), "own",
     "the rules of three-player chess: `own`, those of this program; "
     "`threechess`, those of the original program, threeChess, "
     "in which a side without a legal move forfeits the game, "
     "`repetition` is `off` by default, and games can be endless"},
    /* At most as many whole seconds as the original can take. */
    {"rules", NUMBER("time-limit-ms", rules.time_limit_ms, 0, 2147483000), "0",
     "time limit of each side for all its moves, in milliseconds; a side that exceeds it loses; "
     "0: no clocks; only in three-player games"},
    {"async", NUMBER("ms-per-space", async.ms_per_space, 1, 1000000000), "1000",
     "milliseconds that a piece needs per space"},
    {"async", NUMBER("pawn-ms", async.rules.ms_per_space[PIECE_PAWN], 0, 1000000000), "0",
     "milliseconds that a pawn needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("knight-ms", async.rules.ms_per_space[PIECE_KNIGHT], 0, 1000000000), "0",
     "milliseconds that a knight needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("bishop-ms", async.rules.ms_per_space[PIECE_BISHOP], 0, 1000000000), "0",
     "milliseconds that a bishop needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("rook-ms", async.rules.ms_per_space[PIECE_ROOK], 0, 1000000000), "0",
     "milliseconds that a rook needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("queen-ms", async.rules.ms_per_space[PIECE_QUEEN], 0, 1000000000), "0",
     "milliseconds that a queen needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("king-ms", async.rules.ms_per_space[PIECE_KING], 0, 1000000000), "0",
     "milliseconds that a king needs per space; 0: `ms-per-space`"},
    {"async", NUMBER("time-limit-ms", async.rules.time_limit_ms, 1, 36000000), "3600000",
     "milliseconds after which a game without a captured king is a draw"},
    {"async", NUMBER("knight-spaces", async.rules.knight_spaces, 1, 1000), "2",
     "duration of a knight's move, as a multiple of the time per space"},
    {"async", CHOICE("head-on", async.rules.exchange_head_on, HEAD_ON), "meet",
     "the outcome when two opposing pieces would swap spaces: "
     "`meet`, a random draw decides which one is killed; `pass`, they pass each other"},
    {"async", SWITCH("see-paths", async.rules.see_paths), "off",
     "players see the destinations of the opponent's moving pieces"},
    {"openings", STRING("file", openings.file), "",
     "opening positions: a file with one FEN or EPD per line, or a PGN file (*.pgn), also "
     "compressed (*.gz); each position is played with both colours",
     .files = SPEC_ONE_FILE},
    {"openings", STRING("sets", openings.sets), "",
     "several files of opening positions (opening.epd; ending.epd), used in turn; `compare --by "
     "opening-set` shows the results of each file",
     .files = SPEC_SOME_FILES, .omits_standard = true},
    {"openings", NUMBER("plies", openings.plies, 0, 1000), "0",
     "start after this many plies of each game in a PGN file; 0: after the last ply of the game",
     .omits_standard = true},
    {"openings", SWITCH("strict", openings.strict), "off",
     "refuse a file in which a line or game cannot be used; `off`: skip it, and say how many were "
     "skipped",
     .omits_standard = true},
    {"openings", STRING("sha256", openings.sha256), "",
     "the required SHA-256 of the file; with `sets`, that of each file, separated by semicolons; "
     "if empty, any file is accepted"},
    {"openings", NUMBER("random-plies", openings.random_plies, 0, 100), "0",
     "start after this many random plies; each opening is played with both colours"},
    {"sprt", REAL("elo0", sprt.elo0, -4000, 4000), "0", "the first player's lead under H0"},
    {"sprt", REAL("elo1", sprt.elo1, -4000, 4000), "5", "the first player's lead under H1"},
    {"sprt", REAL("alpha", sprt.alpha, 0, 1), "0.05",
     "the probability of accepting H1 although H0 holds"},
    {"sprt", REAL("beta", sprt.beta, 0, 1), "0.05",
     "the probability of accepting H0 although H1 holds"},
    {"sprt", CHOICE("scale", sprt.scale, SCALE), "logistic",
     "the unit of `elo0` and `elo1`: `logistic`, rating points; "
     "`normalized`, standard deviations of a game's score times 800 / ln 10",
     .omits_standard = true},
    {"record", SWITCH("games", record.games), "on", "write games.csv, one row per game"},
    {"record", SWITCH("material", record.material), "off",
     "write material.csv, one row per ply (in asynchronous chess, per change); "
     "by far the largest file"},
    {"record", SWITCH("material-mean", record.material_mean), "on",
     "write material_mean.csv, the mean material curve of each pairing"},
    {"record", SWITCH("pairings", record.pairings), "on",
     "write pairings.csv, the results of each pairing"},
    {"record", SWITCH("pgn", record.pgn), "on", "write games.pgn, the moves of all games"},
    {"record", SWITCH("requests", record.requests), "on",
     "write requests.csv, "
     "the numbers of decisions with a threatened agent and of requests performed"},
    {"record", SWITCH("move-attacks", record.move_attacks), "on",
     "write move_attacks.csv, the numbers of move-attacks planned and performed"},
    {"record", SWITCH("threats", record.threats), "on",
     "write threats.csv, the numbers of captured pieces and of those that had reported no loss"},
    {"record", SWITCH("events", record.events), "off",
     "write events.csv, "
     "one row per event counted in requests.csv, move_attacks.csv or threats.csv"},
    {"record", SWITCH("events-per-game", record.events_per_game), "on",
     "write events_per_game.csv, "
     "the means per game of the counts in requests.csv, move_attacks.csv and threats.csv",
     .omits_standard = true},
    {"record", SWITCH("expectations", record.expectations), "off",
     "write expectations.csv, "
     "the numbers of moves that look-ahead tried to predict and of correct predictions",
     .omits_standard = true},
    {"record", SWITCH("commands", record.commands), "on",
     "write commands.csv, "
     "the outcomes of commands and the losses of pieces in asynchronous chess"},
    {"record", NUMBER("time-step-ms", record.time_step_ms, 1, 36000000), "1000",
     "the time step of material_mean.csv in asynchronous chess, in milliseconds"},
};
const size_t SPEC_KEY_COUNT = G_N_ELEMENTS(SPEC_KEYS);

char *spec_key_values(const SpecKey *key)
{
    if (key->files != SPEC_NO_FILE)
        return g_strdup(key->files == SPEC_ONE_FILE ? "file" : "files");
    return member_values(&key->member);
}

const SpecKey *spec_key_find(const char *group, const char *key)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (g_str_equal(SPEC_KEYS[i].group, group) && g_str_equal(SPEC_KEYS[i].member.name, key))
            return &SPEC_KEYS[i];
    return NULL;
}
