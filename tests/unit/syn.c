/* syn.c - executions by hand as SYN-sequences: events, versions, order, race
 * variants. */
#include "syn/prefix.h"
#include "syn/syn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define X 0x1000
#define LOCK 0x2000
#define MOST 64

struct made { /* an execution that is being written down */
    struct rdl_event steps[MOST];
    struct rdl_extra extras[MOST];
    size_t n, n_extras;
};

static void step(struct made *m, rdl_tid tid, enum rdl_op op, uintptr_t addr,
                 uint32_t size)
{
    m->steps[m->n++] = (struct rdl_event){
        .pc = 0x100 * (tid + 1u) + m->n,
        .addr = addr,
        .size = size,
        .tid = tid,
        .op = (uint8_t)op,
    };
}

/* In the course of the latest step. */
static struct rdl_extra *extra(struct made *m, enum rdl_extra_kind kind)
{
    m->extras[m->n_extras] = (struct rdl_extra){
        .step = (uint32_t)m->n - 1,
        .tid = m->steps[m->n - 1].tid,
        .kind = (uint8_t)kind,
    };
    return &m->extras[m->n_extras++];
}

static void create(struct made *m, rdl_tid tid)
{
    step(m, 0, RDL_OP_CREATE, 0, 0);
    extra(m, RDL_EXTRA_CREATE)->created.tid = tid;
}

static void lock(struct made *m, rdl_tid tid, enum rdl_op op)
{
    step(m, tid, op, LOCK, 40);
    extra(m, op == RDL_OP_UNLOCK ? RDL_EXTRA_UNLOCK : RDL_EXTRA_HOLD)
        ->lock.addr = LOCK;
}

static void make(struct made *m, struct rdl_trace *t, struct rdl_syn *s)
{
    rdl_trace_make(t, m->steps, m->n, m->extras, m->n_extras);
    rdl_syn_make(s, t);
    assert_null(s->unknown);
}

static void variant(const struct rdl_syn *s, size_t i, size_t first,
                    size_t second)
{
    assert_true(i < s->n_variants);
    assert_int_equal(s->variants[i].first, first);
    assert_int_equal(s->variants[i].second, second);
    assert_int_equal(s->variants[i].events[s->variants[i].n - 1], second);
}

static void versions_count_writes_since_the_first_thread(void **unused)
{
    struct made m = { .n = 0 };
    struct rdl_trace t;
    struct rdl_syn s;

    (void)unused;
    step(&m, 0, RDL_OP_WRITE, X, 4); /* an initial value */
    create(&m, 1);
    create(&m, 2);
    step(&m, 1, RDL_OP_READ, X, 4);      /* event 2 */
    step(&m, 1, RDL_OP_WRITE, X, 4);     /* 3 */
    step(&m, 1, RDL_OP_WRITE, X + 4, 4); /* of one thread only */
    step(&m, 2, RDL_OP_READ, X, 2);      /* 4: a part */
    step(&m, 2, RDL_OP_WRITE, X, 1);     /* 5 */
    step(&m, 1, RDL_OP_READ, X, 4);      /* 6 */
    make(&m, &t, &s);
    assert_int_equal(s.n, 7);
    assert_int_equal(s.events[2].version, 0);
    assert_int_equal(s.events[3].version, 1);
    assert_int_equal(s.events[4].version, 1);
    assert_int_equal(s.events[5].version, 2);
    assert_int_equal(s.events[6].version, 2);
    assert_false(s.events[0].shown);
    assert_true(s.events[2].shown && !s.events[2].writes);
    assert_true(s.events[3].writes);
    /* 0 -> 2, 3 -> 4, 1 -> 4, 5 -> 6. */
    assert_int_equal(s.n_edges, 4);
    rdl_syn_free(&s);
    rdl_trace_free(&t);
}

