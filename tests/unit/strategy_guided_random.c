/* strategy_guided_random.c - random programs under the guided strategies: every
 * decision is one that the rules allow, as they are stated in the papers, and
 * what the strategies keep from one decision to the next changes none. */
#include "strategy_guide.h"
#include "strategy_model.h"
#include "strategy_programs.h"

enum { PROGRAMS = 60, EXECUTIONS = 40 };

/* --- The rules, the slow way: sets of threads as bits ----------------------
 */

static const struct rdl_event *event_of(const struct rdl_choice *c, int t)
{
    return &c->pending[t];
}

static bool is_controlled(const struct rdl_event *e, bool data)
{
    return is_lock(e) || (data && is_access(e));
}

/* Threads that could really do a controlled operation now, or any other. */
static void divide(const struct rdl_choice *c, bool data, unsigned *others,
                   unsigned *controlled)
{
    *others = *controlled = 0;
    for (size_t i = 0; i < c->n_enabled; i++) {
        const struct rdl_event *e = event_of(c, c->enabled[i]);

        if (!is_controlled(e, data))
            *others |= 1u << e->tid;
        else if (!c->guide->waits(c->guide, e))
            *controlled |= 1u << e->tid;
    }
}

static unsigned all_enabled(const struct rdl_choice *c)
{
    unsigned all = 0;

    for (size_t i = 0; i < c->n_enabled; i++)
        all |= 1u << c->enabled[i];
    return all;
}

enum judge { WANTED, UNCOVERED, NEW_PAIRS };

static uint32_t worth(const struct rdl_guide *g, enum judge judge,
                      const struct rdl_guide_set *set)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->n; i++) {
        if (judge == NEW_PAIRS)
            n += g->pairs_new(g, set->id[i]);
        else if (!g->covered(g, set->id[i]) &&
                 (judge == UNCOVERED || g->estimated(g, set->id[i])))
            n = 1;
    }
    return n;
}

/* Rules 1 (ahead false) and 2: those of `of` with the largest worth, if it is
 * not 0. */
static unsigned best(const struct rdl_choice *c, enum judge judge, unsigned of,
                     bool ahead)
{
    uint32_t most = 0;
    unsigned out = 0;

    for (int p = 0; p < MODEL_THREADS; p++) {
        uint32_t n = 0;
        struct rdl_guide_set set;

        if ((of >> p & 1) == 0)
            continue;
        if (!ahead) {
            c->guide->query(c->guide, event_of(c, p), &set);
            n = worth(c->guide, judge, &set);
        }
        for (int q = 0; ahead && q < MODEL_THREADS; q++) {
            uint32_t one;

            if (q == p || (of >> q & 1) == 0)
                continue;
            if (judge == WANTED && event_of(c, p)->addr != event_of(c, q)->addr)
                continue;
            c->guide->query_after(c->guide, event_of(c, p), event_of(c, q),
                                  &set);
            one = worth(c->guide, judge, &set);
            n = one > n ? one : n;
        }
        if (n > most)
            out = 0;
        if (n > 0 && n >= most) {
            most = n;
            out |= 1u << p;
        }
    }
    return out;
}

static unsigned fewest(const struct rdl_choice *c, enum judge judge,
                       unsigned of)
{
    uint32_t least = UINT32_MAX;
    unsigned out = 0;

    for (int p = 0; p < MODEL_THREADS; p++) {
        uint32_t n;

        if ((of >> p & 1) == 0)
            continue;
        n = judge == NEW_PAIRS ? c->guide->partners(c->guide, event_of(c, p))
                               : c->guide->open(c->guide, event_of(c, p));
        if (n < least)
            out = 0;
        if (n <= least) {
            least = n;
            out |= 1u << p;
        }
    }
    return out;
}

static unsigned released(const struct rdl_choice *c, bool counts,
                         unsigned paused)
{
    unsigned out;

    if ((out = best(c, WANTED, paused, /*ahead=*/false)) != 0 ||
        (out = best(c, WANTED, paused, /*ahead=*/true)) != 0)
        return out;
    return counts ? fewest(c, WANTED, paused) : paused;
}

static unsigned with_open(const struct rdl_choice *c, unsigned locks)
{
    unsigned out = 0;

    for (int p = 0; p < MODEL_THREADS; p++) {
        if ((locks >> p & 1) != 0 &&
            c->guide->open(c->guide, event_of(c, p)) > 0)
            out |= 1u << p;
    }
    return out;
}

