/* test.c - see test.h. */
#include "gen/emit/test.h"

#include "gen/emit/c.h"
#include "gen/emit/condition.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static const char *const thread_functions[RDL_WIRE_SUFFIXES] = { "one", "two",
                                                                 "three" };

/* What one file needs. */
struct writer {
    FILE *out;
    const struct rdl_gen_written *w;
    struct rdl_gen_names names;
    char **outcomes; /* that are allowed, as conditions, each once */
    size_t n_outcomes;
    /* Of each call: does the assertion need the moment at which it began, at
     * which it returned?  Only if written->in_order. */
    bool began[RDL_WIRE_CALLS], returned[RDL_WIRE_CALLS];
};

static unsigned test_suffix_of(const struct rdl_gen_test *t, unsigned call)
{
    unsigned suffix = 0;

    while (suffix + 1 < t->n_suffixes &&
           call >= rdl_gen_test_first(t, suffix + 1))
        suffix++;
    return suffix;
}

/* In the execution that failed, did call a of one thread return before call b
 * of another one began?  Of several such pairs the closest one says all. */
static bool test_precedes(const struct writer *w, unsigned a, unsigned b)
{
    const struct rdl_gen_test *t = w->w->test;
    const struct rdl_gen_results *seen = w->w->seen;
    const unsigned sa = test_suffix_of(t, a), sb = test_suffix_of(t, b);

    if (sa == sb || seen->to[a] == 0 || seen->from[b] == 0 ||
        seen->to[a] > seen->from[b])
        return false;
    if (a + 1 < rdl_gen_test_first(t, sa + 1) && seen->to[a + 1] != 0 &&
        seen->to[a + 1] < seen->from[b])
        return false;
    return b == rdl_gen_test_first(t, sb) || seen->from[b - 1] < seen->to[a];
}

static void test_moments(struct writer *w)
{
    const struct rdl_gen_test *t = w->w->test;
    const unsigned end = rdl_gen_test_first(t, t->n_suffixes);

    if (!w->w->in_order || w->w->seen == NULL)
        return;
    for (unsigned a = rdl_gen_test_first(t, 0); a < end; a++) {
        for (unsigned b = rdl_gen_test_first(t, 0); b < end; b++) {
            w->returned[a] |= test_precedes(w, a, b);
            w->began[b] |= test_precedes(w, a, b);
        }
    }
}

static bool test_has_moments(const struct writer *w)
{
    for (unsigned i = 0; i < RDL_WIRE_CALLS; i++) {
        if (w->began[i])
            return true;
    }
    return false;
}

static unsigned test_number(const struct writer *w, unsigned call)
{
    return call - rdl_gen_test_first(w->w->test, 0) + 1;
}

static bool test_is_known(const struct writer *w, const char *outcome)
{
    for (size_t i = 0; i < w->n_outcomes; i++) {
        if (strcmp(w->outcomes[i], outcome) == 0)
            return true;
    }
    return false;
}

static void test_outcomes(struct writer *w)
{
    const struct rdl_gen_outcomes *allowed = w->w->allowed;

    for (size_t i = 0; allowed != NULL && i < allowed->n; i++) {
        size_t size;
        char *text;
        FILE *one;

        if (allowed->all[i].ending != RDL_GEN_RETURNED)
            continue;
        one = rdl_alloc_stream(&text, &size);
        rdl_gen_conditions(one, &w->names, &allowed->all[i], " && ");
        fclose(one);
        if (text[0] != '\0' && !test_is_known(w, text))
            rdl_gen_text_add(&w->outcomes, &w->n_outcomes, text);
        free(text);
    }
}

/* Is a word of C used by some outcome?  Only such variables are declared. */
static bool test_uses(const struct writer *w, const char *word)
{
    const size_t n = strlen(word);

    for (size_t i = 0; i < w->n_outcomes; i++) {
        const char *at = w->outcomes[i];

        while ((at = strstr(at, word)) != NULL) {
            const bool begins =
                at == w->outcomes[i] || strchr(" (&)", at[-1]) != NULL;

            if (begins && strchr(" ),.[", at[n]) != NULL)
                return true;
            at += n;
        }
    }
    return false;
}

