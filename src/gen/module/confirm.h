/* confirm.h - runs the C file of a finding as a user would, before the finding
 * is reported: raddle test must see it fail, its schedule must replay, and it
 * must not fail where its threads run one after the other. */
#ifndef RDL_GEN_MODULE_CONFIRM_H
#define RDL_GEN_MODULE_CONFIRM_H

#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct rdl_gen_confirm {
    const char *raddle;  /* path of raddle itself */
    const char *program; /* the C test, compiled by raddle cc */
    const char *apart;   /* the same with its threads one after the other; NULL:
                          * not to be run */
    const char *dir;     /* for the campaign of raddle test; it may not exist */
    bool races;          /* it must fail with a data race */
    uint64_t seed;
    uint64_t executions; /* 0: the default */
    unsigned replays;    /* 0: the default, 20 */
    uint64_t limit_ms;   /* for all of it; 0: none */
};

/* The schedule of the failure, shrunk, in `dir`: to be freed; `kind` gets the
 * name of its detector, `headline` (to be freed) what raddle says of it.  NULL
 * if the test does not fail, if a replay does not fail, or if an assertion of
 * `apart` fails: the error says which. */
char *rdl_gen_confirm(const struct rdl_gen_confirm *c, char kind[32],
                      char **headline, struct rdl_error *error);

#endif
