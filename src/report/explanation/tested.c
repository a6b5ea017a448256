/* tested.c - see tested.h. */
#include "report/explanation/tested.h"

#include "symbols/code/test_use.h"

bool rdl_explanation_tested(struct rdl_symbols *s, const struct rdl_finding *f)
{
    const struct rdl_race_side *sides = f->pattern.sides;
    const struct rdl_test_use use = {
        .test = sides[0].pc,
        .call = sides[0].op != RDL_OP_READ,
        .use = f->pattern.whence,
        .change = sides[2].pc,
        .gives = sides[2].op == RDL_OP_RMW,
    };

    return rdl_code_test_use(s, &use);
}
