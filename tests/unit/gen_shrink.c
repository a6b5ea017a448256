/* gen_shrink.c - what a smaller test keeps: a thread unlocks what it locked
 * itself, and bare functions run in between.  The target is this program
 * itself. */
#include "gen/search/shrink.h"

#include "base/rng.h"
#include "gen/test/learnt.h"
#include "gen/search/make.h"
#include "gen/test/sections.h"
#include "util/alloc.h"

#include "gen_target.h"

#include <semaphore.h>

/* --- The module ------------------------------------------------------------
 */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t gate; /* as a lock that does not know its owner */
static int thing, count;

/* Not atomic: it gives the lock up in between. */
static int next(void)
{
    int v;

    pthread_mutex_lock(&lock);
    v = count;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count = v + 1;
    pthread_mutex_unlock(&lock);
    return v;
}

enum { NEW, LOCK, UNLOCK, BARE, NEXT, N_FUNCTIONS };

ENTRY(call_lock, sem_wait(&gate))
ENTRY(call_unlock, sem_post(&gate))
ENTRY(call_bare, next())
ENTRY(call_next, next())

static void call_new(struct rdl_gen_frame *f)
{
    rdl_gen_begin(f);
    sem_init(&gate, 0, 1);
    rdl_gen_end(f);
    rdl_gen_made(f, &thing);
}

void (*const rdl_gen_calls[])(struct rdl_gen_frame *f) = {
    [NEW] = call_new,   [LOCK] = call_lock, [UNLOCK] = call_unlock,
    [BARE] = call_bare, [NEXT] = call_next,
};
const unsigned rdl_gen_n_calls = N_FUNCTIONS;
void rdl_gen_start(void)
{
}

/* --- The table -------------------------------------------------------------
 */

static struct rdl_gen_table *make_table(void)
{
    static const struct {
        const char *name;
        enum rdl_gen_role role;
        int partner, inside;
    } all[N_FUNCTIONS] = {
        [NEW] = { "new", RDL_GEN_MAKER, -1, -1 },
        [LOCK] = { "lock", RDL_GEN_LOCK, UNLOCK, -1 },
        [UNLOCK] = { "unlock", RDL_GEN_UNLOCK, LOCK, -1 },
        [BARE] = { "bare", RDL_GEN_BARE, -1, LOCK },
        [NEXT] = { "next", RDL_GEN_METHOD, -1, -1 },
    };
    struct rdl_gen_table *t = rdl_gen_table_new();

    t->handle = rdl_gen_table_handle(t, "struct thing");
    for (unsigned i = 0; i < N_FUNCTIONS; i++) {
        struct rdl_gen_function *f = rdl_gen_table_function(t, all[i].name);
        struct rdl_gen_param *p;

        f->role = all[i].role;
        f->of = i == NEW ? 0 : -1;
        f->partner = all[i].partner;
        f->inside = all[i].inside;
        f->result = i == NEW ? RDL_GEN_HANDLE : RDL_GEN_NUMBER;
        f->result_handle = i == NEW ? 0 : -1;
        if (i == NEW)
            continue;
        p = rdl_gen_table_param(f, "p");
        p->kind = RDL_GEN_HANDLE;
        p->handle = 0;
        p->type = rdl_strdup("struct thing *");
    }
    return t;
}

/* --- Tests -----------------------------------------------------------------
 */

static struct rdl_gen_test test_of(const int *prefix, const int *one,
                                   const int *two)
{
    struct rdl_gen_test t = { .n_suffixes = 2 };

    t.prefix.calls[t.prefix.n++].function = NEW;
    for (; *prefix >= 0; prefix++)
        t.prefix.calls[t.prefix.n++].function = (uint16_t)*prefix;
    for (; *one >= 0; one++)
        t.suffixes[0].calls[t.suffixes[0].n++].function = (uint16_t)*one;
    for (; *two >= 0; two++)
        t.suffixes[1].calls[t.suffixes[1].n++].function = (uint16_t)*two;
    return t;
}
#define CALLS(...) ((const int[]){ __VA_ARGS__, -1 })
#define NONE ((const int[]){ -1 })

static bool kept(const struct rdl_gen_table *t, struct rdl_gen_test given)
{
    return rdl_gen_sections_kept(t, &given);
}