static void each_race_can_have_another_outcome(void **unused)
{
    struct made m = { .n = 0 };
    struct rdl_trace t;
    struct rdl_syn s;
    struct rdl_syn_prefix prefix;

    (void)unused;
    create(&m, 1);
    create(&m, 2);
    step(&m, 1, RDL_OP_READ, X, 4);  /* 2 */
    step(&m, 1, RDL_OP_WRITE, X, 4); /* 3 */
    step(&m, 2, RDL_OP_READ, X, 4);  /* 4 */
    step(&m, 2, RDL_OP_WRITE, X, 4); /* 5 */
    make(&m, &t, &s);
    /* 4 before 3; the write of 5 before 2 or 3 follows from that. */
    assert_int_equal(s.n_variants, 1);
    variant(&s, 0, 3, 4);
    assert_int_equal(s.variants[0].n, 4);
    rdl_syn_prefix_make(&prefix, &s, &t, &s.variants[0]);
    assert_false(rdl_syn_prefix_came(&prefix, &t)); /* it differs from this */
    rdl_syn_free(&s);
    rdl_trace_free(&t);

    /* An execution that follows it, and goes on. */
    m.n = m.n_extras = 0;
    create(&m, 1);
    create(&m, 2);
    step(&m, 1, RDL_OP_READ, X, 4);
    step(&m, 2, RDL_OP_READ, X, 4);
    step(&m, 1, RDL_OP_WRITE, X, 4);
    m.steps[3].pc = prefix.steps[3].pc;
    rdl_trace_make(&t, m.steps, m.n, m.extras, m.n_extras);
    assert_true(rdl_syn_prefix_came(&prefix, &t));
    rdl_trace_free(&t);
    rdl_syn_prefix_free(&prefix);
}

/* A lock cannot be taken before the unlock, but before the lock that it ends. A
 * call that waited is the same event as one that did not. */
static void locks_change_places_as_a_whole(void **unused)
{
    struct made m = { .n = 0 };
    struct rdl_trace t;
    struct rdl_syn s;

    (void)unused;
    create(&m, 1);
    create(&m, 2);
    lock(&m, 1, RDL_OP_LOCK);           /* 2 */
    step(&m, 2, RDL_OP_LOCK, LOCK, 40); /* waits */
    extra(&m, RDL_EXTRA_WAIT)->wait.addr = LOCK;
    lock(&m, 1, RDL_OP_UNLOCK); /* 3 */
    lock(&m, 2, RDL_OP_HOLD);   /* 4 */
    lock(&m, 2, RDL_OP_UNLOCK); /* 5 */
    make(&m, &t, &s);
    assert_int_equal(s.n, 6);
    assert_int_equal(s.events[4].own, 1); /* as if it had not waited */
    assert_int_equal(s.events[4].version, 3);
    assert_int_equal(s.n_variants, 1);
    variant(&s, 0, 2, 4);
    rdl_syn_free(&s);
    rdl_trace_free(&t);
}

/* A thread that waits for ever could have been first. */
static void what_waits_at_the_end_races(void **unused)
{
    struct made m = { .n = 0 };
    struct rdl_trace t;
    struct rdl_syn s;

    (void)unused;
    create(&m, 1);
    create(&m, 2);
    lock(&m, 1, RDL_OP_LOCK);           /* 2 */
    step(&m, 2, RDL_OP_LOCK, LOCK, 40); /* 3: waits */
    extra(&m, RDL_EXTRA_WAIT)->wait.addr = LOCK;
    make(&m, &t, &s);
    assert_int_equal(s.n_variants, 1);
    variant(&s, 0, 2, 3);
    rdl_syn_free(&s);
    rdl_trace_free(&t);
}

static void what_is_not_known_has_no_variants(void **unused)
{
    struct made m = { .n = 0 };
    struct rdl_trace t;
    struct rdl_syn s;

    (void)unused;
    create(&m, 1);
    step(&m, 1, RDL_OP_SLEEP, 0, 0);
    rdl_trace_make(&t, m.steps, m.n, m.extras, m.n_extras);
    rdl_syn_make(&s, &t);
    assert_non_null(s.unknown);
    assert_int_equal(s.n_variants, 0);
    rdl_syn_free(&s);
    rdl_trace_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_count_writes_since_the_first_thread),
        cmocka_unit_test(each_race_can_have_another_outcome),
        cmocka_unit_test(locks_change_places_as_a_whole),
        cmocka_unit_test(what_waits_at_the_end_races),
        cmocka_unit_test(what_is_not_known_has_no_variants),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
