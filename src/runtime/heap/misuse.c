/* misuse.c - findings about the heap: use after free, overflow of a block, free
 * of a pointer that is not a block. */
#include "runtime/heap/lookup.h"

#include "base/text.h"
#include "runtime/heap/heap.h"
#include "runtime/core/persistent.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/modules.h"
#include "runtime/core/thread.h"

static struct rdl_finding known; /* too large for a stack */
RDL_PERSISTENT(known);

bool rdl_heap_through_library(uintptr_t pc, uintptr_t outer)
{
    const struct rdl_module *m = rdl_module_of(outer);

    return m != NULL && m != rdl_module_of(pc);
}

/* Drops the frames that the driver cannot name; the modules of the others are
 * in its table now. */
static uint16_t misuse_name_frames(uintptr_t *frames, uint16_t n)
{
    uint16_t kept = 0;

    for (uint16_t i = 0; i < n; i++) {
        if (rdl_module_of(frames[i]) != NULL &&
            (i != 1 || rdl_heap_through_library(frames[0], frames[1])))
            frames[kept++] = frames[i];
    }
    return kept;
}

static void misuse_tell(enum rdl_misuse misuse, uintptr_t addr, uintptr_t pc)
{
    struct rdl_block_view *block = &known.block;

    known.tid = rdl_self->tid;
    known.pc = pc;
    known.addr = addr;
    block->n_made = misuse_name_frames(block->made, block->n_made);
    block->n_gone = misuse_name_frames(block->gone, block->n_gone);
    rdl_moment(RDL_AT_MISUSE, misuse, &known);
}

void rdl_heap_misused(uintptr_t addr, size_t size, bool writes, uintptr_t pc)
{
    enum rdl_misuse misuse;

    known = (struct rdl_finding){ 0 };
    misuse = rdl_heap_explain(addr, size, &known.block);
    known.block.writes = writes;
    misuse_tell(misuse, addr, pc);
}

void rdl_heap_wrong_free(void *block, const char *call, uintptr_t pc)
{
    enum rdl_misuse misuse;

    known = (struct rdl_finding){ 0 };
    rdl_text_copy(known.text, call, sizeof(known.text));
    misuse = rdl_heap_explain_free((uintptr_t)block, &known.block);
    misuse_tell(misuse, (uintptr_t)block, pc);
}
