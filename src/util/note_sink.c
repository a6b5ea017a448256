/* note_sink.c - see note_sink.h. */
#include "util/note_sink.h"

#include "util/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void rdl_note_sink_say(const struct rdl_note_sink *notes, const char *format,
                       ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    text = rdl_alloc_format(format, args);
    va_end(args);
    notes->add(notes->data, text);
    free(text);
}
