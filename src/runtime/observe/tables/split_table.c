/* split_table.c - see split_table.h. */
#include "runtime/observe/tables/split_table.h"

#include "base/hash.h"

#include <string.h>

void rdl_split_table_begin(struct rdl_split_table *t)
{
    if (++t->execution == 0) { /* it has wrapped: what is old looks new */
        memset(t->records, 0, sizeof(t->records));
        memset(t->replaced_in, 0, sizeof(t->replaced_in));
        t->execution = 1;
    }
}

static size_t split_index(uint64_t granule)
{
    return rdl_mix(0, granule) % RDL_SPLIT_SETS;
}

static struct rdl_split_record *split_set(struct rdl_split_table *t,
                                          uint64_t granule)
{
    return t->records[split_index(granule)];
}

static bool split_same_call(const struct rdl_split_frame *a,
                            const struct rdl_split_frame *b)
{
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++) {
            if (a->depth > i && a->depth - i + k == b->depth &&
                a->sp[i] == b->sp[k] && a->caller[i] == b->caller[k])
                return true;
        }
    }
    return false;
}

/* The lock that the thread held at the read, gave up and holds again; 0:
 * none. */
static uintptr_t split_retaken(const struct rdl_split_record *r,
                               const struct rdl_split_held *now)
{
    for (uint32_t i = 0; i < r->held.n; i++) {
        for (uint32_t k = 0; k < now->n; k++) {
            if (now->locks[k] == r->held.locks[i] &&
                now->since[k] > r->read.step)
                return now->locks[k];
        }
    }
    return 0;
}

/* Since when the thread has held all the locks that it holds now. */
static uint64_t split_section(const struct rdl_split_held *held)
{
    return held->n > 0 ? held->since[0] : UINT64_MAX;
}

/* Does the thread write what it has read before it gave up a lock?  Returns
 * that lock, else 0. */
static uintptr_t split_follows(const struct rdl_split_record *r,
                               const struct rdl_block_touch *now,
                               const struct rdl_split_frame *frame,
                               const struct rdl_split_held *held)
{
    if (r->read.step == 0 || r->wrote_pc == now->pc ||
        !split_same_call(&r->frame, frame))
        return 0;
    return split_retaken(r, held);
}

/* The thread of the record accesses its memory. */
static void split_goes_on(struct rdl_split_record *r,
                          const struct rdl_block_touch *now,
                          const struct rdl_split_frame *frame,
                          const struct rdl_split_held *held)
{
    const bool follows = split_follows(r, now, frame, held) != 0;

    if (!split_same_call(&r->frame, frame))
        r->wrote_pc = r->wrote = 0;
    r->frame = *frame;
    r->used = now->step;
    r->came.step = 0;
    r->read.step = 0;
    if (rdl_block_touch_writes(now)) {
        if (!follows)
            r->wrote_pc = now->pc;
        r->wrote = now->step;
    } else if (held->n > 0 && r->wrote < split_section(held)) {
        r->read = *now;
        r->held = *held;
    }
}

/* A free record, or the one that its thread used least recently. */
static struct rdl_split_record *split_room(struct rdl_split_table *t,
                                           uint64_t granule)
{
    struct rdl_split_record *set = split_set(t, granule), *oldest = &set[0];

    for (size_t i = 0; i < RDL_SPLIT_WAYS; i++) {
        if (set[i].execution != t->execution)
            return &set[i];
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    t->replaced_in[split_index(granule)] = t->execution;
    return oldest;
}

/* `wrote`, `wrote_pc`: as in the thread's other records of these bytes. */
static void split_enter(struct rdl_split_table *t, uint64_t granule,
                        const struct rdl_block_touch *now,
                        const struct rdl_split_frame *frame,
                        const struct rdl_split_held *held, uint64_t wrote,
                        uintptr_t wrote_pc)
{
    struct rdl_split_record *r = split_room(t, granule);

    if (t->replaced_in[split_index(granule)] == t->execution)
        wrote = RDL_SPLIT_UNKNOWN;
    *r = (struct rdl_split_record){
        .granule = granule,
        .execution = t->execution,
        .tid = now->tid,
        .mask = rdl_block_touch_mask(now, granule),
        .frame = *frame,
        .wrote = wrote,
        .wrote_pc = wrote_pc,
    };
    split_goes_on(r, now, frame, held);
}

static uintptr_t split_granule(struct rdl_split_table *t, uint64_t granule,
                               const struct rdl_block_touch *now,
                               const struct rdl_split_frame *frame,
                               const struct rdl_split_held *held,
                               struct rdl_triple *triple)
{
    struct rdl_split_record *set = split_set(t, granule);
    const uint8_t mask = rdl_block_touch_mask(now, granule);
    uintptr_t lock = 0, wrote_pc = 0;
    uint64_t wrote = 0;
    bool known = false;

    for (size_t i = 0; i < RDL_SPLIT_WAYS; i++) {
        struct rdl_split_record *r = &set[i];

        if (r->granule != granule || r->execution != t->execution ||
            (r->mask & mask) == 0)
            continue;
        if (r->tid != now->tid) {
            if (rdl_block_touch_writes(now) && r->read.step != 0 &&
                r->came.step == 0)
                r->came = *now;
            continue;
        }
        known |= r->mask == mask;
        /* A successful RMW has read again what it overwrites. */
        if (lock == 0 && rdl_block_touch_writes(now) &&
            !rdl_block_touch_reads(now)) {
            lock = rdl_block_touch_between(&r->read, &r->came, now)
                       ? split_follows(r, now, frame, held)
                       : 0;
            *triple = (struct rdl_triple){ r->read, r->came, *now };
        }
        split_goes_on(r, now, frame, held);
        if (r->wrote > wrote) {
            wrote = r->wrote;
            wrote_pc = r->wrote_pc;
        }
    }
    if (!known && held->n > 0)
        split_enter(t, granule, now, frame, held, wrote, wrote_pc);
    return lock;
}

uintptr_t rdl_split_table_access(struct rdl_split_table *t,
                                 const struct rdl_block_touch *now,
                                 const struct rdl_split_frame *frame,
                                 const struct rdl_split_held *held,
                                 struct rdl_triple *triple)
{
    struct rdl_triple found;
    uintptr_t lock = 0;

    for (uint64_t g = rdl_block_touch_first(now); g < rdl_block_touch_end(now);
         g++) {
        const uintptr_t here = split_granule(t, g, now, frame, held, &found);

        if (here != 0 && lock == 0) {
            lock = here;
            *triple = found;
        }
    }
    return lock;
}

/* Of a large block every set is looked at once. */
void rdl_split_table_forget(struct rdl_split_table *t, uintptr_t addr,
                            uint32_t size)
{
    const uint64_t first = addr / 8, end = ((uint64_t)addr + size + 7) / 8;
    const uint64_t n =
        end - first < RDL_SPLIT_SETS ? end - first : RDL_SPLIT_SETS;

    for (uint64_t i = 0; i < n; i++) {
        struct rdl_split_record *set =
            n < RDL_SPLIT_SETS ? split_set(t, first + i) : t->records[i];

        for (size_t k = 0; k < RDL_SPLIT_WAYS; k++) {
            if (set[k].granule >= first && set[k].granule < end)
                set[k].execution = 0;
        }
    }
}
