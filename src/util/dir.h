/* dir.h - makes directories. */
#ifndef RDL_UTIL_DIR_H
#define RDL_UTIL_DIR_H

/* Makes every directory of the path, like mkdir -p.  0 or -errno. */
int rdl_dir_make(const char *path);

#endif
