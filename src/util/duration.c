/* duration.c - see duration.h. */
#include "util/duration.h"

#include <stdio.h>

char *rdl_text_duration(uint64_t ns, char out[RDL_DURATION])
{
    static const struct {
        double from, ns; /* from how many ns on; ns of one */
        const char *name;
    } units[] = {
        { 7.2e12, 3.6e12, "h" }, { 1.2e11, 6e10, "min" }, { 9.995e8, 1e9, "s" },
        { 9.995e5, 1e6, "ms" },  { 9.995e2, 1e3, "us" },  { 0, 1, "ns" },
    };
    size_t i = 0;

    while ((double)ns < units[i].from)
        i++;
    snprintf(out, RDL_DURATION, "%.3g %s", (double)ns / units[i].ns,
             units[i].name);
    return out;
}
