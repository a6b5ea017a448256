/* effects.c - looks system calls up in effects_list.h: see effects.h. */
#include "runtime/effects/effects.h"

#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/rewind/external_effects.h"
#include "runtime/rewind/mappings.h"
#include "runtime/rewind/rewind.h"
#include "runtime/process/settings.h"
#include "runtime/effects/external.h"
#include "runtime/observe/isolation.h"

#include "base/text.h"

#include <string.h>
#include <sys/syscall.h>

/* Younger than the headers of Debian 12. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#define SYS_fchmodat2 452
#define SYS_futex_wake 454
#define SYS_futex_wait 455
#define SYS_futex_requeue 456
#define SYS_statmount 457
#define SYS_listmount 458
#endif

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

#define NOTHING(name) [SYS_##name] = { .kind = NOTHING },
#define NOTE(name, function) [SYS_##name] = { .kind = NOTE, .note = function },
#define MEMORY(name, function)                                                 \
    [SYS_##name] = { .kind = MEMORY, .note = function },
#define DESCRIPTOR(name, function)                                             \
    [SYS_##name] = { .kind = DESCRIPTOR, .note = function },
#define OUTSIDE(name, function)                                                \
    [SYS_##name] = { .kind = OUTSIDE, .note = function },
#define PERSISTS(name, text) [SYS_##name] = { .kind = PERSISTS, .words = text },
#define FORK(name, text) [SYS_##name] = { .kind = FORK, .words = text },
static const struct entry entries[] = {
#include "runtime/rewind/effects_list.h"
};

#define N_ENTRIES (long)(sizeof(entries) / sizeof(entries[0]))

static void effects_say_unknown(long number, uintptr_t pc)
{
    char text[120] = "it made system call ";

    rdl_text_number(text, (unsigned long)number);
    strcat(text, ", which raddle does not know to undo");
    rdl_rewind_cannot(RDL_RUNG_FORK, text, pc);
}

/* Does it matter to this process what the call did? */
static bool effects_matters(const struct entry *e)
{
    switch (e->kind) {
    case NOTHING:
        return false;
    case OUTSIDE:
    case PERSISTS:
        return true;
    case DESCRIPTOR:
        return rdl_rung_now != RDL_RUNG_EXEC;
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
        rdl_rewind_cannot(RDL_RUNG_FORK, e->words, pc);
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
