/* note_sink.h - messages of the library that are not errors.
 *
 * The library prints nothing: it hands each note, a sentence without a full
 * stop, to its caller. */
#ifndef RDL_UTIL_NOTE_SINK_H
#define RDL_UTIL_NOTE_SINK_H

#include "util/error.h"

struct rdl_note_sink {
    void (*add)(void *data, const char *text);
    void *data;
};

void rdl_note_sink_say(const struct rdl_note_sink *notes, const char *format,
                       ...) RDL_PRINTF(2, 3);

#endif
