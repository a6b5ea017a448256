/* spec_apply.c - changes a table as the lines of a spec say. */
#include "gen/spec.h"

#include "gen/spec_names.h"
#include "util/alloc.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* What one line is applied to. */
struct apply {
    struct rdl_gen_table *t;
    const struct rdl_gen_spec *spec;
    const struct rdl_gen_spec_line *line;
    struct rdl_error *e;
};

static bool RDL_PRINTF(2, 3)
    apply_bad(const struct apply *a, const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    text = rdl_alloc_format(format, args);
    va_end(args);
    rdl_error_set(a->e, RDL_EXIT_USAGE, "%s:%u: %s", a->spec->name,
                  a->line->number, text);
    free(text);
    return false;
}

static struct rdl_gen_function *apply_function(const struct apply *a,
                                               const char *name)
{
    const int at = rdl_gen_table_find(a->t, name);

    if (at >= 0)
        return &a->t->functions[at];
    apply_bad(a, "%s has no function '%s'", a->t->header, name);
    return NULL;
}

/* "f.p" */
static struct rdl_gen_param *apply_param(const struct apply *a,
                                         const char *both,
                                         struct rdl_gen_function **function)
{
    const char *dot = strrchr(both, '.');
    struct rdl_gen_function *f;
    char *name;
    int at;

    if (dot == NULL) {
        apply_bad(a, "'%s' is not a parameter; write FUNCTION.PARAMETER", both);
        return NULL;
    }
    name = rdl_format("%.*s", (int)(dot - both), both);
    f = apply_function(a, name);
    free(name);
    if (f == NULL)
        return NULL;
    at = rdl_gen_param_find(f, dot + 1);
    if (at < 0) {
        apply_bad(a, "%s has no parameter '%s'", f->name, dot + 1);
        return NULL;
    }
    *function = f;
    return &f->params[at];
}

typedef bool apply_to(const struct apply *a, struct rdl_gen_function *f,
                      void *data);

/* Calls `one` for every function that the words from the `first` on name. */
static bool apply_each(const struct apply *a, size_t first, apply_to *one,
                       void *data)
{
    for (size_t w = first; w < a->line->n_words; w++) {
        const char *pattern = a->line->words[w];
        size_t n = 0;

        for (size_t i = 0; i < a->t->n_functions; i++) {
            struct rdl_gen_function *f = &a->t->functions[i];

            if (fnmatch(pattern, f->name, 0) != 0)
                continue;
            n++;
            if (!one(a, f, data))
                return false;
        }
        if (n == 0)
            return apply_bad(a, "%s has no function '%s'", a->t->header,
                             pattern);
    }
    return true;
}

/* "f:" or "f :" at the beginning; *next is the first word behind it. */
static struct rdl_gen_function *apply_head(const struct apply *a, size_t *next)
{
    const char *word = a->line->words[0];
    const size_t n = strlen(word);
    struct rdl_gen_function *f;
    char *name;

    *next = 1;
    if (n > 1 && word[n - 1] == ':') {
        name = rdl_format("%.*s", (int)n - 1, word);
    } else if (strcmp(a->line->words[1], ":") == 0 && a->line->n_words > 2) {
        name = rdl_strdup(word);
        *next = 2;
    } else {
        apply_bad(a, "a colon is missing after '%s'", word);
        return NULL;
    }
    f = apply_function(a, name);
    free(name);
    return f;
}

/* --- Parameters -------------------------------------------------------------
 */

/* "1..4"; false if it is not a range. */
static bool apply_is_range(const char *word, long *from, long *to)
{
    char *end;

    *from = strtol(word, &end, 0);
    if (end == word || strncmp(end, "..", 2) != 0)
        return false;
    word = end + 2;
    *to = strtol(word, &end, 0);
    return end != word && *end == '\0';
}

static bool apply_value_add(const struct apply *a, struct rdl_gen_param *p,
                            const char *text)
{
    if (p->n_values == RDL_GEN_MAX_VALUES)
        return apply_bad(a, "more than %d values", RDL_GEN_MAX_VALUES);
    rdl_gen_text_add(&p->values, &p->n_values, text);
    return true;
}

static bool apply_value_word(const struct apply *a, struct rdl_gen_param *p,
                             const char *word)
{
    long from, to;

    if (!apply_is_range(word, &from, &to))
        return apply_value_add(a, p, word);
    if (from > to)
        return apply_bad(a, "the range %s is empty", word);
    for (long i = from; i <= to; i++) {
        char text[24];

        snprintf(text, sizeof(text), "%ld", i);
        if (!apply_value_add(a, p, text))
            return false;
    }
    return true;
}

