/* page_heat.h - when a page becomes hot, and when cold again (dirty_pages.c).
 *
 * Hot: written in two executions that are at most LATEST apart, or at most
 * LATEST after it was cooled.  A write to a cold page costs as much as thirty
 * copies of a page.
 *
 * Cold again: found unchanged QUIET times in a row.  Each restore compares one
 * hot page in eight, so QUIET comparisons take 32 restores of the page, which
 * cost about as much as one write to it while it is cold.
 *
 * A lock that was taken and given back is written and never differs.  Its page
 * would be cooled for ever: each time that a page becomes hot again within SOON
 * executions, it must be quiet four times as long, at most MOST_AGAIN times. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_HEAT_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_HEAT_H

#include <stdbool.h>
#include <stdint.h>

#define RDL_PAGE_HEAT_LATEST 32
#define RDL_PAGE_HEAT_QUIET 4u
#define RDL_PAGE_HEAT_SOON (2 * RDL_PAGE_HEAT_LATEST)
#define RDL_PAGE_HEAT_MOST_AGAIN 5

struct rdl_page_heat {
    uint32_t written; /* latest execution that wrote it; 0: none did */
    uint32_t cooled;  /* latest execution after which it became cold, or 0 */
    uint8_t state;    /* of dirty_pages.c */
    uint8_t again; /* how often it became hot again soon, or the most of it */
};

/* The execution wrote the page; true: it becomes hot. */
static inline bool rdl_page_heat_written(struct rdl_page_heat *p,
                                         uint32_t execution)
{
    const uint32_t before = p->written;

    p->written = execution;
    return (before != 0 && execution - before <= RDL_PAGE_HEAT_LATEST) ||
           (p->cooled != 0 && execution - p->cooled <= RDL_PAGE_HEAT_LATEST);
}

/* It has become hot. */
static inline void rdl_page_heat_rises(struct rdl_page_heat *p,
                                       uint32_t execution)
{
    if (p->cooled == 0 || execution - p->cooled > RDL_PAGE_HEAT_SOON)
        p->again = 0;
    else if (p->again < RDL_PAGE_HEAT_MOST_AGAIN)
        p->again++;
}

/* The page was unchanged in `quiet` comparisons in a row; true: it becomes cold
 * after this execution. */
static inline bool rdl_page_heat_falls(struct rdl_page_heat *p, uint32_t quiet,
                                       uint32_t execution)
{
    if (quiet < RDL_PAGE_HEAT_QUIET << 2 * p->again)
        return false;
    p->written = 0;
    p->cooled = execution;
    return true;
}

#endif
