/* block_table.c - see block_table.h. */
#include "runtime/observe/tables/block_table.h"

#include "base/hash.h"

#include <string.h>

void rdl_block_table_begin(struct rdl_block_table *t)
{
    t->lost = 0;
    if (++t->execution == 0) { /* it has wrapped: what is old looks new */
        memset(t->records, 0, sizeof(t->records));
        memset(t->lost_in, 0, sizeof(t->lost_in));
        t->execution = 1;
    }
}

static size_t table_index(uint64_t granule)
{
    return rdl_mix(0, granule) % RDL_BLOCK_SETS;
}

static struct rdl_block_record *table_set(struct rdl_block_table *t,
                                          uint64_t granule)
{
    return t->records[table_index(granule)];
}

static bool table_live(const struct rdl_block_table *t,
                       const struct rdl_block_record *r)
{
    return r->execution == t->execution && t->open(r->tid, r->block);
}

/* Another thread accesses the memory of a record. */
static void table_comes(struct rdl_block_record *r,
                        const struct rdl_block_touch *now)
{
    if (rdl_block_touch_reads(now) && r->wrote.step != 0 && !r->overwritten &&
        r->saw.step == 0)
        r->saw = *now;
    if (!rdl_block_touch_writes(now))
        return;
    r->overwritten = true;
    if (r->since_last.step == 0)
        r->since_last = *now;
    if (r->read.step != 0 && r->since_read.step == 0)
        r->since_read = *now;
}

/* The record's accesses overlap its mask, but not always each other. */
static bool table_triple(const struct rdl_block_touch *p,
                         const struct rdl_block_touch *q,
                         const struct rdl_block_touch *now,
                         struct rdl_triple *triple)
{
    if (!rdl_block_touch_between(p, q, now))
        return false;
    *triple = (struct rdl_triple){ *p, *q, *now };
    return true;
}

/* Does the block's access complete a triple?  Then fills it. */
static bool table_completes(const struct rdl_block_record *r,
                            const struct rdl_block_touch *now,
                            struct rdl_triple *triple)
{
    if (rdl_block_touch_reads(now) &&
        table_triple(&r->last, &r->since_last, now, triple))
        return true;
    return rdl_block_touch_writes(now) &&
           (table_triple(&r->read, &r->since_read, now, triple) ||
            table_triple(&r->wrote, &r->saw, now, triple));
}

/* The block goes on after its access. */
static void table_goes_on(struct rdl_block_record *r,
                          const struct rdl_block_touch *now)
{
    r->last = *now;
    r->since_last.step = 0;
    if (rdl_block_touch_reads(now) && !r->wrote_before && r->wrote.step == 0 &&
        r->read.step == 0)
        r->read = *now;
    if (!rdl_block_touch_writes(now))
        return;
    r->wrote = *now;
    r->overwritten = false;
    r->saw.step = 0;
}

static struct rdl_block_record *table_room(struct rdl_block_table *t,
                                           uint64_t granule)
{
    struct rdl_block_record *set = table_set(t, granule);

    for (size_t i = 0; i < RDL_BLOCK_WAYS; i++) {
        if (!table_live(t, &set[i]))
            return &set[i];
    }
    t->lost++;
    t->lost_in[table_index(granule)] = t->execution;
    return NULL;
}

/* `wrote`: the block has written some of these bytes. */
static void table_enter(struct rdl_block_table *t, uint64_t granule,
                        const struct rdl_block_touch *now, uint64_t block,
                        bool wrote)
{
    struct rdl_block_record *r = table_room(t, granule);

    if (r == NULL)
        return;
    *r = (struct rdl_block_record){
        .granule = granule,
        .block = block,
        .execution = t->execution,
        .tid = now->tid,
        .mask = rdl_block_touch_mask(now, granule),
        /* What was lost may be a write of the same bytes. */
        .wrote_before =
            wrote || t->lost_in[table_index(granule)] == t->execution,
    };
    table_goes_on(r, now);
}

/* True: `triple` is complete. */
static bool table_granule(struct rdl_block_table *t, uint64_t granule,
                          const struct rdl_block_touch *now, uint64_t block,
                          struct rdl_triple *triple)
{
    struct rdl_block_record *set = table_set(t, granule);
    const uint8_t mask = rdl_block_touch_mask(now, granule);
    bool complete = false, known = false, wrote = false;

    for (size_t i = 0; i < RDL_BLOCK_WAYS; i++) {
        struct rdl_block_record *r = &set[i];

        if (r->granule != granule || (r->mask & mask) == 0 || !table_live(t, r))
            continue;
        if (r->tid != now->tid) {
            table_comes(r, now);
            continue;
        }
        known |= r->mask == mask;
        if (rdl_block_touch_retries(now)) {
            r->read = r->wrote = (struct rdl_block_touch){ 0 };
            r->wrote_before = false;
            r->since_last.step = r->since_read.step = r->saw.step = 0;
        } else if (!complete) {
            complete = table_completes(r, now, triple);
        }
        wrote |= r->wrote_before || r->wrote.step != 0;
        table_goes_on(r, now);
    }
    if (block != 0 && !known)
        table_enter(t, granule, now, block, wrote);
    return complete;
}

void rdl_block_table_access(struct rdl_block_table *t,
                            const struct rdl_block_touch *now, uint64_t block,
                            rdl_triple_found *found, void *data)
{
    struct rdl_triple triple, first;
    bool complete = false;

    for (uint64_t g = rdl_block_touch_first(now); g < rdl_block_touch_end(now);
         g++) {
        if (table_granule(t, g, now, block, &triple) && !complete) {
            complete = true;
            first = triple;
        }
    }
    if (complete)
        found(data, &first);
}

/* Of a large block every set is looked at once. */
void rdl_block_table_forget(struct rdl_block_table *t, uintptr_t addr,
                            uint32_t size)
{
    const uint64_t first = addr / 8, end = ((uint64_t)addr + size + 7) / 8;
    const uint64_t n =
        end - first < RDL_BLOCK_SETS ? end - first : RDL_BLOCK_SETS;

    for (uint64_t i = 0; i < n; i++) {
        struct rdl_block_record *set =
            n < RDL_BLOCK_SETS ? table_set(t, first + i) : t->records[i];

        for (size_t k = 0; k < RDL_BLOCK_WAYS; k++) {
            if (set[k].granule >= first && set[k].granule < end)
                set[k].execution = 0;
        }
    }
}
