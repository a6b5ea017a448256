/* read_facts.c - reads the lines of a schedule that contain an explanation.
 *
 * A file may come from anywhere.  So the reader refuses what does not fit the
 * schedule, and text that would control a terminal or end a quotation. */
#include "schedule/parse.h"

#include "base/text.h"
#include "exec/shared_map.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static struct rdl_explanation *facts_of(struct rdl_parse *p)
{
    if (p->s->why == NULL)
        p->s->why = rdl_alloc(sizeof(*p->s->why));
    return p->s->why;
}

static bool facts_tid(struct rdl_parse *p, rdl_tid *out)
{
    uint64_t n;

    if (!rdl_parse_text(p, "t") ||
        !rdl_parse_number(p, RDL_MAX_THREADS - 1, &n))
        return false;
    *out = (rdl_tid)n;
    return true;
}

/* A dash means that there is none. */
static bool facts_none(struct rdl_parse *p)
{
    if (p->at == p->stop || *p->at != '-')
        return false;
    p->at++;
    return true;
}

static bool facts_text(struct rdl_parse *p, char *out, size_t size)
{
    char *text;
    bool good;

    if (!rdl_parse_space(p) || !rdl_parse_string(p, &text))
        return false;
    good = strlen(text) < size && strchr(text, '`') == NULL;
    rdl_text_copy(out, text, size);
    good = good && !rdl_text_clean(text);
    free(text);
    return good || rdl_parse_fail(p, "an invalid text of a fact");
}

static bool facts_place(struct rdl_parse *p, struct rdl_fact_place *out)
{
    uint64_t line;

    if (!facts_text(p, out->file, sizeof(out->file)) || !rdl_parse_space(p) ||
        !rdl_parse_number(p, UINT32_MAX, &line))
        return false;
    out->line = (uint32_t)line;
    return true;
}

/* A name that `find` knows. */
static bool facts_name(struct rdl_parse *p, const char *what,
                       int (*find)(const char *name), int *out)
{
    char name[40];

    if (!rdl_parse_name(p, name, sizeof(name)))
        return false;
    *out = find(name);
    return *out >= 0 || rdl_parse_fail(p, "unknown %s '%s'", what, name);
}

static bool facts_passes(struct rdl_parse *p, struct rdl_fact *f)
{
    char word[8];

    if (facts_none(p))
        return true;
    if (!rdl_parse_name(p, word, sizeof(word)))
        return false;
    f->passes_before = strcmp(word, "after") != 0;
    f->passes_after = strcmp(word, "before") != 0;
    return strcmp(word, "both") == 0 || f->passes_before != f->passes_after ||
           rdl_parse_fail(p, "neither before nor after nor both");
}

bool rdl_parse_fact(struct rdl_parse *p)
{
    struct rdl_explanation *x = facts_of(p);
    struct rdl_fact *f = &x->facts[x->n];
    int kind, how;
    uint64_t count;

    if (x->n == RDL_FACTS)
        return rdl_parse_fail(p, "more than %d facts", RDL_FACTS);
    *f = (struct rdl_fact){ .turn = RDL_NO_TID };
    if (!facts_name(p, "kind of fact", rdl_fact_kind_find, &kind) ||
        !rdl_parse_space(p) ||
        !facts_name(p, "way to know", rdl_how_find, &how) ||
        !rdl_parse_space(p) || (!facts_none(p) && !facts_tid(p, &f->turn)) ||
        !rdl_parse_space(p) || !facts_passes(p, f) || !rdl_parse_space(p) ||
        !rdl_parse_number(p, UINT16_MAX, &count))
        return false;
    if (p->at < p->stop &&
        (!rdl_parse_space(p) || !rdl_parse_number(p, INT64_MAX, &f->delay_ns)))
        return false;
    f->kind = (enum rdl_fact_kind)kind;
    f->how = (enum rdl_how)how;
    f->count = (uint16_t)count;
    x->n++;
    return true;
}

