#include "experiments/spec_keys.h"

const SpecKey SPEC_KEYS[] = {
    {.group = "experiment",
     .key = "name",
     .type = SPEC_TEXT,
     .offset = offsetof(Spec, name),
     .standard = "",
     .meaning = "what the run is called; without one, as the file of the spec"},
    {.group = "experiment",
     .key = "game",
     .type = SPEC_TEXT,
     .offset = offsetof(Spec, game_name),
     .standard = "chess",
     .meaning = "the game that is played"},
    {.group = "experiment",
     .key = "format",
     .type = SPEC_CHOICE,
     .offset = offsetof(Spec, format),
     .choices = {"round-robin", "gauntlet", "pairs"},
     .standard = "round-robin",
     .meaning = "who meets whom: everybody everybody, the hero everybody, or the pairs"},
    {.group = "experiment",
     .key = "hero",
     .type = SPEC_TEXT,
     .offset = offsetof(Spec, hero),
     .standard = "",
     .meaning = "the short name of the player who meets all others; only with gauntlet"},
    {.group = "experiment",
     .key = "pairs",
     .type = SPEC_TEXT,
     .offset = offsetof(Spec, pairs),
     .standard = "",
     .meaning = "the pairings by short names, as A:B; A:C; only with pairs"},
    {.group = "experiment",
     .key = "games",
     .type = SPEC_NUMBER,
     .offset = offsetof(Spec, games),
     .min = 1,
     .max = 1000000000,
     .standard = "100",
     .meaning = "games of each pairing; colours alternate"},
    {.group = "experiment",
     .key = "seed",
     .type = SPEC_NUMBER,
     .offset = offsetof(Spec, seed),
     .min = 0,
     .max = G_MAXINT64, /* what JSON readers agree on */
     .standard = "1",
     .meaning = "where all chance comes from: the same seed gives the same games"},
    {.group = "rules",
     .key = "fifty-moves",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, fifty_moves),
     .standard = "on",
     .meaning = "a game of 50 moves by each side without capture or pawn move is a draw"},
    {.group = "rules",
     .key = "repetition",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, repetition),
     .standard = "on",
     .meaning = "a position that stands on the board for the third time is a draw"},
    {.group = "rules",
     .key = "insufficient-material",
     .type = SPEC_CHOICE,
     .offset = offsetof(Spec, insufficient_material),
     .choices = {"off", "bare-kings", "fide"},
     .standard = "bare-kings",
     .meaning = "a draw for want of material: never, two bare kings, or no mate is possible"},
    {.group = "rules",
     .key = "max-plies",
     .type = SPEC_NUMBER,
     .offset = offsetof(Spec, max_plies),
     .min = 0,
     .max = 1000000,
     .standard = "0",
     .meaning = "a game of so many plies is a draw; 0: no limit"},
    {.group = "openings",
     .key = "file",
     .type = SPEC_FILE,
     .offset = offsetof(Spec, openings_file),
     .standard = "",
     .meaning = "positions to begin from, one FEN or EPD a line; each is played with both colours"},
    {.group = "openings",
     .key = "sha256",
     .type = SPEC_TEXT,
     .offset = offsetof(Spec, openings_sha256),
     .standard = "",
     .meaning = "the checksum the file must have; without one, any will do"},
    {.group = "openings",
     .key = "random-plies",
     .type = SPEC_NUMBER,
     .offset = offsetof(Spec, random_plies),
     .min = 0,
     .max = 100,
     .standard = "0",
     .meaning = "begin after so many random plies; each opening is played with both colours"},
    {.group = "record",
     .key = "games",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, record.games),
     .standard = "on",
     .meaning = "write games.csv, a row a game"},
    {.group = "record",
     .key = "material",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, record.material),
     .standard = "off",
     .meaning = "write material.csv, a row a ply: by far the biggest file"},
    {.group = "record",
     .key = "material-mean",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, record.material_mean),
     .standard = "on",
     .meaning = "write material_mean.csv, the mean material curve of each pairing"},
    {.group = "record",
     .key = "pairings",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, record.pairings),
     .standard = "on",
     .meaning = "write pairings.csv, the results of each pairing"},
    {.group = "record",
     .key = "pgn",
     .type = SPEC_SWITCH,
     .offset = offsetof(Spec, record.pgn),
     .standard = "on",
     .meaning = "write games.pgn, the moves of all games"},
};
const size_t SPEC_KEY_COUNT = G_N_ELEMENTS(SPEC_KEYS);

char *spec_key_values(const SpecKey *key)
{
    switch (key->type) {
    case SPEC_TEXT:
        return g_strdup("text");
    case SPEC_FILE:
        return g_strdup("file");
    case SPEC_NUMBER:
        return g_strdup_printf("%" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, key->min, key->max);
    case SPEC_SWITCH:
        return g_strdup("on|off");
    case SPEC_CHOICE:
        return g_strjoinv("|", (char **)key->choices);
    }
    g_assert_not_reached();
}

const SpecKey *spec_key_find(const char *group, const char *key)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (g_str_equal(SPEC_KEYS[i].group, group) && g_str_equal(SPEC_KEYS[i].key, key))
            return &SPEC_KEYS[i];
    return NULL;
}
