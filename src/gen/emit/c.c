/* c.c - see c.h. */
#include "gen/emit/c.h"

#include <string.h>

void rdl_gen_emit_declare(FILE *out, const char *type, const char *name)
{
    const size_t n = strlen(type);

    if (strpbrk(type, "([") != NULL)
        fprintf(out, "__typeof__(%s) %s", type, name);
    else
        fprintf(out, "%s%s%s", type, n > 0 && type[n - 1] == '*' ? "" : " ",
                name);
}

bool rdl_gen_emit_is_pointer(const char *type)
{
    const size_t n = strlen(type);

    return (n > 0 && type[n - 1] == '*') || strstr(type, "(*)") != NULL;
}

/* GEqualFunc and GCompareFunc have the same type: only names tell what the
 * result means. */
static bool emit_is_equality(const struct rdl_gen_param *p)
{
    return strcasestr(p->name, "eq") != NULL ||
           strcasestr(p->type, "eq") != NULL ||
           strcasestr(p->name, "same") != NULL;
}

static void emit_stub_body(FILE *out, const struct rdl_gen_param *p)
{
    const bool two = p->n_stub_params >= 2 &&
                     rdl_gen_emit_is_pointer(p->stub_params[0]) &&
                     strcmp(p->stub_params[0], p->stub_params[1]) == 0;
    const bool one =
        p->n_stub_params >= 1 && rdl_gen_emit_is_pointer(p->stub_params[0]);

    if (strcmp(p->stub_result, "void") == 0)
        return;
    if (strcmp(p->stub_result, "int") == 0 && two && emit_is_equality(p))
        fputs("    return x0 == x1;\n", out);
    else if (strcmp(p->stub_result, "int") == 0 && two)
        fputs("    return ((char *)x0 > (char *)x1) - ((char *)x0 < (char "
              "*)x1);\n",
              out);
    else if (strncmp(p->stub_result, "unsigned", 8) == 0 && one &&
             p->n_stub_params == 1)
        fputs("    return (unsigned)((char *)x0 - (char *)0);\n", out);
    else if (rdl_gen_emit_is_pointer(p->stub_result))
        fputs("    return 0;\n", out);
    else
        fprintf(out, "    return (%s){ 0 };\n", p->stub_result);
}

void rdl_gen_emit_stub(FILE *out, const struct rdl_gen_param *p,
                       const char *name)
{
    fputs("static ", out);
    rdl_gen_emit_declare(out, p->stub_result, name);
    fputs("(", out);
    for (size_t i = 0; i < p->n_stub_params; i++) {
        char parameter[24];

        snprintf(parameter, sizeof(parameter), "x%zu", i);
        fputs(i > 0 ? ", " : "", out);
        rdl_gen_emit_declare(out, p->stub_params[i], parameter);
    }
    fprintf(out, "%s)\n{\n", p->n_stub_params == 0 ? "void" : "");
    for (size_t i = 0; i < p->n_stub_params; i++)
        fprintf(out, "    (void)x%zu;\n", i);
    emit_stub_body(out, p);
    fputs("}\n\n", out);
}
