/* A listener to every message between agents and master. Code that passes a recorder on need not
 * include the types of messages (agents/message.h), so a new member of a message recompiles
 * little. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Message Message;

/* record() receives every message, in order. */
typedef struct {
    void (*record)(const Message *message, void *data);
    void *data;
    bool imagined; /* also messages on boards imagined after others (look-ahead) */
} Recorder;

/* Passes @message on to @recorder, which may be NULL. */
static inline void recorder_send(const Recorder *recorder, const Message *message)
{
    if (recorder != NULL)
        recorder->record(message, recorder->data);
}
