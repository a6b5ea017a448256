/* syn_print.c - see syn_print.h. */
#include "cli/replay/syn_print.h"

#include "base/text.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"
#include "util/alloc.h"
#include "util/clean_print.h"

#include <inttypes.h>
#include <stdlib.h>

struct wording {
    const struct rdl_syn *s;
    const struct rdl_trace *t;
    struct rdl_symbols *symbols;
};

static const char *print_variable(const struct wording *w,
                                  const struct rdl_syn_event *e, char *out,
                                  size_t size)
{
    if (!rdl_symbols_data(w->symbols, e->addr, out, size))
        snprintf(out, size, "0x%" PRIxPTR, e->addr);
    return out;
}

/* As its bytes say; the type is not known. */
static int64_t print_value(const struct rdl_syn_event *e)
{
    const unsigned unused = e->size < 8 ? 64 - 8 * e->size : 0;

    return (int64_t)(e->value << unused) >> unused;
}

/* "fig3.c:12" */
static void print_location(const struct wording *w,
                           const struct rdl_syn_event *e, char *out,
                           size_t size)
{
    struct rdl_place place;

    if (rdl_symbols_find(w->symbols, w->t->steps[e->step].pc, &place) &&
        place.file != NULL)
        snprintf(out, size, "%s:%u", rdl_text_base_name(place.file),
                 (unsigned)place.line);
    else
        snprintf(out, size, "?");
}

/* "R(b, 1, fig3.c:12, 2, -)"; locks have their operator instead of a value. */
static const char *print_event(const struct wording *w, size_t event, char *out,
                               size_t size)
{
    const struct rdl_syn_event *e = &w->s->events[event];
    char name[128], place[128], value[32];

    print_location(w, e, place, sizeof(place));
    if (!e->shown) {
        snprintf(out, size, "%s at %s", rdl_op_name((enum rdl_op)e->op), place);
        return out;
    }
    snprintf(value, sizeof(value), "%" PRId64, print_value(e));
    snprintf(out, size, "%s(%s, %" PRIu64 ", %s, %s%s)", e->writes ? "W" : "R",
             print_variable(w, e, name, sizeof(name)), e->version, place,
             e->valued                             ? value
             : rdl_op_accesses((enum rdl_op)e->op) ? "?"
                                                   : rdl_op_name(e->op),
             e->writes ? "" : ", -");
    return out;
}

/* Whom it comes after, of other threads: "  after 3, 5"; the caller frees it.
 */
static char *print_after(const struct rdl_syn *s, size_t event)
{
    char *text = rdl_strdup(""), *longer;

    for (size_t i = 0; i < s->n_edges; i++) {
        if (s->edges[i].to != event)
            continue;
        longer =
            rdl_format("%s%s%zu", text, text[0] != '\0' ? ", " : "  after ",
                       s->edges[i].from);
        free(text);
        text = longer;
    }
    return text;
}

static void print_thread(FILE *out, const struct wording *w, rdl_tid tid)
{
    bool any = false;

    for (size_t i = 0; i < w->s->n; i++) {
        char text[512], *after;

        if (w->s->events[i].tid != tid)
            continue;
        if (!any)
            fprintf(out, "\nthread %u\n", tid);
        any = true;
        after = print_after(w->s, i);
        rdl_clean_line(out, "%6zu  %s%s", i,
                       print_event(w, i, text, sizeof(text)), after);
        free(after);
    }
}

static void print_variant(FILE *out, const struct wording *w, size_t i)
{
    const struct rdl_syn_variant *v = &w->s->variants[i];
    char second[512], first[512];

    rdl_clean_line(out, "%6zu  %zu %s before %zu %s", i + 1, v->second,
                   print_event(w, v->second, second, sizeof(second)), v->first,
                   print_event(w, v->first, first, sizeof(first)));
}

