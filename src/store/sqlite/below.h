/* below.h - campaigns in the subdirectories of a directory: a user who named
 * that directory may have meant one of them. */
#ifndef RDL_STORE_SQLITE_BELOW_H
#define RDL_STORE_SQLITE_BELOW_H

/* "raddle-out/a, raddle-out/b", by name and quoted for a shell, the first few;
 * the caller frees it.  NULL if there are none. */
char *rdl_sqlite_below(const char *dir);

#endif
