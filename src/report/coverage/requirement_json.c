/* requirement_json.c - a listing for machines. */
#include "report/formats/json.h"
#include "report/formats/json_place.h"
#include "report/coverage/requirement_internal.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* NULL: there is none. */
static json_t *json_totals(const struct rdl_listing *l, uint32_t metrics)
{
    size_t n[RDL_N_LISTED], all = 0;

    rdl_listing_count(l, metrics, n);
    for (unsigned i = 0; i < RDL_N_LISTED; i++)
        all += n[i];
    if (all == 0)
        return NULL;
    return json_pack(
        "{sI sI sI sI sI}", "estimated",
        (json_int_t)(all - n[RDL_LISTED_UNEXPECTED]), "covered",
        (json_int_t)(n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNEXPECTED]),
        "uncovered", (json_int_t)n[RDL_LISTED_UNCOVERED], "unexpected",
        (json_int_t)n[RDL_LISTED_UNEXPECTED], "impossible",
        (json_int_t)n[RDL_LISTED_IMPOSSIBLE]);
}

json_t *rdl_listing_json_totals(const struct rdl_listing *l, uint32_t metrics)
{
    const struct rdl_metric *m;
    json_t *object = json_object();

    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++) {
        json_t *totals = json_totals(l, metrics & UINT32_C(1) << i);

        if (totals != NULL)
            json_object_set_new(object, m->name, totals);
    }
    return object;
}

json_t *rdl_listing_json_combined(const struct rdl_listing *l, const char *name)
{
    const struct rdl_combined *c;
    json_t *object = json_object();

    for (size_t i = 0; name != NULL && (c = rdl_combined_at(i)) != NULL; i++) {
        json_t *totals =
            strcmp(name, c->name) == 0 ? json_totals(l, c->metrics) : NULL;

        if (totals != NULL)
            json_object_set_new(object, name, totals);
    }
    return object;
}

static json_t *json_place(const struct rdl_listing *l, uint32_t location)
{
    const struct listed_place *p = rdl_listing_at(l, location);
    json_t *object;

    if (p == NULL)
        return json_null();
    object = rdl_json_place(&p->place, p->text);
    json_object_set_new(object, "module",
                        rdl_json_text(p->module < l->n_modules
                                          ? l->modules[p->module].m.path
                                          : NULL));
    json_object_set_new(object, "offset", json_integer((json_int_t)p->offset));
    return object;
}

static json_t *json_listed(const struct rdl_listing *l,
                           const struct rdl_listed *r)
{
    const char *side = r->l1 == RDL_LOC_OWN     ? "own"
                       : r->l1 == RDL_LOC_OTHER ? "other"
                                                : NULL;
    const struct rdl_metric *m = rdl_metric_at(r->metric);
    json_t *object = json_pack(
        "{ss ss si so so so sb sb}", "metric", m->name, "state",
        rdl_listed_name(rdl_listed_state(r)), "places",
        m->form == RDL_FORM_PAIR ? 2 : 1, "first", json_place(l, r->l1),
        "second", json_place(l, r->l2), "side", rdl_json_text(side),
        "estimated", r->estimated, "covered", r->covered);

    json_object_set_new(object, "execution",
                        r->covered ? json_integer((json_int_t)r->execution)
                                   : json_null());
    json_object_set_new(object, "seconds",
                        r->covered && r->seconds >= 0 ? json_real(r->seconds)
                                                      : json_null());
    json_object_set_new(object, "hits",
                        r->counted ? json_integer((json_int_t)r->hits)
                                   : json_null());
    json_object_set_new(object, "failed",
                        r->counted ? json_integer((json_int_t)r->failed)
                                   : json_null());
    return object;
}

/* Of one metric; > 0: a comes after b.  What is not counted comes last. */
static int json_compare(const struct rdl_listed *a, const struct rdl_listed *b,
                        enum rdl_listing_sort sort)
{
    if (a->counted != b->counted)
        return a->counted ? -1 : 1;
    if (sort == RDL_SORT_FAILING) {
        /* failed / hits, larger first; then the number that failed. */
        const long double x = (long double)a->failed * (long double)b->hits;
        const long double y = (long double)b->failed * (long double)a->hits;

        if (x != y)
            return x < y ? 1 : -1;
        return (a->failed < b->failed) - (a->failed > b->failed);
    }
    return (a->hits > b->hits) - (a->hits < b->hits);
}

struct json_order {
    const struct rdl_listing *l;
    enum rdl_listing_sort sort;
};

static int json_compare_numbers(const void *a, const void *b, void *data)
{
    const struct json_order *order = data;
    const size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const struct rdl_listed *p = &order->l->all[i], *q = &order->l->all[k];
    const int c = p->metric == q->metric ? json_compare(p, q, order->sort) : 0;

    return c != 0 ? c : (i > k) - (i < k);
}

json_t *rdl_listing_json(struct rdl_listing *l,
                         const struct rdl_listing_view *view)
{
    struct json_order order = { l, view->sort };
    json_t *array = json_array();
    size_t *numbers;

    rdl_listing_settle(l);
    numbers = rdl_alloc((l->n + 1) * sizeof(*numbers));
    for (size_t i = 0; i < l->n; i++)
        numbers[i] = i;
    if (view->sort != RDL_SORT_PLACE)
        qsort_r(numbers, l->n, sizeof(*numbers), json_compare_numbers, &order);
    for (size_t i = 0; i < l->n; i++) {
        if (rdl_listing_shown(view, &l->all[numbers[i]]))
            json_array_append_new(array, json_listed(l, &l->all[numbers[i]]));
    }
    free(numbers);
    return array;
}

void rdl_listing_each(struct rdl_listing *l, uint32_t metrics,
                      void (*fn)(void *data, const struct rdl_listed *r,
                                 const json_t *object),
                      void *data)
{
    rdl_listing_settle(l);
    for (size_t i = 0; i < l->n; i++) {
        json_t *object;

        if ((metrics >> l->all[i].metric & 1) == 0)
            continue;
        object = json_listed(l, &l->all[i]);
        fn(data, &l->all[i], object);
        json_decref(object);
    }
}

void rdl_listing_each_place(struct rdl_listing *l,
                            void (*fn)(void *data, uint32_t location,
                                       const json_t *place),
                            void *data)
{
    rdl_listing_settle(l);
    for (size_t i = 0; i < l->n_places; i++) {
        json_t *place = json_place(l, (uint32_t)i);

        if (!json_is_null(place))
            fn(data, (uint32_t)i, place);
        json_decref(place);
    }
}

void rdl_listing_json_files(struct rdl_listing *l, json_t *files)
{
    rdl_listing_settle(l);
    for (size_t i = 0; i < l->n_places; i++) {
        if (l->places[i].known)
            rdl_json_file(files, &l->places[i].place);
    }
}

json_t *rdl_listing_json_newer(struct rdl_listing *l)
{
    rdl_listing_settle(l);
    return rdl_json_newer(l->symbols);
}
