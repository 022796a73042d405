#include "app/sessions/session.h"

#include "app/sessions/session_engine.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/terminal/command.h"

void session_send(const SessionOutput *output, const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list args;

    va_start(args, format);
    line = g_strdup_vprintf(format, args);
    va_end(args);
    g_strdelimit(line, "\r\n", ' '); /* of a text quoted in it */
    output->send(line, output->data);
}

/* Messages during a search are wanted at once. Whether there is a listener is asked after each line
 * has been obeyed. */
static void say_on_stdout(const char *line, G_GNUC_UNUSED void *data)
{
    puts(line);
    fflush(stdout);
}

const SessionOutput SESSION_STANDARD_OUTPUT = {say_on_stdout, NULL};

SessionEvents session_events_of(const SessionCall *calls, guint count, bool has_ended, bool is_full)
{
    SessionEvents events = {.any = count > 0 || has_ended, .end = has_ended};

    for (guint i = 0; i < count; i++) {
        const SessionCall call = calls[i];
        if (call == SESSION_CALL_THOUGHT)
            events.later_thought = true;
        else if (events.later_thought)
            events.later_leave |= call == SESSION_CALL_LEAVE;
        else if (call == SESSION_CALL_STOP)
            events.stop = true;
        else if (call == SESSION_CALL_DROP || call == SESSION_CALL_LEAVE)
            events.leave = true;
        events.drop |= !events.later_thought && call == SESSION_CALL_DROP;
    }
    events.stop |= is_full && !events.later_thought;
    return events;
}

/* Standard input. */
static struct {
    const SessionProtocol *protocol;
    GMutex lock; /* of what follows */
    GCond has_more, has_room;
    GQueue lines;  /* char * */
    GArray *calls; /* SessionCall, of each line; NULL: it is not read yet */
    size_t bytes;  /* of all lines */
    bool has_ended;
    GError *error; /* why it has ended, or NULL */
} input;

static bool is_full(void)
{
    return input.calls->len >= SESSION_LINES_AHEAD || input.bytes >= SESSION_BYTES_AHEAD;
}

/* Adds @line when there is room. */
static void add_line(char *line)
{
    const SessionCall call =
        input.protocol != NULL ? session_call(input.protocol, line) : SESSION_CALL_NONE;

    g_mutex_lock(&input.lock);
    while (is_full())
        g_cond_wait(&input.has_room, &input.lock);
    g_queue_push_tail(&input.lines, line);
    g_array_append_val(input.calls, call);
    input.bytes += strlen(line) + 1;
    g_cond_signal(&input.has_more);
    g_mutex_unlock(&input.lock);
}

static void note_end(GError *error)
{
    g_mutex_lock(&input.lock);
    input.has_ended = true;
    input.error = error;
    g_cond_signal(&input.has_more);
    g_mutex_unlock(&input.lock);
}

/* Takes the lines out of @text that are complete; all of it if @is_last. */
static void add_lines(GString *text, bool is_last)
{
    const char *begin = text->str, *end;

    while ((end = memchr(begin, '\n', (size_t)(text->str + text->len - begin))) != NULL) {
        add_line(g_strndup(begin, (size_t)(end - begin)));
        begin = end + 1;
    }
    g_string_erase(text, 0, begin - text->str);
    if (is_last && text->len > 0)
        add_line(g_strdup(text->str));
}

static void *read_lines(G_GNUC_UNUSED void *data)
{
    g_autoptr(GInputStream) stream = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GString) text = g_string_new(NULL); /* that is not taken yet */
    GError *error = NULL;
    char bytes[4096];
    gssize count;

    while ((count = g_input_stream_read(stream, bytes, sizeof bytes, NULL, &error)) > 0) {
        g_string_append_len(text, bytes, count);
        add_lines(text, false);
        if (text->len > SESSION_BYTES_AHEAD) {
            g_set_error(&error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                        "standard input: a line has more than %d bytes", SESSION_BYTES_AHEAD);
            break;
        }
    }
    if (error == NULL)
        add_lines(text, true);
    note_end(error);
    return NULL;
}

static SessionEvents read_news(G_GNUC_UNUSED void *data)
{
    SessionEvents events;

    g_mutex_lock(&input.lock);
    events = session_events_of((const SessionCall *)input.calls->data, input.calls->len,
                               input.has_ended, is_full());
    g_mutex_unlock(&input.lock);
    return events;
}

/* The next line, or NULL. Owner: the caller. */
static char *pop_line(void)
{
    char *line = g_queue_pop_head(&input.lines);

    if (line == NULL)
        return NULL;
    g_array_remove_index(input.calls, 0);
    input.bytes -= strlen(line) + 1;
    g_cond_signal(&input.has_room);
    return line;
}

static bool take_question(G_GNUC_UNUSED void *data)
{
    g_autofree char *line = NULL;

    g_mutex_lock(&input.lock);
    if (input.calls->len > 0 && g_array_index(input.calls, SessionCall, 0) == SESSION_CALL_QUESTION)
        line = pop_line();
    g_mutex_unlock(&input.lock);
    return line != NULL;
}

SessionListener session_listen(const SessionProtocol *protocol)
{
    input.protocol = protocol;
    input.calls = g_array_new(FALSE, FALSE, sizeof(SessionCall));
    g_thread_unref(g_thread_new("input", read_lines, NULL));
    return (SessionListener){read_news, take_question, NULL};
}

/* The next line, or NULL after the last one. Owner: the caller. */
static char *next_line(void)
{
    char *line;

    g_mutex_lock(&input.lock);
    while (g_queue_is_empty(&input.lines) && !input.has_ended)
        g_cond_wait(&input.has_more, &input.lock);
    line = pop_line();
    g_mutex_unlock(&input.lock);
    return line;
}

int session_converse(bool (*feed)(void *session, const char *line), void *session)
{
    bool goes_on = true;

    if (input.calls == NULL)
        session_listen(NULL);
    while (goes_on) {
        g_autofree char *line = next_line();
        if (line == NULL && input.error != NULL)
            command_print_note("%s", input.error->message);
        if (line == NULL)
            return input.error != NULL ? STATUS_FAILURE : STATUS_OK;
        goes_on = feed(session, line);
        if (ferror(stdout)) /* its reader is gone; main() reports that */
            break;
    }
    return STATUS_OK;
}