/* Those of `of` that want the lock of one of `by`. */
static unsigned meeting(const struct rdl_choice *c, unsigned of, unsigned by)
{
    unsigned out = 0;

    for (int p = 0; p < MODEL_THREADS; p++) {
        for (int q = 0; (of >> p & 1) != 0 && q < MODEL_THREADS; q++) {
            if ((by >> q & 1) != 0 &&
                event_of(c, q)->addr == event_of(c, p)->addr)
                out |= 1u << p;
        }
    }
    return out;
}

static unsigned tsa_allows(const struct rdl_choice *c, bool counts)
{
    unsigned others, locks, paused;

    divide(c, /*data=*/false, &others, &locks);
    paused = meeting(c, locks, with_open(c, locks));
    if ((others | locks) == 0)
        return all_enabled(c);
    if ((others | (locks & ~paused)) != 0)
        return others | (locks & ~paused);
    return released(c, counts, paused);
}

/* Threads that tsa-published has paused, and that have not gone on since. */
static unsigned held(const struct rdl_choice *c)
{
    const struct rdl_tsa *m = c->memory;
    unsigned out = 0;

    for (int p = 0; p < MODEL_THREADS; p++) {
        if (m->seen[p].held == m->execution &&
            rdl_guided_same(&m->seen[p].event, event_of(c, p)))
            out |= 1u << p;
    }
    return out;
}

/* Those in `before` were paused.  What is drawn first runs if it need not be
 * paused then; a rule decides only if nothing else is left. */
static unsigned published_allows(const struct rdl_choice *c, unsigned before)
{
    unsigned others, locks, open, out;

    divide(c, /*data=*/false, &others, &locks);
    if ((others | locks) == 0)
        return all_enabled(c);
    before &= locks; /* one that is left out for a moment holds nothing back */
    open = with_open(c, locks);
    out = others | (locks & ~(before | open | meeting(c, locks, before)));
    if (others == 0 &&
        (locks & ~(before | meeting(c, locks, before | open))) == 0)
        out |= released(c, /*counts=*/true, locks);
    return out;
}

/* Only an operation that a rule released, or that never was paused, runs. */
static unsigned kept; /* paused, though it is not open any more */

static void check_held(const struct rdl_choice *c, unsigned before, rdl_tid t)
{
    const unsigned after = held(c) & ~(1u << t);
    unsigned others, locks;

    divide(c, /*data=*/false, &others, &locks);
    assert_int_equal(before & ~(1u << t) & ~after, 0);
    assert_int_equal(
        after & ~before & ~meeting(c, locks, before | with_open(c, locks)), 0);
    kept += (before & after & locks & ~with_open(c, locks)) != 0;
}

static unsigned cuve_allows(const struct rdl_choice *c, enum judge judge)
{
    unsigned others, live, out;

    divide(c, /*data=*/true, &others, &live);
    if (others != 0)
        return others;
    if (live == 0)
        return all_enabled(c);
    if ((out = best(c, judge, live, /*ahead=*/false)) != 0 ||
        (out = best(c, judge, live, /*ahead=*/true)) != 0)
        return out;
    return fewest(c, judge, live);
}

/* Executions of tsa in a row that covered nothing new: after ten, every other
 * one has no Rule 3. */
static unsigned dry;

static unsigned allows(const char *name, const struct rdl_choice *c,
                       unsigned before)
{
    const struct rdl_cuve *m = c->memory;

    if (strcmp(name, "tsa-published") == 0)
        return published_allows(c, before);
    if (strncmp(name, "tsa", 3) == 0)
        return tsa_allows(c, strcmp(name, "tsa") == 0 &&
                                 (dry < 10 || dry % 2 == 0));
    return cuve_allows(c, strcmp(name, "cuve") == 0 && m->combines != 0
                              ? NEW_PAIRS
                              : UNCOVERED);
}

/* --- A strategy that checks the one it wraps -------------------------------
 */

static const struct rdl_strategy *checked;
static unsigned in_ctp, rested, spared, waited;
static uint64_t picks; /* of one campaign */

static void check_begin(void *state, const struct rdl_run *run)
{
    checked->begin(state, run);
}

