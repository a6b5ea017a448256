/* names.c - see names.h. */
#include "gen/emit/names.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rdl_gen_function *
rdl_gen_name_function(const struct rdl_gen_names *n, unsigned call)
{
    return &n->table->functions[rdl_gen_test_call(n->test, call)->function];
}

static bool names_taken(const struct rdl_gen_names *n, const char *name)
{
    static const char *const ours[] = { "main", "one",  "two", "three", "a",
                                        "b",    "c",    "p",   "item",  "int",
                                        "char", "long", NULL };

    for (size_t i = 0; ours[i] != NULL; i++) {
        if (strcmp(ours[i], name) == 0)
            return true;
    }
    for (size_t i = 0; i < n->table->n_macros; i++) {
        if (strcmp(n->table->macros[i].name, name) == 0)
            return true;
    }
    for (unsigned i = 0; i < n->n_objects; i++) {
        if (strcmp(n->objects[i].name, name) == 0)
            return true;
    }
    for (size_t i = 0; i < n->table->n_handles; i++) {
        if (strcmp(n->table->handles[i].type, name) == 0)
            return true;
    }
    /* Headers that the test includes may declare what the C library has: log,
     * index, link. */
    return rdl_gen_table_find(n->table, name) >= 0 ||
           dlsym(RTLD_DEFAULT, name) != NULL;
}

/* "struct work_queue" gives work_queue, "GAsyncQueue" queue, "apr_queue_t"
 * apr_queue. */
static void names_of_type(const char *type, char out[RDL_GEN_NAME])
{
    const char *word = strrchr(type, ' ');
    size_t n = 0, from = 0;

    word = word != NULL ? word + 1 : type;
    for (size_t i = 1; word[i] != '\0'; i++) {
        if (isupper((unsigned char)word[i]) &&
            islower((unsigned char)word[i - 1]))
            from = i;
    }
    for (size_t i = from; word[i] != '\0' && n < RDL_GEN_NAME / 2; i++)
        out[n++] = (char)tolower((unsigned char)word[i]);
    if (n > 2 && strncmp(out + n - 2, "_t", 2) == 0)
        n -= 2;
    out[n] = '\0';
}

/* The first parameter, if that is such an object; else NULL. */
static const char *names_first(const struct rdl_gen_function *f, int handle)
{
    return f->role != RDL_GEN_MAKER && f->n_params > 0 &&
                   f->params[0].kind == RDL_GEN_HANDLE &&
                   f->params[0].handle == handle
               ? f->params[0].name
               : NULL;
}

/* What the header calls an object of this type: the name of the first parameter
 * of most functions that take one.  NULL: they agree on none that is free. */
static const char *names_of_header(const struct rdl_gen_names *n, int handle)
{
    const struct rdl_gen_table *t = n->table;
    const char *name = NULL;
    size_t all = 0, same = 0;

    /* Whoever outnumbers all others is left at the end of the first pass. */
    for (size_t i = 0; i < t->n_functions; i++) {
        const char *one = names_first(&t->functions[i], handle);

        if (one == NULL)
            continue;
        if (same == 0)
            name = one;
        same += strcmp(name, one) == 0 ? 1 : (size_t)-1;
    }
    same = 0;
    for (size_t i = 0; i < t->n_functions; i++) {
        const char *one = names_first(&t->functions[i], handle);

        all += one != NULL;
        same += one != NULL && strcmp(name, one) == 0;
    }
    if (name == NULL || 2 * same <= all || strlen(name) >= RDL_GEN_NAME / 2 ||
        (name[0] == 'p' && isdigit((unsigned char)name[1])))
        return NULL;
    for (unsigned i = 0; i < n->n_objects; i++) {
        if (n->objects[i].handle == handle)
            return name; /* it has a number behind it */
    }
    return names_taken(n, name) ? NULL : name;
}

static void names_object(struct rdl_gen_names *n, int handle, bool embedded)
{
    struct rdl_gen_object_name o = { .handle = handle, .embedded = embedded };
    const char *name = names_of_header(n, handle);
    char base[RDL_GEN_NAME];

    if (n->n_objects == RDL_WIRE_OBJECTS)
        return;
    if (name != NULL)
        snprintf(base, sizeof(base), "%s", name);
    else
        names_of_type(n->table->handles[handle].type, base);
    snprintf(o.name, sizeof(o.name), "%s", base);
    for (unsigned k = 1; names_taken(n, o.name); k++)
        snprintf(o.name, sizeof(o.name), "%.40s_%u", base, k);
    n->objects[n->n_objects++] = o;
}

static bool names_has_variables(const struct rdl_gen_function *f)
{
    int values[RDL_WIRE_VALUES];

    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_OUT ||
            f->params[i].kind == RDL_GEN_BUFFER)
            return true;
    }
    return rdl_gen_reports(f, values) > 0;
}

void rdl_gen_names(struct rdl_gen_names *n, const struct rdl_gen_table *t,
                   const struct rdl_gen_test *test)
{
    const unsigned calls = rdl_gen_test_calls(test);
    const unsigned prefix = rdl_gen_test_first(test, 0);
    unsigned number = 0;

    *n = (struct rdl_gen_names){ .table = t, .test = test };
    for (unsigned i = 0; i < prefix; i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(n, i);
        int where;

        if (rdl_gen_makes(f, &where))
            names_object(n, f->of,
                         where >= 0 &&
                             f->params[where].kind == RDL_GEN_STORAGE);
    }
    /* Threads come first: their variables are those of the assertion. */
    for (unsigned i = prefix; i < calls; i++) {
        if (names_has_variables(rdl_gen_name_function(n, i)))
            n->numbers[i] = ++number;
    }
    for (unsigned i = 0; i < prefix; i++) {
        if (names_has_variables(rdl_gen_name_function(n, i)))
            n->numbers[i] = ++number;
    }
}

