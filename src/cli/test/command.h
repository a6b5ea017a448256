/* command.h - a command that runs a campaign as raddle test does, with options,
 * a beginning and an end of its own: raddle test itself, raddle prove, raddle
 * regress. */
#ifndef RDL_CLI_TEST_COMMAND_H
#define RDL_CLI_TEST_COMMAND_H

#include "campaign/campaign.h"

#include <argp.h>
#include <jansson.h>

struct rdl_program;
struct rdl_test_options;
struct rdl_test_owner;
struct rdl_verdict;

struct rdl_test_command { /* any function may be NULL */
    const char *name;     /* "raddle test" */
    const char *doc;
    bool prove;
    /* Options of raddle test, ended by NULL: only in its --help-all; not there
     * at all.  Or NULL. */
    const char *const *rare, *const *without;
    const char *until; /* its text for --until; NULL: as raddle test */
    const struct argp_child *children; /* its own options, or NULL */
    void *data;                        /* their input; for all that follows */
    /* Options are parsed, the program was found.  False: there is nothing to
     * run, and raddle ends with *code. */
    bool (*begin)(void *data, struct rdl_test_owner *t,
                  struct rdl_test_options *o, const struct rdl_program *program,
                  int *code);
    /* As aim() of rdl_campaign_owner. */
    void (*aim)(void *data, struct rdl_campaign *c);
    /* The campaign has ended; may change the exit status. */
    void (*end)(void *data, struct rdl_test_owner *t, struct rdl_campaign *c,
                const struct rdl_verdict *verdict, int *code);
    /* Adds to the object of the result. */
    void (*json)(void *data, struct rdl_campaign *c, json_t *result);
    /* "new" or "unchanged", compared with another build: SARIF's
     * baselineState. */
    const char *(*baseline)(void *data, const struct rdl_found *found);
};

int rdl_test_main(int argc, char **argv,
                  const struct rdl_test_command *command);

#endif
