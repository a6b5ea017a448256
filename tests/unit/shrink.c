/* shrink.c - scripts: what was recorded is repeated, and what is left out or
 * turned round is all that changes. */
#include "exec/shared_map.h"
#include "minimize/prefix.h"
#include "minimize/plan.h"
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { THREADS = 3, MOST = 64 };

/* Three threads of this number of steps; each asks for a choice after its
 * second. */
static const int lengths[THREADS] = { 4, 6, 5 };
/* Each creates another one with this step. */
enum { CREATES = 3 };
/* So many steps a thread leaves out this time, from its second on. */
static int missing[THREADS];

static enum rdl_op op_at(int step)
{
    return step == 0         ? RDL_OP_START
           : step == CREATES ? RDL_OP_CREATE
                             : RDL_OP_WRITE;
}

struct world {
    struct rdl_shared_map memory;
    char order[MOST]; /* "0012...": who took which step */
    unsigned chosen[THREADS];
};

static struct world world;

static void record(enum rdl_region_id id, const void *element, size_t size)
{
    struct rdl_region *r = &world.memory.shared->regions[id];

    memcpy((char *)rdl_shared_data(world.memory.shared, id) + r->used * size,
           element, size);
    r->used++;
}

/* Who can take a step, and which. */
static size_t ready(const int taken[THREADS], rdl_tid enabled[THREADS],
                    struct rdl_event pending[THREADS])
{
    size_t n = 0;

    for (rdl_tid i = 0; i < THREADS; i++) {
        const int step = taken[i] == 0 ? 0 : taken[i] + missing[i];

        if (step == lengths[i])
            continue;
        enabled[n++] = i;
        pending[i] = (struct rdl_event){
            .tid = i,
            .op = op_at(step),
            .pc = 0x100u * (i + 1u) + (unsigned)taken[i],
            .addr = 0x1000u + (unsigned)taken[i],
        };
    }
    return n;
}

/* An execution as the engine would run and record it. */
static void execute(void)
{
    const struct rdl_strategy *s = rdl_strategy_find("script");
    struct rdl_shared *shared = world.memory.shared;
    struct rdl_rng rng = { 1 };
    const struct rdl_run run = { .rng = &rng,
                                 .memory = rdl_plan_script(shared) };
    struct rdl_event pending[THREADS];
    void *state = calloc(1, s->state_size);
    int taken[THREADS] = { 0 };
    size_t step = 0;
    rdl_tid current = 0;

    for (int i = RDL_TRACE_STEPS; i <= RDL_TRACE_INPUTS; i++)
        shared->regions[i].used = 0;
    s->begin(state, &run);
    for (;; step++) {
        rdl_tid enabled[THREADS], t;
        size_t n = ready(taken, enabled, pending);

        if (n == 0)
            break;
        t = s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                 .memory = run.memory,
                                                 .enabled = enabled,
                                                 .n_enabled = n,
                                                 .pending = pending,
                                                 .current = current,
                                                 .all_steps = step });
        assert_in_range(t, 0, THREADS - 1);
        assert_true(taken[t] < lengths[t]);
        if (step == 0 || t != current)
            record(RDL_TRACE_SWITCHES,
                   &(struct rdl_switch){ .step = step, .tid = t },
                   sizeof(struct rdl_switch));
        world.order[step] = (char)('0' + t);
        record(RDL_TRACE_STEPS,
               &(uint64_t){
                   rdl_step_pack(pending[t].pc, rdl_event_rest(&pending[t])) },
               sizeof(uint64_t));
        taken[t]++;
        current = t;
        if (taken[t] != 2)
            continue;
        world.chosen[t] = s->choose(state, &rng, RDL_CHOOSE_WAITER, 4);
        if (world.chosen[t] != 0)
            record(RDL_TRACE_CHOICES,
                   &(struct rdl_taken_choice){ .step = step + 1,
                                               .value = world.chosen[t],
                                               .kind = RDL_CHOOSE_WAITER },
                   sizeof(struct rdl_taken_choice));
    }
    world.order[step] = '\0';
    free(state);
}

/* The plan of an execution in that order. */
static struct rdl_plan plan_of(const char *order)
{
    static struct rdl_switch switches[MOST];
    static struct rdl_taken_choice choices[MOST];
    static struct rdl_site sites[CREATES + 2];
    static uint32_t steps[MOST];
    struct rdl_schedule s = { .switches = switches,
                              .choices = choices,
                              .sites = sites,
                              .n_sites = CREATES + 2,
                              .steps = steps };
    struct rdl_plan p;
    int taken[THREADS] = { 0 };