void rdl_syn_print(FILE *out, const struct rdl_syn *s,
                   const struct rdl_trace *t, struct rdl_symbols *symbols)
{
    const struct wording w = { s, t, symbols };

    for (rdl_tid tid = 0; tid < t->n_threads; tid++)
        print_thread(out, &w, tid);
    if (s->unknown != NULL) {
        fprintf(out, "\nrace variants are not known: %s%s%s\n", s->unknown,
                s->operation != NULL ? ": " : "",
                s->operation != NULL ? s->operation : "");
        return;
    }
    fprintf(out, "\n%zu race variant%s\n", s->n_variants,
            s->n_variants == 1 ? "" : "s");
    for (size_t i = 0; i < s->n_variants; i++)
        print_variant(out, &w, i);
}

/* --- For programs --------------------------------------------------------- */

static json_t *print_json_event(const struct wording *w, size_t event)
{
    const struct rdl_syn_event *e = &w->s->events[event];
    const uintptr_t pc = w->t->steps[e->step].pc;
    struct rdl_place place;
    char name[256], text[512];
    json_t *object =
        json_pack("{sI sI si ss ss}", "event", (json_int_t)event, "step",
                  (json_int_t)e->step, "thread", (int)e->tid, "kind",
                  !e->shown   ? "order"
                  : e->writes ? "W"
                              : "R",
                  "operator", rdl_op_name((enum rdl_op)e->op));

    json_object_set_new(
        object, "variable",
        rdl_json_text(e->shown ? print_variable(w, e, name, sizeof(name))
                               : NULL));
    json_object_set_new(object, "version",
                        e->shown ? json_integer((json_int_t)e->version)
                                 : json_null());
    json_object_set_new(
        object, "place",
        rdl_symbols_find(w->symbols, pc, &place)
            ? rdl_json_place(&place,
                             rdl_place_format(&place, text, sizeof(text)))
            : json_null());
    json_object_set_new(object, "value",
                        e->valued ? json_integer(print_value(e)) : json_null());
    json_object_set_new(object, "local", json_null());
    return object;
}

static json_t *print_json_thread(const struct wording *w, rdl_tid tid)
{
    json_t *events = json_array();

    for (size_t i = 0; i < w->s->n; i++) {
        if (w->s->events[i].tid == tid)
            json_array_append_new(events, print_json_event(w, i));
    }
    return json_pack("{si so}", "thread", (int)tid, "events", events);
}

static json_t *print_json_variant(const struct rdl_syn *s, size_t i)
{
    const struct rdl_syn_variant *v = &s->variants[i];
    json_t *prefix = json_array();

    for (size_t k = 0; k < v->n; k++)
        json_array_append_new(prefix, json_integer((json_int_t)v->events[k]));
    return json_pack("{sI sI sI so}", "variant", (json_int_t)i + 1, "first",
                     (json_int_t)v->first, "second", (json_int_t)v->second,
                     "prefix", prefix);
}

void rdl_syn_json(json_t *object, const struct rdl_syn *s,
                  const struct rdl_trace *t, struct rdl_symbols *symbols)
{
    const struct wording w = { s, t, symbols };
    json_t *threads = json_array(), *order = json_array(),
           *variants = s->unknown == NULL ? json_array() : json_null();

    for (rdl_tid tid = 0; tid < t->n_threads; tid++)
        json_array_append_new(threads, print_json_thread(&w, tid));
    for (size_t i = 0; i < s->n_edges; i++)
        json_array_append_new(order,
                              json_pack("[II]", (json_int_t)s->edges[i].from,
                                        (json_int_t)s->edges[i].to));
    for (size_t i = 0; s->unknown == NULL && i < s->n_variants; i++)
        json_array_append_new(variants, print_json_variant(s, i));
    json_object_set_new(object, "threads", threads);
    json_object_set_new(object, "order", order);
    json_object_set_new(object, "variants", variants);
    json_object_set_new(object, "why", rdl_json_text(s->unknown));
    json_object_set_new(object, "operation", rdl_json_text(s->operation));
}
