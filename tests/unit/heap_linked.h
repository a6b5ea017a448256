/* heap_linked.h - the target's heap, linked into an ordinary program, and the
 * few words in which the tests of it speak. */
#ifndef TESTS_HEAP_LINKED_H
#define TESTS_HEAP_LINKED_H

#include "runtime/heap/heap.c"
#include "runtime/heap/lookup.c"
#include "runtime/heap/alloc_stacks.c"
#include "runtime/heap/pages.c"
#include "runtime/heap/quarantine.c"
#include "runtime/heap/rewind.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

_Noreturn void rdl_panic(const char *file, int line, const char *text)
{
    printf("%s:%d: %s\n", file, line, text);
    abort();
}

static uint64_t n_allocations;

/* As a thread under control calls. */
static struct rdl_heap_call call(void)
{
    return (struct rdl_heap_call){ .allocation = ++n_allocations, .tid = 1 };
}

static void *get(size_t size, size_t align)
{
    struct rdl_heap_call c = call();

    return rdl_heap_alloc(RDL_HEAP_TARGET, size, align, /*zero=*/false, &c);
}

static inline void *get_zeroed(size_t size)
{
    struct rdl_heap_call c = call();

    return rdl_heap_alloc(RDL_HEAP_TARGET, size, 16, /*zero=*/true, &c);
}

static inline void *resized(void *block, size_t size)
{
    struct rdl_heap_call c = call();
    void *room = rdl_heap_room(RDL_HEAP_TARGET, block, size, &c);

    if (room != NULL)
        rdl_heap_move(block, room, size, &c);
    return room;
}

/* Into quarantine. */
static inline bool freed(void *block)
{
    struct rdl_heap_call c = { .tid = 1 };

    return rdl_heap_free(block, &c);
}

static inline void give(void *block)
{
    assert_true(freed(block));
}

/* Without: may be handed out again at once. */
static inline void give_at_once(void *block)
{
    struct rdl_heap_call c = { .tid = RDL_NO_TID };

    assert_true(rdl_heap_free(block, &c));
}

#endif
