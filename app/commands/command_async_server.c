#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "app/async/async_recording.h"
#include "app/async/async_server.h"
#include "app/commands/commands.h"
#include "experiments/spec/spec.h"

#define MAX_LINES_PER_SECOND 1000000

#define SPEC "[experiment]\ngame=async\n[players]\nwhite=async-random\nblack=async-random\n"

/* The rules of a spec of which @settings, NULL or NULL-terminated, are part. */
static bool read_rules(char **settings, AsyncRules *out_rules, GError **error)
{
    g_autoptr(Spec) spec = NULL;

    for (char **setting = settings; setting != NULL && *setting != NULL; setting++)
        if (!g_str_has_prefix(*setting, "async."))
            return experiments_fail_usage(
                error, "--set is '%s', not a key of [async] such as async.ms-per-space=500",
                *setting);
    spec = spec_parse(SPEC, "async-server", NULL, "server", (const char *const *)settings, error);
    if (spec == NULL)
        return false;
    *out_rules = spec_async_rules(spec, &spec->pairings[0]);
    return true;
}

/* Clients that knew the seed could predict the random draws. */
static uint64_t draw_seed(void)
{
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)g_random_int() << 32 | g_random_int();
    return seed >> 1;
}

#define NO_SEED UINT64_MAX /* none was given */

/* The games of one server, and their recordings. */
typedef struct {
    uint64_t count;            /* how many games were asked for; 0: until the server is stopped */
    uint64_t number;           /* the number of the game that is set up, from 1 */
    uint64_t seed;             /* of the first game; NO_SEED: all are drawn */
    const char *path;          /* of the recording of the first game; NULL: none is made */
    AsyncRecording *recording; /* of the game that is set up; NULL */
    bool has_failed;           /* a recording is not whole, or missing */
} Games;

/* That of game N is N - 1 more than that of the first. */
static uint64_t find_seed(const Games *games)
{
    return games->seed == NO_SEED ? draw_seed() : (games->seed + games->number - 1) & G_MAXINT64;
}

/* Takes the lines of the present recording from the host. */
static void record_line(const char *line, void *data)
{
    const Games *games = data;

    if (games->recording != NULL)
        async_recording_write(line, games->recording);
}

/* "game.jsonl", then "game-2.jsonl". Owner: the caller. */
static char *recording_path(const Games *games)
{
    const char *dot = strrchr(games->path, '.');
    const char *slash = strrchr(games->path, G_DIR_SEPARATOR);
    const size_t stem = dot != NULL && (slash == NULL || dot > slash + 1) && dot != games->path
                            ? (size_t)(dot - games->path)
                            : strlen(games->path);

    if (games->number == 1)
        return g_strdup(games->path);
    return g_strdup_printf("%.*s-%" G_GUINT64_FORMAT "%s", (int)stem, games->path, games->number,
                           games->path + stem);
}

static bool open_recording(Games *games, GError **error)
{
    g_autofree char *path = games->path != NULL ? recording_path(games) : NULL;

    if (path == NULL)
        return true;
    games->recording = async_recording_create(path, error);
    return games->recording != NULL;
}

static void close_recording(Games *games)
{
    g_autoptr(GError) error = NULL;

    if (games->recording != NULL && !async_recording_close(games->recording, &error)) {
        games->has_failed = true;
        command_print_note("%s", error->message);
    }
    games->recording = NULL;
}

static void print_end(const AsyncHost *host)
{
    g_autofree char *result = async_end_sentence(&host->table.game->world);

    puts(result);
    fflush(stdout);
}

static bool next_game(const AsyncHost *host, uint64_t *out_seed, void *data)
{
    Games *games = data;
    g_autoptr(GError) error = NULL;

    print_end(host);
    close_recording(games);
    if (games->number == games->count)
        return false;
    games->number++;
    *out_seed = find_seed(games);
    if (!open_recording(games, &error)) { /* the game goes on without one */
        games->has_failed = true;
        command_print_note("%s", error->message);
    }
    return true;
}

