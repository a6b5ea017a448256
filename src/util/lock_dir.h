/* lock_dir.h - one campaign at a time in an output directory.
 *
 * A record lock (fcntl) on DIR/lock: the kernel frees it however the process
 * ends, children do not inherit it, and it knows who has it.  The process must
 * not open and close that file otherwise: any close gives the lock back. */
#ifndef RDL_UTIL_LOCK_DIR_H
#define RDL_UTIL_LOCK_DIR_H

#include <stdbool.h>
#include <sys/types.h>

struct rdl_lock_dir {
    int fd;
    char *path;
};

/* 0; -EBUSY: a process has it (*holder, 0 if it lives where its number means
 * nothing); or another -errno. */
int rdl_lock_dir_take(struct rdl_lock_dir *lock, const char *dir,
                      pid_t *holder);
/* Does another process have it? */
bool rdl_lock_dir_held(const char *dir);
/* Also takes the file away. */
void rdl_lock_dir_free(struct rdl_lock_dir *lock);

#endif
