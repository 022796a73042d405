#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "app/async/async_error.h"
#include "app/async/async_recording.h"
#include "app/async/async_server.h"
#include "app/commands/commands.h"

#define MAX_LINES_PER_SECOND 1000000

/* The options that are read as texts. */
typedef struct {
    char *port, *address, *time_limit, *knight_spaces, *head_on, *speed, *seed, *lines, *games;
    char **paces; /* "500", "knight=300" */
    char *player[COLOR_COUNT];
    char *recording;
    gboolean see_paths;
} Options;

static void options_clear(Options *options)
{
    g_free(options->port);
    g_free(options->address);
    g_free(options->time_limit);
    g_free(options->knight_spaces);
    g_free(options->head_on);
    g_free(options->speed);
    g_free(options->seed);
    g_free(options->lines);
    g_free(options->games);
    g_strfreev(options->paces);
    g_free(options->player[COLOR_WHITE]);
    g_free(options->player[COLOR_BLACK]);
    g_free(options->recording);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* A number or, for one type of piece, PIECE=N. */
static bool read_pace(const char *text, AsyncRules *rules, GError **error)
{
    const char *equals = strchr(text, '=');
    uint64_t pace = 0;
    bool is_known = equals == NULL;

    if (!command_read_number("--ms-per-space", equals != NULL ? equals + 1 : text, 1, ASYNC_MAX_MS,
                             &pace, error))
        return false;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        const size_t length = strlen(PIECE_NAME[type]);
        if (equals != NULL &&
            (strncmp(text, PIECE_NAME[type], length) != 0 || text + length != equals))
            continue;
        rules->ms_per_space[type] = (int64_t)pace;
        is_known = true;
    }
    if (!is_known)
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--ms-per-space is '%s', and there is no such piece", text);
    return is_known;
}

static bool read_rules(const Options *options, AsyncRules *rules, GError **error)
{
    uint64_t time_limit_ms = (uint64_t)rules->time_limit_ms;
    uint64_t knight_spaces = (uint64_t)rules->knight_spaces;

    for (char **pace = options->paces; pace != NULL && *pace != NULL; pace++)
        if (!read_pace(*pace, rules, error))
            return false;
    if (!command_read_number("--time-limit-ms", options->time_limit, 1, ASYNC_MAX_MS,
                             &time_limit_ms, error) ||
        !command_read_number("--knight-spaces", options->knight_spaces, 1, ASYNC_MAX_KNIGHT_SPACES,
                             &knight_spaces, error))
        return false;
    rules->time_limit_ms = (int64_t)time_limit_ms;
    rules->knight_spaces = (int)knight_spaces;
    rules->exchange_head_on = g_strcmp0(options->head_on, "pass") == 0;
    rules->see_paths = options->see_paths;
    if (options->head_on == NULL || rules->exchange_head_on ||
        g_str_equal(options->head_on, "meet"))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--head-on is '%s', not meet or pass", options->head_on);
    return false;
}

/* Clients that knew the seed could foresee the draws of lots. */
static uint64_t draw_seed(void)
{
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)g_random_int() << 32 | g_random_int();
    return seed >> 1;
}

static bool read_options(const Options *options, AsyncServerOptions *server, GError **error)
{
    uint64_t port = 0, lines_per_second = (uint64_t)server->lines_per_second;

    if (!command_read_number("--port", options->port, 0, UINT16_MAX, &port, error) ||
        !command_read_number("--lines-per-second", options->lines, 1, MAX_LINES_PER_SECOND,
                             &lines_per_second, error) ||
        !command_read_number("--seed", options->seed, 0, G_MAXINT64, &server->host.seed, error) ||
        !command_read_real("--speed", options->speed, ASYNC_SPEED_MIN, ASYNC_SPEED_MAX,
                           &server->host.speed, error) ||
        !read_rules(options, &server->host.rules, error))
        return false;
    server->port = (uint16_t)port;
    server->lines_per_second = (int)lines_per_second;
    if (options->address != NULL)
        server->address = options->address;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        server->host.player[side] = options->player[side];
    return true;
}

