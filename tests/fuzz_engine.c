/* Any text as what an engine says: it is understood as something, and whatever is pointed at stands
 * in the line. */
#include <string.h>

#include "players/cecp.h"
#include "players/uci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* g_assert() is off in release builds. */
static void require_inside(const char *line, const char *text, int length)
{
    if (length < 0 || text < line || text + length > line + strlen(line))
        g_error("points outside of: %s", line);
}

static void check_features(const char *line, const char *text)
{
    CecpFeature feature;

    while (cecp_next_feature(&text, &feature)) {
        require_inside(line, feature.name, feature.name_length);
        require_inside(line, feature.value, feature.value_length);
        require_inside(line, text, 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *line = g_strndup((const char *)data, size);
    const UciAnswer uci = uci_parse_answer(line);
    const CecpAnswer cecp = cecp_parse_answer(line);

    if (uci.text != NULL)
        require_inside(line, uci.text, uci.length);
    if (cecp.text != NULL)
        require_inside(line, cecp.text, cecp.length);
    check_features(line, line);
    return 0;
}
