/* driver.c - writes driver.c: for each function of a table one C function
 * that takes its arguments from the test, calls it and reports what it
 * returned. */
#include "gen/emit/driver.h"

#include "gen/emit/c.h"
#include "gen/emit/reports.h"

#include <string.h>

/* Which of its values a parameter gets. */
static void driver_pick(FILE *out, const struct rdl_gen_param *p, size_t f,
                        size_t i)
{
    char name[64];

    if (p->n_values == 0)
        return;
    if (p->elements > 0) {
        fprintf(out, "static const %s pick_%zu_%zu[][%d] = {\n", p->pointee, f,
                i, p->elements);
        for (size_t k = 0; k < p->n_values; k++)
            fprintf(out, "    %s,\n", p->values[k]);
        fputs("};\n\n", out);
        return;
    }
    snprintf(name, sizeof(name), "pick_%zu_%zu(unsigned k)", f, i);
    fputs("static ", out);
    if (p->kind == RDL_GEN_BUFFER)
        rdl_gen_emit_declare(out, "const char *", name);
    else if (strchr(p->type, '[') != NULL)
        rdl_gen_emit_declare(out, "void *", name);
    else
        rdl_gen_emit_declare(out, p->type, name);
    fputs("\n{\n    switch (k) {\n", out);
    for (size_t k = 1; k < p->n_values; k++)
        fprintf(out, "    case %zu:\n        return %s;\n", k, p->values[k]);
    if (p->null && p->kind != RDL_GEN_BUFFER)
        fprintf(out, "    case %zu:\n        return 0;\n", p->n_values);
    fprintf(out, "    default:\n        return %s;\n    }\n}\n\n",
            p->values[0]);
}

static void driver_helpers(FILE *out, const struct rdl_gen_function *f,
                           size_t number)
{
    for (size_t i = 0; i < f->n_params; i++) {
        char name[64];

        driver_pick(out, &f->params[i], number, i);
        snprintf(name, sizeof(name), "stub_%zu_%zu", number, i);
        if (f->params[i].kind == RDL_GEN_CALLBACK)
            rdl_gen_emit_stub(out, &f->params[i], name);
    }
}

/* Declares what a call needs for a parameter. */
static void driver_declare(FILE *out, const struct rdl_gen_table *t,
                           const struct rdl_gen_param *p, size_t f, size_t i)
{
    char name[24];

    snprintf(name, sizeof(name), "a%zu", i);
    fputs("    ", out);
    switch (p->kind) {
    case RDL_GEN_NUMBER:
    case RDL_GEN_STRING:
    case RDL_GEN_SIZE:
    case RDL_GEN_EXPRESSION:
        fprintf(out, "__typeof__(pick_%zu_%zu(0)) a%zu = pick_%zu_%zu(", f, i,
                i, f, i);
        fprintf(out, "rdl_gen_choice(f, %zu, %zu));\n", i, rdl_gen_choices(p));
        break;
    case RDL_GEN_TOKEN:
        fprintf(out, "void *a%zu = token(rdl_gen_choice(f, %zu, %zu));\n", i, i,
                rdl_gen_choices(p));
        break;
    case RDL_GEN_BUFFER:
        fprintf(out, "%s a%zu[%d] = { 0 };\n",
                p->elements > 0 ? p->pointee : "char", i, rdl_gen_room(p));
        break;
    case RDL_GEN_OUT:
        rdl_gen_emit_declare(out, p->pointee, name);
        fputs(p->initial ? " = -9;\n" : " = { 0 };\n", out);
        break;
    case RDL_GEN_MADE:
        rdl_gen_emit_declare(out, p->pointee, name);
        fputs(" = 0;\n", out);
        break;
    case RDL_GEN_STORAGE:
        fprintf(out, "%s *a%zu = calloc(1, sizeof(%s));\n", p->pointee, i,
                p->pointee);
        break;
    case RDL_GEN_HANDLE:
        if (t->handles[p->handle].makeable)
            fprintf(out, "void *a%zu = rdl_gen_object(f, %zu);\n", i, i);
        else
            fprintf(out, "void *a%zu = 0;\n", i);
        break;
    case RDL_GEN_STRUCT:
        rdl_gen_emit_declare(out, p->type, name);
        fputs(" = { 0 };\n", out);
        break;
    default:
        fprintf(out, "(void)f;\n");
        break;
    }
}

