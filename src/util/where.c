/* where.c - see where.h. */
#include "util/where.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const places[] = { "", "../lib/raddle/" };

bool rdl_where_file(const char *name, char *out, size_t size)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    char *slash;

    self[n > 0 ? n : 0] = '\0';
    slash = strrchr(self, '/');
    if (slash != NULL)
        slash[1] = '\0';
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(out, size, "%s%s%s", self, places[i], name);
        if (access(out, R_OK) == 0)
            return true;
    }
    snprintf(out, size, "%s%s", self, name);
    return false;
}
