/* mappings.c - see mappings.h.
 *
 * The system calls report which ranges an execution changed; the table of
 * main's mappings has what should be there.  So the restoration is the same
 * whatever the execution did: it unmaps ranges outside all mappings of main,
 * maps the others again where they may be gone, and the image fills them.
 *
 * Contents that are not copied (code, constants) and mappings shared with other
 * processes cannot be restored: the runtime reports that when the target
 * changes them. */
#include "runtime/rewind/mappings.h"

#include "runtime/heap/heap.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/rewind/image/image.h"
#include "runtime/rewind/main_maps.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/restorer.h"
#include "runtime/core/control.h"
#include "runtime/core/note.h"
#include "runtime/observe/isolation.h"
#include "runtime/observe/names.h"
#include "runtime/observe/race.h"
#include "runtime/syscalls/shared_buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mman.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* Ranges closer than this become one, if both are new. */
#define NEAR (UINT64_C(4) << 20)
#define MAX_CHANGES 1024
#define MAX_SEGMENTS 64

enum kind {
    MAPPED,    /* mapped, unmapped, moved: anything may be there now */
    PROTECTED, /* other permissions */
    EMPTIED    /* contents are gone */
};

static struct change {
    uintptr_t start, end;
    enum kind kind;
} changes[MAX_CHANGES];
static size_t n_changes;
static uintptr_t segments[MAX_SEGMENTS]; /* System V: where attached */
static size_t n_segments;
/* At main; the lowest since then. */
static uintptr_t program_break, lowest_break;
static bool break_moved, locked, code_changed;
static bool locked_at_main; /* at least one mapping */

RDL_PERSISTENT(changes);
RDL_PERSISTENT(n_changes);
RDL_PERSISTENT(segments);
RDL_PERSISTENT(n_segments);
RDL_PERSISTENT(program_break);
RDL_PERSISTENT(lowest_break);
RDL_PERSISTENT(break_moved);
RDL_PERSISTENT(locked);
RDL_PERSISTENT(locked_at_main);
RDL_PERSISTENT(code_changed);

/* --- During an execution ---------------------------------------------------
 */

/* Never had contents: a reservation, a guard. */
static bool mappings_is_empty(const struct rdl_map *m)
{
    return m->protection == PROT_NONE && !m->shared && m->nameless;
}

/* Can the rewind undo this change to m? */
static void mappings_judge(const struct rdl_map *m, enum kind kind,
                           int protection, uintptr_t pc)
{
    switch (kind) {
    case MAPPED:
        if (m->shared || m->stack ||
            (!rdl_main_map_writable(m) && !mappings_is_empty(m)))
            rdl_rewind_cannot(RDL_ISOLATION_FORK,
                              "it unmaps or replaces code, constants or "
                              "shared memory that was there at main",
                              pc);
        return;
    case PROTECTED:
        if ((protection & PROT_WRITE) != 0 && !rdl_main_map_writable(m) &&
            !mappings_is_empty(m))
            rdl_rewind_cannot(m->shared ? RDL_ISOLATION_EXEC
                                        : RDL_ISOLATION_FORK,
                              "it makes code, constants or shared memory "
                              "writable",
                              pc);
        return;
    case EMPTIED:
        if (!rdl_main_map_writable(m))
            rdl_rewind_cannot(RDL_ISOLATION_FORK,
                              "it gives up memory that cannot be filled again",
                              pc);
        return;
    }
}

/* Is there no mapping of main and none of ours between the two? */
static bool mappings_is_free(uintptr_t start, uintptr_t end)
{
    size_t i = rdl_main_maps_behind(start);

    return !rdl_runtime_memory_holds(start) && !rdl_runtime_memory_holds(end) &&
           (i == rdl_main_maps() || rdl_main_map(i)->start >= end);
}

