/* noted.h - places in the source that `raddle cc` notes in an object, because
 * no hook sees their memory accesses.
 *
 * They are in a section of the object; the linker joins them: strings such as
 * "include/ck_pr.h:123", each with its NUL. */
#ifndef RDL_SYMBOLS_FILES_NOTED_H
#define RDL_SYMBOLS_FILES_NOTED_H

#include <stddef.h>

/* Inline assembler that accesses memory. */
#define RDL_NOTED_ASSEMBLER ".raddle.assembler"
/* Accesses that the compiler gives no hook (cc/unhooked/unhooked.h). */
#define RDL_NOTED_UNHOOKED ".raddle.unhooked"
/* Object files that the linker got and that raddle cc did not compile; they are
 * in the section above as well. */
#define RDL_NOTED_FOREIGN ".raddle.foreign"

struct rdl_noted {
    char *first; /* one place, NULL if there is none */
    size_t n;    /* how many different ones */
};

/* Of a linked file; of none if it cannot be read. */
struct rdl_noted rdl_noted_read(const char *path, const char *section);
void rdl_noted_free(struct rdl_noted *a);

/* Adds a section with these bytes to an object file.  0 or -1: the file is
 * unchanged then. */
int rdl_noted_write(const char *object, const char *section, const char *places,
                    size_t size);

#endif
