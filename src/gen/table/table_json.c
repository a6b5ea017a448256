/* table_json.c - a table as JSON: one list of fields for writing and reading.
 */
#include "gen/table/table.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum type { TEXT, INT, UNSIGNED, SIZE, BOOL, KIND, ROLE, COMPARE, TEXTS, INTS };

struct field {
    const char *key;
    enum type type;
    size_t at, count_at; /* offsets; count_at: of TEXTS and INTS */
};

#define FIELD(s, type, name)                                                   \
    {                                                                          \
#name, type, offsetof(struct s, name), 0                               \
    }
#define LIST(s, type, name)                                                    \
    {                                                                          \
#name, type, offsetof(struct s, name), offsetof(struct s, n_##name)    \
    }
#define END                                                                    \
    {                                                                          \
        .key = NULL                                                            \
    }

static const struct field param_fields[] = {
    FIELD(rdl_gen_param, TEXT, name),
    FIELD(rdl_gen_param, TEXT, type),
    FIELD(rdl_gen_param, TEXT, pointee),
    FIELD(rdl_gen_param, KIND, kind),
    FIELD(rdl_gen_param, INT, handle),
    FIELD(rdl_gen_param, INT, elements),
    FIELD(rdl_gen_param, BOOL, by_address),
    FIELD(rdl_gen_param, INT, partner),
    FIELD(rdl_gen_param, BOOL, is_float),
    FIELD(rdl_gen_param, BOOL, is_unsigned),
    FIELD(rdl_gen_param, BOOL, initial),
    FIELD(rdl_gen_param, BOOL, padded),
    FIELD(rdl_gen_param, BOOL, null),
    FIELD(rdl_gen_param, BOOL, owned),
    LIST(rdl_gen_param, TEXTS, values),
    LIST(rdl_gen_param, TEXTS, fields),
    LIST(rdl_gen_param, TEXTS, field_types),
    FIELD(rdl_gen_param, TEXT, stub_result),
    LIST(rdl_gen_param, TEXTS, stub_params),
    END,
};

static const struct field function_fields[] = {
    FIELD(rdl_gen_function, TEXT, name),
    FIELD(rdl_gen_function, TEXT, file),
    FIELD(rdl_gen_function, UNSIGNED, line),
    FIELD(rdl_gen_function, TEXT, symbol),
    FIELD(rdl_gen_function, BOOL, defined),
    FIELD(rdl_gen_function, TEXT, out_reason),
    FIELD(rdl_gen_function, ROLE, role),
    FIELD(rdl_gen_function, INT, of),
    FIELD(rdl_gen_function, INT, partner),
    FIELD(rdl_gen_function, INT, inside),
    FIELD(rdl_gen_function, TEXT, result_type),
    FIELD(rdl_gen_function, KIND, result),
    FIELD(rdl_gen_function, INT, result_handle),
    FIELD(rdl_gen_function, BOOL, result_is_float),
    FIELD(rdl_gen_function, BOOL, result_is_unsigned),
    FIELD(rdl_gen_function, COMPARE, compare),
    FIELD(rdl_gen_function, UNSIGNED, slack),
    FIELD(rdl_gen_function, BOOL, alone),
    FIELD(rdl_gen_function, BOOL, one_thread),
    FIELD(rdl_gen_function, BOOL, blocks),
    FIELD(rdl_gen_function, BOOL, invariant),
    LIST(rdl_gen_function, INTS, alone_with),
    FIELD(rdl_gen_function, BOOL, deprecated),
    FIELD(rdl_gen_function, BOOL, variadic),
    FIELD(rdl_gen_function, BOOL, out_by_types),
    END,
};

static const struct field handle_fields[] = {
    FIELD(rdl_gen_handle, TEXT, type),
    FIELD(rdl_gen_handle, SIZE, size),
    FIELD(rdl_gen_handle, BOOL, makeable),
    END,
};

static const struct field macro_fields[] = {
    FIELD(rdl_gen_macro, TEXT, name),
    FIELD(rdl_gen_macro, UNSIGNED, n_params),
    END,
};

static const struct field table_fields[] = {
    FIELD(rdl_gen_table, TEXT, header),
    LIST(rdl_gen_table, TEXTS, includes),
    LIST(rdl_gen_table, TEXTS, wraps),
    FIELD(rdl_gen_table, INT, handle),
    END,
};

