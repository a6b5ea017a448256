/* dump_options.h - the option tables as JSON, from which man pages and shell
 * completion are made (packaging/generate.py), so that they cannot drift:
 * `raddle --dump-options` lists the commands, `raddle COMMAND --dump-options`
 * the options of one.  Not for users. */
#ifndef RDL_CLI_DUMP_OPTIONS_H
#define RDL_CLI_DUMP_OPTIONS_H

#include <argp.h>

#define RDL_DUMP_OPTIONS "--dump-options"

/* All of one command, by standard output. */
void rdl_dump_options(const struct argp *argp);
/* Its name, and what `raddle --help` says about it. */
void rdl_dump_commands(void);

#endif
