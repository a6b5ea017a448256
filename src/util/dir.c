/* dir.c - see dir.h. */
#include "util/dir.h"

#include "util/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

int rdl_dir_make(const char *path)
{
    char *part = rdl_strdup(path);
    int error = 0;

    for (char *c = part + 1; error == 0; c++) {
        char was = *c;

        if (was != '/' && was != '\0')
            continue;
        *c = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            error = -errno;
        *c = was;
        if (was == '\0')
            break;
    }
    free(part);
    return error;
}
