/* table.c - makes, changes and asks a table. */
#include "gen/table/table.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

const char *const rdl_gen_kind_names[RDL_GEN_N_KINDS] = {
#define NAME(id, name) [RDL_GEN_##id] = name,
    RDL_GEN_KINDS(NAME)
};
const char *const rdl_gen_role_names[RDL_GEN_N_ROLES] = { RDL_GEN_ROLES(NAME) };
const char *const rdl_gen_compare_names[RDL_GEN_N_COMPARES] = {
    RDL_GEN_COMPARES(NAME)
#undef NAME
};

struct rdl_gen_table *rdl_gen_table_new(void)
{
    struct rdl_gen_table *t = rdl_alloc(sizeof(*t));

    t->handle = -1;
    return t;
}

void rdl_gen_text_add(char ***list, size_t *n, const char *text)
{
    *list = rdl_grow(*list, (*n + 1) * sizeof(**list));
    (*list)[(*n)++] = rdl_strdup(text);
}

void rdl_gen_text_clear(char ***list, size_t *n)
{
    for (size_t i = 0; i < *n; i++)
        free((*list)[i]);
    free(*list);
    *list = NULL;
    *n = 0;
}

static void table_free_function(struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        struct rdl_gen_param *p = &f->params[i];

        free(p->name);
        free(p->type);
        free(p->pointee);
        free(p->stub_result);
        rdl_gen_text_clear(&p->values, &p->n_values);
        rdl_gen_text_clear(&p->fields, &p->n_fields);
        rdl_gen_text_clear(&p->field_types, &p->n_field_types);
        rdl_gen_text_clear(&p->stub_params, &p->n_stub_params);
    }
    free(f->params);
    free(f->name);
    free(f->file);
    free(f->symbol);
    free(f->out_reason);
    free(f->result_type);
    free(f->alone_with);
}

void rdl_gen_table_free(struct rdl_gen_table *t)
{
    if (t == NULL)
        return;
    for (size_t i = 0; i < t->n_functions; i++)
        table_free_function(&t->functions[i]);
    for (size_t i = 0; i < t->n_handles; i++)
        free(t->handles[i].type);
    for (size_t i = 0; i < t->n_macros; i++)
        free(t->macros[i].name);
    rdl_gen_text_clear(&t->includes, &t->n_includes);
    rdl_gen_text_clear(&t->wraps, &t->n_wraps);
    free(t->functions);
    free(t->handles);
    free(t->macros);
    free(t->header);
    free(t);
}

struct rdl_gen_function *rdl_gen_table_function(struct rdl_gen_table *t,
                                                const char *name)
{
    struct rdl_gen_function *f;

    t->functions =
        rdl_grow(t->functions, (t->n_functions + 1) * sizeof(*t->functions));
    f = &t->functions[t->n_functions++];
    *f = (struct rdl_gen_function){
        .name = rdl_strdup(name),
        .role = RDL_GEN_OTHER,
        .of = -1,
        .partner = -1,
        .inside = -1,
        .result_handle = -1,
        .compare = RDL_GEN_NOTHING,
    };
    return f;
}

struct rdl_gen_param *rdl_gen_table_param(struct rdl_gen_function *f,
                                          const char *name)
{
    struct rdl_gen_param *p;

    f->params = rdl_grow(f->params, (f->n_params + 1) * sizeof(*f->params));
    p = &f->params[f->n_params++];
    *p = (struct rdl_gen_param){
        .name = name[0] != '\0' ? rdl_strdup(name)
                                : rdl_format("p%zu", f->n_params),
        .handle = -1,
        .partner = -1,
    };
    return p;
}

int rdl_gen_table_handle(struct rdl_gen_table *t, const char *type)
{
    for (size_t i = 0; i < t->n_handles; i++) {
        if (strcmp(t->handles[i].type, type) == 0)
            return (int)i;
    }
    t->handles = rdl_grow(t->handles, (t->n_handles + 1) * sizeof(*t->handles));
    t->handles[t->n_handles] =
        (struct rdl_gen_handle){ .type = rdl_strdup(type) };
    return (int)t->n_handles++;
}

void rdl_gen_table_macro(struct rdl_gen_table *t, const char *name,
                         unsigned n_params)
{
    t->macros = rdl_grow(t->macros, (t->n_macros + 1) * sizeof(*t->macros));
    t->macros[t->n_macros++] = (struct rdl_gen_macro){ .name = rdl_strdup(name),
                                                       .n_params = n_params };
}

