/* The standard streams: what may be printed on them, how wide the screen is, and text that fits it.
 */
#pragma once

#include <stdbool.h>

/* From here on standard output and standard error print no character that a terminal obeys: names
 * and texts from files are printed, too. U+FFFD is printed in place of control characters other
 * than line feed and tab, of characters that change the direction or the line of the text, and of
 * bytes that are not UTF-8. To be called once, before anything is printed. */
void screen_begin(void);

/* If it @is_data in a format (CSV, JSON, a protocol), standard output keeps its bytes from here on,
 * unless it is a terminal. */
void screen_keep_bytes(bool is_data);

/* Standard output keeps the colours of boards from here on. */
void screen_keep_colors(void);

/* Empties the line of standard error, a terminal, on which progress is shown. */
void screen_erase_line(void);

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