bool rdl_parse_fact_step(struct rdl_parse *p)
{
    struct rdl_explanation *x = facts_of(p);
    struct rdl_fact *f;
    struct rdl_fact_step s = { .step = RDL_FACT_NO_STEP };
    int role, op = RDL_NO_OP;

    if (x->n == 0)
        return rdl_parse_fail(p, "a step without a fact");
    f = &x->facts[x->n - 1];
    if (f->n_steps == RDL_FACT_STEPS)
        return rdl_parse_fail(p, "more than %d steps of a fact",
                              RDL_FACT_STEPS);
    if ((!facts_none(p) && !rdl_parse_number(p, RDL_MOST_STEPS, &s.step)) ||
        !rdl_parse_space(p) || !facts_name(p, "role", rdl_role_find, &role) ||
        !rdl_parse_space(p) || !facts_tid(p, &s.tid) || !rdl_parse_space(p) ||
        (!facts_none(p) && !facts_name(p, "operator", rdl_op_find, &op)) ||
        !facts_text(p, s.what, sizeof(s.what)) || !facts_place(p, &s.place) ||
        !facts_place(p, &s.call))
        return false;
    s.role = (enum rdl_role)role;
    s.op = (uint8_t)op;
    f->steps[f->n_steps++] = s;
    return true;
}

bool rdl_parse_fact_thread(struct rdl_parse *p)
{
    struct rdl_explanation *x = facts_of(p);
    struct rdl_fact_thread *t = &x->threads[x->n_threads];

    if (x->n_threads == RDL_FACT_THREADS)
        return rdl_parse_fail(p, "more than %d threads of facts",
                              RDL_FACT_THREADS);
    if (!facts_tid(p, &t->tid) ||
        !facts_text(p, t->function, sizeof(t->function)))
        return false;
    x->n_threads++;
    return true;
}

/* The thread that took the step. */
static rdl_tid facts_who(const struct rdl_schedule *s, uint64_t step)
{
    rdl_tid tid = RDL_NO_TID;

    for (size_t i = 0; i < s->n_switches && s->switches[i].step <= step; i++)
        tid = s->switches[i].tid;
    return tid;
}

/* Facts have threads by number, the schedule has slots.  The first thread in a
 * slot has the slot's number, later ones have higher ones; main keeps its. */
static bool facts_may_be(rdl_tid number, rdl_tid slot)
{
    return slot != RDL_NO_TID && (slot == 0 ? number == 0 : number >= slot);
}

/* The thread whose turn the fact moves must have had one. */
static bool facts_turn_fits(struct rdl_parse *p, const struct rdl_fact *f)
{
    for (size_t i = 0; f->turn != RDL_NO_TID && i < p->s->n_switches; i++) {
        if (facts_may_be(f->turn, p->s->switches[i].tid))
            return true;
    }
    return f->turn == RDL_NO_TID ||
           rdl_parse_fail(p, "a fact about the turn of a thread that had none");
}

bool rdl_parse_facts_fit(struct rdl_parse *p)
{
    const struct rdl_explanation *x = p->s->why;

    if (x != NULL && x->n == 0)
        return rdl_parse_fail(p, "threads of facts without a fact");
    for (size_t i = 0; x != NULL && i < x->n; i++) {
        if (!facts_turn_fits(p, &x->facts[i]))
            return false;
        for (size_t k = 0; k < x->facts[i].n_steps; k++) {
            const struct rdl_fact_step *s = &x->facts[i].steps[k];

            if (s->step == RDL_FACT_NO_STEP)
                continue;
            if (s->step >= p->s->n_steps ||
                !facts_may_be(s->tid, facts_who(p->s, s->step)))
                return rdl_parse_fail(p,
                                      "a fact about step %llu, which thread %u "
                                      "did not take",
                                      (unsigned long long)s->step, s->tid);
        }
    }
    return true;
}
