/* accesses.c - see accesses.h. */
#include "coverage/accesses.h"

#include "coverage/operation.h"

#define GRANULE 8

/* The cells of a granule have disjoint masks that are not empty. */
struct cell {
    uint32_t next; /* first: see pool.h */
    uint32_t write_loc, write_thread;
    uint32_t read_loc, read_thread;
    uint32_t mask; /* its bytes, 1 << offset in the granule */
};

static const struct cell nothing; /* no history */

/* Calls the caller's function, once for equal histories in a row. */
struct visit {
    rdl_touch_fn *fn;
    void *arg;
    struct rdl_touch touch;
    bool any;
};

/* The granules of an access, and which bytes of the current one it has. */
struct walk {
    uintptr_t granule, last;
    uint32_t mask;
    uint32_t last_mask;
};

void rdl_accesses_init(struct rdl_accesses *h, const struct rdl_supply *supply)
{
    rdl_keyed_init(&h->granules, supply);
    rdl_pool_init(&h->cells, sizeof(struct cell), supply);
    h->lost = 0;
}

void rdl_accesses_clear(struct rdl_accesses *h)
{
    rdl_keyed_clear(&h->granules);
    rdl_pool_clear(&h->cells);
}

static inline struct cell *cell_at(const struct rdl_accesses *h, uint32_t at)
{
    return rdl_pool_at(&h->cells, at);
}

static inline struct walk walk_begin(uintptr_t addr, size_t size)
{
    uintptr_t end = addr + size - 1;
    struct walk w;

    if (end < addr)
        end = UINTPTR_MAX;
    w.granule = addr / GRANULE;
    w.last = end / GRANULE;
    w.mask = 0xffu << addr % GRANULE & 0xff;
    w.last_mask = 0xffu >> (GRANULE - 1 - end % GRANULE);
    if (w.granule == w.last)
        w.mask &= w.last_mask;
    return w;
}

static inline bool walk_next(struct walk *w)
{
    if (w->granule == w->last)
        return false;
    w->granule++;
    w->mask = w->granule == w->last ? w->last_mask : 0xff;
    return true;
}

static struct visit visit_begin(const struct rdl_access *a, rdl_touch_fn *fn,
                                void *arg)
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

static inline void visit_cell(struct visit *v, const struct cell *c)
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

static inline void apply(struct cell *c, const struct rdl_access *a)
{
    if ((a->does & RDL_DOES_WRITE) != 0) {
        c->write_loc = a->loc;
        c->write_thread = a->thread;
        c->read_loc = RDL_LOC_NONE;
        c->read_thread = 0;
    } else {
        c->read_loc = a->loc;
        c->read_thread = a->thread;
    }
}

/* --- An access that is not exactly one cell ----------------------------- */

/* Copies of the cells that have bytes of `mask`, cut down to these; the bytes
 * without history as one more.  Sorted by address. */
struct pieces {
    struct cell at[2 * (GRANULE + 1)];
    unsigned n;
};

static void pieces_add(struct pieces *p, struct cell c, uint32_t mask)
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

static void gather(const struct rdl_accesses *h, uint32_t at, uint32_t mask,
                   struct pieces *p)
{
    uint32_t left = mask;

    p->n = 0;
    for (; at != 0; at = cell_at(h, at)->next) {
        const struct cell *c = cell_at(h, at);

        pieces_add(p, *c, c->mask & mask);
        left &= ~c->mask;
    }
    pieces_add(p, (struct cell){ .mask = 0 }, left);
}

static void add_cell(struct rdl_accesses *h, uint32_t *first, struct cell c)
{
    uint32_t at = rdl_pool_take(&h->cells);

    if (at == 0) {
        h->lost++;
        return;
    }
    c.next = *first;
    *cell_at(h, at) = c;
    *first = at;
}

/* Takes the bytes of `mask` from the cells of a granule. */
static void cut(struct rdl_accesses *h, uint32_t *first, uint32_t mask)
{
    uint32_t *link = first;

    while (*link != 0) {
        uint32_t at = *link;
        struct cell *c = cell_at(h, at);

        c->mask &= ~mask;
        if (c->mask != 0) {
            link = &c->next;
            continue;
        }
        *link = c->next;
        rdl_pool_give(&h->cells, at);
    }
}

