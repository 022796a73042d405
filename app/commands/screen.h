/* How wide the screen is, and text that fits it. */
#pragma once

#include <stdbool.h>

/* The columns of the terminal behind @fd, from the environment's COLUMNS or the terminal itself. 0:
 * @fd is no terminal, or the width is not known; lines may then be of any length.
 *
 * Source: POSIX.1-2017, Base Definitions, 8.3, "COLUMNS". */
int screen_width(int fd);

/* @text with every line that is longer than @width columns broken at blanks. The rest of a line is
 * indented to the line's last column, which begins after two blanks, or four blanks more than the
 * line. Words that are too long stay whole; with @width 0 all lines do.
 *
 * Owner: the caller. */
char *screen_fold(const char *text, int width);

/* Writes @text to standard output, folded if that is a screen. */
void screen_print(const char *text);
