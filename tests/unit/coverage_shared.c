/* coverage_shared.c - processes that cover into one memory at once: what comes
 * out is what one of them alone would have covered; and those that die in the
 * middle do no harm. */
#include "coverage/estimate/estimate.h"
#include "coverage_generate.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS = 4, EXECUTIONS = 400 };

static const struct rdl_coverage_limits limits = {
    .locations = LOCATIONS,
    .requirements = REQUIREMENTS,
    .members = MEMBERS,
};

static struct rdl_coverage_memory *map_memory(void)
{
    void *memory =
        mmap(NULL, rdl_coverage_memory_size(&limits), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(memory != MAP_FAILED);
    return rdl_coverage_memory_init(memory, &limits);
}

static void unmap(struct rdl_coverage_memory *m)
{
    munmap(m, rdl_coverage_memory_size(&limits));
}

/* Execution x, always the same: covered, and its estimate. */
static void execute(struct setup *s, struct rdl_estimate *e, uint64_t x)
{
    struct rdl_event events[MAX_EVENTS];
    struct rdl_rng rng = { x };
    const size_t n = generate(&rng, events);

    rdl_coverage_begin(s->coverage, x);
    for (size_t i = 0; i < n; i++) {
        feed(s, &events[i]);
        if (events[i].op == FREED)
            rdl_estimate_forget(e, events[i].addr, events[i].size);
        else
            rdl_estimate_event(e, &events[i]);
    }
    rdl_coverage_end(s->coverage);
    rdl_estimate_finish(e);
}

/* Every `step`-th execution from `from` on. */
static void execute_all(struct rdl_coverage_memory *m, uint32_t owner,
                        uint64_t from, uint64_t step)
{
    struct setup *s = setup_join(m, owner);
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);

    for (uint64_t x = from; x < EXECUTIONS; x += step)
        execute(s, e, x);
    rdl_estimate_free(e);
    teardown(s);
}

static pid_t start_worker(struct rdl_coverage_memory *m, uint32_t w)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    execute_all(m, w + 1, w, WORKERS);
    _exit(0);
}

/* All of them, at the same moment; returns when they have ended well. */
static void work_together(struct rdl_coverage_memory *m,
                          void (*work)(struct rdl_coverage_memory *m,
                                       uint32_t w))
{
    pid_t pids[WORKERS];
    int gate[2];
    char c;

    assert_int_equal(pipe(gate), 0);
    for (uint32_t w = 0; w < WORKERS; w++) {
        pids[w] = fork();
        assert_true(pids[w] >= 0);
        if (pids[w] > 0)
            continue;
        close(gate[1]);
        if (read(gate[0], &c, 1) == 0) /* until it is closed */
            work(m, w);
        _exit(0);
    }
    close(gate[0]);
    close(gate[1]);
    for (uint32_t w = 0; w < WORKERS; w++) {
        int status;

        assert_int_equal(waitpid(pids[w], &status, 0), pids[w]);
        assert_int_equal(status, 0);
    }
}

static void work_executes(struct rdl_coverage_memory *m, uint32_t w)
{
    execute_all(m, w + 1, w, WORKERS);
}

/* The same requirements as the others, at the same time. */
static void work_inserts(struct rdl_coverage_memory *m, uint32_t w)
{
    struct setup *s = setup_join(m, w + 1);

    for (uint32_t i = 0; i < 4 * 1000; i++)
        rdl_requirements_cover(
            s->covering,
            rdl_key(0, rdl_location_of(s->locations, PC(i / 4 % 100)),
                    rdl_location_of(s->locations, PC(i / 400))));
}

/* Bits of the same rows. */
static void work_pairs(struct rdl_coverage_memory *m, uint32_t w)
{
    struct setup *s = setup_join(m, w + 1);
    struct rdl_rng rng = { w };

    for (int i = 0; i < 20000; i++) {
        uint64_t row[MEMBERS / 64] = { 0 };

        for (int k = 0; k < 4; k++)
            rdl_bits_add(row, rdl_rng_below(&rng, 64));
        rdl_pairs_restore(&s->coverage->pairs[1],
                          1 + (uint32_t)rdl_rng_below(&rng, 100), row,
                          MEMBERS / 64);
    }
}

/* --- Comparing two memories ------------------------------------------------
 */

