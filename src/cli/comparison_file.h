/* comparison_file.h - the latest comparison of a campaign with an older build:
 * raddle regress writes it into the campaign's directory, raddle report shows
 * it. */
#ifndef RDL_CLI_COMPARISON_FILE_H
#define RDL_CLI_COMPARISON_FILE_H

#include <jansson.h>
#include <stdint.h>

/* `comparison`: the object "regress" of docs/json.md.  0 or -errno. */
int rdl_comparison_file_write(const char *dir, const json_t *comparison);
/* The comparison of that build, if the campaign has at least the executions
 * that it was made with; NULL: there is none. */
json_t *rdl_comparison_file_read(const char *dir, const char *build,
                                 uint64_t executions);

#endif
