/* Only named: see glib.h beside it. */
#pragma once

#include <glib.h>

typedef struct StandInInputStream GInputStream;