/* The number that a requirement of `a` has in `b`. */
static uint32_t translate(struct setup *a, struct setup *b, uint32_t id)
{
    const uint64_t key = rdl_requirement_key(a->covering, id);
    uint32_t at[2] = { rdl_key_l1(key), rdl_key_l2(key) };

    for (int i = 0; i < 2; i++) {
        if (at[i] >= RDL_LOC_FIRST)
            at[i] = rdl_location_of(b->locations, pc_of(a->locations, at[i]));
    }
    return rdl_requirements_find(b->covering,
                                 rdl_key(rdl_key_metric(key), at[0], at[1]));
}

static void compare_open(struct setup *a, struct setup *b)
{
    for (uint32_t l = 0; l < rdl_locations_end(a->locations); l++) {
        const uint32_t other =
            l < RDL_LOC_FIRST
                ? l
                : rdl_location_of(b->locations, pc_of(a->locations, l));

        for (unsigned metric = 0; metric < RDL_N_METRICS; metric++)
            assert_int_equal(rdl_requirements_open(a->covering, l, metric),
                             rdl_requirements_open(b->covering, other, metric));
    }
}

static uint64_t compare_pairs(struct setup *a, struct setup *b,
                              const uint32_t *number, size_t kind)
{
    const struct rdl_pairing *p = &a->coverage->pairs[kind];
    const struct rdl_pairing *q = &b->coverage->pairs[kind];
    const uint32_t n = rdl_requirements_n(a->covering);
    uint64_t pairs = 0;

    for (uint32_t r1 = 1; r1 <= n; r1++) {
        for (uint32_t r2 = 1; r2 <= n; r2++) {
            const bool covered = rdl_pairs_covered(p, r1, r2);

            pairs += covered;
            assert_int_equal(covered,
                             rdl_pairs_covered(q, number[r1], number[r2]));
        }
    }
    assert_int_equal(rdl_coverage_pairs(a->memory, kind),
                     p->kind->ordered ? pairs : pairs / 2);
    assert_int_equal(rdl_coverage_pairs(a->memory, kind),
                     rdl_coverage_pairs(b->memory, kind));
    return pairs;
}

static void compare(struct rdl_coverage_memory *one,
                    struct rdl_coverage_memory *many)
{
    struct setup *a = setup_join(one, 98), *b = setup_join(many, 99);
    const uint32_t n = rdl_requirements_n(a->covering);
    uint32_t *number = calloc(n + 1, sizeof(*number));

    assert_int_equal(rdl_requirements_n(b->covering), n);
    assert_int_equal(rdl_coverage_unrecorded(many), 0);
    for (uint32_t id = 1; id <= n; id++) {
        number[id] = translate(a, b, id);
        assert_int_not_equal(number[id], 0);
        assert_int_equal(rdl_requirement_covered(a->covering, id),
                         rdl_requirement_covered(b->covering, number[id]));
        assert_int_equal(rdl_requirement_estimated(a->covering, id),
                         rdl_requirement_estimated(b->covering, number[id]));
        /* One process goes through them in order; of several some other may
         * have come first. */
        assert_true(rdl_requirement_first(a->covering, id) <=
                    rdl_requirement_first(b->covering, number[id]));
    }
    assert_memory_equal(one->requirements.covered, many->requirements.covered,
                        sizeof(one->requirements.covered));
    assert_memory_equal(one->requirements.both, many->requirements.both,
                        sizeof(one->requirements.both));
    compare_open(a, b);
    for (size_t kind = 0; kind < RDL_N_COMBINATORIAL; kind++)
        assert_true(compare_pairs(a, b, number, kind) > 1000);
    free(number);
    teardown(a);
    teardown(b);
}

static struct rdl_coverage_memory *reference(void)
{
    struct rdl_coverage_memory *m = map_memory();

    execute_all(m, 1, 0, 1);
    assert_true(rdl_coverage_memory_sound(m, m->size));
    return m;
}

static void four_cover_what_one_would(void **state)
{
    struct rdl_coverage_memory *one = reference();

    (void)state;
    for (int round = 0; round < 10; round++) {
        struct rdl_coverage_memory *many = map_memory();

        work_together(many, work_executes);
        assert_true(rdl_coverage_memory_sound(many, many->size));
        compare(one, many);
        unmap(many);
    }
    unmap(one);
}