/* The games of one server, and their recordings. */
typedef struct {
    uint64_t count;            /* how many games were asked for; 0: until the server is stopped */
    uint64_t number;           /* the number of the game that is set up, from 1 */
    bool has_seed;             /* a seed was given; that of game N is N - 1 more */
    uint64_t seed;             /* of the first game */
    const char *path;          /* of the recording of the first game; NULL: none is made */
    AsyncRecording *recording; /* of the game that is set up; NULL */
    SessionOutput output;      /* of that recording; .say NULL: none */
    bool has_failed;           /* a recording is not whole, or missing */
} Games;

/* Says what is wrong with a recording. The game goes on. */
static void complain(Games *games, const char *sentence)
{
    games->has_failed = true;
    command_fail_text(STATUS_FAILURE, "%s; the game goes on without a recording", sentence);
}

/* Takes the lines of the present recording from the host. */
static void record_line(const char *line, void *data)
{
    Games *games = data;
    const bool was_good = games->recording != NULL && !async_recording_fault(games->recording);

    if (!was_good)
        return;
    games->output.say(line, games->output.data);
    if (async_recording_fault(games->recording) != NULL) {
        g_autofree char *sentence =
            g_strdup_printf("cannot write the recording of game %" G_GUINT64_FORMAT ": %s",
                            games->number, async_recording_fault(games->recording));
        complain(games, sentence);
    }
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
    if (games->recording != NULL)
        games->output = async_recording_output(games->recording);
    return games->recording != NULL;
}

/* Closes the recording; errors in its lines were reported when they happened. */
static void close_recording(Games *games)
{
    const bool is_known =
        games->recording == NULL || async_recording_fault(games->recording) != NULL;
    g_autoptr(GError) error = NULL;

    if (games->recording != NULL && !async_recording_close(games->recording, &error) && !is_known) {
        games->has_failed = true;
        command_fail(STATUS_FAILURE, error);
    }
    games->recording = NULL;
}

static void print_end(const AsyncHost *host)
{
    g_autofree char *result = async_end_sentence(async_host_world(host));

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
    *out_seed = games->has_seed ? (games->seed + games->number - 1) & G_MAXINT64 : draw_seed();
    if (!open_recording(games, &error))
        complain(games, error->message);
    return true;
}

static gboolean on_signal(void *server)
{
    async_server_stop(server, "the server was stopped");
    return G_SOURCE_CONTINUE;
}

/* Serves; what comes of a game is said when it is over. */
static int serve(AsyncServer *server, Games *games)
{
    const guint interrupt = g_unix_signal_add(SIGINT, on_signal, server);
    const guint terminate = g_unix_signal_add(SIGTERM, on_signal, server);
    g_autofree char *address = async_server_address(server);
    const AsyncHost *host = async_server_host(server);
    bool is_cut_short;

    printf("listening on %s\n", address);
    if (fflush(stdout) == 0)
        async_server_run(server);
    g_source_remove(interrupt);
    g_source_remove(terminate);
    is_cut_short = async_host_world(host)->end == ASYNC_GOES_ON;
    if (is_cut_short && async_host_has_begun(host))
        print_end(host);
    close_recording(games);
    return is_cut_short ? STATUS_INTERRUPTED : games->has_failed ? STATUS_FAILURE : STATUS_OK;
}

static int serve_games(AsyncServerOptions *options, Games *games)
{
    const SessionOutput recording = {record_line, games};
    g_autoptr(GError) error = NULL;
    g_autoptr(AsyncServer) server = NULL;
    int status;

    if (!open_recording(games, &error))
        return command_fail(STATUS_FAILURE, error);
    if (games->path != NULL)
        options->host.recording = &recording;
    options->next_game = next_game;
    options->data = games;
    server = async_server_new(options, &error);
    if (server != NULL)
        return serve(server, games);
    status = command_fail(g_error_matches(error, ASYNC_ERROR, ASYNC_ERROR_FAILED) ? STATUS_FAILURE
                                                                                  : STATUS_USAGE,
                          error);
    close_recording(games);
    return status;
}

