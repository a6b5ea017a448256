/* resample.c - see resample.h.  The best so far is put aside while another
 * failing execution is shrunk in its place; the smaller of the two stays. */
#include "minimize/resample.h"

#include "base/rng.h"
#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>

/* The share of the limit for other ways: one in ...; before anything was left
 * out. */
#define PART 2
#define PART_FIRST 4
/* With this many elements, leaving out would not end within the limits: each
 * attempt is as long as the original. */
#define MANY 32
/* Random parts of one size to try before smaller ones. */
#define TRIES 3

struct again {
    struct rdl_minimize *k;
    struct rdl_rng rng;
    struct rdl_minimize saved; /* its best, size and record: the best so far */
};

/* Leaves out random parts; they get smaller when fewer elements remain. */
static void resample_parts(struct again *a)
{
    struct rdl_minimize *k = a->k;
    size_t size = rdl_minimize_elements(k) / 2;
    unsigned tries = 0;

    while (size > 1 && !k->spent) {
        const size_t n = rdl_minimize_elements(k);
        bool *marked = rdl_alloc(n + 1);

        rdl_rng_mark(&a->rng, marked, n, size);
        if (rdl_minimize_without(k, marked))
            tries = 0;
        else if (++tries == TRIES) {
            tries = 0;
            size /= 2;
        }
        free(marked);
        if (size > rdl_minimize_elements(k) / 2)
            size = rdl_minimize_elements(k) / 2;
    }
}

/* Leaves out each alone, in a random order, until none can be left out. */
static void resample_singles(struct again *a)
{
    struct rdl_minimize *k = a->k;
    size_t failed = 0, at = 0;

    while (!k->spent && failed < rdl_minimize_elements(k)) {
        const size_t n = rdl_minimize_elements(k);
        bool *marked = rdl_alloc(n + 1);

        if (failed == 0)
            at = (size_t)rdl_rng_below(&a->rng, n);
        marked[at % n] = true;
        failed = rdl_minimize_without(k, marked) ? 0 : failed + 1;
        at++;
        free(marked);
    }
    k->minimal = !k->spent;
}

/* Puts the best so far aside; the original takes its place. */
static bool resample_begin(struct again *a, struct rdl_plan *all)
{
    struct rdl_minimize *k = a->k;

    a->saved = *k;
    k->best = (struct rdl_plan){ 0 };
    k->recorded = false;
    k->size.preemptions = SIZE_MAX / 2;
    return rdl_minimize_attempt(k, all);
}

/* The smaller of the two stays. */
static bool resample_end(struct again *a)
{
    struct rdl_minimize *k = a->k;
    const bool smaller =
        k->recorded && rdl_plan_smaller(&k->size, &a->saved.size);

    if (smaller) {
        rdl_plan_free(&a->saved.best);
        if (a->saved.recorded)
            rdl_schedule_free(&a->saved.record);
        return true;
    }
    rdl_plan_free(&k->best);
    if (k->recorded)
        rdl_schedule_free(&k->record);
    k->best = a->saved.best;
    k->record = a->saved.record;
    k->recorded = a->saved.recorded;
    k->size = a->saved.size;
    k->minimal = a->saved.minimal;
    return false;
}

/* Another execution with the same failure, with few preemptions to begin
 * with. */
static bool resample_sample(struct again *a, struct rdl_plan *out)
{
    struct rdl_minimize *k = a->k;
    struct rdl_config config = k->config;
    struct rdl_schedule record;
    bool good;

    rdl_text_copy(config.strategy, "pct", sizeof(config.strategy));
    config.flags |= k->from->config.flags & RDL_CFG_PATIENT;
    config.seed = rdl_rng_next(&a->rng);
    config.depth = 2 + (uint32_t)rdl_rng_below(&a->rng, 4);
    config.expected_steps = k->from->n_steps;
    if (!rdl_minimize_run(k, &config) ||
        !rdl_capture_take(k->worker, k->from->program, &k->from->config,
                          /*places=*/NULL, &record, NULL))
        return false;
    good = rdl_plan_of_schedule(out, &record);
    rdl_schedule_free(&record);
    return good;
}

static bool resample_until(struct rdl_minimize *k, unsigned part, size_t enough)
{
    struct again a = { .k = k,
                       .rng = { k->from->event_hash + k->made.attempts } };
    struct rdl_plan all;
    bool found = false;

    rdl_minimize_allow(k, part);
    while (!k->spent && rdl_minimize_elements(k) > enough) {
        if (!resample_sample(&a, &all))
            continue;
        if (resample_begin(&a, &all)) {
            resample_parts(&a);
            resample_singles(&a);
        }
        found |= resample_end(&a);
    }
    rdl_minimize_allow(k, 0);
    return found;
}

bool rdl_minimize_resample(struct rdl_minimize *k)
{
    return resample_until(k, PART, 1);
}

bool rdl_minimize_instead(struct rdl_minimize *k)
{
    return resample_until(k, PART_FIRST, MANY);
}
