/* How questions about results are answered (question_report.c). */
#pragma once

#include "experiments/report/results.h"

/* The answer of report_run() on @run. */
const char *results_answer(const ResultsRun *run, const char *games);

/* The text of games.csv of the run that is asked about, which may be changed, or NULL. */
char *results_page_games(void);
