/* effects.c - the effects of each system call, according to syscalls/list.h:
 * see effects/effects.h. */
#include "runtime/effects/effects.h"

#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/numbers.h"
#include "runtime/effects/descriptors.h"
#include "runtime/rewind/external_effects.h"
#include "runtime/rewind/mappings.h"
#include "runtime/rewind/rewind.h"
#include "runtime/process/settings.h"
#include "runtime/effects/external.h"
#include "runtime/observe/isolation.h"

#include "base/text.h"

#include <string.h>

struct entry {
    enum {
        UNKNOWN,
        NOTHING,
        NOTE,
        MEMORY,
        DESCRIPTOR,
        OUTSIDE,
        PERSISTS,
        FORK
    } kind;
    rdl_effects_note *note;
    const char *words; /* of PERSISTS, FORK */
};

#define SYSCALL(name, handler, buffers, effect, step) [SYS_##name] = { effect },
#define LEAVES_NOTHING .kind = NOTHING
#define SETTING(f) .kind = NOTE, .note = rdl_settings_##f
#define MAPPING(f) .kind = NOTE, .note = rdl_mappings_##f
#define MEMORY(f) .kind = MEMORY, .note = rdl_mappings_##f
#define DESCRIPTOR(f) .kind = DESCRIPTOR, .note = rdl_descriptors_##f
#define OUTSIDE(f) .kind = OUTSIDE, .note = rdl_external_effects_##f
#define PERSISTS(text) .kind = PERSISTS, .words = text
#define FORK(text) .kind = FORK, .words = text
static const struct entry entries[] = {
#include "runtime/syscalls/list.h"
};
#undef SYSCALL

#define N_ENTRIES (long)(sizeof(entries) / sizeof(entries[0]))

static void effects_say_unknown(long number, uintptr_t pc)
{
    char text[120] = "it made system call ";

    rdl_text_number(text, (unsigned long)number);
    strcat(text, ", which raddle does not know to undo");
    rdl_rewind_cannot(RDL_ISOLATION_FORK, text, pc);
}

/* Does the effect of the call matter to this process? */
static bool effects_matters(const struct entry *e)
{
    switch (e->kind) {
    case NOTHING:
        return false;
    case OUTSIDE:
    case PERSISTS:
        return true;
    case DESCRIPTOR:
        return rdl_isolation_now != RDL_ISOLATION_EXEC;
    default:
        return rdl_rewinds;
    }
}

void rdl_effects_made(long number, const long arg[6], long result, uintptr_t pc)
{
    static const struct entry unknown;
    const struct entry *e =
        number >= 0 && number < N_ENTRIES ? &entries[number] : &unknown;
    const struct rdl_made made = { number, arg, result, pc };

    if (!effects_matters(e) || rdl_child ||
        (rdl_raw_failed(result) && e->kind != MEMORY))
        return;
    switch (e->kind) {
    case UNKNOWN:
        effects_say_unknown(number, pc);
        return;
    case PERSISTS:
        rdl_external_effects_say(e->words, pc);
        return;
    case FORK:
        rdl_rewind_cannot(RDL_ISOLATION_FORK, e->words, pc);
        return;
    default:
        e->note(&made);
    }
}

bool rdl_effects_refused(long number, const long arg[6])
{
    switch (number) {
    case SYS_close:
    case SYS_dup:
    case SYS_fcntl:
        return rdl_descriptor_is_own((int)arg[0]);
    case SYS_dup2:
    case SYS_dup3:
        return rdl_descriptor_is_own((int)arg[0]) ||
               rdl_descriptor_is_own((int)arg[1]);
    default:
        return false;
    }
}