#define COLUMNS 80

/* Writes text that begins at `column`, broken after " &&" or "," where a line
 * would be too long; such lines begin with `indent`. */
static void test_broken(FILE *out, const char *text, size_t column,
                        const char *indent)
{
    bool first = true;

    while (*text != '\0') {
        const char *and = strstr(text, " && "), *comma = strstr(text, ", ");
        const char *end = and != NULL && (comma == NULL || and < comma) ? and+4
                          : comma != NULL ? comma + 2
                                          : text + strlen(text);
        const size_t blank = end[-1] == ' ' && *end != '\0';
        const size_t n = (size_t)(end - text) - blank;

        if (column > strlen(indent) && column + 1 + n > COLUMNS) {
            fprintf(out, "\n%s", indent);
            column = strlen(indent);
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)n, text);
        column += n;
        text = end;
        first = false;
    }
}

/* --- The beginning of the file ----------------------------------------------
 */

static void test_comment(const struct writer *w)
{
    const struct rdl_gen_results *seen = w->w->seen;

    fputs("/* Found by raddle gen: ", w->out);
    rdl_gen_emit_functions(w->out, w->w->table, w->w->test);
    fprintf(w->out, ":\n * %s.", w->w->verdict);
    if (w->n_outcomes > 0) {
        fputs("\n * The assertion lists what these calls return one after the "
              "other",
              w->out);
        if (seen != NULL && seen->ending == RDL_GEN_RETURNED) {
            size_t size;
            char *text;
            FILE *saw = rdl_alloc_stream(&text, &size);

            rdl_gen_conditions(saw, &w->names, seen, ", ");
            fclose(saw);
            fputs("; raddle\n * saw ", w->out);
            test_broken(w->out, text, 7, " * ");
            free(text);
        }
        fputs(".", w->out);
    }
    fputs(" */\n", w->out);
}

static void test_includes(const struct writer *w)
{
    const struct rdl_gen_table *t = w->w->table;
    bool strings = false;

    for (size_t i = 0; i < t->n_includes; i++)
        fprintf(w->out, "#include %s\n", t->includes[i]);
    for (size_t i = 0; i < w->n_outcomes; i++)
        strings |= strstr(w->outcomes[i], "cmp(") != NULL;
    fputs("#include <assert.h>\n#include <pthread.h>\n", w->out);
    if (test_has_moments(w))
        fputs("#include <stdatomic.h>\n", w->out);
    fputs("#include <stddef.h>\n", w->out);
    if (strings)
        fputs("#include <string.h>\n", w->out);
    fputs("\n", w->out);
    for (size_t i = 0; i < t->n_wraps; i++)
        fprintf(w->out, "%s\n", t->wraps[i]);
}

static void test_objects(const struct writer *w)
{
    for (unsigned i = 0; i < w->names.n_objects; i++) {
        const struct rdl_gen_object_name *o = &w->names.objects[i];
        const char *type = w->w->table->handles[o->handle].type;

        if (o->embedded)
            fprintf(w->out, "static %s %s_storage, *%s = &%s_storage;\n", type,
                    o->name, o->name, o->name);
        else
            fprintf(w->out, "static %s *%s;\n", type, o->name);
    }
}

/* Does any call get one of the token addresses? */
static bool test_has_tokens(const struct writer *w)
{
    for (unsigned i = 0; i < rdl_gen_test_calls(w->w->test); i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(&w->names, i);

        for (size_t k = 0; k < f->n_params; k++) {
            if (f->params[k].kind == RDL_GEN_TOKEN)
                return true;
        }
    }
    return false;
}

static bool test_has_result(const struct writer *w, unsigned call)
{
    char name[RDL_GEN_NAME];

    rdl_gen_name_value(&w->names, call, RDL_GEN_OF_RESULT, name);
    return call >= rdl_gen_test_first(w->w->test, 0) && test_uses(w, name);
}

