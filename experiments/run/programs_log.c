#include "experiments/run/programs_log.h"

void programs_log_append_words(GString *log, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);

    for (char **line = lines; *line != NULL; line++)
        if (line[1] != NULL) /* each has an end */
            g_string_append_printf(log, "    %s\n", *line);
}

void programs_log_append_player(GString *log, const SpecPlayer *player)
{
    g_string_append(log, player->name);
    if (!g_str_equal(player->name, player->text))
        g_string_append_printf(log, " (%s)", player->text);
}

static void append_head(const Spec *spec, const MatchRecord *record, int side, GString *log)
{
    g_string_append_printf(log, "game %" G_GUINT64_FORMAT ": ", record->job.number);
    programs_log_append_player(log, &spec->players[record->job.player[side]]);
}

static void append_faults(const Spec *spec, const MatchRecord *record, int side, GString *log)
{
    const MatchFaults *faults = &record->faults[side];

    if (faults->count == 0)
        return;
    append_head(spec, record, side, log);
    g_string_append_printf(log, ": the built-in agents answered in %d turn%s, at first as %s\n",
                           faults->count, faults->count == 1 ? "" : "s", faults->reason);
    if (faults->words != NULL)
        programs_log_append_words(log, faults->words);
}

void programs_log_append_game(const Spec *spec, const MatchRecord *record, GString *log)
{
    const int side = match_record_forfeiter(record);

    for (int i = 0; i < spec->contest->sides; i++)
        append_faults(spec, record, i, log);
    if (side == MATCH_NO_SIDE)
        return;
    append_head(spec, record, side, log);
    g_string_append_printf(log, " forfeits: %s\n", record->reason);
    if (record->words != NULL)
        programs_log_append_words(log, record->words);
}
