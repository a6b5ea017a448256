/* cli.h - the subcommands of raddle.  One file each; commands.h is the list
 * from which the dispatcher and --help are made. */
#ifndef RDL_CLI_CLI_H
#define RDL_CLI_CLI_H

#define RDL_VERSION "0.1.0"

/* argv[0] is the command's name; returns the exit status. */
#define COMMAND(id, name, summary) int rdl_cmd_##id(int argc, char **argv);
#include "cli/commands.h"
#undef COMMAND

#endif
