/* assembler.h - the places of inline assembler that accesses memory.
 *
 * No hook sees such an access.  `raddle cc` writes the places into a section of
 * the object; the linker joins them: strings such as "include/ck_pr.h:123",
 * each with its NUL. */
#ifndef RDL_SYMBOLS_FILES_ASSEMBLER_H
#define RDL_SYMBOLS_FILES_ASSEMBLER_H

#include <stddef.h>

#define RDL_ASSEMBLER_SECTION ".raddle.assembler"

struct rdl_assembler {
    char *first; /* one place, NULL if there is none */
    size_t n;    /* how many different ones */
};

/* Of a linked file; of none if it cannot be read. */
struct rdl_assembler rdl_assembler_read(const char *path);
void rdl_assembler_free(struct rdl_assembler *a);

/* Adds a section with these bytes to an object file.  0 or -1: the file is
 * unchanged then. */
int rdl_assembler_write(const char *object, const char *places, size_t size);

#endif
