/* Any text as run.json, sealed if it has a place for the seal: it is refused with a reason, or read
 * with all that a report asks of it. */
#include <string.h>

#include "experiments/report/results.h"
#include "experiments/tools/folder.h"
#include "fuzz_folder.h"

FUZZ_TEXT(text)
{
    g_autofree char *sealed = provenance_seal(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsRun) run = NULL;

    fuzz_write(FOLDER_RUN, sealed, strlen(sealed));
    run = results_run_read_file(fuzz_folder(), NULL, &error);
    require((run == NULL) == (error != NULL), "refused without a reason", text);
}
