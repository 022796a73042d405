/* The assertions of fuzz targets; g_assert() is off in release builds. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Falls unless @condition holds, and prints @what is wrong with @text. libFuzzer keeps the input of
 * a program that aborts, and not of one that g_error() traps. */
static inline void require(bool condition, const char *what, const char *text)
{
    if (condition)
        return;
    g_printerr("%s: %s\n", what, text);
    abort();
}

/* The target: libFuzzer calls it with each input, and it answers 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A target whose body has the input as @text, which ends with a NUL. */
#define FUZZ_TEXT(text)                                              \
    static void fuzz_text(const char *text);                         \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)     \
    {                                                                \
        g_autofree char *copy = g_strndup((const char *)data, size); \
        fuzz_text(copy);                                             \
        return 0;                                                    \
    }                                                                \
    static void fuzz_text(const char *text)
