/* text.c - see text.h.  The words are in templates.h; this file interprets
 * them: text_template() copies text, evaluates [...] groups and calls the
 * function of each {role:way}. */
#include "report/explanation/text.h"

#include "base/text.h"
#include "util/append.h"
#include "util/duration.h"

#include <string.h>

#define TOO 4 /* up to this many other waiting threads are named */
#define NAME 32

struct text {
    const struct rdl_explanation *x;
    const struct rdl_fact *f;
    /* Threads whose functions are named already. */
    rdl_tid named[RDL_FACT_THREADS];
    size_t n_named;
    struct rdl_append out;
};

static const struct {
    const char *begins, *says;
} templates[] = {
#define TEMPLATE(kind, begins, says) [RDL_FACT_##kind] = { begins, says },
#include "report/explanation/templates.h"
#undef TEMPLATE
};
_Static_assert(sizeof(templates) / sizeof(templates[0]) == RDL_N_FACT_KINDS,
               "a template for each kind");

/* --- Steps ---------------------------------------------------------------- */

static void text_place(struct text *t, const struct rdl_fact_place *p)
{
    if (p->line != 0)
        rdl_append(&t->out, "%s:%u", rdl_text_base_name(p->file), p->line);
    else
        rdl_append(&t->out, "%s", p->file);
}

static void text_line(struct text *t, const struct rdl_fact_step *s)
{
    rdl_append(&t->out, "`");
    text_place(t, &s->place);
    rdl_append(&t->out, "`");
}

