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
 * thread 2 reads it once.  Which write it saw; 0: none. */
static unsigned execute(struct rdl_rff_memory *m, uint64_t seed)
{
    const struct rdl_strategy *s = rdl_strategy_find("rff");
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng, .memory = m, .guide = &guide };
    const struct rdl_ended ended = { .found = false };
    void *state = calloc(1, s->state_size);
    const rdl_tid enabled[2] = { 1, 2 };
    struct rdl_event pending[3];
    unsigned i = 1;

    s->begin(state, &run);
    for (; i <= WRITES; i++) {
        pending[1] = (struct rdl_event){
            .op = RDL_OP_WRITE, .pc = write_place(i), .addr = 64, .size = 4
        };
        pending[2] = (struct rdl_event){
            .op = RDL_OP_READ, .pc = READ, .addr = 64, .size = 4
        };
        if (s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                 .memory = m,
                                                 .guide = &guide,
                                                 .enabled = enabled,
                                                 .n_enabled = 2,
                                                 .pending = pending }) == 2)
            break;
    }
    outcome = i - 1;
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
static void a_negative_constraint_is_met(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct rdl_rff_memory *m = with(0, true);

        assert_int_not_equal(execute(m, seed), 0);
        free(m);
    }
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
        cmocka_unit_test(a_negative_constraint_is_met),
        cmocka_unit_test(all_outcomes_come),
        cmocka_unit_test(only_what_is_new_is_kept),
        cmocka_unit_test(corpus_and_schedules_are_bounded),
        cmocka_unit_test(what_is_seen_often_has_no_children),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
