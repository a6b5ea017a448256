/* unhooked.c - see unhooked.h. */
#include "cc/unhooked/unhooked.h"

#include "cc/unhooked/function.h"
#include "cc/unhooked/places.h"
#include "util/alloc.h"

#include <stdlib.h>

#define MOST_FORWARDED 8

/* A structure that a function returns: the caller says where, by an address in
 * its frame; it copies the structure from there if it belongs elsewhere.  gcc
 * leaves the copy out if it sees that the function does not use the variable:
 * then the writes that the function makes without hooks are those of the
 * variable, and count. */
struct returned {
    const struct rdl_image_function *function;
    uint64_t at; /* an access to the structure */
};

/* A call with a first argument that is not in the caller's frame. */
struct call {
    const struct rdl_image_function *from;
    uint64_t goal;
    bool forwards; /* the caller's own first argument */
};

/* A function hands its parameter on, or the address of a local variable. */
struct handed {
    const struct rdl_image_function *from;
    enum { PARAMETER, LOCAL, READ } what; /* READ: of a local variable */
    unsigned parameter;
    uint64_t at; /* READ: the access */
    uint64_t goal;
    unsigned argument;
};

struct search {
    const struct rdl_image *image;
    const struct rdl_image_function *function;
    struct rdl_unhooked_places *places;
    void (*found)(void *data, const char *place);
    void *data;
    size_t n_returned, n_calls, n_handed;
    struct returned *returned;
    struct call *calls;
    struct handed *handed;
    /* By function of the image: the parameters that other threads may get, as
     * bits. */
    unsigned *leaked;
    bool shares; /* a local variable with other threads */
};

static void unhooked_report(const struct search *s,
                            const struct rdl_image_function *function,
                            uint64_t at)
{
    char place[512];

    rdl_unhooked_place(s->places, at, function->name, place, sizeof(place));
    s->found(s->data, place);
}

static void unhooked_access(void *data, const struct rdl_function_access *a)
{
    struct search *s = data;

    if (!a->by_result ||
        !rdl_unhooked_returns_structure(s->places, s->function->start)) {
        unhooked_report(s, s->function, a->at);
        return;
    }
    s->returned =
        rdl_grow(s->returned, (s->n_returned + 1) * sizeof(*s->returned));
    s->returned[s->n_returned++] = (struct returned){ s->function, a->at };
}

static void unhooked_called(void *data, uint64_t goal, bool forwards)
{
    struct search *s = data;

    s->calls = rdl_grow(s->calls, (s->n_calls + 1) * sizeof(*s->calls));
    s->calls[s->n_calls++] = (struct call){ s->function, goal, forwards };
}

/* Does it write its structure elsewhere than into a frame?  `depth`: callers
 * that hand on where they were asked to write. */
static bool unhooked_elsewhere(const struct search *s,
                               const struct rdl_image_function *f, size_t depth)
{
    for (size_t i = 0; i < s->n_calls; i++) {
        const struct call *c = &s->calls[i];

        if (c->goal == f->start &&
            (!c->forwards || depth == MOST_FORWARDED ||
             (c->from != f && unhooked_elsewhere(s, c->from, depth + 1))))
            return true;
    }
    return false;
}

/* --- Local variables ------------------------------------------------------ */

static unsigned *unhooked_leaked(const struct search *s, uint64_t start)
{
    for (size_t i = 0; i < s->image->n_functions; i++) {
        if (s->image->functions[i].start == start)
            return &s->leaked[i];
    }
    return NULL;
}

static void unhooked_hand(struct search *s, struct handed h)
{
    h.from = s->function;
    s->handed = rdl_grow(s->handed, (s->n_handed + 1) * sizeof(*s->handed));
    s->handed[s->n_handed++] = h;
}

static void unhooked_gives(void *data, unsigned parameter, uint64_t goal,
                           unsigned argument)
{
    struct search *s = data;

    if (goal == 0)
        *unhooked_leaked(s, s->function->start) |= 1U << parameter;
    else
        unhooked_hand(s, (struct handed){ .what = PARAMETER,
                                          .parameter = parameter,
                                          .goal = goal,
                                          .argument = argument });
}

