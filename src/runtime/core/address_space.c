/* address_space.c - see address_space.h. */
#include "runtime/core/address_space.h"

#include "base/text.h"
#include "runtime/core/control.h"
#include "runtime/core/note.h"
#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/machine/raw.h"

#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define MIB ((size_t)1 << 20)

static uint64_t given = RLIM64_INFINITY; /* the limit when it was loaded */

RDL_PERSISTENT_HERE(given);

static uint64_t space_limit(void)
{
    struct rlimit64 limit = { RLIM64_INFINITY, RLIM64_INFINITY };

    rdl_raw(SYS_prlimit64, 0, RLIMIT_AS, 0, &limit);
    return limit.rlim_cur;
}

__attribute__((constructor(103))) static void look_at_limit(void)
{
    given = space_limit();
}

static _Noreturn void space_end(const char *text)
{
    rdl_note(RDL_NOTE_ADDRESS_SPACE, text, 0);
    if (rdl_shared != NULL && !rdl_child)
        rdl_shared->outcome.state = RDL_UNABLE;
    for (;;)
        rdl_raw(SYS_exit_group, 1);
}

void rdl_address_space_short(size_t size)
{
    char text[200] = "raddle needs at least ";

    if (given == RLIM64_INFINITY || space_limit() != given)
        return;
    rdl_text_number(text, (size + MIB - 1) / MIB);
    strcat(text, " MiB of address space more than ulimit -v allows (");
    rdl_text_number(text, given / 1024);
    strcat(text, " KiB): raise it, or test without it (ulimit -v unlimited)");
    space_end(text);
}

void *rdl_address_space_map(size_t size)
{
    void *memory = rdl_runtime_memory_map(size);

    if (memory != NULL)
        return memory;
    rdl_address_space_short(size);
    space_end("raddle could not get memory for itself: there is none left, or "
              "the program has lowered its limit");
}
