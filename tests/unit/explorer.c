/* explorer.c - what an explorer promises (campaign/explore/explorer.h), of all
 * in the list; and the campaign's side, with explorers of this file that give
 * prefixes to a real worker: what they give is run, they learn it once, and
 * their word ends the campaign. */
#include "base/text.h"
#include "campaign/loop.h"
#include "campaign/explore/portfolio.h"
#include "exec/reaper.h"
#include "own_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* --- Explorers of this file ----------------------------------------------- */

/* Main goes on as long as it can, then the others in an order: the script asks
 * for the earliest segment when a thread cannot go on. */
static struct rdl_script_segment in_order[] = {
    { .until = 1000, .tid = 0, .to = RDL_NO_TID },
    { .until = 1000, .tid = 1, .to = RDL_NO_TID },
    { .until = 1000, .tid = 2, .to = RDL_NO_TID },
};
static struct rdl_script_segment turned[] = {
    { .until = 1000, .tid = 0, .to = RDL_NO_TID },
    { .until = 1000, .tid = 2, .to = RDL_NO_TID },
    { .until = 1000, .tid = 1, .to = RDL_NO_TID },
};
static const struct rdl_plan plans[] = {
    { .n_segments = 3, .segments = in_order },
    { .n_segments = 3, .segments = turned },
};

#define MOST 64

static struct { /* what happened to the explorer of the test that runs */
    unsigned requests, most; /* given so far; it is done after `most` */
    unsigned under_way, most_under_way;
    bool one_at_a_time;
    enum rdl_explored end;
    unsigned opened, closed;
    size_t n_learned;
    struct {
        uint64_t from, to;
        enum rdl_state state;
        uint64_t steps;
        char strategy[32];
    } learned[MOST];
} told;

static bool fake_takes(const struct rdl_explorer_setup *setup)
{
    (void)setup;
    return false;
}

static bool fake_open(void *state, const struct rdl_explorer_setup *setup,
                      struct rdl_error *error)
{
    (void)error;
    assert_int_equal(*(int *)state, 0);
    assert_string_equal(setup->strategy, "random");
    told.opened++;
    return true;
}

static void fake_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    (void)state;
    (void)metrics;
    (void)pairs;
}

static void fake_next(void *state, struct rdl_request *request)
{
    (void)state;
    assert_true(request->n > 0);
    assert_true(told.requests < told.most);
    if (told.one_at_a_time && told.under_way > 0) {
        request->n = 0;
        return;
    }
    request->n = 1;
    request->prefix = &plans[told.requests++ % 2];
    told.under_way++;
    if (told.under_way > told.most_under_way)
        told.most_under_way = told.under_way;
}

static void fake_learn(void *state, const struct rdl_learned *learned)
{
    const size_t i = told.n_learned++;

    (void)state;
    assert_true(i < MOST);
    told.under_way--;
    told.learned[i].from = learned->from;
    told.learned[i].to = learned->to;
    told.learned[i].state = learned->state;
    told.learned[i].steps = learned->shared->outcome.steps;
    rdl_text_copy(told.learned[i].strategy, learned->config->strategy,
                  sizeof(told.learned[i].strategy));
}

static enum rdl_explored fake_done(const void *state)
{
    (void)state;
    return told.requests < told.most ? RDL_EXPLORED_MORE : told.end;
}

static void fake_close(void *state)
{
    (void)state;
    told.closed++;
}

static const struct rdl_explorer fake = {
    .name = "fake",
    .state_size = sizeof(int),
    .takes = fake_takes,
    .open = fake_open,
    .needs = fake_needs,
    .next = fake_next,
    .learn = fake_learn,
    .done = fake_done,
    .close = fake_close,
};

/* --- Campaigns ------------------------------------------------------------ */

static void run(struct rdl_campaign *c, unsigned jobs)
{
    struct rdl_campaign_options options = own_options(jobs);
    const struct rdl_campaign_owner owner = { .data = NULL };
    struct rdl_error error = { .code = RDL_EXIT_CLEAN };
    struct rdl_stdin input;

    options.explorer = &fake;
    if (!rdl_stdin_give(&input, "", 0, &error) ||
        !rdl_campaign_make(c, &options, &owner, &input, &error) ||
        !rdl_campaign_run(c, &error))
        fail_msg("%s", error.text);
}

