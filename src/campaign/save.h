/* save.h - a file that is never half there: written beside, synced, renamed. */
#ifndef RDL_CAMPAIGN_SAVE_H
#define RDL_CAMPAIGN_SAVE_H

#include <stddef.h>

/* 0 or -errno; then what was there before still is. */
int rdl_save(const char *path, const char *text, size_t size);

#endif
