/* restorer.h - the contract of a restorer: it restores one kind of state that
 * is not memory (descriptors, mappings, ...), or memory with a restore method
 * of its own (the heap).
 *
 * The rewind promises:
 *   - it calls save() at main, before the first execution, and again whenever
 *     it takes a new snapshot; no code of the target has run since then;
 *   - after an execution it calls leave() while all memory is still as the
 *     execution left it, on a stack of the runtime, with no thread running;
 *   - then it restores memory, then it calls arrive();
 *   - it calls restorers in the order of rewind/list.h.
 * A restorer promises:
 *   - after arrive() its kind of state is as it was at save(), as far as the
 *     target can observe;
 *   - it makes no libc call and no allocation through libc, only raw system
 *     calls, and none of those if the execution changed nothing;
 *   - what it must remember across the rewind is RDL_PERSISTENT
 *     (persistent.h);
 *   - what it cannot restore it reports while the execution runs
 *     (rdl_rewind_cannot), so that the next execution uses another isolation.
 * Each of the three functions may be NULL.
 *
 * To add a restorer: define rdl_restorer_<name> in the folder of its family and
 * add a line to rewind/list.h. */
#ifndef RDL_RUNTIME_CORE_RESTORER_H
#define RDL_RUNTIME_CORE_RESTORER_H

struct rdl_restorer {
    const char *name;
    void (*save)(void);
    void (*leave)(void);
    void (*arrive)(void);
};

#endif
