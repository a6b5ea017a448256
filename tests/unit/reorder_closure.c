/* reorder_closure.c - the closure of reorder/closure.h against brute force:
 * small random executions, all of whose sync-preserving reorderings are
 * enumerated from their definition. */
#include "base/rng.h"
#include "reorder/closure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { THREADS = 3, EVENTS = 20, LOCKS = 2, VARIABLES = 2, PREFIXES = 1 << 16 };

enum what { READ, WRITE, TAKE, TAKE_SHARED, GIVE, FOLLOW, N_WHAT };

struct event {
    enum what what;
    rdl_tid tid;
    unsigned object;
    int from;      /* READ: the write that it sees; FOLLOW: what comes before;
                      GIVE: where it was taken; -1: none */
    int given;     /* TAKE: where it is given; -1: nowhere */
    unsigned held; /* set of locks that its thread holds before it */
};

struct execution {
    int n, n_threads;
    struct event all[EVENTS];
    int of[THREADS][EVENTS], length[THREADS]; /* by thread */
};

static bool takes(const struct event *e)
{
    return e->what == TAKE || e->what == TAKE_SHARED;
}

static bool excludes(const struct event *a, const struct event *b)
{
    return a->object == b->object && (a->what == TAKE || b->what == TAKE);
}

/* --- Random executions ---------------------------------------------------- */

struct world {
    int writer[VARIABLES];
    int taken[LOCKS][THREADS]; /* by which event; -1: it is not */
};

static bool may_take(const struct world *w, const struct execution *x,
                     unsigned lock, bool shared)
{
    for (int t = 0; t < x->n_threads; t++) {
        const int by = w->taken[lock][t];

        if (by >= 0 && !(shared && x->all[by].what == TAKE_SHARED))
            return false;
    }
    return true;
}

static bool draw(struct rdl_rng *rng, struct execution *x, struct world *w)
{
    const rdl_tid t = (rdl_tid)rdl_rng_below(rng, (uint64_t)x->n_threads);
    struct event e = { .what = (enum what)rdl_rng_below(rng, N_WHAT),
                       .tid = t,
                       .from = -1,
                       .given = -1 };

    for (unsigned l = 0; l < LOCKS; l++)
        e.held |= (unsigned)(w->taken[l][t] >= 0) << l;
    e.object =
        (unsigned)rdl_rng_below(rng, e.what <= WRITE ? VARIABLES : LOCKS);
    switch (e.what) {
    case READ:
        e.from = w->writer[e.object];
        break;
    case WRITE:
        w->writer[e.object] = x->n;
        break;
    case TAKE:
    case TAKE_SHARED:
        if (w->taken[e.object][t] >= 0 ||
            !may_take(w, x, e.object, e.what == TAKE_SHARED))
            return false;
        w->taken[e.object][t] = x->n;
        break;
    case GIVE:
        e.from = w->taken[e.object][t];
        if (e.from < 0)
            return false;
        x->all[e.from].given = x->n;
        w->taken[e.object][t] = -1;
        break;
    case FOLLOW: /* like a join, seldom */
        if (x->n == 0 || rdl_rng_below(rng, 4) > 0)
            return false;
        e.from = (int)rdl_rng_below(rng, (uint64_t)x->n);
        break;
    case N_WHAT:
        break;
    }
    x->of[t][x->length[t]++] = x->n;
    x->all[x->n++] = e;
    return true;
}

static void make(struct execution *x, uint64_t seed)
{
    struct rdl_rng rng = { seed };
    struct world w;
    int n;

    memset(x, 0, sizeof(*x));
    memset(&w, -1, sizeof(w));
    x->n_threads = 2 + (int)rdl_rng_below(&rng, THREADS - 1);
    n = 6 + (int)rdl_rng_below(&rng, EVENTS - 5);
    for (int tries = 0; x->n < n && tries < 400; tries++)
        draw(&rng, x, &w);
}

/* --- Brute force ---------------------------------------------------------- */