/* What must happen to it before the call. */
static void driver_prepare(FILE *out, const struct rdl_gen_function *fn,
                           size_t f, size_t i)
{
    const struct rdl_gen_param *p = &fn->params[i];

    /* A choice more than there are contents is null. */
    if (p->kind == RDL_GEN_BUFFER && p->n_values > 0 && p->elements > 0)
        fprintf(out,
                "    memcpy(a%zu, pick_%zu_%zu[rdl_gen_choice(f, %zu, %zu) %% "
                "%zu], sizeof(a%zu));\n",
                i, f, i, i, rdl_gen_choices(p), p->n_values, i);
    else if (p->kind == RDL_GEN_BUFFER && p->n_values > 0)
        fprintf(out,
                "    strncpy(a%zu, pick_%zu_%zu(rdl_gen_choice(f, %zu, %zu) %% "
                "%zu), sizeof(a%zu));\n",
                i, f, i, i, rdl_gen_choices(p), p->n_values, i);
    if (p->kind == RDL_GEN_SIZE) {
        const int room = rdl_gen_room(&fn->params[p->partner]);

        fprintf(out, "    if (a%zu > %d)\n        a%zu = %d;\n", i, room, i,
                room);
    }
}

static void driver_argument(FILE *out, const struct rdl_gen_param *p, size_t f,
                            size_t i)
{
    const bool has_choice =
        p->null && (p->n_values == 0 || p->kind == RDL_GEN_BUFFER) &&
        p->kind != RDL_GEN_TOKEN && p->kind != RDL_GEN_HANDLE;
    const size_t choices = rdl_gen_choices(p);

    if (has_choice)
        fprintf(out, "rdl_gen_choice(f, %zu, %zu) == %zu ? 0 : ", i, choices,
                choices - 1);
    switch (p->kind) {
    case RDL_GEN_CALLBACK:
        fprintf(out, "stub_%zu_%zu", f, i);
        break;
    case RDL_GEN_HANDLE:
        fprintf(out, p->by_address ? "(void *)&a%zu" : "a%zu", i);
        break;
    case RDL_GEN_OUT:
    case RDL_GEN_MADE:
        fprintf(out, "&a%zu", i);
        break;
    case RDL_GEN_BUFFER:
        fprintf(out, "(void *)a%zu", i);
        break;
    default:
        fprintf(out, "a%zu", i);
        break;
    }
}

static void driver_report_result(FILE *out, const struct rdl_gen_table *t,
                                 const struct rdl_gen_function *f)
{
    const bool complete =
        f->result_handle >= 0 && t->handles[f->result_handle].size >= 8;

    if (f->result_is_float)
        fputs("    rdl_gen_float(f, (double)r);\n", out);
    else if (f->result == RDL_GEN_NUMBER)
        fprintf(out, "    rdl_gen_%s(f, r);\n",
                f->result_is_unsigned ? "unsigned" : "signed");
    else if (f->result == RDL_GEN_STRING)
        fputs("    rdl_gen_text(f, r);\n", out);
    else if (f->compare == RDL_GEN_FRESH && complete)
        fputs("    if (r != 0)\n        rdl_gen_out(f, r, 8, -1);\n    else\n  "
              "      rdl_gen_pointer(f, r);\n",
              out);
    else
        fputs("    rdl_gen_pointer(f, (const void *)r);\n", out);
}

static void driver_report_param(FILE *out, const struct rdl_gen_param *p,
                                int value)
{
    const int i = RDL_GEN_VALUE_PARAM(value);
    const int field = RDL_GEN_VALUE_FIELD(value);

    if (field >= 0 && strcmp(p->field_types[field], RDL_GEN_FLOATING) == 0)
        fprintf(out, "    rdl_gen_float(f, (double)a%d%s%s);\n", i,
                rdl_gen_dot(p->fields[field]), p->fields[field]);
    else if (field >= 0)
        fprintf(out, "    rdl_gen_%s(f, a%d%s%s);\n", p->field_types[field], i,
                rdl_gen_dot(p->fields[field]), p->fields[field]);
    else if (p->kind == RDL_GEN_BUFFER)
        fprintf(out, "    rdl_gen_out(f, a%d, sizeof(a%d), -1);\n", i, i);
    else if (p->kind == RDL_GEN_MADE)
        fprintf(out, "    rdl_gen_pointer(f, (const void *)a%d);\n", i);
    else if (rdl_gen_emit_is_pointer(p->pointee))
        fprintf(out, "    rdl_gen_pointer(f, (const void *)a%d);\n", i);
    else if (p->initial && p->is_float)
        fprintf(out,
                "    if (a%d == -9)\n        rdl_gen_unwritten(f);\n    else\n"
                "        rdl_gen_float(f, (double)a%d);\n",
                i, i);
    else if (p->initial)
        fprintf(out,
                "    if (a%d == (__typeof__(a%d))-9)\n        "
                "rdl_gen_unwritten(f);\n    else\n        rdl_gen_%s(f, "
                "a%d);\n",
                i, i, p->is_unsigned ? "unsigned" : "signed", i);
    else
        fprintf(out,
                "    rdl_gen_out(f, &a%d, sizeof(a%d), "
                "__builtin_classify_type(a%d) == 1 ? %d : -1);\n",
                i, i, i, p->is_unsigned ? 0 : 1);
}

