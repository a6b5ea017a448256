/* utf8.h - text of a program is bytes; what reads our reports wants UTF-8. */
#ifndef RDL_UTIL_UTF8_H
#define RDL_UTIL_UTF8_H

#include <stddef.h>

/* Bytes of the character that begins here; 0: none does, as at the end of the
 * text (RFC 3629: no longer than it must be, no surrogates, nothing beyond
 * 0x10ffff). */
size_t rdl_utf8_length(const char *text);

#endif
