/* explain_setup.h - an execution written by hand, for the explainers. */
#ifndef TESTS_EXPLAIN_SETUP_H
#define TESTS_EXPLAIN_SETUP_H

#include "explain/explainer.h"
#include "explain/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { N = 0x1000, M = 0x2000, M2 = 0x2100, C = 0x3000 };

#define MOST 32

static struct rdl_history_act acts[MOST];
static bool shared[MOST];
static uint32_t own[4];
static struct rdl_finding finding;
static struct search search;
static struct clues clues;
static struct rdl_explanation why;

static inline int begin(void **unused)
{
    (void)unused;
    memset(acts, 0, sizeof(acts));
    memset(shared, true, sizeof(shared));
    memset(own, 0, sizeof(own));
    finding = (struct rdl_finding){ .kind = "lost-wakeup", .tid = 1 };
    search = (struct search){ .acts = { .n = 0, .all = acts },
                              .shared = shared,
                              .finding = &finding };
    clues = (struct clues){ .n = 0 };
    return 0;
}

/* The next step; `line` is its pc. */
static inline struct rdl_history_act *act(rdl_tid tid, enum rdl_op op,
                                          uintptr_t addr, uintptr_t line)
{
    struct rdl_history_act *a = &acts[search.acts.n];

    *a = (struct rdl_history_act){
        .e = { .pc = line, .addr = addr, .size = 4, .tid = tid, .op = op },
        .at = line,
        .step = search.acts.n++,
        .own = own[tid]++,
    };
    return a;
}

/* The thread held the lock then, which it had asked for by `asked`. */
static inline void with(struct rdl_history_act *a,
                        const struct rdl_history_act *asked)
{
    a->locks[a->n_locks++] = (struct rdl_history_lock){
        .addr = asked->e.addr,
        .own = asked->own,
    };
}

/* How the thread waits in the end. */
static inline struct rdl_thread_view *
waits(rdl_tid tid, enum rdl_wait_kind wait, uintptr_t object, uintptr_t line)
{
    struct rdl_thread_view *v = &finding.threads[finding.n_threads++];

    *v = (struct rdl_thread_view){
        .tid = tid,
        .holder = RDL_NO_TID,
        .state = RDL_WAITING,
        .wait = (uint8_t)wait,
        .wait_object = object,
        .pc = line,
    };
    return v;
}

static inline const struct rdl_fact *collect(const struct rdl_explainer *e)
{
    e->collect(&search, &clues);
    rdl_explain_choose(&search, &clues, &why);
    return why.n > 0 ? &why.facts[why.n - 1] : NULL;
}

static inline void has(const struct rdl_fact *f, enum rdl_role role,
                       uint64_t step)
{
    const struct rdl_fact_step *s = rdl_fact_step(f, role);

    if (s == NULL)
        fail_msg("the fact has no %s", rdl_role_name(role));
    assert_int_equal(s->step, step);
}

#endif