static void driver_report_made(FILE *out, const struct rdl_gen_function *f,
                               int where)
{
    if (where == RDL_GEN_OF_RESULT)
        fputs("    rdl_gen_made(f, (void *)r);\n", out);
    else if (rdl_gen_success(f) != NULL)
        fprintf(out, "    rdl_gen_made(f, %s ? (void *)a%d : (void *)0);\n",
                rdl_gen_success(f), where);
    else
        fprintf(out, "    rdl_gen_made(f, (void *)a%d);\n", where);
}

static void driver_reports(FILE *out, const struct rdl_gen_table *t,
                           const struct rdl_gen_function *f)
{
    int reports[RDL_WIRE_VALUES], where = RDL_GEN_OF_RESULT;
    const unsigned n = rdl_gen_reports(f, reports);
    bool makes = rdl_gen_makes(f, &where);

    for (unsigned i = 0; i < n; i++) {
        if (makes && reports[i] == where) {
            driver_report_made(out, f, where);
            makes = false;
        } else if (reports[i] == RDL_GEN_OF_RESULT)
            driver_report_result(out, t, f);
        else
            driver_report_param(
                out, &f->params[RDL_GEN_VALUE_PARAM(reports[i])], reports[i]);
    }
    if (makes)
        driver_report_made(out, f, where);
}

static void driver_call(FILE *out, const struct rdl_gen_table *t, size_t number)
{
    const struct rdl_gen_function *f = &t->functions[number];

    driver_helpers(out, f, number);
    fprintf(out, "static void call_%zu(struct rdl_gen_frame *f)\n{\n", number);
    for (size_t i = 0; i < f->n_params; i++)
        driver_declare(out, t, &f->params[i], number, i);
    if (strcmp(f->result_type, "void") != 0) {
        fputs("    ", out);
        rdl_gen_emit_declare(out, f->result_type, "r");
        fputs(";\n", out);
    }
    fputs("\n", out);
    for (size_t i = 0; i < f->n_params; i++)
        driver_prepare(out, f, number, i);
    fprintf(out, "    rdl_gen_begin(f);\n    %s%s(",
            strcmp(f->result_type, "void") != 0 ? "r = " : "", f->name);
    for (size_t i = 0; i < f->n_params; i++) {
        fputs(i > 0 ? ", " : "", out);
        driver_argument(out, &f->params[i], number, i);
    }
    fputs(");\n    rdl_gen_end(f);\n", out);
    driver_reports(out, t, f);
    fputs("}\n\n", out);
}

static void driver_start(FILE *out, const struct rdl_gen_table *t)
{
    fputs("void rdl_gen_start(void)\n{\n", out);
    for (size_t i = 0; i < t->n_functions; i++) {
        if (t->functions[i].role == RDL_GEN_INIT &&
            rdl_gen_drivable(&t->functions[i]))
            fprintf(out, "    %s();\n", t->functions[i].name);
    }
    fputs("}\n", out);
}

void rdl_gen_emit_driver(FILE *out, const struct rdl_gen_table *t)
{
    fprintf(out, "/* Written by raddle gen: the functions of %s. */\n",
            t->header);
    for (size_t i = 0; i < t->n_includes; i++)
        fprintf(out, "#include %s\n", t->includes[i]);
    fputs("#include <stdlib.h>\n#include <string.h>\n", out);
    for (size_t i = 0; i < t->n_wraps; i++)
        fprintf(out, "%s\n", t->wraps[i]);
    fputs("#include \"gen/driver/wire.h\"\n\n", out);
    fprintf(out,
            "static inline void *token(unsigned k)\n{\n    return k < %d ? "
            "rdl_gen_token(k) : 0;\n}\n\n",
            RDL_GEN_TOKENS);
    for (size_t i = 0; i < t->n_functions; i++) {
        if (rdl_gen_drivable(&t->functions[i]))
            driver_call(out, t, i);
    }
    fputs("void (*const rdl_gen_calls[])(struct rdl_gen_frame *f) = {\n", out);
    for (size_t i = 0; i < t->n_functions; i++) {
        if (rdl_gen_drivable(&t->functions[i]))
            fprintf(out, "    call_%zu, /* %s */\n", i, t->functions[i].name);
        else
            fprintf(out, "    0, /* %s */\n", t->functions[i].name);
    }
    fprintf(out, "};\nconst unsigned rdl_gen_n_calls = %zu;\n\n",
            t->n_functions);
    driver_start(out, t);
}
