/* requirement.c - see requirement.h: what a listing holds, and its order. */
#include "report/coverage/requirement_internal.h"

#include "base/text.h"
#include "symbols/files/unloaded.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct rdl_listing *rdl_listing_new(void)
{
    return rdl_alloc(sizeof(struct rdl_listing));
}

void rdl_listing_free(struct rdl_listing *l)
{
    for (size_t i = 0; i < l->n_places; i++)
        free(l->places[i].text);
    rdl_symbols_free(l->symbols);
    free(l->modules);
    free(l->places);
    free(l->all);
    free(l);
}

/* --- Collecting ----------------------------------------------------------- */

/* Makes room for element `number` of an array, zeroed. */
static void *requirement_listing_room(void *array, size_t *n, size_t size,
                                      size_t number)
{
    size_t more;

    if (number < *n)
        return array;
    more = number + 1 > 2 * *n ? number + 1 : 2 * *n;
    array = rdl_grow(array, more * size);
    memset((char *)array + *n * size, 0, (more - *n) * size);
    *n = more;
    return array;
}

void rdl_listing_module(struct rdl_listing *l, uint32_t number,
                        const char *path, const uint8_t *build_id,
                        size_t build_id_size, bool usable)
{
    if (number >= RDL_MAX_MODULES)
        return;
    l->modules = requirement_listing_room(l->modules, &l->n_modules,
                                          sizeof(*l->modules), number);
    rdl_unloaded_module(&l->modules[number].m, number, path, build_id,
                        build_id_size);
    l->modules[number].usable = usable;
}

void rdl_listing_location(struct rdl_listing *l, uint32_t number,
                          uint32_t module, uint64_t offset)
{
    if (number > RDL_LOC_UNKNOWN)
        return;
    l->places = requirement_listing_room(l->places, &l->n_places,
                                         sizeof(*l->places), number);
    l->places[number].known = true;
    l->places[number].module = module;
    l->places[number].offset = offset;
}

void rdl_listing_add(struct rdl_listing *l, const struct rdl_listed *r)
{
    if (r->metric >= RDL_N_METRICS || (!r->estimated && !r->covered))
        return;
    if ((l->n & (l->n - 1)) == 0) /* 0 or a power of two: it is full */
        l->all = rdl_grow(l->all, (l->n > 0 ? 2 * l->n : 1) * sizeof(*l->all));
    l->all[l->n++] = *r;
}

/* --- Places --------------------------------------------------------------- */

const struct listed_place *rdl_listing_at(const struct rdl_listing *l,
                                          uint32_t location)
{
    if (location < RDL_LOC_FIRST || location >= l->n_places ||
        !l->places[location].known)
        return NULL;
    return &l->places[location];
}

/* "bank.c:31:9 (deposit)"; a word for one that is not in the program. */
static const char *requirement_place(const struct rdl_listing *l,
                                     uint32_t location)
{
    const struct listed_place *p = rdl_listing_at(l, location);

    if (p != NULL)
        return p->text;
    switch (location) {
    case RDL_LOC_NONE:
        return "the beginning";
    case RDL_LOC_OWN:
        return "its own thread";
    case RDL_LOC_OTHER:
        return "another thread";
    default:
        return "?";
    }
}

static void requirement_place_look_up(struct rdl_listing *l,
                                      struct listed_place *p)
{
    char text[512];

    if (p->module < l->n_modules) {
        rdl_symbols_find(l->symbols, l->modules[p->module].m.base + p->offset,
                         &p->place);
        /* The symboliser looks one byte before; the number is that of the
         * store. */
        if (p->place.file == NULL)
            p->place.offset = p->offset;
    } else {
        p->place.offset = p->offset;
    }
    p->text = rdl_strdup(rdl_place_format(&p->place, text, sizeof(text)));
}

/* --- Order ---------------------------------------------------------------- */

static int requirement_compare_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a == NULL) - (b == NULL); /* unknown places come last */
    return strcmp(a, b);
}

static int requirement_compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compares what the text shows. */
static int requirement_compare_shown(const struct listed_place *p,
                                     const struct listed_place *q)
{
    int c;

    if ((c = requirement_compare_text(p->place.file, q->place.file)) != 0 ||
        (c = requirement_compare_numbers(p->place.line, q->place.line)) != 0 ||
        (c = requirement_compare_numbers(p->place.column, q->place.column)) !=
            0 ||
        (c = requirement_compare_text(p->place.function, q->place.function)) !=
            0)
        return c;
    return strcmp(p->text, q->text);
}

