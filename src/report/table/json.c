/* json.c - a table for machines: see docs/json.md. */
#include "report/table/internal.h"

#include "util/alloc.h"
#include "detect/waits.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"

#include <string.h>

static json_t *json_threads(struct rdl_table *t)
{
    json_t *array = json_array();

    for (size_t i = 0; i < t->n_threads; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(t->f, (rdl_tid)i);

        if (!t->threads[i].seen)
            continue;
        json_array_append_new(
            array,
            json_pack("{si so so sI sb}", "thread", (int)i, "name",
                      rdl_json_text(v != NULL ? v->name : ""), "function",
                      rdl_json_text(rdl_table_function(t, (rdl_tid)i)), "steps",
                      (json_int_t)t->threads[i].acts, "matters",
                      t->threads[i].shown > 0));
    }
    return array;
}

static json_t *json_holds(struct rdl_table *t, const struct table_act *a)
{
    json_t *array = json_array();
    uintptr_t locks[TABLE_LOCKS];
    const size_t n = rdl_table_held(t, a, locks);

    for (size_t i = 0; i < n; i++)
        json_array_append_new(array,
                              rdl_json_text(rdl_table_name(t, locks[i])));
    return array;
}

static json_t *json_value(struct rdl_table *t, const struct table_act *a,
                          bool known, uint64_t value)
{
    char text[TABLE_NAME + 2];

    if (!known || a->e.size > 8 || !rdl_op_accesses((enum rdl_op)a->e.op))
        return json_null();
    return rdl_json_text(rdl_table_value(t, &a->e, value, text, sizeof(text)));
}

/* The variable, lock or other object; null if it is not memory. */
static json_t *json_object_of(struct rdl_table *t, const struct table_act *a)
{
    if (rdl_op_class((enum rdl_op)a->e.op) == RDL_CLASS_THREAD ||
        a->e.op == RDL_OP_IO || a->e.addr == 0)
        return json_null();
    return rdl_json_text(rdl_table_name(t, a->e.addr));
}

/* How the thread's wait ended. */
static json_t *json_how(const struct rdl_table *t, const struct table_act *a)
{
    static const char *const how[] = {
        [RDL_WAKEUP_BY_THREAD] = "woken",
        [RDL_WAKEUP_BY_TIME] = "time-out",
        [RDL_WAKEUP_BY_CANCEL] = "cancelled",
        [RDL_WAKEUP_BY_NOBODY] = "spurious",
    };
    rdl_tid by;
    const enum rdl_wakeup woken = rdl_table_woken(t, a, &by);

    return woken == RDL_NOT_WOKEN ? json_null() : json_string(how[woken]);
}

static json_t *json_by(const struct rdl_table *t, const struct table_act *a)
{
    rdl_tid by;

    rdl_table_woken(t, a, &by);
    return by == RDL_NO_TID ? json_null() : json_integer(by);
}

/* null for seq-cst, or if the step has no order. */
static json_t *json_order(const struct rdl_event *e)
{
    enum rdl_order order = rdl_flags_order(e->flags);
    const char *name = rdl_order_name(order);

    return name != NULL && order != RDL_ORDER_SEQ_CST ? rdl_json_text(name)
                                                      : json_null();
}