void rdl_gen_name_value(const struct rdl_gen_names *n, unsigned call, int value,
                        char out[RDL_GEN_NAME])
{
    const struct rdl_gen_function *f = rdl_gen_name_function(n, call);

    const struct rdl_gen_param *p;
    int field;

    if (value == RDL_GEN_OF_RESULT) {
        snprintf(out, RDL_GEN_NAME, "r%u", n->numbers[call]);
        return;
    }
    p = &f->params[RDL_GEN_VALUE_PARAM(value)];
    field = RDL_GEN_VALUE_FIELD(value);
    snprintf(out, RDL_GEN_NAME, "%.60s%u%s%.60s", p->name, n->numbers[call],
             field >= 0 ? rdl_gen_dot(p->fields[field]) : "",
             field >= 0 ? p->fields[field] : "");
}

int rdl_gen_name_made(const struct rdl_gen_names *n, unsigned call)
{
    int made = -1, where;

    if (call >= rdl_gen_test_first(n->test, 0) ||
        !rdl_gen_makes(rdl_gen_name_function(n, call), &where))
        return -1;
    for (unsigned i = 0; i <= call; i++)
        made += rdl_gen_makes(rdl_gen_name_function(n, i), &where);
    return made < (int)n->n_objects ? made : -1;
}

/* Objects that exist when a call begins. */
static unsigned names_existing(const struct rdl_gen_names *n, unsigned call)
{
    unsigned made = 0;
    int where;

    for (unsigned i = 0; i < call && i < rdl_gen_test_first(n->test, 0); i++)
        made += rdl_gen_makes(rdl_gen_name_function(n, i), &where);
    return made < n->n_objects ? made : n->n_objects;
}

size_t rdl_gen_name_choice(const struct rdl_gen_names *n, unsigned call,
                           size_t param)
{
    const struct rdl_gen_function *f = rdl_gen_name_function(n, call);
    const unsigned given = rdl_gen_test_call(n->test, call)->arguments[param];
    const size_t choices = rdl_gen_choices(&f->params[param]);

    return choices > 0 ? given % choices : given;
}

/* The driver passes no size that is larger than the buffer. */
static void names_size(FILE *out, const struct rdl_gen_param *p,
                       const char *value, int room)
{
    char *end;
    const long long n = strtoll(value, &end, 0);

    if (*end == '\0' && n >= 0)
        fprintf(out, "%lld", n < room ? n : room);
    else
        fprintf(out, "((%s)(%s) > %d ? %d : (%s))", p->type, value, room, room,
                value);
}

static void names_argument(FILE *out, const struct rdl_gen_names *n,
                           unsigned call, size_t i)
{
    const struct rdl_gen_function *f = rdl_gen_name_function(n, call);
    const struct rdl_gen_param *p = &f->params[i];
    const unsigned given = rdl_gen_test_call(n->test, call)->arguments[i];
    const size_t choices = rdl_gen_choices(p);
    const size_t k = rdl_gen_name_choice(n, call, i);
    const int made = rdl_gen_name_made(n, call);
    char name[RDL_GEN_NAME];

    if (p->null && choices > 0 && k == choices - 1) {
        fputs("NULL", out);
        return;
    }
    rdl_gen_name_value(n, call, (int)i, name);
    switch (p->kind) {
    case RDL_GEN_TOKEN:
        fprintf(out, "&item[%zu]", k);
        break;
    case RDL_GEN_HANDLE:
        fputs(p->by_address ? "&" : "", out);
        fputs(n->table->handles[p->handle].makeable &&
                      given < names_existing(n, call)
                  ? n->objects[given].name
                  : "NULL",
              out);
        break;
    case RDL_GEN_OUT:
        fprintf(out, "&%s", name);
        break;
    case RDL_GEN_MADE:
        fprintf(out, "&%s", made >= 0 ? n->objects[made].name : name);
        break;
    case RDL_GEN_STORAGE:
        fprintf(out, "&%s_storage", made >= 0 ? n->objects[made].name : name);
        break;
    case RDL_GEN_BUFFER:
        if (n->contents && k < p->n_values) {
            fputs(p->values[k], out);
            break;
        }
        fprintf(out, "%s%s", p->pointee == NULL ? "(void *)" : "", name);
        break;
    case RDL_GEN_SIZE:
        names_size(out, p, p->values[k], rdl_gen_room(&f->params[p->partner]));
        break;
    case RDL_GEN_CALLBACK:
        fprintf(out, "stub_%s_%s", f->name, p->name);
        break;
    case RDL_GEN_STRUCT:
        fprintf(out, "(%s){ 0 }", p->type);
        break;
    default:
        fputs(p->values[k], out);
        break;
    }
}

void rdl_gen_name_call(FILE *out, const struct rdl_gen_names *n, unsigned call)
{
    const struct rdl_gen_function *f = rdl_gen_name_function(n, call);

    fprintf(out, "%s(", f->name);
    for (size_t i = 0; i < f->n_params; i++) {
        fputs(i > 0 ? ", " : "", out);
        names_argument(out, n, call, i);
    }
    fputs(")", out);
}
