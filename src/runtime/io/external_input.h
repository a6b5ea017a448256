/* external_input.h - input from outside: recorded when it arrives, served in a
 * replay.
 *
 * What is recorded.  A descriptor is `outside` (table.h) when something beyond
 * this process may be at its other end: every socket that is not half of a
 * socketpair, inherited pipes and terminals, FIFOs, and what is shared with a
 * child.  For each call on one of them that returned to the target: its result,
 * and every byte it stored for the target.  For each wait that has one in its
 * set: when it became ready, and when it stopped being ready.  Where such waits
 * could only end from inside (both ends of a connection are in the target) the
 * record has an entry for that, so that a deadlock is one in the replay, too.
 *
 * When.  A call is recorded at the step at which it returned; readiness at the
 * look that found it (wait.c: after every action on a descriptor, and whenever
 * no thread can run).  Looks are numbered.
 *
 * How matched.  The record is one sequence and is consumed in order.  The next
 * entry belongs to a call if step, thread and system call number agree.  If it
 * does not, the call had to wait when it was recorded, and waits again; a call
 * that cannot wait has diverged.  The next entry belongs to a wait if step,
 * thread and look agree.  So a replay asks nothing of the outside: sockets are
 * placeholders, and what is sent to them is dropped.
 *
 * An entry is a struct rdl_input, then `length` bytes: pieces in the order in
 * which the call names its buffers, each preceded by its size (uint32_t), and
 * zeros up to a multiple of 8.  Entries of other families (external_events.h)
 * are skipped. */
#ifndef RDL_RUNTIME_IO_EXTERNAL_INPUT_H
#define RDL_RUNTIME_IO_EXTERNAL_INPUT_H

#include "base/event.h"
#include "runtime/observe/external_events.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/* rdl_input.call is a system call number, or: */
enum {
    RDL_INPUT_READY = RDL_OUTSIDE - 1, /* a wait; result: look << 1 | ready */
    RDL_INPUT_ALONE = RDL_OUTSIDE - 2, /* no wait depended on the outside */
};

#define RDL_MAX_PIECES 4

/* What a call stores for the target: a few pieces, and one more that is
 * scattered over `data` (read, recvmsg). */
struct rdl_pieces {
    struct iovec fixed[RDL_MAX_PIECES];
    size_t n;
    const struct iovec *data;
    size_t n_data;
    size_t bytes; /* of data */
};

/* Does the record replace the outside? */
bool rdl_external_input_serving(void);
/* Serving, and the record is used up. */
bool rdl_external_input_exhausted(void);
/* Is the next entry this call by `tid` at this step? */
bool rdl_external_input_due(rdl_tid tid, unsigned call);
/* The result of the next entry. */
int64_t rdl_external_input_peek(void);

/* The call by `tid` returned `result` and stored `pieces` (NULL: nothing). */
void rdl_external_input_record(rdl_tid tid, unsigned call, int64_t result,
                               const struct rdl_pieces *pieces);
/* The opposite: stores the contents of the next entry, which must be this
 * call's, and returns its result.  The sizes in `pieces` are the available
 * space, and then the bytes stored. */
int64_t rdl_external_input_serve(rdl_tid tid, unsigned call,
                                 struct rdl_pieces *pieces);

#endif
