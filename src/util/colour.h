/* colour.h - the few ways to highlight a word on a terminal. */
#ifndef RDL_UTIL_COLOUR_H
#define RDL_UTIL_COLOUR_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum rdl_colour { RDL_PLAIN, RDL_BAD, RDL_GOOD, RDL_WARN, RDL_BOLD, RDL_DIM };

/* Is `out` a terminal, and is NO_COLOR not set? */
static inline bool rdl_colour_wanted(FILE *out)
{
    const char *no_color = getenv("NO_COLOR");

    return isatty(fileno(out)) && (no_color == NULL || no_color[0] == '\0');
}

/* The escape sequence that begins the highlight, "" without colour. */
static inline const char *rdl_colour(bool colour, enum rdl_colour which)
{
    static const char *const begin[] = {
        [RDL_PLAIN] = "\033[0m", [RDL_BAD] = "\033[1;31m",
        [RDL_GOOD] = "\033[32m", [RDL_WARN] = "\033[33m",
        [RDL_BOLD] = "\033[1m",  [RDL_DIM] = "\033[2m",
    };

    return colour ? begin[which] : "";
}

#endif
