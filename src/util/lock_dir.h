/* lock_dir.h - one campaign at a time in an output directory.
 *
 * A record lock (fcntl) on DIR/lock: the kernel releases it however the process
 * ends, children do not inherit it, and the kernel knows its holder.  The
 * process must not open and close that file otherwise: any close releases the
 * lock. */
#ifndef RDL_UTIL_LOCK_DIR_H
#define RDL_UTIL_LOCK_DIR_H

#include <stdbool.h>
#include <sys/types.h>

struct rdl_lock_dir {
    int fd;
    char *path;
};

/* 0; -EBUSY: another process holds it (*holder, 0 if its pid has no meaning
 * here); or another -errno. */
int rdl_lock_dir_take(struct rdl_lock_dir *lock, const char *dir,
                      pid_t *holder);
/* Does another process hold it? */
bool rdl_lock_dir_held(const char *dir);
/* Also removes the file. */
void rdl_lock_dir_free(struct rdl_lock_dir *lock);

#endif
