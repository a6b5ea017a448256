/* objects.h - a program with the libraries it is linked to. */
#ifndef RDL_CLI_DOCTOR_OBJECTS_H
#define RDL_CLI_DOCTOR_OBJECTS_H

#include "symbols/files/object.h"

struct rdl_linked {
    struct rdl_object o;
    const char *name; /* last part of its path */
    bool system;      /* the C and C++ libraries: nobody rebuilds them */
    /* The program itself, and libraries that came with it or were built by
     * raddle cc. */
    bool own;
};

struct rdl_objects {
    struct rdl_linked *objects; /* the program first */
    size_t n;
};

/* 0 or -errno, about the program; leaves out libraries that are not found. */
int rdl_objects_read(const char *program, struct rdl_objects *out);
void rdl_objects_free(struct rdl_objects *all);
/* Only the paths of its libraries; `loader` is that of the program. */
void rdl_objects_libraries(const char *loader, const char *program,
                           void (*each)(void *data, const char *path),
                           void *data);
/* Are all its libraries those of C and C++?  False if raddle cannot tell
 * without the loader. */
bool rdl_objects_only_c(const char *program);

bool rdl_objects_is_instrumented(const struct rdl_linked *l);
/* Is it not instrumented, though it could be? */
bool rdl_objects_is_uninstrumented(const struct rdl_linked *l);
/* "bank, libqueue.so": their names; the caller frees it. */
char *rdl_objects_list(const struct rdl_objects *all,
                       bool (*wanted)(const struct rdl_linked *));

/* File and line of an address in the file, or what else is known. */
char *rdl_objects_place(const struct rdl_object *o, uint64_t address, char *out,
                        size_t size);

#endif
