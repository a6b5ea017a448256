/* accesses.c - see accesses.h.  A granule's cells are a list of records.  The
 * usual access is exactly one cell and is handled in place; any other is cut
 * into pieces, one for each history. */
#include "coverage/accesses.h"

static const struct rdl_access_cell nothing; /* no history */

/* Calls the caller's function once for equal histories in a row. */
struct visit {
    rdl_touch_fn *fn;
    void *arg;
    struct rdl_touch touch;
    bool any;
};

/* The granules of an access, and its bytes in the current one. */
struct walk {
    uintptr_t granule, last;
    uint32_t mask;
    uint32_t last_mask;
};

void rdl_accesses_init(struct rdl_accesses *h,
                       const struct rdl_allocator *supply)
{
    rdl_hash_index_init(&h->granules, supply);
    rdl_record_pool_init(&h->cells, sizeof(struct rdl_access_cell), supply);
    h->lost = 0;
}

void rdl_accesses_clear(struct rdl_accesses *h)
{
    rdl_hash_index_clear(&h->granules);
    rdl_record_pool_clear(&h->cells);
}

static inline struct rdl_access_cell *
accesses_cell_at(const struct rdl_accesses *h, uint32_t at)
{
    return rdl_record_pool_at(&h->cells, at);
}

static inline struct walk accesses_walk_begin(uintptr_t addr, size_t size)
{
    uintptr_t end = addr + size - 1;
    struct walk w;

    if (end < addr)
        end = UINTPTR_MAX;
    w.granule = addr / RDL_GRANULE;
    w.last = end / RDL_GRANULE;
    w.mask = 0xffu << addr % RDL_GRANULE & 0xff;
    w.last_mask = 0xffu >> (RDL_GRANULE - 1 - end % RDL_GRANULE);
    if (w.granule == w.last)
        w.mask &= w.last_mask;
    return w;
}

static inline bool accesses_walk_next(struct walk *w)
{
    if (w->granule == w->last)
        return false;
    w->granule++;
    w->mask = w->granule == w->last ? w->last_mask : 0xff;
    return true;
}

static struct visit accesses_visit_begin(const struct rdl_access *a,
                                         rdl_touch_fn *fn, void *arg)
{
    return (struct visit){
        .fn = fn,
        .arg = arg,
        .touch = { .loc = a->loc,
                   .thread = a->thread,
                   .reads = (a->does & RDL_DOES_READ) != 0,
                   .writes = (a->does & RDL_DOES_WRITE) != 0 },
    };
}

static inline void accesses_visit_cell(struct visit *v,
                                       const struct rdl_access_cell *c)
{
    struct rdl_touch *t = &v->touch;

    if (v->any && t->write_loc == c->write_loc &&
        t->write_thread == c->write_thread && t->read_loc == c->read_loc &&
        t->read_thread == c->read_thread)
        return;
    t->write_loc = c->write_loc;
    t->write_thread = c->write_thread;
    t->read_loc = c->read_loc;
    t->read_thread = c->read_thread;
    v->any = true;
    v->fn(v->arg, t);
}

/* --- An access that is not exactly one cell ----------------------------- */

/* Copies of the cells that have bytes of `mask`, reduced to these bytes; the
 * bytes without history are one more.  Sorted by address. */
struct pieces {
    struct rdl_access_cell at[2 * (RDL_GRANULE + 1)];
    unsigned n;
};

static void accesses_pieces_add(struct pieces *p, struct rdl_access_cell c,
                                uint32_t mask)
{
    unsigned i;

    c.mask = mask;
    if (c.mask == 0)
        return;
    for (i = p->n++;
         i > 0 && __builtin_ctz(p->at[i - 1].mask) > __builtin_ctz(mask); i--)
        p->at[i] = p->at[i - 1];
    p->at[i] = c;
}

static void accesses_gather(const struct rdl_accesses *h, uint32_t at,
                            uint32_t mask, struct pieces *p)
{
    uint32_t left = mask;

    p->n = 0;
    for (; at != 0; at = accesses_cell_at(h, at)->next) {
        const struct rdl_access_cell *c = accesses_cell_at(h, at);

        accesses_pieces_add(p, *c, c->mask & mask);
        left &= ~c->mask;
    }
    accesses_pieces_add(p, (struct rdl_access_cell){ .mask = 0 }, left);
}

static void accesses_add_cell(struct rdl_accesses *h, uint32_t *first,
                              struct rdl_access_cell c)
{
    uint32_t at = rdl_record_pool_take(&h->cells);

    if (at == 0) {
        h->lost++;
        return;
    }
    c.next = *first;
    *accesses_cell_at(h, at) = c;
    *first = at;
}

/* Removes the bytes of `mask` from the cells of a granule. */
static void accesses_cut(struct rdl_accesses *h, uint32_t *first, uint32_t mask)
{
    uint32_t *link = first;

    while (*link != 0) {
        uint32_t at = *link;
        struct rdl_access_cell *c = accesses_cell_at(h, at);

        c->mask &= ~mask;
        if (c->mask != 0) {
            link = &c->next;
            continue;
        }
        *link = c->next;
        rdl_record_pool_give(&h->cells, at);
    }
}

/* Adds bytes to the cell with the same history, or to a new one. */
static void accesses_put(struct rdl_accesses *h, uint32_t *first,
                         const struct rdl_access_cell *c)
{
    for (uint32_t at = *first; at != 0; at = accesses_cell_at(h, at)->next) {
        struct rdl_access_cell *other = accesses_cell_at(h, at);

        if (other->write_loc == c->write_loc &&
            other->write_thread == c->write_thread &&
            other->read_loc == c->read_loc &&
            other->read_thread == c->read_thread) {
            other->mask |= c->mask;
            return;
        }
    }
    accesses_add_cell(h, first, *c);
}

