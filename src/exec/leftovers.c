/* leftovers.c - see leftovers.h. */
#include "exec/leftovers.h"

#include "base/temp_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The target may have written here, so a path counts only if it ends and its
 * file is the one that was made. */
static void leftovers_remove(const struct rdl_temp_file *f)
{
    struct stat st;

    if (memchr(f->path, '\0', sizeof(f->path)) != NULL && f->path[0] == '/' &&
        lstat(f->path, &st) == 0 && st.st_ino == f->inode &&
        st.st_dev == f->device)
        unlinkat(AT_FDCWD, f->path, f->directory ? AT_REMOVEDIR : 0);
}

void rdl_leftovers_remove(struct rdl_shared *shared)
{
    rdl_temp_files_each(rdl_shared_data(shared, RDL_TEMP_FILES),
                        shared->regions[RDL_TEMP_FILES].used, leftovers_remove);
    shared->regions[RDL_TEMP_FILES].used = 0;
}