static void test_variable(const struct writer *w, unsigned call, size_t i)
{
    const struct rdl_gen_param *p =
        &rdl_gen_name_function(&w->names, call)->params[i];
    char name[RDL_GEN_NAME];

    rdl_gen_name_value(&w->names, call, (int)i, name);
    if (p->kind == RDL_GEN_BUFFER) {
        const size_t k = rdl_gen_name_choice(&w->names, call, i);

        fprintf(w->out, "static %s %s[%d]", p->pointee ? p->pointee : "char",
                name, rdl_gen_room(p));
        if (k < p->n_values)
            fputs(" = ", w->out);
        for (const char *c = k < p->n_values ? p->values[k] : ""; *c != '\0';
             c++)
            fprintf(w->out,
                    p->elements == 0         ? "%c"
                    : *c == '{' || *c == ',' ? "%c "
                    : *c == '}'              ? " %c"
                                             : "%c",
                    *c);
        fputs(";\n", w->out);
        return;
    }
    if (p->kind != RDL_GEN_OUT &&
        (p->kind != RDL_GEN_MADE || rdl_gen_name_made(&w->names, call) >= 0))
        return;
    fputs("static ", w->out);
    rdl_gen_emit_declare(w->out, p->pointee, name);
    fputs(p->initial ? " = -9;\n" : ";\n", w->out);
}

static void test_variables(const struct writer *w)
{
    for (unsigned i = 0; i < rdl_gen_test_calls(w->w->test); i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(&w->names, i);

        if (test_has_result(w, i)) {
            char name[RDL_GEN_NAME];

            rdl_gen_name_value(&w->names, i, RDL_GEN_OF_RESULT, name);
            fputs("static ", w->out);
            rdl_gen_emit_declare(w->out, f->result_type, name);
            fputs(";\n", w->out);
        }
        for (size_t k = 0; k < f->n_params; k++)
            test_variable(w, i, k);
    }
    if (test_has_moments(w))
        fputs("static atomic_int now;\n", w->out);
    for (unsigned i = 0; i < RDL_WIRE_CALLS; i++) {
        if (w->began[i])
            fprintf(w->out, "static int began%u;\n", test_number(w, i));
        if (w->returned[i])
            fprintf(w->out, "static int returned%u;\n", test_number(w, i));
    }
    if (test_has_tokens(w))
        fprintf(w->out, "static char item[%d];\n", RDL_GEN_TOKENS);
    fputs("\n", w->out);
}

static bool test_is_called_before(const struct writer *w, unsigned call)
{
    for (unsigned i = 0; i < call; i++) {
        if (rdl_gen_test_call(w->w->test, i)->function ==
            rdl_gen_test_call(w->w->test, call)->function)
            return true;
    }
    return false;
}

static void test_stubs(const struct writer *w)
{
    for (unsigned i = 0; i < rdl_gen_test_calls(w->w->test); i++) {
        const struct rdl_gen_function *f = rdl_gen_name_function(&w->names, i);

        for (size_t k = 0; k < f->n_params && !test_is_called_before(w, i);
             k++) {
            char *name;

            if (f->params[k].kind != RDL_GEN_CALLBACK)
                continue;
            name = rdl_format("stub_%s_%s", f->name, f->params[k].name);
            rdl_gen_emit_stub(w->out, &f->params[k], name);
            free(name);
        }
    }
}

/* --- Calls ------------------------------------------------------------------
 */

static void test_call(const struct writer *w, unsigned call)
{
    const struct rdl_gen_function *f = rdl_gen_name_function(&w->names, call);
    const int made = rdl_gen_name_made(&w->names, call);
    char name[RDL_GEN_NAME];
    int where;

    fputs("    ", w->out);
    if (f->invariant) {
        fputs("assert(", w->out);
        rdl_gen_name_call(w->out, &w->names, call);
        fputs(" == 0);\n", w->out);
        return;
    }
    if (made >= 0 && rdl_gen_makes(f, &where) && where == RDL_GEN_OF_RESULT) {
        fprintf(w->out, "%s = ", w->names.objects[made].name);
    } else if (test_has_result(w, call)) {
        rdl_gen_name_value(&w->names, call, RDL_GEN_OF_RESULT, name);
        fprintf(w->out, "%s = ", name);
    }
    rdl_gen_name_call(w->out, &w->names, call);
    fputs(";\n", w->out);
}

