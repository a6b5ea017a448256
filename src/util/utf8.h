/* utf8.h - a program's text is bytes; readers of our reports want UTF-8. */
#ifndef RDL_UTIL_UTF8_H
#define RDL_UTIL_UTF8_H

#include <stddef.h>

/* The number of bytes of the character that begins here; 0 if none does, as at
 * the end of the text (RFC 3629: shortest form, no surrogates, nothing beyond
 * 0x10ffff). */
size_t rdl_utf8_length(const char *text);

#endif
