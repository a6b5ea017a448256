/* quote.h - arbitrary bytes as one word of a text line: "a\"b\n\xff". */
#ifndef RDL_SCHEDULE_QUOTE_H
#define RDL_SCHEDULE_QUOTE_H

#include "schedule/schedule.h"

void rdl_quote_write(FILE *out, const void *data, size_t size);
/* Reads a quoted word at *at and moves *at past it.  False if there is none, or
 * if it does not end before `end`. */
bool rdl_quote_read(const char **at, const char *end, struct rdl_bytes *out);

/* The same without quotes, for names inside a word: letters, digits and ._-+
 * stay as they are, the rest is %XX. */
void rdl_percent_write(FILE *out, const char *name);
/* Compares an encoded name with a plain one. */
bool rdl_percent_equal(const char *encoded, size_t size, const char *name);

#endif
