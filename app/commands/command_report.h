/* The report of a run for other commands. */
#pragma once

/* The output of "report --format=json" for the run in @folder; NULL: there is no report. Owner: the
 * caller. */
char *report_as_json(char *folder);
