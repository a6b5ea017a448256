/* saturation.c - see saturation.h. */
#include "coverage/saturation.h"

#include <string.h>

void rdl_saturation_init(struct rdl_saturation *s, uint64_t window)
{
    memset(s, 0, sizeof(*s));
    s->window = window < 2 ? 2 : window;
    /* The latest part may just have begun: the others fill a window. */
    s->part =
        (s->window - 1 + RDL_SATURATION_PARTS - 2) / (RDL_SATURATION_PARTS - 1);
    s->n_parts = (s->window - 1 + s->part - 1) / s->part + 1;
}

/* The same sums for another origin. */
static struct rdl_moments saturation_seen_from(const struct rdl_moments *m,
                                               uint64_t x, uint64_t y)
{
    const __int128 dx = (__int128)m->x - x, dy = (__int128)m->y - y;

    return (struct rdl_moments){
        .x = x,
        .y = y,
        .n = m->n,
        .sx = m->sx + dx * m->n,
        .sy = m->sy + dy * m->n,
        .sxx = m->sxx + 2 * dx * m->sx + dx * dx * m->n,
        .sxy = m->sxy + dx * m->sy + dy * m->sx + dx * dy * m->n,
        .syy = m->syy + 2 * dy * m->sy + dy * dy * m->n,
    };
}

static void saturation_take_out(struct rdl_moments *sum,
                                const struct rdl_moments *part)
{
    const struct rdl_moments m = saturation_seen_from(part, sum->x, sum->y);

    sum->n -= m.n;
    sum->sx -= m.sx;
    sum->sy -= m.sy;
    sum->sxx -= m.sxx;
    sum->sxy -= m.sxy;
    sum->syy -= m.syy;
}

static void saturation_put_in(struct rdl_moments *sum, uint64_t at_x,
                              uint64_t at_y)
{
    const __int128 x = (__int128)at_x - sum->x, y = (__int128)at_y - sum->y;

    sum->n++;
    sum->sx += x;
    sum->sy += y;
    sum->sxx += x * x;
    sum->sxy += x * y;
    sum->syy += y * y;
}

/* Drops the parts that leave the window when `part` begins.  The origin moves
 * too, so that sums stay as small as the window. */
static void saturation_slide(struct rdl_saturation *s, uint64_t part)
{
    for (; s->first + s->n_parts <= part && s->first <= s->last; s->first++)
        saturation_take_out(&s->sum,
                            &s->parts[s->first % RDL_SATURATION_PARTS]);
    if (s->first > s->last)
        s->first = part + 1 - s->n_parts;
}

/* No execution ended in between: the covered number is the same. */
static void saturation_pause_until(struct rdl_saturation *s, uint64_t part)
{
    uint64_t i = s->last + 1 > s->first ? s->last + 1 : s->first;

    for (; i < part; i++)
        s->parts[i % RDL_SATURATION_PARTS] =
            (struct rdl_moments){ .x = s->last_x, .y = s->last_y };
}

void rdl_saturation_add(struct rdl_saturation *s, uint64_t x, uint64_t covered)
{
    struct rdl_moments *m;
    uint64_t part;

    if (!s->any) {
        s->any = true;
        s->start = x;
        s->parts[0] = s->sum = (struct rdl_moments){ .x = x, .y = covered };
    }
    part = (x - s->start) / s->part;
    m = &s->parts[part % RDL_SATURATION_PARTS];
    if (part != s->last) {
        saturation_slide(s, part);
        saturation_pause_until(s, part);
        *m = (struct rdl_moments){ .x = x, .y = covered };
        s->sum = saturation_seen_from(&s->sum, x, covered);
        s->last = part;
    }
    saturation_put_in(m, x, covered);
    saturation_put_in(&s->sum, x, covered);
    s->last_x = x;
    s->last_y = covered;
}

bool rdl_saturation_full(const struct rdl_saturation *s)
{
    return s->any && s->last_x - s->start + 1 >= s->window;
}

/* n times the sum of squared deviations, exactly: it has room for 2^26 samples
 * over 2^37 units (two minutes in ns). */
static __int128 saturation_deviations(__int128 n, __int128 ab, __int128 a,
                                      __int128 b)
{
    return n * ab - a * b;
}

double rdl_saturation_r2(const struct rdl_saturation *s)
{
    const struct rdl_moments *m = &s->sum;
    const long double xx = saturation_deviations(m->n, m->sxx, m->sx, m->sx);
    const long double xy = saturation_deviations(m->n, m->sxy, m->sx, m->sy);
    const long double yy = saturation_deviations(m->n, m->syy, m->sy, m->sy);

    if (xx == 0 || yy == 0)
        return 0;
    return (double)(xy / xx * (xy / yy));
}

uint64_t rdl_saturation_added(const struct rdl_saturation *s)
{
    return s->last_y - s->parts[s->first % RDL_SATURATION_PARTS].y;
}

bool rdl_saturation_reached(const struct rdl_saturation *s)
{
    return rdl_saturation_full(s) && rdl_saturation_added(s) == 0;
}

double rdl_saturation_rate(const struct rdl_saturation *s)
{
    if (!s->any || s->sum.n < 2)
        return 0;
    return 1000.0 * (double)rdl_saturation_added(s) / (double)(s->sum.n - 1);
}