static int requirement_compare_rest(const struct listed_place *p,
                                    const struct listed_place *q)
{
    int c =
        requirement_compare_text(p->place.module_path, q->place.module_path);

    return c != 0 ? c : requirement_compare_numbers(p->offset, q->offset);
}

static int requirement_compare_places(
    const struct rdl_listing *l, uint32_t a, uint32_t b,
    int (*compare)(const struct listed_place *, const struct listed_place *))
{
    const struct listed_place *p = rdl_listing_at(l, a);
    const struct listed_place *q = rdl_listing_at(l, b);

    if (p == NULL || q == NULL)
        return p == q ? requirement_compare_numbers(a, b)
                      : (p != NULL) - (q != NULL);
    return compare(p, q);
}

/* First by what the text shows of both places, so that equal lines are
 * adjacent. */
static int requirement_compare_listed(const void *a, const void *b,
                                      void *listing)
{
    const struct rdl_listed *r = a, *s = b;
    int c;

    if ((c = requirement_compare_numbers(r->metric, s->metric)) != 0 ||
        (c = requirement_compare_places(listing, r->l1, s->l1,
                                        requirement_compare_shown)) != 0 ||
        (c = requirement_compare_places(listing, r->l2, s->l2,
                                        requirement_compare_shown)) != 0 ||
        (c = requirement_compare_places(listing, r->l1, s->l1,
                                        requirement_compare_rest)) != 0)
        return c;
    return requirement_compare_places(listing, r->l2, s->l2,
                                      requirement_compare_rest);
}

/* The module table for the symboliser. */
static struct rdl_symbols *
requirement_listing_symbols(const struct rdl_listing *l)
{
    struct rdl_module *table = rdl_alloc((l->n_modules + 1) * sizeof(*table));
    struct rdl_symbols *symbols;

    for (size_t i = 0; i < l->n_modules; i++) {
        table[i] = l->modules[i].m;
        /* A path that cannot be opened, with the same base name. */
        if (!l->modules[i].usable)
            snprintf(table[i].path, sizeof(table[i].path), "/dev/null/%.200s",
                     rdl_text_base_name(l->modules[i].m.path));
    }
    symbols = rdl_symbols_new(table, l->n_modules);
    free(table);
    return symbols;
}

void rdl_listing_settle(struct rdl_listing *l)
{
    if (l->symbols != NULL)
        return;
    l->symbols = requirement_listing_symbols(l);
    for (size_t i = 0; i < l->n_places; i++) {
        if (l->places[i].known)
            requirement_place_look_up(l, &l->places[i]);
    }
    if (l->n > 0)
        qsort_r(l->all, l->n, sizeof(*l->all), requirement_compare_listed, l);
}

/* --- One requirement ------------------------------------------------------ */

enum rdl_listed_state rdl_listed_state(const struct rdl_listed *r)
{
    if (!r->covered)
        return r->proved ? RDL_LISTED_IMPOSSIBLE : RDL_LISTED_UNCOVERED;
    return r->estimated ? RDL_LISTED_COVERED : RDL_LISTED_UNEXPECTED;
}

const char *rdl_listed_name(enum rdl_listed_state state)
{
    static const char *const names[] = {
        [RDL_LISTED_COVERED] = "covered",
        [RDL_LISTED_UNCOVERED] = "uncovered",
        [RDL_LISTED_UNEXPECTED] = "unexpected",
        [RDL_LISTED_IMPOSSIBLE] = "impossible",
    };

    return names[state];
}

char *rdl_listing_text(const struct rdl_listing *l, const struct rdl_listed *r)
{
    const char *second = requirement_place(l, r->l2);

    switch (rdl_metric_at(r->metric)->form) {
    case RDL_FORM_ONE:
        return rdl_strdup(second);
    case RDL_FORM_PAIR:
        return rdl_format("%s -> %s", requirement_place(l, r->l1), second);
    case RDL_FORM_SIDE:
        break;
    }
    return rdl_format("%s reads from %s", second, requirement_place(l, r->l1));
}

void rdl_listing_count(const struct rdl_listing *l, uint32_t metrics,
                       size_t counts[RDL_N_LISTED])
{
    memset(counts, 0, RDL_N_LISTED * sizeof(counts[0]));
    for (size_t i = 0; i < l->n; i++) {
        if ((metrics >> l->all[i].metric & 1) != 0)
            counts[rdl_listed_state(&l->all[i])]++;
    }
}