    for (; order[s.n_steps] != '\0'; s.n_steps++) {
        const rdl_tid t = (rdl_tid)(order[s.n_steps] - '0');
        const uint32_t site =
            (uint32_t)(taken[t] > CREATES ? CREATES + 1 : taken[t]);

        sites[site].op = (uint8_t)op_at(taken[t]);
        steps[s.n_steps] = site;
        if (s.n_steps == 0 || order[s.n_steps] != order[s.n_steps - 1])
            switches[s.n_switches++] =
                (struct rdl_switch){ .step = s.n_steps, .tid = t };
        if (++taken[t] == 2)
            choices[s.n_choices++] =
                (struct rdl_taken_choice){ .step = s.n_steps + 1,
                                           .value = t + 1u,
                                           .kind = RDL_CHOOSE_WAITER };
    }
    assert_true(rdl_plan_of_schedule(&p, &s));
    return p;
}

static void draw(struct rdl_rng *rng, char *order)
{
    int left[THREADS];
    size_t n = 0;

    memcpy(left, lengths, sizeof(left));
    left[0]--;
    order[n++] = '0'; /* the thread that runs main */
    while (left[0] + left[1] + left[2] > 0) {
        size_t t = rdl_rng_below(rng, THREADS);

        if (left[t] > 0) {
            left[t]--;
            order[n++] = (char)('0' + t);
        }
    }
    order[n] = '\0';
}

static void run(const struct rdl_plan *p)
{
    rdl_plan_give(p, world.memory.shared);
    execute();
}

static void a_script_repeats_its_execution(void **unused)
{
    struct rdl_rng rng = { 7 };

    (void)unused;
    for (int i = 0; i < 1000; i++) {
        char order[MOST];
        struct rdl_plan p, again;

        draw(&rng, order);
        p = plan_of(order);
        run(&p);
        assert_string_equal(world.order, order);
        for (unsigned t = 0; t < THREADS; t++)
            assert_int_equal(world.chosen[t], t + 1);
        /* And so does the script of that, in which preemptions are known. */
        assert_true(rdl_plan_of_memory(&again, world.memory.shared));
        assert_int_equal(again.n_choices, THREADS);
        run(&again);
        assert_string_equal(world.order, order);
        rdl_plan_free(&p);
        rdl_plan_free(&again);
    }
}

/* Thread 1 is preempted after its fifth step, the one behind that with which it
 * creates a thread: also if it takes fewer steps before that. */
static void steps_count_from_the_latest_create(void **unused)
{
    struct rdl_plan p = plan_of("000011111222221"), of_memory;

    (void)unused;
    run(&p);
    assert_true(rdl_plan_of_memory(&of_memory, world.memory.shared));
    missing[1] = 2;
    run(&p);
    assert_string_equal(world.order, "0000111222221");
    run(&of_memory);
    assert_string_equal(world.order, "0000111222221");
    missing[1] = 0;
    rdl_plan_free(&p);
    rdl_plan_free(&of_memory);
}

