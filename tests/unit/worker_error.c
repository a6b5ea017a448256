/* worker_error.c - what raddle itself could not do ends the request, not the
 * process, and stays in the worker; what it does while the program starts. */
#include "exec/worker.h"
#include "exec/interrupt.h"

#include "strategy/strategy.h"
#include "base/text.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define STEPS 1000

static struct rdl_config one_execution(void)
{
    struct rdl_config c = { .batch = 1, .max_steps = STEPS };

    rdl_text_copy(c.strategy, rdl_strategy_at(0)->name, sizeof(c.strategy));
    return c;
}

static void make(struct rdl_worker *w, const char *program,
                 const struct rdl_isolation *isolation, const char *peer)
{
    static char *argv[] = { "program", "60", NULL };
    const struct rdl_worker_options options = {
        .path = program,
        .argv = argv,
        .runtime = "/nonexistent",
        .isolation = isolation,
        .max_steps = STEPS,
        .coverage = -1,
        .peer = peer,
    };
    struct rdl_stdin input;

    assert_true(rdl_stdin_give(&input, NULL, 0, NULL));
    assert_true(rdl_worker_make(w, &options, &input, NULL));
}

/* No descriptor below 3 is free, and none above may be had. */
static void without_descriptors(struct rlimit *before)
{
    struct rlimit few;

    assert_int_equal(getrlimit(RLIMIT_NOFILE, before), 0);
    few = *before;
    few.rlim_cur = 3;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
}

static void a_request_without_descriptors_ends_with_an_error(void **state)
{
    const struct rdl_isolation *isolation;

    (void)state;
    for (size_t i = 0; (isolation = rdl_isolation_at(i)) != NULL; i++) {
        struct rdl_config config = one_execution();
        struct rdl_run_result ran;
        struct rlimit before;
        struct rdl_worker w;

        make(&w, "/bin/true", isolation, NULL);
        without_descriptors(&before);
        rdl_worker_run(&w, &config, &ran);
        setrlimit(RLIMIT_NOFILE, &before);
        assert_true(ran.interrupted);
        assert_int_equal(w.error.code, RDL_EXIT_NOTHING);
        assert_non_null(strstr(w.error.text, "ulimit -n"));
        /* It stays, though there are descriptors now. */
        rdl_worker_run(&w, &config, &ran);
        assert_true(ran.interrupted);
        assert_true(rdl_error_is_set(&w.error));
        rdl_worker_free(&w);
    }
}

/* The program would run for a minute: the peer's end ends the request. */
static void a_peer_that_cannot_be_run_ends_the_request(void **state)
{
    struct rdl_config config = one_execution();
    struct rdl_run_result ran;
    struct rdl_worker w;

    (void)state;
    make(&w, "/bin/sleep", rdl_isolation_find("exec"),
         "/nonexistent/raddle-peer");
    rdl_worker_run(&w, &config, &ran);
    assert_true(ran.interrupted);
    assert_int_equal(w.error.code, RDL_EXIT_USAGE);
    assert_non_null(strstr(w.error.text, "--peer"));
    rdl_worker_free(&w);
}

static void count_with_a_child(void *data)
{
    siginfo_t info;

    ++*(int *)data;
    /* Fails if no process was started. */
    assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT), 0);
}

static void something_else_is_done_once_while_the_program_starts(void **state)
{
    const struct rdl_isolation *isolation;

    (void)state;
    for (size_t i = 0; (isolation = rdl_isolation_at(i)) != NULL; i++) {
        struct rdl_config config = one_execution();
        struct rdl_run_result ran;
        struct rdl_worker w;
        int calls = 0;

        make(&w, "/bin/true", isolation, NULL);
        rdl_worker_meanwhile(&w, count_with_a_child, &calls);
        assert_int_equal(calls, 0);
        rdl_worker_run(&w, &config, &ran);
        assert_int_equal(calls, 1);
        rdl_worker_run(&w, &config, &ran);
        assert_int_equal(calls, 1);
        rdl_worker_free(&w);
    }
}

/* It may have been read while the request before ended: nothing wakes the wait
 * for this one, and its program ends before anybody looks. */
static void an_interrupt_ends_every_later_request(void **state)
{
    const struct rdl_isolation *isolation;

    (void)state;
    assert_true(rdl_interrupt_take(NULL));
    assert_int_equal(raise(SIGINT), 0);
    assert_true(rdl_interrupted());
    for (size_t i = 0; (isolation = rdl_isolation_at(i)) != NULL; i++) {
        struct rdl_config config = one_execution();
        struct rdl_run_result ran;
        struct rdl_worker w;

        make(&w, "/bin/true", isolation, NULL);
        rdl_worker_run(&w, &config, &ran);
        assert_true(ran.interrupted);
        rdl_worker_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_without_descriptors_ends_with_an_error),
        cmocka_unit_test(a_peer_that_cannot_be_run_ends_the_request),
        cmocka_unit_test(something_else_is_done_once_while_the_program_starts),
        /* The last: an interrupt stays. */
        cmocka_unit_test(an_interrupt_ends_every_later_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
