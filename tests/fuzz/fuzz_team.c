/* Any file of a team is refused with a sentence, or describes a team whose text is read as the same
 * team. */
#include "players/team_settings.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *content = g_strndup((const char *)data, size);
    g_autoptr(GPtrArray) ini = ini_parse(content, NULL);
    const char *group;
    guint at = 0;
    g_autoptr(GError) error = NULL;
    g_auto(TeamSettings) settings = {.answer_ms = 0}, again = {.answer_ms = 0};
    g_autofree char *text = NULL, *described = NULL, *described_again = NULL;

    if (ini == NULL || (group = ini_next_group(ini, &at)) == NULL)
        return 0;
    text = team_settings_of_group(ini, group, &error);
    if (text == NULL || !team_settings_parse(text, &settings, &error)) {
        g_assert_nonnull(error);
        return 0;
    }
    described = team_settings_format(&settings);
    if (!team_settings_parse(described, &again, &error))
        g_error("%s: %s", described, error->message);
    described_again = team_settings_format(&again);
    g_assert_cmpstr(described, ==, described_again);
    return 0;
}
