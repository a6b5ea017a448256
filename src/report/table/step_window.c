/* step_window.c - the part of a long execution that fits.  Failures come from
 * switches between threads, and a shrunk execution of a million steps has only
 * a handful.  So it selects as many steps as fit on either side of each switch,
 * and after the first and before the last step. */
#include "report/table/internal.h"

/* Marks acts that are at most `reach` acts from a switch; returns how many. */
static size_t window_mark(const struct rdl_table *t, size_t reach, bool *kept)
{
    size_t since = 0, n = 0;

    for (size_t i = 0; i < t->n_acts; i++) {
        kept[i] = since <= reach;
        since = t->acts[i].end != TABLE_GOES_ON ? 0 : since + 1;
    }
    since = 0;
    for (size_t i = t->n_acts; i-- > 0;) {
        if (t->acts[i].end != TABLE_GOES_ON)
            since = 0;
        kept[i] = kept[i] || since <= reach;
        since++;
        n += kept[i];
    }
    return n;
}

size_t rdl_table_part(const struct rdl_table *t, size_t most, bool *kept)
{
    for (size_t reach = most; reach > 0; reach /= 2) {
        size_t n = window_mark(t, reach, kept);

        if (n <= most)
            return n;
    }
    /* Too many switches: the latest are nearest to the failure. */
    for (size_t i = 0; i < t->n_acts; i++)
        kept[i] = i + most >= t->n_acts;
    return most < t->n_acts ? most : t->n_acts;
}
