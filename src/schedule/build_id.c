/* build_id.c - see build_id.h. */
#include "schedule/build_id.h"

#include "util/regular_file.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

enum rdl_build rdl_build_check(const char *path,
                               const struct rdl_schedule_module *m)
{
    enum rdl_build result = RDL_BUILD_UNKNOWN;
    const void *id;
    ssize_t size;
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    Elf *elf;

    if (fd < 0)
        return RDL_BUILD_MISSING;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf == NULL || elf_kind(elf) != ELF_K_ELF) {
        result = RDL_BUILD_MISSING;
    } else {
        size = dwelf_elf_gnu_build_id(elf, &id);
        if (size > 0 && m->build_id_size > 0)
            result = size == m->build_id_size &&
                             memcmp(id, m->build_id, (size_t)size) == 0
                         ? RDL_BUILD_SAME
                         : RDL_BUILD_OTHER;
    }
    elf_end(elf);
    close(fd);
    return result;
}