static bool apply_value(const struct apply *a)
{
    struct rdl_gen_function *f;
    struct rdl_gen_param *p = apply_param(a, a->line->words[0], &f);

    if (p == NULL)
        return false;
    rdl_gen_text_clear(&p->values, &p->n_values);
    if (p->kind != RDL_GEN_NUMBER && p->kind != RDL_GEN_STRING &&
        p->kind != RDL_GEN_SIZE) {
        /* The buffer's size is then a number as any other. */
        if (p->kind == RDL_GEN_BUFFER && p->partner >= 0) {
            f->params[p->partner].kind = RDL_GEN_NUMBER;
            f->params[p->partner].partner = -1;
        }
        p->kind = RDL_GEN_EXPRESSION;
        p->partner = -1;
    }
    for (size_t w = 1; w < a->line->n_words; w++) {
        if (!apply_value_word(a, p, a->line->words[w]))
            return false;
    }
    return true;
}

static bool apply_null(const struct apply *a)
{
    struct rdl_gen_function *f;

    for (size_t w = 0; w < a->line->n_words; w++) {
        struct rdl_gen_param *p = apply_param(a, a->line->words[w], &f);

        if (p == NULL)
            return false;
        if (p->kind == RDL_GEN_NUMBER || p->kind == RDL_GEN_SIZE ||
            p->kind == RDL_GEN_STRUCT)
            return apply_bad(a, "%s is not a pointer", a->line->words[w]);
        if (p->kind == RDL_GEN_NONE)
            return apply_bad(a,
                             "null alone is too little for %s: write 'value "
                             "%s NULL'",
                             a->line->words[w], a->line->words[w]);
        p->null = true;
    }
    return true;
}

static bool apply_owns(const struct apply *a)
{
    struct rdl_gen_function *f;

    for (size_t w = 0; w < a->line->n_words; w++) {
        struct rdl_gen_param *p = apply_param(a, a->line->words[w], &f);

        if (p == NULL)
            return false;
        p->owned = true;
    }
    return true;
}

/* --- Roles ------------------------------------------------------------------
 */

static void apply_role(struct rdl_gen_function *f, enum rdl_gen_role role,
                       int of)
{
    f->role = role;
    f->of = of;
    f->partner = -1;
    f->inside = -1;
    /* Names proposed that it cannot be called; the author knows better. */
    if (!f->out_by_types) {
        free(f->out_reason);
        f->out_reason = NULL;
    }
}

static bool apply_handle(const struct apply *a)
{
    size_t size;
    char *type, *known;
    FILE *out = rdl_alloc_stream(&type, &size);
    int found = -1;

    for (size_t w = 0; w < a->line->n_words; w++) {
        if (strcmp(a->line->words[w], "*") != 0)
            fprintf(out, "%s%s", w > 0 ? " " : "", a->line->words[w]);
    }
    fclose(out);
    out = rdl_alloc_stream(&known, &size);
    for (size_t i = 0; i < a->t->n_handles; i++) {
        fprintf(out, "%s%s", i > 0 ? ", " : "", a->t->handles[i].type);
        if (strcmp(a->t->handles[i].type, type) == 0)
            found = (int)i;
    }
    fclose(out);
    if (found >= 0)
        a->t->handle = found;
    else
        apply_bad(a, "no function takes %s *; it has %s", type,
                  known[0] != '\0' ? known : "no such type at all");
    free(known);
    free(type);
    return found >= 0;
}

/* The type that a function makes; -1: none. */
static int apply_makes(const struct rdl_gen_table *t,
                       const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_MADE ||
            f->params[i].kind == RDL_GEN_STORAGE)
            return f->params[i].handle;
    }
    if (f->result == RDL_GEN_HANDLE)
        return f->result_handle;
    return strcmp(f->result_type, "void *") == 0 ? t->handle : -1;
}

static bool apply_made_by(const struct apply *a)
{
    struct rdl_gen_function *f = apply_function(a, a->line->words[0]);
    int of;

    if (f == NULL)
        return false;
    of = apply_makes(a->t, f);
    if (of < 0)
        return apply_bad(a, "%s returns %s, which is not a new object", f->name,
                         f->result_type);
    apply_role(f, RDL_GEN_MAKER, of);
    return true;
}

static int apply_first_handle(const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_HANDLE)
            return f->params[i].handle;
    }
    return -1;
}

