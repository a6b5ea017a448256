/* gen_file.h - what raddle gen keeps in its directory for raddle report. */
#ifndef RDL_CLI_GEN_FILE_H
#define RDL_CLI_GEN_FILE_H

#include <jansson.h>

/* The object of docs/json.md, "raddle gen".  0 or -errno. */
int rdl_gen_file_write(const char *dir, const json_t *results);
/* NULL: `dir` is not a directory of raddle gen, or the file is damaged. */
json_t *rdl_gen_file_read(const char *dir);

#endif
