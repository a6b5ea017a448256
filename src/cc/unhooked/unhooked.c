/* unhooked.c - see unhooked.h. */
#include "cc/unhooked/unhooked.h"

#include "cc/unhooked/function.h"
#include "cc/unhooked/places.h"

struct search {
    const struct rdl_image *image;
    const struct rdl_image_function *function;
    struct rdl_unhooked_places *places;
    void (*found)(void *data, const char *place);
    void *data;
};

static void unhooked_access(void *data, const struct rdl_function_access *a)
{
    const struct search *s = data;
    char place[512];

    /* A structure that the function returns: it lies in the caller's frame,
     * because a compiler copies it from there if it belongs elsewhere. */
    if (a->by_result &&
        rdl_unhooked_returns_structure(s->places, s->function->start))
        return;
    rdl_unhooked_place(s->places, a->at, s->function->name, place,
                       sizeof(place));
    s->found(s->data, place);
}

void rdl_unhooked_each(const char *object,
                       void (*found)(void *data, const char *place), void *data)
{
    struct rdl_image image;
    struct search s = { .image = &image, .found = found, .data = data };

    if (!rdl_image_open(&image, object))
        return;
    s.places = rdl_unhooked_places_new(object);
    for (size_t i = 0; i < image.n_functions; i++) {
        s.function = &image.functions[i];
        if (!s.function->part)
            rdl_function_check(&image, s.function, unhooked_access, &s);
    }
    rdl_unhooked_places_free(s.places);
    rdl_image_close(&image);
}
