/* Any text as a row of a memory of positions: what is read holds together and is written as it was
 * read. */
#include "experiments/play/memory_csv.h"

#include "require.h"
#include <string.h>

FUZZ_TEXT(line)
{
    g_autoptr(GString) again = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    MemoryEntry entry;
    const bool good = memory_csv_parse(line, &entry, &error);

    require(good == (error == NULL), "refused without a reason, or read with one", line);
    if (!good)
        return;
    require(memory_entry_check(&entry, NULL), "what is read does not hold together", line);
    memory_csv_append(again, &entry);
    g_string_truncate(again, again->len - 1);
    require(strcmp(again->str, line) == 0, "written in another way", line);
}