static json_t *json_act(struct rdl_table *t, const struct table_act *a,
                        json_t *files)
{
    static const char *const ends[] = {
        [TABLE_PREEMPTED] = "preempted",
        [TABLE_WAITS] = "waits",
        [TABLE_PASSED] = "yields",
        [TABLE_ENDS] = "ends",
    };
    const struct rdl_place *place = rdl_table_act_place(t, a);
    char words[512], reason[512];

    rdl_json_file(files, place);
    return json_pack(
        "{sI si ss so so si si so so so so so so so so so so sb sb}", "step",
        (json_int_t)a->step, "thread", (int)a->e.tid, "operation",
        rdl_op_name((enum rdl_op)a->e.op), "order", json_order(&a->e), "file",
        rdl_json_text(place->file), "line", (int)place->line, "column",
        (int)place->column, "function", rdl_json_text(place->function),
        "object", json_object_of(t, a), "value",
        json_value(t, a, (a->e.flags & RDL_EV_VALUE) != 0, a->e.value), "after",
        json_value(t, a, a->has_after, a->after), "text",
        rdl_json_text(rdl_table_words(t, a, words, sizeof(words))), "how",
        json_how(t, a), "by", json_by(t, a), "holds", json_holds(t, a),
        "switch",
        a->end == TABLE_GOES_ON ? json_null() : rdl_json_text(ends[a->end]),
        "reason",
        a->end == TABLE_GOES_ON
            ? json_null()
            : rdl_json_text(rdl_table_reason(t, a, reason, sizeof(reason))),
        "matters", a->shown, "stays", a->stays);
}

#define MOST_HELD 64
#define AROUND 8 /* acts on either side of one that is named */

/* Names of the locks held at steps that matter, each once. */
struct held {
    size_t n;
    uintptr_t locks[MOST_HELD];
    char text[MOST_HELD * TABLE_NAME];
};

static void json_held_add(struct held *h, struct rdl_table *t,
                          const struct table_act *a)
{
    uintptr_t locks[TABLE_LOCKS];
    const size_t n = rdl_table_held(t, a, locks);

    for (size_t i = 0; i < n && h->n < MOST_HELD; i++) {
        const size_t used = strlen(h->text);
        size_t k = 0;

        while (k < h->n && h->locks[k] != locks[i])
            k++;
        if (k < h->n)
            continue;
        h->locks[h->n++] = locks[i];
        snprintf(h->text + used, sizeof(h->text) - used, "%s ",
                 rdl_table_name(t, locks[i]));
    }
}

/* Selects the acts that the explanation names and those around them, at most
 * `room`; returns how many. */
static size_t json_named(const struct rdl_table *t, size_t room, bool *kept)
{
    size_t n = 0;

    for (size_t reach = 0; reach <= AROUND; reach += AROUND) {
        for (size_t i = t->n_acts; i-- > 0;) {
            if (!t->acts[i].named)
                continue;
            for (size_t k = i > reach ? i - reach : 0;
                 k <= i + reach && k < t->n_acts && n < room; k++) {
                n += !kept[k];
                kept[k] = true;
            }
        }
    }
    return n;
}

/* Selects at most `most` acts: those, and as many around switches as there is
 * room for. */
static size_t json_part(const struct rdl_table *t, size_t most, bool *kept)
{
    bool *named = rdl_alloc((t->n_acts + 1) * sizeof(*named));
    size_t n = json_named(t, most / 4, named);

    rdl_table_part(t, most - n, kept);
    n = 0;
    for (size_t i = 0; i < t->n_acts; i++) {
        kept[i] = kept[i] || named[i];
        n += kept[i];
    }
    free(named);
    return n;
}

size_t rdl_table_json(struct rdl_table *t, size_t most, json_t *object,
                      json_t *files)
{
    bool *kept = rdl_alloc((t->n_acts + 1) * sizeof(*kept));
    size_t n;
    struct held *held = rdl_alloc(sizeof(*held));
    json_t *steps = json_array();
    char *made;

    rdl_table_choose(t, /*full=*/false);
    n = json_part(t, most, kept);
    for (size_t i = 0; i < t->n_acts; i++) {
        if (kept[i])
            json_array_append_new(steps, json_act(t, &t->acts[i], files));
        if (kept[i] && t->acts[i].shown)
            json_held_add(held, t, &t->acts[i]);
        t->acts[i].shown &= kept[i]; /* no block of the rest is listed */
    }
    free(kept);
    json_object_set_new(object, "threads", json_threads(t));
    json_object_set_new(object, "steps", steps);
    made = rdl_table_made(t, held->text);
    json_object_set_new(object, "made",
                        made[0] != '\0' ? rdl_json_text(made) : json_null());
    free(made);
    free(held);
    return t->n_acts - n;
}
