/* store.c - see store.h: decides when to write, and handles failures of
 * writing. */
#include "store/store.h"

#include "base/time.h"
#include "store/backend.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_NS UINT64_C(100000000)     /* a short campaign saves once */
#define INTERVAL_NS UINT64_C(1000000000) /* between two saves */
#define SHARE 20 /* saving takes at most one part in this many */
#define RETRY_NS UINT64_C(10000000000) /* after a failed save */

struct rdl_store {
    const struct rdl_store_backend *backend;
    void *state;
    bool replaced;
    bool reported;   /* the user knows that something cannot be written */
    char *trouble;   /* a message that nobody has asked for yet */
    uint64_t due_ns; /* time of the next save */
    /* Findings that could not be written yet; owned, with their schedules. */
    size_t n_waiting;
    struct rdl_found *waiting;
};

/* --- Opening and closing --------------------------------------------------
 */

bool rdl_store_there(const char *dir)
{
    return rdl_store_sqlite.there(dir);
}

enum rdl_store_result rdl_store_open(const char *dir,
                                     const struct rdl_store_opening *session,
                                     struct rdl_store **out, char **text)
{
    return rdl_store_open_with(&rdl_store_sqlite, dir, session, out, text);
}

enum rdl_store_result
rdl_store_open_with(const struct rdl_store_backend *backend, const char *dir,
                    const struct rdl_store_opening *session,
                    struct rdl_store **out, char **text)
{
    struct rdl_store *s = rdl_alloc(sizeof(*s));
    enum rdl_store_result result;

    *text = NULL;
    *out = NULL;
    s->backend = backend;
    s->state = rdl_alloc(backend->state_size);
    result = backend->open(s->state, dir, session, &s->replaced, text);
    if (result == RDL_STORE_OPEN) {
        s->due_ns = rdl_time_ns() + FIRST_NS;
        *out = s;
        return result;
    }
    if (result == RDL_STORE_NONE) {
        char *why = *text;

        *text = rdl_store_without(s, why);
        free(why);
    }
    rdl_store_close(s);
    return result;
}

void rdl_store_close(struct rdl_store *s)
{
    if (s == NULL)
        return;
    s->backend->close(s->state);
    free(s->state);
    for (size_t i = 0; i < s->n_waiting; i++)
        free(s->waiting[i].schedule);
    free(s->waiting);
    free(s->trouble);
    free(s);
}

bool rdl_store_replaced(const struct rdl_store *s)
{
    return s != NULL && s->replaced;
}

void *rdl_store_state(struct rdl_store *s)
{
    return s->state;
}

/* The middle of a long place is left out: the reason matters more, and a note
 * has little room. */
#define PLACE_BEGIN 30
#define PLACE_END 30

char *rdl_store_without(const struct rdl_store *s, const char *why)
{
    const char *place = s->backend->place(s->state);
    const size_t n = strlen(place);
    const bool fits = n <= PLACE_BEGIN + 3 + PLACE_END;

    return rdl_format("cannot keep the campaign in %.*s%s%s: %s; it goes on "
                      "without, and cannot be continued later",
                      fits ? (int)n : PLACE_BEGIN, place, fits ? "" : "...",
                      fits ? "" : place + n - PLACE_END, why);
}

/* --- Loading --------------------------------------------------------------
 */

bool rdl_store_load(struct rdl_store *s, struct rdl_delta *coverage,
                    struct rdl_store_totals *totals, char **text)
{
    char *why;

    *totals = (struct rdl_store_totals){ .sessions = 0 };
    *text = NULL;
    if (coverage != NULL)
        *coverage = (struct rdl_delta){ .bytes = NULL };
    if (s == NULL || s->backend->load(s->state, coverage, totals))
        return true;
    why = s->backend->error(s->state);
    *text = rdl_store_without(s, why);
    free(why);
    return false;
}

void rdl_store_totals_free(struct rdl_store_totals *totals)
{
    for (size_t i = 0; i < totals->n_findings; i++)
        free(totals->findings[i].schedule);
    free(totals->findings);
    free(totals->exploration);
    *totals = (struct rdl_store_totals){ .sessions = 0 };
}