/* The names of an enumeration. */
static const char *const *field_names(enum type type, size_t *n)
{
    switch (type) {
    case KIND:
        *n = RDL_GEN_N_KINDS;
        return rdl_gen_kind_names;
    case ROLE:
        *n = RDL_GEN_N_ROLES;
        return rdl_gen_role_names;
    default:
        *n = RDL_GEN_N_COMPARES;
        return rdl_gen_compare_names;
    }
}

/* --- Writing ----------------------------------------------------------------
 */

static json_t *json_of_field(const struct field *f, const char *base)
{
    const void *at = base + f->at;
    size_t n = f->count_at != 0 ? *(const size_t *)(base + f->count_at) : 0;
    json_t *list;

    switch (f->type) {
    case TEXT:
        return json_string(*(char *const *)at); /* NULL: left out */
    case INT:
        return json_integer(*(const int *)at);
    case UNSIGNED:
        return json_integer(*(const unsigned *)at);
    case SIZE:
        return json_integer((json_int_t) * (const size_t *)at);
    case BOOL:
        return *(const bool *)at ? json_true() : NULL;
    case TEXTS:
    case INTS:
        list = json_array();
        for (size_t i = 0; i < n; i++)
            json_array_append_new(
                list, f->type == TEXTS ? json_string((*(char **const *)at)[i])
                                       : json_integer((*(int *const *)at)[i]));
        return list;
    default:
        return json_string(field_names(f->type, &n)[*(const unsigned *)at]);
    }
}

static json_t *json_of(const struct field *fields, const void *base)
{
    json_t *o = json_object();

    for (const struct field *f = fields; f->key != NULL; f++) {
        json_t *value = json_of_field(f, base);

        if (value != NULL)
            json_object_set_new(o, f->key, value);
    }
    return o;
}

json_t *rdl_gen_table_to_json(const struct rdl_gen_table *t)
{
    json_t *o = json_of(table_fields, t), *functions = json_array();
    json_t *handles = json_array(), *macros = json_array();

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        json_t *function = json_of(function_fields, f), *params = json_array();

        for (size_t k = 0; k < f->n_params; k++)
            json_array_append_new(params, json_of(param_fields, &f->params[k]));
        json_object_set_new(function, "params", params);
        json_array_append_new(functions, function);
    }
    for (size_t i = 0; i < t->n_handles; i++)
        json_array_append_new(handles, json_of(handle_fields, &t->handles[i]));
    for (size_t i = 0; i < t->n_macros; i++)
        json_array_append_new(macros, json_of(macro_fields, &t->macros[i]));
    json_object_set_new(o, "handles", handles);
    json_object_set_new(o, "functions", functions);
    json_object_set_new(o, "macros", macros);
    return o;
}

/* --- Reading ----------------------------------------------------------------
 */

static bool json_bad(struct rdl_error *e, const char *key)
{
    return rdl_error_set(e, RDL_EXIT_INTERNAL,
                         "the table of functions is damaged at \"%s\"", key);
}

static bool field_from_list(const struct field *f, char *base, const json_t *j)
{
    size_t *n = (size_t *)(base + f->count_at);

    for (size_t i = 0; i < json_array_size(j); i++) {
        const json_t *one = json_array_get(j, i);

        if (f->type == TEXTS) {
            if (!json_is_string(one))
                return false;
            rdl_gen_text_add((char ***)(base + f->at), n,
                             json_string_value(one));
        } else {
            int **ints = (int **)(base + f->at);

            *ints = rdl_grow(*ints, (*n + 1) * sizeof(**ints));
            (*ints)[(*n)++] = (int)json_integer_value(one);
        }
    }
    return json_is_array(j);
}

static bool field_from_json(const struct field *f, char *base, const json_t *j)
{
    void *at = base + f->at;
    const char *const *names;
    size_t n;

    switch (f->type) {
    case TEXT:
        free(*(char **)at);
        *(char **)at =
            json_is_string(j) ? rdl_strdup(json_string_value(j)) : NULL;
        return json_is_string(j);
    case INT:
        *(int *)at = (int)json_integer_value(j);
        return json_is_integer(j);
    case UNSIGNED:
        *(unsigned *)at = (unsigned)json_integer_value(j);
        return json_is_integer(j);
    case SIZE:
        *(size_t *)at = (size_t)json_integer_value(j);
        return json_is_integer(j);
    case BOOL:
        *(bool *)at = json_is_true(j);
        return json_is_boolean(j);
    case TEXTS:
    case INTS:
        return field_from_list(f, base, j);
    default:
        names = field_names(f->type, &n);
        for (size_t i = 0; i < n && json_is_string(j); i++) {
            if (strcmp(names[i], json_string_value(j)) != 0)
                continue;
            *(unsigned *)at = (unsigned)i;
            return true;
        }
        return false;
    }
}

