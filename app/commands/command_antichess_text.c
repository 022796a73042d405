#include "app/commands/commands.h"
#include "app/sessions/session_antichess.h"

static bool feed(void *session, const char *line)
{
    return antichess_session_feed(session, line);
}

static void complain(const char *line, G_GNUC_UNUSED void *data)
{
    command_fail_text(STATUS_FAILURE, "%s", line); /* the session goes on */
}

static int64_t now_ms(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time() / 1000;
}

static int run(int argc, char **argv)
{
    AntichessSessionOptions options = {
        .player = "level:4,losing-wins=on",
        .seed = 1,
        .replies = SESSION_STANDARD_OUTPUT,
        .complaints = {complain, NULL},
        .clock = {now_ms, NULL},
    };
    const Option entries[] = {
        {"show-board", 's', NULL, "Enable the command ShowBoard", .on = &options.shows_board},
        {"player", 'p', "PLAYER", "The computer's player (level:4,losing-wins=on)",
         .text = &options.player},
        {"seed", 0, "N", "Seed of the player's draws (1)", .number = &options.seed,
         .max = UINT64_MAX},
        {NULL},
    };
    g_autoptr(SessionInput) input = NULL;
    g_autoptr(AntichessSession) session = NULL;
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_ANTICHESS_TEXT, entries, &argc, &argv, 0, 0, &status))
        return status;
    session = antichess_session_new(&options, &error);
    if (session == NULL)
        return command_fail(STATUS_USAGE, error);
    input = session_input_new(NULL);
    return session_converse(input, feed, session);
}

const Command COMMAND_ANTICHESS_TEXT = {
    .name = "antichess-text",
    .summary = "Play MIT's antichess with the commands of its TextUI",
    .run = run,
};
