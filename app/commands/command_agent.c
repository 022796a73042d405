#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "experiments/tools/text_file.h"

/* Whether a player and the program itself can quote @path. */
static bool check_path(const char *path, GError **error)
{
    bool is_plain = g_utf8_validate(path, -1, NULL);

    for (const char *at = path; *at != '\0'; at++)
        is_plain &= !g_ascii_iscntrl(*at) && strchr(",\"\\", *at) == NULL;
    return is_plain || experiments_fail_usage(error,
                                              "the path '%s' contains a comma, a double quote, a "
                                              "backslash or what is no printable text",
                                              path);
}

/* Writes @text to the new program @path; a file that exists is kept. */
static bool write_program(const char *path, const char *text, gsize length, GError **error)
{
    const int file = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
    bool written;

    if (file < 0)
        return experiments_fail(error, "'%s' cannot be written: %s", path, g_strerror(errno));
    written = write(file, text, length) == (gssize)length;
    written = close(file) == 0 && written;
    if (!written) {
        const int reason = errno;
        g_unlink(path);
        return experiments_fail(error, "'%s' cannot be written: %s", path, g_strerror(reason));
    }
    return true;
}

int command_agent(const Command *command, int argc, char **argv, GError **error)
{
    g_autofree char *example = NULL, *text = NULL, *path = NULL, *words = NULL;
    g_autofree char *player = NULL, *quoted = NULL;
    g_autoptr(GString) program = NULL;

    command_parse(command, NULL, &argc, argv);
    path = g_canonicalize_filename(argv[1], NULL);
    if (!check_path(path, error))
        return STATUS_USAGE;
    example = data_find(DATA_EXAMPLE, NULL, error);
    text = example != NULL ? text_file_read(example, NULL, error) : NULL;
    if (text == NULL)
        return STATUS_FAILURE;
    /* A team splits its command as a shell does, and the shell of the user splits the line. */
    words = strpbrk(path, " '\"\\$`") != NULL ? g_shell_quote(path) : g_strdup(path);
    player = g_strdup_printf("team:knight=%s,level=3", words);
    quoted = g_shell_quote(player);
    program = g_string_new(text);
    g_string_replace(program, "\"team:knight=examples/careful_knight.py,level=3\"", quoted, 1);
    if (!write_program(argv[1], program->str, program->len, error))
        return STATUS_FAILURE;
    printf("%s has knights that move only to squares that no opponent attacks. Change report(), "
           "and try:\n"
           "  agentchess match %s level:3 --games 100\n",
           argv[1], quoted);
    return STATUS_OK;
}