int rdl_gen_table_find(const struct rdl_gen_table *t, const char *name)
{
    for (size_t i = 0; i < t->n_functions; i++) {
        if (strcmp(t->functions[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

int rdl_gen_param_find(const struct rdl_gen_function *f, const char *name)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (strcmp(f->params[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

void rdl_gen_leave_out(struct rdl_gen_function *f, const char *reason)
{
    if (f->out_reason != NULL && !f->out_by_types)
        return;
    free(f->out_reason);
    f->out_reason = rdl_strdup(reason);
    f->out_by_types = false;
}

static bool table_has(const struct rdl_gen_table *t, enum rdl_gen_role role,
                      int of)
{
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role == role && f->of == of && rdl_gen_drivable(f))
            return true;
    }
    return false;
}

static bool table_takes(const struct rdl_gen_function *f, int handle)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_HANDLE &&
            f->params[i].handle == handle)
            return true;
    }
    return false;
}

/* wheel_add() gives a timer of the wheel that tests share: threads call it too.
 * What it makes has to be an address, and not memory of the caller. */
static bool table_makes_from_shared(const struct rdl_gen_table *t,
                                    const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_STORAGE)
            return false;
    }
    return f->of != t->handle && table_takes(f, t->handle);
}

bool rdl_gen_concurrent(const struct rdl_gen_table *t, size_t function)
{
    const struct rdl_gen_function *f = &t->functions[function];

    if (!rdl_gen_drivable(f) || f->alone || f->invariant)
        return false;
    switch (f->role) {
    case RDL_GEN_METHOD:
    case RDL_GEN_BARE:
        return true;
    case RDL_GEN_LOCK:
    case RDL_GEN_UNLOCK:
        return f->partner >= 0 && rdl_gen_drivable(&t->functions[f->partner]);
    case RDL_GEN_MAKER:
        return table_makes_from_shared(t, f);
    case RDL_GEN_RETAINER:
        return f->of == t->handle;
    /* Without references only the last user of an object may end it.  One that
     * sets the pointer of its caller needs a pointer for each thread. */
    case RDL_GEN_ENDER:
        return f->of == t->handle && table_has(t, RDL_GEN_RETAINER, f->of) &&
               !f->params[0].by_address;
    default:
        return false;
    }
}

static bool table_lists(const struct rdl_gen_function *f, size_t g)
{
    for (size_t i = 0; i < f->n_alone_with; i++) {
        if ((size_t)f->alone_with[i] == g)
            return true;
    }
    return false;
}

bool rdl_gen_excluded(const struct rdl_gen_table *t, size_t f, size_t g)
{
    return table_lists(&t->functions[f], g) ||
           table_lists(&t->functions[g], f) ||
           (f == g && t->functions[f].one_thread);
}

size_t rdl_gen_choices(const struct rdl_gen_param *p)
{
    switch (p->kind) {
    case RDL_GEN_HANDLE:
        return 0;
    case RDL_GEN_NUMBER:
    case RDL_GEN_STRING:
    case RDL_GEN_SIZE:
    case RDL_GEN_EXPRESSION:
        return p->n_values + p->null;
    case RDL_GEN_BUFFER:
        return (p->n_values > 0 ? p->n_values : 1) + p->null;
    case RDL_GEN_TOKEN:
        return RDL_GEN_TOKENS + p->null;
    default:
        return 1 + p->null;
    }
}

/* --- Settling ---------------------------------------------------------------
 *
 * An object can be made if some function makes it whose own arguments can be
 * made.  Begin with nothing, repeat until nothing changes. */

/* Why it cannot be called, by its types; NULL: it can.  To be freed. */
static char *table_obstacle(const struct rdl_gen_table *t,
                            const struct rdl_gen_function *f)
{
    if (f->variadic)
        return rdl_strdup("takes a variable number of arguments: write a wrap");
    if (f->n_params > RDL_GEN_MAX_PARAMS)
        return rdl_format("has more than %d parameters", RDL_GEN_MAX_PARAMS);
    for (size_t i = 0; i < f->n_params; i++) {
        const struct rdl_gen_param *p = &f->params[i];

        if (p->kind == RDL_GEN_NONE)
            return rdl_format("%s takes %s", p->name, p->type);
        if (p->kind == RDL_GEN_HANDLE && !p->null &&
            !t->handles[p->handle].makeable)
            return rdl_format("%s takes %s, which no function makes", p->name,
                              p->type);
    }
    return NULL;
}

static bool table_can_call(const struct rdl_gen_table *t,
                           const struct rdl_gen_function *f)
{
    char *obstacle = table_obstacle(t, f);
    const bool none = obstacle == NULL;

    free(obstacle);
    return none && rdl_gen_drivable(f);
}

static bool table_make_more(struct rdl_gen_table *t)
{
    bool more = false;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role != RDL_GEN_MAKER || t->handles[f->of].makeable ||
            !table_can_call(t, f))
            continue;
        t->handles[f->of].makeable = true;
        more = true;
    }
    return more;
}

void rdl_gen_table_settle(struct rdl_gen_table *t)
{
    for (size_t i = 0; i < t->n_functions; i++) {
        struct rdl_gen_function *f = &t->functions[i];

        if (!f->out_by_types)
            continue;
        free(f->out_reason);
        f->out_reason = NULL;
        f->out_by_types = false;
    }
    for (size_t i = 0; i < t->n_handles; i++)
        t->handles[i].makeable = false;
    while (table_make_more(t))
        ;
    for (size_t i = 0; i < t->n_functions; i++) {
        struct rdl_gen_function *f = &t->functions[i];

        if (f->role == RDL_GEN_METHOD || f->role == RDL_GEN_OTHER)
            f->role =
                table_takes(f, t->handle) ? RDL_GEN_METHOD : RDL_GEN_OTHER;
        if (!rdl_gen_drivable(f))
            continue;
        f->out_reason = table_obstacle(t, f);
        f->out_by_types = f->out_reason != NULL;
    }
}