static void test_calls(const struct writer *w, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        if (w->began[i])
            fprintf(w->out, "    began%u = now++;\n", test_number(w, i));
        test_call(w, i);
        if (w->returned[i])
            fprintf(w->out, "    returned%u = now++;\n", test_number(w, i));
    }
}

static void test_threads(const struct writer *w)
{
    for (unsigned i = 0; i < w->w->test->n_suffixes; i++) {
        fprintf(w->out, "static void *%s(void *p)\n{\n", thread_functions[i]);
        test_calls(w, rdl_gen_test_first(w->w->test, i),
                   rdl_gen_test_first(w->w->test, i + 1));
        fputs("    return p;\n}\n\n", w->out);
    }
}

static void test_assertion(const struct writer *w)
{
    if (w->n_outcomes == 0)
        return;
    fputs("    assert(", w->out);
    for (size_t i = 0; i < w->n_outcomes; i++) {
        fputs(i > 0 ? " ||\n           (" : "(", w->out);
        test_broken(w->out, w->outcomes[i], 12, "            ");
        fputs(")", w->out);
    }
    fputs(");\n", w->out);
    if (!test_has_moments(w))
        return;
    fputs("    /* Not in this order of beginnings and returns. */\n    "
          "assert(!(",
          w->out);
    rdl_gen_conditions(w->out, &w->names, w->w->seen, " && ");
    for (unsigned a = 0; a < RDL_WIRE_CALLS; a++) {
        for (unsigned b = 0; w->returned[a] && b < RDL_WIRE_CALLS; b++) {
            if (w->began[b] && test_precedes(w, a, b))
                fprintf(w->out, " &&\n             returned%u < began%u",
                        test_number(w, a), test_number(w, b));
        }
    }
    fputs("));\n", w->out);
}

/* Enders come after the assertion, so that nothing of it reads what they
 * free. */
static void test_tail(const struct writer *w)
{
    unsigned from = rdl_gen_test_first(w->w->test, w->w->test->n_suffixes);
    const unsigned end = rdl_gen_test_calls(w->w->test);
    unsigned to = from;

    while (to < end &&
           rdl_gen_name_function(&w->names, to)->role != RDL_GEN_ENDER)
        to++;
    test_calls(w, from, to);
    test_assertion(w);
    test_calls(w, to, end);
}

static void test_main(const struct writer *w)
{
    const struct rdl_gen_table *t = w->w->table;
    const unsigned n = w->w->test->n_suffixes;

    fputs("int main(void)\n{\n", w->out);
    if (n > 0) {
        fputs("    pthread_t ", w->out);
        for (unsigned i = 0; i < n; i++)
            fprintf(w->out, "%s%c", i > 0 ? ", " : "", 'a' + (int)i);
        fputs(";\n\n", w->out);
    }
    for (size_t i = 0; i < t->n_functions; i++) {
        if (t->functions[i].role == RDL_GEN_INIT &&
            rdl_gen_drivable(&t->functions[i]))
            fprintf(w->out, "    %s();\n", t->functions[i].name);
    }
    test_calls(w, 0, rdl_gen_test_first(w->w->test, 0));
    for (unsigned i = 0; i < n; i++)
        fprintf(w->out, "    pthread_create(&%c, NULL, %s, NULL);\n",
                'a' + (int)i, thread_functions[i]);
    for (unsigned i = 0; i < n; i++)
        fprintf(w->out, "    pthread_join(%c, NULL);\n", 'a' + (int)i);
    test_tail(w);
    fputs("    return 0;\n}\n", w->out);
}

void rdl_gen_emit_test(FILE *out, const struct rdl_gen_written *written)
{
    struct writer w = { .out = out, .w = written };

    rdl_gen_names(&w.names, written->table, written->test);
    test_outcomes(&w);
    test_moments(&w);
    test_comment(&w);
    test_includes(&w);
    test_objects(&w);
    test_variables(&w);
    test_stubs(&w);
    test_threads(&w);
    test_main(&w);
    rdl_gen_text_clear(&w.outcomes, &w.n_outcomes);
}
