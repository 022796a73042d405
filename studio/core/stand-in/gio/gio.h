/* A stream is the text that the page gives instead of a file: see glib.h beside it. */
#pragma once

#include <glib.h>

typedef struct StandInInputStream GInputStream;
void stand_in_stream_free(GInputStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GInputStream, stand_in_stream_free)
