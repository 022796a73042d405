#include "app/async/async_stage.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "app/terminal/command.h"
#include "board/async_text.h"

/* Switches to another screen, without a cursor and without line wrap; and back.
 *
 * Source: XTerm Control Sequences, "Functions using CSI", DECSET. */
#define ENTER_SCREEN "\033[?1049h\033[?25l\033[?7l"
#define LEAVE_SCREEN "\033[?7h\033[?25h\033[?1049l"

#define TO_TOP "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_BELOW "\033[J"

#define STANDARD_ROWS 24

/* After a stop longer than this the show does not try to catch up. */
#define MAX_LATE_US 100000

#define SIGNAL_COUNT 3

struct AsyncStage {
    AsyncStageOptions options;
    bool has_screen, in_color;
    bool interrupted;
    bool has_shown;              /* has shown a world, or kept it for the end */
    AsyncWorld last;             /* that world */
    int64_t last_us;             /* when it was its time */
    char *printed;               /* the picture before, where there is no screen; NULL */
    guint sources[SIGNAL_COUNT]; /* of a screen */
    bool has_modes;
    struct termios modes; /* of the terminal before */
};

static gboolean on_signal(void *data)
{
    *(bool *)data = true;
    return G_SOURCE_CONTINUE;
}

/* Keys, the ^C of an end too, would stand in the picture. And a signal by a key makes the terminal
 * forget what was printed, now and then what is printed just after it too: how to leave the screen.
 */
static void set_modes(AsyncStage *stage)
{
    struct termios modes;

    stage->has_modes = tcgetattr(STDOUT_FILENO, &stage->modes) == 0;
    if (!stage->has_modes)
        return;
    modes = stage->modes;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    modes.c_lflag |= NOFLSH;
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes);
}

static void enter_screen(AsyncStage *stage)
{
    static const int numbers[SIGNAL_COUNT] = {SIGHUP, SIGINT, SIGTERM};

    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        stage->sources[i] = g_unix_signal_add(numbers[i], on_signal, &stage->interrupted);
    signal(SIGTSTP, SIG_IGN); /* stopped, it would leave a terminal without a cursor behind */
    set_modes(stage);
    fputs(ENTER_SCREEN, stdout);
}

static void leave_screen(AsyncStage *stage)
{
    fputs(LEAVE_SCREEN, stdout);
    signal(SIGTSTP, SIG_DFL);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        g_source_remove(stage->sources[i]);
}

AsyncStage *async_stage_open(const AsyncStageOptions *options)
{
    AsyncStage *stage = g_new0(AsyncStage, 1);

    stage->options = *options;
    stage->has_screen = command_has_terminal(STDOUT_FILENO) && !options->only_last;
    stage->in_color = command_has_color(STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL); /* sockets set it to be ignored, but the reader of our pipe may
                               * stop */
    if (stage->has_screen)
        enter_screen(stage);
    return stage;
}

static void print_picture(const AsyncStage *stage)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);

    fputs(picture, stdout);
}

/* Prints the picture beneath the one before, unless it is the same. */
static void print_next(AsyncStage *stage)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);

    if (g_strcmp0(picture, stage->printed) == 0)
        return;
    if (stage->printed != NULL)
        putchar('\n');
    fputs(picture, stdout);
    g_free(stage->printed);
    stage->printed = g_steal_pointer(&picture);
}

void async_stage_close(AsyncStage *stage)
{
    if (stage->has_screen)
        leave_screen(stage);
    if (stage->has_shown && (stage->has_screen || stage->options.only_last))
        print_picture(stage);
    fflush(stdout); /* before stderr says anything about it */
    if (stage->has_modes)
        tcsetattr(STDOUT_FILENO, TCSANOW, &stage->modes);
    g_free(stage->printed);
    g_free(stage);
}

static int count_rows(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row
                                                                           : STANDARD_ROWS;
}

/* Prints as much of the picture as there are rows, without the last line end, which would
 * scroll. */
static void fill_screen(const AsyncStage *stage, const char *title)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);
    g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
    const int count = (int)g_strv_length(lines) - 1;
    const int room = count_rows() - 2;                /* beneath the title and an empty line */
    g_autoptr(GString) screen = g_string_new(TO_TOP); /* written at once, so that none flickers */

    g_string_append_printf(screen, "%s" CLEAR_LINE "\n" CLEAR_LINE, title);
    for (int i = 0; i < MIN(count, room); i++)
        g_string_append_printf(screen, "\n%s" CLEAR_LINE,
                               i == room - 1 && count > room ? "  ..." : lines[i]);
    g_string_append(screen, CLEAR_BELOW);
    fputs(screen->str, stdout);
}

static gboolean on_time(void *data)
{
    *(bool *)data = true;
    return G_SOURCE_REMOVE;
}

/* Waits, and hears signals even if it is time already. */
static void wait_until(AsyncStage *stage, int64_t time_us)
{
    const int64_t wait_ms = (time_us - g_get_monotonic_time()) / 1000;
    bool is_time = wait_ms <= 0;
    const guint timer =
        is_time ? 0 : g_timeout_add((guint)MIN(wait_ms, G_MAXINT), on_time, &is_time);

    do
        g_main_context_iteration(NULL, !is_time);
    while (!is_time && !stage->interrupted);
    if (!is_time)
        g_source_remove(timer);
}

/* Waits for the time of a world at @time_ms. */
static void keep_pace(AsyncStage *stage, int64_t time_ms)
{
    const int64_t now_us = g_get_monotonic_time();
    int64_t due_us = now_us;

    if (stage->options.speed > 0 && stage->has_shown) {
        const double pause_us =
            (double)(time_ms - stage->last.now_ms) * 1000 / stage->options.speed;
        due_us = MAX(now_us - MAX_LATE_US,
                     stage->last_us + (int64_t)MIN(pause_us, (double)G_MAXINT * 1000));
    }
    wait_until(stage, due_us);
    stage->last_us = due_us;
}

bool async_stage_show(AsyncStage *stage, const char *title, const AsyncWorld *world)
{
    keep_pace(stage, world->now_ms);
    if (stage->interrupted)
        return false;
    stage->last = *world;
    stage->has_shown = true;
    if (stage->has_screen)
        fill_screen(stage, title);
    else if (!stage->options.only_last)
        print_next(stage);
    fflush(stdout);
    return ferror(stdout) == 0;
}

static gboolean on_socket(G_GNUC_UNUSED GSocket *socket, G_GNUC_UNUSED GIOCondition condition,
                          void *data)
{
    return on_time(data);
}

bool async_stage_wait_for(AsyncStage *stage, GSocket *socket)
{
    GSource *source = g_socket_create_source(socket, G_IO_IN, NULL);
    bool has_more = false;

    g_source_set_callback(source, G_SOURCE_FUNC(on_socket), &has_more, NULL);
    g_source_attach(source, NULL);
    while (!has_more && !stage->interrupted)
        g_main_context_iteration(NULL, TRUE);
    g_source_destroy(source);
    g_source_unref(source);
    return !stage->interrupted;
}

bool async_stage_is_interrupted(const AsyncStage *stage)
{
    return stage->interrupted;
}