static void begin(unsigned most, enum rdl_explored end)
{
#ifdef SANITIZED
    skip(); /* raddle does not control a target with a sanitizer */
#endif
    memset(&told, 0, sizeof(told));
    told.most = most;
    told.end = end;
}

/* The two orders of two threads, and there is no other. */
static void prefixes_are_followed_until_all_are(void **unused)
{
    struct rdl_campaign c;

    (void)unused;
    begin(2, RDL_EXPLORED_EXHAUSTED);
    run(&c, 1);
    assert_int_equal(c.stop, RDL_STOP_EXHAUSTED);
    assert_int_equal(c.totals.executions, 2);
    assert_int_equal(told.n_learned, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(told.learned[i].from, i);
        assert_int_equal(told.learned[i].to, i + 1);
        assert_string_equal(told.learned[i].strategy, "script");
        assert_true(told.learned[i].steps > 0);
    }
    assert_int_equal(told.learned[0].state, RDL_EXITED);
    assert_int_equal(told.learned[1].state, RDL_FOUND);
    assert_int_equal(c.findings.n, 1);
    assert_true(c.findings.all[0].replayed);
    assert_int_equal(told.opened, 1);
    assert_int_equal(told.closed, 0);
    rdl_campaign_free(&c);
    assert_int_equal(told.closed, 1);
}

/* The campaign ends with its word, and not before its last request is over. */
static void the_explorers_word_ends_the_campaign(void **unused)
{
    static const struct {
        enum rdl_explored word;
        enum rdl_stop stop;
    } words[] = {
        { RDL_EXPLORED_EXHAUSTED, RDL_STOP_EXHAUSTED },
        { RDL_EXPLORED_SATURATED, RDL_STOP_SATURATED },
        { RDL_EXPLORED_BUDGET, RDL_STOP_BUDGET },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct rdl_campaign c;

        begin(12, words[i].word);
        run(&c, 2);
        assert_int_equal(c.stop, words[i].stop);
        assert_int_equal(c.totals.executions, 12);
        assert_int_equal(told.n_learned, 12);
        assert_int_equal(c.totals.met, 6);
        rdl_campaign_free(&c);
    }
}

/* With two jobs, one of them waits until the explorer has something for it. */
static void an_explorer_can_wait_for_what_it_learns(void **unused)
{
    struct rdl_campaign c;

    (void)unused;
    begin(10, RDL_EXPLORED_EXHAUSTED);
    told.one_at_a_time = true;
    run(&c, 2);
    assert_int_equal(told.most_under_way, 1);
    assert_int_equal(told.n_learned, 10);
    assert_int_equal(c.stop, RDL_STOP_EXHAUSTED);
    rdl_campaign_free(&c);
}

/* --- The list ------------------------------------------------------------- */

static void one_request(struct rdl_exploration *e, uint64_t first, uint64_t n,
                        struct rdl_config *config)
{
    struct rdl_coverage_session_fresh fresh[4] = { { .execution = first },
                                                   { .execution = first + 1 } };
    struct rdl_request request = { .first = first, .n = n, .config = config };
    struct rdl_learned learned = { .config = config,
                                   .from = first,
                                   .state = RDL_EXITED,
                                   .fresh = fresh,
                                   .n_fresh = first % 3 };

    *config = (struct rdl_config){ .execution = first, .strategy = "unset" };
    assert_int_equal(e->explorer->done(e->state), RDL_EXPLORED_MORE);
    e->explorer->next(e->state, &request);
    assert_in_range(request.n, 1, n);
    if (request.prefix == NULL && config->n_plan == 0)
        assert_non_null(rdl_strategy_find(config->strategy));
    for (uint32_t i = 0; i < config->n_plan; i++)
        assert_non_null(rdl_strategy_at(config->plan[i]));
    learned.to = first + request.n;
    e->explorer->learn(e->state, &learned);
}

