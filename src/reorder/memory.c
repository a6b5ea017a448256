/* memory.c - the accesses of an execution: which write each read sees, and
 * lists of accesses for each eight bytes of memory.  See reading.h. */
#include "reorder/reading.h"

#include "util/alloc.h"

#include <stdlib.h>

enum { GRANULE = 8, MOST_PLACES = 64, LARGEST = 1 << 16 };

/* The memory at that address, which is a multiple of GRANULE; NULL: there is no
 * room for more. */
static struct rdl_reorder_memory *memory_at(struct rdl_reorder_memories *m,
                                            uintptr_t at)
{
    uint32_t *number;

    if (m->n == RDL_REORDER_GRANULES) {
        number = rdl_index_find(&m->index, at);
        m->partial |= number == NULL || *number == RDL_REORDER_NONE;
        return number == NULL || *number == RDL_REORDER_NONE ? NULL
                                                             : &m->all[*number];
    }
    number = rdl_index_at(&m->index, at, RDL_REORDER_NONE);
    if (*number != RDL_REORDER_NONE)
        return &m->all[*number];
    if (m->n == m->room) {
        m->room = 2 * m->room + 64;
        m->all = rdl_grow(m->all, m->room * sizeof(*m->all));
    }
    *number = (uint32_t)m->n;
    m->all[m->n] = (struct rdl_reorder_memory){
        .at = at,
        .accesses = RDL_REORDER_NONE,
    };
    for (int i = 0; i < GRANULE; i++)
        m->all[m->n].writer[i] = RDL_REORDER_NONE;
    return &m->all[m->n++];
}

static struct rdl_reorder_access *
memory_list(struct rdl_reorder_memories *m, struct rdl_reorder_memory *at,
            const struct rdl_reorder_access *like)
{
    for (uint32_t i = at->accesses; i != RDL_REORDER_NONE;
         i = m->accesses[i].next) {
        struct rdl_reorder_access *a = &m->accesses[i];

        if (a->pc == like->pc && a->tid == like->tid && a->op == like->op &&
            a->bytes == like->bytes)
            return a;
    }
    if (at->n_accesses == MOST_PLACES)
        return NULL;
    if (m->n_accesses == m->accesses_room) {
        m->accesses_room = 2 * m->accesses_room + 64;
        m->accesses =
            rdl_grow(m->accesses, m->accesses_room * sizeof(*m->accesses));
    }
    m->accesses[m->n_accesses] = *like;
    m->accesses[m->n_accesses].next = at->accesses;
    at->accesses = (uint32_t)m->n_accesses;
    at->n_accesses++;
    return &m->accesses[m->n_accesses++];
}

static void memory_note(struct rdl_reorder_memories *m,
                        struct rdl_reorder_memory *at,
                        const struct rdl_reorder_access *like, uint32_t event)
{
    struct rdl_reorder_access *a =
        m->listed < RDL_REORDER_ACCESSES ? memory_list(m, at, like) : NULL;

    if (a == NULL) {
        m->partial = true;
        return;
    }
    if (a->n == a->room) {
        a->room = 2 * a->room + 2;
        a->events = rdl_grow(a->events, a->room * sizeof(*a->events));
    }
    a->events[a->n++] = event;
    m->listed++;
}

/* Which bytes of the eight there are before `end`, from `addr` on. */
static uint8_t memory_bytes(uintptr_t at, uintptr_t addr, uintptr_t end)
{
    uint8_t bytes = 0;

    for (unsigned i = 0; i < GRANULE; i++) {
        if (at + i >= addr && at + i < end)
            bytes |= (uint8_t)(1u << i);
    }
    return bytes;
}