/* A switch away from a thread that has ended is none. */
static void preemptions_are_counted(void **unused)
{
    static const struct {
        const char *order;
        size_t preemptions, switches;
    } cases[] = {
        { "000011111122222", 0, 2 }, { "001111110022222", 1, 3 },
        { "010101011122222", 6, 8 }, { "000022222111111", 0, 2 },
        { "000112222211110", 2, 4 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rdl_plan p = plan_of(cases[i].order), known;
        struct rdl_plan_size size;

        run(&p);
        assert_true(rdl_plan_of_memory(&known, world.memory.shared));
        size = rdl_plan_size(&known);
        assert_int_equal(size.preemptions, cases[i].preemptions);
        assert_int_equal(size.switches, cases[i].switches);
        assert_int_equal(size.threads, 3);
        assert_int_equal(size.steps, 15);
        rdl_plan_free(&p);
        rdl_plan_free(&known);
    }
}

static void what_is_left_out_is_not_made(void **unused)
{
    struct rdl_plan p = plan_of("001111002222211"), known;

    (void)unused;
    run(&p);
    assert_true(rdl_plan_of_memory(&known, world.memory.shared));
    assert_int_equal(known.segments[0].end, RDL_SCRIPT_SWITCH);
    known.segments[0].end = RDL_SCRIPT_IF_MUST;
    known.n_choices = 0;
    run(&known);
    /* Thread 0 goes on to its end, and gives the turn to whom it gave it there;
     * thread 1 comes to where it was preempted, but nobody else is left. */
    assert_string_equal(world.order, "000022222111111");
    assert_int_equal(world.chosen[0], 0);
    for (size_t i = 0; i < known.n_segments; i++)
        known.segments[i].end = RDL_SCRIPT_IF_MUST;
    run(&known);
    assert_string_equal(world.order, "000022222111111");
    rdl_plan_free(&p);
    rdl_plan_free(&known);
}

/* Of the plan of `plan` with one hold: in which order it comes, and whether
 * what it waits for was met. */
static void held(const char *plan, struct rdl_script_hold hold,
                 const char *order, uint32_t kept)
{
    struct rdl_plan p = plan_of(plan);

    p.n_holds = 1;
    p.holds[0] = hold;
    run(&p);
    assert_string_equal(world.order, order);
    assert_int_equal(rdl_plan_script(world.memory.shared)->kept, kept);
    rdl_plan_free(&p);
}

#define HOLD(...) ((struct rdl_script_hold){ __VA_ARGS__ })

/* Thread 0 may not take its second step before thread 1 its third. */
static void an_order_is_turned_round(void **unused)
{
    (void)unused;
    held("000011111122222", HOLD(.tid = 0, .taken = 1, .other = 1, .pc = 0x202),
         "011100011122222", 1);
    /* What the other never does cannot be waited for. */
    held("000011111122222", HOLD(.tid = 0, .taken = 1, .other = 1, .pc = 0x999),
         "011111122222000", 0);
}

/* The other one is at that place, but with other memory: not what is meant. */
static void an_order_is_of_some_memory(void **unused)
{
    struct rdl_script_hold hold = {
        .tid = 0, .taken = 1, .other = 1, .pc = 0x202, .addr = 0x1002
    };

    (void)unused;
    held("000011111122222", hold, "011100011122222", 1);
    hold.addr = 0x1003;
    held("000011111122222", hold, "011111122222000", 0);
}

/* Until somebody is held back it is the execution that it was, also where two
 * threads preempt each other. */
static void an_order_changes_nothing_before(void **unused)
{
    (void)unused;
    held("001100111122222", HOLD(.tid = 2, .taken = 4, .other = 0, .pc = 0x999),
         "001100111122222", 0);
}

/* Thread 1 has done beforehand, while thread 0 was held back, what it was to do
 * in the turn that thread 0 gives it: it does not get another. */
static void a_turn_is_not_given_twice(void **unused)
{
    (void)unused;
    held("001100111122222", HOLD(.tid = 0, .taken = 1, .other = 1, .pc = 0x201),
         "011000111122222", 1);
}

/* What the other did before anybody was held back is not what is meant, unless
 * that is said. */
static void an_order_begins_with_the_hold(void **unused)
{
    (void)unused;
    held("011100011122222", HOLD(.tid = 0, .taken = 2, .other = 1, .pc = 0x202),
         "011101112222200", 0);
    held("011100011122222",
         HOLD(.tid = 0, .taken = 2, .other = 1, .pc = 0x202, .early = true),
         "011100011122222", 1);
}

/* What is in memory, and what comes of it when thread 1, which has taken
 * three steps, is preempted. */
static void begun(struct rdl_prefix *b, struct rdl_prefix_threads *threads)
{
    struct rdl_plan p = plan_of("001100111122222");

    run(&p);
    rdl_plan_free(&p);
    assert_true(rdl_prefix_take(b, world.memory.shared));
    assert_int_equal(b->n_steps, 15);
    rdl_prefix_learn(threads, &b->plan);
    assert_int_equal(threads->n, 3);
}

static const struct rdl_prefix_next third = {
    .place = { .segment = 3, .own = 3, .step = 7 }, .to = 2
};

static void an_execution_begins_like_another(void **unused)
{
    static struct rdl_prefix_threads threads;
    struct rdl_prefix b = { .from = 0 };
    bool otherwise = false;
    struct rdl_plan p;

    (void)unused;
    begun(&b, &threads);
    rdl_prefix_plan(&b, &third, threads.n, &p);
    rdl_prefix_order(&p, &threads, 0);
    run(&p);
    rdl_plan_free(&p);
    assert_string_equal(world.order, "001100122222111");
    /* The choices that came before stay, and no others. */
    assert_int_equal(world.chosen[0], 1);
    assert_int_equal(world.chosen[1], 2);
    assert_int_equal(world.chosen[2], 0);
    /* Also one that was made just then. */
    rdl_prefix_plan(
        &b,
        &(struct rdl_prefix_next){ .place = { .own = 2, .step = 2 }, .to = 2 },
        threads.n, &p);
    assert_int_equal(p.n_choices, 1);
    rdl_prefix_order(&p, &threads, 0);
    run(&p);
    rdl_plan_free(&p);
    assert_string_equal(world.order, "002222200111111");
    assert_int_equal(world.chosen[0], 1);
    /* Without a beginning: threads in an order, each as long as it can. */
    for (uint64_t order = 1; order < 20; order++) {
        rdl_prefix_plan(&b, &(struct rdl_prefix_next){ .to = RDL_NO_TID },
                        threads.n, &p);
        rdl_prefix_order(&p, &threads, order);
        run(&p);
        rdl_plan_free(&p);
        otherwise |= strcmp(world.order, "000022222111111") == 0;
        assert_true(strcmp(world.order, "000022222111111") == 0 ||
                    strcmp(world.order, "000011111122222") == 0);
    }
    assert_true(otherwise);
    rdl_prefix_free(&b);
}

/* No thread is preempted any more, but turns come as they came. */
static void the_rest_is_as_it_was(void **unused)
{
    static struct rdl_prefix_threads threads;
    struct rdl_prefix b = { .from = 0 };
    struct rdl_plan p;

    (void)unused;
    begun(&b, &threads);
    rdl_prefix_plan(&b, &(struct rdl_prefix_next){ .to = RDL_NO_TID },
                    b.plan.n_segments + threads.n, &p);
    rdl_prefix_rest(&p, &b.plan, 0);
    assert_int_equal(p.n_segments, b.plan.n_segments);
    for (size_t i = 0; i < p.n_segments; i++)
        assert_int_not_equal(p.segments[i].end, RDL_SCRIPT_SWITCH);
    rdl_prefix_order(&p, &threads, 0);
    run(&p);
    assert_string_equal(world.order, "000011111122222");
    rdl_plan_free(&p);
    rdl_prefix_free(&b);
}

/* Another one comes when a thread cannot go on, or a choice is made. */
static void a_turn_or_a_choice_is_no_preemption(void **unused)
{
    const struct rdl_element e = {
        .is_choice = true,
        .choice = { .kind = RDL_CHOOSE_WAITER, .value = 3 },
    };
    static struct rdl_prefix_threads threads;
    struct rdl_prefix_next next = third;
    struct rdl_prefix b = { .from = 0 };
    struct rdl_plan p;

    (void)unused;
    begun(&b, &threads);
    next.place = (struct rdl_spot){ .segment = 2, .own = 4, .step = 6 };
    next.turn = true;
    rdl_prefix_plan(&b, &next, threads.n, &p);
    rdl_prefix_order(&p, &threads, 0);
    run(&p);
    assert_string_equal(world.order, "001100222221111");
    rdl_plan_free(&p);
    next = (struct rdl_prefix_next){
        .place = { .segment = 1, .own = 2, .step = 4 }, .choice = &e
    };
    rdl_prefix_plan(&b, &next, threads.n, &p);
    rdl_prefix_order(&p, &threads, 0);
    run(&p);
    assert_string_equal(world.order, "001111110022222");
    assert_int_equal(world.chosen[1], 3);
    rdl_plan_free(&p);
    rdl_prefix_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_repeats_its_execution),
        cmocka_unit_test(steps_count_from_the_latest_create),
        cmocka_unit_test(preemptions_are_counted),
        cmocka_unit_test(what_is_left_out_is_not_made),
        cmocka_unit_test(an_order_is_turned_round),
        cmocka_unit_test(an_order_is_of_some_memory),
        cmocka_unit_test(an_order_changes_nothing_before),
        cmocka_unit_test(a_turn_is_not_given_twice),
        cmocka_unit_test(an_order_begins_with_the_hold),
        cmocka_unit_test(an_execution_begins_like_another),
        cmocka_unit_test(the_rest_is_as_it_was),
        cmocka_unit_test(a_turn_or_a_choice_is_no_preemption),
    };
    int failed;

    if (!rdl_shared_map_make(&world.memory, 1000, 0, NULL))
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    rdl_shared_map_free(&world.memory);
    return failed;
}
