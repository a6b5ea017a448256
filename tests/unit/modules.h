/* modules.h - the module table of the test program itself, as the runtime
 * would have left it. */
#ifndef TESTS_MODULES_H
#define TESTS_MODULES_H

#include "base/shared.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct test_modules {
    struct rdl_module *modules; /* RDL_MAX_MODULES of them */
    size_t n;
};

static int test_modules_add(struct dl_phdr_info *info, size_t size, void *data)
{
    struct test_modules *all = data;
    struct rdl_module *m = &all->modules[all->n++];
    uintptr_t start = UINTPTR_MAX, end = 0;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

        if (ph->p_type != PT_LOAD)
            continue;
        if (info->dlpi_addr + ph->p_vaddr < start)
            start = info->dlpi_addr + ph->p_vaddr;
        if (info->dlpi_addr + ph->p_vaddr + ph->p_memsz > end)
            end = info->dlpi_addr + ph->p_vaddr + ph->p_memsz;
    }
    *m = (struct rdl_module){
        .base = info->dlpi_addr,
        .start = start,
        .end = end,
    };
    if (info->dlpi_name[0] != '\0')
        snprintf(m->path, sizeof(m->path), "%s", info->dlpi_name);
    else if (readlink("/proc/self/exe", m->path, sizeof(m->path) - 1) < 0)
        abort();
    return all->n == RDL_MAX_MODULES;
}

static inline size_t test_modules_read(struct rdl_module *modules)
{
    struct test_modules all = { .modules = modules };

    dl_iterate_phdr(test_modules_add, &all);
    return all.n;
}

#endif