void rdl_reading_access(struct rdl_reorder_memories *m, struct rdl_reorder *q,
                        const struct rdl_event *e)
{
    const bool writes =
        rdl_op_writes((enum rdl_op)e->op) && (e->flags & RDL_EV_FAILED) == 0;
    const uint32_t event = (uint32_t)q->n - 1;
    const uintptr_t end = e->addr + (e->size < LARGEST ? e->size : LARGEST);
    struct rdl_reorder_access like = {
        .pc = e->pc,
        .tid = e->tid,
        .op = writes || e->op != RDL_OP_RMW ? e->op : RDL_OP_ATOMIC_READ,
    };

    m->partial |= e->size > LARGEST;
    for (uintptr_t at = e->addr & ~(uintptr_t)(GRANULE - 1); at < end;
         at += GRANULE) {
        struct rdl_reorder_memory *g = memory_at(m, at);

        m->looks++;
        if (g == NULL)
            continue;
        like.bytes = memory_bytes(at, e->addr, end);
        for (unsigned i = 0; i < GRANULE; i++) {
            if ((like.bytes >> i & 1) == 0)
                continue;
            if (rdl_op_reads((enum rdl_op)e->op))
                rdl_reorder_after(q, g->writer[i]);
            if (writes)
                g->writer[i] = event;
        }
        memory_note(m, g, &like, event);
    }
}

/* --- Blocks --------------------------------------------------------------- */

/* Calls each() for memory in the range that was accessed. */
static void memory_each(struct rdl_reorder_memories *m, uintptr_t addr,
                        uint64_t size,
                        void (*each)(struct rdl_reorder_memories *m,
                                     uint32_t *number, void *data),
                        void *data)
{
    const uintptr_t first = addr & ~(uintptr_t)(GRANULE - 1);

    m->looks += size / GRANULE < m->index.room ? size / GRANULE : m->index.room;
    if (size / GRANULE > m->index.room) {
        for (size_t i = 0; i < m->index.room; i++) {
            struct rdl_index_entry *x = &m->index.all[i];

            if (x->used != 0 && x->key - first < addr + size - first &&
                x->value != RDL_REORDER_NONE)
                each(m, &x->value, data);
        }
        return;
    }
    for (uintptr_t at = first; at < addr + size; at += GRANULE) {
        uint32_t *number = rdl_index_find(&m->index, at);

        if (number != NULL && *number != RDL_REORDER_NONE)
            each(m, number, data);
    }
}

static void memory_forget(struct rdl_reorder_memories *m, uint32_t *number,
                          void *data)
{
    (void)m;
    (void)data;
    *number = RDL_REORDER_NONE;
}

void rdl_reading_forget(struct rdl_reorder_memories *m, uintptr_t addr,
                        uint64_t size)
{
    memory_each(m, addr, size, memory_forget, NULL);
}

struct freed {
    struct rdl_reorder_access like;
    uintptr_t addr, end;
    uint32_t event;
};

static void memory_freed(struct rdl_reorder_memories *m, uint32_t *number,
                         void *data)
{
    struct freed *f = data;
    struct rdl_reorder_memory *g = &m->all[*number];

    f->like.bytes = memory_bytes(g->at, f->addr, f->end);
    memory_note(m, g, &f->like, f->event);
}

void rdl_reading_freed(struct rdl_reorder_memories *m, struct rdl_reorder *q,
                       const struct rdl_extra *x)
{
    struct freed f = {
        .like = { .pc = x->block.pc, .tid = x->tid, .op = RDL_OP_FREE },
        .addr = x->block.addr,
        .end = x->block.addr + x->block.size,
        .event = (uint32_t)q->n - 1,
    };

    if (q->events[f.event].tid == x->tid)
        memory_each(m, x->block.addr, x->block.size, memory_freed, &f);
    rdl_reading_forget(m, x->block.addr, x->block.size);
}

void rdl_reading_free_memory(struct rdl_reorder_memories *m)
{
    for (size_t i = 0; i < m->n_accesses; i++)
        free(m->accesses[i].events);
    free(m->accesses);
    free(m->all);
    rdl_index_free(&m->index);
    *m = (struct rdl_reorder_memories){ .n = 0 };
}
