/* number.h - numbers as people type them: digits, perhaps a point and more
 * digits, and nothing else.  The C library's functions also take spaces, signs,
 * 1e3, 0x10, 010 for eight, "inf": what looks like a slip is none to them. */
#ifndef RDL_CLI_NUMBER_H
#define RDL_CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number and no more; false: it is none, or does not fit. */
bool rdl_number_whole(const char *text, uint64_t *out);
/* Perhaps with a fraction; *rest is what comes behind it. */
bool rdl_number_begin(const char *text, double *out, const char **rest);

#endif
