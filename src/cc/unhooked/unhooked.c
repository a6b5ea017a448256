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

struct search {
    const struct rdl_image *image;
    const struct rdl_image_function *function;
    struct rdl_unhooked_places *places;
    void (*found)(void *data, const char *place);
    void *data;
    size_t n_returned, n_calls;
    struct returned *returned;
    struct call *calls;
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

void rdl_unhooked_each(const char *object,
                       void (*found)(void *data, const char *place), void *data)
{
    struct rdl_image image;
    struct search s = { .image = &image, .found = found, .data = data };
    const struct rdl_function_reports reports = { &s, unhooked_access,
                                                  unhooked_called };

    if (!rdl_image_open(&image, object))
        return;
    s.places = rdl_unhooked_places_new(object);
    for (size_t i = 0; i < image.n_functions; i++) {
        s.function = &image.functions[i];
        if (!s.function->part)
            rdl_function_check(&image, s.function, &reports);
    }
    unhooked_outside(&s);
    for (size_t i = 0; i < s.n_returned; i++) {
        if (unhooked_elsewhere(&s, s.returned[i].function, 0))
            unhooked_report(&s, s.returned[i].function, s.returned[i].at);
    }
    free(s.returned);
    free(s.calls);
    rdl_unhooked_places_free(s.places);
    rdl_image_close(&image);
}