static void what_four_insert_at_once_is_there_once(void **state)
{
    (void)state;
    for (int round = 0; round < 50; round++) {
        struct rdl_coverage_memory *m = map_memory();

        work_together(m, work_inserts);
        assert_true(rdl_coverage_memory_sound(m, m->size));
        assert_int_equal(m->locations.n, 100);
        assert_int_equal(m->requirements.ledger.n, 1000);
        assert_int_equal(rdl_coverage_covered(m, 1), 1000);
        unmap(m);
    }
}

/* Whoever sets a bit counts it, and nobody else. */
static void pairs_of_four_are_counted_once(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct rdl_coverage_memory *m = map_memory();
        struct setup *s = setup_join(m, 9);
        uint64_t covered;

        for (uint32_t i = 1; i <= 100; i++)
            rdl_pairs_admit(&s->coverage->pairs[1],
                            rdl_requirements_cover(
                                s->covering,
                                rdl_key(RDL_METRIC_adjacent, RDL_LOC_NONE,
                                        rdl_location_of(s->locations, PC(i)))));
        work_together(m, work_pairs);
        covered = rdl_coverage_pairs(m, 1);
        assert_true(covered > 6000); /* of 100 rows of 64 bits, 64 its own */
        rdl_coverage_recount(m, m->size);
        assert_int_equal(rdl_coverage_pairs(m, 1), covered);
        teardown(s);
        unmap(m);
    }
}

/* As above, but now and then one is killed and begins again. */
static void killed_workers_do_no_harm(void **state)
{
    struct rdl_coverage_memory *one = reference(), *many = map_memory();
    struct rdl_rng rng = { 11 };
    pid_t pids[WORKERS];

    (void)state;
    for (uint32_t w = 0; w < WORKERS; w++)
        pids[w] = start_worker(many, w);
    for (int kills = 0; kills < 100; kills++) {
        const uint32_t w = (uint32_t)rdl_rng_below(&rng, WORKERS);

        usleep((useconds_t)rdl_rng_below(&rng, 3000));
        kill(pids[w], SIGKILL);
        assert_int_equal(waitpid(pids[w], NULL, 0), pids[w]);
        assert_true(rdl_coverage_release(many, many->size, w + 1) >= 0);
        pids[w] = start_worker(many, w);
    }
    for (uint32_t w = 0; w < WORKERS; w++) {
        int status;

        assert_int_equal(waitpid(pids[w], &status, 0), pids[w]);
        assert_int_equal(status, 0);
    }
    assert_true(rdl_coverage_memory_sound(many, many->size));
    rdl_coverage_recount(many, many->size);
    compare(one, many);
    unmap(one);
    unmap(many);
}

/* --- Dying with the lock ---------------------------------------------------
 */

/* New requirements, as fast as it can: it has the lock most of the time.
 * Stops for its tracer when it has covered `stop_at`. */
static void cover_and_stop(struct rdl_coverage_memory *m, uint32_t owner,
                           uint32_t stop_at)
{
    struct setup *s = setup_join(m, owner);

    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    for (uint32_t i = 0;; i++) {
        const uint64_t key = rdl_key(
            i % RDL_N_METRICS, rdl_location_of(s->locations, PC(i % 97)),
            rdl_location_of(s->locations, PC(i / 97 % 97)));

        if (i == stop_at)
            raise(SIGSTOP);
        if (i % 3 != 0)
            rdl_requirements_estimate(s->covering, key);
        if (i % 3 != 1)
            rdl_requirements_cover(s->covering, key);
    }
}

/* Every requirement is in the chains of both its locations, and open counts
 * are those of the estimated and not covered. */
static void check_derived(struct setup *s)
{
    const struct rdl_covering *t = s->covering;

    for (uint32_t l = 0; l < rdl_locations_end(s->locations); l++) {
        uint32_t open[RDL_N_METRICS] = { 0 };
        uint32_t id, with = rdl_requirements_with(t, l);

        for (id = rdl_requirements_n(t); id > 0; id--) {
            const uint64_t key = rdl_requirement_key(t, id);

            if (rdl_key_l1(key) != l && rdl_key_l2(key) != l)
                continue;
            assert_int_equal(with, id);
            with = rdl_requirements_with_next(t, l, id);
            open[rdl_key_metric(key)] += rdl_requirement_estimated(t, id) &&
                                         !rdl_requirement_covered(t, id);
        }
        assert_int_equal(with, 0);
        for (unsigned metric = 0; metric < RDL_N_METRICS; metric++)
            assert_int_equal(rdl_requirements_open(t, l, metric), open[metric]);
    }
}

