/* Points of three players in each seat. */
#pragma once

#include "experiments/report/report.h"

/* The rows of the table of results, as Contest.result_rows. */
GPtrArray *report_seat_rows(const Spec *spec, const Totals *totals);
