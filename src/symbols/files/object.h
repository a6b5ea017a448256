/* object.h - properties of an ELF file before it runs. */
#ifndef RDL_SYMBOLS_FILES_OBJECT_H
#define RDL_SYMBOLS_FILES_OBJECT_H

#include "symbols/files/instruction.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_names { /* sorted, each once */
    char **names;
    size_t n;
};

#define RDL_BUILD_ID_TEXT 41 /* in hexadecimal, with its NUL */

struct rdl_object {
    char *path;
    bool executable; /* a program (ET_EXEC, or ET_DYN with a loader) */
    bool pie;
    char loader[256]; /* "" if there is none: static, or a library */
    char build_id[RDL_BUILD_ID_TEXT];
    bool lines;   /* DWARF line tables, in the file or in /usr/lib/debug */
    bool symbols; /* not stripped */
    struct rdl_names imports, exports; /* of the dynamic symbol table */
    struct {
        size_t count;
        uint64_t first; /* address of one */
    } instructions[RDL_N_INS];
};

/* 0, or -errno; -ENOEXEC if it is not a 64-bit ELF file.  After an error there
 * is nothing to free. */
int rdl_object_read(const char *path, struct rdl_object *out);
void rdl_object_free(struct rdl_object *o);

/* A build id as text; longer ones are cut. */
void rdl_object_build_id(const unsigned char *id, size_t n,
                         char out[RDL_BUILD_ID_TEXT]);
/* Is there separate debug information?  Debian and gdb store it under the build
 * id. */
bool rdl_object_lines_apart(const char *build_id);

bool rdl_names_have(const struct rdl_names *n, const char *name);

/* Was it linked by raddle cc?  (src/hooks/hooks.h) */
bool rdl_object_instrumented(const struct rdl_object *o);

#endif
