/* save.h - a file that is never half there: written beside, synced, renamed. */
#ifndef RDL_CAMPAIGN_SAVE_H
#define RDL_CAMPAIGN_SAVE_H

#include <stdbool.h>
#include <stddef.h>

/* 0 or -errno; then what was there before still is. */
int rdl_save(const char *path, const char *text, size_t size);
/* Was `name` written beside a file by a process that is dead?  Then its first
 * *size characters are the name of that file. */
bool rdl_save_is_left(const char *name, size_t *size);

#endif
