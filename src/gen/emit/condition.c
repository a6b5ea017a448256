/* condition.c - see condition.h, and the values of test.h. */
#include "gen/emit/condition.h"

#include "gen/emit/c.h"
#include "gen/emit/test.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void condition_number(FILE *out, uint64_t value, bool is_unsigned)
{
    const int64_t as_signed = (int64_t)value;

    if (is_unsigned)
        fprintf(out, value <= INT_MAX ? "%" PRIu64 : "%" PRIu64 "u", value);
    else if (as_signed == INT64_MIN)
        fputs("(-9223372036854775807 - 1)", out);
    else
        fprintf(out, "%" PRId64, as_signed);
}

static void condition_double(FILE *out, uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof(value));
    fprintf(out, "%.17g", value);
}

/* The characters of a string literal, of at most 8 bytes. */
static void condition_quoted(FILE *out, const char *bytes, size_t n)
{
    fputc('"', out);
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)bytes[i];

        if (isprint(c) && c != '"' && c != '\\' && c != '?' && c != '*')
            fputc(c, out);
        else
            fprintf(out, "\\%03o", c);
    }
    fputc('"', out);
}

/* Is the value of an unsigned type? */
static bool condition_unsigned(const struct rdl_gen_function *f, int value)
{
    const struct rdl_gen_param *p;

    if (value == RDL_GEN_OF_RESULT)
        return f->result_is_unsigned;
    p = &f->params[RDL_GEN_VALUE_PARAM(value)];
    return RDL_GEN_VALUE_FIELD(value) < 0
               ? p->is_unsigned
               : strcmp(p->field_types[RDL_GEN_VALUE_FIELD(value)],
                        RDL_GEN_UNSIGNED) == 0;
}

/* A number; `slack` is that of a weak result. */
static void condition_numeric(FILE *out, const struct rdl_gen_function *f,
                              int value, const char *name, uint64_t number)
{
    const bool is_unsigned = condition_unsigned(f, value);

    if (value != RDL_GEN_OF_RESULT || f->compare != RDL_GEN_NEAR) {
        fprintf(out, "%s == ", name);
        condition_number(out, number, is_unsigned);
        return;
    }
    fprintf(out, "%s + %u >= ", name, f->slack);
    condition_number(out, number, is_unsigned);
    fprintf(out, " && %s <= ", name);
    condition_number(out, number + f->slack, is_unsigned);
}

/* The variable that was the first with the address of a RDL_WIRE_FRESH; false:
 * it is this one, or that of a prefix. */
static bool condition_other(const struct rdl_gen_names *n, uint64_t fresh,
                            const char *self, char out[RDL_GEN_NAME])
{
    const uint64_t call = RDL_GEN_FRESH_CALL(fresh);
    int values[RDL_WIRE_VALUES];

    if (call >= rdl_gen_test_calls(n->test) ||
        call < rdl_gen_test_first(n->test, 0) ||
        RDL_GEN_FRESH_VALUE(fresh) >=
            rdl_gen_reports(rdl_gen_name_function(n, (unsigned)call), values))
        return false;
    rdl_gen_name_value(n, (unsigned)call, values[RDL_GEN_FRESH_VALUE(fresh)],
                       out);
    return strcmp(out, self) != 0;
}

/* Writes the condition that a variable has this value; false if C cannot say
 * it. */