static bool apply_takes_one(const struct apply *a, enum rdl_gen_role role)
{
    struct rdl_gen_function *f = apply_function(a, a->line->words[0]);

    if (f == NULL)
        return false;
    if (apply_first_handle(f) < 0)
        return apply_bad(a, "%s does not take an object", f->name);
    apply_role(f, role, apply_first_handle(f));
    return true;
}

static bool apply_ended_by(const struct apply *a)
{
    return apply_takes_one(a, RDL_GEN_ENDER);
}

static bool apply_retained_by(const struct apply *a)
{
    return apply_takes_one(a, RDL_GEN_RETAINER);
}

static bool apply_init_one(const struct apply *a, struct rdl_gen_function *f,
                           void *data)
{
    (void)data;
    if (f->n_params > 0)
        return apply_bad(a, "%s has parameters; write a wrap without any",
                         f->name);
    apply_role(f, RDL_GEN_INIT, -1);
    return true;
}

static bool apply_init(const struct apply *a)
{
    return apply_each(a, 0, apply_init_one, NULL);
}

static bool apply_pair(const struct apply *a)
{
    struct rdl_gen_function *f = apply_function(a, a->line->words[0]), *g;

    if (f == NULL)
        return false;
    g = apply_function(a, a->line->words[1]);
    if (g == NULL)
        return false;
    if (f == g || apply_first_handle(f) != apply_first_handle(g))
        return apply_bad(a, "%s and %s do not take the same object", f->name,
                         g->name);
    apply_role(f, RDL_GEN_LOCK, -1);
    apply_role(g, RDL_GEN_UNLOCK, -1);
    f->partner = (int)(g - a->t->functions);
    g->partner = (int)(f - a->t->functions);
    return true;
}

static bool apply_method_one(const struct apply *a, struct rdl_gen_function *f,
                             void *data)
{
    (void)data;
    (void)a;
    apply_role(f, RDL_GEN_OTHER, -1);
    return true;
}

static bool apply_method(const struct apply *a)
{
    return apply_each(a, 0, apply_method_one, NULL);
}

static bool apply_inside_one(const struct apply *a, struct rdl_gen_function *f,
                             void *data)
{
    const int *lock = data;

    (void)a;
    apply_role(f, RDL_GEN_BARE, -1);
    f->inside = *lock;
    return true;
}

static bool apply_inside(const struct apply *a)
{
    size_t next;
    struct rdl_gen_function *lock = apply_head(a, &next);
    int index;

    if (lock == NULL)
        return false;
    if (lock->role != RDL_GEN_LOCK)
        return apply_bad(a,
                         "%s is not the first of a pair; write 'pair %s "
                         "FUNCTION' too",
                         lock->name, lock->name);
    index = (int)(lock - a->t->functions);
    return apply_each(a, next, apply_inside_one, &index);
}

/* --- Constraints ------------------------------------------------------------
 */

/* For those that only set a bool. */
static bool apply_flag_one(const struct apply *a, struct rdl_gen_function *f,
                           void *data)
{
    const size_t *offset = data;

    (void)a;
    *(bool *)((char *)f + *offset) = true;
    return true;
}

static bool apply_flag(const struct apply *a, size_t offset)
{
    return apply_each(a, 0, apply_flag_one, &offset);
}

static bool apply_alone(const struct apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, alone));
}

static bool apply_one_thread(const struct apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, one_thread));
}

static bool apply_blocks(const struct apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, blocks));
}

static bool apply_beside_one(const struct apply *a, struct rdl_gen_function *g,
                             void *data)
{
    struct rdl_gen_function *f = data;

    f->alone_with =
        rdl_grow(f->alone_with, (f->n_alone_with + 1) * sizeof(*f->alone_with));
    f->alone_with[f->n_alone_with++] = (int)(g - a->t->functions);
    return true;
}

static bool apply_alone_with(const struct apply *a)
{
    size_t next;
    struct rdl_gen_function *f = apply_head(a, &next);

    return f != NULL && apply_each(a, next, apply_beside_one, f);
}

static bool apply_weak_one(const struct apply *a, struct rdl_gen_function *f,
                           void *data)
{
    const unsigned *slack = data;

    if (*slack > 0 && f->result != RDL_GEN_NUMBER)
        return apply_bad(a, "%s does not return a number", f->name);
    f->compare = *slack > 0 ? RDL_GEN_NEAR : RDL_GEN_WEAK;
    f->slack = *slack;
    return true;
}

