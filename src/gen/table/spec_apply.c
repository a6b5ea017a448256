/* spec_apply.c - changes a table as the lines of a spec say. */
#include "gen/table/spec_apply.h"

#include "gen/table/spec_names.h"
#include "util/alloc.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool rdl_spec_bad(const struct rdl_spec_apply *a, const char *format, ...)
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

struct rdl_gen_function *rdl_spec_function(const struct rdl_spec_apply *a,
                                           const char *name)
{
    const int at = rdl_gen_table_find(a->t, name);

    if (at >= 0)
        return &a->t->functions[at];
    rdl_spec_bad(a, "%s has no function '%s'", a->t->header, name);
    return NULL;
}

/* "f.p" */
struct rdl_gen_param *rdl_spec_param(const struct rdl_spec_apply *a,
                                     const char *both,
                                     struct rdl_gen_function **function)
{
    const char *dot = strrchr(both, '.');
    struct rdl_gen_function *f;
    char *name;
    int at;

    if (dot == NULL) {
        rdl_spec_bad(a, "'%s' is not a parameter; write FUNCTION.PARAMETER",
                     both);
        return NULL;
    }
    name = rdl_format("%.*s", (int)(dot - both), both);
    f = rdl_spec_function(a, name);
    free(name);
    if (f == NULL)
        return NULL;
    at = rdl_gen_param_find(f, dot + 1);
    if (at < 0) {
        rdl_spec_bad(a, "%s has no parameter '%s'", f->name, dot + 1);
        return NULL;
    }
    *function = f;
    return &f->params[at];
}

bool rdl_spec_each(const struct rdl_spec_apply *a, size_t first,
                   rdl_spec_to *one, void *data)
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
            return rdl_spec_bad(a, "%s has no function '%s'", a->t->header,
                                pattern);
    }
    return true;
}

struct rdl_gen_function *rdl_spec_head(const struct rdl_spec_apply *a,
                                       size_t *next)
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
        rdl_spec_bad(a, "a colon is missing after '%s'", word);
        return NULL;
    }
    f = rdl_spec_function(a, name);
    free(name);
    return f;
}

/* --- All lines --------------------------------------------------------------
 */

static bool (*const appliers[])(const struct rdl_spec_apply *a) = {
#define DIRECTIVE(id, name, least, form, meaning) rdl_spec_##id,
#include "gen/table/spec_directives.h"
#undef DIRECTIVE
};

enum {
#define DIRECTIVE(id, name, least, form, meaning) IS_##id,
#include "gen/table/spec_directives.h"
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
            const struct rdl_spec_apply a = { t, s, &s->lines[i], e };

            if ((size_t)s->lines[i].directive == d && !appliers[d](&a))
                return false;
        }
    }
    apply_others(s, t, IS_made_by, RDL_GEN_MAKER, RDL_GEN_OTHER_MAKER);
    apply_others(s, t, IS_ended_by, RDL_GEN_ENDER, RDL_GEN_OTHER_ENDER);
    rdl_gen_table_settle(t);
    return true;
}