static gboolean on_signal(void *server)
{
    async_server_stop(server, "the server was stopped");
    return G_SOURCE_CONTINUE;
}

/* Serves; what comes of a game is said when it is over. */
static int serve_until_end(AsyncServer *server, Games *games)
{
    const guint interrupt = g_unix_signal_add(SIGINT, on_signal, server);
    const guint terminate = g_unix_signal_add(SIGTERM, on_signal, server);
    const AsyncHost *host = server->host;
    bool is_cut_short;

    printf("listening on %s\n", server->address);
    if (fflush(stdout) == 0)
        async_server_run(server);
    g_source_remove(interrupt);
    g_source_remove(terminate);
    is_cut_short = host->table.game->world.end == ASYNC_GOES_ON;
    if (is_cut_short && host->has_begun)
        print_end(host);
    close_recording(games);
    return is_cut_short ? STATUS_INTERRUPTED : games->has_failed ? STATUS_FAILURE : STATUS_OK;
}

static int serve_games(AsyncServerOptions *options, Games *games, GError **error)
{
    const SessionOutput recording = {record_line, games};
    g_autoptr(AsyncServer) server = NULL;
    int status;

    if (!open_recording(games, error))
        return STATUS_FAILURE;
    if (games->path != NULL)
        options->host.recording = &recording;
    options->next_game = next_game;
    options->data = games;
    server = async_server_new(options, error);
    if (server != NULL)
        return serve_until_end(server, games);
    status = g_error_matches(*error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED) ? STATUS_FAILURE
                                                                                  : STATUS_USAGE;
    close_recording(games);
    return status;
}

int command_async_server(const Command *command, int argc, char **argv, GError **error)
{
    AsyncServerOptions server = {
        .address = "127.0.0.1",
        .host = {.speed = 1},
    };
    Games games = {.number = 1, .seed = NO_SEED};
    uint64_t port = 0, lines_per_second = 1000;
    g_autofree char **settings = NULL;
    const Option entries[] = {
        {"port", 0, "N", "Port to listen on; 0: any free port (0)", .number = &port,
         .max = UINT16_MAX},
        {"bind", 0, "ADDRESS", "IP address to listen on (127.0.0.1)", .text = &server.address},
        {"white", 0, "PLAYER", "Built-in player for White (none: a client plays)",
         .text = &server.host.player[COLOR_WHITE]},
        {"black", 0, "PLAYER", "Built-in player for Black (none: a client plays)",
         .text = &server.host.player[COLOR_BLACK]},
        {"set", 0, "GROUP.KEY=VALUE",
         "Set a key of [async], such as async.ms-per-space=500; may be repeated",
         .texts = &settings},
        {"speed", 0, "FACTOR", "Speed of the game clock relative to the wall clock (1)",
         .real = &server.host.speed, .low = ASYNC_SPEED_MIN, .high = ASYNC_SPEED_MAX},
        {"lines-per-second", 0, "N",
         "Maximum number of lines per second for each player or spectator (1000)",
         .number = &lines_per_second, .min = 1, .max = MAX_LINES_PER_SECOND},
        {"seed", 0, "N", "Seed of the first game; each later game uses the next number (random)",
         .number = &games.seed, .max = G_MAXINT64},
        {"games", 0, "N", "Number of games (unlimited)", .number = &games.count, .min = 1,
         .max = G_MAXUINT64},
        {"record", 0, "FILE", "Record the games in new files: game.jsonl, game-2.jsonl, ...",
         .file = &games.path},
        {NULL},
    };

    command_parse(command, entries, &argc, argv);
    if (!read_rules(settings, &server.host.rules, error))
        return STATUS_USAGE;
    server.port = (uint16_t)port;
    server.lines_per_second = (int)lines_per_second;
    server.host.seed = find_seed(&games);
    return serve_games(&server, &games, error);
}
