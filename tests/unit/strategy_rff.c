/* strategy_rff.c - abstract schedules steer, are kept when they show something
 * new, and are bounded. */
#include "strategy/lib/rff_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { WRITES = 8, READ = 0x2000 };

static uint32_t n_fresh;            /* what the guide says, unless: */
static const unsigned *seen_before; /* outcomes, by number */
static unsigned outcome;            /* of the execution that ends */

static uint32_t fresh(const struct rdl_guide *g)
{
    (void)g;
    return seen_before != NULL ? seen_before[outcome] == 0 : n_fresh;
}

static const struct rdl_guide guide = { .fresh = fresh };

static uintptr_t write_place(unsigned i)
{
    return 0x1000 + i;
}

/* Thread 1 writes one variable WRITES times, each at a place of its own;
 * thread 2 reads it once; thread 3 has as many steps as that elsewhere, so that
 * the strategy sees what comes after the read.  Which write the read saw; 0:
 * none. */
static unsigned execute(struct rdl_rff_memory *m, uint64_t seed)
{
    const struct rdl_strategy *s = rdl_strategy_find("rff");
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng, .memory = m, .guide = &guide };
    const struct rdl_ended ended = { .found = false };
    void *state = calloc(1, s->state_size);
    struct rdl_event pending[4] = {
        [2] = { .op = RDL_OP_READ, .pc = READ, .addr = 64, .size = 4 },
        [3] = { .op = RDL_OP_WRITE, .pc = 0x3000, .addr = 128, .size = 4 },
    };
    unsigned i = 1, elsewhere = 0;
    bool unread = true;

    s->begin(state, &run);
    while (i <= WRITES || unread) {
        rdl_tid enabled[3], t;
        size_t n = 0;

        pending[1] = (struct rdl_event){
            .op = RDL_OP_WRITE, .pc = write_place(i), .addr = 64, .size = 4
        };
        if (i <= WRITES)
            enabled[n++] = 1;
        if (unread)
            enabled[n++] = 2;
        if (elsewhere < WRITES)
            enabled[n++] = 3;
        t = n == 1 ? enabled[0]
                   : s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                          .memory = m,
                                                          .guide = &guide,
                                                          .enabled = enabled,
                                                          .n_enabled = n,
                                                          .pending = pending });
        i += t == 1;
        elsewhere += t == 3;
        if (t == 2)
            outcome = i - 1;
        unread &= t != 2;
    }
    s->end(state, &run, &ended);
    free(state);
    return outcome;
}

/* A memory in which one schedule with one constraint is always the parent,
 * and mutation does nothing (there is no pair to draw but by the slots). */
static struct rdl_rff_memory *with(uintptr_t write, bool negative)
{
    struct rdl_rff_memory *m = calloc(1, sizeof(*m));

    m->n_corpus = 2;
    m->at = 1;
    m->energy = UINT32_MAX;
    m->pairs[5] = (struct rdl_rff_pair){ .write = write, .read = READ };
    m->corpus[1].schedule = (struct rdl_rff_schedule){
        .n = 1, .is = { { .pair = 5, .negative = negative } }
    };
    return m;
}

/* Without a constraint write 5 is seen about once in 2^5 or so; with it
 * always, also the initial value (write 0) and every other. */
static void a_positive_constraint_is_met(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i <= 7; i++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct rdl_rff_memory *m = with(i > 0 ? write_place(i) : 0, false);

            assert_int_equal(execute(m, seed), i);
            free(m);
        }
    }
}

/* Without a constraint the initial value is seen every second time. */
static void a_negative_constraint_avoids_the_initial_value(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct rdl_rff_memory *m = with(0, true);

        assert_int_not_equal(execute(m, seed), 0);
        free(m);
    }
}

/* The forbidden write waits for the read, so the read sees an earlier one.  If
 * only the read waited, a later write would be as good. */
static void a_negative_constraint_holds_the_write_back(void **unused)
{
    (void)unused;
    for (unsigned i = 1; i <= 7; i++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct rdl_rff_memory *m = with(write_place(i), true);

            assert_in_range(execute(m, seed), 0, i - 1);
            free(m);
        }
    }
}

/* --- One write that several threads make -----------------------------------
 */

enum { WRITERS = 3, OTHER = 0x3000, OWN = 0x4000, SHARED = 64 };

/* Threads 1 to WRITERS are at write 1; the last thread has some steps of its
 * own before it reads.  Returns how many threads wrote before it read, and in
 * *rest whether the writers' steps were chosen afterwards while the reader had
 * others left. */
