/* How wide the screen is, and text that fits it. */
#pragma once

#include <stdbool.h>

/* The columns of the terminal behind @fd, from the environment's COLUMNS or the terminal itself. 0:
 * @fd is no terminal, or the width is not known; lines may then be of any length.
 *
 * Source: POSIX.1-2017, Base Definitions, 8.3, "COLUMNS". */
int screen_width(int fd);

/* @text for a screen of @width columns; 0: as it is. Lines that are too long are broken at spaces,
 * and go on below their last column, before which there are two spaces, or four spaces farther in
 * than they begin. Words that are too long stay whole, and so do examples of commands, to be
 * copied, and the rows of boards. If sentences go on from line to line (@is_written_on), they are
 * broken anew.
 *
 * Owner: the caller. */
char *screen_fold(const char *text, int width, bool is_written_on);

/* Writes @text to standard output, folded if that is a screen. */
void screen_print(const char *text);
