/* worktree.c */
#include "cli/regress/regress.h"
#include "util/die.h"
char *rdl_regress_revision(struct rdl_regress *r,
                           const struct rdl_test_options *o)
{
    (void)r;
    (void)o;
    rdl_die(2, "x");
}
