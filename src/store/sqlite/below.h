/* below.h - campaigns in the directories of a directory: what somebody
 * may have meant who named the one above them. */
#ifndef RDL_STORE_SQLITE_BELOW_H
#define RDL_STORE_SQLITE_BELOW_H

/* "raddle-out/a, raddle-out/b", by name and as a shell reads them, the first
 * few; to be freed.  NULL: there are none. */
char *rdl_sqlite_below(const char *dir);

#endif
