/* External programs as players, which a browser cannot start: naming one is an error with this
 * reason. */
#include <json-glib/json-glib.h>

#include "experiments/tools/gzip.h"
#include "experiments/tools/pgn_file.h"
#include "experiments/tools/text_file.h"
#include "players/external/engine.h"
#include "players/external/team_agents.h"
#include "players/player_kinds.h"
#include "players/team_file.h"
#include "players/team_settings.h"
#include "studio/core/results.h"

static bool refuse(G_GNUC_UNUSED Player *player, G_GNUC_UNUSED const char *parameters,
                   G_GNUC_UNUSED const Engines *engines, GError **error)
{
    return player_refuse(error, "it is an external program, which a browser cannot start; use the "
                                "program agentchess");
}

static const char *command(G_GNUC_UNUSED const Player *player)
{
    return ""; /* no player of these kinds is ever made */
}

const PlayerKind PLAYER_KIND_ENGINE = {
    .name = "engine",
    .usage = "engine:NAME",
    .summary = "an external chess program; not available in a browser",
    .read = refuse,
    .command = command,
};

const PlayerKind PLAYER_KIND_PROCESS = {
    .name = "process",
    .usage = "process:COMMAND",
    .summary = "your own program; not available in a browser",
    .read = refuse,
    .command = command,
};

/* The program of a team: as no command can be read, no player has one. */

TeamAgents *team_agents_new(G_GNUC_UNUSED const TeamSettings *settings)
{
    g_assert_not_reached();
}

void team_agents_free(G_GNUC_UNUSED TeamAgents *agents)
{
}

bool team_agents_check(G_GNUC_UNUSED const TeamAgents *agents, G_GNUC_UNUSED const Player *player,
                       G_GNUC_UNUSED GError **error)
{
    return false;
}

const char *team_agents_commands(G_GNUC_UNUSED const TeamAgents *agents)
{
    return NULL;
}

void team_agents_begin(G_GNUC_UNUSED TeamAgents *agents, G_GNUC_UNUSED const GameLine *line,
                       G_GNUC_UNUSED const Percept *percept, G_GNUC_UNUSED TeamSenses *senses)
{
}

Choice team_agents_end(G_GNUC_UNUSED TeamAgents *agents, G_GNUC_UNUSED const GameLine *line,
                       G_GNUC_UNUSED int side, G_GNUC_UNUSED const GameOutcome *outcome)
{
    return (Choice){.reason = NULL};
}

void team_agents_note_fault(G_GNUC_UNUSED const TeamAgents *agents, G_GNUC_UNUSED Choice *choice)
{
}

/* There are no files. */

char *team_settings_of_file(const char *path, GError **error)
{
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                "'%s' is not KEY=VALUE, and a browser cannot read files", path);
    return NULL;
}

char *text_file_read(const char *path, G_GNUC_UNUSED size_t *out_length, GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                "'%s' cannot be read: a page in a browser has no access to files", path);
    return NULL;
}

char *text_file_unpack(const char *path, G_GNUC_UNUSED size_t most, size_t *out_length,
                       GError **error)
{
    return text_file_read(path, out_length, error);
}

char *text_file_sha256(const char *path, GError **error)
{
    return text_file_read(path, NULL, error);
}

/* The one file is games.csv of the run that is asked about. */

struct StandInInputStream {
    char *text;
};

GInputStream *gzip_open(G_GNUC_UNUSED const char *folder, G_GNUC_UNUSED const char *name,
                        G_GNUC_UNUSED GError **error)
{
    GInputStream *stream = g_new(GInputStream, 1);

    stream->text = results_page_games();
    if (stream->text == NULL)
        g_clear_pointer(&stream, g_free);
    return stream;
}

void stand_in_stream_free(GInputStream *stream)
{
    g_free(stream);
}

struct LineReader {
    char *rest;
};

LineReader *line_reader_new(GInputStream *stream, G_GNUC_UNUSED const char *name)
{
    LineReader *reader = g_new(LineReader, 1);

    reader->rest = stream->text;
    return reader;
}

void line_reader_free(LineReader *reader)
{
    g_free(reader);
}

/* The text is used up: each line feed becomes the end of its line. */
char *line_reader_next(LineReader *reader, G_GNUC_UNUSED size_t *out_length,
                       G_GNUC_UNUSED GError **error)
{
    return reader->rest != NULL && *reader->rest != '\0' ? strsep(&reader->rest, "\n") : NULL;
}

bool pgn_file_is_path(G_GNUC_UNUSED const char *path)
{
    return false;
}

PgnFile *pgn_file_open(const char *path, G_GNUC_UNUSED bool with_moves, GError **error)
{
    text_file_read(path, NULL, error);
    return NULL;
}

void pgn_file_free(G_GNUC_UNUSED PgnFile *file)
{
    g_assert_not_reached();
}

PgnGame *pgn_file_next(G_GNUC_UNUSED PgnFile *file, G_GNUC_UNUSED ReadCount *count,
                       G_GNUC_UNUSED GError **error)
{
    g_assert_not_reached();
}

void read_count_clear(G_GNUC_UNUSED ReadCount *count)
{
}

void read_count_skip(G_GNUC_UNUSED ReadCount *count, G_GNUC_UNUSED const char *path,
                     G_GNUC_UNUSED int line, G_GNUC_UNUSED const char *reason)
{
    g_assert_not_reached();
}

char *read_count_describe(G_GNUC_UNUSED const ReadCount *count, G_GNUC_UNUSED const char *what)
{
    g_assert_not_reached();
}

bool text_file_check(G_GNUC_UNUSED const char *path, G_GNUC_UNUSED const char *text,
                     G_GNUC_UNUSED size_t length, G_GNUC_UNUSED GError **error)
{
    g_assert_not_reached();
}