/* Puts bytes into the cell that has the same history, or a new one. */
static void put(struct rdl_accesses *h, uint32_t *first, const struct cell *c)
{
    for (uint32_t at = *first; at != 0; at = cell_at(h, at)->next) {
        struct cell *other = cell_at(h, at);

        if (other->write_loc == c->write_loc &&
            other->write_thread == c->write_thread &&
            other->read_loc == c->read_loc &&
            other->read_thread == c->read_thread) {
            other->mask |= c->mask;
            return;
        }
    }
    add_cell(h, first, *c);
}

static void do_pieces(struct rdl_accesses *h, const struct rdl_access *a,
                      uint32_t *first, uint32_t mask, struct visit *v)
{
    struct pieces p;

    gather(h, *first, mask, &p);
    for (unsigned i = 0; i < p.n; i++)
        visit_cell(v, &p.at[i]);
    cut(h, first, mask);
    for (unsigned i = 0; i < p.n; i++) {
        apply(&p.at[i], a);
        put(h, first, &p.at[i]);
    }
}

/* ------------------------------------------------------------------------ */

/* The cell that is exactly `mask`, or NULL. */
static inline struct cell *whole(const struct rdl_accesses *h, uint32_t at,
                                 uint32_t mask)
{
    while (at != 0) {
        struct cell *c = cell_at(h, at);

        if (c->mask == mask)
            return c;
        at = c->next;
    }
    return NULL;
}

void rdl_accesses_do(struct rdl_accesses *h, const struct rdl_access *a,
                     rdl_touch_fn *fn, void *arg)
{
    struct visit v = visit_begin(a, fn, arg);
    struct walk w;

    if (a->size == 0)
        return;
    w = walk_begin(a->addr, a->size);
    do {
        uint32_t *first = rdl_keyed_add(&h->granules, w.granule);
        struct cell *c;

        if (__builtin_expect(first == NULL, 0)) {
            h->lost++;
            visit_cell(&v, &nothing);
            continue;
        }
        c = whole(h, *first, w.mask);
        if (__builtin_expect(c != NULL, 1)) {
            visit_cell(&v, c);
            apply(c, a);
        } else if (*first == 0) {
            struct cell new = { .mask = w.mask };

            visit_cell(&v, &nothing);
            apply(&new, a);
            add_cell(h, first, new);
        } else {
            do_pieces(h, a, first, w.mask, &v);
        }
    } while (walk_next(&w));
}

/* One granule of rdl_accesses_look, of which `before` changes some bytes. */
static void look_pieces(const struct rdl_accesses *h, const struct walk *w,
                        const struct rdl_access *before, uint32_t changed,
                        struct visit *v)
{
    struct pieces now, then = { .n = 0 };

    gather(h, rdl_keyed_find(&h->granules, w->granule), w->mask, &now);
    for (unsigned i = 0; i < now.n; i++) {
        struct cell c = now.at[i];

        pieces_add(&then, c, now.at[i].mask & ~changed);
        if (changed == 0)
            continue;
        apply(&c, before);
        pieces_add(&then, c, now.at[i].mask & changed);
    }
    for (unsigned i = 0; i < then.n; i++)
        visit_cell(v, &then.at[i]);
}

/* The bytes of `granule` in a range. */
static uint32_t bytes_in(uintptr_t addr, size_t size, uintptr_t granule)
{
    const struct walk w = walk_begin(addr, size);

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
    struct visit v = visit_begin(a, fn, arg);
    struct walk w;

    if (a->size == 0)
        return;
    w = walk_begin(a->addr, a->size);
    do {
        const uint32_t at = rdl_keyed_find(&h->granules, w.granule);
        const struct cell *c = at != 0 ? whole(h, at, w.mask) : &nothing;
        const uint32_t changed =
            before != NULL ? bytes_in(before->addr, before->size, w.granule)
                           : 0;

        if (c != NULL && changed == 0)
            visit_cell(&v, c);
        else
            look_pieces(h, &w, before, changed, &v);
    } while (walk_next(&w));
}

void rdl_accesses_forget(struct rdl_accesses *h, uintptr_t addr, size_t size)
{
    struct walk w;

    if (size == 0)
        return;
    w = walk_begin(addr, size);
    if (w.last - w.granule < h->granules.n_slots) {
        do {
            struct rdl_keyed_slot *slot =
                rdl_keyed_slot(&h->granules, w.granule);

            if (slot != NULL)
                cut(h, &slot->at, w.mask);
        } while (walk_next(&w));
        return;
    }
    for (uint32_t i = 0; i < h->granules.n_slots; i++) {
        struct rdl_keyed_slot *slot = &h->granules.slots[i];

        if (rdl_keyed_live(&h->granules, i))
            cut(h, &slot->at, bytes_in(addr, size, slot->key));
    }
}
