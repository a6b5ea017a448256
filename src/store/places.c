/* places.c - see places.h. */
#include "store/places.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Texts come again and again: the same file, the same function. */
#define RECENT 64

static const char *places_keep(struct rdl_places *p, const char *text,
                               size_t size)
{
    char *copy;

    for (size_t i = 0; i < p->n_texts && i < RECENT; i++) {
        const char *known = p->texts[p->n_texts - 1 - i];

        if (strnlen(known, size + 1) == size && memcmp(known, text, size) == 0)
            return known;
    }
    copy = rdl_alloc(size + 1);
    memcpy(copy, text, size);
    if ((p->n_texts & (p->n_texts - 1)) == 0)
        p->texts = rdl_grow(p->texts, (p->n_texts > 0 ? 2 * p->n_texts : 1) *
                                          sizeof(*p->texts));
    p->texts[p->n_texts++] = copy;
    return copy;
}

static const char *places_word(struct rdl_places *p, const char *text)
{
    return text != NULL ? places_keep(p, text, strlen(text)) : "";
}

/* Room for one more: arrays grow by doubling. */
static void *places_room(void *array, size_t n, size_t size)
{
    if ((n & (n - 1)) != 0)
        return array;
    return rdl_grow(array, (n > 0 ? 2 * n : 1) * size);
}

void rdl_places_add(struct rdl_places *p, const struct rdl_places_place *place)
{
    struct rdl_places_place *to;

    p->all = places_room(p->all, p->n, sizeof(*p->all));
    to = &p->all[p->n++];
    *to = *place;
    to->file = places_word(p, place->file);
    to->function = places_word(p, place->function);
    to->outer = places_word(p, place->outer);
    to->op = places_word(p, place->op);
}

void rdl_places_function(struct rdl_places *p,
                         const struct rdl_places_function *function)
{
    struct rdl_places_function *to;

    p->functions =
        places_room(p->functions, p->n_functions, sizeof(*p->functions));
    to = &p->functions[p->n_functions++];
    *to = *function;
    to->file = places_word(p, function->file);
    to->name = places_word(p, function->name);
}

void rdl_places_declaration(struct rdl_places *p,
                            const struct rdl_places_declaration *declaration)
{
    struct rdl_places_declaration *to;

    p->declarations =
        places_room(p->declarations, p->n_declarations, sizeof(*to));
    to = &p->declarations[p->n_declarations++];
    *to = *declaration;
    to->owner = places_word(p, declaration->owner);
    to->name = places_word(p, declaration->name);
    to->type = places_word(p, declaration->type);
    to->file = places_word(p, declaration->file);
    p->has_declarations = true;
}

void rdl_places_source(struct rdl_places *p, const char *file, const char *text,
                       size_t size)
{
    p->sources = places_room(p->sources, p->n_sources, sizeof(*p->sources));
    p->sources[p->n_sources++] = (struct rdl_places_source){
        .file = places_word(p, file),
        .text = text != NULL ? places_keep(p, text, size) : NULL,
        .size = text != NULL ? size : 0,
    };
}

const char *rdl_places_line(const struct rdl_places_source *source,
                            unsigned line, size_t *size)
{
    const char *at = source->text, *stop, *end;

    if (at == NULL || line == 0)
        return NULL;
    stop = at + source->size;
    for (unsigned i = 1; i < line && at < stop; i++) {
        end = memchr(at, '\n', (size_t)(stop - at));
        at = end != NULL ? end + 1 : stop;
    }
    if (at == stop)
        return NULL;
    end = memchr(at, '\n', (size_t)(stop - at));
    *size = (size_t)((end != NULL ? end : stop) - at);
    return at;
}

static const char *places_moved(struct rdl_places *p, const char *file,
                                const char *from, const char *to)
{
    const char *at = strstr(file, from);
    const char *moved;
    char *path;

    if (at == NULL)
        return file;
    path = rdl_format("%s%s", to, at + strlen(from));
    moved = places_word(p, path);
    free(path);
    return moved;
}

void rdl_places_move(struct rdl_places *p, const char *from, const char *to)
{
    for (size_t i = 0; i < p->n; i++)
        p->all[i].file = places_moved(p, p->all[i].file, from, to);
    for (size_t i = 0; i < p->n_functions; i++)
        p->functions[i].file = places_moved(p, p->functions[i].file, from, to);
    for (size_t i = 0; i < p->n_sources; i++)
        p->sources[i].file = places_moved(p, p->sources[i].file, from, to);
    for (size_t i = 0; i < p->n_declarations; i++)
        p->declarations[i].file =
            places_moved(p, p->declarations[i].file, from, to);
}

void rdl_places_free(struct rdl_places *p)
{
    for (size_t i = 0; i < p->n_texts; i++)
        free(p->texts[i]);
    free(p->texts);
    free(p->all);
    free(p->functions);
    free(p->sources);
    free(p->declarations);
    *p = (struct rdl_places){ .n = 0 };
}
