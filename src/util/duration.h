/* duration.h - a length of time for people. */
#ifndef RDL_UTIL_DURATION_H
#define RDL_UTIL_DURATION_H

#include <stdint.h>

#define RDL_DURATION 24 /* bytes, at most */

/* "100 ms", "1.5 s", "2 h": three digits, in the unit that suits. */
char *rdl_text_duration(uint64_t ns, char out[RDL_DURATION]);

#endif
