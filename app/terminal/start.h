/* What the process needs before anything else is done in it. */
#pragma once

/* Reserves descriptors 0 to 2 that are closed, so that no file of ours is opened as one of them and
 * gets what is meant for the standard streams. */
void start_process(void);
