#include "tests/players/toy_engine.h"

static void set(Engines *engines, const char *key, const char *value)
{
    g_autoptr(GError) error = NULL;

    engines_set(engines, "toy", key, value, &error);
    g_assert_no_error(error);
}

void toy_engine_add_to_path(void)
{
    g_autofree char *path = g_strconcat(g_test_get_dir(G_TEST_BUILT), ":", g_getenv("PATH"), NULL);

    g_setenv("PATH", path, TRUE);
}

Engines *toy_engines(const char *protocol, const char *fault, const char *answer_ms)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *command = g_strjoin(" ", quoted, protocol, fault, NULL);
    Engines *engines = engines_new();

    set(engines, "command", command);
    set(engines, "protocol", protocol);
    set(engines, "answer-ms", answer_ms);
    return engines;
}

ToyPlayer toy_player_new(const char *protocol, const char *fault, const char *answer_ms)
{
    g_autoptr(GError) error = NULL;
    ToyPlayer toy = {.engines = toy_engines(protocol, fault, answer_ms)};

    toy.player = player_new("engine:toy,depth=1", toy.engines, &error);
    g_assert_no_error(error);
    return toy;
}

void toy_player_clear(ToyPlayer *toy)
{
    g_clear_pointer(&toy->player, player_free);
    g_clear_pointer(&toy->engines, engines_free);
}
