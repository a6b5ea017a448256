/* dump_options.h - the option tables as JSON. packaging/generate.py makes man
 * pages and shell completion from them, so that they cannot drift: `raddle
 * --dump-options` lists the commands, `raddle COMMAND --dump-options` the
 * options of one.  Not for users. */
#ifndef RDL_CLI_DUMP_OPTIONS_H
#define RDL_CLI_DUMP_OPTIONS_H

#include <argp.h>

#define RDL_DUMP_OPTIONS "--dump-options"

/* Prints all options of one command to standard output. */
void rdl_dump_options(const struct argp *argp);
/* Prints the name and the summary of each command. */
void rdl_dump_commands(void);

#endif
