/* spec_print.c - a table in the form of a spec file. */
#include "gen/table/spec.h"

#include "gen/table/spec_names.h"

#include <string.h>

#define COLUMNS 78

/* A directive with a list of functions, broken into lines. */
struct list {
    FILE *out;
    char head[256]; /* "alone", "inside q_lock:" */
    size_t column;  /* 0: nothing written yet */
};

static void list_add(struct list *l, const char *name)
{
    if (l->column > 0 &&
        (name[0] == '\0' || l->column + 1 + strlen(name) > COLUMNS)) {
        fputc('\n', l->out);
        l->column = 0;
    }
    if (name[0] == '\0')
        return;
    if (l->column == 0)
        l->column = (size_t)fprintf(l->out, "%s", l->head);
    l->column += (size_t)fprintf(l->out, " %s", name);
}

static void print_if(FILE *out, const struct rdl_gen_table *t, const char *head,
                     bool (*is)(const struct rdl_gen_function *f))
{
    struct list l = { .out = out };

    snprintf(l.head, sizeof(l.head), "%s", head);
    for (size_t i = 0; i < t->n_functions; i++) {
        if (rdl_gen_drivable(&t->functions[i]) && is(&t->functions[i]))
            list_add(&l, t->functions[i].name);
    }
    list_add(&l, "");
}

static bool is_method(const struct rdl_gen_function *f)
{
    return f->role == RDL_GEN_METHOD && !f->invariant;
}

static bool is_alone(const struct rdl_gen_function *f)
{
    return f->alone;
}

static bool is_one_thread(const struct rdl_gen_function *f)
{
    return f->one_thread;
}

static bool is_blocking(const struct rdl_gen_function *f)
{
    return f->blocks;
}

static bool is_weak(const struct rdl_gen_function *f)
{
    return f->compare == RDL_GEN_WEAK;
}

static bool is_fresh(const struct rdl_gen_function *f)
{
    return f->compare == RDL_GEN_FRESH;
}

static bool is_init(const struct rdl_gen_function *f)
{
    return f->role == RDL_GEN_INIT;
}

/* Those of the type that tests share come first. */
static void print_makers(FILE *out, const struct rdl_gen_table *t,
                         enum rdl_gen_role role, const char *directive)
{
    for (int shared = 1; shared >= 0; shared--) {
        for (size_t i = 0; i < t->n_functions; i++) {
            const struct rdl_gen_function *f = &t->functions[i];

            if (f->role == role && rdl_gen_drivable(f) &&
                (f->of == t->handle) == (shared != 0))
                fprintf(out, "%s %s\n", directive, f->name);
        }
    }
}

static void print_pairs(FILE *out, const struct rdl_gen_table *t)
{
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role == RDL_GEN_LOCK && rdl_gen_drivable(f))
            fprintf(out, "pair %s %s\n", f->name,
                    t->functions[f->partner].name);
    }
}

static void print_inside(FILE *out, const struct rdl_gen_table *t)
{
    for (size_t lock = 0; lock < t->n_functions; lock++) {
        struct list l = { .out = out };

        snprintf(l.head, sizeof(l.head), "inside %s:", t->functions[lock].name);
        for (size_t i = 0; i < t->n_functions; i++) {
            const struct rdl_gen_function *f = &t->functions[i];

            if (f->role == RDL_GEN_BARE && f->inside == (int)lock &&
                rdl_gen_drivable(f))
                list_add(&l, f->name);
        }
        list_add(&l, "");
    }
}

static void print_constraints(FILE *out, const struct rdl_gen_table *t)
{
    print_if(out, t, "alone", is_alone);
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        struct list l = { .out = out };

        snprintf(l.head, sizeof(l.head), "alone-with %s:", f->name);
        for (size_t k = 0; k < f->n_alone_with; k++)
            list_add(&l, t->functions[f->alone_with[k]].name);
        list_add(&l, "");
    }
    print_if(out, t, "one-thread", is_one_thread);
    print_if(out, t, "blocks", is_blocking);
    print_if(out, t, "weak", is_weak);
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->compare == RDL_GEN_NEAR)
            fprintf(out, "weak %s +-%u\n", f->name, f->slack);
        if (f->invariant)
            fprintf(out, "invariant %s\n", f->name);
    }
    print_if(out, t, "fresh", is_fresh);
}

static void print_params(FILE *out, const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        const struct rdl_gen_param *p = &f->params[i];

        if (p->n_values > 0) {
            fprintf(out, "value %s.%s", f->name, p->name);
            for (size_t k = 0; k < p->n_values; k++)
                fprintf(out, " %s", p->values[k]);
            fputc('\n', out);
        }
        if (p->null)
            fprintf(out, "null %s.%s\n", f->name, p->name);
        if (p->owned)
            fprintf(out, "owns %s.%s\n", f->name, p->name);
    }
}

bool rdl_gen_spec_ignores(const struct rdl_gen_function *f)
{
    return !rdl_gen_drivable(f) && strcmp(f->out_reason, RDL_GEN_IGNORED) == 0;
}

/* What tests could call if they shared another type. */
static void print_others(FILE *out, const struct rdl_gen_table *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role != RDL_GEN_OTHER || !rdl_gen_drivable(f) ||
            f->n_params == 0 || f->params[0].kind != RDL_GEN_HANDLE)
            continue;
        if (n++ == 0)
            fprintf(out, "\n# Not called, for tests share %s:\n",
                    t->handles[t->handle].type);
        fprintf(out, "# %s: needs the line \"handle %s\"\n", f->name,
                t->handles[f->params[0].handle].type);
    }
}

static void print_left_out(FILE *out, const struct rdl_gen_table *t)
{
    struct list ignored = { .out = out, .head = "ignore" };
    size_t n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (rdl_gen_spec_ignores(f))
            list_add(&ignored, f->name);
    }
    list_add(&ignored, "");
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (rdl_gen_drivable(f) || rdl_gen_spec_ignores(f))
            continue;
        if (n++ == 0)
            fputs("\n# Left out:\n", out);
        fprintf(out, "# %s: %s\n", f->name, f->out_reason);
    }
    print_others(out, t);
    for (size_t i = 0; i < t->n_macros; i++) {
        if (i == 0)
            fputs("\n# Macros (a wrap line makes a function of one):\n", out);
        fprintf(out, "# %s, parameters: %u\n", t->macros[i].name,
                t->macros[i].n_params);
    }
}

void rdl_gen_spec_print(FILE *out, const struct rdl_gen_table *t)
{
    fprintf(out, "# %s, as raddle gen understands it: a spec file to edit\n",
            t->header);
    for (size_t i = 0; i < t->n_wraps; i++)
        fprintf(out, "wrap %s\n", t->wraps[i]);
    if (t->handle >= 0)
        fprintf(out, "handle %s\n", t->handles[t->handle].type);
    print_makers(out, t, RDL_GEN_MAKER, "made-by");
    print_makers(out, t, RDL_GEN_ENDER, "ended-by");
    print_makers(out, t, RDL_GEN_RETAINER, "retained-by");
    print_if(out, t, "init", is_init);
    print_pairs(out, t);
    print_if(out, t, "method", is_method);
    print_inside(out, t);
    print_constraints(out, t);
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (rdl_gen_drivable(f) || rdl_gen_spec_ignores(f))
            print_params(out, f);
    }
    print_left_out(out, t);
}
