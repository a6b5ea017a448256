/* gen_learn.c - what sequences of calls in one thread show about functions. The
 * target is this program itself. */
#include "gen/search/learn.h"

#include "util/alloc.h"

#include "gen_target.h"

#include <semaphore.h>

/* --- The module ------------------------------------------------------------
 */

static struct thing {
    int value, closed;
} thing;
static sem_t never;

enum { NEW, SET, GET, NEXT, CLOSE, USE, WAIT, BAD, LATE, BROKEN, N_FUNCTIONS };

static int use(void)
{
    if (thing.closed)
        abort();
    return 0;
}

/* Fails unless something was set before. */
static int late(void)
{
    if (thing.value == 0)
        abort();
    return 0;
}

ENTRY(call_set, (thing.value = 1 + (int)rdl_gen_choice(f, 1, 3), 0))
ENTRY(call_get, thing.value)
ENTRY(call_next, thing.value++)
ENTRY(call_close, (thing.closed = 1, 0))
ENTRY(call_use, use())
ENTRY(call_wait, sem_wait(&never))
ENTRY(call_bad, (abort(), 0))
ENTRY(call_late, late())

static void call_new(struct rdl_gen_frame *f)
{
    rdl_gen_begin(f);
    sem_init(&never, 0, 0);
    rdl_gen_end(f);
    rdl_gen_made(f, rdl_gen_choice(f, 0, 2) == 0 ? &thing : NULL);
}

void (*const rdl_gen_calls[])(struct rdl_gen_frame *f) = {
    [NEW] = call_new,    [SET] = call_set,     [GET] = call_get,
    [NEXT] = call_next,  [CLOSE] = call_close, [USE] = call_use,
    [WAIT] = call_wait,  [BAD] = call_bad,     [LATE] = call_late,
    [BROKEN] = call_bad,
};
const unsigned rdl_gen_n_calls = N_FUNCTIONS;
void rdl_gen_start(void)
{
}

/* --- The table -------------------------------------------------------------
 */

static void add_param(struct rdl_gen_function *f, enum rdl_gen_kind kind,
                      size_t n_values)
{
    struct rdl_gen_param *p = rdl_gen_table_param(f, "p");

    p->kind = kind;
    p->handle = kind == RDL_GEN_HANDLE ? 0 : -1;
    p->partner = -1;
    p->type = rdl_strdup(kind == RDL_GEN_HANDLE ? "struct thing *" : "int");
    for (size_t i = 0; i < n_values; i++)
        rdl_gen_text_add(&p->values, &p->n_values, "0");
}

/* `makers`: how many values the maker's parameter has; the second makes it
 * return null. */
static struct rdl_gen_table *make_table(size_t makers)
{
    static const char *const names[] = {
        "new", "set",  "get", "next", "close",
        "use", "wait", "bad", "late", "broken"
    };
    struct rdl_gen_table *t = rdl_gen_table_new();

    t->handle = rdl_gen_table_handle(t, "struct thing");
    for (size_t i = 0; i < N_FUNCTIONS; i++) {
        struct rdl_gen_function *f = rdl_gen_table_function(t, names[i]);

        f->role = i == NEW      ? RDL_GEN_MAKER
                  : i == BROKEN ? RDL_GEN_OTHER
                                : RDL_GEN_METHOD;
        f->compare = RDL_GEN_EXACT;
        f->of = i == NEW ? 0 : -1;
        f->partner = f->inside = -1;
        if (i == NEW)
            add_param(f, RDL_GEN_NUMBER, makers);
        else if (i != BROKEN)
            add_param(f, RDL_GEN_HANDLE, 0);
        if (i == SET)
            add_param(f, RDL_GEN_NUMBER, 3);
    }
    return t;
}

/* --- Tests -----------------------------------------------------------------
 */

static struct rdl_gen_runner runner;
static struct rdl_gen_learnt learnt;

static bool learn_until(const struct rdl_gen_table *t, uint64_t deadline_ns)
{
    struct rdl_rng rng = { 5 };
    bool learns;

    assert_true(make_runner_until(&runner, deadline_ns));
    rdl_gen_learnt_make(&learnt, t->n_functions);
    learns = rdl_gen_learn(&runner, t, &learnt, &rng);
    rdl_gen_runner_free(&runner);
    return learns;
}

static bool learn(const struct rdl_gen_table *t)
{
    return learn_until(t, 0);
}

static void functions_show_what_they_need(void **state)
{
    struct rdl_gen_table *t = make_table(1);
    const struct rdl_gen_habit *h;
    uint16_t usable[N_FUNCTIONS];
    size_t n;

    (void)state;
    assert_true(learn(t));
    h = learnt.habits;
    for (unsigned i = 0; i < N_FUNCTIONS; i++) {
        assert_int_equal(h[i].fails, i == BAD);
        assert_int_equal(h[i].needs, i == LATE);
        assert_int_equal(h[i].blocks, i == WAIT);
        assert_int_equal(h[i].pure, i == GET);
    }
    assert_string_equal(h[BAD].kind, "abort");
    for (unsigned f = 0; f < N_FUNCTIONS; f++) {
        for (unsigned g = 0; g < N_FUNCTIONS; g++) {
            if (g != BAD && g != LATE)
                assert_int_equal(rdl_gen_fails_after(&learnt, f, g),
                                 f == CLOSE && g == USE);
        }
    }
    n = rdl_gen_usable(t, &learnt, usable);
    assert_int_equal(n, 6); /* without new, bad and late */
    rdl_gen_learnt_free(&learnt);
    rdl_gen_table_free(t);
}

/* A maker may return null now and then. */
static void some_sequences_have_no_object(void **state)
{
    struct rdl_gen_table *t = make_table(2);

    (void)state;
    assert_true(learn(t));
    assert_true(learnt.habits[NEW].returned > learnt.habits[GET].called);
    assert_true(learnt.habits[GET].returned > 0);
    rdl_gen_learnt_free(&learnt);
    rdl_gen_table_free(t);
}

/* A maker that never makes anything is an error that names it. */
static void without_an_object_nothing_can_be_learnt(void **state)
{
    struct rdl_gen_table *t = make_table(1);

    (void)state;
    t->functions[BROKEN].role = RDL_GEN_MAKER;
    t->functions[BROKEN].of = 0;
    t->functions[NEW].role = RDL_GEN_OTHER;
    assert_false(learn(t));
    assert_int_equal(runner.error.code, RDL_EXIT_NOTHING);
    assert_non_null(strstr(runner.error.text, "broken: abort"));
    rdl_gen_learnt_free(&learnt);
    rdl_gen_table_free(t);
}

/* Nothing runs after the deadline, and nothing is concluded from that. */
static void time_may_be_over(void **state)
{
    struct rdl_gen_table *t = make_table(1);

    (void)state;
    assert_false(learn_until(t, 1));
    assert_true(runner.over);
    assert_int_equal(runner.executions, 0);
    assert_int_equal(runner.error.code, 0);
    for (unsigned i = 0; i < N_FUNCTIONS; i++)
        assert_false(learnt.habits[i].fails);
    rdl_gen_learnt_free(&learnt);
    rdl_gen_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_show_what_they_need),
        cmocka_unit_test(some_sequences_have_no_object),
        cmocka_unit_test(without_an_object_nothing_can_be_learnt),
        cmocka_unit_test(time_may_be_over),
    };

    if (is_target())
        return interpreter_main();
    return can_run() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
