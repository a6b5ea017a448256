/* system_library.c - see system_library.h. */
#include "util/system_library.h"

#include "base/text.h"

bool rdl_system_library_is_c(const char *name)
{
    static const char *const names[] = {
        "libc.so",   "ld-linux",  "libm.so",    "libpthread.", "libdl.so",
        "librt.so",  "libgcc_s.", "libstdc++.", "libmvec.",    "libresolv.",
        "libanl.so", "libc++",    "libutil.so",
    };

    return rdl_text_begins(name, names, sizeof(names) / sizeof(names[0]));
}

bool rdl_system_library_at(const char *path)
{
    static const char *const folders[] = { "/lib/", "/lib32/", "/lib64/",
                                           "/usr/lib" };

    return rdl_text_begins(path, folders, sizeof(folders) / sizeof(folders[0]));
}
