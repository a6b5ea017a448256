/* build.h - the build of a file as a word that can be stored: "id:" and the
 * build id, or, if it has none, "hash:" and size and hash of its bytes. (Not
 * its time: a rebuild that changes nothing is the same build.) */
#ifndef RDL_STORE_BUILD_H
#define RDL_STORE_BUILD_H

#include <stddef.h>
#include <stdint.h>

/* Of the file as it is now; NULL if it cannot be read.  The caller frees it. */
char *rdl_store_build_of(const char *path);
/* Of a module that was loaded; NULL if it has no build id. */
char *rdl_store_build_id(const uint8_t *id, size_t size);
/* The bytes of the build id in such a word, at most `most`; 0 if it has none.
 */
size_t rdl_store_build_bytes(const char *build, uint8_t *id, size_t most);
/* For people: "build id 12345678.. -> 9abcdef0..".  The caller frees it. */
char *rdl_store_build_change(const char *was, const char *is);

#endif