static bool mappings_joins(const struct change *c, uintptr_t start,
                           uintptr_t end)
{
    if (start <= c->end && end >= c->start)
        return true;
    if (c->kind != MAPPED)
        return false;
    return start > c->end
               ? start - c->end < NEAR && mappings_is_free(c->end, start)
               : c->start - end < NEAR && mappings_is_free(end, c->start);
}

static void mappings_record(enum kind kind, uintptr_t start, uintptr_t end,
                            uintptr_t pc)
{
    for (size_t i = n_changes; i-- > 0;) {
        struct change *c = &changes[i];

        if (c->kind != kind || !mappings_joins(c, start, end))
            continue;
        if (start < c->start)
            c->start = start;
        if (end > c->end)
            c->end = end;
        return;
    }
    if (n_changes == MAX_CHANGES) {
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it changes more mappings than can be noted", pc);
        return;
    }
    changes[n_changes++] = (struct change){ start, end, kind };
}

static void mappings_change(enum kind kind, uintptr_t start, size_t size,
                            int protection, uintptr_t pc)
{
    uintptr_t end = start + rdl_page_up(size);
    bool matters = kind == MAPPED || rdl_heap_holds(start);

    start = rdl_page_down(start);
    if (!rdl_rewinds || rdl_child || start >= end)
        return;
    for (size_t i = rdl_main_maps_behind(start);
         i < rdl_main_maps() && rdl_main_map(i)->start < end; i++) {
        matters = true;
        mappings_judge(rdl_main_map(i), kind, protection, pc);
    }
    if (!matters)
        return;
    mappings_record(kind, start, end, pc);
    if (kind == EMPTIED)
        rdl_image_touch((void *)start, end - start);
    else
        rdl_image_lost((void *)start, end - start);
}

void rdl_effects_mapping(uintptr_t start, size_t size)
{
    mappings_change(MAPPED, start, size, 0, 0);
}

/* A failed call may still have removed what was there; msync detects that by
 * ENOMEM. */
static void mappings_not_mapped(const struct rdl_made *m)
{
    const long *a = m->arg;

    if (rdl_raw(SYS_msync, a[0], a[1], MS_ASYNC) != -ENOMEM)
        return;
    rdl_image_touch((void *)a[0], (size_t)a[1]); /* if part of it is mapped */
    mappings_change(MAPPED, (uintptr_t)a[0], (size_t)a[1], 0, m->pc);
}

void rdl_mappings_mapped(const struct rdl_made *m)
{
    int protection = (int)m->arg[2], flags = (int)m->arg[3];

    if (rdl_raw_failed(m->result)) {
        if ((flags & MAP_FIXED) != 0)
            mappings_not_mapped(m);
        return;
    }
    mappings_change(MAPPED, (uintptr_t)m->result, (size_t)m->arg[1], 0, m->pc);
    code_changed |= (protection & PROT_EXEC) != 0;
    if ((flags & MAP_GROWSDOWN) != 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it maps memory that grows by itself "
                          "(MAP_GROWSDOWN)",
                          m->pc);
    if ((flags & MAP_TYPE) != MAP_PRIVATE)
        rdl_race_mapped((uintptr_t)m->result, (size_t)m->arg[1]);
    if ((flags & MAP_ANONYMOUS) == 0 && (flags & MAP_TYPE) != MAP_PRIVATE) {
        rdl_descriptor_shared((int)m->arg[4], (protection & PROT_WRITE) != 0,
                              m->pc);
        rdl_sharing_mapped_file();
    }
}

void rdl_mappings_unmapped(const struct rdl_made *m)
{
    if (!rdl_raw_failed(m->result))
        mappings_change(MAPPED, (uintptr_t)m->arg[0], (size_t)m->arg[1], 0,
                        m->pc);
}

void rdl_mappings_moved(const struct rdl_made *m)
{
    if (rdl_raw_failed(m->result))
        return;
    rdl_race_moved((uintptr_t)m->arg[0], (uintptr_t)m->result,
                   (size_t)m->arg[2]);
    mappings_change(MAPPED, (uintptr_t)m->arg[0], (size_t)m->arg[1], 0, m->pc);
    mappings_change(MAPPED, (uintptr_t)m->result, (size_t)m->arg[2], 0, m->pc);
}

