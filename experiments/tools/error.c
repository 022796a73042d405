#include "experiments/tools/error.h"

G_DEFINE_QUARK(experiments_error, experiments_error)