/* A beginning of a reordering: how far each thread is, and the latest write to
 * each variable.  Who holds which lock follows from that; so does the order of
 * sections, because it is the old one. */
struct prefix {
    int at[THREADS], writer[VARIABLES];
};

struct reachable {
    int n;
    struct prefix *all;
};

static bool executed(const struct execution *x, const struct prefix *p, int e)
{
    const rdl_tid t = x->all[e].tid;

    for (int i = 0; i < p->at[t]; i++) {
        if (x->of[t][i] == e)
            return true;
    }
    return false;
}

static bool possible(const struct execution *x, const struct prefix *p, int n)
{
    const struct event *e = &x->all[n];

    if (e->what == READ)
        return p->writer[e->object] == e->from;
    if (e->what == FOLLOW)
        return executed(x, p, e->from);
    for (int i = 0; takes(e) && i < x->n; i++) {
        if (!takes(&x->all[i]) || !excludes(&x->all[i], e) ||
            !executed(x, p, i))
            continue;
        if (i > n || x->all[i].given < 0 || !executed(x, p, x->all[i].given))
            return false;
    }
    return true;
}

static void reach(struct reachable *r, const struct prefix *p)
{
    for (int i = 0; i < r->n; i++) {
        if (memcmp(&r->all[i], p, sizeof(*p)) == 0)
            return;
    }
    assert_true(r->n < PREFIXES);
    r->all[r->n++] = *p;
}

static void enumerate(const struct execution *x, struct reachable *r)
{
    struct prefix begin = { .at = { 0 } };

    for (int i = 0; i < VARIABLES; i++)
        begin.writer[i] = -1;
    r->n = 0;
    reach(r, &begin);
    for (int i = 0; i < r->n; i++) {
        for (int t = 0; t < x->n_threads; t++) {
            struct prefix next = r->all[i];
            int e;

            if (next.at[t] == x->length[t])
                continue;
            e = x->of[t][next.at[t]];
            if (!possible(x, &next, e))
                continue;
            next.at[t]++;
            if (x->all[e].what == WRITE)
                next.writer[x->all[e].object] = e;
            reach(r, &next);
        }
    }
}

/* Can the threads of these events stand there, in some reordering? */
static bool stand(const struct execution *x, const struct reachable *r,
                  const int *events, int n)
{
    for (int i = 0; i < r->n; i++) {
        int k = 0;

        for (; k < n; k++) {
            const rdl_tid t = x->all[events[k]].tid;

            if (r->all[i].at[t] == x->length[t] ||
                x->of[t][r->all[i].at[t]] != events[k])
                break;
        }
        if (k == n)
            return true;
    }
    return false;
}

/* --- The two compared ----------------------------------------------------- */

static void sequence(const struct execution *x, struct rdl_reorder *r)
{
    uint32_t section[EVENTS];

    rdl_reorder_make(r, (size_t)x->n_threads);
    for (int i = 0; i < x->n; i++) {
        const struct event *e = &x->all[i];

        rdl_reorder_add(r, e->tid);
        if ((e->what == READ || e->what == FOLLOW) && e->from >= 0)
            rdl_reorder_after(r, (uint32_t)e->from);
        if (takes(e))
            section[i] = rdl_reorder_take(r, e->object, e->what == TAKE_SHARED);
        if (e->what == GIVE)
            rdl_reorder_give(r, section[e->from]);
    }
}

static bool found(struct rdl_closure *c, const int *events, size_t n)
{
    struct rdl_reorder_list lists[THREADS];
    uint32_t numbers[THREADS];
    size_t at[THREADS];

    for (size_t i = 0; i < n; i++) {
        numbers[i] = (uint32_t)events[i];
        lists[i] = (struct rdl_reorder_list){ .n = 1, .events = &numbers[i] };
    }
    return rdl_closure_find(c, lists, n, at);
}

/* The reordering that was found is one: in the old order each of its events is
 * possible. */
