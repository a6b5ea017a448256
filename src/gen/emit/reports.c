/* reports.c - see reports.h. */
#include "gen/emit/reports.h"

#include <string.h>

static bool reports_param(const struct rdl_gen_param *p)
{
    switch (p->kind) {
    case RDL_GEN_OUT:
    case RDL_GEN_BUFFER:
        return strncmp(p->type, "const ", 6) != 0;
    case RDL_GEN_MADE:
        return true;
    default:
        return false;
    }
}

unsigned rdl_gen_reports(const struct rdl_gen_function *f,
                         int out[RDL_WIRE_VALUES])
{
    unsigned n = 0, others = 0;

    if (f->compare != RDL_GEN_NOTHING && f->compare != RDL_GEN_WEAK)
        out[n++] = RDL_GEN_OF_RESULT;
    for (size_t i = 0; i < f->n_params; i++)
        others += reports_param(&f->params[i]);
    for (size_t i = 0; i < f->n_params && n < RDL_WIRE_VALUES; i++) {
        const struct rdl_gen_param *p = &f->params[i];

        if (!reports_param(p))
            continue;
        others--;
        if (p->n_fields > 0 && n + p->n_fields + others <= RDL_WIRE_VALUES) {
            for (size_t k = 0; k < p->n_fields; k++)
                out[n++] = RDL_GEN_OF_FIELD((int)i, (int)k);
        } else if (!p->padded) {
            out[n++] = (int)i;
        }
    }
    return n;
}

const char *rdl_gen_dot(const char *field)
{
    return field[0] == '[' ? "" : ".";
}

int rdl_gen_room(const struct rdl_gen_param *p)
{
    return p->elements > 0 ? p->elements : RDL_GEN_BUFFER_SIZE;
}

bool rdl_gen_makes(const struct rdl_gen_function *f, int *where)
{
    if (f->role != RDL_GEN_MAKER)
        return false;
    *where = RDL_GEN_OF_RESULT;
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_MADE ||
            f->params[i].kind == RDL_GEN_STORAGE)
            *where = (int)i;
    }
    return true;
}

const char *rdl_gen_success(const struct rdl_gen_function *f)
{
    static const char *const truths[] = { "bool", "_Bool", "gboolean" };

    if (f->result != RDL_GEN_NUMBER || f->result_is_float)
        return NULL;
    for (size_t i = 0; i < sizeof(truths) / sizeof(truths[0]); i++) {
        if (strcmp(f->result_type, truths[i]) == 0)
            return "r";
    }
    return "r == 0";
}
