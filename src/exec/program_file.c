/* program_file.c - see program_file.h. */
#include "exec/program_file.h"

#include <sys/stat.h>
#include <unistd.h>

struct rdl_program_file rdl_program_file_at(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return (struct rdl_program_file){ .there = false };
    return (struct rdl_program_file){
        .there = true,
        .executable = access(path, X_OK) == 0,
        .device = st.st_dev,
        .inode = st.st_ino,
        .size = st.st_size,
        .written = st.st_mtim,
    };
}

bool rdl_program_file_same(const struct rdl_program_file *a,
                           const struct rdl_program_file *b)
{
    return a->there == b->there && a->executable == b->executable &&
           a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->written.tv_sec == b->written.tv_sec &&
           a->written.tv_nsec == b->written.tv_nsec;
}
