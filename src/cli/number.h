/* number.h - numbers as people type them: digits, perhaps a point and more
 * digits, and nothing else.  The C library's functions also accept spaces,
 * signs, 1e3, 0x10, 010 for eight, and "inf", and so accept typing errors. */
#ifndef RDL_CLI_NUMBER_H
#define RDL_CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number and nothing else; false if it is not one, or does not fit. */
bool rdl_number_whole(const char *text, uint64_t *out);
/* A number, perhaps with a fraction; *rest is the text after it. */
bool rdl_number_begin(const char *text, double *out, const char **rest);

#endif
