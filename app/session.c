#include "app/session.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <unistd.h>

#include "app/command.h"

void session_say(const SessionOutput *output, const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list args;

    va_start(args, format);
    line = g_strdup_vprintf(format, args);
    va_end(args);
    g_strdelimit(line, "\r\n", ' '); /* of a text quoted in it */
    output->say(line, output->data);
}

static void say_on_stdout(const char *line, G_GNUC_UNUSED void *data)
{
    puts(line);
}

const SessionOutput SESSION_STANDARD_OUTPUT = {say_on_stdout, NULL};

int session_converse(bool (*feed)(void *session, const char *line), void *session)
{
    g_autoptr(GInputStream) bytes = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GDataInputStream) input = g_data_input_stream_new(bytes);
    bool goes_on = true;

    while (goes_on) {
        g_autoptr(GError) error = NULL;
        g_autofree char *line = g_data_input_stream_read_line(input, NULL, NULL, &error);
        if (error != NULL)
            return command_fail(STATUS_FAILURE, error);
        if (line == NULL)
            break;
        goes_on = feed(session, line);
        if (fflush(stdout) != 0) /* nobody listens any more; main() says so */
            break;
    }
    return STATUS_OK;
}