static bool apply_weak(const struct apply *a)
{
    struct rdl_gen_spec_line line = *a->line;
    struct apply without = *a;
    unsigned slack = 0;
    const char *last = line.words[line.n_words - 1];

    if (strncmp(last, "+-", 2) == 0) {
        char *end;
        const unsigned long n = strtoul(last + 2, &end, 10);

        if (end == last + 2 || *end != '\0' || n == 0 || n > 1000000)
            return apply_bad(a, "'%s' is not +- and a number", last);
        slack = (unsigned)n;
        line.n_words--;
    }
    without.line = &line;
    return apply_each(&without, 0, apply_weak_one, &slack);
}

static bool apply_fresh_one(const struct apply *a, struct rdl_gen_function *f,
                            void *data)
{
    (void)data;
    if (f->result != RDL_GEN_TOKEN && f->result != RDL_GEN_STRING &&
        f->result != RDL_GEN_HANDLE)
        return apply_bad(a, "%s does not return a pointer", f->name);
    f->compare = RDL_GEN_FRESH;
    return true;
}

static bool apply_fresh(const struct apply *a)
{
    return apply_each(a, 0, apply_fresh_one, NULL);
}

static bool apply_invariant(const struct apply *a)
{
    struct rdl_gen_function *f = apply_function(a, a->line->words[0]);

    if (f == NULL)
        return false;
    if (f->n_params != 1 || f->params[0].kind != RDL_GEN_HANDLE ||
        f->params[0].handle != a->t->handle || f->result != RDL_GEN_NUMBER)
        return apply_bad(a, "%s is not int F(%s *)", f->name,
                         a->t->handle >= 0 ? a->t->handles[a->t->handle].type
                                           : "HANDLE");
    apply_role(f, RDL_GEN_OTHER, -1);
    f->invariant = true;
    return true;
}

static bool apply_ignore_one(const struct apply *a, struct rdl_gen_function *f,
                             void *data)
{
    (void)a;
    (void)data;
    free(f->out_reason);
    f->out_reason = rdl_strdup(RDL_GEN_IGNORED);
    f->out_by_types = false;
    return true;
}

static bool apply_ignore(const struct apply *a)
{
    return apply_each(a, 0, apply_ignore_one, NULL);
}

static bool apply_wrap(const struct apply *a)
{
    rdl_gen_text_add(&a->t->wraps, &a->t->n_wraps, a->line->words[0]);
    return true;
}

/* --- All lines --------------------------------------------------------------
 */

static bool (*const appliers[])(const struct apply *a) = {
#define DIRECTIVE(id, name, least, form, meaning) apply_##id,
#include "gen/spec_directives.h"
#undef DIRECTIVE
};

enum {
#define DIRECTIVE(id, name, least, form, meaning) IS_##id,
#include "gen/spec_directives.h"
#undef DIRECTIVE
};

static bool apply_names(const struct rdl_gen_spec *s, int directive,
                        const char *function)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].directive == directive &&
            strcmp(s->lines[i].words[0], function) == 0)
            return true;
    }
    return false;
}

/* Who names one maker (ender) of a type means these and no others. */
static void apply_others(const struct rdl_gen_spec *s, struct rdl_gen_table *t,
                         int directive, enum rdl_gen_role role,
                         const char *reason)
{
    bool *named = rdl_alloc(t->n_handles + 1);

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role == role && apply_names(s, directive, f->name))
            named[f->of] = true;
    }
    for (size_t i = 0; i < t->n_functions; i++) {
        struct rdl_gen_function *f = &t->functions[i];

        if (f->role == role && named[f->of] &&
            !apply_names(s, directive, f->name))
            rdl_gen_leave_out(f, reason);
    }
    free(named);
}

bool rdl_gen_spec_apply(const struct rdl_gen_spec *s, struct rdl_gen_table *t,
                        struct rdl_error *e)
{
    for (size_t d = 0; d < sizeof(appliers) / sizeof(appliers[0]); d++) {
        for (size_t i = 0; i < s->n_lines; i++) {
            const struct apply a = { t, s, &s->lines[i], e };

            if ((size_t)s->lines[i].directive == d && !appliers[d](&a))
                return false;
        }
    }
    apply_others(s, t, IS_made_by, RDL_GEN_MAKER, RDL_GEN_OTHER_MAKER);
    apply_others(s, t, IS_ended_by, RDL_GEN_ENDER, RDL_GEN_OTHER_ENDER);
    rdl_gen_table_settle(t);
    return true;
}
