/* saturation.h - has coverage stopped growing?
 *
 * Over a sliding window, the number of covered requirements is fitted against
 * executions or time by least squares, with one sample per execution.  ISSTA
 * 2012 calls coverage saturated when the fit explains nothing any more: r^2
 * below 0.1.  But a single jump at fraction f of the window gives r^2 =
 * 3f(1-f), whatever its size (exactly 3k(n-k)/(n^2-1) after k of n equidistant
 * samples).  So a jump that has just entered or is about to leave hardly
 * counts, even if it is all that was ever covered.  Therefore coverage is
 * saturated here if nothing at all was added in the window, and never before
 * one full window; r^2 is 0 then.
 *
 * The window moves by RDL_SATURATION_PARTS-ths of its length (for executions:
 * one by one if it is not longer than that), and a sample costs the same
 * however long the window is.  The window is never shorter than requested. */
#ifndef RDL_COVERAGE_SATURATION_H
#define RDL_COVERAGE_SATURATION_H

#include <stdbool.h>
#include <stdint.h>

#define RDL_SATURATION_PARTS 1024

/* Sums over samples, relative to an origin; exact. */
struct rdl_moments {
    uint64_t x, y; /* the origin */
    __int128 n, sx, sy, sxx, sxy, syy;
};

struct rdl_saturation {
    uint64_t window, part; /* lengths */
    uint64_t n_parts;      /* parts per window */
    uint64_t start;        /* x of the very first sample */
    uint64_t first, last;  /* parts in the window, numbered from start */
    uint64_t last_x, last_y;
    bool any;
    struct rdl_moments sum; /* of all parts in the window */
    struct rdl_moments parts[RDL_SATURATION_PARTS];
};

/* `window`: in executions or any unit of time; at least 2. */
void rdl_saturation_init(struct rdl_saturation *s, uint64_t window);
/* An execution ended at x (its number, or the time), with `covered`
 * requirements covered in all.  Neither value ever decreases. */
void rdl_saturation_add(struct rdl_saturation *s, uint64_t x, uint64_t covered);
/* Have the samples filled a window yet? */
bool rdl_saturation_full(const struct rdl_saturation *s);
/* Of the samples in the window; 0 if they are all equal. */
double rdl_saturation_r2(const struct rdl_saturation *s);
/* Requirements added since the first sample of the window. */
uint64_t rdl_saturation_added(const struct rdl_saturation *s);
bool rdl_saturation_reached(const struct rdl_saturation *s);
/* Requirements added in the window per 1,000 executions. */
double rdl_saturation_rate(const struct rdl_saturation *s);

#endif