static bool condition_value(FILE *out, const struct rdl_gen_names *n,
                            unsigned call, int value,
                            const struct rdl_wire_value *v)
{
    const struct rdl_gen_function *f = rdl_gen_name_function(n, call);
    const bool is_result = value == RDL_GEN_OF_RESULT;
    const struct rdl_gen_param *p =
        is_result ? NULL : &f->params[RDL_GEN_VALUE_PARAM(value)];
    const char *address = is_result || p->kind == RDL_GEN_BUFFER ? "" : "&";
    char name[RDL_GEN_NAME], other[RDL_GEN_NAME];
    const char *bytes = (const char *)&v->value;
    size_t length;

    rdl_gen_name_value(n, call, value, name);
    switch (v->kind) {
    case RDL_WIRE_NUMBER:
        condition_numeric(out, f, value, name, v->value);
        return true;
    case RDL_WIRE_FLOAT:
        fprintf(out, "%s == ", name);
        condition_double(out, v->value);
        return true;
    case RDL_WIRE_NULL:
        fprintf(out, "%s == NULL", name);
        return true;
    case RDL_WIRE_TOKEN:
        fprintf(out, "%s == (void *)&item[%" PRIu64 "]", name, v->value);
        return true;
    case RDL_WIRE_OBJECT:
        if (v->value >= n->n_objects)
            return false;
        fprintf(out, "(void *)%s == (void *)%s", name,
                n->objects[v->value].name);
        return true;
    case RDL_WIRE_FRESH:
        if (condition_other(n, v->value, name, other))
            fprintf(out, "(void *)%s == (void *)%s", name, other);
        else
            fprintf(out, "%s != NULL", name);
        return true;
    case RDL_WIRE_TEXT:
        length = strnlen(bytes, sizeof(v->value));
        fprintf(out, length < sizeof(v->value) ? "strcmp(%s, " : "strncmp(%s, ",
                name);
        condition_quoted(out, bytes, length);
        fputs(length < sizeof(v->value) ? ") == 0" : ", 8) == 0", out);
        return true;
    case RDL_WIRE_BYTES:
        fprintf(out, "memcmp(%s%s, ", address, name);
        condition_quoted(out, bytes, sizeof(v->value));
        if (p != NULL && p->kind == RDL_GEN_OUT) /* it may be smaller */
            fprintf(out, ", sizeof(%s) < 8 ? sizeof(%s) : 8) == 0", name, name);
        else
            fputs(", 8) == 0", out);
        return true;
    case RDL_WIRE_UNWRITTEN:
        if (p == NULL || !p->initial)
            return false;
        fprintf(out, p->is_unsigned ? "%s == (%s)-9" : "%s == -9", name,
                p->pointee);
        return true;
    default:
        return false;
    }
}

/* Is what this call returns a matter of the assertion? */
static bool condition_counts(const struct rdl_gen_function *f)
{
    return !f->invariant && f->role != RDL_GEN_ENDER &&
           f->compare != RDL_GEN_WEAK;
}

/* Is a value a pointer that no value before it is? */
static bool condition_is_new(const struct rdl_gen_results *r, unsigned call,
                             unsigned k)
{
    const struct rdl_wire_value *v = &r->calls[call].values[k];

    return v->kind == RDL_WIRE_FRESH && RDL_GEN_FRESH_CALL(v->value) == call &&
           RDL_GEN_FRESH_VALUE(v->value) == k;
}

/* A new pointer is none of the new ones before it: two threads must not get the
 * same object. */
static void condition_differs(FILE *out, const struct rdl_gen_names *n,
                              const struct rdl_gen_results *results,
                              unsigned call, unsigned k, const char *and)
{
    int values[RDL_WIRE_VALUES], others[RDL_WIRE_VALUES];
    char name[RDL_GEN_NAME], other[RDL_GEN_NAME];

    if (!condition_is_new(results, call, k))
        return;
    rdl_gen_reports(rdl_gen_name_function(n, call), values);
    rdl_gen_name_value(n, call, values[k], name);
    for (unsigned i = rdl_gen_test_first(n->test, 0); i <= call; i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(n, i);
        const struct rdl_gen_result *r = &results->calls[i];
        const unsigned n_values = rdl_gen_reports(f, others);

        for (unsigned o = 0;
             condition_counts(f) && r->returned && o < n_values &&
             o < r->n_values && (i < call || o < k);
             o++) {
            if (!condition_is_new(results, i, o))
                continue;
            rdl_gen_name_value(n, i, others[o], other);
            fprintf(out, "%s(void *)%s != (void *)%s", and, name, other);
        }
    }
}

unsigned rdl_gen_conditions(FILE *out, const struct rdl_gen_names *n,
                            const struct rdl_gen_results *results,
                            const char *and)
{
    unsigned written = 0;

    for (unsigned i = rdl_gen_test_first(n->test, 0); i < results->n_calls;
         i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(n, i);
        const struct rdl_gen_result *r = &results->calls[i];
        int values[RDL_WIRE_VALUES];
        const unsigned n_values = rdl_gen_reports(f, values);

        for (unsigned k = 0; condition_counts(f) && r->returned &&
                             k < n_values && k < r->n_values;
             k++) {
            size_t size;
            char *text = NULL;
            FILE *one = open_memstream(&text, &size);

            if (one == NULL)
                return written;
            if (condition_value(one, n, i, values[k], &r->values[k])) {
                fflush(one);
                fprintf(out, "%s%s", written++ > 0 ? and : "", text);
                condition_differs(out, n, results, i, k, and);
            }
            fclose(one);
            free(text);
        }
    }
    return written;
}

/* --- For people -------------------------------------------------------------
 */

/* Pointers of an execution have letters, in the order of the calls: equal ones
 * have the same. */