/* --- Writing --------------------------------------------------------------
 */

/* Writes again later: perhaps there is room then. */
static void store_failed(struct rdl_store *s)
{
    char *why = s->backend->error(s->state);

    if (!s->reported)
        s->trouble = rdl_format(
            "cannot write to %s: %s; the campaign goes on, but what it covers "
            "from here on may be lost",
            s->backend->place(s->state), why);
    s->reported = true;
    free(why);
}

char *rdl_store_trouble(struct rdl_store *s)
{
    char *trouble = s != NULL ? s->trouble : NULL;

    if (s != NULL)
        s->trouble = NULL;
    return trouble;
}

static void store_wait(struct rdl_store *s, const struct rdl_found *found)
{
    size_t i = 0;

    while (i < s->n_waiting && s->waiting[i].id != found->id)
        i++;
    if (i == s->n_waiting) {
        s->waiting = rdl_grow(s->waiting, (i + 1) * sizeof(*s->waiting));
        s->waiting[i] = (struct rdl_found){ .schedule = NULL };
        s->n_waiting++;
    }
    free(s->waiting[i].schedule);
    s->waiting[i] = *found;
    if (found->schedule != NULL)
        s->waiting[i].schedule = rdl_strdup(found->schedule);
}

/* Writes the findings that could not be written, in order. */
static bool store_waiting(struct rdl_store *s)
{
    while (s->n_waiting > 0) {
        if (!s->backend->finding(s->state, &s->waiting[0]))
            return false;
        free(s->waiting[0].schedule);
        s->n_waiting--;
        for (size_t i = 0; i < s->n_waiting; i++)
            s->waiting[i] = s->waiting[i + 1];
    }
    return true;
}

static bool store_write(struct rdl_store *s, const struct rdl_delta *delta,
                        const struct rdl_store_progress *progress,
                        const char *how)
{
    const uint64_t began = rdl_time_ns();
    const bool good =
        store_waiting(s) && s->backend->append(s->state, delta, progress, how);
    uint64_t took;

    if (!good)
        store_failed(s);
    took = rdl_time_ns() - began;
    s->due_ns = rdl_time_ns() + (!good                        ? RETRY_NS
                                 : took * SHARE > INTERVAL_NS ? took * SHARE
                                                              : INTERVAL_NS);
    return good;
}

bool rdl_store_due(const struct rdl_store *s)
{
    return s != NULL && rdl_time_ns() >= s->due_ns;
}

bool rdl_store_append(struct rdl_store *s, const struct rdl_delta *delta,
                      const struct rdl_store_progress *progress)
{
    return s == NULL || store_write(s, delta, progress, NULL);
}

void rdl_store_found(struct rdl_store *s, const struct rdl_found *found)
{
    if (s == NULL)
        return;
    if (s->n_waiting > 0 || !s->backend->finding(s->state, found))
        store_wait(s, found);
    if (!store_waiting(s))
        store_failed(s);
}

void rdl_store_note(struct rdl_store *s, const char *kind, const char *text,
                    const char *location)
{
    if (s != NULL && !s->backend->note(s->state, kind, text, location))
        store_failed(s);
}

bool rdl_store_predict(struct rdl_store *s,
                       const struct rdl_store_predicted *predicted)
{
    if (s == NULL || s->backend->predict(s->state, predicted))
        return true;
    store_failed(s);
    return false;
}

void rdl_store_predicted(struct rdl_store *s,
                         const struct rdl_store_reader *reader)
{
    if (s != NULL)
        s->backend->predicted(s->state, reader);
}

void rdl_store_places(struct rdl_store *s, const struct rdl_places *places)
{
    if (s != NULL && !s->backend->places(s->state, places))
        store_failed(s);
}

bool rdl_store_end(struct rdl_store *s, const struct rdl_delta *delta,
                   const struct rdl_store_progress *progress, const char *how)
{
    return s == NULL || store_write(s, delta, progress, how);
}
