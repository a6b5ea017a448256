/* corpus.c - an explorer that first follows the schedules of a directory, each
 * once, and then leaves everything to another explorer.  Failures of the past
 * are the best guess at failures of a changed program.  It follows a schedule
 * loosely (strategy/script.h), so that it still serves when the program has
 * changed: a replay would only report the difference.
 *
 * Execution numbers are consecutive, so the number alone determines the
 * schedule: a request that was not run gets the same one again. */
#include "campaign/explore/explorer.h"

#include "schedule/schedule.h"
#include "util/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ENDING ".schedule"

struct corpus {
    size_t n;
    struct rdl_plan *plans; /* in the order of file names */
    bool begun;
    uint64_t first; /* its first execution in this session, once begun */
    uint64_t after; /* executions of `then` that come before the schedules */
    struct rdl_exploration then; /* the explorer that follows */
};

static bool corpus_takes(const struct rdl_explorer_setup *setup)
{
    return setup->first != NULL;
}

static int corpus_named(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name), ending = strlen(ENDING);

    return n > ending && strcmp(entry->d_name + n - ending, ENDING) == 0;
}

static bool corpus_load(struct corpus *c, const char *path,
                        struct rdl_error *error)
{
    struct rdl_schedule schedule;
    bool fits;

    if (!rdl_schedule_load(&schedule, path, error))
        return false;
    c->plans = rdl_grow(c->plans, (c->n + 1) * sizeof(*c->plans));
    fits = rdl_plan_of_schedule(&c->plans[c->n], &schedule);
    c->n += fits;
    rdl_schedule_free(&schedule);
    return fits || rdl_error_set(error, RDL_EXIT_USAGE,
                                 "%s is too long to be followed", path);
}

/* A file that cannot be used does not stop the others: such a directory is kept
 * for years, and outlives a format. */
static bool corpus_read(struct corpus *c,
                        const struct rdl_explorer_setup *setup,
                        struct rdl_error *error)
{
    const char *dir = setup->first;
    struct dirent **list;
    const int n = scandir(dir, &list, corpus_named, alphasort);

    if (n < 0)
        return rdl_error_errno(error, RDL_EXIT_USAGE,
                               "cannot read the directory --first %s", dir);
    for (int i = 0; i < n; i++) {
        char *path = rdl_format("%s/%s", dir, list[i]->d_name);
        struct rdl_error wrong = { .code = RDL_EXIT_CLEAN };

        if (!corpus_load(c, path, &wrong) && setup->notes.add != NULL)
            rdl_note_sink_say(&setup->notes, "--first leaves out a file: %s",
                              wrong.text);
        free(path);
        free(list[i]);
    }
    free(list);
    return c->n > 0 || rdl_error_set(error, RDL_EXIT_USAGE,
                                     "--first %s has no schedule that can be "
                                     "followed",
                                     dir);
}

static void corpus_free(struct corpus *c)
{
    for (size_t i = 0; i < c->n; i++)
        rdl_plan_free(&c->plans[i]);
    free(c->plans);
}

static bool corpus_open(void *state, const struct rdl_explorer_setup *setup,
                        struct rdl_error *error)
{
    struct rdl_explorer_setup then = *setup;
    struct corpus *c = state;

    then.first = NULL;
    c->after = setup->changed ? RDL_EXPLORER_ALIKE : 0;
    if (corpus_read(c, setup, error) &&
        rdl_exploration_open(&c->then, rdl_explorer_for(&then), &then, error))
        return true;
    corpus_free(c);
    return false;
}

static void corpus_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    const struct corpus *c = state;

    c->then.explorer->needs(c->then.state, metrics, pairs);
}

/* The first request has the lowest number. */
static void corpus_next(void *state, struct rdl_request *request)
{
    struct corpus *c = state;

    if (!c->begun)
        c->first = request->first + c->after;
    c->begun = true;
    if (request->first - c->first >= c->n) {
        if (request->first < c->first && request->n > c->first - request->first)
            request->n = c->first - request->first;
        c->then.explorer->next(c->then.state, request);
        return;
    }
    request->n = 1;
    request->prefix = &c->plans[request->first - c->first];
}

static void corpus_learn(void *state, const struct rdl_learned *learned)
{
    struct corpus *c = state;

    if (learned->from - c->first >= c->n)
        c->then.explorer->learn(c->then.state, learned);
}

static enum rdl_explored corpus_done(const void *state)
{
    const struct corpus *c = state;

    return c->then.explorer->done(c->then.state);
}

static void corpus_close(void *state)
{
    struct corpus *c = state;

    rdl_exploration_close(&c->then);
    corpus_free(c);
}

const struct rdl_explorer rdl_explorer_corpus = {
    .name = "corpus",
    .state_size = sizeof(struct corpus),
    .takes = corpus_takes,
    .open = corpus_open,
    .needs = corpus_needs,
    .next = corpus_next,
    .learn = corpus_learn,
    .done = corpus_done,
    .close = corpus_close,
};
