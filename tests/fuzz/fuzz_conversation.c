/* Any text as a conversation: it is refused with a reason, or read to its end. */
#include <string.h>

#include "experiments/run/conversation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* So that most inputs get to the messages. */
static const char START[] =
    "{\"game\":1,\"ply\":0,\"kind\":\"start\",\"rules\":\"chess\",\"seed\":1,"
    "\"players\":[\"level:7\",\"level:8\"],\"position\":"
    "\"r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1\"}\n";

static void read_all(const char *text)
{
    g_auto(ConversationReader) reader = conversation_reader_begin(text);
    g_autoptr(GError) error = NULL;
    bool more = true;

    while (more) {
        more = conversation_reader_next(&reader, &error);
        if (more && error != NULL)
            g_error("read in spite of: %s", error->message);
        if (more && (reader.kind == CONVERSATION_MESSAGE) != (reader.message != NULL))
            g_error("a message too many or too few in line %d", reader.line);
    }
    if (error != NULL && !g_str_has_prefix(error->message, "line "))
        g_error("no line: %s", error->message);
    if (error == NULL && *reader.rest != '\0')
        g_error("not read to the end: %s", reader.rest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autofree char *after_start = g_strconcat(START, text, NULL);

    read_all(text);
    read_all(after_start);
    return 0;
}
