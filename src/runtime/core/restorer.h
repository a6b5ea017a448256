/* restorer.h - the contract of a part of the rewind: one kind of state that is
 * not memory (descriptors, mappings, ...), or memory that knows its own way
 * back (the heap).
 *
 * The rewind promises:
 *   - save() is called at main, before the first execution, and again whenever
 *     the snapshot is taken anew; nothing of the target has run since then;
 *   - after an execution leave() is called while all memory is still as the
 *     execution left it, on a stack of the runtime, with no thread running;
 *   - then memory is brought back, then arrive() is called;
 *   - parts are called in the order of rewind/list.h.
 * A part promises:
 *   - after arrive() its kind of state is as it was at save(), as far as the
 *     target can tell;
 *   - no allocation through libc, no libc call at all: raw system calls only,
 *     and none of those where nothing was touched;
 *   - what it must know across the rewind is RDL_PERSISTENT (persistent.h);
 *   - what it cannot bring back it reports while the execution runs
 *     (rdl_rewind_cannot), so that the next one has another isolation.
 * Any of the three may be NULL.
 *
 * To add one: define rdl_restorer_<name> in the folder of its family, add a
 * line to rewind/list.h. */
#ifndef RDL_RUNTIME_CORE_RESTORER_H
#define RDL_RUNTIME_CORE_RESTORER_H

struct rdl_restorer {
    const char *name;
    void (*save)(void);
    void (*leave)(void);
    void (*arrive)(void);
};

#endif