static unsigned writes_before_the_read(uint64_t seed, bool *rest)
{
    struct rdl_rff_memory *m = with(write_place(1), true);
    const struct rdl_strategy *s = rdl_strategy_find("rff");
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng, .memory = m, .guide = &guide };
    void *state = calloc(1, s->state_size);
    const rdl_tid reader = WRITERS + 1;
    static const uintptr_t path[] = { OWN, OWN, READ, OTHER, OTHER, OTHER };
    enum { LONG = sizeof(path) / sizeof(path[0]) };
    rdl_tid enabled[WRITERS + 1];
    struct rdl_event pending[WRITERS + 2];
    size_t n = WRITERS + 1, at = 0;
    unsigned before = 0;

    for (size_t i = 0; i < n; i++)
        enabled[i] = (rdl_tid)(i + 1);
    for (size_t i = 1; i <= WRITERS; i++)
        pending[i] = (struct rdl_event){
            .op = RDL_OP_WRITE, .pc = write_place(1), .addr = SHARED, .size = 4
        };
    *rest = false;
    s->begin(state, &run);
    while (n > 1 && at < LONG) {
        rdl_tid t;

        pending[reader] = (struct rdl_event){
            .op = RDL_OP_READ,
            .pc = path[at],
            .addr = path[at] == READ ? SHARED : SHARED * 4,
            .size = 4,
        };
        t = s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                 .memory = m,
                                                 .guide = &guide,
                                                 .enabled = enabled,
                                                 .n_enabled = n,
                                                 .pending = pending });
        if (t == reader) {
            at++;
            continue;
        }
        before += at <= 2;
        *rest |= at > 2;
        for (size_t i = t; i + 1 < n; i++)
            pending[i] = pending[i + 1];
        n--;
        for (size_t i = 0; i + 1 < n; i++)
            enabled[i] = (rdl_tid)(i + 1);
        enabled[n - 1] = reader;
    }
    free(state);
    free(m);
    return before;
}

/* Every thread at the write waits, also while the reader is elsewhere; once
 * the read has happened none does.  If they still waited, *rest would be false
 * each time. */
static void every_thread_at_the_write_waits_for_the_read(void **unused)
{
    unsigned rest = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 50; seed++) {
        bool writes;

        assert_int_equal(writes_before_the_read(seed, &writes), 0);
        rest += writes;
    }
    assert_true(rest > 25);
}

/* From nothing: pairs are learnt, and with them all outcomes come, each more
 * than 20 times in 2000.  The reader is behind seven writes with probability
 * 2^-8 under partial order sampling alone: 8 times expected, and 21 or more
 * with a probability of 10^-4.  (Behind the last write it is alone: nobody is
 * asked.) */
static void all_outcomes_come(void **unused)
{
    struct rdl_rff_memory *m = calloc(1, sizeof(*m));
    unsigned seen[WRITES + 1] = { 0 };

    (void)unused;
    seen_before = seen;
    for (uint64_t i = 0; i < 2000; i++)
        seen[execute(m, i)]++;
    seen_before = NULL;
    for (unsigned k = 0; k < WRITES; k++)
        assert_true(seen[k] > 20);
    free(m);
}

static void only_what_is_new_is_kept(void **unused)
{
    struct rdl_rff_memory *m = calloc(1, sizeof(*m));

    (void)unused;
    n_fresh = 0;
    for (uint64_t i = 0; i < 100; i++)
        execute(m, i);
    assert_int_equal(m->n_corpus, 1);
    n_fresh = 3;
    execute(m, 100);
    assert_int_equal(m->n_corpus, 2);
    n_fresh = 0;
    free(m);
}

static void corpus_and_schedules_are_bounded(void **unused)
{
    struct rdl_rff_memory *m = calloc(1, sizeof(*m));
    unsigned longest = 0;

    (void)unused;
    n_fresh = 1;
    for (uint64_t i = 0; i < 3000; i++) {
        execute(m, i);
        assert_in_range(m->n_corpus, 1, RDL_RFF_CORPUS);
        for (unsigned k = 0; k < m->n_corpus; k++) {
            unsigned n = m->corpus[k].schedule.n;

            assert_in_range(n, 0, RDL_RFF_CONSTRAINTS);
            longest = n > longest ? n : longest;
        }
    }
    n_fresh = 0;
    assert_int_equal(m->n_corpus, RDL_RFF_CORPUS);
    assert_true(longest > 3);
    assert_int_equal(m->corpus[0].schedule.n, 0);
    free(m);
}

/* Ten times one behaviour, once another: the first is above the average and
 * has no children, whatever else is in the corpus. */
static void what_is_seen_often_has_no_children(void **unused)
{
    struct rdl_rff_memory *m = calloc(1, sizeof(*m));
    const struct rdl_rff_schedule none = { .n = 0 };
    struct rdl_rng rng = { 1 };

    (void)unused;
    rdl_rff_begin(m);
    m->corpus[0].behaviour = 11;
    for (int i = 0; i < 10; i++)
        rdl_rff_end(m, &none, 11, false);
    rdl_rff_end(m, &none, 22, true);
    for (int i = 0; i < 200; i++) {
        rdl_rff_mutant(m, &rng);
        assert_int_equal(m->at, 1);
    }
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_positive_constraint_is_met),
        cmocka_unit_test(a_negative_constraint_avoids_the_initial_value),
        cmocka_unit_test(a_negative_constraint_holds_the_write_back),
        cmocka_unit_test(every_thread_at_the_write_waits_for_the_read),
        cmocka_unit_test(all_outcomes_come),
        cmocka_unit_test(only_what_is_new_is_kept),
        cmocka_unit_test(corpus_and_schedules_are_bounded),
        cmocka_unit_test(what_is_seen_often_has_no_children),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
