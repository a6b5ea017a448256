/* wording.h - pieces of text that the parts of a finding's report share. */
#ifndef RDL_REPORT_FINDING_WORDING_H
#define RDL_REPORT_FINDING_WORDING_H

#include "base/finding.h"
#include "symbols/symbol.h"

/* Copies up to `from_size` bytes; they need no terminator and may hold
 * anything.  What is not printable becomes '?'.  Returns out, as all of these
 * do. */
char *rdl_wording_clean(char *out, size_t size, const char *from,
                        size_t from_size);

/* "thread 3" or `thread 3 "writer"`. */
char *rdl_wording_thread(const struct rdl_finding *f, rdl_tid tid, char *out,
                         size_t size);
/* "1, 2 and 5", "3-60 and 63". */
char *rdl_wording_tids(const rdl_tid *tids, size_t n, char *out, size_t size);

/* "mutex forks[2]", "condition at 0x7f0012345678". */
char *rdl_wording_object(struct rdl_symbols *s, const char *what,
                         uintptr_t addr, char *out, size_t size);

/* "waits for mutex a.lock", "could run", ... */
char *rdl_wording_doing(struct rdl_symbols *s, const struct rdl_thread_view *v,
                        char *out, size_t size);
/* What the wait of v is for: "mutex a.lock", "the end of thread 2". */
char *rdl_wording_awaited(struct rdl_symbols *s,
                          const struct rdl_thread_view *v, char *out,
                          size_t size);

#endif
