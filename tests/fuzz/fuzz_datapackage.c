/* Any text as datapackage.json of a run that vouches for it: it is refused with a reason, or lists
 * files of the run's own folder. */
#include <string.h>

#include "experiments/run/integrity.h"
#include "experiments/tools/folder.h"
#include "fuzz_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FileSum sum = file_sum_of(data, size);
    const Provenance provenance = {.package_sha256 = sum.sha256};
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = NULL;

    fuzz_write(FOLDER_DATAPACKAGE, data, size);
    files = integrity_list_finished(fuzz_folder(), &provenance, &error);
    require((files == NULL) == (error != NULL), "refused without a reason", "");
    for (guint i = 0; files != NULL && i < files->len; i++) {
        const SummedFile *file = files->pdata[i];
        require(strchr(file->name, '/') == NULL, "a file elsewhere", file->name);
    }
    if (files != NULL)
        integrity_check(fuzz_folder(), files, NULL);
    return 0;
}