static bool text_same_place(const struct rdl_fact_place *a,
                            const struct rdl_fact_place *b)
{
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Has the fact another operation of the thread at that place, called from
 * elsewhere?  Only the calls tell them apart. */
static bool text_needs_call(const struct text *t, const struct rdl_fact_step *s)
{
    for (size_t i = 0; i < t->f->n_steps && s->call.file[0] != '\0'; i++) {
        const struct rdl_fact_step *o = &t->f->steps[i];

        if (o->tid == s->tid && text_same_place(&o->place, &s->place) &&
            !text_same_place(&o->call, &s->call))
            return true;
    }
    return false;
}

/* "`bank.c:21 write balance`", with " (called at bank.c:40)" if needed */
static void text_op(struct text *t, const struct rdl_fact_step *s)
{
    rdl_append(&t->out, "`");
    text_place(t, &s->place);
    rdl_append(&t->out, " %s`", s->what);
    if (!text_needs_call(t, s))
        return;
    rdl_append(&t->out, " (called at ");
    text_place(t, &s->call);
    rdl_append(&t->out, ")");
}

static void text_tid(struct text *t, rdl_tid tid)
{
    if (tid == 0)
        rdl_append(&t->out, "main");
    else
        rdl_append(&t->out, "thread %u", tid);
}

static bool text_named(const struct text *t, rdl_tid tid)
{
    for (size_t i = 0; i < t->n_named; i++) {
        if (t->named[i] == tid)
            return true;
    }
    return false;
}

/* "withdraw (thread 2)", and "thread 2" from then on */
static void text_thread(struct text *t, rdl_tid tid)
{
    const char *function = rdl_explanation_function(t->x, tid);

    if (tid == 0 || function[0] == '\0' || text_named(t, tid)) {
        text_tid(t, tid);
        return;
    }
    rdl_append(&t->out, "%s (thread %u)", function, tid);
    if (t->n_named < RDL_FACT_THREADS)
        t->named[t->n_named++] = tid;
}

static void text_done(struct text *t, const struct rdl_fact_step *s)
{
    text_op(t, s);
    rdl_append(&t->out, " of ");
    text_thread(t, s->tid);
}

static bool text_is_first(const struct text *t, const struct rdl_fact_step *s)
{
    return s->tid == t->f->steps[0].tid;
}

static void text_own(struct text *t, const struct rdl_fact_step *s)
{
    if (!text_is_first(t, s)) {
        text_done(t, s);
        return;
    }
    rdl_append(&t->out, "its own ");
    text_op(t, s);
}

static void text_it(struct text *t, const struct rdl_fact_step *s)
{
    if (text_is_first(t, s))
        rdl_append(&t->out, "it");
    else
        text_thread(t, s->tid);
}

static void text_what(struct text *t, const struct rdl_fact_step *s)
{
    rdl_append(&t->out, "%s", s->what);
}

/* "balance" of "write balance" */
static void text_object(struct text *t, const struct rdl_fact_step *s)
{
    const char *space = strchr(s->what, ' ');

    rdl_append(&t->out, "%s", space != NULL ? space + 1 : s->what);
}

static void text_verb(struct text *t, const struct rdl_fact_step *s)
{
    rdl_append(&t->out, s->op == RDL_OP_SIGNAL ? "signal" : "broadcast");
}

static void text_waits(struct text *t, const struct rdl_fact_step *s)
{
    text_thread(t, s->tid);
    rdl_append(&t->out, " waits at ");
    text_line(t, s);
    rdl_append(&t->out, " for %s", s->what);
}

static void text_lock(struct text *t, const struct rdl_fact_step *s)
{
    for (size_t i = 0; i < t->f->n_steps; i++) {
        const struct rdl_fact_step *lock = &t->f->steps[i];

        if (lock->tid == s->tid && (lock->role == RDL_ROLE_OUTER_LOCK ||
                                    lock->role == RDL_ROLE_INNER_LOCK)) {
            text_what(t, lock);
            return;
        }
    }
}

static void text_only_tid(struct text *t, const struct rdl_fact_step *s)
{
    text_tid(t, s->tid);
}

static void text_only_thread(struct text *t, const struct rdl_fact_step *s)
{
    text_thread(t, s->tid);
}

static const struct {
    const char *name;
    void (*put)(struct text *t, const struct rdl_fact_step *s);
} text_ways[] = {
    { "", text_done },         { "op", text_op },
    { "line", text_line },     { "line2", text_line },
    { "what", text_what },     { "thread", text_only_thread },
    { "tid", text_only_tid },  { "verb", text_verb },
    { "own", text_own },       { "it", text_it },
    { "waits", text_waits },   { "lock", text_lock },
    { "object", text_object },
};

/* --- Several steps -------------------------------------------------------- */

/* Two operations of one line may have the same text: then the first is enough.
 */
static bool text_alike(const struct rdl_fact_step *a,
                       const struct rdl_fact_step *b)
{
    return strcmp(a->what, b->what) == 0 &&
           text_same_place(&a->place, &b->place) &&
           text_same_place(&a->call, &b->call);
}

/* The second operation that ran between; NULL if there is none to name. */
static const struct rdl_fact_step *text_inner_last(const struct rdl_fact *f)
{
    const struct rdl_fact_step *a = rdl_fact_step(f, RDL_ROLE_INNER_FIRST);
    const struct rdl_fact_step *b = rdl_fact_step(f, RDL_ROLE_INNER_LAST);

    return a != NULL && b != NULL && !text_alike(a, b) ? b : NULL;
}

static void text_inner(struct text *t)
{
    const struct rdl_fact_step *a = rdl_fact_step(t->f, RDL_ROLE_INNER_FIRST);
    const struct rdl_fact_step *b = text_inner_last(t->f);

    if (a == NULL)
        return;
    if (b != NULL && a->tid == b->tid)
        text_op(t, a);
    else
        text_done(t, a);
    if (b == NULL)
        return;
    rdl_append(&t->out, " and ");
    text_done(t, b);
}

static void text_comes(struct text *t)
{
    rdl_append(&t->out, text_inner_last(t->f) != NULL ? "come" : "comes");
}

/* "one (thread 1) has a, taken at `dl.c:6`, and waits at `dl.c:7` for b; ..."
 */
static void text_cycle(struct text *t)
{
    const struct rdl_fact_step *holds = NULL;
    bool more = false;

    for (size_t i = 0; i < t->f->n_steps; i++) {
        const struct rdl_fact_step *s = &t->f->steps[i];

        if (s->role == RDL_ROLE_HOLDS)
            holds = s;
        if (s->role != RDL_ROLE_WAITS)
            continue;
        rdl_append(&t->out, more ? "; " : "");
        more = true;
        if (holds == NULL || holds->tid != s->tid) {
            text_waits(t, s);
            continue;
        }
        text_thread(t, s->tid);
        rdl_append(&t->out, " has %s, taken at ", holds->what);
        text_line(t, holds);
        rdl_append(&t->out, ", and waits at ");
        text_line(t, s);
        rdl_append(&t->out, " for %s", s->what);
    }
}

static void text_too(struct text *t)
{
    rdl_tid all[RDL_FACT_STEPS];
    size_t n = 0;

    for (size_t i = 0; i < t->f->n_steps; i++) {
        if (t->f->steps[i].role == RDL_ROLE_WAITS_TOO)
            all[n++] = t->f->steps[i].tid;
    }
    if (n == 0)
        return;
    rdl_append(&t->out, n > 1 ? " (threads " : " (thread ");
    for (size_t i = 0; i < n && n <= TOO; i++)
        rdl_append(&t->out, "%s%u",
                   i == 0      ? ""
                   : i + 1 < n ? ", "
                               : " and ",
                   all[i]);
    if (n > TOO)
        rdl_append(&t->out, "%u and others", all[0]);
    rdl_append(&t->out, n > 1 ? " wait on it too)" : " waits on it too)");
}

static void text_count(struct text *t)
{
    rdl_append(&t->out, "%u", t->f->count);
}

static void text_delay(struct text *t)
{
    char delay[RDL_DURATION];

    rdl_append(&t->out, "%s", rdl_text_duration(t->f->delay_ns, delay));
}

static const struct {
    const char *name;
    void (*put)(struct text *t);
} text_wholes[] = {
    { "inner", text_inner }, { "comes", text_comes }, { "cycle", text_cycle },
    { "too", text_too },     { "count", text_count }, { "delay", text_delay },
};

/* --- Templates ------------------------------------------------------------ */

/* The name at *p, which ends before one of `ends`; moves *p behind it. */
static const char *text_name(const char **p, const char *ends, char *out)
{
    const size_t n = strcspn(*p, ends);

    rdl_text_copy(out, *p, n < NAME ? n + 1 : NAME);
    *p += n;
    return out;
}

/* Does the fact have something of that name? */
static bool text_has(const struct text *t, const char *name, const char *way)
{
    const struct rdl_fact_step *s;
    const int role = rdl_role_find(name);

    if (strcmp(name, "count") == 0)
        return t->f->count > 1;
    if (strcmp(name, "passes-after") == 0)
        return t->f->passes_after;
    if (role < 0)
        return true; /* made from several steps */
    s = rdl_fact_step(t->f, (enum rdl_role)role);
    return s != NULL && (strcmp(way, "line2") != 0 ||
                         s->place.line != t->f->steps[0].place.line ||
                         strcmp(s->place.file, t->f->steps[0].place.file) != 0);
}

/* Behind the bracket that ends the group at p. */
static const char *text_group_end(const char *p)
{
    unsigned depth = 1;

    for (; *p != '\0' && depth > 0; p++)
        depth += (*p == '[') - (unsigned)(*p == ']');
    return p;
}

/* Does the fact have everything that the group at *p names?  Moves *p behind
 * its conditions. */
static bool text_group(const struct text *t, const char **p)
{
    const char *at = *p, *end = text_group_end(*p);
    char name[NAME], way[NAME];
    bool good = true;

    if (*at == '=' || *at == '!') {
        while (*at != '|' && *at != '\0') {
            const bool wanted = *at++ == '=';

            good =
                good && text_has(t, text_name(&at, "=!|", name), "") == wanted;
        }
        at += *at == '|';
    }
    *p = at;
    while (at < end && good) {
        if (*at == '[') {
            at = text_group_end(at + 1);
        } else if (*at++ == '{') {
            text_name(&at, ":}", name);
            at += *at == ':';
            good = text_has(t, name, text_name(&at, "}", way));
        }
    }
    return good;
}

static void text_put(struct text *t, const char *name, const char *way)
{
    const int role = rdl_role_find(name);
    const struct rdl_fact_step *s =
        role >= 0 ? rdl_fact_step(t->f, (enum rdl_role)role) : NULL;

    for (size_t i = 0;
         role < 0 && i < sizeof(text_wholes) / sizeof(text_wholes[0]); i++) {
        if (strcmp(text_wholes[i].name, name) == 0)
            text_wholes[i].put(t);
    }
    for (size_t i = 0;
         s != NULL && i < sizeof(text_ways) / sizeof(text_ways[0]); i++) {
        if (strcmp(text_ways[i].name, way) == 0)
            text_ways[i].put(t, s);
    }
}

static void text_template(struct text *t, const char *p, const char *end)
{
    char name[NAME], way[NAME];

    while (p < end) {
        if (*p == '[') {
            const char *behind = text_group_end(++p);

            if (text_group(t, &p))
                text_template(t, p, behind - 1);
            p = behind;
        } else if (*p == '{') {
            p++;
            text_name(&p, ":}", name);
            p += *p == ':';
            text_name(&p, "}", way);
            p += *p == '}';
            text_put(t, name, way);
        } else {
            rdl_append(&t->out, "%c", *p++);
        }
    }
}

static void text_says(struct text *t, const char *template)
{
    text_template(t, template, template + strlen(template));
}

/* --- Sentences ------------------------------------------------------------ */

static bool text_window(const struct rdl_fact *f)
{
    return f->kind == RDL_FACT_LOST_UPDATE || f->kind == RDL_FACT_WINDOW;
}

/* How many facts one sentence covers: windows are joined. */
static size_t text_together(const struct rdl_fact *f, size_t n)
{
    size_t same = 1;

    while (same < n && text_window(f) && text_window(&f[same]))
        same++;
    return same;
}

char *rdl_explanation_text(const struct rdl_explanation *x, char *out,
                           size_t size)
{
    struct text t = { .x = x, .out = rdl_append_begin(out, size) };

    for (size_t i = 0, n; i < x->n; i += n) {
        n = text_together(&x->facts[i], (size_t)x->n - i);
        rdl_append(&t.out, "%s", i > 0 ? "; " : "");
        for (size_t k = i; k < i + n; k++) {
            t.f = &x->facts[k];
            if (k > i)
                rdl_append(&t.out, ", and when ");
            else
                text_says(&t, templates[t.f->kind].begins);
            text_says(&t, templates[t.f->kind].says);
        }
    }
    return out;
}
