#include "app/terminal/start.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the wrong direction, so that using the stream fails as it does when it is closed. */
void start_process(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

#define TEXT_SIZE 1024

/* In place of the C library's, which g_strdup_printf() of GLib calls. If there is no memory, GLib
 * 2.74 reports that with a text for which it needs memory, and so on until the stack is full, which
 * looks like a fault of ours (SIGSEGV). This one ends the process as GLib does elsewhere. */
int __vasprintf_chk(char **out_text, int flag, const char *format, va_list args);

int __vasprintf_chk(char **out_text, __attribute__((unused)) int flag, const char *format,
                    va_list args)
{
    static const char message[] = "agentchess: out of memory\n";
    char text[TEXT_SIZE];
    va_list again;
    int length;

    va_copy(again, args);
    length = vsnprintf(text, sizeof text, format, args);
    *out_text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (length >= 0 && *out_text == NULL) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
        abort();
    }
    if (length >= TEXT_SIZE)
        length = vsnprintf(*out_text, (size_t)length + 1, format, again);
    else if (length >= 0)
        memcpy(*out_text, text, (size_t)length + 1);
    va_end(again);
    return length;
}
