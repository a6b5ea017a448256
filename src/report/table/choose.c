/* choose.c - chooses the steps that matter: see table.h. */
#include "base/hash.h"
#include "report/finding/text.h"
#include "report/table/internal.h"
#include "trace/order.h"

#include "util/alloc.h"

#include <string.h>
#include <unistd.h>

#define GRANULE 4        /* bytes that count as one unit */
#define MOST_GRANULES 64 /* of one access */
#define PLACE_THREADS 16 /* threads that a place remembers */
#define MOST_FAILED                                                            \
    64 /* accesses where it failed: one row has no room for                    \
          more, and each needs a name */

struct place_thread { /* the latest steps + 1 of one thread at a place */
    rdl_tid tid;
    uint64_t read, written;
};

struct place {     /* bytes of memory, or a lock */
    uintptr_t key; /* 0: free */
    bool meets;    /* threads conflict there, unordered */
    uint8_t n;
    size_t latest; /* latest act there, + 1 */
    struct place_thread threads[PLACE_THREADS];
};

struct choice {
    struct rdl_table *t;
    size_t n, room; /* a power of two */
    struct place *places;
};

/* --- Places -----------------------------------------------------------------
 */

static struct place *choose_slot_of(struct place *places, size_t room,
                                    uintptr_t key)
{
    size_t i = rdl_mix(0, key) & (room - 1);

    while (places[i].key != 0 && places[i].key != key)
        i = (i + 1) & (room - 1);
    return &places[i];
}

static void choose_grow(struct choice *c)
{
    size_t room = c->room == 0 ? 1024 : c->room * 2;
    struct place *places = rdl_alloc(room * sizeof(*places));

    for (size_t i = 0; i < c->room; i++) {
        if (c->places[i].key != 0)
            *choose_slot_of(places, room, c->places[i].key) = c->places[i];
    }
    free(c->places);
    c->places = places;
    c->room = room;
}

static struct place *choose_place_at(struct choice *c, uintptr_t key)
{
    struct place *p;

    if (c->n * 2 >= c->room)
        choose_grow(c);
    p = choose_slot_of(c->places, c->room, key);
    c->n += p->key == 0;
    p->key = key;
    return p;
}

static struct place_thread *choose_thread_of(struct place *p, rdl_tid tid)
{
    size_t oldest = 0;

    for (size_t i = 0; i < p->n; i++) {
        struct place_thread *q = &p->threads[i], *o = &p->threads[oldest];

        if (q->tid == tid)
            return q;
        if (q->read + q->written < o->read + o->written)
            oldest = i;
    }
    if (p->n < PLACE_THREADS)
        oldest = p->n++;
    p->threads[oldest] = (struct place_thread){ .tid = tid };
    return &p->threads[oldest];
}

/* Keys of memory are even, keys of locks odd. */
static uintptr_t choose_memory_key(uintptr_t addr)
{
    return (addr / GRANULE + 1) * 2;
}
static uintptr_t choose_lock_key(uintptr_t addr)
{
    return addr * 2 + 1;
}

static size_t choose_granules(const struct rdl_event *e)
{
    uintptr_t last = e->addr + (e->size > 0 ? e->size - 1 : 0);
    size_t n = last / GRANULE - e->addr / GRANULE + 1;

    return n < MOST_GRANULES ? n : MOST_GRANULES;
}

/* --- What meets -------------------------------------------------------------
 */

/* `was` is the latest step + 1 of a thread there (0: none).  Is its order with
 * the act only that of this execution? */
static bool choose_unordered(const struct choice *c, uint64_t was,
                             const struct table_act *a)
{
    return was > 0 &&
           !rdl_trace_before(c->t->trace, was - 1, a->step, RDL_BY_THREADS);
}

static bool choose_writes_there(const struct table_act *a)
{
    return rdl_op_writes((enum rdl_op)a->e.op);
}

static void choose_note_access(struct choice *c, size_t at)
{
    const struct table_act *a = &c->t->acts[at];
    const bool writes = choose_writes_there(a);
    rdl_tid me = a->e.tid;

    for (size_t i = 0; i < choose_granules(&a->e); i++) {
        struct place *p =
            choose_place_at(c, choose_memory_key(a->e.addr + i * GRANULE));
        struct place_thread *mine;

        for (size_t k = 0; k < p->n; k++) {
            const struct place_thread *q = &p->threads[k];

            if (q->tid != me && (choose_unordered(c, q->written, a) ||
                                 (writes && choose_unordered(c, q->read, a))))
                p->meets = true;
        }
        if (p->latest != 0) {
            struct table_act *b = &c->t->acts[p->latest - 1];

            if (b->e.tid != me && choose_unordered(c, b->step + 1, a) &&
                (writes || choose_writes_there(b)))
                b->overtaken = true;
        }
        p->latest = at + 1;
        mine = choose_thread_of(p, me);
        if (writes)
            mine->written = a->step + 1;
        else
            mine->read = a->step + 1;
    }
}

