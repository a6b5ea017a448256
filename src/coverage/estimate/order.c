/* order.c - threads, and the order that creation and join impose.
 *
 * Creations cut a thread's operations into sections.  For each thread a row
 * states how many sections of every other thread precede its next operations: a
 * vector clock that only creations and joins advance.  A row is written once,
 * and all operations until the next join share it. */
#include "coverage/estimate/parts.h"

#include <string.h>

/* More threads have no order, which only over-estimates: the size of rows is
 * quadratic. */
#define MAX_ORDERED 4096
#define ALL_SECTIONS UINT32_MAX

struct row {
    uint32_t next; /* see coverage/tables/record_pool.h */
    uint32_t n;    /* threads 0..n-1; nothing of others precedes */
    size_t words;
};

void rdl_order_init(struct rdl_estimate *e)
{
    rdl_record_pool_init(&e->threads, sizeof(struct rdl_est_thread),
                         &e->supply);
    rdl_record_pool_init(&e->rows, sizeof(struct row), &e->supply);
    rdl_hash_index_init(&e->created, &e->supply);
    rdl_hash_index_init(&e->started, &e->supply);
}

void rdl_order_clear(struct rdl_estimate *e)
{
    rdl_record_pool_clear(&e->threads);
    rdl_record_pool_clear(&e->rows);
    rdl_hash_index_clear(&e->created);
    rdl_hash_index_clear(&e->started);
    memset(e->by_tid, 0, sizeof(e->by_tid));
    e->n_words = 0;
}

static uint32_t order_new_thread(struct rdl_estimate *e, rdl_tid tid)
{
    uint32_t thread = rdl_record_pool_take(&e->threads);

    if (thread == 0)
        return 0;
    *rdl_order_at(e, thread) = (struct rdl_est_thread){ .serial = 1 };
    e->by_tid[tid] = thread;
    return thread;
}

uint32_t rdl_order_thread(struct rdl_estimate *e, rdl_tid tid)
{
    return e->by_tid[tid] != 0 ? e->by_tid[tid] : order_new_thread(e, tid);
}

static const struct row *order_row_at(const struct rdl_estimate *e,
                                      uint32_t row)
{
    return rdl_record_pool_at(&e->rows, row);
}

static bool order_reserve(struct rdl_estimate *e, size_t n)
{
    size_t max = e->max_words;
    uint32_t *words;

    if (e->n_words + n <= max)
        return true;
    while (max < e->n_words + n)
        max = max == 0 ? 1024 : max * 2;
    words = e->supply.more(e->supply.owner, max * sizeof(*words));
    if (words == NULL)
        return false;
    if (e->n_words > 0)
        memcpy(words, e->words, e->n_words * sizeof(*words));
    e->words = words;
    e->max_words = max;
    return true;
}

static void order_raise_to(uint32_t *words, const uint32_t *other, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (other[i] > words[i])
            words[i] = other[i];
    }
}

/* The union of two rows and the first `sections` of `thread`; 0 (nothing
 * precedes) if there is no memory. */
static uint32_t order_new_row(struct rdl_estimate *e, uint32_t a, uint32_t b,
                              uint32_t thread, uint32_t sections)
{
    uint32_t n = thread + 1, row;
    uint32_t *words;

    if (thread > MAX_ORDERED)
        return a;
    if (a != 0 && order_row_at(e, a)->n > n)
        n = order_row_at(e, a)->n;
    if (b != 0 && order_row_at(e, b)->n > n)
        n = order_row_at(e, b)->n;
    if (!order_reserve(e, n))
        return 0;
    row = rdl_record_pool_take(&e->rows);
    if (row == 0)
        return 0;
    words = e->words + e->n_words;
    memset(words, 0, n * sizeof(*words));
    if (a != 0)
        order_raise_to(words, e->words + order_row_at(e, a)->words,
                       order_row_at(e, a)->n);
    if (b != 0)
        order_raise_to(words, e->words + order_row_at(e, b)->words,
                       order_row_at(e, b)->n);
    words[thread] = sections;
    *(struct row *)rdl_record_pool_at(&e->rows, row) =
        (struct row){ .n = n, .words = e->n_words };
    e->n_words += n;
    return row;
}

void rdl_order_create(struct rdl_estimate *e, uint32_t thread, uintptr_t handle)
{
    struct rdl_est_thread *t = rdl_order_at(e, thread);
    uint32_t *row = rdl_hash_index_add(&e->created, handle);

    t->section++;
    if (row != NULL)
        *row = order_new_row(e, t->row, 0, thread, t->section) + 1;
}

void rdl_order_start(struct rdl_estimate *e, rdl_tid tid, uintptr_t handle)
{
    uint32_t thread = order_new_thread(e, tid);
    struct rdl_hash_index_slot *created;
    uint32_t *started;

    if (thread == 0 || handle == 0)
        return;
    created = rdl_hash_index_slot(&e->created, handle);
    if (created != NULL && created->at != 0) {
        rdl_order_at(e, thread)->row = created->at - 1;
        created->at = 0; /* handles are reused */
    }
    started = rdl_hash_index_add(&e->started, handle);
    if (started != NULL)
        *started = thread;
}

void rdl_order_join(struct rdl_estimate *e, uint32_t thread, uintptr_t handle)
{
    struct rdl_est_thread *t = rdl_order_at(e, thread);
    uint32_t joined = rdl_hash_index_find(&e->started, handle);
    uint32_t row;

    if (joined == 0 || !rdl_order_at(e, joined)->ended)
        return;
    row = order_new_row(e, t->row, rdl_order_at(e, joined)->row, joined,
                        ALL_SECTIONS);
    if (row != 0)
        t->row = row;
}

bool rdl_order_precedes(const struct rdl_estimate *e, uint32_t thread,
                        uint32_t section, uint32_t row)
{
    const struct row *r;

    if (row == 0)
        return false;
    r = order_row_at(e, row);
    return thread < r->n && e->words[r->words + thread] > section;
}
