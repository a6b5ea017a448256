/* modules.c - which modules are loaded where, and their build ids.
 *
 * The table is filled as addresses occur, through _dl_find_object (glibc >=
 * 2.35). That takes no lock: a thread may be inside dlopen and hold the
 * loader's. */

#include "base/hash.h"
#include "base/text.h"
#include "runtime/core/persistent.h"
#include "runtime/core/attached.h"
#include "runtime/core/modules.h"
#include "runtime/core/control.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

static uint32_t latest; /* index of the latest hit */
static char program[sizeof(((struct rdl_module *)0)->path)];

/* The table in shared memory survives a rewind, and so must this. */
RDL_PERSISTENT(latest);

void rdl_modules_begin(const char *program_path)
{
    rdl_text_copy(program, program_path, sizeof(program));
}

void rdl_modules_forget(void)
{
    rdl_shared->n_modules = 0;
    latest = 0;
}

static void modules_read_build_id(struct rdl_module *m, uintptr_t base,
                                  const ElfW(Phdr) * ph, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uintptr_t at = base + ph[i].p_vaddr;
        uintptr_t end = at + ph[i].p_memsz;

        if (ph[i].p_type != PT_NOTE)
            continue;
        while (at + sizeof(ElfW(Nhdr)) < end) {
            const ElfW(Nhdr) *note = (const void *)at;
            uintptr_t data = at + sizeof(*note) + ((note->n_namesz + 3u) & ~3u);

            if (note->n_type == NT_GNU_BUILD_ID &&
                note->n_descsz <= sizeof(m->build_id)) {
                memcpy(m->build_id, (const void *)data, note->n_descsz);
                m->build_id_size = (uint8_t)note->n_descsz;
                return;
            }
            at = data + ((note->n_descsz + 3u) & ~3u);
        }
    }
}

static const struct rdl_module *modules_add(const struct dl_find_object *found)
{
    struct rdl_module *m = &rdl_shared->modules[rdl_shared->n_modules];
    const ElfW(Ehdr) *header = found->dlfo_map_start;
    const char *path = found->dlfo_link_map->l_name;

    if (rdl_shared->n_modules == RDL_MAX_MODULES)
        return NULL;
    memset(m, 0, sizeof(*m));
    m->base = found->dlfo_link_map->l_addr;
    m->start = (uintptr_t)found->dlfo_map_start;
    m->end = (uintptr_t)found->dlfo_map_end;
    m->hooked = rdl_attached(m->start);
    rdl_text_copy(m->path, path[0] != '\0' ? path : program, sizeof(m->path));
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) == 0)
        modules_read_build_id(
            m, m->base, (const void *)((const char *)header + header->e_phoff),
            header->e_phnum);
    latest = rdl_shared->n_modules;
    m->name = path[0] == '\0' && rdl_shared->config.program_name != 0
                  ? rdl_shared->config.program_name
                  : rdl_hash_text(rdl_text_base_name(m->path));
    rdl_shared->n_modules++;
    return m;
}

const struct rdl_module *rdl_module_of(uintptr_t addr)
{
    const struct rdl_module *m = &rdl_shared->modules[latest];
    struct dl_find_object found;

    if (latest < rdl_shared->n_modules && addr - m->start < m->end - m->start)
        return m;
    m = rdl_shared_module(rdl_shared, addr);
    if (m != NULL) {
        latest = (uint32_t)(m - rdl_shared->modules);
        return m;
    }
    if (_dl_find_object((void *)addr, &found) != 0)
        return NULL;
    return modules_add(&found);
}

void rdl_module_runs(const struct rdl_module *m)
{
    rdl_shared->modules[m - rdl_shared->modules].runs = true;
}

/* Code of the module's other constructors may have been looked up before. */
void rdl_module_hooked(uintptr_t addr)
{
    const struct rdl_module *m =
        rdl_shared != NULL ? rdl_shared_module(rdl_shared, addr) : NULL;

    if (m != NULL)
        rdl_shared->modules[m - rdl_shared->modules].hooked = true;
}

uint64_t rdl_module_name(const struct rdl_module *m)
{
    return m->name;
}

bool rdl_module_is(uintptr_t addr, const char *name)
{
    const struct rdl_module *m = rdl_module_of(addr);

    return m != NULL &&
           strncmp(rdl_text_base_name(m->path), name, strlen(name)) == 0;
}
