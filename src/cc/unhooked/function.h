/* function.h - the accesses of one function that no hook announces. */
#ifndef RDL_CC_UNHOOKED_FUNCTION_H
#define RDL_CC_UNHOOKED_FUNCTION_H

#include "cc/unhooked/image.h"
#include "cc/unhooked/leaks.h"

struct rdl_function_access {
    uint64_t at;    /* the instruction */
    bool by_result; /* through the first parameter, which the function returns:
                     * where its caller wants a structure, or a mere pointer */
};

struct rdl_function_reports {
    void *data;
    /* Once for each instruction. */
    void (*found)(void *data, const struct rdl_function_access *a);
    /* It calls the function at `goal` with a first argument that does not point
     * into its frame.  `forwards`: it is the first argument that it got. */
    void (*called)(void *data, uint64_t goal, bool forwards);
    struct rdl_leaks_reports leaks;
};

void rdl_function_check(const struct rdl_image *image,
                        const struct rdl_image_function *f,
                        const struct rdl_function_reports *reports);

#endif