static void accesses_do_pieces(struct rdl_accesses *h,
                               const struct rdl_access *a, uint32_t *first,
                               uint32_t mask, struct visit *v)
{
    struct pieces p;

    accesses_gather(h, *first, mask, &p);
    for (unsigned i = 0; i < p.n; i++)
        accesses_visit_cell(v, &p.at[i]);
    accesses_cut(h, first, mask);
    for (unsigned i = 0; i < p.n; i++) {
        rdl_accesses_apply(&p.at[i], a);
        accesses_put(h, first, &p.at[i]);
    }
}

/* ------------------------------------------------------------------------ */

/* The cell that is exactly `mask`, or NULL. */
static inline struct rdl_access_cell *
accesses_whole(const struct rdl_accesses *h, uint32_t at, uint32_t mask)
{
    while (at != 0) {
        struct rdl_access_cell *c = accesses_cell_at(h, at);

        if (c->mask == mask)
            return c;
        at = c->next;
    }
    return NULL;
}

void rdl_accesses_do(struct rdl_accesses *h, const struct rdl_access *a,
                     rdl_touch_fn *fn, void *arg)
{
    struct visit v = accesses_visit_begin(a, fn, arg);
    struct walk w;

    if (a->size == 0)
        return;
    w = accesses_walk_begin(a->addr, a->size);
    do {
        uint32_t *first = rdl_hash_index_add(&h->granules, w.granule);
        struct rdl_access_cell *c;

        if (__builtin_expect(first == NULL, 0)) {
            h->lost++;
            accesses_visit_cell(&v, &nothing);
            continue;
        }
        c = accesses_whole(h, *first, w.mask);
        if (__builtin_expect(c != NULL, 1)) {
            accesses_visit_cell(&v, c);
            rdl_accesses_apply(c, a);
        } else if (*first == 0) {
            struct rdl_access_cell new = { .mask = w.mask };

            accesses_visit_cell(&v, &nothing);
            rdl_accesses_apply(&new, a);
            accesses_add_cell(h, first, new);
        } else {
            accesses_do_pieces(h, a, first, w.mask, &v);
        }
    } while (accesses_walk_next(&w));
}

/* rdl_accesses_look for one granule in which `before` changes some bytes. */
static void accesses_look_pieces(const struct rdl_accesses *h,
                                 const struct walk *w,
                                 const struct rdl_access *before,
                                 uint32_t changed, struct visit *v)
{
    struct pieces now, then = { .n = 0 };

    accesses_gather(h, rdl_hash_index_find(&h->granules, w->granule), w->mask,
                    &now);
    for (unsigned i = 0; i < now.n; i++) {
        struct rdl_access_cell c = now.at[i];

        accesses_pieces_add(&then, c, now.at[i].mask & ~changed);
        if (changed == 0)
            continue;
        rdl_accesses_apply(&c, before);
        accesses_pieces_add(&then, c, now.at[i].mask & changed);
    }
    for (unsigned i = 0; i < then.n; i++)
        accesses_visit_cell(v, &then.at[i]);
}

/* The bytes of `granule` in a range. */
static uint32_t accesses_bytes_in(uintptr_t addr, size_t size,
                                  uintptr_t granule)
{
    const struct walk w = accesses_walk_begin(addr, size);

    if (size == 0 || granule < w.granule || granule > w.last)
        return 0;
    if (granule == w.granule)
        return w.mask;
    return granule == w.last ? w.last_mask : 0xff;
}

void rdl_accesses_look(const struct rdl_accesses *h, const struct rdl_access *a,
                       const struct rdl_access *before, rdl_touch_fn *fn,
                       void *arg)
{
    struct visit v = accesses_visit_begin(a, fn, arg);
    struct walk w;

    if (a->size == 0)
        return;
    w = accesses_walk_begin(a->addr, a->size);
    do {
        const uint32_t at = rdl_hash_index_find(&h->granules, w.granule);
        const struct rdl_access_cell *c =
            at != 0 ? accesses_whole(h, at, w.mask) : &nothing;
        const uint32_t changed =
            before != NULL
                ? accesses_bytes_in(before->addr, before->size, w.granule)
                : 0;

        if (c != NULL && changed == 0)
            accesses_visit_cell(&v, c);
        else
            accesses_look_pieces(h, &w, before, changed, &v);
    } while (accesses_walk_next(&w));
}

void rdl_accesses_forget(struct rdl_accesses *h, uintptr_t addr, size_t size)
{
    struct walk w;

    if (size == 0)
        return;
    w = accesses_walk_begin(addr, size);
    if (w.last - w.granule < h->granules.n_slots) {
        do {
            struct rdl_hash_index_slot *slot =
                rdl_hash_index_slot(&h->granules, w.granule);

            if (slot != NULL)
                accesses_cut(h, &slot->at, w.mask);
        } while (accesses_walk_next(&w));
        return;
    }
    for (uint32_t i = 0; i < h->granules.n_slots; i++) {
        struct rdl_hash_index_slot *slot = &h->granules.slots[i];

        if (rdl_hash_index_live(&h->granules, i))
            accesses_cut(h, &slot->at,
                         accesses_bytes_in(addr, size, slot->key));
    }
}