/* Lets `pid` take single instructions until it has taken `n` with the lock,
 * then kills it: it dies with the lock however busy the machine is. */
static void kill_with_the_lock(const struct rdl_coverage_memory *m, pid_t pid,
                               uint64_t n)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSTOPPED(status));
    assert_int_equal(
        ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)PTRACE_O_EXITKILL), 0);
    for (uint64_t held = 0;;) {
        held += __atomic_load_n(&m->lock, __ATOMIC_RELAXED) == 1;
        if (held > n)
            break;
        assert_int_equal(ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL), 0);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSTOPPED(status));
    }
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
}

static void who_dies_with_the_lock_leaves_it_sound(void **state)
{
    enum { ROUNDS = 150, HELD = 600 };
    struct rdl_rng rng = { 12 };

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct rdl_coverage_memory *m = map_memory();
        struct setup *s = setup_join(m, 2);
        pid_t pid = fork();
        const uint32_t stop_at = (uint32_t)rdl_rng_below(&rng, 2000);

        if (pid == 0)
            cover_and_stop(m, 1, stop_at);
        kill_with_the_lock(m, pid, rdl_rng_below(&rng, HELD));
        assert_int_equal(m->lock, 1);
        assert_int_equal(rdl_coverage_release(m, m->size, 3), 0);
        assert_int_equal(rdl_coverage_release(m, m->size, 1), 1);
        assert_int_equal(m->lock, 0);
        assert_true(rdl_coverage_memory_sound(m, m->size));
        check_derived(s);
        /* And it can be gone on with. */
        rdl_coverage_begin(s->coverage, 1);
        run(s, "1Hm@7 1Um@7 2Hm@8 1Wx@1 2Rx@2 1Wx@3 2Wx@1 2Wx@1");
        rdl_coverage_end(s->coverage);
        assert_true(rdl_coverage_memory_sound(m, m->size));
        check_derived(s);
        teardown(s);
        unmap(m);
    }
}

/* What a store kept of one campaign, put into an empty memory. */
static void a_stored_campaign_is_restored(void **state)
{
    struct rdl_coverage_memory *from = reference(), *to = map_memory();
    struct setup *a = setup_join(from, 1), *b = setup_join(to, 1);

    (void)state;
    for (uint32_t l = RDL_LOC_FIRST; l < rdl_locations_end(a->locations); l++)
        assert_int_equal(
            rdl_location_named(b->locations, rdl_location_key(a->locations, l)),
            l);
    for (uint32_t id = 1; id <= rdl_requirements_n(a->covering); id++) {
        const uint64_t key = rdl_requirement_key(a->covering, id);

        if (rdl_requirement_estimated(a->covering, id))
            assert_int_equal(rdl_requirements_estimate(b->covering, key), id);
        if (rdl_requirement_covered(a->covering, id))
            assert_int_equal(
                rdl_requirements_restore(
                    b->covering, key, rdl_requirement_first(a->covering, id)),
                id);
    }
    for (int kind = 0; kind < RDL_N_COMBINATORIAL; kind++) {
        struct rdl_pairing *p = &a->coverage->pairs[kind];
        struct rdl_pairing *q = &b->coverage->pairs[kind];

        for (uint32_t m = 1; m <= rdl_pairs_n(p); m++)
            assert_int_equal(rdl_pairs_admit(q, rdl_pairs_requirement(p, m)),
                             m);
        for (uint32_t m = 1; m <= rdl_pairs_n(p); m++) {
            rdl_pairs_restore(q, m, rdl_pairs_row(p, m), p->row_words);
            assert_int_equal(rdl_pairs_count(p, m), rdl_pairs_count(q, m));
        }
    }
    assert_true(rdl_coverage_memory_sound(to, to->size));
    compare(from, to);
    teardown(a);
    teardown(b);
    unmap(from);
    unmap(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stored_campaign_is_restored),
        cmocka_unit_test(four_cover_what_one_would),
        cmocka_unit_test(what_four_insert_at_once_is_there_once),
        cmocka_unit_test(pairs_of_four_are_counted_once),
        cmocka_unit_test(killed_workers_do_no_harm),
        cmocka_unit_test(who_dies_with_the_lock_leaves_it_sound),
    };

    return cmocka_run_group_tests_name("coverage_shared", tests, NULL, NULL);
}