static void a_lock_has_its_unlock_in_the_same_thread(void **state)
{
    struct rdl_gen_table *t = make_table();
    struct rdl_gen_test two = test_of(NONE, CALLS(LOCK, UNLOCK), CALLS(NEXT));

    (void)state;
    assert_true(kept(t, test_of(NONE, CALLS(LOCK, UNLOCK), CALLS(NEXT))));
    assert_true(kept(t, test_of(CALLS(LOCK, BARE, UNLOCK),
                                CALLS(LOCK, BARE, BARE, UNLOCK, NEXT),
                                CALLS(NEXT, LOCK, UNLOCK))));
    assert_false(kept(t, test_of(CALLS(LOCK), CALLS(UNLOCK), CALLS(NEXT))));
    assert_false(kept(t, test_of(NONE, CALLS(LOCK), CALLS(UNLOCK))));
    assert_false(kept(t, test_of(NONE, CALLS(UNLOCK, LOCK), CALLS(NEXT))));
    assert_false(kept(t, test_of(NONE, CALLS(BARE), CALLS(NEXT))));
    assert_false(
        kept(t, test_of(NONE, CALLS(LOCK, UNLOCK, BARE), CALLS(NEXT))));
    two.suffixes[0].calls[1].arguments[0] = 1; /* of another object */
    assert_false(rdl_gen_sections_kept(t, &two));
    rdl_gen_table_free(t);
}

static bool calls(const struct rdl_gen_test *t, unsigned suffix,
                  unsigned function)
{
    for (unsigned i = 0; i < t->suffixes[suffix].n; i++) {
        if (t->suffixes[suffix].calls[i].function == function)
            return true;
    }
    return false;
}

static void tests_that_raddle_makes_keep_the_pairs(void **state)
{
    struct rdl_gen_table *t = make_table();
    struct rdl_gen_learnt learnt;
    struct rdl_rng rng = { 1 };
    const struct rdl_gen_maker m = { t, &learnt, &rng };
    unsigned made = 0, third = 0;

    (void)state;
    rdl_gen_learnt_make(&learnt, N_FUNCTIONS);
    for (unsigned i = 0; i < 500; i++) {
        const struct rdl_gen_pair pair = { .f = LOCK + i % 4,
                                           .g = LOCK + i / 4 % 4 };
        const bool wide = i % 2 == 0 && pair.f != NEXT && pair.g != NEXT;
        struct rdl_gen_test given;

        if (!rdl_gen_make_test(&m, &pair, 2, i % 3, 5, wide ? NEXT : -1,
                               &given))
            continue;
        made++;
        assert_true(rdl_gen_sections_kept(t, &given));
        if (pair.f == NEXT || pair.g == NEXT)
            continue;
        /* One thread may call a third function, but not both. */
        assert_true(!calls(&given, 0, NEXT) || !calls(&given, 1, NEXT));
        assert_true(wide ||
                    !(calls(&given, 0, NEXT) || calls(&given, 1, NEXT)));
        third += calls(&given, 0, NEXT) || calls(&given, 1, NEXT);
    }
    assert_true(made > 300);
    assert_true(third > 50);
    rdl_gen_learnt_free(&learnt);
    rdl_gen_table_free(t);
}

static void a_smaller_test_keeps_the_pairs(void **state)
{
    static struct rdl_gen_runner runner;
    struct rdl_gen_table *t = make_table();
    struct rdl_gen_test given =
        test_of(NONE, CALLS(LOCK, UNLOCK, LOCK, BARE, UNLOCK),
                CALLS(LOCK, UNLOCK, NEXT));
    struct rdl_gen_finding f = { 0 };
    struct rdl_rng rng = { 1 };

    (void)state;
    assert_true(make_runner(&runner));
    assert_true(rdl_gen_shows(&runner, t, &given, 500, &rng, &f));
    rdl_gen_shrink(&runner, t, &rng, &f);
    assert_true(rdl_gen_sections_kept(t, &f.test));
    /* lock, bare, unlock beside next is left. */
    assert_int_equal(f.test.prefix.n, 1);
    assert_int_equal(f.test.suffixes[0].n, 3);
    assert_int_equal(f.test.suffixes[1].n, 1);
    free(f.outcomes.all);
    rdl_gen_runner_free(&runner);
    rdl_gen_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lock_has_its_unlock_in_the_same_thread),
        cmocka_unit_test(tests_that_raddle_makes_keep_the_pairs),
        cmocka_unit_test(a_smaller_test_keeps_the_pairs),
    };

    if (is_target())
        return interpreter_main();
    return can_run() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
