/* image.h - the state of an exploration between two executions as bytes: what
 * a store keeps, and another process goes on with.
 *
 * It has the steps that the next execution has in common with the latest one,
 * what is asleep at each of them, and the open branches beside them.  Clocks
 * and inherited sleep sets follow from these. */
#ifndef RDL_EXPLORE_IMAGE_H
#define RDL_EXPLORE_IMAGE_H

#include "explore/explore.h"

/* Writes it; `add` receives the bytes in order.  False: the state is damaged
 * (the target can write there), or of a search with a bound, which has no
 * image. */
bool rdl_image_write(const struct rdl_explore *x,
                     void (*add)(void *data, const void *bytes, size_t size),
                     void *data);
/* `x` was opened for this, without a bound.  False: the bytes are not an image,
 * or do not fit into its memory; then it must be opened again. */
bool rdl_image_read(struct rdl_explore *x, const void *bytes, size_t size);

#endif
