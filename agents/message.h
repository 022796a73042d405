/* The messages of agents and master as values, and the recorder they pass when one is attached. */
#pragma once

typedef struct Recorder Recorder;