static void choose_note_lock(struct choice *c, const struct table_act *a)
{
    struct place *p = choose_place_at(c, choose_lock_key(a->e.addr));

    choose_thread_of(p, a->e.tid)->read = a->step + 1;
    p->meets |= p->n > 1;
}

static bool choose_is_memory(enum rdl_op op)
{
    return rdl_op_accesses(op) || op == RDL_OP_FREE;
}

/* Or similar to a lock: identified by an address that threads share. */
static bool choose_is_lock(enum rdl_op op)
{
    return (rdl_op_class(op) == RDL_CLASS_LOCK && op != RDL_OP_DESTROY) ||
           /* Its address is a descriptor. */
           op == RDL_OP_ONCE || op == RDL_OP_IO;
}

static void choose_note(struct choice *c)
{
    for (size_t i = 0; i < c->t->n_acts; i++) {
        const struct table_act *a = &c->t->acts[i];
        enum rdl_op op = (enum rdl_op)a->e.op;

        if (choose_is_memory(op))
            choose_note_access(c, i);
        else if (choose_is_lock(op))
            choose_note_lock(c, a);
    }
}

/* --- What is shown ----------------------------------------------------------
 */

static bool choose_meets(struct choice *c, const struct table_act *a)
{
    if (choose_is_lock((enum rdl_op)a->e.op))
        return choose_place_at(c, choose_lock_key(a->e.addr))->meets;
    for (size_t i = 0; i < choose_granules(&a->e); i++) {
        if (choose_place_at(c, choose_memory_key(a->e.addr + i * GRANULE))
                ->meets)
            return true;
    }
    return false;
}

static bool choose_in_block(const struct rdl_finding *f,
                            const struct rdl_event *e)
{
    const struct rdl_block_view *b = &f->block;
    uintptr_t start = f->addr - (uintptr_t)b->offset;

    return b->known && e->addr < start + b->size && e->addr + e->size > start;
}

static bool choose_matters(struct choice *c, const struct table_act *a,
                           bool threads)
{
    const enum rdl_op op = (enum rdl_op)a->e.op;

    if (rdl_op_class(op) == RDL_CLASS_THREAD ||
        rdl_op_class(op) == RDL_CLASS_SELF)
        return false;
    if (op != RDL_OP_IO && (choose_is_memory(op) || choose_is_lock(op)))
        return (threads && choose_meets(c, a)) ||
               choose_in_block(c->t->f, &a->e);
    switch (op) {
    case RDL_OP_CLOCK:
    case RDL_OP_KEY:
        return false;
    case RDL_OP_IO:
        return (a->e.addr > STDERR_FILENO && choose_meets(c, a)) ||
               rdl_table_extra(a, RDL_EXTRA_WAIT) != NULL;
    case RDL_OP_POLL:
    case RDL_OP_SYSCALL:
    case RDL_OP_SLEEP:
        return rdl_table_extra(a, RDL_EXTRA_WAIT) != NULL;
    default:
        return true;
    }
}

/* Shows what the failing thread read where it failed, even if no other thread
 * was there: it may have come before the write. */
static void choose_show_failure(struct rdl_table *t)
{
    struct rdl_place failed;
    size_t looked = 0;

    if (t->f->tid >= t->n_threads ||
        !rdl_finding_place(t->symbols, t->f, &failed))
        return;
    for (size_t i = t->n_acts; i > 0 && looked < MOST_FAILED; i--) {
        struct table_act *a = &t->acts[i - 1];

        if (a->e.tid != t->f->tid)
            continue;
        if (failed.line == 0 || rdl_table_act_place(t, a)->line != failed.line)
            return;
        if (!rdl_op_accesses((enum rdl_op)a->e.op) || a->shown)
            continue;
        a->shown = rdl_table_name(t, a->e.addr)[0] != '0';
        looked++;
    }
}

void rdl_table_count(struct rdl_table *t)
{
    for (size_t i = 0; i < t->n_threads; i++)
        t->threads[i].shown = 0;
    for (size_t i = 0; i < t->n_acts; i++)
        t->threads[t->acts[i].e.tid].shown += t->acts[i].shown;
}

void rdl_table_choose(struct rdl_table *t, bool full)
{
    struct choice c = { .t = t };
    bool threads = false; /* there is more than one */

    if (!full)
        choose_note(&c);
    for (size_t i = 0; i < t->n_acts; i++) {
        t->acts[i].shown = full || choose_matters(&c, &t->acts[i], threads);
        t->acts[i].folded = t->acts[i].again = t->acts[i].cut = false;
        t->acts[i].times = 0;
        threads |= t->acts[i].e.op == RDL_OP_CREATE;
    }
    rdl_table_stay(t);
    if (!full)
        choose_show_failure(t);
    rdl_table_count(t);
    free(c.places);
}
