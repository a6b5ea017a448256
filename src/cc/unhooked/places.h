/* places.h - what the debug information of an object says about its code. */
#ifndef RDL_CC_UNHOOKED_PLACES_H
#define RDL_CC_UNHOOKED_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_unhooked_places;

/* It opens the file when the first question comes. */
struct rdl_unhooked_places *rdl_unhooked_places_new(const char *object);
void rdl_unhooked_places_free(struct rdl_unhooked_places *p);

/* "queue.c:12" for an address (image.h), else the function's name. */
void rdl_unhooked_place(struct rdl_unhooked_places *p, uint64_t at,
                        const char *function, char *out, size_t size);
/* Does the function at this address return a structure or a union? */
bool rdl_unhooked_returns_structure(struct rdl_unhooked_places *p, uint64_t at);

#endif