static int run(int argc, char **argv)
{
    g_auto(Options) options = {0};
    const GOptionEntry entries[] = {
        {"port", 0, 0, G_OPTION_ARG_STRING, &options.port, "Where to listen; 0: any free port (0)",
         "N"},
        {"bind", 0, 0, G_OPTION_ARG_STRING, &options.address,
         "The numeric address to listen at (127.0.0.1)", "ADDRESS"},
        {"white", 0, 0, G_OPTION_ARG_STRING, &options.player[COLOR_WHITE],
         "A player of this program; without one, a client takes the side", "PLAYER"},
        {"black", 0, 0, G_OPTION_ARG_STRING, &options.player[COLOR_BLACK], "The same for Black",
         "PLAYER"},
        {"ms-per-space", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.paces,
         "How long a piece needs for a space (1000); PIECE=N for one type; may be repeated",
         "[PIECE=]N"},
        {"knight-spaces", 0, 0, G_OPTION_ARG_STRING, &options.knight_spaces,
         "A knight's move takes the time of this many spaces (2)", "N"},
        {"time-limit-ms", 0, 0, G_OPTION_ARG_STRING, &options.time_limit,
         "When the game is a draw (3600000)", "N"},
        {"head-on", 0, 0, G_OPTION_ARG_STRING, &options.head_on,
         "Opponents that would exchange their spaces: meet or pass (meet)", "READING"},
        {"see-paths", 0, 0, G_OPTION_ARG_NONE, &options.see_paths,
         "Show where the pieces of the other side go", NULL},
        {"speed", 0, 0, G_OPTION_ARG_STRING, &options.speed,
         "How much faster the game's clock goes than the wall clock (1)", "FACTOR"},
        {"lines-per-second", 0, 0, G_OPTION_ARG_STRING, &options.lines,
         "How many lines a client may send (1000)", "N"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &options.seed,
         "Seed of the first game's chance, one more for each later game (drawn anew)", "N"},
        {"games", 0, 0, G_OPTION_ARG_STRING, &options.games,
         "End after this many games (when it is stopped)", "N"},
        {"record", 0, 0, G_OPTION_ARG_FILENAME, &options.recording,
         "Record the games in new files, for 'agentchess replay': game.jsonl, game-2.jsonl, ...",
         "FILE"},
        {NULL},
    };
    AsyncServerOptions server = {
        .address = "127.0.0.1",
        .lines_per_second = 1000,
        .host = {.rules = ASYNC_RULES_DEFAULT, .seed = draw_seed(), .speed = 1},
    };
    Games games = {0};
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_ASYNC_SERVER, entries, &argc, &argv, 0, 0, &status))
        return status;
    if (!read_options(&options, &server, &error) ||
        !command_read_number("--games", options.games, 1, G_MAXUINT64, &games.count, &error))
        return command_fail(STATUS_USAGE, error);
    games.number = 1;
    games.has_seed = options.seed != NULL;
    games.seed = server.host.seed;
    games.path = options.recording;
    return serve_games(&server, &games);
}

const Command COMMAND_ASYNC_SERVER = {
    .name = "async-server",
    .summary = "Serve games of asynchronous chess to programs in any language",
    .details =
        "Clients play over TCP, a JSON object a line; app/async-server.md shows every message and\n"
        "scripts/async-client is a client to start from. A game begins when both sides are taken;\n"
        "clients that come later may watch. After it the next game waits for players, which\n"
        "connect again and choose their seats. The first line printed says where the server\n"
        "listens, the others how each game ended. Ctrl-C ends the game and the server.\n"
        "\n"
        "Anybody who reaches the port may take a side: bind to other addresses than the loopback\n"
        "only among friends.\n"
        "\n"
        "Examples:\n"
        "  agentchess async-server --port 4000 --black async-random\n"
        "  agentchess async-server --port 4000 --speed 10 --games 1 --record game.jsonl\n"
        "  agentchess replay game.jsonl",
    .run = run,
};
