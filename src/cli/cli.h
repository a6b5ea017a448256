/* cli.h - the subcommands of raddle, one file each; the dispatcher and --help
 * are made from the list in commands.h. */
#ifndef RDL_CLI_CLI_H
#define RDL_CLI_CLI_H

#define RDL_VERSION "0.1.0"

/* argv[0] is the command's name; returns the exit status. */
#define COMMAND(id, name, summary) int rdl_cmd_##id(int argc, char **argv);
#include "cli/commands.h"
#undef COMMAND

#endif
