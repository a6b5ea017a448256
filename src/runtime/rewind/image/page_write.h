/* page_write.h - brings a page back to what was saved.
 *
 * Of a page that is restored each time, one or two lines differ.  Comparing all
 * of it and writing those is faster than copying it only with wide registers,
 * so there are two ways; rdl_page_write_begin chooses. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_WRITE_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_WRITE_H

#include <stdbool.h>

/* The page at `at` becomes equal to `copy`; NULL: zero. */
typedef void rdl_page_write_function(char *at, const char *copy);
extern rdl_page_write_function *rdl_page_write
    __attribute__((visibility("hidden")));

/* `wide`: with AVX2, if the processor and the kernel have it. */
void rdl_page_write_begin(bool wide);

#endif
