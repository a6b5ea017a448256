/* trace_made.h - the trace of steps written by hand, for tests that ask it. */
#ifndef TESTS_TRACE_MADE_H
#define TESTS_TRACE_MADE_H

#include "trace_setup.h"

static struct rdl_trace t;

static inline int set_up(void **state)
{
    (void)state;
    n_steps = n_extras = 0;
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    rdl_trace_free(&t);
    return 0;
}

static inline void make(void)
{
    rdl_trace_free(&t);
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
