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

/* What is said while a search goes on is wanted then. Whether anybody listens is asked when a line
 * has been obeyed. */
static void say_on_stdout(const char *line, G_GNUC_UNUSED void *data)
{
    puts(line);
    fflush(stdout);
}

const SessionOutput SESSION_STANDARD_OUTPUT = {say_on_stdout, NULL};

struct SessionInput {
    gatomicrefcount references; /* the reading thread has one */
    GMutex lock;                /* of what follows */
    GCond has_more;
    GQueue *lines; /* char * */
    bool has_ended;
    GError *error; /* why it has ended, or NULL */
};

void session_input_unref(SessionInput *input)
{
    if (!g_atomic_ref_count_dec(&input->references))
        return;
    g_queue_free_full(input->lines, g_free);
    g_clear_error(&input->error);
    g_mutex_clear(&input->lock);
    g_cond_clear(&input->has_more);
    g_free(input);
}

/* Adds @line, or notes the end if it is NULL. */
static void add_line(SessionInput *input, char *line, GError *error)
{
    g_mutex_lock(&input->lock);
    if (line != NULL) {
        g_queue_push_tail(input->lines, line);
    } else {
        input->has_ended = true;
        input->error = error;
    }
    g_cond_signal(&input->has_more);
    g_mutex_unlock(&input->lock);
}

static void *read_lines(void *data)
{
    SessionInput *input = data;
    g_autoptr(GInputStream) bytes = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GDataInputStream) stream = g_data_input_stream_new(bytes);
    char *line;

    do {
        GError *error = NULL;
        line = g_data_input_stream_read_line(stream, NULL, NULL, &error);
        add_line(input, line, error);
    } while (line != NULL);
    session_input_unref(input);
    return NULL;
}

SessionInput *session_input_new(void)
{
    SessionInput *input = g_new0(SessionInput, 1);

    g_atomic_ref_count_init(&input->references);
    g_mutex_init(&input->lock);
    g_cond_init(&input->has_more);
    input->lines = g_queue_new();
    g_atomic_ref_count_inc(&input->references);
    g_thread_unref(g_thread_new("input", read_lines, input));
    return input;
}

static bool input_hears(bool (*is_call)(const char *line), void *data)
{
    SessionInput *input = data;
    bool hears;

    g_mutex_lock(&input->lock);
    hears = input->has_ended && is_call(NULL);
    for (const GList *line = input->lines->head; line != NULL && !hears; line = line->next)
        hears = is_call(line->data);
    g_mutex_unlock(&input->lock);
    return hears;
}

static bool input_takes(bool (*is_call)(const char *line), void *data)
{
    SessionInput *input = data;
    bool takes;

    g_mutex_lock(&input->lock);
    takes = !g_queue_is_empty(input->lines) && is_call(g_queue_peek_head(input->lines));
    if (takes)
        g_free(g_queue_pop_head(input->lines));
    g_mutex_unlock(&input->lock);
    return takes;
}

SessionEar session_input_ear(SessionInput *input)
{
    return (SessionEar){input_hears, input_takes, input};
}

/* The next line, or NULL after the last one. Owner: the caller. */
static char *next_line(SessionInput *input)
{
    char *line;

    g_mutex_lock(&input->lock);
    while (g_queue_is_empty(input->lines) && !input->has_ended)
        g_cond_wait(&input->has_more, &input->lock);
    line = g_queue_pop_head(input->lines);
    g_mutex_unlock(&input->lock);
    return line;
}

int session_converse(SessionInput *input, bool (*feed)(void *session, const char *line),
                     void *session)
{
    bool goes_on = true;

    while (goes_on) {
        g_autofree char *line = next_line(input);
        if (line == NULL)
            return input->error != NULL ? command_fail(STATUS_FAILURE, input->error) : STATUS_OK;
        goes_on = feed(session, line);
        if (ferror(stdout)) /* nobody listens any more; main() says so */
            break;
    }
    return STATUS_OK;
}