/* An mprotect that fails has changed the pages before the failing one, and does
 * not report which one that was.  The other pages have the tracker's
 * protection.  So the tracker opens all of them, and the runtime repeats the
 * call, which fails at the same page. */
static void mappings_protect_again(const struct rdl_made *m)
{
    const long *a = m->arg;

    rdl_image_touch((void *)a[0], (size_t)a[1]);
    rdl_raw(m->number, a[0], a[1], a[2], a[3]);
}

void rdl_mappings_protected(const struct rdl_made *m)
{
    if (m->result == -EINVAL) /* rejected arguments: nothing was done */
        return;
    if (rdl_raw_failed(m->result))
        mappings_protect_again(m);
    code_changed |= (m->arg[2] & PROT_EXEC) != 0;
    mappings_change(PROTECTED, (uintptr_t)m->arg[0], (size_t)m->arg[1],
                    (int)m->arg[2], m->pc);
}

void rdl_mappings_advised(const struct rdl_made *m)
{
    enum kind kind;

    if (m->result == -EINVAL && m->arg[0] % RDL_PAGE != 0)
        return; /* other errors may occur half-way */
    switch (m->arg[2]) {
    case MADV_DONTNEED:
    case MADV_DONTNEED_LOCKED:
    case MADV_FREE:
    case MADV_REMOVE:
        kind = EMPTIED;
        break;
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_WIPEONFORK:
    case MADV_KEEPONFORK:
    case MADV_GUARD_INSTALL:
    case MADV_GUARD_INSTALL + 1:
        kind = MAPPED; /* a new mapping does not have it */
        /* The permissions stay until the range is mapped again, so the
         * tracker's must go. */
        rdl_image_touch((void *)m->arg[0], (size_t)m->arg[1]);
        break;
    default: /* advice about paging, merging or dumping */
        return;
    }
    mappings_change(kind, (uintptr_t)m->arg[0], (size_t)m->arg[1], 0, m->pc);
}

void rdl_mappings_break(const struct rdl_made *m)
{
    uintptr_t now = (uintptr_t)m->result;

    break_moved |= now != program_break;
    if (now < lowest_break)
        lowest_break = now;
}

/* shmat */
void rdl_mappings_attached(const struct rdl_made *m)
{
    struct shmid_ds segment;

    if (rdl_raw(SYS_shmctl, m->arg[0], IPC_STAT, &segment) == 0)
        rdl_race_mapped((uintptr_t)m->result, segment.shm_segsz);
    if (n_segments < MAX_SEGMENTS)
        segments[n_segments++] = (uintptr_t)m->result;
    else
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it attaches more shared memory than can be noted",
                          m->pc);
}

/* shmdt */
void rdl_mappings_detached(const struct rdl_made *m)
{
    size_t i = rdl_main_maps_behind((uintptr_t)m->arg[0]);
    const struct rdl_map *at = i < rdl_main_maps() ? rdl_main_map(i) : NULL;

    if (at != NULL && at->start == (uintptr_t)m->arg[0])
        mappings_change(MAPPED, at->start, at->end - at->start, 0, m->pc);
}

/* mlock and munlock of all kinds */
void rdl_mappings_locked(const struct rdl_made *m)
{
    if (locked_at_main)
        rdl_rewind_cannot(RDL_ISOLATION_EXEC,
                          "it locks or unlocks memory, of which some was "
                          "locked before main",
                          m->pc);
    locked = true;
}

/* --- Back to main ----------------------------------------------------------
 */

static void mappings_unmap(uintptr_t start, uintptr_t end)
{
    if (start < end && !rdl_runtime_memory_holds(start))
        rdl_raw(SYS_munmap, start, end - start);
}

