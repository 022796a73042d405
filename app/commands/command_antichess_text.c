#include "app/commands/commands.h"
#include "app/sessions/session_antichess.h"
#include "app/terminal/screen.h"

static int64_t now_ms(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time() / 1000;
}

int command_antichess_text(const Command *command, int argc, char **argv, GError **error)
{
    AntichessSessionOptions options = {
        .player = "level:4,losing-wins=on",
        .seed = 1,
        .replies = SESSION_STANDARD_OUTPUT,
        .complaints = {command_warn, NULL},
        .clock = {now_ms, NULL},
    };
    const Option entries[] = {
        {"show-board", 's', NULL, "Allow the command ShowBoard", .on = &options.shows_board},
        {"player", 'p', "PLAYER", "The computer's player (level:4,losing-wins=on)",
         .text = &options.player},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &options.seed,
         .max = UINT64_MAX},
        {NULL},
    };
    g_autoptr(AntichessSession) session = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(true);
    session = antichess_session_new(&options, error);
    return session != NULL ? session_converse(antichess_session_feed, session) : STATUS_USAGE;
}
