/* How wide the screen is, and text that fits it. */
#pragma once

#include <stdbool.h>

/* The columns of the terminal behind @fd: what the environment's COLUMNS says, or the terminal
 * itself. 0: @fd leads to no terminal, or nobody knows; then there is no end to a line.
 *
 * Source: POSIX.1-2017, Base Definitions, 8.3, "COLUMNS". */
int screen_width(int fd);

/* @text with every line of it that is longer than @width columns broken at blanks. What is broken
 * off stands below the last column of the line, which two blanks begin, or four blanks farther in
 * than the line begins. Words that are too long stay whole; @width 0: all lines do.
 *
 * Owner: the caller. */
char *screen_fold(const char *text, int width);

/* Writes @text to standard output, folded if that is a screen. */
void screen_print(const char *text);
