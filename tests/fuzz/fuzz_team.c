/* Any file of a team is refused with a sentence, or describes a team whose text is read as the same
 * team. */
#include "players/team_settings.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) groups = NULL;
    g_autoptr(GError) error = NULL;
    g_auto(TeamSettings) settings = {.answer_ms = 0}, again = {.answer_ms = 0};
    g_autofree char *text = NULL, *described = NULL, *described_again = NULL;

    if (!g_key_file_load_from_data(file, (const char *)data, size, G_KEY_FILE_KEEP_TRANSLATIONS,
                                   NULL))
        return 0;
    groups = g_key_file_get_groups(file, NULL);
    if (groups[0] == NULL)
        return 0;
    text = team_settings_of_group(file, groups[0], &error);
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
