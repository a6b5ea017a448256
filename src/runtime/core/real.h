/* real.h - the functions of the next library that ours interpose. */
#ifndef RDL_RUNTIME_CORE_REAL_H
#define RDL_RUNTIME_CORE_REAL_H

#include "runtime/core/control.h"

struct rdl_real_entry {
    const char *name;
    const char *version; /* NULL: the default version */
    void **slot;
} __attribute__((aligned(32))); /* entries are contiguous in the section */

/* Declares a function of the next library; call it as REAL(name)(...).  The
 * runtime looks all of them up when it is loaded and at main, so the pointers
 * are constants for the rewind: it does not restore their section. */
#define RDL_REAL_VERSION(type, name, version, ...)                             \
    static type (*real_##name)(__VA_ARGS__)                                    \
        __attribute__((section("rdl_real_slots")));                            \
    static const struct rdl_real_entry entry_##name                            \
        __attribute__((section("rdl_reals"),                                   \
                       used)) = { #name, version, (void **)&real_##name }
#define RDL_REAL(type, name, ...)                                              \
    RDL_REAL_VERSION(type, name, NULL, __VA_ARGS__)
#define REAL(name)                                                             \
    ((__typeof__(real_##name))rdl_real((void *)real_##name, &entry_##name))

/* Looks up those that are not known yet. */
void rdl_reals_resolve(void);
/* Makes REAL(name) call `with`; stores the previous function in *real. */
void rdl_reals_replace(const char *name, void *with, void **real);
/* The slow path: a constructor of the target runs before ours, or the target
 * has loaded the library itself. */
void *rdl_real_late(const struct rdl_real_entry *e);

static inline void *rdl_real(void *known, const struct rdl_real_entry *e)
{
    return likely(known != NULL) ? known : rdl_real_late(e);
}

#endif
