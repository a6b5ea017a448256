/* function.h - the accesses of one function that no hook announces. */
#ifndef RDL_CC_UNHOOKED_FUNCTION_H
#define RDL_CC_UNHOOKED_FUNCTION_H

#include "cc/unhooked/image.h"

struct rdl_function_access {
    uint64_t at;    /* the instruction */
    bool by_result; /* through the first parameter, which the function returns:
                     * where its caller wants a structure, or a mere pointer */
};

/* Calls found() once for each instruction. */
void rdl_function_check(
    const struct rdl_image *image, const struct rdl_image_function *f,
    void (*found)(void *data, const struct rdl_function_access *a), void *data);

#endif
