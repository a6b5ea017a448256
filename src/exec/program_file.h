/* program_file.h - which file the path of the program names.  Processes that
 * raddle starts later are of another program if it has changed. */
#ifndef RDL_EXEC_PROGRAM_FILE_H
#define RDL_EXEC_PROGRAM_FILE_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

struct rdl_program_file {
    bool there; /* false: the path names nothing */
    bool executable;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec written;
};

struct rdl_program_file rdl_program_file_at(const char *path);
bool rdl_program_file_same(const struct rdl_program_file *a,
                           const struct rdl_program_file *b);

#endif