static rdl_tid check_pick(void *state, const struct rdl_choice *c)
{
    const bool published = strcmp(checked->name, "tsa-published") == 0;
    /* The thread of the step before has gone on. */
    const unsigned before = published ? held(c) & ~(1u << c->current) : 0;
    unsigned may = allows(checked->name, c, before);
    rdl_tid t = checked->pick(state, c);

    picks++;
    if (published)
        check_held(c, before, t);
    if (*attempts_of(checked->name, c->memory) &&
        c->guide->waits(c->guide, event_of(c, t))) {
        waited++;
        return t;
    }
    if ((may >> t & 1) == 0)
        fail_msg("%s: thread %u, allowed are %#x", checked->name, t, may);
    return t;
}

static void check_end(void *state, const struct rdl_run *run,
                      const struct rdl_ended *ended)
{
    if (checked->end == NULL)
        return;
    checked->end(state, run, ended);
    dry = run->guide->fresh(run->guide) == 0 ? dry + 1 : 0;
    rested += strcmp(checked->name, "tsa") == 0 && dry > 10;
    if (strcmp(checked->name, "cuve") == 0)
        in_ctp += ((struct rdl_cuve *)run->memory)->combines;
}

static const struct rdl_strategy checking = { .name = "checking",
                                              .begin = check_begin,
                                              .pick = check_pick,
                                              .end = check_end };

static void tell_reference(void *arg, const struct rdl_event *e)
{
    reference_event(arg, e);
}

/* How often its rules decided. */
static uint64_t counted(const struct rdl_strategy *s, const void *memory)
{
    uint64_t n = 0;

    for (size_t i = 0; s->rules[i] != NULL; i++)
        n += s->decided(memory)[i];
    return n;
}

/* Runs a campaign; the hash of all its steps. */
static uint64_t campaign(const char *name, const struct model_program *program,
                         uint64_t seed, bool caches, bool checks)
{
    bool tsa = strncmp(name, "tsa", 3) == 0;
    struct reference *r = reference_new(tsa ? SYNC_PAIR : SYNC_PAIR | DEF_USE);
    struct model *m = model_new(program, name, &r->guide);
    struct rdl_rng world = { seed };
    uint64_t hash = 0;

    dry = 0;
    picks = 0;
    checked = m->strategy;
    m->observers[0] =
        (struct model_observer){ .event = tell_reference, .arg = r };
    m->count_steps = caches;
    m->rng.state = seed;
    m->leaves_out.state = seed + 1;
    if (checks)
        m->strategy = &checking;
    for (int i = 0; i < EXECUTIONS; i++) {
        reference_begin(r);
        model_run(m); /* some get stuck */
        reference_end(r);
        for (uint64_t k = 0; k < m->steps; k++)
            hash = (hash ^ (m->trace[k] + 1u)) * UINT64_C(0x9e3779b97f4a7c15);
        if (i < 3)
            programs_estimate(&world, program, r);
    }
    if (checks)
        assert_int_equal(counted(checked, m->memory), picks);
    spared += caches ? 0 : r->asked;
    spared -= caches ? r->asked : 0;
    model_free(m);
    free(r);
    return hash;
}

static const char *const names[] = { "tsa", "tsa-h", "tsa-published", "cuve",
                                     "cuve-c" };
#define NAMES (sizeof(names) / sizeof(names[0]))

static void decisions_are_those_of_the_rules(void **unused)
{
    (void)unused;
    in_ctp = rested = waited = kept = 0;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct rdl_rng world = { ~seed };
        struct model_program *p = programs_draw(&world);

        for (size_t i = 0; i < NAMES; i++)
            campaign(names[i], p, seed, /*caches=*/true, /*checks=*/true);
        free(p);
    }
    /* It must have been tried in both phases. */
    assert_in_range(in_ctp, PROGRAMS * EXECUTIONS / 4,
                    PROGRAMS * EXECUTIONS * 3 / 4);
    assert_true(rested > PROGRAMS);
    assert_true(waited > PROGRAMS);
    assert_true(kept > PROGRAMS);
}

static void what_is_kept_changes_no_decision(void **unused)
{
    (void)unused;
    spared = 0;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct rdl_rng world = { ~seed };
        struct model_program *p = programs_draw(&world);

        for (size_t i = 0; i < NAMES; i++) {
            uint64_t with = campaign(names[i], p, seed, true, false);

            assert_int_equal(with, campaign(names[i], p, seed, false, false));
        }
        free(p);
    }
    assert_true((int)spared > 0); /* and is worth something */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_those_of_the_rules),
        cmocka_unit_test(what_is_kept_changes_no_decision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
