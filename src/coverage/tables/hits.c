/* hits.c - see hits.h. */
#include "coverage/tables/hits.h"

#define STAMP ((UINT64_C(1) << RDL_HITS_STAMP_BITS) - 1)
#define ONE (UINT64_C(1) << RDL_HITS_STAMP_BITS)

struct rdl_hits_slot rdl_hits_slot(const struct rdl_hits_arrays *a,
                                   uint32_t owner)
{
    const size_t stride = (size_t)a->requirements + 1;
    const size_t at = (size_t)owner - 1;

    if (owner == 0 || owner > a->workers)
        return (struct rdl_hits_slot){ .sheet = NULL };
    return (struct rdl_hits_slot){
        .sheet = &a->sheets[at],
        .list = a->lists + at * stride,
        .row = a->rows + at * stride,
        .requirements = a->requirements,
    };
}

/* The requirements on the list; fewer than it says if the target wrote
 * there. */
static uint32_t hits_listed(const struct rdl_hits_slot *s)
{
    const uint32_t n = __atomic_load_n(&s->sheet->n, __ATOMIC_ACQUIRE);

    return n < s->requirements ? n : s->requirements;
}

/* Has the execution on the sheet, or a part of it, been counted in the row?
 * Then that is undone. */
static void hits_take_back(const struct rdl_hits_slot *s)
{
    const uint64_t stamp = s->sheet->execution & STAMP;
    const uint32_t n = hits_listed(s);

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t id = s->list[i];

        if (id > s->requirements || s->row[id] < ONE ||
            (s->row[id] & STAMP) != stamp)
            continue;
        /* Without the stamp, so that it cannot be undone twice. */
        s->row[id] = (s->row[id] - ONE) & ~STAMP;
    }
    s->sheet->counted = 0;
}

void rdl_hits_begin(const struct rdl_hits_slot *s, uint64_t number)
{
    if (s->sheet->execution == number + 1)
        hits_take_back(s);
    /* First: the list of the one before must not be taken for this one's. */
    __atomic_store_n(&s->sheet->n, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&s->sheet->execution, number + 1, __ATOMIC_RELEASE);
}

void rdl_hits_count(const struct rdl_hits_slot *s, const uint32_t *order,
                    uint32_t n)
{
    const uint64_t execution = s->sheet->execution;
    const uint64_t stamp = execution & STAMP;

    for (uint32_t i = 0; i < n; i++) {
        uint64_t *word = &s->row[order[i]];

        /* One store: number and stamp change together. */
        __atomic_store_n(word, ((*word + ONE) & ~STAMP) | stamp,
                         __ATOMIC_RELAXED);
    }
    __atomic_store_n(&s->sheet->counted, execution, __ATOMIC_RELEASE);
}

void rdl_hits_settle(const struct rdl_hits_arrays *a, uint32_t owner,
                     uint64_t from, uint64_t to)
{
    static const struct rdl_hits once = { .covered = 1 };
    const struct rdl_hits_slot s = rdl_hits_slot(a, owner);
    uint32_t n;

    if (s.sheet == NULL || s.sheet->execution <= from ||
        s.sheet->execution < to ||
        (s.sheet->execution == to && s.sheet->counted == to))
        return;
    hits_take_back(&s);
    if (s.sheet->execution != to)
        return;
    n = hits_listed(&s);
    for (uint32_t i = 0; i < n; i++)
        rdl_hits_add(a, s.list[i], &once);
    s.sheet->counted = to;
}

void rdl_hits_failed(const struct rdl_hits_arrays *a, uint32_t owner,
                     uint64_t number)
{
    static const struct rdl_hits failure = { .failed = 1 };
    const struct rdl_hits_slot s = rdl_hits_slot(a, owner);
    uint32_t n;

    if (s.sheet == NULL || s.sheet->execution != number + 1)
        return;
    n = hits_listed(&s);
    for (uint32_t i = 0; i < n; i++)
        rdl_hits_add(a, s.list[i], &failure);
}

void rdl_hits_add(const struct rdl_hits_arrays *a, uint32_t id,
                  const struct rdl_hits *more)
{
    if (id > a->requirements)
        return; /* the target wrote there */
    a->known[id].covered += more->covered;
    a->known[id].failed += more->failed;
}

struct rdl_hits rdl_hits_of(const struct rdl_hits_arrays *a, uint32_t id)
{
    const size_t stride = (size_t)a->requirements + 1;
    struct rdl_hits hits = a->known[id];

    for (uint32_t w = 0; w < a->workers; w++)
        hits.covered +=
            __atomic_load_n(&a->rows[w * stride + id], __ATOMIC_RELAXED) >>
            RDL_HITS_STAMP_BITS;
    return hits;
}
