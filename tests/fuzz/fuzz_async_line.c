/* Any bytes as a line of the protocol of asynchronous chess: what is read is written as a line that
 * is read the same again. */
#include <string.h>

#include "app/async/async_message.h"
#include "require.h"

/* Some lines: what is longer says no more. */
#define MAX_SIZE 2000

static void check_line(const char *line)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *written = NULL, *again = NULL;
    AsyncMessage message, read;

    if (!async_message_parse(line, &message, &error)) {
        require(error != NULL, "refused without a reason", line);
        return;
    }
    if (message.kind == ASYNC_MESSAGE_STATE || message.kind == ASYNC_MESSAGE_EVENT)
        return; /* of which only the kind is read */
    written = async_message_format(&message);
    require(strchr(written, '\n') == NULL, "more than one line", line);
    require(async_message_parse(written, &read, &error), "what is written is not read", written);
    again = async_message_format(&read);
    require(strcmp(written, again) == 0, "it is read as something else", written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = NULL;

    if (size > MAX_SIZE)
        return 0;
    text = g_strndup((const char *)data, size);
    check_line(text);
    return 0;
}
