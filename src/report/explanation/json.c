/* json.c - see json.h. */
#include "report/explanation/json.h"

#include "report/explanation/text.h"
#include "report/formats/json.h"

static json_t *json_place(const struct rdl_fact_place *p)
{
    if (p->file[0] == '\0')
        return json_null();
    return json_pack("{so so}", "file", rdl_json_text(p->file), "line",
                     p->line != 0 ? json_integer(p->line) : json_null());
}

static json_t *json_step(const struct rdl_explanation *x,
                         const struct rdl_fact_step *s)
{
    const bool file = s->place.file[0] != '\0';

    return json_pack(
        "{so ss si so so so so so so}", "step",
        s->step != RDL_FACT_NO_STEP ? json_integer((json_int_t)s->step)
                                    : json_null(),
        "role", rdl_role_name(s->role), "thread", (int)s->tid, "function",
        rdl_json_text(rdl_explanation_function(x, s->tid)[0] != '\0'
                          ? rdl_explanation_function(x, s->tid)
                          : NULL),
        "operation",
        s->op != RDL_NO_OP ? rdl_json_text(rdl_op_name((enum rdl_op)s->op))
                           : json_null(),
        "text", rdl_json_text(s->what[0] != '\0' ? s->what : NULL), "file",
        rdl_json_text(file ? s->place.file : NULL), "line",
        s->place.line != 0 ? json_integer(s->place.line) : json_null(),
        "called", json_place(&s->call));
}

static json_t *json_fact(const struct rdl_explanation *x,
                         const struct rdl_fact *f)
{
    json_t *steps = json_array(), *passes = json_array();

    for (size_t i = 0; i < f->n_steps; i++)
        json_array_append_new(steps, json_step(x, &f->steps[i]));
    if (f->passes_before)
        json_array_append_new(passes, json_string("before"));
    if (f->passes_after)
        json_array_append_new(passes, json_string("after"));
    return json_pack(
        "{ss ss so so so so so}", "kind", rdl_fact_kind_name(f->kind), "how",
        rdl_how_name(f->how), "turn",
        f->turn != RDL_NO_TID ? json_integer(f->turn) : json_null(), "passes",
        passes, "count", f->count > 0 ? json_integer(f->count) : json_null(),
        "delay_ns",
        f->delay_ns > 0 ? json_integer((json_int_t)f->delay_ns) : json_null(),
        "steps", steps);
}

json_t *rdl_explanation_json(const struct rdl_explanation *x)
{
    char text[RDL_EXPLANATION_TEXT];
    json_t *facts;

    if (x == NULL || x->n == 0)
        return json_null();
    facts = json_array();
    for (size_t i = 0; i < x->n; i++)
        json_array_append_new(facts, json_fact(x, &x->facts[i]));
    return json_pack(
        "{so so}", "facts", facts, "text",
        rdl_json_text(rdl_explanation_text(x, text, sizeof(text))));
}
