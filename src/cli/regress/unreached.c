/* unreached.c - changed lines that no execution reached: see regress.h. */
#include "cli/regress/regress.h"

void rdl_regress_unreached(struct rdl_regress *r, struct rdl_campaign *c)
{
    (void)r;
    (void)c;
}