/* A schedule that can be followed, for the explorer that wants some. */
static void write_schedule(const char *name)
{
    static struct rdl_switch switches[] = { { .step = 0, .tid = 0 } };
    static struct rdl_site site = { .offset = 16, .op = RDL_OP_READ };
    static uint32_t steps[] = { 0, 0 };
    static char *place[] = { NULL };
    struct rdl_schedule s = {
        .program = "p",
        .path = "/p",
        .directory = "/",
        .kind = "abort",
        .location = "",
        .text = "",
        .n_sites = 1,
        .sites = &site,
        .places = place,
        .n_steps = 2,
        .steps = steps,
        .n_switches = 1,
        .switches = switches,
    };
    struct rdl_schedule_module module = { .path = "/p" };
    char path[128];

    s.config.depth = 3;
    s.config.max_steps = 1000;
    s.n_modules = 1;
    s.modules = &module;
    rdl_text_copy(s.config.strategy, "random", sizeof(s.config.strategy));
    rdl_text_copy(s.config.engine, "fiber", sizeof(s.config.engine));
    snprintf(path, sizeof(path), "%s/%s.schedule", out, name);
    assert_int_equal(rdl_schedule_save(&s, path), 0);
}

static void the_same_again_gives_the_same(void **unused)
{
    /* --confirm needs something to aim at. */
    static struct rdl_prediction one = { .kind = RDL_AIM_DEADLOCK, .n = 2 };
    const struct rdl_predictions predicted = { .n = 1, .all = &one };

    (void)unused;
    write_schedule("one");
    write_schedule("two");
    for (size_t i = 0; rdl_explorer_at(i) != NULL; i++) {
        const struct rdl_explorer_setup setup = {
            .strategy = "pos",
            .seed = 7,
            .first = out,
            .confirm = &predicted,
        };
        struct rdl_error error = { .code = RDL_EXIT_CLEAN };
        struct rdl_exploration e[2];

        for (unsigned k = 0; k < 2; k++)
            if (!rdl_exploration_open(&e[k], rdl_explorer_at(i), &setup,
                                      &error))
                fail_msg("%s", error.text);
        for (uint64_t first = 0; first < 5000; first += 1 + first % 100) {
            struct rdl_config config[2];

            for (unsigned k = 0; k < 2; k++)
                one_request(&e[k], first, 1 + first % 100, &config[k]);
            assert_memory_equal(&config[0], &config[1], sizeof(config[0]));
        }
        for (unsigned k = 0; k < 2; k++)
            rdl_exploration_close(&e[k]);
    }
}

static void every_strategy_has_its_explorer(void **unused)
{
    const struct rdl_strategy *s;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        const struct rdl_explorer_setup setup = { .strategy = s->name };
        struct rdl_exploration e;
        struct rdl_config config;
        uint32_t metrics = 0, pairs = 0, needed = 0, needed_pairs = 0;

        assert_true(
            rdl_exploration_open(&e, rdl_explorer_for(&setup), &setup, NULL));
        one_request(&e, 0, 10, &config);
        assert_string_equal(config.strategy, s->name);
        e.explorer->needs(e.state, &metrics, &pairs);
        rdl_explorer_need(s, &needed, &needed_pairs);
        assert_int_equal(metrics, needed);
        assert_int_equal(pairs, needed_pairs);
        rdl_exploration_close(&e);
    }
    assert_string_equal(
        rdl_explorer_for(&(struct rdl_explorer_setup){ .strategy = RDL_AUTO })
            ->name,
        RDL_AUTO);
}

/* -------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(prefixes_are_followed_until_all_are),
        TEST(the_explorers_word_ends_the_campaign),
        TEST(an_explorer_can_wait_for_what_it_learns),
        TEST(the_same_again_gives_the_same),
        cmocka_unit_test(every_strategy_has_its_explorer),
    };

    if (argc > 1 && strcmp(argv[1], "target") == 0)
        return target();
    if (!find_runtime()) {
        fprintf(stderr, "%s: no runtime beside it\n", argv[0]);
        return 1;
    }
    rdl_reaper_adopt();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