static void condition_say_pointer(FILE *out, unsigned from,
                                  const struct rdl_gen_results *results,
                                  const struct rdl_wire_value *v)
{
    uint64_t seen[RDL_WIRE_CALLS * RDL_WIRE_VALUES];
    unsigned n = 0, k;

    for (unsigned i = from; i < results->n_calls; i++) {
        for (k = 0; k < results->calls[i].n_values; k++) {
            const struct rdl_wire_value *one = &results->calls[i].values[k];
            unsigned known = 0;

            while (known < n && seen[known] != one->value)
                known++;
            if (one->kind == RDL_WIRE_FRESH && known == n)
                seen[n++] = one->value;
        }
    }
    for (k = 0; k < n && seen[k] != v->value;)
        k++;
    if (k < 26)
        fprintf(out, "pointer %c", 'A' + (int)k);
    else
        fprintf(out, "pointer %u", k);
}

static void condition_say(FILE *out, const struct rdl_gen_function *f,
                          int value, const struct rdl_wire_value *v)
{
    const char *bytes = (const char *)&v->value;
    size_t n = sizeof(v->value);

    while (n > 0 && bytes[n - 1] == '\0')
        n--;
    switch (v->kind) {
    case RDL_WIRE_NUMBER:
        if (condition_unsigned(f, value))
            fprintf(out, "%" PRIu64, v->value);
        else
            fprintf(out, "%" PRId64, (int64_t)v->value);
        break;
    case RDL_WIRE_FLOAT:
        condition_double(out, v->value);
        break;
    case RDL_WIRE_NULL:
        fputs("NULL", out);
        break;
    case RDL_WIRE_TOKEN:
        fprintf(out, "&item[%" PRIu64 "]", v->value);
        break;
    case RDL_WIRE_OBJECT:
        fputs("the object", out);
        break;
    case RDL_WIRE_TEXT:
        condition_quoted(out, bytes, strnlen(bytes, sizeof(v->value)));
        break;
    case RDL_WIRE_BYTES:
        condition_quoted(out, bytes, n);
        if (n == sizeof(v->value))
            fprintf(out, "... (%08" PRIx32 ")", v->hash);
        break;
    case RDL_WIRE_UNWRITTEN:
        fputs("not written", out);
        break;
    default:
        break;
    }
}

static void condition_say_field(FILE *out, const struct rdl_gen_param *p,
                                int field)
{
    fprintf(out, "%s%s ", p->elements > 0 ? p->name : "", p->fields[field]);
}

void rdl_gen_emit_values(FILE *out, const struct rdl_gen_table *t,
                         const struct rdl_gen_test *test, unsigned call,
                         const struct rdl_gen_results *results)
{
    const struct rdl_gen_result *result = &results->calls[call];
    const struct rdl_gen_function *f =
        &t->functions[rdl_gen_test_call(test, call)->function];
    int values[RDL_WIRE_VALUES];
    const unsigned n = rdl_gen_reports(f, values);

    if (!result->returned) {
        fputs(result->called ? "has not returned" : "is not called", out);
        return;
    }
    for (unsigned i = 0; i < n && i < result->n_values; i++) {
        fputs(i > 0 ? ", " : "", out);
        if (values[i] != RDL_GEN_OF_RESULT &&
            RDL_GEN_VALUE_FIELD(values[i]) >= 0)
            condition_say_field(out, &f->params[RDL_GEN_VALUE_PARAM(values[i])],
                                RDL_GEN_VALUE_FIELD(values[i]));
        else if (values[i] != RDL_GEN_OF_RESULT)
            fprintf(out, "%s ", f->params[values[i]].name);
        if (result->values[i].kind == RDL_WIRE_FRESH)
            condition_say_pointer(out, rdl_gen_test_first(test, 0), results,
                                  &result->values[i]);
        else
            condition_say(out, f, values[i], &result->values[i]);
    }
}

void rdl_gen_emit_functions(FILE *out, const struct rdl_gen_table *t,
                            const struct rdl_gen_test *test)
{
    for (unsigned s = 0; s < test->n_suffixes; s++) {
        const struct rdl_gen_suffix *x = &test->suffixes[s];

        for (unsigned i = 0; i < x->n; i++) {
            unsigned k = 0;

            while (x->calls[k].function != x->calls[i].function)
                k++;
            if (k == i)
                fprintf(out, "%s%s",
                        i > 0   ? ", "
                        : s > 0 ? " beside "
                                : "",
                        t->functions[x->calls[i].function].name);
        }
    }
}

void rdl_gen_emit_call(FILE *out, const struct rdl_gen_table *t,
                       const struct rdl_gen_test *test, unsigned call)
{
    struct rdl_gen_names n;

    rdl_gen_names(&n, t, test);
    n.contents = true;
    rdl_gen_name_call(out, &n, call);
}
