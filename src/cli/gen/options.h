/* options.h - the options of raddle gen. */
#ifndef RDL_CLI_GEN_OPTIONS_H
#define RDL_CLI_GEN_OPTIONS_H

#include "gen/search/choose.h"
#include "gen/module/module.h"

/* --races */
enum rdl_gen_races {
    RDL_GEN_RACES_REPORT,
    RDL_GEN_RACES_FAIL,
    RDL_GEN_RACES_OFF,
};

struct rdl_gen_cli {
    struct rdl_gen_module module;
    struct rdl_gen_words packages;
    struct rdl_gen_words words;  /* all of the command line, without its name */
    const char *database, *spec; /* NULL: none */
    bool list, help_spec, quiet, resume, keep_going, sequential;
    bool recalled; /* the header is that of an earlier session */
    const struct rdl_gen_choice *choice;
    enum rdl_gen_races races;
    uint64_t seed, tests;
    unsigned schedules, timeout_ms, jobs;
    uint64_t time_ns;                 /* --time; 0: no limit */
    const char *json, *junit, *sarif; /* NULL: not wanted */
    char *out;                        /* the directory of this module */
};

/* Ends raddle if they make no sense. */
void rdl_gen_cli_parse(struct rdl_gen_cli *o, int argc, char **argv);
void rdl_gen_cli_free(struct rdl_gen_cli *o);

#endif