/* Who calls it may store what it returns.  A structure is none of its
 * parameters. */
static void unhooked_returns(void *data, unsigned parameter)
{
    struct search *s = data;

    if (parameter != 0 ||
        !rdl_unhooked_returns_structure(s->places, s->function->start))
        *unhooked_leaked(s, s->function->start) |= 1U << parameter;
}

static void unhooked_shares(void *data, uint64_t goal, unsigned argument)
{
    struct search *s = data;

    if (goal == 0)
        s->shares = true;
    else
        unhooked_hand(s, (struct handed){ .what = LOCAL,
                                          .goal = goal,
                                          .argument = argument });
}

static void unhooked_reads(void *data, uint64_t at, uint64_t goal,
                           unsigned argument)
{
    unhooked_hand(
        data, (struct handed){
                  .what = READ, .at = at, .goal = goal, .argument = argument });
}

static bool unhooked_returns_structure(void *data, uint64_t goal)
{
    struct search *s = data;

    return rdl_unhooked_returns_structure(s->places, goal);
}

/* Does the function that it goes to give it to other threads?  Another object's
 * may. */
static bool unhooked_gets(const struct search *s, const struct handed *h)
{
    const unsigned *leaked = unhooked_leaked(s, h->goal);

    return leaked == NULL || (*leaked >> h->argument & 1) != 0;
}

static void unhooked_copies(struct search *s)
{
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0; i < s->n_handed; i++) {
            const struct handed *h = &s->handed[i];
            unsigned *leaked = unhooked_leaked(s, h->from->start);

            if (h->what != PARAMETER || (*leaked >> h->parameter & 1) != 0 ||
                !unhooked_gets(s, h))
                continue;
            *leaked |= 1U << h->parameter;
            more = true;
        }
    }
    for (size_t i = 0; i < s->n_handed; i++) {
        const struct handed *h = &s->handed[i];

        if (h->what == PARAMETER || !unhooked_gets(s, h))
            continue;
        s->shares = true;
        if (h->what == READ)
            unhooked_report(s, h->from, h->at);
    }
}

/* Code of top-level assembler, or of a file of assembler that does not say
 * where its functions begin and end: nothing can be said about its accesses. */
static void unhooked_outside(const struct search *s)
{
    uint64_t at = 0, end;
    const char *name;

    while (rdl_image_outside(s->image, &at, &end, &name)) {
        const struct rdl_image_function f = { at, end, name, false };

        unhooked_report(s, &f, at);
        at = end;
    }
}

bool rdl_unhooked_each(const char *object,
                       void (*found)(void *data, const char *place), void *data)
{
    struct rdl_image image;
    struct search s = { .image = &image, .found = found, .data = data };
    const struct rdl_function_reports reports = {
        .data = &s,
        .found = unhooked_access,
        .called = unhooked_called,
        .leaks = { &s, unhooked_gives, unhooked_returns, unhooked_shares,
                   unhooked_reads, unhooked_returns_structure },
    };

    if (!rdl_image_open(&image, object))
        return false;
    s.leaked = rdl_alloc((image.n_functions + 1) * sizeof(*s.leaked));
    s.places = rdl_unhooked_places_new(object);
    for (size_t i = 0; i < image.n_functions; i++) {
        s.function = &image.functions[i];
        if (!s.function->part)
            rdl_function_check(&image, s.function, &reports);
    }
    unhooked_outside(&s);
    unhooked_copies(&s);
    for (size_t i = 0; i < s.n_returned; i++) {
        if (unhooked_elsewhere(&s, s.returned[i].function, 0))
            unhooked_report(&s, s.returned[i].function, s.returned[i].at);
    }
    free(s.returned);
    free(s.calls);
    free(s.handed);
    free(s.leaked);
    rdl_unhooked_places_free(s.places);
    rdl_image_close(&image);
    return s.shares;
}