static bool fields_from_json(const struct field *fields, void *base,
                             const json_t *o, struct rdl_error *e)
{
    for (const struct field *f = fields; f->key != NULL; f++) {
        const json_t *value = json_object_get(o, f->key);

        if (value != NULL && !field_from_json(f, base, value))
            return json_bad(e, f->key);
    }
    return json_is_object(o) || json_bad(e, "{");
}

static bool function_from_json(struct rdl_gen_table *t, const json_t *o,
                               struct rdl_error *e)
{
    struct rdl_gen_function *f = rdl_gen_table_function(t, "");
    const json_t *params = json_object_get(o, "params");

    if (!fields_from_json(function_fields, f, o, e))
        return false;
    for (size_t i = 0; i < json_array_size(params); i++) {
        if (!fields_from_json(param_fields, rdl_gen_table_param(f, ""),
                              json_array_get(params, i), e))
            return false;
    }
    return true;
}

static bool in_range(int index, size_t n)
{
    return index >= -1 && (index < 0 || (size_t)index < n);
}

/* Everybody who reads a table relies on its indices. */
static bool table_sound(const struct rdl_gen_table *t, struct rdl_error *e)
{
    if (t->header == NULL || !in_range(t->handle, t->n_handles))
        return json_bad(e, "handle");
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        bool made = f->role == RDL_GEN_MAKER || f->role == RDL_GEN_ENDER ||
                    f->role == RDL_GEN_RETAINER;

        if (!in_range(f->of, t->n_handles) || (made && f->of < 0) ||
            !in_range(f->partner, t->n_functions) ||
            !in_range(f->inside, t->n_functions) ||
            !in_range(f->result_handle, t->n_handles) || f->result_type == NULL)
            return json_bad(e, f->name);
        for (size_t k = 0; k < f->n_alone_with; k++) {
            if (f->alone_with[k] < 0 ||
                !in_range(f->alone_with[k], t->n_functions))
                return json_bad(e, f->name);
        }
        for (size_t k = 0; k < f->n_params; k++) {
            const struct rdl_gen_param *p = &f->params[k];

            if (!in_range(p->handle, t->n_handles) || p->type == NULL ||
                !in_range(p->partner, f->n_params) ||
                p->n_fields != p->n_field_types ||
                (p->elements > 0 && p->pointee == NULL) ||
                (p->kind == RDL_GEN_HANDLE && p->handle < 0))
                return json_bad(e, f->name);
        }
    }
    return true;
}

static bool table_from_json(struct rdl_gen_table *t, const json_t *o,
                            struct rdl_error *e)
{
    const json_t *handles = json_object_get(o, "handles");
    const json_t *functions = json_object_get(o, "functions");
    const json_t *macros = json_object_get(o, "macros");

    if (!fields_from_json(table_fields, t, o, e))
        return false;
    for (size_t i = 0; i < json_array_size(handles); i++) {
        char unique[24];
        int at;

        snprintf(unique, sizeof(unique), "\n%zu", i);
        at = rdl_gen_table_handle(t, unique);
        if (!fields_from_json(handle_fields, &t->handles[at],
                              json_array_get(handles, i), e))
            return false;
    }
    for (size_t i = 0; i < json_array_size(functions); i++) {
        if (!function_from_json(t, json_array_get(functions, i), e))
            return false;
    }
    for (size_t i = 0; i < json_array_size(macros); i++) {
        rdl_gen_table_macro(t, "", 0);
        if (!fields_from_json(macro_fields, &t->macros[t->n_macros - 1],
                              json_array_get(macros, i), e))
            return false;
    }
    return table_sound(t, e);
}

struct rdl_gen_table *rdl_gen_table_from_json(const json_t *j,
                                              struct rdl_error *e)
{
    struct rdl_gen_table *t = rdl_gen_table_new();

    if (table_from_json(t, j, e))
        return t;
    rdl_gen_table_free(t);
    return NULL;
}