static void mappings_map_again(const struct rdl_map *m, uintptr_t start,
                               uintptr_t end)
{
    long got =
        rdl_raw(SYS_mmap, start, end - start, m->protection,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);

    ASSERT(got == (long)start);
    if (rdl_main_map_writable(m))
        rdl_image_remapped((void *)start, end - start);
}

static void mappings_restore_part(const struct change *c,
                                  const struct rdl_map *m)
{
    uintptr_t start = c->start > m->start ? c->start : m->start;
    uintptr_t end = c->end < m->end ? c->end : m->end;

    switch (c->kind) {
    case MAPPED:
        mappings_map_again(m, start, end);
        return;
    case PROTECTED:
        if (mappings_is_empty(m))
            rdl_raw(SYS_madvise, start, end - start, MADV_DONTNEED);
        rdl_raw(SYS_mprotect, start, end - start, m->protection);
        break;
    case EMPTIED:
        break;
    }
    if (rdl_main_map_writable(m))
        rdl_image_remapped((void *)start, end - start);
}

static void mappings_restore(const struct change *c)
{
    uintptr_t at = c->start;

    /* The heap grows on its own, and is plain memory wherever it is mapped. */
    if (rdl_heap_holds(c->start)) {
        mappings_restore_part(
            c, &(struct rdl_map){ .start = c->start,
                                  .end = c->end,
                                  .protection = PROT_READ | PROT_WRITE });
        return;
    }
    for (size_t i = rdl_main_maps_behind(c->start);
         i < rdl_main_maps() && rdl_main_map(i)->start < c->end; i++) {
        const struct rdl_map *m = rdl_main_map(i);

        if (c->kind == MAPPED)
            mappings_unmap(at, m->start);
        mappings_restore_part(c, m);
        at = m->end;
    }
    if (c->kind == MAPPED)
        mappings_unmap(at, c->end);
}

static void mappings_restore_break(void)
{
    /* Whole pages were unmapped and mapped again empty. */
    uintptr_t from = rdl_page_up(lowest_break), to = rdl_page_up(program_break);

    break_moved = false;
    lowest_break = program_break;
    rdl_raw(SYS_brk, program_break);
    if (from < to)
        rdl_image_remapped((void *)from, to - from);
}

static void mappings_leave(void)
{
    while (n_segments > 0)
        rdl_raw(SYS_shmdt, segments[--n_segments]);
    if (locked)
        rdl_raw(SYS_munlockall);
    if (break_moved)
        mappings_restore_break();
    for (size_t i = 0; i < n_changes; i++) {
        if (changes[i].kind == MAPPED)
            mappings_restore(&changes[i]);
    }
    for (size_t i = 0; i < n_changes; i++) {
        if (changes[i].kind != MAPPED)
            mappings_restore(&changes[i]);
    }
    if (code_changed)
        rdl_names_forget();
    n_changes = 0;
    locked = code_changed = false;
}

/* "VmLck: <size> kB" (proc(5)) */
static bool mappings_any_locked(void)
{
    char text[4096];
    long file = rdl_raw(SYS_open, "/proc/self/status", O_RDONLY | O_CLOEXEC);
    long n = rdl_raw(SYS_read, file, text, sizeof(text) - 1);
    const char *line;

    rdl_raw(SYS_close, file);
    text[n > 0 ? n : 0] = '\0';
    line = strstr(text, "\nVmLck:");
    return line != NULL && strcspn(line, "123456789") < strcspn(line, "k");
}

static void mappings_save(void)
{
    if (!rdl_main_maps_read())
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it has more mappings than can be noted", 0);
    locked_at_main = mappings_any_locked();
    program_break = lowest_break = (uintptr_t)rdl_raw(SYS_brk, 0);
}

const struct rdl_restorer rdl_restorer_mappings = {
    .name = "mappings",
    .save = mappings_save,
    .leave = mappings_leave,
};