static void follow(const struct execution *x, const struct rdl_closure *c)
{
    struct prefix p = { .at = { 0 } };

    for (int i = 0; i < VARIABLES; i++)
        p.writer[i] = -1;
    for (int e = 0; e < x->n; e++) {
        const rdl_tid t = x->all[e].tid;

        if (p.at[t] >= (int)c->cut[t])
            continue;
        assert_true(possible(x, &p, e));
        p.at[t]++;
        if (x->all[e].what == WRITE)
            p.writer[x->all[e].object] = e;
    }
}

static void every_set_of_events_is_judged_as_by_brute_force(void **unused)
{
    struct reachable r = { .all = malloc(PREFIXES * sizeof(*r.all)) };
    unsigned yes = 0, no = 0, triples = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct execution x;
        struct rdl_reorder q;
        struct rdl_closure c;

        make(&x, seed);
        enumerate(&x, &r);
        sequence(&x, &q);
        rdl_closure_make(&c, &q);
        for (int i = 0; i < x.n; i++) {
            for (int k = i + 1; k < x.n; k++) {
                const int third = (i + k) / 2;
                const int events[3] = { i, k, third };
                bool both;

                if (x.all[i].tid == x.all[k].tid)
                    continue;
                both = stand(&x, &r, events, 2);
                assert_int_equal(found(&c, events, 2), both);
                if (both)
                    follow(&x, &c);
                yes += both;
                no += !both;
                if (x.all[third].tid == x.all[i].tid ||
                    x.all[third].tid == x.all[k].tid)
                    continue;
                assert_int_equal(found(&c, events, 3),
                                 stand(&x, &r, events, 3));
                triples++;
            }
        }
        rdl_closure_free(&c);
        rdl_reorder_free(&q);
    }
    free(r.all);
    /* Neither answer is rare. */
    assert_true(yes > 10000);
    assert_true(no > 10000);
    assert_true(triples > 10000);
}

/* Lists: the first pair that can stand there, or none, is that of brute
 * force. */
static void lists_give_a_pair_if_there_is_one(void **unused)
{
    struct reachable r = { .all = malloc(PREFIXES * sizeof(*r.all)) };
    unsigned yes = 0, no = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct execution x;
        struct rdl_reorder q;
        struct rdl_closure c;
        bool any = false;

        make(&x, seed);
        enumerate(&x, &r);
        sequence(&x, &q);
        rdl_closure_make(&c, &q);
        /* Events under lock 0, of thread 0 and of thread 1: most pairs cannot.
         */
        {
            uint32_t all[2][EVENTS];
            struct rdl_reorder_list lists[2] = { { 0, all[0], 0 },
                                                 { 0, all[1], 0 } };
            size_t at[2];
            bool got;

            for (int i = 0; i < x.n; i++) {
                if (x.all[i].tid < 2 && (x.all[i].held & 1) != 0)
                    all[x.all[i].tid][lists[x.all[i].tid].n++] = (uint32_t)i;
            }
            for (size_t i = 0; i < lists[0].n; i++) {
                for (size_t k = 0; k < lists[1].n; k++) {
                    const int events[2] = { (int)all[0][i], (int)all[1][k] };

                    any |= stand(&x, &r, events, 2);
                }
            }
            if (lists[0].n > 0 && lists[1].n > 0) {
                const bool same =
                    (got = rdl_closure_find(&c, lists, 2, at)) == any;

                assert_true(same);
                if (got) {
                    const int events[2] = { (int)all[0][at[0]],
                                            (int)all[1][at[1]] };

                    assert_true(stand(&x, &r, events, 2));
                }
                yes += any;
                no += !any;
            }
        }
        rdl_closure_free(&c);
        rdl_reorder_free(&q);
    }
    free(r.all);
    assert_true(yes > 50);
    assert_true(no > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_of_events_is_judged_as_by_brute_force),
        cmocka_unit_test(lists_give_a_pair_if_there_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
